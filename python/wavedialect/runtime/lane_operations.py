"""Wave operations, ids and memory accesses: what an operation of one lane learns of the others.

A wave operation sees exactly the lanes of ``wave.mask``. What lanes outside of it get is never read.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from ..compiler.ir import Operation
from .elements import poison, register_type
from .memory import LocalMemory, SharedMemory

if TYPE_CHECKING:
    from .steps import Builder, Step
    from .wave import Wave

# Sums and products go in lane order and round to the type at each step.
_SEQUENTIAL = {"add": np.add, "mul": np.multiply}
_ORDER_FREE = {
    "minsi": (np.minimum, np.int32),
    "maxsi": (np.maximum, np.int32),
    "minui": (np.minimum, np.uint32),
    "maxui": (np.maximum, np.uint32),
    "minnumf": (np.fmin, np.float32),
    "maxnumf": (np.fmax, np.float32),
    "and": (np.bitwise_and, None),
    "or": (np.bitwise_or, None),
    "xor": (np.bitwise_xor, None),
}
BALLOT_WORDS = 4


def _uniform(builder: Builder, operation: Operation, compute: Callable[[Wave, np.ndarray], Any]) -> Step:
    """One operand, one result which is the same in all lanes: ``compute`` gets the values of the active ones."""
    source = builder.slot(operation.operands[0])
    result = builder.slot(operation.results[0])
    dtype = register_type(operation.results[0].type)

    def step(wave: Wave) -> None:
        registers = wave.registers
        registers[result] = np.full(wave.lanes, compute(wave, registers[source][wave.mask]), dtype)

    return step


def build_any(builder: Builder, operation: Operation) -> Step:
    return _uniform(builder, operation, lambda wave, values: values.any())


def build_all(builder: Builder, operation: Operation) -> Step:
    return _uniform(builder, operation, lambda wave, values: values.all())


def build_count_bits(builder: Builder, operation: Operation) -> Step:
    return _uniform(builder, operation, lambda wave, values: np.count_nonzero(values))


def build_all_equal(builder: Builder, operation: Operation) -> Step:
    """Floats compare ordered-equal: a NaN is equal to nothing, itself included."""
    return _uniform(builder, operation, lambda wave, values: (values == values[0]).all())


def build_read_first_lane(builder: Builder, operation: Operation) -> Step:
    return _uniform(builder, operation, lambda wave, values: values[0])


def build_reduce(builder: Builder, operation: Operation) -> Step:
    kind = operation.attributes["kind"]
    dtype = register_type(operation.results[0].type)
    if kind in _SEQUENTIAL:
        accumulate = _SEQUENTIAL[kind].accumulate
        return _uniform(builder, operation, lambda wave, values: accumulate(values, dtype=dtype)[-1])
    function, compared = _ORDER_FREE[kind]
    read_as = np.dtype(compared or dtype)
    return _uniform(builder, operation, lambda wave, values: function.reduce(values.view(read_as)).view(dtype))


def build_ballot(builder: Builder, operation: Operation) -> Step:
    """Lane 0 is the least significant bit of the first word; inactive lanes give 0."""
    source = builder.slot(operation.operands[0])
    results = builder.slots(operation.results)
    padding = np.zeros(32 * BALLOT_WORDS - builder.lanes, np.bool_)

    def step(wave: Wave) -> None:
        bits = np.concatenate((wave.mask & wave.registers[source], padding))
        words = np.packbits(bits, bitorder="little").view(np.dtype(np.uint32).newbyteorder("<"))
        for result, word in zip(results, words, strict=True):
            wave.registers[result] = np.full(wave.lanes, word, np.uint32)

    return step


def build_prefix(builder: Builder, operation: Operation) -> Step:
    """Exclusive: the first active lane gets 0 of a sum and 1 of a product."""
    source = builder.slot(operation.operands[0])
    result = builder.slot(operation.results[0])
    dtype = register_type(operation.results[0].type)
    kind = operation.attributes["kind"]
    identity = dtype.type(0 if kind == "add" else 1)
    accumulate = _SEQUENTIAL[kind].accumulate

    def step(wave: Wave) -> None:
        scanned = np.full(wave.active, identity)
        scanned[1:] = accumulate(wave.registers[source][wave.mask], dtype=dtype)[:-1]
        spread = np.full(wave.lanes, identity)
        spread[wave.mask] = scanned
        wave.registers[result] = spread

    return step


def build_prefix_count_bits(builder: Builder, operation: Operation) -> Step:
    source = builder.slot(operation.operands[0])
    result = builder.slot(operation.results[0])

    def step(wave: Wave) -> None:
        bits = wave.mask & wave.registers[source]
        wave.registers[result] = (np.add.accumulate(bits, dtype=np.uint32) - bits).astype(np.uint32)

    return step


def build_is_first_lane(builder: Builder, operation: Operation) -> Step:
    result = builder.slot(operation.results[0])

    def step(wave: Wave) -> None:
        first = np.zeros(wave.lanes, np.bool_)
        first[wave.mask.argmax()] = True
        wave.registers[result] = first

    return step


def build_read_lane(builder: Builder, operation: Operation) -> Step:
    """Undefined, and reported, where the lane is not active or does not exist."""
    source, index = builder.slots(operation.operands)
    result = builder.slot(operation.results[0])
    undefined = poison(register_type(operation.results[0].type))

    def step(wave: Wave) -> None:
        lane = wave.registers[index].view(np.uint32)
        exists = lane < wave.lanes
        lane = np.where(exists, lane, 0).astype(np.intp)
        valid = exists & wave.mask[lane]
        value = wave.registers[source][lane]
        bad = wave.mask & ~valid
        if bad.any():
            reader = int(np.flatnonzero(bad)[0])
            asked = int(wave.registers[index][reader])
            if exists[reader]:
                wave.report(
                    "inactive-lane-read", operation, f"lane {reader} reads lane {asked}, which is not active", bad
                )
            else:
                message = f"lane {reader} reads lane {asked}, but the wave has {wave.lanes} lanes"
                wave.report("lane-out-of-range", operation, message, bad)
            value = np.where(bad, undefined, value)
        wave.registers[result] = value

    return step


def build_assume_uniform(builder: Builder, operation: Operation) -> Step:
    """Checks the programmer's word: among the wave's lanes, and against what the group's other waves had here."""
    source = builder.slot(operation.operands[0])
    result = builder.slot(operation.results[0])

    def step(wave: Wave) -> None:
        registers = wave.registers
        registers[result] = registers[source]
        values = registers[source][wave.mask]
        differing = values != values[0]
        if differing.any():
            message = (
                f"the value is said to be the same for the group, but lanes have {values[0]} and {values[differing][0]}"
            )
            wave.report("assume-uniform-false", operation, message, np.flatnonzero(wave.mask)[differing])
        visit = wave.visits.get(operation, 0)
        wave.visits[operation] = visit + 1
        other, seen = wave.group.uniform_values.setdefault((operation, visit), (wave.index, values[0]))
        if seen != values[0]:
            message = (
                f"the value is said to be the same for the group, but wave {other} has {seen} "
                f"and wave {wave.index} has {values[0]}"
            )
            wave.report("assume-uniform-false", operation, message, wave.mask)

    return step


