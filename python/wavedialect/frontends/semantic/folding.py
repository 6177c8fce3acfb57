"""Arithmetic on constants with the semantics of the target: typed integers wrap, division truncates, shift amounts are
masked."""

from __future__ import annotations

import math
import operator

from .values import Scalar

_EXACT = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
}
_COMPARE = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def fold_binary(op: str, a: Scalar, b: Scalar) -> int | float | bool | None:
    """The constant ``a op b``, or None if an operand is not a constant or the target must round the result.

    Both operands have one type. Two literals fold with unlimited range; the range is checked when they get their type.
    """
    x, y = a.constant, b.constant
    if x is None or y is None:
        return None
    if a.type.is_float:
        # Literals are doubles until they get a type; the target itself must round typed floats.
        if not (a.weak and b.weak) or (op in ("/", "%") and y == 0):
            return None
        if op == "/":
            return x / y
        return math.fmod(x, y) if op == "%" else _EXACT[op](x, y)
    if op in ("<<", ">>"):
        # Literals have no width yet.
        amount = y if a.weak and b.weak else y & (a.type.bits - 1)
        made = x << amount if op == "<<" else x >> amount
    elif op in ("//", "%"):
        quotient = abs(x) // abs(y) * (-1 if (x < 0) != (y < 0) else 1)
        made = quotient if op == "//" else x - quotient * y
    else:
        made = _EXACT[op](x, y)
    return made if a.weak and b.weak or a.type.is_bool else a.type.wrap(made)


def fold_compare(op: str, a: Scalar, b: Scalar) -> bool | None:
    """The constant ``a op b``, or None if an operand is not a constant."""
    if a.constant is None or b.constant is None:
        return None
    return bool(_COMPARE[op](a.constant, b.constant))
