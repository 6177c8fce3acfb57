"""The Vulkan device over a native module that the test plays: choice, limits, what is handed down, errors."""

from __future__ import annotations

import struct
import sys
import types

import numpy as np
import pytest
from sample_manifest import sample_result
from test_bundle import compact
from vulkan_properties import properties

import wavedialect as wd
from wavedialect.backends.spirv import device as vulkan_module
from wavedialect.backends.spirv.device import VulkanDevice, native_bindings, native_buffers
from wavedialect.backends.spirv.limits import check_launch
from wavedialect.driver.bundle import Bundle
from wavedialect.runtime import device as device_module
from wavedialect.runtime.device import BufferArgument, ImageArgument


class FakeVulkanError(Exception):
    def __init__(self, message, kind):
        super().__init__(message)
        self.kind = kind


class FakeBuffer(bytearray):
    def is_aligned(self, texel_bytes):
        return True

    def overlaps(self, other):
        return self is other


class FakeDevice:
    usable = True

    def __init__(self, index, validation, without, pipeline_cache):
        self.properties = FAKE.devices[index]
        self.validation = validation
        self.without = without
        self.pipeline_cache = pipeline_cache
        self.loads, self.launches, self.waits = [], [], 0

    def save_pipelines(self):
        pass

    def alloc(self, nbytes):
        return FakeBuffer(nbytes)

    def upload(self, buffer, data):
        buffer[:] = data.tobytes()

    def download(self, buffer, data):
        data.reshape(-1).view(np.uint8)[...] = np.frombuffer(buffer, np.uint8)

    def load(self, *arguments):
        self.loads.append(arguments)
        return "pipeline"

    def launch(self, *arguments):
        self.launches.append(arguments)
        if FAKE.fail:
            raise FAKE.fail
        return types.SimpleNamespace(elapsed_ns=lambda: 1500.0)

    def wait(self):
        self.waits += 1

    def close(self):
        pass


class TakesNothing:
    """In the place of what reads plain arguments natively: all launches come from Python."""

    def __init__(self, *settings):
        pass

    def launch(self, *arguments):
        return None


FAKE = types.SimpleNamespace(devices=[], fail=None)


@pytest.fixture
def vulkan(monkeypatch):
    """The native module, with one device that can do everything."""
    FAKE.devices, FAKE.fail = [properties()], None
    fake = types.ModuleType("wavedialect._vulkan")
    fake.VulkanError = FakeVulkanError
    fake.enumerate = lambda: FAKE.devices
    fake.Device = FakeDevice
    fake.PlainLaunch = TakesNothing
    monkeypatch.setitem(sys.modules, "wavedialect._vulkan", fake)
    monkeypatch.setattr(wd, "_vulkan", fake, raising=False)
    monkeypatch.setattr(device_module, "_open", {})
    yield fake


@pytest.fixture
def manifest(monkeypatch):
    """The compiler gives a bundle whose manifest the test may change."""
    changes = {}
    monkeypatch.setattr(
        vulkan_module, "compile_spirv", lambda module, options, stages: Bundle(*sample_result(**changes))
    )
    compact._programs.clear()
    yield changes
    compact._programs.clear()


def dispatch(groups=2, device="vulkan", **options):
    src, out = np.arange(6, dtype=np.uint32), np.zeros(5, np.uint32)
    return compact.dispatch(groups, src, out, -2, True, device=device, **options)


def test_the_best_device_and_devices_by_number_and_name(vulkan):
    FAKE.devices = [properties(), properties("Some GPU", "discrete"), properties("Other GPU", "integrated")]
    assert wd.open_device("vulkan").name == "vulkan:1"
    assert wd.open_device("vulkan:2").description == "Other GPU, Vulkan 1.3.255"
    assert wd.open_device("vulkan:LLVMpipe").name == "vulkan:0"
    assert wd.open_device("vulkan") is wd.open_device("vulkan:1") is wd.open_device("vulkan:some gpu")
    assert [info.name for info in wd.devices()] == ["cpu", "interpreter", "vulkan:0", "vulkan:1", "vulkan:2"]


@pytest.mark.parametrize("selector", ["7", "geforce"])
def test_a_vulkan_device_that_does_not_exist(vulkan, selector):
    with pytest.raises(wd.DeviceError, match=rf"no Vulkan device '{selector}'\nhelp: .*'vulkan:0' \(llvmpipe"):
        wd.open_device(f"vulkan:{selector}")


def test_the_default_device_is_not_vulkan(vulkan, monkeypatch):
    monkeypatch.delenv("WAVEDIALECT_DEVICE", raising=False)
    assert device_module.default_device() == "cpu"
    monkeypatch.setenv("WAVEDIALECT_DEVICE", "vulkan")
    assert wd.open_device().name == "vulkan:0"


