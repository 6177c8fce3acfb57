"""Calls: casts, intrinsics, Python's builtins that kernels know, and helpers."""

from __future__ import annotations

import ast
import builtins
import dataclasses
import types
from typing import TYPE_CHECKING, Any, NoReturn

from ..errors import CompileError, WaveError
from ..language.functions import HelperFunction
from ..language.ops import INTRINSICS, Intrinsic
from ..language.parameters import Parameters
from ..language.semantic.core import COMPONENTS
from ..language.types import Groupshared, LocalArray, VectorType, as_dtype, as_value_type
from ..language.values import Aggregate, Handle, Operand, Scalar, Static, Vector, describe, type_of
from .expressions import Text
from .intrinsics import BUILDERS, SYNTAX
from .names import constant_operand, is_type
from .source import library_source

if TYPE_CHECKING:
    from .function_builder import FunctionBuilder

#: Python's builtins that mean a function of the language.
BUILTINS: dict[Any, Any] = {
    builtins.min: INTRINSICS["min"],
    builtins.max: INTRINSICS["max"],
    builtins.abs: INTRINSICS["abs"],
    builtins.pow: INTRINSICS["pow"],
}
#: Python's builtins that look right and are not.
WRONG_BUILTINS = {
    builtins.int: "use `i32(x)` or `u32(x)`",
    builtins.float: "use `f32(x)`",
    builtins.print: "store what you want to see into a `RWBuffer`",
    builtins.range: "`range` is for loops: `for i in range(n)`",
    builtins.sum: "use a loop, or `wd.wave_active_sum` over the lanes",
    builtins.any: "use `wd.any` of a vector, `wd.wave_active_any_true` over the lanes, or `or`",
    builtins.all: "use `wd.all` of a vector, `wd.wave_active_all_true` over the lanes, or `and`",
    builtins.round: "use `wd.round(x)`, which gives a float, or `i32(x)`, which truncates",
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
        """A call's value, or None if it has none."""
        callee = self.visit_expression(node.func)
        if not isinstance(callee, Static):
            self.semantic.fail("not-callable", f"{describe(callee)} is no function")
        for argument in node.args:
            if isinstance(argument, ast.Starred):
                with self.at(argument):
                    self.semantic.fail(
                        "unsupported-syntax", "a call in a kernel has no star arguments", "write them one by one"
                    )
        for keyword in node.keywords:
            if keyword.arg is None:
                with self.at(keyword.value):
                    self.semantic.fail(
                        "unsupported-syntax", "a call in a kernel has no star arguments", "write them one by one"
                    )
        object = callee.object
        known = BUILTINS.get(object, object) if isinstance(object, types.BuiltinFunctionType) else object
        if isinstance(known, Intrinsic):
            return self._intrinsic(known, node)
        if isinstance(known, HelperFunction):
            return self._helper(known, node)
        if isinstance(known, VectorType):
            return self._vector(known, node)
        if is_type(known):
            self._positional(node, 1, "x")
            return self.semantic.cast(as_dtype(known), self.visit_expression(node.args[0]))
        if known is builtins.len:
            self._positional(node, 1, "array")
            return self.semantic.length(self.visit_expression(node.args[0]))
        self._refuse_callee(callee)

    def _vector(self: FunctionBuilder, type: VectorType, node: ast.Call) -> Operand:
        """``float3(...)``."""
        if node.keywords or not node.args:
            what = f"has no parameter `{node.keywords[0].arg}`" if node.keywords else "needs components"
            fix = f"`{type.name}({', '.join(COMPONENTS[: type.size])})`, or one scalar for all components"
            self.semantic.fail("wrong-arguments", f"`{type.name}` {what}", fix)
        values = [self.visit_expression(part) for part in node.args]
        return self.semantic.construct(type, values, [Text(part) for part in node.args])

    def _refuse_callee(self: FunctionBuilder, callee: Static) -> NoReturn:
        object, path = callee.object, callee.path
        wrong = isinstance(object, type | types.BuiltinFunctionType) and WRONG_BUILTINS.get(object)
        if wrong:
            self.semantic.fail("not-callable", f"`{path}` cannot be called in a kernel", wrong)
        if isinstance(object, types.FunctionType):
            fix = f"decorate `{path}`: `@wd.func`"
            self.semantic.fail("undecorated-function", f"`{path}` is a plain Python function", fix)
        if type(object).__name__ == "Kernel":
            self.semantic.fail("kernel-call", f"`{path}` is a kernel and cannot be called by another function")
        fix = (
            "where the arguments are constants, `wd.static(...)` calls it while compiling" if callable(object) else None
        )
        message = f"`{path}`, a Python {type(object).__name__}, cannot be called in a kernel"
        self.semantic.fail("not-callable", message, fix)

    def _positional(self: FunctionBuilder, node: ast.Call, count: int, what: str) -> None:
        if node.keywords:
            with self.at(node.keywords[0].value):
                self.semantic.fail(
                    "wrong-arguments",
                    f"`{Text(node.func)}` has no parameter `{node.keywords[0].arg}`",
                    f"`{Text(node.func)}({what})`",
                )
        if len(node.args) != count:
            self.semantic.fail(
                "wrong-arguments",
                f"`{Text(node.func)}` takes {count} argument, got {len(node.args)}",
                f"`{Text(node.func)}(x)`",
            )

    def bind(self: FunctionBuilder, parameters: Parameters, node: ast.Call, what: str) -> dict[str, Any]:
        """The argument nodes by parameter name, in the order in which the call evaluates them."""
        try:
            return parameters.bind(node.args, {keyword.arg: keyword.value for keyword in node.keywords})
        except TypeError as error:
            known = parameters.signature.parameters.values()
            shown = ", ".join(str(parameter.replace(annotation=parameter.empty)) for parameter in known)
            self.semantic.fail("wrong-arguments", f"`{what}`: {error}", f"`{what}({shown})`")

    def _intrinsic(self: FunctionBuilder, intrinsic: Intrinsic, node: ast.Call) -> Operand | None:
        name, semantic = intrinsic.name, self.semantic
        arguments = self.bind(intrinsic.parameters, node, f"wd.{name}")
        if name in SYNTAX:
            return self._syntax(name, arguments)
        self.refuse_barrier(name)
        nodes = [
            part
            for argument in arguments.values()
            for part in (argument if isinstance(argument, tuple) else [argument])
        ]
        values = [self.visit_expression(part) for part in nodes]
        return BUILDERS[name](semantic, name, values, [Text(part) for part in nodes])

    def _syntax(self: FunctionBuilder, name: str, arguments: dict[str, ast.expr]) -> Operand:
        """An intrinsic whose arguments are not evaluated first."""
        if name == "static":
            return self.static(arguments["value"])
        if name == "static_range":
            self.semantic.fail("not-callable", "`static_range` is for loops", "`for i in wd.static_range(n)`")
        if name == "waves":
            self.semantic.fail("with-waves", "`wd.waves` is for `with`")
        if name == "precise":
            with self.semantic.precisely():
                return self.visit_expression(arguments["expression"])
        return self._array(name, arguments)

    def _array(self: FunctionBuilder, name: str, arguments: dict[str, ast.expr]) -> Operand:
        kind = self.visit_expression(arguments["type"])
        element = as_value_type(kind.object) if isinstance(kind, Static) else None
        if element is None:
            with self.at(arguments["type"]):
                fix = f"`wd.{name}(u32, size)`"
                self.semantic.fail(
                    "value-type", f"`wd.{name}` takes a type first, got `{Text(arguments['type'])}`", fix
                )
        if name == "groupshared" and not self.is_kernel:
            self.semantic.fail(
                "groupshared-place",
                "`wd.groupshared` in a function that kernels call",
                "call it in the kernel and pass the array to the function",
            )
        if self.semantic.block is not self.body:
            place = "groupshared-place" if name == "groupshared" else "local-array-place"
            self.semantic.fail(place, f"`wd.{name}` inside of control flow")
        size = self.visit_expression(arguments["size"])
        with self.at(arguments["size"]):
            scalar = self.semantic.scalar(size, "a size")
        return self.semantic.array(Groupshared if name == "groupshared" else LocalArray, element, scalar)

    def static(self: FunctionBuilder, node: ast.expr) -> Operand:
        """``wd.static(node)``: a Python expression over constants, evaluated now."""
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
        expression = compile(ast.fix_missing_locations(ast.Expression(node)), self.source.file, "eval")
        with self.at(node):
            try:
                result = eval(expression, {"__builtins__": builtins}, names)
            except CompileError:
                raise
            except Exception as error:  # noqa: BLE001, the user's expression may raise anything
                if isinstance(error, WaveError):
                    message = error.message
                else:
                    message = f"{type(error).__name__}: {error}"
                self.semantic.fail("not-static", f"`{Text(node)}` is not known while compiling: {message}")
            made = constant_operand(result)
            if made is None:
                kind = type(result).__name__
                self.semantic.fail(
                    "not-static", f"`{Text(node)}` is a Python {kind}, expects int, float, bool or a tuple"
                )
            return made

    def _record_attribute(
        self: FunctionBuilder, node: ast.Attribute, bound: set[str], led_through: set[ast.expr]
    ) -> None:
        """Records what a static expression takes by a path such as ``config.SIZE``, and what the path leads through, of
        which nothing else is taken."""
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
        # A method reads what it is of.
        if isinstance(getattr(operand.object, "__self__", None), types.ModuleType | None):
            led_through.update(steps[1:])

    def _constant(self: FunctionBuilder, operand: Operand, node: ast.expr) -> Any:
        """The Python object of an operand that is known while compiling."""
        if isinstance(operand, Static):
            return operand.object
        if isinstance(operand, Scalar) and operand.constant is not None:
            return operand.constant
        if isinstance(operand, Aggregate):
            return tuple(self._constant(item, node) for item in operand.items)
        if isinstance(operand, Vector) and operand.constants is not None:
            return operand.type(*operand.constants)
        self.semantic.fail("not-static", f"`{Text(node)}` is not known while compiling")

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
            texts = [Text(part) for part in in_order]
            made = self.semantic.alike(helper.library.accepts, name, [values[id(part)] for part in in_order], texts)
            values = dict(zip(values, made, strict=True))
            return self._library(helper, {known: values[id(part)] for known, part in nodes.items()})
        arguments: dict[str, Operand] = {}
        for parameter in signature.parameters.values():
            if parameter.name in nodes:
                arguments[parameter.name] = values[id(nodes[parameter.name])]
                continue
            default = constant_operand(parameter.default)
            arguments[parameter.name] = default if default is not None else Static(parameter.default, parameter.name)
        return self._call_helper(helper, arguments)

    def _check_library(self: FunctionBuilder, helper: HelperFunction) -> None:
        """Refuses a function of the library where it has no meaning."""
        if helper.library.derivative and self.module.attributes.num_threads is not None:
            name = helper.function.__name__
            message = f"`{name}` under `num_threads`: Vulkan does not say which threads form a quad"
            self.semantic.fail("derivative-under-num-threads", message)

    def _library(self: FunctionBuilder, helper: HelperFunction, arguments: dict[str, Operand]) -> Operand:
        """A function of the library, built where it is called; what it does is done by the user's line."""
        source = dataclasses.replace(self.module.source(helper.function, library_source), place=self.semantic.location)
        builder = type(self)(self.module, helper.function, source, arguments, False)
        builder.semantic = self.semantic
        builder.visit_statements(source.node.body)
        return builder.found[-1][0]

    def _call_helper(self: FunctionBuilder, helper: HelperFunction, arguments: dict[str, Operand]) -> Operand | None:
        semantic = self.semantic
        annotations = self.module.parameter_annotations(helper.function)
        passed: dict[str, Operand] = {}
        for name, argument in arguments.items():
            annotation = annotations.get(name)
            type = as_value_type(annotation)
            if type is not None:
                argument = semantic.coerce(argument, type, f"parameter `{name}` of `{helper.function.__name__}`")
            elif annotation is not None and type_of(argument) != annotation:
                message = (
                    f"parameter `{name}` of `{helper.function.__name__}` expects {annotation}, got {describe(argument)}"
                )
                semantic.fail("mixed-types", message, "pass what the annotation says, or remove it")
            passed[name] = semantic.typed(argument)
        function, result = self.module.specialise(helper, passed, semantic.location, self.source, semantic.precise)
        values = []
        for argument in passed.values():
            if isinstance(argument, Handle):
                values.append(argument.value)
            elif not isinstance(argument, Static):
                values.extend(semantic.flatten(argument))
        return semantic.call(function.name, values, result)
