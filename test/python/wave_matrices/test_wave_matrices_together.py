"""Wave matrices beside returns of lanes, partial waves, pipes, blocks of waves and optimizations."""

from __future__ import annotations

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import f32, u32

SIZES = (4, 16, 64)


def runs(kernel, *arguments, groups=1, **options):
    """The last array of a run in the interpreter, and of runs on the CPU at some sizes."""
    for device, size in (("interpreter", 8), *(("cpu", size) for size in SIZES)):
        copies = [one.copy() if isinstance(one, np.ndarray) else one for one in arguments]
        kernel.dispatch(groups, *copies, device=device, wave_size=size, **(options if device == "cpu" else {}))
        yield size, copies[-1]


@wd.kernel(num_waves=2)
def returns_in_a_loop(n: u32, out: wd.RWBuffer[f32]):
    m = wd.matrix_fill(0.0, f32, (3, 5))
    for k in range(n):
        if wd.wave_lane_index() == k + 1:
            return
        m = m + 1.0
    wd.matrix_store(out, wd.group_wave_index() * 15, 5, m)


def test_lanes_return_in_a_loop():
    for n in (0, 1, 3):
        for _, found in runs(returns_in_a_loop, n, np.zeros(30, np.float32)):
            assert (found == n).all()


@wd.kernel(num_threads=(40, 1, 1))
def partial(src: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    wave = wd.group_wave_index()
    wd.matrix_store(out, wave * 16, 4, wd.matrix_load(src, 0, 4, (4, 4)) * f32(wave + 1))


def test_waves_that_are_not_full():
    src = np.arange(16, dtype=np.float32)
    for size, found in runs(partial, src, np.zeros(16 * 10, np.float32)):
        waves = -(-40 // size)
        np.testing.assert_array_equal(found[: 16 * waves].reshape(waves, 16), src * np.arange(1, waves + 1)[:, None])


@wd.kernel(num_waves=3)
def piped(src: wd.Buffer[f32], tiles: u32, out: wd.RWBuffer[f32]):
    tile = wd.groupshared(f32, 2 * 36)
    pipe = wd.pipe(stages=2, producers=0, consumers=(1, 2))
    with wd.waves(0):
        for t in range(tiles):
            stage = pipe.acquire()
            wd.matrix_store(tile, stage * 36, 6, wd.matrix_load(src, t * 36, 6, (6, 6)))
            pipe.commit()
    with wd.waves(1, 2):
        total = wd.matrix_fill(0.0, f32, (6, 6))
        for _ in range(tiles):
            stage = pipe.wait()
            a = wd.matrix_load(tile, stage * 36, 6, (6, 6), "a")
            b = wd.matrix_load(tile, stage * 36, 6, (6, 6), "b", layout="column_major")
            total = wd.matrix_multiply_add(a, b, total)
            pipe.release()
        wd.matrix_store(out, (wd.group_wave_index() - 1) * 36, 6, total)


def test_matrices_pass_through_pipes():
    src = np.random.default_rng(0).integers(-4, 5, (5, 6, 6)).astype(np.float32)
    expected = np.tile(sum(one @ one.T for one in src).ravel(), 2)
    for _, found in runs(piped, src.ravel(), 5, np.zeros(72, np.float32)):
        np.testing.assert_array_equal(found, expected)


@wd.kernel(num_waves=4)
def apart(src: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    wave = wd.group_wave_index()
    shared = wd.groupshared(f32, 4 * 16)
    m = wd.matrix_load(src, wave * 16, 4, (4, 4))
    with wd.waves(0, 1):
        m = m * 2.0
    with wd.waves(3):
        m = wd.matrix_row_sum(m)
    wd.matrix_store(shared, wave * 16, 4, m)
    wd.group_memory_barrier_with_group_sync()
    other = wd.matrix_load(shared, ((wave + 1) & 3) * 16, 4, (4, 4))
    wd.matrix_store(out, wave * 16, 4, m - other)


@pytest.mark.parametrize("options", [{}, {"opt_level": 0}, {"enable": ["specialize"]}], ids=str)
def test_waves_that_compute_different_matrices(options):
    src = np.random.default_rng(1).integers(-4, 5, (4, 4, 4)).astype(np.float32)
    m = src.copy()
    m[:2] *= 2
    m[3] = m[3].sum(axis=1, keepdims=True)
    expected = m - np.roll(m, -1, axis=0)
    for _, found in runs(apart, src.ravel(), np.zeros(64, np.float32)):
        np.testing.assert_array_equal(found.reshape(4, 4, 4), expected)
    if options:
        for size in SIZES:
            apart.compile("cpu", wave_size=size, **options)


@wd.kernel(num_waves=1)
def places(src: wd.Buffer[f32], index: wd.Buffer[u32], out: wd.RWBuffer[f32]):
    first = index[wd.group_id().x]
    m = wd.matrix_load(src, first, 4, (2, 4))
    if index[0] == 8:
        m += 1.0
    wd.matrix_store(out, wd.group_id().x * 8, 4, m)


def test_indices_from_memory_that_no_lane_writes():
    src, index = np.arange(40, dtype=np.float32), np.array([8, 0, 30], np.uint32)
    expected = np.concatenate([src[i : i + 8] + 1 for i in index])
    for _, found in runs(places, src, index, np.zeros(24, np.float32), groups=3):
        np.testing.assert_array_equal(found, expected)


@wd.kernel(num_waves=2)
def index_after_a_return(src: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    wave = wd.group_wave_index()
    tile = wd.groupshared(f32, 2 * 40)
    m = wd.matrix_load(src, 0, 4, (4, 4))
    if src[wd.wave_lane_index()] == 3.0:
        return
    wd.matrix_store(tile, wave * 40 + 3, 4, m)
    wd.group_memory_barrier_with_group_sync()
    m = wd.matrix_load(tile, wave * 40 + 3, 4, (4, 4), layout="column_major")
    wd.group_memory_barrier_with_group_sync()
    wd.matrix_store(tile, wave * 40 + 5, 4, m)
    wd.group_memory_barrier_with_group_sync()
    wd.matrix_store(out, wave * 16, 4, wd.matrix_load(tile, wave * 40 + 5, 4, (4, 4)) * f32(wave * 40 + 1))


def test_lanes_return_before_an_index_is_used_again():
    """A part of the index is computed in control flow that only the remaining lanes enter."""
    src = np.arange(64, dtype=np.float32)
    expected = np.stack([src[:16].reshape(4, 4).T, 41 * src[:16].reshape(4, 4).T])
    for size, found in runs(index_after_a_return, src, np.zeros(32, np.float32)):
        np.testing.assert_array_equal(found.reshape(2, 4, 4), expected, str(size))
