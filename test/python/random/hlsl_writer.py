"""Random kernels as HLSL: translates the Python text that the generator writes, and runs what the front end makes of it.

The result has the same meaning statement by statement. HLSL has neither bool nor 8 bits in memory, so such buffers have 32
there. Helpers are written once for each combination of argument types and arrays. ``NoHLSL`` says what HLSL has nothing for.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

import numpy as np
from hlsl_expressions import (
    BARRIERS,
    BOOL,
    GROUPSHARED_LIMIT,
    INTEGER,
    LIBRARY,
    OPERATORS,
    UINT,
    WIDEST_WAVE,
    Array,
    Expressions,
    NoHLSL,
    Type,
    Value,
    groupshared_bytes,
    type_named,
)

import wavedialect as wd

RESOURCES = {
    "Buffer": "StructuredBuffer",
    "RWBuffer": "RWStructuredBuffer",
    "Texture2D": "Texture2D",
    "RWTexture2D": "RWTexture2D",
}
RESERVED = {"shared": "shared_", "flag": "flag_", "linear": "linear_", "sample": "sample_"}
SCALARS = "Scalars"
"""The constant buffer with the parameters that are no resources."""


class _NeededOutside(Exception):
    """A variable is read outside of the block that assigns it first."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class Function(Expressions):
    """The body of one function."""

    def __init__(self, writer: Writer, names: dict[str, Value | Array], hoisted: dict[str, Type]) -> None:
        super().__init__()
        self.writer = writer
        self.functions = writer.functions
        self.system_values = writer.system_values
        self.blocks = [dict(names)]
        self.types = dict(hoisted)
        """Of all variables that were ever declared."""
        self.lines: list[str] = []
        self.returned: Type | None = None
        for name, type_ in hoisted.items():
            self.write(f"{type_} {spelled(name)};")
            self.blocks[0][name] = Value(spelled(name), type_)

    def name(self, name: str) -> Value | Array:
        for block in reversed(self.blocks):
            if name in block:
                return block[name]
        if name in self.types:
            raise _NeededOutside(name)
        raise NoHLSL(f"the name {name}")

    def write(self, line: str) -> None:
        self.lines.append("  " * len(self.blocks) + line)

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        self.write(f"{head} {{".lstrip())
        self.blocks.append({})
        try:
            yield
        finally:
            self.blocks.pop()
            self.write("}")

    def body(self, statements: list[ast.stmt]) -> None:
        for one in statements:
            method = getattr(self, f"on_{type(one).__name__}", None)
            if method is None:
                raise NoHLSL(ast.unparse(one).partition("\n")[0])
            method(one)

    # Statements.

    def on_Pass(self, _: ast.Pass) -> None:
        pass

    def on_Break(self, _: ast.Break) -> None:
        self.write("break;")

    def on_Continue(self, _: ast.Continue) -> None:
        self.write("continue;")

    def on_Return(self, node: ast.Return) -> None:
        if node.value is None:
            self.write("return;")
            return
        value = self.value(node.value).typed
        self.returned = self.returned or value.type
        self.write(f"return {value.to(self.returned)};")

    def on_Expr(self, node: ast.Expr) -> None:
        call = node.value
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in BARRIERS:
            self.write(f"{BARRIERS[call.func.attr]}();")
        elif not isinstance(call, ast.Constant):
            self.write(f"{self.value(call).text};")

    def on_Assign(self, node: ast.Assign) -> None:
        (target,) = node.targets
        if isinstance(target, ast.Name) and self.declares_array(target.id, node.value):
            return
        value = self.value(node.value)
        if not isinstance(target, ast.Name):
            self.write(f"{self.target(target, value)};")
            return
        name = target.id
        known = next((block[name] for block in reversed(self.blocks) if name in block), None)
        if isinstance(known, Value):
            self.write(f"{known.text} = {value.to(known.type)};")
            return
        value = value.typed
        self.types[name] = value.type
        self.blocks[-1][name] = Value(spelled(name), value.type)
        self.write(f"{value.type} {spelled(name)} = {value.text};")

    def target(self, target: ast.expr, value: Value) -> str:
        """An assignment to an element or to components."""
        if isinstance(target, ast.Subscript):
            array = self.array(target.value)
            if array.name in self.writer.bytes_stored:
                return f"{self.place(target)} = {value.to(array.type)} & 255u"
            text = value.to(array.type)
            return f"{self.place(target)} = {text if array.stored == array.type else f'({array.stored})({text})'}"
        place = self.value(target)
        text = value.to(place.type)
        if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Subscript):
            array = self.array(target.value.value)
            if array.stored != array.type:
                stored = Type(array.stored.base, place.type.length)
                return f"{self.place(target.value)}.{target.attr} = ({stored})({text})"
        return f"{place.text} = {text}"

    def on_AugAssign(self, node: ast.AugAssign) -> None:
        read = ast.copy_location(ast.parse(ast.unparse(node.target), mode="eval").body, node.target)
        place = self.value(read)
        sign = OPERATORS[type(node.op)]
        self.write(f"{place.text} {sign}= {self.value(node.value).to(place.type)};")

    def declares_array(self, name: str, value: ast.expr) -> bool:
        if not (isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute)):
            return False
        if value.func.attr not in ("groupshared", "local_array"):
            return False
        type_ = type_named(value.args[0])
        size, count = self.writer.size(value.args[1])
        array = Array(spelled(name), type_, type_, size)
        self.blocks[0 if value.func.attr == "groupshared" else -1][name] = array
        if value.func.attr == "groupshared":
            self.writer.groupshared.append((array, count))
        else:
            self.write(f"{type_} {array.name}[{size}];")
        return True

    def on_If(self, node: ast.If) -> None:
        with self.block(f"if ({self.value(node.test).to(BOOL)})"):
            self.body(node.body)
        if node.orelse:
            with self.block("else"):
                self.body(node.orelse)

    def on_While(self, node: ast.While) -> None:
        with self.block(f"while ({self.value(node.test).to(BOOL)})"):
            self.body(node.body)

    def on_For(self, node: ast.For) -> None:
        assert isinstance(node.target, ast.Name) and isinstance(node.iter, ast.Call)
        unrolled = isinstance(node.iter.func, ast.Attribute)
        bounds = node.iter.args
        type_, texts = self.alike(*bounds)
        if len(texts) == 1:
            texts.insert(0, Value("", Type(INTEGER)).to(type_))
        first, last, *step = texts
        if step and not isinstance(bounds[2], ast.Constant):
            raise NoHLSL("a loop with a computed step")
        name = spelled(node.target.id)
        with self.block(""):
            self.write(f"const {type_} {name}_end = {last};")
            if unrolled:
                self.write("[unroll]")
            with self.block(f"for ({type_} {name} = {first}; {name} < {name}_end; {name} += {step[0] if step else 1})"):
                self.blocks[-1][node.target.id] = Value(name, type_)
                self.types[node.target.id] = type_
                self.body(node.body)

    def on_With(self, node: ast.With) -> None:
        """A block for some waves."""
        call = node.items[0].context_expr
        if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "waves"):
            raise NoHLSL(ast.unparse(node).partition("\n")[0])
        tests = []
        for one in call.args:
            if isinstance(one, ast.Call):
                first, last = (self.value(bound).to(UINT) for bound in one.args)
                tests.append(f"(GetGroupWaveIndex() >= {first} && GetGroupWaveIndex() < {last})")
            else:
                tests.append(f"GetGroupWaveIndex() == {self.value(one).to(UINT)}")
        with self.block(f"if ({' || '.join(tests)})"):
            self.body(node.body)

    def helper_call(self, node: ast.Call, name: str) -> Value:
        arguments: list[Value | Array] = []
        for one in node.args:
            found = self.name(one.id) if isinstance(one, ast.Name) else None
            arguments.append(found if isinstance(found, Array) else self.value(one).typed)
        function, result = self.writer.helper(name, arguments)
        values = ", ".join(one.text for one in arguments if isinstance(one, Value))
        return Value(f"{function}({values})", result)


