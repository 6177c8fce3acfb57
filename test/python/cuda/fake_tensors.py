"""PyTorch's tensors as the launches see them, without PyTorch: in memory of the fake driver."""

from __future__ import annotations

import ctypes
import math
import sys
import types

import numpy as np

CURRENT_STREAMS = [0, 0, 0]


class Dtype:
    def __init__(self, name):
        self.name = name

    def __str__(self):
        return f"torch.{self.name}"


class Tensor:
    """A tensor in the memory of an array of the device."""

    requires_grad = False
    negative = False

    def __init__(self, array, shape=None, offset=0, contiguous=True, dtype=None):
        self.array = array
        self.shape = tuple(array.shape if shape is None else shape)
        self.device = types.SimpleNamespace(type="cuda", index=array.device.index)
        self.dtype = TORCH.__dict__[dtype or str(array.dtype)]
        self.layout = "torch.strided"
        self.address = array.handle.address + offset
        self.contiguous = contiguous

    def data_ptr(self):
        return self.address

    def view(self, dtype):
        return type(self)(self.array, self.shape, self.address - self.array.handle.address, self.contiguous, dtype.name)

    def numel(self):
        return math.prod(self.shape)

    def is_contiguous(self):
        return self.contiguous

    def is_neg(self):
        return self.negative

    def is_conj(self):
        return False

    def __dlpack_device__(self):
        return (2, self.device.index)

    def __dlpack__(self, **options):
        raise AssertionError("launches read tensors without a capsule")


TORCH = types.ModuleType("torch")


def install(with_exchange=False):
    """Makes a new module ``torch``, with a new class of tensors: what a class can do is found out once."""
    made = type("Tensor", (Tensor,), {})
    for name in ("uint16", "uint32", "int32", "float32", "float64", "bool", "uint8", "bfloat16"):
        setattr(TORCH, name, Dtype(name))
    TORCH.Tensor, TORCH.dtype = made, Dtype
    TORCH.nn = types.SimpleNamespace(Parameter=type("Parameter", (made,), {}))
    TORCH.cuda = types.SimpleNamespace(is_initialized=lambda: True)
    TORCH._C = types.SimpleNamespace(_cuda_getCurrentRawStream=lambda index: CURRENT_STREAMS[index])
    TORCH.from_numpy = None
    if with_exchange:
        made.__dlpack_c_exchange_api__ = exchange_capsule()
    sys.modules["torch"] = TORCH
    return made


# DLPack's exchange interface, as PyTorch has it.


class DLTensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]


Describe = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.POINTER(DLTensor))
Current = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_int32, ctypes.c_int32, ctypes.POINTER(ctypes.c_uint64))


class Exchange(ctypes.Structure):
    _fields_ = [
        ("major", ctypes.c_uint32),
        ("minor", ctypes.c_uint32),
        ("previous", ctypes.c_void_p),
        ("allocate", ctypes.c_void_p),
        ("to_managed", ctypes.c_void_p),
        ("from_managed", ctypes.c_void_p),
        ("describe", Describe),
        ("current", Current),
    ]


KEPT = []
DESCRIBED = []


def exchange_capsule(major=1):
    def describe(tensor, pointer):
        dtype = np.dtype({"bfloat16": "float16"}.get(tensor.dtype.name, tensor.dtype.name))
        out = pointer.contents
        DESCRIBED.append(tensor)
        sizes = (ctypes.c_int64 * len(tensor.shape))(*tensor.shape)
        strides = [1]
        for size in reversed(tensor.shape[1:]):
            strides.insert(0, strides[0] * size)
        if not tensor.contiguous:
            strides[-1] = 2
        steps = (ctypes.c_int64 * len(tensor.shape))(*strides)
        tensor.kept = sizes, steps
        # The offset is counted, as in a view.
        out.data, out.byte_offset = tensor.address - 4, 4
        out.device_type, out.device_id = 2, tensor.device.index
        out.ndim, out.lanes = len(tensor.shape), 1
        out.code, out.bits = {"i": 0, "u": 1, "f": 2, "b": 6}[dtype.kind], 8 * dtype.itemsize
        out.shape = ctypes.cast(sizes, ctypes.POINTER(ctypes.c_int64))
        out.strides = ctypes.cast(steps, ctypes.POINTER(ctypes.c_int64))
        return 0

    def current(kind, device, out):
        assert kind == 2
        out[0] = CURRENT_STREAMS[device]
        return 0

    table = Exchange(major, 3, None, None, None, None, Describe(describe), Current(current))
    KEPT.append(table)
    new = ctypes.pythonapi.PyCapsule_New
    new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    name = b"dlpack_exchange_api"
    KEPT.append(name)
    return new(ctypes.addressof(table), name, None)
