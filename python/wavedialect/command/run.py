"""``wavedialect run``: runs a kernel on arrays that are created or read from files."""

from __future__ import annotations

import io
import json
import math
import statistics
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click
import numpy as np

from ..driver.registry import device_kinds
from ..errors import WaveError
from ..runtime.argument_names import names_of
from .arguments import read_arguments, saved_arrays
from .completion import complete_device, complete_kernel
from .help import ShaderCommand
from .json_errors import errors_as_json, told_warnings
from .kernel_file import load_kernel
from .messages import from_here, working
from .run_limit import limited
from .shader_options import ShaderOptions, shader_options
from .tables import console, listing, show
from .work import argument_help, extent_options, groups_of

if TYPE_CHECKING:
    from ..kernels.kernel import Kernel
    from ..runtime.device import Device
    from ..runtime.dispatch import Dispatch

_SHOWN_VALUES = 8


@click.command(
    cls=ShaderCommand,
    short_help="Run a kernel on arrays.",
    help=f"Runs a kernel and shows what it has written.\n\n{argument_help()}",
    examples=[
        "run kernels.py:scale --work 1024 x=arange:1024 out=zeros:1024 factor=2.5",
        "run kernels.py:blur --groups 8,8 image=photo.npy out=zeros:256x256 --save out=blurred.npy",
        "run kernels.py:scale --work 1048576 x=random:1048576 out=zeros:1048576 factor=2 --repeat 50",
    ],
)
@click.argument("kernel", metavar="FILE:KERNEL", shell_complete=complete_kernel)
@click.argument("arguments", metavar="[NAME=VALUE]...", nargs=-1)
@shader_options
@extent_options
@click.option(
    "--device",
    metavar="NAME",
    shell_complete=complete_device,
    help="cpu, vulkan, vulkan:1, interpreter, ...; `devices` lists them.",
)
@click.option("--wave-size", type=int, metavar="N", help="The number of lanes of a wave.  [default: the device's own]")
@click.option("--prefer-wave-size", type=click.Choice(["small", "large"]), help="Use the smallest or the largest size.")
@click.option("--unchecked", is_flag=True, help="Omit the bounds checks of buffers.")
@click.option("--check", is_flag=True, help="Run it on the CPU with checks, and fail on undefined behavior.")
@click.option("--count", is_flag=True, help="Count executed operations on the CPU, on copies of the arrays.")
@click.option("--repeat", type=click.IntRange(1), metavar="N", help="Run it N more times and show the times.")
@click.option(
    "--most-seconds",
    type=click.FloatRange(0, min_open=True),
    metavar="S",
    help="Stop after this time.  [default: never]",
)
@click.option("--save", metavar="NAME=FILE.npy", multiple=True, help="Write an array to a file after the run.")
@click.option("--json", "as_json", is_flag=True, help="Print the result, or the errors, as JSON.")
@errors_as_json
def command(
    kernel: str,
    arguments: tuple[str, ...],
    groups: tuple[int, ...] | None,
    work: tuple[int, ...] | None,
    tile: tuple[int, ...] | None,
    device: str | None,
    wave_size: int | None,
    prefer_wave_size: str | None,
    unchecked: bool,
    check: bool,
    count: bool,
    repeat: int | None,
    most_seconds: float | None,
    save: tuple[str, ...],
    as_json: bool,
    shader: ShaderOptions,
) -> None:
    if repeat and (check or count):
        raise click.UsageError(f"--repeat is for times, and --{'check' if check else 'count'} takes many times as long")
    if count and check:
        raise click.UsageError("--count and --check are two runs: leave one out")
    found = load_kernel(kernel, shader)
    extent = groups_of(found, groups, work, tile)
    values = read_arguments(found, arguments)
    files = saved_arrays(found, save)
    if count:
        with limited(found.name, most_seconds):
            _count(found, extent, values, device, wave_size, as_json)
        return
    before = {name: value.copy() for name, value in values.items() if isinstance(value, np.ndarray)}
    sizes = {"wave_size": wave_size, "prefer_wave_size": prefer_wave_size}
    options = {**sizes, "device": device, "unchecked": unchecked}
    title = f"{'checking' if check else 'running'} {found.name}"
    with working(title), limited(found.name, most_seconds):
        dispatch = found.dispatch(extent, *values.values(), **options, check=check)
        elapsed = dispatch.elapsed_ns()
    changes = [_change(name, found.parameters[name], array, values[name]) for name, array in before.items()]
    _save(files, values)
    times = None
    if repeat:
        with working(f"{title} {repeat} times"), limited(found.name, most_seconds):
            times = _repeated(found, extent, values, dispatch.device, options, repeat)
    launched = extent(dispatch.wave_size) if callable(extent) else extent
    ran = Ran(found, dispatch, launched, elapsed, changes, times, files)
    if as_json:
        click.echo(json.dumps(_facts(ran), indent=2))
    else:
        _show(ran, check)


