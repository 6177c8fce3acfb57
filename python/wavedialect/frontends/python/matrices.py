"""Calls of functions on matrices whose arguments are types, shapes and names: ``wd.matrix_load(...)``."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from ...ir.matrices import LAYOUTS, ROLES
from ...ir.types import DType
from ..semantic.values import Aggregate, Call, Memory, Operand, Scalar, Static, Vector
from .expressions import Text
from .parameters import Parameters

if TYPE_CHECKING:
    from .function_builder import FunctionBuilder

#: The functions that this module builds.
MATRIX_CALLS = ("matrix_fill", "matrix_load", "matrix_store", "matrix_convert")


def matrix_load(memory: Any, first: Any, shape: Any, role: str = "acc", layout: str = "row_major") -> None:
    """The parameters if the memory has more than one dimension."""


def matrix_store(memory: Any, first: Any, matrix: Any, layout: str = "row_major") -> None:
    """The parameters if the memory has more than one dimension."""


_WITH_DIMENSIONS = {"matrix_load": Parameters(matrix_load), "matrix_store": Parameters(matrix_store)}


def _written(name: str, arguments: list[str], keywords: list[ast.keyword]) -> str:
    named = [f"{keyword.arg}={Text(keyword.value).bare}" for keyword in keywords]
    return f"wd.{name}({', '.join(arguments + named)})"


def _without_stride(name: str, node: ast.Call) -> str:
    """A call with a stride that its memory does not take, without it."""
    arguments = [str(Text(argument).bare) for argument in node.args]
    keywords = [keyword for keyword in node.keywords if keyword.arg != "stride"]
    if len(keywords) == len(node.keywords):
        del arguments[2]
    return _written(name, arguments, keywords)


def _with_stride(name: str, node: ast.Call) -> str:
    """A call that lacks the stride, with one."""
    arguments = [str(Text(argument).bare) for argument in node.args]
    if len(arguments) >= 2:
        arguments.insert(2, "stride")
    return _written(name, arguments, node.keywords)


class MatrixVisitor:
    """The part of ``FunctionBuilder`` that visits calls on matrices."""

    def matrix_parameters(self: FunctionBuilder, name: str, node: ast.Call, parameters: Parameters) -> Parameters:
        """The parameters of a call: memory with more than one dimension has a stride of its own."""
        named = [keyword.value for keyword in node.keywords if keyword.arg == "memory"]
        first = next(iter([*node.args, *named]), None)
        memory = None if first is None or name not in _WITH_DIMENSIONS else self.peek(first)
        if not isinstance(memory, Memory):
            return parameters
        self._check_stride(name, node, memory.type.rank, Text(first))
        return parameters if memory.type.rank == 1 else _WITH_DIMENSIONS[name]

    def _check_stride(self: FunctionBuilder, name: str, node: ast.Call, rank: int, memory: Text) -> None:
        """Rejects a stride of memory that has its own, and a call without one for memory that has none."""
        given = {keyword.arg: keyword.value for keyword in node.keywords}
        third, fourth = [*node.args, None, None, None, None][2:4]
        is_load = name == "matrix_load"
        if is_load:
            has_stride = third is not None and not self._is_pair(third) and (self._is_pair(fourth) or "shape" in given)
            lacks_stride = self._is_pair(third) or ("shape" in given and third is None)
        else:
            has_stride = third is not None and ("matrix" in given or (fourth is not None and not self._is_word(fourth)))
            lacks_stride = fourth is None and ("matrix" in given) != (third is not None)
        if rank > 1 and (has_stride or "stride" in given):
            with self.at(given.get("stride", third)):
                message = f"`{name}` takes no stride for `{memory}`, which has {rank} dimensions"
                self.semantic.fail("wrong-arguments", message, f"leave it out: `{_without_stride(name, node)}`")
        second = given.get("first", node.args[1] if len(node.args) > 1 else None)
        if rank == 1 and lacks_stride and "stride" not in given and not self._is_pair(second):
            message = f"`{name}` lacks the stride of `{memory}`, which has one dimension"
            fix = f"pass the distance between two rows: `{_with_stride(name, node)}`"
            self.semantic.fail("wrong-arguments", message, fix)

    def _known(self: FunctionBuilder, node: ast.expr | None) -> Operand | None:
        return self.visit_expression(node) if isinstance(node, ast.Name) else None

    def _is_pair(self: FunctionBuilder, node: ast.expr | None) -> bool:
        return isinstance(node, ast.Tuple) or isinstance(self._known(node), Aggregate)

    def _is_word(self: FunctionBuilder, node: ast.expr) -> bool:
        if isinstance(node, ast.Constant):
            return isinstance(node.value, str)
        return isinstance(self._known(node), Static)

    def matrix_call(self: FunctionBuilder, name: str, arguments: dict[str, Any]) -> Operand | None:
        """A call of one of ``MATRIX_CALLS``."""
        semantic = self.semantic
        if name == "matrix_fill":
            type = semantic.matrix_type(
                self._element(arguments["type"]), self._shape(arguments["shape"]), self._role(arguments)
            )
            return semantic.matrix_fill(self.visit_expression(arguments["value"]), type, Text(arguments["value"]))
        if name == "matrix_convert":
            matrix = arguments["matrix"]
            return semantic.matrix_convert(self.visit_expression(matrix), self._role(arguments), Text(matrix))
        names = ("memory", "first", "stride", "matrix")
        nodes = [arguments[one] for one in names if one in arguments]
        call = Call(name, [self.visit_expression(node) for node in nodes], [Text(node) for node in nodes])
        semantic.matrix_index(call)
        layout = self._word(arguments, "layout", LAYOUTS, "matrix-layout", "the layout of a matrix")
        if name == "matrix_store":
            semantic.matrix_store(call, layout)
            return None
        fix = "" if "stride" in arguments else ": memory with dimensions has a stride of its own"
        return semantic.matrix_load(call, self._shape(arguments["shape"], fix), self._role(arguments), layout)

    def _element(self: FunctionBuilder, node: ast.expr) -> Any:
        """The type of elements that an argument states."""
        operand = self.visit_expression(node)
        if isinstance(operand, Static) and isinstance(operand.object, DType):
            self.captures.note(operand)
            return operand.object
        with self.at(node):
            fix = "write a type such as `f32`: `wd.matrix_fill(0.0, f32, (16, 16))`"
            self.semantic.fail("matrix-element", f"`{Text(node).bare}` is not a type of elements", fix)

    def _shape(self: FunctionBuilder, node: ast.expr, more: str = "") -> tuple[Any, Any]:
        """The rows and columns that an argument states; ``more`` is the end of the help on others."""
        operand = self.visit_expression(node)
        items = operand.items if isinstance(operand, Aggregate) else []
        numbers = [item.constant if isinstance(item, Scalar) else None for item in items]
        if isinstance(operand, Vector) or len(numbers) != 2 or None in numbers:
            with self.at(node):
                fix = f"write constants: `(16, 16)`{more}"
                self.semantic.fail("matrix-shape", f"`{Text(node)}` is not a pair of rows and columns", fix)
        return numbers[0], numbers[1]

    def _role(self: FunctionBuilder, arguments: dict[str, Any]) -> str:
        return self._word(arguments, "role", ROLES, "matrix-role", "the role of a matrix")

    def _word(
        self: FunctionBuilder, arguments: dict[str, Any], name: str, known: tuple[str, ...], id: str, what: str
    ) -> str:
        """One of some words that an argument states, by a string or by a constant outside of the kernel."""
        node = arguments.get(name)
        if node is None:
            defaults = {"role": "acc", "layout": "row_major"}
            return defaults[name]
        word = node.value if isinstance(node, ast.Constant) else None
        if word is None:
            operand = self.visit_expression(node)
            if isinstance(operand, Static):
                self.captures.note(operand)
                word = operand.object
        if word in known:
            return word
        with self.at(node):
            choices = ", ".join(f'"{one}"' for one in known)
            self.semantic.fail(id, f"`{Text(node).bare}` is not {what}", f"use one of {choices}")
