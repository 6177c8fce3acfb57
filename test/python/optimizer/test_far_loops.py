"""Loops from one end of a type to the other, and atomics in loops whose loads need their conditions: the same at every level."""

from __future__ import annotations

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import i32, u32

LEVELS = [(0, ()), (1, ()), (2, ()), (2, ("specialize", "broadcast-uniform-loads"))]
DEVICES = ["interpreter", "cpu", "vulkan:llvmpipe"]


@wd.kernel(num_waves=1)
def without_a_sign(out: wd.RWBuffer[u32], n: u32, five: u32):
    for t in range(u32(0), n, 0x20000000):
        out[t >> 29] = (t >> 31) + 1
    for t in range(five, u32(0xFFFFFFF0), 0x10000000):
        if t < 1000:
            out[8] = 1
    x = u32(0)
    for t in range(u32(5), u32(4294967295), 2147483647):
        x = x * 5 + t
    out[9] = x


@wd.kernel(num_waves=1)
def with_a_sign(out: wd.RWBuffer[u32], from_: i32):
    trips = u32(0)
    for _ in range(-2000000000, 2000000000, 1000000000):
        trips += 1
    for _ in range(-1, 2147483647, 2147483647):
        trips += 0x10
    for _ in range(-2147483648, 0, 1073741824):
        trips += 0x100
    for _ in range(1, -2147483648, 2147483647):
        trips += 0x1000
    for _ in range(from_, 2000000000, 1000000000):
        trips += 0x10000
    out[0] = trips


@pytest.mark.parametrize(("level", "enable"), LEVELS)
@pytest.mark.parametrize("device", DEVICES)
def test_trips(device, level, enable):
    try:
        wd.open_device(device)
    except wd.DeviceError:
        pytest.skip("lavapipe is not installed")
    options = {"device": device, "opt_level": level, "enable": enable}
    out = np.zeros(10, np.uint32)
    without_a_sign.dispatch(1, out, 0xFFFFFFFF, 5, **options)
    assert out.tolist() == [1, 1, 1, 1, 2, 2, 2, 2, 1, 5 * 5 + 2147483652]
    out = np.zeros(1, np.uint32)
    with_a_sign.dispatch(1, out, -2000000000, **options)
    assert hex(out[0]) == "0x40224"


@wd.kernel(num_waves=1)
def appends_of_a_wave(values: wd.Buffer[u32], counter: wd.RWBuffer[u32], kept: wd.RWBuffer[u32]):
    for trip in range(u32(2)):
        place = wd.wave_lane_index() + trip * 1000000000
        if place < len(values):
            kept[wd.atomic_add(counter, 0, values[place] % 4)] = 1


@wd.kernel(num_waves=1)
def appends_of_lanes(values: wd.Buffer[u32], counter: wd.RWBuffer[u32], kept: wd.RWBuffer[u32]):
    for trip in range(wd.wave_lane_index() % 2 + 3):
        place = wd.wave_lane_index() + trip * 1000000000
        if place < len(values) and values[place] % 2 == 0:
            kept[wd.atomic_add(counter, 0, values[place] % 4)] = 1


@pytest.mark.parametrize("unchecked", [False, True])
@pytest.mark.parametrize(("kernel", "counted"), [(appends_of_a_wave, 12), (appends_of_lanes, 4)])
def test_a_load_keeps_the_condition_around_it(kernel, counted, unchecked):
    values, counter, kept = np.arange(64, dtype=np.uint32), np.zeros(1, np.uint32), np.zeros(256, np.uint32)
    kernel.dispatch(1, values, counter, kept, device="cpu", wave_size=8, opt_level=2, unchecked=unchecked)
    assert counter[0] == counted
    assert kept.any()
    remarks = [str(remark) for remark in kernel.compile("cpu", wave_size=8, opt_level=2).remarks]
    assert any("one atomic for all trips of the loop" in remark for remark in remarks)
