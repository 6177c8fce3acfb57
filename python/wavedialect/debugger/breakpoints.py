"""Breakpoints: at lines, with a group, wave, lane and condition; and at writes to elements."""

from __future__ import annotations

import dataclasses
import itertools
import operator
import os
import re
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import WaveError
from ..ir.module import Location, Module
from ..ir.statements import STATEMENT, Statement, statement_of
from ..numbers import ranges
from .fields import Field
from .layouts import Part

_CONDITION = re.compile(r"\s*(?:(any|all)\s*\((.*)\)|lane\s+(\d+)\s*:(.*))\s*", re.DOTALL)


_HITS = re.compile(r"\s*(==|>=|<=|>|<|%)?\s*(\d+)\s*")
_COMPARISONS = {"==": operator.eq, ">=": operator.ge, "<=": operator.le, ">": operator.gt, "<": operator.lt}


class BreakpointError(WaveError):
    """A breakpoint that cannot be set."""


@dataclass(frozen=True)
class Condition:
    """A condition over lanes: ``any(x > 3)``, ``all(x > 3)``, ``lane 5: x > 3``; alone it is that of any lane."""

    text: str
    expression: str
    lanes: str | int = "any"
    """"any", "all" or the number of a lane."""

    @staticmethod
    def parse(text: str) -> Condition:
        """Reads a condition. The expression is read when it is needed."""
        found = _CONDITION.fullmatch(text)
        if found is None or (found[1] and not _is_closed(found[2])):
            return Condition(text.strip(), text.strip())
        if found[1]:
            return Condition(text.strip(), found[2].strip(), found[1])
        return Condition(text.strip(), found[4].strip(), int(found[3]))

    def holds(self, values: np.ndarray, mask: np.ndarray) -> bool:
        """Whether the values of the expression in the active lanes fulfill the condition."""
        # Numbers are true unless they are zero; a vector is if a component is.
        truth = np.asarray(values != 0)
        truth = truth.any(axis=0) if truth.ndim > 1 else truth
        if isinstance(self.lanes, int):
            return self.lanes < len(mask) and bool(mask[self.lanes] and truth[self.lanes])
        active = truth[mask]
        return bool(active.all() if self.lanes == "all" else active.any())


@dataclass(frozen=True)
class HitCondition:
    """Which hits of a breakpoint stop the run: ``5``, ``== 5``, ``>= 5``, ``% 5``."""

    text: str
    compare: str
    number: int

    @staticmethod
    def parse(text: str) -> HitCondition:
        """Reads a hit condition. Raises BreakpointError for another text."""
        found = _HITS.fullmatch(text)
        if found is None or (found[1] == "%" and not int(found[2])):
            raise BreakpointError(
                f"`{text.strip()}` is not a number of hits", "write `5`, `>= 5`, or `% 5` for each fifth hit"
            )
        return HitCondition(text.strip(), found[1] or "==", int(found[2]))

    def holds(self, hits: int) -> bool:
        """Whether a hit stops the run; the first one is 1."""
        return hits % self.number == 0 if self.compare == "%" else _COMPARISONS[self.compare](hits, self.number)


def _is_closed(text: str) -> bool:
    """Whether the parentheses of a text match, so that it is the whole argument."""
    depth = 0
    for character in text:
        depth += {"(": 1, ")": -1}.get(character, 0)
        if depth < 0:
            return False
    return depth == 0


