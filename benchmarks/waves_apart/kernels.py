"""Kernels whose waves do different things, as one writes them: what a wave has to do stands in blocks, one after the other,
and what all blocks need stands before them. All take a buffer of words, one of results, and two numbers."""

from __future__ import annotations

import wavedialect as wd
from wavedialect import u32

WAVES = 4
FARTHEST = 0xFFFFFFFF


@wd.kernel(num_waves=WAVES)
def nearest(points: wd.Buffer[u32], queries: wd.Buffer[u32], distances: wd.RWBuffer[u32], count: u32):
    """Wave 0 brings the next tile of points into one half, the others search the other half; example 12."""
    lanes = wd.wave_lane_count()
    lane = wd.wave_lane_index()
    tile = wd.groupshared(u32, 2 * wd.wave_lane_count())
    query = wd.group_id().x * ((WAVES - 1) * lanes) + (wd.group_wave_index() - 1) * lanes + lane
    place = u32(0)
    best = u32(FARTHEST)
    with wd.waves(0):
        tile[lane] = points[lane] & 0x3FFFFFFF
    with wd.waves(range(1, WAVES)):
        place = queries[query] & 0x3FFFFFFF
    wd.group_memory_barrier_with_group_sync()
    half = u32(0)
    for first in range(u32(0), count, lanes):
        with wd.waves(0):
            tile[(half ^ 1) * lanes + lane] = points[first + lanes + lane] & 0x3FFFFFFF
        with wd.waves(range(1, WAVES)):
            for i in range(half * lanes, half * lanes + wd.min(lanes, count - first)):
                best = wd.min(best, wd.max(tile[i], place) - wd.min(tile[i], place))
        half = half ^ 1
        wd.group_memory_barrier_with_group_sync()
    with wd.waves(range(1, WAVES)):
        distances[query] = best


@wd.kernel(num_waves=WAVES)
def statistics(points: wd.Buffer[u32], queries: wd.Buffer[u32], results: wd.RWBuffer[u32], count: u32):
    """Each wave makes another statistic of all words of the group's part: least, greatest, sum, bits."""
    lanes = wd.wave_lane_count()
    first = wd.group_id().x * count
    least = u32(FARTHEST)
    greatest = u32(0)
    total = u32(0)
    bits = u32(0)
    for i in range(wd.wave_lane_index(), count, lanes):
        word = points[first + i] ^ queries[i & 255]
        with wd.waves(0):
            least = wd.min(least, word)
        with wd.waves(1):
            greatest = wd.max(greatest, word)
        with wd.waves(2):
            total += word
        with wd.waves(3):
            bits += wd.countbits(word)
    with wd.waves(0):
        results[wd.group_id().x * WAVES] = wd.wave_active_min(least)
    with wd.waves(1):
        results[wd.group_id().x * WAVES + 1] = wd.wave_active_max(greatest)
    with wd.waves(2):
        results[wd.group_id().x * WAVES + 2] = wd.wave_active_sum(total)
    with wd.waves(3):
        results[wd.group_id().x * WAVES + 3] = wd.wave_active_sum(bits)


@wd.kernel(num_waves=WAVES)
def compact(points: wd.Buffer[u32], queries: wd.Buffer[u32], results: wd.RWBuffer[u32], count: u32):
    """The words below a bound, packed group by group in any order: element 0 counts them. Every wave adds up all waves'
    counts, though only wave 0 needs the sum, for the one atomic of the group."""
    counts = wd.groupshared(u32, wd.group_wave_count())
    start = wd.groupshared(u32, 1)
    wave = wd.group_wave_index()
    i = (wd.group_id().x * WAVES + wave) * wd.wave_lane_count() + wd.wave_lane_index()
    word = points[i]
    keep = i < count and word < queries[0]
    kept = wd.wave_active_count_bits(keep)
    counts[wave] = kept
    wd.group_memory_barrier_with_group_sync()
    total = u32(0)
    for j in range(WAVES):
        total += counts[j]
    with wd.waves(0):
        if wd.wave_is_first_lane():
            start[0] = wd.atomic_add(results, 0, total)
    wd.group_memory_barrier_with_group_sync()
    before = u32(0)
    for j in range(wave):
        before += counts[j]
    if keep:
        results[1 + start[0] + before + wd.wave_prefix_count_bits(keep)] = word


@wd.kernel(num_waves=WAVES)
def scan(points: wd.Buffer[u32], queries: wd.Buffer[u32], results: wd.RWBuffer[u32], count: u32):
    """The running sums of the group's part; wave 0 turns the waves' totals into where they start; example 13."""
    lanes = wd.wave_lane_count()
    lane = wd.wave_lane_index()
    wave = wd.group_wave_index()
    totals = wd.groupshared(u32, wd.group_wave_count())
    starts = wd.groupshared(u32, wd.group_wave_count())
    carried = u32(0)
    for first in range(u32(0), count, lanes * WAVES):
        i = first + wave * lanes + lane
        word = u32(0)
        if i < count:
            word = points[wd.group_id().x * count + i]
        before = wd.wave_prefix_sum(word)
        totals[wave] = wd.wave_active_sum(word)
        wd.group_memory_barrier_with_group_sync()
        with wd.waves(0):
            total = u32(0)
            if lane < WAVES:
                total = totals[lane]
                starts[lane] = carried + wd.wave_prefix_sum(total)
            carried += wd.wave_active_sum(total)
        wd.group_memory_barrier_with_group_sync()
        if i < count:
            results[wd.group_id().x * count + i] = starts[wave] + before + word
