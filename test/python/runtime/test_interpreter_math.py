"""Mathematical functions against exact arithmetic or the libraries of Python, and bit counts against its integers."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from ir_builder import DTYPES, evaluate, samples, vector_of

INTEGERS = [type_ for type_ in DTYPES.values() if type_.is_integer]
FLOATS = [type_ for type_ in DTYPES.values() if type_.is_float]
LANES = 64


def call(name, type_, *arrays):
    full = vector_of(type_, 1 if arrays[0].ndim == 1 else len(arrays[0]))
    compute = lambda builder, *values: builder.op(name, *values)
    result, found = evaluate(compute, [(full, array) for array in arrays], full)
    assert not found
    return result


def shape_of(size):
    return (LANES,) if size == 1 else (size, LANES)


@pytest.mark.parametrize("size", [1, 3])
@pytest.mark.parametrize("type_", INTEGERS, ids=str)
def test_bit_counts(type_, size):
    values = samples(type_, shape_of(size), np.random.default_rng(6))
    values.flat[:3] = [0, 1, type_.lowest]
    bits = type_.bits
    texts = [format(number & ((1 << bits) - 1), f"0{bits}b") for number in values.ravel().tolist()]
    models = {
        "math.ctpop": lambda text: text.count("1"),
        "math.ctlz": lambda text: len(text) - len(text.lstrip("0")),
        "math.cttz": lambda text: len(text) - len(text.rstrip("0")),
        "wave.reverse_bits": lambda text: type_.wrap(int(text[::-1], 2)),
    }
    for name, model in models.items():
        assert call(name, type_, values).ravel().tolist() == [model(text) for text in texts], name


@pytest.mark.parametrize("type_", [type_ for type_ in INTEGERS if type_.signed], ids=str)
def test_absolute_value_of_the_smallest_integer_is_itself(type_):
    values = np.array([type_.lowest, -5, 5, 0], type_.numpy)
    assert call("math.absi", type_, values).tolist() == [type_.lowest, 5, 5, 0]


@pytest.mark.parametrize("type_", FLOATS, ids=str)
@pytest.mark.parametrize("size", [1, 2])
def test_roundings(type_, size):
    row = np.array([-2.5, -1.5, -0.5, -0.25, -0.0, 0.5, 1.5, 2.5, 1.75, np.inf, -np.inf, 7.0], type_.numpy)
    row = np.resize(row, 16)
    values = row if size == 1 else np.stack([row, row])
    models = {"math.floor": math.floor, "math.ceil": math.ceil, "math.trunc": math.trunc, "math.roundeven": round}
    for name, model in models.items():
        result = np.atleast_2d(call(name, type_, values))[-1]
        expected = [number if math.isinf(number) else float(model(number)) for number in row.tolist()]
        assert result.tolist() == expected, name
        # What is rounded to zero keeps its sign.
        assert np.signbit(result)[row <= 0].tolist() == np.signbit(row)[row <= 0].tolist()
    assert call("math.absf", type_, row).tolist() == np.abs(row).tolist()
    assert not np.signbit(call("math.absf", type_, row)).any()


@pytest.mark.parametrize("type_", FLOATS, ids=str)
@pytest.mark.parametrize("size", [1, 4])
def test_square_root_is_exactly_rounded(type_, size):
    random = np.random.default_rng(7)
    values = np.abs(random.standard_normal(shape_of(size)) * 1000).astype(type_.numpy)
    result = call("math.sqrt", type_, values)
    for root, number in zip(result.ravel(), values.ravel(), strict=True):
        below = (Fraction(float(root)) + Fraction(float(np.nextafter(root, type_.numpy.type(0))))) / 2
        above = (Fraction(float(root)) + Fraction(float(np.nextafter(root, type_.numpy.type(np.inf))))) / 2
        assert below**2 <= Fraction(float(number)) <= above**2
    edges = np.array([0.0, -0.0, -1.0, np.inf], type_.numpy)
    assert np.isnan(call("math.sqrt", type_, edges)).tolist() == [False, False, True, False]


FUNCTIONS = {
    "math.rsqrt": (lambda x: 1 / math.sqrt(x), 0.01, 50),
    "math.exp": (math.exp, -8, 8),
    "math.exp2": (lambda x: 2.0**x, -8, 8),
    "math.log": (math.log, 0.01, 50),
    "math.log2": (math.log2, 0.01, 50),
    "math.sin": (math.sin, -10, 10),
    "math.cos": (math.cos, -10, 10),
    "math.tan": (math.tan, -1.5, 1.5),
}


@pytest.mark.parametrize("size", [1, 3])
@pytest.mark.parametrize("type_", FLOATS, ids=str)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_are_near_the_exact_value(name, type_, size):
    """One unit in the last place for f16 and f32, four for f64."""
    model, low, high = FUNCTIONS[name]
    values = np.random.default_rng(8).uniform(low, high, shape_of(size)).astype(type_.numpy)
    result = call(name, type_, values)
    expected = np.array([model(float(number)) for number in values.ravel()]).reshape(values.shape)
    units = np.spacing(np.abs(expected).astype(type_.numpy)).astype(np.float64)
    error = np.abs(result.astype(np.float64) - expected) / units
    assert error.max() <= (4 if type_.bits == 64 else 0.51)


@pytest.mark.parametrize("type_", FLOATS, ids=str)
def test_functions_at_their_edges(type_):
    zeros = np.array([0.0, -0.0, np.inf, np.nan], type_.numpy)
    expected = {
        "math.rsqrt": [np.inf, -np.inf, 0, np.nan],
        "math.exp": [1, 1, np.inf, np.nan],
        "math.exp2": [1, 1, np.inf, np.nan],
        "math.log": [-np.inf, -np.inf, np.inf, np.nan],
        "math.log2": [-np.inf, -np.inf, np.inf, np.nan],
        "math.sin": [0, 0, np.nan, np.nan],
        "math.cos": [1, 1, np.nan, np.nan],
    }
    for name, numbers in expected.items():
        np.testing.assert_array_equal(call(name, type_, zeros), np.array(numbers, type_.numpy), name)


@pytest.mark.parametrize("type_", FLOATS, ids=str)
@pytest.mark.parametrize("size", [1, 2])
def test_power(type_, size):
    random = np.random.default_rng(9)
    base = random.uniform(0.1, 8, shape_of(size)).astype(type_.numpy)
    exponent = random.uniform(-3, 3, shape_of(size)).astype(type_.numpy)
    expected = base.astype(np.float64) ** exponent.astype(np.float64)
    result = call("math.powf", type_, base, exponent)
    units = np.spacing(expected.astype(type_.numpy)).astype(np.float64)
    assert (np.abs(result.astype(np.float64) - expected) / units).max() <= 1


def fused(type_, a, b, c):
    """By rational arithmetic and one rounding, with NumPy's where that cannot say."""
    if not all(map(math.isfinite, (a, b, c))):
        return c if math.isfinite(a) and math.isfinite(b) else a * b + c
    exact = Fraction(a) * Fraction(b) + Fraction(c)
    if not exact:
        return a * b + c if not (a and b) else 0.0
    limits = np.finfo(type_.numpy)
    exponent = int(limits.minexp)
    magnitude = abs(exact)
    if magnitude >= Fraction(2) ** exponent:
        exponent = magnitude.numerator.bit_length() - magnitude.denominator.bit_length()
        exponent -= magnitude < Fraction(2) ** exponent
    unit = Fraction(2) ** (exponent - int(limits.nmant))
    number = round(exact / unit) * unit
    size = math.inf if abs(number) > Fraction(float(limits.max)) else abs(float(number))
    return size if exact > 0 else -size


