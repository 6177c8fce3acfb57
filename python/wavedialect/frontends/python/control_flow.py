"""Control flow: lowers if, loops, break, continue and return to structured operations.

A wave operation sees exactly the lanes that reach it in the source, so a lane that leaves a loop by ``break`` must skip
the rest of the body. Two hidden flags per loop track this: ``active`` (the lane is in this iteration) and ``keep`` (the
lane takes part in the next iteration). ``scf`` operations carry them like the user's variables. After a statement that
may clear ``active``, an ``scf.if`` on ``active`` guards the rest of the block. A helper's early return clears the flags
of all enclosing loops and a flag of the helper itself. A kernel's early return is ``wave.retire_if``.
"""

from __future__ import annotations

import ast
import builtins
import functools
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from ...ir.module import Block, Location, Value
from ...ir.types import DType, VectorType, bool_
from ..semantic.values import NAMED, Handle, Memory, Operand, Scalar, Static, type_of
from .expressions import Text
from .ops import INTRINSICS
from .state import Frame, State, Variable, holds_return, leaves_loop, loop_names

if TYPE_CHECKING:
    from .function_builder import FunctionBuilder

#: The maximum number of copies of an unrolled loop's body.
MOST_COPIES = 4096
#: The hidden variable that holds a helper's return value.
RESULT = "<result>"


