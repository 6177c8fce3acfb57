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
    """Without the dash. ``W*`` are all options that begin so, and ``encoding utf8`` is the option with this value only."""
    values: int = 0
    """The number of arguments that follow."""
    exceptions: tuple[str, ...] = ()
    """Options among them that have an effect, in the same form."""
    note: str = ""
    """What is printed if the option names something that scripts would look for."""
    here: str = ""
    """Continues the note for ``wavedialect``, with its options."""


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
_LISTING = "write wave IR with -emit-wave -Fo"
_LISTING_HERE = "print a stage with `--print all`"
_PASSES = "run wave-opt with -mlir-print-ir-after-all on the wave IR"
_PASSES_HERE = "write the text after every pass with `--dump DIR --passes`"
_TEXT_ALONE = "a shader is only compiled, not preprocessed alone"
_BINDING_TABLE = "write register(u0, space1) in the shader"
_TIMES = "the times of compiles are not traced"
_HEAPS = "shaders with descriptor heaps do not compile: declare the resources"
_SEMANTIC_DEFINES = "semantic defines have no effect on the output: use -D and #if"
_CONTAINER_PARTS = "containers have no such part"
_UAV_SLOTS = "write register(u0), so that both shaders have the same slots"

#: The spellings of the option of `compile` that makes warnings errors.
WARNINGS_ARE_ERRORS = ("WX", "Werror")

