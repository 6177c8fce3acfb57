"""Operations across lanes beside and inside conditions: each sees the lanes that come to where it stands."""

from __future__ import annotations

import numpy as np
import pytest
from executors import prove

import wavedialect as wd
from wavedialect import u32

EVERYONE = True


# Used in a branch only, computed by all lanes before it: not sunk. Release notes of microsoft/DirectXShaderCompiler
# #8001 and #5744 (convergent operations and derivatives were sunk and hoisted).


@wd.kernel(num_waves=1)
def sum_before_the_branch(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    total = wd.wave_active_sum(lane)
    if lane % 2 == 1:
        out[lane] = total


@wd.kernel(num_waves=1)
def sum_sunk_into_the_branch(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    if lane % 2 == 1:
        total = wd.wave_active_sum(lane)
        out[lane] = total


def test_an_operation_is_not_sunk_into_its_only_use(executor):
    lane = np.arange(executor.wave_size)
    expected = np.where(lane % 2 == 1, lane.sum(), 99)
    prove(executor, sum_before_the_branch, sum_sunk_into_the_branch, expected)


@wd.kernel(num_waves=1)
def prefix_in_the_branch(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    place = u32(99)
    if lane % 2 == 1:
        place = wd.wave_prefix_count_bits(EVERYONE)
    out[lane] = place


@wd.kernel(num_waves=1)
def prefix_hoisted_out_of_the_branch(out: wd.RWBuffer[u32]):
    # What a compiler makes of it that takes the branch for a selection.
    lane = wd.wave_lane_index()
    out[lane] = wd.select(lane % 2 == 1, wd.wave_prefix_count_bits(EVERYONE), u32(99))


def test_an_operation_is_not_hoisted_out_of_its_branch(executor):
    lane = np.arange(executor.wave_size)
    expected = np.where(lane % 2 == 1, lane // 2, 99)
    prove(executor, prefix_in_the_branch, prefix_hoisted_out_of_the_branch, expected)


# The same operation on both sides is two: tests ShaderOpArithTable.xml of microsoft/DirectXShaderCompiler have it in
# both branches on purpose.


@wd.kernel(num_waves=1)
def sum_on_both_sides(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    total = u32(0)
    if lane < 3:
        total = wd.wave_active_sum(lane)
    else:
        total = wd.wave_active_sum(lane)
    out[lane] = total


@wd.kernel(num_waves=1)
def sides_merged(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    out[lane] = wd.wave_active_sum(lane)


def test_the_same_operation_on_both_sides_is_two(executor):
    lane = np.arange(executor.wave_size)
    expected = np.where(lane < 3, 3, lane[3:].sum())
    prove(executor, sum_on_both_sides, sides_merged, expected)


# Before a condition and inside of it: the first result is not reused. The same reports.


@wd.kernel(num_waves=1)
def first_lane_before_and_inside(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    before = wd.wave_read_lane_first(lane)
    if lane != 0:
        out[lane] = wd.wave_read_lane_first(lane) * 10 + before
    else:
        out[lane] = before


@wd.kernel(num_waves=1)
def first_lane_reused(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    before = wd.wave_read_lane_first(lane)
    if lane != 0:
        out[lane] = before * 10 + before
    else:
        out[lane] = before


def test_a_result_from_before_a_condition_is_not_reused_inside(executor):
    expected = np.where(np.arange(executor.wave_size) != 0, 10, 0)
    prove(executor, first_lane_before_and_inside, first_lane_reused, expected)


# A tail that cases share is one place, where the lanes of both are together: shader-slang/slang
# docs/user-guide/a2-03-wgsl-target-specific.md (fall-through duplicated) and tests/hlsl-intrinsic/active-mask/switch-*.
# Python has no switch here, so that chains of conditions stand for it.


@wd.kernel(num_waves=1)
def fall_through(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    case = lane % 4
    extra = u32(0)
    count = u32(0)
    if case == 0:
        extra = 100 * wd.wave_active_count_bits(EVERYONE)
    if case == 0 or case == 1:
        count = wd.wave_active_count_bits(EVERYONE)
    elif case == 2:
        count = 10 * wd.wave_active_count_bits(EVERYONE)
    out[lane] = extra * 100 + count


@wd.kernel(num_waves=1)
def tail_copied_into_each_case(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    case = lane % 4
    extra = u32(0)
    count = u32(0)
    if case == 0:
        extra = 100 * wd.wave_active_count_bits(EVERYONE)
        count = wd.wave_active_count_bits(EVERYONE)
    elif case == 1:
        count = wd.wave_active_count_bits(EVERYONE)
    elif case == 2:
        count = 10 * wd.wave_active_count_bits(EVERYONE)
    out[lane] = extra * 100 + count


def test_a_shared_tail_has_the_lanes_of_all_its_cases(executor):
    quarter = executor.wave_size // 4
    expected = np.tile([quarter * 10000 + 2 * quarter, 2 * quarter, 10 * quarter, 0], quarter)
    prove(executor, fall_through, tail_copied_into_each_case, expected)


@wd.kernel(num_waves=1)
def no_default(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    count = u32(0)
    if lane % 4 == 1:
        count = 10 * wd.wave_active_count_bits(EVERYONE)
    elif lane % 4 == 2:
        count = 100 * wd.wave_active_count_bits(EVERYONE)
    out[lane] = count + wd.wave_active_count_bits(EVERYONE)


@wd.kernel(num_waves=1)
def code_behind_copied_into_each_case(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    if lane % 4 == 1:
        out[lane] = 10 * wd.wave_active_count_bits(EVERYONE) + wd.wave_active_count_bits(EVERYONE)
    elif lane % 4 == 2:
        out[lane] = 100 * wd.wave_active_count_bits(EVERYONE) + wd.wave_active_count_bits(EVERYONE)
    else:
        out[lane] = wd.wave_active_count_bits(EVERYONE)


def test_cases_come_together_with_the_lanes_of_no_case(executor):
    quarter = executor.wave_size // 4
    expected = np.tile([0, 10 * quarter, 100 * quarter, 0], quarter) + executor.wave_size
    prove(executor, no_default, code_behind_copied_into_each_case, expected)


# `if ... else if ...` comes together after each statement: microsoft/hlsl-specs 0050 (maximal reconvergence).


@wd.kernel(num_waves=1)
def chain(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    count = u32(0)
    if lane % 4 == 0:
        count = wd.wave_active_count_bits(EVERYONE)
    else:
        if lane % 4 == 1:
            count = 10 * wd.wave_active_count_bits(EVERYONE)
        else:
            count = 100 * wd.wave_active_count_bits(EVERYONE)
        count += 1000 * wd.wave_active_count_bits(EVERYONE)
    out[lane] = count


@wd.kernel(num_waves=1)
def chain_that_stays_apart(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    count = u32(0)
    if lane % 4 == 0:
        count = wd.wave_active_count_bits(EVERYONE)
    elif lane % 4 == 1:
        count = 10 * wd.wave_active_count_bits(EVERYONE)
        count += 1000 * wd.wave_active_count_bits(EVERYONE)
    else:
        count = 100 * wd.wave_active_count_bits(EVERYONE)
        count += 1000 * wd.wave_active_count_bits(EVERYONE)
    out[lane] = count


def test_a_chain_reconverges_after_each_condition(executor):
    quarter = executor.wave_size // 4
    expected = np.tile([quarter, 3010 * quarter, 3200 * quarter, 3200 * quarter], quarter)
    prove(executor, chain, chain_that_stays_apart, expected)


# Both operands of `and` and both sides of a conditional expression belong to the lanes that need them:
# shader-slang/slang tests/hlsl-intrinsic/active-mask/if-conditional-exit.slang.


@wd.kernel(num_waves=1)
def second_operand(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    found = lane % 2 == 0 and wd.wave_active_count_bits(EVERYONE) * 2 == wd.wave_lane_count()
    count = wd.wave_active_count_bits(EVERYONE) if lane % 4 == 3 else 10 * wd.wave_active_count_bits(EVERYONE)
    out[lane] = count + 1000 * u32(found)


@wd.kernel(num_waves=1)
def both_operands_by_all(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    half = wd.wave_active_count_bits(EVERYONE) * 2 == wd.wave_lane_count()
    found = lane % 2 == 0 and half
    count = wd.select(lane % 4 == 3, wd.wave_active_count_bits(EVERYONE), 10 * wd.wave_active_count_bits(EVERYONE))
    out[lane] = count + 1000 * u32(found)


def test_the_second_operand_belongs_to_the_lanes_that_need_it(executor):
    quarter = executor.wave_size // 4
    expected = np.tile([30 * quarter + 1000, 30 * quarter, 30 * quarter + 1000, quarter], quarter)
    prove(executor, second_operand, both_operands_by_all, expected)


# A condition that the wave decides says nothing of the lanes inside: a reduction of a value equal to the first lane's
# is not that value times the lanes of the wave (microsoft/DirectXShaderCompiler#3504).


@wd.kernel(num_waves=1)
def sum_of_equal_values(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    value = values[lane]
    first = wd.wave_read_lane_first(value)
    total = u32(0)
    if value == first:
        total = wd.wave_active_sum(value)
    out[lane] = total


@wd.kernel(num_waves=1)
def product_with_the_lane_count(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    value = values[lane]
    first = wd.wave_read_lane_first(value)
    total = u32(0)
    if value == first:
        total = value * wd.wave_lane_count()
    out[lane] = total


@pytest.mark.parametrize("period", [2, 4])
def test_a_uniform_value_is_summed_over_active_lanes_only(executor, period):
    values = np.arange(executor.wave_size, dtype=np.uint32) % period + 5
    expected = np.where(values == 5, 5 * executor.wave_size // period, 0)
    prove(executor, sum_of_equal_values, product_with_the_lane_count, expected, values)
