"""The barrier of one wave: what it orders, what it does not order, and lanes that do not reach it."""

from __future__ import annotations

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import u32

X = np.arange(512, dtype=np.uint32)
WAVES = 4


def check(kernel, *arguments):
    return kernel.check(1, *arguments, wave_sizes=8)


def kernel_of(waves, barrier):
    """Each wave exchanges the values of its lanes in its own part of an array, twice."""

    @wd.kernel(num_waves=waves)
    def exchange(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
        store = wd.groupshared(u32, waves * wd.wave_lane_count())
        lane, start = wd.wave_lane_index(), wd.group_wave_index() * wd.wave_lane_count()
        store[start + lane] = x[start + lane]
        barrier()
        left = store[start + (lane ^ 1)]
        barrier()
        store[start + lane] = left
        barrier()
        out[start + lane] = store[start + (lane ^ 2)]

    return exchange


@pytest.mark.parametrize("waves", [1, WAVES])
def test_it_orders_the_lanes_of_a_wave(waves):
    kernel = kernel_of(waves, wd.wave_memory_barrier)
    assert check(kernel, X, np.zeros_like(X))
    for device in ("cpu", "interpreter"):
        out = np.zeros_like(X)
        kernel.dispatch(1, X, out, device=device, wave_size=16)
        used = waves * 16
        assert np.array_equal(out[:used], X[:used] ^ 3), device


def test_without_it_the_lanes_race():
    report = check(kernel_of(WAVES, wd.group_memory_barrier), X, np.zeros_like(X))
    found = report.filter(rule="race").findings
    assert found
    assert {each.between for each in found} == {"lanes"}


def test_it_does_not_order_waves():
    @wd.kernel(num_waves=WAVES)
    def sums(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
        totals = wd.groupshared(u32, WAVES)
        wave = wd.group_wave_index()
        totals[wave] = wd.wave_active_sum(x[wd.wave_lane_index()])
        wd.wave_memory_barrier()
        out[wave * wd.wave_lane_count() + wd.wave_lane_index()] = totals[wave ^ 1]

    (found,) = check(sums, X, np.zeros_like(X)).filter(rule="race").findings
    assert found.between == "waves"
    assert (
        "`wd.wave_memory_barrier` is between them and does not order them: it orders only the lanes of one wave"
        in str(found)
    )
    assert found.advice == ("write `wd.group_memory_barrier_with_group_sync()` in place of `wd.wave_memory_barrier()`")


def test_a_write_after_it_races_with_reads_of_another_wave():
    """Wave 0 may write again after its barrier, but wave 1 has read the element since the group met."""

    @wd.kernel(num_waves=2)
    def kernel(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
        store = wd.groupshared(u32, wd.wave_lane_count())
        lane, wave = wd.wave_lane_index(), wd.group_wave_index()
        if wave == 0:
            store[lane] = x[lane]
        wd.group_memory_barrier_with_group_sync()
        value = store[lane] + store[lane ^ 1]
        if wave == 0:
            wd.wave_memory_barrier()
            store[lane] = value
        out[wave * wd.wave_lane_count() + lane] = value

    found = check(kernel, X, np.zeros_like(X)).filter(rule="race").findings
    assert found
    assert {each.between for each in found} == {"waves"}


def test_it_does_not_order_buffers():
    @wd.kernel(num_waves=2)
    def kernel(x: wd.RWBuffer[u32]):
        i = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
        x[i] = i
        wd.wave_memory_barrier()
        x[i + 256] = x[i ^ 1]

    found = check(kernel, np.zeros_like(X)).filter(rule="race").findings
    assert {each.between for each in found} == {"lanes"}


def test_lanes_that_returned_do_not_take_part():
    @wd.kernel(num_waves=2)
    def kernel(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
        store = wd.groupshared(u32, 2 * wd.wave_lane_count())
        i = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
        if wd.wave_lane_index() >= 4:
            return
        store[i] = x[i]
        wd.wave_memory_barrier()
        out[i] = store[i ^ 1]

    assert check(kernel, X, np.zeros_like(X))
    for device in ("cpu", "interpreter"):
        out = np.zeros_like(X)
        kernel.dispatch(1, X, out, device=device, wave_size=8)
        assert out[:12].tolist() == [1, 0, 3, 2, 0, 0, 0, 0, 9, 8, 11, 10], device


# Lanes that do not reach it.


@pytest.mark.parametrize("waves", [1, 2])
def test_a_condition_of_lanes_is_an_error(waves):
    @wd.kernel(num_waves=waves)
    def kernel(out: wd.RWBuffer[u32]):
        if wd.wave_lane_index() < 3:
            wd.wave_memory_barrier()
            out[0] = 1

    with pytest.raises(wd.CompileError, match="not all lanes of a wave reach this barrier") as error:
        kernel.dispatch(1, np.zeros(4, np.uint32))
    assert error.value.id == "barrier-divergent"
    (found,) = check(kernel, np.zeros(4, np.uint32)).filter(rule="barrier-lanes").findings
    assert "wd.wave_lane_index() < 3" in str(found)


@pytest.mark.parametrize("waves", [1, 2])
def test_a_condition_of_memory_is_checked_where_it_is_executed(waves):
    @wd.kernel(num_waves=waves)
    def kernel(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
        if x[wd.wave_lane_index()] == 0:
            wd.wave_memory_barrier()
            out[wd.group_wave_index()] = 1

    same, differing = np.zeros(32, np.uint32), np.arange(32, dtype=np.uint32)
    assert check(kernel, same, np.zeros(4, np.uint32))
    assert check(kernel, differing, np.zeros(4, np.uint32)).filter(rule="barrier-lanes").findings
    kernel.dispatch(1, same, np.zeros(4, np.uint32), device="interpreter")
    with pytest.raises(wd.ExecutionError, match="some lanes of the wave do not reach this barrier"):
        kernel.dispatch(1, differing, np.zeros(4, np.uint32), device="interpreter")


def test_waves_may_differ():
    @wd.kernel(num_waves=WAVES)
    def kernel(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
        store = wd.groupshared(u32, WAVES * wd.wave_lane_count())
        lane, wave = wd.wave_lane_index(), wd.group_wave_index()
        start = wave * wd.wave_lane_count()
        value = x[start + lane]
        for _ in range(wave):
            store[start + lane] = value
            wd.wave_memory_barrier()
            value = store[start + (lane + 1) % wd.wave_lane_count()]
            wd.wave_memory_barrier()
        out[start + lane] = value

    assert check(kernel, X, np.zeros_like(X))
    for device in ("cpu", "interpreter"):
        out = np.zeros_like(X)
        kernel.dispatch(1, X, out, device=device, wave_size=8)
        expected = np.stack([np.roll(part, -wave) for wave, part in enumerate(X[: WAVES * 8].reshape(WAVES, 8))])
        assert np.array_equal(out[: WAVES * 8], expected.reshape(-1)), device
