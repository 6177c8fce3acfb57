"""Help texts, which are written with Python's spelling, in the spelling of HLSL."""

from __future__ import annotations

import functools
import re

from ..python.operation_names import finding_in_python, in_python
from ..python.ops import INTRINSICS

_CODE = re.compile(r"`([^`\n]+)`")
_DECORATOR = re.compile(r"@?wd\.kernel\((.*)\)")
_ATTRIBUTES = {"num_waves": "numWaves", "num_threads": "numthreads", "wave_size": "WaveSize"}
_ATTRIBUTE = re.compile(rf"({'|'.join(_ATTRIBUTES)})=(?:\(([\d, ]+)\)|(\w+))?")
_SIZE = re.compile(r"\bnum_(?:waves|threads)=(?:\([\d, ]+\)|\d+)")
_LENGTH = re.compile(r"`([^`\n]*)\blen\((\w+)\)([^`\n]*)`")
_CONDITION = re.compile(r"(if|while) (.+):")
_FUNCTION = re.compile(r"\bwd\.(\w+)")
_ATOMIC = re.compile(r"\bwd\.atomic_(\w+)\(([^(),]+), ([^(),]+), ([^()]+)\)")
_WORDS = {
    "`# lint:": "`// lint:",
    "the kernel's decorator": "the shader",
    "the decorator": "the shader",
    "; for lanes of one wave, `wd.wave_memory_barrier()` is enough": "",
    ": if they do, say so with group_uniform(...)": ": make sure that they do",
    ", or state group_shared_limit": "",
    "state one with wave_size": "state one, [WaveSize(N)]",
    # Only the arrays of resources have names among the tables of constants.
    "of table `": "of array of resources `",
    "of table made at line": "of the constant array that is used at line",
}
_OPERATORS = {" and ": " && ", " or ": " || ", "not ": "!", "True": "true", "False": "false", "//": "/"}
#: The functions of memory and of groups, whose names in HLSL are not intrinsics of the Python front end.
_NAMES = {"groupshared": "groupshared", "local_array": "a local array", "wave_memory_barrier": "AllMemoryBarrier"}


@functools.cache
def _functions() -> dict[str, str]:
    """The names of functions in HLSL, by their names in Python."""
    return {name: intrinsic.hlsl for name, intrinsic in INTRINSICS.items() if intrinsic.hlsl} | _NAMES


def in_hlsl(text: str) -> str:
    """A text with the code in it as HLSL."""
    for ours, other in _WORDS.items():
        text = text.replace(ours, other)
    text = _LENGTH.sub(r"`\1count\3`, where `\2.GetDimensions(...)` gives `count`", text)
    text = _CODE.sub(lambda code: f"`{_code(code[1])}`", text)
    return _FUNCTION.sub(_name, _SIZE.sub(lambda size: _attribute(size[0]), text))


def message_in_hlsl(message: str) -> str:
    """A message of the compiler."""
    return in_hlsl(in_python(message))


def finding_in_hlsl(message: str) -> str:
    """A message or advice of a lint."""
    return in_hlsl(finding_in_python(message))


def function_in_hlsl(name: str) -> str:
    """The name of a function, by its name in Python."""
    return _functions().get(name, name)


def _name(function: re.Match[str]) -> str:
    return function_in_hlsl(function[1])


def _code(code: str) -> str:
    if code in _ATTRIBUTES:
        return _ATTRIBUTES[code]
    if decorator := _DECORATOR.fullmatch(code):
        code = decorator[1]
    if _ATTRIBUTE.fullmatch(code):
        return _attribute(code)
    code = _ATOMIC.sub(lambda found: f"{_atomic(found[1])}({found[2]}[{found[3]}], {found[4]})", code)
    if condition := _CONDITION.fullmatch(code):
        code = f"{condition[1]} ({condition[2]})"
    if "wd." in code or code.startswith("if "):
        for ours, other in _OPERATORS.items():
            code = code.replace(ours, other)
    return _FUNCTION.sub(_name, code)


def _attribute(code: str) -> str:
    """``num_waves=4`` as an attribute of an entry point."""
    return _ATTRIBUTE.sub(lambda found: f"[{_ATTRIBUTES[found[1]]}({found[2] or found[3] or '...'})]", code)


def _atomic(kind: str) -> str:
    return _functions().get(f"atomic_{kind}", f"Interlocked{kind.title().replace('_', '')}")
