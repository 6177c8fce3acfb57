"""Kernels with barriers of sets of waves, at every wave size of the CPU and on the interpreter in several orders."""

from __future__ import annotations

import re

import numpy as np
import pytest
from waves_barrier_kernels import GROUPS, LAUNCHES, OF_MANY_WAVES, copied, copied_right, words

import wavedialect as wd
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
    for size, place in places():
        src, out = words(2 * 7 * 3 * size), np.zeros(2 * 3 * size, np.uint32)
        copied.dispatch(2, src, out, 7, wave_size=size, **place)
        np.testing.assert_array_equal(out, copied_right(src, 2, size, 7).reshape(-1), err_msg=f"{size} {place}")
    report = copied.check(1, words(7 * 3 * 128), np.zeros(3 * 128, np.uint32), 7, by_wave_size="out")
    assert report.ok, f"\n{report}"


def test_fifteen_sets():
    """As many as CUDA has."""
    for size, place in ((4, {"device": "cpu"}), (32, {"device": "cpu"}), (8, {"device": "interpreter"})):
        OF_MANY_WAVES.check(1, size, **place)
    code = OF_MANY_WAVES.kernel.compile("ptx").stages["ptx"]
    numbers = re.findall(r"bar\S*\.sync\S*\s+(\d+), 64;", code)
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