def same(got, expected):
    return (got == expected and math.copysign(1, got) == math.copysign(1, expected)) or (
        got != got and expected != expected
    )


@pytest.mark.parametrize("type_", FLOATS, ids=str)
@pytest.mark.parametrize("size", [1, 4])
def test_fma_rounds_once(type_, size):
    """Random numbers, sums that cancel nearly, and addends that decide a tie from far below."""
    random = np.random.default_rng(10)
    dtype = type_.numpy
    shape = shape_of(size)
    a, b = ((1 + random.random(shape)).astype(dtype) for _ in range(2))
    # What the rounded product leaves.
    canceling = -(a.astype(np.float64) * b.astype(np.float64)).astype(dtype)
    precision = np.finfo(dtype).nmant
    tiny = (random.choice([1, -1], shape) * 2.0 ** -(2 * precision)).astype(dtype)
    tie = (1 + 2.0 ** -((precision + 1) // 2 + 1)) * np.ones(shape)
    anything = [samples(type_, shape, random) for _ in range(3)]
    for operands in (
        (a, b, canceling),
        (a, b, a),
        (tie.astype(dtype), tie.astype(dtype), tiny),
        (a, b, tiny),
        anything,
    ):
        result = call("math.fma", type_, *operands)
        numbers = zip(*(operand.ravel().tolist() for operand in operands), strict=True)
        for got, (x, y, z) in zip(result.ravel().tolist(), numbers, strict=True):
            expected = fused(type_, x, y, z)
            assert same(got, expected), (x, y, z, got, expected)


@pytest.mark.parametrize("type_", FLOATS, ids=str)
def test_fma_at_the_edges_of_the_range(type_):
    """A product too large for the type beside an infinity or what brings it back, zeros, and what is too small."""
    limits = np.finfo(type_.numpy)
    large, small = float(limits.max), float(limits.smallest_subnormal)
    cases = [
        (large, 2.0, -np.inf),
        (large, -2.0, np.inf),
        (large, 2.0, -large),
        (large, 2.0, np.nan),
        (np.inf, 0.0, 1.0),
        (small, 0.5, 0.0),
        (small, -0.5, 0.0),
        (small, 0.5, small),
        (small, 1.5, 0.0),
        (0.0, -1.0, 0.0),
        (0.0, -1.0, -0.0),
        (2.0, 3.0, -6.0),
    ]
    a, b, c = (np.array(column, type_.numpy) for column in zip(*cases, strict=True))
    a, b, c = (np.append(array, array[:4]) for array in (a, b, c))
    result = call("math.fma", type_, a, b, c)
    for got, x, y, z in zip(result.tolist(), a.tolist(), b.tolist(), c.tolist(), strict=True):
        expected = fused(type_, x, y, z)
        assert same(got, expected), (x, y, z, got, expected)


def test_fma_shows_a_double_rounding():
    """The exact sum lies just above the middle of two f32, and f64 rounds it down to the middle."""
    f32 = DTYPES["f32"]
    a, b, c = np.float32(1 + 2**-12), np.float32(1 + 2**-12), np.float32(2**-60)
    exact = Fraction(float(a)) * Fraction(float(b)) + Fraction(float(c))
    result = call("math.fma", f32, *(np.full(4, number) for number in (a, b, c)))
    assert exact > 1 + 2 * Fraction(2) ** -12 + Fraction(2) ** -24
    assert result.tolist() == [1 + 2**-11 + 2**-23] * 4
    assert np.float32(float(a) * float(b) + float(c)) != result[0]
