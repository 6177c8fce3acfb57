"""Findings of a group that a session has not looked at yet, also those in places that had one before."""

from __future__ import annotations

from typing import NamedTuple

from ..interpreter.findings import Finding, Findings


class Found(NamedTuple):
    """A finding of the last step."""

    finding: Finding
    is_first: bool
    """Whether it is the first one of its rule and place in the group."""


class NewFindings(Findings):
    """Collects findings as the interpreter does, and keeps those of the last step."""

    def __init__(self, language: str) -> None:
        super().__init__(language)
        self._new: list[Found] = []

    def add(self, finding: Finding) -> None:
        known = len(self)
        super().add(finding)
        self._new.append(Found(self.worded(finding), len(self) > known))

    def take(self) -> list[Found]:
        """The findings since the last call."""
        found, self._new = self._new, []
        return found
