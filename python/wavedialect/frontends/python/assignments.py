"""Assignments to variables, elements of arrays and images, components of vectors, and tuples of these."""

from __future__ import annotations

import ast
import contextlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn

from ...ir.matrices import MatrixType
from ...ir.structs import StructType, as_element_type
from ...ir.types import BufferType, DType, ImageType, TupleType, VectorType, byte_advice, like, nearest_type
from ..semantic.core import COMPONENTS, Phrase
from ..semantic.values import (
    NAMED,
    Aggregate,
    Handle,
    Image,
    Memory,
    Number,
    Operand,
    Scalar,
    Static,
    Vector,
    describe,
    type_of,
)
from .expressions import OPERATORS, PARTS, Target, Text
from .state import Variable

if TYPE_CHECKING:
    from .function_builder import FunctionBuilder


@dataclass(eq=False, slots=True)
class Place:
    """The target of an assignment: a variable (``name``), or an element of memory or an image (``container`` at
    ``index``). ``path`` leads to a field of a struct, or to an element of an array in it; ``places`` are the components
    to write if the target names components of a vector."""

    text: Any
    name: str | None = None
    container: Memory | Image | None = None
    index: tuple[Operand, ...] = ()
    places: tuple[int, ...] | None = None
    path: tuple[int, ...] = ()

    @property
    def is_whole(self) -> bool:
        """Whether it is a whole variable or element."""
        return self.places is None and not self.path


