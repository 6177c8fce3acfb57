"""What a check says: its findings, its notes and how the kernel was run."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from ..errors import WaveError
from .configurations import Configuration
from .findings import Finding, Place

_ENDS = {"findings": "early because of what was found", "seconds": "early because the time was up"}


@dataclass(frozen=True)
class Run:
    """The kernel, run once with checks."""

    configuration: Configuration
    groups: tuple[int, int, int]
    seconds: float
    shadow_bytes: int
    """Of memory by which races were found."""
    end: str
    """"done", or why it ended early: "findings" or "seconds"."""

    @property
    def ended_early(self) -> bool:
        """It did not come to its end."""
        return self.end != "done"

    def __str__(self) -> str:
        x, y, z = self.groups
        text = f"{self.configuration}, groups=({x}, {y}, {z}): {self.seconds:.3g} s, {_bytes(self.shadow_bytes)}"
        return text + (f", ended {_ENDS.get(self.end, self.end)}" if self.ended_early else "")


@dataclass(frozen=True)
class CheckReport:
    """True where nothing was found; as text one paragraph a finding."""

    kernel: str
    findings: tuple[Finding, ...]
    """What is undefined, or differs."""
    notes: tuple[Finding, ...]
    """What is defined, and seldom meant."""
    runs: tuple[Run, ...]
    left_out: tuple[Configuration, ...] = ()
    """Configurations for which there was no time, or that were not needed any more for as many findings as are looked
    for."""
    not_compared: tuple[str, ...] = ()
    """Arrays whose results were not compared, because a value reaches them that an atomic returned."""

    @property
    def ok(self) -> bool:
        """Nothing was found; there may be notes."""
        return not self.findings

    @property
    def is_complete(self) -> bool:
        """Every run came to its end."""
        return not self.left_out and not any(run.ended_early for run in self.runs)

    def __bool__(self) -> bool:
        return self.ok

    def filter(
        self,
        *,
        rule: str | Collection[str] | None = None,
        notes: bool | None = None,
        file: str | None = None,
        line: int | Collection[int] | None = None,
        memory: str | None = None,
        wave_size: int | None = None,
    ) -> CheckReport:
        """The findings for which all of this holds: a rule, or one of several; ``notes``: only notes, or none; a place
        in a file, by the end of its path, and at a line, or one of several such as ``range(10, 20)``; the parameter or
        variable that is accessed; seen at a wave size."""
        rules = {rule} if isinstance(rule, str) else rule
        lines = {line} if isinstance(line, int) else line

        def wanted(finding: Finding) -> bool:
            return (
                (rules is None or finding.rule in rules)
                and (notes is None or finding.is_note is notes)
                and (memory is None or finding.memory == memory)
                and (file is None and lines is None or any(_is_at(place, file, lines) for place in finding.places))
                and (wave_size is None or any(one.wave_size == wave_size for one in finding.configurations))
            )

        return dataclasses.replace(
            self, findings=tuple(filter(wanted, self.findings)), notes=tuple(filter(wanted, self.notes))
        )

    def raise_if_found(self) -> CheckReport:
        """Raises CheckError where there are findings; returns this report otherwise."""
        if self.findings:
            raise CheckError(self)
        return self

    def to_json(self) -> str:
        """Everything, for other programs."""
        return json.dumps(
            {
                "kernel": self.kernel,
                "ok": self.ok,
                "is_complete": self.is_complete,
                "findings": [_described(finding) for finding in self.findings],
                "notes": [_described(note) for note in self.notes],
                "runs": [dataclasses.asdict(run) for run in self.runs],
                "left_out": [dataclasses.asdict(configuration) for configuration in self.left_out],
                "not_compared": list(self.not_compared),
            },
            indent=2,
        )

    def __str__(self) -> str:
        return "\n\n".join([*map(str, self.findings), *map(str, self.notes), self.summary])

    @property
    def summary(self) -> str:
        """The last line: how much was found, in how many runs."""
        found = [_count(len(self.findings), "finding")] if self.findings else ["nothing found"]
        found += [_count(len(self.notes), "note")] if self.notes else []
        text = f"kernel '{self.kernel}': {' and '.join(found)} in {_count(len(self.runs), 'run')}"
        if len(self.runs) == 1:
            text += f" at {self.runs[0].configuration}"
        elif self.runs:
            sizes = dict.fromkeys(run.configuration.wave_size for run in self.runs)
            text += f" at wave size{'s' if len(sizes) > 1 else ''} {', '.join(map(str, sizes))}"
        seconds, shadow = sum(run.seconds for run in self.runs), max((run.shadow_bytes for run in self.runs), default=0)
        text += f"; {seconds:.3g} s" + (f", at most {_bytes(shadow)} to find races" if shadow else "")
        if self.not_compared:
            names = ", ".join(f"`{name}`" for name in self.not_compared)
            text += f"; not compared, because of what atomics returned: {names}"
        for end, why in _ENDS.items():
            early = sum(run.end == end for run in self.runs)
            text += f"; {_count(early, 'run')} ended {why}" if early else ""
        if self.left_out:
            text += f"; not run: {'; '.join(map(str, self.left_out))}"
        return text

    def __repr__(self) -> str:
        return f"<{self.summary}>"


class CheckError(WaveError):
    """A kernel that ran with checks did something undefined; ``report`` has it all."""

    def __init__(self, report: CheckReport) -> None:
        super().__init__(str(report))
        self.report = report


def made_report(kernel: str, found: Iterable[Finding], runs: Iterable[Run], **others: Any) -> CheckReport:
    """A report of findings and notes together."""
    found = list(found)
    findings = tuple(finding for finding in found if not finding.is_note)
    return CheckReport(kernel, findings, tuple(note for note in found if note.is_note), tuple(runs), **others)


def _is_at(place: Place, file: str | None, lines: Collection[int] | None) -> bool:
    """Whether a place, or a call through which it got into the kernel, is there."""
    return any(
        (file is None or location.file.endswith(file)) and (lines is None or location.line in lines)
        for location in (place.location, *place.calls)
        if location
    )


def _described(finding: Finding) -> dict[str, Any]:
    described = dataclasses.asdict(finding)
    # A text's own line is the file's to tell.
    for place in described["places"]:
        del place["source"]
    return described


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def _bytes(number: int) -> str:
    for power, unit in ((30, "GiB"), (20, "MiB"), (10, "KiB")):
        if number >= 1 << power:
            return f"{number / (1 << power):.3g} {unit}"
    return f"{number} bytes"
