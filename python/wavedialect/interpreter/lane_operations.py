"""Wave operations, ids and memory accesses: the operations that are not elementwise.

A wave operation reads exactly the lanes of ``wave.mask``. The results of other lanes are never read. Lanes are the last
axis of a value, so that an operation on a vector applies to each component.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from ..ir.memories import Access, Extents
from ..ir.module import Operation
from ..ir.types import Composite, VectorType
from .elements import poison, register_shape, register_type, shown, signed, unsigned
from .memory import LocalMemory, SharedMemory, place_in

if TYPE_CHECKING:
    from .steps import Builder, Step
    from .wave import Wave

# The kinds that accumulate in lane order, rounding to the type at each step, with their identities.
ACCUMULATED: dict[str, tuple[np.ufunc, int]] = {
    "add": (np.add, 0),
    "mul": (np.multiply, 1),
    "and": (np.bitwise_and, -1),
    "or": (np.bitwise_or, 0),
    "xor": (np.bitwise_xor, 0),
}
_ORDER_FREE: dict[str, tuple[np.ufunc, Callable[[np.dtype], np.dtype] | None]] = {
    "minsi": (np.minimum, signed),
    "maxsi": (np.maximum, signed),
    "minui": (np.minimum, unsigned),
    "maxui": (np.maximum, unsigned),
    "minnumf": (np.fmin, None),
    "maxnumf": (np.fmax, None),
    "and": (np.bitwise_and, None),
    "or": (np.bitwise_or, None),
    "xor": (np.bitwise_xor, None),
}
BALLOT_WORDS = 4


def identity_of(kind: str, dtype: np.dtype) -> np.generic:
    """Returns the identity of the kind: its result over no values."""
    return np.array(ACCUMULATED[kind][1]).astype(dtype)[()]


def words_of(bits: np.ndarray) -> np.ndarray:
    """Packs the bits of the last axis into ballot words: lane 0 is the least significant bit of the first word."""
    padded = np.zeros((*bits.shape[:-1], 32 * BALLOT_WORDS), np.bool_)
    padded[..., : bits.shape[-1]] = bits
    packed = np.packbits(padded, axis=-1, bitorder="little")
    return packed.view(np.dtype(np.uint32).newbyteorder("<")).astype(np.uint32, copy=False)


def _active(wave: Wave, slot: int) -> np.ndarray:
    """Returns the values of the active lanes, in lane order."""
    value = wave.registers[slot]
    return value if wave.active == wave.lanes else value[..., wave.mask]


def _uniform(builder: Builder, operation: Operation, compute: Callable[[np.ndarray], Any]) -> Step:
    """Operations with one operand and a uniform result, which ``compute`` derives from the active lanes' values."""
    source = builder.slot(operation.operands[0])
    result = builder.slot(operation.results[0])
    dtype = register_type(operation.results[0].type)
    shape = register_shape(operation.results[0].type, builder.lanes)

    if len(shape) == 1:

        def step(wave: Wave) -> None:
            wave.registers[result] = np.full(shape, compute(_active(wave, source)), dtype)
    else:

        def step(wave: Wave) -> None:
            wave.registers[result] = np.full(shape, compute(_active(wave, source))[:, None], dtype)

    return step


def build_any(builder: Builder, operation: Operation) -> Step:
    return _uniform(builder, operation, lambda values: values.any(axis=-1))


def build_all(builder: Builder, operation: Operation) -> Step:
    return _uniform(builder, operation, lambda values: values.all(axis=-1))


def build_count_bits(builder: Builder, operation: Operation) -> Step:
    return _uniform(builder, operation, lambda values: values.sum(axis=-1, dtype=np.uint32))


def build_all_equal(builder: Builder, operation: Operation) -> Step:
    """Floats compare ordered-equal: a NaN equals no value, including itself."""
    return _uniform(builder, operation, lambda values: (values == values[..., :1]).all(axis=-1))


def build_read_first_lane(builder: Builder, operation: Operation) -> Step:
    return _uniform(builder, operation, lambda values: values[..., 0])


