"""Fixes of findings: changes of the user's source that are known to be right."""

from __future__ import annotations

import ast
import io
import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ..frontends.hlsl.spelling import function_in_hlsl
from ..frontends.python.operation_names import user_name
from ..ir.module import Location
from . import hlsl_fixes
from .hlsl_fixes import HLSLTask
from .source_text import Edit, SourceText

_OPERATION = re.compile(r"'wave\.([\w ]+)'")
#: A function in the description of a fix.
_NAMED = re.compile(r"`([a-z_]+)((?:\(\))?)`")
_INDENT = "    "
#: Functions, besides types, whose result does not depend on which lanes are active.
_OF_THE_LANE = {
    "wave_lane_index", "wave_lane_count", "group_wave_index", "group_wave_count", "group_index", "group_id",
    "group_thread_id", "dispatch_thread_id", "len", "min", "max", "abs", "select",
}  # fmt: skip


@dataclass(frozen=True)
class Fix:
    """A change of the source that removes the cause of a finding."""

    description: str
    edits: tuple[Edit, ...]
    """Edits of one file, in source order, without overlaps."""
    digest: bytes | None
    """Identifies the file contents that were read; None if the source is not in a file."""
    is_python: bool = True
    """Whether the file is Python code."""

    @property
    def file(self) -> str:
        """The name of the file or of the notebook cell."""
        return self.edits[0].file

    @property
    def is_in_file(self) -> bool:
        """Whether the fix can be applied, that is, the source is in a file."""
        return self.digest is not None

    def described(self) -> dict[str, Any]:
        """Returns the fix as a dictionary for JSON."""
        edits = [
            {
                "file": edit.file,
                "line": edit.line,
                "column": edit.column,
                "end_line": edit.end_line,
                "end_column": edit.end_column,
                "replacement": edit.replacement,
            }
            for edit in self.edits
        ]
        return {"description": self.description, "edits": edits}


@dataclass(frozen=True)
class Task:
    """The input of a rewriter."""

    source: SourceText
    wanted: str
    """The fix to make, in the compiler's words."""
    place: Location
    """The place to change."""
    related: Sequence[Location]
    """The related places of the finding."""
    globals: Mapping[str, Any]

    @property
    def function(self) -> str:
        """The name in the package of the operation to use."""
        operation = _OPERATION.search(self.wanted)
        assert operation is not None, self.wanted
        return user_name(operation[1].replace(" ", "."))

    def spelled(self, function: str = "") -> str | None:
        """Returns the spelling in this file of the operation to use, or of another function."""
        return self.source.spelling_of(function or self.function, self.globals)

    def starting(self, kind: type[Any]) -> list[Any]:
        """Returns the nodes of a kind that begin at the place."""
        return self.source.starting_at(self.place.line, self.place.column, kind)

    def calls(self, *names: str) -> list[ast.Call]:
        """Returns the calls of these functions that begin at the place."""
        return [call for call in self.starting(ast.Call) if self.source.name_of(call.func) in names]

    def statement(self) -> tuple[ast.stmt, str] | None:
        """Returns the statement at the place and its indentation, if no other statement is on its lines."""
        statement = self.source.statement_at(self.place.line, self.place.column)
        indentation = self.source.indentation(statement) if statement is not None else None
        return None if statement is None or indentation is None else (statement, indentation)

    def replace(self, node: ast.expr | ast.stmt, replacement: str | None) -> list[Edit]:
        """Returns the edit of a node; none if the edit would delete a comment."""
        if replacement is None or ("#" in self.source.text_of(node) and "#" not in replacement):
            return []
        return [self.edit(self.source.start(node), self.source.end(node), replacement)]

    def edit(self, start: tuple[int, int], end: tuple[int, int], replacement: str) -> Edit:
        """Makes an edit of the file."""
        return Edit(self.source.file, *start, *end, replacement)


# --- Rewriters: each returns the edits, or none if it does not recognize the form of the source --------------------


