"""Lookups in tables of constants."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from ..ir.memories import INDEXED, WATCHED, array_text, indexed_text, scalar_place
from ..ir.module import Operation
from .elements import poison, register_type

if TYPE_CHECKING:
    from .steps import Builder, Step
    from .wave import Wave


def build_lookup(builder: Builder, operation: Operation) -> Step:
    """``wave.lookup``: an index that the table does not have is undefined."""
    source = builder.slot(operation.operands[0])
    result = builder.slot(operation.results[0])
    dtype = register_type(operation.results[0].type)
    table = np.array(operation.attributes["table"], dtype)
    indexed, title = operation.attributes.get(INDEXED, ""), operation.attributes["title"]
    part = indexed or "element"
    has = f"{len(table)} {part}{'' if len(table) == 1 else 's'}"
    memory = (
        indexed_text(indexed, title, operation.location) if indexed else array_text("table", title, operation.location)
    )

    def step(wave: Wave) -> None:
        index = wave.registers[source].view(np.uint32)
        inside = index < len(table)
        found = table[np.where(inside, index, 0)]
        if not inside.all():
            outside = wave.mask & ~inside
            if outside.any() and WATCHED not in operation.attributes:
                place = scalar_place(int(index[np.flatnonzero(outside)[0]]), part=part)
                wave.report("out-of-bounds", operation, f"{place} of {memory} is out of bounds, it has {has}", outside)
            found = np.where(inside, found, poison(dtype))
        wave.registers[result] = found

    return step


BUILDERS: dict[str, Callable[[Builder, Operation], Step | None]] = {"wave.lookup": build_lookup}
