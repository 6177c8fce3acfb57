"""A kernel in HLSL for each function of the prelude, and what it and Python's rules compute as expressions.

The expressions contain operations, constants and the names of the buffers from which the arguments are loaded, so that
equal expressions are equal functions, whatever the order of the operations is.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
from importlib.machinery import SourceFileLoader
from pathlib import Path

from wavedialect.ir.module import Block, Function, Location, Module, Operation
from wavedialect.ir.printer import print_module
from wavedialect.ir.types import DType, VectorType, bool_, element_of, like, u32

ROOT = Path(__file__).parents[3]
WAVE_OPT, WAVE_HLSL = ROOT / "build/bin/wave-opt", ROOT / "build/bin/wave-hlsl"
sys.path.insert(0, str(ROOT / "scripts"))
printer = SourceFileLoader("print_prelude", str(ROOT / "scripts/print-prelude")).load_module()
_TYPES = {"i16": "int16_t", "u16": "uint16_t", "i32": "int", "u32": "uint", "i64": "int64_t", "u64": "uint64_t"}
_TYPES |= {"f16": "half", "f32": "float", "f64": "double", "bool": "bool"}
_PLACE = Location("", 0, 0)


def functions() -> dict[str, printer.Printed]:
    """The functions with arguments of all types that Python accepts, by their names in HLSL."""
    helpers = printer.Helpers(printer.Annotations(WAVE_OPT))
    made = [printer.Printed(source, helpers) for source in printer.sources()]
    return {each.name: each for each in made if each.traces}


def spelled(type: DType | VectorType) -> str:
    """A type in HLSL."""
    size = type.size if isinstance(type, VectorType) else ""
    return f"{_TYPES[element_of(type).name]}{size}"


def _stored(type: DType | VectorType) -> DType | VectorType:
    """The type of a buffer's elements: memory has no bools."""
    return like(u32, type) if element_of(type) is bool_ else type


def kernel(function: printer.Printed) -> str:
    """A kernel that calls a function for each type: the buffers ``p0_f32_3``, ... have the arguments of float3, and the
    results are stored to ``r0_f32_3``, ..."""
    declarations: list[str] = []
    body: list[str] = []
    for (dtype, size), trace in function.traces.items():
        case = f"{dtype.name}_{size}"
        arguments = []
        for place, value in enumerate(trace.parameters):
            declarations.append(f"StructuredBuffer<{spelled(_stored(value.type))}> p{place}_{case};")
            is_bool = element_of(value.type) is bool_
            load = f"p{place}_{case}[i]"
            arguments.append(f"({spelled(value.type)})({load} != 0)" if is_bool else load)
        for place, value in enumerate(trace.results):
            declarations.append(f"RWStructuredBuffer<{spelled(_stored(value.type))}> r{place}_{case};")
            if place:
                body.append(f"  {spelled(value.type)} v{place}_{case};")
                arguments.append(f"v{place}_{case}")
        call = f"{function.name}({', '.join(arguments)})"
        body.append(
            f"  {f'r0_{case}[i] = ({spelled(_stored(trace.results[0].type))})' if trace.results else ''}{call};"
        )
        body += [f"  r{place}_{case}[i] = v{place}_{case};" for place in range(1, len(trace.results))]
    head = ["[numWaves(2)]", "void main() {", "  uint i = WaveGetLaneIndex();"]
    return "\n".join([*declarations, *head, *body, "}", ""])


def translate(text: str) -> str:
    """The kernel's IR."""
    command = [WAVE_HLSL, "-emit-wave", "-enable-16bit-types", "-T", "cs_6_8", "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def _simplified(text: str) -> str:
    command = [WAVE_OPT, "--canonicalize", "--cse", "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def in_hlsl(text: str) -> dict[str, str]:
    """The expressions that a kernel stores, by the names of the buffers."""
    text = _simplified(text)
    head = next(line for line in text.split("\n") if "wave.func" in line)
    names = dict(re.findall(r'(%arg\d+): [^{]*\{[^}]*?wave\.name = "(\w+)"', head))
    found = {}
    for statement in _statements(text, names):
        store = re.match(r"(?:memref|vector)\.store (.*), (r\d_\w+)\[", statement)
        if store:
            found[store[2]] = store[1]
    return found


def in_python(function: printer.Printed) -> dict[str, str]:
    """The expressions that Python's rules build, by the names of the same buffers."""
    made = []
    for number, trace in enumerate(function.traces.values()):
        end = Operation("wave.return", list(trace.results), [], {}, [], _PLACE)
        body = Block([], [*trace.operations, end])
        types = [value.type for value in trace.results]
        made.append(Function(f"f{number}", list(trace.parameters), types, body, _PLACE))
    parts = re.split(r"(?=wave\.func @)", _simplified(print_module(Module(made, made[0]))))[1:]
    found = {}
    for ((dtype, size), trace), text in zip(function.traces.items(), parts, strict=True):
        case = f"{dtype.name}_{size}"
        names = {f"%arg{place}": f"p{place}_{case}" for place in range(len(trace.parameters))}
        _statements(text, names)
        (returned,) = (line for line in text.split("\n") if line.strip().startswith("wave.return"))
        for place, (value, result) in enumerate(zip(re.findall(r"%\w+", returned), trace.results, strict=True)):
            expression, type = names[value], result.type
            if element_of(type) is bool_:
                shape = f"vector<{type.size}x{{}}>" if isinstance(type, VectorType) else "{}"
                expression = _short(f"arith.extui {expression} : {shape.format('i1')} to {shape.format('i32')}")
            found[f"r{place}_{case}"] = expression
    return found


def _short(expression: str) -> str:
    if len(expression) < 300:
        return f"({expression})"
    return f"<{hashlib.sha256(expression.encode()).hexdigest()}>"


def _statements(text: str, names: dict[str, str]) -> list[str]:
    """The operations without a result, with expressions as operands; adds the expressions of all values to ``names``.
    An argument is the name of the buffer from which it is loaded."""
    statements = []
    for line in text.split("\n"):
        result, expression = re.match(r"\s*(?:(%\w+) = )?(.*)", line).groups()
        expression = re.sub(r"%\w+", lambda value: names.get(value[0], value[0]), expression)
        argument = re.match(r"(?:memref|vector)\.load (p\d_\w+)\[|arith\.cmpi ne, (p\d_bool_\d), ", expression)
        if result is None:
            statements.append(expression)
        else:
            names[result] = (argument[1] or argument[2]) if argument else _short(expression)
    return statements
