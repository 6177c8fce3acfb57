"""dxc's options without an effect of their own: those that every command ignores, and those that it refuses with advice.

There is no other table of them: `scripts/print-dxc-options` prints this one for the tool wave-hlsl, and a test compares
`docs/hlsl.md`.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Sequence
from typing import NamedTuple

import click


class Ignored(NamedTuple):
    """An option that asks for what is done anyway, or for what no output has. It has no effect."""

    name: str
    """Without the dash. ``W*`` are all options that begin so."""
    values: int = 0
    """The number of arguments that follow."""
    exceptions: tuple[str, ...] = ()
    """Options among them that have an effect, in the same form."""


class Refused(NamedTuple):
    """An option whose effect would be missed."""

    name: str
    advice: str
    """What to do instead."""
    here: str = ""
    """The same for ``wavedialect``, if its options have other names than those of wave-hlsl."""


_MANIFEST = "hosts make the root signature from the manifest beside the output, FILE.json"
_LAYOUT = "constant buffers have the layout of Direct3D: hosts read the offsets from the manifest"
_DEPENDENCIES = "dependencies are not listed: include directives name them"

IGNORED = (
    Ignored("nologo"),
    # What turns warnings on.
    Ignored("W*", exceptions=("WX", "Wno-*")),
    # Debug information and parts of containers.
    Ignored("Zi"),
    Ignored("Zs"),
    Ignored("Zss"),
    Ignored("Zsb"),
    Ignored("Fd", 1),
    Ignored("Qembed_debug"),
    Ignored("Qstrip_debug"),
    Ignored("Qstrip_priv"),
    Ignored("Qstrip_reflect"),
    Ignored("Qstrip_rootsig"),
    Ignored("Qsource_in_debug_module"),
    # Rules of the language and of the driver.
    Ignored("Ges"),
    Ignored("Gis"),
    Ignored("Gfa"),
    Ignored("Gfp"),
    Ignored("all-resources-bound"),
    Ignored("flegacy-macro-expansion"),
    Ignored("flegacy-resource-reservation"),
    # Every container is signed.
    Ignored("Vd"),
    Ignored("validator-version", 1),
    # SPIR-V.
    Ignored("fspv-debug=*"),
    Ignored("fspv-extension=*"),
    Ignored("fspv-target-env=*"),
    Ignored("fspv-reflect"),
    Ignored("fspv-flatten-resource-arrays"),
    Ignored("fvk-use-dx-layout"),
    Ignored("fvk-use-dx-position-w"),
    Ignored("fvk-invert-y"),
    Ignored("fvk-support-nonzero-base-instance"),
    # No shader that compiles has samplers.
    Ignored("fvk-s-shift", 2),
)

REFUSED = (
    Refused("Fh", "write a binary with -Fo"),
    Refused("Fc", "write wave IR with -emit-wave -Fo", "print a stage with `--print all`"),
    Refused("Fe", "errors go to the standard error output"),
    Refused("Fre", "containers have no reflection: read the manifest beside the output, FILE.json"),
    Refused("Frs", _MANIFEST),
    Refused("Fsh", "write a binary with -Fo, and compute its hash"),
    Refused("P", "a shader is only compiled, not preprocessed alone"),
    Refused("M", _DEPENDENCIES),
    Refused("MD", _DEPENDENCIES),
    Refused("MF", _DEPENDENCIES),
    Refused("rootsig-define", _MANIFEST),
    Refused("setrootsignature", _MANIFEST),
    Refused("extractrootsignature", "containers have no root signature"),
    Refused("dumpbin", "disassemble the container with dxc"),
    Refused("exports", "a container has one entry point: name it with -E"),
    Refused("auto-binding-space", "write register(u0, space1), or -fvk-u-shift for SPIR-V"),
    Refused("fvk-use-gl-layout", _LAYOUT),
    Refused("fvk-use-scalar-layout", _LAYOUT),
    Refused("fvk-bind-register", "write [[vk::binding(number, set)]], or use -fvk-t-shift"),
    Refused("fvk-bind-globals", "declare a cbuffer with [[vk::binding(number, set)]]"),
    Refused("fvk-auto-shift-bindings", "hosts read the bindings from the manifest; use -fvk-t-shift"),
    Refused("fspv-entrypoint-name", "the entry point has its name in the shader"),
    Refused("fspv-use-legacy-buffer-matrix-order", "use -Zpr, or write row_major"),
)


#: Options of the commands whose value may follow without a space, except those of one letter.
_JOINED = ("-Wno-", "-Fo", "-HV")


def without_flags(command: click.Command, ctx: click.Context, arguments: Sequence[str]) -> list[str]:
    """The arguments without the options of dxc that have no effect, and with a space before each value. Raises UsageError
    for options that are refused, and for options that neither dxc nor the command has."""
    options = {
        spelled: option
        for option in command.get_params(ctx)
        if isinstance(option, click.Option)
        for spelled in (*option.opts, *option.secondary_opts)
    }
    kept: list[str] = []
    rest = list(arguments)
    while rest:
        argument = rest.pop(0)
        if argument == "--":
            return [*kept, argument, *rest]
        if _is_slash_option(argument, options):
            argument = f"-{argument[1:]}"
        joined = next((one for one in _JOINED if argument.startswith(one) and one in options), argument)
        if joined != argument:
            kept += [joined, argument[len(joined) :]]
            continue
        option = options.get(argument)
        if option is not None:
            values = 0 if option.is_flag or option.count else option.nargs
            kept += [argument, *rest[:values]]
            del rest[:values]
            continue
        name = argument.partition("=")[0]
        # `-Tcs_6_8` is an option of one letter with its value; a file is no option.
        if not argument.startswith("-") or argument == "-" or name in options or _has_value(argument, options):
            kept.append(argument)
            continue
        if (refused := _refused(argument)) is not None:
            raise click.UsageError(f"-{refused.name} is not supported: {refused.here or refused.advice}", ctx)
        ignored = _ignored(argument)
        if ignored is None:
            raise click.UsageError(f"there is no option '{name}'{_hint(name, ctx, options)}", ctx)
        del rest[: ignored.values]
    if "-Zpr" in kept and "-Zpc" in kept:
        raise click.UsageError("-Zpr and -Zpc exclude each other: leave one out", ctx)
    return kept


def _ignored(argument: str) -> Ignored | None:
    name = argument[1:]
    return next((one for one in IGNORED if _matches(one.name, name) and not _is_exception(one, name)), None)


def _is_exception(ignored: Ignored, name: str) -> bool:
    return any(_matches(exception, name) for exception in ignored.exceptions)


def _matches(pattern: str, name: str) -> bool:
    return name.startswith(pattern[:-1]) if pattern.endswith("*") else name == pattern


def _refused(argument: str) -> Refused | None:
    name = argument[1:].partition("=")[0]
    return next((one for one in REFUSED if one.name == name), None)


def _has_value(argument: str, options: dict[str, click.Option]) -> bool:
    option = options.get(argument[:2])
    return option is not None and not option.is_flag and not argument.startswith("--")


def _is_slash_option(argument: str, options: dict[str, click.Option]) -> bool:
    """Whether an argument such as ``/T`` is an option and not a file."""
    if not argument.startswith("/") or "/" in argument[1:] or len(argument) < 2 or os.path.exists(argument):
        return False
    spelled = f"-{argument[1:]}"
    if any(spelled.startswith(one) and one in options for one in _JOINED):
        return True
    return spelled in options or _ignored(spelled) is not None or _refused(spelled) is not None


def _hint(name: str, ctx: click.Context, options: dict[str, click.Option]) -> str:
    """What to type instead of an unknown option."""
    program = ctx.find_root().info_name or "wavedialect"
    if ctx.info_name != "compile":
        from .compile import command as compiling

        if any(name in (*one.opts, *one.secondary_opts) for one in compiling.params):
            return f"; it is one of `{program} compile`"
    known = [*options, *(f"-{one.name}" for one in IGNORED if not one.name.endswith("*"))]
    near = difflib.get_close_matches(name, known, 1) or difflib.get_close_matches(f"-{name}", known, 1)
    return f"; did you mean '{near[0]}'?" if near else f"; `{program} {ctx.info_name} --help` lists the options"
