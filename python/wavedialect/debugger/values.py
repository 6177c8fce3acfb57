"""Values of variables and expressions as text: one value a lane, or one value if all active lanes agree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..frontends.hlsl.type_names import type_in_hlsl
from ..ir.structs import StructType
from ..ir.types import DType, TupleType, VectorType

INACTIVE = "-"
"""Stands for the value of an inactive lane."""


@dataclass(frozen=True)
class Value:
    """A value in each lane: of a scalar of shape (W,), of a vector of shape (n, W); or the parts of a tuple or struct."""

    type: Any
    data: np.ndarray | None
    parts: tuple[tuple[str, Value], ...] = ()
    """The parts with the ends of their names: ``.x``, ``[0]``."""

    def lane(self, lane: int, language: str, is_hex: bool = False) -> str:
        """The value of a lane."""
        if self.data is None:
            inner = ", ".join(value.lane(lane, language, is_hex) for _, value in self.parts)
            return f"({inner})"
        return element_text(self.data[..., lane], language, is_hex)

    def is_uniform(self, mask: np.ndarray) -> bool:
        """Whether all active lanes have the same bits."""
        if self.data is None:
            return all(value.is_uniform(mask) for _, value in self.parts)
        active = self.data[..., mask]
        if not active.size:
            return False
        bits = np.ascontiguousarray(active.T).reshape(int(mask.sum()), -1).view(np.uint8)
        return bool((bits == bits[:1]).all())

    def text(self, mask: np.ndarray, language: str, is_hex: bool = False) -> str:
        """One value if it is uniform; otherwise a value for each lane, and a dash for inactive lanes."""
        if self.is_uniform(mask):
            return self.lane(int(mask.argmax()), language, is_hex)
        return "[" + " ".join(self.lanes(mask, language, is_hex)) + "]"

    def lanes(self, mask: np.ndarray, language: str, is_hex: bool = False) -> list[str]:
        """The value of each lane."""
        return [self.lane(lane, language, is_hex) if active else INACTIVE for lane, active in enumerate(mask.tolist())]


def element_text(value: np.ndarray, language: str, is_hex: bool = False) -> str:
    """A number as the language writes it; of a vector, its components."""
    if value.ndim:
        return "(" + ", ".join(element_text(part, language, is_hex) for part in value) + ")"
    if value.dtype == np.bool_:
        return str(bool(value)) if language == "python" else str(bool(value)).lower()
    if is_hex:
        bits = value.view(f"u{value.dtype.itemsize}")
        return f"0x{int(bits):0{2 * value.dtype.itemsize}x}"
    return str(value)


def type_text(type_: Any, language: str) -> str:
    """The name of a type in the language of the kernel."""
    if language == "hlsl" and isinstance(type_, DType | VectorType | StructType):
        return type_in_hlsl(type_)
    return getattr(type_, "name", str(type_))


def part_names(type_: Any) -> list[str]:
    """The ends of the names of a tuple's or struct's parts."""
    if isinstance(type_, StructType):
        return [f".{name}" for name in type_.names]
    assert isinstance(type_, TupleType)
    return [f"[{index}]" for index in range(len(type_.elements))]
