"""PyTorch's tensors as arguments, and device arrays as tensors; where PyTorch is installed."""

from __future__ import annotations

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import f32, i32
from wavedialect.ir.module import Value
from wavedialect.runtime.arguments import check_arguments

torch = pytest.importorskip("torch", reason="no PyTorch: pip install torch")


@wd.kernel(num_waves=1)
def double(src: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    place = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    out[place] = src[place] * 2.0


@wd.kernel(num_waves=1)
def lengths(points: wd.Buffer[wd.float3], out: wd.RWBuffer[f32]):
    place = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    if place < len(out):
        out[place] = wd.dot(points[place], points[place])


def check(type_, argument):
    """The argument as a parameter `x` of that type takes it."""
    (checked,) = check_arguments("k", [Value(type_, "x")], [argument])
    return checked


def refused(said, type_, argument):
    with pytest.raises(wd.LaunchError, match=said):
        check(type_, argument)


def test_read_and_written_where_they_lie(device):
    src, out = torch.arange(200.0), torch.zeros(200)
    address = out.data_ptr()
    for _ in range(3):
        out.zero_()
        double[lambda lanes: -(-200 // lanes)](src, out, device=device)
        assert torch.equal(out, src * 2) and out.data_ptr() == address


def test_rows_of_vectors(device):
    points, out = torch.rand(50, 3), torch.zeros(50)
    lengths[lambda lanes: -(-50 // lanes)](points, out, device=device)
    assert torch.allclose(out, (points**2).sum(dim=1))


@pytest.mark.parametrize(
    "name", ["float16", "float32", "float64", "int16", "int32", "int64", "uint16", "uint32", "uint64"]
)
def test_every_element_type(name):
    dtype = getattr(torch, name, None)
    if dtype is None:
        pytest.skip(f"this PyTorch has no {name}")
    tensor = torch.arange(6).to(dtype)
    type_ = next(t for t in wd.ir.types.DTYPES.values() if t.numpy == name and not t.is_bool and not t.is_bf16)
    checked = check(wd.RWBuffer[type_], tensor)
    assert checked.tolist() == list(range(6)) and checked.ctypes.data == tensor.data_ptr()
    checked[0] = 7
    assert tensor[0].item() == 7


@pytest.mark.parametrize("name", ["bfloat16", "complex64", "bool", "uint8"])
def test_element_types_that_kernels_lack(name):
    tensor = torch.zeros(4).to(getattr(torch, name))
    refused(r"help: pass `x.to\(torch.float32\)`", wd.Buffer[f32], tensor)


def test_bools():
    # Before version 2.2 PyTorch does not export them.
    if hasattr(torch, "uint16"):
        assert check(wd.Buffer[wd.bool], torch.ones(4, dtype=torch.bool)).dtype == np.bool_
    refused(r"`x.to\(torch.bool\)`", wd.Buffer[wd.bool], torch.ones(4, dtype=torch.int32))


def test_bytes():
    assert check(wd.Buffer[wd.u8], torch.ones(4, dtype=torch.uint8)).dtype == np.uint8
    assert check(wd.Buffer[wd.i8], torch.ones(4, dtype=torch.int8)).dtype == np.int8


def test_views_in_other_orders():
    refused(r"'x' is not contiguous\nhelp: pass `x.contiguous\(\)`", wd.Buffer[f32], torch.zeros(3, 4).T)
    assert check(wd.Buffer[f32], torch.zeros(3, 4).T.contiguous()).shape == (4, 3)
    assert check(wd.Buffer[f32], torch.zeros(3, 4)[1:]).shape == (2, 4)


def test_tensors_that_require_gradients():
    tensor = torch.zeros(4, requires_grad=True)
    for given in (tensor, tensor * 2, torch.nn.Parameter(torch.zeros(4))):
        refused(r"'x' is a tensor that requires a gradient.*\nhelp: pass `x.detach\(\)`", wd.Buffer[f32], given)
    assert check(wd.RWBuffer[f32], tensor.detach()).ctypes.data == tensor.data_ptr()


def test_conjugates_and_negatives_that_are_not_computed():
    values = torch.tensor([1 + 2j, 3 - 4j])
    negative = values.conj().imag
    assert negative.is_neg()
    refused(r"the negatives of a tensor\nhelp: pass `x.resolve_neg\(\)`", wd.Buffer[f32], negative)
    assert check(wd.Buffer[f32], negative.resolve_neg().contiguous()).tolist() == [-2, 4]
    refused(r"the conjugates of a tensor\nhelp: pass `x.resolve_conj\(\)`", wd.Buffer[f32], values.conj())


def test_sparse_tensors():
    refused(
        "'x' is a tensor of layout torch.sparse_coo\nhelp: pass `x.to_dense", wd.Buffer[f32], torch.eye(4).to_sparse()
    )


def test_tensors_on_other_devices():
    said = "'x' is on device 'meta', which has no elements\nhelp: pass a tensor with elements"
    refused(said, wd.Buffer[f32], torch.zeros(4, device="meta"))


def test_a_tensor_is_no_number():
    for type_, number, fix in (
        (f32, torch.tensor(2.0), r"pass `x\.item\(\)`"),
        (i32, torch.tensor(2), r"pass `x\.item\(\)`"),
        (f32, torch.zeros(2), "pass a float"),
    ):
        refused(rf"'x' is tensor.*\nhelp: {fix}", type_, number)


def test_dtypes_of_pytorch(device):
    assert wd.zeros(4, torch.float16, device=device).dtype == np.float16
    assert wd.empty((2, 3), torch.int64, device=device).dtype == np.int64
    with pytest.raises(wd.LaunchError, match="no elements of dtype torch.float8_e5m2\nhelp: use one of"):
        wd.zeros(4, torch.float8_e5m2, device=device)


def test_the_shape_of_a_tensor():
    refused(r"\nhelp: pass `x.reshape\(height, width\)`", wd.Buffer[f32, 2], torch.zeros(12))


def test_a_tensor_and_an_array_in_its_memory_overlap():
    tensor = torch.arange(16.0)
    array = np.from_dlpack(tensor)
    for pair in ((tensor[:8], tensor[4:]), (array[:8], tensor[4:]), (tensor, tensor)):
        with pytest.raises(wd.LaunchError, match="arguments 'src' and 'out' overlap"):
            double.dispatch(1, *pair, wave_size=8)
    double.dispatch(1, array[:8], tensor[8:], wave_size=8)
    assert tensor[8:].tolist() == [2.0 * i for i in range(8)]


def test_device_arrays_as_tensors(host_device):
    array = wd.array(np.arange(8, dtype=np.int32), device=host_device)
    tensor = torch.from_dlpack(array)
    tensor += 5
    assert array.numpy().tolist() == list(range(5, 13))
    del array
    assert tensor.sum().item() == sum(range(5, 13))


def test_copies_to_a_device(device):
    tensor = torch.arange(6, dtype=torch.int32).reshape(2, 3)
    array = wd.array(tensor, device=device)
    assert array.numpy().tolist() == tensor.tolist()
    assert wd.array(tensor.T, device=device).numpy().tolist() == tensor.T.tolist()
    assert array.copy_from(tensor + 1).numpy().tolist() == (tensor + 1).tolist()
    with pytest.raises(wd.LaunchError, match="requires a gradient"):
        wd.array(torch.zeros(3, requires_grad=True), device=device)
