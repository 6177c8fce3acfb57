"""Columns of compilers, which count bytes, as those of this package, which count characters."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

#: A place in MLIR text. Quotes in strings are escaped, so that no string has this in it.
_PLACE = re.compile(r'loc\("((?:[^"\\]|\\.)+)":(\d+):(\d+)')
_ESCAPED = re.compile(rb"\\(?:([0-9A-F]{2})|(.))")
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class Columns:
    """Converts the columns of the files of one compile."""

    def __init__(self, file: str, text: str, is_alone: bool = False) -> None:
        """``text`` is that of ``file``. Other files are read, unless the places in them are of characters already."""
        self._lines: dict[str, list[bytes]] = {file: _unlike(text.encode())}
        self._is_alone = is_alone

    def character(self, file: str, line: int, column: int) -> int:
        """The column of the character that has the byte at ``column``; both count from 1."""
        if file not in self._lines:
            self._lines[file] = [] if self._is_alone else _read(file)
        lines = self._lines[file]
        if not 0 < line <= len(lines) or lines[line - 1].isascii():
            return column
        text = lines[line - 1]
        # The end of a line may be behind its last byte.
        beyond = max(column - 1 - len(text), 0)
        before = text[: max(column - 1, 0)].removeprefix(_BYTE_ORDER_MARK if line == 1 else b"")
        return len(before.decode(errors="ignore")) + beyond + 1

    def place(self, diagnostic: Any) -> tuple[str, int, int]:
        """The file, line and column of a diagnostic."""
        file, line = diagnostic.file, diagnostic.line
        return file, line, self.character(file, line, diagnostic.column)

    def in_mlir(self, text: str) -> str:
        """MLIR text with places of characters."""

        def converted(place: re.Match[str]) -> str:
            column = self.character(_file(place[1]), int(place[2]), int(place[3]))
            return f'loc("{place[1]}":{place[2]}:{column}'

        return _PLACE.sub(converted, text)


def _unlike(data: bytes) -> list[bytes]:
    """The lines of a file; none if their bytes are characters."""
    return [] if data.isascii() else data.splitlines()


def _read(file: str) -> list[bytes]:
    try:
        return _unlike(Path(file).read_bytes())
    except (OSError, ValueError):
        return []


def _file(escaped: str) -> str:
    """The name of a file in MLIR text."""
    if "\\" not in escaped:
        return escaped
    data = _ESCAPED.sub(lambda found: bytes.fromhex(found[1].decode()) if found[1] else found[2], escaped.encode())
    return data.decode(errors="surrogateescape")
