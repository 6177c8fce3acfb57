"""``wavedialect compile``: compiles a kernel for one target and writes the files."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..driver.registry import targets
from ..errors import CompileError, WaveError
from .completion import complete_kernel
from .dxc_flags import WARNINGS_ARE_ERRORS
from .help import ShaderCommand
from .json_errors import errors_as_json, told_warnings
from .kernel_file import load_kernel
from .messages import WarningsAreErrors, counted_warnings, from_here, with_source, working
from .shader_options import ShaderOptions, shader_model_of, shader_options
from .standard_output import STANDARD_OUTPUT, check_standard_output, refuse_standard_output, write_binary
from .tables import byte_count, console, listing, show
from .target_choice import TargetChoice

if TYPE_CHECKING:
    from ..driver.bundle import Bundle


_DEFAULT = next(iter(targets()))

_CONTAINER_SUFFIXES = (".dxil", ".cso")
"""A file with such a suffix is a container of DXIL, also without ``-T``."""


def stage_file(ctx: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    """Splits ``STAGE=FILE`` options into stage names and files."""
    files = {}
    for value in values:
        stage, equals, file = value.partition("=")
        if not equals or not stage or not file:
            raise click.BadParameter(f"'{value}' is not STAGE=FILE, for instance gpu=edited.mlir")
        files[stage] = file
    return files


def shift_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Adds dxc's options for the numbers of Vulkan's bindings, and passes them to the command as ``binding_shifts``."""
    kinds = {"b": "constant buffers", "t": "read-only resources", "u": "read-write resources"}

    @functools.wraps(function)
    def command(*arguments: Any, **options: Any) -> Any:
        shifts = {}
        for kind in kinds:
            for distance, space in options.pop(f"shift_{kind}"):
                shifts[kind if space == "all" else (kind, _shift(space))] = _shift(distance)
        return function(*arguments, binding_shifts=shifts, **options)

    for kind, words in reversed(kinds.items()):
        title = f"spirv: add N to the registers of {words} in a space, or in all spaces."
        metavar = "N SPACE|all"
        command = click.option(
            f"-fvk-{kind}-shift", f"shift_{kind}", nargs=2, multiple=True, metavar=metavar, help=title
        )(command)
    return command


def _shift(text: str) -> int:
    if not text.isdecimal():
        raise click.BadParameter(f"'{text}' is not a number, such as in -fvk-t-shift 16 0")
    return int(text)


def dxc_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Adds dxc's spellings of ``--target spirv``, ``--opt-level`` and, for one file, ``-o``."""
    levels = {"0": 0, "d": 0, "1": 1, "2": 2, "3": 2}

    @functools.wraps(function)
    def command(*arguments: Any, **options: Any) -> Any:
        if options.pop("to_spirv"):
            if options["target"] not in (None, "spirv"):
                raise click.UsageError(f"-spirv and --target {options['target']} name two targets: leave one out")
            options["target"] = "spirv"
        level = options.pop("dxc_level")
        if level is not None:
            if options["opt_level"] is not None:
                raise click.UsageError(f"-O{level} and --opt-level both state the level: leave one out")
            options["opt_level"] = levels[level]
        if options["file"] and options["output"]:
            raise click.UsageError("-Fo names a file and -o a folder: leave one out")
        return function(*arguments, **options)

    command = click.option("-no-warnings", "-w", is_flag=True, help="As dxc: print no warnings, also with -WX.")(
        command
    )
    command = click.option(
        *(f"-{name}" for name in WARNINGS_ARE_ERRORS),
        "warnings_are_errors",
        is_flag=True,
        help="As dxc: a warning is an error, and nothing is written.",
    )(command)
    command = click.option("-spirv", "to_spirv", is_flag=True, help="As dxc: --target spirv.")(command)
    command = click.option(
        "-Fo", "file", metavar="FILE", help="As dxc: write the module here, and FILE.json; - is the standard output."
    )(command)
    for level, title in {"0": "--opt-level 0", "d": "--opt-level 0", "1": "--opt-level 1"}.items():
        command = click.option(f"-O{level}", "dxc_level", flag_value=level, help=f"As dxc: {title}.")(command)
    return click.option("-O2", "dxc_level", flag_value="2", hidden=True)(
        click.option("-O3", "dxc_level", flag_value="3", help="As dxc, also -O2: --opt-level 2.")(command)
    )


