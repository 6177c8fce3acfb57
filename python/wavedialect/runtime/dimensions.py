"""Arguments for buffers of two and three dimensions: their shape, their strides and their memory."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..errors import LaunchError
from ..ir.types import BufferType, VectorType
from .array import DeviceArray
from .passed_arrays import PassedArray

#: The elements of a memory. Lengths, sizes and strides are passed as 32-bit numbers, and an index may be an i32.
MOST_ELEMENTS = 2**31 - 1


def check_shape(passed: PassedArray, type_: BufferType, array: Any) -> None:
    """Checks that a NumPy or device array has the dimensions of the buffer, and memory that can be used in place."""
    shape, rank = tuple(array.shape), type_.rank
    components = type_.element.size if isinstance(type_.element, VectorType) else 0
    if len(shape) != rank + bool(components) or components and shape[-1] != components:
        axes = ["depth", "height", "width"][-rank:] + [str(components)] * bool(components)
        message = f"{passed} has shape {shape}, but {type_.name} takes an array of shape ({', '.join(axes)})"
        raise LaunchError(message, _other_rank(passed, type_, shape, components))
    if isinstance(array, DeviceArray):
        return
    if passed.written and not array.flags.writeable:
        raise passed.read_only()
    if not array.flags.aligned:
        raise LaunchError(f"{passed} is not aligned to its elements", passed.copied())
    if array.flags.c_contiguous:
        return
    reason = _unusable(array, components)
    if reason:
        raise LaunchError(f"{passed} {reason}", passed.contiguous())
    if _span(array) > MOST_ELEMENTS:
        message = (
            f"the memory from the first to the last element of {passed} exceeds the limit of {MOST_ELEMENTS} numbers"
        )
        raise LaunchError(message, passed.contiguous())


def _other_rank(passed: PassedArray, type_: BufferType, shape: tuple[int, ...], components: int) -> str:
    """Advises another number of dimensions, or another shape."""
    axes = ", ".join(["depth", "height", "width"][-type_.rank :] + [str(components)] * bool(components))
    rank = len(shape) - (bool(components) and shape[-1:] == (components,))
    fix = passed.reshaped(axes)
    if rank in (1, 2, 3) and rank != type_.rank:
        dimensions = f", {rank}" if rank > 1 else ""
        fix += f", or declare `{passed.name}: wd.{type_.word}[wd.{type_.element.name}{dimensions}]`"
    return fix


def _unusable(array: np.ndarray, components: int) -> str:
    """Says why the strides of an array cannot be passed; empty if they can."""
    element = array.itemsize * (components or 1)
    strides = array.strides[: -1 if components else None]
    used = [stride for stride, size in zip(strides, array.shape, strict=False) if size > 1]
    if min(used, default=0) < 0:
        return f"has a negative stride, {strides}"
    if (
        components
        and array.strides[-1] != array.itemsize
        or array.shape[len(strides) - 1] > 1
        and strides[-1] != element
    ):
        return f"has strides {strides}: the elements of a row must be adjacent"
    if any(stride % element for stride in used):
        return f"has strides {strides}, which are not multiples of the {element} bytes of an element"
    # The rows of the smallest stride first; each next stride must leave room for all of them.
    room = element
    for stride, size in sorted((stride, size) for stride, size in zip(strides, array.shape, strict=False) if size > 1):
        if stride < room:
            return f"has strides {strides}: its rows overlap"
        room = stride * size
    return ""


def _span(array: np.ndarray) -> int:
    """The numbers from the first to the last element."""
    if not array.size:
        return 0
    return (
        1 + sum((size - 1) * stride for size, stride in zip(array.shape, array.strides, strict=True)) // array.itemsize
    )


def with_extents(type_: Any, argument: Any) -> list[Any]:
    """The argument of the compiled kernel for a checked argument. For a buffer of more than one dimension, the memory
    from its first to its last element, its shape, and the strides of all dimensions but the last."""
    if not isinstance(type_, BufferType) or type_.rank == 1:
        return [argument]
    rank, components = type_.rank, type_.element.size if isinstance(type_.element, VectorType) else 1
    shape = argument.shape[:rank]
    if isinstance(argument, DeviceArray) or argument.flags.c_contiguous:
        memory, strides = argument, [math.prod(shape[axis:]) for axis in range(1, rank)]
    else:
        memory = np.lib.stride_tricks.as_strided(argument, (_span(argument),), (argument.itemsize,))
        # The stride of a single row is not used, and may be any number.
        strides = [
            stride // (argument.itemsize * components) if size > 1 else 0
            for stride, size in zip(argument.strides[: rank - 1], shape, strict=False)
        ]
    return [memory, *map(np.uint32, shape), *map(np.uint32, strides)]
