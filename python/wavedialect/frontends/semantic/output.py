"""Prints and checks: values that a kernel records for the host, and the format strings that the host applies to them."""

from __future__ import annotations

import math
import re
import string
from collections.abc import Sequence
from typing import Any

from ...ir.module import Value
from ...ir.structs import StructType
from ...ir.types import DType, element_of
from .core import Core
from .values import Aggregate, Operand, describe

_DIRECTIVE = re.compile(r"%[-+ #0]*[0-9]*(?:\.[0-9]+)?l{0,2}[diouxXeEfgGscp]")
"""A directive of C's ``printf``."""


class Output(Core):
    """Prints and checks."""

    def print_(self, format: str, operands: Sequence[Operand], texts: Sequence[Any], wave: bool) -> None:
        """A line for each active lane, or for the wave."""
        function = self.spelling.function("print_wave" if wave else "print")
        self.emit("wave.print", self._recorded(function, format, operands, texts), format=format, wave=wave)

    def assert_(
        self,
        condition: Operand,
        text: Any,
        format: str,
        operands: Sequence[Operand],
        texts: Sequence[Any],
        shown: Sequence[tuple[Operand, Any]],
    ) -> None:
        """A check of ``condition``; ``shown`` are the operands and texts of values that explain it."""
        function = self.spelling.function("check")
        tested = self.value(self.condition(condition, f"`{function}`", text))
        values = self._recorded(function, format, operands, texts)
        names = [getattr(name, "bare", str(name)) for _, name in shown]
        explaining = [self.value(self.number(operand)) for operand, _ in shown]
        described = {
            "text": getattr(text, "bare", str(text)),
            "format": format,
            "names": names,
            # The values' texts, for messages of a run that does not record values. The compiled kernel has no need of them.
            "texts": [getattr(value, "bare", str(value)) for value in texts],
        }
        self.emit("wave.assert", [tested, *values, *explaining], **described)

    def _recorded(self, function: str, format: str, operands: Sequence[Operand], texts: Sequence[Any]) -> list[Value]:
        """The values of the fields of ``format``, which must fit them."""
        numbers = []
        for operand, text in zip(operands, texts, strict=True):
            if isinstance(operand, Aggregate) and isinstance(operand.type, StructType):
                fix = f"take a field: `{text}.{operand.type.names[0]}`"
                self.fail("struct-as-value", f"`{function}` prints values, got a {operand.type.name}", fix)
            if isinstance(operand, Aggregate):
                fix = "print its elements: one field and one argument for each"
                self.fail("tuple-as-value", f"`{function}` prints values, got a {describe(operand)}", fix)
            numbers.append(self.typed(self.number(operand, f"`{function}`", text)))
        self._check_format(function, format, [element_of(number.type) for number in numbers], texts)
        return [self.value(number) for number in numbers]

    def _check_format(self, function: str, format: str, types: Sequence[DType], texts: Sequence[Any]) -> None:
        """Rejects a format string that ``str.format`` could not apply to values of these types."""
        try:
            fields = [field for field in string.Formatter().parse(format) if field[1] is not None]
        except ValueError as error:
            fix = "write `{{` and `}}` for braces that are no fields"
            self.fail("print-format", f"the format of `{function}` is malformed: {error}", fix)
        used = set()
        for number, (_, name, spec, conversion) in enumerate(fields):
            shown = f"{{{name}{'!' + conversion if conversion else ''}{':' + spec if spec else ''}}}"
            if conversion or "{" in (spec or "") or not (name == "" or name.isascii() and name.isdigit()):
                fix = (
                    "a field is `{}`, `{0}`, or one with a format such as `{:x}`; the expression is an argument, or the"
                )
                fix += ' string an f-string: `f"{x}"`'
                self.fail("print-format", f"`{function}` does not support the field `{shown}`", fix)
            if (name == "") != (fields[0][1] == ""):
                fix = "number all fields, or none"
                self.fail("print-format", f"the format of `{function}` mixes `{{}}` and numbered fields", fix)
            place = number if name == "" else int(name)
            if place >= len(types):
                count = len(types)
                message = f"the format of `{function}` has the field `{shown}` for value {place}, and there"
                message += f" {'is' if count == 1 else 'are'} {count or 'no'} value{'s' * (count != 1)}"
                self.fail("print-format", message, "pass a value for each field")
            used.add(place)
            self._check_spec(function, shown, spec or "", types[place], texts[place])
        for place in range(len(types)):
            if place not in used:
                message = f"`{function}` gets `{getattr(texts[place], 'bare', texts[place])}`, for which its format"
                message += " has no field"
                fix = "add a field, `{}`, or leave the value out"
                if directive := _DIRECTIVE.search(format):
                    fix = f"write `{{}}` instead of `{directive[0]}`: formats are those of `str.format`"
                self.fail("print-format", message, fix)

    def _check_spec(self, function: str, shown: str, spec: str, type: DType, text: Any) -> None:
        for sample in _samples(type):
            try:
                format(sample, spec)
            except (ValueError, OverflowError, TypeError) as error:
                kinds = "`{:d}`, `{:x}` or `{:b}`" if type.is_integer else "`{:.3f}` or `{:g}`"
                fix = f"use a format for {type.name}: {kinds if not type.is_bool else '`{}`'}"
                message = f"the field `{shown}` of `{function}` cannot format a {type.name}: {error}"
                self.fail("print-format", message, fix)


def _samples(type: DType) -> list[Any]:
    """Values of a type that the host may have to format."""
    if type.is_bool:
        return [True, False]
    if type.is_integer:
        return [int(type.lowest), int(type.highest)]
    return [-1.5, math.inf, math.nan]
