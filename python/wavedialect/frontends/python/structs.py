"""The decorator of structs, and the calls that make and use values of structs."""

from __future__ import annotations

import ast
import inspect
import sys
import types
from typing import TYPE_CHECKING, Any, NoReturn

from ...errors import WaveError, public_entry
from ...ir.module import Block
from ...ir.structs import StructType, bind_fields, field_type
from ...ir.types import BYTES, DTYPES, VECTORS, byte_advice
from ..semantic.values import Aggregate, Call, Memory, Operand, Static, type_of
from .expressions import PARTS, Text
from .functions import HelperFunction
from .ops import Intrinsic

if TYPE_CHECKING:
    from .function_builder import FunctionBuilder

_TYPES = "a scalar, a vector, another struct, or an array of one of them, `(f32, 4)`"


@public_entry
def struct(decorated: type) -> StructType:
    """Makes a class with annotations a struct type: ``@wd.struct``.

    The fields are scalars, vectors, other structs, and arrays of these, written ``weights: (f32, 4)``. Functions
    decorated by ``@wd.func`` are methods. In memory the fields are laid out as in HLSL's structured buffers;
    ``Particle.dtype`` is the NumPy dtype of an array of them.
    """
    if not isinstance(decorated, type):
        raise WaveError(f"`@wd.struct` decorates a class, got {decorated!r}", "write it above a `class`")
    name = decorated.__name__
    if decorated.__bases__ != (object,):
        fix = "make the other struct the type of a field"
        raise _wrong(f"struct `{name}` has a base class, `{decorated.__bases__[0].__name__}`", fix)
    members = {key: value for key, value in vars(decorated).items() if not _is_of_python(key)}
    annotations = inspect.get_annotations(decorated)
    methods = {}
    for key, value in members.items():
        if key in annotations:
            raise _wrong(f"field `{key}` of struct `{name}` has a default value", "pass every field to each value")
        if not isinstance(value, HelperFunction):
            fix = f"decorate it: `@wd.func` above `def {key}`" if isinstance(value, types.FunctionType) else None
            fix = fix or f"a field has a type, `{key}: f32`; a constant belongs outside of the class"
            raise _wrong(f"`{key}` of struct `{name}` is neither a field nor a function of kernels", fix)
        methods[key] = value
    if not annotations:
        raise _wrong(f"struct `{name}` has no fields", "name each with its type: `position: wd.float3`")
    fields = {key: _field(decorated, key, annotation) for key, annotation in annotations.items()}
    return StructType(name, fields, methods)


def _is_of_python(name: str) -> bool:
    """Whether Python itself gives a class this member."""
    return name.startswith("__") and name.endswith("__")


def _wrong(message: str, fix: str) -> WaveError:
    return WaveError(message, fix, "struct-field")


def _field(decorated: type, name: str, annotation: Any) -> Any:
    text = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", repr(annotation))
    if isinstance(annotation, str):
        frame = sys._getframe(1)
        package = __name__.split(".")[0]
        # The class statement's own frame is the first one outside the package.
        while frame.f_back is not None and frame.f_globals.get("__name__", "").split(".")[0] == package:
            frame = frame.f_back
        try:
            names = {**DTYPES, **BYTES, **VECTORS, **frame.f_globals}
            annotation = eval(annotation, names, frame.f_locals)
            # A quoted annotation under `from __future__ import annotations` is quoted twice.
            annotation = eval(annotation, names, frame.f_locals) if isinstance(annotation, str) else annotation
        except Exception as error:  # noqa: BLE001, evaluating the user's text may raise anything
            message = f"the type of field `{name}` of struct `{decorated.__name__}` cannot be evaluated: {error}"
            raise _wrong(message, f"the type of a field is {_TYPES}") from None
    made = field_type(annotation)
    if made is None:
        fix = f"the type of a field is {_TYPES}"
        if byte_advice(annotation) is not None:
            fix = f"use `{annotation.value.name}`, or a buffer of its own: the fields of structs have at least 16 bits"
        raise _wrong(f"field `{name}` of struct `{decorated.__name__}` has the type `{text}`", fix)
    return made


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
