"""The group of all commands. Each command is imported only when it is used, so that help appears without delay."""

from __future__ import annotations

import difflib
import importlib
import warnings
from typing import Any

import click
from click.shell_completion import CompletionItem

from ..errors import WaveError, WaveWarning
from .help import Examples
from .json_errors import usage_errors_as_json
from .messages import WARNINGS, is_shader_name, show_error, show_warning

#: All commands in the order of the help, with their help lines.
COMMANDS = {
    "compile": "Compile a kernel for Vulkan, Direct3D, CUDA or the CPU and write its files.",
    "run": "Run a kernel on arrays that are made or read from files.",
    "check": "Run a kernel at every wave size and report undefined behavior.",
    "debug": "Step through a kernel, wave by wave, and look at its lanes.",
    "lint": "Report code that is legal but probably unintended, without running it.",
    "explore": "Write an HTML page that shows a kernel after every pass.",
    "devices": "List the devices of this machine and what they can do.",
    "doctor": "Say what is installed, what is missing, and what to type.",
    "explain": "Explain an error by its id: the rule, the reason, and an example.",
    "cache": "Show or clear the cache of compiled kernels.",
}


#: Where the context keeps the command line.
_GIVEN = f"{__name__}.given"


class Commands(Examples, click.Group):
    """Loads commands by name, and prints errors as text."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        return importlib.import_module(f".{cmd_name}", __package__).command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            near = difflib.get_close_matches(args[0], COMMANDS, 1)
            hint = f"did you mean '{near[0]}'?" if near else f"the commands are {', '.join(COMMANDS)}"
            raise click.UsageError(f"there is no command '{args[0]}'; {hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        # The group itself would import every command for its help.
        commands = [CompletionItem(name, help=text) for name, text in COMMANDS.items() if name.startswith(incomplete)]
        return commands + click.Command.shell_complete(self, ctx, incomplete)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.meta[_GIVEN] = list(args)
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        told = ctx.meta.setdefault(WARNINGS, [])

        def take(message: Any, category: type[Warning], *place: Any, **rest: Any) -> None:
            if issubclass(category, WaveWarning):
                told.append(message)
            show_warning(message, category, *place, **rest)

        with warnings.catch_warnings():
            warnings.showwarning = take
            try:
                with usage_errors_as_json(ctx.meta[_GIVEN]):
                    return super().invoke(ctx)
            except WaveError as error:
                command = self.get_command(ctx, ctx.invoked_subcommand or "")
                of_shader = any(is_shader_name(given.partition(":")[0]) for given in ctx.meta[_GIVEN])
                show_error(error, ctx.find_root().info_name or "wavedialect", command, of_shader)
                ctx.exit(1)


@click.command(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    examples=[
        "compile kernels.py:blur --target spirv -o blur",
        "run kernels.py:scale --work 1024 x=arange:1024 out=zeros:1024 factor=2",
        "compile shader.hlsl -E main -T cs_6_8 -o shader",
        "check shader.hlsl:main --groups 4 x=random:1024 sums=zeros:4",
        "explain barrier-divergent",
    ],
)
@click.version_option(package_name="wavedialect", message="%(package)s %(version)s")
def main() -> None:
    """Compiles, runs, checks and explains kernels in Python, HLSL and MLIR files.

    FILE:KERNEL is a file and the name of a kernel in it. FILE alone is enough if the file has one kernel. In a Python file,
    that is a function that `wd.kernel` decorates; the file is imported, so code under `if __name__ == "__main__":` does not
    run. In an HLSL file it is an entry point, and -E, -T, -D and -I mean what they mean for dxc. The FILE - is an HLSL shader
    on the standard input.
    """
