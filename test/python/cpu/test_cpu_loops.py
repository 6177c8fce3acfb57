"""Loops whose bounds tests are decided before them, branches in loops that all lanes take, and the values that loops
around barriers keep: the same results as on the interpreter."""

import contextlib

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import f32, u32
from wavedialect.backends.cpu.device import CPUDevice

SIZES = (4, 8, 16, 32, 64)
MARK = 0xFFFFFFFF


def get_devices():
    """This machine's, and the narrower ones that it has."""
    devices = [wd.open_device("cpu")]
    for name in ("x86-64", "x86-64-v3"):
        with contextlib.suppress(wd.DeviceError):
            devices.append(CPUDevice((name, "")))
    return devices


DEVICES = get_devices()
on_each = pytest.mark.parametrize("device", DEVICES, ids=str)


def check(kernel, groups, make_arguments, device, sizes=SIZES):
    for size in sizes:
        expected, found = make_arguments(), make_arguments()
        kernel.dispatch(groups, *expected, device="interpreter", wave_size=size)
        kernel.dispatch(groups, *found, device=device, wave_size=size)
        for name, a, b in zip("abcdefgh", expected, found, strict=False):
            np.testing.assert_array_equal(b, a, f"argument {name} at {size} lanes")


@wd.kernel(num_waves=1)
def add_steps(values: wd.Buffer[u32], out: wd.RWBuffer[u32], first: u32, step: u32, trips: u32):
    lane = wd.wave_lane_index()
    total = u32(0)
    for i in range(trips):
        place = first + i * step + lane
        total += values[place]
        out[place] = total + i


# Forwards and backwards; over either end; indices that wrap around; no trip; all at one place.
@pytest.mark.parametrize(
    ("first", "step", "trips", "length"),
    [
        (0, 64, 4, 256),
        (0, 64, 4, 255),
        (0, 64, 5, 256),
        (192, -64 % 2**32, 4, 256),
        (128, -64 % 2**32, 4, 256),
        (2**32 - 8, 8, 3, 256),
        (2**32 - 64, 64, 1, 256),
        (0, 2**31, 3, 256),
        (0, 2**30, 9, 256),
        (5, 0, 3, 256),
        (0, 64, 0, 256),
        (0, 64, 0, 1),
        (300, 1, 2, 256),
    ],
)
@on_each
def test_steps_of_any_size(device, first, step, trips, length):
    values = np.arange(1, length + 1, dtype=np.uint32)
    check(add_steps, 1, lambda: (values, np.full(length, MARK, np.uint32), first, step, trips), device)


@wd.kernel(num_waves=1)
def reverse_strided(values: wd.Buffer[u32], out: wd.RWBuffer[u32], scale: u32):
    lane = wd.wave_lane_index()
    for i in range(6):
        if i % 2 == 0:
            out[lane * 3 + i] = values[lane * 2 + i * scale] + values[i * scale]


@pytest.mark.parametrize("length", [600, 130, 8, 1])
@on_each
def test_lanes_with_strides(device, length):
    values = np.arange(1, length + 1, dtype=np.uint32)
    for scale in (0, 1, 90, 2**32 - 1):
        check(reverse_strided, 1, lambda scale=scale: (values, np.full(length, MARK, np.uint32), scale), device)


@wd.kernel(num_waves=2)
def copy_vectors(values: wd.Buffer[wd.float4], out: wd.RWBuffer[wd.float4], trips: u32):
    first = wd.group_wave_index() * trips * wd.wave_lane_count() + wd.wave_lane_index()
    for i in range(trips):
        out[first + i * wd.wave_lane_count()] = values[first + i * wd.wave_lane_count()] * 2.0


@on_each
def test_vectors(device):
    for length in (256, 255, 24, 3):
        values = np.arange(4 * length, dtype=np.float32).reshape(length, 4)
        check(copy_vectors, 1, lambda v=values: (v, np.full_like(v, -1), 4), device)


