"""What the report of a race advises: an atomic for a flag, and the barrier between two accesses that does not order them."""

from __future__ import annotations

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import f16, f32, f64, u32

X = np.arange(1024, dtype=np.uint32)
LANES = 8


def races(kernel, *arguments):
    report = kernel.check(lambda lanes: 1024 // (4 * lanes), *arguments, wave_sizes=[LANES, 2 * LANES])
    return report.filter(rule="race").findings


# --- Stores of one value -------------------------------------------------------------------------------------------------


@wd.kernel(num_waves=4)
def flag(x: wd.Buffer[u32], changed: wd.RWBuffer[u32]):
    i = (wd.group_id().x * 4 + wd.group_wave_index()) * wd.wave_lane_count() + wd.wave_lane_index()
    if x[i] % 5 == 3:
        changed[0] = 1


@wd.kernel(num_waves=4)
def flag_by_atomic(x: wd.Buffer[u32], changed: wd.RWBuffer[u32]):
    i = (wd.group_id().x * 4 + wd.group_wave_index()) * wd.wave_lane_count() + wd.wave_lane_index()
    if x[i] % 5 == 3:
        wd.atomic_or(changed, 0, 1)


def test_a_flag_that_several_waves_set_needs_an_atomic():
    (found,) = races(flag, X, np.zeros(1, np.uint32))
    assert found.between == "waves"
    assert found.advice == (
        "use `wd.atomic_or(changed, 0, 1)`, which stores the same: two waves race even with the same value"
    )
    fixed = flag_by_atomic.check(lambda lanes: 1024 // (4 * lanes), X, np.zeros(1, np.uint32))
    assert fixed and not fixed.notes
    changed = np.zeros(1, np.uint32)
    flag_by_atomic.dispatch(256 // LANES, X, changed, wave_size=LANES)
    assert changed[0] == 1


def test_lanes_of_one_wave_may_store_one_value_by_one_statement():
    @wd.kernel(num_waves=1)
    def one_wave(x: wd.Buffer[u32], changed: wd.RWBuffer[u32]):
        if x[wd.wave_lane_index()] % 5 == 3:
            changed[0] = 1

    assert one_wave.check(1, X, np.zeros(1, np.uint32))

    @wd.kernel(num_waves=1)
    def two_rounds(x: wd.Buffer[u32], changed: wd.RWBuffer[u32]):
        for k in range(u32(4)):
            if x[wd.wave_lane_index() * 4 + k] % 5 == 3:
                changed[0] = 1

    (found,) = two_rounds.check(1, X, np.zeros(1, np.uint32)).findings
    assert found.between == "lanes" and "`wd.atomic_or(changed, 0, 1)`" in found.advice
    assert "lanes race in two executions of a statement" in found.advice


def test_groups_that_clear_a_flag():
    @wd.kernel(num_waves=1)
    def clears(x: wd.Buffer[u32], done: wd.RWBuffer[u32]):
        if x[wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()] % 5 == 3:
            done[0] = u32(0)

    (found,) = clears.check(lambda lanes: 1024 // lanes, X, np.ones(1, np.uint32), wave_sizes=8).findings
    assert found.between == "groups" and "use `wd.atomic_and(done, 0, u32(0))`" in found.advice


def test_a_store_that_no_wave_skips_is_let_to_one_wave():
    @wd.kernel(num_waves=4)
    def clears(out: wd.RWBuffer[u32]):
        total = wd.groupshared(u32, 1)
        total[0] = 0
        wd.group_memory_barrier_with_group_sync()
        wd.atomic_add(total, 0, 1)
        wd.group_memory_barrier_with_group_sync()
        if wd.group_wave_index() == 0 and wd.wave_is_first_lane():
            out[0] = total[0]

    (found,) = clears.check(1, np.zeros(1, np.uint32), by_wave_size="out").findings
    assert (
        found.advice.startswith("let one wave store, `if wd.group_wave_index() == 0:`") and "atomic" not in found.advice
    )


@wd.kernel(num_waves=4)
def sum_of_floats(x: wd.Buffer[f32], total: wd.RWBuffer[f32]):
    total[0] += x[wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()]


@wd.kernel(num_waves=4)
def sum_of_waves(x: wd.Buffer[f32], total: wd.RWBuffer[f32]):
    part = wd.wave_active_sum(x[wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()])
    if wd.wave_is_first_lane():
        total[0] += part


@wd.kernel(num_waves=4)
def sum_as_advised(x: wd.Buffer[f32], total: wd.RWBuffer[f32]):
    sums = wd.groupshared(f32, 4)
    part = wd.wave_active_sum(x[wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()])
    if wd.wave_is_first_lane():
        sums[wd.group_wave_index()] = part
    wd.group_memory_barrier_with_group_sync()
    if wd.group_wave_index() == 0 and wd.wave_is_first_lane():
        total[0] = sums[0] + sums[1] + sums[2] + sums[3]


@wd.kernel(num_waves=4)
def sum_of_doubles(x: wd.Buffer[f64], total: wd.RWBuffer[f64]):
    i = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    total[0] -= x[i]


@wd.kernel(num_waves=4)
def sum_in_groupshared(x: wd.Buffer[f32], total: wd.RWBuffer[f32]):
    sums = wd.groupshared(f32, (2, 2))
    i = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    if i < 4:
        sums[i // 2, i % 2] = 0.0
    wd.group_memory_barrier_with_group_sync()
    sums[1, 0] = x[i] + sums[1, 0]
    wd.group_memory_barrier_with_group_sync()
    if i == 0:
        total[0] = sums[1, 0]


@wd.kernel(num_waves=4)
def greatest_float(x: wd.Buffer[f32], total: wd.RWBuffer[f32]):
    i = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    total[0] = max(total[0], x[i])


@wd.kernel(num_waves=4)
def product_of_floats(x: wd.Buffer[f32], total: wd.RWBuffer[f32]):
    i = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    total[0] *= x[i]


@wd.kernel(num_waves=4)
def sum_of_halves(x: wd.Buffer[f16], total: wd.RWBuffer[f16]):
    i = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    total[0] += x[i]


@wd.kernel(num_waves=4)
def sum_of_vectors(x: wd.Buffer[wd.float2], total: wd.RWBuffer[wd.float2]):
    i = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    total[0] += x[i]


@pytest.mark.parametrize(
    ("kernel", "dtype", "between", "advice"),
    [
        (
            sum_of_floats,
            np.float32,
            "lanes",
            "use an atomic, `wd.atomic_add(total, 0, x[wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()])`",
        ),
        (sum_of_waves, np.float32, "waves", "use an atomic, `wd.atomic_add(total, 0, part)`"),
        (sum_of_doubles, np.float64, "lanes", "use an atomic, `wd.atomic_add(total, 0, -x[i])`"),
        (sum_in_groupshared, np.float32, "lanes", "use an atomic, `wd.atomic_add(sums, (1, 0), x[i])`"),
        (greatest_float, np.float32, "lanes", "use an atomic, `wd.atomic_max(total, 0, x[i])`"),
        (product_of_floats, np.float32, "lanes", "let one lane update the element: no atomic does this update"),
        (sum_of_halves, np.float16, "lanes", "let one lane update the element: no atomic does this update"),
        (sum_of_vectors, np.float32, "lanes", "let one lane update the element: no atomic does this update"),
    ],
)
def test_an_update_of_floats_needs_an_atomic_and_no_barrier(kernel, dtype, between, advice):
    """No barrier orders the lanes of one statement. Atomics add, and take the least and the greatest, of f32 and f64."""
    shape = (2,) if kernel is sum_of_vectors else ()
    report = kernel.check(1, np.ones((4 * LANES, *shape), dtype), np.zeros((1, *shape), dtype), wave_sizes=[LANES])
    (found,) = report.filter(rule="race").findings
    assert found.between == between and advice in found.advice, found.advice


def test_sums_of_waves_in_groupshared_memory():
    x, total = np.ones(4 * LANES, np.float32), np.zeros(1, np.float32)
    assert sum_as_advised.check(1, x, total, wave_sizes=[LANES])
    sum_as_advised.dispatch(1, x, total, wave_size=LANES)
    assert total[0] == 4 * LANES


def test_a_store_of_different_values_under_a_condition():
    @wd.kernel(num_waves=4)
    def finds(x: wd.Buffer[u32], found: wd.RWBuffer[u32]):
        i = (wd.group_id().x * 4 + wd.group_wave_index()) * wd.wave_lane_count() + wd.wave_lane_index()
        if x[i] == 7 or x[i] == 77:
            found[0] = i

    (found,) = races(finds, X, np.zeros(1, np.uint32))
    assert found.advice.endswith("; where any of the values will do, `wd.atomic_exchange(found, 0, i)`")


def test_a_float_has_no_atomic_for_a_flag():
    @wd.kernel(num_waves=4)
    def marks(x: wd.Buffer[u32], mark: wd.RWBuffer[f32]):
        i = (wd.group_id().x * 4 + wd.group_wave_index()) * wd.wave_lane_count() + wd.wave_lane_index()
        if x[i] % 5 == 3:
            mark[0] = 1.0

    (found,) = races(marks, X, np.zeros(1, np.float32))
    assert "atomic_or" not in found.advice


# --- Loads and stores of one statement -----------------------------------------------------------------------------------


def test_a_statement_that_loads_what_another_lane_stores():
    @wd.kernel(num_waves=2)
    def scan(out: wd.RWBuffer[u32]):
        shared = wd.groupshared(u32, 16)
        i = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
        shared[i] = i
        offset = u32(1)
        while offset < 16:
            wd.group_memory_barrier_with_group_sync()
            if i >= offset:
                shared[i] = shared[i - offset] + 1
            offset *= 2
        wd.group_memory_barrier_with_group_sync()
        out[i] = shared[i]

    (found,) = scan.check(1, np.zeros(16, np.uint32), wave_sizes=8).findings
    assert found.advice.startswith(
        "load the element into a variable, and put `wd.group_memory_barrier_with_group_sync()` between the load and the"
        " store"
    )
    assert "at the end of the loop" not in found.advice and "round" not in str(found)


def test_a_statement_in_a_loop_without_a_barrier():
    @wd.kernel(num_waves=1)
    def shift(out: wd.RWBuffer[u32]):
        i = wd.wave_lane_index()
        for _ in range(u32(3)):
            out[i] = out[i + 1]

    (found,) = shift.check(1, np.zeros(9, np.uint32), wave_sizes=8).findings
    assert found.advice == (
        "load the element into a variable, and put `wd.device_memory_barrier_with_group_sync()` between the load and the"
        " store, and one at the end of the loop as well: lanes of a wave need not run in lockstep"
    )


def test_one_missing_barrier_is_one_finding():
    @wd.kernel(num_waves=4)
    def sums(x: wd.Buffer[u32], out: wd.RWBuffer[u32], n: u32):
        parts = wd.groupshared(u32, 4)
        wave = wd.group_wave_index()
        for i in range(n):
            total = wd.wave_active_sum(x[i])
            if wd.wave_is_first_lane():
                parts[wave] = total
            wd.group_memory_barrier_with_group_sync()
            if wave == 0:
                out[i] = parts[0] + parts[1] + parts[2] + parts[3]

    (found,) = sums.check(1, X, np.zeros(1024, np.uint32), 4, wave_sizes=8).findings
    assert found.between == "waves" and "at the end of the loop as well" in found.advice


@pytest.mark.parametrize("waves", [1, 2])
def test_an_update_is_one_finding(waves):
    @wd.kernel(num_waves=waves)
    def histogram(x: wd.Buffer[u32], bins: wd.RWBuffer[u32]):
        bin = x[wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()] % 4
        bins[bin] += 1

    (found,) = histogram.check(1, X, np.zeros(4, np.uint32), by_wave_size="bins").filter(rule="race").findings
    assert found.advice.startswith("use an atomic")


# --- Barriers that do not order --------------------------------------------------------------------------------------------


def total_by(barrier):
    """Two waves that sum up by way of this barrier."""

    @wd.kernel(num_waves=2)
    def total(x: wd.Buffer[f32], out: wd.RWBuffer[f32]):
        sums = wd.groupshared(f32, 2)
        wave = wd.group_wave_index()
        value = wd.wave_active_sum(x[wave * wd.wave_lane_count() + wd.wave_lane_index()])
        if wd.wave_is_first_lane():
            sums[wave] = value
        barrier()
        if wave == 0 and wd.wave_is_first_lane():
            out[0] = sums[0] + sums[1]

    return total


GROUP = "write `wd.group_memory_barrier_with_group_sync()` in place of `wd.{}()`"
BARRIERS = [
    (wd.group_memory_barrier, "it does not wait for the other waves"),
    (wd.device_memory_barrier_with_group_sync, "it orders buffers and images, not groupshared memory"),
    (
        wd.device_memory_barrier,
        "it orders buffers and images, not groupshared memory, and it does not wait for the other waves",
    ),
    (wd.all_memory_barrier, "it does not wait for the other waves"),
]


@pytest.mark.parametrize(("barrier", "reason"), BARRIERS, ids=lambda one: getattr(one, "__name__", ""))
def test_a_barrier_that_does_not_order_a_race_is_shown(barrier, reason):
    kernel = total_by(barrier)
    found = (
        kernel.check(1, np.ones(256, np.float32), np.zeros(1, np.float32), wave_sizes=8).filter(rule="race").findings
    )
    name = barrier.__name__
    (race,) = (one for one in found if one.between == "waves")
    place = race.places[2]
    assert place.label == f"`wd.{name}` is between them and does not order them: {reason}"
    assert "barrier()" in place.source
    assert race.advice == GROUP.format(name)


def test_the_right_barrier_has_no_race():
    kernel = total_by(wd.group_memory_barrier_with_group_sync)
    assert not kernel.check(1, np.ones(256, np.float32), np.zeros(1, np.float32), wave_sizes=8).findings


def test_a_barrier_that_is_needed_for_buffers_becomes_one_for_all():
    @wd.kernel(num_waves=2)
    def both(out: wd.RWBuffer[u32], sums: wd.RWBuffer[u32]):
        shared = wd.groupshared(u32, 2)
        wave = wd.group_wave_index()
        if wd.wave_is_first_lane():
            shared[wave] = wave
            out[wave] = wave
        wd.device_memory_barrier_with_group_sync()
        if wd.wave_is_first_lane():
            sums[wave] = out[1 - wave] + shared[1 - wave]

    (race,) = both.check(1, np.zeros(2, np.uint32), np.zeros(2, np.uint32), wave_sizes=8).findings
    assert race.memory == "shared"
    assert race.advice == (
        "write `wd.all_memory_barrier_with_group_sync()` in place of `wd.device_memory_barrier_with_group_sync()`"
    )


def test_buffers_that_a_barrier_for_groupshared_memory_does_not_order():
    @wd.kernel(num_waves=2)
    def through_a_buffer(out: wd.RWBuffer[u32], sums: wd.RWBuffer[u32]):
        wave = wd.group_wave_index()
        if wd.wave_is_first_lane():
            out[wave] = wave
        wd.group_memory_barrier_with_group_sync()
        if wd.wave_is_first_lane():
            sums[wave] = out[1 - wave]

    (race,) = through_a_buffer.check(1, np.zeros(2, np.uint32), np.zeros(2, np.uint32), wave_sizes=8).findings
    assert "it orders groupshared memory, not buffers and images" in str(race)
    assert "write `wd.device_memory_barrier_with_group_sync()` in place" in race.advice


def test_a_barrier_before_both_is_not_blamed():
    @wd.kernel(num_waves=2)
    def after(out: wd.RWBuffer[u32]):
        shared = wd.groupshared(u32, 2)
        wave = wd.group_wave_index()
        wd.device_memory_barrier()
        if wd.wave_is_first_lane():
            shared[wave] = wave
            out[wave] = shared[1 - wave]

    (race,) = after.check(1, np.zeros(2, np.uint32), wave_sizes=8).filter(rule="race").findings
    assert len(race.places) == 2
    assert race.advice.startswith(
        "put `wd.group_memory_barrier_with_group_sync()` between them, outside of the condition"
    )


# --- Places where a barrier is legal ---------------------------------------------------------------------------------------

OF_GROUP, OF_WAVE = "`wd.group_memory_barrier_with_group_sync()`", "`wd.wave_memory_barrier()`"


def exchanging(condition, barrier, end, is_outside=False):
    """Lanes that exchange elements with their neighbors under a condition, in a loop with these barriers."""

    @wd.kernel(num_waves=2)
    def exchanges(out: wd.RWBuffer[u32], n: u32):
        store = wd.groupshared(u32, 2 * wd.wave_lane_count())
        lane, wave = wd.wave_lane_index(), wd.group_wave_index()
        start = wave * wd.wave_lane_count()
        total = u32(0)
        for step in range(n):
            if condition(lane, wave):  # the condition
                store[start + lane] = step
                barrier()
                if wd.static(not is_outside):
                    total += store[start + (lane ^ 1)]
            if wd.static(is_outside):
                total += store[start + (lane ^ 1)]
            end()
        out[start + lane] = total

    return exchanges


@wd.func
def nothing():
    pass


@wd.func
def in_all(lane, wave):
    return lane < 1000000


@wd.func
def in_wave_0(lane, wave):
    return wave == 0


@wd.func
def in_half(lane, wave):
    return lane < wd.wave_lane_count() // 2


def races_of(kernel):
    return kernel.check(1, np.zeros(16, np.uint32), 3, wave_sizes=8).filter(rule="race").findings


@pytest.mark.parametrize(
    ("condition", "is_outside", "barrier", "is_moved"),
    [
        (in_wave_0, False, OF_WAVE, False),
        (in_wave_0, True, OF_GROUP, True),
        (in_half, False, OF_GROUP, True),
        (in_half, True, OF_GROUP, True),
    ],
)
def test_a_barrier_is_advised_where_it_is_legal(condition, is_outside, barrier, is_moved):
    found = races_of(exchanging(condition, nothing, nothing, is_outside))
    assert found
    for race in found:
        assert race.between == "lanes" and f"put {barrier} between them" in race.advice
        assert ("outside of the condition or loop at line" in race.advice) == is_moved
        # The barrier of the wave is legal wherever that of the group is.
        assert (barrier == OF_GROUP) == race.advice.endswith(
            "; for lanes of one wave, `wd.wave_memory_barrier()` is enough"
        )


def test_the_advised_barrier_of_the_wave():
    assert not races_of(exchanging(in_wave_0, wd.wave_memory_barrier, wd.wave_memory_barrier))
    # Without the second one, an iteration races with the next.
    assert races_of(exchanging(in_wave_0, wd.wave_memory_barrier, nothing))


def reducing(barrier):
    @wd.kernel(num_waves=2)
    def reduces(out: wd.RWBuffer[u32]):
        store = wd.groupshared(u32, 2 * wd.wave_lane_count())
        lane = wd.wave_lane_index()
        mine = wd.group_wave_index() * wd.wave_lane_count() + lane
        store[mine] = lane
        wd.wave_memory_barrier()
        step = wd.wave_lane_count() // 2
        while step > 0:
            if lane < step:
                store[mine] = store[mine] + store[mine + step]
            barrier()
            step //= 2
        out[mine] = store[mine]

    return reduces


def test_a_statement_that_races_with_its_next_iteration():
    """The lanes of one wave add up: a barrier at the end of the loop is enough."""
    (race,) = reducing(nothing).check(1, np.zeros(16, np.uint32), wave_sizes=8).findings
    assert race.advice.startswith(
        f"put {OF_GROUP} at the end of the loop, between one iteration and the next, outside of"
    )
    assert race.advice.endswith("for lanes of one wave, `wd.wave_memory_barrier()` is enough")
    assert "load before" not in race.advice and "of an earlier iteration of the loop" in str(race)
    for barrier in (wd.wave_memory_barrier, wd.group_memory_barrier_with_group_sync):
        assert not reducing(barrier).check(1, np.zeros(16, np.uint32), wave_sizes=8).findings


# --- Local arrays ----------------------------------------------------------------------------------------------------------


@wd.func
def squared(x: u32):
    scratch = wd.local_array(u32, 2)
    if x > 4:
        scratch[0] = x
    return scratch[0]


def test_local_arrays_that_are_read_before_they_are_written():
    @wd.kernel(num_waves=1)
    def sums(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
        values = wd.local_array(u32, 4)
        for k in range(u32(3)):
            values[k] = x[k]
        out[wd.wave_lane_index()] = values[0] + values[3]

    (found,) = sums.check(1, X, np.zeros(128, np.uint32), wave_sizes=[8, 16]).findings
    assert (found.rule, found.memory, found.index) == ("uninitialized", "values", 3)
    assert found.message == "load of element 3 of local array `values`, which this lane has not written"
    assert found.advice.startswith("store to every element before the first load")


def test_lanes_that_have_not_written_their_array():
    @wd.kernel(num_waves=1)
    def some(out: wd.RWBuffer[u32]):
        values = wd.local_array(u32, 4)
        lane = wd.wave_lane_index()
        if lane >= 2:
            values[lane % 4] = lane
        out[lane] = values[lane % 4]

    (found,) = some.check(1, np.zeros(128, np.uint32), wave_sizes=8).findings
    assert found.places[0].lanes == (0, 1)


def test_a_local_array_of_a_helper_starts_undefined_at_each_call():
    @wd.kernel(num_waves=1)
    def calls(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
        total = u32(0)
        for k in range(u32(2)):
            total += squared(5 - k * 4)
        out[wd.wave_lane_index()] = total

    (found,) = calls.check(1, X, np.zeros(128, np.uint32), wave_sizes=8).findings
    assert found.rule == "uninitialized" and found.memory == "scratch" and found.places[0].calls


def test_local_arrays_that_are_written_are_no_finding():
    @wd.kernel(num_waves=2)
    def sorts(x: wd.Buffer[u32], out: wd.RWBuffer[wd.float2]):
        values = wd.local_array(u32, 4)
        points = wd.local_array(wd.float2, 2)
        lane = wd.wave_lane_index()
        for k in range(u32(4)):
            values[k] = x[lane * 4 + k]
        points[0] = wd.float2(1.0, 2.0)
        points[1] = points[0]
        values[0] += values[3]
        out[wd.group_wave_index() * wd.wave_lane_count() + lane] = points[values[0] % 2]

    report = sorts.check(lambda lanes: 1, X, np.zeros((256, 2), np.float32), by_wave_size="out")
    assert report, str(report)


@pytest.mark.parametrize("kind, operator", [("and", "&"), ("or", "|"), ("xor", "^")])
def test_bit_operations_have_atomics(kind, operator):
    @wd.kernel(num_waves=4)
    def bits(out: wd.RWBuffer[u32]):
        lane = wd.wave_lane_index() + wd.group_wave_index()
        if wd.static(operator == "&"):
            out[0] = out[0] & lane
        elif wd.static(operator == "|"):
            out[0] |= lane
        else:
            out[0] = lane ^ out[0]

    found = bits.check(1, np.zeros(1, np.uint32), wave_sizes=LANES).filter(rule="race").findings
    assert found and all(f"use an atomic, `wd.atomic_{kind}(out, 0, lane)`" in one.advice for one in found)


def test_the_reduction_is_that_of_the_update():
    @wd.kernel(num_waves=1)
    def product(out: wd.RWBuffer[f32]):
        out[0] *= f32(wd.wave_lane_index())

    (found,) = product.check(1, np.zeros(1, np.float32), wave_sizes=LANES).filter(rule="race").findings
    assert "`wd.wave_active_product(...)`" in found.advice and "no atomic does this update" in found.advice
