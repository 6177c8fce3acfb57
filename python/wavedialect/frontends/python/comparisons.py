"""Comparisons, and chains of them."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NoReturn

from ..semantic.values import Operand, Scalar, Vector
from .expressions import Text

if TYPE_CHECKING:
    from .function_builder import FunctionBuilder

COMPARISONS = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Is: "is",
    ast.IsNot: "is not",
    ast.In: "in",
    ast.NotIn: "not in",
}
#: The operators on bits, which C's programmers put between comparisons.
_BITWISE = {ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^"}


class ComparisonVisitor:
    """The part of ``FunctionBuilder`` that visits comparisons."""

    def visit_Compare(self: FunctionBuilder, node: ast.Compare) -> Operand:
        self._check_chain(node)
        left = self.visit_expression(node.left)
        return self._comparisons(left, [node.left, *node.comparators], node.ops)

    def _check_chain(self: FunctionBuilder, node: ast.Compare) -> None:
        """Rejects ``a > 1 & a < 5``: in Python it is the chain ``a > (1 & a) < 5``. A chain that is meant has parentheses."""
        for place, middle in enumerate(node.comparators[:-1]):
            sign = _BITWISE.get(type(middle.op)) if isinstance(middle, ast.BinOp) else None
            if sign is None or self.source.is_parenthesized(middle):
                continue
            ops = node.ops
            sides = [
                ast.Compare([node.left, *node.comparators][place], [ops[place]], [middle.left]),
                ast.Compare(middle.right, [ops[place + 1]], [node.comparators[place + 1]]),
            ]
            first, second = (Text(side).bare for side in sides)
            fix = f"write `({first}) {sign} ({second})`"
            if sign != "^":
                fix = f"write `{first} {'and' if sign == '&' else 'or'} {second}`; for vectors of bool, `({first}) {sign} ({second})`"
            message = f"`{sign}` binds closer than comparisons, so this compares `{Text(middle).bare}`"
            self.semantic.fail("chained-comparison", message, fix)

    def compare_operands(self: FunctionBuilder, left: Operand, right: Operand, node: ast.Compare) -> Operand:
        """The result of a comparison with one operator, whose operands have been evaluated."""
        op = COMPARISONS[type(node.ops[0])]
        if op not in ("==", "!=", "<", "<=", ">", ">="):
            self._refuse_comparison(op, [node.left, *node.comparators])
        return self.semantic.compare(op, left, right, (Text(node.left), Text(node.comparators[0])))

    def _comparisons(self: FunctionBuilder, left: Operand, nodes: list[ast.expr], ops: list[ast.cmpop]) -> Scalar:
        """``left < b < c``: evaluates each operand once, and c only for lanes where ``left < b``."""
        op = COMPARISONS[type(ops[0])]
        if op not in ("==", "!=", "<", "<=", ">", ">="):
            self._refuse_comparison(op, nodes)
        right = self.visit_expression(nodes[1])
        first = self.semantic.compare(op, left, right, (Text(nodes[0]), Text(nodes[1])))
        if len(ops) == 1:
            return first
        if isinstance(first, Vector):
            parts = [ast.Compare(a, [op], [b]) for a, b, op in zip(nodes, nodes[1:], ops, strict=False)]
            fix = "compare twice: `" + " & ".join(str(Text(part)) for part in parts) + "`"
            self.semantic.fail("vector-condition", "a chain of comparisons needs scalars", fix)
        return self.short_circuit(first, True, lambda: self._comparisons(right, nodes[1:], ops[1:]))

    def _refuse_comparison(self: FunctionBuilder, op: str, nodes: list[ast.expr]) -> NoReturn:
        """Reports ``is`` and ``in``, and their negations."""
        left, right = nodes[:2]
        fix = "loop over the elements, and compare each"
        if op.startswith("is"):
            fix = f"`{Text(left)} {'==' if op == 'is' else '!='} {Text(right)}`"
        elif isinstance(right, ast.Tuple | ast.List | ast.Set) and right.elts:
            sign, joint = ("==", "or") if op == "in" else ("!=", "and")
            fix = "`" + f" {joint} ".join(f"{Text(left)} {sign} {Text(value)}" for value in right.elts) + "`"
        self.semantic.fail("unsupported-operator", f"kernels have no operator `{op}`", fix)
