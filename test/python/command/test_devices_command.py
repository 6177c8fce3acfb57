"""``wavedialect devices``, and the limits of devices that it prints."""

from __future__ import annotations

import dataclasses
import json
import os
import subprocess
import sys
import types

import pytest

import wavedialect as wd
from wavedialect.backends.spirv import device as vulkan
from wavedialect.backends.spirv.limits import limits_of
from wavedialect.errors import CompileError
from wavedialect.ir.types import DTYPES
from wavedialect.runtime.device_limits import WAVE_OPERATIONS
from wavedialect.runtime.placement import DEFAULT_GROUPSHARED_BYTES


def properties(**changes) -> types.SimpleNamespace:
    """A GPU that lacks some things."""
    names = "float16 int16 float64 int64 storage_buffer_8bit storage_buffer_16bit subgroup_extended_types buffer_int64_atomics"
    features = dict.fromkeys(
        [*names.split(), "shared_int64_atomics", "subgroup_size_control", "required_subgroup_size"], True
    )
    values = {
        "name": "GPU", "api_version": "1.3.0", "refusal": "", "features": features,
        "subgroup_size": 32, "min_subgroup_size": 8, "max_subgroup_size": 32,
        "subgroup_operations": ["basic", "vote", "arithmetic", "ballot", "shuffle", "shuffle_relative", "quad"],
        "max_group_lanes": 512, "max_waves_per_group": 64, "max_groupshared_bytes": 49152,
        "max_group_count": (65535, 65535, 65535),
    }  # fmt: skip
    values["features"] = features | changes.pop("features", {})
    return types.SimpleNamespace(**values | changes)


# --- Limits ------------------------------------------------------------------


def test_limits_of_a_vulkan_device():
    limits = limits_of(properties())
    assert limits.selectable_wave_sizes == (8, 16, 32)
    assert (limits.threads, limits.waves, limits.groupshared_bytes) == (512, 64, 49152)
    assert limits.types == limits.wave_types == tuple(DTYPES)
    assert limits.buffer_types == ("i8", "u8", *DTYPES)
    assert limits.buffer_atomics == limits.groupshared_atomics == ("i32", "u32", "i64", "u64", "f32", "f64")


@pytest.mark.parametrize(
    "feature, field, lacks",
    [
        ("float16", "types", "f16"),
        ("float16", "buffer_types", "f16"),
        ("int16", "types", "i16 u16"),
        ("float64", "wave_types", "f64"),
        ("int64", "types", "i64 u64"),
        ("int64", "buffer_atomics", "i64 u64 f64"),
        ("int16", "buffer_types", "i16 u16 bf16"),
        ("storage_buffer_16bit", "buffer_types", "f16 bf16 i16 u16"),
        ("storage_buffer_8bit", "buffer_types", "bool i8 u8"),
        ("subgroup_extended_types", "wave_types", "f16 i16 u16 i64 u64 f64"),
        ("buffer_int64_atomics", "buffer_atomics", "i64 u64 f64"),
        ("shared_int64_atomics", "groupshared_atomics", "i64 u64 f64"),
    ],
)
def test_each_feature_counts(feature, field, lacks):
    whole = getattr(limits_of(properties()), field)
    has = getattr(limits_of(properties(features={feature: False})), field)
    assert set(whole) - set(has) == set(lacks.split()) and set(has) < set(whole)


def test_a_size_that_cannot_be_requested():
    limits = limits_of(properties(features={"required_subgroup_size": False}))
    assert limits.selectable_wave_sizes == (32,)


def test_open_devices_and_listed_ones_agree():
    for info in wd.devices():
        assert info.limits == wd.open_device(info.name).limits


def test_the_default_of_groupshared_memory_is_the_compilers():
    def kernel_with(elements: int) -> wd.Kernel:
        @wd.kernel(num_waves=1)
        def large(out: wd.RWBuffer[wd.u32]):
            array = wd.groupshared(wd.u32, elements)
            array[0] = 1
            out[0] = array[0]

        return large

    words = DEFAULT_GROUPSHARED_BYTES // 4
    kernel_with(words).compile()
    with pytest.raises(CompileError, match=r"\[groupshared-limit\]"):
        kernel_with(words + 1).compile()


