"""The model of the wave intrinsics against the tables of HLSL's document, and against cases worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest
from wave_matrix import lane_oracle as oracle
from wave_matrix.expected import ANY, NAN

INACTIVE = (0, 4)
"""Of eight lanes, in both tables of the document."""


def wave(values, dtype=np.uint32):
    """One wave of scalars."""
    return np.array(values, dtype)[None, :, None]


def lanes_but(*inactive, lanes=8):
    active = np.ones((1, lanes), bool)
    active[0, list(inactive)] = False
    return active


def of_active(expected, active):
    """The results of the active lanes of one wave of scalars, as Python's values."""
    assert not oracle.is_open(expected)[active].any()
    return expected.values[..., 0][active].tolist()


# The two tables: lanes 0 and 4 of 8 are inactive, and every lane has 2.


@pytest.mark.parametrize("dtype", [np.int16, np.uint32, np.uint64, np.float16, np.float32, np.float64])
def test_the_table_of_prefix_products(dtype):
    active = lanes_but(*INACTIVE)
    assert of_active(oracle.prefix(active, wave([2] * 8, dtype), "mul"), active) == [1, 2, 4, 8, 16, 32]


@pytest.mark.parametrize("dtype", [np.int16, np.uint32, np.uint64, np.float16, np.float32, np.float64])
def test_the_table_of_prefix_sums(dtype):
    active = lanes_but(*INACTIVE)
    assert of_active(oracle.prefix(active, wave([2] * 8, dtype), "add"), active) == [0, 2, 4, 6, 8, 10]


# Inactive lanes.


def test_inactive_lanes_take_no_part_in_reductions():
    active = lanes_but(*INACTIVE)
    values = wave([100, 1, 2, 3, -100, 4, 5, 6], np.int32)
    for kind, result in {"add": 21, "mul": 720, "min": 1, "max": 6, "and": 0, "or": 7, "xor": 7}.items():
        assert set(of_active(oracle.reduce(active, values, kind), active)) == {result}, kind


def test_inactive_lanes_have_no_vote():
    active = lanes_but(*INACTIVE)
    no = wave([1, 0, 0, 0, 1, 0, 0, 0])
    yes = wave([0, 2, 4, 256, 0, 1, 1, 0x80000000])
    assert not any(of_active(oracle.any_true(active, no), active))
    assert all(of_active(oracle.all_true(active, yes), active))
    assert of_active(oracle.count_bits(active, yes), active) == [6] * 6
    assert of_active(oracle.prefix_count_bits(active, yes), active) == [0, 1, 2, 3, 4, 5]
    assert oracle.ballot(active, yes).values[0, 1].tolist() == [0b11101110, 0, 0, 0]
    assert of_active(oracle.all_equal(active, wave([1, 7, 7, 7, 2, 7, 7, 7])), active) == [1] * 6


def test_the_first_lane_is_the_active_one_with_the_smallest_index():
    active = lanes_but(0, 1, 4)
    assert of_active(oracle.is_first_lane(active), active) == [1, 0, 0, 0, 0]
    assert of_active(oracle.read_first_lane(active, wave(range(10, 18))), active) == [12] * 5


def test_lane_numbers_do_not_depend_on_active_lanes():
    active = lanes_but(*INACTIVE)
    assert of_active(oracle.lane_index(active), active) == [1, 2, 3, 5, 6, 7]
    assert of_active(oracle.lane_count(active), active) == [8] * 6


# More than 32 lanes.


@pytest.mark.parametrize("lanes", [4, 32, 64, 128])
def test_ballots_fill_as_many_words_as_there_are_lanes(lanes):
    active = lanes_but(0, lanes=lanes)
    words = oracle.ballot(active, wave([1] * lanes)).values[0, 1].tolist()
    assert sum(word << (32 * place) for place, word in enumerate(words)) == (1 << lanes) - 2
    assert (oracle.lanes_of(np.array(words, np.uint32), lanes) == active[0]).all()


def test_counts_beyond_the_first_word():
    active = lanes_but(lanes=128)
    assert oracle.prefix_count_bits(active, wave([1] * 128)).values[0, 127, 0] == 127


# Integers.


