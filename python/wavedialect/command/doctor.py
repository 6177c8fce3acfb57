"""``wavedialect doctor``: what this machine has, what it lacks, and what to type."""

from __future__ import annotations

import dataclasses
import importlib.util
import json
import os
import platform
import shutil
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path

import click
from rich.text import Text

from ..errors import WaveError
from .help import Command
from .messages import working
from .tables import console, facts, show

#: Packages that are not needed, the extra that has them, and their use.
_OPTIONAL = {
    "cuda.core": ("cuda", 'arrays and launches of device="cuda"'),
    "ml_dtypes": ("bf16", "NumPy arrays of bf16"),
    "cloudpickle": ("", "kernels of a notebook in other processes"),
}
_TOOLS = ("wave-opt", "wave-translate", "wave-lsp-server", "wave-hlsl")
#: Extensions of processors that the compiler uses, in the order of their age.
_CPU_FEATURES = ("sse4_2", "avx2", "fma", "f16c", "avx512f", "avx512bw", "avx512vl", "asimd", "asimdhp", "sve")


@dataclasses.dataclass(frozen=True)
class Part:
    """One part of the installation."""

    name: str
    state: str
    """``ok``; ``missing`` for a part that is optional; ``broken`` for a part that kernels need."""
    found: str
    """What was found, or the reason why nothing was."""
    fix: str = ""
    """What to type."""


@click.command(
    cls=Command,
    short_help="Say what is installed, what is missing, and what to type.",
    examples=["doctor", "doctor --json"],
)
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
@click.pass_context
def command(context: click.Context, as_json: bool) -> None:
    """Says what this machine has for WaveDialect, what is missing, and what to type to get it.

    The exit status is 1 if a part is missing without which no kernel runs; parts that are only needed for some targets and
    devices may be missing."""
    with working("looking"):
        parts = list(_parts())
    usable = all(part.state != "broken" for part in parts)
    if as_json:
        click.echo(json.dumps({"ok": usable, "parts": [dataclasses.asdict(part) for part in parts]}, indent=2))
    else:
        out = console()
        for part in parts:
            color = {"ok": "green", "missing": "yellow", "broken": "red"}[part.state]
            out.print(Text.assemble((part.state, color), f"  {part.name}"), soft_wrap=True)
            show(out, facts((label, text) for label, text in (("", part.found), ("help", part.fix)) if text))
    if not usable:
        context.exit(1)


def _parts() -> Iterator[Part]:
    yield Part("Python", "ok", f"{platform.python_version()}, {sys.executable}")
    yield _package()
    yield _compiler()
    yield _hlsl()
    yield _tools()
    yield _processor()
    yield from _devices()
    yield _cache()
    for module, (extra, use) in _OPTIONAL.items():
        yield _optional(module, extra, use)


def _package() -> Part:
    from importlib.metadata import PackageNotFoundError, version

    folder = Path(__file__).parents[1]
    try:
        number = version("wavedialect")
    except PackageNotFoundError:
        return Part("wavedialect", "ok", f"used from {folder}, not installed")
    return Part("wavedialect", "ok", f"{number}, {folder}")


def _compiler() -> Part:
    from .. import extensions

    try:
        module = extensions.native()
    except WaveError as error:
        return Part("compiler", "broken", error.message, error.fix or "")
    place = "linked into the package" if module.is_self_contained else "the system's libraries"
    return Part("compiler", "ok", f"LLVM {module.llvm_version}, {place}")


def _hlsl() -> Part:
    from .. import extensions

    try:
        extensions.hlsl()
    except WaveError as error:
        return Part("HLSL", "missing", error.message, error.fix or "")
    return Part("HLSL", "ok", "wd.hlsl and shaders on the command line")


def _tools() -> Part:
    """The tools are beside Python in an environment, or on the path."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    missing = [name for name in _TOOLS if shutil.which(name, path=path) is None]
    if missing:
        fix = f"install the package again: `{sys.executable} -m pip install --force-reinstall --no-deps wavedialect`"
        return Part("tools", "missing", f"without {', '.join(missing)}", fix)
    return Part("tools", "ok", ", ".join(_TOOLS))


def _processor() -> Part:
    features = _cpu_features()
    used = [name for name in _CPU_FEATURES if name in features]
    return Part("processor", "ok", f"{platform.machine()}, {os.cpu_count()} cores, {' '.join(used) or 'no extensions'}")


def _cpu_features() -> set[str]:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return set()
    return {word for line in lines if line.startswith(("flags", "Features")) for word in line.partition(":")[2].split()}


def _devices() -> Iterator[Part]:
    import wavedialect as wd

    for device in wd.devices():
        yield Part(f"device {device.name}", "ok", device.description)
    for refused in wd.refused_devices():
        # The compiler's part says why the CPU is missing.
        yield Part(f"device {refused.name}", "missing", refused.reason, refused.fix)


def _cache() -> Part:
    from .. import knobs
    from ..cache import info

    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        directory = info().directory
    if directory is None:
        asked = knobs.cache_directory()
        text = str(warned[0].message) if warned else f"{asked} is not used" if asked else "switched off"
        reason, _, fix = text.partition("\nhelp: ")
        return Part("cache", "missing", reason, fix or "set WAVEDIALECT_CACHE_DIR to a folder of your own")
    if directory.is_dir() and not os.access(directory, os.W_OK):
        return Part("cache", "missing", f"{directory} cannot be written", f"type `chmod u+w {directory}`")
    return Part("cache", "ok", f"{directory}, of this user alone")


def _optional(module: str, extra: str, use: str) -> Part:
    package = module.partition(".")[0]
    try:
        found = importlib.util.find_spec(package) is not None and importlib.util.find_spec(module) is not None
    except ImportError:
        found = False
    if found:
        return Part(module, "ok", use)
    wanted = f"'wavedialect[{extra}]'" if extra else module
    return Part(module, "missing", f"not installed; for {use}", f"type `{sys.executable} -m pip install {wanted}`")
