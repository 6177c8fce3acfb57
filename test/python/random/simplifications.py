"""The steps by which ``reducer`` makes the text of a kernel smaller.

Each way to simplify gives, for a syntax tree, the texts that one such step leads to, in an order that stays the same when one
of them is taken: what follows a step that was taken then has the number of that step.
"""

from __future__ import annotations

import ast
import copy
from collections import Counter
from collections.abc import Callable, Iterator

from failing_kernel import kernel_definition

Step = Callable[[], str]
"""Makes the text; only called for steps that are tried."""
CONSTANTS = ("0", "1", "True", "u32(1)", "i32(1)", "f32(1.0)")
CHUNKS = (32, 16, 8, 4, 2, 1)
_COMPOUND = (ast.If, ast.For, ast.While, ast.With)


def cost(source: str) -> tuple[int, int, int]:
    """What a step has to lower: statements, then characters, then the numbers."""
    nodes = list(ast.walk(ast.parse(source)))
    numbers = [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, int)]
    statements = sum(isinstance(node, ast.stmt) and not isinstance(node, ast.Pass) for node in nodes)
    return statements, len(source), sum(map(abs, numbers))


def tidied(source: str) -> str:
    """The text in one form, without comments and statements that do nothing."""
    tree = ast.parse(source)
    for node, name, body in list(_lists(tree)):
        left = [one for one in body if not isinstance(one, ast.Pass)]
        setattr(node, name, left or ([] if name == "orelse" else [ast.Pass()]))
    return ast.unparse(tree) + "\n"


def ways() -> list[Callable[[ast.Module], Iterator[Step]]]:
    """All ways to simplify, those first that take most."""

    def in_chunks(size: int) -> Callable[[ast.Module], Iterator[Step]]:
        return lambda tree: without_statements(tree, size)

    statements = [*map(in_chunks, CHUNKS), unwrapped, plain_assignments, without_variables]
    return [*statements, simpler_expressions, fewer_parameters, smaller_numbers]


# Statements.


def _lists(tree: ast.AST) -> Iterator[tuple[ast.AST, str, list[ast.stmt]]]:
    """The lists of statements, inner ones behind the statement that holds them."""
    for node in ast.walk(tree):
        for name in ("body", "orelse"):
            body = getattr(node, name, None)
            if isinstance(body, list) and body and isinstance(body[0], ast.stmt):
                yield node, name, body


def _removable(tree: ast.Module) -> list[ast.stmt]:
    """In the order of the text; the kernel itself and imports stay."""
    kept = {id(kernel_definition(tree))}
    found = [one for _, _, body in _lists(tree) for one in body]
    found = [one for one in found if id(one) not in kept and not isinstance(one, ast.Import | ast.Pass)]
    return sorted(found, key=lambda one: (one.lineno, one.col_offset))


def without_statements(tree: ast.Module, size: int) -> Iterator[Step]:
    """Some statements in a row less; from the end, so that uses go before what they use."""
    count = len(_removable(tree))

    def step(first: int) -> str:
        copied = copy.deepcopy(tree)
        gone = {id(one) for one in _removable(copied)[first : first + size]}
        for node, name, body in list(_lists(copied)):
            left = [one for one in body if id(one) not in gone]
            empty = not left and name == "body" and not isinstance(node, ast.Module)
            setattr(node, name, [ast.Pass()] if empty else left)
        return ast.unparse(copied)

    for first in range(max(count - size, 0), -1, -size):
        yield lambda first=first: step(first)


def unwrapped(tree: ast.Module) -> Iterator[Step]:
    """The statements in a compound one instead of it."""

    def compound(root: ast.Module) -> list[ast.stmt]:
        return [one for one in _removable(root) if isinstance(one, _COMPOUND)]

    def step(number: int, name: str) -> str:
        copied = copy.deepcopy(tree)
        outer = compound(copied)[number]
        for _, _, body in list(_lists(copied)):
            if outer in body:
                place = body.index(outer)
                body[place : place + 1] = getattr(outer, name)
        return ast.unparse(copied)

    for number, one in enumerate(compound(tree)):
        for name in ("body", "orelse"):
            if getattr(one, name, None):
                yield lambda number=number, name=name: step(number, name)


def plain_assignments(tree: ast.Module) -> Iterator[Step]:
    """``x = y`` instead of ``x += y``."""

    def step(number: int) -> str:
        copied = copy.deepcopy(tree)
        old = [one for one in _removable(copied) if isinstance(one, ast.AugAssign)][number]
        for _, _, body in list(_lists(copied)):
            if old in body:
                body[body.index(old)] = ast.Assign([old.target], old.value, lineno=old.lineno)
        return ast.unparse(copied)

    for number in range(sum(isinstance(one, ast.AugAssign) for one in _removable(tree))):
        yield lambda number=number: step(number)


