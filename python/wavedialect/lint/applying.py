"""Applies fixes to files: shows them as a diff, then writes all files or none."""

from __future__ import annotations

import ast
import difflib
import os
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from ..errors import WaveError
from ..folder import replace_whole
from ..ir.module import Location
from .findings import LintFinding
from .fixes import REWRITERS, Fix
from .source_text import Edit, SourceText, decoded, digest_of


@dataclass(frozen=True)
class Changes:
    """The fixes of findings that can be applied together."""

    fixes: tuple[Fix, ...]
    postponed: tuple[Fix, ...]
    """Fixes that overlap others or may be superfluous after them. Another round applies them."""
    outside: tuple[Fix, ...]
    """Fixes of source that is not in a file."""

    def __len__(self) -> int:
        return len(self.fixes)

    @staticmethod
    def of(findings: Iterable[LintFinding]) -> Changes:
        """Returns the fixes that can be applied together. Earlier fixes have priority."""
        chosen: dict[tuple[Edit, ...], Fix] = {}
        taken: dict[str, list[Edit]] = {}
        groups: set[tuple[str, str]] = set()
        postponed, outside = [], []
        for finding in findings:
            fix = finding.fix
            if fix is None or fix.edits in chosen:
                continue
            if not fix.is_in_file:
                outside.append(fix)
                continue
            edits = taken.setdefault(os.path.realpath(fix.file), [])
            group = (REWRITERS[finding.lint].group, finding.kernel)
            if group in groups or any(edit.overlaps(other) for edit in fix.edits for other in edits):
                postponed.append(fix)
                continue
            if group[0]:
                groups.add(group)
            edits += fix.edits
            chosen[fix.edits] = fix
        return Changes(tuple(chosen.values()), tuple(postponed), tuple(outside))

    @cached_property
    def _files(self) -> dict[str, tuple[SourceText, str]]:
        """Each file as it was read, and its text after the fixes. Raises WaveError for a file that has changed since it
        was linted."""
        by_file: dict[str, list[Fix]] = {}
        for fix in self.fixes:
            by_file.setdefault(fix.file, []).append(fix)
        found = {}
        for file, fixes in by_file.items():
            data = _read(file, {fix.digest for fix in fixes})
            encoding, text = decoded(data)
            source = SourceText(file, text, encoding, digest_of(data))
            edited = source.edited([edit for fix in fixes for edit in fix.edits])
            try:
                if fixes[0].is_python:
                    ast.parse(edited)
            except SyntaxError as error:
                message = f"the fixes of '{file}' together are not valid Python, line {error.lineno}: {error.msg}"
                raise WaveError(message, "apply fixes by hand, or of one lint at a time", "lint-fix") from None
            found[file] = (source, edited)
        return found

    @property
    def texts(self) -> dict[str, str]:
        """The text of each file after the fixes."""
        return {file: edited for file, (_, edited) in self._files.items()}

    def moved(self, place: Location) -> Location:
        """Returns where the text of a place is after the fixes."""
        edits = [edit for fix in self.fixes if fix.file == place.file for edit in fix.edits]
        if not edits:
            return place
        return Location(place.file, *self._files[place.file][0].moved((place.line, place.column), edits))

    def diff(self) -> str:
        """Returns the changes by the fixes as a unified diff, with file names relative to the working directory if they
        are in it."""
        pieces: list[str] = []
        for file, (source, edited) in self._files.items():
            name = os.path.relpath(file) if Path(file).is_relative_to(os.getcwd()) else file
            after = SourceText(file, edited)
            for line in difflib.unified_diff(source.lines, after.lines, f"a/{name}", f"b/{name}"):
                pieces.append(line if line.endswith(("\n", "\r")) else f"{line}\n\\ No newline at end of file\n")
        return "".join(pieces)

    def write(self) -> list[str]:
        """Writes the changed files and returns their names. If a file has changed since it was linted, or cannot be
        written, raises WaveError and changes nothing."""
        contents = {}
        for file, (source, edited) in self._files.items():
            assert source.encoding is not None and source.digest is not None
            _read(file, {source.digest})
            if not os.access(file, os.W_OK):
                raise WaveError(f"'{file}' is read-only", "make it writable, or apply the diff by hand", "lint-fix")
            contents[Path(os.path.realpath(file))] = edited.encode(source.encoding)
        try:
            replace_whole(contents)
        except OSError as error:
            message = f"'{error.filename or next(iter(contents))}' cannot be written: {error.strerror}"
            raise WaveError(message, "apply the diff by hand", "lint-fix") from None
        return list(self._files)


def _read(file: str, digests: set[bytes | None]) -> bytes:
    """Returns the contents of a file. Raises WaveError unless the fixes were computed from them."""
    try:
        data = Path(file).read_bytes()
    except OSError as error:
        raise WaveError(f"'{file}' cannot be read: {error.strerror}", "lint it again", "lint-fix") from None
    if digests != {digest_of(data)}:
        raise WaveError(f"'{file}' has changed since it was linted", "lint it again", "lint-fix")
    return data
