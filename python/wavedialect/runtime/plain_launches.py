"""Descriptions of a kernel's parameters for the native modules, which then read plain arguments themselves: arrays of
the right type and memory layout, and numbers in range."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ..interpreter.elements import memory_type
from ..ir import bfloat16
from ..ir.memories import extents_of
from ..ir.module import Value
from ..ir.structs import StructType
from ..ir.types import BufferType, ConstantBufferType, DType, VectorType, element_of

# The buffer protocol's format letters by element kind; NumPy has several letters for one size.
_LETTERS = {"i": "bhilq", "u": "BHILQ", "f": "efd"}
# NumPy's letter of `ml_dtypes.bfloat16`, and that of a float.
_BFLOAT16 = "Ef"


class PlainParameter(NamedTuple):
    """One parameter in the form that the native modules accept."""

    is_array: bool
    dtype: np.dtype | None
    letters: str
    """For an array, its elements' letters in the buffer protocol; for a number, its kind."""
    itemsize: int
    is_written: bool
    width: int
    """Components per vector element; 0 for scalars."""
    rank: int = 1
    """The dimensions of a buffer."""
    offset: int = -1
    """Offset of the number or the array's length in the push constants; -1 if they do not contain it."""
    extents: int = -1
    """Offset of the shape and the strides of a buffer with more than one dimension; -1 likewise."""


def plain_parameters(
    parameters: Sequence[Value], manifest: dict[str, Any] | None = None
) -> list[PlainParameter] | None:
    """Returns the parameters of a kernel, with their push constant offsets if there is a ``manifest``; None if one of
    them is not plain: an image, a constant buffer, a buffer of structs, a vector, a bool or a 16-bit float; with a manifest a 16-bit
    integer; without one a buffer of bf16, which the buffer protocol does not know."""
    found = [_plain_parameter(parameter.type, manifest is not None) for parameter in parameters]
    plain = [parameter for parameter in found if parameter is not None]
    if len(plain) != len(found):
        return None
    if manifest is None:
        return plain
    fields = manifest["constants"]["fields"]
    offsets = {
        False: iter([field["offset"] for field in fields if field["role"] != "length"]),
        True: iter([field["offset"] for field in fields if field["role"] == "length"]),
    }
    placed = []
    for plain_one, parameter in zip(plain, parameters, strict=True):
        one = plain_one._replace(offset=next(offsets[plain_one.is_array], -1))
        places = [next(offsets[False], -1) for _ in extents_of(parameter)]
        if places != list(range(places[0], places[0] + 4 * len(places), 4) if places else []):
            return None
        placed.append(one._replace(extents=places[0]) if places else one)
    # Push constants widen 16-bit integers; only Python does this.
    return None if any(not parameter.is_array and parameter.itemsize < 4 for parameter in placed) else placed


def _plain_parameter(type_: Any, on_device: bool) -> PlainParameter | None:
    # Python computes the words of structs and of constant buffers.
    if isinstance(type_, ConstantBufferType):
        return None
    if isinstance(type_, BufferType) and not isinstance(type_.element, StructType):
        dtype, element = memory_type(type_.element), element_of(type_.element)
        if element.is_bf16 and not on_device:
            return None
        width = type_.element.size if isinstance(type_.element, VectorType) else 0
        # Of a bool's byte, every number but 0 is true.
        letters = "?B" if element.is_bool else _LETTERS[dtype.kind]
        if element.is_bf16:
            dtype, letters = bfloat16.loaded_type(), _BFLOAT16
        return PlainParameter(True, dtype, letters, dtype.itemsize, type_.writable, width, type_.rank)
    if isinstance(type_, DType) and not type_.is_bool and type_.name not in ("f16", "bf16"):
        return PlainParameter(False, None, type_.numpy.kind, type_.numpy.itemsize, False, 0)
    return None
