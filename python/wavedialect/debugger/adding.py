"""Adds breakpoints that can stop the run: the line, the group, the wave and the lane exist, and the condition compiles."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..ir.statements import Statement
from ..numbers import ranges
from .breakpoints import Breakpoint, BreakpointError, Condition, group_text

if TYPE_CHECKING:
    from .machine import Machine
    from .session import Session


def add_breakpoint(session: Session, file: str | None, line: int, facts: Mapping[str, Any]) -> Breakpoint:
    """Adds a breakpoint at a line of a file, which may be given by the end of its name. Raises WaveError if it cannot stop
    the run."""
    if line < 1:
        raise BreakpointError(f"there is no line {line}", "lines are counted from 1")
    own, origin = session.location.file, None
    if file:
        files = list(dict.fromkeys(one.location.file for one in session.breakpoints.statements))
        found = [one for one in files if is_named(one, file)]
        if not found and (statement := _made_of(session, file, line)) is not None:
            # A line of the source: the first line of the IR that is from it.
            found, line, origin = [statement.location.file], statement.location.line, statement.origin
        if not found:
            known = ", ".join(map(os.path.basename, [*files, *_origins(session)]))
            raise BreakpointError(f"the kernel has no statement in '{file}'", f"its files are {known}")
        own = found[0]
    check_place(session.machine, facts)
    line = session.breakpoints.line_for(own, line)
    if (condition := facts.get("condition")) is not None:
        session.check_condition(condition, own, line)
    return session.breakpoints.add(file=own, line=line, origin=origin, **facts)


def is_named(file: str, name: str) -> bool:
    """Whether a name is a file's: its path, also a relative one, or the end of it."""
    return os.path.realpath(file) == os.path.realpath(name) or file.endswith("/" + os.path.normpath(name))


def _made_of(session: Session, file: str, line: int) -> Statement | None:
    """The first statement of IR that is from a line of the source, or from the next line that has one. Raises
    BreakpointError if no such line has one; None for a file that is no source of the IR."""
    made = [one for one in session.breakpoints.statements if one.origin and is_named(one.origin.file, file)]
    later = [one for one in made if one.origin.line >= line]
    if made and not later:
        known = f"it has statements from lines {ranges(sorted({one.origin.line for one in made}))}"
        raise BreakpointError(f"the IR has no statement from line {line} of '{file}' or a later one", known)
    return min(later, key=lambda one: (one.origin.line, one.location.line)) if later else None


def _origins(session: Session) -> list[str]:
    """The sources of the IR."""
    return list(dict.fromkeys(one.origin.file for one in session.breakpoints.statements if one.origin))


def check_place(machine: Machine, facts: Mapping[str, Any]) -> None:
    """Raises BreakpointError for a group, wave or lane that the dispatch does not have."""
    group, extent = facts.get("group"), machine.groups
    if group is not None and not all(number < size for number, size in zip(group, extent, strict=True)):
        shape = " x ".join(map(str, extent))
        raise BreakpointError(f"there is no group {group_text(group)}", f"the dispatch has {shape} groups")
    condition = facts.get("condition")
    lanes = [facts.get("lane"), condition.lanes if isinstance(condition, Condition) else None]
    for kind, number, count in (
        ("wave", facts.get("wave"), len(machine.placement.masks)),
        *(("lane", lane, machine.wave_size) for lane in lanes if isinstance(lane, int)),
    ):
        if number is not None and not 0 <= number < count:
            owner = "group" if kind == "wave" else "wave"
            fix = f"a {owner} has the {kind}s 0 to {count - 1}" if count > 1 else f"a {owner} has one {kind}: {kind} 0"
            raise BreakpointError(f"there is no {kind} {number}", fix)