class Helper(Function):
    """A function that the kernel calls."""

    in_kernel = False


class Writer:
    """Translates one kernel."""

    def __init__(self, source: str) -> None:
        functions = [one for one in ast.parse(source).body if isinstance(one, ast.FunctionDef)]
        *helpers, self.kernel = functions
        self.sources = {one.name: one for one in helpers}
        self.clear()

    def clear(self) -> None:
        self.functions: dict[str, str] = {}
        self.system_values: dict[str, str] = {}
        self.helpers: dict[str, tuple[str, Type]] = {}
        self.groupshared: list[tuple[Array, int]] = []
        self.bytes_stored: set[str] = set()

    def function(self, kind: type[Function], statements: list[ast.stmt], names: dict[str, Value | Array]) -> Function:
        """The body; it starts again for each variable that needs a declaration at the top."""
        hoisted: dict[str, Type] = {}
        while True:
            made = kind(self, names, hoisted)
            before = len(self.groupshared)
            try:
                made.body(statements)
            except _NeededOutside as needed:
                hoisted[needed.name] = made.types[needed.name]
                del self.groupshared[before:]
            else:
                return made

    def helper(self, name: str, arguments: list[Value | Array]) -> tuple[str, Type]:
        """The function for these arguments, and what it returns."""
        node = self.sources[name]
        parts = [one.name if isinstance(one, Array) else str(one.type) for one in arguments]
        function = "_".join(
            [name, *(part for part, one in zip(parts, arguments, strict=True) if isinstance(one, Array))]
        )
        key = f"{name}({', '.join(parts)})"
        if key not in self.helpers:
            names: dict[str, Value | Array] = {}
            parameters = []
            for parameter, one in zip(node.args.args, arguments, strict=True):
                if isinstance(one, Array):
                    if one.size and one not in [array for array, _ in self.groupshared]:
                        raise NoHLSL("a local array as an argument")
                    names[parameter.arg] = one
                else:
                    names[parameter.arg] = Value(spelled(parameter.arg), one.type)
                    parameters.append(f"{one.type} {spelled(parameter.arg)}")
            made = self.function(Helper, node.body, names)
            result = made.returned
            lines = [f"{result or 'void'} {function}({', '.join(parameters)}) {{", *made.lines, "}"]
            self.functions[key] = "\n".join(lines)
            self.helpers[key] = function, result or Type("void")
        return self.helpers[key]

    def size(self, node: ast.expr) -> tuple[str, int]:
        """Of an array: for the widest wave, since HLSL has no constant for the wave size."""
        text = ast.unparse(node).replace("wd.wave_lane_count()", str(WIDEST_WAVE))
        counted = text.replace("wd.group_wave_count()", "GetGroupWaveCount()")
        number = text.replace("wd.group_wave_count()", str(self.attribute("num_waves") or 0))
        return counted, eval(number, {"__builtins__": {}})  # noqa: S307 - a product of numbers.

    def attribute(self, name: str) -> Any:
        (decorator,) = self.kernel.decorator_list
        assert isinstance(decorator, ast.Call)
        return next((ast.literal_eval(one.value) for one in decorator.keywords if one.arg == name), None)

    def text(self) -> str:
        self.clear()
        names: dict[str, Value | Array] = {}
        resources, scalars = [], []
        for parameter in self.kernel.args.args:
            name, annotation = spelled(parameter.arg), parameter.annotation
            if not isinstance(annotation, ast.Subscript):
                assert annotation is not None
                type_ = type_named(annotation)
                names[parameter.arg] = Value(name, type_)
                scalars.append(f"  {type_} {name};")
                continue
            assert isinstance(annotation.value, ast.Attribute)
            kind = annotation.value.attr
            type_ = stored = type_named(annotation.slice)
            if type_.base == "bool":
                stored = Type("uint", type_.length)
            if ast.unparse(annotation.slice) == "wd.u8":
                self.bytes_stored.add(name)
            names[parameter.arg] = Array(name, type_, stored, dimensions=2 if "Texture" in kind else 1)
            resources.append(f"{RESOURCES[kind]}<{stored}> {name};")
        made = self.function(Function, self.kernel.body, names)
        if sum(groupshared_bytes(array, count) for array, count in self.groupshared) > GROUPSHARED_LIMIT:
            raise NoHLSL("that much groupshared memory at the greatest wave size")
        waves, threads = self.attribute("num_waves"), self.attribute("num_threads")
        extents = (*(threads if isinstance(threads, tuple) else (threads,)), 1, 1)[:3]
        size = f"[numWaves({waves})]" if waves else f"[numthreads({', '.join(map(str, extents))})]"
        lines = [
            *resources,
            f"cbuffer {SCALARS} {{",
            *scalars,
            "  uint3 group_count;",
            "};",
            *(f"groupshared {array.type} {array.name}[{array.size}];" for array, _ in self.groupshared),
            LIBRARY,
            *self.functions.values(),
            size,
            f"void {self.kernel.name}({', '.join(self.system_values.values())}) {{",
            *made.lines,
            "}",
        ]
        return "\n".join(lines) + "\n"


