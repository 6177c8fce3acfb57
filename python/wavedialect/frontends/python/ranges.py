"""Loops over ``range``: the bounds, the type of the variable, and loops that count down."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING

from ...ir.types import DType, u32
from ..semantic.advice import integer_literal
from ..semantic.core import Phrase
from ..semantic.values import Scalar, describe, type_of
from .expressions import Target, Text
from .state import Variable, holds_return, leaves_loop

if TYPE_CHECKING:
    from .function_builder import FunctionBuilder


class RangeVisitor:
    """The part of ``FunctionBuilder`` that visits loops over ``range``."""

    def range_bounds(self: FunctionBuilder, node: ast.Call) -> tuple[Scalar, Scalar, Scalar]:
        what = Text(node.func)
        if node.keywords or not 1 <= len(node.args) <= 3:
            given = len(node.args) + len(node.keywords)
            if node.keywords:
                message = f"`{what}` takes no keyword arguments, got `{node.keywords[0].arg}`"
                fix = f"pass it by position: `{what}({Text(node.keywords[0].value).bare})`"
                self.semantic.fail("range-arguments", message, fix)
            message = f"`{what}` takes one to three arguments, got {given}"
            self.semantic.fail(
                "range-arguments", message, "write `range(end)`, `range(start, end)` or `range(start, end, step)`"
            )
        bounds = []
        for argument in node.args:
            operand = self.visit_expression(argument)
            with self.at(argument):
                scalar = self.semantic.scalar(operand, Phrase("`{}`", what), Text(argument))
                if not scalar.type.is_integer or scalar.type.bits != 32:
                    fix = f"convert it: `u32({Text(argument).bare})`"
                    if scalar.weak and scalar.constant is not None:
                        fix = integer_literal(scalar.constant)
                    self.semantic.fail("range-arguments", f"`{what}` expects i32 or u32, got {describe(scalar)}", fix)
            bounds.append(scalar)
        if len(bounds) == 1:
            bounds.insert(0, self.semantic.constant(0))
        if len(bounds) == 2:
            bounds.append(self.semantic.constant(1))
        if bounds[2].constant == 0:
            fix = "use a step of at least 1, or of at most -1"
            self.semantic.fail("range-arguments", f"the step of `{what}` is 0, so the loop would never end", fix)
        return bounds[0], bounds[1], bounds[2]

    def range_loop(self: FunctionBuilder, node: ast.For, lower: Scalar, upper: Scalar, step: Scalar) -> None:
        semantic = self.semantic
        with self.at(node.iter):
            texts = [Text(argument) for argument in node.iter.args]
            lower, upper, step = (
                bound.literal if bound.literal is not None and bound.constant is not None else bound
                for bound in (lower, upper, step)
            )
            self._check_countdown(node.target.id, texts, lower, upper, step)
            known = [bound.constant for bound in (lower, upper, step)] if lower.weak and upper.weak else [None]
            lower, upper = semantic.unify(lower, upper, "`range`", (texts[0], texts[min(1, len(texts) - 1)]))
            step = semantic.typed(step) if step.choice else step
            if not step.weak:
                # The bounds already have the same type, so only the step can be converted.
                bound = Target(texts[0].node)
                lower, step = semantic.unify(lower, step, "`range`", (bound, texts[-1]))
                lower, upper = semantic.unify(lower, upper, "`range`", (texts[0], texts[-1]))
            lower = semantic.typed(lower)
            if None in known or known[2] > 0 or lower.type.signed:
                upper = semantic.typed(upper)
                count = None
            else:
                # The end of a loop that counts down to 0 fits in no unsigned type.
                count = len(range(*known))
                upper = lower
            origin = semantic.index_type(lower, upper, None if None in known else range(*known))
            if step.weak and step.constant > 0:
                step = semantic.adapt(step, lower.type)
            lower, upper, step = map(semantic.without_origin, (lower, upper, step))
            counter, value_of = self._counter(lower, upper, step, count)
        target = node.target.id
        before = self.state.env.get(target)
        if before is not None and before.of_loop:
            self.state.env[target] = self._left_behind(before, target, lower.type, node)

        def bind(value: Scalar) -> None:
            with self.at(node.target):
                self.assign_name(target, semantic.without_origin(value_of(value), origin))

        leaves = leaves_loop(node.body, ast.Break) or (not self.is_kernel and holds_return(node.body))
        if not leaves:
            self.for_loop(node, counter, bind)
            return

        def condition(value: Scalar | None) -> Scalar:
            return semantic.compare("<", value, counter[1])

        def body(value: Scalar | None) -> None:
            bind(value)
            self.visit_statements(node.body)

        self.while_loop(node, condition, body, counter[0], counter[2])

    def _left_behind(self: FunctionBuilder, before: Variable, name: str, type: DType, node: ast.For) -> Variable:
        """The variable that an unrolled loop left, before a loop that gives the name values of a type."""
        if type_of(before.value) is type:
            return Variable(self.semantic.typed(before.value, name), before.location)
        reason = f"it is set only in the loop at line {node.lineno}, which may not have run"
        return Variable(None, before.location, reason)

    def _check_countdown(
        self: FunctionBuilder, name: str, texts: list[Text], lower: Scalar, upper: Scalar, step: Scalar
    ) -> None:
        """Rejects a u32 loop that would count down past 0."""
        down = step.constant is not None and step.constant < 0
        unsigned = not (lower.weak or lower.type.signed) or not (upper.weak or upper.type.signed)
        if not down or not unsigned or upper.constant is None or upper.constant not in (-1, u32.highest):
            return
        count = Text(texts[0].node.left) if _is_less_one(texts[0].node) else f"{texts[0]} + 1"
        size = f"0, {count}, {-step.constant}" if step.constant != -1 else f"{getattr(count, 'bare', count)}"
        message = f"`range` of u32 cannot count down to 0: no u32 is less than 0, got the end `{texts[1]}`"
        up = self.new_count()
        fix = f"count up, `for {up} in range({size}):`, and begin the body with `{name} = {texts[0]} - {up}`"
        self.semantic.fail("range-arguments", message, fix)

    def _counter(
        self: FunctionBuilder, lower: Scalar, upper: Scalar, step: Scalar, known: int | None = None
    ) -> tuple[tuple[Scalar, Scalar, Scalar], Callable[[Scalar], Scalar]]:
        """Bounds that count up by a positive constant, and a function from the counter to the loop variable.

        A constant positive step keeps its bounds. Any other loop counts its iterations: their number is
        ``(distance - 1) // |step| + 1``, as in Python. The distance fits in u32 for signed and unsigned types. ``known``
        is their number if it is known.
        """
        semantic, type = self.semantic, lower.type
        if step.constant is not None and step.constant > 0:
            return (lower, upper, step), lambda count: count
        one, zero = semantic.constant(1, u32), semantic.constant(0, u32)
        if step.constant is not None:
            runs = semantic.compare(">", lower, upper)
            distance = semantic.cast(u32, semantic.binary("-", lower, upper))
            size = semantic.constant(-step.constant)
            size = semantic.adapt(size, u32)
            stride = semantic.constant(type.wrap(step.constant), type)
        elif type.signed:
            forward, backward = semantic.compare("<", lower, upper), semantic.compare(">", lower, upper)
            distance = semantic.cast(u32, semantic.binary("-", upper, lower))
            up = semantic.compare(">", step, semantic.constant(0))
            back = semantic.cast(u32, semantic.binary("-", lower, upper))
            runs = semantic.select(up, forward, backward)
            distance = semantic.select(up, distance, back)
            size = semantic.cast(u32, semantic.select(up, step, semantic.negate(step)))
            stride = step
        else:
            distance = semantic.cast(u32, semantic.binary("-", upper, lower))
            runs, size, stride = semantic.compare("<", lower, upper), step, step
        passes = semantic.binary("+", semantic.binary("//", semantic.binary("-", distance, one), size), one)
        count = semantic.constant(known, u32) if known is not None else semantic.select(runs, passes, zero)

        def value_of(counter: Scalar) -> Scalar:
            return semantic.binary("+", lower, semantic.binary("*", semantic.cast(type, counter), stride))

        return (zero, count, one), value_of


def _is_less_one(node: ast.expr) -> bool:
    """Whether an expression is ``n - 1``."""
    is_difference = isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub)
    return is_difference and isinstance(node.right, ast.Constant) and node.right.value == 1
