"""Kernels that the tests of pipelines, stages and records look at: of each the lines are known."""

from __future__ import annotations

import wavedialect as wd
from wavedialect import f32, u32


@wd.func
def twice(x: u32):
    return x + x


@wd.kernel(num_waves=2, wave_size=(16, 32))
def sums(values: wd.Buffer[u32], out: wd.RWBuffer[u32], n: u32):
    store = wd.groupshared(u32, wd.group_wave_count())
    room = wd.groupshared(f32, 3)
    i = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    total = wd.wave_active_sum(twice(values[i]))
    store[wd.group_wave_index()] = total
    room[0] = f32(n)
    wd.group_memory_barrier_with_group_sync()
    if wd.group_wave_index() == 0:
        out[i] = store[1] + u32(room[0])


@wd.kernel(num_threads=(8, 8))
def scale(values: wd.RWBuffer[f32], factor: f32):
    i = wd.dispatch_thread_id().y * 8 + wd.dispatch_thread_id().x
    # The same sum once more, for what removes such.
    j = wd.dispatch_thread_id().y * 8 + wd.dispatch_thread_id().x
    values[i] = values[j] * factor


@wd.kernel(num_waves=1)
def stays(out: wd.RWBuffer[u32]):
    while wd.wave_active_any_true(wd.wave_lane_index() == 0):
        out[0] = out[0] + 1


def line_of(text: str) -> int:
    """The number of the one line of this file that begins with a text, after its indentation."""
    with open(__file__) as file:
        found = [number for number, line in enumerate(file, 1) if line.lstrip().startswith(text)]
    assert len(found) == 1, text
    return found[0]
