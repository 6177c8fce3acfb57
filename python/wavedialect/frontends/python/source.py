"""Finds the source text of a function in files, IPython and Jupyter cells, and text registered with linecache."""

from __future__ import annotations

import ast
import functools
import linecache
import operator
import os
import types
from dataclasses import dataclass, field
from typing import NoReturn

from ...errors import CompileError
from ...ir.module import Location
from .source_text import text_of
from .state import assigned_names


@dataclass(frozen=True)
class Source:
    """A function's syntax tree, with the line numbers of its file, and its location; ``assigned`` are the names that it
    may assign.

    ``place`` is the location of all nodes if it is set: a library function has the location of its call.
    """

    node: ast.FunctionDef
    file: str
    lines: tuple[str, ...]
    assigned: tuple[str, ...]
    place: Location | None = None
    #: The results of ``location``: an expression often begins where its first operand begins.
    _locations: dict[tuple[int, int], Location] = field(default_factory=dict, repr=False, compare=False)

    def location(self, node: ast.AST) -> Location:
        """The location where a node begins; columns count characters from 1."""
        if self.place is not None:
            return self.place
        try:
            place = node.lineno, node.col_offset  # type: ignore[attr-defined]
        except AttributeError:
            place = getattr(node, "lineno", self.node.lineno), getattr(node, "col_offset", 0)
        return self._locations.get(place) or self._locate(*place)

    def _locate(self, line: int, offset: int) -> Location:
        column = offset
        text = self.lines[line - 1] if line <= len(self.lines) else ""
        if offset > len(text) or not text.isascii():
            # The tree counts UTF-8 bytes; editors count characters.
            column = len(text.encode()[:offset].decode(errors="ignore"))
        made = self._locations[line, offset] = Location(self.file, line, column + 1)
        return made

    def is_parenthesized(self, node: ast.expr) -> bool:
        """Whether an expression follows an opening parenthesis. The expression must not be an argument of a call."""
        before = self.lines[node.lineno - 1].encode()[: node.col_offset].decode(errors="ignore").rstrip()
        # A line that begins with the expression continues a bracket.
        return not before or before.endswith("(")

    @property
    def text(self) -> str:
        """The function's text with its decorators."""
        first = min([self.node.lineno, *(decorator.lineno for decorator in self.node.decorator_list)])
        return "".join(self.lines[first - 1 : self.node.end_lineno])


@functools.lru_cache(maxsize=64)
def _parse(text: str) -> ast.Module:
    return ast.parse(text)


def _last_line(code: types.CodeType) -> int:
    """The last line on which an instruction of a function, or of a function nested in it, begins."""
    # There is an entry for each instruction, so this avoids a Python loop.
    lines = list(filter(None, map(operator.itemgetter(2), code.co_lines())))
    lines += [_last_line(inner) for inner in code.co_consts if isinstance(inner, types.CodeType)]
    return max(lines, default=code.co_firstlineno)


def _parse_alone(code: types.CodeType, lines: list[str]) -> ast.Module | None:
    """Parses only the function's lines, because its file may be long; None if these lines cannot be found or parsed."""
    first = code.co_firstlineno
    if not 1 <= first <= len(lines):
        return None
    indentation = len(lines[first - 1]) - len(lines[first - 1].lstrip())
    # Lines without code may follow, such as unreachable statements. If a bracket or a string continues on lines that
    # are indented less, the lines up to there are a syntax error.
    end = _last_line(code)
    while end < len(lines) and (not lines[end].strip() or len(lines[end]) - len(lines[end].lstrip()) > indentation):
        end += 1
    head = "if True:\n" if indentation else ""
    if head and first == 1:
        return None
    # Empty lines before the function give the tree the line numbers of the file.
    before = "\n" * (first - 1 - bool(head))
    try:
        return ast.parse(before + head + "".join(lines[first - 1 : end]))
    except SyntaxError:
        return None


