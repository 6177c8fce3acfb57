"""Kernels with barriers of sets of waves, at every wave size of the CPU and on the interpreter in several orders."""

from __future__ import annotations

import re

import numpy as np
import pytest
from waves_barrier_kernels import GROUPS, LAUNCHES, words

import wavedialect as wd
from wavedialect import u32
from wavedialect.backends.interpreter.device import Interpreter

SIZES = (4, 8, 16, 32, 64, 128)


def places():
    """The CPU at each size, on one core and on all, and the interpreter with waves in order and shuffled."""
    for size in SIZES:
        yield size, {"device": "cpu"}
    yield 16, {"device": "cpu", "threads": 1}
    for size in (8, 32):
        yield size, {"device": "cpu", "opt_level": 0}
        yield size, {"device": "cpu", "opt_level": 2, "enable": ("specialize", "broadcast-uniform-loads")}
    for seed in (None, 1, 2):
        yield 8 if seed else 32, {"device": Interpreter(seed=seed)}


@pytest.mark.parametrize("launch", LAUNCHES, ids=lambda launch: launch.name)
def test_results(launch):
    for size, place in places():
        launch.check(GROUPS, size, **place)


@pytest.mark.parametrize("launch", LAUNCHES, ids=lambda launch: launch.name)
def test_the_checker_accuses_none(launch):
    values, _ = launch.arguments(2, 128)
    report = launch.kernel.check(2, values, 3, wave_sizes=SIZES, by_wave_size="values")
    assert report.ok and not report.notes and report.is_complete, f"\n{report}"


def test_a_barrier_ends_asynchronous_copies():
    @wd.kernel(num_waves=3)
    def copied(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
        wave, lanes, lane = wd.group_wave_index(), wd.wave_lane_count(), wd.wave_lane_index()
        tile = wd.groupshared(u32, 2 * wd.wave_lane_count())
        with wd.waves(0, 1):
            wd.async_copy(tile, wave * lanes, src, wave * lanes, lanes)
            wd.waves_barrier(0, 1)
            out[wave * lanes + lane] = tile[(1 - wave) * lanes + lane]

    for size, place in places():
        src, out = words(2 * size), np.zeros(2 * size, np.uint32)
        copied.dispatch(1, src, out, wave_size=size, **place)
        np.testing.assert_array_equal(out, np.roll(src, size))
    report = copied.check(1, words(256), np.zeros(256, np.uint32), by_wave_size="out")
    assert report.ok, f"\n{report}"


def test_fifteen_sets():
    """As many as CUDA has; a set of all waves is none of them."""

    @wd.kernel(num_waves=16)
    def pairs(out: wd.RWBuffer[u32]):
        wave, lane = wd.group_wave_index(), wd.wave_lane_index()
        ticket = wd.groupshared(u32, 16)
        wd.waves_barrier(range(16))
        for other in wd.static_range(1, 16):
            with wd.waves(0):
                ticket[other] = other * 3
                wd.waves_barrier(0, other)
            with wd.waves(other):
                wd.waves_barrier(other, 0)
                if lane == 0:
                    out[other] = ticket[other] + wave

    for place in ({"device": "cpu"}, {"device": "interpreter"}):
        out = np.zeros(16, np.uint32)
        pairs.dispatch(1, out, wave_size=4, **place)
        np.testing.assert_array_equal(out, 4 * np.arange(16))
    numbers = re.findall(r"bar\S*\.sync\S*\s+(\d+), 64;", pairs.compile("ptx").stages["ptx"])
    assert {int(number) for number in numbers} == set(range(1, 16))


def test_a_kernel_of_mlir_text():
    """A set of all waves is the group's barrier there, too."""
    kernel = wd.mlir(text=TEXT)
    for device in ("interpreter", "cpu"):
        out = np.zeros(3, np.uint32)
        kernel.dispatch(1, out, device=device, wave_size=4)
        np.testing.assert_array_equal(out, [2, 1, 0])
    assert kernel.check(1, np.zeros(3, np.uint32)).ok


TEXT = """
gpu.module @kernels {
  wave.func @mirrored(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(3) {
    %c2 = arith.constant 2 : i32
    %tile = wave.groupshared : memref<3xi32, #gpu.address_space<workgroup>>
    %wave = wave.group_wave_index : i32
    %place = arith.index_castui %wave : i32 to index
    %first = arith.cmpi ult, %wave, %c2 : i32
    memref.store %wave, %tile[%place] : memref<3xi32, #gpu.address_space<workgroup>>
    scf.if %first {
      wave.waves_barrier [1, 0]
    }
    wave.waves_barrier [2, 0, 1]
    %other = arith.subi %c2, %wave : i32
    %there = arith.index_castui %other : i32 to index
    %read = memref.load %tile[%there] : memref<3xi32, #gpu.address_space<workgroup>>
    memref.store %read, %out[%place] : memref<?xi32>
    wave.return
  }
}
"""
