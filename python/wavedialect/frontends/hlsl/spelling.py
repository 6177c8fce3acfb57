"""Help texts, which are written with Python's spelling, in the spelling of HLSL."""

from __future__ import annotations

import functools
import re

from ...ir.types import HLSL_NAMES
from ..python.operation_names import finding_in_python, in_python
from ..python.ops import INTRINSICS

_CODE = re.compile(r"`([^`\n]+)`")
_DECORATOR = re.compile(r"@?wd\.kernel\((.*)\)")
_ATTRIBUTES = {"num_waves": "numWaves", "num_threads": "numthreads", "wave_size": "WaveSize"}
_ATTRIBUTE = re.compile(rf"({'|'.join(_ATTRIBUTES)})=(?:\(([\d, ]+)\)|(\w+))?")
#: The same in MLIR.
_CLAUSE = re.compile(rf"({'|'.join(_ATTRIBUTES)})\(([\d, ]+)\)")
_SIZE = re.compile(r"\bnum_(?:waves|threads)=(?:\([\d, ]+\)|\d+)")
_LENGTH = re.compile(r"`([^`\n]*)\blen\((\w+)\)([^`\n]*)`")
_CONDITION = re.compile(r"(if|while) (.+):")
_FUNCTION = re.compile(r"\bwd\.(\w+)")
#: A call in code, whose function has no prefix in Python either if it is imported by its name.
_CALL = re.compile(r"(?<![.\w])([a-z]\w*)(?=\()")
#: The name of a function in text, without a call.
_NAMED = re.compile(r"(?<![.\w])([a-z]+(?:_\w+)+)\b")
_SEMANTIC_CALL = re.compile(r"\b(SV_\w+)\(\)")
_SENTENCE_END = re.compile(r"((?<=\.)\s+(?=[A-Z`]))")
#: The name of a type, which HLSL spells otherwise.
_TYPE = re.compile(rf"\b({'|'.join(HLSL_NAMES)})\b")
#: An attribute of a kernel in text: `wave_size=32`, or its name alone.
_STATED = re.compile(rf"\b({'|'.join(_ATTRIBUTES)})\b(?:=(\d+)|=?\(([\d, ]+)\))?")
_QUOTED = re.compile(r"(`[^`\n]*`)")
_OF_MLIR = ("`#", "`!", "`%", "`wave", "`arith", "`memref")
_WAVE_NUMBER = re.compile(r"\bGetGroupWave(?:Index|Count)\b")
_FIRST_WAVE = re.compile(r"\bGetGroupWaveIndex\(\) == 0")
_ATOMIC = re.compile(r"\bwd\.atomic_(\w+)\(([^(),]+), ([^(),]+), ([^()]+)\)")
_WORDS = {
    "`# lint:": "`// lint:",
    "`_with_group_sync`": "`WithGroupSync`",
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


@functools.cache
def _only_in_python() -> re.Pattern[str]:
    """Names of functions that HLSL does not have, as the text of a page has them."""
    names = "|".join(name for name in INTRINSICS if name not in _functions())
    return re.compile(rf"\bwd\.(?:{names}|func|wave_memory_barrier)\b")


def is_of_python(text: str) -> bool:
    """Whether a text is about a function that HLSL does not have."""
    return _only_in_python().search(text) is not None


def in_hlsl(text: str) -> str:
    """A text with the code in it as HLSL."""
    for ours, other in _WORDS.items():
        text = text.replace(ours, other)
    text = _LENGTH.sub(r"`\1count\3`, where `\2.GetDimensions(...)` gives `count`", text)
    text = _CODE.sub(lambda code: f"`{_code(code[1])}`", text)
    return _FUNCTION.sub(_name, _SIZE.sub(lambda size: _attribute(size[0]), text))


def message_in_hlsl(message: str) -> str:
    """A message of the compiler."""
    return _with_attributes(in_hlsl(in_python(message)))


def finding_in_hlsl(message: str) -> str:
    """A message or advice of a lint."""
    return _with_attributes(in_hlsl(finding_in_python(message)))


def page_in_hlsl(text: str) -> str:
    """A text of the page of an id, without the sentences about functions that HLSL does not have."""
    if is_of_python(text):
        inner = text.strip()
        paragraphs = [_without_python(paragraph) for paragraph in inner.split("\n\n")]
        # The white space around a text belongs to it.
        text = text.replace(inner, "\n\n".join(filter(None, paragraphs)) or inner)
    parts = _QUOTED.split(_with_attributes(in_hlsl(text)))
    return "".join(
        part if part.startswith(_OF_MLIR) else _TYPE.sub(lambda name: HLSL_NAMES[name[1]], part) for part in parts
    )


def _without_python(paragraph: str) -> str:
    sentences = _SENTENCE_END.split(paragraph)
    # Each with the white space behind it.
    pairs = zip(sentences[::2], [*sentences[1::2], ""], strict=True)
    return "".join(sentence + space for sentence, space in pairs if not is_of_python(sentence)).rstrip()


def for_older_models(advice: str) -> str:
    """Advice for a shader whose model has no numbers of waves: adds what to write for other compilers."""
    others = []
    if _FIRST_WAVE.search(advice):
        others.append("before Shader Model 6.10, for other compilers, let the thread with `SV_GroupIndex` 0 do it")
    if _WAVE_NUMBER.search(_FIRST_WAVE.sub("", advice)):
        others.append(
            "other compilers have the index and the number of waves from Shader Model 6.10 on: before, let the first"
            " lane of each wave take an index from a groupshared counter by `InterlockedAdd`, and the others read it by"
            " `WaveReadLaneFirst`; after a barrier, the counter is the number of waves"
        )
    return "; ".join([advice, *others])


def _with_attributes(text: str) -> str:
    """A text whose words, outside of code, name attributes of an entry point."""

    def spelled(found: re.Match[str]) -> str:
        value = found[2] or found[3]
        name = _ATTRIBUTES[found[1]]
        return f"`[{name}({value})]`" if value else f"`{name}`"

    parts = _QUOTED.split(text)
    return "".join(part if part.startswith("`") else _STATED.sub(spelled, part) for part in parts)


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
    if clause := _CLAUSE.fullmatch(code):
        return f"[{_ATTRIBUTES[clause[1]]}({clause[2]})]"
    code = _ATOMIC.sub(lambda found: f"{_atomic(found[1])}({found[2]}[{found[3]}], {found[4]})", code)
    if condition := _CONDITION.fullmatch(code):
        code = f"{condition[1]} ({condition[2]})"
    is_ours = any(name[1] in _functions() for name in _CALL.finditer(code))
    if "wd." in code or code.startswith("if ") or is_ours:
        for ours, other in _OPERATORS.items():
            code = code.replace(ours, other)
    code = _FUNCTION.sub(_name, _NAMED.sub(_name, _CALL.sub(_name, code)))
    return _SEMANTIC_CALL.sub(r"\1", code)


def _attribute(code: str) -> str:
    """``num_waves=4`` as an attribute of an entry point."""
    return _ATTRIBUTE.sub(lambda found: f"[{_ATTRIBUTES[found[1]]}({found[2] or found[3] or '...'})]", code)


def _atomic(kind: str) -> str:
    return _functions().get(f"atomic_{kind}", f"Interlocked{kind.title().replace('_', '')}")
