"""Describes a user's function as data: everything in it that the front end reads, found without parsing it."""

from __future__ import annotations

import inspect
import os
import types
from typing import Any

from ....ir.module import Location
from ..annotation_texts import evaluate_annotation
from ..source_text import text_of
from .descriptions import Unstable, describe

_NOWHERE = Location("", 0, 0)


def describe_function(function: types.FunctionType) -> dict[str, Any]:
    """A function's location, its source text, and its properties that the text does not determine. Raises Unstable if
    there is no source text."""
    code = function.__code__
    file, text = _text(function)
    return {
        "file": file,
        "line": code.co_firstlineno,
        "text": text,
        "names": [code.co_name, function.__name__, function.__qualname__, *code.co_freevars],
        "annotations": [
            [name, describe(annotation, whole=False)] for name, annotation in evaluated_annotations(function).items()
        ],
        "defaults": [_describe_default(default) for default in function.__defaults__ or ()],
        "keywords": [[name, _describe_default(default)] for name, default in (function.__kwdefaults__ or {}).items()],
    }


def evaluated_annotations(function: types.FunctionType) -> dict[str, Any]:
    """A function's annotations as objects, as the front end sees them."""
    return {
        name: evaluate_annotation(function, annotation, _NOWHERE) if isinstance(annotation, str) else annotation
        for name, annotation in inspect.get_annotations(function).items()
    }


def _describe_default(default: Any) -> Any:
    # Few functions have defaults, and these are operands of the type rules.
    from ..names import constant_operand

    return describe(default, whole=constant_operand(default) is None)


def _text(function: types.FunctionType) -> tuple[str, str]:
    """The file, and its lines from the function's first line to a line where the function has certainly ended."""
    code = function.__code__
    file = code.co_filename
    lines = text_of(function)
    first, end = code.co_firstlineno, _last_line(code)
    if not 1 <= first <= end <= len(lines):
        raise Unstable(file)
    indentation = _indentation(lines[first - 1])
    # Lines without code may follow, such as unreachable statements.
    while end < len(lines) and (not lines[end].strip() or _indentation(lines[end]) > indentation):
        end += 1
    return os.path.abspath(file) if os.path.exists(file) else file, "".join(lines[first - 1 : end])


def _indentation(line: str) -> int:
    return len(line) - len(line.lstrip())


def _last_line(code: types.CodeType) -> int:
    """The last line on which an instruction of a function, or of a function nested in it, begins."""
    lines = [line for _, _, line in code.co_lines() if line is not None]
    lines += [_last_line(inner) for inner in code.co_consts if isinstance(inner, types.CodeType)]
    return max(lines, default=code.co_firstlineno)
