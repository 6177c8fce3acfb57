"""`nearest` and `scan` with pipes, and the best forms that do without: larger tiles, and fewer barriers of the group.

With `copied`, asynchronous copies bring the tiles. They compute nothing, so these forms need coordinates of `BITS`.
"""

from __future__ import annotations

import functools

import wavedialect as wd
from wavedialect import u32

from .kernels import FARTHEST, WAVES

BITS = 0x3FFFFFFF
"""Of a coordinate in `nearest`."""


@functools.cache
def nearest_with_barriers(items: int) -> wd.Kernel:
    """Wave 0 brings the next tile, of so many words for each lane, while the others search this one."""

    @wd.kernel(num_waves=WAVES)
    def nearest_with_barriers(points: wd.Buffer[u32], queries: wd.Buffer[u32], distances: wd.RWBuffer[u32], count: u32):
        lanes, lane = wd.wave_lane_count(), wd.wave_lane_index()
        tile = wd.groupshared(u32, 2 * items * wd.wave_lane_count())
        width = items * lanes
        query = wd.group_id().x * ((WAVES - 1) * lanes) + (wd.group_wave_index() - 1) * lanes + lane
        place = u32(0)
        best = u32(FARTHEST)
        with wd.waves(0):
            for k in wd.static_range(items):
                tile[k * lanes + lane] = points[k * lanes + lane] & BITS
        with wd.waves(range(1, WAVES)):
            place = queries[query] & BITS
        wd.group_memory_barrier_with_group_sync()
        half = u32(0)
        for first in range(u32(0), count, width):
            with wd.waves(0):
                for k in wd.static_range(items):
                    tile[(half ^ 1) * width + k * lanes + lane] = points[first + width + k * lanes + lane] & BITS
            with wd.waves(range(1, WAVES)):
                for i in range(half * width, half * width + wd.min(width, count - first)):
                    best = wd.min(best, wd.max(tile[i], place) - wd.min(tile[i], place))
            half = half ^ 1
            wd.group_memory_barrier_with_group_sync()
        with wd.waves(range(1, WAVES)):
            distances[query] = best

    return nearest_with_barriers


@functools.cache
def nearest_by_all(waves: int, items: int, copied: bool = False) -> wd.Kernel:
    """All waves bring a part of the next tile, of so many words for each lane, and search this one."""

    @wd.kernel(num_waves=waves)
    def nearest_by_all(points: wd.Buffer[u32], queries: wd.Buffer[u32], distances: wd.RWBuffer[u32], count: u32):
        lanes = wd.wave_lane_count()
        tile = wd.groupshared(u32, 2 * items * waves * wd.wave_lane_count())
        width = items * waves * lanes
        thread = wd.group_wave_index() * lanes + wd.wave_lane_index()
        query = wd.group_id().x * waves * lanes + thread
        place = queries[query] & BITS
        best = u32(FARTHEST)
        part = wd.group_wave_index() * items * lanes
        if copied:
            wd.async_copy(tile, part, points, part, items * lanes)
        else:
            for k in wd.static_range(items):
                tile[k * waves * lanes + thread] = points[k * waves * lanes + thread] & BITS
        wd.group_memory_barrier_with_group_sync()
        half = u32(0)
        for first in range(u32(0), count, width):
            if copied:
                wd.async_copy(tile, (half ^ 1) * width + part, points, first + width + part, items * lanes)
            else:
                for k in wd.static_range(items):
                    coming = first + width + k * waves * lanes + thread
                    tile[(half ^ 1) * width + k * waves * lanes + thread] = points[coming] & BITS
            for i in range(half * width, half * width + wd.min(width, count - first)):
                best = wd.min(best, wd.max(tile[i], place) - wd.min(tile[i], place))
            half = half ^ 1
            wd.group_memory_barrier_with_group_sync()
        distances[query] = best

    return nearest_by_all


@functools.cache
def nearest_with_two_barriers(waves: int, items: int, copied: bool = False) -> wd.Kernel:
    """All waves bring a part of a tile, meet, search it, and meet again: the form for the pass `pipeline-waves`."""

    @wd.kernel(num_waves=waves)
    def nearest_with_two_barriers(
        points: wd.Buffer[u32], queries: wd.Buffer[u32], distances: wd.RWBuffer[u32], count: u32
    ):
        lanes = wd.wave_lane_count()
        tile = wd.groupshared(u32, items * waves * wd.wave_lane_count())
        width = items * waves * lanes
        thread = wd.group_wave_index() * lanes + wd.wave_lane_index()
        query = wd.group_id().x * waves * lanes + thread
        place = queries[query] & BITS
        best = u32(FARTHEST)
        for first in range(u32(0), count, width):
            if copied:
                wd.async_copy(tile, 0, points, first, width)
            else:
                for k in wd.static_range(items):
                    tile[k * waves * lanes + thread] = points[first + k * waves * lanes + thread] & BITS
            wd.group_memory_barrier_with_group_sync()
            for i in range(wd.min(width, count - first)):
                best = wd.min(best, wd.max(tile[i], place) - wd.min(tile[i], place))
            wd.group_memory_barrier_with_group_sync()
        distances[query] = best

    return nearest_with_two_barriers


