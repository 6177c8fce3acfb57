"""Quad operations: a quad is four consecutive lanes, 0 1 above 2 3, and all four of them must be active."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from ..ir.module import Operation
from .elements import poison, register_type

if TYPE_CHECKING:
    from .steps import Builder, Step
    from .wave import Wave

_ACROSS = {"x": 1, "y": 2, "diagonal": 3}


def _incomplete(wave: Wave, operation: Operation) -> np.ndarray | None:
    """Reports and returns the active lanes whose quad has an inactive lane; None if there are none."""
    if wave.active == wave.lanes:
        return None
    whole = wave.mask.reshape(-1, 4).all(axis=1)
    bad = wave.mask & ~np.repeat(whole, 4)
    if not bad.any():
        return None
    lane = int(bad.argmax())
    first = lane & ~3
    missing = first + int(wave.mask[first : first + 4].argmin())
    message = f"lane {lane} takes part in a quad operation, lane {missing} of its quad does not"
    wave.report("quad-inactive", operation, message, bad)
    return bad


def build_read_across(builder: Builder, operation: Operation) -> Step:
    source = builder.slot(operation.operands[0])
    result = builder.slot(operation.results[0])
    undefined = poison(register_type(operation.results[0].type))
    partner = np.arange(builder.lanes) ^ _ACROSS[operation.attributes["direction"]]

    def step(wave: Wave) -> None:
        value = wave.registers[source][..., partner]
        bad = _incomplete(wave, operation)
        wave.registers[result] = value if bad is None else np.where(bad, undefined, value)

    return step


def build_read_lane(builder: Builder, operation: Operation) -> Step:
    """A lane number that does not exist in a quad is undefined, and reported."""
    source, index = builder.slots(operation.operands)
    result = builder.slot(operation.results[0])
    undefined = poison(register_type(operation.results[0].type))
    first = np.arange(builder.lanes) & ~3

    def step(wave: Wave) -> None:
        asked = wave.registers[index].view(np.uint32)
        value = wave.registers[source][..., first | (asked & 3).astype(np.intp)]
        outside = wave.mask & (asked > 3)
        if outside.any():
            lane = int(outside.argmax())
            message = f"lane {lane} reads lane {wave.registers[index][lane]} of its quad, which has four lanes"
            wave.report("quad-lane-out-of-range", operation, message, outside)
            value = np.where(outside, undefined, value)
        bad = _incomplete(wave, operation)
        wave.registers[result] = value if bad is None else np.where(bad, undefined, value)

    return step


def build_vote(builder: Builder, operation: Operation) -> Step:
    """``wave.quad_any`` and ``wave.quad_all``."""
    source = builder.slot(operation.operands[0])
    result = builder.slot(operation.results[0])
    vote = np.any if operation.name == "wave.quad_any" else np.all

    def step(wave: Wave) -> None:
        value = np.repeat(vote(wave.registers[source].reshape(-1, 4), axis=1), 4)
        bad = _incomplete(wave, operation)
        wave.registers[result] = value if bad is None else value & ~bad

    return step


BUILDERS: dict[str, Callable[[Builder, Operation], Step | None]] = {
    "wave.quad_read_across": build_read_across,
    "wave.quad_read_lane": build_read_lane,
    "wave.quad_any": build_vote,
    "wave.quad_all": build_vote,
}