def build_load(builder: Builder, operation: Operation) -> Step:
    memory, index = builder.slots(operation.operands)
    result = builder.slot(operation.results[0])

    def step(wave: Wave) -> None:
        registers = wave.registers
        registers[result] = registers[memory].load(wave, operation, registers[index])

    return step


def build_store(builder: Builder, operation: Operation) -> Step:
    value, memory, index = builder.slots(operation.operands)

    def step(wave: Wave) -> None:
        registers = wave.registers
        registers[memory].store(wave, operation, registers[index], registers[value])

    return step


def build_length(builder: Builder, operation: Operation) -> Step:
    memory = builder.slot(operation.operands[0])
    result = builder.slot(operation.results[0])

    def step(wave: Wave) -> None:
        wave.registers[result] = np.full(wave.lanes, len(wave.registers[memory]), np.uint32)

    return step


def build_atomic(builder: Builder, operation: Operation) -> Step:
    value, memory, index = builder.slots(operation.operands)
    result = builder.slot(operation.results[0])

    def step(wave: Wave) -> None:
        registers = wave.registers
        registers[result] = registers[memory].atomic(wave, operation, registers[index], registers[value])

    return step


def build_local_array(builder: Builder, operation: Operation) -> Step:
    """A new array, with undefined contents, each time that the place is reached."""
    size = builder.slot(operation.operands[0])
    result = builder.slot(operation.results[0])
    element = operation.results[0].type.element
    name = operation.results[0].name or "array"

    def step(wave: Wave) -> None:
        count = int(wave.registers[size][wave.mask].max())
        wave.registers[result] = LocalMemory(name, wave.lanes, max(count, 0), element)

    return step


def build_groupshared(builder: Builder, operation: Operation) -> Step:
    """The first wave that comes here makes the group's array, the others find it."""
    size = builder.slot(operation.operands[0])
    result = builder.slot(operation.results[0])
    element = operation.results[0].type.element
    name = operation.results[0].name or "groupshared"

    def step(wave: Wave) -> None:
        arrays = wave.group.shared
        if operation not in arrays:
            count = int(wave.registers[size][wave.mask].max())
            arrays[operation] = SharedMemory(name, max(count, 0), element)
        wave.registers[result] = arrays[operation]

    return step


def build_retire_if(builder: Builder, operation: Operation) -> Step:
    condition = builder.slot(operation.operands[0])

    def step(wave: Wave) -> None:
        wave.retire(wave.registers[condition])

    return step


def _placed(builder: Builder, operation: Operation) -> None:
    """A value that the launch puts into its register: of the kernel, of the group or of the wave."""
    builder.placed.append((builder.slot(operation.results[0]), operation.name, operation.attributes.get("dimension")))


BUILDERS: dict[str, Callable[[Builder, Operation], Step | None]] = {
    "wave.any": build_any,
    "wave.all": build_all,
    "wave.ballot": build_ballot,
    "wave.count_bits": build_count_bits,
    "wave.prefix_count_bits": build_prefix_count_bits,
    "wave.all_equal": build_all_equal,
    "wave.reduce": build_reduce,
    "wave.prefix": build_prefix,
    "wave.read_first_lane": build_read_first_lane,
    "wave.read_lane": build_read_lane,
    "wave.is_first_lane": build_is_first_lane,
    "wave.assume_uniform": build_assume_uniform,
    "wave.atomic_rmw": build_atomic,
    "wave.groupshared": build_groupshared,
    "wave.retire_if": build_retire_if,
    "memref.load": build_load,
    "memref.store": build_store,
    "memref.dim": build_length,
    "memref.alloca": build_local_array,
} | dict.fromkeys(
    (
        "wave.group_wave_index",
        "wave.group_wave_count",
        "wave.group_index",
        "wave.lane_index",
        "wave.lane_count",
        "wave.group_id",
        "wave.group_count",
        "wave.dispatch_thread_id",
        "wave.group_thread_id",
    ),
    _placed,
)
