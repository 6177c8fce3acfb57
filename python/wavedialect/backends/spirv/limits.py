"""Checks kernels against the limits of a Vulkan device: each error names the limit, its value and the requested one."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from functools import partial
from math import prod
from typing import Any

from ...errors import DeviceError
from ...frontends.python.operation_names import written_name
from ...ir.listing import Listing, as_listing
from ...ir.matrices import MatrixType
from ...ir.module import Module, Operation
from ...ir.types import Groupshared, MemoryType
from ...runtime.device import Argument, ImageArgument
from ...runtime.device_limits import ATOMICS, BUFFER_TYPES, TYPES, WAVE_OPERATIONS, DeviceLimits
from ...runtime.wave_size import ALL_SIZES
from .matrices import check_matrices

# SPIR-V capability -> the class of subgroup operations in Vulkan.
_SUBGROUP_CLASSES = {
    "GroupNonUniform": "basic",
    "GroupNonUniformVote": "vote",
    "GroupNonUniformBallot": "ballot",
    "GroupNonUniformShuffle": "shuffle",
    "GroupNonUniformArithmetic": "arithmetic",
    "GroupNonUniformQuad": "quad",
}
_GROUP_OPERATIONS = {name for names in WAVE_OPERATIONS.values() for name in names}
# SPIR-V capability -> the feature, its description, and the scalar types that need it.
_TYPE_FEATURES = {
    "Float16": ("float16", "16-bit floats (shaderFloat16)", {"f16"}),
    "Float64": ("float64", "64-bit floats (shaderFloat64)", {"f64"}),
    "Int16": ("int16", "16-bit integers (shaderInt16)", {"i16", "u16"}),
    "Int64": ("int64", "64-bit integers (shaderInt64)", {"i64", "u64"}),
}
_SMALL_TYPES = {"f16", "bf16", "i16", "u16"}
# Values of bf16 are f32; its memory is loaded as 16-bit integers.
_STORED_AS_INTEGERS = {"bf16"}
_BYTE_TYPES = {"bool", "i8", "u8"}
_LONG_TYPES = {"i64", "u64", "f64"}
_EXTENDED_TYPES = {name for *_, names in _TYPE_FEATURES.values() for name in names}
_OTHER_DEVICE = "use another device, or device='cpu'"


def limits_of(properties: Any) -> DeviceLimits:
    """The limits of the device, in the terms of kernels."""
    has = {name for name, present in properties.features.items() if present}
    own, largest = properties.subgroup_size, properties.max_subgroup_size
    sizes = [size for size in ALL_SIZES if properties.min_subgroup_size <= size <= largest]
    lacking = {name for feature, _, names in _TYPE_FEATURES.values() if feature not in has for name in names}
    types = [name for name in TYPES if name not in lacking]
    lacking_in_memory = lacking if "int16" in has else lacking | _STORED_AS_INTEGERS
    atomics = [name for name in ATOMICS if name in types]
    return DeviceLimits(
        wave_operations=tuple(properties.subgroup_operations),
        selectable_wave_sizes=tuple(sizes if "required_subgroup_size" in has else [own]),
        threads=properties.max_group_lanes,
        waves=properties.max_waves_per_group,
        groupshared_bytes=properties.max_groupshared_bytes,
        groupshared_is_stated=False,
        groups=properties.max_group_count,
        types=tuple(types),
        buffer_types=_without(
            _without(
                [name for name in BUFFER_TYPES if name not in lacking_in_memory],
                _SMALL_TYPES,
                "storage_buffer_16bit" in has,
            ),
            _BYTE_TYPES,
            "storage_buffer_8bit" in has,
        ),
        wave_types=_without(types, _EXTENDED_TYPES, "subgroup_extended_types" in has),
        buffer_atomics=_without(atomics, _LONG_TYPES, {"int64", "buffer_int64_atomics"} <= has),
        groupshared_atomics=_without(atomics, _LONG_TYPES, {"int64", "shared_int64_atomics"} <= has),
    )


def _without(types: Sequence[str], some: Container[str], has: bool) -> tuple[str, ...]:
    """The types, without those in ``some`` if the device lacks the feature that they need."""
    return tuple(name for name in types if has or name not in some)


def check_load(
    device: str,
    properties: Any,
    manifest: dict[str, Any],
    program: Module | Listing,
    wave_size: int,
    required: bool = True,
) -> None:
    """Checks everything known before a launch: operations, features, group size, memory. ``required``: the pipeline
    requires the wave size."""
    listing = as_listing(program)
    _check_operations(device, properties, manifest, listing)
    _check_features(device, properties, manifest, listing)
    check_matrices(device, properties, manifest)
    kernel = manifest["kernel"]
    waves = manifest["num_waves"]
    if waves is not None:
        lanes = manifest["lanes_per_group"][str(wave_size)]
        size = (lanes, 1, 1)
        asked = f"kernel '{kernel}' has {waves} waves of {wave_size} lanes"
    else:
        stated = tuple(manifest["num_threads"])
        lanes = prod(stated)
        waves = -(-lanes // wave_size)
        asked = f"kernel '{kernel}' has {stated} threads in a group"
        size = tuple(manifest.get("launched_threads", stated))
        if size != stated:
            asked += f", launched as {size} for its quads"
    _limit(
        device, "lanes a group", properties.max_group_lanes, lanes, asked, "use a smaller wave size or a smaller group"
    )
    for axis, extent, limit in zip("xyz", size, properties.max_group_size, strict=True):
        _limit(device, f"lanes a group in {axis}", limit, extent, asked, "use a smaller wave size or a smaller group")
    # A num_threads kernel without a required size is limited only by its threads, not by the resulting waves.
    if required or manifest["num_waves"] is not None:
        _limit(device, "waves a group", properties.max_waves_per_group, waves, asked, "use fewer waves")
    shared = manifest["groupshared_bytes"]
    asked = f"kernel '{kernel}' declares groupshared arrays of {shared} bytes"
    _limit(device, "bytes of groupshared memory", properties.max_groupshared_bytes, shared, asked, "use smaller arrays")
    _check_formats(manifest)
    for binding in manifest["bindings"]:
        if binding["resource"] == "constant_buffer":
            nbytes, limit = binding["bytes"], properties.max_constant_buffer_bytes
            asked = f"argument '{binding['name']}' of kernel '{kernel}' has {nbytes}"
            _limit(device, "bytes of a constant buffer", limit, nbytes, asked, "pass the rest in a `Buffer`")
    constants = manifest["constants"]["bytes"]
    asked = f"the scalars and buffer lengths of kernel '{kernel}' take {constants} bytes"
    _limit(
        device, "bytes of push constants", properties.max_constants_bytes, constants, asked, "pass values in a `Buffer`"
    )


def _check_formats(manifest: dict[str, Any]) -> None:
    """Launches copy the texels of arrays into images, so the formats must be the same."""
    for binding in manifest["bindings"]:
        stated = binding.get("format", "VK_FORMAT_UNDEFINED")
        if stated == "VK_FORMAT_UNDEFINED" or stated == exact_format(binding):
            continue
        kernel, name, element = manifest["kernel"], binding["name"], binding["element"]
        message = (
            f"argument '{name}' of kernel '{kernel}' has the format {stated}, but a launch copies the texels of an array,"
            f" whose format is {exact_format(binding)}"
        )
        fix = f"launch it on device='cpu', which computes with channels of {element}; or omit `vk::image_format`"
        raise DeviceError(message, fix)


def exact_format(binding: dict[str, Any]) -> str:
    """The VkFormat of an array's texels."""
    bits = 8 if binding["element"] in ("i8", "u8") else 32
    channels = "".join(f"{letter}{bits}" for letter in "RGBA"[: binding["components"]])
    kind = {"f": "SFLOAT", "i": "SINT", "u": "UINT"}[binding["element"][0]]
    return f"VK_FORMAT_{channels}_{kind}"


