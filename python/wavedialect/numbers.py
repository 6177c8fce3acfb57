"""Numbers: whether a value that the host passes is one, or a switch; and lists of them as text."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np

from .errors import WaveError


def is_integer(value: Any) -> bool:
    """Whether a value is an integer; a bool does not count as one."""
    return value.__class__ is int or isinstance(value, (int, np.integer)) and not isinstance(value, (bool, np.bool_))


def is_number(value: Any) -> bool:
    """Whether a value is an integer, or a float that is not NaN."""
    return is_integer(value) or isinstance(value, (float, np.floating)) and not math.isnan(value)


def check_switches(**switches: Any) -> None:
    """Raises WaveError for a switch that is not a bool: as text, "no" would mean on."""
    for name, value in switches.items():
        if not isinstance(value, bool):
            raise WaveError(f"{name} is {value!r}", "use True or False")


def ranges(numbers: Iterable[int]) -> str:
    """Ascending numbers as text, with runs as ranges: ``0-3, 5``; ``none`` without numbers."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(f"{first}-{last}" if last > first else str(first) for first, last in runs) or "none"
