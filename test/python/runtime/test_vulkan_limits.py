"""Features that a Vulkan device lacks, and what needs them."""

from __future__ import annotations

import pytest
from sample_manifest import sample_manifest
from vulkan_properties import properties

import wavedialect as wd
from wavedialect.backends.spirv.limits import check_load
from wavedialect.ir.module import Block, Function, KernelAttributes, Location, Module, Operation, Value
from wavedialect.ir.types import Groupshared


def module(*operations, parameters=()):
    """A kernel of operations: (name, types of operands)."""
    place = Location("k.py", 7, 3)
    made = [
        Operation(name, [Value(type_) for type_ in types], [], {}, [], Location("k.py", 10 + number, 5))
        for number, (name, types) in enumerate(operations)
    ]
    kernel = Function("k", list(parameters), [], Block([], made), place, KernelAttributes(num_threads=(8, 1, 1)))
    return Module([kernel], kernel)


def lacks(feature, capabilities, *operations, parameters=(), said):
    """Such a kernel loads with the feature and is refused without it."""
    manifest = manifest_of(capabilities)
    built = module(*operations, parameters=parameters)
    every = [
        "float16",
        "float64",
        "int16",
        "int64",
        "storage_buffer_8bit",
        "storage_buffer_16bit",
        "subgroup_extended_types",
    ]
    every += ["buffer_int64_atomics", "shared_int64_atomics", "storage_image_extended_formats"]
    has = dict.fromkeys(every, True)
    classes = ["basic", "vote", "arithmetic", "ballot", "shuffle", "quad"]
    device = properties(features=has, subgroup_operations=classes)
    check_load("vulkan:0", device, manifest, built, 8)
    without = properties(
        features={**has, feature: False}, subgroup_operations=[name for name in classes if name != feature]
    )
    with pytest.raises(wd.DeviceError, match=said):
        check_load("vulkan:0", without, manifest, built, 8)


def manifest_of(capabilities):
    return sample_manifest(
        kernel="k",
        num_waves=None,
        num_threads=[8, 1, 1],
        capabilities=["Shader", *capabilities],
        requires={"full_subgroups": False, "required_subgroup_size": False, "maintenance4": False},
    )


@pytest.mark.parametrize(
    ("feature", "capability", "type_", "words"),
    [
        ("float16", "Float16", wd.f16, r"16-bit floats \(shaderFloat16\)"),
        ("float64", "Float64", wd.double3, r"64-bit floats \(shaderFloat64\)"),
        ("int16", "Int16", wd.u16, r"16-bit integers \(shaderInt16\)"),
        ("int64", "Int64", wd.int64_t2, r"64-bit integers \(shaderInt64\)"),
    ],
)
def test_types_that_a_device_lacks(feature, capability, type_, words):
    said = f"device 'vulkan:0' lacks {words}, which `arith.addf` at k.py:11 needs"
    lacks(feature, [capability], ("math.exp", [wd.f32]), ("arith.addf", [type_, type_]), said=said)
    parameter = Value(wd.Buffer[type_], "x")
    lacks(feature, [capability], parameters=[parameter], said=f"{words}, which parameter 'x' of kernel 'k' needs")
    lacks(feature, [capability], said=f"{words}, which kernel 'k' needs")


def test_small_elements_of_buffers():
    said = r"16-bit elements of buffers \(storageBuffer16BitAccess\), which parameter 'x' of kernel 'k' needs"
    parameters = [Value(wd.Buffer[wd.f32], "a"), Value(wd.RWBuffer[wd.half3], "x")]
    lacks("storage_buffer_16bit", ["StorageBuffer16BitAccess"], parameters=parameters, said=said)


def test_images_of_two_channels():
    said = r"one byte \(shaderStorageImageExtendedFormats\), which parameter 'x' of kernel 'k' needs"
    for image in (wd.RWTexture2D[wd.float2], wd.RWTexture2D[wd.u8]):
        # Read-only images have no format.
        parameters = [Value(wd.Texture2D[wd.float2], "a"), Value(image, "x")]
        lacks("storage_image_extended_formats", ["StorageImageExtendedFormats"], parameters=parameters, said=said)


