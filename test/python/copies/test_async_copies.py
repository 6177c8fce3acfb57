"""Kernels with asynchronous copies on the interpreter and the CPU."""

from __future__ import annotations

import copy_kernels as kernels
import numpy as np
import pytest

import wavedialect as wd
from wavedialect import u32

SIZES = (4, 8, 16, 32, 64, 128)
DEVICES = [("interpreter", size) for size in (4, 32, 64)] + [("cpu", size) for size in SIZES]
BEFORE = 1 << 32
"""Added to indices before the first element."""


@pytest.mark.parametrize(("device", "size"), DEVICES)
@pytest.mark.parametrize("first", [0, 90, 200, BEFORE - 5])
def test_runs_end_outside_of_the_buffer(device, size, first):
    src = np.arange(1, 121, dtype=np.uint32)
    for count in (0, 1, 64, 70):
        out = np.zeros(400, np.uint32)
        kernels.run.dispatch(1, src, out, first, count, device=device, wave_size=size)
        np.testing.assert_array_equal(out, kernels.run_expected(src, first, count))


@pytest.mark.parametrize(("device", "size"), DEVICES)
@pytest.mark.parametrize("shape", [(7, 12, 1), (3, 40, 0), (1, 64, 4)])
def test_tiles_are_zero_outside(device, size, shape):
    rows, columns, padding = shape
    src = 1 + np.arange(2 * 9 * 70, dtype=np.float32).reshape(2, 9, 70)
    for batch, y, x in ((0, 0, 0), (1, 7, 50), (1, BEFORE - 2, BEFORE - 4), (2, 0, 0), (0, 9, 0), (0, 0, 70)):
        out = np.zeros(rows * columns + columns // 2, np.float32)
        kernels.tiled(rows, columns, padding).dispatch(1, src, out, batch, y, x, device=device, wave_size=size)
        expected = kernels.tile_expected(src, batch, y, x, rows, columns)
        np.testing.assert_array_equal(out[: rows * columns], expected)
        np.testing.assert_array_equal(out[rows * columns :], src[0, 1, : columns // 2])


@pytest.mark.parametrize("device", ["interpreter", "cpu"])
@pytest.mark.parametrize("element", [wd.i16, wd.u32, wd.f16, wd.f64, wd.u64, wd.float2, wd.float3, wd.float4], ids=str)
def test_types(device, element):
    parts = getattr(element, "size", 1)
    shape = (2, 9, 30) if parts == 1 else (2, 9, 30, parts)
    dtype = np.dtype(getattr(element, "element", element).numpy)
    src = (1 + np.arange(np.prod(shape)) % 1000).astype(dtype).reshape(shape)
    out = np.zeros((7 * 12 + 6, *shape[3:]), dtype)
    kernels.tiled(7, 12, 1, element).dispatch(1, src, out, 1, 4, BEFORE - 1, device=device, wave_size=16)
    np.testing.assert_array_equal(out[: 7 * 12], kernels.tile_expected(src, 1, 4, BEFORE - 1, 7, 12))


def test_bf16():
    ml_dtypes = pytest.importorskip("ml_dtypes")
    src = np.arange(2 * 9 * 30).astype(ml_dtypes.bfloat16).reshape(2, 9, 30)
    for device in ("interpreter", "cpu"):
        out = np.zeros(7 * 12 + 6, ml_dtypes.bfloat16)
        kernels.tiled(7, 12, 1, wd.bf16).dispatch(1, src, out, 1, 4, 20, device=device, wave_size=16)
        expected = kernels.tile_expected(src, 1, 4, 20, 7, 12)
        np.testing.assert_array_equal(out[: 7 * 12].view(np.uint16), expected.view(np.uint16))


@pytest.mark.parametrize(("device", "size"), DEVICES)
@pytest.mark.parametrize("stages", [1, 3])
def test_stages_of_pipes(device, size, stages):
    src = np.random.default_rng(stages).integers(0, 100, (30, 90)).astype(np.float32)
    out = np.zeros(4 * 3 * size, np.float32)
    kernels.streamed(stages).dispatch(4, src, out, 5, device=device, wave_size=size)
    np.testing.assert_array_equal(out, kernels.stream_expected(src, 4, 5, size))


@pytest.mark.parametrize("opt_level", [0, 1, 2])
def test_every_level(opt_level):
    src = np.random.default_rng(2).integers(0, 100, (30, 90)).astype(np.float32)
    out = np.zeros(2 * 3 * 16, np.float32)
    kernels.streamed(2).dispatch(2, src, out, 5, device="cpu", wave_size=16, opt_level=opt_level)
    np.testing.assert_array_equal(out, kernels.stream_expected(src, 2, 5, 16))


@pytest.mark.parametrize("device", ["interpreter", "cpu"])
def test_views_have_a_pitch(device):
    big = 1 + np.arange(2 * 9 * 80, dtype=np.float32).reshape(2, 9, 80)
    out = np.zeros(7 * 12 + 6, np.float32)
    view = big[:, 1:8, 5:30]
    kernels.tiled(7, 12, 0).dispatch(1, view, out, 1, 3, 16, device=device, wave_size=8)
    np.testing.assert_array_equal(out[: 7 * 12], kernels.tile_expected(view, 1, 3, 16, 7, 12))


@pytest.mark.parametrize("device", ["interpreter", "cpu"])
def test_threads_with_a_partial_wave(device):
    @wd.kernel(num_threads=20)
    def reverse(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
        tile = wd.groupshared(u32, 20)
        with wd.waves(1):
            wd.async_copy(tile, 0, src, 0, 20)
        wd.group_memory_barrier_with_group_sync()
        out[wd.group_index()] = tile[19 - wd.group_index()]

    src, out = np.arange(20, dtype=np.uint32), np.zeros(20, np.uint32)
    reverse.dispatch(1, src, out, device=device, wave_size=8)
    np.testing.assert_array_equal(out, src[::-1])


@pytest.mark.parametrize("device", ["interpreter", "cpu"])
def test_lanes_that_have_returned_copy_nothing(device):
    @wd.kernel(num_waves=1)
    def first_lanes(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
        tile = wd.groupshared(u32, 40)
        lane = wd.wave_lane_index()
        if lane >= 3:
            return
        wd.async_copy(tile, 0, src, 2, 40)
        wd.wave_memory_barrier()
        for i in range(lane, u32(40), u32(3)):
            out[i] = tile[i]

    src, out = np.arange(100, dtype=np.uint32), np.zeros(40, np.uint32)
    first_lanes.dispatch(1, src, out, device=device, wave_size=8)
    np.testing.assert_array_equal(out, src[2:42])


@pytest.mark.parametrize("device", ["interpreter", "cpu"])
def test_functions_that_kernels_call(device):
    @wd.func
    def fetch(tile, src, row):
        wd.async_copy(tile, 0, src, (row, 0), (2, 5))
        wd.wave_memory_barrier()

    @wd.kernel(num_waves=1)
    def kernel(src: wd.Buffer[u32, 2], out: wd.RWBuffer[u32], row: u32):
        tile = wd.groupshared(u32, 10)
        fetch(tile, src, row)
        for i in range(wd.wave_lane_index(), u32(10), wd.wave_lane_count()):
            out[i] = tile[i]

    src, out = np.arange(20, dtype=np.uint32).reshape(4, 5), np.zeros(10, np.uint32)
    kernel.dispatch(1, src, out, 1, device=device, wave_size=4)
    np.testing.assert_array_equal(out, src[1:3].reshape(-1))


def test_the_interpreter_copies_at_the_end():
    @wd.kernel(num_waves=1)
    def early(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
        lane = wd.wave_lane_index()
        tile = wd.groupshared(u32, wd.wave_lane_count())
        tile[lane] = 7
        wd.wave_memory_barrier()
        wd.async_copy(tile, 0, src, 0, wd.wave_lane_count())
        out[lane] = tile[lane]
        wd.wave_memory_barrier()

    out = np.zeros(8, np.uint32)
    early.dispatch(1, np.arange(8, dtype=np.uint32), out, device="interpreter", wave_size=8)
    assert (out == 7).all()


def test_other_targets_compile():
    for target, stage, text in (
        ("spirv", "assembly", "OpLoad"),
        ("dxil", "llvm.w32", "dx.op.rawBufferLoad"),
        ("ptx", "ptx", "cp.async"),
    ):
        assert text in kernels.tiled(7, 12, 1).compile(target).stages[stage], target


def test_lavapipe():
    """The expansion, on a device."""
    try:
        device = wd.open_device("vulkan")
    except wd.DeviceError as error:
        pytest.skip(f"no Vulkan device: {error.message}")
    src = 1 + np.arange(2 * 9 * 70, dtype=np.float32).reshape(2, 9, 70)
    for batch, y, x in ((0, 0, 0), (1, 7, 50), (1, BEFORE - 2, BEFORE - 4), (2, 0, 0)):
        out = np.zeros(7 * 12 + 6, np.float32)
        kernels.tiled(7, 12, 1).dispatch(1, src, out, batch, y, x, device=device)
        np.testing.assert_array_equal(out[: 7 * 12], kernels.tile_expected(src, batch, y, x, 7, 12))


@pytest.mark.parametrize("device", ["interpreter", "cpu"])
@pytest.mark.parametrize("lanes", [1, 3, 8])
def test_some_lanes_commit_copies(device, lanes):
    src, out = np.arange(100, dtype=np.uint32), np.zeros(120, np.uint32)
    kernels.returned.dispatch(1, src, out, lanes, device=device, wave_size=8)
    np.testing.assert_array_equal(out, kernels.returned_expected(src))
    assert not kernels.returned.check(1, src, out, lanes, wave_sizes=8).findings
