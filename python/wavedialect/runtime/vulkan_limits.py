"""What a Vulkan device may lack for a kernel: each refusal names the limit, its value and what was asked for."""

from __future__ import annotations

from math import prod
from typing import Any

from ..compiler.ir import Module, Operation
from ..errors import DeviceError

# SPIR-V capability -> the class of subgroup operations in Vulkan, and the operations here that need it.
_SUBGROUP_CLASSES = {
    "GroupNonUniform": ("basic", ("wave.is_first_lane", "wave.lane_index", "wave.lane_count", "wave.group_wave_index")),
    "GroupNonUniformVote": ("vote", ("wave.any", "wave.all", "wave.all_equal")),
    "GroupNonUniformBallot": (
        "ballot",
        ("wave.ballot", "wave.count_bits", "wave.prefix_count_bits", "wave.read_first_lane"),
    ),
    "GroupNonUniformShuffle": ("shuffle", ("wave.read_lane",)),
    "GroupNonUniformArithmetic": ("arithmetic", ("wave.reduce", "wave.prefix")),
}
_OTHER_DEVICE = "use another device, or device='interpreter'"


def check_load(device: str, properties: Any, manifest: dict[str, Any], module: Module, wave_size: int) -> None:
    """Everything that is known before a launch: operations, features, the size of a group, memory."""
    _check_operations(device, properties, manifest, module)
    _check_features(device, properties, manifest)
    kernel = manifest["kernel"]
    waves = manifest["num_waves"]
    if waves is not None:
        lanes = manifest["lanes_per_group"][str(wave_size)]
        size = (lanes, 1, 1)
        asked = f"kernel '{kernel}' has {waves} waves of {wave_size} lanes"
    else:
        size = tuple(manifest["num_threads"])
        lanes = prod(size)
        waves = -(-lanes // wave_size)
        asked = f"kernel '{kernel}' has {size} threads in a group"
    _limit(
        device, "lanes a group", properties.max_group_lanes, lanes, asked, "use a smaller wave size or a smaller group"
    )
    for axis, extent, limit in zip("xyz", size, properties.max_group_size, strict=True):
        _limit(device, f"lanes a group in {axis}", limit, extent, asked, "use a smaller wave size or a smaller group")
    _limit(device, "waves a group", properties.max_waves_per_group, waves, asked, "use fewer waves")
    shared = manifest["groupshared_bytes"]
    asked = f"kernel '{kernel}' declares groupshared arrays of {shared} bytes"
    _limit(device, "bytes of groupshared memory", properties.max_groupshared_bytes, shared, asked, "use smaller arrays")
    constants = manifest["constants"]["bytes"]
    asked = f"the scalars and buffer lengths of kernel '{kernel}' take {constants} bytes"
    _limit(
        device, "bytes of push constants", properties.max_constants_bytes, constants, asked, "pass values in a `Buffer`"
    )


def check_launch(device: str, properties: Any, kernel: str, groups: tuple[int, int, int]) -> None:
    """The number of groups."""
    for axis, count, limit in zip("xyz", groups, properties.max_group_count, strict=True):
        asked = f"the dispatch of kernel '{kernel}' has {groups} groups"
        _limit(
            device, f"groups in {axis}", limit, count, asked, "spread the groups over x, y and z, or dispatch in parts"
        )


def _limit(device: str, what: str, limit: int, asked: int, who: str, fix: str) -> None:
    if asked > limit:
        raise DeviceError(f"device '{device}' has a limit of {limit} {what}, but {who}, which is {asked}", fix)


def _check_operations(device: str, properties: Any, manifest: dict[str, Any], module: Module) -> None:
    """The classes of subgroup operations, by the capabilities of the code; the message names the operation."""
    for capability in manifest["capabilities"]:
        if capability not in _SUBGROUP_CLASSES:
            continue
        name, operations = _SUBGROUP_CLASSES[capability]
        if name in properties.subgroup_operations:
            continue
        used = _first_of(module, operations)
        place = f"; `{used.name}` at {used.location.file}:{used.location.line} needs it" if used else ""
        has = ", ".join(properties.subgroup_operations)
        raise DeviceError(
            f"device '{device}' lacks the subgroup operations '{name}' (it has {has}){place}", _OTHER_DEVICE
        )


def _first_of(module: Module, names: tuple[str, ...]) -> Operation | None:
    """The first operation of one of these names, the kernel's own before those of helpers."""
    for function in [module.kernel, *module.functions]:
        for operation in function.walk():
            if operation.name in names:
                return operation
    return None


def _check_features(device: str, properties: Any, manifest: dict[str, Any]) -> None:
    """Features that the module cannot do without."""
    needed = []
    if manifest["requires"]["full_subgroups"]:
        needed.append(("compute_full_subgroups", "full subgroups (computeFullSubgroups)"))
    if manifest["num_waves"] is not None:
        needed.append(("maintenance4", "group sizes from specialisation constants (maintenance4)"))
    if "VulkanMemoryModel" in manifest["capabilities"]:
        needed.append(("vulkan_memory_model", "the Vulkan memory model (vulkanMemoryModel)"))
    for feature, words in needed:
        if not properties.features.get(feature, False):
            kernel = manifest["kernel"]
            raise DeviceError(f"device '{device}' lacks {words}, which kernel '{kernel}' needs", _OTHER_DEVICE)
