"""Comments that suppress a finding: ``# lint: ignore[id, id]`` on its line, or alone on the line above; in HLSL and MLIR
``// lint: ignore[id, id]``."""

from __future__ import annotations

import linecache
import re

from ..ir.module import Location
from .findings import LintFinding

_COMMENT = re.compile(r"(?:#|//)\s*lint:\s*ignore(?:\[(?P<ids>[\w\s,-]*)\])?")


def is_ignored(finding: LintFinding, kernel: Location, first_line: int) -> bool:
    """Whether a comment ignores the finding at its place, or at a call that leads to it from the kernel. For a finding
    about a kernel as a whole, the comment may be anywhere from the first decorator, in ``first_line``, to the kernel's
    own line."""
    if not finding.places:
        return False
    places = [place for place in (finding.location, *finding.places[0].calls) if place]
    if finding.location == kernel:
        places += [Location(kernel.file, line, 1) for line in range(first_line, kernel.line)]
    return any(finding.lint in ids or "all" in ids for place in places for ids in _comments(place))


def _comments(place: Location) -> list[set[str]]:
    """Returns the ids in the comments on a line and in a comment alone on the line above."""
    own, above = linecache.getline(place.file, place.line), linecache.getline(place.file, place.line - 1)
    lines = [own, above] if above.lstrip().startswith(("#", "//")) else [own]
    found = [comment for line in lines for comment in _COMMENT.finditer(line)]
    return [{"all"} if one["ids"] is None else {id.strip() for id in one["ids"].split(",")} for one in found]