#: The resources of a manifest that are images.
IMAGES = ("image", "image_array")


def check_launch(
    device: str,
    properties: Any,
    manifest: dict[str, Any],
    arguments: Sequence[Argument],
    groups: tuple[int, int, int],
) -> None:
    """Checks the number of groups and the sizes of images."""
    kernel = manifest["kernel"]
    for axis, count, limit in zip("xyz", groups, properties.max_group_count, strict=True):
        asked = f"the dispatch of kernel '{kernel}' has {groups} groups"
        _limit(
            device, f"groups in {axis}", limit, count, asked, "spread the groups over x, y and z, or dispatch in parts"
        )
    images = [binding["name"] for binding in manifest["bindings"] if binding["resource"] in IMAGES]
    extents = [argument for argument in arguments if isinstance(argument, ImageArgument)]
    for name, image in zip(images, extents, strict=True):
        asked = f"argument '{name}' of kernel '{kernel}' has {image.width} by {image.height}"
        for axis, extent in (("x", image.width), ("y", image.height)):
            limit = properties.max_image_extent
            _limit(device, f"texels of an image in {axis}", limit, extent, asked, "split the image, or use a `Buffer`")
        if image.layers:
            asked = f"argument '{name}' of kernel '{kernel}' has {image.layers}"
            limit = properties.max_image_layers
            _limit(
                device, "layers of an image", limit, image.layers, asked, "pass the layers in parts, or use a `Buffer`"
            )


