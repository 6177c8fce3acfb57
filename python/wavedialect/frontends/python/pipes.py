"""Pipes: ``wd.pipe(...)``, and the steps of waves, such as ``pipe.acquire()``."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING, NoReturn

from ..semantic.pipes import CONSUMING, PRODUCING
from ..semantic.values import Operand, Pipe, Scalar
from .expressions import Text

if TYPE_CHECKING:
    from .function_builder import FunctionBuilder


class PipeVisitor:
    """The part of ``FunctionBuilder`` that visits pipes."""

    def pipe_call(self: FunctionBuilder, arguments: dict[str, ast.expr]) -> Pipe:
        """``wd.pipe(stages=2, producers=0, consumers=range(1, 4))``."""
        if not self.is_kernel:
            message = "`wd.pipe` cannot be called in a function that kernels call"
            self.semantic.fail("pipe-place", message, "call it in the kernel and pass the pipe to the function")
        if self.semantic.block is not self.body:
            message = "`wd.pipe` cannot be called inside control flow"
            self.semantic.fail("pipe-place", message, "call it at the start of the kernel")
        if self.module.attributes.num_waves is None:
            message = "`wd.pipe` under `num_threads`: the group has no known waves"
            self.semantic.fail("pipe-place", message, "state the number of waves: `@wd.kernel(num_waves=4)`")
        stages = self.static(arguments["stages"])
        constant = stages.constant if isinstance(stages, Scalar) else None
        if isinstance(constant, bool) or not isinstance(constant, int):
            with self.at(arguments["stages"]):
                self.semantic.fail("pipe-shape", f"`stages` takes an integer, got `{Text(arguments['stages'])}`")
        sets = {}
        for name in ("producers", "consumers"):
            node = arguments[name]
            if isinstance(node, ast.List):
                with self.at(node):
                    items = ", ".join(str(Text(item)) for item in node.elts) + "," * (len(node.elts) == 1)
                    message = f"`{name}` takes an integer, a tuple or a range, got the list `{Text(node)}`"
                    self.semantic.fail("pipe-shape", message, f"write `{name}=({items})`")
            sets[name] = self.wave_indices(node, "pipe-shape", f"`{name}`")
        return self.semantic.pipe(constant, **sets)

    def refuse_choice(self: FunctionBuilder, choices: Sequence[Operand], message: str) -> NoReturn:
        """Reports a condition that chooses a pipe, buffer or array."""
        if any(isinstance(choice, Pipe) for choice in choices):
            self.semantic.fail("pipe-place", message, "write the steps of each pipe in its branch")
        self.semantic.fail("buffer-choice", message)

    def pipe_of(self: FunctionBuilder, node: ast.expr) -> Pipe | None:
        """The pipe in a callee such as ``pipe.acquire``; None if the callee is no member of a pipe."""
        owner = self.peek(node.value) if isinstance(node, ast.Attribute) else None
        return owner if isinstance(owner, Pipe) else None

    def call_pipe(self: FunctionBuilder, pipe: Pipe, node: ast.Call) -> Operand | None:
        """``pipe.acquire()`` and the other steps."""
        step, text = node.func.attr, Text(node.func)
        if step not in (*PRODUCING, *CONSUMING):
            self.refuse_member(pipe, node.func)
        if node.args or node.keywords:
            self.semantic.fail("wrong-arguments", f"`{text}` takes no arguments", f"write `{text}()`")
        self._check_step(pipe, step, text)
        return self.semantic.pipe_step(pipe, step)

    def refuse_member(self: FunctionBuilder, pipe: Pipe, node: ast.Attribute) -> None:
        """Reports a member that a pipe does not have, or a method that is not called."""
        if node.attr in (*PRODUCING, *CONSUMING):
            self.semantic.fail("not-callable", f"`{Text(node)}` is not called", f"write `{Text(node)}()`")
        fix = f"producers call `{'` and `'.join(PRODUCING)}`, consumers `{'` and `'.join(CONSUMING)}`"
        self.semantic.fail("unknown-attribute", f"a pipe has no `.{node.attr}`", fix)

    def _check_step(self: FunctionBuilder, pipe: Pipe, step: str, text: Text) -> None:
        """Rejects a step in the block of a wave that is not in the set; the compiler checks all other conditions."""
        role, waves = ("producers", pipe.producers) if step in PRODUCING else ("consumers", pipe.consumers)
        if not self.wave_blocks or waves is None:
            return
        here = set.intersection(*(set(block.waves) for block in self.wave_blocks))
        wrong = sorted(here.difference(waves))
        if wrong:
            shown = ", ".join(map(str, waves))
            message = f"wave {wrong[0]} calls `{text}` and is not one of the {role} of the pipe"
            self.semantic.fail("pipe-wave", message, f"call it in a block of the {role}: `with wd.waves({shown}):`")
