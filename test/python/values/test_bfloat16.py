"""bf16: conversions of every bit pattern, arithmetic with one rounding, waves, memory and structs, on every executor.

Arrays have the type of `ml_dtypes`. What is expected comes from exact arithmetic, or from NumPy's f32.
"""

from __future__ import annotations

import math
from fractions import Fraction

import bfloat16_kernels as kernels
import numpy as np
import pytest

ml_dtypes = pytest.importorskip("ml_dtypes", reason="no arrays of bf16: pip install ml_dtypes")
BF16 = np.dtype(ml_dtypes.bfloat16)
PATTERNS = np.arange(1 << 16, dtype=np.uint16).view(BF16)
COUNT = 64
"""One wave of the largest size."""


def nearest(number: float) -> float:
    """The bf16 nearest to a number, ties to even, by exact arithmetic."""
    if number == 0 or not math.isfinite(number):
        return float(number)
    exact = Fraction(number)
    magnitude = abs(exact)
    exponent = magnitude.numerator.bit_length() - magnitude.denominator.bit_length()
    exponent -= magnitude < Fraction(2) ** exponent
    unit = Fraction(2) ** (max(exponent, -126) - 7)
    # Python rounds a fraction to the nearest even.
    rounded = round(exact / unit) * unit
    if abs(rounded) >= 2**128:
        return math.copysign(math.inf, exact)
    return math.copysign(float(rounded), exact)


def all_nearest(values) -> np.ndarray:
    return np.array([nearest(value) for value in values], np.float32).astype(BF16)


def same(found: np.ndarray, expected: np.ndarray) -> bool:
    """Whether all bits are the same, but for those of a NaN."""
    unsigned = np.dtype(f"u{found.itemsize}")
    found, expected = np.ascontiguousarray(found), np.ascontiguousarray(expected, found.dtype)
    return bool(((found.view(unsigned) == expected.view(unsigned)) | np.isnan(found) & np.isnan(expected)).all())


def numbers(count: int = COUNT, seed: int = 1, low: int = -20, high: int = 20) -> np.ndarray:
    """Numbers of many magnitudes."""
    rng = np.random.default_rng(seed)
    return (rng.normal(size=count) * np.exp2(rng.uniform(low, high, count))).astype(np.float32).astype(BF16)


def arithmetic_in_f32(function, *operands: np.ndarray) -> np.ndarray:
    with np.errstate(all="ignore"):
        return function(*(operand.astype(np.float32) for operand in operands)).astype(BF16)


def test_the_reference():
    assert nearest(1 + 2**-8) == 1 and nearest(1 + 3 * 2**-8) == 1 + 2**-6
    assert nearest(2**-134) == 0 and nearest(3 * 2**-135) == 2**-133
    assert nearest(float.fromhex("0x1.ffp127")) == math.inf and nearest(-(2**60) - 2**51) == -(2**60)
    sample = np.random.default_rng(1).integers(0, 1 << 32, 2000, np.uint32).view(np.float32)
    assert same(all_nearest(sample.tolist()), sample.astype(BF16))


def test_every_bit_pattern(run):
    count = len(PATTERNS)
    wide, back, bits = np.zeros(count, np.float32), np.zeros(count, BF16), np.zeros(count, np.uint16)
    run(kernels.widen, count, PATTERNS, wide, back, bits)
    assert same(wide, (np.arange(count, dtype=np.uint32) << 16).view(np.float32))
    assert same(back, PATTERNS)
    is_nan = np.isnan(PATTERNS)
    assert (bits[~is_nan] == np.arange(count)[~is_nan]).all() and np.isnan(bits.view(BF16)[is_nan]).all()


def test_bits_become_numbers(run):
    count = len(PATTERNS)
    out, copy = np.zeros(count, BF16), np.zeros(count, BF16)
    run(kernels.from_bits, count, PATTERNS.view(np.uint16), out, copy)
    assert same(out, PATTERNS) and same(copy, PATTERNS)


def ties() -> np.ndarray:
    """The midpoints of two numbers, and their neighbors in f32."""
    upper = np.arange(0, 1 << 16, 7, dtype=np.uint32) << 16
    return np.concatenate([upper | low for low in (0, 1, 0x7FFF, 0x8000, 0x8001, 0xFFFF)]).view(np.float32)


@pytest.mark.parametrize("seed", [None, 1, 2])
def test_f32_rounds_to_the_nearest_even(run, seed):
    src = ties()
    if seed is not None:
        src = np.random.default_rng(seed).integers(0, 1 << 32, 40000, np.uint32).view(np.float32)
    out = np.zeros(len(src), BF16)
    run(kernels.narrow, len(src), src, out)
    assert same(out, src.astype(BF16))


