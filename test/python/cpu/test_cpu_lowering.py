"""The smallest kernels that showed a fault of the lowering to vectors."""

import ctypes
import mmap
import os
import platform
import re
import subprocess
import sys

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import f32, u16, u32

SIZES = (4, 8, 16, 32, 64, 128)


@wd.kernel(num_waves=1)
def load_or_lane(out: wd.RWBuffer[u32], c: u32):
    lane = wd.wave_lane_index()
    shared = wd.groupshared(u32, 8)
    shared[0] = u32(9)
    wd.group_memory_barrier()
    out[lane] = shared[0] if c != 0 else lane


@pytest.mark.parametrize("size", SIZES)
def test_a_load_under_a_condition_of_the_wave_beside_a_number_of_each_lane(size):
    out = np.zeros(size, np.uint32)
    load_or_lane.dispatch(1, out, 0, device="cpu", wave_size=size)
    assert (out == np.arange(size)).all()
    load_or_lane.dispatch(1, out, 1, device="cpu", wave_size=size)
    assert (out == 9).all()


@wd.kernel(num_waves=1)
def own_array(out: wd.RWBuffer[u32], i: u32, c: u32):
    lane = wd.wave_lane_index()
    values = wd.local_array(u32, 4)
    for j in range(4):
        values[j] = lane * 10 + u32(j)
    first = values[i]
    values[0] = lane
    second = values[i] if c != 0 else u32(5)
    out[lane] = first * 1000 + second


@pytest.mark.parametrize("size", SIZES)
def test_each_lane_reads_its_own_array_under_a_condition_of_the_wave(size):
    out = np.zeros(size, np.uint32)
    own_array.dispatch(1, out, 3, 1, device="cpu", wave_size=size)
    own = np.arange(size) * 10 + 3
    assert (out == own * 1000 + own).all()


@wd.kernel(num_waves=1)
def shared_out_of_bounds(out: wd.RWBuffer[u32], i: u32, c: u32):
    lane = wd.wave_lane_index()
    shared = wd.groupshared(u32, 8)
    y = shared[i]
    wd.group_memory_barrier()
    if lane == 3:
        shared[i] = y + 1
    x = u32(7)
    if c != 0:
        x = shared[i]
    out[lane] = x - x + y - y


@pytest.mark.parametrize("size", SIZES)
def test_a_groupshared_array_is_not_left_under_a_condition_of_the_wave(size):
    out = np.ones(size, np.uint32)
    shared_out_of_bounds.dispatch(1, out, 0x7FFFFFFF, 1, device="cpu", wave_size=size)
    assert (out == 0).all()


@wd.kernel(num_waves=2)
def emitted_uniform(out: wd.RWBuffer[u32], source: wd.Buffer[u32], table: wd.Buffer[u32]):
    lane = wd.wave_lane_index()
    y = source[lane] % wd.wave_lane_count()
    i = wd.wave_read_lane_at(wd.wave_active_max(source[lane] % 5), y)
    x = u32(9)
    if (lane * lane) % 7 < 3:
        x = table[i]
    out[wd.group_wave_index() * wd.wave_lane_count() + lane] = x


@pytest.mark.parametrize("size", SIZES)
def test_one_place_for_the_wave_in_a_short_branch(size):
    source, table = np.arange(size, dtype=np.uint32), np.arange(8, dtype=np.uint32) + 100
    out = np.zeros(2 * size, np.uint32)
    emitted_uniform.dispatch(1, out, source, table, device="cpu", wave_size=size)
    lane = np.arange(size)
    expected = np.where((lane * lane) % 7 < 3, table[(source % 5).max()], 9)
    assert (out == np.tile(expected, 2)).all()


@wd.kernel(num_waves=1)
def guarded_bool(out: wd.RWBuffer[u32], source: wd.Buffer[u32], n: u32):
    lane = wd.wave_lane_index()
    found = lane < n and source[lane] == 7
    out[lane] = u32(1) if found else u32(0)


@pytest.mark.parametrize("size", SIZES)
def test_a_condition_out_of_a_guarded_load(size):
    for n in (0, 3, size):
        out = np.zeros(size, np.uint32)
        guarded_bool.dispatch(1, out, np.full(size, 7, np.uint32), n, device="cpu", wave_size=size)
        assert (out == (np.arange(size) < n)).all()