def number(ctx: click.Context, parameter: click.Parameter, value: str | None) -> int | None:
    """Converts a choice among numbers to an integer."""
    return None if value is None else int(value)


@click.command(
    cls=ShaderCommand,
    short_help="Compile a kernel and write its files.",
    examples=[
        "compile kernels.py:blur --target dxil --shader-model 6.8 -o blur",
        "compile kernels.py:blur --print spirv",
        "compile kernels.py:blur --target cpu --wave-size 16 --print assembly",
        "compile shader.hlsl -E main -T cs_6_8 -D TILE=16 -I include -o shader",
    ],
)
@click.argument("kernel", metavar="FILE:KERNEL", shell_complete=complete_kernel)
@shader_options
@click.option(
    "--target",
    type=TargetChoice(list(targets())),
    help=f"The target to compile for; mlir: the result of --pipeline.  [default: {_DEFAULT}, or dxil with -T or for -Fo FILE.dxil and FILE.cso]",
)
@click.option("-o", "--output", metavar="DIR", help="The folder for the files.  [default: KERNEL-TARGET]")
@click.option("--wave-size", type=int, metavar="N", help="dxil, cpu: compile for this wave size only.")
@click.option(
    "--prefer-wave-size", type=click.Choice(["small", "large"]), help="The wave size that the manifest prefers."
)
@click.option("--shader-model", metavar="6.X", help="dxil: 6.0 to 6.10.  [default: the kernel's own, or 6.6]")
@click.option("--no-emulate", is_flag=True, help="dxil: refuse to emulate the wave index by an atomic.")
@click.option("--guard-wave-count", is_flag=True, help="dxil: groups with another number of full waves return at once.")
@click.option("--sm", metavar="sm_NN", help="ptx: the oldest GPU that runs the code.  [default: sm_80]")
@click.option(
    "--form",
    type=click.Choice(["specialized", "fixed"]),
    help="spirv: one module for all wave sizes, or one per size for Vulkan 1.1.",
)
@click.option("--debug-info", is_flag=True, help="spirv, ptx: add source lines, and names in SPIR-V.")
@click.option("--guard-wave-size", is_flag=True, help="spirv: groups with another wave size return at once.")
@shift_options
@click.option(
    "--maximal-reconvergence",
    "-fspv-enable-maximal-reconvergence",
    is_flag=True,
    help="spirv: require maximal reconvergence from the device.",
)
@click.option("--unchecked", is_flag=True, help="Omit the bounds checks of buffers.")
@click.option(
    "--opt-level",
    type=click.Choice(["0", "1", "2"]),
    callback=number,
    help="0: no optimization; 2: also move and combine operations.  [default: 1]",
)
@dxc_options
@click.option(
    "--enable",
    metavar="PASS",
    multiple=True,
    help="Run this optimization at every level. Its options are in braces: pipeline-waves{stages=3}.",
)
@click.option("--disable", metavar="PASS", multiple=True, help="Do not run this optimization.")
@click.option(
    "--pipeline", metavar="TEXT", help="Run these passes, in the syntax of wave-opt, instead of the target's."
)
@click.option(
    "--stage-file",
    "stage_files",
    metavar="STAGE=FILE",
    multiple=True,
    callback=stage_file,
    help="Continue from this file for a stage, for instance gpu=edited.mlir.",
)
@click.option("--remarks", is_flag=True, help="Print the remarks of passes.")
@click.option("--dump", metavar="DIR", help="Also write the text of every stage to this folder.")
@click.option("--passes", is_flag=True, help="With --dump: also write the text after every pass.")
@click.option(
    "--print",
    "printed",
    metavar="STAGE",
    multiple=True,
    help="Print a stage, such as wave, or `all`; write files only with -o.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the result, or the errors, as JSON.")