def test_integers_round_once(run):
    rng = np.random.default_rng(3)
    columns = []
    for name in ("int16", "uint16", "int32", "uint32", "int64", "uint64"):
        limits = np.iinfo(name)
        bits = limits.bits
        values = rng.integers(limits.min, limits.max, COUNT * 4, name, endpoint=True)
        values >>= rng.integers(0, bits - 1, values.shape).astype(name)
        # Midpoints of two numbers, and what is just above and below, where f32 would round to the midpoint.
        near = [(257 << shift) + extra for shift in range(0, bits - 10) for extra in (-1, 0, 1)]
        near = [value for value in near if limits.min <= value <= limits.max]
        special = np.array([limits.min, limits.max, limits.max - 1, 0, 1, *near[-60:]], name)
        values[: len(special)] = special
        columns.append(values)
    count = len(columns[0])
    out = np.zeros(6 * count, BF16)
    run(kernels.from_integers, count, *columns, out, count)
    for number, column in enumerate(columns):
        assert same(out[number * count :][:count], all_nearest(column.tolist())), column.dtype


def test_floats_round_once(run):
    rng = np.random.default_rng(4)
    halves = np.concatenate([rng.integers(0, 1 << 16, 500, np.uint16).view(np.float16), np.float16([6e-8, -6e-8])])
    halves = halves[np.isfinite(halves) & ((np.abs(halves) >= np.finfo(np.float16).tiny) | (halves == 0))]
    doubles = rng.normal(size=len(halves)) * np.exp2(rng.uniform(-120, 127, len(halves)))
    midpoints = 1 + 2.0**-8 + np.array([0, 2.0**-30, -(2.0**-30), 2.0**-52, -(2.0**-52)])
    doubles[:20] = np.concatenate([midpoints, -midpoints, midpoints * 2**40, midpoints * 2.0**-100])
    doubles[20:26] = [1e300, -1e300, np.inf, -np.inf, np.nan, 3.395e38]
    of_half, of_double = np.zeros(len(halves), BF16), np.zeros(len(halves), BF16)
    run(kernels.from_floats, len(halves), halves, doubles, of_half, of_double)
    assert same(of_half, all_nearest(halves.tolist()))
    assert same(of_double, all_nearest(doubles.tolist()))


def test_conversions_to_numbers(run):
    src = np.concatenate([numbers(COUNT, 5, -6, 7), np.array([0, -0.0, 1, -1, 255, 32640, -32768, 0.99, 254], BF16)])
    exact = src.astype(np.float64)
    a, b, c = (np.zeros(len(src), name) for name in ("int16", "uint32", "int64"))
    d, e, f = (np.zeros(len(src), name) for name in ("float16", "float64", "bool"))
    run(kernels.to_numbers, len(src), src, a, b, c, d, e, f)
    assert (a == np.trunc(exact)).all() and (b == np.trunc(abs(exact))).all() and (c == np.trunc(exact)).all()
    is_normal = (abs(exact) >= np.finfo(np.float16).tiny) | (exact == 0)
    assert same(d[is_normal], exact.astype(np.float16)[is_normal])
    assert same(e, exact) and (f == (exact != 0)).all()


def test_arithmetic_rounds_once(run):
    special = np.array([0, -0.0, 1, -1, np.inf, -np.inf, np.nan, 3.3895e38, -3.3895e38, 1.0078125, 2.0**-60], BF16)
    x, y = (
        np.concatenate([numbers(500, 6), np.repeat(special, 11)]),
        np.concatenate([numbers(500, 7), np.tile(special, 11)]),
    )
    out = np.zeros((len(x), 4), BF16)
    run(kernels.arithmetic, len(x), x, y, out, len(x))
    columns = [arithmetic_in_f32(function, x, y) for function in (np.add, np.subtract, np.multiply)]
    for number, expected in enumerate([*columns, -x]):
        found = out[:, number]
        wrong = ~((found == expected) | np.isnan(found) & np.isnan(expected))
        assert not wrong.any(), (number, x[wrong][:3], y[wrong][:3], found[wrong][:3])


def test_comparisons_and_extremes(run):
    special = np.array([0, 1, -1, np.inf, -np.inf, 2.5, 2.515625], BF16)
    x, y = np.repeat(special, 7), np.tile(special, 7)
    flags, extremes = np.zeros(len(x), np.uint32), np.zeros((len(x), 2), BF16)
    run(kernels.comparisons, len(x), x, y, flags, extremes)
    a, b = x.astype(np.float32), y.astype(np.float32)
    bits = [a < b, a <= b, a == b, a != b, np.isnan(a), np.isinf(a), a > 1]
    assert (flags == sum(bit.astype(np.uint32) << place for place, bit in enumerate(bits))).all()
    assert (extremes[:, 0] == np.minimum(x, y)).all() and (extremes[:, 1] == np.maximum(x, y)).all()


def test_a_nan_is_a_nan(run):
    x = np.full(COUNT, np.nan, BF16)
    flags, extremes = np.zeros(COUNT, np.uint32), np.zeros((COUNT, 2), BF16)
    run(kernels.comparisons, COUNT, x, np.ones(COUNT, BF16), flags, extremes)
    assert (flags & 16).all()


