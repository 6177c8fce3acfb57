"""Arithmetic of 16 bits for every value, and integers that become floats and integers again: compilers of drivers get these
wrong (docs/vulkan.md)."""

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import f16, f32, f64, i16, i32, i64, u16, u32, u64


@wd.kernel(num_waves=1)
def negated(x: wd.Buffer[i16], out: wd.RWBuffer[u32]):
    i = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    out[i] = u32(-x[i])


@wd.kernel(num_waves=1)
def magnitudes(x: wd.Buffer[i16], out: wd.RWBuffer[u32]):
    i = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    out[i] = u32(wd.abs(x[i]))


@wd.kernel(num_waves=1)
def signs(x: wd.Buffer[i16], out: wd.RWBuffer[u32]):
    i = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    out[i] = u32(wd.sign(-x[i]))


@wd.kernel(num_waves=1)
def reciprocals(x: wd.Buffer[u16], out: wd.RWBuffer[u16]):
    i = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    out[i] = 1 // wd.max(x[i], 1)


SIGNED = np.arange(-(2**15), 2**15).astype(np.int16)
UNSIGNED = np.arange(2**16).astype(np.uint16)

CASES = [
    (negated, SIGNED, (-SIGNED).astype(np.int32).view(np.uint32)),
    (magnitudes, SIGNED, np.abs(SIGNED).astype(np.int32).view(np.uint32)),
    (signs, SIGNED, np.sign(-SIGNED).astype(np.int32).view(np.uint32)),
    (reciprocals, UNSIGNED, (1 // np.maximum(UNSIGNED, 1)).astype(np.uint16)),
]


@pytest.mark.parametrize("device", ["vulkan", "cpu"])
@pytest.mark.parametrize(("kernel", "x", "expected"), CASES, ids=lambda one: getattr(one, "name", ""))
def test_every_value(kernel, x, expected, device):
    out = np.zeros(len(x), expected.dtype)
    kernel[kernel.dispatch_size(len(x), device=device)](x, out, device=device)
    wrong = np.flatnonzero(out != expected)
    assert not wrong.size, (
        f"{wrong.size} of {len(x)}, first x = {x[wrong[0]]}: {out[wrong[0]]}, not {expected[wrong[0]]}"
    )


@pytest.mark.parametrize("device", ["vulkan", "cpu"])
@pytest.mark.parametrize("to", [i16, u16, i32, u32, i64, u64], ids=str)
@pytest.mark.parametrize("through", [f16, f32, f64], ids=str)
@pytest.mark.parametrize("of", [i16, u16, i32, u32, i64, u64], ids=str)
def test_a_float_between_integers_is_rounded(of, through, to, device):
    @wd.kernel(num_waves=1)
    def converted(x: wd.Buffer[of], out: wd.RWBuffer[to]):
        i = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
        out[i] = to(through(x[i]))

    # What all three types hold, so that each conversion is defined.
    least = max(np.iinfo(of.numpy).min, np.iinfo(to.numpy).min) // 2
    most = min(np.iinfo(of.numpy).max, np.iinfo(to.numpy).max) // 2
    if through is f16:
        least, most = max(least, -60000), min(most, 60000)
    x = np.random.default_rng(0).integers(least, most, 256, np.int64).astype(of.numpy)
    out = np.zeros(256, to.numpy)
    converted[converted.dispatch_size(256, device=device)](x, out, device=device)
    assert np.array_equal(out, x.astype(through.numpy).astype(to.numpy))


@pytest.mark.parametrize("device", ["vulkan", "cpu"])
@pytest.mark.parametrize("to", [i16, u16, i32, u32, i64, u64], ids=str)
@pytest.mark.parametrize("of", [f16, f32, f64], ids=str)
def test_a_fraction_is_truncated(of, to, device):
    @wd.kernel(num_waves=1)
    def converted(x: wd.Buffer[of], out: wd.RWBuffer[to]):
        i = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
        out[i] = to(x[i])

    # From -1 to 0, fractions convert to 0 in unsigned types, too.
    x = np.linspace(-0.99, 3.99, 256).astype(of.numpy)
    out = np.full(256, 77, to.numpy)
    converted[converted.dispatch_size(256, device=device)](x, out, device=device)
    assert np.array_equal(out, np.trunc(x).astype(to.numpy))


EDGES = (-(2**31) - 1, -(2**31), -(2**15) - 1, -(2**15), -1, 0, 1, 2**15, 2**16, 2**31 - 1, 2**31, 2**32)


def holds(element, number):
    return np.iinfo(element.numpy).min <= number <= np.iinfo(element.numpy).max


def edges(element):
    return [number for number in EDGES if holds(element, number)]


@pytest.mark.parametrize("device", ["vulkan", "cpu"])
@pytest.mark.parametrize("to", [i32, u32, i64, u64], ids=str)
@pytest.mark.parametrize("of", [i16, u16, i32, u32], ids=str)
def test_an_extended_integer_is_compared(of, to, device):
    x = np.array([number for number in edges(of) if holds(to, number)], of.numpy)
    limits = tuple(edges(to))
    count = len(limits)

    @wd.kernel(num_waves=1)
    def compared(x: wd.Buffer[of], y: wd.Buffer[to], less: wd.RWBuffer[u32], more: wd.RWBuffer[u32]):
        i = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
        if i < len(x):
            value = to(x[i])
            for k in wd.static_range(count):
                less[count * i + k] = u32(
                    wd.select(value < to(wd.static(limits[k])), 1, 0) + wd.select(value <= y[k], 2, 0)
                )
                more[count * i + k] = u32(
                    wd.select(value > to(wd.static(limits[k])), 1, 0) + wd.select(value >= y[k], 2, 0)
                )

    y = np.array(limits, to.numpy)
    less, more = np.zeros((2, len(x), len(y)), np.uint32)
    compared[compared.dispatch_size(len(x), device=device)](x, y, less.reshape(-1), more.reshape(-1), device=device)
    value = x.astype(to.numpy)[:, None]
    assert np.array_equal(less, (value < y) + 2 * (value <= y))
    assert np.array_equal(more, (value > y) + 2 * (value >= y))


@wd.kernel(num_waves=1)
def counted(x: wd.Buffer[i16], out: wd.RWBuffer[u32]):
    i = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    out[i] = u32(wd.countbits(x[i]))


@wd.kernel(num_waves=1)
def greatest_of_three(x: wd.Buffer[i16], out: wd.RWBuffer[i32]):
    i = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    k = i32(x[i])
    out[i] = wd.max(3, wd.max(0 - k, k // 2)) - wd.min(-5, wd.min(k, -(k // 3)))


@wd.kernel(num_waves=1)
def negated_vectors(x: wd.Buffer[i16], out: wd.RWBuffer[i32]):
    i = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    out[i] = wd.int2(-wd.int16_t2(x[i], x[i])).y


@wd.kernel(num_waves=1)
def reciprocals_of_selections(x: wd.Buffer[i16], out: wd.RWBuffer[i64]):
    i = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    divisor = wd.max(wd.select(x[i] > 0, 0, wd.int64_t3(0, 3, i64(x[i]))), 1)
    quotients = 1 // divisor
    out[i] = quotients.x + 10 * quotients.y + 100 * quotients.z + 1000 * (1 // i64(x[i] | 1))


CASES_OF_MORE = [
    (
        reciprocals_of_selections,
        101 + 10 * (SIGNED > 0) + 1000 * np.where(SIGNED | 1 == 1, 1, np.where(SIGNED | 1 == -1, -1, 0)),
    ),
    (counted, np.bitwise_count(SIGNED.view(np.uint16)).astype(np.uint32)),
    (
        greatest_of_three,
        np.maximum(3, np.maximum(-SIGNED.astype(np.int32), np.trunc(SIGNED / 2).astype(np.int32)))
        - np.minimum(-5, np.minimum(SIGNED.astype(np.int32), -np.trunc(SIGNED / 3).astype(np.int32))),
    ),
    (negated_vectors, (-SIGNED).astype(np.int32)),
]


@pytest.mark.parametrize("device", ["vulkan", "cpu"])
@pytest.mark.parametrize(("kernel", "expected"), CASES_OF_MORE, ids=lambda one: getattr(one, "name", ""))
def test_integers_that_a_driver_gets_wrong(kernel, expected, device):
    out = np.zeros(len(SIGNED), expected.dtype)
    kernel[kernel.dispatch_size(len(SIGNED), device=device)](SIGNED, out, device=device)
    assert np.array_equal(out, expected)


PAIRS = {
    f16: wd.half2,
    f32: wd.float2,
    f64: wd.double2,
    i16: wd.int16_t2,
    u16: wd.uint16_t2,
    i32: wd.int2,
    u32: wd.uint2,
    i64: wd.int64_t2,
    u64: wd.uint64_t2,
}
LARGE = [0, 1.5, 255, 65535, 2.0**31, 2.0**32 - 256, 2.0**32, 2.0**32 + 512, 2.0**40 + 2.0**20, 2.0**62]


@pytest.mark.parametrize("device", ["vulkan", "cpu"])
@pytest.mark.parametrize("to", [i32, u32, i16, u16], ids=str)
@pytest.mark.parametrize("through", [i64, u64], ids=str)
@pytest.mark.parametrize("of", [f16, f32, f64], ids=str)
def test_a_float_is_converted_to_64_bits_and_on(of, through, to, device):
    of2, through2, to2 = PAIRS[of], PAIRS[through], PAIRS[to]

    @wd.kernel(num_waves=1)
    def converted(x: wd.Buffer[of], out: wd.RWBuffer[to], pairs: wd.RWBuffer[to]):
        i = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
        if i < len(x):
            out[i] = to(through(x[i]))
            pairs[i] = to2(through2(of2(x[i], x[i]))).y

    numbers = [number for number in LARGE if of is not f16 or number < 60000]
    x = np.array(numbers + ([-number for number in numbers] if through is i64 else []), of.numpy)
    out, pairs = np.zeros((2, len(x)), to.numpy)
    converted[converted.dispatch_size(len(x), device=device)](x, out, pairs, device=device)
    expected = x.astype(through.numpy).astype(to.numpy)
    assert np.array_equal(out, expected) and np.array_equal(pairs, expected)


@pytest.mark.parametrize("device", ["vulkan", "cpu"])
@pytest.mark.parametrize("of", [i64, u64], ids=str)
def test_components_of_64_bits_are_divided_by_their_own(of, device):
    vector = {i64: wd.int64_t2, u64: wd.uint64_t2}[of]

    @wd.kernel(num_waves=1)
    def divided(out: wd.RWBuffer[vector], flag: bool):
        divisor = wd.max(wd.select(flag, 0, vector(0, 3)), 1)
        out[0] = 3 // divisor
        out[1] = 5 % divisor

    for flag, expected in ((False, [[3, 1], [0, 2]]), (True, [[3, 3], [0, 0]])):
        out = np.zeros((2, 2), of.numpy)
        divided[1](out, flag, device=device)
        assert out.tolist() == expected


@pytest.mark.parametrize("device", ["vulkan", "cpu"])
def test_the_largest_number_changes_in_a_loop(device):
    @wd.kernel(num_waves=1)
    def alternating(out: wd.RWBuffer[wd.int2]):
        negated = 2147483647
        inverted = 2147483647
        for _ in range(wd.group_id().x):
            negated = -negated
            inverted = ~inverted
        out[wd.group_id().x] = wd.int2(negated, inverted)

    @wd.kernel(num_waves=1)
    def nested(out: wd.RWBuffer[wd.int2]):
        negated = 2147483647
        inverted = 2147483647
        for _ in range(1, 2):
            for _ in range(wd.group_id().x):
                negated = -negated
                inverted = ~inverted
        out[wd.group_id().x] = wd.int2(negated, inverted)

    most = 2147483647
    for kernel in (alternating, nested):
        out = np.zeros((4, 2), np.int32)
        kernel[4](out, device=device, opt_level=0)
        assert out.tolist() == [[most, most], [-most, -most - 1], [most, most], [-most, -most - 1]]
