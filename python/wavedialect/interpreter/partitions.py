"""``wave.match``, and the scans over the sets of lanes that it returns."""

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
    """For each lane, the active lanes with the same value in all components; a NaN matches only its own lane."""
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
    """Returns the sets of active lanes in the lanes' masks, each in lane order, and the lanes with an invalid mask.

    A lane's mask is valid if it contains the lane, and all lanes in it have the same mask, considering active lanes
    only.
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
        message = f"the mask of lane {wrong[0]} is not a result of wave_match: {reason}"
        wave.report("partition-mask", operation, message, wrong)
    # The first lane of each set identifies it.
    leading = right & (members.argmax(axis=1) == np.arange(len(lanes)))
    return [lanes[members[leader]] for leader in leading.nonzero()[0]], wrong


def build_multi_prefix(builder: Builder, operation: Operation) -> Step:
    """An exclusive scan in lane order over the active lanes of each lane's own mask."""
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
    """Counts the active lanes before each lane, in its own mask, whose value is true."""
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
