"""``wavedialect check``: runs a kernel at every wave size with checks."""

from __future__ import annotations

from typing import Any

import click

from ..errors import CompileError
from .arguments import read_arguments
from .completion import complete_kernel
from .help import ShaderCommand
from .json_errors import errors_as_json, told_warnings
from .kernel_file import load_kernel
from .messages import advice_in_options, is_of_shader, working
from .reports import report_options, write_report
from .shader_options import ShaderOptions, shader_options
from .work import Number, argument_help, extent_options, groups_of


class WaveOrderType(click.ParamType):
    """Reads ``by-index``, ``backward`` or ``shuffled:SEED``."""

    name = "order"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        order, colon, seed = value.partition(":")
        if order == "shuffled" and seed.isdecimal():
            return "shuffled", int(seed)
        if value not in ("by-index", "backward"):
            self.fail(f"'{value}' is not an order of waves: use by-index, backward or shuffled:SEED", param, ctx)
        return value.replace("-", " ")


class LaneOrderType(click.ParamType):
    """Reads ``linear``, ``tiled`` or ``shuffled:SEED``."""

    name = "order"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        order, colon, seed = value.partition(":")
        if order == "shuffled" and seed.isdecimal():
            return "shuffled", int(seed)
        if value not in ("linear", "tiled"):
            self.fail(f"'{value}' is not an order of lanes: use linear, tiled or shuffled:SEED", param, ctx)
        return value


class ExtraWavesType(click.ParamType):
    """Reads ``N`` or ``N:idle``."""

    name = "waves"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        number, colon, idle = value.partition(":")
        if not number.isdecimal() or (colon and idle != "idle"):
            self.fail(f"'{value}' is not a number of extra waves: use a number such as 0 or 1, or 1:idle", param, ctx)
        return (int(number), idle) if colon else int(number)


@click.command(
    cls=ShaderCommand,
    short_help="Report undefined behavior of a kernel.",
    help="Runs a kernel on the CPU at every wave size and in several orders of lanes.\n\n"
    "Reports undefined behavior (data races, reads of inactive lanes, barriers that some waves skip) and results that "
    f"depend on the wave size. The exit status is 1 if there are findings.\n\n{argument_help()}",
    examples=[
        "check kernels.py:scale --work 1024 x=arange:1024 out=zeros:1024 factor=2",
        "check shader.hlsl:main --groups 4 x=random:1024 sums=zeros:4 --format sarif -o check.sarif",
    ],
)
@click.argument("kernel", metavar="FILE:KERNEL", shell_complete=complete_kernel)
@click.argument("arguments", metavar="[NAME=VALUE]...", nargs=-1)
@shader_options
@extent_options
@click.option(
    "--wave-size", "wave_sizes", type=int, multiple=True, metavar="N", help="Run at this wave size only; repeatable."
)
@click.option(
    "--wave-order",
    "wave_orders",
    type=WaveOrderType(),
    multiple=True,
    metavar="ORDER",
    help="With pipes: run the waves by-index, backward or shuffled:SEED only; repeatable.",
)
@click.option(
    "--lane-order",
    "lane_orders",
    type=LaneOrderType(),
    multiple=True,
    metavar="ORDER",
    help="Place the threads linear, tiled or shuffled:SEED only; repeatable.",
)
@click.option(
    "--extra-waves",
    "extra_waves",
    type=ExtraWavesType(),
    multiple=True,
    metavar="N",
    help="Run with N more waves, or with N:idle waves without lanes, only; 0 for none; repeatable.",
)
@click.option("--unordered", multiple=True, metavar="NAME", help="Sort this array before comparing it.")
@click.option("--by-wave-size", multiple=True, metavar="NAME", help="This array may depend on the wave size.")
@click.option(
    "--tolerance", type=Number(allows_zero=True), metavar="X", help="The allowed relative difference of floats."
)
@click.option("--unchecked", is_flag=True, help="Report accesses out of bounds of a buffer as errors.")
@click.option(
    "--most-seconds",
    type=Number(allows_zero=False),
    default=300.0,
    show_default=True,
    metavar="S",
    help="Stop after this time.",
)
@report_options
@click.pass_context
@errors_as_json
def command(
    ctx: click.Context,
    kernel: str,
    arguments: tuple[str, ...],
    groups: tuple[int, ...] | None,
    work: tuple[int, ...] | None,
    tile: tuple[int, ...] | None,
    wave_sizes: tuple[int, ...],
    wave_orders: tuple[Any, ...],
    lane_orders: tuple[Any, ...],
    extra_waves: tuple[Any, ...],
    unordered: tuple[str, ...],
    by_wave_size: tuple[str, ...],
    tolerance: float | None,
    unchecked: bool,
    most_seconds: float,
    form: str,
    output: str | None,
    shader: ShaderOptions,
) -> None:
    try:
        found = load_kernel(kernel, shader)
        values = read_arguments(found, arguments)
        with working(f"checking {found.name}"):
            report = found.check(
                groups_of(found, groups, work, tile),
                *values.values(),
                wave_sizes=list(wave_sizes) or None,
                wave_orders=list(wave_orders) or None,
                lane_orders=list(lane_orders) or None,
                extra_waves=list(extra_waves) or None,
                unordered=unordered,
                by_wave_size=by_wave_size,
                tolerance=tolerance,
                unchecked=unchecked,
                most_seconds=most_seconds,
            )
    except CompileError as error:
        if form == "text":
            raise
        # Programs read the errors of a kernel as findings.
        from ..checker.report import refused_report

        report = refused_report(kernel, error, "hlsl" if is_of_shader(error) else "python")
    write_report(form, output, advice_in_options(str(report), ctx.command), report, {"warnings": told_warnings()})
    ctx.exit(0 if report else 1)
