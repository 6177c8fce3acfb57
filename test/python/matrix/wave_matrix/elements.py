"""The element types of the language and how NumPy holds them; nothing here comes from the package under test."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

try:
    import ml_dtypes
except ImportError:
    # Without it, NumPy has no bf16, and the matrix does not either.
    ml_dtypes = None


def is_float(dtype: np.dtype) -> bool:
    """Whether a NumPy type is one of floats. NumPy does not know the kind of bf16."""
    return dtype.kind == "f" or dtype.name == "bfloat16"


def limits_of(dtype: np.dtype) -> Any:
    """NumPy's ``finfo``, also of bf16."""
    return np.finfo(dtype) if dtype.kind == "f" else ml_dtypes.finfo(dtype)


@dataclass(frozen=True)
class Element:
    """A scalar type: its name, what it holds, and its vectors' name in Python."""

    name: str
    kind: str
    """bool, int, uint or float."""
    bits: int
    storage: np.dtype
    """How a buffer holds it: a bool is a byte."""
    vector: str
    """``float`` of ``float3``."""

    @property
    def integer(self) -> bool:
        return self.kind in ("int", "uint")

    @property
    def float(self) -> bool:
        return self.kind == "float"

    def named(self, size: int) -> str:
        """The name in a kernel, of the scalar (size 1) or of a vector."""
        return self.name if size == 1 else f"{self.vector}{size}"

    def qualified(self, size: int) -> str:
        """The same with the module's name in front of it, as the generated kernels write it."""
        name = self.named(size)
        return name if name == "bool" else f"wd.{name}"

    @property
    def lowest(self) -> int:
        return int(np.iinfo(self.storage).min)

    @property
    def highest(self) -> int:
        return int(np.iinfo(self.storage).max)

    def __repr__(self) -> str:
        return self.name


def _element(name: str, kind: str, bits: int, storage: str, vector: str) -> Element:
    return Element(name, kind, bits, np.dtype(storage), vector)


ELEMENTS = {
    element.name: element
    for element in (
        _element("bool", "bool", 1, "uint8", "bool"),
        _element("i16", "int", 16, "int16", "int16_t"),
        _element("u16", "uint", 16, "uint16", "uint16_t"),
        _element("i32", "int", 32, "int32", "int"),
        _element("u32", "uint", 32, "uint32", "uint"),
        _element("i64", "int", 64, "int64", "int64_t"),
        _element("u64", "uint", 64, "uint64", "uint64_t"),
        _element("f16", "float", 16, "float16", "half"),
        *([_element("bf16", "float", 16, "bfloat16", "bf16_t")] if ml_dtypes else []),
        _element("f32", "float", 32, "float32", "float"),
        _element("f64", "float", 64, "float64", "double"),
    )
}
BYTES = (_element("i8", "int", 8, "int8", "int8_t"), _element("u8", "uint", 8, "uint8", "uint8_t"))
"""What only memory holds."""
BOOL, U32 = ELEMENTS["bool"], ELEMENTS["u32"]
INTEGERS = tuple(element for element in ELEMENTS.values() if element.integer)
FLOATS = tuple(element for element in ELEMENTS.values() if element.float)
NUMBERS = INTEGERS + FLOATS
ALL = tuple(ELEMENTS.values())
SIZES = (1, 2, 3, 4)
"""Components: a scalar, and vectors."""
