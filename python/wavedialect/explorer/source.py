"""Selects and colors the functions of a kernel for a page."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Keyword, Name, Number, Operator, String, _TokenType

from .data import SourceFile

THE_TEXT = "-"
"""The file name for places without a source. MLIR that a user passed in place of a stage is its own source."""

_COLORS: tuple[tuple[_TokenType, str], ...] = (
    (Comment, "comment"),
    (String, "string"),
    (Number, "number"),
    (Keyword, "keyword"),
    (Operator.Word, "keyword"),
    (Name.Decorator, "decorator"),
    (Name.Function, "function"),
    (Name.Builtin, "builtin"),
)


def source_file(path: str, text: str | None, used: Iterable[int], language: str = "python") -> SourceFile:
    """Returns the functions of a file that contain a used line. If the text is unknown, returns only the numbers of the
    used lines. ``language`` is the name of its colors."""
    if path == THE_TEXT and text:
        return SourceFile(
            "given text", path, [(number, [("", line)]) for number, line in enumerate(text.splitlines(), 1)]
        )
    name = path.replace("\\", "/").rsplit("/", 1)[-1]
    lines = sorted(set(used))
    if not text:
        return SourceFile(name, path, [(line, []) for line in lines])
    colored = _colored(text, language)
    shown = _shown_lines(text, lines)
    return SourceFile(name, path, [(line, colored[line - 1]) for line in shown if line <= len(colored)])


def _shown_lines(text: str, used: list[int]) -> list[int]:
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        # Another language, or a notebook cell that is not valid Python: show its lines from the first to the last used one.
        return list(range(min(used, default=1), max(used, default=0) + 1))
    shown: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            lines = range(first, (node.end_lineno or first) + 1)
            # If functions are nested, the inner one is compiled.
            if any(line in lines for line in used) and not any(
                isinstance(inner, ast.FunctionDef) and _holds(inner, used, lines)
                for inner in ast.walk(node)
                if inner is not node
            ):
                shown |= set(lines)
    return sorted(shown | set(used))


def _holds(function: ast.FunctionDef, used: list[int], within: range) -> bool:
    """Whether the function contains all used lines of the enclosing function."""
    first = min([function.lineno, *(decorator.lineno for decorator in function.decorator_list)])
    return all(first <= line <= (function.end_lineno or first) for line in used if line in within)


def _colored(text: str, language: str) -> list[list[tuple[str, str]]]:
    """Splits each line into pieces with their color names, "" for no color."""
    lines: list[list[tuple[str, str]]] = [[]]
    colors: dict[_TokenType, str] = {}
    for token, piece in get_lexer_by_name(language, stripnl=False, ensurenl=False).get_tokens(text):
        color = colors.get(token)
        if color is None:
            color = colors[token] = next((name for kind, name in _COLORS if token in kind), "")
        for number, part in enumerate(piece.split("\n")):
            if number:
                lines.append([])
            if part:
                last = lines[-1]
                if last and last[-1][0] == color:
                    last[-1] = (color, last[-1][1] + part)
                else:
                    last.append((color, part))
    return lines