def _count(
    kernel: Kernel,
    groups: Any,
    values: dict[str, Any],
    device: str | None,
    wave_size: int | None,
    as_json: bool,
) -> None:
    if device is not None and device not in [kind.name for kind in device_kinds().values() if kind.checks]:
        raise click.UsageError("--count runs on the CPU: leave --device out")
    if as_json:
        raise click.UsageError("--count prints a table: leave --json out")
    with working(f"counting {kernel.name}"):
        counts = kernel.count(groups, *values.values(), wave_size=wave_size)
    click.echo(str(counts))


# --- What was written --------------------------------------------------------


class Change(NamedTuple):
    """The change of an array by a launch."""

    name: str
    type: Any
    shape: tuple[int, ...]
    changed: int
    """The number of elements that changed."""
    first: list[Any]
    """The first elements, row by row."""
    size: int


def _change(name: str, type_: Any, before: np.ndarray, after: np.ndarray) -> Change:
    # Compare bits, because NaN is not equal to itself.
    changed = 0
    if after.size:
        bits = [array.reshape(-1).view(np.uint8).reshape(after.size, -1) for array in (before, after)]
        changed = int((bits[0] != bits[1]).any(axis=1).sum())
    first = [_plain(value) for value in after.reshape(-1)[:_SHOWN_VALUES]]
    return Change(name, type_, after.shape, changed, first, after.size)


def _plain(value: Any) -> Any:
    """An element as Python's own numbers; a struct as a dictionary of its fields."""
    if isinstance(value, np.void):
        return {name: _plain(value[name]) for name in value.dtype.names or ()}
    if isinstance(value, np.ndarray):
        return [_plain(one) for one in value]
    return value.item()


def _save(files: dict[str, str], values: dict[str, Any]) -> None:
    from ..folder import write_whole

    for name, file in files.items():
        contents = io.BytesIO()
        np.save(contents, values[name])
        path = Path(file)
        try:
            write_whole(path.parent, {path.name: contents.getvalue()})
        except OSError as error:
            raise WaveError(f"'{file}' cannot be written: {error}", "name another file by --save") from None


# --- Times -------------------------------------------------------------------


class Times(NamedTuple):
    """The times of launches in nanoseconds."""

    device: list[float]
    """By the device's clock; empty if the device has none."""
    host: list[float]
    """From the dispatch to its end, without copies of arrays."""


def _repeated(
    kernel: Kernel,
    groups: Any,
    values: dict[str, Any],
    device: Device,
    options: dict[str, Any],
    repeat: int,
) -> Times:
    """Launches the kernel repeatedly on arrays of the device, and returns the times. The results shown are those of the
    first launch."""
    import wavedialect as wd

    resident = [
        wd.array(value, device=device)
        if isinstance(value, np.ndarray) and not device.in_place
        else value.copy()
        if isinstance(value, np.ndarray)
        else value
        for value in values.values()
    ]
    options = {**options, "device": device}
    kernel.dispatch(groups, *resident, **options).elapsed_ns()
    times = Times([], [])
    for _ in range(repeat):
        start = time.perf_counter_ns()
        launch = kernel.dispatch(groups, *resident, **options)
        device.wait()
        times.host.append(time.perf_counter_ns() - start)
        elapsed = launch.elapsed_ns()
        if elapsed is not None:
            times.device.append(elapsed)
    return times


def _statistics(times: list[float]) -> dict[str, float]:
    return {"least": min(times), "median": statistics.median(times), "greatest": max(times)}


# --- Output ------------------------------------------------------------------


class Ran(NamedTuple):
    """The results of a run."""

    kernel: Kernel
    dispatch: Dispatch
    groups: tuple[int, ...]
    elapsed: float | None
    changes: list[Change]
    times: Times | None
    files: dict[str, str]
    """The files of the saved arrays."""


