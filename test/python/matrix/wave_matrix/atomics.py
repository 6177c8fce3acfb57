"""Atomics on buffers and groupshared memory: the final memory is exact, and the values that came back fit an order.

All atomics on one place must have happened one after the other. Each one is an edge from the value that it returned to the
value that it left; an order exists exactly where the edges form one path from the first value to the last one that takes
each edge once, which Euler's rule decides without trying orders.
"""

from __future__ import annotations

import collections
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from .elements import ELEMENTS, Element
from .expected import ANY, Expected
from .kernels import GROUPS, NUM_WAVES, WAVES, Output, filled
from .memory_kernels import Label, MemoryCase, MemoryDispatch, MemoryKernel
from .scenarios import BY_NAME, Scenario

PLACES = 5
"""Elements that the lanes of one visit share."""

Step = Callable[[Any, Any, Any], Any]
"""From the old value, the operand and the compared value to the new value."""


def _steps() -> dict[str, Step]:
    return {
        "add": lambda old, value, compare: old + value,
        "and": lambda old, value, compare: old & value,
        "or": lambda old, value, compare: old | value,
        "xor": lambda old, value, compare: old ^ value,
        "min": lambda old, value, compare: min(old, value),
        "max": lambda old, value, compare: max(old, value),
        "exchange": lambda old, value, compare: value,
        "compare_exchange": lambda old, value, compare: value if old == compare else old,
    }


STEPS = _steps()


def follows_an_order(start: Any, end: Any, edges: list[tuple[Any, Any]]) -> bool:
    """Whether a path from ``start`` to ``end`` takes each edge once."""
    balance: collections.Counter = collections.Counter({start: -1})
    balance[end] += 1
    neighbors: dict[Any, set[Any]] = collections.defaultdict(set)
    for old, new in edges:
        balance[old] += 1
        balance[new] -= 1
        neighbors[old].add(new)
        neighbors[new].add(old)
    if any(balance.values()):
        return False
    reached, waiting = {start}, [start]
    while waiting:
        for other in neighbors[waiting.pop()] - reached:
            reached.add(other)
            waiting.append(other)
    return all(old in reached for old, _ in edges)


@dataclass
class Order:
    """The atomics of one place: what they were given, and where they left what."""

    kind: str
    element: Element
    start: Any
    values: list[Any]
    compares: list[Any]
    returned: np.ndarray
    """Indices into the output of old values."""
    final: int
    """Index into the output of final values."""
    # The floats are small integers, so that sums are exact in any order.

    def wrong(self, found: list[np.ndarray]) -> list[str]:
        old = found[0].reshape(-1)[self.returned].tolist()
        end = found[1].reshape(-1)[self.final].item()
        step = STEPS[self.kind]
        edges = [
            (before, wrap(self.element, step(before, value, compare)))
            for before, value, compare in zip(old, self.values, self.compares, strict=True)
        ]
        if follows_an_order(self.start, end, edges):
            return []
        shown = ", ".join(f"{a}->{b}" for a, b in edges[:12])
        return [f"atomic_{self.kind} on place {self.final}: no order of {shown} leads from {self.start} to {end}"]


def wrap(element: Element, value: Any) -> Any:
    """The value as the type's bits hold it."""
    if not element.integer:
        return value
    value &= (1 << element.bits) - 1
    return value - (1 << element.bits) if value > element.highest else value


def _operands(rng: np.random.Generator, element: Element, kind: str, shape: tuple[int, ...]) -> np.ndarray:
    if element.float:
        return rng.integers(-9, 10, shape).astype(element.storage)
    if "exchange" in kind:
        return rng.integers(0, 4, shape).astype(element.storage)
    bits = np.frombuffer(rng.bytes(int(np.prod(shape)) * element.storage.itemsize), element.storage).reshape(shape)
    return bits | np.array(element.lowest if rng.integers(2) else 0, element.storage) if kind == "and" else bits.copy()