def test_devices_that_do_not_exist(vulkan):
    with pytest.raises(wd.DeviceError, match=r"no device 'metal'\nhelp: .*'cpu', 'interpreter', 'vulkan:0'"):
        wd.open_device("metal")
    with pytest.raises(wd.DeviceError, match="a device is named by text, not by int"):
        wd.open_device(3)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"threads": 2}, "threads=2"),
        ({"extra_waves": 1}, "extra_waves=1"),
        ({"extra_waves": (2, "idle")}, r'extra_waves=\(2, "idle"\)'),
        ({"lane_order": "tiled"}, "lane_order='tiled'"),
    ],
)
def test_options_that_vulkan_lacks(vulkan, manifest, options, said):
    with pytest.raises(wd.DeviceError, match=f"device 'vulkan:0' cannot run with {said}\nhelp: .*device='cpu'"):
        dispatch(**options)


def test_no_driver(vulkan, monkeypatch):
    def fail():
        raise FakeVulkanError("no Vulkan loader was found", "no-driver")

    monkeypatch.setattr(vulkan, "enumerate", fail)
    with pytest.raises(wd.DeviceError, match="no Vulkan loader was found\nhelp: .*mesa-vulkan-drivers"):
        wd.open_device("vulkan")
    assert [info.name for info in wd.devices()] == ["cpu", "interpreter"]


def test_no_native_module(monkeypatch):
    monkeypatch.setitem(sys.modules, "wavedialect._vulkan", None)
    monkeypatch.delattr(wd, "_vulkan", raising=False)
    monkeypatch.setattr(device_module, "_open", {})
    with pytest.raises(wd.DeviceError, match="the Vulkan runtime cannot be imported.*\nhelp: .*scripts/setup"):
        wd.open_device("vulkan")


def test_validation_is_switched_on_by_a_variable(vulkan, monkeypatch):
    monkeypatch.setenv("WAVEDIALECT_VULKAN_VALIDATION", "1")
    assert wd.open_device("vulkan")._device.validation is True


def test_arguments_of_a_native_launch(vulkan, manifest):
    done = dispatch((3, 2), wave_size=16)
    native = done.device._device
    assert native.loads == [(b"\x03\x02\x23\x07", "compact", [(0, 0), (0, 1)], 16, {0: 16, 1: 1}, 16, True)]
    pipeline, buffers, constants, groups, timed = native.launches[0]
    assert (pipeline, groups, timed) == ("pipeline", (3, 2, 1), True)
    assert [len(buffer) for buffer in buffers] == [24, 20]
    assert constants == struct.pack("<iIII", -2, 1, 6, 5)
    assert done.elapsed_ns() == 1500.0
    assert done.report is None
    assert native.waits == 1


def test_pipelines_are_loaded_once_a_wave_size(vulkan, manifest):
    for size in (16, 32, 16, None):
        done = dispatch(wave_size=size)
    assert [load[5] for load in done.device._device.loads] == [16, 32, 32]


def test_a_device_of_one_size_requires_none(vulkan, manifest):
    FAKE.devices = [properties(min_subgroup_size=32, max_subgroup_size=32)]
    required, full = dispatch().device._device.loads[0][5:]
    assert (required, full) == (0, True)


def test_without_robust_buffers_the_constant_is_0(vulkan, manifest):
    FAKE.devices = [properties(features={"robust_buffers": False})]
    assert dispatch().device._device.loads[0][4] == {0: 32, 1: 0}


def test_maximal_reconvergence_is_asked_for_where_the_device_has_it(vulkan, monkeypatch):
    asked = []

    def compile_spirv(module, options, stages):
        asked.append(options.maximal_reconvergence)
        return Bundle(*sample_result())

    monkeypatch.setattr(vulkan_module, "compile_spirv", compile_spirv)
    for has in (True, False):
        compact._programs.clear()
        device_module._open.clear()
        FAKE.devices = [properties(features={"maximal_reconvergence": has})]
        dispatch()
    compact._programs.clear()
    assert asked == [True, False]


def test_device_arrays_are_not_waited_for(vulkan, manifest):
    src = wd.array(np.arange(6, dtype=np.uint32), device="vulkan")
    out = wd.empty(5, np.uint32, device="vulkan")
    done = compact.dispatch(1, src, out, 1, False)
    assert done.device is src.device
    assert done.device._device.waits == 0
    wd.synchronize("vulkan")
    assert done.device._device.waits == 1


