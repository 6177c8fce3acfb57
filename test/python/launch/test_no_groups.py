"""A dispatch of no groups runs nothing and is no error."""

from __future__ import annotations

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import f32, u32


@wd.kernel(num_threads=64)
def by_threads(out: wd.RWBuffer[u32], value: u32):
    out[wd.dispatch_thread_id().x] = value


@wd.kernel(num_waves=2)
def by_waves(out: wd.RWBuffer[u32], value: u32):
    out[wd.wave_lane_index()] = value


@wd.kernel(num_waves=1)
def of_images(out: wd.RWTexture2D[f32], value: u32):
    out[0, 0] = f32(value)


@wd.kernel(num_waves=1, stage="amplification")
def of_meshes(out: wd.RWBuffer[u32]):
    out[0] = 1
    wd.dispatch_mesh(1, 1, 1)


KERNELS = [by_threads, by_waves]
GROUPS = [0, (0, 5), (3, 0), (2, 2, 0), lambda lanes: 0, by_threads.dispatch_size(0, 32)]


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.name)
@pytest.mark.parametrize("groups", GROUPS, ids=["0", "0, 5", "3, 0", "2, 2, 0", "function", "items"])
@pytest.mark.parametrize("count", [0, 6])
def test_nothing_is_written(device, kernel, groups, count):
    array = np.full(count, 9, np.uint32)
    on_device = wd.array(array, device)
    for given in (array, on_device):
        # The second launch takes the fast path.
        for _ in range(2):
            done = kernel.dispatch(groups, given, 5, device=device)
            assert done.elapsed_ns() is None or done.elapsed_ns() >= 0
    kernel[0, 5](on_device, 5)
    assert (array == 9).all() and (on_device.numpy() == 9).all()


def test_arguments_are_checked_all_the_same(device):
    with pytest.raises(wd.LaunchError, match="'out' has dtype float32"):
        by_threads[0](np.zeros(4, np.float32), 5, device=device)
    with pytest.raises(wd.LaunchError, match="takes 2 arguments"):
        by_threads[0](np.zeros(4, np.uint32), device=device)


def test_images(device):
    image = np.zeros((2, 2), np.float32)
    of_images[0](image, 5, device=device)
    assert not image.any()
    with pytest.raises(wd.LaunchError, match="an image without texels"):
        of_images[0](np.zeros((0, 2), np.float32), 5, device=device)


def test_mesh_launches(host_device):
    out = np.zeros(1, np.uint32)
    done = of_meshes.dispatch(0, out, device=host_device)
    assert len(done.counts) == 0 and not out.any()


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.name)
@pytest.mark.parametrize("count", [0, 6])
def test_reports(kernel, count):
    array = np.zeros(count, np.uint32)
    report = kernel.check((0, 3), array, 5)
    assert not report.findings and report.runs
    counts = kernel.count(0, array, 5)
    assert counts.groups == counts.waves == 0
    assert "groups            0" in str(kernel.trace(0, array, 5))
    kernel.dispatch(0, array, 5, check=True)
    assert not array.any()
