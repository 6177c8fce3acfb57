"""In a group with even sides a quad is 2 x 2 threads, on every executor (HLSL proposal 0048)."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
from machines import CPU_WAYS, SIZES

import wavedialect as wd
from wavedialect import f32

sys.path.insert(0, str(Path(__file__).parent.parent / "dxil"))
from dxil_device import DXILDevice

GROUPS = 2
EXTENTS = [(2, 2, 1), (8, 4, 1), (6, 2, 3), (4, 6, 2), (16, 16, 1), (10, 10, 1)]


def code(x, y, z):
    return x + 32 * y + 1024 * z


def neighbors(extent):
    @wd.kernel(num_threads=extent)
    def neighbors(codes: wd.RWBuffer[wd.uint4], slopes: wd.RWBuffer[wd.float4]):
        thread = wd.group_thread_id()
        own = thread.x + 32 * thread.y + 1024 * thread.z
        across = wd.uint4(
            wd.quad_read_across_x(own),
            wd.quad_read_across_y(own),
            wd.quad_read_across_diagonal(own),
            wd.dispatch_thread_id().x,
        )
        place = f32(3 * thread.x + 5 * thread.y + 7 * thread.x * thread.y)
        slope = wd.float4(wd.ddx(place), wd.ddy(place), wd.ddx_fine(place), wd.ddy_fine(place))
        i = wd.group_id().x * wd.static(extent[0] * extent[1] * extent[2]) + wd.group_index()
        codes[i] = across
        slopes[i] = slope

    return neighbors


def expected(extent):
    z, y, x = np.indices(extent[::-1]).reshape(3, -1).astype(np.uint32)
    codes = [
        np.stack([code(x ^ 1, y, z), code(x, y ^ 1, z), code(x ^ 1, y ^ 1, z), group * extent[0] + x], axis=1)
        for group in range(GROUPS)
    ]
    left, top = x & ~np.uint32(1), y & ~np.uint32(1)
    slopes = np.stack([3 + 7 * top, 5 + 7 * left, 3 + 7 * y, 5 + 7 * x], axis=1).astype(np.float32)
    return np.concatenate(codes), np.concatenate([slopes] * GROUPS)


def assert_right(extent, device, **options):
    threads = GROUPS * int(np.prod(extent))
    codes, slopes = np.zeros((threads, 4), np.uint32), np.zeros((threads, 4), np.float32)
    neighbors(extent).dispatch(GROUPS, codes, slopes, device=device, **options)
    assert np.array_equal(codes, expected(extent)[0])
    assert np.array_equal(slopes, expected(extent)[1])


@pytest.mark.parametrize("extent", EXTENTS, ids=str)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("device", ["interpreter", wd.Interpreter(shuffle_threads=True), "cpu"], ids=str)
def test_on_devices(device, size, extent):
    assert_right(extent, device, wave_size=size)


@pytest.mark.parametrize("extent", EXTENTS[1:], ids=str)
@pytest.mark.parametrize("way", CPU_WAYS, ids=str)
def test_in_other_placements(way, extent):
    assert_right(extent, "cpu", wave_size=8, **way.options)


@pytest.mark.parametrize("extent", EXTENTS, ids=str)
def test_on_vulkan(extent):
    assert_right(extent, "vulkan")


@pytest.mark.parametrize("extent", EXTENTS, ids=str)
@pytest.mark.parametrize("model", ["6.0", "6.5", "6.6", "6.7", "6.10"])
def test_in_shader_models(model, extent):
    device = DXILDevice(f"dxil:{model}")
    for size in (4, 32, 128):
        assert_right(extent, device, wave_size=size)


@pytest.mark.parametrize("extent", EXTENTS, ids=str)
def test_the_checker_agrees(extent):
    threads = GROUPS * int(np.prod(extent))
    arrays = np.zeros((threads, 4), np.uint32), np.zeros((threads, 4), np.float32)
    assert neighbors(extent).check(GROUPS, *arrays).ok


def test_more_waves_than_quads():
    with pytest.raises(wd.LaunchError, match="has 1 quads a group, which cannot be dealt to 2 waves"):
        assert_right((2, 2, 1), "cpu", extra_waves=1)


def test_one_dimension():
    @wd.kernel(num_threads=12)
    def slopes(out: wd.RWBuffer[f32]):
        thread = wd.group_index()
        out[thread] = wd.ddx_fine(f32(thread * thread))

    out = np.zeros(12, np.float32)
    slopes[1](out, device="cpu")
    assert out.tolist() == [(2 * (i & ~1) + 1) for i in range(12)]


def test_the_manifest_states_the_threads_of_the_kernel():
    kernel = neighbors((8, 4, 1))
    assert kernel.compile(target="spirv").manifest["num_threads"] == [8, 4, 1]
    for model in ("6.0", "6.6"):
        assert kernel.compile(target="dxil", shader_model=model).manifest["num_threads"] == [8, 4, 1]


@pytest.mark.parametrize("extent", [(3, 4, 1), (6, 3, 2), (4, 5, 1)], ids=str)
@pytest.mark.parametrize("device", ["interpreter", "cpu", "vulkan"])
def test_an_odd_side(device, extent):
    """Quads are four threads in a row of the linear order."""

    @wd.kernel(num_threads=extent)
    def across(out: wd.RWBuffer[wd.uint2]):
        thread = wd.group_thread_id()
        own = thread.x + 32 * thread.y + 1024 * thread.z
        out[wd.group_index()] = wd.uint2(own, wd.quad_read_across_x(own))

    threads = int(np.prod(extent)) // 4 * 4
    out = np.zeros((int(np.prod(extent)), 2), np.uint32)
    across[1](out, device=device)
    z, y, x = np.indices(extent[::-1]).reshape(3, -1)
    own = code(x, y, z)
    assert np.array_equal(out[:, 0], own)
    assert np.array_equal(out[:threads, 1], own[np.arange(threads) ^ 1])