class ControlFlowVisitor:
    """The part of ``FunctionBuilder`` that visits compound statements, ``break``, ``continue`` and ``return``."""

    # Blocks and branches.

    def visit_statements(self: FunctionBuilder, statements: list[ast.stmt]) -> None:
        """Visits a block; after a statement that lanes may leave by, only the remaining lanes execute the rest."""
        for index, statement in enumerate(statements):
            if self.state.done:
                return
            self.visit_statement(statement)
            if self.state.done or self.frames[-1] not in self.state.left:
                continue
            if rest := statements[index + 1 :]:
                active = self.state.env[self.frames[-1].active].value
                with self.at(rest[0]):
                    self.guard(active, lambda rest=rest: self.visit_statements(rest))
                return

    def build_branch(self: FunctionBuilder, build: Callable[[], None]) -> tuple[Block, State]:
        """Builds a block by ``build`` from a copy of the current state; returns the block and the state at its end."""
        outer = self.state
        self.state = outer.copy()
        with self.semantic.inside(Block()) as block:
            build()
        made, self.state = self.state, outer
        return block, made

    def guard(self: FunctionBuilder, active: Scalar, build: Callable[[], None]) -> None:
        """Builds code that only lanes with ``active`` execute; the other lanes have left."""
        if active.constant is True:
            build()
            return
        inner = State(self.state.env)
        outer, self.state = self.state, inner
        block, then = self.build_branch(build)
        self.state = outer
        skipped = State(dict(outer.env), True, outer.left)
        self.merge(active, (block, then), (Block(), skipped))

    def visit_If(self: FunctionBuilder, node: ast.If) -> None:
        operand = self.visit_expression(node.test)
        with self.at(node.test):
            condition = self.semantic.condition(operand, "`if`", Text(node.test))
        if condition.constant is not None:
            self.visit_statements(node.body if condition.constant else node.orelse)
            return
        leaves = len(node.body) == 1 and isinstance(node.body[0], ast.Return) and node.body[0].value is None
        if self.is_kernel and leaves and not node.orelse:
            with self.at(node.body[0]):
                self.semantic.retire(condition)
            return
        then = self.build_branch(lambda: self.visit_statements(node.body))
        otherwise = self.build_branch(lambda: self.visit_statements(node.orelse))
        self.merge(condition, then, otherwise)

    def merge(
        self: FunctionBuilder, condition: Scalar, then: tuple[Block, State], otherwise: tuple[Block, State]
    ) -> None:
        """Ends an if: variables that differ between the branches become its results.

        A branch that all its lanes have left yields a dummy value for each variable that it has not set; no lane reads
        this value.
        """
        (block_a, a), (block_b, b) = then, otherwise
        env: dict[str, Variable] = {}
        carried: list[tuple[str, Any, Operand, Operand, Location]] = []
        for name in dict.fromkeys([*a.env, *b.env]):
            x, y = a.env.get(name), b.env.get(name)
            x_value, y_value = x and x.value, y and y.value
            if x_value is y_value:
                env[name] = x or y
            elif x_value is None or y_value is None:
                present, without = (x, b) if x_value is not None else (y, a)
                if not without.done:
                    reason = f"it is set at line {present.location.line}, on one path only"
                    env[name] = Variable(None, present.location, reason)
                elif isinstance(present.value, NAMED):
                    env[name] = present
                else:
                    dummy = self.semantic.dummy(type_of(present.value))
                    pair = (x_value, dummy) if present is x else (dummy, y_value)
                    carried.append((name, type_of(present.value), *pair, present.location))
            else:
                self._merge_set(name, (a, x), (b, y), env, carried)
        types = [flat for _, type, _, _, _ in carried for flat in self.semantic.flat_types(type)]
        for block, side in ((block_a, 2), (block_b, 3)):
            with self.semantic.inside(block):
                values = [value for entry in carried for value in self._yielded(entry[side], entry[1])]
            self.semantic.terminate(block, "scf.yield", values)
        if carried or len(block_a.operations) + len(block_b.operations) > 2:
            results = iter(self.semantic.if_(condition, block_a, block_b, types))
            for name, type, x_value, y_value, location in carried:
                made = self.semantic.unflatten(type, results)
                live = [value for value, side in ((x_value, a), (y_value, b)) if not side.done]
                made = self.semantic.with_origin_of(made, *(live or [x_value, y_value]))
                env[name] = Variable(self.named(made, name), location)
        # Names keep the order in which they were set, regardless of how they were merged.
        order = dict.fromkeys([*a.env, *b.env])
        self.state = State({name: env[name] for name in order}, a.done and b.done, a.left | b.left)

    def _yielded(self: FunctionBuilder, operand: Operand, type: Any) -> list[Value]:
        """The values of a variable at the end of a branch, after which it has this type."""
        if operand.__class__ is Scalar and operand.type is not type:
            operand = self.semantic.become(operand, type)
        return self.semantic.flatten(operand)

    def _merge_set(
        self: FunctionBuilder,
        name: str,
        then: tuple[State, Variable],
        otherwise: tuple[State, Variable],
        env: dict[str, Variable],
        carried: list[tuple[str, Any, Operand, Operand, Location]],
    ) -> None:
        (a, x), (b, y) = then, otherwise
        x_type, y_type = type_of(x.value), type_of(y.value)
        if isinstance(x.value, NAMED) or isinstance(y.value, NAMED):
            same = isinstance(x.value, Handle) and isinstance(y.value, Handle) and x.value.value is y.value.value
            same = same or (
                isinstance(x.value, Static) and isinstance(y.value, Static) and x.value.object is y.value.object
            )
            if not same and not a.done and not b.done:
                self.semantic.place = y.location
                self.refuse_choice(
                    (x.value, y.value), f"`{name}` would name different objects, depending on a condition"
                )
            env[name] = y if a.done else x
        elif x_type == y_type or a.done or b.done:
            type = y_type if a.done else x_type
            x_value = x.value if x_type == type else self.semantic.dummy(type)
            y_value = y.value if y_type == type else self.semantic.dummy(type)
            if not a.done and not b.done:
                self.semantic.join_operands(x_value, y_value)
            carried.append((name, type, x_value, y_value, x.location))
        else:
            self.semantic.place = y.location

            def fail() -> NoReturn:
                fix = f"give both values one type: `{name} = {x_type.name}(...)`"
                if not isinstance(x_type, DType | VectorType):
                    fix = "give both values one type"
                message = (
                    f"`{name}` is {y_type.name} here and {x_type.name} on the other path, at line {x.location.line}"
                )
                self.semantic.fail("type-change", message, fix)

            type = self.semantic.common_type(x.value, y.value, fail)
            carried.append((name, type, x.value, y.value, x.location))

    # Break, continue and return.

    def visit_Break(self: FunctionBuilder, node: ast.Break) -> None:
        self._leave(self.frames[-1], True)

    def visit_Continue(self: FunctionBuilder, node: ast.Continue) -> None:
        self._leave(self.frames[-1], False)

    def _leave(self: FunctionBuilder, frame: Frame, for_good: bool) -> None:
        self.set_hidden(frame.active, False)
        if for_good and frame.keep:
            self.set_hidden(frame.keep, False)
        self.state.left |= {frame}
        self.state.done = True

    def set_hidden(self: FunctionBuilder, name: str, value: bool) -> None:
        """Sets a hidden flag."""
        self.state.env[name] = Variable(self.semantic.constant(value), self.semantic.location)

    def visit_Return(self: FunctionBuilder, node: ast.Return) -> None:
        has_value = node.value is not None and not (isinstance(node.value, ast.Constant) and node.value.value is None)
        if self.is_kernel:
            if has_value:
                self.semantic.fail("kernel-returns-value", "a kernel returns no value")
            if self.semantic.block is not self.body:
                self.semantic.retire(self.semantic.constant(True))
            self.state.done = True
            return
        operand = self.visit_expression(node.value) if has_value else None
        with self.at(node.value if has_value else node):
            self.returned(operand, Text(node.value) if has_value else None)
        for frame in self.frames:
            self._leave(frame, True)

    # Loops.

    def visit_While(self: FunctionBuilder, node: ast.While) -> None:
        self._no_else(node)

        def condition(counter: Scalar | None) -> Scalar:
            operand = self.visit_expression(node.test)
            with self.at(node.test):
                return self.semantic.condition(operand, "`while`", Text(node.test))

        self.while_loop(node, condition, lambda counter: self.visit_statements(node.body), None, None)

    def visit_For(self: FunctionBuilder, node: ast.For) -> None:
        self._no_else(node)
        callee = self.visit_expression(node.iter.func) if isinstance(node.iter, ast.Call) else None
        object = callee.object if isinstance(callee, Static) else None
        with self.at(node.iter):
            if object is not builtins.range and object is not INTRINSICS["static_range"]:
                fix = self._loop_over(node.iter, object, node.target)
                self.semantic.fail("for-iterable", f"a loop cannot run over `{Text(node.iter).bare}`", fix)
        if not isinstance(node.target, ast.Name):
            with self.at(node.target):
                fix = f"loop over a name: `for i in {Text(node.iter)}`"
                self.semantic.fail("unsupported-syntax", "a loop can have only one variable", fix)
        with self.at(node.iter):
            bounds = self.range_bounds(node.iter)
        if object is builtins.range:
            self.range_loop(node, *bounds)
        else:
            self._static_loop(node, bounds)

    def _loop_over(self: FunctionBuilder, node: ast.expr, callee: Any, target: ast.expr) -> str | None:
        """The help for a loop over anything other than a range."""
        i = self.new_index() if not isinstance(target, ast.Name) or target.id != "i" else "i"
        inner = node.args[0] if isinstance(node, ast.Call) and node.args else None
        if inner is None and isinstance(node, ast.Call):
            return None
        if callee is np.arange:
            return f"write `range({', '.join(Text(argument).bare for argument in node.args)})`"
        if callee is builtins.enumerate or callee is builtins.zip:
            return f"loop over the indices, `for {i} in range(len({Text(inner)})):`, and read `{Text(inner)}[{i}]`"
        if callee is builtins.reversed and isinstance(inner, ast.Call) and len(inner.args) == 1:
            bound, up = Text(inner.args[0]), self.new_count()
            name = target.id if isinstance(target, ast.Name) else i
            return f"count up, `for {up} in {Text(inner)}:`, and begin the body with `{name} = {bound} - 1 - {up}`"
        if isinstance(node, ast.Tuple | ast.List) and node.elts:
            items = f"({', '.join(str(Text(item)) for item in node.elts)}{',' * (len(node.elts) == 1)})"
            return f"unroll it, `for {i} in wd.static_range({len(node.elts)}):`, and take `{items}[{i}]`"
        operand = self.state.env.get(node.id) if isinstance(node, ast.Name) else None
        if operand is not None and isinstance(operand.value, Memory):
            return f"loop over the indices, `for {i} in range(len({node.id})):`, and read `{node.id}[{i}]`"
        found, object = self.captures.lookup(node.id) if isinstance(node, ast.Name) else (False, None)
        if found and isinstance(object, list | tuple):
            count = f"wd.static_range(wd.static(len({node.id})))"
            return f"unroll it, `for {i} in {count}:`, and take `wd.static({node.id}[{i}])`"
        return None

    def _no_else(self: FunctionBuilder, node: ast.For | ast.While) -> None:
        if node.orelse:
            with self.at(node.orelse[0]):
                self.semantic.fail(
                    "unsupported-syntax", "a loop in a kernel has no `else`", "set a flag before `break` and test it"
                )

    def carried_names(self: FunctionBuilder, node: ast.For | ast.While, frame: Frame, leaves: bool) -> list[str]:
        """The variables that a loop carries: variables set before it and assigned in it, and the flags that its body
        may clear."""
        names = [
            name for name in loop_names(node)[1] if (known := self.state.env.get(name)) and known.value is not None
        ]
        names = [name for name in names if not isinstance(self.state.env[name].value, NAMED)]
        if leaves:
            names.append(frame.keep)
        if not self.is_kernel and holds_return(node.body):
            for outer in self.frames:
                names.extend(flag for flag in dict.fromkeys((outer.active, outer.keep)) if flag)
            if RESULT in self.state.env:
                names.append(RESULT)
        return names

    def _open(self: FunctionBuilder, names: Iterable[str], values: Iterable[Value]) -> None:
        """Sets the carried variables to the arguments of a region, or to the results of a loop."""
        values = iter(values)
        for name in names:
            before = self.state.env[name]
            made = self.semantic.unflatten(type_of(before.value), values)
            made = self.semantic.with_origin_of(made, before.value)
            self.state.env[name] = Variable(self.named(made, name), before.location)

    def _carried_values(self: FunctionBuilder, names: Iterable[str]) -> list[Value]:
        return [value for name in names for value in self.semantic.flatten(self.state.env[name].value)]

    def _next_values(self: FunctionBuilder, heads: dict[str, Variable]) -> list[Value]:
        """The values of variables at the end of a loop's body; ``heads`` are the variables at its start, whose types these
        values must have."""
        values: list[Value] = []
        for name, head in heads.items():
            variable, before = self.state.env[name], head.value
            operand = variable.value
            if operand.type is before.type or operand.type == before.type:
                self.semantic.join_operands(before, operand)
            else:
                self.semantic.place = variable.location
                refuse = functools.partial(self._refuse_type, name, head, operand, operand)
                operand = self.semantic.changed(before, operand, refuse, False)
            values += self.semantic.flatten(operand)
        return values

    def _new_frame(self: FunctionBuilder, node: ast.For | ast.While) -> Frame:
        """A loop's frame. Without ``continue``, a lane that leaves an iteration leaves the loop: one flag suffices."""
        self.frame_count += 1
        keep = f"<keep {self.frame_count}>"
        return Frame(f"<active {self.frame_count}>" if leaves_loop(node.body, ast.Continue) else keep, keep)

    def _enter(self: FunctionBuilder, frame: Frame, names: Iterable[str], values: Iterable[Value]) -> None:
        """Sets the state at the start of a loop's body."""
        self._open(names, values)
        self.set_hidden(frame.active, True)
        self.state.left = frozenset()
        self.state.done = False

    def _close(
        self: FunctionBuilder,
        node: ast.For | ast.While,
        frame: Frame,
        names: list[str],
        results: list[Value],
        endless: bool,
    ) -> None:
        """Sets the state after a loop: removes its flags, and marks variables first set in it as possibly unset."""
        self._open(names, results)
        self.state.env.pop(frame.keep, None)
        self._forget(node, "which lanes may leave before" if endless else "which may not have run")
        if not self.is_kernel and holds_return(node.body):
            self.state.left |= set(self.frames)
        self.state.done = endless and not leaves_loop(node.body, ast.Break)

    def _forget(self: FunctionBuilder, node: ast.For | ast.While, why: str) -> None:
        for name in loop_names(node)[0]:
            known = self.state.env.get(name)
            if known is None or known.value is None:
                reason = f"it is set only in the loop at line {node.lineno}, {why}"
                self.state.env[name] = Variable(None, self.source.location(node), reason)

    def for_loop(
        self: FunctionBuilder, node: ast.For, counter: tuple[Scalar, Scalar, Scalar], bind: Callable[[Scalar], None]
    ) -> None:
        semantic, frame = self.semantic, self._new_frame(node)
        names = self.carried_names(node, frame, False)
        inits = self._carried_values(names)
        bounds = [semantic.value(bound) for bound in counter]
        block = Block()
        index, *arguments = semantic.arguments(block, [counter[0].type, *(init.type for init in inits)])

        def body() -> None:
            self._enter(frame, names, arguments)
            heads = {name: self.state.env[name] for name in names}
            bind(Scalar(counter[0].type, index))
            self.visit_statements(node.body)
            semantic.emit("scf.yield", self._next_values(heads))

        self.frames.append(frame)
        built, _ = self.build_branch(body)
        self.frames.pop()
        block.operations = built.operations
        lower, upper, step = (Scalar(bound.type, bound) for bound in bounds)
        self._close(node, frame, names, semantic.for_(lower, upper, step, inits, block), False)

    def while_loop(
        self: FunctionBuilder,
        node: ast.For | ast.While,
        condition: Callable[[Scalar | None], Scalar],
        body: Callable[[Scalar | None], None],
        start: Scalar | None,
        step: Scalar | None,
    ) -> None:
        """Builds an ``scf.while``. With ``start`` and ``step`` it carries a counter, which the callbacks receive."""
        semantic, frame = self.semantic, self._new_frame(node)
        leaves = leaves_loop(node.body, ast.Break) or (not self.is_kernel and holds_return(node.body))
        self.set_hidden(frame.keep, True)
        names = self.carried_names(node, frame, leaves)
        first = [] if start is None else [semantic.value(start)]
        inits = [*first, *self._carried_values(names)]
        types = [init.type for init in inits]
        before, after = Block(), Block()
        before_arguments, after_arguments = semantic.arguments(before, types), semantic.arguments(after, types)

        def counter_of(arguments: list[Value]) -> Scalar | None:
            return None if start is None else Scalar(start.type, arguments[0])

        endless = False

        def build_before() -> None:
            nonlocal endless
            self._open(names, before_arguments[len(first) :])
            keep = self.state.env[frame.keep].value
            with semantic.inside(Block()) as test:
                wanted = condition(counter_of(before_arguments))
            endless = wanted.constant is True
            if leaves:
                wanted = self._kept(keep, test, wanted)
            else:
                semantic.splice(test)
            semantic.emit("scf.condition", [semantic.value(wanted), *before_arguments])

        def build_after() -> None:
            self._enter(frame, names, after_arguments[len(first) :])
            heads = {name: self.state.env[name] for name in names}
            counter = counter_of(after_arguments)
            body(counter)
            following = [] if start is None else [semantic.value(semantic.binary("+", counter, step))]
            semantic.emit("scf.yield", [*following, *self._next_values(heads)])

        before.operations = self.build_branch(build_before)[0].operations
        self.frames.append(frame)
        after.operations = self.build_branch(build_after)[0].operations
        self.frames.pop()
        if endless and not leaves_loop(node.body, ast.Break) and not holds_return(node.body):
            with self.at(node):
                message = "this loop never ends: its condition is always true, and nothing in it leaves it"
                semantic.fail("endless-loop", message)
        results = semantic.while_(inits, before, after)
        self._close(node, frame, names, results[len(first) :], endless)

    def _kept(self: FunctionBuilder, keep: Scalar, test: Block, wanted: Scalar) -> Scalar:
        """The condition of a loop that lanes can leave: lanes that have left do not evaluate the user's condition."""
        semantic = self.semantic
        if wanted.constant is True and not test.operations:
            return keep
        other = Block()
        with semantic.inside(test):
            value = semantic.value(wanted)
        semantic.terminate(test, "scf.yield", [value])
        with semantic.inside(other):
            value = semantic.value(semantic.constant(False))
        semantic.terminate(other, "scf.yield", [value])
        return Scalar(bool_, semantic.if_(keep, test, other, [bool_])[0])

    def _check_static_bounds(self: FunctionBuilder, node: ast.Call, bounds: tuple[Scalar, Scalar, Scalar]) -> None:
        """Rejects bounds of ``static_range`` that are not constants."""
        given = bounds[1:2] if len(node.args) == 1 else bounds
        unknown = next((part for part, bound in zip(node.args, given, strict=False) if bound.constant is None), None)
        if unknown is None:
            return
        shown = ", ".join(Text(argument).bare for argument in node.args)
        fix = f"write `range({shown})`, a loop at run time, or bounds of literals and captured constants"
        known = self.with_counts(node)
        if known is not None:
            fix = f"write the number that the decorator states, `{Text(known).bare}`,"
            fix += f" or `range({shown})`, a loop at run time"
        message = (
            f"`static_range` needs numbers that are known at compile time; `{Text(unknown).bare}` is known only when"
            " the kernel runs"
        )
        self.semantic.fail("not-static", message, fix)

    def _static_loop(self: FunctionBuilder, node: ast.For, bounds: tuple[Scalar, Scalar, Scalar]) -> None:
        """``for i in wd.static_range(...)``: a copy of the body for each value."""
        with self.at(node.iter):
            self._check_static_bounds(node.iter, bounds)
            values = list(range(*(int(bound.constant) for bound in bounds)))
            types = [bound.type for bound in bounds if not bound.weak]
            if len(values) > MOST_COPIES:
                message = f"`static_range` makes a copy of its body for each of {len(values)} values"
                shown = ", ".join(Text(argument).bare for argument in node.iter.args)
                fix = f"use `range({shown})`; the limit is {MOST_COPIES} copies"
                self.semantic.fail("range-arguments", message, fix)
        frame = self._new_frame(node)
        self.set_hidden(frame.keep, True)
        entered = dict(self.state.env)
        outer_left = self.state.left
        continues, breaks = leaves_loop(node.body, ast.Continue), leaves_loop(node.body, ast.Break)
        self.frames.append(frame)

        def unroll(start: int) -> None:
            for index in range(start, len(values)):
                self.set_hidden(frame.active, True)
                self.state.left -= {frame}
                constant = self.semantic.constant(values[index], types[0] if types else None)
                place = self.source.location(node.target)
                self.state.env[node.target.id] = Variable(constant, place, of_loop=True)
                self.visit_statements(node.body)
                if self.state.done and not continues:
                    return
                self.state.done = False
                keep = self.state.env[frame.keep].value
                if index + 1 < len(values) and keep.constant is not True:
                    self.guard(keep, lambda following=index + 1: unroll(following))
                    return

        with self.at(node):
            unroll(0)
        self.frames.pop()
        for flag in (frame.active, frame.keep):
            self.state.env.pop(flag, None)
        if breaks:
            self.state.done = False
        self.state.left = (self.state.left - {frame}) | outer_left
        if continues or breaks:
            for name in loop_names(node)[0]:
                known = entered.get(name)
                if known is None or known.value is None:
                    reason = f"it is set only in the loop at line {node.lineno}, which lanes may leave before"
                    self.state.env[name] = Variable(None, self.source.location(node), reason)