def build_reduce(builder: Builder, operation: Operation) -> Step:
    kind = operation.attributes["kind"]
    dtype = register_type(operation.results[0].type)
    if kind not in _ORDER_FREE:
        accumulate = ACCUMULATED[kind][0].accumulate
        return _uniform(builder, operation, lambda values: accumulate(values, axis=-1, dtype=dtype)[..., -1])
    function, sign = _ORDER_FREE[kind]
    read_as = dtype if sign is None else sign(dtype)
    return _uniform(builder, operation, lambda values: function.reduce(values.view(read_as), axis=-1).view(dtype))


def build_ballot(builder: Builder, operation: Operation) -> Step:
    """The result has four words; bits of inactive lanes, and of lanes that do not exist, are 0."""
    source = builder.slot(operation.operands[0])
    result = builder.slot(operation.results[0])

    def step(wave: Wave) -> None:
        words = words_of(wave.mask & wave.registers[source])
        wave.registers[result] = np.full((BALLOT_WORDS, wave.lanes), words[:, None])

    return step


def build_prefix(builder: Builder, operation: Operation) -> Step:
    """An exclusive scan: the first active lane gets the identity, 0 for a sum and 1 for a product."""
    source = builder.slot(operation.operands[0])
    result = builder.slot(operation.results[0])
    dtype = register_type(operation.results[0].type)
    kind = operation.attributes["kind"]
    identity = identity_of(kind, dtype)
    accumulate = ACCUMULATED[kind][0].accumulate
    shape = register_shape(operation.results[0].type, builder.lanes)

    def step(wave: Wave) -> None:
        scanned = accumulate(_active(wave, source), axis=-1, dtype=dtype)
        spread = np.full(shape, identity)
        spread[..., wave.mask.nonzero()[0][1:]] = scanned[..., :-1]
        wave.registers[result] = spread

    return step


def build_inclusive_prefix(builder: Builder, operation: Operation) -> Step:
    source = builder.slot(operation.operands[0])
    result = builder.slot(operation.results[0])
    dtype = register_type(operation.results[0].type)
    accumulate, read_as = _combination(operation.attributes["kind"], dtype)
    shape = register_shape(operation.results[0].type, builder.lanes)

    def step(wave: Wave) -> None:
        spread = np.zeros(shape, dtype)
        scanned = accumulate.accumulate(_active(wave, source).view(read_as), axis=-1, dtype=read_as)
        spread[..., wave.mask] = scanned.view(dtype)
        wave.registers[result] = spread

    return step


def build_cluster_reduce(builder: Builder, operation: Operation) -> Step:
    """Combines the active lanes of each cluster in lane order."""
    source = builder.slot(operation.operands[0])
    result = builder.slot(operation.results[0])
    dtype = register_type(operation.results[0].type)
    combine, read_as = _combination(operation.attributes["kind"], dtype)
    shape = register_shape(operation.results[0].type, builder.lanes)
    size = operation.attributes["cluster_size"]

    def step(wave: Wave) -> None:
        spread = np.zeros(shape, dtype)
        values = wave.registers[source].view(read_as)
        for first in range(0, wave.lanes, size):
            cluster = slice(first, first + size)
            active = values[..., cluster][..., wave.mask[cluster]]
            if active.shape[-1]:
                total = combine.accumulate(active, axis=-1, dtype=read_as)[..., -1:]
                spread[..., cluster] = total.view(dtype)
        wave.registers[result] = spread

    return step


def _combination(kind: str, dtype: np.dtype) -> tuple[np.ufunc, np.dtype]:
    """How a kind combines two values, and the type with the sign in which it does."""
    if kind in ACCUMULATED:
        return ACCUMULATED[kind][0], dtype
    function, sign = _ORDER_FREE[kind]
    return function, dtype if sign is None else sign(dtype)


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
    """Reading a lane that is inactive or does not exist is undefined, and reported."""
    source, index = builder.slots(operation.operands)
    result = builder.slot(operation.results[0])
    undefined = poison(register_type(operation.results[0].type))

    def step(wave: Wave) -> None:
        lane = wave.registers[index].view(np.uint32)
        exists = lane < wave.lanes
        lane = np.where(exists, lane, 0).astype(np.intp)
        valid = exists & wave.mask[lane]
        value = wave.registers[source][..., lane]
        bad = wave.mask & ~valid
        if bad.any():
            reader = int(np.flatnonzero(bad)[0])
            asked = int(wave.registers[index][reader])
            if exists[reader]:
                wave.report("inactive-lane", operation, f"lane {reader} reads lane {asked}, which is not active", bad)
            else:
                message = f"lane {reader} reads lane {asked}, but the wave has {wave.lanes} lanes"
                wave.report("inactive-lane", operation, message, bad)
            value = np.where(bad, undefined, value)
        wave.registers[result] = value

    return step