def test_sign_decides_min_and_max():
    active = lanes_but()
    bits = [-1, 1, 5, 7, 9, 11, 13, 15]
    signed = wave(bits, np.int16)
    unsigned = signed.view(np.uint16)
    assert oracle.reduce(active, signed, "min").values[0, 0, 0] == -1
    assert oracle.reduce(active, signed, "max").values[0, 0, 0] == 15
    assert oracle.reduce(active, unsigned, "min").values[0, 0, 0] == 1
    assert oracle.reduce(active, unsigned, "max").values[0, 0, 0] == 0xFFFF


@pytest.mark.parametrize("dtype", [np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64])
def test_integers_wrap(dtype):
    active = lanes_but(lanes=4)
    highest = np.iinfo(dtype).max
    lowest = np.iinfo(dtype).min
    assert oracle.reduce(active, wave([highest, 1, 0, 0], dtype), "add").values[0, 0, 0] == lowest
    doubled = oracle.prefix(active, wave([highest, 2, 1, 1], dtype), "mul").values[0, 2, 0]
    assert doubled == (highest * 2) % (1 << np.iinfo(dtype).bits) - (0 if lowest == 0 else 1 << np.iinfo(dtype).bits)


def test_bit_identity_of_the_first_lane_is_all_ones_for_and():
    active = lanes_but(lanes=4)
    assert of_active(oracle.prefix(active, wave([6, 5, 4, 3], np.uint16), "and"), active) == [0xFFFF, 6, 4, 4]
    assert of_active(oracle.prefix(active, wave([6, 5, 4, 3], np.int64), "and"), active) == [-1, 6, 4, 4]


# Floats.


def test_min_and_max_ignore_a_nan():
    active = lanes_but(lanes=4)
    values = wave([np.nan, -np.inf, 3, np.inf], np.float32)
    assert of_active(oracle.reduce(active, values, "min"), active) == [-np.inf] * 4
    assert of_active(oracle.reduce(active, values, "max"), active) == [np.inf] * 4
    assert oracle.is_open(oracle.reduce(active, wave([np.nan] * 4, np.float32), "max")).all()
    assert not oracle.is_open(oracle.reduce(active, wave([-np.inf] * 4, np.float32), "max")).any()


def test_nan_and_infinities_in_sums():
    active = lanes_but(lanes=4)
    one_nan = oracle.reduce(active, wave([1, np.nan, 2, 3], np.float32), "add")
    assert np.isnan(one_nan.values).all() and (one_nan.flags & NAN).all()
    both = oracle.reduce(active, wave([1, np.inf, -np.inf, 3], np.float32), "add")
    assert np.isnan(both.values).all()
    one = oracle.reduce(active, wave([1, np.inf, 5, 3], np.float32), "add")
    assert np.isinf(one.values).all() and one.matches(one.values).all()
    assert not one.matches(-one.values).any()


def test_only_sums_of_fractions_have_a_tolerance():
    active = lanes_but()
    assert not oracle.reduce(active, wave(range(8), np.float16), "add").tolerance.any()
    thirds = wave(np.arange(8) / 3, np.float32)
    result = oracle.reduce(active, thirds, "add")
    assert 0 < result.tolerance[0, 0, 0] < 1e-5
    backwards = np.float32(0)
    for value in thirds[0, ::-1, 0]:
        backwards += value
    assert result.matches(np.full_like(result.values, backwards)).all()
    assert not result.matches(result.values + np.float32(1e-4)).any()


def test_a_sum_that_may_overflow_on_the_way_is_open():
    active = lanes_but(lanes=4)
    assert oracle.is_open(oracle.reduce(active, wave([60000, 60000, -60000, -60000], np.float16), "add")).all()


def test_a_product_of_powers_of_two_is_exact():
    active = lanes_but()
    result = oracle.reduce(active, wave([0.5, 2, 4, -0.25, 8, 1, 1, 1], np.float16), "mul")
    assert of_active(result, active) == [-8] * 8 and not result.tolerance.any()
    assert oracle.reduce(active, wave([1.1] * 8, np.float32), "mul").tolerance.all()


def test_equal_is_by_value():
    active = lanes_but(lanes=4)
    assert of_active(oracle.all_equal(active, wave([0.0, -0.0, 0, 0], np.float32)), active) == [1] * 4
    assert of_active(oracle.all_equal(active, wave([np.nan] * 4, np.float32)), active) == [0] * 4


