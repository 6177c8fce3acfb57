"""Expressions: each ``visit_`` method of the mixin turns a node of Python's syntax tree into an operand."""

from __future__ import annotations

import ast
import functools
import types
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn, TypeGuard

import numpy as np

from ...ir.matrices import Matrix as MatrixOfUser
from ...ir.module import Block
from ...ir.structs import StructType
from ...ir.types import Composite, DType, TupleType, VectorType, i32, u32
from ..semantic.core import At
from ..semantic.values import (
    NAMED,
    Aggregate,
    Handle,
    Image,
    Matrix,
    Memory,
    Operand,
    Pipe,
    Scalar,
    Static,
    Vector,
    describe,
    type_of,
)
from .advice import help_for, near_name
from .foreign import OVER_LANES, PACKAGES, help_for_path, method_of_vector, over_values
from .functions import HelperFunction
from .names import constant_operand, is_package_module
from .ops import INTRINSICS, Intrinsic

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
#: The types of literals that a kernel may contain. ``isinstance`` tests a tuple of classes in half the time of a union.
NUMBERS = (bool, int, float)
#: Nodes that access a part of another node's value.
PARTS = (ast.Attribute, ast.Subscript)
#: The types of an index.
INDICES = (i32, u32)
#: Marks an attribute that an object does not have.
_MISSING = object()
#: Expressions that kernels do not support: the name in the message, and the help.
UNSUPPORTED = {
    ast.Lambda: ("a lambda", "write a function decorated by `@wd.func`"),
    ast.ListComp: ("a list comprehension", "write a `for` loop"),
    ast.SetComp: ("a set comprehension", "write a `for` loop"),
    ast.DictComp: ("a dict comprehension", "write a `for` loop"),
    ast.GeneratorExp: ("a generator expression", "write a `for` loop"),
    ast.List: ("a list", "use a tuple, or an array: `wd.local_array(f32, 16)`"),
    ast.Dict: ("a dict", "use variables or a buffer"),
    ast.Set: ("a set", "use variables or a buffer"),
    ast.JoinedStr: ("a string", "kernels compute with numbers and bool"),
    ast.Yield: ("`yield`", "store the values into a `wd.RWBuffer` parameter"),
    ast.YieldFrom: ("`yield`", "store the values into a `wd.RWBuffer` parameter"),
    ast.Await: ("`await`", "remove it"),
    ast.NamedExpr: ("an assignment inside an expression", "assign on a line of its own"),
    ast.Starred: ("a starred expression", "write the values one by one"),
    ast.Slice: ("a slice", "loop over the indices with `range`"),
}


class Text:
    """The source text of a node, produced only when a message needs it."""

    __slots__ = ("node",)

    def __init__(self, node: ast.AST):
        self.node = node

    @property
    def parts(self) -> list[Text] | None:
        """The texts of the elements of a tuple; None for any other node."""
        return [Text(part) for part in self.node.elts] if isinstance(self.node, ast.Tuple) else None

    @property
    def bare(self) -> str:
        """The text without parentheses around it."""
        return ast.unparse(self.node)

    def __str__(self) -> str:
        text = self.bare
        return f"({text})" if isinstance(self.node, ast.BinOp | ast.BoolOp | ast.Compare | ast.IfExp) else text

    def with_operands(self, change: Callable[[Text], str]) -> str | None:
        """The text of arithmetic in which ``change`` has replaced each operand except literals; None for other text."""

        def is_arithmetic(node: ast.AST) -> TypeGuard[ast.BinOp]:
            return isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub | ast.Mult | ast.Div)

        def changed(node: ast.expr) -> ast.expr:
            if is_arithmetic(node):
                return ast.BinOp(changed(node.left), node.op, changed(node.right))
            if isinstance(node, ast.Constant):
                return node
            return ast.parse(change(Text(node)), mode="eval").body

        return ast.unparse(changed(self.node)) if is_arithmetic(self.node) else None


def tuple_in_memory(node: ast.expr, table: Aggregate) -> str:
    """The help for a tuple of values, the value of an expression, that is indexed by a value that lanes compute."""
    types = {item.type if isinstance(item, Scalar) else None for item in table.items}
    fix = "an index that lanes compute needs constants or memory: copy the values into a `wd.local_array`"
    if len(types) > 1 or None in types:
        return fix
    element, count = types.pop().name, len(table.items)
    name = node.id if isinstance(node, ast.Name) else "values"
    copy = f"`local = wd.local_array({element}, {count})`"
    return f"{fix}: {copy}, `for k in wd.static_range({count}): local[k] = {name}[k]`"