@errors_as_json
def command(
    kernel: str,
    target: str | None,
    output: str | None,
    file: str | None,
    no_warnings: bool,
    warnings_are_errors: bool,
    no_emulate: bool,
    remarks: bool,
    dump: str | None,
    passes: bool,
    printed: tuple[str, ...],
    as_json: bool,
    shader: ShaderOptions,
    **options: Any,
) -> None:
    """Compiles a kernel and writes its modules, and the manifest that a host needs to launch them.

    The files are written only if the whole compile succeeds.
    """
    given = {name: value for name, value in options.items() if value not in (None, {}, ()) and value is not False}
    if no_emulate:
        given["emulate"] = False
    if target is None:
        is_container = file is not None and Path(file).suffix.lower() in _CONTAINER_SUFFIXES
        target = "dxil" if shader.profile or is_container else _DEFAULT
    if "shader_model" in targets()[target].options and (model := shader_model_of(shader, given.get("shader_model"))):
        # As dxc does: the code is for the shader model of the profile.
        given["shader_model"] = model
    for owner in targets().values():
        for name in owner.options:
            if name in given and target != owner.name and name not in targets()[target].shared_options:
                spelled = {"emulate": "--no-emulate", "binding_shifts": "-fvk-...-shift"}
                option = spelled.get(name, f"--{name.replace('_', '-')}")
                takes = [owner.name, *(one.name for one in targets().values() if name in one.shared_options)]
                raise click.UsageError(f"{option} is for --target {' and '.join(takes)}")
    if passes and dump is None:
        raise click.UsageError("--passes needs a folder: add --dump DIR")
    if not targets()[target].makes_code and "pipeline" not in given:
        raise click.UsageError(f"--target {target} runs what --pipeline names: add --pipeline")
    if printed and as_json:
        raise click.UsageError("--print and --json both take standard output: leave one out")
    if file == STANDARD_OUTPUT and (printed or as_json):
        raise click.UsageError(f"-Fo - and --{'print' if printed else 'json'} both take standard output: leave one out")
    check_standard_output(file, "-Fo")
    refuse_standard_output(output, "-o", "a folder", "write the module by `-Fo -`, or a stage by `--print STAGE`")
    refuse_standard_output(dump, "--dump", "a folder", "print a stage by `--print STAGE`")
    with counted_warnings(not no_warnings) as warned:
        found = load_kernel(kernel, replace(shader, target=target))
        with working(f"compiling {found.name} for {targets()[target].purpose}"):
            try:
                bundle = found.compile(target=target, **given)
            except CompileError as error:
                error.is_inspected = dump is not None
                raise
    if warnings_are_errors and warned and not no_warnings:
        raise WarningsAreErrors(warned)
    texts = [_stage(bundle, name) for name in printed]
    folder = Path(output or f"{found.name}-{target}") if output or not (printed or file) else None
    try:
        if file is not None:
            _write_module(bundle, file, target)
        if folder is not None:
            _saved(bundle.save, folder, "-o")
        if dump is not None:
            _saved(bundle.dump, dump, "--dump")
            if passes:
                from ..driver.dumps import dump_passes

                dump_passes(Path(dump), bundle.passes())
    except OSError as error:
        raise WaveError(f"the files cannot be written: {error}", "name another folder by -o") from None
    from ..driver.bundle import RECORDS

    if found.source.listing().has_output and RECORDS not in bundle.files:
        click.echo("note: this code has no prints and checks: only launches by WaveDialect execute them", err=True)
    for text in texts:
        click.echo(text)
    for remark in bundle.remarks if remarks else ():
        click.echo(from_here(with_source(remark)), err=True)
    if as_json:
        click.echo(json.dumps(_facts(bundle, target, folder), indent=2))
    elif folder is not None:
        _show(bundle, target, folder, to_stderr=bool(printed))


def _saved(save: Callable[[Any], None], folder: Any, option: str) -> None:
    """Saves files; the help of an error names the option."""
    try:
        save(folder)
    except WaveError as error:
        error.fix = f"name another folder by {option}"
        raise


