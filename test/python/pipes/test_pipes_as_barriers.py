"""SPIR-V and DXIL have no pipes and no barriers of sets of waves: they become barriers of the group, with the same results on
the executor of DXIL, on Vulkan and on the CPU, which has pipes; or the compiler says what keeps the waves from lockstep."""

from __future__ import annotations

import functools
import os
import re

import numpy as np
import pytest
from dxil_device import DXILDevice
from pipe_kernels import LAUNCHES, opened_ahead, streamed
from random_pipes import PipeKernel
from waves_barrier_kernels import LAUNCHES as LAUNCHES_OF_SETS

import wavedialect as wd
from wavedialect import u32

COUNT = int(os.environ.get("WAVEDIALECT_RANDOM_KERNELS", "12"))
DXIL = ("dxil:6.6:loops:reversed", "dxil:6.8", "dxil:6.5:retiring")


@functools.cache
def vulkan_size():
    """The only wave size of a device, 0 without one."""
    found = [one for one in wd.devices() if one.name.startswith("vulkan")]
    return found[0].wave_sizes.smallest if found else 0


def results(kernel, groups, arguments, wave_size, **place):
    arguments = [one.copy() if isinstance(one, np.ndarray) else one for one in arguments]
    kernel.dispatch(groups, *arguments, wave_size=wave_size, **place)
    return [one for one in arguments if isinstance(one, np.ndarray)]


def compare(kernel, groups, arguments, wave_size, **place):
    right = results(kernel, groups, arguments, wave_size, device="cpu")
    for expected, found in zip(right, results(kernel, groups, arguments, wave_size, **place), strict=True):
        np.testing.assert_array_equal(found, expected, err_msg=f"{place} {wave_size}")


@pytest.mark.parametrize(
    "launch", [one for one in LAUNCHES if one.kernel is not opened_ahead], ids=lambda one: one.name
)
def test_kernels_with_pipes(launch):
    # Its array of results is for 32 lanes, or fewer.
    for device in DXIL[: 1 if launch.name.startswith("streamed") else None]:
        compare(launch.kernel, launch.groups, launch.arguments(), 32, device=DXILDevice(device))
    if 0 < vulkan_size() <= 32:
        compare(launch.kernel, launch.groups, launch.arguments(), vulkan_size(), device="vulkan")


@pytest.mark.parametrize("opt_level", [0, 1, 2])
@pytest.mark.parametrize(
    "launch",
    [one for one in LAUNCHES_OF_SETS if one.name != "in_functions"],
    ids=lambda one: one.name,
)
def test_kernels_with_barriers_of_sets(launch, opt_level):
    for device in DXIL:
        launch.check(2, 32, device=DXILDevice(device), opt_level=opt_level)
    if vulkan_size():
        launch.check(2, vulkan_size(), device="vulkan", opt_level=opt_level)


