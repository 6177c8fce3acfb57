"""Expressions: each ``visit_`` method of the mixin turns a node of Python's syntax tree into an operand."""

from __future__ import annotations

import ast
import contextlib
import types
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NoReturn

from ..language.types import TupleType, VectorType
from ..language.values import Aggregate, Memory, Operand, Scalar, Static, describe, type_of
from .ir import Block, Location
from .names import is_package_module, suggest

if TYPE_CHECKING:
    from .function_builder import FunctionBuilder

OPERATORS = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.Pow: "**",
    ast.MatMult: "@",
}
COMPARISONS = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Is: "is",
    ast.IsNot: "is not",
    ast.In: "in",
    ast.NotIn: "not in",
}
#: What the message calls an expression that kernels do not have, and what to write instead.
UNSUPPORTED = {
    ast.Lambda: ("a lambda", "write a function decorated by `@wd.func`"),
    ast.ListComp: ("a list comprehension", "write a `for` loop"),
    ast.SetComp: ("a set comprehension", "write a `for` loop"),
    ast.DictComp: ("a dict comprehension", "write a `for` loop"),
    ast.GeneratorExp: ("a generator expression", "write a `for` loop"),
    ast.List: ("a list", "use a tuple, or `wd.local_array(type, size)`"),
    ast.Dict: ("a dict", "use variables or a buffer"),
    ast.Set: ("a set", "use variables or a buffer"),
    ast.JoinedStr: ("a string", "kernels compute with bool, i32, u32 and f32"),
    ast.Yield: ("`yield`", "store the values into a `RWBuffer`"),
    ast.YieldFrom: ("`yield`", "store the values into a `RWBuffer`"),
    ast.Await: ("`await`", "remove it"),
    ast.NamedExpr: ("an assignment inside an expression", "assign on a line of its own"),
    ast.Starred: ("a starred expression", "write the values one by one"),
    ast.Slice: ("a slice", "loop over the indices with `range`"),
}


class Text:
    """The source text of a node, made only when a message needs it."""

    def __init__(self, node: ast.AST):
        self.node = node

    def __str__(self) -> str:
        text = ast.unparse(self.node)
        return f"({text})" if isinstance(self.node, ast.BinOp | ast.BoolOp | ast.Compare | ast.IfExp) else text