def _comparable(values: np.ndarray) -> np.ndarray:
    """Returns numbers that are equal exactly if the values are identical: 0 and -0 differ, all NaNs are the same."""
    if values.dtype.kind != "f":
        return values
    return np.where(np.isnan(values), np.array(np.nan, values.dtype), values).view(unsigned(values.dtype))


def build_assume_uniform(builder: Builder, operation: Operation) -> Step:
    """Checks the assumption among the wave's lanes, and against the values of the group's other waves at this visit."""
    source = builder.slot(operation.operands[0])
    result = builder.slot(operation.results[0])

    def step(wave: Wave) -> None:
        registers = wave.registers
        registers[result] = registers[source]
        values = _active(wave, source)
        first = values[..., 0]
        compared = _comparable(values)
        differing = compared != compared[..., :1]
        if differing.any():
            lanes = differing if differing.ndim == 1 else differing.any(axis=0)
            other = shown(values[..., lanes][..., 0])
            message = f"the value is asserted to be uniform across the group, but lanes have {shown(first)} and {other}"
            wave.report("group-uniform", operation, message, np.flatnonzero(wave.mask)[lanes])
        visit = wave.visits.get(operation, 0)
        wave.visits[operation] = visit + 1
        mark = compared[..., 0].tobytes()
        earlier = wave.group.uniform_values.setdefault((operation, visit), (wave.index, mark, shown(first)))
        if earlier[1] != mark:
            message = (
                f"the value is asserted to be uniform across the group, but wave {earlier[0]} has {earlier[2]} "
                f"and wave {wave.index} has {shown(first)}"
            )
            wave.report("group-uniform", operation, message, wave.mask)

    return step


def access(builder: Builder, operation: Operation) -> tuple[list[int], int, Callable[[Wave], np.ndarray]]:
    """Returns the registers of the other values and of the memory, and the function that computes the indices of the
    elements in memory."""
    access = Access.of(operation)
    values, memory, indices = builder.slots(access.values), builder.slot(access.memory), builder.slots(access.indices)
    if not access.shape:
        (index,) = indices
        return values, memory, lambda wave: wave.registers[index]
    sizes, strides = builder.slots(access.shape), builder.slots(access.strides)

    def index_in(wave: Wave) -> np.ndarray:
        registers = wave.registers
        lane = int(wave.mask.argmax())
        shape, steps = (tuple(int(registers[one][lane]) for one in some) for some in (sizes, strides))
        registers[memory].extents = Extents(shape, steps)
        return place_in(shape, steps, [registers[index] for index in indices])

    return values, memory, index_in


def consecutive(operation: Operation, value: Any) -> int:
    """The number of consecutive elements of a memory of scalars that a vector consists of; 0 for other accesses."""
    is_split = isinstance(value.type, VectorType) and not isinstance(
        Access.of(operation).memory.type.element, Composite
    )
    return value.type.size if is_split else 0


