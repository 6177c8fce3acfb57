"""The types of variables that have only literals: a use decides them.

The front end compiles a function with the types that literals have alone, i32 and f32. Where such a value meets another
type, it records the type as a decision, and compiles the function again. A function in which no types meet compiles
once, so decisions never change its meaning.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ...errors import CompileError
from ...ir.module import Location
from ...ir.types import DType, i32, u32

#: The types that a use may decide. Any other type is decided only by an assignment: a loop's counter that is divided by
#: a float stays an integer.
WORDS = (i32, u32)
#: The end of a note that shows the call of the function with an error.
CALLED = ", called here"


@dataclass(eq=False, slots=True)
class Decision:
    """The type that a use decided; ``error`` is the error of this use if the decision does not hold."""

    type: DType
    error: CompileError
    #: Whether a value of this type is assigned to a variable of the literals.
    assigned: bool


@dataclass(eq=False, slots=True)
class LiteralType:
    """The type of a variable that has only literals, and of all values that must have the same type.

    ``keys`` are the places of the literals. ``place`` is the first use that agrees with the present type and has a type
    of its own. ``signed`` is a use that needs numbers below zero. ``is_word``: a use needs i32 or u32.
    """

    keys: list[Any] = field(default_factory=list)
    decision: Decision | None = None
    place: Location | None = None
    signed: Location | None = None
    is_word: bool = False
    _joined: LiteralType | None = None

    @property
    def root(self) -> LiteralType:
        """The type that all joined types share."""
        root = self
        while root._joined is not None:
            root = root._joined
        return root

    def join(self, other: LiteralType) -> None:
        """Makes two types one."""
        a, b = self.root, other.root
        if a is b:
            return
        b._joined = a
        a.keys += b.keys
        a.decision = a.decision or b.decision
        a.place = a.place or b.place
        a.signed = a.signed or b.signed
        a.is_word |= b.is_word

    def may_become(self, type: DType, own: DType) -> bool:
        """Whether a use may decide that values of the type ``own`` have another type."""
        root = self.root
        if root.place is not None or type.is_bool or own.is_float and not type.is_float:
            return False
        return (root.signed is None or type.signed) and (type in WORDS or not root.is_word)

    def reasons(self, name: str) -> list[tuple[str, str, int, int]]:
        """Why uses decide the type no longer, as notes of an error; ``name`` is the type's."""
        root = self.root
        decided = root.place
        if decided is None and root.decision is not None:
            error = root.decision.error
            decided = Location(error.file, error.line, error.column)
        reasons = [(f"the literals of one side are {name} because of this use", decided)]
        reasons.append((f"the literals of one side are {name} because this needs numbers below zero", root.signed))
        return [(text, place.file, place.line, place.column) for text, place in reasons if place is not None]


class Decisions:
    """The decisions about the literals of one function, over all of its compilations."""

    def __init__(self) -> None:
        self._made: dict[Any, Decision] = {}
        self._types: dict[Any, LiteralType] = {}
        #: Whether the present compilation made a decision, so that its result and its errors do not count.
        self.changed = False

    def begin(self) -> None:
        """Begins a compilation."""
        self._types = {}
        self.changed = False
        for decision in self._made.values():
            decision.assigned = False

    def type_at(self, key: Any) -> LiteralType:
        """The type of the literal at a place."""
        known = self._types.get(key)
        if known is None:
            known = self._types[key] = LiteralType([key], self._made.get(key))
        return known

    def decide(self, literals: LiteralType, type: DType, fail: Callable[[], Any]) -> None:
        """Decides a type; ``fail`` raises the error of the use that decides it."""
        root = literals.root
        try:
            fail()
        except CompileError as error:
            root.decision = Decision(type, error, False)
        for key in root.keys:
            self._made[key] = root.decision
        self.changed = True

    def blamed(self, error: CompileError) -> CompileError:
        """The error to report for a compilation that failed: that of a decision, if it lies behind the error, or
        behind the call that led to an error in another function."""
        calls = [place for text, *place in error.notes if text.endswith(CALLED)]
        file, line, column = calls[-1] if calls else (error.file, error.line, error.column)
        for decision in self._made.values():
            use = decision.error
            if use.file == file and (use.line, use.column) > (line, column):
                return use
        return error

    def unfounded(self) -> CompileError | None:
        """The error of the first decision that needed an assignment and has none."""
        found = (one for one in self._made.values() if one.type not in WORDS and not one.assigned)
        return next((decision.error for decision in found), None)
