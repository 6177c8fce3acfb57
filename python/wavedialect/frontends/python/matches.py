"""``match`` on an integer: a chain of ``if``, in which each lane executes the first case that has its value."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NoReturn

from ...ir.types import i32, like
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
        if not cases:
            return
        case = cases[0]
        with self.at(case.pattern):
            condition = self._is_case(subject, text, case.pattern)
            if case.guard is not None:
                condition = self.short_circuit(condition, True, lambda: self._guard(case.guard))
        if condition.constant is not None:
            if condition.constant:
                self.visit_statements(case.body)
            else:
                self._cases(subject, text, cases[1:])
            return
        then = self.build_branch(lambda: self.visit_statements(case.body))
        otherwise = self.build_branch(lambda: self._cases(subject, text, cases[1:]))
        self.merge(condition, then, otherwise)

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
            if not isinstance(pattern, ast.MatchValue):
                self._refuse_pattern(pattern, text)
            value = self.visit_expression(pattern.value)
            constant = value.constant if isinstance(value, Scalar) else None
            if not isinstance(constant, int) or isinstance(constant, bool):
                shown = Text(pattern.value).bare
                message = f"a case is a constant integer, got `{shown}`, {describe(value)}"
                semantic.fail("unsupported-syntax", message, f"write a guard: `case _ if {text} == {shown}:`")
            return semantic.compare("==", subject, value, (text, Text(pattern.value)))

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
