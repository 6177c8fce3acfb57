"""Builds the SSA form of a decorated Python function: one module for a kernel and the helpers that it calls."""

from __future__ import annotations

import ast
import inspect
import numbers
import sys
import types
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar, get_args, get_origin

import numpy as np

from ...errors import CompileError, InternalError, WaveError, WaveWarning, help_of, public_entry
from ...ir.matrices import MatrixType
from ...ir.module import Capture, Function, KernelAttributes, Location, Module, Value
from ...ir.parameters import compiled
from ...ir.structs import StructType, as_element_type, is_struct_value
from ...ir.types import (
    RESOURCES,
    BufferType,
    DType,
    ImageType,
    MemoryType,
    PipeType,
    VectorType,
    as_stored_type,
    byte_advice,
    f32,
    nearest_element,
    nearest_type,
)
from ..semantic.core import At
from ..semantic.literals import CALLED, Decisions
from ..semantic.values import Handle, Image, Memory, Operand, Pipe, Scalar, Static, number_of, type_of
from .annotation_texts import evaluate_annotation
from .function_builder import FunctionBuilder
from .functions import HelperFunction
from .names import constant_operand, spelled
from .objects import PythonSemantic, PythonSpelling
from .ops import Intrinsic
from .source import Source, fail, find_source
from .state import own_statements

#: Python's recursion limit during compilation; a level of an expression or statement takes about eight calls.
DEPTH = 10_000
Made = TypeVar("Made")


