"""Kernels to be tuned, and what is asked of them; workers import this file for its functions alone."""

import numpy as np

import wavedialect as wd
from wavedialect import f32, u32

ITEMS = 2
SCALE = 1.0
LENGTH = 1000


@wd.func
def scaled(value):
    return value * f32(SCALE)


@wd.kernel(num_waves=2)
def sums(x: wd.Buffer[f32], out: wd.RWBuffer[f32], n: u32):
    """Of each group's items; lanes beyond the end have none."""
    lanes = wd.wave_lane_count()
    part = wd.groupshared(f32, wd.group_wave_count())
    wave = wd.group_wave_index()
    first = (wd.group_id().x * wd.group_wave_count() + wave) * lanes * ITEMS + wd.wave_lane_index()
    total = f32(0)
    for i in wd.static_range(ITEMS):
        if first + i * lanes < n:
            total += scaled(x[first + i * lanes])
    total = wd.wave_active_sum(total)
    if wd.wave_is_first_lane():
        part[wave] = total
    wd.group_memory_barrier_with_group_sync()
    if wave == 0 and wd.wave_is_first_lane():
        total = f32(0)
        for j in range(wd.group_wave_count()):
            total += part[j]
        out[wd.group_id().x] = total


@wd.kernel(num_waves=1)
def count_up(counter: wd.RWBuffer[u32]):
    """What it leaves depends on what it finds."""
    if wd.wave_is_first_lane():
        wd.atomic_add(counter, 0, 1)


@wd.kernel(num_threads=32)
def threads(out: wd.RWBuffer[u32]):
    i = wd.dispatch_thread_id().x
    out[i] = i


def copying(waves, items=1):
    """A kernel for numbers that its decorator needs as well."""

    @wd.kernel(num_waves=waves)
    def copy(x: wd.Buffer[f32], out: wd.RWBuffer[f32]):
        lanes = wd.wave_lane_count()
        first = (wd.group_id().x * waves + wd.group_wave_index()) * lanes * items + wd.wave_lane_index()
        for i in wd.static_range(items):
            out[first + i * lanes] = x[first + i * lanes]

    return copy


def arguments():
    return np.arange(LENGTH, dtype=np.float32), np.full(LENGTH, 7, np.float32), LENGTH


def groups(at):
    return at.dispatch_size(at.arguments["n"], tile=at.lanes * at.constants["ITEMS"])


def check(results, at):
    tile = at.lanes * at.constants["ITEMS"]
    values = np.arange(LENGTH, dtype=np.float32) * np.float32(at.constants["SCALE"])
    expected = [values[start : start + tile].sum() for start in range(0, LENGTH, tile)]
    np.testing.assert_allclose(results["out"][: len(expected)], expected)
    assert (results["out"][len(expected) :] == 7).all()