def atomic_kernel(kind: str, element: Element, scenario: Scenario, shared: bool) -> MemoryKernel:
    """One kind of atomic on one type; each visit has places of its own."""
    rows = scenario.visits
    elements = rows * PLACES

    def make(rng: np.random.Generator, wave_size: int) -> MemoryDispatch:
        threads = WAVES * wave_size
        places = rng.integers(0, PLACES, threads).astype(np.uint32)
        values = _operands(rng, element, kind, (threads,))
        compares = _operands(rng, element, kind, (threads,))
        start = _operands(rng, element, kind, (elements * (GROUPS if shared else 1),))
        lanes = np.broadcast_to(np.arange(wave_size), (WAVES, wave_size))
        marks = scenario.marks(rng, lanes)
        masks = scenario.masks(lanes, marks).reshape(rows, threads)
        old = Expected.exact(filled((rows * threads,), element))
        old.flags[masks.reshape(-1)] |= ANY  # The orders judge them.
        final = Expected.exact(start.copy())
        orders = []
        group_of = np.arange(threads) // (NUM_WAVES * wave_size)
        for visit in range(rows):
            for group in range(GROUPS) if shared else (0,):
                for place in range(PLACES):
                    chosen = masks[visit] & (places == place) & ((group_of == group) if shared else True)
                    taking = np.flatnonzero(chosen)
                    where = group * elements + visit * PLACES + place
                    given, compared = values[taking].tolist(), compares[taking].tolist()
                    returned = visit * threads + taking
                    orders.append(Order(kind, element, start[where].item(), given, compared, returned, where))
                    if "exchange" in kind and taking.size:
                        final.flags[where] |= ANY
                    elif "exchange" not in kind:
                        last = start[where].item()
                        for value in given:
                            last = wrap(element, STEPS[kind](last, value, None))
                        final.values[where] = last
        memory = filled(start.shape, element) if shared else start.copy()
        arguments = [places, values, compares, marks.reshape(-1), *([start] if shared else [])]
        outputs = [Output(element, 1, old), Output(element, 1, final)]
        return MemoryDispatch([*arguments, filled(old.values.shape, element), memory], outputs, orders)

    name = element.qualified(1)
    parameters = ["places: wd.Buffer[wd.u32]", f"values: wd.Buffer[{name}]", f"compares: wd.Buffer[{name}]"]
    parameters += ["marks: wd.Buffer[wd.u32]", *([f"start: wd.Buffer[{name}]"] if shared else [])]
    parameters += [f"old: wd.RWBuffer[{name}]", f"memory: wd.RWBuffer[{name}]"]
    target = "shared" if shared else "memory"
    operands = "compare, value" if kind == "compare_exchange" else "value"

    def site(visit: str) -> list[str]:
        index = f"{int(visit) * PLACES} + where" if visit.isdigit() else f"{visit} * {PLACES} + where"
        return [f"old[{visit} * threads + slot] = wd.atomic_{kind}({target}, {index}, {operands})"]

    body = ["place = lane", "mark = marks[slot]", "where = places[slot]", "value = values[slot]"]
    body += ["compare = compares[slot]"] if kind == "compare_exchange" else []
    if shared:
        copy = f"for i in range(local, wd.u32({elements}), group_threads):"
        body += [f"shared = wd.groupshared({name}, {elements})", copy]
        body += [f"    shared[i] = start[wd.group_id().x * {elements} + i]"]
        body += ["wd.group_memory_barrier_with_group_sync()", *scenario.text(site)]
        body += ["wd.group_memory_barrier_with_group_sync()", copy]
        body += [f"    memory[wd.group_id().x * {elements} + i] = shared[i]"]
    else:
        body += scenario.text(site)
    place = "groupshared" if shared else "buffer"
    label = Label(f"atomic_{kind}", "atomic")
    case = MemoryCase(label, element, 1, Label(f"{place}, {scenario.name}"))
    return MemoryKernel(case, parameters, body, make)


BITWISE = ("and", "or", "xor")
SCENARIOS = ("all active", "loop with different trips", "both sides of a chain")


def atomic_kernels(seed: int) -> list[MemoryKernel]:
    """Every kind, type, memory and scenario."""
    kernels = []
    for kind in STEPS:
        for name in ("i32", "u32", "i64", "u64", *([] if kind in BITWISE else ["f32", "f64"])):
            for shared in (False, True):
                kernels += [atomic_kernel(kind, ELEMENTS[name], BY_NAME[scenario], shared) for scenario in SCENARIOS]
    for kernel in kernels:
        kernel.seed = seed
    return kernels