class AssignmentVisitor:
    """The part of ``FunctionBuilder`` that visits assignments."""

    def visit_Assign(self: FunctionBuilder, node: ast.Assign) -> None:
        operand = self.visit_expression(node.value)
        for target in node.targets:
            self.assign(target, operand, node.value)

    def visit_AnnAssign(self: FunctionBuilder, node: ast.AnnAssign) -> None:
        annotation = self.visit_expression(node.annotation)
        type = as_element_type(annotation.object) if isinstance(annotation, Static) else None
        if type is None or not isinstance(node.target, ast.Name):
            with self.at(node.annotation):
                message = f"`{Text(node.annotation)}` is not a valid type of a variable"
                nearest = nearest_type(annotation.object) if isinstance(annotation, Static) else None
                fix = f"write `{nearest.name}`" if nearest else "use a type such as u32, f32 or float3"
                if isinstance(annotation, Static):
                    fix = byte_advice(annotation.object) or fix
                self.semantic.fail("value-type", message, fix)
        if node.value is None:
            return
        operand = self.visit_expression(node.value)
        with self.at(node.value):
            operand = self.semantic.coerce(operand, type, f"`{node.target.id}`", Text(node.value))
        self.assign(node.target, operand)

    def visit_AugAssign(self: FunctionBuilder, node: ast.AugAssign) -> None:
        op = OPERATORS[type(node.op)]
        texts = (Target(node.target), Text(node.value))
        with self.at(node.target):
            place = self.place(node.target)
            old = self.read(place)
        new = self.semantic.binary(op, old, self.visit_expression(node.value), texts)
        if place.name is not None and place.is_whole:
            # Passes no `value`: a type mismatch would come from the operator, whose operands have two types.
            self.assign_name(place.name, new)
        else:
            self._write(place, new)

    def assign(self: FunctionBuilder, target: ast.expr, operand: Operand, value: ast.expr | None = None) -> None:
        """Assigns to a name, an element, a component, or a tuple of targets; ``value`` is the node of the operand."""
        with self.at(target):
            if target.__class__ is ast.Name:
                self.assign_name(target.id, operand, value)
            elif isinstance(target, PARTS):
                place = self.place(target)
                with self.at(value or target):
                    operand = self._fitting(place, operand, Text(value) if value is not None else None)
                self._write(place, operand)
            elif isinstance(target, ast.Tuple | ast.List):
                self._unpack(target.elts, operand, value)
            else:
                self.semantic.fail("unsupported-syntax", f"`{Text(target)}` cannot be assigned", "assign to a variable")

    # Elements and components.

    def place(self: FunctionBuilder, node: ast.expr, written: bool = True) -> Place:
        """The place of an assignment target, or (not ``written``) of a component in memory that is read. Evaluates each
        index once."""
        semantic = self.semantic
        if isinstance(node, ast.Name):
            self.visit_Name(node)
            if node.id not in self.state.env:
                message = f"`{node.id}` is captured from outside, and captured names are read-only"
                fix = "copy it to a variable, and assign to the copy"
                if isinstance(self.visit_Name(node), Static):
                    fix = "store into a `wd.RWBuffer` parameter, or into `wd.local_array(f32, 16)`"
                semantic.fail("assign-to-captured", message, fix)
            return Place(Text(node), node.id)
        if not isinstance(node, PARTS):
            message = f"a part of `{Text(node)}` cannot be assigned"
            semantic.fail("value-type", message, "assign it to a variable first")
        with self.at(node.value):
            inner = self.place(node.value, written)
        container = self.peek(node.value)
        if isinstance(node, ast.Subscript) and isinstance(container, Memory):
            if written:
                semantic.check_writable(container, Text(node.value))
            return Place(inner.text, None, container, (self.visit_index(node, container),))
        if isinstance(node, ast.Subscript) and isinstance(container, Image):
            semantic.check_image_writable(container, Text(node.value))
            return Place(inner.text, None, container, self.visit_coordinates(node, container))
        type = self._type(inner)
        if isinstance(type, StructType) and isinstance(node, ast.Attribute):
            part = semantic.field_index(type, node.attr, Text(node.value))
            return Place(Text(node), inner.name, inner.container, inner.index, None, (*inner.path, part))
        if inner.path and isinstance(type, TupleType) and isinstance(node, ast.Subscript):
            part = self.constant_index(node, Aggregate(type, list(type.elements)))
            return Place(Text(node), inner.name, inner.container, inner.index, None, (*inner.path, part))
        if not isinstance(type, VectorType):
            what = describe(container) if container is not None else type.name
            if isinstance(node, ast.Attribute):
                if not written:
                    semantic.fail("unknown-attribute", f"`{Text(node.value)}`, {what}, has no `.{node.attr}`")
                if isinstance(container, Memory) and node.attr == "shape":
                    decides = "the array that is passed" if isinstance(container.type, BufferType) else "its size"
                    index = ", ".join("zyx"[-container.type.rank :]) if container.type.rank > 1 else "i"
                    fix = f"{decides} determines the shape; to store an element, write `{Text(node.value)}[{index}] = ...`"
                    semantic.fail("value-type", f"`{Text(node)}` cannot be assigned", fix)
                fix = f"assign to `{Text(node.value)}`" if isinstance(type, DType) else "only vectors have components"
                if isinstance(container, Memory):
                    part = f".{node.attr}" if isinstance(container.type.element, VectorType) else ""
                    fix = f"store into an element: `{Text(node.value)}[i]{part} = ...`"
                semantic.fail("unknown-attribute", f"`{Text(node.value)}`, {what}, has no `.{node.attr}`", fix)
            if not written:
                semantic.fail("value-type", f"`{Text(node.value)}`, {what}, has no elements", "remove the index")
            fix = "store into a `wd.RWBuffer`, groupshared or local array"
            if isinstance(type, StructType):
                fix = f"assign to a field: `{Text(node.value)}.{type.names[0]}`"
            elif isinstance(type, TupleType):
                fix = "make a new tuple, or use variables"
            semantic.fail("value-type", f"an element of `{Text(node.value)}`, {what}, cannot be assigned", fix)
        if isinstance(node, ast.Attribute):
            if not written and len(node.attr) > 2:
                self.refuse_method(node, Vector(type))
            places = semantic.positions(type, node.attr, Text(node.value))
            if written:
                semantic.check_written(places, Text(node))
            if isinstance(inner.container, Image):
                place = inner.container.type.coordinates
                fix = f"write the whole texel: `{inner.text}[{place}] = wd.{type.name}(...)`"
                semantic.fail("image-component", f"a component of a texel, `{Text(node)}`, cannot be written", fix)
        else:
            places = [self.constant_index(node, Vector(type))]
        if inner.places is not None:
            places = [inner.places[place] for place in places]
        return Place(Text(node), inner.name, inner.container, inner.index, tuple(places), inner.path)

    def _type(self: FunctionBuilder, place: Place, in_memory: bool = False) -> Any:
        """The type of the value at a place; ``in_memory`` is true for the type with which memory holds it."""
        if place.name is not None:
            whole = type_of(self.state.env[place.name].value) if place.name in self.state.env else None
        else:
            container = place.container.type
            whole = container.texel if isinstance(container, ImageType) else container.element
            whole = whole if in_memory else whole.value
        for part in place.path:
            whole = whole.elements[part]
        if place.places is None:
            return whole
        return whole.element if len(place.places) == 1 else VectorType(whole.element, len(place.places))

    def read(self: FunctionBuilder, place: Place) -> Operand:
        """The value at a place; loads only the named components of a vector in memory."""
        semantic, container = self.semantic, place.container
        if isinstance(container, Memory) and place.path:
            return semantic.load_part(container, *place.index, place.path, place.places)
        if isinstance(container, Memory) and place.places is not None:
            loaded = {part: semantic.load(container, *place.index, part) for part in dict.fromkeys(place.places)}
            if len(place.places) == 1:
                return loaded[place.places[0]]
            return semantic.construct(self._type(place), [loaded[part] for part in place.places], [])
        if isinstance(container, Memory):
            return semantic.load(container, *place.index)
        if isinstance(container, Image):
            whole = semantic.image_load(container, place.index)
        else:
            whole = self.state.env[place.name].value
            for part in place.path:
                whole = whole.item(part)
        return whole if place.places is None else semantic.swizzle(whole, place.places)

    def _fitting(self: FunctionBuilder, place: Place, operand: Operand, text: Any = None) -> Operand:
        """The operand coerced to the type of the place; ``text`` is the operand's source text."""
        form = "`{}`"
        if place.is_whole:
            form = "a texel of `{}`" if isinstance(place.container, Image) else "an element of `{}`"
        return self.semantic.stored(operand, self._type(place, in_memory=True), Phrase(form, place.text), text)

    def _write(self: FunctionBuilder, place: Place, operand: Operand) -> None:
        semantic, container = self.semantic, place.container
        number: Any = self._fitting(place, operand)
        if isinstance(container, Memory) and place.path:
            semantic.store_part(container, *place.index, place.path, place.places, number)
        elif isinstance(container, Memory) and place.places is not None:
            for part, scalar in zip(place.places, semantic.components(number), strict=True):
                semantic.store_component(container, *place.index, part, scalar)
        elif isinstance(container, Memory):
            semantic.store(container, *place.index, number, place.text)
        elif isinstance(container, Image):
            semantic.image_store(container, place.index, number, place.text)
        else:
            made = whole = self.state.env[place.name].value
            for part in place.path:
                made = made.item(part)
            made = number if place.places is None else semantic.with_components(made, place.places, number)
            if place.path:
                made = semantic.with_item(whole, place.path, made)
            self.state.env[place.name] = Variable(self.named(made, place.name), semantic.location)

    # Tuples and names.

    def _unpack(
        self: FunctionBuilder, targets: list[ast.expr], operand: Operand, value: ast.expr | None = None
    ) -> None:
        for target in targets:
            if isinstance(target, ast.Starred):
                with self.at(target):
                    self.semantic.fail(
                        "unsupported-syntax", "a starred expression cannot be used in a kernel", "name each value"
                    )
        if not isinstance(operand, Aggregate) or isinstance(operand.type, StructType):
            fix = None
            if isinstance(operand, Vector) and len(targets) <= operand.type.size and value is not None:
                parts = ", ".join(f"{Text(value)}.{part}" for part in COMPONENTS[: len(targets)])
                fix = f"take the components: `{parts}`"
            self.semantic.fail("tuple-size", f"{len(targets)} names for one value, {describe(operand)}", fix)
        if len(targets) != len(operand.items):
            self.semantic.fail("tuple-size", f"{len(targets)} names for {len(operand.items)} values")
        parts = (
            value.elts if isinstance(value, ast.Tuple) and len(value.elts) == len(targets) else [None] * len(targets)
        )
        for index, (target, part) in enumerate(zip(targets, parts, strict=True)):
            self.assign(target, operand.item(index), part)

    def assign_name(self: FunctionBuilder, name: str, operand: Operand, value: ast.expr | None = None) -> None:
        """Sets a variable, which keeps the type of its first value; ``value`` is the node of the operand."""
        known = self.state.env.get(name)
        semantic = self.semantic
        if known is None or known.value is None:
            made = operand
            if not isinstance(operand, Scalar) or operand.weak:
                with self.at(value) if value is not None else contextlib.nullcontext():
                    made = semantic.typed(operand, name)
        else:
            made = self._retyped(name, known, operand, value)
        self.state.env[name] = Variable(self.named(made, name), semantic.location)

    def _retyped(
        self: FunctionBuilder, name: str, known: Variable, operand: Operand, value: ast.expr | None
    ) -> Operand:
        semantic, old = self.semantic, type_of(known.value)
        if operand.__class__ is Scalar and operand.type is old and not operand.weak:
            if known.value.origin is not None or operand.origin is not None:
                semantic.assigned(known.value, operand)
            return operand
        if isinstance(known.value, NAMED) or isinstance(operand, NAMED):
            a, b = known.value, operand
            same = isinstance(a, Handle) and isinstance(b, Handle) and a.value is b.value
            if same or (isinstance(a, Static) and isinstance(b, Static) and a.object is b.object):
                return operand
            message = f"`{name}` is {describe(known.value)} since line {known.location.line}"
            fix = "use another name"
            if isinstance(known.value, Memory) and known.value.type.writable and isinstance(operand, Scalar):
                fix = f"store into an element, `{name}[i] = {Text(value) if value is not None else 'value'}`, or {fix}"
            told = describe(operand)
            if told == describe(known.value):
                told = f"another {told.removeprefix('a ')}"
            semantic.fail("type-change", f"{message}, this value is {told}", fix)
        fits = isinstance(old, DType) and isinstance(operand, Scalar) and not old.is_bool
        if fits and operand.weak and not (old.is_integer and operand.type.is_float):
            return semantic.again(known.value, operand)
        structs = isinstance(old, StructType) or isinstance(type_of(operand), StructType)
        both = isinstance(operand, Aggregate) and isinstance(old, TupleType) and not structs
        if both and len(operand.items) == len(old.elements):
            return semantic.coerce(operand, old, f"`{name}`", Text(value) if value is not None else None)
        made = semantic.typed(operand, name)
        if type_of(made) != old:
            return semantic.changed(known.value, made, lambda: self._refuse_type(name, known, operand, made, value))
        return made

    def _refuse_type(
        self: FunctionBuilder,
        name: str,
        known: Variable,
        operand: Operand,
        made: Operand,
        value: ast.expr | None = None,
    ) -> NoReturn:
        """Reports a value, ``made`` from ``operand``, whose type a variable does not have."""
        semantic, old = self.semantic, type_of(known.value)
        fix = "use another name"
        if isinstance(made, Number) and isinstance(known.value, Number):
            # The help never suggests changing a parameter's type to suit a later use of its name.
            is_parameter = known.value.value is not None and known.value.value.location is not None
            first = known.value.constant if isinstance(known.value, Scalar) else None
            start = f"begin with `{name} = {made.type.name}({'...' if first is None else first})`"
            fix = fix if is_parameter else f"{start} at line {known.location.line}"
            if isinstance(made, Scalar) or like(made.type.element, old) == made.type:
                shown = Text(value).bare if value is not None else "..."
                fix = f"convert it: `{name} = {old.name}({shown})`, or {fix}"
        if isinstance(old, MatrixType) or isinstance(type_of(made), MatrixType):
            fix = self._advice_on_matrix(name, known, made, value)
        message = f"`{name}` is {old.name} since line {known.location.line}, this value is {describe(operand)}"
        numbers = [one for one in (known.value, made) if isinstance(one, Number)]
        semantic.refuse_types("type-change", message, fix, *numbers)

    def _advice_on_matrix(
        self: FunctionBuilder, name: str, known: Variable, made: Operand, value: ast.expr | None
    ) -> str:
        """How to give a matrix the type of its variable, or a variable that of a matrix."""
        old, new = type_of(known.value), type_of(made)
        shown = Text(value).bare if value is not None else "..."
        if not isinstance(new, MatrixType):
            shape = f"({old.rows}, {old.columns})"
            return f'fill a matrix: `{name} = wd.matrix_fill({shown}, {old.element.name}, {shape}, "{old.role}")`'
        zero = "0.0" if new.element.is_float else "0"
        filled = f'wd.matrix_fill({zero}, {new.element.name}, ({new.rows}, {new.columns}), "{new.role}")'
        start = f"begin with `{name} = {filled}` at line {known.location.line}"
        if not isinstance(old, MatrixType) or old.shape != new.shape:
            return f"{start}, or use another name"
        converted = shown if old.element == new.element else f"{old.element.name}({shown})"
        converted = converted if old.role == new.role else f'wd.matrix_convert({converted}, "{old.role}")'
        other = start if old.role == new.role else "use another name"
        return f"convert it: `{name} = {converted}`, or {other}"

    def named(self: FunctionBuilder, operand: Operand, name: str) -> Operand:
        """Returns the operand and gives its unnamed SSA values the variable's name, to make listings readable."""
        if isinstance(operand, Aggregate):
            parts = getattr(operand.type, "names", range(len(operand.items)))
            for part, item in zip(parts, operand.items, strict=True):
                self.named(item, f"{name}_{part}")
        elif not isinstance(operand, Static) and operand.value is not None and operand.value.name is None:
            operand.value.name = name.strip("<>").replace(" ", "_") if name[0] == "<" else name
        return operand
