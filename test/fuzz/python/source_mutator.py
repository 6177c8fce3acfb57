"""Changes a few expressions and statements of the kernels of the examples, so that most of a kernel stays valid."""

from __future__ import annotations

import ast
import copy
import functools
from pathlib import Path

from choices import Choices
from source_writer import SourceWriter

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"


@functools.cache
def examples() -> tuple[ast.Module, ...]:
    """Returns the syntax trees of the examples."""
    return tuple(ast.parse(file.read_text()) for file in sorted(EXAMPLES.glob("[0-9]*.py")))


def decorated(module: ast.Module) -> list[ast.FunctionDef]:
    """Returns the kernels and helpers of a file."""
    functions = [node for node in ast.walk(module) if isinstance(node, ast.FunctionDef)]
    return [function for function in functions if "wd." in "".join(map(ast.unparse, function.decorator_list))]


class _Replace(ast.NodeTransformer):
    """Replaces one node by another."""

    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self._old, self._new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        return self._new if node is self._old else self.generic_visit(node)


def mutate(data: bytes) -> str:
    """Returns the text of one example with up to four changes."""
    choices = Choices(data)
    module = copy.deepcopy(choices.one_of(examples()))
    writer = SourceWriter(choices)
    for _ in range(1 + choices.byte() % 4):
        function = choices.one_of(decorated(module))
        names = sorted({node.id for node in ast.walk(function) if isinstance(node, ast.Name)})
        writer.names[:] = names
        nodes = [node for part in function.body for node in ast.walk(part)]
        node = choices.one_of([node for node in nodes if isinstance(node, ast.expr | ast.stmt)])
        if choices.chance(3):
            # Another part of the same function: its types match more often.
            same = [other for other in nodes if isinstance(other, ast.expr) == isinstance(node, ast.expr)]
            new = copy.deepcopy(choices.one_of([other for other in same if isinstance(other, ast.expr | ast.stmt)]))
        else:
            new = writer.expression(2) if isinstance(node, ast.expr) else writer.statement(2)
        _Replace(node, new).visit(function)
    return ast.unparse(ast.fix_missing_locations(module))
