"""Calls of casts, intrinsics, supported Python builtins, and helpers."""

from __future__ import annotations

import ast
import builtins
import copy
import dataclasses
import re
import types
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from ...errors import CompileError, WaveError
from ...ir.quads import have_quads
from ...ir.structs import StructType, as_element_type, as_stored_element
from ...ir.types import (
    Groupshared,
    LocalArray,
    VectorType,
    as_dtype,
    as_stored_type,
    byte_advice,
    nearest_element,
)
from ..semantic.core import COMPONENTS, Phrase
from ..semantic.values import Aggregate, Call, Handle, Memory, Operand, Scalar, Static, Vector, describe, type_of
from .expressions import Text, is_table
from .foreign import counterpart, is_numeric, over_values
from .functions import HelperFunction
from .matrices import MATRIX_CALLS
from .meanings import PACKAGE
from .names import constant_operand, is_type, numpy_type
from .ops import INTRINSICS, Intrinsic
from .parameters import Parameters
from .source import library_source
from .unused import does_nothing, may_have_effect

if TYPE_CHECKING:
    from .function_builder import FunctionBuilder

#: The Python builtins that stand for an intrinsic.
BUILTINS: dict[Any, Any] = {
    builtins.min: INTRINSICS["min"],
    builtins.max: INTRINSICS["max"],
    builtins.abs: INTRINSICS["abs"],
    builtins.pow: INTRINSICS["pow"],
}
#: The Python builtins that kernels do not support, and the help for each.
WRONG_BUILTINS = {
    builtins.print: "write `{0}`: a line for each active lane, after the launch",
    builtins.range: "`range` is for loops: `for i in range(n)`",
    builtins.sum: "use a loop; over the lanes of a wave, `wd.wave_active_sum({0})`",
    builtins.any: "write `wd.any` of a vector, `wd.wave_active_any_true` over the lanes of a wave, or `or`",
    builtins.all: "write `wd.all` of a vector, `wd.wave_active_all_true` over the lanes of a wave, or `and`",
    builtins.round: "`wd.round({0})` is a float, `i32(wd.round({0}))` an integer",
    builtins.str: "kernels have no strings",
    builtins.divmod: "write `a // b` and `a % b`",
    builtins.sorted: "a kernel sorts by comparisons and stores of its own; Python sorts before the launch",
    builtins.complex: "keep a complex number in a `wd.float2`",
    builtins.list: "use a tuple, or an array: `wd.local_array(f32, 16)`",
    builtins.isinstance: "the types of values are known at compile time; write a function for each type",
    builtins.enumerate: "loop over the indices with `range`",
    builtins.zip: "loop over the indices with `range`",
}


