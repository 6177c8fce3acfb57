"""Kernels on buffers and arrays of two and three dimensions, and what they compute."""

from __future__ import annotations

import numpy as np

import wavedialect as wd
from wavedialect import f32, i32, u32

SIDE = 8


@wd.kernel(num_waves=1)
def scale_rows(a: wd.Buffer[f32, 2], out: wd.RWBuffer[f32, 2]):
    """A group for each row, and one more; lanes go two elements too far."""
    y = wd.group_id().x
    for x in range(wd.wave_lane_index(), a.shape[1] + 2, wd.wave_lane_count()):
        out[y, x] = a[y, x] * 2.0 + f32(len(a))


@wd.func
def corner(rows, shape):
    """The last element, through a function that gets a memory of any kind."""
    height, width = shape
    return rows[height - 1, width - 1]


@wd.func
def add_to(rows, place, value):
    return wd.atomic_add(rows, place, value)


@wd.kernel(num_threads=SIDE * SIDE)
def turn(a: wd.Buffer[u32, 2], out: wd.RWBuffer[u32, 2], counts: wd.RWBuffer[u32, 3]):
    """A transpose through a groupshared array with a padded row, and atomics in all kinds of memory."""
    tile = wd.groupshared(u32, (SIDE, SIDE + 1))
    sums = wd.groupshared(u32, (2, 3))
    mine = wd.local_array(u32, (2, 2, 2))
    i = wd.group_thread_id().x
    place = i // SIDE, i % SIDE
    tile[place] = a[place]
    if i < 6:
        sums[i // 3, i % 3] = 0
    mine[1, 0, 1] = i
    wd.group_memory_barrier_with_group_sync()
    out[place] = tile[i % SIDE, i // SIDE]
    wd.atomic_add(sums, (1, i % 3), mine[1, 0, 1])
    add_to(counts, (u32(1), i % 2, u32(2)), u32(1))
    # Beyond one of the dimensions: nothing happens.
    wd.atomic_add(counts, (u32(0), i % 2 + 2, u32(0)), u32(1))
    wd.group_memory_barrier_with_group_sync()
    if i < 3:
        counts[0, 0, i] = sums[1, i]
    if i == 3:
        counts[0, 1, 0] = corner(a, a.shape)
        counts[0, 1, 1] = corner(tile, (u32(SIDE), u32(SIDE)))


@wd.kernel(num_waves=1)
def move_points(points: wd.Buffer[wd.float3, 2], out: wd.RWBuffer[wd.float3, 2], by: i32):
    y, x = wd.group_id().x, wd.wave_lane_index()
    if x < points.shape[-1]:
        p = points[y, u32(i32(x) + by)]
        out[y, x] = p
        out[y, x].y = p.x + points[y, x].z


def check_all(dispatch, exact: bool = True) -> None:
    """Runs the kernels by ``dispatch(kernel, groups, *arguments)``, on whole arrays and on views, and checks the results."""
    random = np.random.default_rng(2)
    for columns in (slice(None), slice(2, 10)):
        whole, results = random.random((5, 12), np.float32), np.full((5, 12), -1, np.float32)
        expected = results.copy()
        expected[:, columns] = whole[:, columns] * 2 + 5
        dispatch(scale_rows, 6, whole[:, columns], results[:, columns])
        np.testing.assert_array_equal(results, expected)

    a, out = random.integers(0, 1 << 32, (SIDE, SIDE), np.uint32), np.zeros((SIDE, SIDE), np.uint32)
    counts = np.zeros((2, 2, 3), np.uint32)
    dispatch(turn, 1, a, out, counts)
    np.testing.assert_array_equal(out, a.T)
    sums = [sum(range(start, SIDE * SIDE, 3)) for start in range(3)]
    assert counts.tolist() == [[sums, [a[-1, -1], a[-1, -1], 0]], [[0, 0, SIDE * SIDE // 2]] * 2]

    room = random.random((3, 6, 3), np.float32)
    points, out = room[::2, 1:5], np.zeros((2, 4, 3), np.float32)
    dispatch(move_points, 3, points, out, 1)
    moved = np.concatenate([points[:, 1:], np.zeros((2, 1, 3), np.float32)], axis=1)
    moved[:, :, 1] = moved[:, :, 0] + points[:, :, 2]
    np.testing.assert_array_equal(out, moved)
