"""Tables of constants: captured tuples and NumPy arrays, read at an index that lanes compute."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from ...ir.bfloat16 import numbers_of
from ..semantic.values import Aggregate, Operand, Scalar, Static
from .expressions import Text
from .names import scalar_type

if TYPE_CHECKING:
    from .function_builder import FunctionBuilder


class TableVisitor:
    """The part of ``FunctionBuilder`` that visits an index into a table of constants."""

    def lookup(self: FunctionBuilder, operand: Operand, node: ast.Subscript) -> Operand | None:
        """The element at an index that lanes compute; None if the operand is not a table, or the index is a
        constant."""
        if isinstance(operand, Static):
            return self._array_element(operand, node)
        items = operand.items if isinstance(operand, Aggregate) else operand.parts
        if items is None or not all(isinstance(item, Scalar) and item.constant is not None for item in items):
            return None
        index = self.visit_expression(node.slice)
        if not isinstance(index, Scalar) or index.constant is not None:
            return None
        with self.at(node.slice):
            index = self.semantic.index(index, Text(node.slice), length=self.semantic.spelling.length(Text(node.value)))
        return self.semantic.lookup(self.semantic.table(items, Text(node.value)), index, Text(node.value))

    def _array_element(self: FunctionBuilder, operand: Static, node: ast.Subscript) -> Operand:
        """An element of a captured NumPy array."""
        array, text = operand.object, Text(node.value)
        if array.ndim != 1:
            fix = f"flatten it outside of the kernel, `{text} = {text}.ravel()`, and compute the index: `y * width + x`"
            message = f"`{text}` is a NumPy array of {array.ndim} dimensions, and a table of constants has one"
            self.semantic.fail("captured-value", message, fix)
        element = scalar_type(array.dtype)
        if element is None:
            message = f"`{text}` is a NumPy array of {array.dtype}, which kernels do not have"
            self.semantic.fail(
                "captured-value", message, f"convert it outside of the kernel: `{text}.astype(np.int32)`"
            )
        self.captures.constant(operand)
        items = [Scalar(element, constant=value) for value in numbers_of(array)]
        index = self.visit_expression(node.slice)
        with self.at(node.slice):
            if isinstance(index, Scalar) and index.constant is not None and index.type.is_integer:
                place = index.constant + (len(items) if index.constant < 0 else 0)
                if not 0 <= place < len(items):
                    message = f"index {index.constant} is out of bounds: `{text}` has {len(items)} elements"
                    self.semantic.fail("literal-range", message, f"use an index from 0 to {len(items) - 1}")
                return items[place]
            index = self.semantic.index(index, Text(node.slice), length=self.semantic.spelling.length(text))
        return self.semantic.lookup(self.semantic.table(items, text), index, text)
