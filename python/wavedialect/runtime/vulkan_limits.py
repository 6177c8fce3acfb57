"""What a Vulkan device may lack for a kernel: each refusal names the limit, its value and what was asked for."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from math import prod
from typing import Any

from ..compiler.ir import Module, Operation
from ..errors import DeviceError
from ..language.types import Groupshared, MemoryType
from .device import Argument, ImageArgument

# SPIR-V capability -> the class of subgroup operations in Vulkan, and the operations here that need it.
_SUBGROUP_CLASSES = {
    "GroupNonUniform": ("basic", ("wave.is_first_lane", "wave.lane_index", "wave.lane_count", "wave.group_wave_index")),
    "GroupNonUniformVote": ("vote", ("wave.any", "wave.all", "wave.all_equal")),
    "GroupNonUniformBallot": (
        "ballot",
        (
            "wave.ballot",
            "wave.count_bits",
            "wave.prefix_count_bits",
            "wave.multi_prefix_count_bits",
            "wave.read_first_lane",
            "wave.match",
        ),
    ),
    "GroupNonUniformShuffle": ("shuffle", ("wave.read_lane",)),
    "GroupNonUniformArithmetic": ("arithmetic", ("wave.reduce", "wave.prefix", "wave.multi_prefix")),
    "GroupNonUniformQuad": (
        "quad",
        ("wave.quad_read_across", "wave.quad_read_lane", "wave.quad_any", "wave.quad_all"),
    ),
}
_GROUP_OPERATIONS = {name for _, names in _SUBGROUP_CLASSES.values() for name in names}
# SPIR-V capability -> the feature, its words, and the scalar types that need it.
_TYPE_FEATURES = {
    "Float16": ("float16", "16-bit floats (shaderFloat16)", {"f16"}),
    "Float64": ("float64", "64-bit floats (shaderFloat64)", {"f64"}),
    "Int16": ("int16", "16-bit integers (shaderInt16)", {"i16", "u16"}),
    "Int64": ("int64", "64-bit integers (shaderInt64)", {"i64", "u64"}),
}
_SMALL_TYPES = {"f16", "i16", "u16"}
_LONG_INTEGERS = {"i64", "u64"}
_EXTENDED_TYPES = {name for *_, names in _TYPE_FEATURES.values() for name in names}
_OTHER_DEVICE = "use another device, or device='cpu'"


def check_load(
    device: str, properties: Any, manifest: dict[str, Any], module: Module, wave_size: int, required: bool = True
) -> None:
    """Everything that is known before a launch: operations, features, the size of a group, memory. ``required``: the
    pipeline asks for the wave size."""
    _check_operations(device, properties, manifest, module)
    _check_features(device, properties, manifest, module)
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
    # Threads alone are limited by their number, however many waves that makes.
    if required or manifest["num_waves"] is not None:
        _limit(device, "waves a group", properties.max_waves_per_group, waves, asked, "use fewer waves")
    shared = manifest["groupshared_bytes"]
    asked = f"kernel '{kernel}' declares groupshared arrays of {shared} bytes"
    _limit(device, "bytes of groupshared memory", properties.max_groupshared_bytes, shared, asked, "use smaller arrays")
    constants = manifest["constants"]["bytes"]
    asked = f"the scalars and buffer lengths of kernel '{kernel}' take {constants} bytes"
    _limit(
        device, "bytes of push constants", properties.max_constants_bytes, constants, asked, "pass values in a `Buffer`"
    )


def check_launch(
    device: str,
    properties: Any,
    manifest: dict[str, Any],
    arguments: Sequence[Argument],
    groups: tuple[int, int, int],
) -> None:
    """The number of groups, and the sizes of images."""
    kernel = manifest["kernel"]
    for axis, count, limit in zip("xyz", groups, properties.max_group_count, strict=True):
        asked = f"the dispatch of kernel '{kernel}' has {groups} groups"
        _limit(
            device, f"groups in {axis}", limit, count, asked, "spread the groups over x, y and z, or dispatch in parts"
        )
    images = [binding["name"] for binding in manifest["bindings"] if binding["resource"] == "image"]
    extents = [argument for argument in arguments if isinstance(argument, ImageArgument)]
    for name, image in zip(images, extents, strict=True):
        asked = f"argument '{name}' of kernel '{kernel}' has {image.width} by {image.height}"
        for axis, extent in (("x", image.width), ("y", image.height)):
            limit = properties.max_image_extent
            _limit(device, f"texels of an image in {axis}", limit, extent, asked, "split the image, or use a `Buffer`")


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


def _operations(module: Module) -> Iterator[Operation]:
    """All operations, the kernel's own before those of helpers."""
    for function in dict.fromkeys([module.kernel, *module.functions]):
        yield from function.walk()


