"""Prefixes: exclusive, with the operation's own identity, over the active lanes alone."""

from __future__ import annotations

import numpy as np
import pytest
from executors import UNTOUCHED, prove

import wavedialect as wd
from wavedialect import f32, u32

EVERYONE = True
INACTIVE = (0, 4)


def without_the_inactive(lanes, values_of_active) -> np.ndarray:
    """What lanes other than 0 and 4 get, in order; the others write nothing."""
    expected = np.full(lanes, UNTOUCHED)
    active = [lane for lane in range(lanes) if lane not in INACTIVE]
    expected[active] = [value & 0xFFFFFFFF for value in values_of_active(len(active))]
    return expected.astype(np.uint32)


# The two tables of microsoft's page on the wave intrinsics, with lanes 0 and 4 inactive, at any wave size. Prefixes are
# exclusive and the first active lane has the identity: KhronosGroup/glslang#2929, llvm/offload-test-suite
# WavePrefixSum.convergence.


@wd.kernel(num_waves=1)
def prefix_product(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    if lane != 0 and lane != 4:
        out[lane] = wd.wave_prefix_product(u32(2))


@wd.kernel(num_waves=1)
def prefix_product_with_the_lane_itself(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    if lane != 0 and lane != 4:
        out[lane] = wd.wave_prefix_product(u32(2)) * 2


@wd.kernel(num_waves=1)
def prefix_product_by_lane_number(out: wd.RWBuffer[u32]):
    # As if all lanes were active.
    lane = wd.wave_lane_index()
    product = wd.wave_prefix_product(u32(2))
    if lane != 0 and lane != 4:
        out[lane] = product


@wd.kernel(num_waves=1)
def prefix_product_that_begins_with_0(out: wd.RWBuffer[u32]):
    # The identity of the sum.
    lane = wd.wave_lane_index()
    if lane != 0 and lane != 4:
        out[lane] = wd.select(wd.wave_is_first_lane(), u32(0), wd.wave_prefix_product(u32(2)))


@pytest.mark.parametrize(
    "switched_off",
    [prefix_product_with_the_lane_itself, prefix_product_by_lane_number, prefix_product_that_begins_with_0],
    ids=lambda kernel: kernel.name,
)
def test_prefix_product_is_exclusive_over_active_lanes(executor, switched_off):
    expected = without_the_inactive(executor.wave_size, lambda count: [2**place for place in range(count)])
    prove(executor, prefix_product, switched_off, expected)


@wd.kernel(num_waves=1)
def prefix_sum(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    if lane != 0 and lane != 4:
        out[lane] = wd.wave_prefix_sum(u32(2))


@wd.kernel(num_waves=1)
def prefix_sum_with_the_lane_itself(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    if lane != 0 and lane != 4:
        out[lane] = wd.wave_prefix_sum(u32(2)) + 2


@wd.kernel(num_waves=1)
def prefix_sum_by_lane_number(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    if lane != 0 and lane != 4:
        out[lane] = lane * 2


@wd.kernel(num_waves=1)
def prefix_sum_that_begins_with_1(out: wd.RWBuffer[u32]):
    # The identity of the product.
    lane = wd.wave_lane_index()
    if lane != 0 and lane != 4:
        out[lane] = wd.wave_prefix_sum(u32(2)) + 1


@pytest.mark.parametrize(
    "switched_off",
    [prefix_sum_with_the_lane_itself, prefix_sum_by_lane_number, prefix_sum_that_begins_with_1],
    ids=lambda kernel: kernel.name,
)
def test_prefix_sum_is_exclusive_over_active_lanes(executor, switched_off):
    expected = without_the_inactive(executor.wave_size, lambda count: [2 * place for place in range(count)])
    prove(executor, prefix_sum, switched_off, expected)


@wd.kernel(num_waves=1)
def prefix_count(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    if lane != 0 and lane != 4:
        out[lane] = wd.wave_prefix_count_bits(EVERYONE)


@wd.kernel(num_waves=1)
def prefix_count_off_by_one(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    if lane != 0 and lane != 4:
        out[lane] = wd.wave_prefix_count_bits(EVERYONE) + 1


@wd.kernel(num_waves=1)
def prefix_count_by_lane_number(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    if lane != 0 and lane != 4:
        out[lane] = lane


@pytest.mark.parametrize(
    "switched_off", [prefix_count_off_by_one, prefix_count_by_lane_number], ids=lambda kernel: kernel.name
)
def test_prefix_count_is_exclusive_over_active_lanes(executor, switched_off):
    expected = without_the_inactive(executor.wave_size, range)
    prove(executor, prefix_count, switched_off, expected)


# Every second lane, with values that differ: llvm/offload-test-suite WavePrefixSum.convergence and #961, #1083, #1084
# (drivers and compilers that get prefixes in divergent flow wrong).


@wd.kernel(num_waves=1)
def prefixes_of_every_second_lane(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    value = lane + 10
    result = u32(0)
    if lane % 2 == 0:
        result = wd.wave_prefix_sum(value)
    else:
        result = wd.wave_prefix_product(value) * 1000 + wd.wave_prefix_count_bits(lane % 4 == 1)
    out[lane] = result


@wd.kernel(num_waves=1)
def prefixes_of_all_lanes(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    value = lane + 10
    total = wd.wave_prefix_sum(value)
    product = wd.wave_prefix_product(value) * 1000 + wd.wave_prefix_count_bits(lane % 4 == 1)
    out[lane] = wd.select(lane % 2 == 0, total, product)


def test_prefixes_are_taken_over_the_lanes_of_their_side(executor):
    expected = []
    total, product, count = 0, 1, 0
    for lane in range(executor.wave_size):
        if lane % 2 == 0:
            expected.append(total)
            total += lane + 10
        else:
            expected.append((product * 1000 + count) & 0xFFFFFFFF)
            product, count = product * (lane + 10), count + (lane % 4 == 1)
    prove(executor, prefixes_of_every_second_lane, prefixes_of_all_lanes, np.array(expected, np.uint32))


# A float prefix begins with +0 and 1; what inactive lanes hold, NaN among it, does not come in.


@wd.kernel(num_waves=1)
def float_prefix_beside_nan(values: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    lane = wd.wave_lane_index()
    value = values[lane]
    if value == value:
        out[lane] = wd.wave_prefix_sum(value) + 1000.0 * wd.wave_prefix_product(value)


@wd.kernel(num_waves=1)
def float_prefix_over_nan(values: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    lane = wd.wave_lane_index()
    value = values[lane]
    result = wd.wave_prefix_sum(value) + 1000.0 * wd.wave_prefix_product(value)
    if value == value:
        out[lane] = result


def test_nan_in_an_inactive_lane_does_not_come_in(executor):
    values = np.resize(np.array([np.nan, 1, -1, np.nan], np.float32), executor.wave_size)
    values[-1] = 1
    expected, total, product = np.full_like(values, UNTOUCHED), 0.0, 1.0
    for lane, value in enumerate(values.tolist()):
        if value == value:
            expected[lane] = total + 1000 * product
            total, product = total + value, product * value
    prove(executor, float_prefix_beside_nan, float_prefix_over_nan, expected, values, dtype=np.float32)