class ModuleBuilder:
    """Builds a kernel and the helpers that it calls, each once per combination of argument types."""

    def __init__(
        self,
        function: types.FunctionType,
        attributes: KernelAttributes,
        warned: Iterable[tuple[Location, str]] = (),
        notes_statements: bool = False,
    ):
        self.function = function
        self.attributes = attributes
        self.notes_statements = notes_statements
        self.functions: list[Function] = []
        self.captured: dict[tuple[Any, str], Capture] = {}
        self.sources: dict[str, str] = {}
        self.warned: dict[tuple[Location, str], None] = dict.fromkeys(warned)
        self.names: set[str] = {function.__name__}
        self.specialized: dict[Any, tuple[Function, Any]] = {}
        self.building: list[HelperFunction] = []
        self.found_sources: dict[types.FunctionType, Source] = {}
        self.annotations: dict[types.FunctionType, dict[str, Any]] = {}

    def build(self) -> Module:
        """Builds the module of the kernel."""
        source = self.source(self.function)
        values: list[Value] = []
        parameters: dict[str, Operand] = {}
        place = source.location(source.node)
        for argument, type in self._kernel_parameters(source):
            made = compiled(Value(type, argument.arg, source.location(argument)))
            values += made
            if isinstance(type, StructType):
                parameters[argument.arg] = PythonSemantic(self.warned).unflatten(type, iter(made))
            else:
                parameters[argument.arg] = parameter_operand(type, made[0], made[1:])
        count = self.attributes.num_waves
        if count is not None and (isinstance(count, bool) or not isinstance(count, numbers.Integral)):
            fail("num-waves-not-integer", f"`num_waves` expects an integer, got {count!r}", place)

        def build(decisions: Decisions) -> FunctionBuilder:
            builder = FunctionBuilder(self, self.function, source, parameters, True)
            builder.semantic.decisions = decisions
            builder.build()
            return builder

        builder = self._decided(build)
        kernel = Function(self.function.__name__, values, [], builder.body, place, self.attributes)
        return Module([*self.functions, kernel], kernel, list(self.captured.values()), self.sources, self.warned)

    def _decided(self, build: Callable[[Decisions], Made]) -> Made:
        """The result of ``build``, which compiles a function, and compiles it again if uses decided types of literals."""
        decisions = Decisions()
        while True:
            functions, names, specialized = len(self.functions), set(self.names), dict(self.specialized)
            decisions.begin()
            try:
                made = build(decisions)
                unfounded = decisions.unfounded()
                if not decisions.changed and unfounded is None:
                    return made
            except CompileError as error:
                if not decisions.changed:
                    raise decisions.blamed(error).with_traceback(None) from None
            else:
                if not decisions.changed:
                    raise unfounded
            del self.functions[functions:]
            self.names, self.specialized = names, specialized

    def source(
        self, function: types.FunctionType, find: Callable[[types.FunctionType], Source] = find_source
    ) -> Source:
        """A function's source; records its text for the cache."""
        source = self.found_sources.get(function)
        if source is None:
            source = self.found_sources[function] = find(function)
            self.sources[f"{source.file}:{source.node.lineno}:{function.__qualname__}"] = source.text
        return source

    def _kernel_parameters(self, source: Source) -> list[tuple[ast.arg, Any]]:
        arguments = source.node.args
        for extra in (arguments.vararg, arguments.kwarg, *arguments.kwonlyargs):
            if extra is not None:
                message = f"parameter `{extra.arg}` cannot be passed by position"
                fix = "remove the `*`, and give each parameter a name and a type"
                if extra in arguments.kwonlyargs:
                    message = f"parameter `{extra.arg}` is keyword-only, which parameters of kernels cannot be"
                    fix = f"remove the `*`: a launch may pass any argument by name, `{extra.arg}=...`"
                fail("kernel-signature", message, source.location(extra), fix)
        annotations = self.parameter_annotations(self.function)
        made = []
        for argument in [*arguments.posonlyargs, *arguments.args]:
            place = source.location(argument.annotation or argument)
            if argument.annotation is None:
                fix = None
                if argument.arg in ("self", "cls") and not made:
                    fix = "a kernel is not a method: write `@staticmethod` above `@wd.kernel(...)`, remove"
                    fix += f" `{argument.arg}`, and pass what the kernel needs as parameters"
                fail("parameter-type", f"parameter `{argument.arg}` has no type", place, self._spelled(fix))
            annotation = annotations[argument.arg]
            type = annotation if isinstance(annotation, BufferType | ImageType) else as_element_type(annotation)
            if type is None:
                text = ast.unparse(argument.annotation)
                fix = self._spelled(wrong_annotation(argument.arg, annotation))
                fail("parameter-type", f"`{text}` is not a valid parameter type", place, fix)
            made.append((argument, type))
        self._check_defaults(source, made)
        return made

    def _check_defaults(self, source: Source, parameters: list[tuple[ast.arg, Any]]) -> None:
        """Rejects defaults that are not values of their parameters."""
        nodes, values = source.node.args.defaults, self.function.__defaults__ or ()
        semantic = PythonSemantic(self.warned, source.location, PythonSpelling(self.function))
        count = min(len(nodes), len(values))
        for (argument, type), node, value in zip(parameters[-count:] if count else (), nodes, values, strict=False):
            if isinstance(type, StructType) and is_struct_value(type, value):
                continue
            operand = constant_operand(value)
            if operand is None or not isinstance(type, DType | VectorType):
                message = f"the default of `{argument.arg}`, a {type.name}, is not {'one' if isinstance(type, StructType) else 'a number or a vector'}"
                fail("kernel-signature", message, source.location(node), "remove it, and pass the value at each launch")
            with At(semantic, node):
                semantic.coerce(operand, type, f"the default of `{argument.arg}`", ast.unparse(node))

    def _spelled(self, fix: str | None) -> str:
        """The help for a parameter's type, in the names that the user's file has."""
        return spelled(fix or help_of("parameter-type"), self.function)

    def parameter_annotations(self, function: types.FunctionType) -> dict[str, Any]:
        """A function's annotations as objects; evaluates annotations that are text, as ``from __future__ import
        annotations`` makes them."""
        if function not in self.annotations:
            source = self.source(function)
            arguments = source.node.args
            nodes = {argument.arg: argument.annotation for argument in [*arguments.posonlyargs, *arguments.args]}
            nodes["return"] = source.node.returns
            made = {}
            for name, annotation in inspect.get_annotations(function).items():
                if isinstance(annotation, str) and nodes.get(name) is not None:
                    annotation = evaluate_annotation(function, annotation, source.location(nodes[name]))
                made[name] = annotation
            self.annotations[function] = made
        return self.annotations[function]

    def specialize(
        self, helper: HelperFunction, arguments: dict[str, Operand], location: Location, caller: Source, precise: bool
    ) -> tuple[Function, Any]:
        """The helper specialized for these arguments, and the type of its value (None if it returns none). ``precise``
        is true for calls in ``wd.precise(...)``."""
        function = helper.function
        if helper in self.building:
            chain = [known.function.__name__ for known in self.building[self.building.index(helper) :]]
            path = " → ".join([*chain, function.__name__])
            fail("recursion", f"`{function.__name__}` calls itself ({path})", location)
        key = (
            helper,
            precise,
            *(("static", id(x.object)) if isinstance(x, Static) else type_of(x) for x in arguments.values()),
        )
        if key in self.specialized:
            return self.specialized[key]
        self.building.append(helper)
        try:
            made = self.specialized[key] = self._helper(helper, arguments, precise)
        except CompileError as error:
            called = f"in `{function.__name__}`{CALLED}"
            error.notes.append((called, location.file, location.line, location.column))
            raise
        finally:
            self.building.pop()
        self.functions.append(made[0])
        return made

    def _helper(self, helper: HelperFunction, arguments: dict[str, Operand], precise: bool) -> tuple[Function, Any]:
        function = helper.function
        source = self.source(function)
        returns = [node for node in own_statements(source.node.body) if isinstance(node, ast.Return) and node.value]
        annotation = self.parameter_annotations(function).get("return")
        result = as_element_type(annotation)
        if result is None and returns and returns != [source.node.body[-1]]:

            def discover(decisions: Decisions) -> Any:
                builder, _ = self._helper_builder(function, source, arguments, precise)
                builder.semantic.decisions = decisions
                builder.discovers = True
                builder.build()
                return builder.found_result()

            result = self._decided(discover)

        def build(decisions: Decisions) -> tuple[FunctionBuilder, list[Value], Any]:
            builder, values = self._helper_builder(function, source, arguments, precise)
            builder.semantic.decisions = decisions
            builder.result = result if returns else None
            return builder, values, builder.build()

        builder, values, type = self._decided(build)
        name = function.__name__
        count = 0
        while name in self.names:
            count += 1
            name = f"{function.__name__}_{count}"
        self.names.add(name)
        types = [] if type is None else builder.semantic.flat_types(type)
        place = source.location(source.node)
        return Function(name, values, types, builder.body, place, None, helper.num_waves), type

    def _helper_builder(
        self, function: types.FunctionType, source: Source, arguments: dict[str, Operand], precise: bool
    ) -> tuple[FunctionBuilder, list[Value]]:
        values: list[Value] = []
        parameters: dict[str, Operand] = {}
        semantic = PythonSemantic(self.warned)
        places = {argument.arg: source.location(argument) for argument in source.node.args.args}
        for name, argument in arguments.items():
            type, place = type_of(argument), places.get(name)
            if isinstance(argument, Static):
                parameters[name] = argument
            elif isinstance(argument, Handle):
                value = Value(type, name, place)
                scalars = argument.extents if isinstance(argument, Memory) else []
                extents = [Value(scalar.type, name, place) for scalar in scalars]
                values += [value, *extents]
                parameters[name] = parameter_operand(type, value, extents)
            else:
                flat = semantic.flat_types(type)
                made = [Value(part, name if len(flat) == 1 else f"{name}_{i}", place) for i, part in enumerate(flat)]
                values.extend(made)
                parameters[name] = semantic.unflatten(type, iter(made))
        builder = FunctionBuilder(self, function, source, parameters, False)
        builder.semantic.precise = precise
        return builder, values