def test_an_empty_array_has_a_buffer(vulkan, manifest):
    done = compact.dispatch(1, np.zeros(0, np.uint32), np.zeros(1, np.uint32), 1, True, device="vulkan")
    _, buffers, constants, *_ = done.device._device.launches[0]
    assert [len(buffer) for buffer in buffers] == [0, 4]
    assert struct.unpack("<iIII", constants) == (1, 1, 0, 1)


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        (
            {"max_group_lanes": 100},
            r"limit of 100 lanes a group, but kernel 'compact' has 4 waves of 32 lanes, which is 128",
        ),
        ({"max_group_size": (64, 64, 64)}, "limit of 64 lanes a group in x, but .*, which is 128"),
        (
            {"max_waves_per_group": 2},
            "limit of 2 waves a group, but kernel 'compact' has 4 waves of 32 lanes, which is 4",
        ),
        ({"max_groupshared_bytes": 8}, "limit of 8 bytes of groupshared memory, but .*, which is 12"),
        ({"max_constants_bytes": 8}, "limit of 8 bytes of push constants, but .*, which is 16"),
        (
            {"max_group_count": (1, 9, 9)},
            r"limit of 1 groups in x, but the dispatch .* has \(2, 1, 1\) groups, which is 2",
        ),
        ({"max_buffer_bytes": 20}, "a buffer of 24 bytes exceeds the limit of device 'vulkan:0', 20 bytes"),
        ({"features": {"compute_full_subgroups": False}}, "lacks full subgroups .* which kernel 'compact' needs"),
        ({"features": {"maintenance4": False}}, "lacks group sizes from specialization constants"),
        (
            {"subgroup_operations": ["basic", "vote"]},
            r"lacks the subgroup operations 'arithmetic' \(it has basic, vote\); `wd.wave_active_sum` at .*test_bundle.py:\d+",
        ),
    ],
)
def test_limits_are_named_with_their_value(vulkan, manifest, limits, said):
    FAKE.devices = [properties(**limits)]
    with pytest.raises(wd.DeviceError, match=said):
        dispatch()


@pytest.mark.parametrize(
    ("sizes", "asked", "said"),
    [
        ((4, 16), 32, "device 'vulkan:0' has waves of 4 to 16 lanes, but wave_size=32 was requested"),
        ((8, 8), None, "device 'vulkan:0' has waves of 8 lanes, but kernel 'compact' runs at 16, 32, 64"),
    ],
)
def test_wave_sizes_that_the_device_lacks(vulkan, manifest, sizes, asked, said):
    smallest, largest = sizes
    FAKE.devices = [properties(min_subgroup_size=smallest, max_subgroup_size=largest, subgroup_size=smallest)]
    with pytest.raises(wd.DeviceError, match=said) as raised:
        dispatch(wave_size=asked)
    # The fake device is lavapipe, whose wave size is a setting of the process.
    assert "LP_NATIVE_VECTOR_WIDTH=128, 256 or 512" in str(raised.value)


def test_without_size_control_the_device_has_its_own_size_only(vulkan, manifest):
    FAKE.devices = [properties(features={"subgroup_size_control": False})]
    assert dispatch().wave_size == 32
    with pytest.raises(wd.DeviceError, match="has waves of 32 lanes, but wave_size=16"):
        dispatch(wave_size=16)


@pytest.mark.parametrize(
    ("kind", "advice"),
    [("out-of-memory", "free arrays"), ("device-lost", "restart the process"), ("new-kind", "vulkaninfo")],
)
def test_driver_errors_give_advice(vulkan, manifest, kind, advice):
    FAKE.fail = FakeVulkanError("vkQueueSubmit failed", kind)
    with pytest.raises(wd.DeviceError, match=f"vkQueueSubmit failed\nhelp: .*{advice}"):
        dispatch()


def test_num_threads_kernels_run_at_the_size_of_the_device(vulkan, manifest):
    manifest.update(
        num_waves=None,
        num_threads=[8, 8, 1],
        specialization={},
        wave_sizes=[],
        lanes_per_group={},
        requires={"full_subgroups": False, "required_subgroup_size": False, "maintenance4": False},
    )
    assert dispatch().device._device.loads[0][4:] == ({}, 0, False)
    assert dispatch(wave_size=8).device._device.loads[-1][4:] == ({}, 8, False)


def test_num_threads_kernels_that_state_a_size_require_it(vulkan, manifest):
    manifest.update(
        num_waves=None,
        num_threads=[8, 8, 1],
        specialization={},
        wave_sizes=[16],
        lanes_per_group={},
        requires={"full_subgroups": False, "required_subgroup_size": False, "maintenance4": False},
    )
    assert dispatch().device._device.loads[0][4:] == ({}, 16, False)