def build_load(builder: Builder, operation: Operation) -> Step:
    _, memory, index_in = access(builder, operation)
    result = builder.slot(operation.results[0])
    count = consecutive(operation, operation.results[0])
    copied = builder.copies.copied.get(operation)
    if copied:

        def load_copied(wave: Wave) -> None:
            array, index = wave.registers[memory], index_in(wave)
            if not count:
                wave.registers[result] = array.load_copied(wave, operation, index, copied, 0)
                return
            indices = array.indices_of_vector(index, count)
            wave.registers[result] = np.array(
                [array.load_copied(wave, operation, one, copied, number) for number, one in enumerate(indices)]
            )

        return load_copied
    if count:

        def load_components(wave: Wave) -> None:
            array = wave.registers[memory]
            indices = array.indices_of_vector(index_in(wave), count)
            wave.registers[result] = np.array([array.load(wave, operation, index) for index in indices])

        return load_components

    def step(wave: Wave) -> None:
        registers = wave.registers
        registers[result] = registers[memory].load(wave, operation, index_in(wave))

    return step


def build_store(builder: Builder, operation: Operation) -> Step:
    (value,), memory, index_in = access(builder, operation)
    count = consecutive(operation, operation.operands[0])
    sources = builder.copies.sources.get(operation, ())
    if count:

        def store_components(wave: Wave) -> None:
            array = wave.registers[memory]
            for number, index in enumerate(array.indices_of_vector(index_in(wave), count)):
                array.store(wave, operation, index, wave.registers[value][number])
                if sources:
                    array.forget(wave, operation, index, sources[number : number + 1])

        return store_components
    if sources:

        def store_copy(wave: Wave) -> None:
            array, index = wave.registers[memory], index_in(wave)
            array.store(wave, operation, index, wave.registers[value])
            array.forget(wave, operation, index, sources)

        return store_copy

    def step(wave: Wave) -> None:
        registers = wave.registers
        registers[memory].store(wave, operation, index_in(wave), registers[value])

    return step


def build_length(builder: Builder, operation: Operation) -> Step:
    memory = builder.slot(operation.operands[0])
    result = builder.slot(operation.results[0])

    def step(wave: Wave) -> None:
        wave.registers[result] = np.full(wave.lanes, len(wave.registers[memory]), np.uint32)

    return step


def build_atomic(builder: Builder, operation: Operation) -> Step:
    """``wave.atomic_rmw``, ``wave.atomic_exchange``, and ``wave.atomic_cas``, which has a value to compare with."""
    (*compare, value), memory, index_in = access(builder, operation)
    result = builder.slot(operation.results[0])

    def step(wave: Wave) -> None:
        registers = wave.registers
        expected = registers[compare[0]] if compare else None
        registers[result] = registers[memory].atomic(wave, operation, index_in(wave), registers[value], expected)

    return step


def build_local_array(builder: Builder, operation: Operation) -> Step:
    """Makes a new array with undefined contents each time a wave executes the operation."""
    size = builder.slot(operation.operands[0])
    result = builder.slot(operation.results[0])

    def step(wave: Wave) -> None:
        count = int(wave.registers[size][wave.mask].max())
        wave.registers[result] = LocalMemory(operation, wave.lanes, max(count, 0))

    return step


def build_groupshared(builder: Builder, operation: Operation) -> Step:
    """The first wave that executes the operation makes the group's array; the other waves use it."""
    size = builder.slot(operation.operands[0])
    result = builder.slot(operation.results[0])

    def step(wave: Wave) -> None:
        arrays = wave.group.shared
        if operation not in arrays:
            count = int(wave.registers[size][wave.mask].max())
            arrays[operation] = SharedMemory(operation, max(count, 0))
        wave.registers[result] = arrays[operation]

    return step


def build_retire_if(builder: Builder, operation: Operation) -> Step:
    condition = builder.slot(operation.operands[0])

    def step(wave: Wave) -> None:
        wave.retire(wave.registers[condition])

    return step


def _placed(builder: Builder, operation: Operation) -> None:
    """A value that the launch stores in its register, per dispatch, group or wave."""
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
    "wave.inclusive_prefix": build_inclusive_prefix,
    "wave.cluster_reduce": build_cluster_reduce,
    "wave.read_first_lane": build_read_first_lane,
    "wave.read_lane": build_read_lane,
    "wave.is_first_lane": build_is_first_lane,
    "wave.assume_uniform": build_assume_uniform,
    "wave.atomic_rmw": build_atomic,
    "wave.atomic_exchange": build_atomic,
    "wave.atomic_cas": build_atomic,
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
