"""Control flow and calls: passing values through regions, and the operations with regions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...ir.module import Block, Value
from ...ir.types import TupleType, element_of
from .core import Core
from .values import Aggregate, Operand, Scalar, number_of


class Structure(Core):
    """Control flow and calls: passing values through regions, and the operations with regions."""

    def retire(self, condition: Scalar) -> None:
        """A kernel's early return for the lanes where the condition is true."""
        self.emit("wave.retire_if", [self.value(condition)])

    def flatten(self, operand: Operand) -> list[Value]:
        """The SSA values that carry an operand through control flow, built in the current block: one for a scalar or
        vector, the values of all elements for a tuple."""
        if isinstance(operand, Aggregate):
            return [value for item in operand.items for value in self.flatten(item)]
        return [self.value(self.number(operand))]

    def flat_types(self, type: Any) -> list[Any]:
        """The types of the values that ``flatten`` returns."""
        if isinstance(type, TupleType):
            return [flat for element in type.elements for flat in self.flat_types(element)]
        return [type]

    def unflatten(self, type: Any, values: Iterator[Value]) -> Operand:
        """Rebuilds an operand of this type from the next flattened values."""
        if isinstance(type, TupleType):
            return Aggregate(type, [self.unflatten(element, values) for element in type.elements])
        return number_of(type, next(values))

    def dummy(self, type: Any) -> Operand:
        """A placeholder value that no lane reads."""
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
        """Ends a block with ``scf.yield``, ``scf.condition`` or ``wave.return``."""
        with self.inside(block):
            self.emit(name, values)

    def if_(self, condition: Scalar, then: Block, otherwise: Block, types: Sequence[Any]) -> list[Value]:
        """Builds an ``scf.if`` from two finished blocks."""
        return self.emit("scf.if", [self.value(condition)], types, [then, otherwise])

    def for_(self, lower: Scalar, upper: Scalar, step: Scalar, inits: Sequence[Value], body: Block) -> list[Value]:
        """Builds an ``scf.for`` from a finished body."""
        bounds = [self.value(bound) for bound in (lower, upper, step)]
        types = [init.type for init in inits]
        return self.emit("scf.for", [*bounds, *inits], types, [body], unsigned=not lower.type.signed)

    def while_(self, inits: Sequence[Value], before: Block, after: Block) -> list[Value]:
        """Builds an ``scf.while`` from two finished blocks."""
        return self.emit("scf.while", inits, [init.type for init in inits], [before, after])

    def call(self, callee: str, arguments: Sequence[Value], result: Any) -> Operand | None:
        """Builds a ``wave.call``; ``result`` is the type of the helper's value, or None."""
        types = [] if result is None else self.flat_types(result)
        values = self.emit("wave.call", arguments, types, callee=callee)
        return None if result is None else self.unflatten(result, iter(values))
