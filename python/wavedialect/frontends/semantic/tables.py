"""Tables of constants that lanes index."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...ir.types import bool_, f32, i32, u32
from .arithmetic import Arithmetic
from .values import Scalar

#: The limit of the dialect's operation.
MOST_BYTES = 65536


class Tables(Arithmetic):
    """Tables of constants that lanes index."""

    def table(self, items: Sequence[Scalar], text: Any) -> list[Scalar]:
        """The elements of a table in one type: literals take the type of the others, or are i32, u32 or f32."""
        if not items:
            self.fail("lookup-table", f"the table `{text}` has no elements", "give it at least one element")
        items = [item if item.literal is None else item.literal for item in items]
        typed = next((item.type for item in items if not item.weak), None)
        if typed is None:
            own = {self.own_type(item) for item in items}
            typed = next((type for type in (f32, u32) if type in own), i32)
        fits = [
            item.type is typed or item.weak and not (typed.is_bool or typed.is_integer and item.type.is_float)
            for item in items
        ]
        if not all(fits):
            other = items[fits.index(False)]
            fix = f"give all elements one type: `{typed.name}(...)`"
            kind = other.type.name
            self.fail("mixed-types", f"the table `{text}` has elements of two types, {typed.name} and {kind}", fix)
        made = [self.adapt(item, typed, alone=True) if item.weak else item for item in items]
        size = len(made) * (4 if typed.is_bool else typed.bits // 8)
        if size > MOST_BYTES:
            message = f"the table `{text}` has {size} bytes; the limit is {MOST_BYTES}"
            self.fail("lookup-table", message, f"pass it as a parameter, `{self.spelling.resource('Buffer', typed)}`")
        return made

    def lookup(self, table: Sequence[Scalar], index: Scalar, text: Any) -> Scalar:
        """``table[index]``; bools are held as i32."""
        type = table[0].type
        stored = i32 if type.is_bool else type
        values = [int(item.constant) if type.is_bool else item.constant for item in table]
        made = self.compute("wave.lookup", [self.value(index)], stored, table=values, title=str(text))
        return self.convert(bool_, made) if type.is_bool else made
