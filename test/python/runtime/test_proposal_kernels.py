"""The three kernels of the numWaves proposal, corrected, at every wave size that each allows, against NumPy."""

from __future__ import annotations

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import f32, u32

TILE = 8
TILE_WIDTH = 16
FLOAT_MAX = 3.4028234663852886e38
THRESHOLD = 0.7


@wd.kernel(num_waves=1, wave_size=(8, 64))
def min_max_one_wave(depth: wd.Buffer[f32], near: wd.RWBuffer[f32], far: wd.RWBuffer[f32], width: u32):
    lane = wd.wave_lane_index()
    low = f32(FLOAT_MAX)
    high = f32(-FLOAT_MAX)
    x = wd.group_id().x * TILE + lane % TILE
    y = wd.group_id().y * TILE + lane // TILE
    for _ in range((TILE * TILE) // wd.wave_lane_count()):
        z = depth[y * width + x]
        low = min(low, wd.wave_active_min(z))
        high = max(high, wd.wave_active_max(z))
        y += wd.wave_lane_count() // TILE
    if wd.wave_is_first_lane():
        tile = wd.group_id().y * wd.group_count().x + wd.group_id().x
        near[tile] = low
        far[tile] = high


@wd.kernel(num_waves=2, wave_size=(8, 32))
def min_max_two_waves(depth: wd.Buffer[f32], near: wd.RWBuffer[f32], far: wd.RWBuffer[f32], width: u32):
    other_low = wd.groupshared(f32, 1)
    other_high = wd.groupshared(f32, 1)
    lane = wd.wave_lane_index()
    low = f32(FLOAT_MAX)
    high = f32(-FLOAT_MAX)
    x = wd.group_id().x * TILE + lane % TILE
    y = wd.group_id().y * TILE + lane // TILE
    # The first wave takes the upper half, the second one the lower: added to what stands there, not in its place.
    y += wd.group_wave_index() * (TILE // wd.group_wave_count())
    for _ in range((TILE * TILE) // wd.group_wave_count() // wd.wave_lane_count()):
        z = depth[y * width + x]
        low = min(low, wd.wave_active_min(z))
        high = max(high, wd.wave_active_max(z))
        y += wd.wave_lane_count() // TILE
    if wd.group_wave_index() != 0:
        other_low[0] = low
        other_high[0] = high
        return
    wd.group_memory_barrier_with_group_sync()
    if wd.wave_is_first_lane():
        tile = wd.group_id().y * wd.group_count().x + wd.group_id().x
        near[tile] = min(low, other_low[0])
        far[tile] = max(high, other_high[0])


@wd.kernel(num_waves=4, wave_size=(16, 64))
def compact(src: wd.Buffer[f32], count: wd.RWBuffer[u32], out: wd.RWBuffer[u32], width: u32):
    store = wd.groupshared(u32, wd.group_wave_count() - 1)
    lane = wd.wave_lane_index()
    wave_height = wd.wave_lane_count() // TILE_WIDTH
    x = wd.group_id().x * TILE_WIDTH + lane % TILE_WIDTH
    y = (
        wd.group_id().y * (wave_height * wd.group_wave_count())
        + wd.group_wave_index() * wave_height
        + lane // TILE_WIDTH
    )
    keep = src[y * width + x] > THRESHOLD
    kept = wd.wave_active_count_bits(keep)
    if wd.group_wave_index() != 0:
        store[wd.group_wave_index() - 1] = kept
        if kept == 0:
            return
    wd.group_memory_barrier_with_group_sync()
    offset = u32(0)
    if wd.group_wave_index() == 0:
        # One lane adds and overwrites: without lockstep another one might still have to read.
        if wd.wave_is_first_lane():
            total = kept
            for j in range(wd.group_wave_count() - 1):
                total += store[j]
            offset = wd.atomic_add(count, 0, total)
            following = offset + kept
            for j in range(wd.group_wave_count() - 1):
                mine = store[j]
                store[j] = following
                following += mine
        offset = wd.wave_read_lane_first(offset)
    wd.group_memory_barrier_with_group_sync()
    if wd.group_wave_index() != 0:
        offset = store[wd.group_wave_index() - 1]
    index = offset + wd.wave_prefix_count_bits(keep)
    if keep:
        out[index] = (x & 0xFFFF) | (y << 16)


def picture(height=64, width=48):
    return np.random.default_rng(54).random((height, width), np.float32)


@pytest.mark.parametrize(
    ("kernel", "wave_size"),
    [(min_max_one_wave, size) for size in (8, 16, 32, 64)] + [(min_max_two_waves, size) for size in (8, 16, 32)],
)
def test_minimum_and_maximum_of_tiles(kernel, wave_size):
    depth = picture()
    depth[3, 5] = np.nan
    rows, columns = depth.shape[0] // TILE, depth.shape[1] // TILE
    near, far = np.zeros((rows, columns), np.float32), np.zeros((rows, columns), np.float32)
    kernel.dispatch((columns, rows), depth, near, far, depth.shape[1], device="interpreter", wave_size=wave_size)
    tiles = depth.reshape(rows, TILE, columns, TILE).transpose(0, 2, 1, 3).reshape(rows, columns, -1)
    np.testing.assert_array_equal(near, np.nanmin(tiles, -1))
    np.testing.assert_array_equal(far, np.nanmax(tiles, -1))


@pytest.mark.parametrize("wave_size", [16, 32, 64])
@pytest.mark.parametrize("seed", [None, 1, 2])
def test_each_group_writes_one_block_in_order(wave_size, seed):
    source = picture()
    # One group keeps nothing in its later waves, one nothing at all.
    source[1:16, :16] = 0
    source[16:32, 16:32] = 0
    tile_height = wave_size // TILE_WIDTH * 4
    rows, columns = source.shape[0] // tile_height, source.shape[1] // TILE_WIDTH
    count, out = np.zeros(1, np.uint32), np.zeros(source.size, np.uint32)
    device = wd.Interpreter(seed=seed)
    done = compact.dispatch((columns, rows), source, count, out, source.shape[1], device=device, wave_size=wave_size)
    blocks = set()
    for row in range(rows):
        for column in range(columns):
            tile = source[row * tile_height :][:tile_height, column * TILE_WIDTH :][:, :TILE_WIDTH]
            y, x = np.nonzero(tile > THRESHOLD)
            place = x + column * TILE_WIDTH | (y + row * tile_height) << 16
            blocks.add(tuple(place.tolist()))
    assert count[0] == np.count_nonzero(source > THRESHOLD)
    written = out[: count[0]].tolist()
    while written:
        block = next(block for block in blocks if block and list(block) == written[: len(block)])
        blocks.remove(block)
        del written[: len(block)]
    assert blocks <= {()}
    assert not out[count[0] :].any()
    assert done.report.atomics == {("count", "add"): rows * columns}


def test_wave_sizes_that_the_kernels_do_not_allow():
    with pytest.raises(wd.LaunchError, match="its wave sizes are 16, 32, 64"):
        compact.dispatch(
            1, picture(), np.zeros(1, np.uint32), np.zeros(9, np.uint32), 8, device="interpreter", wave_size=8
        )
