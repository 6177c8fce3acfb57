"""Bytes and bools in buffers, images and arrays, on every executor."""

from __future__ import annotations

import byte_kernels as kernels
import numpy as np
import pytest

COUNT = 37


def bytes_of(dtype, shape=COUNT, seed: int = 1) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 256, shape, np.uint8).view(dtype)


def test_unsigned_bytes_extend_by_zeros(run):
    src, out, wide = bytes_of(np.uint8), np.zeros(COUNT - 2, np.uint8), np.zeros(COUNT, np.uint32)
    run(kernels.copy_u8, COUNT, src, out, wide)
    assert (out == src[: COUNT - 2]).all()
    assert (wide == src + np.uint32(1000) * src[::-1]).all()


def test_signed_bytes_extend_by_the_sign(run):
    src, out, wide = bytes_of(np.int8), np.zeros(COUNT, np.int8), np.zeros(COUNT, np.int32)
    run(kernels.copy_i8, COUNT, src, out, wide)
    assert (out == src).all()
    assert (wide == src * np.int32(1000)).all()


def test_nothing_beyond_the_end_changes(run):
    """Lanes of the last group and every lane of the copy are out of bounds of shorter arrays."""
    for length in (1, 2, 3, 5, 8):
        memory = np.full(length + 8, 7, np.uint8)
        wide = np.zeros(COUNT, np.uint32)
        src = bytes_of(np.uint8, length)
        run(kernels.copy_u8, COUNT, src, memory[:length], wide)
        assert (memory[:length] == src).all()
        assert (memory[length:] == 7).all()
        index = np.arange(COUNT)
        long = src.astype(np.uint32)
        expected = long[index % length] + 1000 * long[::-1][index % length]
        assert (wide == np.where(index < length, expected, 0)).all()


def test_stores_keep_the_low_bits(run):
    src = np.random.default_rng(2).integers(0, 1 << 32, COUNT, np.uint32)
    a, b, c = (np.zeros(COUNT, dtype) for dtype in (np.uint8, np.int8, np.uint8))
    run(kernels.low_bits, COUNT, src, a, b, c)
    index = np.arange(COUNT)
    assert (a == (src + 1).astype(np.uint8)).all()
    assert (b == np.where(index % 3 == 1, -128, src.astype(np.uint8).view(np.int8))).all()
    assert (c == np.where(index % 3 == 0, 255, src.view(np.int32) < 0)).all()


def test_lanes_store_different_bytes_of_a_word(run):
    """Each byte of the output is stored by a lane of another place, often of another wave."""
    for seed in range(3):
        count = 300
        src, out = bytes_of(np.uint8, count, seed), np.zeros(count + 3, np.uint8)
        places = np.random.default_rng(seed).permutation(count + 3)[:count].astype(np.uint32)
        run(kernels.scattered, count, src, places, out)
        expected = np.zeros(count + 3, np.uint8)
        expected[places] = src
        assert (out == expected).all()


def test_one_byte_for_the_wave(run):
    src, out = bytes_of(np.uint8, 23), np.full(4, 9, np.uint8)
    run(kernels.one_byte, 1, src, out)
    assert out.tolist() == [9, src[2], 9, src.sum() & 255]


def test_groupshared_and_local_arrays(run):
    # As many items as two waves of the largest size have lanes, so that all lanes of the groups are in bounds.
    count = 256
    src, out = bytes_of(np.uint8, count), np.zeros((count, 4), np.int32)
    run(kernels.arrays, count, src, out)
    lanes = next(size for size in (8, 16, 32, 64, 128, 256) if is_of_groups(src, out, size))
    index = np.arange(count)
    own = src.astype(np.int32)
    k = index & 3
    assert (out[:, 1] == (own + 60 * k).astype(np.uint8).view(np.int8)).all()
    assert (out[:, 2] == ((own * 7) & 255) + 1000 * (300 & 255)).all()
    assert (out[:, 3] == (own > 100).reshape(-1, lanes)[:, ::-1].reshape(-1)).all()


def is_of_groups(src: np.ndarray, out: np.ndarray, lanes: int) -> bool:
    """Whether the first column is right for groups of two waves with so many lanes in all."""
    shared = ((src.astype(np.int32) + 200) & 255).reshape(-1, lanes)[:, ::-1]
    signed = (src.astype(np.int32) * 3).astype(np.uint8).view(np.int8).astype(np.int32).reshape(-1, 2, lanes // 2)
    return bool((out[:, 0].reshape(-1, lanes) == shared + 1000 * signed[:, ::-1].reshape(-1, lanes)).all())


def test_vectors_of_bytes(run):
    src = bytes_of(np.uint8, (4, 9, 3))
    out, gray = np.zeros_like(src), np.zeros((4, 9), np.uint8)
    for pitched in (False, True):
        out[...] = 0
        # Rows of a larger image.
        rows = np.zeros((4, 16, 3), np.uint8)[:, :9]
        rows[...] = src
        run_rows(run, rows if pitched else src, out, gray)
        expected = src[..., ::-1].copy()
        expected[:, :-1, 1], expected[:, -1, 1] = src[:, 1:, 0], 0
        assert (out == expected).all()
        wide = src.astype(np.uint32)
        assert (gray == (wide[..., 0] * 77 + wide[..., 1] * 150 + wide[..., 2] * 29) >> 8).all()


def run_rows(run, src: np.ndarray, out: np.ndarray, gray: np.ndarray) -> None:
    """One group for each row, whatever the wave size."""
    run(kernels.pixels, len(src) * 128, src, out, gray)


def test_bools_are_bytes(run):
    src = np.random.default_rng(3).integers(0, 2, COUNT).astype(bool)
    pairs = np.random.default_rng(4).integers(0, 2, (COUNT, 2)).astype(bool)
    out, swapped = np.zeros(COUNT, bool), np.zeros((COUNT, 2), bool)
    run(kernels.bools, COUNT, src, pairs, out, swapped)
    assert (out == (src != (np.arange(COUNT) % 3 == 0))).all()
    assert (swapped == pairs[:, ::-1]).all()


def test_any_byte_but_0_is_true(run):
    src = np.arange(COUNT, dtype=np.uint8) * 11
    pairs, swapped = np.full((COUNT, 2), 128, np.uint8), np.zeros((COUNT, 2), np.uint8)
    out = np.full(COUNT, 77, np.uint8)
    run(kernels.bools, COUNT, src, pairs, out, swapped)
    assert (out == ((src != 0) != (np.arange(COUNT) % 3 == 0))).all()
    assert (swapped == 1).all()


@pytest.mark.parametrize("shape", [(5, 7), (3, 4), (1, 1)])
def test_texels(run, shape):
    src, colors = bytes_of(np.uint8, shape), bytes_of(np.uint8, (*shape, 4), 2)
    signed = bytes_of(np.int8, (*shape, 2), 3)
    out, mixed = np.zeros(shape, np.uint8), np.zeros((*shape, 4), np.int8)
    run(kernels.texels, src.size, src, colors, signed, out, mixed)
    assert (out == src[:, ::-1] + colors[..., 0] + colors[..., 3]).all()
    assert (mixed[..., :2] == signed).all()
    assert (mixed[..., 2:] == colors[..., 1:3].view(np.int8)).all()


def test_buffers_of_bytes_in_helpers(run):
    src, out = bytes_of(np.uint8), np.zeros(COUNT, np.uint8)
    run(kernels.through_helpers, COUNT, src, out)
    assert (out == np.minimum(src.astype(np.uint32) + 50, 255)).all()