def test_a_group_can_have_as_many_waves_as_it_says():
    limits = wd.open_device("cpu").limits

    def kernel_of(waves: int) -> wd.Kernel:
        @wd.kernel(num_waves=waves, wave_size=4)
        def many(out: wd.RWBuffer[wd.u32]):
            out[0] = 1

        return many

    kernel_of(limits.waves).compile()
    with pytest.raises(CompileError, match=r"\[wave-size-none\]"):
        kernel_of(limits.waves + 1).compile()


# --- The command -------------------------------------------------------------


def test_every_device_is_listed(command):
    result = command("devices")
    assert result.exit_code == 0
    for info in wd.devices():
        assert f"{info.name}  {info.description}" in result.stdout
    block = result.stdout.split("\n\n")[0].splitlines()
    assert block[0].startswith("cpu  ") and block[0].endswith("  (the default)")
    said = {line[2:18].strip(): line[18:].strip() for line in block[1:]}
    assert said["selectable"] == "4, 8, 16, 32, 64, 128"
    assert said["wave operations"] == ", ".join(WAVE_OPERATIONS)
    assert said["a group"] == "1,024 threads, 256 waves at most"
    assert said["groupshared"] == "32 KiB a group at most, more by group_shared_limit"
    assert said["64-bit atomics"] == "on buffers and groupshared memory"
    assert not any(line.endswith(" ") for line in result.stdout.splitlines())


def test_as_json(command):
    facts = json.loads(command("devices", "--json").stdout)
    assert facts["default"] == "cpu"
    expected = json.loads(json.dumps([dataclasses.asdict(info) for info in wd.devices()]))
    assert facts["devices"] == expected


def test_some_devices(command):
    facts = json.loads(command("devices", "inter", "--json").stdout)
    assert [device["name"] for device in facts["devices"]] == ["interpreter"] and facts["refused"] == []
    result = command("devices", "gpu")
    assert result.exit_code == 1 and "error: there is no device 'gpu'" in result.stderr


def test_missing_features_are_listed(command, monkeypatch):
    lesser = properties(
        features={"float16": False, "storage_buffer_16bit": False, "shared_int64_atomics": False, "float64": False,
                  "int64": True, "subgroup_extended_types": False},
        subgroup_operations=["basic", "vote", "ballot"],
    )  # fmt: skip
    monkeypatch.setattr(vulkan, "vulkan_devices", lambda: [lesser])
    said = command("devices", "vulkan").stdout
    assert "basic, vote, ballot (without shuffle, arithmetic, quad)" in said
    assert "i16 u16 bf16 (without f16); not in buffers: i16 u16 bf16; not in wave operations: i16 u16" in " ".join(
        said.split()
    )
    assert "i64 u64 (without f64); not in wave operations: i64 u64" in said
    assert "64-bit atomics   on buffers\n" in said


def test_a_device_that_is_too_old(command, monkeypatch):
    old = properties(name="Old GPU", refusal="it has Vulkan 1.1, and 1.3 is needed")
    monkeypatch.setattr(vulkan, "vulkan_devices", lambda: [old])
    result = command("devices")
    assert result.exit_code == 0
    assert "vulkan:0  Old GPU, Vulkan 1.3.0  cannot be used\n" in result.stdout
    assert "because  it has Vulkan 1.1, and 1.3 is needed\n" in result.stdout
    refused = json.loads(command("devices", "--json").stdout)["refused"]
    assert [device["name"] for device in refused if device["name"] != "cuda"] == ["vulkan:0"]


def test_without_any_driver(folder):
    """The others are listed, and what to install is said."""
    environment = os.environ | {"VK_DRIVER_FILES": "/nonexistent", "COLUMNS": "100"}
    command = [sys.executable, "-m", "wavedialect", "devices"]
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    blocks = result.stdout.split("\n\n")
    # A machine may have GPUs of NVIDIA.
    names = [block.split()[0] for block in blocks if not block.startswith("cuda:")]
    assert names == ["cpu", "interpreter", "vulkan", "cuda"][: len(names)] and len(names) >= 3
    assert "cannot be used" in blocks[2] and "mesa-vulkan-drivers" in blocks[2]
    assert result.stderr == ""
