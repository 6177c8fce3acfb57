"""Selects the fixes after which the lints report nothing new. For example, the index of a wave may exceed the length of an
array that the arithmetic in its place did not exceed.
"""

from __future__ import annotations

import contextlib
import dataclasses
import io
import linecache
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..errors import WaveError
from .applying import Changes
from .findings import LintFinding
from .fixes import Fix, forget_sources


@dataclass(frozen=True)
class Refusal:
    """A fix that is not applied."""

    fix: Fix
    reason: str
    """The first new finding, the finding that remains, or the error of the changed source."""

    @property
    def text(self) -> str:
        """The refusal without its place."""
        return f"not fixed ({self.fix.description}), because then {self.reason}"

    def __str__(self) -> str:
        return f"{self.fix.file}:{self.fix.edits[0].line}: {self.text}"


_Lint = Callable[[Mapping[str, str]], Sequence[LintFinding]]
"""Lints the kernels again, with another text of these files."""


def judged(changes: Changes, before: Sequence[LintFinding], lint: _Lint) -> tuple[Changes, list[Refusal]]:
    """Returns the changes without the fixes that lead to new warnings or errors or leave their finding, and these fixes.
    Files stay unchanged."""
    if not changes or _objection(changes, before, lint) is None:
        return changes, []
    kept: list[Fix] = []
    refusals = []
    for fix in changes.fixes:
        reason = _objection(_only(changes, [*kept, fix]), before, lint)
        if reason is None:
            kept.append(fix)
        else:
            refusals.append(Refusal(fix, reason))
    return _only(changes, kept), refusals


def _only(changes: Changes, fixes: Sequence[Fix]) -> Changes:
    return dataclasses.replace(changes, fixes=tuple(fixes))


def _objection(changes: Changes, before: Sequence[LintFinding], lint: _Lint) -> str | None:
    """Returns a warning or an error that the lints report only after the changes, or still at the place of a fix; None if
    there is none."""
    texts = changes.texts
    try:
        with _read_as(texts):
            after = lint(texts)
    except WaveError as error:
        return str(error)
    known = Counter(map(_kind, before))
    for finding in after:
        known[_kind(finding)] -= 1
        if finding.severity != "note" and known[_kind(finding)] < 0:
            return f"the lints report: {finding.message} [{finding.lint}]"
    places = {(*_kind(finding), finding.location) for finding in after}
    for finding in before:
        if finding.fix not in changes.fixes or finding.location is None:
            continue
        if (*_kind(finding), changes.moved(finding.location)) in places:
            return f"the lints still report: {finding.message} [{finding.lint}]"
    return None


def _kind(finding: LintFinding) -> tuple[str, str]:
    # Fixes move lines, and messages contain numbers.
    return finding.lint, finding.kernel


@contextlib.contextmanager
def _read_as(texts: Mapping[str, str]) -> Iterator[None]:
    """Lets the front end read the files with these texts."""
    before = {file: linecache.cache.get(file) for file in texts}
    forget_sources()
    for file, text in texts.items():
        lines = list(io.StringIO(text, newline=None))
        # Without a time, linecache does not compare the entry with the file.
        linecache.cache[file] = (len(text), None, lines, file)
    try:
        yield
    finally:
        forget_sources()
        for file, entry in before.items():
            linecache.cache.pop(file, None)
            if entry is not None:
                linecache.cache[file] = entry