def test_all_equal_answers_for_each_component():
    active = lanes_but(0)
    values = np.zeros((1, 8, 3), np.int32)
    values[0, 0] = 9  # Inactive: it must not be seen.
    values[0, 5, 1] = 1
    assert oracle.all_equal(active, values).values[0, 3].tolist() == [1, 0, 1]


# Match and partitions.


def test_match():
    active = lanes_but(*INACTIVE)
    words = oracle.match(active, wave([5, 5, 6, 5, 6, 6, 7, 5])).values
    assert words[0, [1, 2, 6], 0].tolist() == [0b10001010, 0b00100100, 0b01000000]
    assert not words[..., 1:].any()


def test_match_of_floats_and_vectors():
    active = lanes_but(lanes=4)
    zeros = oracle.match(active, wave([0.0, -0.0, np.nan, np.nan], np.float32)).values[0, :, 0]
    assert zeros.tolist() == [0b0011, 0b0011, 0b0100, 0b1000]
    pairs = np.array([[[1, 2], [1, 3], [1, 2], [2, 2]]], np.int32)
    assert oracle.match(active, pairs).values[0, :, 0].tolist() == [0b0101, 0b0010, 0b0101, 0b1000]


def test_multi_prefix():
    active = lanes_but(*INACTIVE)
    keys = wave([5, 5, 6, 5, 6, 6, 7, 5])
    partition = oracle.equal_lanes(active, keys)
    values = wave([1, 2, 3, 4, 5, 6, 7, 8])
    assert of_active(oracle.multi_prefix(active, values, partition, "add"), active) == [0, 0, 2, 3, 0, 6]
    assert of_active(oracle.multi_prefix(active, values, partition, "mul"), active) == [1, 1, 2, 3, 1, 8]
    assert of_active(oracle.multi_prefix(active, values, partition, "xor"), active) == [0, 0, 2, 3, 0, 6]
    assert of_active(oracle.multi_prefix_count_bits(active, values, partition), active) == [0, 0, 1, 1, 0, 2]


# Reads and quads.


def test_read_lane():
    active = lanes_but(*INACTIVE)
    result = oracle.read_lane(active, wave(range(10, 18)), wave([0, 7, 6, 5, 0, 3, 2, 1]))
    assert of_active(result, active) == [17, 16, 15, 13, 12, 11]
    undefined = oracle.read_lane(active, wave(range(8)), wave([0, 4, 8, 0xFFFFFFFF, 0, 1, 1, 1]))
    assert oracle.is_open(undefined)[0, 1:4, 0].tolist() == [True, True, True]


def test_quads_are_four_consecutive_lanes():
    active = lanes_but()
    values = wave(range(10, 18))
    assert of_active(oracle.quad_read_across(active, values, "x"), active) == [11, 10, 13, 12, 15, 14, 17, 16]
    assert of_active(oracle.quad_read_across(active, values, "y"), active) == [12, 13, 10, 11, 16, 17, 14, 15]
    assert of_active(oracle.quad_read_across(active, values, "diagonal"), active) == [13, 12, 11, 10, 17, 16, 15, 14]
    chosen = wave([3, 2, 1, 0, 0, 0, 1, 3])
    assert of_active(oracle.quad_read_lane(active, values, chosen), active) == [13, 12, 11, 10, 14, 14, 15, 17]
    predicate = wave([0, 0, 256, 0, 1, 2, 4, 8])
    assert of_active(oracle.quad_any(active, predicate), active) == [1] * 8
    assert of_active(oracle.quad_all(active, predicate), active) == [0] * 4 + [1] * 4


def test_derivatives():
    active = lanes_but(lanes=4)
    values = wave([1, 4, 9, 30], np.float32)
    assert of_active(oracle.derivative(active, values, "x", fine=False), active) == [3] * 4
    assert of_active(oracle.derivative(active, values, "x", fine=True), active) == [3, 3, 21, 21]
    assert of_active(oracle.derivative(active, values, "y", fine=False), active) == [8] * 4
    assert of_active(oracle.derivative(active, values, "y", fine=True), active) == [8, 26, 8, 26]


def test_an_open_result_is_marked():
    assert oracle.is_open(oracle.reduce(lanes_but(), wave([np.nan] * 8, np.float64), "min")).all()
    assert ANY != NAN
