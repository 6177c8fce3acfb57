"""A line of time for each wave of the group: when it runs and waits, with the present at the end."""

from __future__ import annotations

from itertools import groupby

from .breakpoints import group_text
from .session import Session

_WIDTH = 72


def lines(session: Session) -> list[str]:
    """A row for each wave; a column is the same number of steps in each."""
    machine = session.machine
    run = machine.run
    if run is None:
        return ["the run has ended"]
    waves = list(machine.trail.waves())
    if not waves:
        return ["no wave of the group has run"]
    first = {wave: waves.index(wave) for wave in set(waves)}
    last = {wave: len(waves) - 1 - waves[::-1].index(wave) for wave in set(waves)}
    per_column = -(-len(waves) // _WIDTH)
    shown = [
        f"group {group_text(run.group.id)}: {len(waves)} steps, {per_column} a column; # runs, . waits, - has ended"
    ]
    for index in range(len(run.waves)):
        row = ""
        for start in range(0, len(waves), per_column):
            part = waves[start : start + per_column]
            if index in part:
                row += "#"
            elif index not in first or start < first[index]:
                row += " "
            else:
                row += "-" if index not in run.running and start > last[index] else "."
        mark = "*" if index == session.current else " "
        shown.append(f"{mark} wave {index:2} |{row}|")
    return shown


def spans(session: Session) -> list[tuple[int, int]]:
    """The waves with their numbers of steps, in the order in which they ran."""
    return [(wave, len(list(steps))) for wave, steps in groupby(session.machine.trail.waves())]
