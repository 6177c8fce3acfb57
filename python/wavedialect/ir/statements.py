"""Where statements begin: an operation without effects that only modules for a debugger have.

Both front ends note each statement of the user, with the variables that it can name and their values at this point. All
other modules are built without these operations, so they cost nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .module import Location, Operation

STATEMENT = "debug.statement"
_NOTE = "statement"


@dataclass(frozen=True, eq=False)
class Frame:
    """A function that is running, with the variables that its statements can name."""

    function: str
    variables: Mapping[str, Any]
    """The operands of the variables by their names in the source."""
    line: int = 0
    """The line at which this function calls the next one; 0 in the innermost frame."""


@dataclass(frozen=True, eq=False)
class Statement:
    """A statement of the user."""

    location: Location
    frames: tuple[Frame, ...]
    """The innermost frame last. More than one if the front end inlines calls."""
    origin: Location | None = None
    """The place in the source of a statement of IR."""
    scope: Any = None
    """What the front end needs to translate an expression at this point."""

    @property
    def function(self) -> str:
        """The name of the function that has the statement."""
        return self.frames[-1].function

    @property
    def variables(self) -> Mapping[str, Any]:
        """The variables of the innermost frame."""
        return self.frames[-1].variables


def operation_of(statement: Statement) -> Operation:
    """The operation that says that a statement begins."""
    return Operation(STATEMENT, [], [], {_NOTE: statement}, [], statement.location)


def statement_of(operation: Operation) -> Statement:
    """The statement that begins at an operation."""
    return operation.attributes[_NOTE]