IGNORED = (
    Ignored("nologo"),
    # What turns warnings on.
    Ignored("W*", exceptions=(*WARNINGS_ARE_ERRORS, "Wno-*")),
    # Debug information and parts of containers.
    Ignored("Zi"),
    Ignored("Zs"),
    Ignored("Zss"),
    Ignored("Zsb"),
    Ignored(
        "Fd",
        1,
        note="-Fd writes no file, because no output has a PDB",
        here=": `--debug-info` adds source lines to SPIR-V and PTX",
    ),
    Ignored("Qembed_debug"),
    Ignored("Qstrip_debug"),
    Ignored("Qstrip_priv"),
    Ignored("Qstrip_reflect"),
    Ignored("Qstrip_rootsig"),
    Ignored("Qstrip_rootsignature"),
    Ignored("Qstrip_reflect_from_dxil"),
    Ignored("Qkeep_reflect_in_dxil"),
    Ignored("Qpdb_in_private"),
    Ignored("Qsource_in_debug_module"),
    Ignored("fdisable-loc-tracking"),
    Ignored("preserve-intermediate-values"),
    Ignored("force-rootsig-ver", 1),
    Ignored("force_rootsig_ver", 1),
    Ignored("enable_unbounded_descriptor_tables"),
    # The form of messages and of listings. Messages on a terminal have colors, a line and a caret.
    Ignored("fcolor-diagnostics"),
    Ignored("fno-color-diagnostics"),
    Ignored("fdiagnostics-color"),
    Ignored("fdiagnostics-color=*"),
    Ignored("fno-diagnostics-color"),
    Ignored("fansi-escape-codes"),
    Ignored("fdiagnostics-format=clang"),
    Ignored("fdiagnostics-show-option"),
    Ignored("fno-diagnostics-show-option"),
    Ignored("fdiagnostics-show-category=*"),
    Ignored("fno-caret-diagnostics"),
    Ignored("fshow-column"),
    Ignored("fno-show-column"),
    Ignored("fshow-source-location"),
    Ignored("fspell-checking"),
    Ignored("fno-spell-checking"),
    Ignored("fspell-checking-limit=*"),
    Ignored("ferror-limit=*"),
    Ignored("verbose"),
    Ignored("v"),
    Ignored("Cc"),
    Ignored("Ni"),
    Ignored("No"),
    Ignored("Lx"),
    Ignored("encoding utf8", 1),
    # Rules of the language and of the driver.
    Ignored("Gec"),
    Ignored("Ges"),
    Ignored("Gis"),
    Ignored("Gfa"),
    Ignored("Gfp"),
    Ignored("Gpp"),
    Ignored("all-resources-bound"),
    Ignored("all_resources_bound"),
    Ignored("Qunused-arguments"),
    Ignored("disable-exception-handling"),
    Ignored("fconstexpr-depth=*"),
    Ignored("fconstexpr-steps=*"),
    Ignored("fconstexpr-backtrace-limit=*"),
    Ignored("flegacy-macro-expansion"),
    Ignored("flegacy-resource-reservation"),
    # Of stages and libraries that do not compile: signatures, exported functions, ray payloads.
    Ignored("pack-prefix-stable"),
    Ignored("pack_prefix_stable"),
    Ignored("pack-optimized"),
    Ignored("pack_optimized"),
    Ignored("precise-output", 1),
    Ignored("default-linkage", 1),
    Ignored("export-shaders-only"),
    Ignored("enable-payload-qualifiers"),
    Ignored("disable-payload-qualifiers"),
    # How dxc optimizes. These allow what WaveDialect does not do, or name passes that it does not have.
    Ignored("enable-lifetime-markers"),
    Ignored("disable-lifetime-markers"),
    Ignored("force-zero-store-lifetimes"),
    Ignored("fnew-inlining-behavior"),
    Ignored("funroll-loops"),
    Ignored("fno-unroll-loops"),
    Ignored("freroll-loops"),
    Ignored("fno-reroll-loops"),
    Ignored("ffinite-math-only"),
    Ignored("fno-finite-math-only"),
    Ignored("funsafe-math-optimizations"),
    Ignored("fno-unsafe-math-optimizations"),
    Ignored("ffp-contract=fast"),
    Ignored("memdep-block-scan-limit", 1),
    Ignored("opt-disable", 1),
    Ignored("opt-enable", 1),
    Ignored("opt-select", 2),
    # Every container is signed.
    Ignored("Vd"),
    Ignored("validator-version", 1),
    # SPIR-V.
    Ignored("fspv-debug=*"),
    Ignored("fspv-extension=*"),
    Ignored("fspv-target-env=*"),
    Ignored("fspv-target-env", 1),
    Ignored("target-env=*"),
    Ignored("target-env", 1),
    Ignored("fspv-max-id", 1),
    Ignored("fspv-reduce-load-size"),
    Ignored("fspv-fix-func-call-arguments"),
    Ignored("fspv-preserve-interface"),
    Ignored("fspv-use-emulated-heap"),
    Ignored("fvk-stage-io-order=*"),
    Ignored("fvk-support-nonzero-base-vertex"),
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
    Refused("Fc", _LISTING, _LISTING_HERE),
    Refused("Fx", _LISTING, _LISTING_HERE),
    Refused("Vn", "write a binary with -Fo"),
    Refused("Fl", "a library is not compiled: name an entry point with -E"),
    Refused("link", "a library is not compiled: name an entry point with -E"),
    Refused("Fe", "errors go to the standard error output"),
    Refused("Fre", "containers have no reflection: read the manifest beside the output, FILE.json"),
    Refused("Frs", _MANIFEST),
    Refused("Fsh", "write a binary with -Fo, and compute its hash"),
    Refused("P", _TEXT_ALONE),
    Refused("Po", _TEXT_ALONE),
    Refused("Fi", _TEXT_ALONE),
    Refused("fcgl", _LISTING, _LISTING_HERE),
    Refused("ast-dump", _LISTING, _LISTING_HERE),
    Refused("ast-dump-implicit", _LISTING, _LISTING_HERE),
    Refused("Odump", _PASSES, _PASSES_HERE),
    Refused("print-before-all", _PASSES, _PASSES_HERE),
    Refused("print-before", _PASSES, _PASSES_HERE),
    Refused("print-after-all", _PASSES, _PASSES_HERE),
    Refused("print-after", _PASSES, _PASSES_HERE),
    Refused("fspv-print-all", _PASSES, _PASSES_HERE),
    Refused("ftime-report", _TIMES),
    Refused("ftime-trace", _TIMES),
    Refused("ftime-trace-granularity", _TIMES),
    Refused("time", _TIMES),
    Refused("verify", "tests of messages read the standard error output"),
    Refused("fdiagnostics-format", "messages have the form file:line:column: error: text"),
    Refused("encoding", "files and messages are UTF-8: convert the file"),
    Refused("ignore-line-directives", "messages name the lines of #line: remove the directives"),
    Refused("imacros", "write #include in the shader"),
    Refused("include", "write #include in the shader"),
    Refused("U", "leave out the -D of the macro, or write #undef in the shader"),
    Refused("working-directory", "change the directory before"),
    Refused("mllvm", "there are no options of LLVM"),
    Refused("external", "the compiler is a part of this program"),
    Refused("external-fn", "the compiler is a part of this program"),
    Refused("recompile", "compile the shader's text"),
    Refused("metal", "compile to SPIR-V with -spirv, and convert that"),
    Refused("H", _DEPENDENCIES),
    Refused("Vi", _DEPENDENCIES),
    Refused("M", _DEPENDENCIES),
    Refused("MD", _DEPENDENCIES),
    Refused("MF", _DEPENDENCIES),
    Refused("rootsig-define", _MANIFEST),
    Refused("setrootsignature", _MANIFEST),
    Refused("extractrootsignature", "containers have no root signature"),
    Refused("verifyrootsignature", "containers have no root signature"),
    Refused("setprivate", _CONTAINER_PARTS),
    Refused("getprivate", _CONTAINER_PARTS),
    Refused("shtemplate", _UAV_SLOTS),
    Refused("mergeUAVs", _UAV_SLOTS),
    Refused("matchUAVs", _UAV_SLOTS),
    Refused("import-binding-table", _BINDING_TABLE),
    Refused("binding-table-define", _BINDING_TABLE),
    Refused("res-may-alias", "containers state that resources do not alias: bind each memory once"),
    Refused("res_may_alias", "containers state that resources do not alias: bind each memory once"),
    Refused("ignore-semdef", _SEMANTIC_DEFINES),
    Refused("ignore-opt-semdefs", _SEMANTIC_DEFINES),
    Refused("override-semdef", _SEMANTIC_DEFINES),
    Refused("no-legacy-cbuf-layout", _LAYOUT),
    Refused("not_use_legacy_cbuf_load", _LAYOUT),
    Refused("ffp-contract", "write `precise` for a product and sum that must not become one operation"),
    Refused("dumpbin", "disassemble the container with dxc"),
    Refused("exports", "a container has one entry point: name it with -E"),
    Refused("auto-binding-space", "write register(u0, space1), or -fvk-u-shift for SPIR-V"),
    Refused("fvk-use-gl-layout", _LAYOUT),
    Refused("fvk-use-scalar-layout", _LAYOUT),
    Refused("fvk-bind-register", "write [[vk::binding(number, set)]], or use -fvk-t-shift"),
    Refused("vkbr", "write [[vk::binding(number, set)]], or use -fvk-t-shift"),
    Refused("fvk-bind-resource-heap", _HEAPS),
    Refused("fvk-bind-sampler-heap", _HEAPS),
    Refused("fvk-bind-counter-heap", _HEAPS),
    Refused("fspv-use-descriptor-heap", _HEAPS),
    Refused("fvk-bind-globals", "declare a cbuffer with [[vk::binding(number, set)]]"),
    Refused("fvk-auto-shift-bindings", "hosts read the bindings from the manifest; use -fvk-t-shift"),
    Refused("fspv-entrypoint-name", "the entry point has its name in the shader"),
    Refused("fspv-use-legacy-buffer-matrix-order", "use -Zpr, or write row_major"),
    Refused("fspv-preserve-bindings", "a module has the bindings that it uses: read them from the manifest"),
    Refused("fspv-use-vulkan-memory-model", "modules have the memory model GLSL450; their scopes are explicit"),
    Refused("fspv-use-unknown-image-format", 'write [[vk::image_format("unknown")]] at the image'),
    Refused("Oconfig", "run spirv-opt on the module"),
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
        # A file is no option.
        if not argument.startswith("-") or argument == "-" or name in options:
            kept.append(argument)
            continue
        ignored = _ignored(argument, rest)
        if ignored is None and (refused := _refused(argument)) is not None:
            raise click.UsageError(f"-{refused.name} is not supported: {refused.here or refused.advice}", ctx)
        # `-Tcs_6_8` is an option of one letter with its value.
        if ignored is None and _has_value(argument, options):
            kept.append(argument)
            continue
        if ignored is None:
            raise click.UsageError(f"there is no option '{name}'{_hint(name, ctx, options)}", ctx)
        if ignored.note:
            click.echo(f"note: {ignored.note}{ignored.here if ctx.info_name == 'compile' else ''}", err=True)
        del rest[: ignored.values]
    if "-Zpr" in kept and "-Zpc" in kept:
        raise click.UsageError("-Zpr and -Zpc exclude each other: leave one out", ctx)
    return kept


def _ignored(argument: str, rest: Sequence[str] = ()) -> Ignored | None:
    """The option of an argument; ``rest`` are the arguments that follow."""
    name = argument[1:]
    given = (name, f"{name} {rest[0]}" if rest else name)
    return next(
        (one for one in IGNORED if any(_matches(one.name, each) for each in given) and not _is_exception(one, name)),
        None,
    )


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
    known = list(options)
    # Options of dxc have one dash.
    if not name.startswith("--"):
        known += [f"-{one.name}" for one in IGNORED if not one.name.endswith("*")]
    near = difflib.get_close_matches(name, known, 1) or difflib.get_close_matches(f"-{name}", known, 1)
    return f"; did you mean '{near[0]}'?" if near else f"; `{program} {ctx.info_name} --help` lists the options"
