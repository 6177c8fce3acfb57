"""Loads and stores of matrices in memory of more than one dimension: an index for each, and no stride."""

from __future__ import annotations

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import f16, f32, u32

SIZES = (4, 16, 64)


def runs(kernel, *arguments, groups=1):
    """The last array of a run in the interpreter, and of runs on the CPU at some sizes."""
    for device, size in (("interpreter", 8), *(("cpu", size) for size in SIZES)):
        copies = [one.copy() if isinstance(one, np.ndarray) else one for one in arguments]
        kernel.dispatch(groups, *copies, device=device, wave_size=size)
        yield copies[-1]


@wd.kernel(num_waves=2)
def tiles(src: wd.Buffer[f32, 2], out: wd.RWBuffer[f32, 3]):
    """The second wave transposes its tile by the layout."""
    wave = wd.group_wave_index()
    tile = wd.groupshared(f32, (2, 9, 11))
    m = wd.matrix_load(src, (wd.group_id().x * 4, 2 * wave), (5, 7))
    wd.matrix_store(tile, (wave, 1, 3), m)
    wd.wave_memory_barrier()
    if wave == 1:
        t = wd.matrix_load(tile, (wave, 2, 4), (6, 4), layout="column_major") * 2.0
        wd.matrix_store(out, (wd.group_id().x * 2 + 1, 1, 0), t, layout="column_major")
    else:
        wd.matrix_store(out, (wd.group_id().x * 2, 0, 1), wd.matrix_load(tile, (wave, 2, 4), (4, 6)))


def test_tiles():
    src = np.random.default_rng(0).integers(-9, 10, (9, 12)).astype(np.float32)
    expected = np.zeros((4, 5, 8), np.float32)
    for group in range(2):
        expected[2 * group, 0:4, 1:7] = src[4 * group + 1 : 4 * group + 5, 1:7]
        # Layouts of a load and a store cancel out.
        expected[2 * group + 1, 1:5, 0:6] = 2 * src[4 * group + 1 : 4 * group + 5, 3:9]
    for found in runs(tiles, src, np.zeros((4, 5, 8), np.float32), groups=2):
        np.testing.assert_array_equal(found, expected)
    report = tiles.check(2, src, np.zeros((4, 5, 8), np.float32), wave_sizes=(4, 32))
    assert not report.findings, report


@wd.kernel(num_waves=1)
def edge(src: wd.Buffer[f32, 2], out: wd.RWBuffer[f32, 2], y: u32, x: u32):
    wd.matrix_store(out, (y, x), wd.matrix_load(src, (y, x), (4, 4)) + 1.0)


def test_rows_beyond_the_end_are_zero_or_dropped():
    src = np.arange(48, dtype=np.float32).reshape(6, 8)
    expected = np.zeros((6, 8), np.float32)
    expected[4:, 4:] = src[4:, 4:] + 1
    for device in ("interpreter", "cpu"):
        out = np.zeros((6, 8), np.float32)
        edge.dispatch(1, src, out, 4, 4, device=device, wave_size=8)
        np.testing.assert_array_equal(out, expected)
    report = edge.check(1, src, np.zeros((6, 8), np.float32), 4, 4, wave_sizes=8)
    assert report.ok and {one.rule for one in report.notes} == {"buffer-bounds"}, report


def test_columns_beyond_the_end_are_reported():
    """The next row has the element."""
    src, out = np.ones((6, 8), np.float32), np.zeros((6, 8), np.float32)
    with pytest.raises(wd.ExecutionError, match="the matrix is out of bounds in dimension 1 of buffer `src`"):
        edge.dispatch(1, src, out, 0, 5, device="interpreter", wave_size=8)
    report = edge.check(1, src, out, 0, 5, wave_sizes=8)
    assert [one.rule for one in report.findings] == ["out-of-bounds", "out-of-bounds"], report
    assert "index 8 of dimension 1 of buffer `src`" in report.findings[0].message


