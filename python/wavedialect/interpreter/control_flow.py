"""Structured control flow with an active mask: lanes diverge at a condition and reconverge at the end of a region."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..ir.module import Operation
from .copies import end_copies
from .elements import register_type, signed, unsigned, viewed
from .matrices import Matrix, merged

if TYPE_CHECKING:
    from .steps import Builder, Code
    from .wave import Wave


@dataclass
class Suspending:
    """A step that may wait at a barrier, with the properties that the enclosing block needs."""

    step: Callable[[Wave], Iterator[Any]]
    holds_barrier: bool = False
    may_retire: bool = False


def _leave(wave: Wave, mask: np.ndarray, active: int, may_retire: bool) -> None:
    """Ends an operation with regions: the lanes that entered it continue, unless they have retired."""
    if may_retire:
        wave.rejoin(mask)
    else:
        wave.enter(mask, active)


def _merge(wave: Wave, lanes: np.ndarray, values: list[Any], others: list[Any]) -> list[Any]:
    """Returns ``values`` in the given lanes and ``others`` elsewhere."""
    return [
        merged(wave, lanes, value, other) if isinstance(value, Matrix) else np.where(lanes, value, other)
        for value, other in zip(values, others, strict=True)
    ]


def build_if(builder: Builder, operation: Operation) -> Suspending:
    """Runs both branches one after the other, each with its lanes, or only one branch if all lanes agree."""
    condition = builder.slot(operation.operands[0])
    sides = [builder.block(region) for region in operation.regions]
    results = builder.slots(operation.results)
    may_retire = any(side.may_retire for side in sides)

    def step(wave: Wave) -> Iterator[Any]:
        registers, mask, active = wave.registers, wave.mask, wave.active
        taken = mask & registers[condition]
        count = int(np.count_nonzero(taken))
        if count == active or count == 0:
            side = sides[0 if count else 1]
            yield from side.run(wave)
            if not wave.done:
                for result, value in zip(results, side.terminator, strict=True):
                    registers[result] = registers[value]
            return
        wave.enter(taken, count)
        yield from sides[0].run(wave)
        first = None if wave.done else [registers[value] for value in sides[0].terminator]
        wave.enter(mask & ~taken, active - count)
        yield from sides[1].run(wave)
        second = None if wave.done else [registers[value] for value in sides[1].terminator]
        # A branch whose lanes have all retired has no values to merge.
        merged = (
            _merge(wave, taken, first, second) if first is not None and second is not None else first or second or []
        )
        for result, value in zip(results, merged, strict=False):
            registers[result] = value
        _leave(wave, mask, active, may_retire)

    return Suspending(step, any(side.holds_barrier for side in sides), may_retire)


def build_for(builder: Builder, operation: Operation) -> Suspending:
    """Each lane has its own bounds; the body runs while any lane has iterations left, with exactly those lanes."""
    lower, upper, stride, *initial = builder.slots(operation.operands)
    body = builder.block(operation.regions[0])
    index_slot, *arguments = builder.slots(operation.regions[0].arguments)
    results = builder.slots(operation.results)
    index_type = register_type(operation.operands[0].type)
    bound_type = (unsigned if operation.attributes.get("unsigned") else signed)(index_type)

    def step(wave: Wave) -> Iterator[Any]:
        registers, mask, active = wave.registers, wave.mask, wave.active
        index, limit, increment = (viewed(registers[slot], bound_type) for slot in (lower, upper, stride))
        # Compare the distance to the limit with the step: the index after the last iteration may wrap around.
        distance_type = unsigned(bound_type)
        carried = [registers[slot] for slot in initial]
        running = mask & (index < limit)
        count = int(np.count_nonzero(running))
        iteration = 0
        while count:
            wave.enter(running, count)
            registers[index_slot] = viewed(index, index_type)
            for argument, value in zip(arguments, carried, strict=True):
                registers[argument] = value
            yield from _iterate(body, wave, iteration)
            if wave.done:
                break
            values = [registers[slot] for slot in body.terminator]
            carried = values if wave.active == active else _merge(wave, wave.mask, values, carried)
            running = wave.mask & (viewed(limit - index, distance_type) > viewed(increment, distance_type))
            index = index + increment
            count = int(np.count_nonzero(running))
            iteration += 1
        for result, value in zip(results, carried, strict=True):
            registers[result] = value
        _leave(wave, mask, active, body.may_retire)

    return Suspending(step, body.holds_barrier, body.may_retire)


def build_while(builder: Builder, operation: Operation) -> Suspending:
    """A lane leaves the loop with its current values when its condition is false; the other lanes continue."""
    initial = builder.slots(operation.operands)
    before, after = (builder.block(region) for region in operation.regions)
    before_arguments, after_arguments = (builder.slots(region.arguments) for region in operation.regions)
    condition, *passed = before.terminator
    results = builder.slots(operation.results)
    may_retire = before.may_retire or after.may_retire

    def step(wave: Wave) -> Iterator[Any]:
        registers, mask, active = wave.registers, wave.mask, wave.active
        carried = [registers[slot] for slot in initial]
        left: list[Any] | None = None
        iteration = 0
        while True:
            for argument, value in zip(before_arguments, carried, strict=True):
                registers[argument] = value
            yield from _iterate(before, wave, iteration)
            if wave.done:
                break
            values = [registers[slot] for slot in passed]
            goes_on = wave.mask & registers[condition]
            count = int(np.count_nonzero(goes_on))
            if count < wave.active:
                left = values if left is None else _merge(wave, wave.mask & ~goes_on, values, left)
            if not count:
                break
            wave.enter(goes_on, count)
            for argument, value in zip(after_arguments, values, strict=True):
                registers[argument] = value
            yield from _iterate(after, wave, iteration)
            if wave.done:
                break
            carried = [registers[slot] for slot in after.terminator]
            iteration += 1
        if left is not None:
            for result, value in zip(results, left, strict=True):
                registers[result] = value
        _leave(wave, mask, active, may_retire)

    return Suspending(step, before.holds_barrier or after.holds_barrier, may_retire)


def _iterate(code: Code, wave: Wave, iteration: int) -> Iterator[Any]:
    """Runs one iteration; the same barrier in another iteration counts as a different barrier."""
    if not code.holds_barrier:
        yield from code.run(wave)
        return
    wave.path.append(iteration)
    yield from code.run(wave)
    wave.path.pop()


def build_call(builder: Builder, operation: Operation) -> Suspending:
    """Runs a helper with the lanes that call it."""
    callee = builder.callee(operation)
    arguments = builder.slots(operation.operands)
    results = builder.slots(operation.results)

    def step(wave: Wave) -> Iterator[Any]:
        registers = wave.registers
        values = [registers[slot] for slot in arguments]
        for parameter, value in zip(callee.parameters, values, strict=True):
            registers[parameter] = value
        wave.path.append(operation)
        yield from callee.body.run(wave)
        wave.path.pop()
        for result, value in zip(results, callee.body.terminator, strict=True):
            registers[result] = registers[value]

    return Suspending(step, callee.body.holds_barrier, callee.body.may_retire)


def build_barrier(builder: Builder, operation: Operation, of_group: bool = False) -> Suspending:
    """A barrier with ``sync`` waits for the group, except that of one wave. Memory is always up to date. ``of_group``: it
    waits for the group whatever its attributes are."""
    meets = of_group or operation.attributes.get("sync", False)
    waits = of_group or (meets and operation.attributes["scope"] != "wave")

    def step(wave: Wave) -> Iterator[Any]:
        if meets:
            missing = wave.alive & ~wave.mask
            if missing.any():
                message = "some lanes of the wave do not reach this barrier"
                wave.report("barrier-lanes", operation, message, missing)
        end_copies(wave)
        if waits:
            yield operation, tuple(wave.path)

    return Suspending(step, holds_barrier=waits)


def build_dispatch_mesh(builder: Builder, operation: Operation) -> Suspending:
    """Waits for the group like a barrier, then compares the counts of each wave with those of the first wave."""
    counts = builder.slots(operation.operands[:3])

    def step(wave: Wave) -> Iterator[Any]:
        end_copies(wave)
        yield operation, tuple(wave.path)
        lanes = np.stack([viewed(wave.registers[slot], np.dtype(np.uint32)) for slot in counts])[:, wave.mask]
        if wave.group.launch is None:
            wave.group.launch = tuple(lanes[:, 0].tolist())
        expected = wave.group.launch
        others = [tuple(row) for row in lanes.T.tolist() if tuple(row) != expected]
        if others:
            message = f"lanes of a group launch different numbers of mesh groups: {expected} and {others[0]}"
            wave.report("dispatch-mesh-differs", operation, message, wave.mask)

    return Suspending(step, holds_barrier=True)


BUILDERS: dict[str, Callable[[Builder, Operation], Suspending]] = {
    "scf.if": build_if,
    "scf.for": build_for,
    "scf.while": build_while,
    "wave.call": build_call,
    "wave.barrier": build_barrier,
    "wave.dispatch_mesh": build_dispatch_mesh,
}
