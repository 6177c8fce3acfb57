"""Loading kernels: layouts, constants, wave sizes, and what is refused."""

import numpy as np
import pytest
from spirv_kernels import Kernel, add_kernel, copy_kernel, wave_size_kernel

from wavedialect import _vulkan


def run(device, spirv, arrays, *, bindings=None, constants=b"", specialization=None, wave_size=0, groups=1):
    """Loads and launches a kernel and gives the buffers' contents afterwards."""
    bindings = bindings or [(0, i) for i in range(len(arrays))]
    kernel = device.load(
        spirv, "main", bindings, len(constants), specialization or {}, wave_size, full_subgroups=wave_size != 0
    )
    buffers = [device.alloc(array.nbytes) for array in arrays]
    for buffer, array in zip(buffers, arrays, strict=True):
        device.upload(buffer, array)
    device.launch(kernel, buffers, constants, (groups, 1, 1))
    results = [np.empty_like(array) for array in arrays]
    for buffer, result in zip(buffers, results, strict=True):
        device.download(buffer, result)
    return results


def test_copy(device):
    data = np.random.default_rng(0).integers(0, 2**32, 640, np.uint32)
    _, copied = run(device, copy_kernel(), [data, np.zeros_like(data)], groups=10)
    np.testing.assert_array_equal(copied, data)


def test_push_constants(device):
    data = np.arange(128, dtype=np.uint32)
    (result,) = run(device, add_kernel(), [data], constants=np.array([3, 10], np.uint32).tobytes(), groups=2)
    np.testing.assert_array_equal(result, 3 * data + 10)


def test_constant_buffers(device):
    """Their size is limited by the device, and their memory has this size and an aligned offset."""

    def load(nbytes):
        return device.load(copy_kernel(), "main", [(0, 0), (0, 1), (0, 2, nbytes)], 0, {}, 0, full_subgroups=False)

    limit = device.properties.max_constant_buffer_bytes
    with pytest.raises(_vulkan.VulkanError, match=f"bytes of a constant buffer: {limit + 4}.*maxUniformBufferRange"):
        load(limit + 4)
    kernel, whole = load(20), device.alloc(320)
    buffers = [device.alloc(256), device.alloc(256)]
    for refused in (device.alloc(16), device.alloc(24), whole.slice(4, 20), whole.slice(300, 20)):
        with pytest.raises(ValueError, match="a constant buffer of kernel 'main' does not have its size or alignment"):
            device.launch(kernel, [*buffers, refused], b"", (1, 1, 1))
    for accepted in (device.alloc(20), whole.slice(0, 20), whole.slice(256, 20)):
        device.launch(kernel, [*buffers, accepted], b"", (1, 1, 1))
    device.wait()


def test_constants_of_odd_length(device):
    """The last word is filled with zeros."""
    data = np.ones(64, np.uint32)
    (result,) = run(device, add_kernel(), [data], constants=bytes([2, 0, 0, 0, 1, 1, 0]))
    np.testing.assert_array_equal(result, 2 + 0x101)


def test_specialization_constants(device):
    kernel = Kernel()
    value, flag = kernel.spec_constant(3, 17), kernel.spec_bool(5)
    kernel.store(0, kernel.lane_of_dispatch(), kernel.op("OpSelect", flag, value, kernel.constant(1)))
    spirv, data = kernel.assemble(), np.zeros(64, np.uint32)
    for specialization, expected in (
        ({}, 1),
        ({5: True}, 17),
        ({5: True, 3: 99}, 99),
        ({3: -2, 5: True}, 2**32 - 2),
        ({3: 2**32 - 1, 5: 1}, 2**32 - 1),
        ({5: False}, 1),
    ):
        (result,) = run(device, spirv, [data], specialization=specialization)
        np.testing.assert_array_equal(result, expected)


def test_specialization_constants_out_of_range(device):
    for value in (2**32, -(2**31) - 1, "x", 1.5):
        with pytest.raises(ValueError, match="specialization constant 0 must be a bool or an integer of 32 bits"):
            device.load(copy_kernel(), "main", [(0, 0), (0, 1)], 0, {0: value}, 0, False)