def _replace_operator(task: Task, *operators: type[ast.operator]) -> list[Edit]:
    """Replaces ``wd.group_index() // 32`` and similar with a call."""
    found = [node for node in task.starting(ast.BinOp) if isinstance(node.op, operators)]
    spelled = task.spelled()
    return task.replace(found[0], f"{spelled}()") if len(found) == 1 and spelled else []


def _number_of_lane_or_wave(task: Task) -> list[Edit]:
    is_wave = task.function == "group_wave_index"
    operators = (ast.FloorDiv, ast.RShift) if is_wave else (ast.Mod, ast.BitAnd)
    edits = _replace_operator(task, *operators)
    if edits or is_wave:
        return edits
    # A thread index to which a step of one wave is added.
    spelled = task.spelled()
    found: list[Any] = task.calls("group_index")
    found += [node for node in task.starting(ast.Attribute) if node.attr == "x" and isinstance(node.value, ast.Call)]
    return task.replace(found[0], f"{spelled}()") if len(found) == 1 and spelled else []


def _wave_count(task: Task) -> list[Edit]:
    return _replace_operator(task, ast.FloorDiv)


def _first_lane(task: Task) -> list[Edit]:
    found, spelled = task.calls("wave_read_lane_at"), task.spelled()
    if len(found) != 1 or len(found[0].args) != 2 or found[0].keywords or not spelled:
        return []
    return task.replace(found[0], f"{spelled}({task.source.text_of(found[0].args[0])})")


def _length(task: Task) -> list[Edit]:
    found = task.calls("groupshared")
    if len(found) != 1 or len(found[0].args) != 2:
        return []
    if task.wanted.isdigit():
        return task.replace(found[0].args[1], task.wanted)
    spelled = task.spelled()
    return task.replace(found[0].args[1], f"{spelled}()") if spelled else []


def _barrier(task: Task) -> list[Edit]:
    found = [call for call in task.starting(ast.Call) if "memory_barrier" in (task.source.name_of(call.func) or "")]
    return task.replace(found[0].func, task.spelled()) if len(found) == 1 else []


def _barrier_before(task: Task) -> list[Edit]:
    found, spelled = task.statement(), task.spelled()
    if found is None or not spelled:
        return []
    statement, indentation = found
    start = task.source.start(statement)
    # The other access must be before this statement, and an `elif` cannot have a statement before it.
    if any(place.line >= statement.lineno for place in task.related) or task.source.between(
        start, task.source.end(statement)
    ).startswith("elif"):
        return []
    newline = task.source.newline_at(statement.lineno)
    return [task.edit(start, start, f"{spelled}(){newline}{indentation}")]


def _barrier_behind(task: Task) -> list[Edit]:
    """Moves the barrier at the end of an ``if`` behind it."""
    found = task.statement()
    parent = task.source.parent_of(found[0]) if found else None
    if found is None or not isinstance(parent, ast.If) or parent.orelse or len(parent.body) < 2:
        return []
    statement, indentation = found
    outer = task.source.indentation(parent)
    if outer is None or parent.body[-1] is not statement or task.source.text_of(parent).startswith("elif"):
        return []
    line = statement.lineno
    return [task.edit((line, 1), (line, len(indentation) + 1), outer)]


def _under(task: Task, condition: str) -> list[Edit]:
    """Puts the statement under a condition."""
    found = task.statement()
    if found is None or isinstance(found[0], ast.If | ast.For | ast.While | ast.FunctionDef):
        return []
    statement, indentation = found
    newline = task.source.newline_at(statement.lineno)
    text = task.source.text_of(statement)
    # Indenting a string of several lines would change its value.
    if any(isinstance(node, ast.Constant) and node.lineno != node.end_lineno for node in ast.walk(statement)):
        return []
    first, *rest = io.StringIO(text, newline="")
    indented = "".join([first, *(_INDENT + line for line in rest)])
    return task.replace(statement, f"if {condition}:{newline}{indentation}{_INDENT}{indented}")


def _has_calls(task: Task, statement: ast.AST, but: ast.Call | None) -> bool:
    """Whether a statement may call a function, other than ``but``, whose result depends on the active lanes."""
    from ..ir.types import DTYPES, VECTORS

    harmless = {*DTYPES, *VECTORS, *_OF_THE_LANE}
    return any(
        isinstance(node, ast.Call) and node is not but and task.source.name_of(node.func) not in harmless
        for node in ast.walk(statement)
    )


