"""The text and syntax tree of a user's file. Fixes are computed from them."""

from __future__ import annotations

import ast
import hashlib
import io
import linecache
import os
import tokenize
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

_Node = TypeVar("_Node", bound=ast.expr | ast.stmt)
_PACKAGE = "wavedialect"


@dataclass(frozen=True)
class Edit:
    """A change at one place of a file. Lines and columns count characters from 1; the end is exclusive."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    replacement: str

    @property
    def start(self) -> tuple[int, int]:
        """The line and column of the first character."""
        return self.line, self.column

    @property
    def end(self) -> tuple[int, int]:
        """The line and column after the last character."""
        return self.end_line, self.end_column

    def overlaps(self, other: Edit) -> bool:
        """Whether the two edits cannot both be applied: they share text, or begin at the same place."""
        if self.start == other.start:
            return True
        first, second = (self, other) if self.start < other.start else (other, self)
        return second.start < first.end


def digest_of(data: bytes) -> bytes:
    """Returns a digest that identifies the contents of a file."""
    return hashlib.sha256(data).digest()


class SourceText:
    """The text of a file on disk or of a notebook cell, with its line endings."""

    def __init__(self, file: str, text: str, encoding: str | None = None, digest: bytes | None = None) -> None:
        self.file = file
        self.text = text
        self.encoding = encoding
        """None if there is no file."""
        self.digest = digest
        # Not `splitlines`, which splits at more characters than Python does.
        self.lines = list(io.StringIO(text, newline=""))

    @staticmethod
    def read(file: str) -> SourceText | None:
        """Returns the text of the file or notebook cell that Python compiled a kernel from; None if it is missing or
        has changed since Python read it."""
        loaded = linecache.getlines(file)
        if not os.path.isfile(file):
            return SourceText(file, "".join(loaded)) if loaded else None
        try:
            data = Path(file).read_bytes()
            encoding, text = decoded(data)
        except (OSError, SyntaxError, UnicodeDecodeError):
            return None
        lines = list(io.StringIO(text, newline=None))
        if lines and not lines[-1].endswith("\n"):
            lines[-1] += "\n"
        return SourceText(file, text, encoding, digest_of(data)) if lines == loaded else None

    @cached_property
    def tree(self) -> ast.Module | None:
        """The syntax tree; None if the text does not parse."""
        try:
            return ast.parse("".join(io.StringIO(self.text, newline=None)))
        except (SyntaxError, ValueError, RecursionError):
            return None

    @cached_property
    def _nodes(self) -> dict[tuple[int, int], list[ast.expr | ast.stmt]]:
        """The nodes by their start, outermost first."""
        found: dict[tuple[int, int], list[ast.expr | ast.stmt]] = {}
        for node in ast.walk(self.tree or ast.Module([], [])):
            if isinstance(node, ast.expr | ast.stmt):
                found.setdefault(self.start(node), []).append(node)
        return found

    def starting_at(self, line: int, column: int, kind: type[_Node]) -> list[_Node]:
        """Returns the nodes of a kind that begin at a place, outermost first."""
        return [node for node in self._nodes.get((line, column), []) if isinstance(node, kind)]

    def statement_at(self, line: int, column: int) -> ast.stmt | None:
        """Returns the innermost statement at a place."""
        found: ast.stmt | None = None
        for node in ast.walk(self.tree or ast.Module([], [])):
            if isinstance(node, ast.stmt) and self.start(node) <= (line, column) < self.end(node):
                # An inner node comes after the nodes around it.
                found = node
        return found

    def parent_of(self, statement: ast.stmt) -> ast.AST | None:
        """Returns the direct parent of a statement."""
        for node in ast.walk(self.tree or ast.Module([], [])):
            if any(child is statement for child in ast.iter_child_nodes(node)):
                return node
        return None

    def start(self, node: ast.expr | ast.stmt | ast.keyword) -> tuple[int, int]:
        """Returns the line and column where a node begins."""
        return node.lineno, self._column(node.lineno, node.col_offset)

    def end(self, node: ast.expr | ast.stmt | ast.keyword) -> tuple[int, int]:
        """Returns the line and column after a node."""
        assert node.end_lineno is not None and node.end_col_offset is not None
        return node.end_lineno, self._column(node.end_lineno, node.end_col_offset)

    def _column(self, line: int, offset: int) -> int:
        # The syntax tree counts bytes of UTF-8.
        text = self.lines[line - 1]
        return offset + 1 if text.isascii() else len(text.encode()[:offset].decode(errors="ignore")) + 1

    def between(self, start: tuple[int, int], end: tuple[int, int]) -> str:
        """Returns the text from one place to another."""
        return self.text[self._offset(start) : self._offset(end)]

    def text_of(self, node: ast.expr | ast.stmt) -> str:
        """Returns the text of a node."""
        return self.between(self.start(node), self.end(node))

    def indentation(self, statement: ast.stmt) -> str | None:
        """Returns the white space before a statement; None if another statement shares its lines."""
        start, end = self.start(statement), self.end(statement)
        before = self.lines[start[0] - 1][: start[1] - 1]
        behind = self.lines[end[0] - 1][end[1] - 1 :].strip()
        return before if not before.strip() and (not behind or behind.startswith("#")) else None

    def newline_at(self, line: int) -> str:
        """Returns the line ending of a line, or of the first line if it has none."""
        for text in (self.lines[line - 1], *self.lines[:1]):
            if text.endswith(("\n", "\r")):
                return text[len(text.rstrip("\r\n")) :]
        return "\n"

    def edited(self, edits: list[Edit]) -> str:
        """Returns the text after the edits, which must not overlap."""
        text = self.text
        for edit in sorted(edits, key=lambda edit: edit.start, reverse=True):
            text = text[: self._offset(edit.start)] + edit.replacement + text[self._offset(edit.end) :]
        return text

    def moved(self, place: tuple[int, int], edits: list[Edit]) -> tuple[int, int]:
        """Returns the place of the same text after the edits; of text that an edit replaces, the place of the edit."""
        shift, offset = 0, self._offset(place)
        for edit in edits:
            start, end = self._offset(edit.start), self._offset(edit.end)
            if end <= offset:
                shift += len(edit.replacement) - (end - start)
            elif start < offset:
                shift -= offset - start
        before = self.edited(edits)[: offset + shift]
        lines = list(io.StringIO(f"{before}.", newline=""))
        return len(lines), len(lines[-1])

    @cached_property
    def _line_offsets(self) -> list[int]:
        offsets = [0]
        for line in self.lines:
            offsets.append(offsets[-1] + len(line))
        return offsets

    def _offset(self, place: tuple[int, int]) -> int:
        return self._line_offsets[place[0] - 1] + place[1] - 1

    def spelling_of(self, name: str, globals: Mapping[str, Any]) -> str | None:
        """Returns the spelling in this file of a name in the package, such as ``wd.group_wave_count``; None if the file
        imports neither the package nor the name. ``globals`` are those of a notebook cell, since another cell may have
        imported the package."""
        for alias, origin in self._imports():
            if origin == _PACKAGE:
                return f"{alias}.{name}"
            if origin == f"{_PACKAGE}.{name}":
                return alias
        import wavedialect

        return next((f"{alias}.{name}" for alias, value in globals.items() if value is wavedialect), None)

    def name_of(self, function: ast.expr) -> str | None:
        """Returns the name in the package of a called function: "group_wave_count" for ``wd.group_wave_count``. For
        other functions, returns the last part of the name."""
        if isinstance(function, ast.Attribute):
            return function.attr
        if isinstance(function, ast.Name):
            origins = dict(self._imports())
            return origins.get(function.id, function.id).rpartition(".")[2]
        return None

    def _imports(self) -> Iterator[tuple[str, str]]:
        """Yields the names that refer to the package or to its members, the package first."""
        found = []
        for node in ast.walk(self.tree or ast.Module([], [])):
            if isinstance(node, ast.Import):
                found += [(each.asname or each.name, each.name) for each in node.names if each.name == _PACKAGE]
            elif isinstance(node, ast.ImportFrom) and node.module == _PACKAGE and not node.level:
                found += [(each.asname or each.name, f"{_PACKAGE}.{each.name}") for each in node.names]
        yield from sorted(found, key=lambda pair: pair[1] != _PACKAGE)


def decoded(data: bytes) -> tuple[str, str]:
    """Returns the encoding of a Python file, and its text with the original line endings."""
    encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
    return encoding, data.decode(encoding)
