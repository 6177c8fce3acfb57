"""Copies that a wave starts."""

from __future__ import annotations

from typing import Any

from ....ir.wave_operations import WaveOperation
from .registry import intrinsic, rules


@intrinsic(
    rule=rules.async_copy,
    operation=WaveOperation("wave.async_copy", typed_by=None),
    aliases=("memcpy_async", "__pipeline_memcpy_async", "cp_async", "async_work_group_copy"),
)
def async_copy(array: Any, start: Any, buffer: Any, first: Any, count: Any, /) -> None:
    """Starts a copy of a run or a tile of elements from a buffer to a groupshared array; the wave goes on.

    ``async_copy(tile, (stage, 0, 0), a, (y, x), (64, 32))`` copies 64 rows of 32 elements: ``a[y + r, x + c]`` becomes
    ``tile[stage, r, c]``. ``start`` and ``first`` are indices of ``array`` and ``buffer``, and ``count`` is the number of
    elements, or the numbers of rows and columns, in the last dimensions of both; in an array of one dimension, rows are
    adjacent. Elements that the buffer does not have, also those before its first row or column, become 0.

    The copy ends, as if the wave stored the elements there, at the wave's next barrier of any kind or its next
    ``commit()`` or ``release()`` of a pipe. Before that, accesses of the elements of ``array`` and stores to those of
    ``buffer`` are undefined. All lanes of a wave that have not returned must reach it together with the same arguments.
    """