def _one_lane(task: Task) -> list[Edit]:
    found, spelled = task.statement(), task.spelled()
    if found is None or not isinstance(found[0], ast.Expr) or not isinstance(found[0].value, ast.Call) or not spelled:
        return []
    return [] if _has_calls(task, found[0], found[0].value) else _under(task, f"{spelled}()")


def _counted_lanes(task: Task) -> list[Edit]:
    found = task.statement()
    counts = [
        call
        for place in task.related
        for call in task.source.starting_at(place.line, place.column, ast.Call)
        if task.source.name_of(call.func) == "wave_prefix_count_bits" and len(call.args) == 1
    ]
    if found is None or len(counts) != 1:
        return []
    statement, (count,) = found[0], counts
    condition = count.args[0]
    simple = ast.Name | ast.Compare | ast.BoolOp | ast.UnaryOp | ast.BinOp | ast.Constant | ast.Attribute
    if any(isinstance(node, ast.expr) and not isinstance(node, simple) for node in ast.walk(condition)):
        return []
    counting = task.source.statement_at(count.lineno, task.source.start(count)[1])
    if counting is None or _has_calls(task, statement, count):
        return []
    if counting is not statement:
        parent = task.source.parent_of(statement)
        beside = [body for body in _bodies(parent) if statement in body and counting in body]
        if not beside:
            return []
        # The condition must mean the same at the store: none of its names may be assigned in between.
        between = beside[0][beside[0].index(counting) : beside[0].index(statement)]
        names = {node.id for node in ast.walk(condition) if isinstance(node, ast.Name)}
        assigned = {
            node.id
            for each in between
            for node in ast.walk(each)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }
        if names & assigned:
            return []
    return _under(task, " ".join(task.source.text_of(condition).split()))


def _bodies(node: ast.AST | None) -> list[list[ast.stmt]]:
    """Returns the statement lists of a node."""
    return [value for name in ("body", "orelse") if isinstance(value := getattr(node, name, None), list)]


def _waves_of_threads(task: Task) -> list[Edit]:
    number = re.search(r"num_waves\((\d+)\)", task.wanted)
    for function in task.starting(ast.FunctionDef):
        keywords = [
            keyword
            for decorator in function.decorator_list
            if isinstance(decorator, ast.Call)
            for keyword in decorator.keywords
            if keyword.arg == "num_threads"
        ]
        if number and len(keywords) == 1:
            start, end = task.source.start(keywords[0]), task.source.end(keywords[0])
            return [task.edit(start, end, f"num_waves={number[1]}")]
    return []


_OPERAND = (ast.BinOp, ast.Call, ast.Name, ast.Attribute, ast.Constant, ast.Subscript, ast.UnaryOp)


def _difference(task: Task) -> list[Edit]:
    """Replaces ``a - b < 0`` with ``a < b``."""
    compares = [node for node in task.starting(ast.Compare) if len(node.ops) == 1]
    if len(compares) != 1:
        return []
    left, operator, right = compares[0].left, compares[0].ops[0], compares[0].comparators[0]
    difference, sign = left, {ast.Lt: "<", ast.GtE: ">="}.get(type(operator))
    if not isinstance(difference, ast.BinOp) or sign is None:
        difference, sign = right, {ast.Gt: "<", ast.LtE: ">="}.get(type(operator))
    if not isinstance(difference, ast.BinOp) or not isinstance(difference.op, ast.Sub) or sign is None:
        return []
    if not isinstance(difference.left, _OPERAND) or not isinstance(difference.right, _OPERAND):
        return []
    a, b = task.source.text_of(difference.left), task.source.text_of(difference.right)
    return task.replace(compares[0], f"{a} {sign} {b}")