@wd.kernel(num_waves=1)
def shared_edge(src: wd.Buffer[f32, 2], out: wd.RWBuffer[f32, 2], x: u32):
    tile = wd.groupshared(f32, (2, 8, 8))
    for i in range(wd.wave_lane_index(), u32(128), wd.wave_lane_count()):
        tile[i // 64, i // 8 % 8, i % 8] = 1.0
    wd.wave_memory_barrier()
    wd.matrix_store(out, (0, 0), wd.matrix_load(tile, (0, 0, x), (8, 4)))


def test_groupshared_dimensions():
    src = np.ones((8, 8), np.float32)
    assert shared_edge.check(1, src, np.zeros((8, 8), np.float32), 4, wave_sizes=8).ok
    report = shared_edge.check(1, src, np.zeros((8, 8), np.float32), 5, wave_sizes=8)
    (finding,) = report.findings
    assert finding.rule == "out-of-bounds"
    assert "index 8 of dimension 2 of groupshared array `tile`, which has shape (2, 8, 8)" in finding.message, report


@wd.func
def loaded(tile, y):
    return wd.matrix_load(tile, (y, u32(0)), (4, 4), "a")


@wd.kernel(num_waves=1)
def helpers(src: wd.Buffer[f16, 2], out: wd.RWBuffer[f32, 2]):
    tile = wd.groupshared(f16, (8, 4))
    wd.async_copy(tile, (0, 0), src, (0, 0), (8, 4))
    wd.wave_memory_barrier()
    b = wd.matrix_load(memory=tile, first=(4, 0), shape=(4, 4), role="b")
    total = wd.matrix_multiply_add(loaded(tile, u32(2)), b, wd.matrix_fill(0.0, f32, (4, 4)))
    wd.matrix_store(out, (0, 0), total)


def test_functions_and_keywords():
    src = np.random.default_rng(1).integers(-3, 4, (8, 4)).astype(np.float16)
    for found in runs(helpers, src, np.zeros((4, 4), np.float32)):
        np.testing.assert_array_equal(found, src[2:6].astype(np.float32) @ src[4:].astype(np.float32))


# --- Errors ------------------------------------------------------------------------------------------------------------


def refused(kernel, id, message, fix=""):
    with pytest.raises(wd.CompileError, match=message) as caught:
        kernel.compile("cpu", wave_size=8)
    assert caught.value.id == id
    assert fix in (caught.value.fix or ""), caught.value.fix


def test_an_index_of_another_rank():
    @wd.kernel(num_waves=1)
    def one_for_two(src: wd.Buffer[f32, 2], out: wd.RWBuffer[f32]):
        wd.matrix_store(out, 0, 8, wd.matrix_load(src, 0, (8, 8)))

    @wd.kernel(num_waves=1)
    def two_for_one(src: wd.Buffer[f32], out: wd.RWBuffer[f32]):
        wd.matrix_store(out, 0, 8, wd.matrix_load(src, (0, 0), 8, (8, 8)))

    @wd.kernel(num_waves=1)
    def two_for_three(src: wd.Buffer[f32], out: wd.RWBuffer[f32]):
        tile = wd.groupshared(f32, (2, 8, 8))
        wd.matrix_store(tile, (0, 0), wd.matrix_load(src, 0, 8, (8, 8)))

    @wd.kernel(num_waves=1)
    def no_stride(src: wd.Buffer[f32], out: wd.RWBuffer[f32]):
        wd.matrix_store(out, 0, wd.matrix_load(src, 0, 8, (8, 8)))

    @wd.kernel(num_waves=1)
    def stride(src: wd.Buffer[f32, 2], out: wd.RWBuffer[f32]):
        wd.matrix_store(out, 0, 8, wd.matrix_load(src, (0, 0), 8, (8, 8)))

    refused(
        one_for_two,
        "index-not-integer",
        r"has 1 index, and `src`, .* takes 2",
        "write `(y, x)`, where the element `src[y, x]`",
    )
    refused(two_for_one, "index-not-integer", r"takes one index, got 2", "wd.Buffer[f32, 2]")
    refused(two_for_three, "index-not-integer", r"has 2 indices, and `tile`, .* takes 3", "write `(z, y, x)`")
    refused(
        no_stride, "wrong-arguments", r"lacks the stride of `out`", "wd.matrix_store(out, 0, stride, wd.matrix_load("
    )
    refused(
        stride, "wrong-arguments", r"takes no stride for `src`", "leave it out: `wd.matrix_load(src, (0, 0), (8, 8))`"
    )


def test_a_matrix_larger_than_an_array():
    @wd.kernel(num_waves=1)
    def large(out: wd.RWBuffer[f32]):
        tile = wd.groupshared(f32, (8, 8))
        wd.matrix_store(tile, (1, 0), wd.matrix_fill(0.0, f32, (4, 9)))

    @wd.kernel(num_waves=1)
    def columns(out: wd.RWBuffer[f32]):
        tile = wd.groupshared(f32, (8, 4))
        wd.matrix_store(tile, (0, 0), wd.matrix_fill(0.0, f32, (4, 9)), layout="column_major")

    refused(large, "literal-range", "the matrix has 9 elements from 0 on in dimension 1 of `tile`, which has size 8")
    refused(columns, "literal-range", "the matrix has 9 elements from 0 on in dimension 0 of `tile`, which has size 8")
