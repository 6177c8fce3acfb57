"""``with wd.waves(...)``: a block that only some waves of the group execute.

The front end lowers it to an ordinary condition on the wave index, so later stages need no support for it.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...ir.module import Block
from ..semantic.values import Aggregate, Call, Operand, Scalar, Static
from .expressions import Text
from .ops import INTRINSICS
from .state import State

if TYPE_CHECKING:
    from .function_builder import FunctionBuilder

#: An upper bound on the number of waves in a group.
MOST_WAVES = 1024


@dataclass(frozen=True)
class WaveBlock:
    """A block that only some waves execute."""

    node: ast.With
    waves: list[int]


class WavesVisitor:
    """The part of ``FunctionBuilder`` that visits ``with wd.waves(...)``."""

    def visit_With(self: FunctionBuilder, node: ast.With) -> None:
        item = node.items[0]
        call = item.context_expr
        callee = self.visit_expression(call.func) if isinstance(call, ast.Call) else None
        if not isinstance(callee, Static) or callee.object is not INTRINSICS["waves"]:
            with self.at(call):
                self.semantic.fail("with-waves", f"`with` in a kernel accepts only `wd.waves`, got `{Text(call).bare}`")
        if item.optional_vars is not None:
            with self.at(item.optional_vars):
                self.semantic.fail("with-waves", "`with wd.waves(...)` cannot have `as`", f"write `with {Text(call)}:`")
        if len(node.items) > 1:
            other = node.items[1].context_expr
            with self.at(other):
                self.semantic.fail("with-waves", "`with wd.waves(...)` cannot have further items", self._one_item(node))
        with self.at(call):
            waves = self._waves_of(call)
            condition = self._is_one_of(waves)
        self.wave_blocks.append(WaveBlock(node, waves))
        then = self.build_branch(lambda: self.visit_statements(node.body))
        self.wave_blocks.pop()
        self.merge(condition, then, (Block(), State(dict(self.state.env), self.state.done, self.state.left)))

    def _one_item(self: FunctionBuilder, node: ast.With) -> str:
        """How to write a statement with several items: waves in both sets execute it, as in nested blocks."""
        sets = []
        for item in node.items:
            call = item.context_expr
            callee = self.visit_expression(call.func) if isinstance(call, ast.Call) else None
            if not isinstance(callee, Static) or callee.object is not INTRINSICS["waves"]:
                return f"write `with {Text(node.items[0].context_expr)}:`"
            with self.at(call):
                sets.append(set(self._waves_of(call)))
        every, both = (", ".join(map(str, sorted(made))) for made in (set.union(*sets), set.intersection(*sets)))
        of_both = f"for the waves in both, `with wd.waves({both}):`" if both else "no wave is in both"
        return f"write one set: for the waves in either, `with wd.waves({every}):`; {of_both}"

    def waves_barrier_call(self: FunctionBuilder, arguments: tuple[ast.expr, ...]) -> None:
        """``wd.waves_barrier(1, 2)``; the compiler checks which waves reach it by other conditions."""
        count = self.module.attributes.num_waves
        if count is None:
            message = "`wd.waves_barrier` under `num_threads`: the group has no known waves"
            self.semantic.fail("waves-barrier-place", message, "state the number of waves: `@wd.kernel(num_waves=4)`")
        if not arguments:
            message = "`wd.waves_barrier` takes the indices of waves"
            fix = "write `wd.waves_barrier(0, 1)`; for all waves, `wd.group_memory_barrier_with_group_sync()`"
            self.semantic.fail("waves-barrier-set", message, fix)
        waves = self._waves_in(arguments, "waves-barrier-set", "wd.waves_barrier")
        is_of_group = len(waves) == count
        if is_of_group:
            self.refuse_barrier("waves_barrier", is_of_group=True)
        elif self.wave_blocks:
            here = set.intersection(*(set(block.waves) for block in self.wave_blocks))
            wrong = sorted(here.difference(waves))
            if wrong:
                shown = ", ".join(map(str, waves))
                message = f"wave {wrong[0]} calls `wd.waves_barrier({shown})` and is not one of these waves"
                fix = f"call it in a block of these waves, `with wd.waves({shown}):`, or name all waves of this block"
                self.semantic.fail("waves-barrier-wave", message, fix)
        self.semantic.waves_barrier(waves, is_of_group)

    def refuse_barrier(self: FunctionBuilder, name: str, is_of_group: bool = False) -> None:
        """Rejects a group barrier in a ``wd.waves`` block, which the other waves would never reach."""
        if self.wave_blocks and (is_of_group or name.endswith("_with_group_sync")):
            block = self.wave_blocks[-1].node
            self.semantic.fail(
                "waves-barrier",
                f"`{name}` in the block of `{Text(block.items[0].context_expr)}`, which other waves do not execute",
                f"move the barrier behind the block, with the indentation of the `with` in line {block.lineno};"
                " `wd.waves_barrier` waits for the waves that it names",
            )

    def _waves_of(self: FunctionBuilder, call: ast.Call) -> list[int]:
        """The indices that a call of ``wd.waves`` names, in order."""
        if call.keywords or not call.args:
            self.semantic.fail("with-waves", "`wd.waves` takes the indices of waves")
        return self._waves_in(call.args, "with-waves", "wd.waves")

    def _waves_in(self: FunctionBuilder, arguments: Sequence[ast.expr], rule: str, function: str) -> list[int]:
        """The indices that the arguments of ``function`` name, in order."""
        indices: set[int] = set()
        for argument in arguments:
            if isinstance(argument, ast.List):
                with self.at(argument):
                    fix = f"write `{function}({', '.join(str(Text(item)) for item in argument.elts)})`"
                    self.semantic.fail(rule, f"`{function}` takes integers, got `{Text(argument)}`", fix)
            found = self.wave_indices(argument, rule, f"`{function}`")
            with self.at(argument):
                if not found:
                    self.semantic.fail(rule, f"`{Text(argument)}` names no wave")
                self._check_waves(found, rule)
                twice = next(
                    (wave for place, wave in enumerate(found) if wave in indices or wave in found[:place]), None
                )
                if twice is not None:
                    once = ", ".join(map(str, sorted(indices.union(found))))
                    message = f"`{function}` names wave {twice} twice"
                    self.semantic.fail(rule, message, f"name each wave once: `{function}({once})`")
            indices.update(found)
        return sorted(indices)

    def wave_indices(self: FunctionBuilder, node: ast.expr, rule: str, what: str) -> list[int]:
        """The indices that an argument names: an integer, a tuple of integers or a range, known at compile time."""
        if isinstance(node, ast.Call) and not node.keywords and 1 <= len(node.args) <= 3:
            callee = self.visit_expression(node.func)
            if isinstance(callee, Static) and callee.object is builtins.range:
                bounds = [self._index(self.static(bound), bound, rule, what) for bound in node.args]
                if len(bounds) == 3 and bounds[2] == 0:
                    with self.at(node.args[2]):
                        self.semantic.fail("range-arguments", "the step of `range` is 0", "use a step other than 0")
                made = range(*bounds)
                # One index beyond the limit is enough for `_check_waves` to reject.
                return list(made[: MOST_WAVES + 1])
        operand = self.static(node)
        items = operand.items if isinstance(operand, Aggregate) else [operand]
        return [self._index(item, node, rule, what) for item in items]

    def _index(self: FunctionBuilder, operand: Operand, node: ast.expr, rule: str, what: str) -> int:
        constant = operand.constant if isinstance(operand, Scalar) else None
        if isinstance(constant, bool) or not isinstance(constant, int):
            with self.at(node):
                self.semantic.fail(rule, f"{what} takes integers, got `{Text(node)}`")
        return constant

    def _check_waves(self: FunctionBuilder, indices: list[int], rule: str) -> None:
        """Rejects indices of waves that a group cannot have."""
        count = self.module.attributes.num_waves
        for index in indices:
            if count is not None and not 0 <= index < count:
                message = f"there is no wave {index}: `num_waves={count}` makes waves 0 to {count - 1}"
                self.semantic.fail(rule, message)
            if not 0 <= index < MOST_WAVES:
                self.semantic.fail(rule, f"there is no wave {index}")

    def _is_one_of(self: FunctionBuilder, waves: list[int]) -> Scalar:
        """Whether this wave is one of ``waves``: one comparison per run of consecutive indices."""
        semantic = self.semantic
        index = INTRINSICS["group_wave_index"].build(semantic, Call("group_wave_index", [], []))
        runs: list[list[int]] = []
        for wave in waves:
            if runs and runs[-1][1] == wave:
                runs[-1][1] = wave + 1
            else:
                runs.append([wave, wave + 1])
        tests = []
        for first, end in runs:
            number = semantic.constant(first)
            if end == first + 1:
                tests.append(semantic.compare("==", index, number))
            elif first == 0:
                tests.append(semantic.compare("<", index, semantic.constant(end)))
            elif end == self.module.attributes.num_waves:
                tests.append(semantic.compare(">=", index, number))
            else:
                distance = semantic.binary("-", index, number)
                tests.append(semantic.compare("<", distance, semantic.constant(end - first)))
        condition = tests[0]
        for test in tests[1:]:
            condition = semantic.binary("|", condition, test)
        return condition
