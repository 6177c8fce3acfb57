"""Help texts, which are written with Python's spelling, with the names of operations."""

from __future__ import annotations

import re

from ..python.ops import INTRINSICS

_FUNCTION = re.compile(r"\bwd\.(\w+)(\(\))?")


def in_mlir(text: str) -> str:
    """A text with operations in place of functions."""
    return _FUNCTION.sub(_operation, text)


def _operation(function: re.Match[str]) -> str:
    intrinsic = INTRINSICS.get(function[1])
    if intrinsic is None or intrinsic.operation_name is None:
        return function[0]
    return " ".join([intrinsic.operation_name, *intrinsic.words])
