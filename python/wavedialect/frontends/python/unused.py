"""Finds code without effect: values that a function assigns to its parameters and never reads, and functions that only
compute. It looks at the syntax alone, so a branch that ``wd.static`` removes still counts."""

from __future__ import annotations

import ast
import types
from collections.abc import Iterable
from typing import Any

from ...ir.types import DType, VectorType
from .functions import HelperFunction
from .meanings import lookup
from .ops import Intrinsic
from .source import find_source
from .state import own_statements

_LOOPS = (ast.For, ast.While)
_ASSIGNMENTS = (ast.Assign, ast.AugAssign, ast.AnnAssign)
_PARTS = (ast.Attribute, ast.Subscript)
#: The builtins that a kernel may call; none of them has an effect.
_PURE_BUILTINS = (abs, bool, len, max, min, pow, range)


def unread_parameters(node: ast.FunctionDef, names: Iterable[str]) -> dict[str, ast.stmt]:
    """The parameters among ``names`` whose last assigned value is never read, each with this assignment."""
    wanted = set(names)
    last: dict[str, tuple[ast.stmt, list[ast.AST]]] = {}
    reads: dict[str, list[tuple[ast.Name, list[ast.AST]]]] = {}
    if not any(_root(target) in wanted for one in own_statements(node.body) for target in _targets(one)):
        return {}

    def visit(part: ast.AST, loops: list[ast.AST], feeds: str | None, roots: set[ast.expr]) -> None:
        """``feeds``: the only variable that the statement around assigns, so a read in it counts for this one alone."""
        if isinstance(part, _ASSIGNMENTS):
            targets = _targets(part)
            roots = {_root_node(target) for target in targets}
            for target in targets:
                name = _root(target)
                if name in wanted:
                    last[name] = part, loops
            feeds = _root(targets[0]) if len(targets) == 1 else None
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load) and part not in roots and part.id != feeds:
            reads.setdefault(part.id, []).append((part, loops))
        inner = [*loops, part] if isinstance(part, _LOOPS) else loops
        for child in ast.iter_child_nodes(part):
            visit(
                child, inner, feeds if not isinstance(part, ast.stmt) or isinstance(part, _ASSIGNMENTS) else None, roots
            )

    for statement in node.body:
        visit(statement, [], None, set())
    found = {}
    for name, (statement, loops) in last.items():
        end = statement.end_lineno, statement.end_col_offset
        is_read = any(
            (read.lineno, read.col_offset) >= end or any(loop in around for loop in loops)
            for read, around in reads.get(name, [])
        )
        if not is_read:
            found[name] = statement
    return found


def _targets(statement: ast.AST) -> list[ast.expr]:
    """The names, elements and components that a statement assigns."""
    targets: list[ast.expr] = []
    if isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, ast.AugAssign | ast.AnnAssign):
        targets = [statement.target]
    flat: list[ast.expr] = []
    for target in targets:
        flat += target.elts if isinstance(target, ast.Tuple | ast.List) else [target]
    return flat


def _root_node(target: ast.expr) -> ast.expr:
    while isinstance(target, _PARTS):
        target = target.value
    return target


def _root(target: ast.expr) -> str | None:
    """The variable that an assignment target changes: ``v`` for ``v``, ``v.x`` and ``v[0]``."""
    root = _root_node(target)
    return root.id if isinstance(root, ast.Name) else None


def may_have_effect(object: Any, building: tuple[HelperFunction, ...] = ()) -> bool:
    """Whether a call of this function may do more than return a value."""
    if isinstance(object, Intrinsic):
        # Python runs the expression of `static` at compile time, which may have effects.
        return object.has_effect or object.name == "static" or object.signature.return_annotation == "None"
    if not isinstance(object, HelperFunction):
        return not (isinstance(object, DType | VectorType) or object in _PURE_BUILTINS)
    # A recursive call is an error elsewhere.
    if object.library is not None or object in building:
        return False
    source = find_source(object.function)
    local = {*object.parameters.signature.parameters, *source.assigned}
    for part in ast.walk(ast.Module(source.node.body, [])):
        if isinstance(part, ast.Subscript) and isinstance(part.ctx, ast.Store):
            return True
        # A component of an element, `out[0].x = 1`.
        if isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store) and not isinstance(part.value, ast.Name):
            return True
        if isinstance(part, ast.Call):
            callee = _callee(part.func, object.function, local)
            if may_have_effect(callee, (*building, object)):
                return True
    return False


def _callee(node: ast.expr, function: types.FunctionType, local: set[str]) -> Any:
    """The object that a callee's name refers to outside the function; None if it is unknown."""
    if isinstance(node, ast.Attribute):
        return getattr(_callee(node.value, function, local), node.attr, None)
    if not isinstance(node, ast.Name) or node.id in local:
        return None
    return lookup(function, node.id)[1]


def does_nothing(node: ast.FunctionDef) -> bool:
    """Whether a function has no code yet: a docstring, ``pass`` or ``...``."""
    return all(
        isinstance(one, ast.Pass) or isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant)
        for one in node.body
    )
