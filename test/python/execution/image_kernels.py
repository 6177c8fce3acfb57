"""Kernels with atomics on texels and with arrays of images, beside what they compute."""

from __future__ import annotations

import numpy as np

import wavedialect as wd
from wavedialect import i32, u32


@wd.kernel(num_waves=2)
def count_texels(counts: wd.RWTexture2D[u32], extremes: wd.RWTexture2D[i32], old: wd.RWBuffer[u32]):
    """Every lane counts in a texel of each row, also in one that does not exist."""
    width = wd.image_size(counts).x
    lane = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    for y in range(wd.image_size(counts).y + 1):
        before = wd.atomic_add(counts, (lane % (width + 1), y), 1)
        # Out of bounds, the result of an atomic is unspecified.
        if y == 0 and lane % (width + 1) < width:
            old[lane] = before
    wd.atomic_min(extremes, (0, 0), -i32(lane))
    wd.atomic_max(extremes, wd.uint2(1, 0), i32(lane))
    wd.atomic_or(extremes, (2, 0), i32(lane))
    wd.atomic_xor(extremes, (3, 0), i32(lane))
    wd.atomic_and(extremes, (4, 0), ~i32(lane))
    if lane == 3:
        swapped = wd.atomic_exchange(extremes, (5, 0), 7)
        same = wd.atomic_compare_exchange(extremes, (6, 0), 5, swapped)
        wd.atomic_compare_exchange(extremes, (7, 0), same + 1, 9)


def check_counts(wave_size: int, **options: object) -> None:
    lanes = 2 * wave_size
    counts, extremes = np.zeros((3, 3), np.uint32), np.array([[4, -4, 0, 0, -1, 3, 5, 8]], np.int32)
    old = np.full(lanes, 99, np.uint32)
    count_texels.dispatch(1, counts, extremes, old, wave_size=wave_size, **options)
    number = np.arange(lanes)
    expected = [(number % 4 == x).sum() for x in range(3)]
    assert counts.tolist() == [expected] * 3
    for x in range(3):
        assert sorted(old[number % 4 == x]) == list(range(expected[x]))
    bits = np.bitwise_xor.reduce(number), np.bitwise_and.reduce(~number)
    assert extremes.tolist() == [[1 - lanes, lanes - 1, lanes - 1, *bits, 7, 3, 8]]


@wd.kernel(num_waves=1)
def turn_layers(
    source: wd.Texture2DArray[wd.float2],
    turned: wd.RWTexture2DArray[wd.float2],
    counts: wd.RWTexture2DArray[u32],
    sizes: wd.RWBuffer[u32],
):
    """Each layer becomes the next one, mirrored; layers and texels that do not exist are read and written as well."""
    size = wd.image_size(source)
    for index in range(wd.wave_lane_index(), (size.x + 1) * size.y * (size.z + 1), wd.wave_lane_count()):
        x, y, layer = index % (size.x + 1), index // (size.x + 1) % size.y, index // ((size.x + 1) * size.y)
        turned[size.x - 1 - x, y, layer + 1] = source[wd.uint3(x, y, layer)] + 1
        wd.atomic_add(counts, (0, 0, layer), 1)
    if wd.wave_is_first_lane():
        sizes[0] = size.x
        sizes[1] = size.y
        sizes[2] = size.z


def check_layers(wave_size: int, **options: object) -> None:
    source = np.random.default_rng(wave_size).random((4, 3, 5, 2), np.float32)
    turned, counts, sizes = np.zeros_like(source), np.zeros((4, 1, 1), np.uint32), np.zeros(3, np.uint32)
    turn_layers.dispatch(1, source, turned, counts, sizes, wave_size=wave_size, **options)
    assert sizes.tolist() == [5, 3, 4] and counts.ravel().tolist() == [18] * 4
    np.testing.assert_array_equal(turned[1:], source[:-1, :, ::-1] + 1)
    assert not turned[0].any()
