"""The types of the arguments of a session's methods."""

from __future__ import annotations

from typing import Any

from ..numbers import is_integer


def check_text(method: str, name: str, value: Any) -> None:
    """Raises TypeError for an argument that is not a text."""
    if not isinstance(value, str):
        raise TypeError(f"{method}() takes a str as {name}, got {value!r}")


def check_integer(method: str, name: str, value: Any) -> None:
    """Raises TypeError for an argument that is not an integer."""
    if not is_integer(value):
        raise TypeError(f"{method}() takes an int as {name}, got {value!r}")


def group_of(method: str, group: Any) -> tuple[int, int, int] | None:
    """The id of a group: a number, or a tuple of up to three. Raises TypeError for another argument."""
    if group is None:
        return None
    numbers = (group,) if is_integer(group) else group
    if not isinstance(numbers, tuple) or not 1 <= len(numbers) <= 3 or not all(map(is_integer, numbers)):
        raise TypeError(f"{method}() takes an int or a tuple of up to three as group, got {group!r}")
    x, y, z = (*map(int, numbers), 0, 0)[:3]
    return x, y, z
