"""Kernels with asynchronous copies, and their results in NumPy."""

from __future__ import annotations

import functools

import numpy as np

import wavedialect as wd
from wavedialect import f32, u32


@wd.kernel(num_waves=2)
def run(src: wd.Buffer[u32], out: wd.RWBuffer[u32], first: u32, count: u32):
    """Each wave copies a run that ends behind the buffer, and waits for its own copy."""
    lanes, lane, wave = wd.wave_lane_count(), wd.wave_lane_index(), wd.group_wave_index()
    tile = wd.groupshared(u32, 2 * 200)
    for i in range(lane, u32(200), lanes):
        tile[wave * 200 + i] = 7
    wd.wave_memory_barrier()
    wd.async_copy(tile, wave * 200 + 3, src, first + 50 * wave, count)
    wd.wave_memory_barrier()
    for i in range(lane, u32(200), lanes):
        out[wave * 200 + i] = tile[wave * 200 + i]


def run_expected(src, first, count):
    out = np.full((2, 200), 7, np.uint32)
    for wave in range(2):
        for i in range(count):
            place = (first + 50 * wave + i) % (1 << 32)
            out[wave, 3 + i] = src[place] if place < len(src) else 0
    return out.reshape(-1)


@functools.cache
def tiled(rows, columns, padding, element=f32):
    """The group copies a tile of each batch that is partly outside; all waves read it after a barrier."""

    @wd.kernel(num_waves=3)
    def tile_of(src: wd.Buffer[element, 3], out: wd.RWBuffer[element], batch: u32, y: u32, x: u32):
        lanes, lane, wave = wd.wave_lane_count(), wd.wave_lane_index(), wd.group_wave_index()
        tile = wd.groupshared(element, (2, rows, columns + padding))
        with wd.waves(1):
            wd.async_copy(tile, (1, 0, 0), src, (batch, y, x), (rows, columns))
        with wd.waves(2):
            wd.async_copy(tile, (0, 0, 0), src, (0, 1, 0), columns // 2)
        wd.group_memory_barrier_with_group_sync()
        for i in range(wave * lanes + lane, u32(rows * columns), 3 * lanes):
            out[i] = tile[1, i // columns, i % columns]
        if wave == 0:
            for i in range(lane, u32(columns // 2), lanes):
                out[rows * columns + i] = tile[0, 0, i]

    return tile_of


def tile_expected(src, batch, y, x, rows, columns):
    depth, height, width = src.shape[:3]
    out = np.zeros((rows, columns, *src.shape[3:]), src.dtype)
    for r in range(rows):
        for c in range(columns):
            row, column = (y + r) % (1 << 32), (x + c) % (1 << 32)
            if batch < depth and row < height and column < width:
                out[r, c] = src[batch, row, column]
    return out.reshape(rows * columns, *src.shape[3:])


@functools.cache
def streamed(stages, with_copy=True):
    """Wave 0 copies tiles to the stages of a pipe, waves 1 to 3 add their rows."""

    @wd.kernel(num_waves=4)
    def stream(src: wd.Buffer[f32, 2], out: wd.RWBuffer[f32], tiles: u32):
        lanes, lane, wave = wd.wave_lane_count(), wd.wave_lane_index(), wd.group_wave_index()
        tile = wd.groupshared(f32, (stages, 8, 20))
        pipe = wd.pipe(stages=stages, producers=0, consumers=range(1, 4))
        with wd.waves(0):
            for t in range(tiles):
                stage = pipe.acquire()
                wd.async_copy(tile, (stage, 0, 0), src, (wd.group_id().x * 8, t * 20), (8, 20))
                pipe.commit()
        with wd.waves(1, 2, 3):
            total = f32(0)
            for t in range(tiles):
                stage = pipe.wait()
                for i in range((lane + wave) % 160, u32(160), lanes):
                    total += tile[stage, i // 20, i % 20] * f32(t + wave)
                pipe.release()
            out[(wd.group_id().x * 3 + wave - 1) * lanes + lane] = total

    return stream


def stream_expected(src, groups, tiles, lanes):
    out = np.zeros((groups, 3, lanes), np.float32)
    padded = np.zeros((groups * 8, tiles * 20), np.float32)
    padded[: min(len(src), groups * 8), : min(src.shape[1], tiles * 20)] = src[: groups * 8, : tiles * 20]
    for group in range(groups):
        for t in range(tiles):
            tile = padded[group * 8 : group * 8 + 8, t * 20 : t * 20 + 20].reshape(-1)
            for wave in range(1, 4):
                for lane in range(lanes):
                    out[group, wave - 1, lane] += tile[(lane + wave) % 160 :: lanes].sum() * np.float32(t + wave)
    return out.reshape(-1)


@wd.kernel(num_waves=2)
def returned(src: wd.Buffer[u32], out: wd.RWBuffer[u32], n: u32):
    """Only the first lanes of the waves copy, commit and read."""
    tile = wd.groupshared(u32, 40)
    pipe = wd.pipe(stages=1, producers=0, consumers=1)
    lane = wd.wave_lane_index()
    if lane >= n:
        return
    with wd.waves(0):
        for t in range(3):
            pipe.acquire()
            wd.async_copy(tile, 0, src, 2 + t, 40)
            pipe.commit()
    with wd.waves(1):
        for t in range(3):
            pipe.wait()
            for i in range(lane, u32(40), n):
                out[t * 40 + i] = tile[i]
            pipe.release()


def returned_expected(src):
    return np.concatenate([src[2 + t : 42 + t] for t in range(3)])


KERNELS = [
    run,
    returned,
    *(streamed(stages) for stages in (1, 2, 4)),
    *(tiled(*shape) for shape in ((7, 12, 1), (3, 40, 0), (8, 64, 4))),
    *(tiled(8, 16, 0, element) for element in (wd.f16, wd.f64, wd.float2, wd.float3, wd.float4)),
]
"""Those that run on a GPU; test/gpu records their code for machines without the compiler."""
