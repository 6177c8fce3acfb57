"""Properties of a store in the source: its constant, its element, and whether all lanes that run the function reach
it."""

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
    """The memory and the index as call arguments: "changed, 0"."""
    value: str
    constant: int | None
    """The value if it is an integer constant."""
    is_of_one_element: bool
    """The index is a constant, so all lanes store to the same element."""
    is_conditional: bool
    """The store is in an ``if`` or a loop, or follows a ``return``, ``break`` or ``continue``."""
    update: str = ""
    """A call of the atomic that updates the element as the statement does; "" if there is none."""

    @property
    def atomic(self) -> str:
        """A call of an atomic that stores the same constant to a flag."""
        kind = "or" if self.constant else "and"
        return f"wd.atomic_{kind}({self.target}, {self.value})"

    @property
    def exchange(self) -> str:
        """A call of an atomic that stores any value."""
        return f"wd.atomic_exchange({self.target}, {self.value})"


#: The atomics that update as operators do.
_UPDATES: dict[type[ast.operator], str] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.BitAnd: "and",
    ast.BitOr: "or",
    ast.BitXor: "xor",
}


def store_at(place: Location) -> Store | None:
    """Returns the store whose target begins at a place; None if the source is unknown or has no store there."""
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
    """Collects the stores in the statements. Returns whether a statement may keep lanes from reaching those that
    follow."""
    leaves = False
    for statement in statements:
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Subscript):
            target, value = statement.targets[0], statement.value
            described = Store(
                f"{ast.unparse(target.value)}, {ast.unparse(target.slice)}",
                ast.unparse(value),
                _constant(value),
                all(_constant(one) is not None for one in _indices(target.slice)),
                is_conditional,
                _update(target, value),
            )
            found.append((target.lineno, target.col_offset + 1, described))
        elif isinstance(statement, ast.AugAssign) and isinstance(statement.target, ast.Subscript):
            target = statement.target
            value = ast.BinOp(target, statement.op, statement.value)
            described = Store(
                f"{ast.unparse(target.value)}, {ast.unparse(target.slice)}",
                ast.unparse(value),
                None,
                all(_constant(one) is not None for one in _indices(target.slice)),
                is_conditional,
                _update(target, value),
            )
            found.append((target.lineno, target.col_offset + 1, described))
        elif isinstance(statement, (ast.If, ast.For, ast.While, ast.With)):
            inside = is_conditional or not isinstance(statement, ast.With)
            leaves |= _collect(statement.body, inside, found)
            leaves |= _collect(getattr(statement, "orelse", []), inside, found)
        elif isinstance(statement, ast.Match):
            for case in statement.cases:
                leaves |= _collect(case.body, True, found)
        elif isinstance(statement, (ast.Return, ast.Break, ast.Continue)):
            leaves = True
        is_conditional |= leaves
    return leaves


def _update(target: ast.Subscript, value: ast.expr) -> str:
    """The atomic for ``target = value``, where the value is the element combined with another value; "" for others."""
    element = ast.unparse(target)
    if isinstance(value, ast.BinOp):
        name, operands = _UPDATES.get(type(value.op), ""), [value.left, value.right]
    elif isinstance(value, ast.Call) and not value.keywords and len(value.args) == 2:
        name, operands = ast.unparse(value.func).removeprefix("wd."), value.args
        name = name if name in ("min", "max") else ""
    else:
        return ""
    others = [one for one in operands if ast.unparse(one) != element]
    is_left = ast.unparse(operands[0]) == element
    if not name or len(others) != 1 or element in ast.unparse(others[0]) or (name == "sub" and not is_left):
        return ""
    if name == "sub":
        name, others = "add", [ast.UnaryOp(ast.USub(), others[0])]
    return f"wd.atomic_{name}({ast.unparse(target.value)}, {ast.unparse(target.slice)}, {ast.unparse(others[0])})"


def _indices(index: ast.expr) -> list[ast.expr]:
    """Returns the indices of a subscript, one for each dimension."""
    return index.elts if isinstance(index, ast.Tuple) else [index]


def _constant(value: ast.expr) -> int | None:
    """Returns the value of an integer constant such as `1`, `True`, `-1` or `u32(1)`."""
    if isinstance(value, ast.Call) and len(value.args) == 1 and not value.keywords:
        value = value.args[0]
    if isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.USub):
        inner = _constant(value.operand)
        return None if inner is None else -inner
    return int(value.value) if isinstance(value, ast.Constant) and isinstance(value.value, int) else None