def _first_of(module: Module, names: Container[str]) -> Operation | None:
    """The first operation of one of these names."""
    return next((operation for operation in _operations(module) if operation.name in names), None)


def _scalar(type_: Any) -> str | None:
    """The name of the scalar that a type is made of; None for a tuple."""
    while hasattr(type_, "element"):
        type_ = type_.element
    return getattr(type_, "name", None)


def _first_with(module: Module, types: Container[str], names: Container[str] | None = None) -> Operation | None:
    """The first operation, of one of these names where they are given, that handles a scalar of these types."""
    for operation in _operations(module):
        values = [*operation.operands, *operation.results]
        if (names is None or operation.name in names) and any(_scalar(value.type) in types for value in values):
            return operation
    return None


def _check_features(device: str, properties: Any, manifest: dict[str, Any], module: Module) -> None:
    """Features that the module cannot do without; the message names the operation or the parameter where one does."""
    kernel = manifest["kernel"]
    requires, capabilities = manifest["requires"], set(manifest["capabilities"])

    def need(feature: str, words: str, place: str = "") -> None:
        if not properties.features.get(feature, False):
            place = place or f"which kernel '{kernel}' needs"
            raise DeviceError(f"device '{device}' lacks {words}, {place}", _OTHER_DEVICE)

    if requires["full_subgroups"]:
        need("compute_full_subgroups", "full subgroups (computeFullSubgroups)")
    if requires["maintenance4"]:
        need("maintenance4", "group sizes from specialisation constants (maintenance4)")
    if "VulkanMemoryModel" in capabilities:
        need("vulkan_memory_model", "the Vulkan memory model (vulkanMemoryModel)")
    for capability, (feature, words, types) in _TYPE_FEATURES.items():
        if capability in capabilities:
            need(feature, words, _needed_by(_first_with(module, types)) or _needed_by_parameter(module, types))
    if "StorageBuffer16BitAccess" in capabilities:
        words = "16-bit elements of buffers (storageBuffer16BitAccess)"
        need("storage_buffer_16bit", words, _needed_by_parameter(module, _SMALL_TYPES))
    if "StorageImageExtendedFormats" in capabilities:
        words = "images of two channels (shaderStorageImageExtendedFormats)"
        need("storage_image_extended_formats", words, _needed_by_images(module))
    if "Int64Atomics" in capabilities:
        _check_long_atomics(need, properties, module)
    if any(capability in capabilities for capability in _SUBGROUP_CLASSES):
        wide = _first_with(module, _EXTENDED_TYPES, _GROUP_OPERATIONS)
        if wide is not None:
            words = "subgroup operations on 16- and 64-bit types (shaderSubgroupExtendedTypes)"
            need("subgroup_extended_types", words, _needed_by(wide))


def _check_long_atomics(need: Callable[..., None], properties: Any, module: Module) -> None:
    """64-bit atomics on buffers and on groupshared memory are two features."""
    kinds = {
        "buffer_int64_atomics": "64-bit atomics on buffers (shaderBufferInt64Atomics)",
        "shared_int64_atomics": "64-bit atomics on groupshared memory (shaderSharedInt64Atomics)",
    }
    found = False
    for operation in _operations(module):
        if operation.name.startswith("wave.atomic"):
            memory = next(value.type for value in operation.operands if isinstance(value.type, MemoryType))
            if _scalar(memory) in _LONG_INTEGERS:
                found = True
                feature = "shared_int64_atomics" if isinstance(memory, Groupshared) else "buffer_int64_atomics"
                need(feature, kinds[feature], _needed_by(operation))
    if not found and not any(properties.features.get(feature, False) for feature in kinds):
        need("buffer_int64_atomics", kinds["buffer_int64_atomics"])


def _needed_by(operation: Operation | None) -> str:
    if operation is None:
        return ""
    return f"which `{operation.name}` at {operation.location.file}:{operation.location.line} needs"


def _needed_by_parameter(module: Module, types: Container[str]) -> str:
    for parameter in module.kernel.parameters:
        if _scalar(parameter.type) in types:
            return f"which parameter '{parameter.name}' of kernel '{module.kernel.name}' needs"
    return ""


def _needed_by_images(module: Module) -> str:
    for parameter in module.kernel.parameters:
        if getattr(parameter.type, "channels", None) == 2:
            return f"which parameter '{parameter.name}' of kernel '{module.kernel.name}' needs"
    return ""
