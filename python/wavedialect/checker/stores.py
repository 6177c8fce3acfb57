"""What the source says of a store: which constant, where, and whether every lane that runs the function comes to it."""

from __future__ import annotations

import ast
import functools
import linecache
from dataclasses import dataclass

from ..ir.module import Location


@dataclass(frozen=True)
class Store:
    """A statement ``memory[index] = value``."""

    target: str
    """The memory and the index as arguments of a function: "changed, 0"."""
    value: str
    constant: int | None
    """The value where it is an integer constant."""
    is_of_one_element: bool
    """The index is a constant, so that all lanes store to one element."""
    is_conditional: bool
    """It is in an ``if`` or a loop, or a ``return`` stands before it."""

    @property
    def atomic(self) -> str:
        """An atomic that stores the same constant into a flag."""
        kind = "or" if self.constant else "and"
        return f"wd.atomic_{kind}({self.target}, {self.value})"

    @property
    def exchange(self) -> str:
        """An atomic that stores any value."""
        return f"wd.atomic_exchange({self.target}, {self.value})"


def store_at(place: Location) -> Store | None:
    """The store whose target or statement begins there; None where the source is not known."""
    text = "".join(linecache.getlines(place.file))
    return next((store for line, column, store in _stores(text) if (line, column) == (place.line, place.column)), None)


@functools.lru_cache(maxsize=8)
def _stores(text: str) -> list[tuple[int, int, Store]]:
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return []
    found: list[tuple[int, int, Store]] = []
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            _collect(function.body, False, found)
    return found


def _collect(statements: list[ast.stmt], is_conditional: bool, found: list[tuple[int, int, Store]]) -> bool:
    """Adds the stores among the statements; returns whether one of these may keep lanes from what follows."""
    leaves = False
    for statement in statements:
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Subscript):
            target, value = statement.targets[0], statement.value
            described = Store(
                f"{ast.unparse(target.value)}, {ast.unparse(target.slice)}",
                ast.unparse(value),
                _constant(value),
                _constant(target.slice) is not None,
                is_conditional,
            )
            found.append((target.lineno, target.col_offset + 1, described))
        elif isinstance(statement, (ast.If, ast.For, ast.While, ast.With)):
            inside = is_conditional or not isinstance(statement, ast.With)
            leaves |= _collect(statement.body, inside, found)
            leaves |= _collect(getattr(statement, "orelse", []), inside, found)
        elif isinstance(statement, (ast.Return, ast.Break, ast.Continue)):
            leaves = True
        is_conditional |= leaves
    return leaves


def _constant(value: ast.expr) -> int | None:
    """Of `1`, `True`, `-1` and `u32(1)`."""
    if isinstance(value, ast.Call) and len(value.args) == 1 and not value.keywords:
        value = value.args[0]
    if isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.USub):
        inner = _constant(value.operand)
        return None if inner is None else -inner
    return int(value.value) if isinstance(value, ast.Constant) and isinstance(value.value, int) else None