@dataclass(frozen=True)
class Rewriter:
    """How to fix the findings of a lint."""

    description: str
    """What the fix does, in the imperative."""
    edits: Callable[[Task], list[Edit]]
    in_functions: bool = True
    """Whether the fix is right in a function regardless of the kernels that call it."""
    hlsl: Callable[[HLSLTask], list[Edit]] | None = None
    """The same for HLSL; None if shaders have no such fix."""
    group: str = ""
    """A fix may make others of its group superfluous, so that only one fix of a group is applied to a kernel at a
    time."""


REWRITERS = {
    "lane-from-thread-id": Rewriter("replace the arithmetic with the number of the lane or wave", _number_of_lane_or_wave, hlsl=hlsl_fixes.lane_index),
    "barrier-in-divergent-flow": Rewriter("move a barrier at the end of an `if` behind it", _barrier_behind, False, hlsl_fixes.barrier_behind, "barrier"),
    "atomic-of-every-lane": Rewriter("put an atomic whose result is unused under `wave_is_first_lane()`", _one_lane, False, hlsl_fixes.one_lane),
    "append-unguarded": Rewriter("put the store under the condition that was counted", _counted_lanes, hlsl=hlsl_fixes.counted_lanes),
    "read-of-inactive-lane": Rewriter("replace a read of lane 0 with `wave_read_lane_first`", _first_lane, hlsl=hlsl_fixes.first_lane),
    "groupshared-without-barrier": Rewriter(
        "insert `group_memory_barrier_with_group_sync()` before the read", _barrier_before, False, hlsl_fixes.barrier_before, "barrier"
    ),
    "barrier-too-weak": Rewriter("replace the barrier with the one that is needed", _barrier, False, hlsl_fixes.barrier),
    "array-shorter-than-waves": Rewriter("give the array an element for each wave", _length, False, hlsl_fixes.length),
    "wave-count-by-division": Rewriter("replace the division with `group_wave_count()`", _wave_count, False),
    "unsigned-never-negative": Rewriter("compare the two values that are subtracted", _difference, hlsl=hlsl_fixes.difference),
    "num-threads-could-be-num-waves": Rewriter("state `num_waves` in place of `num_threads`", _waves_of_threads, False),
}  # fmt: skip
"""By lint id. The other lints have several right fixes."""
#: Lints whose findings in a kernel are fixed together or not at all: a lane that is numbered by the wave does not match a
#: wave that is still numbered by threads.
TOGETHER = ("lane-from-thread-id",)


@lru_cache(maxsize=16)
def _source(file: str, stamp: Any) -> SourceText | None:
    return SourceText.read(file)


def forget_sources() -> None:
    """Makes the next fix read its file again."""
    _source.cache_clear()


def fix_of(
    lint: str,
    wanted: str,
    place: Location,
    related: Sequence[Location],
    is_in_function: bool,
    globals: Mapping[str, Any],
    language: str = "python",
) -> Fix | None:
    """Returns the fix of a finding that the compiler marks as having exactly one right fix; None if the form of the
    source is not recognized."""
    rewriter = REWRITERS.get(lint)
    if rewriter is None or (is_in_function and not rewriter.in_functions):
        return None
    try:
        state = os.stat(place.file)
        stamp: Any = (state.st_mtime_ns, state.st_size, state.st_ino)
    except OSError:
        stamp = object()
    source = _source(place.file, stamp)
    if source is not None and language == "hlsl":
        return _shader_fix(rewriter, source, wanted, place, related)
    if source is None or source.tree is None:
        return None
    edits = rewriter.edits(Task(source, wanted, place, related, globals))
    return Fix(rewriter.description, tuple(edits), source.digest) if edits else None


def _shader_fix(
    rewriter: Rewriter, source: SourceText, wanted: str, place: Location, related: Sequence[Location]
) -> Fix | None:
    """The fix of a finding in HLSL."""
    if rewriter.hlsl is None:
        return None
    operation = _OPERATION.search(wanted)
    function = function_in_hlsl(user_name(operation[1].replace(" ", "."))) if operation else ""
    edits = rewriter.hlsl(HLSLTask(source, function, wanted, place, related))
    description = _NAMED.sub(lambda named: f"`{function_in_hlsl(named[1])}{named[2]}`", rewriter.description)
    return Fix(description, tuple(edits), source.digest, is_python=False) if edits else None
