"""What the native modules are told of a kernel's parameters, so that they read arguments of the usual kind themselves: arrays
of the right type that lie as they should, and numbers in range."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ..interpreter.elements import memory_type
from ..ir.module import Value
from ..ir.types import BufferType, DType, VectorType, element_of

# The buffer protocol's letters of an element, by its kind; NumPy has several for one size.
_LETTERS = {"i": "hilq", "u": "HILQ", "f": "efd"}


class PlainParameter(NamedTuple):
    """One parameter, as the native modules take it."""

    is_array: bool
    dtype: np.dtype | None
    letters: str
    """Those of an array's elements in the buffer protocol; a number's kind."""
    itemsize: int
    is_written: bool
    width: int
    """Components of an element; 0 where it has none."""
    offset: int
    """Where the push constants have the number or the array's length; -1 where they do not."""


def plain_parameters(
    parameters: Sequence[Value], manifest: dict[str, Any] | None = None
) -> list[PlainParameter] | None:
    """Those of a kernel, with their places in the push constants where it has a ``manifest``; None where one of them is
    of another kind: an image, a vector, a bool, a float of 16 bits."""
    found = [_plain_parameter(parameter.type) for parameter in parameters]
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
    placed = [parameter._replace(offset=next(offsets[parameter.is_array], -1)) for parameter in plain]
    # 16-bit integers are widened there, which is left to Python.
    return None if any(not parameter.is_array and parameter.itemsize < 4 for parameter in placed) else placed


def _plain_parameter(type_: Any) -> PlainParameter | None:
    if isinstance(type_, BufferType):
        dtype, element = memory_type(type_.element), element_of(type_.element)
        width = type_.element.size if isinstance(type_.element, VectorType) else 0
        # A bool's four bytes have no sign of their own.
        letters = _LETTERS["i"] + _LETTERS["u"] if element.is_bool else _LETTERS[dtype.kind]
        return PlainParameter(True, dtype, letters, dtype.itemsize, type_.writable, width, -1)
    if isinstance(type_, DType) and not type_.is_bool and type_.name != "f16":
        return PlainParameter(False, None, type_.numpy.kind, type_.numpy.itemsize, False, 0, -1)
    return None