@dataclass
class Breakpoint:
    """A place where the run stops."""

    number: int
    file: str = ""
    line: int = 0
    origin: Location | None = None
    """For a line of IR: the line of the source that the user named, or the next one with a statement."""
    group: tuple[int, int, int] | None = None
    wave: int | None = None
    lane: int | None = None
    condition: Condition | None = None
    memory: str = ""
    """For a watch: the name of the array, and the element."""
    element: int = 0
    part: Part | None = None
    """For a watch of a number of an element that consists of several words; the element is then its first word."""
    field: Field | None = None
    """For a watch of a field of an element that the interpreter holds as a whole."""
    shown: str = ""
    """For a watch: the element as the user wrote it."""
    hits: int = 0
    hit_condition: HitCondition | None = None
    """Which hits stop the run."""
    log: str = ""
    """A message that is shown in place of a stop; values of expressions are in braces."""
    note: str = ""
    """Why it was set, if the user did not set it."""

    @property
    def is_watch(self) -> bool:
        """Whether it stops at writes."""
        return bool(self.memory)

    def may_stop(self, group: tuple[int, int, int]) -> bool:
        """Whether it can stop in a group."""
        return self.group is None or self.group == group

    def concerns(self, group: tuple[int, int, int], wave: int, lanes: np.ndarray) -> bool:
        """Whether it is about this group, this wave, and one of the lanes of a mask."""
        if not self.may_stop(group) or (self.wave is not None and self.wave != wave):
            return False
        return self.lane is None or (self.lane < len(lanes) and bool(lanes[self.lane]))

    def __str__(self) -> str:
        words = [f"watch {self.shown}" if self.is_watch else f"line {self.line}"]
        if self.origin is not None:
            words[0] += f", from {os.path.basename(self.origin.file)}:{self.origin.line},"
        if self.group is not None:
            words.append(f"in group {group_text(self.group)}")
        words += [
            f"in {name} {value}" for name, value in (("wave", self.wave), ("lane", self.lane)) if value is not None
        ]
        if self.condition is not None:
            words.append(f"if {self.condition.text}")
        if self.hit_condition is not None:
            words.append(f"at hit {self.hit_condition.text}")
        if self.note:
            words.append(f"({self.note})")
        return " ".join(words).removesuffix(",")


def group_text(group: tuple[int, int, int]) -> str:
    """A group's id as users write it: 3, or 3,1,0."""
    return str(group[0]) if group[1:] == (0, 0) else ",".join(map(str, group))


@dataclass
class Breakpoints:
    """All breakpoints of a session."""

    statements: list[Statement]
    all: list[Breakpoint] = dataclasses.field(default_factory=list)
    _numbers: Any = dataclasses.field(default_factory=lambda: itertools.count(1))

    @staticmethod
    def of(module: Module) -> Breakpoints:
        """The breakpoints of a kernel; none yet."""
        found = [
            statement_of(operation)
            for function in module.functions
            for operation in function.walk()
            if operation.name == STATEMENT
        ]
        return Breakpoints(found)

    def lines(self, file: str) -> list[int]:
        """The lines of a file on which statements begin."""
        return sorted({one.location.line for one in self.statements if one.location.file == file})

    def line_for(self, file: str, line: int) -> int:
        """The line of the first statement at or after a line. Raises BreakpointError if there is none."""
        lines = self.lines(file)
        found = next((one for one in lines if one >= line), None)
        if found is None:
            known = f"its statements are on lines {ranges(lines)}" if lines else "the kernel has no statement there"
            raise BreakpointError(f"no statement of the kernel is at or after line {line} of '{file}'", known)
        return found

    def add(self, **facts: Any) -> Breakpoint:
        """Adds a breakpoint."""
        made = Breakpoint(next(self._numbers), **facts)
        self.all.append(made)
        return made

    def remove(self, number: int) -> Breakpoint:
        """Removes a breakpoint. Raises BreakpointError if there is none with the number."""
        found = next((one for one in self.all if one.number == number), None)
        if found is None:
            known = ", ".join(str(one.number) for one in self.all) or "none"
            raise BreakpointError(
                f"there is no breakpoint {number}", f"the numbers are {known}: `breakpoints` lists them"
            )
        self.all.remove(found)
        return found

    @property
    def watches(self) -> list[Breakpoint]:
        """Those that stop at writes."""
        return [one for one in self.all if one.is_watch]

    def at(self, statement: Statement) -> list[Breakpoint]:
        """Those at the line of a statement."""
        place = statement.location
        return [one for one in self.all if one.line == place.line and not one.is_watch and one.file == place.file]