@pytest.mark.parametrize("element", [wd.u8, wd.i8, wd.bool, wd.uint8_t3])
def test_buffers_of_bytes(element):
    said = r"8-bit elements of buffers \(storageBuffer8BitAccess\), which parameter 'x' of kernel 'k' needs"
    parameters = [Value(wd.Buffer[wd.u32], "a"), Value(wd.Buffer[element], "x")]
    lacks("storage_buffer_8bit", ["StorageBuffer8BitAccess"], parameters=parameters, said=said)


@pytest.mark.parametrize(
    ("feature", "memory", "words"),
    [
        ("buffer_int64_atomics", wd.RWBuffer[wd.u64], r"on buffers \(shaderBufferInt64Atomics\)"),
        ("shared_int64_atomics", Groupshared(wd.i64), r"on groupshared memory \(shaderSharedInt64Atomics\)"),
    ],
)
def test_long_atomics(feature, memory, words):
    said = f"lacks 64-bit atomics {words}, which `wd.atomic_compare_exchange` at k.py:11 needs"
    narrow = ("wave.atomic_rmw", [wd.i32, Groupshared(wd.i32), wd.u32])
    wide = ("wave.atomic_cas", [memory.element, memory.element, memory, wd.u32])
    lacks(feature, ["Int64", "Int64Atomics"], narrow, wide, said=said)


@pytest.mark.parametrize(
    ("name", "type_", "written"),
    [
        ("wave.reduce", wd.f64, "wave.reduce"),
        ("wave.read_lane", wd.half2, "wd.wave_read_lane_at"),
        ("wave.quad_read_across", wd.i16, "wave.quad_read_across"),
        ("wave.match", wd.u64, "wd.wave_match"),
    ],
)
def test_wave_operations_on_extended_types(name, type_, written):
    words = r"subgroup operations on 16- and 64-bit types \(shaderSubgroupExtendedTypes\)"
    plain, wide = (name, [wd.f32]), (name, [type_])
    capabilities = ["GroupNonUniformArithmetic", "Int64", "Float16"]
    said = f"lacks {words}, which `{written}` at k.py:11 needs"
    lacks("subgroup_extended_types", capabilities, plain, wide, said=said)
    # Long integers, and wave operations on others.
    device = properties(features={"int64": True, "float16": True})
    check_load("vulkan:0", device, manifest_of(capabilities), module(plain, ("arith.addi", [type_])), 8)


def test_quad_operations_that_a_device_lacks():
    said = r"lacks the subgroup operations 'quad' \(it has basic, .*\); `wave.quad_read_across` at k.py:10 needs it"
    lacks("quad", ["GroupNonUniformQuad"], ("wave.quad_read_across", [wd.f32]), said=said)


@wd.kernel(num_threads=(8, 8))
def in_quads(out: wd.RWBuffer[wd.u32]):
    t = wd.group_thread_id()
    out[t.y * 8 + t.x] = wd.quad_read_across_x(t.x)


@wd.kernel(num_threads=(8, 8))
def in_rows(out: wd.RWBuffer[wd.u32]):
    t = wd.group_thread_id()
    out[t.y * 8 + t.x] = wd.wave_read_lane_first(t.x)


def test_the_launched_extents_of_a_group_are_checked():
    classes = ["basic", "vote", "arithmetic", "ballot", "shuffle", "quad"]

    def check(kernel, size):
        device = properties(max_group_size=size, subgroup_operations=classes)
        check_load("vulkan:0", device, kernel.compile("spirv").manifest, kernel._program(False).listing, 8, False)

    check(in_rows, (8, 8, 1))
    # Quads are launched in one dimension.
    check(in_quads, (64, 1, 1))
    said = (
        r"has a limit of 32 lanes a group in x, but kernel 'in_quads' has \(8, 8, 1\) threads in a group, launched as "
        r"\(64, 1, 1\) for its quads, which is 64"
    )
    with pytest.raises(wd.DeviceError, match=said):
        check(in_quads, (32, 8, 1))
    with pytest.raises(wd.DeviceError, match="limit of 1 lanes a group in y"):
        check(in_rows, (64, 1, 1))
