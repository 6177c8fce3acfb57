"""An addition that every lane executes.

"Improved Memory Coherency Example": the text promises one atomic per group, but every lane of wave 0 executes the code in
`if( GroupGetWaveIndex() == 0 )`. The counter grows by a multiple, and each lane stores and uses a different offset.

    python examples/mistakes/proposal_0054_add_of_every_lane.py
"""

import sys

import numpy as np

import wavedialect as wd
from wavedialect import f32, u32

WIDTH = 16


@wd.kernel(num_waves=4, wave_size=(16, 64))
def as_written(image: wd.Texture2D[f32], counter: wd.RWBuffer[u32], out: wd.RWBuffer[u32]):
    store = wd.groupshared(u32, wd.group_wave_count() - 1)
    wave = wd.group_wave_index()
    height = wd.wave_lane_count() // WIDTH
    x = wd.group_id().x * WIDTH + wd.wave_lane_index() % WIDTH
    y = (wd.group_id().y * wd.group_wave_count() + wave) * height + wd.wave_lane_index() // WIDTH
    export = image[x, y] > 0.5
    count = wd.wave_active_count_bits(export)
    if wave != 0:
        store[wave - 1] = count
        if count == 0:
            return
    wd.group_memory_barrier_with_group_sync()

    offset = u32(0)
    if wave == 0:
        total = count
        for j in range(wd.group_wave_count() - 1):
            total += store[j]
        offset = wd.atomic_add(counter, 0, total)
        following = offset + count
        for j in range(wd.group_wave_count() - 1):
            of_wave = store[j]
            store[j] = following
            following += of_wave
    wd.group_memory_barrier_with_group_sync()

    if wave != 0:
        offset = store[wave - 1]
    place = offset + wd.wave_prefix_count_bits(export)
    if export:
        out[place] = (x & 0xFFFF) | (y << 16)


@wd.kernel(num_waves=4, wave_size=(16, 64))
def corrected(image: wd.Texture2D[f32], counter: wd.RWBuffer[u32], out: wd.RWBuffer[u32]):
    store = wd.groupshared(u32, wd.group_wave_count() - 1)
    wave = wd.group_wave_index()
    height = wd.wave_lane_count() // WIDTH
    x = wd.group_id().x * WIDTH + wd.wave_lane_index() % WIDTH
    y = (wd.group_id().y * wd.group_wave_count() + wave) * height + wd.wave_lane_index() // WIDTH
    export = image[x, y] > 0.5
    count = wd.wave_active_count_bits(export)
    if wave != 0:
        store[wave - 1] = count
        if count == 0:
            return
    wd.group_memory_barrier_with_group_sync()

    offset = u32(0)
    if wave == 0 and wd.wave_is_first_lane():
        total = count
        for j in range(wd.group_wave_count() - 1):
            total += store[j]
        offset = wd.atomic_add(counter, 0, total)
        following = offset + count
        for j in range(wd.group_wave_count() - 1):
            of_wave = store[j]
            store[j] = following
            following += of_wave
    offset = wd.wave_read_lane_first(offset)
    wd.group_memory_barrier_with_group_sync()

    if wave != 0:
        offset = store[wave - 1]
    place = offset + wd.wave_prefix_count_bits(export)
    if export:
        out[place] = (x & 0xFFFF) | (y << 16)


def check(kernel: wd.Kernel) -> wd.CheckReport:
    x, y = np.meshgrid(np.arange(WIDTH), np.arange(16))
    image = ((x * 3 + y * 5) % 8 / 8).astype(np.float32)
    groups = lambda lanes: (1, 16 // (4 * lanes // WIDTH))
    arrays = image, np.zeros(1, np.uint32), np.zeros(1 << 16, np.uint32)
    return kernel.check(groups, *arrays, wave_sizes=[16, 32])


if __name__ == "__main__":
    report = check(as_written)
    print(report)
    sys.exit(0 if report else 1)
