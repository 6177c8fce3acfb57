"""Control flow and calls: values through regions, and the operations that hold them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...ir.module import Block, Value
from ...ir.types import TupleType, element_of
from .core import Core
from .values import Aggregate, Operand, Scalar, number_of


class Structure(Core):
    """Control flow and calls: values through regions, and the operations that hold them."""

    def retire(self, condition: Scalar) -> None:
        """A kernel's early return for the lanes with a true condition."""
        self.emit("wave.retire_if", [self.value(condition)])

    def flatten(self, operand: Operand) -> list[Value]:
        """The SSA values that carry an operand through control flow, made in the current block: one for a scalar or
        vector, those of its elements for a tuple."""
        if isinstance(operand, Aggregate):
            return [value for item in operand.items for value in self.flatten(item)]
        return [self.value(self.number(operand))]

    def flat_types(self, type: Any) -> list[Any]:
        """The types of what ``flatten`` gives."""
        if isinstance(type, TupleType):
            return [flat for element in type.elements for flat in self.flat_types(element)]
        return [type]

    def unflatten(self, type: Any, values: Iterator[Value]) -> Operand:
        """The operand of this type that was flattened into the next values."""
        if isinstance(type, TupleType):
            return Aggregate(type, [self.unflatten(element, values) for element in type.elements])
        return number_of(type, next(values))

    def dummy(self, type: Any) -> Operand:
        """A value for lanes that never read it."""
        if isinstance(type, TupleType):
            return Aggregate(type, [self.dummy(element) for element in type.elements])
        element = element_of(type)
        zero = self.constant(False) if element.is_bool else self.constant(0.0 if element.is_float else 0, element)
        return self.become(zero, type)

    def arguments(self, block: Block, types: Sequence[Any]) -> list[Value]:
        """Adds arguments to a block."""
        made = [Value(type) for type in types]
        block.arguments.extend(made)
        return made

    def terminate(self, block: Block, name: str, values: Sequence[Value]) -> None:
        """Ends a block by ``scf.yield``, ``scf.condition`` or ``wave.return``."""
        with self.inside(block):
            self.emit(name, values)

    def if_(self, condition: Scalar, then: Block, otherwise: Block, types: Sequence[Any]) -> list[Value]:
        """An ``scf.if`` of two finished blocks."""
        return self.emit("scf.if", [self.value(condition)], types, [then, otherwise])

    def for_(self, lower: Scalar, upper: Scalar, step: Scalar, inits: Sequence[Value], body: Block) -> list[Value]:
        """An ``scf.for`` of a finished body."""
        bounds = [self.value(bound) for bound in (lower, upper, step)]
        types = [init.type for init in inits]
        return self.emit("scf.for", [*bounds, *inits], types, [body], unsigned=not lower.type.signed)

    def while_(self, inits: Sequence[Value], before: Block, after: Block) -> list[Value]:
        """An ``scf.while`` of two finished blocks."""
        return self.emit("scf.while", inits, [init.type for init in inits], [before, after])

    def call(self, callee: str, arguments: Sequence[Value], result: Any) -> Operand | None:
        """A ``wave.call``; ``result`` is the type of the helper's value, or None."""
        types = [] if result is None else self.flat_types(result)
        values = self.emit("wave.call", arguments, types, callee=callee)
        return None if result is None else self.unflatten(result, iter(values))