def is_table(operand: Operand) -> bool:
    """Whether an operand is a NumPy array outside of the kernel, which the kernel may read as a table of constants."""
    return isinstance(operand, Static) and isinstance(operand.object, np.ndarray)


def _is_slice(node: ast.expr) -> bool:
    """Whether a part of a subscript denotes several indices."""
    return isinstance(node, ast.Slice) or isinstance(node, ast.Constant) and node.value is ...


class Target(Text):
    """The source text of an augmented assignment's target, which no conversion can wrap."""

    __slots__ = ()
    is_target = True


@functools.cache
def visitor(kind: type[ast.AST]) -> str:
    """The name of the method that visits nodes of a class."""
    return f"visit_{kind.__name__}"


class ExpressionVisitor:
    """The part of ``FunctionBuilder`` that visits expressions."""

    def visit_expression(self: FunctionBuilder, node: ast.expr) -> Operand:
        """The operand of an expression. Builds operations in the current block, in Python's evaluation order."""
        kind = node.__class__
        # Half of all expressions are variables, which need no operations and no location.
        if kind is ast.Name:
            variable = self.state.env.get(node.id)
            if variable is not None and variable.value is not None:
                return variable.value
        if kind is ast.Constant and node.value.__class__ in NUMBERS:
            return self.semantic.constant(node.value)
        visit = getattr(self, visitor(kind), None)
        # Does what `at` does, without allocating an object.
        semantic = self.semantic
        outer = semantic.place
        semantic.place = self.source.place or node
        try:
            if visit is None:
                what, fix = UNSUPPORTED.get(type(node), (f"`{type(node).__name__}`", None))
                semantic.fail("unsupported-syntax", f"{what} cannot be used in a kernel", fix)
            return visit(node)
        finally:
            semantic.place = outer

    def at(self: FunctionBuilder, node: ast.AST) -> At:
        """A context manager that gives operations and errors the location of this node."""
        return At(self.semantic, self.source.place or node)

    def visit_Constant(self: FunctionBuilder, node: ast.Constant) -> Operand:
        if isinstance(node.value, NUMBERS):
            return self.semantic.constant(node.value)
        what = {str: "a string", bytes: "a string", complex: "a complex number", type(None): "`None`"}.get(
            type(node.value), "`...`"
        )
        fix = "kernels compute with numbers and bool"
        self.semantic.fail("unsupported-syntax", f"{what} cannot be used in a kernel", fix)

    def visit_Name(self: FunctionBuilder, node: ast.Name) -> Operand:
        variable = self.state.env.get(node.id)
        if variable is not None and variable.value is not None:
            return variable.value
        found, object = self.captures.lookup(node.id)
        if node.id in self.local_names:
            if found and not isinstance(object, types.BuiltinFunctionType | type):
                message = f"`{node.id}` is assigned in this function, so it is not the captured `{node.id}`"
                self.semantic.fail("assign-to-captured", f"{message}, which is read-only")
            if variable is not None and variable.reason:
                message = f"`{node.id}` may be unset here: {variable.reason}"
            else:
                message = f"`{node.id}` is read before it is set"
            self.semantic.fail("maybe-unset", message, f"set `{node.id}` on every path before it is read")
        if not found:
            self._unknown_name(node)
        return self.captures.operand(object, node.id)

    def _unknown_name(self: FunctionBuilder, node: ast.Name) -> NoReturn:
        local = [known for known in self.state.env if known.isidentifier()]
        near = near_name(node.id, [*local, *self.local_names])
        fix = f"did you mean `{near}`?" if near else self._foreign_help(node, [node.id])
        self.semantic.fail("unknown-name", f"unknown name `{node.id}`", fix)

    def _foreign_help(self: FunctionBuilder, node: ast.expr, parts: list[str]) -> str | None:
        """The help for an unknown name, ``parts``, with the attributes and the arguments that follow it."""
        parents = {id(child): one for one in ast.walk(self.source.node) for child in ast.iter_child_nodes(one)}
        above = parents.get(id(node))
        while isinstance(above, ast.Attribute):
            parts, node = [*parts, above.attr], above
            above = parents.get(id(node))
        arguments = above.args if isinstance(above, ast.Call) and above.func is node else None
        return help_for_path(parts, arguments, self.module.attributes)

    def visit_Attribute(self: FunctionBuilder, node: ast.Attribute) -> Operand:
        owner = node.value
        if owner.__class__ is ast.Name and owner.id not in self.state.env:
            known = self.captures.members.get((owner.id, node.attr))
            if known is not None:
                return known
        if self._is_component_in_memory(node):
            return self.read(self.place(node, False))
        operand = self.visit_expression(owner)
        if isinstance(operand, Aggregate) and isinstance(operand.type, StructType):
            return self.semantic.field(operand, node.attr, Text(owner))
        if isinstance(operand, Vector):
            if len(node.attr) > 2:
                self.refuse_method(node, operand)
            places = self.semantic.positions(operand.type, node.attr, Text(owner))
            return self.semantic.swizzle(operand, places)
        if isinstance(operand, Static):
            found = getattr(operand.object, node.attr, _MISSING)
            if found is not _MISSING:
                made = self.captures.operand(found, node.attr, operand)
                self._check_language(node, operand, made)
                if owner.__class__ is ast.Name and isinstance(made, Static) and owner.id not in self.state.env:
                    self.captures.members[owner.id, node.attr] = made
                return made
            if not isinstance(operand.object, types.ModuleType) and not callable(operand.object):
                self.semantic.number(operand)  # An array or a list: fails with help.
            fix = None
            if is_package_module(operand.object):
                fix = self._foreign_help(node, [node.attr]) or "docs/intrinsics.md lists the functions"
            elif isinstance(operand.object, Intrinsic | HelperFunction):
                fix = f"call it: `{operand.path}().{node.attr}`"
            self.semantic.fail("unknown-name", f"`{operand.path}` has no `{node.attr}`", fix)
        if isinstance(operand, Pipe):
            self.refuse_member(operand, node)
        if isinstance(operand, Memory) and node.attr == "shape":
            return self.semantic.shape(operand)
        if isinstance(operand, Memory):
            text = Text(node.value)
            fix = f"buffers and arrays have no members: read an element, `{text}[i]`"
            over = over_values(node.attr, str(text), operand)
            if over is not None:
                fix = over
            elif node.attr.lower() in ("size", "length", "getdimensions"):
                fix = f"its shape is `{text}.shape`" if operand.type.rank > 1 else f"its length is `len({text})`"
            elif node.attr == "ndim":
                fix = f"it is a constant: write `{operand.type.rank}`"
            elif node.attr in ("astype", "view"):
                fix = f"convert elements: `f32({text}[i])`, `u32({text}[i])`"
            elif node.attr in ("reshape", "T", "transpose", "flatten", "ravel", "strides"):
                fix = f"the shape of `{text}` is that of the argument: pass another view of the array"
                if operand.type.rank == 1:
                    fix = f"compute the index, `{text}[y * width + x]`, or give `{text}` two dimensions, `{text}[y, x]`"
            elif node.attr in ("copy", "sort"):
                fix = f"each lane loads and stores elements, `{text}[i]`"
            elif node.attr in ("fill", "zero") and operand.type.writable:
                fix = f"let each lane store elements: `{text}[i] = 0`"
            elif node.attr in ("Append", "Consume", "IncrementCounter", "DecrementCounter"):
                fix = f"keep the count in another buffer: `{text}[wd.atomic_add(count, 0, u32(1))]` is the next element"
            elif node.attr.startswith("Interlocked"):
                fix = help_for(node.attr, False) or fix
            self.semantic.fail("unknown-attribute", f"{describe(operand)} has no `.{node.attr}`", fix)
        fix = None
        if isinstance(operand, Image):
            text = Text(node.value)
            fix = f"its width is `wd.image_size({text}).x`"
            if node.attr == "Load":
                fix = f"read a texel: `{text}[x, y]`"
            elif node.attr.startswith(("Sample", "Gather")):
                fix = f"images have no sampler: read texels, `{text}[x, y]`, and interpolate between them"
        elif isinstance(operand, Scalar):
            bare = Text(node.value).bare
            fix = f"a scalar has no components: write `{bare}`"
            if node.attr in ("astype", "to", "cast"):
                fix = f"convert it: `f32({bare})`, `u32({bare})`"
            elif node.attr == "item":
                fix = f"it is a number already: write `{bare}`"
            elif (over := over_values(node.attr, bare, operand)) is not None:
                fix = over
            elif node.attr in INTRINSICS:
                fix = f"call the function: `wd.{node.attr}({bare})`"
            elif node.attr in ("clip", "bit_count"):
                meant, rest = ("clamp", ", low, high") if node.attr == "clip" else ("countbits", "")
                fix = f"call the function: `wd.{meant}({bare}{rest})`"
        elif isinstance(operand, Aggregate):
            fix = f"a tuple has elements: `{Text(node.value)}[0]`"
        elif isinstance(operand, Matrix):
            fix = f"its shape is the constant {operand.type.shape}"
            if node.attr in ("T", "mT", "transpose"):
                fix = 'load it transposed: `wd.matrix_load(..., layout="column_major")`'
        self.semantic.fail("unknown-attribute", f"a value of type {describe(operand)} has no `.{node.attr}`", fix)

    def _check_language(self: FunctionBuilder, node: ast.Attribute, owner: Static, made: Operand) -> None:
        """Rejects functions and ids of a module of another language, such as Numba's ``cuda``."""
        if not isinstance(owner.object, types.ModuleType) or owner.object.__name__.split(".")[0] not in PACKAGES:
            return
        # A module of the user may have the same name.
        ours = (types.ModuleType, HelperFunction, Intrinsic, DType, VectorType)
        if isinstance(made, Static) and not isinstance(made.object, ours):
            fix = self._foreign_help(node, made.path.split("."))
            self.semantic.fail("captured-value", f"`{made.path}` belongs to another language", fix)

    def refuse_method(self: FunctionBuilder, node: ast.Attribute, operand: Vector) -> None:
        """Reports a method of a vector that NumPy or another language has."""
        name, text = node.attr, str(Text(node.value))
        arguments = (
            next(
                (one.args for one in ast.walk(self.source.node) if isinstance(one, ast.Call) and one.func is node), None
            )
            if name in OVER_LANES or method_of_vector(name, text, None)
            else None
        )
        fix = over_values(name, text, operand) or method_of_vector(name, text, arguments)
        if fix is not None:
            self.semantic.fail("unknown-attribute", f"`{text}`, a {operand.type.name}, has no `.{name}`", fix)

    def _is_component_in_memory(self: FunctionBuilder, node: ast.Attribute | ast.Subscript) -> bool:
        """Whether a node is ``memory[i].x``, ``memory[i].zy`` or ``memory[i][0]``, which read only these components."""
        inner = node.value
        while isinstance(inner, PARTS):
            memory = self.peek(inner.value)
            if isinstance(inner, ast.Subscript) and isinstance(memory, Memory):
                return isinstance(memory.type.element, Composite)
            inner = inner.value
        return False

    def peek(self: FunctionBuilder, node: ast.expr) -> Operand | None:
        """The current operand of a local variable; None for any other node."""
        known = self.state.env.get(node.id) if isinstance(node, ast.Name) else None
        return None if known is None else known.value

    def visit_Subscript(self: FunctionBuilder, node: ast.Subscript) -> Operand:
        if self._is_component_in_memory(node):
            return self.read(self.place(node, False))
        operand = self.visit_expression(node.value)
        if isinstance(operand, Memory):
            return self.semantic.load(operand, self.visit_index(node, operand))
        if isinstance(operand, Image):
            return self.semantic.image_load(operand, self.visit_coordinates(node, operand))
        is_struct = isinstance(operand, Aggregate) and isinstance(operand.type, StructType)
        if not is_struct and (isinstance(operand, Aggregate | Vector) or is_table(operand)):
            element = self.lookup(operand, node)
            if element is not None:
                return element
        if isinstance(operand, Vector):
            return self.semantic.component(operand, self.constant_index(node, operand))
        if is_struct:
            fix = f"take a field: `{Text(node.value)}.{operand.type.names[0]}`"
            self.semantic.fail("value-type", f"`{Text(node.value)}`, a {describe(operand)}, has no elements", fix)
        if isinstance(operand, Aggregate):
            return operand.item(self.constant_index(node, operand))
        if isinstance(operand, Static):
            self._refuse_element(operand, node)
        if isinstance(operand, Pipe):
            fix = "`acquire` and `wait` return the index of a stage in arrays of the kernel"
            self.semantic.fail("value-type", f"`{Text(node.value)}`, a pipe, has no elements", fix)
        fix = f"write `{Text(node.value).bare}`"
        if isinstance(operand, Matrix):
            fix = self.semantic.advice_on_matrix(operand.type, Text(node.value))
            self.semantic.fail("matrix-as-value", f"`{Text(node.value)}`, a {describe(operand)}, has no elements", fix)
        self.semantic.fail("value-type", f"a value of type {describe(operand)} has no elements", fix)

    def _refuse_element(self: FunctionBuilder, operand: Static, node: ast.Subscript) -> NoReturn:
        """Reports an index into a Python object."""
        object = operand.object
        if object is MatrixOfUser:
            fix = "give each matrix a variable of its own, `total = wd.matrix_fill(0.0, f32, (8, 8))`; to keep elements, store"
            fix += " the matrix to a buffer or a groupshared array by `wd.matrix_store`"
            self.semantic.fail("matrix-as-value", "arrays, structs and parameters of kernels hold no matrices", fix)
        # A string is no value of a kernel, but may be the key of a dict.
        index = self.visit_expression(node.slice) if isinstance(node.slice, ast.Name) else None
        constant = index.constant if isinstance(index, Scalar) else None
        key = node.slice.value if isinstance(node.slice, ast.Constant) else constant
        if isinstance(object, dict | list) and key is not None:
            try:
                is_number = constant_operand(object[key]) is not None
            except (LookupError, TypeError):
                is_number = False
            if is_number:
                kind = f"Python {type(object).__name__}"
                fix = f"take the element at compile time: `wd.static({Text(node)})`"
                self.semantic.fail("captured-value", f"`{operand.path}` is a {kind}, which kernels cannot use", fix)
        if isinstance(object, list) and object and key is None:
            table = constant_operand(tuple(object))
            if isinstance(table, Aggregate):
                fix = f"make it a tuple outside of the kernel: `{operand.path} = tuple({operand.path})`"
                message = f"`{operand.path}` is a Python list, which kernels cannot use"
                self.semantic.fail("captured-value", message, fix)
        self.semantic.scalar(operand, "indexing")
        raise AssertionError("a Python object is not a number")

    def visit_coordinates(self: FunctionBuilder, node: ast.Subscript, image: Image) -> tuple[Operand, ...]:
        """The coordinates of an image access: ``image[x, y]``, or ``image[v]`` with a vector of as many components."""
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        operands = [self.visit_expression(part) for part in parts]
        if len(operands) == 1:
            operands = self.semantic.components_of_coordinate(operands[0], image)
        if len(operands) != image.type.rank:
            with self.at(node.slice):
                self.semantic.refuse_coordinates(image, len(operands), Text(node.value))
        if len(parts) == image.type.rank:
            for part, operand, axis in zip(parts, operands, "xyz", strict=False):
                with self.at(part):
                    self.semantic.coordinate(operand, image, Text(part), axis)
        return tuple(operands)

    def visit_index(self: FunctionBuilder, node: ast.Subscript, memory: Memory) -> Operand:
        """The index of a memory access: one, or a tuple of one for each dimension."""
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if any(map(_is_slice, parts)):
            self._refuse_slice(node, memory)
        operand = self.visit_expression(node.slice)
        rank = memory.type.rank
        if operand.__class__ is Scalar and operand.value is not None and operand.type in INDICES and rank == 1:
            return operand
        text = Text(node.value)
        with self.at(node.slice):
            items = self.semantic.split_index(memory, operand, text)
        if len(parts) != rank:
            with self.at(node.slice):
                return self.semantic.indices(memory, operand, Text(node.slice), text)
        made = []
        for axis, (part, item) in enumerate(zip(parts, items, strict=True)):
            with self.at(part):
                made.append(self.semantic.index_of(memory, item, Text(part), text, axis))
        return made[0] if rank == 1 else self.semantic.joined(made)

    def _refuse_slice(self: FunctionBuilder, node: ast.Subscript, memory: Memory) -> NoReturn:
        """Reports a slice of memory."""
        text, part = Text(node.value), node.slice
        if memory.type.rank > 1:
            parts = part.elts if isinstance(part, ast.Tuple) else [part]
            with self.at(next(filter(_is_slice, parts))):
                names = ", ".join(("z", "y", "x")[-memory.type.rank :])
                fix = f"let each lane access its element, `{text}[{names}]`, or loop over the indices"
                fix += "; to use a part of an array, pass a view of it"
                message = f"{describe(memory)} takes {memory.type.rank} indices, and a slice cannot be used in a kernel"
                self.semantic.fail("unsupported-syntax", message, fix)
        bounds = [str(Text(part.lower))] if isinstance(part, ast.Slice) and part.lower is not None else []
        upper = part.upper if isinstance(part, ast.Slice) else None
        end = f"len({text})" if upper is None else str(Text(upper))
        with self.at(part):
            loop = f"for i in range({', '.join([*bounds, end])}):"
            fix = f"let each lane access its element, `{text}[i]`, or loop: `{loop}`"
            message = f"{describe(memory)} takes one index, and a slice cannot be used in a kernel"
            self.semantic.fail("unsupported-syntax", message, fix)

    def constant_index(self: FunctionBuilder, node: ast.Subscript, operand: Vector | Aggregate) -> int:
        """The constant index of a component of a vector or of an element of a tuple, counted from the first."""
        count = operand.type.size if isinstance(operand, Vector) else len(operand.items)
        index = self.visit_expression(node.slice)
        with self.at(node.slice):
            if not isinstance(index, Scalar) or not index.type.is_integer or index.constant is None:
                if isinstance(operand, Vector):
                    text = Text(node.value)
                    fix = f"use a number from 0 to {count - 1}: `{text}[0]`"
                    if isinstance(index, Scalar):
                        choice = f"{text}.{'xyzw'[count - 1]}"
                        for place in reversed(range(count - 1)):
                            choice = f"wd.select({Text(node.slice)} == {place}, {text}.{'xyzw'[place]}, {choice})"
                        fix = f"keep the components in a `wd.local_array`, or choose: `{choice}`, or unroll the loop:"
                        fix += " `wd.static_range`"
                    message = f"the index of a component must be a constant, got `{Text(node.slice).bare}`"
                    self.semantic.fail("vector-index", message, fix)
                message = f"the index of a tuple must be a constant, got `{Text(node.slice).bare}`"
                self.semantic.fail("not-static", message, tuple_in_memory(node.value, operand))
            place = index.constant + (count if index.constant < 0 else 0)
            if not 0 <= place < count:
                what = "component" if isinstance(operand, Vector) else "element"
                message = f"index {index.constant} is out of bounds: `{Text(node.value)}` has {count} {what}s"
                self.semantic.fail("literal-range", message, f"use an index from 0 to {count - 1}")
            return place

    def visit_Tuple(self: FunctionBuilder, node: ast.Tuple) -> Operand:
        items = [self.visit_expression(element) for element in node.elts]
        for element, item in zip(node.elts, items, strict=True):
            if isinstance(item, NAMED):
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
        sign = self.semantic.negate if isinstance(node.op, ast.USub) else self.semantic.positive
        return sign(operand, Text(node.operand))

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
        return self.short_circuit(first, is_and, lambda: self._bool_operands(node, values[1:]))

    def short_circuit(self: FunctionBuilder, first: Scalar, is_and: bool, rest: Any) -> Scalar:
        """``first and rest()`` or ``first or rest()``; only the lanes that need the rest evaluate it.

        If the rest is speculatable, all lanes evaluate it and the result is a single operation.
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
            return self.semantic.compute("arith.andi" if is_and else "arith.ori", values, first.type)
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
            if isinstance(choice, Handle):
                with self.at(side):
                    self.refuse_choice((choice,), f"a condition cannot choose `{Text(side)}`")
        texts = (Text(node.body), Text(node.orelse))
        if semantic.is_speculatable(then) and semantic.is_speculatable(otherwise):
            semantic.splice(then)
            semantic.splice(otherwise)
            return semantic.select(condition, a, b, (Text(node.test), *texts))
        kind = semantic.joint_type(a, b, "a choice", texts)
        for block, choice in ((then, a), (otherwise, b)):
            with semantic.inside(block):
                values = semantic.flatten(semantic.become(choice, kind))
            semantic.terminate(block, "scf.yield", values)
        made = semantic.unflatten(kind, iter(semantic.if_(condition, then, otherwise, semantic.flat_types(kind))))
        return semantic.with_origin_of(made, a, b)