class CallVisitor:
    """The part of ``FunctionBuilder`` that visits calls."""

    def visit_Call(self: FunctionBuilder, node: ast.Call) -> Operand:
        made = self.call(node)
        if made is None:
            self.semantic.fail("value-type", f"`{Text(node.func)}` returns no value", "call it on a line of its own")
        return made

    def call(self: FunctionBuilder, node: ast.Call) -> Operand | None:
        """The value of a call, or None if the callee returns none."""
        pipe = self.pipe_of(node.func)
        if pipe is not None:
            return self.call_pipe(pipe, node)
        method = self.method_of(node.func)
        if method is not None:
            return self.call_method(method, node)
        callee = self.visit_expression(node.func)
        if not isinstance(callee, Static):
            text = Text(node.func)
            fix = (
                f"read an element: `{text}[{Text(node.args[0]).bare}]`"
                if isinstance(callee, Memory) and node.args
                else None
            )
            self.semantic.fail("not-callable", f"`{text}`, {describe(callee)}, is not a function", fix)
        for argument in node.args:
            if isinstance(argument, ast.Starred):
                with self.at(argument):
                    self.semantic.fail(
                        "unsupported-syntax",
                        "a call in a kernel cannot have star arguments",
                        "write the arguments one by one",
                    )
        for keyword in node.keywords:
            if keyword.arg is None:
                with self.at(keyword.value):
                    self.semantic.fail(
                        "unsupported-syntax",
                        "a call in a kernel cannot have star arguments",
                        "write the arguments one by one",
                    )
        object = callee.object
        known = BUILTINS.get(object, object) if isinstance(object, types.BuiltinFunctionType) else object
        if isinstance(known, Intrinsic):
            return self._intrinsic(known, node)
        if isinstance(known, HelperFunction):
            return self._helper(known, node)
        if (advice := byte_advice(known)) is not None:
            low = self.semantic.spelling.cast(known.value, Text(node.args[0]) if node.args else "x")
            fix = f"the low 8 bits are `{low} & 0xff`; {advice}"
            self.semantic.fail("value-type", f"`{Text(node.func)}` is not the type of a value", fix)
        if isinstance(known, VectorType):
            return self._vector(known, node)
        if isinstance(known, StructType):
            return self.struct(known, node)
        if is_type(known):
            self._positional(node, 1, "x")
            return self.semantic.cast(as_dtype(known), self.visit_expression(node.args[0]), Text(node.args[0]))
        if (dtype := numpy_type(known)) is not None and len(node.args) == 1 and not node.keywords:
            # Of a constant, NumPy's types make a number with this type; values are converted by our types.
            operand = self.visit_expression(node.args[0])
            if isinstance(operand, Scalar) and operand.weak and operand.constant is not None:
                made = self.semantic.coerce(operand, dtype, Phrase("`{}`", Text(node.func)), Text(node.args[0]))
                return dataclasses.replace(made, literal=None)
        if known is builtins.len:
            self._positional(node, 1, "array")
            array = self.visit_expression(node.args[0])
            if is_table(array) and array.object.ndim:
                self.captures.constant(array)
                return self.semantic.constant(len(array.object))
            return self.semantic.length(array)
        self._refuse_callee(callee, node)

    def has_effect(self: FunctionBuilder, node: ast.Call) -> bool:
        """Whether a call may have an effect besides returning a value."""
        if self.pipe_of(node.func) is not None:
            return True
        method = self.method_of(node.func)
        if method is not None:
            return may_have_effect(method)
        callee = self.visit_expression(node.func)
        return not isinstance(callee, Static) or may_have_effect(callee.object)

    def check_used(self: FunctionBuilder, node: ast.Call, returned: Operand | None) -> None:
        """Rejects a statement that is a call without effect."""
        if self.has_effect(node):
            return
        text = Text(node)
        if returned is not None:
            fix = f"assign it, as in `{self.new_name()} = {text}`, or delete this line"
            self.semantic.fail("result-unused", f"`{text}` is computed and not used", fix)
        helper: Any = self.method_of(node.func)
        if helper is None:
            callee = self.visit_expression(node.func)
            helper = callee.object if isinstance(callee, Static) else None
        if isinstance(helper, HelperFunction) and not does_nothing(self.module.source(helper.function).node):
            message = f"`{text}` has no effect: `{helper.function.__name__}` returns no value and stores nothing"
            self.semantic.fail("result-unused", message, "end the function with `return`, and assign what it returns")

    def _vector(self: FunctionBuilder, type: VectorType, node: ast.Call) -> Operand:
        """``float3(...)``."""
        if node.keywords or not node.args:
            what = f"has no parameter `{node.keywords[0].arg}`" if node.keywords else "needs components"
            fix = f"`{type.name}({', '.join(COMPONENTS[: type.size])})`, or one scalar for all components"
            self.semantic.fail("wrong-arguments", f"`{type.name}` {what}", fix)
        values = [self.visit_expression(part) for part in node.args]
        return self.semantic.construct(type, values, [Text(part) for part in node.args])

    def _refuse_callee(self: FunctionBuilder, callee: Static, node: ast.Call) -> NoReturn:
        object, path = callee.object, callee.path
        wrong = isinstance(object, type | types.BuiltinFunctionType) and WRONG_BUILTINS.get(object)
        if wrong:
            static = [
                known for part in node.args if isinstance(known := self._object_of(part), list | tuple | np.ndarray)
            ]
            if static and object is not builtins.print:
                wrong = f"compute it at compile time: `wd.static({Text(node)})`"
            numbers = [
                part for part in node.args if not (isinstance(part, ast.Constant) and isinstance(part.value, str))
            ]
            bare = Text(numbers[0]).bare if numbers else "x"
            if object is builtins.sum and node.args and not self._is_static(node):
                wrong = over_values("sum", bare, self._variable(node)) or wrong
            if object is builtins.print:
                bare = _printed(node)
            wrong = wrong.format(bare)
            self.semantic.fail("not-callable", f"`{path}` cannot be called in a kernel", wrong)
        found = counterpart(object, node, self.peek)
        if found is None and is_numeric(object) and not self._is_static(node):
            found = "it runs outside of kernels only; in a kernel use operators, loops, the functions of `wd`, and"
            found += " functions decorated by `@wd.func`"
        if found is not None:
            self.semantic.fail("not-callable", f"`{path}` cannot be called in a kernel", found)
        if (getattr(object, "__module__", None) or "").split(".")[0] == PACKAGE and callable(object):
            fix = "call it in Python, outside of kernels"
            self.semantic.fail("not-callable", f"`{path}` cannot be called in a kernel", fix)
        if isinstance(object, types.FunctionType):
            fix = f"decorate `{path}`: `@wd.func`"
            self.semantic.fail("undecorated-function", f"`{path}` is a plain Python function", fix)
        if type(object).__name__ == "Kernel":
            self.semantic.fail("kernel-call", f"`{path}` is a kernel and cannot be called by another function")
        fix = None
        owner = getattr(object, "__self__", None)
        if isinstance(object, types.BuiltinFunctionType) and isinstance(owner, list | dict | set):
            fix = "kernels cannot change Python objects; use a buffer, or `wd.local_array(f32, 16)`"
        elif callable(object) and not self._is_static(node):
            fix = "kernels call the functions of `wd` and those decorated by `@wd.func`"
        elif callable(object):
            fix = f"if the arguments are constants, call it at compile time: `wd.static({Text(node)})`"
        message = f"`{path}`, a Python {type(object).__name__}, cannot be called in a kernel"
        self.semantic.fail("not-callable", message, fix)

    def _variable(self: FunctionBuilder, node: ast.Call) -> Operand | None:
        """The first argument of a call if it is a variable of the kernel."""
        return self.peek(node.args[0]) if node.args else None

    def _is_static(self: FunctionBuilder, node: ast.Call) -> bool:
        """Whether no argument of a call is a value of the kernel, so that Python can compute it at compile time."""
        names = [part.id for part in ast.walk(node) if isinstance(part, ast.Name)]
        known = (self.state.env.get(name) for name in names)
        return all(
            one is None or isinstance(one.value, Static) or getattr(one.value, "constant", None) is not None
            for one in known
        )

    def _positional(self: FunctionBuilder, node: ast.Call, count: int, what: str) -> None:
        if node.keywords:
            with self.at(node.keywords[0].value):
                self.semantic.fail(
                    "wrong-arguments",
                    f"`{Text(node.func)}` has no parameter `{node.keywords[0].arg}`",
                    f"pass it by position: `{Text(node.func)}({Text(node.keywords[0].value).bare})`",
                )
        if len(node.args) != count:
            self.semantic.fail(
                "wrong-arguments",
                f"`{Text(node.func)}` takes {count} argument{'s' * (count != 1)}, got {len(node.args)}",
                f"it is called as `{Text(node.func)}({what})`",
            )

    def bind(self: FunctionBuilder, parameters: Parameters, node: ast.Call, what: str) -> dict[str, Any]:
        """The argument nodes by parameter name, in the order in which a call of an intrinsic evaluates them."""
        try:
            return parameters.bind(node.args, {keyword.arg: keyword.value for keyword in node.keywords})
        except TypeError as error:
            known = parameters.signature.parameters.values()
            shown = ", ".join(
                "..."
                if parameter.kind is parameter.VAR_POSITIONAL
                else str(parameter.replace(annotation=parameter.empty))
                for parameter in known
            )
            fix = f"it is called as `{what}({shown})`"
            first = node.args[0] if node.args else None
            memory = self.peek(first.value) if isinstance(first, ast.Subscript) else None
            if what.startswith("wd.atomic_") and isinstance(memory, Memory):
                # The user passed an element instead of the array and the index, as in HLSL.
                rest = [Text(argument).bare for argument in node.args[1:]]
                arguments = ", ".join([str(Text(first.value)), Text(first.slice).bare, *rest])
                fix = f"pass the array and the index: `{what}({arguments})`"
            if what in ("wd.min", "wd.max") and len(node.args) == 1:
                fix = over_values(what.removeprefix("wd."), Text(first).bare, self.peek(first)) or fix
            self.semantic.fail("wrong-arguments", _mismatch(what, parameters, node, str(error)), fix)

    def _intrinsic(self: FunctionBuilder, intrinsic: Intrinsic, node: ast.Call) -> Operand | None:
        name = intrinsic.name
        if name.startswith("atomic_") and node.args and self.is_field_in_memory(node.args[0]):
            return self.atomic_on_field(intrinsic, node)
        parameters = intrinsic.parameters
        if name in MATRIX_CALLS:
            parameters = self.matrix_parameters(name, node, parameters)
        arguments = self.bind(parameters, node, f"wd.{name}")
        if intrinsic.build is None:
            return self._syntax(name, arguments)
        self.refuse_barrier(name)
        nodes = [
            part
            for argument in arguments.values()
            for part in (argument if isinstance(argument, tuple) else [argument])
        ]
        values = [self.visit_expression(part) for part in nodes]
        return intrinsic.build(self.semantic, Call(name, values, [Text(part) for part in nodes]))

    def _syntax(self: FunctionBuilder, name: str, arguments: dict[str, Any]) -> Operand | None:
        """An intrinsic that receives the nodes of its arguments, not their values."""
        if name == "static":
            return self.static(arguments["value"])
        if name == "static_range":
            self.semantic.fail(
                "not-callable",
                "`wd.static_range` can only be used in a `for` loop",
                "write `for i in wd.static_range(n):`",
            )
        if name == "waves":
            self.semantic.fail("with-waves", "`wd.waves` can only be used in a `with` statement")
        if name == "waves_barrier":
            return self.waves_barrier_call(arguments.get("indices", ()))
        if name in ("print", "print_wave"):
            return self.print_call(name, arguments)
        if name == "check":
            return self.check_call(arguments)
        if name == "pipe":
            return self.pipe_call(arguments)
        if name in MATRIX_CALLS:
            return self.matrix_call(name, arguments)
        if name == "precise":
            with self.semantic.precisely():
                return self.visit_expression(arguments["expression"])
        return self._array(name, arguments)

    def _array(self: FunctionBuilder, name: str, arguments: dict[str, ast.expr]) -> Operand:
        kind = self.visit_expression(arguments["type"])
        element = as_stored_element(kind.object) if isinstance(kind, Static) else None
        if element is None:
            self._refuse_element_type(name, arguments)
        if name == "groupshared" and not self.is_kernel:
            self.semantic.fail(
                "groupshared-place",
                "`wd.groupshared` cannot be called in a function that kernels call",
                "call it in the kernel and pass the array to the function",
            )
        if self.semantic.block is not self.body:
            place = "groupshared-place" if name == "groupshared" else "local-array-place"
            self.semantic.fail(place, f"`wd.{name}` cannot be called inside control flow")
        kind = Groupshared if name == "groupshared" else LocalArray
        if isinstance(arguments["size"], ast.List):
            arguments["size"] = ast.copy_location(ast.Tuple(arguments["size"].elts, ast.Load()), arguments["size"])
        size = self.visit_expression(arguments["size"])
        with self.at(arguments["size"]):
            shape = self.semantic.array_shape(kind, element, size, Text(arguments["size"]))
        return self.semantic.array(kind, element, shape)

    def _refuse_element_type(self: FunctionBuilder, name: str, arguments: dict[str, ast.expr]) -> NoReturn:
        """Reports an array whose first argument is not a type."""
        first, second = arguments["type"], arguments["size"]
        with self.at(first):
            fix = f"`wd.{name}(u32, 16)` has 16 elements of u32"
            object = self._object_of(first)
            nearest = nearest_element(object)
            if nearest is not None:
                fix = f"`wd.{name}({nearest.name}, {Text(second).bare})`"
            elif as_stored_type(self._object_of(second)) is not None:
                fix = f"`wd.{name}({Text(second)}, {Text(first).bare})`"
            message = f"`wd.{name}` takes the type of its elements first, got `{Text(first).bare}`"
            self.semantic.fail("value-type", message, fix)

    def _object_of(self: FunctionBuilder, node: ast.expr) -> Any:
        """The Python object that a name or attribute refers to; None for values and for other expressions."""
        if not isinstance(node, ast.Name | ast.Attribute):
            return None
        operand = self.visit_expression(node)
        return operand.object if isinstance(operand, Static) else None

    def static(self: FunctionBuilder, node: ast.expr) -> Operand:
        """``wd.static(node)``: a Python expression over constants, evaluated at compile time."""
        names: dict[str, Any] = {}
        bound = {part.id for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}
        led_through: set[ast.expr] = set()
        for part in ast.walk(node):
            with self.at(part):
                if isinstance(part, ast.Attribute):
                    self._record_attribute(part, bound, led_through)
                if isinstance(part, ast.Name) and part.id not in bound:
                    operand = self.visit_Name(part)
                    names[part.id] = self._constant(operand, part)
                    if isinstance(operand, Static) and part not in led_through:
                        self.captures.note(operand)
        expression = ast.fix_missing_locations(ast.Expression(node))
        with self.at(node):
            try:
                # Raises SyntaxError for an expression that only a statement or a function may have, such as `yield`.
                code = compile(expression, self.source.file, "eval")
                result = eval(code, {"__builtins__": builtins}, names)
            except CompileError:
                raise
            except Exception as error:  # noqa: BLE001, the user's expression may raise anything
                if isinstance(error, WaveError) and error.id == "outside-kernel":
                    self._refuse_run_time(node)
                reason = error.message if isinstance(error, WaveError) else f"{type(error).__name__}: {error}"
                if isinstance(error, SyntaxError):
                    # Without the file and line, which the error shows itself.
                    reason = error.msg
                self.semantic.fail("not-static", f"`{Text(node).bare}` is not known at compile time: {reason}")
            made = constant_operand(result)
            if made is None:
                kind = type(result).__name__
                self.semantic.fail(
                    "not-static", f"`{Text(node)}` is a Python {kind}, expects int, float, bool or a tuple"
                )
            return made

    def _refuse_run_time(self: FunctionBuilder, node: ast.expr) -> NoReturn:
        """Reports a static expression that calls a function of the language."""
        known = self.with_counts(node)
        fix = f"compute it when the kernel runs: write `{Text(node).bare}` without `wd.static`"
        if known is not None:
            fix = f"write the number that the decorator states: `{Text(known).bare}`"
        message = f"`{Text(node).bare}` is not known at compile time: it is computed when the kernel runs"
        self.semantic.fail("not-static", message, fix)

    def with_counts(self: FunctionBuilder, node: ast.expr) -> ast.expr | None:
        """An expression in which the numbers of waves and lanes that the decorator states replace the functions that
        return them; None if there is no such call."""
        attributes = self.module.attributes
        sizes = attributes.wave_size or ()
        numbers = {"group_wave_count": attributes.num_waves, "wave_lane_count": sizes[0] if len(sizes) == 1 else None}
        numbers = {INTRINSICS[name]: number for name, number in numbers.items() if number is not None}
        replaced = copy.deepcopy(node)
        calls = [part for part in ast.walk(replaced) if isinstance(part, ast.Call) and not part.args]
        found = False
        for call in calls:
            object = self._object_of(call.func)
            if isinstance(object, Intrinsic) and object in numbers:
                call.func = ast.Name(str(numbers[object]), ast.Load())
                found = True
        return ast.parse(re.sub(r"\b(\d+)\(\)", r"\1", ast.unparse(replaced)), mode="eval").body if found else None

    def _record_attribute(
        self: FunctionBuilder, node: ast.Attribute, bound: set[str], led_through: set[ast.expr]
    ) -> None:
        """Records the object that a static expression reads by a path such as ``config.SIZE``. Adds the prefixes of the
        path to ``led_through``: the expression reads nothing else of those objects."""
        steps: list[ast.expr] = [node]
        while isinstance(steps[-1], ast.Attribute):
            steps.append(steps[-1].value)
        if node in led_through or not isinstance(steps[-1], ast.Name) or steps[-1].id in bound:
            return
        operand = self.visit_expression(node)
        if not isinstance(operand, Static):
            led_through.update(steps[1:])
            return
        self.captures.note(operand)
        # A method of an object other than a module reads this object, so the prefixes are recorded too.
        if isinstance(getattr(operand.object, "__self__", None), types.ModuleType | None):
            led_through.update(steps[1:])

    def _constant(self: FunctionBuilder, operand: Operand, node: ast.expr) -> Any:
        """The Python object of an operand that is known at compile time; anything else is an error."""
        if isinstance(operand, Static):
            return operand.object
        if isinstance(operand, Scalar) and operand.constant is not None:
            return operand.constant
        if isinstance(operand, Aggregate):
            return tuple(self._constant(item, node) for item in operand.items)
        if isinstance(operand, Vector) and operand.constants is not None:
            return operand.type(*operand.constants)
        self.semantic.fail("not-static", f"`{Text(node)}` is not known at compile time")

    def _helper(self: FunctionBuilder, helper: HelperFunction, node: ast.Call) -> Operand | None:
        name = helper.function.__name__
        signature = helper.parameters.signature
        for parameter in signature.parameters.values():
            if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
                message = f"`{name}` has a star parameter, `{parameter}`"
                self.semantic.fail("unsupported-syntax", message, "name its parameters one by one")
        nodes = self.bind(helper.parameters, node, name)
        in_order = [*node.args, *(keyword.value for keyword in node.keywords)]
        values = {id(part): self.visit_expression(part) for part in in_order}
        if helper.library is not None:
            self._check_library(helper)
            call = Call(name, [values[id(part)] for part in in_order], [Text(part) for part in in_order])
            places = {known: in_order.index(part) for known, part in nodes.items()}
            accepts = helper.library.accepts

            def build(call: Call) -> Any:
                made = self.semantic.alike(accepts, name, call.operands, call.texts)
                return self._library(helper, {known: made[place] for known, place in places.items()})

            return self.semantic.by_element(call, build) if helper.library.by_element else build(call)
        arguments: dict[str, Operand] = {}
        for parameter in signature.parameters.values():
            if parameter.name in nodes:
                arguments[parameter.name] = values[id(nodes[parameter.name])]
                continue
            default = constant_operand(parameter.default)
            arguments[parameter.name] = default if default is not None else Static(parameter.default, parameter.name)
        return self._call_helper(helper, arguments, {known: Text(part) for known, part in nodes.items()})

    def _check_library(self: FunctionBuilder, helper: HelperFunction) -> None:
        """Rejects derivatives in groups that do not consist of quads."""
        threads = self.module.attributes.num_threads
        if helper.library.derivative and threads is not None and not have_quads(threads):
            name = helper.function.__name__
            message = f"`{name}` under `num_threads={threads}`: the group does not consist of quads"
            self.semantic.fail("derivative-under-num-threads", message)

    def _library(self: FunctionBuilder, helper: HelperFunction, arguments: dict[str, Operand]) -> Operand:
        """Builds a library function inline; its operations have the location of the call."""
        source = dataclasses.replace(self.module.source(helper.function, library_source), place=self.semantic.location)
        builder = type(self)(self.module, helper.function, source, arguments, False)
        builder.semantic = self.semantic
        builder.visit_statements(source.node.body)
        return builder.found[-1][0]

    def _call_helper(
        self: FunctionBuilder, helper: HelperFunction, arguments: dict[str, Operand], texts: dict[str, Text]
    ) -> Operand | None:
        semantic = self.semantic
        annotations = self.module.parameter_annotations(helper.function)
        passed: dict[str, Operand] = {}
        for name, argument in arguments.items():
            annotation = annotations.get(name)
            type = as_element_type(annotation)
            if type is not None:
                use = f"parameter `{name}` of `{helper.function.__name__}`"
                argument = semantic.coerce(argument, type, use, texts.get(name))
            elif annotation is not None and type_of(argument) != annotation:
                message = (
                    f"parameter `{name}` of `{helper.function.__name__}` expects {annotation}, got {describe(argument)}"
                )
                semantic.fail("mixed-types", message, "pass a value of the annotated type, or remove the annotation")
            passed[name] = semantic.typed(argument, name)
        function, result = self.module.specialize(helper, passed, semantic.location, self.source, semantic.precise)
        values = []
        for argument in passed.values():
            if isinstance(argument, Handle):
                values.append(argument.value)
                if isinstance(argument, Memory):
                    values.extend(map(semantic.value, argument.extents))
            elif not isinstance(argument, Static):
                values.extend(semantic.flatten(argument))
        return semantic.call(function.name, values, result)


