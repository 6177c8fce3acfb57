"""``wavedialect debug``: steps through a kernel, wave by wave."""

from __future__ import annotations

from typing import Any

import click

from .arguments import read_arguments
from .check import LaneOrderType, WaveOrderType
from .help import ShaderCommand
from .kernel_file import load_kernel
from .shader_options import ShaderOptions, shader_options
from .work import argument_help, extent_options, groups_of


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
    adapter: bool,
    shader: ShaderOptions,
) -> None:
    if kernel is None:
        raise click.UsageError("name a kernel, as in kernels.py:blur")
    found = load_kernel(kernel, shader)
    extent = groups_of(found, groups, work, tile)
    values = read_arguments(found, arguments)
    orders = {"wave_order": wave_order or "by index", "lane_order": lane_order or "linear"}
    found.debug(extent, *values.values(), wave_size=wave_size, **orders, unchecked=unchecked)