def _limit(device: str, what: str, limit: int, asked: int, who: str, fix: str) -> None:
    if asked > limit:
        raise DeviceError(f"device '{device}' has a limit of {limit} {what}, but {who}, which is {asked}", fix)


def _check_operations(device: str, properties: Any, manifest: dict[str, Any], listing: Listing) -> None:
    """Checks the classes of subgroup operations, by the capabilities of the code; the message names the operation."""
    for capability in manifest["capabilities"]:
        if capability not in _SUBGROUP_CLASSES:
            continue
        name = _SUBGROUP_CLASSES[capability]
        if name in properties.subgroup_operations:
            continue
        used = _first_of(listing.module, WAVE_OPERATIONS[name])
        place = f"; `{written_name(used)}` at {used.location.file}:{used.location.line} needs it" if used else ""
        has = ", ".join(properties.subgroup_operations)
        raise DeviceError(
            f"device '{device}' lacks the subgroup operations '{name}' (it has {has}){place}", _OTHER_DEVICE
        )


def _operations(module: Module) -> Iterator[Operation]:
    """All operations; the kernel's own precede those of helpers."""
    for function in dict.fromkeys([module.kernel, *module.functions]):
        yield from function.walk()


def _first_of(module: Module, names: Container[str]) -> Operation | None:
    """The first operation with one of these names."""
    return next((operation for operation in _operations(module) if operation.name in names), None)


def _scalar(type_: Any) -> str | None:
    """The name of the scalar element of a type; None for a tuple."""
    while hasattr(type_, "element"):
        type_ = type_.element
    return getattr(type_, "name", None)


def _first_with(module: Module, types: Container[str], names: Container[str] | None = None) -> Operation | None:
    """The first operation with an operand or result of these scalar types, limited to ``names`` if given."""
    for operation in _operations(module):
        values = [*operation.operands, *operation.results]
        if (names is None or operation.name in names) and any(_scalar(value.type) in types for value in values):
            return operation
    return None


