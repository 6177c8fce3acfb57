"""The report of the lints for one or several kernels."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .. import notebook
from ..errors import WaveError, WaveWarning
from .applying import Changes
from .findings import LintFinding
from .fixes import Fix
from .judging import Refusal, judged


@dataclass(frozen=True)
class LintReport(Sequence[LintFinding]):
    """A list of the findings. Like a list, it is true if there are any. As text: one paragraph per finding."""

    findings: tuple[LintFinding, ...]
    kernels: tuple[str, ...]
    """The names of the kernels that were linted."""
    again: Callable[[Mapping[str, str]], LintReport] | None = field(default=None, compare=False, repr=False)
    """Lints the kernels again with another text of these files; None if that would run the user's code."""

    def __len__(self) -> int:
        return len(self.findings)

    def __getitem__(self, index: Any) -> Any:
        return self.findings[index]

    def __iter__(self) -> Iterator[LintFinding]:
        return iter(self.findings)

    @property
    def ok(self) -> bool:
        """Whether there are no findings other than notes."""
        return all(finding.severity == "note" for finding in self.findings)

    @property
    def fixes(self) -> tuple[Fix, ...]:
        """The fixes of the findings, each once."""
        return tuple(dict.fromkeys(finding.fix for finding in self.findings if finding.fix))

    def diff(self) -> str:
        """Returns the changes that ``apply_fixes`` would make, as a unified diff."""
        return self._judged(Changes.of(self.findings))[0].diff()

    def apply_fixes(self) -> list[str]:
        """Applies the fixes that do not overlap to the source files of the kernels, and returns the names of the
        changed files. Raises WaveError, and changes nothing, if a file has changed since it was linted or cannot be
        written, or if a kernel is not defined in a file. The kernels in this process do not change.

        Before, shaders are linted with the fixes: a fix after which the lints report anything new is left out, with a
        ``WaveWarning``. A file of Python is not run again: load and lint it to see whether a fix leads to new findings,
        which the command line does before it applies a fix."""
        changes = Changes.of(self.findings)
        if changes.outside:
            fix = changes.outside[0]
            message = f"a kernel is defined in {fix.file}, not in a file, so that its fix cannot be applied"
            advice = f"change it by hand, line {fix.edits[0].line}: {fix.description}"
            raise WaveError(message, advice, "lint-fix")
        changes, refusals = self._judged(changes)
        for refusal in refusals:
            WaveWarning(refusal.text, refusal.fix.file, refusal.fix.edits[0].line).issue()
        return changes.write()

    def _judged(self, changes: Changes) -> tuple[Changes, list[Refusal]]:
        return judged(changes, self.findings, self.again) if self.again is not None else (changes, [])

    @property
    def summary(self) -> str:
        """The number of kernels and of findings, in one line."""
        counts = Counter(finding.severity for finding in self.findings)
        said = [_count(counts[severity], severity) for severity in ("error", "warning", "note") if counts[severity]]
        return f"{_count(len(self.kernels), 'kernel')}: {', '.join(said) or 'nothing found'}"

    def to_json(self) -> str:
        """Returns the whole report as JSON; ``version`` is 1."""
        described = [finding.described() for finding in self.findings]
        return json.dumps({"version": 1, "kernels": list(self.kernels), "findings": described}, indent=2)

    def to_sarif(self, root: str | None = None) -> str:
        """Returns the report as SARIF 2.1.0, for code review tools. File names are relative to ``root``, by default the
        working directory, if the files are in it."""
        from ..checker.sarif import sarif_of

        return json.dumps(sarif_of([finding.sarif() for finding in self.findings], root), indent=2)

    def __str__(self) -> str:
        return "\n\n".join([*map(str, self.findings), self.summary])

    def __repr__(self) -> str:
        return f"<{self.summary}>"

    def _repr_html_(self) -> str:
        found = [(finding.severity, finding.headline, str(finding)) for finding in self.findings]
        return notebook.findings(self.summary, found)


def joined(reports: Sequence[LintReport]) -> LintReport:
    """Joins several reports. A finding that occurs in several kernels is reported once."""
    found: dict[tuple[object, ...], LintFinding] = {}
    for report in reports:
        for finding in report:
            found.setdefault((finding.lint, finding.location, finding.message), finding)
    agains = [report.again for report in reports]

    def again(texts: Mapping[str, str]) -> LintReport:
        return joined([lint(texts) for lint in agains if lint is not None])

    names = tuple(name for report in reports for name in report.kernels)
    return LintReport(tuple(found.values()), names, again if all(agains) else None)


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"
