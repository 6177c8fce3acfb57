"""Stops where the checker finds undefined behavior: at both accesses of a race, and at all other places of a finding."""

from __future__ import annotations

from ..checker.findings import Finding
from ..errors import WaveError
from ..ir.module import Location
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
    lines: list[str] = []
    for finding in report.findings:
        lines += [f"{finding.message} [{finding.rule}]", *_breakpoints(session, finding)]
    if not report.findings:
        return ["the checker found nothing at this wave size"]
    return [*lines, "`restart` begins again, `continue` runs to the first of them"]


def _breakpoints(session: Session, finding: Finding) -> list[str]:
    lines = []
    places = [f"line {one.location.line} in {one.who}" for one in finding.culprits if one.location and one.who]
    note = f"{finding.rule}: {' and '.join(places)}"
    for place in finding.culprits:
        if place.location is None or place.group is None:
            continue
        line = _statement_line(session, place.location)
        if line is None:
            continue
        lane = place.lane if place.lanes else None
        facts = {"group": place.group, "wave": place.wave, "lane": lane, "note": note}
        known = [
            one
            for one in session.breakpoints.all
            if (one.line, one.wave, one.note) == (line, place.wave, facts["note"])
        ]
        if not known:
            made = session.breakpoints.add(file=place.location.file, line=line, **facts)
            lines.append(f"  breakpoint {made.number}: {made}")
    return lines


def _statement_line(session: Session, place: Location) -> int | None:
    """The line where the statement of a place begins."""
    lines = [line for line in session.breakpoints.lines(place.file) if line <= place.line]
    return lines[-1] if lines else None
