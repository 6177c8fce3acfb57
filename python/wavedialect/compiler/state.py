"""What the visitor knows at a point of a function: variables, and which lanes have left."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from ..language.values import Operand
from .ir import Location


@dataclass(frozen=True, eq=False)
class Variable:
    """A name's value; without one, ``reason`` says why it may be unset."""

    value: Operand | None
    location: Location
    reason: str | None = None


@dataclass(eq=False)
class Frame:
    """What ``break``, ``continue`` or a helper's ``return`` can leave.

    ``active`` and ``keep`` are names of hidden variables, so that control flow carries them like any other: is the
    lane still in this pass through the body, and will it take part in further passes.
    """

    active: str
    keep: str | None = None


@dataclass(eq=False)
class State:
    """Variables, whether all lanes have left (``done``), and the frames that some lanes may have left (``left``)."""

    env: dict[str, Variable]
    done: bool = False
    left: frozenset[Frame] = frozenset()

    def copy(self) -> State:
        return State(dict(self.env), self.done, self.left)


def own_statements(statements: list[ast.stmt]) -> Iterator[ast.stmt]:
    """All statements in these, in order, except those of functions and classes defined in them."""
    for statement in statements:
        yield statement
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        for field in ("body", "orelse", "finalbody"):
            yield from own_statements(getattr(statement, field, []))


def assigned_names(statements: list[ast.stmt]) -> list[str]:
    """The names that these statements may assign, in the order of the text."""
    names = {}
    for target in _targets(statements):
        for node in ast.walk(target):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                names.setdefault(node.id)
    return list(names)


def changed_names(statements: list[ast.stmt]) -> list[str]:
    """The names whose value these statements may change: those assigned, and vectors of which they assign a
    component, ``v.x = 1``."""
    names = dict.fromkeys(assigned_names(statements))
    for target in _targets(statements):
        for node in target.elts if isinstance(target, ast.Tuple | ast.List) else [target]:
            while isinstance(node, ast.Attribute | ast.Subscript):
                node = node.value
            if isinstance(node, ast.Name):
                names.setdefault(node.id)
    return list(names)


def _targets(statements: list[ast.stmt]) -> Iterator[ast.expr]:
    for statement in own_statements(statements):
        if isinstance(statement, ast.Assign):
            yield from statement.targets
        elif isinstance(statement, ast.AugAssign | ast.AnnAssign | ast.For):
            yield statement.target


def leaves_loop(statements: list[ast.stmt], kind: type[ast.stmt]) -> bool:
    """Whether these statements, the body of a loop, hold a ``break`` (or ``continue``) of that loop."""
    for statement in statements:
        if isinstance(statement, kind):
            return True
        if isinstance(statement, ast.If) and (leaves_loop(statement.body, kind) or leaves_loop(statement.orelse, kind)):
            return True
    return False


def holds_return(statements: list[ast.stmt]) -> bool:
    """Whether these statements hold a ``return`` at any depth."""
    return any(isinstance(statement, ast.Return) for statement in own_statements(statements))
