"""The limits and features of a device, by the names that kernels use."""

from __future__ import annotations

from dataclasses import dataclass

from ..frontends.python.ops import OPERATIONS
from ..frontends.semantic.atomics import ATOMIC_TYPES
from ..ir.types import DTYPES
from ..ir.wave_operations import CLASSES
from .placement import DEFAULT_GROUPSHARED_BYTES, MOST_THREADS
from .wave_size import ALL_SIZES

WAVE_OPERATIONS = {
    needed: tuple(operation.name for operation in OPERATIONS.values() if operation.needs == needed)
    for needed in CLASSES
}
"""The operations that require each class of wave operations. The classes have Vulkan's names."""
TYPES = tuple(DTYPES)
"""The scalar types of values."""
BUFFER_TYPES = ("i8", "u8", *TYPES)
"""The scalar types of elements of buffers."""
ATOMICS = tuple(dtype.name for dtype in ATOMIC_TYPES)


@dataclass(frozen=True)
class DeviceLimits:
    """The limits and features of a device. Types have their kernel names, such as ``"f16"``."""

    wave_operations: tuple[str, ...]
    """The supported classes of wave operations: "basic", "vote", "ballot", "shuffle", "arithmetic" and "quad";
    ``WAVE_OPERATIONS`` lists the operations that require each. A device may have more classes."""
    selectable_wave_sizes: tuple[int, ...]
    """The wave sizes that a dispatch may request, ascending."""
    threads: int
    """Maximum threads per group."""
    waves: int
    """Maximum waves per group."""
    groupshared_bytes: int
    """Maximum per group; with ``groupshared_is_stated``, the maximum of a kernel without a ``group_shared_limit``."""
    groupshared_is_stated: bool
    """Whether a kernel's ``group_shared_limit`` may allow more groupshared memory."""
    groups: tuple[int, int, int]
    """Maximum groups per dispatch in x, y and z."""
    types: tuple[str, ...]
    """The supported types of values."""
    buffer_types: tuple[str, ...]
    """The supported element types of buffers."""
    wave_types: tuple[str, ...]
    """The types that wave operations accept."""
    buffer_atomics: tuple[str, ...]
    """The types of atomics on buffers; bitwise atomics accept only the integers."""
    groupshared_atomics: tuple[str, ...]
    """The same for atomics on groupshared memory."""


def full_limits(groups: tuple[int, int, int]) -> DeviceLimits:
    """The limits of a device that supports the whole language."""
    return DeviceLimits(
        wave_operations=tuple(WAVE_OPERATIONS),
        selectable_wave_sizes=ALL_SIZES,
        threads=MOST_THREADS,
        waves=MOST_THREADS // min(ALL_SIZES),
        groupshared_bytes=DEFAULT_GROUPSHARED_BYTES,
        groupshared_is_stated=True,
        groups=groups,
        types=TYPES,
        buffer_types=BUFFER_TYPES,
        wave_types=TYPES,
        buffer_atomics=ATOMICS,
        groupshared_atomics=ATOMICS,
    )
