"""Votes and ballots: predicates of any non-zero value, more than 32 lanes, and lanes that have no vote."""

from __future__ import annotations

import numpy as np
import pytest
from executors import prove

import wavedialect as wd
from wavedialect import u32

LAST_LANES = 5


def words(lanes) -> list[int]:
    """The four words that have these lanes' bits."""
    bits = sum(1 << int(lane) for lane in lanes)
    return [bits >> 32 * word & 0xFFFFFFFF for word in range(4)]


# A ballot has 128 bits at any wave size: llvm/offload-test-suite#711 (64 and 128 lanes), Genesis-Embodied-AI/quadrants
# #600 (a ballot of 32 bits on waves of 64 lanes).


@wd.kernel(num_waves=1)
def ballot_of_the_last_lanes(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    ballot = wd.wave_active_ballot(lane + LAST_LANES >= wd.wave_lane_count())
    if lane == 0:
        out[0] = ballot.x
        out[1] = ballot.y
        out[2] = ballot.z
        out[3] = ballot.w


@wd.kernel(num_waves=1)
def ballot_of_one_word(out: wd.RWBuffer[u32]):
    # `1 << lane` in 32 bits, all in the first word.
    lane = wd.wave_lane_index()
    bits = wd.wave_active_bit_or(wd.select(lane + LAST_LANES >= wd.wave_lane_count(), u32(1) << lane, u32(0)))
    if lane == 0:
        out[0] = bits
        out[1] = u32(0)
        out[2] = u32(0)
        out[3] = u32(0)


@wd.kernel(num_waves=1)
def ballot_that_repeats_its_word(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    ballot = wd.wave_active_ballot(lane + LAST_LANES >= wd.wave_lane_count())
    if lane == 0:
        bits = ballot.x | ballot.y | ballot.z | ballot.w
        out[0] = bits
        out[1] = bits
        out[2] = bits
        out[3] = bits


def test_a_ballot_has_a_bit_for_every_lane(executor):
    lanes = executor.wave_size
    expected = words(range(max(0, lanes - LAST_LANES), lanes))
    prove(executor, ballot_of_the_last_lanes, ballot_of_one_word, expected, can_fail=lanes > 32)


def test_upper_words_of_a_ballot_are_not_copies(executor):
    lanes = executor.wave_size
    expected = words(range(max(0, lanes - LAST_LANES), lanes))
    prove(executor, ballot_of_the_last_lanes, ballot_that_repeats_its_word, expected)


# How many lanes before this one said true, as the ballot says it: microsoft's page of the wave intrinsics computes it
# with `1 << lane` in 32 bits, and KhronosGroup/glslang#2929 counted the lane itself.


@wd.kernel(num_waves=1)
def prefix_of_the_vote(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    out[lane] = wd.wave_prefix_count_bits(lane % 3 != 1)


@wd.func
def count_of_ones(bits):
    count = u32(0)
    while bits != 0:
        bits = bits & (bits - 1)
        count += 1
    return count


@wd.kernel(num_waves=1)
def prefix_by_a_mask_of_32_bits(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    below = (u32(1) << lane) - 1
    out[lane] = count_of_ones(wd.wave_active_ballot(lane % 3 != 1).x & below)


@wd.kernel(num_waves=1)
def prefix_with_the_lane_itself(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    out[lane] = wd.wave_prefix_count_bits(lane % 3 != 1) + u32(lane % 3 != 1)


def test_a_prefix_of_votes_counts_lanes_beyond_32(executor):
    votes = np.arange(executor.wave_size) % 3 != 1
    expected = np.cumsum(votes) - votes
    can_fail = executor.wave_size > 32
    prove(executor, prefix_of_the_vote, prefix_by_a_mask_of_32_bits, expected, can_fail=can_fail)


def test_a_prefix_of_votes_leaves_the_lane_itself_out(executor):
    votes = np.arange(executor.wave_size) % 3 != 1
    prove(executor, prefix_of_the_vote, prefix_with_the_lane_itself, np.cumsum(votes) - votes)


# A predicate is true when it is not 0, whatever its lowest bit says: llvm/offload-test-suite#711 (int made i1 by
# truncation).


@wd.kernel(num_waves=1)
def ballot_of_numbers(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    said = wd.bool(values[lane])
    out[lane] = wd.wave_active_ballot(said).x + 1000 * wd.wave_active_count_bits(said)


@wd.kernel(num_waves=1)
def ballot_of_lowest_bits(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    said = values[lane] & 1 != 0
    out[lane] = wd.wave_active_ballot(said).x + 1000 * wd.wave_active_count_bits(said)


@wd.kernel(num_waves=1)
def ballot_of_lowest_bytes(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    said = values[lane] & 255 != 0
    out[lane] = wd.wave_active_ballot(said).x + 1000 * wd.wave_active_count_bits(said)


@wd.kernel(num_waves=1)
def ballot_of_bools(values: wd.Buffer[bool], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    said = values[lane]
    out[lane] = wd.wave_active_ballot(said).x + 1000 * wd.wave_active_count_bits(said)


@wd.kernel(num_waves=1)
def ballot_of_lowest_bits_of_bytes(values: wd.Buffer[wd.u8], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    said = values[lane] & 1 != 0
    out[lane] = wd.wave_active_ballot(said).x + 1000 * wd.wave_active_count_bits(said)


@pytest.mark.parametrize(
    ("kernel", "switched_off", "numbers"),
    [
        (ballot_of_numbers, ballot_of_lowest_bits, np.array([2, 0, 256, 4, 0x80000000, 1], np.uint32)),
        (ballot_of_numbers, ballot_of_lowest_bytes, np.array([2, 0, 256, 4, 0x80000000, 1], np.uint32)),
        (ballot_of_bools, ballot_of_lowest_bits_of_bytes, np.array([2, 0, 128, 4, 255, 1], np.uint8)),
    ],
    ids=lambda one: getattr(one, "name", ""),
)
def test_any_number_but_0_is_true(executor, kernel, switched_off, numbers):
    values = np.resize(numbers, executor.wave_size)
    said = words(np.flatnonzero(values))[0] + 1000 * np.count_nonzero(values)
    prove(executor, kernel, switched_off, np.full(executor.wave_size, said & 0xFFFFFFFF), values)


# Lanes that are not active have no vote and are not compared: llvm/offload-test-suite#1045.


@wd.kernel(num_waves=1)
def votes_without_lane_0(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    if lane != 0:
        equal = wd.wave_active_all_equal(values[lane])
        every = wd.wave_active_all_true(values[lane] == 7)
        some = wd.wave_active_any_true(values[lane] == 8)
        out[lane] = u32(equal) + 2 * u32(every) + 4 * u32(some)


@wd.kernel(num_waves=1)
def votes_of_all_lanes(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    equal = wd.wave_active_all_equal(values[lane])
    every = wd.wave_active_all_true(values[lane] == 7)
    some = wd.wave_active_any_true(values[lane] == 8)
    if lane != 0:
        out[lane] = u32(equal) + 2 * u32(every) + 4 * u32(some)


def test_inactive_lanes_have_no_vote(executor):
    values = np.full(executor.wave_size, 7, np.uint32)
    values[0] = 8
    expected = np.full(executor.wave_size, 3)
    expected[0] = 99
    prove(executor, votes_without_lane_0, votes_of_all_lanes, expected, values)


# All equal is not "equal to the first lane", asked by the first lane alone, and not "equal to a neighbor".


@wd.kernel(num_waves=1)
def equal_in_all(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    out[lane] = u32(wd.wave_active_all_equal(values[lane]))


@wd.kernel(num_waves=1)
def equal_to_the_first_lane(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    out[lane] = u32(values[lane] == wd.wave_read_lane_first(values[lane]))


def test_one_different_lane_makes_all_unequal(executor):
    for different in (0, executor.wave_size // 2, executor.wave_size - 1):
        values = np.full(executor.wave_size, 0x80000001, np.uint32)
        values[different] = 1
        prove(executor, equal_in_all, equal_to_the_first_lane, np.zeros(executor.wave_size), values)
