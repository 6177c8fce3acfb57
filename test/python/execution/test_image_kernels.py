"""Atomics on texels and arrays of images, on the executors."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from image_kernels import check_counts, check_layers, count_texels, turn_layers

import wavedialect as wd
from wavedialect import f32, u32
from wavedialect.errors import LaunchError

sys.path.append(str(Path(__file__).parents[1] / "dxil"))

CHECKS = {"atomics": check_counts, "layers": check_layers}
#: Lavapipe's wave sizes. Each needs a process of its own.
WIDTHS = {4: 128, 8: 256, 16: 512}


@pytest.mark.parametrize("check", CHECKS.values(), ids=CHECKS)
@pytest.mark.parametrize("wave_size", [4, 16, 64])
def test_interpreter(check, wave_size):
    check(wave_size, device="interpreter")


@pytest.mark.parametrize("check", CHECKS.values(), ids=CHECKS)
@pytest.mark.parametrize("wave_size", [4, 8, 16, 32, 64])
@pytest.mark.parametrize("options", [{}, {"opt_level": 0}], ids=str)
def test_every_wave_size_of_the_cpu(check, wave_size, options):
    check(wave_size, device="cpu", **options)


@pytest.mark.parametrize("wave_size", WIDTHS)
def test_lavapipe(wave_size):
    if not any("llvmpipe" in info.description for info in wd.devices()):
        pytest.skip("no lavapipe")
    text = f"""
import wavedialect as wd
from image_kernels import check_counts, check_layers
device = next(info.name for info in wd.devices() if "llvmpipe" in info.description)
check_counts({wave_size}, device=device)
check_layers({wave_size}, device=device)
"""
    environment = {**os.environ, "LP_NATIVE_VECTOR_WIDTH": str(WIDTHS[wave_size])}
    environment["PYTHONPATH"] = os.pathsep.join([str(Path(__file__).parent), *filter(None, sys.path)])
    done = subprocess.run([sys.executable, "-c", text], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("check", CHECKS.values(), ids=CHECKS)
@pytest.mark.parametrize("name", ["dxil:6.0", "dxil:6.6", "dxil:6.8:loops"])
def test_dxil(check, name):
    from dxil_device import DXILDevice

    check(16, device=DXILDevice(name))


@pytest.mark.parametrize("kernel", [count_texels, turn_layers], ids=lambda kernel: kernel.name)
def test_checker(kernel):
    arguments = {
        "count_texels": (np.zeros((3, 3), np.uint32), np.zeros((1, 8), np.int32), np.zeros(64, np.uint32)),
        "turn_layers": (
            np.ones((2, 3, 4, 2), np.float32),
            np.zeros((2, 3, 4, 2), np.float32),
            np.zeros((2, 1, 1), np.uint32),
            np.zeros(3, np.uint32),
        ),
    }[kernel.name]
    report = kernel.check(1, *arguments, wave_sizes=16)
    assert report.ok, str(report)


def test_plain_stores_race_with_atomics():
    @wd.kernel(num_waves=1)
    def racing(image: wd.RWTexture2D[u32]):
        wd.atomic_add(image, (0, 0), 1)
        if wd.wave_lane_index() == 1:
            image[0, 0] = 5

    report = racing.check(1, np.zeros((1, 1), np.uint32), wave_sizes=8)
    assert not report.ok and "race" in str(report)


@pytest.mark.parametrize(
    ("shape", "message"),
    [
        (
            (3, 5),
            r"has shape \(3, 5\), but Texture2DArray\[f32\] is an array of images of shape \(layers, height, width\)",
        ),
        ((0, 3, 5), r"an image without texels"),
    ],
)
def test_shape_of_an_array(shape, message):
    @wd.kernel(num_waves=1)
    def first(images: wd.Texture2DArray[f32], out: wd.RWBuffer[f32]):
        out[0] = images[0, 0, 0]

    with pytest.raises(LaunchError, match=message):
        first.dispatch(1, np.zeros(shape, np.float32), np.zeros(1, np.float32), device="cpu")