def _stage(bundle: Bundle, name: str) -> str:
    if name == "all":
        return str(bundle.stages)
    if name not in bundle.stages:
        raise WaveError(f"there is no stage '{name}'", f"the stages are {', '.join(bundle.stages)}, and `all`")
    return bundle.stages[name]


def _write_module(bundle: Bundle, name: str, target: str) -> None:
    """Writes the only module to a file, as dxc does, and the manifest beside it; ``-`` is the standard output, beside
    which nothing is written."""
    modules = (
        {bundle.manifest["module"], *bundle.manifest["modules"].values()} if bundle.manifest else set(bundle.files)
    )
    modules.discard(None)
    if len(modules) != 1:
        fix = "name a folder: `-o DIR`"
        message = f"-Fo writes one file, and this compile has {len(modules)}"
        sizes = [str(size) for size in sorted(bundle.wave_sizes)]
        # With a choice of forms, the other form has one module.
        if sizes and "form" in targets()[target].options:
            fix = f"leave out `--form fixed`, or {fix}"
        elif sizes:
            message += f", for waves of {', '.join(sizes)} lanes"
            fix = f"choose a wave size, such as `--wave-size {sizes[len(sizes) // 2]}`, or {fix}"
        raise WaveError(message, fix)
    contents = bundle.files[modules.pop()]
    if name == STANDARD_OUTPUT:
        write_binary(contents)
        return
    file = Path(name)
    try:
        file.write_bytes(contents)
        if bundle.manifest:
            manifest = {**bundle.manifest, "module": file.name}
            file.with_name(file.name + ".json").write_text(json.dumps(manifest, indent=2) + "\n")
    except OSError as error:
        raise WaveError(f"'{name}' cannot be written: {error.strerror}", "name another file by -Fo") from None


def _groupshared_bytes(bundle: Bundle) -> int | None:
    """Returns the groupshared memory of a group in bytes; None if no code was generated."""
    if bundle.manifest:
        return bundle.manifest["groupshared_bytes"]
    if f"{bundle.kernel}.o" not in bundle.files:
        return None
    from ..extensions import native

    return native().CPUKernel(bundle.module_at(bundle.wave_sizes[0])).groupshared_bytes


def _sizes(bundle: Bundle, name: str) -> list[int]:
    """Returns the wave sizes that a file is for; empty if the file has no code."""
    if not bundle.manifest or bundle.manifest["module"] == name:
        return bundle.wave_sizes
    return [int(size) for size, module in bundle.manifest["modules"].items() if module == name]


def _facts(bundle: Bundle, target: str, folder: Path | None) -> dict[str, Any]:
    """Returns the result for JSON output."""
    return {
        "kernel": bundle.kernel,
        "ok": True,
        "target": target,
        "folder": None if folder is None else str(folder),
        "files": [
            {"name": name, "bytes": len(contents), "wave_sizes": _sizes(bundle, name)}
            for name, contents in bundle.files.items()
        ],
        "wave_sizes": bundle.wave_sizes,
        "groupshared_bytes": _groupshared_bytes(bundle),
        "stages": list(bundle.stages),
        "remarks": list(bundle.remarks),
        "warnings": told_warnings(),
        "manifest": bundle.manifest or None,
    }


def _show(bundle: Bundle, target: str, folder: Path, to_stderr: bool) -> None:
    rows = []
    for name, contents in bundle.files.items():
        sizes = ", ".join(map(str, _sizes(bundle, name)))
        is_module = bundle.manifest and name in (bundle.manifest["module"], *bundle.manifest["modules"].values())
        rows.append((str(folder / name), f"{len(contents):,}", sizes or ("any" if is_module else "")))
    out = console(to_stderr)
    show(out, listing(("file", "bytes", "wave sizes"), rows, right=(1,)))
    shared = _groupshared_bytes(bundle)
    memory = "" if shared is None else f": {byte_count(shared)} of groupshared memory a group"
    out.print(f"{bundle.kernel} for {targets()[target].purpose}{memory}")