def without_variables(tree: ast.Module) -> Iterator[Step]:
    """What is assigned to a name once stands where the name was."""

    def assignments(root: ast.Module) -> list[ast.Assign]:
        stores = Counter(
            one.id for one in ast.walk(root) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)
        )
        return [
            one
            for one in _removable(root)
            if isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Name) and stores[one.targets[0].id] == 1
        ]

    def step(number: int) -> str:
        copied = copy.deepcopy(tree)
        assignment = assignments(copied)[number]
        target = assignment.targets[0]
        assert isinstance(target, ast.Name)
        _Replace({target.id: assignment.value}).visit(copied)
        for _, _, body in list(_lists(copied)):
            if assignment in body:
                body[body.index(assignment)] = ast.Pass()
        return ast.unparse(copied)

    for number in range(len(assignments(tree))):
        yield lambda number=number: step(number)


class _Replace(ast.NodeTransformer):
    """Expressions for the names that are read."""

    def __init__(self, known: dict[str, ast.expr]) -> None:
        self.known = known

    def visit_Name(self, node: ast.Name) -> ast.expr:  # noqa: N802 - the name that ast asks for.
        known = self.known.get(node.id) if isinstance(node.ctx, ast.Load) else None
        return copy.deepcopy(known) if known else node


# Expressions.


def _expressions(tree: ast.Module) -> list[tuple[ast.AST, str, int | None, ast.expr]]:
    """Where an expression may be replaced by a simpler one: its node, field, and place in a list."""
    found: list[tuple[ast.AST, str, int | None, ast.expr]] = []

    def look(node: ast.AST) -> None:
        for name, value in ast.iter_fields(node):
            if name in ("annotation", "decorator_list", "targets", "target", "func", "args") and not isinstance(
                node, ast.Call
            ):
                continue
            for place, one in enumerate(value) if isinstance(value, list) else [(None, value)]:
                if isinstance(one, ast.expr) and name != "func" and not isinstance(one, ast.Name | ast.Constant):
                    found.append((node, name, place, one))
                if isinstance(one, ast.AST):
                    look(one)

    for function in tree.body:
        if isinstance(function, ast.FunctionDef):
            for statement in function.body:
                look(statement)
                for inner in ast.walk(statement):
                    if isinstance(inner, ast.Assign | ast.AugAssign):
                        targets = inner.targets if isinstance(inner, ast.Assign) else [inner.target]
                        for target in targets:
                            look(target)
    return found


def _parts(expression: ast.expr) -> list[str]:
    """What may replace the expression: its parts, the small ones first, and constants."""
    inside = [one for one in ast.walk(expression) if isinstance(one, ast.expr) and one is not expression]
    texts = [ast.unparse(one) for one in inside]
    whole = len(ast.unparse(expression))
    known = [
        text for text in texts if len(text) < whole and text != "wd" and not text.startswith("wd.wave_active_ballot.")
    ]
    return list(dict.fromkeys(sorted(known, key=len)[:12])) + [one for one in CONSTANTS if len(one) < whole]


def simpler_expressions(tree: ast.Module) -> Iterator[Step]:
    """A part of an expression instead of the expression."""

    def step(number: int, text: str) -> str:
        copied = copy.deepcopy(tree)
        node, name, place, _ = _expressions(copied)[number]
        new = ast.parse(text, mode="eval").body
        if place is None:
            setattr(node, name, new)
        else:
            getattr(node, name)[place] = new
        return ast.unparse(copied)

    for number, (_, _, _, expression) in enumerate(_expressions(tree)):
        for text in _parts(expression):
            yield lambda number=number, text=text: step(number, text)


def fewer_parameters(tree: ast.Module) -> Iterator[Step]:
    """None of the parameters of the kernel that it does not use, then one parameter less."""
    used = {node.id for node in ast.walk(kernel_definition(tree)) if isinstance(node, ast.Name)}

    def step(keep: Callable[[int, ast.arg], bool]) -> str:
        copied = copy.deepcopy(tree)
        arguments = kernel_definition(copied).args
        arguments.args = [one for number, one in enumerate(arguments.args) if keep(number, one)]
        return ast.unparse(copied)

    yield lambda: step(lambda _, one: one.arg in used)
    for number in range(len(kernel_definition(tree).args.args)):
        yield lambda number=number: step(lambda other, _: other != number)


def smaller_numbers(tree: ast.Module) -> Iterator[Step]:
    """A number nearer to 0, that of the waves too."""

    def numbers(root: ast.Module) -> list[ast.Constant]:
        return [
            one
            for one in ast.walk(root)
            if isinstance(one, ast.Constant) and type(one.value) is int and one.value not in (0, 1)
        ]

    def step(number: int, value: int) -> str:
        copied = copy.deepcopy(tree)
        numbers(copied)[number].value = value
        return ast.unparse(copied)

    for number, one in enumerate(numbers(tree)):
        for value in dict.fromkeys((0, 1, one.value // 2)):
            yield lambda number=number, value=value: step(number, value)
