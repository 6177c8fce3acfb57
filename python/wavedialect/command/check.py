"""``wavedialect check``: a kernel run at every wave size, watched."""

from __future__ import annotations

import click

from .arguments import read_arguments
from .help import Command
from .kernel_file import load_kernel
from .messages import from_here, working
from .work import argument_help, extent_options, groups_of


@click.command(
    cls=Command,
    short_help="Tell what is undefined in a kernel.",
    help="Runs a kernel on the CPU at every wave size, and in other orders of lanes, and tells what it does that is "
    "undefined: data races, reads of inactive lanes, barriers that not all waves reach; and where its results depend on "
    f"the wave size. The exit status is 1 where something was found.\n\n{argument_help()}",
    examples=["check kernels.py:scale --work 1024 x=arange:1024 out=zeros:1024 factor=2"],
)
@click.argument("kernel", metavar="FILE:KERNEL")
@click.argument("arguments", metavar="[NAME=VALUE]...", nargs=-1)
@extent_options
@click.option("--wave-size", "wave_sizes", type=int, multiple=True, metavar="N", help="At this size alone; repeatable.")
@click.option("--unordered", multiple=True, metavar="NAME", help="Compare this array sorted.")
@click.option("--by-wave-size", multiple=True, metavar="NAME", help="This array is meant to follow the wave size.")
@click.option("--tolerance", type=float, metavar="X", help="How far floats may be apart, relative to their magnitude.")
@click.option("--unchecked", is_flag=True, help="An access out of bounds of a buffer is wrong, not only noted.")
@click.option("--most-seconds", type=float, default=300.0, show_default=True, metavar="S", help="Ends after this time.")
@click.pass_context
def command(
    ctx: click.Context,
    kernel: str,
    arguments: tuple[str, ...],
    groups: tuple[int, ...] | None,
    work: tuple[int, ...] | None,
    tile: tuple[int, ...] | None,
    wave_sizes: tuple[int, ...],
    unordered: tuple[str, ...],
    by_wave_size: tuple[str, ...],
    tolerance: float | None,
    unchecked: bool,
    most_seconds: float,
) -> None:
    found = load_kernel(kernel)
    values = read_arguments(found, arguments)
    with working(f"checking {found.name}"):
        report = found.check(
            groups_of(found, groups, work, tile),
            *values.values(),
            wave_sizes=list(wave_sizes) or None,
            unordered=unordered,
            by_wave_size=by_wave_size,
            tolerance=tolerance,
            unchecked=unchecked,
            most_seconds=most_seconds,
        )
    click.echo(from_here(str(report)))
    ctx.exit(0 if report else 1)
