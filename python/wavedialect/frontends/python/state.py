"""The visitor's state at a point of a function: the variables, and which lanes have left."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from ...ir.module import Location
from ..semantic.values import Operand


@dataclass(eq=False, slots=True)
class Variable:
    """The value of a name; if ``value`` is None, ``reason`` says why the name may be unset. ``of_loop``: the variable of an
    unrolled loop."""

    value: Operand | None
    location: Location
    reason: str | None = None
    of_loop: bool = False


@dataclass(eq=False)
class Frame:
    """A region that ``break``, ``continue`` or a helper's ``return`` can leave.

    ``active`` and ``keep`` are the names of hidden variables, so that control flow carries them like other variables:
    whether the lane is still in this iteration of the body, and whether it takes part in further iterations.
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


#: Statements that contain statements.
_COMPOUND = (ast.If, ast.For, ast.While, ast.With, ast.Try, ast.TryStar, ast.AsyncFor, ast.AsyncWith)
_PARTS = (ast.Attribute, ast.Subscript)
_ONE_TARGET = (ast.AugAssign, ast.AnnAssign, ast.For)


def own_statements(statements: list[ast.stmt]) -> list[ast.stmt]:
    """These statements and all nested statements, in order, except the bodies of nested functions and classes."""
    found: list[ast.stmt] = []
    _collect(statements, found)
    return found


def _collect(statements: list[ast.stmt], found: list[ast.stmt]) -> None:
    for statement in statements:
        found.append(statement)
        if isinstance(statement, _COMPOUND):
            for part in ("body", "orelse", "finalbody"):
                _collect(getattr(statement, part, ()), found)
        elif isinstance(statement, ast.Match):
            for case in statement.cases:
                _collect(case.body, found)


def assigned_names(statements: list[ast.stmt]) -> tuple[str, ...]:
    """The names that these statements may assign, in source order."""
    names: dict[str, None] = {}
    for target in _targets(statements):
        if isinstance(target, ast.Name):
            names[target.id] = None
        elif not isinstance(target, ast.Subscript | ast.Attribute):
            for node in ast.walk(target):
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                    names[node.id] = None
    return tuple(names)


def loop_names(loop: ast.For | ast.While) -> tuple[tuple[str, ...], list[str]]:
    """The names that a loop may assign, in source order; and the names whose value it may change: the assigned names,
    and vectors with an assigned component (``v.x = 1``)."""
    known = getattr(loop, "known_names", None)
    if known is None:
        assigned = assigned_names([loop])
        changed = dict.fromkeys(assigned)
        for target in _targets([loop]):
            for node in target.elts if isinstance(target, ast.Tuple | ast.List) else [target]:
                while isinstance(node, _PARTS):
                    node = node.value
                if isinstance(node, ast.Name):
                    changed.setdefault(node.id)
        # A loop inside an unrolled loop is visited many times.
        known = loop.known_names = assigned, list(changed)  # type: ignore[union-attr]
    return known


def _targets(statements: list[ast.stmt]) -> list[ast.expr]:
    targets: list[ast.expr] = []
    for statement in own_statements(statements):
        if isinstance(statement, ast.Assign):
            targets += statement.targets
        elif isinstance(statement, _ONE_TARGET):
            targets.append(statement.target)
    return targets


def leaves_loop(statements: list[ast.stmt], kind: type[ast.stmt]) -> bool:
    """Whether these statements, the body of a loop, contain a ``break`` (or ``continue``) of this loop."""
    for statement in statements:
        if isinstance(statement, kind):
            return True
        if isinstance(statement, ast.If) and (leaves_loop(statement.body, kind) or leaves_loop(statement.orelse, kind)):
            return True
        if isinstance(statement, ast.With) and leaves_loop(statement.body, kind):
            return True
        if isinstance(statement, ast.Match) and any(leaves_loop(case.body, kind) for case in statement.cases):
            return True
    return False


def holds_return(statements: list[ast.stmt]) -> bool:
    """Whether these statements contain a ``return`` at any depth."""
    return any(isinstance(statement, ast.Return) for statement in own_statements(statements))
