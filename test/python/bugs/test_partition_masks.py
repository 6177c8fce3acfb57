"""Lanes with equal values: `wave_match`, and prefixes within such parts of a wave."""

from __future__ import annotations

import numpy as np
import pytest
from executors import UNTOUCHED, OnInterpreter, prove

import wavedialect as wd
from wavedialect import f32, u32

EVERYONE = True


def keys_for(lanes: int, seed: int) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 3, lanes, dtype=np.uint32)


def words_of(members) -> list[int]:
    bits = sum(1 << int(lane) for lane in members)
    return [bits >> 32 * word & 0xFFFFFFFF for word in range(4)]


# A mask has 128 bits: none from the lane count on, none of inactive lanes, and no word twice. shader-slang/slang#4097
# (the first word in all four), HansKristian-Work/vkd3d-proton#1645 (a driver's own instruction hangs).


@wd.kernel(num_waves=1)
def match_in_a_branch(keys: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    if lane % 5 != 0:
        mask = wd.wave_match(keys[lane])
        out[lane * 4] = mask.x
        out[lane * 4 + 1] = mask.y
        out[lane * 4 + 2] = mask.z
        out[lane * 4 + 3] = mask.w


@wd.kernel(num_waves=1)
def match_that_repeats_its_word(keys: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    if lane % 5 != 0:
        mask = wd.wave_match(keys[lane])
        for word in range(u32(4)):
            out[lane * 4 + word] = mask.x


@wd.kernel(num_waves=1)
def match_of_inactive_lanes(keys: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    mask = wd.wave_match(keys[lane])
    if lane % 5 != 0:
        out[lane * 4] = mask.x
        out[lane * 4 + 1] = mask.y
        out[lane * 4 + 2] = mask.z
        out[lane * 4 + 3] = mask.w


@wd.kernel(num_waves=1)
def match_with_the_first_lane_only(keys: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    # One turn of the loop that makes the masks.
    lane = wd.wave_lane_index()
    if lane % 5 != 0:
        mask = wd.wave_active_ballot(keys[lane] == wd.wave_read_lane_first(keys[lane]))
        out[lane * 4] = mask.x
        out[lane * 4 + 1] = mask.y
        out[lane * 4 + 2] = mask.z
        out[lane * 4 + 3] = mask.w


@pytest.mark.parametrize(
    "switched_off",
    [match_that_repeats_its_word, match_of_inactive_lanes, match_with_the_first_lane_only],
    ids=lambda kernel: kernel.name,
)
def test_a_match_has_only_bits_of_active_lanes(executor, switched_off):
    lanes = executor.wave_size
    keys = keys_for(lanes, 4097)
    keys[[0, 1, 2]] = 1, 1, 2
    expected = np.full((lanes, 4), UNTOUCHED)
    active = [lane for lane in range(lanes) if lane % 5 != 0]
    for lane in active:
        expected[lane] = words_of(other for other in active if keys[other] == keys[lane])
    prove(executor, match_in_a_branch, switched_off, expected.ravel(), keys)


# A NaN is equal to nothing, itself included, and -0 is equal to 0. A loop that takes those lanes out that are equal to
# the first one never ends on a NaN, unless the first lane itself goes in every turn.


@wd.kernel(num_waves=1)
def match_of_floats(values: wd.Buffer[f32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    out[lane] = wd.wave_match(values[lane]).x


@wd.kernel(num_waves=1)
def match_of_bits(values: wd.Buffer[f32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    out[lane] = wd.wave_match(wd.asuint(values[lane])).x


def test_a_nan_matches_only_its_own_lane(executor):
    lanes = executor.wave_size
    values = np.resize(np.array([np.nan, 0.0, -0.0, np.nan, 2.0], np.float32), lanes)
    expected = [
        words_of([lane] if np.isnan(values[lane]) else np.flatnonzero(values == values[lane]))[0]
        for lane in range(lanes)
    ]
    prove(executor, match_of_floats, match_of_bits, expected, values)


def make_waterfall(removes_the_leader):
    @wd.kernel(num_waves=1)
    def waterfall(values: wd.Buffer[f32], out: wd.RWBuffer[u32]):
        # In which turn each lane has been served; with a bound, so that what never ends can be seen.
        value = values[wd.wave_lane_index()]
        turns = u32(0)
        served = u32(0)
        while served == 0 and turns < 200:
            turns += 1
            mine = value == wd.wave_read_lane_first(value)
            if wd.static(removes_the_leader):
                mine = wd.wave_is_first_lane() or mine
            if mine:
                served = turns
        out[wd.wave_lane_index()] = served

    return waterfall


waterfall_without_the_leader = make_waterfall(True)
waterfall_that_keeps_the_leader = make_waterfall(False)


def test_each_turn_of_a_waterfall_removes_its_leader(executor):
    values = np.resize(np.array([1.0, np.nan, 1.0, 3.0], np.float32), executor.wave_size)
    expected, turn, left = np.zeros(executor.wave_size), 0, list(range(executor.wave_size))
    while left:
        turn += 1
        taken = [lane for lane in left if lane == left[0] or values[lane] == values[left[0]]]
        expected[taken] = turn
        left = [lane for lane in left if lane not in taken]
    prove(executor, waterfall_without_the_leader, waterfall_that_keeps_the_leader, expected, values)


# Prefixes within the parts: exclusive, over the active lanes of the part. SPV_NV_shader_subgroup_partitioned,
# microsoft/DirectXShaderCompiler#6600 and #6608 (not made for SPIR-V), llvm/offload-test-suite
# WavePrefixSum.convergence.


@wd.kernel(num_waves=1)
def prefixes_of_parts(keys: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    if lane % 4 != 0:
        mask = wd.wave_match(keys[lane])
        base = lane * 3
        out[base] = wd.wave_multi_prefix_sum(lane + 1, mask)
        out[base + 1] = wd.wave_multi_prefix_product(lane + 1, mask)
        out[base + 2] = wd.wave_multi_prefix_count_bits(lane % 2 == 1, mask)


@wd.kernel(num_waves=1)
def prefixes_of_parts_of_the_whole_wave(keys: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    # The masks name inactive lanes, which count for nothing.
    lane = wd.wave_lane_index()
    mask = wd.wave_match(keys[lane])
    if lane % 4 != 0:
        base = lane * 3
        out[base] = wd.wave_multi_prefix_sum(lane + 1, mask)
        out[base + 1] = wd.wave_multi_prefix_product(lane + 1, mask)
        out[base + 2] = wd.wave_multi_prefix_count_bits(lane % 2 == 1, mask)


@wd.kernel(num_waves=1)
def prefixes_of_all(keys: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    if lane % 4 != 0:
        base = lane * 3
        out[base] = wd.wave_prefix_sum(lane + 1)
        out[base + 1] = wd.wave_prefix_product(lane + 1)
        out[base + 2] = wd.wave_prefix_count_bits(lane % 2 == 1)


@wd.kernel(num_waves=1)
def prefixes_of_parts_with_the_lane_itself(keys: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    if lane % 4 != 0:
        mask = wd.wave_match(keys[lane])
        base = lane * 3
        out[base] = wd.wave_multi_prefix_sum(lane + 1, mask) + lane + 1
        out[base + 1] = wd.wave_multi_prefix_product(lane + 1, mask) * (lane + 1)
        out[base + 2] = wd.wave_multi_prefix_count_bits(lane % 2 == 1, mask) + u32(lane % 2 == 1)


@wd.kernel(num_waves=1)
def prefixes_of_parts_and_inactive_lanes(keys: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    mask = wd.wave_match(keys[lane])
    total = wd.wave_multi_prefix_sum(lane + 1, mask)
    product = wd.wave_multi_prefix_product(lane + 1, mask)
    count = wd.wave_multi_prefix_count_bits(lane % 2 == 1, mask)
    if lane % 4 != 0:
        base = lane * 3
        out[base] = total
        out[base + 1] = product
        out[base + 2] = count


@pytest.mark.parametrize(
    "switched_off",
    [prefixes_of_all, prefixes_of_parts_with_the_lane_itself, prefixes_of_parts_and_inactive_lanes],
    ids=lambda kernel: kernel.name,
)
def test_prefixes_within_parts(executor, switched_off):
    lanes = executor.wave_size
    keys = keys_for(lanes, 6600)
    keys[:4] = 1, 1, 0, 1
    expected = np.full((lanes, 3), UNTOUCHED, np.uint32)
    running: dict[int, list[int]] = {}
    for lane in range(lanes):
        if lane % 4 != 0:
            total, product, count = running.setdefault(int(keys[lane]), [0, 1, 0])
            expected[lane] = total, product, count
            running[int(keys[lane])] = [total + lane + 1, product * (lane + 1) & 0xFFFFFFFF, count + lane % 2]
    prove(executor, prefixes_of_parts, switched_off, expected.ravel(), keys)
    prove(executor, prefixes_of_parts_of_the_whole_wave, switched_off, expected.ravel(), keys)


# Masks that no match gives are undefined, and found: SPV_NV_shader_subgroup_partitioned asks for a partition.


@wd.kernel(num_waves=1)
def prefix_with_masks_of_a_buffer(masks: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    out[lane] = wd.wave_multi_prefix_sum(u32(1), wd.uint4(masks[lane], u32(0), u32(0), u32(0)))


@pytest.mark.parametrize(
    "masks",
    [
        [0b0010, 0b0010, 0b1100, 0b1100],
        [0b0000, 0b0010, 0b1100, 0b1100],
        [0b0011, 0b0010, 0b1100, 0b1100],
        [0b0111, 0b0111, 0b1100, 0b1000],
    ],
    ids=["without the lane itself", "empty", "not the same for its lanes", "overlapping"],
)
def test_masks_that_are_no_partition_are_found(masks):
    executor = OnInterpreter(4)
    valid = np.array([0b0011, 0b0011, 0b0100, 0b1000], np.uint32)
    out = np.zeros(4, np.uint32)
    assert executor.run(prefix_with_masks_of_a_buffer, 1, [valid, out])[-1].tolist() == [0, 1, 0, 0]
    with pytest.raises(wd.ExecutionError, match=r"\[partition-mask\]"):
        executor.run(prefix_with_masks_of_a_buffer, 1, [np.array(masks, np.uint32), out])