def _check_features(device: str, properties: Any, manifest: dict[str, Any], listing: Listing) -> None:
    """Checks the features that the module requires; the message names an operation or parameter that needs it, if any.
    The operations are searched only if a feature is missing."""
    kernel = manifest["kernel"]
    requires, capabilities = manifest["requires"], set(manifest["capabilities"])

    def has(feature: str) -> bool:
        return properties.features.get(feature, False)

    def need(feature: str, words: str, place: Callable[[], str] = str) -> None:
        if not has(feature):
            raise DeviceError(
                f"device '{device}' lacks {words}, {place() or f'which kernel {kernel!r} needs'}", _OTHER_DEVICE
            )

    if requires["full_subgroups"]:
        need("compute_full_subgroups", "full subgroups (computeFullSubgroups)")
    if requires["maintenance4"]:
        need("maintenance4", "group sizes from specialization constants (maintenance4)")
    if "VulkanMemoryModel" in capabilities:
        need("vulkan_memory_model", "the Vulkan memory model (vulkanMemoryModel)")
    if "CooperativeMatrixKHR" in capabilities:
        words = "cooperative matrices (VK_KHR_cooperative_matrix)"
        need("cooperative_matrix", words, partial(_needed_by_matrices, listing))
    if "BFloat16CooperativeMatrixKHR" in capabilities:
        words = "cooperative matrices of bf16 (shaderBFloat16CooperativeMatrix)"
        need("bfloat16_cooperative_matrix", words, partial(_needed_by_matrices, listing, _STORED_AS_INTEGERS))
    for capability, (feature, words, types) in _TYPE_FEATURES.items():
        if capability in capabilities:
            users = types | _STORED_AS_INTEGERS if capability == "Int16" else types
            need(feature, words, partial(_needed_by_types, listing, users))
    if "StorageBuffer16BitAccess" in capabilities:
        words = "16-bit elements of buffers (storageBuffer16BitAccess)"
        need("storage_buffer_16bit", words, partial(_needed_by_parameter, listing, _SMALL_TYPES))
    if "StorageBuffer8BitAccess" in capabilities:
        words = "8-bit elements of buffers (storageBuffer8BitAccess)"
        need("storage_buffer_8bit", words, partial(_needed_by_parameter, listing, _BYTE_TYPES))
    if "StorageImageExtendedFormats" in capabilities:
        words = "images of two channels, or of one byte (shaderStorageImageExtendedFormats)"
        need("storage_image_extended_formats", words, partial(_needed_by_images, listing))
    if "Int64Atomics" in capabilities and not all(map(has, _LONG_ATOMICS)):
        _check_long_atomics(need, has, listing.module)
    if not has("subgroup_extended_types") and any(capability in capabilities for capability in _SUBGROUP_CLASSES):
        wide = _first_with(listing.module, _EXTENDED_TYPES, _GROUP_OPERATIONS)
        if wide is not None:
            words = "subgroup operations on 16- and 64-bit types (shaderSubgroupExtendedTypes)"
            need("subgroup_extended_types", words, partial(_needed_by, wide))


#: 64-bit atomics on buffers and on groupshared memory are separate features.
_LONG_ATOMICS = {
    "buffer_int64_atomics": "64-bit atomics on buffers (shaderBufferInt64Atomics)",
    "shared_int64_atomics": "64-bit atomics on groupshared memory (shaderSharedInt64Atomics)",
}


def _check_long_atomics(need: Callable[..., None], has: Callable[[str], bool], module: Module) -> None:
    found = False
    for operation in _operations(module):
        if operation.name.startswith("wave.atomic"):
            memory = next(value.type for value in operation.operands if isinstance(value.type, MemoryType))
            # An atomic of 64 bits may be on two elements of 32.
            is_long = any(result.type.bits == 64 for result in operation.results)
            if is_long or _scalar(memory) in _LONG_TYPES:
                found = True
                feature = "shared_int64_atomics" if isinstance(memory, Groupshared) else "buffer_int64_atomics"
                need(feature, _LONG_ATOMICS[feature], partial(_needed_by, operation))
    if not found and not any(map(has, _LONG_ATOMICS)):
        need("buffer_int64_atomics", _LONG_ATOMICS["buffer_int64_atomics"])


def _needed_by(operation: Operation | None) -> str:
    if operation is None:
        return ""
    return f"which `{written_name(operation)}` at {operation.location.file}:{operation.location.line} needs"


def _needed_by_types(listing: Listing, types: Container[str]) -> str:
    return _needed_by(_first_with(listing.module, types)) or _needed_by_parameter(listing, types)


def _needed_by_matrices(listing: Listing, elements: Container[str] | None = None) -> str:
    """The first operation on matrices, of these elements if given."""
    for operation in _operations(listing.module):
        for value in [*operation.operands, *operation.results]:
            if isinstance(value.type, MatrixType) and (elements is None or value.type.element.name in elements):
                return _needed_by(operation)
    return ""


def _needed_by_parameter(listing: Listing, types: Container[str]) -> str:
    for parameter in listing.parameters:
        if _scalar(parameter.type) in types:
            return f"which parameter '{parameter.name}' of kernel '{listing.name}' needs"
    return ""


def _needed_by_images(listing: Listing) -> str:
    for parameter in listing.parameters:
        channels = getattr(parameter.type, "channels", None)
        # The formats of read-only images need no feature.
        if channels is not None and not parameter.type.writable:
            continue
        if channels == 2 or channels == 1 and parameter.type.element.bits == 8:
            return f"which parameter '{parameter.name}' of kernel '{listing.name}' needs"
    return ""
