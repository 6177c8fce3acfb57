"""What a device has for kernels, by the names that kernels use."""

from __future__ import annotations

from dataclasses import dataclass

from ..frontends.semantic.atomics import ATOMIC_TYPES
from ..ir.types import DTYPES
from .placement import DEFAULT_GROUPSHARED_BYTES, MOST_THREADS
from .wave_size import ALL_SIZES

WAVE_OPERATIONS = {
    "basic": ("wave.is_first_lane", "wave.lane_index", "wave.lane_count", "wave.group_wave_index"),
    "vote": ("wave.any", "wave.all", "wave.all_equal"),
    "ballot": (
        "wave.ballot",
        "wave.count_bits",
        "wave.prefix_count_bits",
        "wave.multi_prefix_count_bits",
        "wave.read_first_lane",
        "wave.match",
    ),
    "shuffle": ("wave.read_lane",),
    "arithmetic": ("wave.reduce", "wave.prefix", "wave.multi_prefix"),
    "quad": ("wave.quad_read_across", "wave.quad_read_lane", "wave.quad_any", "wave.quad_all"),
}
"""The operations that need each class of a device's wave operations, which have Vulkan's names."""
TYPES = tuple(DTYPES)
"""The scalar types of the language."""
ATOMICS = tuple(dtype.name for dtype in ATOMIC_TYPES)


@dataclass(frozen=True)
class DeviceLimits:
    """What a device has for kernels. Types are named as in kernels: ``"f16"``."""

    wave_operations: tuple[str, ...]
    """The classes of wave operations: "basic", "vote", "ballot", "shuffle", "arithmetic" and "quad", of which
    ``WAVE_OPERATIONS`` says what needs them; a device may have more."""
    selectable_wave_sizes: tuple[int, ...]
    """The wave sizes that a dispatch may ask for, ascending."""
    threads: int
    """Of a group, at most."""
    waves: int
    """Of a group, at most."""
    groupshared_bytes: int
    """Of a group, at most; where ``groupshared_is_stated``, of a kernel that states no ``group_shared_limit``."""
    groupshared_is_stated: bool
    """A kernel may have more groupshared memory by its ``group_shared_limit``."""
    groups: tuple[int, int, int]
    """Of a dispatch, at most, in x, y and z."""
    types: tuple[str, ...]
    """Of values."""
    buffer_types: tuple[str, ...]
    """Of the elements of buffers."""
    wave_types: tuple[str, ...]
    """That wave operations take."""
    buffer_atomics: tuple[str, ...]
    """Integer types of which atomics work on buffers; ``atomic_exchange`` takes f32 on every device."""
    groupshared_atomics: tuple[str, ...]
    """The same on groupshared memory."""


def full_limits(groups: tuple[int, int, int]) -> DeviceLimits:
    """Of a device that has everything that the language has."""
    return DeviceLimits(
        wave_operations=tuple(WAVE_OPERATIONS),
        selectable_wave_sizes=ALL_SIZES,
        threads=MOST_THREADS,
        waves=MOST_THREADS // min(ALL_SIZES),
        groupshared_bytes=DEFAULT_GROUPSHARED_BYTES,
        groupshared_is_stated=True,
        groups=groups,
        types=TYPES,
        buffer_types=TYPES,
        wave_types=TYPES,
        buffer_atomics=ATOMICS,
        groupshared_atomics=ATOMICS,
    )
