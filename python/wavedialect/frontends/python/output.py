"""Calls of ``wd.print``, ``wd.print_wave`` and ``wd.check``, whose format is text, which kernels do not have."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..semantic.values import Operand, Scalar
from .expressions import Text

if TYPE_CHECKING:
    from .function_builder import FunctionBuilder


class OutputVisitor:
    """The part of ``FunctionBuilder`` that visits calls with a format."""

    def print_call(self: FunctionBuilder, name: str, arguments: dict[str, Any]) -> None:
        """``wd.print(format, *values)``, and ``wd.print_wave``."""
        format, nodes = self._format(name, arguments["format"], arguments.get("values", ()))
        values = [self.visit_expression(node) for node in nodes]
        self.semantic.print_(format, values, [Text(node) for node in nodes], wave=name == "print_wave")

    def check_call(self: FunctionBuilder, arguments: dict[str, Any]) -> None:
        """``wd.check(condition, format, *values)``. A comparison also records its operands."""
        tested = arguments["condition"]
        shown: list[tuple[Operand, Text]] = []
        if isinstance(tested, ast.Compare) and len(tested.ops) == 1:
            left, right = [self.visit_expression(node) for node in (tested.left, tested.comparators[0])]
            with self.at(tested):
                condition = self.compare_operands(left, right, tested)
            for operand, node in ((left, tested.left), (right, tested.comparators[0])):
                if not (isinstance(operand, Scalar) and operand.constant is not None):
                    shown.append((operand, Text(node)))
        else:
            condition = self.visit_expression(tested)
        message = arguments.get("format")
        format, nodes = ("", []) if message is None else self._format("check", message, arguments.get("values", ()))
        values = [self.visit_expression(node) for node in nodes]
        texts = [Text(node) for node in nodes]
        self.semantic.assert_(condition, Text(tested), format, values, texts, shown)

    def _format(
        self: FunctionBuilder, name: str, node: ast.expr, values: Sequence[ast.expr]
    ) -> tuple[str, list[ast.expr]]:
        """The format string of a call and the nodes of its values; those of an f-string are in its fields."""
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            return node.value, list(values)
        with self.at(node):
            if not isinstance(node, ast.JoinedStr):
                fix = f'write the text in the call: `wd.{name}("{Text(node).bare} = {{}}", {Text(node).bare})`'
                if name == "check":
                    fix = 'write the text in the call: `wd.check(condition, "text")`'
                self.semantic.fail("print-format", f"the format of `wd.{name}` is not a string literal", fix)
            if values:
                fix = "put the values into the f-string, or write a plain string with `{}` for each"
                self.semantic.fail("print-format", f"`wd.{name}` gets an f-string and further values", fix)
            parts, nodes = [], []
            for part in node.values:
                if isinstance(part, ast.Constant):
                    parts.append(str(part.value).replace("{", "{{").replace("}", "}}"))
                    continue
                assert isinstance(part, ast.FormattedValue)
                parts.append(f"{{{self._spec(name, part)}}}")
                # Python states places inside of an f-string relative to its text.
                for inner in ast.walk(part.value):
                    ast.copy_location(inner, node)
                nodes.append(part.value)
            return "".join(parts), nodes

    def _spec(self: FunctionBuilder, name: str, field: ast.FormattedValue) -> str:
        """The format of an f-string's field. `{x = }` asks for `!r`, which is how numbers are printed anyway."""
        if field.format_spec is None:
            return "" if field.conversion in (-1, ord("r")) else f"!{chr(field.conversion)}"
        assert isinstance(field.format_spec, ast.JoinedStr)
        texts = [part.value if isinstance(part, ast.Constant) else None for part in field.format_spec.values]
        if None in texts or field.conversion != -1:
            message = f"`wd.{name}` does not support a format that is computed"
            self.semantic.fail("print-format", message, "write the format itself, such as `{x:.3f}`")
        return ":" + "".join(map(str, texts))
