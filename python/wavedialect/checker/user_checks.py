"""The messages of a kernel's own checks, ``wd.check(condition, "message")``. A run with checks does not record values: a
field of the format is shown as the expression of its value, ``{i}``."""

from __future__ import annotations

from ..ir.module import Location, Module


class _Expression(str):
    """An expression, which any format shows in braces."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        return "{" + self + "}"


def message_at(module: Module, place: Location | None) -> str:
    """Returns the message of the check at a place; "" if it has none."""
    for function in module.functions:
        for operation in function.walk():
            if operation.name == "wave.assert" and operation.location == place:
                format, texts = operation.attributes["format"], operation.attributes.get("texts")
                # Only the front end of Python knows the expressions.
                return format if texts is None else format.format(*map(_Expression, texts))
    return ""
