"""Kernels that load tiles and compute with them, for the tests of the pass `pipeline-waves` on all devices."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

import wavedialect as wd
from wavedialect import f32, u32

GROUPS = 3
TRIPS = (0, 1, 2, 7)
MOST_LANES = 128
WORDS = np.random.default_rng(1).integers(0, 1 << 32, 20000, dtype=np.uint32)
FLOATS = np.random.default_rng(2).integers(-8, 8, 6000).astype(np.float32)


@wd.kernel(num_waves=4)
def rows(src: wd.Buffer[u32], out: wd.RWBuffer[u32], n: u32):
    """Each lane of each wave loads a word."""
    lanes = wd.wave_lane_count()
    thread = wd.group_wave_index() * lanes + wd.wave_lane_index()
    tile = wd.groupshared(u32, 4 * wd.wave_lane_count())
    total = u32(0)
    for t in range(n):
        tile[thread] = src[(wd.group_id().x + t) * 4 * lanes + thread] ^ t
        wd.group_memory_barrier_with_group_sync()
        for i in range(4 * lanes):
            total = total * 3 + tile[i] * (wd.group_wave_index() + 1)
        wd.group_memory_barrier_with_group_sync()
    out[wd.group_id().x * wd.group_wave_count() * lanes + thread] = total


@wd.kernel(num_waves=4)
def one_wave_loads(src: wd.Buffer[u32], out: wd.RWBuffer[u32], n: u32):
    lanes, lane, wave = wd.wave_lane_count(), wd.wave_lane_index(), wd.group_wave_index()
    tile = wd.groupshared(u32, 3 * wd.wave_lane_count())
    total = u32(0)
    for t in range(n):
        with wd.waves(2):
            for k in range(3):
                tile[k * lanes + lane] = src[t * 3 * lanes + k * lanes + lane] + wd.wave_active_max(src[t + lane])
        wd.group_memory_barrier_with_group_sync()
        for i in range(3 * lanes):
            total = (total ^ tile[i]) * (wave + 3)
        wd.group_memory_barrier_with_group_sync()
    out[(wd.group_id().x * 4 + wave) * lanes + lane] = total


@wd.kernel(num_waves=3)
def last_tile_is_partial(src: wd.Buffer[u32], out: wd.RWBuffer[u32], n: u32):
    """The number of words is not a multiple of the tile, and the loop has a step."""
    lanes = wd.wave_lane_count()
    thread = wd.group_wave_index() * lanes + wd.wave_lane_index()
    tile = wd.groupshared(u32, 3 * wd.wave_lane_count())
    width = 3 * lanes
    count = n * width - n
    total = u32(0)
    for first in range(u32(0), count, width):
        value = u32(0)
        if first + thread < count:
            value = src[first + thread]
        tile[thread] = value
        wd.group_memory_barrier_with_group_sync()
        for i in range(wd.min(width, count - first)):
            total = total * 5 + tile[i]
        wd.group_memory_barrier_with_group_sync()
    out[wd.group_id().x * width + thread] = total


@wd.kernel(num_waves=2)
def barrier_first(src: wd.Buffer[u32], out: wd.RWBuffer[u32], n: u32):
    """The group meets before it overwrites the tile, and the loop carries the place."""
    lanes = wd.wave_lane_count()
    thread = wd.group_wave_index() * lanes + wd.wave_lane_index()
    tile = wd.groupshared(u32, 2 * wd.wave_lane_count())
    total = u32(0)
    place = wd.group_id().x
    for t in range(n):
        wd.group_memory_barrier_with_group_sync()
        tile[thread] = src[place + thread]
        place += 2 * lanes + t
        wd.group_memory_barrier_with_group_sync()
        for i in range(2 * lanes):
            total = total * 3 + tile[(i + t) % (2 * lanes)]
    out[wd.group_id().x * 2 * lanes + thread] = total + place


@wd.kernel(num_waves=4)
def two_tiles(src: wd.Buffer[u32], out: wd.RWBuffer[u32], n: u32):
    """One array by stores of all waves and one by copies of each wave; an array of factors is read in the loop."""
    lanes, wave, lane = wd.wave_lane_count(), wd.group_wave_index(), wd.wave_lane_index()
    stored = wd.groupshared(u32, 4 * wd.wave_lane_count())
    copied = wd.groupshared(u32, 4 * wd.wave_lane_count())
    factors = wd.groupshared(u32, 4)
    factors[wave] = src[wave] | 1
    wd.group_memory_barrier_with_group_sync()
    total = u32(0)
    for t in range(n):
        stored[wave * lanes + lane] = src[t * lanes + wave + lane]
        wd.async_copy(copied, wave * lanes, src, t * 5 + wave * lanes, lanes)
        wd.group_memory_barrier_with_group_sync()
        for i in range(4 * lanes):
            total = total * 3 + stored[i] * copied[4 * lanes - 1 - i] * factors[(wave + i) % 4]
        wd.group_memory_barrier_with_group_sync()
    factors[wave] = wd.wave_active_sum(total)
    wd.group_memory_barrier_with_group_sync()
    out[(wd.group_id().x * 4 + wave) * lanes + lane] = total + factors[(wave + 1) % 4]


@wd.kernel(num_waves=4)
def nested(src: wd.Buffer[u32], out: wd.RWBuffer[u32], n: u32):
    """The tiles are loaded in an inner loop with another number of iterations each time; the outer loop stores."""
    lanes, wave, lane = wd.wave_lane_count(), wd.group_wave_index(), wd.wave_lane_index()
    thread = wave * lanes + lane
    tile = wd.groupshared(u32, 4 * wd.wave_lane_count())
    start = u32(0)
    for row in range(4):
        total = u32(row)
        trips = (n + row) % 5
        if row != 2:
            for t in range(trips):
                tile[thread] = src[start + t * lanes + thread]
                wd.group_memory_barrier_with_group_sync()
                for i in range(4 * lanes):
                    total = total * 3 + tile[i]
                wd.group_memory_barrier_with_group_sync()
        start += trips + 1
        out[(wd.group_id().x * 4 + row) * 4 * lanes + thread] = total + wd.wave_active_sum(total) + start


@wd.kernel(num_waves=4)
def nested_and_meeting(src: wd.Buffer[u32], out: wd.RWBuffer[u32], n: u32):
    """The group meets in the outer loop, and passes sums on there."""
    lanes, wave, lane = wd.wave_lane_count(), wd.group_wave_index(), wd.wave_lane_index()
    thread = wave * lanes + lane
    tile = wd.groupshared(u32, 4 * wd.wave_lane_count())
    sums = wd.groupshared(u32, wd.group_wave_count())
    carried = u32(1)
    for row in range(n):
        total = carried
        for t in range(3):
            tile[thread] = src[(row * 3 + t) * lanes + thread]
            wd.group_memory_barrier_with_group_sync()
            for i in range(4 * lanes):
                total = total * 3 + tile[i]
            wd.group_memory_barrier_with_group_sync()
        sums[wave] = wd.wave_active_max(total)
        wd.group_memory_barrier_with_group_sync()
        for other in range(wd.group_wave_count()):
            carried = carried * 7 + sums[other]
        wd.group_memory_barrier_with_group_sync()
    out[wd.group_id().x * 4 * lanes + thread] = carried


@wd.kernel(num_waves=4)
def two_loops(src: wd.Buffer[u32], out: wd.RWBuffer[u32], n: u32):
    """Both loops use one tile, and the second one also its own."""
    lanes, wave, lane = wd.wave_lane_count(), wd.group_wave_index(), wd.wave_lane_index()
    thread = wave * lanes + lane
    tile = wd.groupshared(u32, 4 * wd.wave_lane_count())
    other = wd.groupshared(u32, wd.wave_lane_count())
    total = u32(0)
    for t in range(n):
        tile[thread] = src[t * lanes + thread]
        wd.group_memory_barrier_with_group_sync()
        for i in range(4 * lanes):
            total = total * 3 + tile[i]
        wd.group_memory_barrier_with_group_sync()
    middle = wd.wave_active_sum(total)
    for t in range(n + 1):
        tile[thread] = src[t * lanes + thread + 7]
        with wd.waves(0, 3):
            other[lane] = src[t + lane]
        wd.group_memory_barrier_with_group_sync()
        for i in range(lanes):
            total = total * 5 + tile[i * 4] + other[lanes - 1 - i]
        wd.group_memory_barrier_with_group_sync()
    out[wd.group_id().x * 4 * lanes + thread] = total ^ middle


@wd.kernel(num_waves=1)
def one_wave(src: wd.Buffer[u32], out: wd.RWBuffer[u32], n: u32):
    lanes, lane = wd.wave_lane_count(), wd.wave_lane_index()
    tile = wd.groupshared(u32, 2 * wd.wave_lane_count())
    total = u32(0)
    for t in range(n):
        tile[lane] = src[t * 2 * lanes + lane]
        tile[lanes + lane] = src[t * 2 * lanes + lanes + lane]
        wd.group_memory_barrier_with_group_sync()
        for i in range(2 * lanes):
            total = total * 3 + tile[(i + lane) % (2 * lanes)]
        wd.group_memory_barrier_with_group_sync()
    out[wd.group_id().x * lanes + lane] = total


@wd.kernel(num_waves=20, wave_size=(4, 32))
def many_waves(src: wd.Buffer[u32], out: wd.RWBuffer[u32], n: u32):
    """More waves than the loading has copies for."""
    lanes = wd.wave_lane_count()
    thread = wd.group_wave_index() * lanes + wd.wave_lane_index()
    tile = wd.groupshared(u32, 20 * wd.wave_lane_count())
    total = u32(0)
    for t in range(n):
        tile[thread] = src[t * lanes + thread]
        wd.group_memory_barrier_with_group_sync()
        for i in range(20 * lanes):
            total = total * 3 + tile[i]
        wd.group_memory_barrier_with_group_sync()
    out[wd.group_id().x * 20 * lanes + thread] = total


@wd.kernel(num_waves=4)
def returns_at_the_end(src: wd.Buffer[u32], out: wd.RWBuffer[u32], n: u32):
    """Lanes return after the loop, whose barriers order buffers as well."""
    lanes = wd.wave_lane_count()
    thread = wd.group_wave_index() * lanes + wd.wave_lane_index()
    tile = wd.groupshared(u32, 4 * wd.wave_lane_count())
    total = u32(0)
    for t in range(n):
        tile[thread] = src[t * lanes + thread]
        wd.all_memory_barrier_with_group_sync()
        for i in range(4 * lanes):
            if tile[i] & 3 != 0:
                total = total * 3 + wd.wave_active_sum(tile[i] ^ wd.wave_lane_index())
        wd.all_memory_barrier_with_group_sync()
    if total & 1 == 0:
        return
    out[wd.group_id().x * 4 * lanes + thread] = total


@wd.kernel(num_waves=4)
def products(a: wd.Buffer[f32, 2], b: wd.Buffer[f32, 2], out: wd.RWBuffer[f32], depth: u32):
    """Rows of one matrix times columns of another, in padded tiles that copies bring."""
    wave, lane, lanes = wd.group_wave_index(), wd.wave_lane_index(), wd.wave_lane_count()
    left = wd.groupshared(f32, (16, 9))
    right = wd.groupshared(f32, (8, 16))
    total = f32(0)
    y = wd.group_id().x * 16
    row = wave * 4 + (lane & 3)
    for z in range(u32(0), depth, 8):
        wd.async_copy(left, (0, 0), a, (y, z), (16, 8))
        with wd.waves(1):
            wd.async_copy(right, (0, 0), b, (z, y - 3), (8, 16))
        wd.group_memory_barrier_with_group_sync()
        for _ in range(2):
            for k in range(8):
                total = total * 0.5 + left[row, k] * right[k, (lane >> 2) & 15]
        wd.group_memory_barrier_with_group_sync()
    out[(wd.group_id().x * 4 + wave) * lanes + lane] = total


@wd.kernel(num_waves=2)
def matrices(a: wd.Buffer[f32, 2], b: wd.Buffer[f32, 2], out: wd.RWBuffer[f32], depth: u32):
    """The same with wave matrices: each wave has eight rows."""
    left = wd.groupshared(f32, 16 * 8)
    right = wd.groupshared(f32, 8 * 16)
    wave = wd.group_wave_index()
    y = wd.group_id().x * 16
    total = wd.matrix_fill(0.0, f32, (8, 16), "acc")
    for z in range(u32(0), depth, 8):
        wd.async_copy(left, 0, a, (y, z), (16, 8))
        wd.async_copy(right, 0, b, (z, 0), (8, 16))
        wd.group_memory_barrier_with_group_sync()
        one = wd.matrix_load(left, wave * 64, 8, (8, 8), "a")
        other = wd.matrix_load(right, 0, 16, (8, 16), "b")
        total = wd.matrix_multiply_add(one, other, total)
        wd.group_memory_barrier_with_group_sync()
    wd.matrix_store(out, (wd.group_id().x * 2 + wave) * 128, 16, total)


@wd.kernel(num_waves=4)
def stored_on_each_path(src: wd.Buffer[u32], out: wd.RWBuffer[u32], n: u32):
    """Conditions depend on the iteration, and each branch stores to the same element."""
    lanes = wd.wave_lane_count()
    thread = wd.group_wave_index() * lanes + wd.wave_lane_index()
    tile = wd.groupshared(u32, 4 * wd.wave_lane_count())
    total = u32(0)
    for t in range(n):
        word = t * 4 * lanes + thread
        if word + 2 * t < n * 3 * lanes:
            if src[word] & 1 == 0:
                tile[thread] = src[word] + t
            else:
                tile[thread] = src[word + 1]
        else:
            tile[thread] = t
        wd.group_memory_barrier_with_group_sync()
        for i in range(4 * lanes):
            total = total * 3 + tile[i]
        wd.group_memory_barrier_with_group_sync()
    out[wd.group_id().x * 4 * lanes + thread] = total


@dataclass(frozen=True)
class Tiled:
    """A launch."""

    kernel: wd.Kernel
    words: Callable[[int], int]
    """The words of the result, by the lanes of a wave."""
    of_floats: bool = False
    devices: tuple[str, ...] = ("cpu", "cuda")

    @property
    def name(self) -> str:
        return self.kernel.name

    def run(self, device: Any, lanes: int, trips: int, **options: Any) -> np.ndarray:
        """The result."""
        out = np.zeros(self.words(lanes), np.float32 if self.of_floats else np.uint32)
        if self.of_floats:
            inputs = [FLOATS[: 48 * 60].reshape(48, 60), FLOATS[: 60 * 40].reshape(60, 40)]
        else:
            inputs = [WORDS]
        trips = trips * 8 if self.of_floats else trips
        self.kernel.dispatch(GROUPS, *inputs, out, trips, device=device, wave_size=lanes, **options)
        return out

    def fits(self, lanes: int) -> bool:
        return self.kernel is not many_waves or lanes <= 32


LAUNCHES = [
    Tiled(rows, lambda lanes: GROUPS * 4 * lanes),
    Tiled(one_wave_loads, lambda lanes: GROUPS * 4 * lanes),
    Tiled(last_tile_is_partial, lambda lanes: GROUPS * 3 * lanes),
    Tiled(barrier_first, lambda lanes: GROUPS * 2 * lanes),
    Tiled(two_tiles, lambda lanes: GROUPS * 4 * lanes),
    Tiled(nested, lambda lanes: GROUPS * 16 * lanes),
    Tiled(nested_and_meeting, lambda lanes: GROUPS * 4 * lanes),
    Tiled(two_loops, lambda lanes: GROUPS * 4 * lanes),
    Tiled(one_wave, lambda lanes: GROUPS * lanes),
    Tiled(many_waves, lambda lanes: GROUPS * 20 * lanes),
    Tiled(returns_at_the_end, lambda lanes: GROUPS * 4 * lanes),
    Tiled(stored_on_each_path, lambda lanes: GROUPS * 4 * lanes),
    Tiled(products, lambda lanes: GROUPS * 4 * lanes, of_floats=True),
    Tiled(matrices, lambda lanes: GROUPS * 256, of_floats=True, devices=("cpu",)),
]
