"""Adds breakpoints that can stop the run: the line, the group, the wave and the lane exist, and the condition compiles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..ir.statements import Statement
from .breakpoints import Breakpoint, BreakpointError, Condition, group_text

if TYPE_CHECKING:
    from .machine import Machine
    from .session import Session


def add_breakpoint(session: Session, file: str | None, line: int, facts: Mapping[str, Any]) -> Breakpoint:
    """Adds a breakpoint at a line of a file, which may be given by the end of its name. Raises WaveError if it cannot stop
    the run."""
    files = dict.fromkeys(one.location.file for one in session.breakpoints.statements)
    own = session.location.file
    if file:
        found = [one for one in files if one == file or one.endswith("/" + file)]
        if not found and (statement := _made_of(session, file, line)) is not None:
            # A line of the source: the first line of the IR that is from it.
            found, line = [statement.location.file], statement.location.line
        if not found:
            known = ", ".join(files)
            raise BreakpointError(f"the kernel has no statement in '{file}'", f"its files are {known}")
        own = found[0]
    check_place(session.machine, facts)
    line = session.breakpoints.line_for(own, line)
    if (condition := facts.get("condition")) is not None:
        session.check_condition(condition, own, line)
    return session.breakpoints.add(file=own, line=line, **facts)


def _made_of(session: Session, file: str, line: int) -> Statement | None:
    """The first statement of IR that is from a line of the source, or from the next line that has one."""
    made = [
        one
        for one in session.breakpoints.statements
        if one.origin and (one.origin.file == file or one.origin.file.endswith("/" + file)) and one.origin.line >= line
    ]
    return min(made, key=lambda one: (one.origin.line, one.location.line)) if made else None


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