@wd.kernel(num_waves=1)
def gather(out: wd.RWBuffer[u32], source: wd.Buffer[u32]):
    lane = wd.wave_lane_index()
    out[lane] = source[lane * lane] + source[lane * 0]


@pytest.mark.parametrize("size", SIZES)
def test_an_empty_array_at_the_end_of_a_page_is_not_read(size):
    with mmap.mmap(-1, 2 * mmap.PAGESIZE) as pages:
        whole = np.frombuffer(pages, np.uint32)
        # Its address is the first one behind the mapping.
        empty = whole[whole.size :]
        out = np.ones(size, np.uint32)
        gather.dispatch(1, out, empty, device="cpu", wave_size=size)
        assert (out == 0).all()
        del empty, whole


@wd.kernel(num_waves=1)
def remainder_of_nothing(out: wd.RWBuffer[u32], source: wd.Buffer[u32], n: u32):
    lane = wd.wave_lane_index()
    shared = wd.groupshared(u32, 8)
    shared[lane % 8] = u32(3)
    wd.group_memory_barrier()
    out[lane] = shared[source[lane] % (n & 7)]


@pytest.mark.parametrize("size", SIZES)
def test_a_remainder_of_a_division_by_zero_does_not_leave_an_array(size):
    out = np.zeros(size, np.uint32)
    remainder_of_nothing.dispatch(1, out, np.full(size, 0x7FFFFFF0, np.uint32), 8, device="cpu", wave_size=size)
    assert (out == 3).all()