@pytest.mark.parametrize(
    "kind", [{}, {"barriers": True}, {"copies": True}, {"barriers": True, "copies": True}], ids=str
)
@pytest.mark.parametrize("seed", range(COUNT))
def test_random_pipes(seed, kind, tmp_path):
    made = PipeKernel(seed, alike=True, **kind)
    kernel = made.load(tmp_path)
    size = (4, 32, 64)[seed % 3]

    def arguments(lanes):
        src = np.random.default_rng(seed).integers(0, 1 << 32, 8 * lanes, dtype=np.uint32)
        return src, np.zeros(3 * made.waves * lanes, np.uint32), 3, 2

    compare(kernel, 3, arguments(size), size, device=DXILDevice(DXIL[seed % 3]), opt_level=seed // 3 % 3)
    if vulkan_size():
        compare(kernel, 3, arguments(vulkan_size()), vulkan_size(), device="vulkan", opt_level=seed % 3)


@pytest.mark.parametrize(("stages", "barriers"), [(1, 2), (2, 1), (4, 1)])
def test_barriers_in_an_iteration(stages, barriers):
    """One, or two if the pipe has one stage: then the producer must wait as well."""
    code = streamed(stages, (0,), (1, 2, 3)).compile("mlir", pipeline="wave-inline,wave-pipes-to-barriers")
    assert code.stages["result"].count("wave.barrier group sync") == barriers


def test_arrays_that_waves_come_to_at_different_times():
    @wd.kernel(num_waves=3)
    def kernel(src: wd.Buffer[u32], out: wd.RWBuffer[u32], n: u32):
        lanes, lane, wave = wd.wave_lane_count(), wd.wave_lane_index(), wd.group_wave_index()
        first = wd.pipe(2, 0, 1)
        with wd.waves(0):
            first.acquire()
            first.commit()
        with wd.waves(1):
            first.wait()
        # Wave 1 waits above, and the others do not.
        row = wd.groupshared(u32, 2 * wd.wave_lane_count())
        kept = wd.local_array(u32, 2)
        kept[0] = wave
        kept[1] = 2 * wave
        with wd.waves(1):
            first.release()
        second = wd.pipe(2, 0, (1, 2))
        with wd.waves(0):
            for t in range(n):
                row[second.acquire() * lanes + lane] = src[t * lanes + lane]
                second.commit()
        with wd.waves(1, 2):
            for _ in range(n):
                kept[1] += row[second.wait() * lanes + (lane ^ 1)]
                second.release()
        out[wave * lanes + lane] = kept[0] + kept[1]

    src = np.arange(5 * 32, dtype=np.uint32)
    for device in DXIL:
        compare(kernel, 1, (src, np.zeros(3 * 32, np.uint32), 5), 32, device=DXILDevice(device))


# --- What keeps waves from lockstep -------------------------------------------------------


def refusal(kernel, target="spirv"):
    with pytest.raises(wd.CompileError) as caught:
        kernel.compile(target)
    assert caught.value.id == "pipe-target"
    assert "barriers of the group cannot take the place of this one" in caught.value.message
    text = str(caught.value)
    return re.findall(r":(\d+):\d+: note: (.*)", text), kernel.function.__code__.co_firstlineno


def check_notes(kernel, *expected):
    """Each has the line of the note, counted from the kernel's first, and its text."""
    for target in ("spirv", "dxil"):
        notes, first = refusal(kernel, target)
        assert [(int(line) - first, text) for line, text in notes] == list(expected)


def test_loops_with_other_bounds():
    @wd.kernel(num_waves=2)
    def kernel(out: wd.RWBuffer[u32], n: u32):
        pipe = wd.pipe(2, 0, 1)
        with wd.waves(0):
            for _ in range(n):
                pipe.acquire()
                pipe.commit()
        with wd.waves(1):
            for _ in range(n // 2):
                out[pipe.wait()] = 1
                pipe.release()
                out[pipe.wait()] = 2
                pipe.release()

    said = "wave 0 would be at this loop, and waves that take part in its steps at no loop with the same bounds"
    check_notes(kernel, (4, said), (8, "at that time, wave 1 would be here"))


def test_bounds_of_some_waves():
    @wd.kernel(num_waves=2)
    def kernel(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
        pipe = wd.pipe(2, 0, 1)
        with wd.waves(0):
            for _ in range(src[0]):
                pipe.acquire()
                pipe.commit()
        with wd.waves(1):
            for _ in range(src[0]):
                out[pipe.wait()] = 1
                pipe.release()

    check_notes(kernel, (4, "some of the waves compute the bounds of this loop"))


def test_a_step_that_is_an_argument():
    """The number of iterations is a division, which only the waves of the loop execute in the program."""

    @wd.kernel(num_waves=3)
    def kernel(src: wd.Buffer[u32], out: wd.RWBuffer[u32], tiles: u32, groups: u32):
        lanes, lane, wave = wd.wave_lane_count(), wd.wave_lane_index(), wd.group_wave_index()
        row = wd.groupshared(u32, 2 * wd.wave_lane_count())
        first = wd.group_id().x
        pipe = wd.pipe(2, 0, (1, 2))
        with wd.waves(0):
            for t in range(first, tiles, groups):
                row[pipe.acquire() * lanes + lane] = src[t * lanes + lane]
                pipe.commit()
        with wd.waves(1, 2):
            for t in range(first, tiles, groups):
                out[(t * 2 + wave - 1) * lanes + lane] = row[pipe.wait() * lanes + (lane ^ wave)] * wave
                pipe.release()

    for size in (4, 32):
        src, out = np.arange(7 * size, dtype=np.uint32), np.zeros(14 * size, np.uint32)
        for device in DXIL:
            compare(kernel, 3, (src, out, 7, 3), size, device=DXILDevice(device))


def test_bounds_that_all_waves_load():
    @wd.kernel(num_waves=2)
    def kernel(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
        pipe = wd.pipe(2, 0, 1)
        row = wd.groupshared(u32, 2 * wd.wave_lane_count())
        lane, trips = wd.wave_lane_index(), src[0]
        with wd.waves(0):
            for t in range(trips):
                row[pipe.acquire() * wd.wave_lane_count() + lane] = t + lane
                pipe.commit()
        with wd.waves(1):
            for _ in range(trips):
                out[lane] += row[pipe.wait() * wd.wave_lane_count() + lane]
                pipe.release()

    compare(kernel, 1, (np.array([5], np.uint32), np.zeros(32, np.uint32)), 32, device=DXILDevice(DXIL[0]))


def test_a_while_loop():
    @wd.kernel(num_waves=2)
    def kernel(out: wd.RWBuffer[u32], n: u32):
        pipe = wd.pipe(2, 0, 1)
        with wd.waves(0):
            for _ in range(n):
                pipe.acquire()
                pipe.commit()
        with wd.waves(1):
            left = n
            while left > 0:
                out[pipe.wait()] = left
                pipe.release()
                left -= 1

    check_notes(kernel, (9, "the number of iterations of this loop is not known before it: use `for` and `range`"))


def test_a_condition_of_one_side():
    @wd.kernel(num_waves=2)
    def kernel(out: wd.RWBuffer[u32], n: u32):
        pipe = wd.pipe(2, 0, 1)
        with wd.waves(0):
            for i in range(n):
                if i > 0:
                    pipe.acquire()
                    pipe.commit()
        with wd.waves(1):
            for _ in range(n):
                out[pipe.wait()] = 1
                pipe.release()

    said = "wave 0 would be at this condition, and waves that take part in its steps at none that is the same"
    check_notes(kernel, (5, said), (10, "at that time, wave 1 would be here"))


def test_other_numbers_of_uses():
    @wd.kernel(num_waves=2)
    def kernel(out: wd.RWBuffer[u32], n: u32):
        pipe = wd.pipe(4, 0, 1)
        with wd.waves(0):
            for _ in range(n):
                pipe.acquire()
                pipe.commit()
                pipe.acquire()
                pipe.commit()
        with wd.waves(1):
            for _ in range(n):
                out[pipe.wait()] = 1
                pipe.release()

    said = (
        "the waves of the pipe do not all execute the same number of uses in an iteration of this loop and of loops with the "
        "same bounds"
    )
    check_notes(kernel, (4, said))


def test_a_deadlock():
    @wd.kernel(num_waves=2)
    def kernel(out: wd.RWBuffer[u32]):
        there = wd.pipe(1, 0, 1)
        back = wd.pipe(1, 1, 0)
        with wd.waves(0):
            back.wait()
            back.release()
            there.acquire()
            there.commit()
        with wd.waves(1):
            there.wait()
            there.release()
            back.acquire()
            back.commit()

    said = "wave 0 would wait here, and no step of the other waves in the same loops and conditions ends that"
    check_notes(kernel, (5, said), (10, "at that time, wave 1 would be here"))


def test_a_step_without_an_open_use():
    @wd.kernel(num_waves=2)
    def kernel(out: wd.RWBuffer[u32]):
        pipe = wd.pipe(1, 0, 1)
        with wd.waves(0):
            pipe.commit()
        with wd.waves(1):
            pipe.wait()
            pipe.release()

    check_notes(kernel, (4, "this step has no open use of the pipe"))


def test_uses_that_stay_open_across_iterations():
    """Both sides are one use ahead in the loop."""

    @wd.kernel(num_waves=2)
    def kernel(src: wd.Buffer[u32], out: wd.RWBuffer[u32], n: u32):
        lanes, lane = wd.wave_lane_count(), wd.wave_lane_index()
        row = wd.groupshared(u32, 3 * wd.wave_lane_count())
        pipe = wd.pipe(3, 0, 1)
        with wd.waves(0):
            next = pipe.acquire()
            for t in range(n):
                row[next * lanes + lane] = src[t * lanes + lane]
                pipe.commit()
                next = pipe.acquire()
            row[next * lanes + lane] = 7
            pipe.commit()
        with wd.waves(1):
            total = u32(0)
            for _ in range(n):
                total = total * 3 + row[pipe.wait() * lanes + (lane ^ 1)]
                pipe.release()
            out[lane] = total + row[pipe.wait() * lanes + lane]
            pipe.release()

    src = np.arange(9 * 32, dtype=np.uint32)
    for n in (0, 1, 9):
        for device in DXIL:
            compare(kernel, 1, (src, np.zeros(32, np.uint32), n), 32, device=DXILDevice(device))
