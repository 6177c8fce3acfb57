"""Text that a front end reads: a file, or a text given in its place."""

from __future__ import annotations

import difflib
import hashlib
import linecache
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ..errors import WaveError

#: The suffixes of the files of each language, in lower case.
SUFFIXES = {"mlir": (".mlir",), "hlsl": (".hlsl", ".hlsli", ".fx", ".fxh", ".compute", ".usf", ".ush")}
#: The name of the standard input in messages.
STANDARD_INPUT_NAME = "<stdin>"
#: The most bytes of a source file.
_MOST_BYTES = 64 << 20
#: No file has a longer name in its folder.
_LONGEST_NAME = 255


@dataclass(frozen=True)
class SourceText:
    """The text of a file."""

    file: str
    """The absolute name of the file; ``<hlsl 1a2b3c4d>`` for a text that was given instead."""
    text: str
    is_file: bool

    def show(self) -> None:
        """Makes the lines of a given text known to errors, which show them."""
        if not self.is_file:
            linecache.cache[self.file] = (len(self.text), None, self.text.splitlines(keepends=True), self.file)
        else:
            linecache.checkcache(self.file)


def _check_name(file: Path, suffixes: Sequence[str], what: str) -> None:
    try:
        check_file(file, suffixes)
    except WaveError as error:
        if error.fix is None or not error.fix.startswith("did you mean"):
            error.fix = "; ".join(filter(None, [error.fix, f"pass source text by name: `wd.{what}(text=...)`"]))
        raise


def source_text(what: str, path: str | os.PathLike[str] | None, text: str | None) -> SourceText:
    """The text of the file at ``path``, or ``text``. ``what`` is the name of the language: "hlsl"."""
    suffixes = SUFFIXES[what]
    if (path is None) is (text is None):
        got = "none" if text is None else "both"
        fix = f'write `wd.{what}("kernel{suffixes[0]}")` or `wd.{what}(text=...)`'
        raise WaveError(f"`wd.{what}` takes a file or a text, got {got}", fix)
    if text is not None:
        if not isinstance(text, str):
            raise WaveError(f"the text of `wd.{what}` has the type {type(text).__name__}", "pass a str")
        digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]
        return SourceText(f"<{what} {digest}>", _checked(f"the text of `wd.{what}`", text), False)
    if not isinstance(path, (str, os.PathLike)) or not isinstance(os.fspath(path), str):
        raise WaveError(
            f"the file of `wd.{what}` has the type {type(path).__name__}", "pass a path, as a str or a `Path`"
        )
    if _is_text(path):
        shown = str(path).strip().splitlines()[0][:40]
        raise WaveError(
            f"`wd.{what}` takes the name of a file, got a text: `{shown} ...`", f"write `wd.{what}(text=...)`"
        )
    file = Path(path)
    try:
        _check_name(file, suffixes, what)
        data = file.read_bytes()
    except OSError as error:
        raise WaveError(f"'{path}' cannot be read: {error.strerror}", "name a file that is readable") from None
    return SourceText(os.path.abspath(file), decoded_text(f"'{path}'", data), True)


def decoded_text(described: str, data: bytes) -> str:
    """The text of a file with these bytes. ``described`` names it in errors."""
    if len(data) > _MOST_BYTES:
        raise WaveError(
            f"{described} has {len(data)} bytes; a source file has at most {_MOST_BYTES}", "name another file"
        )
    try:
        found = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        fix = "save it as UTF-8"
        raise WaveError(f"{described} is not UTF-8 text: invalid byte in line {line}", fix) from None
    return _checked(described, found.replace("\r\n", "\n"))


def _is_text(path: str | os.PathLike[str]) -> bool:
    """Whether it is source text rather than the name of a file: it has several lines or statements, or no file can have
    the name."""
    if not isinstance(path, str):
        return False
    try:
        is_file = os.path.exists(path)
    except (OSError, ValueError):
        return True
    is_name = all(len(part) <= _LONGEST_NAME for part in path.split(os.sep))
    return not is_file and (not is_name or any(sign in path for sign in "\n{};"))


def _checked(described: str, text: str) -> str:
    if "\0" in text:
        line = text[: text.index("\0")].count("\n") + 1
        raise WaveError(f"{described} is not text: line {line} has a null character", "pass the text of a program")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        line = text[: error.start].count("\n") + 1
        fix = "decode its bytes as UTF-8"
        raise WaveError(f"{described} is not text: line {line} has half of a surrogate pair", fix) from None
    return text


def check_file(path: Path, suffixes: Sequence[str]) -> None:
    """Raises WaveError if there is no such file. ``suffixes`` are those of files that are suggested instead."""
    if path.is_dir():
        inside = sorted(file.name for file in path.iterdir() if file.suffix.lower() in suffixes)[:8]
        fix = f"name a file in it: {', '.join(str(path / name) for name in inside)}" if inside else "name a file"
        raise WaveError(f"'{path}' is a folder", fix)
    if not path.exists():
        near = difflib.get_close_matches(path.name, _beside(path, suffixes), 1)
        where = None if path.is_absolute() else f"paths are taken from {os.getcwd()}"
        raise WaveError(f"there is no file '{path}'", f"did you mean '{path.parent / near[0]}'?" if near else where)


def _beside(path: Path, suffixes: Sequence[str]) -> list[str]:
    try:
        return [file.name for file in path.parent.iterdir() if file.suffix.lower() in suffixes]
    except OSError:
        return []