@pytest.mark.parametrize("waves", [1, 2, 4])
def test_group_size_follows_the_wave_size(device, waves):
    size = device.properties.subgroup_size
    (result,) = run(
        device,
        wave_size_kernel(waves),
        [np.zeros(3 * waves * size, np.uint32)],
        specialization={0: size},
        wave_size=size,
        groups=3,
    )
    np.testing.assert_array_equal(result, size)


def test_groupshared_and_barrier(device):
    """Each group turns its 64 elements around."""
    kernel = Kernel()
    kernel.shared_array(64)
    lane, element = kernel.lane_of_group(), kernel.lane_of_dispatch()
    kernel.store_shared(lane, kernel.load(0, element))
    kernel.barrier()
    kernel.store(0, element, kernel.load_shared(kernel.op("OpISub", kernel.constant(63), lane)))
    data = np.random.default_rng(1).integers(0, 2**32, 8 * 64, np.uint32)
    (result,) = run(device, kernel.assemble(), [data], groups=8)
    np.testing.assert_array_equal(result, data.reshape(8, 64)[:, ::-1].ravel())


def test_kernel_without_buffers_and_constants(device):
    kernel = device.load(Kernel(bindings=()).assemble(), "main", [], 0, {}, 0, False)
    device.launch(kernel, [], b"", (3, 2, 1))
    device.wait()


def test_several_sets_with_a_gap_and_the_order_of_the_list(device):
    bindings = ((2, 1), (0, 4), (2, 0))
    kernel = Kernel(bindings=bindings)
    lane = kernel.lane_of_dispatch()
    for buffer in range(3):
        kernel.store(buffer, lane, kernel.constant(buffer + 10))
    results = run(device, kernel.assemble(), [np.zeros(64, np.uint32)] * 3, bindings=list(bindings))
    for buffer, result in enumerate(results):
        np.testing.assert_array_equal(result, buffer + 10)


def test_launches_with_other_buffers_in_turn(device):
    """Descriptor sets are used again; each launch must still see its own buffers."""
    kernel = device.load(copy_kernel(), "main", [(0, 0), (0, 1)], 0, {}, 0, False)
    buffers = [device.alloc(256) for _ in range(5)]
    device.upload(buffers[0], np.arange(64, dtype=np.uint32))
    for _ in range(40):
        for source, target in zip(buffers, buffers[1:] + buffers[:1], strict=True):
            device.launch(kernel, [source, target], b"", (1, 1, 1))
    result = np.zeros(64, np.uint32)
    for buffer in buffers:
        device.download(buffer, result)
        np.testing.assert_array_equal(result, np.arange(64))


# What is refused.


def refused(device, spirv, kind, match, bindings=((0, 0),), constants=0, wave_size=0):
    with pytest.raises(_vulkan.VulkanError, match=match) as error:
        device.load(spirv, "main", list(bindings), constants, {}, wave_size, False)
    assert error.value.kind == kind


def test_wave_size_the_device_lacks(device):
    for size in (2, 256, 2 * device.properties.max_subgroup_size, 24):
        refused(device, wave_size_kernel(1), "unsupported", f"needs waves of {size} lanes, but device", wave_size=size)


def test_too_many_constants(device):
    limit = device.properties.max_constants_bytes
    refused(
        device,
        add_kernel(),
        "limit",
        rf"bytes of constants: {limit + 4}, more than.*maxPushConstants",
        constants=limit + 1,
    )


def test_too_many_sets(device):
    spirv = Kernel(bindings=((5000, 0),)).assemble()
    refused(device, spirv, "limit", "descriptor sets: 5001, more than.*maxBoundDescriptorSets", bindings=((5000, 0),))


def test_too_many_buffers(device):
    bindings = [(0, i) for i in range(2_000_000)]
    refused(device, copy_kernel(), "limit", "buffers: 2000000, more than the", bindings=bindings)


def test_too_many_groups(device):
    kernel = device.load(add_kernel(), "main", [(0, 0)], 8, {}, 0, False)
    limit = device.properties.max_group_count
    for dimension in range(3):
        groups = [1, 1, 1]
        groups[dimension] = limit[dimension] + 1
        if groups[dimension] >= 2**32:
            continue
        with pytest.raises(
            _vulkan.VulkanError, match=f"groups in {'xyz'[dimension]}, more than the .*GroupCount"
        ) as error:
            device.launch(kernel, [device.alloc(4)], bytes(8), tuple(groups))
        assert error.value.kind == "limit"