def spelled(name: str) -> str:
    return RESERVED.get(name, name)


def to_hlsl(source: str) -> str:
    """The text of a kernel as HLSL."""
    if "import bf16" in source:
        raise NoHLSL("bf16")
    return Writer(source).text()


@lru_cache(maxsize=1)
def in_hlsl(source: str) -> HLSLKernel:
    """The kernel of that text in Python; its configurations follow each other."""
    return HLSLKernel(source)


class HLSLKernel:
    """A random kernel in HLSL, which takes the arguments of the kernel in Python."""

    def __init__(self, source: str) -> None:
        self.text = to_hlsl(source)
        self.kernel = wd.hlsl(text=self.text, profile="cs_6_8", enable_16bit_types=True)
        self.names = [one.arg for one in Writer(source).kernel.args.args]

    def dispatch(self, groups: int, *arguments: Any, **options: Any) -> None:
        scalars: dict[str, Any] = {"group_count": (groups, 1, 1)}
        passed: dict[str, Any] = {}
        narrow = []
        for name, argument in zip(map(spelled, self.names), arguments, strict=True):
            if not isinstance(argument, np.ndarray):
                scalars[name] = argument
            elif name in self.kernel.parameters:
                passed[name] = argument
                if argument.itemsize == 1:
                    passed[name] = argument.astype(np.int32 if argument.dtype == np.int8 else np.uint32)
                    narrow.append((argument, passed[name]))
        if SCALARS in self.kernel.parameters:
            passed[SCALARS] = scalars
        self.kernel.dispatch(groups, **passed, **options)
        for argument, wide in narrow:
            argument[...] = wide.astype(argument.dtype)
