"""The calls that make and use values of structs."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NoReturn

from ...ir.module import Block
from ...ir.structs import StructType, bind_fields
from ..semantic.values import Aggregate, Call, Memory, Operand, Static, type_of
from .expressions import PARTS, Text
from .functions import HelperFunction
from .ops import Intrinsic

if TYPE_CHECKING:
    from .function_builder import FunctionBuilder


class StructVisitor:
    """The part of ``FunctionBuilder`` that visits calls of structs and of their methods, and atomics on fields."""

    def struct(self: FunctionBuilder, type: StructType, node: ast.Call) -> Operand:
        """``Particle(position, mass=1.0)``."""

        def refuse(message: str, fix: str) -> NoReturn:
            self.semantic.fail("wrong-arguments", message, fix)

        keywords = {keyword.arg: keyword.value for keyword in node.keywords}
        nodes = bind_fields(type, node.args, keywords, refuse)
        # In Python's order of evaluation.
        values = {id(part): self.visit_expression(part) for part in [*node.args, *keywords.values()]}
        items = []
        for (name, part), element in zip(nodes.items(), type.elements, strict=True):
            with self.at(part):
                use = f"field `{name}` of `{type.name}`"
                items.append(self.semantic.coerce(values[id(part)], element, use, Text(part)))
        return Aggregate(type, items)

    def method_of(self: FunctionBuilder, node: ast.expr) -> HelperFunction | None:
        """The method that a callee such as ``particle.speed`` or ``particles[i].speed`` names."""
        if not isinstance(node, ast.Attribute):
            return None
        root: ast.expr = node.value
        while isinstance(root, PARTS):
            root = root.value
        known = self.state.env.get(root.id) if isinstance(root, ast.Name) else None
        value = known and known.value
        if value is None and not isinstance(root, ast.Call) or isinstance(value, Static):
            return None
        # Only the type matters; the call evaluates the owner again.
        with self.semantic.inside(Block()):
            type = type_of(self.visit_expression(node.value))
        return type.methods.get(node.attr) if isinstance(type, StructType) else None

    def call_method(self: FunctionBuilder, method: HelperFunction, node: ast.Call) -> Operand | None:
        """``owner.method(arguments)``: the owner is the first argument."""
        owner = node.func.value
        call = ast.copy_location(ast.Call(node.func, [owner, *node.args], node.keywords), node)
        return self._helper(method, call)

    def is_field_in_memory(self: FunctionBuilder, node: ast.expr) -> bool:
        """Whether a node is a part of a struct in memory, such as ``counters[i].hits``."""
        inner = node
        while isinstance(inner, PARTS):
            memory = self.peek(inner.value)
            if isinstance(inner, ast.Subscript) and isinstance(memory, Memory):
                return inner is not node and isinstance(memory.type.element, StructType)
            inner = inner.value
        return False

    def atomic_on_field(self: FunctionBuilder, intrinsic: Intrinsic, node: ast.Call) -> Operand | None:
        """``wd.atomic_add(counters[i].hits, 1)``: the place of the field is the memory and the index."""
        target = node.args[0]
        bound = ast.copy_location(ast.Call(node.func, [target, target, *node.args[1:]], node.keywords), node)
        rest = list(self.bind(intrinsic.parameters, bound, f"wd.{intrinsic.name}").values())[2:]
        with self.at(target):
            place = self.place(target)
        operands = [self.visit_expression(part) for part in rest]
        with self.at(target):
            memory = self.semantic.scalar_field(place.container, place.path, place.places, Text(target))
        texts = [Text(target), Text(target), *map(Text, rest)]
        return intrinsic.build(self.semantic, Call(intrinsic.name, [memory, *place.index, *operands], texts))
