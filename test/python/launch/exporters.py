"""Arrays as other libraries export them: through ``__array_interface__``, and through DLPack as it is now and was before its
version 1."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

CPU, CUDA, PINNED, VULKAN = 1, 2, 3, 7
INTEGER, UNSIGNED, FLOAT, BFLOAT, COMPLEX, BOOL = 0, 1, 2, 4, 5, 6


class Interface:
    """What has ``__array_interface__`` alone."""

    def __init__(self, array: np.ndarray, **changes: Any) -> None:
        self.array = array
        self.__array_interface__ = {**array.__array_interface__, **changes}


class Exporter:
    """What has DLPack alone, as NumPy exports it: version 1, with a flag where nobody may write."""

    def __init__(self, array: np.ndarray) -> None:
        self.array = array
        self.exports = 0

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.array.__dlpack_device__()

    def __dlpack__(self, **options: Any) -> Any:
        self.exports += 1
        return self.array.__dlpack__(**options)


class OnDevice:
    """An array whose memory the CPU does not reach."""

    def __init__(self, kind: int) -> None:
        self.kind = kind

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.kind, 0

    def __dlpack__(self, **options: Any) -> Any:
        raise AssertionError("nobody asks for this memory")


class Raising:
    """An exporter that does not want to."""

    dtype = "float8"

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def __dlpack_device__(self) -> tuple[int, int]:
        return CPU, 0

    def __dlpack__(self, **options: Any) -> Any:
        raise self.error


# DLPack before version 1, as its header has it.


class _Device(ctypes.Structure):
    _fields_ = [("kind", ctypes.c_int32), ("number", ctypes.c_int32)]


class _Type(ctypes.Structure):
    _fields_ = [("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16)]


class _Tensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device", _Device),
        ("dimensions", ctypes.c_int32),
        ("type", _Type),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("offset", ctypes.c_uint64),
    ]


class _Managed(ctypes.Structure):
    pass


_Deleter = ctypes.CFUNCTYPE(None, ctypes.POINTER(_Managed))
_Managed._fields_ = [("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", _Deleter)]
_new_capsule = ctypes.pythonapi.PyCapsule_New
_new_capsule.restype = ctypes.py_object
_new_capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]


class OldExporter:
    """Exports without a version: it cannot say whether the array may be written. ``code`` and ``bits`` are the element's
    type, NumPy's by default; ``alive`` counts the exports that nobody has given back."""

    def __init__(self, array: np.ndarray, code: int | None = None, bits: int | None = None, kind: int = CPU) -> None:
        self.array = array
        self.alive = 0
        code = {"i": INTEGER, "u": UNSIGNED, "f": FLOAT}[array.dtype.kind] if code is None else code
        self._shape = (ctypes.c_int64 * array.ndim)(*array.shape)
        self._strides = (ctypes.c_int64 * array.ndim)(*[step // array.itemsize for step in array.strides])
        type_ = _Type(code, 8 * array.itemsize if bits is None else bits, 1)
        tensor = _Tensor(array.ctypes.data, _Device(kind, 0), array.ndim, type_, self._shape, self._strides, 0)
        # The exporter has to outlive its exports.
        self._deleter = _Deleter(self._delete)
        self._managed = _Managed(tensor, None, self._deleter)
        self._kind = kind

    def _delete(self, managed: Any) -> None:
        self.alive -= 1

    def __dlpack_device__(self) -> tuple[int, int]:
        return self._kind, 0

    def __dlpack__(self, **options: Any) -> Any:
        self.alive += 1
        return _new_capsule(ctypes.addressof(self._managed), b"dltensor", None)
