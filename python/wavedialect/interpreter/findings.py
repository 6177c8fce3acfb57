"""Findings: undefined behavior that the interpreter detected."""

from __future__ import annotations

import linecache
from dataclasses import dataclass, replace

from ..errors import WaveError, excerpt
from ..frontends.languages import LANGUAGES
from ..ir.module import Location


@dataclass(frozen=True)
class Finding:
    """One case of undefined behavior: its source location, and the first group, wave and lanes that caused it."""

    rule: str
    message: str
    location: Location
    group: tuple[int, int, int]
    wave: int
    lanes: tuple[int, ...]
    language: str = "python"
    """The name of the kernel's language."""
    fix: str = ""
    """The help, if it is not that of the rule."""

    def __str__(self) -> str:
        place = f"{self.location.file}:{self.location.line}:{self.location.column}"
        who = f"group {self.group}, wave {self.wave}"
        if self.lanes:
            shown = ", ".join(str(lane) for lane in self.lanes[:8]) + (", ..." if len(self.lanes) > 8 else "")
            who += f", lane{'s' if len(self.lanes) > 1 else ''} {shown}"
        lines = [f"{place}: {self.message} ({who}) [{self.rule}]"]
        text = linecache.getline(self.location.file, self.location.line).rstrip("\n")
        if text.strip():
            lines += excerpt(self.location.line, self.location.column, text)
        if fix := self.fix or LANGUAGES[self.language].help_of(self.rule):
            lines.append(f"help: {fix}")
        return "\n".join(lines)


class ExecutionError(WaveError):
    """A dispatch on the interpreter had undefined behavior; ``findings`` lists each rule and location once."""

    def __init__(self, findings: list[Finding]):
        super().__init__("\n".join(str(finding) for finding in findings))
        self.findings = findings


class Findings:
    """Collects the first finding of each rule and location, in the spelling of the kernel's language."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._first: dict[tuple[str, Location], Finding] = {}

    def add(self, finding: Finding) -> None:
        key = finding.rule, finding.location
        if key not in self._first:
            self._first[key] = self.worded(finding)

    def worded(self, finding: Finding) -> Finding:
        """The finding in the spelling of the kernel's language."""
        message = LANGUAGES[self._language].advice(finding.message)
        return replace(finding, message=message, language=self._language)

    def __len__(self) -> int:
        return len(self._first)

    def all(self) -> list[Finding]:
        """Returns all findings in order of discovery."""
        return list(self._first.values())
