"""Errors about asynchronous copies at the user's lines."""

from __future__ import annotations

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import f16, f32, u8, u32

HERE = __file__


def error_of(kernel):
    with pytest.raises(wd.CompileError) as caught:
        kernel.compile("cpu", wave_size=8)
    return caught.value


def test_memories():
    @wd.kernel(num_waves=1)
    def to_buffer(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
        wd.async_copy(out, 0, src, 0, 4)

    @wd.kernel(num_waves=1)
    def from_array(out: wd.RWBuffer[u32]):
        tile = wd.groupshared(u32, 4)
        wd.async_copy(tile, 0, tile, 0, 4)
        out[0] = 1

    @wd.kernel(num_waves=1)
    def from_coherent(src: wd.RWBuffer[u32, wd.coherent]):
        tile = wd.groupshared(u32, 4)
        wd.async_copy(tile, 0, src, 0, 4)

    for kernel, words in ((to_buffer, "got `out`"), (from_array, "got `tile`"), (from_coherent, "not coherent")):
        error = error_of(kernel)
        assert error.id == "async-copy-memory"
        assert words in str(error)
        assert "help:" in str(error)


def test_types():
    @wd.kernel(num_waves=1)
    def two_types(src: wd.Buffer[f16]):
        tile = wd.groupshared(f32, 4)
        wd.async_copy(tile, 0, src, 0, 4)

    @wd.kernel(num_waves=1)
    def of_bytes(src: wd.Buffer[u8]):
        tile = wd.groupshared(u8, 4)
        wd.async_copy(tile, 0, src, 0, 4)

    assert "`tile` has elements of f32, and `src` of f16" in str(error_of(two_types))
    assert "got u8" in str(error_of(of_bytes))
    assert "`tile[start + i] = src[first + i]` for the `i` of each lane" in error_of(of_bytes).fix
    assert "`wd.Buffer[u32]` and an array of u32" in error_of(of_bytes).fix
    assert error_of(of_bytes).id == error_of(two_types).id == "async-copy-type"


def test_counts_and_indices():
    @wd.kernel(num_waves=1)
    def rows_of_one_dimension(src: wd.Buffer[f32]):
        tile = wd.groupshared(f32, (4, 4))
        wd.async_copy(tile, (0, 0), src, 0, (4, 4))

    @wd.kernel(num_waves=1)
    def one_index(src: wd.Buffer[f32, 2]):
        tile = wd.groupshared(f32, (4, 4))
        wd.async_copy(tile, (0, 0), src, 0, (4, 4))

    @wd.kernel(num_waves=1)
    def too_long(src: wd.Buffer[f32, 2]):
        tile = wd.groupshared(f32, (4, 4))
        wd.async_copy(tile, (0, 1), src, (0, 0), (4, 4))

    @wd.kernel(num_waves=1)
    def too_long_rows(src: wd.Buffer[f32, 2]):
        tile = wd.groupshared(f32, 20)
        wd.async_copy(tile, 5, src, (0, 0), (4, 4))

    @wd.kernel(num_waves=1)
    def float_count(src: wd.Buffer[f32], n: f32):
        tile = wd.groupshared(f32, 20)
        wd.async_copy(tile, 0, src, 0, n)

    assert error_of(rows_of_one_dimension).id == "async-copy-count"
    error = error_of(one_index)
    assert error.id == "index-not-integer" and "of a copy is a tuple of 2 indices: write `(y, x)`" in error.fix
    assert "4 elements from 1 on in dimension 1 of `tile`, which has size 4" in str(error_of(too_long))
    assert "16 elements from 5 on in dimension 0 of `tile`, which has size 20" in str(error_of(too_long_rows))
    assert error_of(float_count).id == "index-not-integer"


def test_a_copy_may_begin_before_the_buffer():
    @wd.kernel(num_waves=1)
    def halo(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
        tile = wd.groupshared(u32, 4)
        wd.async_copy(tile, 0, src, -1, 4)
        wd.wave_memory_barrier()
        out[wd.wave_lane_index()] = tile[wd.wave_lane_index()]

    out = np.zeros(4, np.uint32)
    halo.dispatch(1, np.arange(1, 9, dtype=np.uint32), out, device="cpu", wave_size=4)
    assert out.tolist() == [0, 1, 2, 3]


def test_divergent_copies():
    @wd.kernel(num_waves=1)
    def condition(src: wd.Buffer[u32]):
        tile = wd.groupshared(u32, 4)
        if wd.wave_lane_index() < 2:
            wd.async_copy(tile, 0, src, 0, 4)
        wd.wave_memory_barrier()

    @wd.kernel(num_waves=1)
    def argument(src: wd.Buffer[u32]):
        tile = wd.groupshared(u32, 4)
        wd.async_copy(tile, 0, src, wd.wave_lane_index(), 4)
        wd.wave_memory_barrier()

    for kernel, words in ((condition, "not all lanes of a wave reach"), (argument, "the first column of this")):
        error = error_of(kernel)
        assert error.id == "async-copy-divergent"
        assert words in str(error)
        assert HERE in str(error)


def test_the_interpreter_reports_open_copies_and_lanes():
    @wd.kernel(num_waves=1)
    def open_copy(src: wd.Buffer[u32]):
        tile = wd.groupshared(u32, 4)
        wd.wave_memory_barrier()
        wd.async_copy(tile, 0, src, 0, 4)

    @wd.kernel(num_waves=1)
    def by_memory(src: wd.Buffer[u32], some: wd.RWBuffer[u32]):
        tile = wd.groupshared(u32, 4)
        lane = wd.wave_lane_index()
        some[lane] = lane & 1
        if some[lane] == 1:
            wd.async_copy(tile, 0, src, 0, 4)
        wd.wave_memory_barrier()

    @wd.kernel(num_waves=1)
    def outside(src: wd.Buffer[u32], n: u32):
        tile = wd.groupshared(u32, 4)
        wd.async_copy(tile, n, src, 0, 4)
        wd.wave_memory_barrier()

    src, some = np.arange(4, dtype=np.uint32), np.zeros(4, np.uint32)
    runs = [
        (open_copy, (src,), "async-copy-not-waited"),
        (by_memory, (src, some), "async-copy-divergent"),
        (outside, (src, 2), "out-of-bounds"),
    ]
    for kernel, arguments, rule in runs:
        with pytest.raises(wd.ExecutionError) as caught:
            kernel.dispatch(1, *arguments, device="interpreter", wave_size=4)
        assert [finding.rule for finding in caught.value.findings] == [rule]