def _facts(ran: Ran) -> dict[str, Any]:
    listing_ = ran.kernel.source.listing()
    facts: dict[str, Any] = {
        "kernel": ran.kernel.name,
        "ok": True,
        "device": ran.dispatch.device.name,
        "wave_size": ran.dispatch.wave_size,
        "groups": [*ran.groups, 1, 1][:3],
        "elapsed_ns": ran.elapsed,
        "arrays": {
            change.name: {
                "type": names_of(listing_.language).declared(change.name, change.type, listing_.parameters),
                "shape": list(change.shape),
                "changed": change.changed,
                "first": change.first,
            }
            for change in ran.changes
        },
        "saved": ran.files,
        "warnings": told_warnings(),
    }
    mesh = _mesh(ran.dispatch)
    if mesh is not None:
        facts["mesh"] = mesh
    if ran.times is not None:
        facts["times_ns"] = {
            where: _statistics(measured) if measured else None for where, measured in ran.times._asdict().items()
        }
    return facts


def _show(ran: Ran, check: bool) -> None:
    out, dispatch, times = console(), ran.dispatch, ran.times
    out.print(f"{ran.kernel.name} on {dispatch.device.name}: {dispatch.device.description}", soft_wrap=True)
    took = "" if ran.elapsed is None else f"; first launch {duration(ran.elapsed)}"
    out.print(f"{_work(ran.kernel, ran.groups, dispatch.wave_size)}{took}", soft_wrap=True)
    names = names_of(ran.kernel.source.language)
    rows = [
        (
            change.name,
            names.parameter(change.type),
            " x ".join(map(str, change.shape)),
            _changed(change),
            _first(change),
        )
        for change in ran.changes
        if change.type.writable
    ]
    if rows:
        show(out, listing(("array", "type", "shape", "changed", "begins with"), rows))
    mesh = _mesh(dispatch)
    if mesh is not None:
        launched = f"{mesh['launched']:,} mesh groups are launched, by {mesh['by']:,} of {mesh['groups']:,} groups"
        out.print(launched + ("" if mesh["payload"] is None else f", each with {mesh['payload']} elements of payload"))
    if check:
        out.print("nothing undefined was found")
        if dispatch.report:
            for note in getattr(dispatch.report, "notes", ()):
                out.print(from_here(str(note)), soft_wrap=True)
    for name, file in ran.files.items():
        out.print(f"{name} is in {file}", soft_wrap=True)
    if times is not None:
        measured = [(f"on the {where}", each) for where, each in times._asdict().items() if each]
        rows = [(where, *map(duration, _statistics(each).values())) for where, each in measured]
        show(out, listing((f"{len(times.host)} launches", "least", "median", "greatest"), rows, right=(1, 2, 3)))


def _mesh(dispatch: Dispatch) -> dict[str, Any] | None:
    """Counts the mesh groups that the groups of an amplification kernel launch; None for other kernels."""
    from ..runtime.dispatch import MeshDispatches

    if not isinstance(dispatch, MeshDispatches):
        return None
    counts = dispatch.counts.astype(np.int64).prod(axis=1)
    payload = None if dispatch.payload is None else dispatch.payload.shape[1]
    return {"groups": len(counts), "launched": int(counts.sum()), "by": int((counts > 0).sum()), "payload": payload}


def _work(kernel: Kernel, groups: tuple[int, ...], wave_size: int) -> str:
    """Says how many lanes ran and, if the dispatch is sized by work, how many of them were idle."""
    if type(groups) is not tuple:
        return str(groups)
    attributes = kernel.attributes
    counts = list(groups)
    words = [" x ".join(map(str, groups)) + (" groups" if groups != (1,) else " group")]
    if attributes.num_threads is not None:
        counts += attributes.num_threads
        words.append(" x ".join(map(str, attributes.num_threads)) + " threads")
        lanes = f", in waves of {wave_size} lanes"
    else:
        waves = attributes.num_waves or 1
        counts += [waves, wave_size]
        words += [f"{waves} wave{'s' if waves > 1 else ''}", f"{wave_size} lanes"]
        lanes = ""
    return f"{' of '.join(words)}: {math.prod(counts):,} in all{lanes}"


def duration(nanoseconds: float) -> str:
    """Formats a duration in the most readable unit."""
    for unit, size in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        if nanoseconds >= size:
            return f"{nanoseconds / size:.3g} {unit}"
    return f"{nanoseconds:.0f} ns"


def _changed(change: Change) -> str:
    if not change.changed:
        return "nothing"
    return "all" if change.changed == change.size else f"{change.changed:,} of {change.size:,}"


def _first(change: Change) -> str:
    numbers = [f"{value:.6g}" if isinstance(value, float) else str(value) for value in change.first]
    return " ".join(numbers) + (" ..." if change.size > len(numbers) else "")
