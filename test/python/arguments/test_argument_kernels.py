"""Parameters of every type on every device: buffers of scalars and vectors, values of all sizes, images."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import argument_kernels
import numpy as np
import pytest
from argument_kernels import cases, image_case

import wavedialect as wd
from wavedialect.backends.spirv.device import VulkanDevice

CASES = {case.name + (f" {number}" if "copy" in case.name else ""): case for number, case in enumerate(cases())}


@pytest.mark.parametrize("name", CASES)
def test_the_interpreter(name):
    for size in (4, 32):
        CASES[name].check(wd.Interpreter(seed=size), size)


@pytest.mark.parametrize("name", CASES)
def test_the_cpu(name):
    for size in (4, 32):
        CASES[name].check("cpu", size)


def vulkan_index():
    """The number of the Vulkan device that tests use; None without one."""
    try:
        return int(wd.open_device("vulkan").name.partition(":")[2])
    except wd.DeviceError:
        return None


needs_vulkan = pytest.mark.skipif(vulkan_index() is None, reason="no Vulkan device")


@needs_vulkan
@pytest.mark.parametrize("name", CASES)
def test_vulkan(name):
    CASES[name].check("vulkan")


@needs_vulkan
@pytest.mark.parametrize("lanes", [4, 16])
def test_lavapipe_at_other_sizes(lanes):
    if "llvmpipe" not in wd.open_device("vulkan").description:
        pytest.skip("the Vulkan device is not lavapipe")
    paths = os.pathsep.join([str(Path(wd.__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
    environment = {**os.environ, "PYTHONPATH": paths, "LP_NATIVE_VECTOR_WIDTH": str(32 * lanes)}
    command = [sys.executable, argument_kernels.__file__, "vulkan"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith(f"{len(CASES)} cases agree\n")


@needs_vulkan
def test_the_validation_layer_is_silent():
    from wavedialect import _vulkan

    try:
        device = VulkanDevice(vulkan_index(), validation=True)
    except wd.DeviceError as error:
        pytest.skip(str(error))
    _vulkan.messages()
    for case in CASES.values():
        case.check(device)
    device.close()
    assert _vulkan.messages() == []


@needs_vulkan
def test_the_fixed_form():
    """A device without maintenance4 gives the same, and the validation layer sees nothing that needs it."""
    from wavedialect import _vulkan

    try:
        device = VulkanDevice(vulkan_index(), validation=True, without=["maintenance4"])
    except wd.DeviceError as error:
        pytest.skip(str(error))
    _vulkan.messages()
    for name in ("values of all sizes", "images in place", "image of float2, 9 by 7"):
        CASES[name].check(device)
    device.close()
    assert _vulkan.messages() == []


def images_on(device):
    case = image_case(wd.float4, 5, 6)
    src, out, sizes = case.arguments()
    placed = [wd.array(src, device=device), wd.array(out, device=device), wd.empty(2, wd.u32, device=device)]
    return case, placed


@pytest.mark.parametrize("device", ["interpreter", "cpu", pytest.param("vulkan", marks=needs_vulkan)])
def test_images_that_stay_on_the_device(device):
    case, placed = images_on(device)
    src = placed[0].numpy()
    for _ in range(2):
        case.kernel.dispatch(case.groups, *placed)
        np.testing.assert_array_equal(placed[1].numpy(), case.expected[0])
    np.testing.assert_array_equal(placed[0].numpy(), src)
    # The same memory as an image and as a buffer, and as an image of another shape.
    wide = wd.array(src.reshape(3, 10, 4), device=device)
    case.kernel.dispatch(case.groups, wide, wd.empty((3, 10, 4), wd.f32, device=device), placed[2])
    assert placed[2].numpy().tolist() == [10, 3]


@needs_vulkan
def test_images_larger_than_the_device_allows():
    case = image_case(wd.f32, 1, 1)
    limit = wd.open_device("vulkan").properties.max_image_extent
    src, out = np.zeros((1, limit + 1), np.float32), np.zeros((1, 1), np.float32)
    said = f"limit of {limit} texels of an image in x, but argument 'src' of kernel 'mirror' has {limit + 1} by 1"
    with pytest.raises(wd.DeviceError, match=said):
        case.kernel.dispatch(1, src, out, np.zeros(2, np.uint32), device="vulkan")


@needs_vulkan
@pytest.mark.parametrize(
    ("feature", "name", "said"),
    [
        ("float16", "copy half3", r"16-bit floats \(shaderFloat16\)"),
        ("float64", "copy f64", r"64-bit floats \(shaderFloat64\)"),
        ("int16", "copy u16", r"16-bit integers \(shaderInt16\)"),
        ("int64", "copy int64_t2", r"64-bit integers \(shaderInt64\)"),
        ("storage_buffer_16bit", "copy i16", r"\(storageBuffer16BitAccess\), which parameter 'src' of kernel 'copy'"),
        ("storage_buffer_8bit", "copy bool", r"\(storageBuffer8BitAccess\), which parameter 'src' of kernel 'copy'"),
        ("storage_image_extended_formats", "image of int2, 1 by 1", r"images of two channels.* parameter 'out'"),
    ],
)
def test_a_device_that_lacks_a_type(feature, name, said):
    case = next(case for case in CASES.values() if case.name == name)
    device = VulkanDevice(vulkan_index(), without=[feature])
    with pytest.raises(wd.DeviceError, match=f"device '{device.name}' lacks .*{said}"):
        case.check(device)
    device.close()
