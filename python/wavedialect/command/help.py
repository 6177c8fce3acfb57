"""Help texts that end with examples."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from .dxc_flags import without_flags


class Examples:
    """A command whose help ends with examples of its use. The examples omit the program's name."""

    def __init__(self, *arguments: Any, examples: Sequence[str] = (), **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.examples = examples

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        if not self.examples:
            return
        with formatter.section("Examples"):
            # Print examples unwrapped: a command line that is broken at column 80 cannot be pasted.
            for example in self.examples:
                formatter.write(f"{'':>{formatter.current_indent}}{ctx.find_root().info_name} {example}\n")


class Command(Examples, click.Command):
    """A command with examples."""


class ShaderCommand(Command):
    """A command that takes shaders, and the options of dxc that have no effect."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, without_flags(self, ctx, args))
