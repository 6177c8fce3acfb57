"""``wave.match`` and the scans over the sets of lanes that it gives."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from ..ir.module import Operation
from .elements import poison, register_shape, register_type
from .lane_operations import ACCUMULATED, identity_of, words_of

if TYPE_CHECKING:
    from .steps import Builder, Step
    from .wave import Wave


def build_match(builder: Builder, operation: Operation) -> Step:
    """The active lanes that have a lane's value, in all components; a NaN is matched by its own lane only."""
    source = builder.slot(operation.operands[0])
    result = builder.slot(operation.results[0])
    own = np.eye(builder.lanes, dtype=np.bool_)

    def step(wave: Wave) -> None:
        value = wave.registers[source]
        equal = value[..., :, None] == value[..., None, :]
        if equal.ndim == 3:
            equal = equal.all(axis=0)
        wave.registers[result] = np.ascontiguousarray(words_of((equal | own) & wave.mask).T)

    return step


def _partition(wave: Wave, operation: Operation, masks: np.ndarray) -> tuple[list[np.ndarray], np.ndarray]:
    """The sets of active lanes, each in lane order, that the lanes' masks name, and the lanes whose mask names none.

    Sets are right where each lane is in its own and has the same mask, as far as active lanes go, as all in it.
    """
    bits = np.unpackbits(np.ascontiguousarray(masks.T).astype("<u4").view(np.uint8), axis=1, bitorder="little")
    lanes = wave.mask.nonzero()[0]
    members = bits[:, : wave.lanes][lanes][:, lanes].astype(np.bool_)
    words = words_of(members)
    same = (words[:, None, :] == words[None, :, :]).all(axis=-1)
    right = members.diagonal() & ~(members & ~same).any(axis=1)
    wrong = lanes[~right]
    if wrong.size:
        outside = not members.diagonal()[~right][0]
        reason = "the lane is not in it" if outside else "a lane in it has another mask"
        message = f"the mask of lane {wrong[0]} is none that wave_match gives: {reason}"
        wave.report("partition-mask", operation, message, wrong)
    # Each set is found at the first of its lanes.
    leading = right & (members.argmax(axis=1) == np.arange(len(lanes)))
    return [lanes[members[leader]] for leader in leading.nonzero()[0]], wrong


def build_multi_prefix(builder: Builder, operation: Operation) -> Step:
    """Exclusive, in lane order, among the active lanes of a lane's own mask."""
    source, mask = builder.slots(operation.operands)
    result = builder.slot(operation.results[0])
    dtype = register_type(operation.results[0].type)
    kind = operation.attributes["kind"]
    identity = identity_of(kind, dtype)
    accumulate = ACCUMULATED[kind][0].accumulate
    shape = register_shape(operation.results[0].type, builder.lanes)

    def step(wave: Wave) -> None:
        value = wave.registers[source]
        scanned = np.full(shape, identity)
        sets, wrong = _partition(wave, operation, wave.registers[mask])
        for lanes in sets:
            if len(lanes) > 1:
                scanned[..., lanes[1:]] = accumulate(value[..., lanes[:-1]], axis=-1, dtype=dtype)
        scanned[..., wrong] = poison(dtype)
        wave.registers[result] = scanned

    return step


def build_multi_prefix_count_bits(builder: Builder, operation: Operation) -> Step:
    """How many lanes before this one, in its own mask, say true."""
    source, mask = builder.slots(operation.operands)
    result = builder.slot(operation.results[0])
    dtype = register_type(operation.results[0].type)

    def step(wave: Wave) -> None:
        value = wave.registers[source]
        counted = np.zeros(wave.lanes, dtype)
        sets, wrong = _partition(wave, operation, wave.registers[mask])
        for lanes in sets:
            counted[lanes[1:]] = np.add.accumulate(value[lanes[:-1]], dtype=dtype)
        counted[wrong] = poison(dtype)
        wave.registers[result] = counted

    return step


BUILDERS: dict[str, Callable[[Builder, Operation], Step | None]] = {
    "wave.match": build_match,
    "wave.multi_prefix": build_multi_prefix,
    "wave.multi_prefix_count_bits": build_multi_prefix_count_bits,
}
