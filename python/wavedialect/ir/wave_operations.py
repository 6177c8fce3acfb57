"""The facts about operations of the dialect ``wave`` that hold for every front end and target.

The declarations of a language's functions fill the table (``frontends/python/ops``), so an operation is stated once,
with the function that builds it.
"""

from __future__ import annotations

from typing import Literal, get_args

from ..immutable import immutable

#: A class of wave operations that a device may support. The names are Vulkan's.
WaveClass = Literal["basic", "vote", "ballot", "shuffle", "arithmetic", "quad"]
CLASSES: tuple[WaveClass, ...] = get_args(WaveClass)


@immutable
class WaveOperation:
    """The facts about an operation."""

    name: str
    needs: WaveClass | None = None
    """The class of wave operations that it belongs to, which a device must support; None if it belongs to none."""
    typed_by: Literal["result", "operand"] | None = "result"
    """The value whose type ends the operation's text; None if the text has no type."""
    reads_lanes: bool = True
    """Whether an operation of a class depends on the active lanes or their values; ids and counts do not."""


#: The operations that functions of a language build, by name.
OPERATIONS: dict[str, WaveOperation] = {}


def is_quadwise(name: str) -> bool:
    """Whether the operation of this name exchanges values in quads."""
    operation = OPERATIONS.get(name)
    return operation is not None and operation.needs == "quad"