@functools.cache
def nearest_with_pipe(waves: int, stages: int, items: int, copied: bool = False) -> wd.Kernel:
    """Wave 0 brings up to `stages` tiles ahead, of so many words for each lane; each other wave goes at its own speed."""

    @wd.kernel(num_waves=waves)
    def nearest_with_pipe(points: wd.Buffer[u32], queries: wd.Buffer[u32], distances: wd.RWBuffer[u32], count: u32):
        lanes, lane = wd.wave_lane_count(), wd.wave_lane_index()
        tile = wd.groupshared(u32, stages * items * wd.wave_lane_count())
        pipe = wd.pipe(stages=stages, producers=0, consumers=range(1, waves))
        width = items * lanes
        with wd.waves(0):
            for first in range(u32(0), count, width):
                stage = pipe.acquire()
                if copied:
                    wd.async_copy(tile, stage * width, points, first, width)
                else:
                    for k in wd.static_range(items):
                        tile[stage * width + k * lanes + lane] = points[first + k * lanes + lane] & BITS
                pipe.commit()
        with wd.waves(range(1, waves)):
            query = wd.group_id().x * ((waves - 1) * lanes) + (wd.group_wave_index() - 1) * lanes + lane
            place = queries[query] & BITS
            best = u32(FARTHEST)
            for first in range(u32(0), count, width):
                stage = pipe.wait()
                for i in range(stage * width, stage * width + wd.min(width, count - first)):
                    best = wd.min(best, wd.max(tile[i], place) - wd.min(tile[i], place))
                pipe.release()
            distances[query] = best

    return nearest_with_pipe


@functools.cache
def scan_with_barriers(items: int) -> wd.Kernel:
    """Each lane has so many words of an iteration, which has one barrier: every wave adds up the totals of all, which
    alternate between two places."""

    @wd.kernel(num_waves=WAVES)
    def scan_with_barriers(points: wd.Buffer[u32], queries: wd.Buffer[u32], results: wd.RWBuffer[u32], count: u32):
        lanes, wave = wd.wave_lane_count(), wd.group_wave_index()
        totals = wd.groupshared(u32, 2 * WAVES)
        sums = wd.local_array(u32, items)
        begin = wd.group_id().x * count
        carried = u32(0)
        half = u32(0)
        for first in range(u32(0), count, lanes * WAVES * items):
            place = first + wave * lanes * items + wd.wave_lane_index()
            total = u32(0)
            for k in wd.static_range(items):
                word = u32(0)
                if place + k * lanes < count:
                    word = points[begin + place + k * lanes]
                sums[k] = total + wd.wave_prefix_sum(word) + word
                total += wd.wave_active_sum(word)
            totals[half * WAVES + wave] = total
            wd.group_memory_barrier_with_group_sync()
            start = carried
            for other in wd.static_range(WAVES):
                if other < wave:
                    start += totals[half * WAVES + other]
                carried += totals[half * WAVES + other]
            for k in wd.static_range(items):
                if place + k * lanes < count:
                    results[begin + place + k * lanes] = start + sums[k]
            half = half ^ 1

    return scan_with_barriers


@functools.cache
def scan_with_pipes(stages: int, items: int) -> wd.Kernel:
    """Wave 0 turns totals into starts, and the others, which work on the next iteration before they wait for the starts of
    this one, have so many words for each lane."""

    @wd.kernel(num_waves=WAVES + 1)
    def scan_with_pipes(points: wd.Buffer[u32], queries: wd.Buffer[u32], results: wd.RWBuffer[u32], count: u32):
        lanes, lane = wd.wave_lane_count(), wd.wave_lane_index()
        totals = wd.groupshared(u32, stages * WAVES)
        starts = wd.groupshared(u32, stages * WAVES)
        there = wd.pipe(stages=stages, producers=range(1, WAVES + 1), consumers=0)
        back = wd.pipe(stages=stages, producers=0, consumers=range(1, WAVES + 1))
        sums = wd.local_array(u32, items)
        last = wd.local_array(u32, items)
        width = lanes * WAVES * items
        with wd.waves(0):
            carried = u32(0)
            for _ in range(u32(0), count, width):
                stage = there.wait()
                total = u32(0)
                if lane < WAVES:
                    total = totals[stage * WAVES + lane]
                there.release()
                before = carried + wd.wave_prefix_sum(total)
                carried += wd.wave_active_sum(total)
                stage = back.acquire()
                if lane < WAVES:
                    starts[stage * WAVES + lane] = before
                back.commit()
        with wd.waves(range(1, WAVES + 1)):
            worker = wd.group_wave_index() - 1
            begin = wd.group_id().x * count
            for k in wd.static_range(items):
                last[k] = 0
            for first in range(u32(0), count, width):
                place = first + worker * lanes * items + lane
                total = u32(0)
                for k in wd.static_range(items):
                    word = u32(0)
                    if place + k * lanes < count:
                        word = points[begin + place + k * lanes]
                    sums[k] = total + wd.wave_prefix_sum(word) + word
                    total += wd.wave_active_sum(word)
                stage = there.acquire()
                totals[stage * WAVES + worker] = total
                there.commit()
                if first > 0:
                    stage = back.wait()
                    start = starts[stage * WAVES + worker]
                    back.release()
                    for k in wd.static_range(items):
                        results[begin + place - width + k * lanes] = start + last[k]
                for k in wd.static_range(items):
                    last[k] = sums[k]
            if count > 0:
                stage = back.wait()
                start = starts[stage * WAVES + worker]
                back.release()
                place = (count - 1) // width * width + worker * lanes * items + lane
                for k in wd.static_range(items):
                    if place + k * lanes < count:
                        results[begin + place + k * lanes] = start + last[k]

    return scan_with_pipes
