"""Counts and timelines of operations on matrices and of asynchronous copies."""

from __future__ import annotations

import json

import numpy as np

import wavedialect as wd
from wavedialect import f16, f32, u32


@wd.kernel(num_waves=2)
def product(a: wd.Buffer[f16, 2], b: wd.Buffer[f16, 2], c: wd.RWBuffer[f32, 2], steps: u32):
    wave = wd.group_wave_index()
    tile = wd.groupshared(f16, (2, 16, 8))
    total = wd.matrix_fill(0.0, f32, (16, 4))
    for k in range(steps):
        wd.async_copy(tile, (wave, 0, 0), a, (0, k * 8), (16, 8))
        right = wd.matrix_load(b, (k * 8, wave * 4), (8, 4), "b")
        wd.wave_memory_barrier()
        left = wd.matrix_load(tile, (wave, 0, 0), (16, 8), "a")
        total = wd.matrix_multiply_add(left, right, total)
        wd.wave_memory_barrier()
    wd.matrix_store(c, (0, wave * 4), wd.max(total, 0.0))


def arguments(steps):
    a, b = np.ones((16, 8 * steps), np.float16), np.ones((8 * steps, 8), np.float16)
    return a, b, np.zeros((16, 8), np.float32), steps


def test_counts():
    counts = product.count(1, *arguments(3), wave_size=8)
    assert counts.multiply_adds == 2 * 3 * 16 * 4 * 8
    # The copies and the operands; the copies of both waves load all of `a`.
    assert counts.bytes_loaded == {"a": 2 * 16 * 24 * 2, "b": 24 * 8 * 2, "tile": 2 * 3 * 16 * 8 * 2}
    assert counts.bytes_stored == {"tile": 2 * 3 * 16 * 8 * 2, "c": 16 * 8 * 4}
    assert counts.matrix_operations["matrix_multiply_add"].executions == 6
    assert counts.matrix_operations["matrix_map"].executions == 2
    assert counts.wave_operations["async_copy"].executions == 6
    assert counts.of("tile").bytes_loaded == counts.of("tile").bytes_stored == 2 * 3 * 16 * 8 * 2
    text = str(counts)
    assert "matrix operations" in text
    assert "3,072 multiply-adds of elements\n" in text
    assert f"{sum(counts.bytes_loaded.values()):,} bytes loaded, {sum(counts.bytes_stored.values()):,} stored" in text
    # The checked run sees the kernel as written, and the same work.
    written = product.count(1, *arguments(3), wave_size=32, optimized=False)
    assert (written.multiply_adds, written.bytes_loaded) == (counts.multiply_adds, counts.bytes_loaded)


def test_kernels_without_matrices_have_no_rows_of_them():
    @wd.kernel(num_waves=1)
    def plain(out: wd.RWBuffer[f32]):
        out[wd.wave_lane_index()] = 1.0

    text = str(plain.count(1, np.zeros(8, np.float32), wave_size=8))
    assert "matrix" not in text and "multiply-adds" not in text and "0 bytes loaded, 32 stored" in text
    assert "matri" not in str(plain.trace(1, np.zeros(8, np.float32), wave_size=8))


def test_traces(tmp_path):
    trace = product.trace(1, *arguments(3), wave_size=8, optimized=False)
    copies = trace.copies()
    assert len(copies) == 6 and all(copy.is_ended and copy.end > copy.start for copy in copies)
    assert {copy.wave for copy in copies} == {0, 1}
    operations = [event.operation for event in trace.events if event.kind == "matrix" and event.wave == 0]
    assert operations.count("matrix_multiply_add") == 3
    assert operations.count("matrix_load") == 6
    assert operations[-2:] == ["matrix_map", "matrix_store"]
    text = str(trace)
    line = copies[0].location.line
    rows = {
        row.rpartition("  ")[0].strip(): int(row.rpartition(" ")[2].replace(",", "")) for row in text.splitlines()[1:]
    }
    assert rows["operations on matrices"] == 2 * (1 + 3 * 3 + 2)
    assert rows["wd.matrix_multiply_add"] == 6
    assert rows["asynchronous copies"] == 6
    assert rows[f"copy of line {line}"] == sum(copy.end - copy.start for copy in copies)
    events = json.loads(trace.save(tmp_path / "trace.json").read_text())["traceEvents"]
    assert sum(event.get("cat") == "copy" for event in events) == 12
    assert sum(event.get("cat") == "matrix" for event in events) == rows["operations on matrices"]


def test_a_copy_that_does_not_end():
    @wd.kernel(num_waves=1)
    def open_(src: wd.Buffer[f32], out: wd.RWBuffer[f32]):
        tile = wd.groupshared(f32, 8)
        wd.async_copy(tile, 0, src, 0, 8)
        out[0] = 1.0

    (copy,) = open_.trace(1, np.ones(8, np.float32), np.zeros(1, np.float32), wave_size=8, optimized=False).copies()
    assert not copy.is_ended
