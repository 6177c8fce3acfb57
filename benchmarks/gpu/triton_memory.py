"""The computations of cuda_memory.py in Triton."""

import triton
import triton.language as tl


@triton.jit
def append(values, counter, kept, least, BLOCK: tl.constexpr):
    """One atomic for a block."""
    value = tl.load(values + tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK))
    keep = value >= least
    place = tl.cumsum(keep.to(tl.int32), 0) - keep.to(tl.int32)
    start = tl.atomic_add(counter, tl.sum(keep.to(tl.int32), 0))
    tl.store(kept + start + place, value, mask=keep)


@triton.jit
def tiles(depth, tile_min, tile_max, width, TILES: tl.constexpr):
    """Eight rows of TILES tiles, each of 8 x 8."""
    columns: tl.constexpr = TILES * 8
    first = tl.program_id(1).to(tl.int64) * 8 * width + tl.program_id(0) * columns
    z = tl.load(depth + first + tl.arange(0, 8)[:, None] * width + tl.arange(0, columns)[None, :])
    least = tl.min(tl.reshape(tl.min(z, 0), (TILES, 8)), 1)
    greatest = tl.max(tl.reshape(tl.max(z, 0), (TILES, 8)), 1)
    index = tl.program_id(1) * (width // 8) + tl.program_id(0) * TILES + tl.arange(0, TILES)
    tl.store(tile_min + index, least)
    tl.store(tile_max + index, greatest)


@triton.jit
def total(values, result, BLOCK: tl.constexpr):
    """One atomic for a block."""
    part = tl.load(values + tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK))
    tl.atomic_add(result, tl.sum(part, 0))
