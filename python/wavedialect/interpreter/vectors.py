"""Operations that construct and decompose vectors; a vector's register has one row per component."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from ..ir.module import Operation
from .elements import components_of

if TYPE_CHECKING:
    from .steps import Builder, Step
    from .wave import Wave


def build_from_elements(builder: Builder, operation: Operation) -> Step:
    scalars = builder.slots(operation.operands)
    result = builder.slot(operation.results[0])

    def step(wave: Wave) -> None:
        registers = wave.registers
        registers[result] = np.array([registers[scalar] for scalar in scalars])

    return step


def build_broadcast(builder: Builder, operation: Operation) -> Step:
    source = builder.slot(operation.operands[0])
    result = builder.slot(operation.results[0])
    components = components_of(operation.results[0].type)

    def step(wave: Wave) -> None:
        wave.registers[result] = np.array([wave.registers[source]] * components)

    return step


def build_extract(builder: Builder, operation: Operation) -> Step:
    source = builder.slot(operation.operands[0])
    result = builder.slot(operation.results[0])
    position = operation.attributes["position"]

    def step(wave: Wave) -> None:
        wave.registers[result] = wave.registers[source][position]

    return step


def build_insert(builder: Builder, operation: Operation) -> Step:
    scalar, vector = builder.slots(operation.operands)
    result = builder.slot(operation.results[0])
    position = operation.attributes["position"]

    def step(wave: Wave) -> None:
        changed = wave.registers[vector].copy()
        changed[position] = wave.registers[scalar]
        wave.registers[result] = changed

    return step


def build_shuffle(builder: Builder, operation: Operation) -> Step:
    """Selects components by ``mask``, numbered from the first vector's to the second's."""
    a, b = builder.slots(operation.operands)
    result = builder.slot(operation.results[0])
    order = list(operation.attributes["mask"])
    of_first_only = max(order) < components_of(operation.operands[0].type)

    def step(wave: Wave) -> None:
        registers = wave.registers
        both = registers[a] if of_first_only else np.concatenate((registers[a], registers[b]))
        registers[result] = both[order]

    return step


BUILDERS: dict[str, Callable[[Builder, Operation], Step | None]] = {
    "vector.from_elements": build_from_elements,
    "vector.broadcast": build_broadcast,
    "vector.extract": build_extract,
    "vector.insert": build_insert,
    "vector.shuffle": build_shuffle,
}