def test_functions_are_those_of_f32_rounded(run):
    x = abs(numbers(COUNT, 8, -5, 5)) + np.array(0.01, BF16)
    wide = x.astype(np.float32)
    out = np.zeros((8, COUNT), BF16)
    run(kernels.functions, COUNT, x, out.reshape(-1), COUNT)
    c = np.float32(np.array(0.1, BF16))
    expected = [np.sqrt(wide), np.exp2(wide), np.floor(wide), wide * wide + c, 1 / wide]
    expected += [wide - np.floor(wide), np.log10(wide), wide * 8]
    for number, one in enumerate(expected):
        wanted, found = one.astype(BF16), out[number]
        if number in (2, 5, 7):
            assert (found == wanted).all(), number
        else:
            # Where f32 is not exact, a result may be the other neighbor.
            error = abs(found.astype(np.float32) - one)
            assert (error <= abs(np.spacing(wanted)).astype(np.float32) * 0.51 + 1e-5 * abs(one)).all(), number


def test_waves(run):
    count, rng = 128, np.random.default_rng(9)
    x = rng.integers(-3, 4, count).astype(np.float32).astype(BF16)
    out, flags = np.zeros((8, count), BF16), np.zeros(count, np.uint32)
    run(kernels.waves, count, x, out.reshape(-1), count, flags)
    size = next(s for s in (4, 8, 16, 32, 64, 128) if is_sum_of(x, out[0], s))
    for start in range(0, count, size):
        part, wide = x[start : start + size], x[start : start + size].astype(np.float32)
        lanes = np.arange(len(part))
        found = out[:, start : start + size].astype(np.float32)
        assert (found[1] == wide.min()).all() and (found[2] == wide.max()).all()
        assert (found[3] == np.cumsum(wide) - wide).all() and (found[4] == np.maximum.accumulate(wide)).all()
        assert (
            (found[5] == wide[0]).all() and (found[6] == wide[lanes ^ 1]).all() and (found[7] == wide[lanes ^ 1]).all()
        )
        matches = (wide[:, None] == wide[None, :32]).sum(axis=1)
        assert (flags[start : start + size] == (matches << 1 | int((wide == wide[0]).all()))).all()


def is_sum_of(x: np.ndarray, sums: np.ndarray, size: int) -> bool:
    wide = np.concatenate([x.astype(np.float32), np.zeros(-len(x) % size, np.float32)]).reshape(-1, size)
    expected = np.repeat(wide.sum(axis=1), size)[: len(x)].astype(BF16)
    return bool((sums == expected).all())


def test_groupshared_local_arrays_helpers_and_arguments(run):
    src = numbers(128, 10, -2, 3)
    out, last = np.zeros((128, 2), BF16), np.zeros(128, BF16)
    # 0.1 is no bf16: the kernel sees the nearest.
    run(kernels.memories, 128, src, 0.1, (1.5, 0.3), out, last)
    lanes = np.arange(128)
    scale, zero = np.array(0.1, BF16), np.zeros(128, BF16)
    total = zero
    for k in range(3):
        local = arithmetic_in_f32(np.add, src[lanes ^ 1], np.full(128, k, BF16))
        total = arithmetic_in_f32(np.add, total, arithmetic_in_f32(np.multiply, local, np.full(128, scale)))
    assert (last == total).all()
    shift = np.array([1.5, 0.3], BF16)
    more = arithmetic_in_f32(np.add, shift, np.ones(2, BF16))
    for i in range(128):
        weight = np.array((0.1, 0.2)[i % 2], BF16)
        mixed = arithmetic_in_f32(np.multiply, shift, np.full(2, total[i])) if total[i] > 0 else more
        assert (out[i] == (np.array([weight, total[i]]) if i % 3 == 0 else mixed)).all(), i


def test_structs(run):
    dtype = kernels.Pair.dtype
    assert dtype.itemsize == 16 and dtype.fields["first"][0] == BF16
    src, out = np.zeros(COUNT, dtype), np.zeros(COUNT, dtype)
    src["first"], src["last"], src["count"] = numbers(COUNT, 11), numbers(COUNT, 12), np.arange(COUNT)
    src["rest"] = numbers(3 * COUNT, 13).reshape(-1, 3)
    run(kernels.structs, COUNT, src, out)
    first = arithmetic_in_f32(np.add, src["first"], src["last"])
    assert (out["first"] == first).all() and (out["last"] == src["last"]).all()
    assert (out["count"] == np.arange(COUNT) + 1).all()
    assert (out["rest"] == arithmetic_in_f32(np.multiply, src["rest"], first[:, None])).all()


def test_rows(run):
    src, out = numbers(12, 14, -2, 2).reshape(3, 4), np.zeros((3, 3), BF16)
    run(kernels.rows, 3 * 128, src, out)
    assert (out == arithmetic_in_f32(np.add, src[:, :-1], src[:, 1:])).all()
