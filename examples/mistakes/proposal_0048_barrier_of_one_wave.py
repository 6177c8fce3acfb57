"""A barrier that only wave 0 reaches.

"Example Usage": `GroupMemoryBarrierWithGroupSync()` is inside `if (waveIndex == 0)`, "First wave performs final
reduction". The other waves never reach it.

    python examples/mistakes/proposal_0048_barrier_of_one_wave.py
"""

import sys

import numpy as np

import wavedialect as wd
from wavedialect import f32

FAR = 3.0e38


@wd.kernel(num_threads=(16, 16))
def as_written(depth: wd.Texture2D[f32], tiles: wd.RWTexture2D[f32]):
    least = wd.groupshared(f32, 256)
    place = wd.dispatch_thread_id()
    low = wd.wave_active_min(depth[place.x, place.y])
    least[wd.group_wave_index()] = low
    if wd.group_wave_index() == 0:
        wd.group_memory_barrier_with_group_sync()
        for other in range(wd.group_wave_count()):
            low = min(low, least[other])
        tiles[wd.group_id().x, wd.group_id().y] = low


@wd.kernel(num_threads=(16, 16))
def corrected(depth: wd.Texture2D[f32], tiles: wd.RWTexture2D[f32]):
    least = wd.groupshared(f32, 256)
    # There may be waves without threads, which store nothing below.
    least[wd.group_index()] = FAR
    wd.group_memory_barrier_with_group_sync()
    place = wd.dispatch_thread_id()
    low = wd.wave_active_min(depth[place.x, place.y])
    least[wd.group_wave_index()] = low
    wd.group_memory_barrier_with_group_sync()
    if wd.group_wave_index() == 0:
        for other in range(wd.group_wave_count()):
            low = min(low, least[other])
        tiles[wd.group_id().x, wd.group_id().y] = low


def check(kernel: wd.Kernel) -> wd.CheckReport:
    depth = (np.arange(32 * 16, dtype=np.float32) * 37 % 512).reshape(32, 16)
    return kernel.check((1, 2), depth, np.zeros((2, 1), np.float32), wave_sizes=[32, 64])


if __name__ == "__main__":
    report = check(as_written)
    print(report)
    sys.exit(0 if report else 1)