def test_a_group_of_threads_may_have_any_number_of_waves(vulkan, manifest):
    """Unless a size is required of the pipeline, the limit of waves a group is none of it."""
    manifest.update(
        num_waves=None,
        num_threads=[32, 32, 1],
        specialization={},
        wave_sizes=[],
        lanes_per_group={},
        requires={"full_subgroups": False, "required_subgroup_size": False, "maintenance4": False},
    )
    FAKE.devices = [properties(max_waves_per_group=16)]
    dispatch()
    with pytest.raises(wd.DeviceError, match=r"limit of 16 waves a group, but .* \(32, 32, 1\) .*, which is 32"):
        dispatch(wave_size=32)


def test_without_timestamps(vulkan, manifest):
    assert dispatch(timed=False).device._device.launches[0][4] is False


def test_a_device_that_cannot_be_opened_is_not_chosen(vulkan):
    FAKE.devices = [properties("old GPU", "discrete", refusal="it has Vulkan 1.1 only"), properties()]
    assert wd.open_device("vulkan").name == "vulkan:1"
    assert [info.name for info in wd.devices()] == ["cpu", "interpreter", "vulkan:1"]


# Images.


def image(name="image", kind="srv", element="f32", components=1, binding=0):
    place = {"set": 0, "binding": binding}
    descriptor = f"VK_DESCRIPTOR_TYPE_{'SAMPLED' if kind == 'srv' else 'STORAGE'}_IMAGE"
    place |= {"resource": "image", "descriptor": descriptor}
    return {"name": name, **place, "kind": kind, "element": element, "components": components}


@pytest.mark.parametrize(
    ("element", "components", "expected"),
    [
        ("f32", 1, "R32_SFLOAT"),
        ("i32", 2, "R32G32_SINT"),
        ("u32", 4, "R32G32B32A32_UINT"),
        ("u32", 1, "R32_UINT"),
        ("f32", 4, "R32G32B32A32_SFLOAT"),
        ("u8", 4, "R8G8B8A8_UINT"),
    ],
)
def test_formats_of_images(element, components, expected):
    for kind, writable in (("srv", False), ("uav", True)):
        manifest = {"bindings": [image(kind=kind, element=element, components=components)]}
        assert native_bindings(manifest) == [(0, 0, f"VK_FORMAT_{expected}", writable)]


def test_images_are_handed_down_with_their_extent():
    arguments = [BufferArgument("a", 3), np.float32(1), ImageArgument("b", 6, 5, 2), (np.int16(1),) * 2]
    assert native_buffers(arguments) == ["a", ("b", 6, 5)]


@pytest.mark.parametrize(("extent", "axis"), [((5000, 1), "x"), ((1, 5000), "y")])
def test_images_larger_than_the_device_allows(extent, axis):
    manifest = {"kernel": "k", "bindings": [image("small"), image("large", binding=1)]}
    arguments = [ImageArgument(None, 4096, 4096, 1), ImageArgument(None, *extent, 1)]
    said = f"limit of 4096 texels of an image in {axis}, but argument 'large' of kernel 'k' has .*, which is 5000"
    with pytest.raises(wd.DeviceError, match=said):
        check_launch("vulkan:0", properties(), manifest, arguments, (1, 1, 1))
    check_launch("vulkan:0", properties(), manifest, arguments[:1] * 2, (1, 1, 1))


# Without maintenance4.


def test_a_device_without_maintenance4_takes_the_fixed_form(vulkan, monkeypatch):
    FAKE.devices = [properties(features={"maintenance4": False})]
    asked = []

    def compile_spirv(module, options, stages):
        asked.append(options.form)
        fixed = {
            "form": "fixed",
            "module": None,
            "modules": {"16": "compact.w16.spv", "32": "compact.w32.spv"},
            "wave_sizes": [16, 32],
            "specialization": {"robust_buffers": {"id": 1, "equals": "..."}},
            "requires": {"full_subgroups": True, "required_subgroup_size": True, "maintenance4": False},
        }
        stages, files = sample_result(**fixed)
        return Bundle(stages, [("compact.w16.spv", b"16"), ("compact.w32.spv", b"32"), files[1]])

    monkeypatch.setattr(vulkan_module, "compile_spirv", compile_spirv)
    compact._programs.clear()
    loads = dispatch().device._device.loads
    dispatch(wave_size=16)
    compact._programs.clear()
    assert asked == ["fixed"]
    assert [(load[0], load[4], load[5]) for load in loads] == [(b"32", {1: 1}, 32), (b"16", {1: 1}, 16)]


def test_features_that_are_left_out(vulkan):
    assert VulkanDevice(0)._device.without == ()
    assert VulkanDevice(0, without=["maintenance4"])._device.without == ("maintenance4",)