def find_source(function: types.FunctionType) -> Source:
    """The source of a function. Raises a CompileError with the reason if there is none."""
    code = function.__code__
    name, file = code.co_name, code.co_filename
    lines = text_of(function)
    if not lines:
        where = {"<stdin>": "read from a pipe or typed at a prompt", "<string>": "given to `exec`"}.get(
            file, f"from {file}"
        )
        raise CompileError("no-source", f"the source text of `{name}`, {where}, is not available")
    if os.path.exists(file):
        file = os.path.abspath(file)
    line = code.co_firstlineno
    alone = _parse_alone(code, lines)
    source = _find(alone, name, line, file, lines) if alone is not None else None
    if source is not None:
        return source
    try:
        tree = _parse("".join(lines))
    except SyntaxError as error:
        raise CompileError(
            "no-source",
            f"the source text of `{name}` has changed since it was loaded and does not parse: {error.msg}",
            file,
            error.lineno or 0,
            error.offset or 1,
            "run the program again",
        ) from None
    source = _find(tree, name, line, file, lines)
    if source is not None:
        return source
    if name == "<lambda>":
        raise CompileError("unsupported-syntax", "a lambda cannot be compiled", file, line, 1, "write it as a `def`")
    raise CompileError(
        "no-source",
        f"the source text of `{name}` has changed since it was loaded",
        file,
        line,
        1,
        "run the program again",
    )


@functools.cache
def library_source(function: types.FunctionType) -> Source:
    """The source of a library function; read once, because a loaded function does not change."""
    return find_source(function)


def _find(tree: ast.Module, name: str, line: int, file: str, lines: list[str]) -> Source | None:
    """The source of the function with this name that begins at this line, or None."""
    for node in ast.walk(tree):
        if isinstance(node, ast.AsyncFunctionDef | ast.FunctionDef) and node.name == name:
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            if line in (first, node.lineno):
                source = Source(node, file, tuple(lines), assigned_names(node.body))  # type: ignore[arg-type]
                if isinstance(node, ast.AsyncFunctionDef):
                    place = source.location(node)
                    raise CompileError(
                        "unsupported-syntax",
                        "kernels have no `async`",
                        place.file,
                        place.line,
                        place.column,
                        "remove it",
                    )
                return source
    return None


#: The argument of ``@wd.kernel`` that a rule is about, by the prefix of the rule's id.
_ARGUMENTS = {
    "num-waves": "num_waves",
    "num-threads": "num_threads",
    "numthreads": "num_threads",
    "wave-size": "wave_size",
    "groupshared-limit": "group_shared_limit",
    "group-shared-limit": "group_shared_limit",
    "shader-model": "shader_model",
    "stage": "stage",
}


def decorator_argument(rule: str, file: str, line: int) -> Location | None:
    """The location of the decorator argument that a rule is about, for the function whose ``def`` or a decorator is on
    this line; None for rules of the body, and if no decorator has the argument."""
    name = next((argument for start, argument in _ARGUMENTS.items() if rule.startswith(start)), None)
    # Smaller waves or fewer waves would fix `wave-size-none`.
    names = {"wave-size-none": ("wave_size", "num_waves")}.get(rule, (name,))
    lines = linecache.getlines(file)
    if name is None or not lines:
        return None
    try:
        tree = _parse("".join(lines))
    except SyntaxError:
        return None
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and line in (node.lineno, *(one.lineno for one in node.decorator_list)):
            given = [one for call in node.decorator_list if isinstance(call, ast.Call) for one in call.keywords]
            for wanted in names:
                for keyword in given:
                    if keyword.arg == wanted:
                        return Source(node, file, tuple(lines), ()).location(keyword)
    return None


def fail(id: str, message: str, location: Location, fix: str | None = None) -> NoReturn:
    """Raises a CompileError at ``location``."""
    raise CompileError(id, message, location.file, location.line, location.column, fix)
