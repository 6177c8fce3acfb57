"""Variables: the type that a variable keeps, and the values of variables that have only literals."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

from ...ir.types import DType
from .arithmetic import Arithmetic
from .literals import LiteralType
from .values import Operand, Scalar


class Variables(Arithmetic):
    """The types of variables."""

    def again(self, known: Scalar, literal: Scalar) -> Scalar:
        """A literal with the type of the variable to which it is assigned; ``known`` is the variable's value."""
        if self._is_too_large(literal, known.type):
            return self.changed(known, self.typed(literal), lambda: self.adapt(literal, known.type))
        made = self.adapt(literal, known.type)
        if known.origin is not None:
            made.literal, made.origin = literal, known.origin
        return made

    def assigned(self, known: Scalar, made: Scalar) -> None:
        """Records that a variable gets another value of its type."""
        if known.literal is not None:
            return
        self.join(known, made)
        if made.origin is None and made.literal is None and known.origin.root.decision is not None:
            known.origin.root.decision.assigned = True

    def changed(self, known: Operand, made: Operand, fail: Callable[[], Any], is_free: bool = True) -> Operand:
        """A value with another type than the variable to which it is assigned. A variable whose literal is known may
        change its type if it ``is_free``; ``fail`` reports any other variable."""
        if not isinstance(known, Scalar) or not isinstance(made, Scalar):
            fail()
        if is_free and known.literal is not None and self._takes(known.literal, made.type):
            return made
        if self._may_take(known, made.type, fail):
            return self.convert(known.type, made)
        if self._may_take(made, known.type, fail):
            return self._taken(made, known.type)
        fail()
        raise AssertionError("`fail` returned")

    def common_type(self, a: Operand, b: Operand, fail: Callable[[], Any]) -> DType:
        """The type of a variable that has these values, of two types, on two paths; ``fail`` reports that there is
        none."""
        if isinstance(a, Scalar) and isinstance(b, Scalar):
            for side, other in self.sides(a, b):
                if self._may_take(side, other.type, fail):
                    return other.type
        fail()
        raise AssertionError("`fail` returned")

    def join_operands(self, a: Operand, b: Operand) -> None:
        """Records that two values of one type, of one variable, always have one type."""
        if a.__class__ is Scalar and b.__class__ is Scalar and (a.origin is not None or b.origin is not None):
            if a.literal is not None and b.literal is not None and a.origin is not None and b.origin is not None:
                # The variable is not a known literal where the paths meet, and each literal must take its type.
                a.origin.join(b.origin)
            else:
                self.join(a, b)

    def with_origin_of(self, made: Operand, *sources: Operand) -> Operand:
        """A value that is one of ``sources``, depending on the path; uses may decide its type if they may decide theirs."""
        if made.__class__ is Scalar:
            for source in sources:
                if source.__class__ is Scalar and source.origin is not None:
                    made.origin = self.origin_of(*sources)
                    break
        return made

    def index_type(self, lower: Scalar, upper: Scalar, known: range | None) -> LiteralType | None:
        """The type of the variable of a loop with these bounds, if uses may still decide it; ``known`` are its values if
        the bounds are literals."""
        origin = self.origin_of(lower, upper)
        if origin is not None:
            origin.root.is_word = True
            if known is not None and min(known, default=0) < 0:
                origin.root.signed = self.location
        return origin

    @staticmethod
    def without_origin(scalar: Scalar, origin: LiteralType | None = None) -> Scalar:
        """A copy of a number whose type no use decides, or a use of another ``origin``."""
        return dataclasses.replace(scalar, literal=None, origin=origin)
