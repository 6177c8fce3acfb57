"""The fixed form: one module a wave size, for devices without maintenance4."""

import json
import re
import struct
import subprocess
from pathlib import Path

import jsonschema
import numpy as np
import pytest

import wavedialect as wd
from wavedialect import _vulkan
from wavedialect.backends.spirv.device import VulkanDevice
from wavedialect.driver import bundle as bundle_module

SCHEMA = json.loads((Path(bundle_module.__file__).parent / "manifest.schema.json").read_text())


@wd.kernel(num_waves=3, wave_size=(4, 64))
def exchange(src: wd.Buffer[wd.u32], out: wd.RWBuffer[wd.u32], factor: wd.u32):
    """The waves of a group hand their sums on in a ring."""
    sums = wd.groupshared(wd.u32, wd.group_wave_count())
    wave = wd.group_wave_index()
    place = (wd.group_id().x * wd.group_wave_count() + wave) * wd.wave_lane_count() + wd.wave_lane_index()
    total = wd.wave_active_sum(src[place]) * factor
    if wd.wave_is_first_lane():
        sums[wave] = total
    wd.group_memory_barrier_with_group_sync()
    out[place] = sums[(wave + 1) % wd.group_wave_count()] + wd.wave_lane_count()


def expected(src, size, factor):
    sums = src.reshape(-1, 3, size).sum(2, dtype=np.uint32) * np.uint32(factor)
    return np.repeat(np.roll(sums, -1, axis=1).ravel(), size) + np.uint32(size)


@pytest.fixture
def fixed_device():
    """The first device, as if it had no maintenance4, with the validation layer."""
    _vulkan.messages()
    device = VulkanDevice(0, validation=True, without=["maintenance4"])
    yield device
    device.close()
    assert _vulkan.messages() == []


@pytest.mark.parametrize("reconverging", [False, True])
def test_the_bundle(tmp_path, reconverging):
    made = exchange.compile(form="fixed", maximal_reconvergence=reconverging)
    manifest = made.manifest
    jsonschema.validate(manifest, SCHEMA)
    assert manifest["wave_sizes"] == [4, 8, 16, 32, 64]
    assert sorted(made.files) == sorted(
        [f"exchange.w{size}.spv" for size in manifest["wave_sizes"]] + ["manifest.json"]
    )
    assert manifest["requires"] == {"full_subgroups": True, "required_subgroup_size": True, "maintenance4": False}
    assert "wave_size" not in manifest["specialization"]
    made.save(tmp_path)
    for size in manifest["wave_sizes"]:
        path = tmp_path / manifest["modules"][str(size)]
        version = struct.unpack_from("<I", path.read_bytes(), 4)[0]
        assert version == 0x00010300
        if not reconverging:
            subprocess.run(["spirv-val", "--target-env", "vulkan1.1", path], check=True)
        # The disassembler knows nothing of the mode, and gives nothing.
        if not reconverging:
            text = made.stages[f"assembly.w{size}"]
            assert re.search(rf"OpExecutionMode %\S+ LocalSize {3 * size} 1 1\n", text)
            assert "LocalSizeId" not in text


def test_the_manifest_differs_from_the_specialized_form_only_in_the_modules():
    fixed, specialized = (exchange.compile(form=form).manifest for form in ("fixed", "specialized"))
    jsonschema.validate(specialized, SCHEMA)
    assert specialized["form"] == "specialized" and specialized["requires"]["maintenance4"]
    different = {key for key in specialized if specialized[key] != fixed[key]}
    assert different == {"form", "module", "modules", "specialization", "requires"}


def test_the_same_input_gives_the_same_bytes():
    assert exchange.compile(form="fixed").files == exchange.compile(form="fixed").files


def test_dispatches_on_a_device_without_maintenance4(fixed_device):
    size = fixed_device.wave_sizes.own
    src = np.random.default_rng(1).integers(0, 2**32, 5 * 3 * size, np.uint32)
    for options in ({}, {"wave_size": size}, {"prefer_wave_size": "small"}):
        out = np.zeros_like(src)
        exchange.dispatch(5, src, out, 7, device=fixed_device, **options)
        np.testing.assert_array_equal(out, expected(src, size, 7))


def test_a_kernel_of_threads_has_one_module(fixed_device):
    @wd.kernel(num_threads=(10, 3))
    def count(out: wd.RWBuffer[wd.u32]):
        out[wd.group_index()] = wd.wave_active_count_bits(True)

    made = count.compile(form="fixed")
    jsonschema.validate(made.manifest, SCHEMA)
    assert list(made.files) == ["count.spv", "manifest.json"]
    assert made.manifest["form"] == "fixed"
    version = struct.unpack_from("<I", made.files["count.spv"], 4)[0]
    assert version == 0x00010300
    out = np.zeros(30, np.uint32)
    count.dispatch(1, out, device=fixed_device)
    assert out.min() >= 1


def test_a_wave_size_that_the_device_lacks(fixed_device):
    size = 64 if fixed_device.wave_sizes.own < 64 else 4
    with pytest.raises(wd.DeviceError, match=f"but wave_size={size} was requested"):
        exchange.dispatch(1, np.zeros(1, np.uint32), np.zeros(1, np.uint32), 7, device=fixed_device, wave_size=size)


def test_an_error_at_every_size_is_reported_once():
    @wd.kernel(num_waves=1)
    def wrong(out: wd.RWBuffer[wd.u32]):
        shared = wd.groupshared(wd.u32, wd.group_wave_count() - 1)
        shared[0] = 1
        out[0] = shared[0]

    with pytest.raises(wd.CompileError, match="groupshared"):
        wrong.compile(form="fixed")