@wd.kernel(num_waves=2)
def add_rows(
    starts: wd.Buffer[u32],
    columns: wd.Buffer[u32],
    elements: wd.Buffer[u32],
    vector: wd.Buffer[u32],
    out: wd.RWBuffer[u32],
    active: wd.RWBuffer[u32],
):
    row = wd.group_id().x * wd.group_wave_count() + wd.group_wave_index()
    end = starts[row + 1]
    total = u32(0)
    lanes = u32(0)
    for first in range(starts[row], end, wd.wave_lane_count()):
        place = first + wd.wave_lane_index()
        if place < end:
            total += elements[place] * vector[columns[place]]
            lanes += wd.wave_active_count_bits(elements[place] > 2)
    total = wd.wave_active_sum(total)
    lanes = wd.wave_active_sum(lanes)
    if wd.wave_is_first_lane():
        out[row] = total
        active[row] = lanes


@on_each
def test_rows_of_any_length(device):
    """Trips with all lanes run without masks; columns and rows are also out of bounds."""
    numbers = np.random.default_rng(1)
    lengths = np.concatenate([[0, 1, 3, 8, 64, 130], numbers.integers(0, 90, 10)])
    starts = np.concatenate([[0], np.cumsum(lengths)]).astype(np.uint32)
    count = int(starts[-1])
    columns = numbers.integers(0, 50, count).astype(np.uint32)
    columns[::17] = 2**32 - 1
    elements = numbers.integers(0, 9, count - 5).astype(np.uint32)
    vector = numbers.integers(0, 1000, 40).astype(np.uint32)
    check(
        add_rows,
        8,
        lambda: (starts, columns, elements, vector, *(np.full(16, MARK, np.uint32) for _ in range(2))),
        device,
    )


@wd.kernel(num_waves=3)
def rotate(out: wd.RWBuffer[u32], trips: u32):
    """Values that loops around barriers exchange, read before and after they get their next value."""
    board = wd.groupshared(u32, 3)
    wave = wd.group_wave_index()
    lane = wd.wave_lane_index()
    a = lane + 10 * wave
    b = lane * 3
    c = lane + 1
    d = u32(1)
    for _ in range(trips):
        before = c
        c = c * 5 + lane
        if wd.wave_is_first_lane():
            board[wave] = c
        wd.group_memory_barrier_with_group_sync()
        # The old value of c is used behind the barrier, that of d is not.
        a, b = b + before, a
        d = d * 3 + lane + board[(wave + 1) % 3]
        for j in range(2):
            wd.group_memory_barrier_with_group_sync()
            b = b + d * (j + 1)
            if wd.wave_is_first_lane():
                board[wave] = b
            wd.group_memory_barrier_with_group_sync()
            c = c + board[(wave + 2) % 3]
        wd.group_memory_barrier_with_group_sync()
    place = (wave * wd.wave_lane_count() + lane) * 4
    out[place] = a
    out[place + 1] = b
    out[place + 2] = c
    out[place + 3] = d


@pytest.mark.parametrize("trips", [0, 1, 2, 5])
@on_each
def test_values_of_loops_around_barriers(device, trips):
    check(rotate, 1, lambda: (np.full(3 * 64 * 4, MARK, np.uint32), trips), device)


@wd.kernel(num_waves=2)
def halve(out: wd.RWBuffer[f32], limit: u32):
    """A `while` around a barrier, whose results are the values at its last condition."""
    board = wd.groupshared(f32, 2)
    wave = wd.group_wave_index()
    x = f32(wd.wave_lane_index() + 100 * wave)
    y = f32(1)
    i = u32(0)
    while i < limit:
        if wd.wave_is_first_lane():
            board[wave] = x
        wd.group_memory_barrier_with_group_sync()
        y = x + board[1 - wave]
        x = x * 0.5 + y
        i += 1
        wd.group_memory_barrier_with_group_sync()
    place = 2 * (wave * wd.wave_lane_count() + wd.wave_lane_index())
    out[place] = x
    out[place + 1] = y


@on_each
def test_a_while_around_barriers(device):
    for limit in (0, 1, 3):
        check(halve, 1, lambda limit=limit: (np.full(2 * 2 * 64, -1, np.float32), limit), device)