def _printed(node: ast.Call) -> str:
    """The call of ``wd.print`` for a call of Python's ``print``, which prints its arguments with spaces between them."""
    arguments = [part for part in node.args if not isinstance(part, ast.Starred)] or [ast.Name("x", ast.Load())]
    if len(arguments) == 1 and isinstance(arguments[0], ast.JoinedStr):
        return f"wd.print({Text(arguments[0]).bare})"
    if any(isinstance(part, ast.JoinedStr) for part in arguments):
        pieces: list[ast.expr] = []
        for part in arguments:
            pieces += [ast.Constant(" ")] if pieces else []
            pieces += part.values if isinstance(part, ast.JoinedStr) else [_field(part)]
        return f"wd.print({ast.unparse(ast.JoinedStr(pieces))})"
    strings = [part.value if isinstance(_field(part), ast.Constant) else None for part in arguments]  # type: ignore[attr-defined]
    form = " ".join("{}" if text is None else text.replace("{", "{{").replace("}", "}}") for text in strings)
    values = [Text(part).bare for part, text in zip(arguments, strings, strict=True) if text is None]
    quoted = '"' + form + '"' if form.isprintable() and '"' not in form and "\\" not in form else repr(form)
    return f"wd.print({', '.join([quoted, *values])})"


def _field(node: ast.expr) -> ast.expr:
    """A part of an f-string: a text, or the field of another expression."""
    is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return node if is_text else ast.FormattedValue(node, -1)


def _mismatch(what: str, parameters: Parameters, node: ast.Call, error: str) -> str:
    """The message for a call whose arguments do not bind; ``error`` is Python's message."""
    names = parameters.signature.parameters
    for keyword in node.keywords:
        if keyword.arg not in names:
            return f"`{what}` has no parameter `{keyword.arg}`"
    missing = [
        name
        for place, (name, parameter) in enumerate(names.items())
        if parameter.default is parameter.empty
        and parameter.kind is not parameter.VAR_POSITIONAL
        and place >= len(node.args)
        and name not in [keyword.arg for keyword in node.keywords]
    ]
    if missing:
        return f"`{what}` lacks the argument{'s' * (len(missing) > 1)} " + " and ".join(f"`{name}`" for name in missing)
    if len(node.args) > len(names):
        count = len(names)
        return f"`{what}` takes {count or 'no'} argument{'s' * (count != 1)}, got {len(node.args)}"
    return f"`{what}`: {error}"
