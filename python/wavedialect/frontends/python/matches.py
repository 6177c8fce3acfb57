"""``match`` on an integer: a chain of ``if``, in which each lane executes the first case that has its value.

Many cases without guards are the leaves of a balanced tree instead: lanes find the number of their case by a binary search
and compare it, so the depth grows with the logarithm of the number of cases. All lanes of a case take the same path.
"""

from __future__ import annotations

import ast
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from ...ir.module import Block
from ...ir.types import i32, like, u32
from ..semantic.values import Scalar, describe
from .expressions import Text

if TYPE_CHECKING:
    from .function_builder import FunctionBuilder

#: The patterns that kernels do not support, and the help for each.
_UNSUPPORTED = {
    ast.MatchSingleton: ("a bool or `None`", "use `if` and `else`"),
    ast.MatchSequence: ("a sequence", "match one integer; for a second one, nest `match`"),
    ast.MatchMapping: ("a mapping", "kernels have no dicts; match one integer"),
    ast.MatchClass: ("a class", "kernels have no classes; match one integer"),
    ast.MatchStar: ("a star", "match one integer"),
}

#: Cases with more values than this become a tree.
_MOST_CHAINED = 8
#: As many runs are compared without a branch.
_MOST_FLAT_RUNS = 4


class _Run(NamedTuple):
    """Consecutive values of one case (``step`` is 0) or of consecutive cases (``step`` is 1)."""

    first: int
    last: int
    case: int
    step: int