def test_wrong_number_of_buffers_or_constants(device):
    kernel = device.load(add_kernel(), "main", [(0, 0)], 8, {}, 0, False)
    buffer = device.alloc(256)
    with pytest.raises(ValueError, match="kernel 'main' takes 1 buffers, got 2"):
        device.launch(kernel, [buffer, buffer], bytes(8), (1, 1, 1))
    with pytest.raises(ValueError, match="kernel 'main' takes 8 bytes of constants, got 4"):
        device.launch(kernel, [buffer], bytes(4), (1, 1, 1))
    with pytest.raises(TypeError):
        device.launch(kernel, [buffer], bytes(8), (1, 1, -1))
    with pytest.raises(TypeError):
        device.launch(kernel, [buffer], bytes(8), (1, 1))
    with pytest.raises(TypeError, match="buffers must be a list of Buffer"):
        device.launch(kernel, [None], bytes(8), (1, 1, 1))


def test_binding_named_twice(device):
    with pytest.raises(ValueError, match="binding 0 of set 0 is named twice"):
        device.load(copy_kernel(), "main", [(0, 0), (0, 0)], 0, {}, 0, False)


def test_not_spirv(device):
    spirv = copy_kernel()
    for words, match in (
        (b"", "not a SPIR-V module"),
        (spirv[:-1], "whole words"),
        (bytes(40), "not a SPIR-V module"),
        (spirv[:4] + (0x10700).to_bytes(4, "little") + spirv[8:], "newer than SPIR-V 1.6"),
        (spirv[:44], "truncated or damaged at word"),
    ):
        with pytest.raises(ValueError, match=match):
            device.load(words, "main", [(0, 0), (0, 1)], 0, {}, 0, False)


def test_unknown_entry_point(device):
    with pytest.raises(ValueError, match="spirv has no compute entry point 'other'; it has 'main'"):
        device.load(copy_kernel(), "other", [(0, 0), (0, 1)], 0, {}, 0, False)


@pytest.mark.parametrize(
    ("capability", "missing"),
    [
        ("Float16", "float16"),
        ("Float64", "float64"),
        ("Int16", "int16"),
        ("Int64", "int64"),
        ("StorageBuffer16BitAccess", "storage_buffer_16bit"),
        ("StorageImageExtendedFormats", "storage_image_extended_formats"),
        ("StorageImageReadWithoutFormat", "storage_image_read_without_format"),
        ("StorageImageWriteWithoutFormat", "storage_image_write_without_format"),
        ("GroupNonUniformArithmetic", "arithmetic"),
        ("GroupNonUniformQuad", "quad"),
    ],
)
def test_capability_the_device_lacks(capability, missing):
    spirv = Kernel(capabilities=[capability]).assemble(validate=False)
    with_it = _vulkan.Device(0)
    if with_it.properties.features.get(missing) or missing in with_it.properties.subgroup_operations:
        with_it.load(spirv, "main", [(0, 0)], 0, {}, 0, False)
    device = _vulkan.Device(0, without=[missing])
    assert not device.properties.features.get(missing) and missing not in device.properties.subgroup_operations
    match = rf"SPIR-V capability {capability}, but device .* lacks it \((feature|subgroup operation) {missing}\)"
    refused(device, spirv, "unsupported", match)


def test_int64_atomics_come_from_one_of_two_features():
    spirv = Kernel(capabilities=["Int64", "Int64Atomics"]).assemble()
    both = ["buffer_int64_atomics", "shared_int64_atomics"]
    for without in ([], both[:1], both[1:]):
        _vulkan.Device(0, without=without).load(spirv, "main", [(0, 0)], 0, {}, 0, False)
    match = r"capability Int64Atomics, but device .* \(features buffer_int64_atomics, shared_int64_atomics\)"
    refused(_vulkan.Device(0, without=both), spirv, "unsupported", match)


def test_extension_the_device_lacks(device):
    if device.properties.features["maximal_reconvergence"]:
        pytest.skip("the device has it")
    spirv = Kernel(extensions=["SPV_KHR_maximal_reconvergence"]).assemble(validate=False)
    refused(device, spirv, "unsupported", "extension SPV_KHR_maximal_reconvergence, but device")
