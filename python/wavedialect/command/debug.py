"""``wavedialect debug``: steps through a kernel, wave by wave."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from ..debugger.opening import open_session
from ..errors import WaveError
from .arguments import read_arguments
from .check import LaneOrderType, WaveOrderType
from .help import ShaderCommand
from .kernel_file import load_kernel
from .shader_options import ShaderOptions, shader_options
from .work import argument_help, extent_options, groups_of

if TYPE_CHECKING:
    from ..debugger.session import Session


@click.command(
    cls=ShaderCommand,
    short_help="Step through a kernel.",
    help="Steps through a kernel on the interpreter: waves are threads, and a variable has a value in each lane.\n\n"
    "Reads commands from the terminal or from a pipe; `help` lists them. The arrays are copies. With --adapter, an editor "
    f"debugs the kernel by the Debug Adapter Protocol.\n\n{argument_help()}",
    examples=[
        "debug kernels.py:scale --work 1024 x=arange:1024 out=zeros:1024 factor=2",
        "debug shader.hlsl:main --groups 4 --wave-size 8 x=random:1024 sums=zeros:4",
    ],
)
@click.argument("kernel", metavar="FILE:KERNEL", required=False)
@click.argument("arguments", metavar="[NAME=VALUE]...", nargs=-1)
@shader_options
@extent_options
@click.option("--wave-size", type=int, metavar="N", help="The number of lanes of a wave.  [default: 32 if possible]")
@click.option(
    "--wave-order", type=WaveOrderType(), metavar="ORDER", help="Run the waves by-index, backward or shuffled:SEED."
)
@click.option("--lane-order", type=LaneOrderType(), metavar="ORDER", help="Place the threads linear or shuffled:SEED.")
@click.option("--unchecked", is_flag=True, help="Report accesses out of bounds of a buffer as errors.")
@click.option("--stage", type=click.Choice(["wave"]), help="Step through the wave IR that the passes have made.")
@click.option("--after", metavar="PASS", help="With --stage: the wave IR after this pass.  [default: the last one]")
@click.option("--adapter", is_flag=True, help="Speak the Debug Adapter Protocol on standard input and output.")
def command(
    kernel: str | None,
    arguments: tuple[str, ...],
    groups: tuple[int, ...] | None,
    work: tuple[int, ...] | None,
    tile: tuple[int, ...] | None,
    wave_size: int | None,
    wave_order: Any,
    lane_order: Any,
    unchecked: bool,
    stage: str | None,
    after: str | None,
    adapter: bool,
    shader: ShaderOptions,
) -> None:
    if adapter:
        if kernel is not None:
            raise click.UsageError("with --adapter, the launch request names the kernel: leave FILE:KERNEL out")
        _serve()
        return
    if kernel is None:
        raise click.UsageError("name a kernel, as in kernels.py:blur")
    found = load_kernel(kernel, shader)
    extent = groups_of(found, groups, work, tile)
    values = list(read_arguments(found, arguments).values())
    options = {"wave_size": wave_size, "wave_order": wave_order or "by index", "lane_order": lane_order or "linear"}
    options |= {"stage": stage, "after": after}
    receiver = click.get_current_context().obj
    if isinstance(receiver, Receiver):
        receiver.session = open_session(found, extent, values, **options, unchecked=unchecked, write=receiver.write)
    else:
        found.debug(extent, *values, **options, unchecked=unchecked)


# --- The adapter -------------------------------------------------------------


@dataclass
class Receiver:
    """Receives the session of a command line, instead of a prompt."""

    write: Callable[[str], None]
    session: Session | None = None


def _serve() -> None:
    """Serves an editor. Standard output belongs to the protocol."""
    from ..debugger.adapter import Adapter
    from ..debugger.protocol import Connection

    # Streams of its own: the thread that reads may still wait when Python ends, and Python closes its own streams.
    connection = Connection(open(os.dup(0), "rb"), open(os.dup(1), "wb"))  # noqa: SIM115
    with contextlib.redirect_stdout(sys.stderr):
        Adapter(connection, _launched).serve()


def _launched(request: dict[str, Any], write: Callable[[str], None]) -> Session:
    """The session of a launch request: `program` is FILE:KERNEL, and `args` the other words of the command line."""
    program, words = request.get("program"), request.get("args", [])
    if not isinstance(program, str) or not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        fix = 'write `"program": "kernels.py:blur", "args": ["--groups", "4", "x=arange:64"]`'
        raise WaveError("the launch request names no kernel", fix)
    folder = request.get("cwd")
    receiver = Receiver(write)
    if folder is not None and not os.path.isdir(folder):
        raise WaveError(f"the folder '{folder}' cannot be entered", "change `cwd` in the launch request")
    with contextlib.chdir(folder) if folder else contextlib.nullcontext():
        try:
            with command.make_context("debug", [program, *words], obj=receiver) as ctx:
                command.invoke(ctx)
        except click.ClickException as error:
            raise WaveError(error.format_message()) from None
        except click.exceptions.Exit:
            raise WaveError("the arguments of the launch ask for help", "leave --help out") from None
    assert receiver.session is not None
    return receiver.session
