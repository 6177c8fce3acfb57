"""What counts as a number, or as a switch, where the host passes one."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .errors import WaveError


def is_integer(value: Any) -> bool:
    """Whether a value is an integer, which Python's bool is not here."""
    return value.__class__ is int or isinstance(value, (int, np.integer)) and not isinstance(value, (bool, np.bool_))


def is_number(value: Any) -> bool:
    """Whether a value is an integer or a float that is a number."""
    return is_integer(value) or isinstance(value, (float, np.floating)) and not math.isnan(value)


def check_switches(**switches: Any) -> None:
    """What is on or off is a bool: of text, "no" would be on."""
    for name, value in switches.items():
        if not isinstance(value, bool):
            raise WaveError(f"{name} is {value!r}", "use True or False")
