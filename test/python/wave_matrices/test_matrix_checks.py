"""What the checker finds about loads and stores of matrices: planted mistakes, and kernels without one."""

from __future__ import annotations

import ast
import time
from pathlib import Path

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import f16, f32, i8, u32

SRC = np.arange(256, dtype=np.float32)


def checked(kernel, src=SRC, size=256, groups=1, wave_sizes=(8, 32), **options):
    return kernel.check(groups, src.copy(), np.zeros(size, np.float32), wave_sizes=wave_sizes, **options)


def marked(kernel):
    """The lines of the kernel whose comments name the places of its mistake."""
    text = Path(__file__).read_text()
    (function,) = (
        node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef) and node.name == kernel.__name__
    )
    lines = text.splitlines()
    return {line for line in range(function.lineno, function.end_lineno + 1) if "# here" in lines[line - 1]}


# --- Races -------------------------------------------------------------------------------------------------------------


@wd.kernel(num_waves=1)
def load_after_lanes(src: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    tile = wd.groupshared(f32, 64)
    for i in range(wd.wave_lane_index(), u32(64), wd.wave_lane_count()):
        tile[i] = src[i]  # here
    m = wd.matrix_load(tile, 0, 8, (8, 8))  # here
    wd.matrix_store(out, 0, 8, m)


@wd.kernel(num_waves=1)
def lanes_after_store(src: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    tile = wd.groupshared(f32, 64)
    wd.matrix_store(tile, 0, 8, wd.matrix_load(src, 0, 8, (8, 8)))  # here
    out[wd.wave_lane_index()] = tile[wd.wave_lane_index()]  # here


@wd.kernel(num_waves=1)
def load_after_store(src: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    tile = wd.groupshared(f32, 64)
    wd.matrix_store(tile, 0, 8, wd.matrix_load(src, 0, 8, (8, 8)))  # here
    m = wd.matrix_load(tile, 0, 8, (8, 8), layout="column_major")  # here
    wd.matrix_store(out, 0, 8, m)


@wd.kernel(num_waves=1)
def store_after_load(src: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    tile = wd.groupshared(f32, 64)
    m = wd.matrix_load(src, 0, 8, (8, 8))
    wd.matrix_store(tile, 0, 8, m)
    wd.wave_memory_barrier()
    t = wd.matrix_load(tile, 0, 8, (8, 8), layout="column_major")  # here
    wd.matrix_store(tile, 0, 8, t)  # here
    wd.matrix_store(out, 0, 8, t)


@wd.kernel(num_waves=1)
def two_stores(src: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    m = wd.matrix_load(src, 0, 8, (4, 4))
    wd.matrix_store(out, 0, 8, m)  # here
    wd.matrix_store(out, 3, 8, m + 1.0)  # here


@wd.kernel(num_waves=2)
def overlapping_waves(src: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    m = wd.matrix_load(src, 0, 8, (8, 8))
    wd.matrix_store(out, wd.group_wave_index() * 56, 8, m)  # here


@wd.kernel(num_waves=2)
def neighbors_by_columns(src: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    """The second wave begins in the last column of the first."""
    m = wd.matrix_load(src, 0, 8, (8, 8))
    wd.matrix_store(out, wd.group_wave_index() * 7, 16, m)  # here


@wd.kernel(num_waves=2)
def no_barrier_between_waves(src: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    wave = wd.group_wave_index()
    tile = wd.groupshared(f32, 128)
    wd.matrix_store(tile, wave * 64, 8, wd.matrix_load(src, 0, 8, (8, 8)))  # here
    m = wd.matrix_load(tile, (wave ^ 1) * 64, 8, (8, 8))  # here
    wd.matrix_store(out, wave * 64, 8, m)


@wd.kernel(num_waves=2)
def barrier_of_one_wave(src: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    wave = wd.group_wave_index()
    tile = wd.groupshared(f32, 128)
    wd.matrix_store(tile, wave * 64, 8, wd.matrix_load(src, 0, 8, (8, 8)))  # here
    wd.wave_memory_barrier()
    m = wd.matrix_load(tile, (wave ^ 1) * 64, 8, (8, 8))  # here
    wd.matrix_store(out, wave * 64, 8, m)


@wd.kernel(num_waves=2)
def barrier_of_other_memory(src: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    wave = wd.group_wave_index()
    wd.matrix_store(out, wave * 64, 8, wd.matrix_load(src, 0, 8, (8, 8)))  # here
    wd.group_memory_barrier_with_group_sync()
    m = wd.matrix_load(out, (wave ^ 1) * 64, 8, (8, 8))  # here
    wd.matrix_store(out, 128 + wave * 64, 8, m)


@wd.kernel(num_waves=2)
def barrier_in_half_of_the_loop(src: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    wave = wd.group_wave_index()
    tile = wd.groupshared(f32, 64)
    total = wd.matrix_fill(0.0, f32, (8, 8))
    for i in range(3):
        if wave == 0:
            wd.matrix_store(tile, 0, 8, wd.matrix_load(src, u32(i), 8, (8, 8)))  # here
        wd.group_memory_barrier_with_group_sync()
        if wave == 1:
            total += wd.matrix_load(tile, 0, 8, (8, 8))  # here
    wd.matrix_store(out, wave * 64, 8, total)


@wd.kernel(num_waves=1)
def stores_in_a_loop(src: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    for i in range(3):
        wd.matrix_store(out, u32(i), 8, wd.matrix_load(src, u32(i), 8, (8, 8)))  # here


@wd.kernel(num_waves=1)
def load_of_a_copy(src: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    tile = wd.groupshared(f32, 64)
    wd.async_copy(tile, 0, src, 0, 64)  # here
    m = wd.matrix_load(tile, 0, 8, (8, 8))  # here
    wd.wave_memory_barrier()
    wd.matrix_store(out, 0, 8, m)


@wd.kernel(num_waves=1)
def store_into_a_copy(src: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    tile = wd.groupshared(f32, 64)
    wd.async_copy(tile, 0, src, 0, 64)  # here
    wd.matrix_store(tile, 8, 8, wd.matrix_fill(1.0, f32, (2, 2)))  # here
    wd.wave_memory_barrier()
    out[0] = tile[0]


@wd.kernel(num_waves=1)
def copy_over_a_store(src: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    tile = wd.groupshared(f32, 64)
    wd.matrix_store(tile, 8, 8, wd.matrix_fill(1.0, f32, (2, 2)))  # here
    wd.async_copy(tile, 0, src, 0, 64)  # here
    wd.wave_memory_barrier()
    out[0] = tile[0]


@wd.kernel(num_waves=1)
def source_of_a_copy_changes(src: wd.RWBuffer[f32], out: wd.RWBuffer[f32]):
    tile = wd.groupshared(f32, 64)
    wd.async_copy(tile, 0, src, 0, 64)  # here
    wd.matrix_store(src, 8, 8, wd.matrix_fill(1.0, f32, (2, 2)))  # here
    wd.wave_memory_barrier()
    out[0] = tile[0]


@wd.kernel(num_waves=2)
def load_after_release(src: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    tile = wd.groupshared(f32, 64)
    pipe = wd.pipe(stages=1, producers=0, consumers=1)
    with wd.waves(0):
        for i in range(3):
            pipe.acquire()
            wd.matrix_store(tile, 0, 8, wd.matrix_load(src, u32(i), 8, (8, 8)))  # here
            pipe.commit()
    with wd.waves(1):
        total = wd.matrix_fill(0.0, f32, (8, 8))
        for _ in range(3):
            pipe.wait()
            pipe.release()
            total += wd.matrix_load(tile, 0, 8, (8, 8))  # here
        wd.matrix_store(out, 0, 8, total)


@wd.kernel(num_waves=2)
def store_after_commit(src: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    tile = wd.groupshared(f32, 128)
    pipe = wd.pipe(stages=2, producers=0, consumers=1)
    with wd.waves(0):
        for i in range(2):
            stage = pipe.acquire()
            wd.matrix_store(tile, stage * 64, 8, wd.matrix_fill(0.0, f32, (4, 8)))
            pipe.commit()
            wd.matrix_store(tile, stage * 64 + 32, 8, wd.matrix_load(src, u32(i), 8, (2, 8)))  # here
    with wd.waves(1):
        total = wd.matrix_fill(0.0, f32, (6, 8))
        for _ in range(2):
            stage = pipe.wait()
            total += wd.matrix_load(tile, stage * 64, 8, (6, 8))  # here
            pipe.release()
        wd.matrix_store(out, 0, 8, total)


@wd.kernel(num_waves=1)
def groups_store_to_one_place(src: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    wd.matrix_store(out, wd.group_id().x * 63, 8, wd.matrix_load(src, 0, 8, (8, 8)))  # here


@wd.kernel(num_waves=1)
def load_of_atomics(src: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    tile = wd.groupshared(f32, 16)
    wd.matrix_store(tile, 0, 4, wd.matrix_load(src, 0, 4, (4, 4)))
    wd.wave_memory_barrier()
    wd.atomic_add(tile, wd.wave_lane_index() & 3, 1.0)  # here
    m = wd.matrix_load(tile, 0, 4, (4, 4))  # here
    wd.matrix_store(out, 0, 4, m)


@wd.kernel(num_waves=1)
def halves(src: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    tile = wd.groupshared(f16, 64)
    a = f16(wd.matrix_load(src, 0, 8, (8, 8), "a"))
    wd.matrix_store(tile, 0, 8, a)  # here
    b = wd.matrix_load(tile, 0, 8, (8, 8), "b", layout="column_major")  # here
    wd.matrix_store(out, 0, 8, wd.matrix_multiply_add(a, b, wd.matrix_fill(0.0, f32, (8, 8))))


RACES = {
    "lanes": [
        load_after_lanes,
        lanes_after_store,
        load_after_store,
        store_after_load,
        two_stores,
        stores_in_a_loop,
        load_of_a_copy,
        store_into_a_copy,
        copy_over_a_store,
        source_of_a_copy_changes,
        load_of_atomics,
        halves,
    ],
    "waves": [
        overlapping_waves,
        neighbors_by_columns,
        no_barrier_between_waves,
        barrier_of_one_wave,
        barrier_of_other_memory,
        barrier_in_half_of_the_loop,
        load_after_release,
        store_after_commit,
    ],
    "groups": [groups_store_to_one_place],
}


@pytest.mark.parametrize(
    ("kernel", "between"),
    [(kernel, between) for between, kernels in RACES.items() for kernel in kernels],
    ids=lambda one: one if isinstance(one, str) else one.__name__,
)
def test_races(kernel, between):
    report = checked(kernel, groups=2 if between == "groups" else 1)
    races = report.filter(rule="race").findings
    assert races, report
    assert {one.rule for one in report.findings} <= {"race", "uninitialized", "results-differ"}, report
    assert {one.between for one in races} == {between}, report
    named = {place.location.line for one in races for place in one.culprits}
    assert named == marked(kernel), report


def test_the_report_names_the_operations_and_a_barrier():
    (race,) = checked(load_after_store).findings
    text = str(race)
    assert "between lanes of wave 0" in text
    assert "a load of a matrix and a store of a matrix that no barrier orders" in text
    assert "wd.wave_memory_barrier()" in race.advice
    (race,) = checked(no_barrier_between_waves).findings
    assert "between waves 0 and 1" in str(race)
    assert "wd.group_memory_barrier_with_group_sync()" in race.advice
    (race,) = checked(barrier_of_one_wave).findings
    assert len(race.places) == 3
    assert "it orders only the lanes of one wave" in str(race)
    assert "wave_memory_barrier" in checked(load_of_a_copy).filter(rule="race").findings[0].advice


# --- Bounds, and elements without a value ------------------------------------------------------------------------------


@wd.kernel(num_waves=1)
def loads(src: wd.Buffer[f32], out: wd.RWBuffer[f32], first: u32, stride: u32):
    tile = wd.groupshared(f32, 64)
    for i in range(wd.wave_lane_index(), u32(64), wd.wave_lane_count()):
        tile[i] = src[i]
    wd.wave_memory_barrier()
    wd.matrix_store(out, 0, 8, wd.matrix_load(tile, first, stride, (4, 8)))  # here


@wd.kernel(num_waves=1)
def stores(src: wd.Buffer[f32], out: wd.RWBuffer[f32], first: u32, stride: u32):
    tile = wd.groupshared(f32, 64)
    wd.matrix_store(tile, first, stride, wd.matrix_load(src, 0, 8, (8, 4)), layout="column_major")  # here
    wd.wave_memory_barrier()


@pytest.mark.parametrize("kernel", [loads, stores], ids=lambda kernel: kernel.__name__)
def test_elements_outside_of_an_array(kernel):
    for first, stride, element in ((33, 8, 64), (0, 19, 64), (0, 1 << 30, 1 << 30), (70, 8, 70), (60, 0, 64)):
        report = kernel.check(1, SRC, np.zeros(64, np.float32), first, stride, wave_sizes=(8, 32))
        (finding,) = report.findings
        assert finding.rule == "out-of-bounds", report
        assert finding.advice.startswith("the whole matrix must be inside the array"), report
        assert f"element {element} of groupshared array `tile`, which has 64 elements" in finding.message
        assert {finding.location.line} == marked(kernel)
    for first, stride in ((32, 8), (7, 16), (3, 17), (56, 0)):
        assert not kernel.check(1, SRC, np.zeros(64, np.float32), first, stride, wave_sizes=(8, 32)).findings


def test_elements_outside_of_a_buffer_are_notes():
    @wd.kernel(num_waves=1)
    def edge(src: wd.Buffer[f32], out: wd.RWBuffer[f32]):
        wd.matrix_store(out, 56, 8, wd.matrix_load(src, 250, 8, (8, 8)))

    report = checked(edge, size=60)
    assert report.ok, report
    assert [(one.rule, one.index) for one in report.notes] == [("buffer-bounds", 256), ("buffer-bounds", 60)], report


@wd.kernel(num_waves=1)
def part_unwritten(src: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    tile = wd.groupshared(f32, 64)
    wd.matrix_store(tile, 0, 8, wd.matrix_load(src, 0, 8, (8, 7)))
    wd.wave_memory_barrier()
    m = wd.matrix_load(tile, 0, 8, (8, 8))  # here
    wd.matrix_store(out, 0, 8, m)


@wd.kernel(num_waves=1)
def never_written(src: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    tile = wd.groupshared(f32, 64)
    m = wd.matrix_load(tile, 0, 8, (8, 8))  # here
    wd.matrix_store(out, 0, 8, m)


@wd.kernel(num_waves=1)
def lane_loads_unwritten(src: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    tile = wd.groupshared(f32, 64)
    wd.matrix_store(tile, 0, 8, wd.matrix_load(src, 0, 8, (4, 8)))
    wd.wave_memory_barrier()
    out[0] = tile[32]  # here


@pytest.mark.parametrize("kernel", [part_unwritten, never_written, lane_loads_unwritten], ids=lambda one: one.__name__)
def test_elements_without_a_value(kernel):
    report = checked(kernel)
    (finding,) = report.filter(rule="uninitialized").findings
    assert {one.rule for one in report.findings} <= {"uninitialized", "results-differ"}, report
    assert {finding.location.line} == marked(kernel)
    assert finding.index == {"part_unwritten": 7, "never_written": 0, "lane_loads_unwritten": 32}[kernel.__name__]


# --- Correct kernels ---------------------------------------------------------------------------------------------------


@wd.kernel(num_waves=4)
def product(src: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    """Tiles that are stored, copied, transposed and summed between barriers."""
    wave = wd.group_wave_index()
    tile = wd.groupshared(f32, 4 * 64)
    total = wd.matrix_fill(0.0, f32, (8, 8))
    for i in range(3):
        wd.async_copy(tile, wave * 64, src, u32(i) * 64, 64)
        wd.group_memory_barrier_with_group_sync()
        a = wd.matrix_load(tile, ((wave + 1) & 3) * 64, 8, (8, 8), "a")
        b = wd.matrix_load(tile, wave * 64, 8, (8, 8), "b", layout="column_major")
        total = wd.matrix_multiply_add(a, b, total)
        wd.group_memory_barrier_with_group_sync()
        wd.matrix_store(tile, wave * 64, 8, total)
        wd.wave_memory_barrier()
        if wd.wave_lane_index() == 0:
            tile[wave * 64] = tile[wave * 64] + 1.0
        wd.wave_memory_barrier()
        total = wd.matrix_load(tile, wave * 64, 8, (8, 8))
        # Loads of one wave do not race, and neither do elements with one index.
        total += wd.matrix_load(tile, wave * 64, 0, (8, 8)) - wd.matrix_load(tile, wave * 64, 0, (8, 8))
        wd.group_memory_barrier_with_group_sync()
    wd.matrix_store(out, wave * 8, 32, total)


@wd.kernel(num_waves=3)
def piped(src: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    tile = wd.groupshared(f32, 2 * 64)
    pipe = wd.pipe(stages=2, producers=0, consumers=(1, 2))
    with wd.waves(0):
        for i in range(5):
            stage = pipe.acquire()
            wd.async_copy(tile, stage * 64, src, u32(i), 60)
            wd.matrix_store(tile, stage * 64 + 60, 1, wd.matrix_load(src, u32(i) + 60, 1, (4, 1)))
            pipe.commit()
    with wd.waves(1, 2):
        total = wd.matrix_fill(0.0, f32, (8, 8))
        for _ in range(5):
            stage = pipe.wait()
            total += wd.matrix_load(tile, stage * 64, 8, (8, 8))
            pipe.release()
        wd.matrix_store(out, (wd.group_wave_index() - 1) * 64, 8, total)


@wd.kernel(num_waves=1)
def read_by_all_groups(src: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    m = wd.matrix_load(src, 0, 8, (8, 8))
    wd.matrix_store(out, wd.group_id().x * 80, 0, m)
    wd.matrix_store(out, wd.group_id().x * 80 + 8, 8, m)


@pytest.mark.parametrize("kernel", [product, piped, read_by_all_groups], ids=lambda kernel: kernel.__name__)
def test_correct_kernels(kernel):
    groups = 3 if kernel is read_by_all_groups else 1
    report = checked(kernel, groups=groups, wave_sizes=(4, 8, 16, 32, 64, 128), size=256)
    if kernel is read_by_all_groups:
        # One of the elements with the same index is stored, which one may differ between devices.
        report.filter(rule="race").raise_if_found()
        return
    assert not report.findings, report
    assert not report.notes, report


def test_bytes_of_buffers():
    @wd.kernel(num_waves=2)
    def bytes_(src: wd.Buffer[i8], out: wd.RWBuffer[wd.i32]):
        a = wd.matrix_load(src, 0, 8, (8, 8), "a")
        b = wd.matrix_load(src, 64, 8, (8, 8), "b")
        wd.matrix_store(out, 0, 8, wd.matrix_multiply_add(a, b, wd.matrix_fill(0, wd.i32, (8, 8))))

    report = bytes_.check(1, np.ones(128, np.int8), np.zeros(64, np.int32), wave_sizes=(8,))
    assert [one.rule for one in report.findings] == ["race"], report


def test_large_matrices_are_fast():
    """The checker follows rows of elements, not each element."""

    @wd.kernel(num_waves=2)
    def many(src: wd.Buffer[f32], out: wd.RWBuffer[f32]):
        wave = wd.group_wave_index()
        tile = wd.groupshared(f32, 2 * 64 * 64)
        total = wd.matrix_fill(0.0, f32, (64, 64))
        wd.matrix_store(tile, wave * 4096, 64, wd.matrix_load(src, 0, 64, (64, 64)))
        wd.group_memory_barrier_with_group_sync()
        for _ in range(1000):
            total = wd.max(total, wd.matrix_load(tile, wave * 4096, 64, (64, 64)))
        wd.matrix_store(out, wave * 4096, 64, total)

    src, out = np.ones(4096, np.float32), np.zeros(8192, np.float32)
    assert not many.check(1, src, out, wave_sizes=(4,)).findings
    start = time.perf_counter()
    many.check(1, src, out, wave_sizes=(4,))
    # 8 million elements.
    assert time.perf_counter() - start < 5


# --- Results that differ -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", range(3), ids=["product", "function", "cast"])
def test_results_of_maps_are_compared(form):
    """A map of elements is no atomic whose order decides the results."""

    @wd.kernel(num_waves=1)
    def mapped(src: wd.Buffer[f32], out: wd.RWBuffer[f32]):
        m = wd.matrix_load(src, 0, 4, (4, 4))
        lanes = f32(wd.wave_lane_count())
        if form == 0:
            wd.matrix_store(out, 0, 4, m * lanes)
        elif form == 1:
            wd.matrix_store(out, 0, 4, wd.max(m, lanes))
        else:
            wd.matrix_store(out, 0, 4, f32(f16(m)) + lanes)

    report = checked(mapped)
    assert [finding.rule for finding in report.findings] == ["results-differ"]
    assert "atomics" not in str(report)


@pytest.mark.parametrize("kernel", [loads, stores], ids=lambda kernel: kernel.__name__)
def test_the_interpreter_names_no_lane_of_an_element(kernel):
    """A matrix has more elements than the wave has lanes."""
    with pytest.raises(wd.ExecutionError) as caught:
        kernel.dispatch(1, SRC, np.zeros(64, np.float32), 60, 8, device="interpreter", wave_size=8)
    (finding,) = (one for one in caught.value.findings if one.rule == "out-of-bounds")
    assert finding.lanes == () and "(group (0, 0, 0), wave 0) [out-of-bounds]" in str(finding)
    assert "help: the whole matrix must be inside the array" in str(finding)