def parameter_operand(type: Any, value: Value, extents: Sequence[Value] = ()) -> Operand:
    """The operand of a parameter's name; ``extents`` are the shape and the strides of a memory."""
    if isinstance(type, MemoryType):
        scalars = [Scalar(extent.type, extent) for extent in extents]
        rank = type.rank if scalars else 0
        return Memory(type, value, None, scalars[:rank], scalars[rank:])
    if isinstance(type, PipeType):
        return Pipe(type, value)
    return Image(type, value) if isinstance(type, ImageType) else number_of(type, value)


def wrong_annotation(name: str, annotation: Any) -> str | None:
    """The help for an annotation that is not a type of a kernel's parameter."""
    nearest = nearest_type(annotation)
    if (advice := byte_advice(annotation)) is not None:
        return f"write `{name}: {annotation.value.name}`: {advice}"
    if annotation is int:
        return f"write `{name}: i32` or `{name}: u32`"
    if nearest is not None:
        return f"write `{name}: {nearest.name}`"
    if any(annotation is known for known in RESOURCES):
        return f"name the element: `{name}: wd.{annotation.__name__}[f32]`"
    # `list[float]`, `np.ndarray[...]` and NumPy's `NDArray[...]`.
    origin = get_origin(annotation) or annotation
    if origin in (np.ndarray, list, tuple):
        element = next((nearest_element(one) or as_stored_type(one) for one in get_args(annotation)), None) or f32
        known = f"wd.Buffer[{element.name}]"
        return f"an array is a buffer: `{name}: {known}`, or `{name}: wd.RW{known[3:]}` if the kernel writes it"
    if isinstance(annotation, Intrinsic | MemoryType):
        return f"an array of the group is made in the kernel, `{name} = wd.groupshared(f32, 16)`, and is no parameter"
    if annotation is str:
        return "kernels have no strings"
    if isinstance(annotation, MatrixType):
        element, columns = annotation.element.name, annotation.columns
        made = f'wd.matrix_load({name}, 0, {columns}, ({annotation.rows}, {columns}), "{annotation.role}")'
        return f"pass a buffer of its elements, `{name}: wd.Buffer[{element}]`, and load it in the kernel: `{made}`"
    return None


@public_entry
def build_module(
    function: types.FunctionType,
    attributes: KernelAttributes,
    warned: Iterable[tuple[Location, str]] = (),
    *,
    notes_statements: bool = False,
) -> Module:
    """Compiles a kernel's plain Python function to a module. With ``notes_statements`` the module also says where
    statements begin and what the variables are there, for a debugger.

    Raises CompileError at the source location of a mistake. ``Module.captured`` and ``Module.sources`` record the other
    inputs. Warnings in ``warned`` (by location and text) were already issued and are not repeated.
    """
    limit = sys.getrecursionlimit()
    try:
        # A sum of many terms or a chain of `elif` is a deep tree.
        sys.setrecursionlimit(max(limit, DEPTH))
        return ModuleBuilder(function, attributes, warned, notes_statements).build()
    except (WaveError, WaveWarning):
        # The user may have turned warnings into errors.
        raise
    except RecursionError:
        place = find_source(function).location(find_source(function).node)
        fail("nesting-depth", f"`{function.__name__}` is nested too deeply", place)
    except Exception as error:
        message = f"the front end failed on `{function.__name__}`: {type(error).__name__}: {error}"
        raise InternalError(message, "please report this with the kernel's text") from error
    finally:
        sys.setrecursionlimit(limit)
