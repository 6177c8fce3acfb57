"""Stops where the checker finds undefined behavior: at both accesses of a race, and at all other places of a finding."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..checker.findings import Finding
from ..errors import WaveError
from ..ir.module import Location
from .adding import add_breakpoint
from .breakpoints import Breakpoint, BreakpointError, group_text
from .session import Session


def stop_at_findings(session: Session) -> list[str]:
    """Checks the kernel at the wave size of the session, and adds a breakpoint at each place of a finding. Returns what
    was found; after an interrupt nothing has changed."""
    if session.check is None:
        raise WaveError("this session cannot check the kernel", "use `wavedialect check`")
    try:
        with session.machine.without_stops():
            report = session.check()
    except KeyboardInterrupt:
        session.machine.interrupted = False
        return ["interrupted"]
    if not report.findings:
        return ["the checker found nothing at this wave size"]
    lines: list[str] = []
    for finding in report.findings:
        lines += [f"{finding.message} [{finding.rule}]", *_breakpoints(session, finding)]
    if any(one.note for one in session.breakpoints.all):
        return [*lines, "`restart` begins again, `continue` runs to the first of them"]
    return [*lines, "no statement here is from these lines, so there are no breakpoints"]


def _breakpoints(session: Session, finding: Finding) -> list[str]:
    lines = []
    culprits = [one for one in finding.culprits if one.location is not None]
    of_several = len({one.group for one in culprits}) > 1
    places = [
        f"line {one.location.line} in {one.who}" + (f" of group {group_text(one.group)}" if of_several else "")
        for one in culprits
        if one.who
    ]
    note = f"{finding.rule}: {' and '.join(places)}"
    for place in culprits:
        if place.group is None:
            continue
        facts = {
            "group": place.group,
            "wave": place.wave,
            "lane": place.lane if place.lanes else None,
            "note": note,
        }
        if (made := _breakpoint(session, place.location, facts)) is not None:
            lines.append(f"  breakpoint {made.number}: {made}")
    return lines


def _breakpoint(session: Session, place: Location, facts: dict[str, Any]) -> Breakpoint | None:
    """Adds a breakpoint where the statement of a place begins, or in the IR that is from it; None if there is one, or no
    statement."""
    lines = [line for line in session.breakpoints.lines(place.file) if line <= place.line]
    try:
        made = add_breakpoint(session, place.file, lines[-1] if lines else place.line, facts)
    except BreakpointError:
        return None
    same = [one for one in session.breakpoints.all if replace(one, number=0, hits=0) == replace(made, number=0, hits=0)]
    if len(same) > 1:
        session.breakpoints.remove(made.number)
        return None
    return made