@wd.kernel(num_waves=1)
def rows_of_memory(out: wd.RWBuffer[u32], source: wd.Buffer[u32], values: wd.Buffer[u32]):
    lane = wd.wave_lane_index()
    out[lane] = values[(lane + source[lane] * 8) // 8 + lane % 8]


@pytest.mark.parametrize("size", SIZES)
def test_a_multiple_that_differs_from_lane_to_lane_is_no_row(size):
    source, values = (np.arange(size, dtype=np.uint32) * 7) % 5, np.arange(64, dtype=np.uint32) * 3
    out = np.zeros(size, np.uint32)
    rows_of_memory.dispatch(1, out, source, values, device="cpu", wave_size=size)
    lane = np.arange(size)
    assert (out == values[(lane + source * 8) // 8 + lane % 8]).all()


@wd.kernel(num_waves=1)
def equal_components(image: wd.RWTexture2D[wd.float4]):
    image[wd.wave_lane_index(), 0] = wd.float4(f32(wd.group_id().x + 1))


@pytest.mark.parametrize("size", SIZES)
def test_a_texel_of_one_number(size):
    image = np.zeros((2, size, 4), np.float32)
    equal_components.dispatch(1, image, device="cpu", wave_size=size)
    assert (image[0] == 1).all() and (image[1] == 0).all()


# A register holds 4, 8 or 16 lanes of 32 bits. A value may be the same in the lanes of each register, and still differ
# between the registers of a wave: what is read from another lane then differs within a register.


@wd.kernel(num_waves=1)
def reads_across_registers(out: wd.RWBuffer[u32], values: wd.Buffer[u32], lanes: u32):
    lane = wd.wave_lane_index()
    row = lane // lanes * lanes
    column = lane % lanes
    count = wd.wave_lane_count()
    out[lane] = values[wd.wave_read_lane_at(row, lane * 5 % count) + column]
    out[count + lane] = values[wd.quad_read_lane_at(row, lane * 3 % 4) + column]
    out[2 * count + lane] = values[wd.wave_read_lane_first(row) + column]
    if lane >= 3:
        out[3 * count + lane] = values[wd.wave_active_max(row) + column]
        out[4 * count + lane] = values[wd.wave_read_lane_at(row, 3 + lane * 5 % (count - 3)) + column]


@pytest.mark.parametrize("registers", [4, 8, 16])
@pytest.mark.parametrize("size", SIZES)
def test_lanes_of_other_registers_are_read(size, registers):
    values = np.arange(size * 2, dtype=np.uint32) * 7 + 1
    out = np.zeros(5 * size, np.uint32)
    reads_across_registers.dispatch(1, out, values, registers, device="cpu", wave_size=size)
    lanes = np.arange(size)
    row, column = lanes // registers * registers, lanes % registers
    rows = [row[lanes * 5 % size], row, np.full(size, row[0]), np.full(size, row[-1]), row[3 + lanes * 5 % (size - 3)]]
    for number, expected in enumerate(rows):
        active = lanes >= (3 if number > 2 else 0)
        found = out[number * size : (number + 1) * size]
        assert (found == np.where(active, values[expected + column], 0)).all(), number


# LLVM 22 moved a load under a mask behind the store: llvm/llvm-project#215453.


@wd.kernel(num_waves=1)
def exchanged(out: wd.RWBuffer[u32], values: wd.RWBuffer[u32], halves: wd.RWBuffer[u16], n: u32):
    lane = wd.wave_lane_index()
    x = u32(9)
    if lane < n:
        x = values[lane]
        values[lane] = u32(7)
    y = u16(9)
    if lane < n:
        y = halves[lane]
        halves[lane] = u16(7)
    least = u32(9)
    if lane < n:
        z = values[lane]
        values[lane] = u32(5)
        least = wd.wave_active_min(z)
    out[lane] = x * 10000 + u32(y) * 100 + least


@pytest.mark.parametrize("unchecked", [False, True])
@pytest.mark.parametrize("opt_level", [0, 1, 2])
@pytest.mark.parametrize("size", SIZES)
def test_what_active_lanes_load_before_they_store(size, opt_level, unchecked):
    out, values, halves = np.zeros(size, np.uint32), np.arange(size, dtype=np.uint32), np.arange(size, dtype=np.uint16)
    arguments = [out, values, halves, 3]
    exchanged.dispatch(1, *arguments, device="cpu", wave_size=size, opt_level=opt_level, unchecked=unchecked)
    lanes = np.arange(size)
    assert (out == np.where(lanes < 3, lanes * 10100 + 7, 90909)).all()
    assert (values == np.where(lanes < 3, 5, lanes)).all()
    assert (halves == np.where(lanes < 3, 7, lanes)).all()


@wd.kernel(num_threads=(133, 1, 1))
def exchanged_after_a_barrier(out: wd.RWBuffer[u32]):
    thread = wd.group_index()
    own = wd.local_array(u32, 1)
    shared = wd.groupshared(u32, 133)
    own[0] = thread + 10
    shared[thread] = thread
    wd.group_memory_barrier_with_group_sync()
    x = own[0]
    own[0] = shared[132 - thread]
    out[thread] = wd.wave_active_min(x) * 1000 + own[0]


@pytest.mark.parametrize("opt_level", [0, 1, 2])
@pytest.mark.parametrize("size", SIZES)
def test_what_threads_load_from_their_own_array_before_they_store(size, opt_level):
    out = np.zeros(133, np.uint32)
    exchanged_after_a_barrier.dispatch(1, out, device="cpu", wave_size=size, opt_level=opt_level)
    threads = np.arange(133)
    assert (out == (threads // size * size + 10) * 1000 + 132 - threads).all()


@wd.kernel(num_waves=2)
def turn_pairs(values: wd.Buffer[wd.float2], out: wd.RWBuffer[wd.float2], first: u32, last: u32):
    i = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    if i >= first and i < last:
        out[i] = values[i].yx


@wd.kernel(num_waves=2)
def turn_triples(values: wd.Buffer[wd.float3], out: wd.RWBuffer[wd.float3], first: u32, last: u32):
    i = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    if i >= first and i < last:
        out[i] = values[i].zxy


@wd.kernel(num_waves=2)
def turn_quadruples(values: wd.Buffer[wd.float4], out: wd.RWBuffer[wd.float4], first: u32, last: u32):
    i = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    if i >= first and i < last:
        out[i] = values[i].wxyz


# Lanes that a condition excludes, and lanes outside of the buffers.
@pytest.mark.parametrize(
    ("first", "last", "missing"), [(0, 1000, 0), (3, 1000, 0), (0, 1000, 1), (2, 7, 3), (0, 1000, 5)]
)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kernel", [turn_pairs, turn_triples, turn_quadruples], ids=lambda kernel: kernel.name)
def test_vectors_in_buffers(kernel, size, first, last, missing):
    components = [turn_pairs, turn_triples, turn_quadruples].index(kernel) + 2
    length = 2 * size - missing
    values = np.arange(length * components, dtype=np.float32).reshape(length, components)
    out = np.full_like(values, -1)
    kernel.dispatch(1, values, out, first, last, device="cpu", wave_size=size)
    expected = np.full_like(values, -1)
    expected[first:last] = np.roll(values, 1, axis=1)[first:last]
    np.testing.assert_array_equal(out, expected)


@wd.kernel(num_waves=1)
def add_two_of_three(values: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    i = wd.wave_lane_index()
    out[i] = values[i * 3] + values[i * 3 + 1]


@pytest.mark.parametrize("size", SIZES)
def test_the_last_record_may_lack_the_components_that_are_not_used(size):
    libc = ctypes.CDLL(None, use_errno=True)
    with mmap.mmap(-1, 2 * mmap.PAGESIZE) as pages:
        whole = np.frombuffer(pages, np.float32)
        behind = ctypes.c_void_p(whole.ctypes.data + mmap.PAGESIZE)
        assert libc.mprotect(behind, mmap.PAGESIZE, 0) == 0
        values = whole[: mmap.PAGESIZE // 4][-(3 * size - 1) :]
        values[...] = np.arange(3 * size - 1)
        out = np.zeros(size, np.float32)
        add_two_of_three.dispatch(1, values, out, device="cpu", wave_size=size, unchecked=True)
        np.testing.assert_array_equal(out, 6 * np.arange(size) + 1)
        del values, whole


@wd.kernel(num_waves=1)
def shift_records(memory: wd.RWBuffer[wd.float2]):
    """Each load sees what the store before it wrote, also from other lanes."""
    i = wd.wave_lane_index()
    memory[i + 1] = memory[i] + wd.float2(1.0, 2.0)
    wd.group_memory_barrier_with_group_sync()
    memory[i] = memory[i + 1].yx


@pytest.mark.parametrize("size", SIZES)
def test_records_in_order(size):
    memory = np.arange(2 * size + 2, dtype=np.float32).reshape(size + 1, 2)
    before = memory.copy()
    shift_records.dispatch(1, memory, device="cpu", wave_size=size)
    moved = before[:-1] + np.array([1, 2], np.float32)
    np.testing.assert_array_equal(memory[:-1], moved[:, ::-1])
    np.testing.assert_array_equal(memory[-1], moved[-1])


@wd.kernel(num_waves=1)
def sum_many(values: wd.Buffer[f32], out: wd.RWBuffer[f32], step: u32):
    i = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    total = f32(0)
    for k in wd.static_range(24):
        total += values[i + k * step] * f32(k)
    out[i] = total


@pytest.mark.skipif(platform.machine() != "x86_64", reason="reads instructions of x86")
def test_sums_stay_beside_their_loads():
    """Each load ends a block with its test of bounds. The loaded vectors must not all wait for the last one."""
    command = [sys.executable, "-m", "wavedialect", "compile", f"{__file__}:sum_many", "--target", "cpu"]
    # A process keeps the CPU for which it compiles.
    assembly = subprocess.run(
        [*command, "--wave-size", "16", "--print", "assembly"],
        env={**os.environ, "WAVEDIALECT_CPU": "x86-64-v3"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert "%ymm" in assembly
    assert not re.search(r"vmov\w+\s+%ymm\d+, -?\d*\(%rsp\)", assembly)


@wd.kernel(num_waves=1)
def gather_places(values: wd.Buffer[f32], places: wd.Buffer[u32], out: wd.RWBuffer[f32]):
    lane = wd.wave_lane_index()
    out[lane] = values[places[lane]]


@pytest.mark.skipif(platform.machine() != "x86_64", reason="reads instructions of x86")
@pytest.mark.parametrize(("cpu", "gathers"), [("x86-64-v3", True), ("x86-64-v3,-fast-gather", False)])
def test_gather_instructions(cpu, gathers):
    command = [sys.executable, "-m", "wavedialect", "compile", f"{__file__}:gather_places", "--target", "cpu"]
    assembly = subprocess.run(
        [*command, "--wave-size", "8", "--print", "assembly"],
        env={**os.environ, "WAVEDIALECT_CPU": cpu},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert ("vgatherdps" in assembly) == gathers
