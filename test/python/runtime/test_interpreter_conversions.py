"""Conversions between all types: exact where they can be, rounded once where not, and reported where undefined."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from ir_builder import DTYPES, bool_, evaluate, samples, vector_of

INTEGERS = [type_ for type_ in DTYPES.values() if type_.is_integer]
FLOATS = [type_ for type_ in DTYPES.values() if type_.is_float]
LANES = 16


def convert(name, source, target, values, size=1):
    compute = lambda builder, value: builder.op(name, value, types=[vector_of(target, size)])
    return evaluate(compute, [(vector_of(source, size), values)], vector_of(target, size))


def nearest(type_, number):
    """An integer as the nearest float of the type, half to even."""
    limits = np.finfo(type_.numpy)
    excess = abs(number).bit_length() - (limits.nmant + 1)
    if excess > 0:
        number = round(Fraction(number, 1 << excess)) << excess
    return math.copysign(math.inf, number) if abs(number) > float(limits.max) else float(number)


@pytest.mark.parametrize("size", [1, 2])
@pytest.mark.parametrize("target", INTEGERS, ids=str)
@pytest.mark.parametrize("source", INTEGERS, ids=str)
def test_integers_to_integers(source, target, size):
    values = samples(source, (LANES,) if size == 1 else (size, LANES), np.random.default_rng(1))
    if source.bits < target.bits:
        name = "arith.extsi" if source.signed else "arith.extui"
    else:
        name = "arith.trunci" if source.bits > target.bits else "reinterpret"
    result, _ = convert(name, source, target, values, size)
    assert result.ravel().tolist() == [target.wrap(number) for number in values.ravel().tolist()]


@pytest.mark.parametrize("target", INTEGERS, ids=str)
def test_bools_and_integers(target):
    flags = np.arange(4) % 2 == 1
    assert convert("arith.extui", bool_, target, flags)[0].tolist() == [0, 1, 0, 1]
    minus = target.wrap(-1)
    assert convert("arith.extsi", bool_, target, flags)[0].tolist() == [0, minus, 0, minus]
    numbers = np.array([0, 1, 2, target.highest], target.numpy)
    assert convert("arith.trunci", target, bool_, numbers)[0].tolist() == [0, 1, 0, target.highest & 1]


@pytest.mark.parametrize("target", FLOATS, ids=str)
def test_bools_to_floats(target):
    flags = np.arange(4) % 2 == 1
    assert convert("arith.uitofp", bool_, target, flags)[0].tolist() == [0, 1, 0, 1]
    assert convert("arith.sitofp", bool_, target, flags)[0].tolist() == [0, -1, 0, -1]


@pytest.mark.parametrize("target", FLOATS, ids=str)
@pytest.mark.parametrize("source", INTEGERS, ids=str)
@pytest.mark.parametrize("size", [1, 3])
def test_integers_to_floats_round_once(source, target, size):
    """Also next to the middle of two floats, where rounding by a third type would show."""
    numbers = [source.lowest, source.highest]
    for precision in (11, 24, 53):
        for width in range(precision + 1, source.bits + 1):
            middle = (1 << (width - 1)) + (1 << (width - 1 - precision))
            for number in (middle - 1, middle, middle + 1, middle + (1 << (width - precision))):
                numbers += [sign * number for sign in (1, -1) if source.lowest <= sign * number <= source.highest]
    numbers += [65519, 65520, 65521, -65519, -65520]
    numbers = [number for number in numbers if source.lowest <= number <= source.highest]
    name = "arith.sitofp" if source.signed else "arith.uitofp"
    count = 128 * (1 if size == 1 else size)
    numbers += [0] * (-len(numbers) % count)
    for start in range(0, len(numbers), count):
        part = numbers[start : start + count]
        values = np.array(part, source.numpy).reshape((128,) if size == 1 else (size, 128))
        result, _ = convert(name, source, target, values, size)
        assert result.ravel().tolist() == [nearest(target, number) for number in part]


def test_unsigned_reading_of_a_signed_type():
    """The sign is the operation's, not the type's."""
    i64, f32 = DTYPES["i64"], DTYPES["f32"]
    assert convert("arith.uitofp", i64, f32, np.full(4, -1, np.int64))[0].tolist() == [2.0**64] * 4
    assert convert("arith.sitofp", DTYPES["u16"], f32, np.full(4, 0xFFFF, np.uint16))[0].tolist() == [-1.0] * 4


@pytest.mark.parametrize("target", INTEGERS, ids=str)
@pytest.mark.parametrize("source", FLOATS, ids=str)
def test_floats_to_integers_at_the_edges_of_the_range(source, target):
    """The last floats within the range convert exactly, the first ones outside are reported."""
    name = "arith.fptosi" if target.signed else "arith.fptoui"
    limit = float(target.highest + 1)
    infinity = source.numpy.type(np.inf)
    with np.errstate(over="ignore"):
        above = source.numpy.type(limit)
    inside = [np.nextafter(above, -infinity), source.numpy.type(2.75), source.numpy.type(-0.75)]
    outside = [above, source.numpy.type(np.nan), infinity, -infinity]
    if target.signed:
        with np.errstate(over="ignore"):
            below = source.numpy.type(-limit)
        if np.isfinite(below):
            inside.append(below)
        further = np.nextafter(below, -infinity)
        if math.isinf(further) or int(further) < -limit:
            outside.append(further)
    else:
        outside.append(source.numpy.type(-1))
    for number in inside:
        result, found = convert(name, source, target, np.full(4, number))
        assert result.tolist() == [int(number)] * 4 and not found
    for number in outside:
        values = np.ones(4, source.numpy)
        values[2] = number
        result, (finding,) = convert(name, source, target, values)
        assert (finding.rule, finding.lanes) == ("float-to-integer", (2,))
        assert finding.message == f"{number} does not fit in {target.name}"
        assert result[[0, 1, 3]].tolist() == [1, 1, 1]


def test_the_finding_of_a_vector_names_lanes_and_the_number():
    values = np.ones((3, 8), np.float64)
    values[2, 5], values[0, 6] = 1e300, -1e300
    result, (finding,) = convert("arith.fptosi", DTYPES["f64"], DTYPES["i32"], values, 3)
    assert finding.lanes == (5, 6) and finding.message == "1e+300 does not fit in i32"
    assert result[1].tolist() == [1] * 8


@pytest.mark.parametrize(
    ("source", "target", "numbers"),
    [
        ("f32", "f16", [65519.996, 65520.0, 1 + 2**-11, 1 + 2**-11 + 2**-20, 1 + 3 * 2**-11, 2**-25, 2**-25 * 1.001]),
        ("f64", "f16", [65519.999999, 65520.0, 1 + 2**-11, 1 + 2**-11 + 2**-40, 2**-25, 2**-25 * (1 + 2**-40)]),
        ("f64", "f32", [1 + 2**-24, 1 + 2**-24 + 2**-50, 1 + 3 * 2**-24, 2**-150, 2**-149, 3.5e38, -3.5e38]),
    ],
)
@pytest.mark.parametrize("size", [1, 2])
def test_truncf_rounds_to_even_and_overflows_to_infinity(source, target, numbers, size):
    source, target = DTYPES[source], DTYPES[target]
    numbers = np.resize(np.array(numbers + [np.inf, -np.inf, -0.0], source.numpy), 16)
    result, _ = convert("arith.truncf", source, target, numbers if size == 1 else np.stack([numbers] * size), size)
    for got, number in zip(np.atleast_2d(result)[-1].tolist(), numbers.tolist(), strict=True):
        if not math.isfinite(number):
            assert got == number
            continue
        limits = np.finfo(target.numpy)
        exponent = max(math.frexp(number)[1] - 1, limits.minexp)
        unit = Fraction(2) ** int(exponent - limits.nmant)
        exact = round(Fraction(number) / unit) * unit
        expected = float(exact) if abs(exact) <= Fraction(float(limits.max)) else math.copysign(math.inf, number)
        assert got == expected and math.copysign(1, got) == math.copysign(1, number)


@pytest.mark.parametrize(("source", "target"), [("f16", "f32"), ("f16", "f64"), ("f32", "f64")])
def test_extf_is_exact(source, target):
    source, target = DTYPES[source], DTYPES[target]
    values = samples(source, (128,), np.random.default_rng(4))
    result, _ = convert("arith.extf", source, target, values)
    np.testing.assert_array_equal(result, values.astype(np.float64))
    np.testing.assert_array_equal(np.signbit(result[values == 0]), np.signbit(values[values == 0]))


@pytest.mark.parametrize(
    ("float_", "integer"),
    [("f16", "u16"), ("f16", "i16"), ("f32", "u32"), ("f32", "i32"), ("f64", "u64"), ("f64", "i64")],
)
@pytest.mark.parametrize("size", [1, 4])
def test_bitcast_keeps_every_bit(float_, integer, size):
    float_, integer = DTYPES[float_], DTYPES[integer]
    bits = samples(integer, (LANES,) if size == 1 else (size, LANES), np.random.default_rng(5))

    def compute(builder, value):
        number = builder.op("arith.bitcast", value, types=[vector_of(float_, size)])
        return builder.op("arith.bitcast", number, types=[vector_of(integer, size)])

    full = vector_of(integer, size)
    np.testing.assert_array_equal(evaluate(compute, [(full, bits)], full)[0], bits)
    result, _ = convert("arith.bitcast", integer, float_, bits, size)
    np.testing.assert_array_equal(np.ascontiguousarray(result).view(integer.numpy), bits)
