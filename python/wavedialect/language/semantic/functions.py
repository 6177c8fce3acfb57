"""Scalar functions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..values import Operand, Scalar
from .arithmetic import Arithmetic


class Functions(Arithmetic):
    """Scalar functions."""

    def extreme(self, word: str, operands: Sequence[Operand], texts: Sequence[Any]) -> Scalar:
        """``min`` or ``max`` of two or more scalars."""
        result = self.scalar(operands[0], f"`{word}`")
        for operand, text in zip(operands[1:], texts[1:], strict=True):
            a, b = self.unify(result, self.scalar(operand, f"`{word}`"), f"`{word}`", (texts[0], text))
            if a.type.is_bool:
                self.fail("arithmetic-on-bool", f"`{word}` is not for bool")
            if a.constant is not None and b.constant is not None and (a.type.is_integer or a.weak and b.weak):
                result = Scalar(a.type, constant={"min": min, "max": max}[word](a.constant, b.constant), weak=a.weak)
            else:
                a, b = self.typed(a), self.typed(b)
                result = self.emit_scalar(f"arith.{self.kind(word, a.type)}", [self.value(a), self.value(b)], a.type)
        return result