class ExpressionVisitor:
    """The part of ``FunctionBuilder`` that visits expressions."""

    def visit_expression(self: FunctionBuilder, node: ast.expr) -> Operand:
        """The operand that an expression stands for; operations are built in the current block, in Python's order."""
        visit = getattr(self, f"visit_{type(node).__name__}", None)
        with self.at(node):
            if visit is None:
                what, fix = UNSUPPORTED.get(type(node), (f"`{type(node).__name__}`", None))
                self.semantic.fail("unsupported-syntax", f"{what} cannot be used in a kernel", fix)
            return visit(node)

    @contextlib.contextmanager
    def at(self: FunctionBuilder, node: ast.AST) -> Iterator[None]:
        """Operations and errors belong to this node."""
        outer: Location = self.semantic.location
        self.semantic.location = self.source.location(node)
        try:
            yield
        finally:
            self.semantic.location = outer

    def visit_Constant(self: FunctionBuilder, node: ast.Constant) -> Operand:
        if isinstance(node.value, bool | int | float):
            return self.semantic.constant(node.value)
        what = {str: "a string", bytes: "a string", complex: "a complex number", type(None): "`None`"}.get(
            type(node.value), "`...`"
        )
        fix = "kernels compute with bool, i32, u32 and f32"
        self.semantic.fail("unsupported-syntax", f"{what} cannot be used in a kernel", fix)

    def visit_Name(self: FunctionBuilder, node: ast.Name) -> Operand:
        variable = self.state.env.get(node.id)
        if variable is not None and variable.value is not None:
            return variable.value
        found, object = self.captures.lookup(node.id)
        if node.id in self.local_names:
            if found and not isinstance(object, types.BuiltinFunctionType | type):
                message = f"`{node.id}` is assigned in this function, so it is not the `{node.id}` from outside"
                self.semantic.fail("assign-to-captured", f"{message}, which kernels only read")
            if variable is not None and variable.reason:
                message = f"`{node.id}` may be unset here: {variable.reason}"
            else:
                message = f"`{node.id}` is read before it is set"
            self.semantic.fail("maybe-unset", message, f"set `{node.id}` on every path before it is read")
        if not found:
            self._unknown_name(node.id)
        return self.captures.operand(object, node.id)

    def _unknown_name(self: FunctionBuilder, name: str) -> NoReturn:
        local = [known for known in self.state.env if known.isidentifier()]
        meant = suggest(name, [*local, *self.local_names])
        fix = None
        if meant is not None:
            meant = meant if meant in local or meant in self.local_names else f"{self.captures.package_alias()}.{meant}"
            fix = f"did you mean `{meant}`?"
        self.semantic.fail("unknown-name", f"unknown name `{name}`", fix)

    def visit_Attribute(self: FunctionBuilder, node: ast.Attribute) -> Operand:
        operand = self.visit_expression(node.value)
        if isinstance(operand, Aggregate) and isinstance(operand.type, VectorType):
            place = "xyzw".find(node.attr) if len(node.attr) == 1 else -1
            if not 0 <= place < operand.type.size:
                parts = " ".join(f".{part}" for part in "xyzw"[: operand.type.size])
                self.semantic.fail(
                    "unknown-attribute", f"`{Text(node.value)}` has no component `.{node.attr}`", f"use {parts}"
                )
            return operand.item(place)
        if isinstance(operand, Static):
            if hasattr(operand.object, node.attr):
                return self.captures.operand(getattr(operand.object, node.attr), node.attr, operand)
            meant = suggest(node.attr) if is_package_module(operand.object) else None
            fix = f"did you mean `{operand.path}.{meant}`?" if meant else None
            self.semantic.fail("unknown-name", f"`{operand.path}` has no `{node.attr}`", fix)
        if isinstance(operand, Memory):
            fix = f"its length is `len({Text(node.value)})`" if node.attr in ("size", "shape", "length") else None
            self.semantic.fail(
                "unknown-attribute", f"{describe(operand)} has no `.{node.attr}`", fix or "read `buffer[i]`"
            )
        self.semantic.fail("unknown-attribute", f"a value of type {describe(operand)} has no `.{node.attr}`")

    def visit_Subscript(self: FunctionBuilder, node: ast.Subscript) -> Operand:
        operand = self.visit_expression(node.value)
        if isinstance(operand, Memory):
            return self.semantic.load(operand, self.visit_index(node))
        if isinstance(operand, Aggregate):
            return operand.item(self._constant_index(node, operand))
        if isinstance(operand, Static):
            self.semantic.scalar(operand, "indexing")
        self.semantic.fail(
            "value-type", f"a value of type {describe(operand)} has no elements", "index a buffer or an array"
        )

    def visit_index(self: FunctionBuilder, node: ast.Subscript) -> Operand:
        """The one index of a memory access."""
        if isinstance(node.slice, ast.Tuple):
            with self.at(node.slice):
                fix = "compute one index: `y * width + x`"
                self.semantic.fail("index-not-integer", "a buffer has one index", fix)
        operand = self.visit_expression(node.slice)
        with self.at(node.slice):
            return self.semantic.index(operand)

    def _constant_index(self: FunctionBuilder, node: ast.Subscript, operand: Aggregate) -> int:
        index = self.visit_expression(node.slice)
        with self.at(node.slice):
            if not isinstance(index, Scalar) or not index.type.is_integer or index.constant is None:
                self.semantic.fail("not-static", "the index of a vector or tuple is a constant", "use a literal: `[0]`")
            place = index.constant + (len(operand.items) if index.constant < 0 else 0)
            if not 0 <= place < len(operand.items):
                self.semantic.fail("literal-range", f"index {index.constant} of {len(operand.items)} elements")
            return place

    def visit_Tuple(self: FunctionBuilder, node: ast.Tuple) -> Operand:
        items = [self.visit_expression(element) for element in node.elts]
        for element, item in zip(node.elts, items, strict=True):
            if isinstance(item, Memory | Static):
                with self.at(element):
                    self.semantic.scalar(item, "a tuple")
        return Aggregate(TupleType(tuple(type_of(item) for item in items)), items)

    def visit_BinOp(self: FunctionBuilder, node: ast.BinOp) -> Operand:
        left = self.visit_expression(node.left)
        right = self.visit_expression(node.right)
        return self.semantic.binary(OPERATORS[type(node.op)], left, right, (Text(node.left), Text(node.right)))

    def visit_UnaryOp(self: FunctionBuilder, node: ast.UnaryOp) -> Operand:
        operand = self.visit_expression(node.operand)
        if isinstance(node.op, ast.Not):
            return self.semantic.logical_not(operand, Text(node.operand))
        if isinstance(node.op, ast.Invert):
            return self.semantic.invert(operand, Text(node.operand))
        return self.semantic.negate(operand) if isinstance(node.op, ast.USub) else self.semantic.positive(operand)

    def visit_Compare(self: FunctionBuilder, node: ast.Compare) -> Operand:
        left = self.visit_expression(node.left)
        return self._comparisons(left, [node.left, *node.comparators], node.ops)

    def _comparisons(self: FunctionBuilder, left: Operand, nodes: list[ast.expr], ops: list[ast.cmpop]) -> Scalar:
        """``left < b < c``: each operand is evaluated once, and c only where ``left < b``."""
        op = COMPARISONS[type(ops[0])]
        if op not in ("==", "!=", "<", "<=", ">", ">="):
            fix = (
                f"use `{'==' if op == 'is' else '!='}`"
                if op.startswith("is")
                else "compare with each value, joined by `or`"
            )
            self.semantic.fail("unsupported-operator", f"kernels have no operator `{op}`", fix)
        right = self.visit_expression(nodes[1])
        first = self.semantic.compare(op, left, right, (Text(nodes[0]), Text(nodes[1])))
        if len(ops) == 1:
            return first
        return self._short_circuit(first, True, lambda: self._comparisons(right, nodes[1:], ops[1:]))

    def visit_BoolOp(self: FunctionBuilder, node: ast.BoolOp) -> Operand:
        return self._bool_operands(node, node.values)

    def _bool_operands(self: FunctionBuilder, node: ast.BoolOp, values: list[ast.expr]) -> Scalar:
        is_and = isinstance(node.op, ast.And)
        use = "`and`" if is_and else "`or`"
        operand = self.visit_expression(values[0])
        with self.at(values[0]):
            first = self.semantic.condition(operand, use, Text(values[0]))
        if len(values) == 1:
            return first
        return self._short_circuit(first, is_and, lambda: self._bool_operands(node, values[1:]))

    def _short_circuit(self: FunctionBuilder, first: Scalar, is_and: bool, rest: Any) -> Scalar:
        """``first and rest()`` or ``first or rest()``; the rest is evaluated by the lanes that need it.

        Where the rest may be evaluated by all, it is, and the result is one operation.
        """
        if first.constant is not None:
            return rest() if first.constant is is_and else first
        with self.semantic.inside(Block()) as block:
            second = rest()
        if second.constant is not None and self.semantic.is_speculatable(block):
            return first if second.constant is is_and else self.semantic.constant(not is_and)
        if self.semantic.is_speculatable(block):
            self.semantic.splice(block)
            values = [self.semantic.value(first), self.semantic.value(second)]
            return self.semantic.emit_scalar("arith.andi" if is_and else "arith.ori", values, first.type)
        other = Block()
        with self.semantic.inside(block):
            self.semantic.terminate(block, "scf.yield", [self.semantic.value(second)])
        with self.semantic.inside(other):
            short = self.semantic.value(self.semantic.constant(not is_and))
            self.semantic.terminate(other, "scf.yield", [short])
        regions = (block, other) if is_and else (other, block)
        return Scalar(first.type, self.semantic.if_(first, *regions, [first.type])[0])

    def visit_IfExp(self: FunctionBuilder, node: ast.IfExp) -> Operand:
        operand = self.visit_expression(node.test)
        with self.at(node.test):
            condition = self.semantic.condition(operand, "`if`", Text(node.test))
        if condition.constant is not None:
            return self.visit_expression(node.body if condition.constant else node.orelse)
        semantic = self.semantic
        with semantic.inside(Block()) as then:
            a = self.visit_expression(node.body)
        with semantic.inside(Block()) as otherwise:
            b = self.visit_expression(node.orelse)
        for side, choice in ((node.body, a), (node.orelse, b)):
            if isinstance(choice, Memory):
                with self.at(side):
                    semantic.fail("buffer-choice", f"`{Text(side)}` is chosen by a condition")
        texts = (Text(node.body), Text(node.orelse))
        if semantic.is_speculatable(then) and semantic.is_speculatable(otherwise):
            semantic.splice(then)
            semantic.splice(otherwise)
            return semantic.select(condition, a, b, (Text(node.test), *texts))
        a, b = semantic.unify_operands(a, b, texts)
        for block, choice in ((then, a), (otherwise, b)):
            with semantic.inside(block):
                values = semantic.flatten(choice)
            semantic.terminate(block, "scf.yield", values)
        kind = type_of(a)
        return semantic.unflatten(kind, iter(semantic.if_(condition, then, otherwise, semantic.flat_types(kind))))