class MatchVisitor:
    """The part of ``FunctionBuilder`` that visits ``match``."""

    def visit_Match(self: FunctionBuilder, node: ast.Match) -> None:
        text = Text(node.subject)
        operand = self.visit_expression(node.subject)
        with self.at(node.subject):
            subject = self.semantic.number(operand, "`match`", text)
            if not isinstance(subject, Scalar) or not subject.type.is_integer:
                fix = f"convert it: `match {self.semantic.spelling.cast(like(i32, subject.type), text)}:`"
                if subject.type.is_bool or not isinstance(subject, Scalar):
                    fix = "use `if` and `else`"
                self.semantic.fail("unsupported-syntax", f"`match` takes an integer, got {describe(subject)}", fix)
        self._cases(subject, text, node.cases)

    def _cases(self: FunctionBuilder, subject: Scalar, text: Text, cases: list[ast.match_case]) -> None:
        """Builds these cases for the lanes that no earlier case takes."""
        for index, case in enumerate(cases):
            rest = cases[index + 1 :]
            if subject.constant is None:
                plain = list(takewhile(_is_plain, cases[index:]))
                if sum(_count_values(one.pattern) for one in plain) > _MOST_CHAINED:
                    self._search_cases(subject, text, plain, cases[index + len(plain) :])
                    return
            with self.at(case.pattern):
                condition = self._is_case(subject, text, case.pattern)
                if case.guard is not None:
                    condition = self.short_circuit(condition, True, lambda guard=case.guard: self._guard(guard))
            if condition.constant is None:
                then = self.build_branch(lambda body=case.body: self.visit_statements(body))
                otherwise = self.build_branch(lambda rest=rest: self._cases(subject, text, rest))
                self.merge(condition, then, otherwise)
                return
            if condition.constant:
                self.visit_statements(case.body)
                return

    def _search_cases(
        self: FunctionBuilder, subject: Scalar, text: Text, cases: list[ast.match_case], rest: list[ast.match_case]
    ) -> None:
        """Builds cases without guards as a tree; lanes with none of their values execute the rest."""
        numbers: dict[int, int] = {}
        for number, case in enumerate(cases):
            for value in self._values(subject, text, case.pattern):
                numbers.setdefault(value, number)
        with self.at(cases[0].pattern):
            found = self._find(subject, _runs(numbers), len(cases))

        def build(low: int, high: int) -> None:
            if high - low == 1:
                if low == len(cases):
                    self._cases(subject, text, rest)
                else:
                    self.visit_statements(cases[low].body)
                return
            middle = (low + high) // 2
            with self.at(cases[middle - 1].pattern):
                condition = self.semantic.compare("<", found, self.semantic.constant(middle, u32))
            then = self.build_branch(lambda: build(low, middle))
            otherwise = self.build_branch(lambda: build(middle, high))
            self.merge(condition, then, otherwise)

        build(0, len(cases) + 1)

    def _find(self: FunctionBuilder, subject: Scalar, runs: list[_Run], missing: int) -> Scalar:
        """The number of the case of each lane; ``missing`` for values outside the runs."""
        semantic = self.semantic

        def constant(value: int) -> Scalar:
            bits = subject.type.bits
            value &= (1 << bits) - 1
            return semantic.constant(value - (value >> bits - 1 << bits if subject.type.signed else 0), subject.type)

        if len(runs) > _MOST_FLAT_RUNS:
            middle = len(runs) // 2
            condition = semantic.compare("<", subject, constant(runs[middle].first))
            blocks = []
            for half in (runs[:middle], runs[middle:]):
                with semantic.inside(Block()) as block:
                    number = semantic.value(self._find(subject, half, missing))
                semantic.terminate(block, "scf.yield", [number])
                blocks.append(block)
            return Scalar(u32, semantic.if_(condition, *blocks, [u32])[0])
        found = semantic.constant(missing, u32)
        for run in runs:
            number = semantic.constant(run.case, u32)
            if run.first == run.last:
                is_in = semantic.compare("==", subject, constant(run.first))
            else:
                above = semantic.compare(">=", subject, constant(run.first))
                is_in = semantic.binary("&", above, semantic.compare("<=", subject, constant(run.last)))
            if run.step:
                # The numbers of lanes outside the run do not matter.
                number = semantic.convert(u32, semantic.binary("-", subject, constant(run.first - run.case)))
            found = semantic.select(is_in, number, found)
        return found

    def _guard(self: FunctionBuilder, node: ast.expr) -> Scalar:
        operand = self.visit_expression(node)
        with self.at(node):
            return self.semantic.condition(operand, "`if`", Text(node))

    def _is_case(self: FunctionBuilder, subject: Scalar, text: Text, pattern: ast.pattern) -> Scalar:
        """Whether an integer has one of a pattern's values."""
        semantic = self.semantic
        if isinstance(pattern, ast.MatchAs) and pattern.pattern is None and pattern.name is None:
            return semantic.constant(True)
        if isinstance(pattern, ast.MatchOr):
            tests = [self._is_case(subject, text, part) for part in pattern.patterns]
            condition = tests[0]
            for test in tests[1:]:
                # Of two constants, one that is true decides.
                known = [one.constant for one in (condition, test)]
                if True in known:
                    condition = semantic.constant(True)
                elif False in known:
                    condition = test if known[0] is False else condition
                else:
                    condition = semantic.binary("|", condition, test)
            return condition
        with self.at(pattern):
            return semantic.compare("==", subject, self._value(text, pattern), (text, Text(pattern.value)))

    def _values(self: FunctionBuilder, subject: Scalar, text: Text, pattern: ast.pattern) -> list[int]:
        """The values of a pattern of constants, in the type of the subject."""
        if isinstance(pattern, ast.MatchOr):
            return [value for part in pattern.patterns for value in self._values(subject, text, part)]
        with self.at(pattern):
            texts = (text, Text(pattern.value))
            return [self.semantic.unify(subject, self._value(text, pattern), "`==`", texts)[1].constant]

    def _value(self: FunctionBuilder, text: Text, pattern: ast.pattern) -> Scalar:
        """The constant of a pattern; any other pattern is an error."""
        if not isinstance(pattern, ast.MatchValue):
            self._refuse_pattern(pattern, text)
        value = self.visit_expression(pattern.value)
        constant = value.constant if isinstance(value, Scalar) else None
        if not isinstance(constant, int) or isinstance(constant, bool):
            shown = Text(pattern.value).bare
            message = f"a case is a constant integer, got `{shown}`, {describe(value)}"
            self.semantic.fail("unsupported-syntax", message, f"write a guard: `case _ if {text} == {shown}:`")
        return value

    def _refuse_pattern(self: FunctionBuilder, pattern: ast.pattern, text: Text) -> NoReturn:
        """Reports a pattern that is no constant."""
        if isinstance(pattern, ast.MatchAs) and pattern.pattern is None:
            message = f"the pattern `{pattern.name}` matches every value and sets `{pattern.name}`, as in Python"
            fix = f"for the other values, write `case _:`; for a constant, `case _ if {text} == {pattern.name}:`"
            self.semantic.fail("unsupported-syntax", message, fix)
        if isinstance(pattern, ast.MatchAs):
            message = f"a pattern with `as {pattern.name}` cannot be used in a kernel"
            self.semantic.fail("unsupported-syntax", message, f"remove it, and write `{text}`")
        what, fix = _UNSUPPORTED[type(pattern)]
        self.semantic.fail("unsupported-syntax", f"a pattern of {what} cannot be used in a kernel", fix)


def _count_values(pattern: ast.pattern) -> int:
    return sum(map(_count_values, pattern.patterns)) if isinstance(pattern, ast.MatchOr) else 1


def _is_plain(case: ast.match_case) -> bool:
    """Whether a case has only values, and no guard."""

    def has_values(pattern: ast.pattern) -> bool:
        if isinstance(pattern, ast.MatchOr):
            return all(map(has_values, pattern.patterns))
        return isinstance(pattern, ast.MatchValue)

    return case.guard is None and has_values(case.pattern)


def _runs(numbers: dict[int, int]) -> list[_Run]:
    """The values in order, with the numbers of their cases."""
    runs: list[_Run] = []
    for value, case in sorted(numbers.items()):
        if runs and runs[-1].last + 1 == value:
            first, last, start, step = runs[-1]
            if first == last and case - start in (0, 1):
                step = case - start
            if case == start + (value - first) * step:
                runs[-1] = _Run(first, value, start, step)
                continue
        runs.append(_Run(value, value, case, 0))
    return runs
