"""Lints one kernel."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from .. import extensions
from ..cache import results
from ..driver.judgement import judge
from ..driver.repeat import Repeat
from ..driver.route import Step
from ..errors import WaveError
from ..frontends.languages import language_of
from ..ir.listing import Listing
from .findings import LintFinding, at_cause, finding_of, finding_of_warning
from .fixes import TOGETHER
from .settings import LintSettings
from .suppression import is_ignored

#: The lints that report the same as an error or a warning of the compiler, with a fix.
_SAME = dict.fromkeys(("barrier-divergent", "barrier-unknown"), "barrier-in-divergent-flow")


def lint(listing: Listing, settings: LintSettings, first_line: int, globals: Mapping[str, Any]) -> list[LintFinding]:
    """Returns the findings in a kernel, in source order: those of lints and the warnings of a compile that no comment
    ignores, and the errors from the dialect's rules. ``first_line`` is the line of the kernel's first decorator;
    ``globals`` are those of its function. Raises WaveError for settings that the compiler refuses."""
    pipeline = settings.pipeline(listing.language)
    result = results.compiled(extensions.native(), "run_pipeline", listing.text, pipeline)
    # A finding in a function is the same at every call of the function.
    found: dict[tuple[object, ...], LintFinding] = {}
    spelling = language_of(listing)
    for warning in listing.warnings if not settings.only else ():
        finding = finding_of_warning(warning, listing.name, listing.language)
        if finding.lint not in settings.ignore and not is_ignored(finding, listing.location, first_line):
            found[finding.lint, finding.location, finding.message] = finding
    for diagnostic in result.diagnostics:
        finding = finding_of(diagnostic, listing.name, globals, listing.language, spelling)
        if finding is None and diagnostic.severity == "remark":
            # Of an optimization.
            continue
        if finding is None:
            # An error without an id is a fault of the compiler.
            repeat = Repeat(listing.name, "mlir", Step(listing.text, pipeline), lowered=False)
            judge(result, repeat, warn=False, language=listing.language)
            continue
        if finding.lint == "lint-option":
            raise WaveError(finding.message, id="lint-setting")
        if finding.fix is not None and listing.language == "hlsl" and finding.fix.file != listing.location.file:
            # Other shaders may include the file.
            finding = replace(finding, fix=None)
        if finding.lint in _SAME and (_SAME[finding.lint], finding.location) in {one[:2] for one in found}:
            continue
        if settings.only and finding.lint not in settings.only:
            # Other errors of the compiler remain.
            if finding.severity == "warning" or finding.lint in _SAME:
                continue
        if finding.severity == "warning" and finding.lint in settings.ignore:
            continue
        if finding.severity == "error" or not is_ignored(finding, listing.location, first_line):
            found.setdefault((finding.lint, finding.location, finding.message), at_cause(finding))
    return sorted(_fixed_together(list(found.values())), key=_order)


def _fixed_together(findings: list[LintFinding]) -> list[LintFinding]:
    """Leaves out the fixes of a lint whose findings must all be fixed if some of them have none."""
    halves = {one.lint for one in findings if one.lint in TOGETHER and one.fix is None}
    return [replace(one, fix=None) if one.lint in halves else one for one in findings]


def _order(finding: LintFinding) -> tuple[str, int, int]:
    place = finding.location
    return (place.file, place.line, place.column) if place else ("", 0, 0)
