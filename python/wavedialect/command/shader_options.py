"""Options for HLSL files, with dxc's spellings."""

from __future__ import annotations

import difflib
import functools
import os
import re
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from .. import extensions
from ..errors import CompileError, WaveError, WaveWarning
from .messages import from_here, tell_warning

if TYPE_CHECKING:
    from ..frontends.text_files import SourceText
    from ..kernels.kernel import Kernel

_OPTIONS = (
    click.option("-E", "--entry", metavar="NAME", help="HLSL: the entry point.  [default: the only one, or main]"),
    click.option("-T", "--profile", metavar="PROFILE", help="HLSL: the stage and the shader model, such as cs_6_8."),
    click.option("-x", "language", type=click.Choice(["hlsl"]), help="The file is HLSL, whatever its name ends in."),
    click.option("-D", "--define", "defines", metavar="NAME[=VALUE]", multiple=True, help="HLSL: define a macro."),
    click.option("-I", "--include", metavar="DIR", multiple=True, help="HLSL: search this folder for included files."),
    click.option("-HV", "--hlsl-version", metavar="YEAR", help="HLSL: the version of the language.  [default: 2021]"),
    click.option(
        "-enable-16bit-types", "enable_16bit_types", is_flag=True, help="HLSL: half and min16 types have 16 bits."
    ),
    click.option(
        "-denorm", "denormals", type=click.Choice(["any", "ftz"]), help="HLSL: ftz flushes denormal floats to zero."
    ),
    click.option(
        "-specialize",
        "specialization",
        metavar="NAME=VALUE",
        multiple=True,
        help="HLSL: the value of a constant with vk::constant_id, by its name or number.",
    ),
    click.option(
        "-Wno-",
        "disabled_warnings",
        metavar="NAME",
        multiple=True,
        help="HLSL: no warnings of a group of Clang or of a rule in brackets: -Wno-conversion.",
    ),
    click.option(
        "-Zpr/-Zpc", "row_major", help="HLSL: matrices are in memory row by row, or column by column.  [default: -Zpc]"
    ),
)
#: The error for a file whose entry point is not named, with the first one.
_SEVERAL = re.compile(r"the file has several entry points.*?: '(\w+)'")
#: The options by the names of their values, for messages.
_SPELLINGS = {
    "entry": "-E",
    "profile": "-T",
    "defines": "-D",
    "include": "-I",
    "hlsl_version": "-HV",
    "enable_16bit_types": "-enable-16bit-types",
    "denormals": "-denorm",
    "specialization": "-specialize",
    "disabled_warnings": "-Wno-...",
    "row_major": "-Zpr",
    "language": "-x",
}


@dataclass(frozen=True)
class ShaderOptions:
    """What the options of a command say about HLSL files."""

    entry: str | None = None
    profile: str | None = None
    defines: tuple[str, ...] = ()
    include: tuple[str, ...] = ()
    hlsl_version: str | None = None
    enable_16bit_types: bool = False
    denormals: str | None = None
    specialization: tuple[str, ...] = ()
    disabled_warnings: tuple[str, ...] = ()
    """Groups of Clang and ids."""
    row_major: bool = False
    language: str | None = None
    """The language of the file; None if its suffix decides."""
    target: str = ""
    """The only target that the kernel is compiled for, if there is one; it decides macros."""

    def given(self) -> list[str]:
        """The spellings of the options that were given."""
        return [spelling for name, spelling in _SPELLINGS.items() if getattr(self, name)]

    def keywords(self) -> dict[str, Any]:
        """The keywords of ``shader_kernel`` except the entry point."""
        defines = _values(self.defines)
        if self.target == "spirv":
            # As dxc does. Other commands read a shader for all targets, and do not define it.
            defines.setdefault("__spirv__", "1")
        made: dict[str, Any] = {"profile": self.profile, "defines": defines, "include": self.include}
        if self.hlsl_version is not None:
            made["language_version"] = self.hlsl_version
        made["enable_16bit_types"] = self.enable_16bit_types
        made["row_major"] = self.row_major
        made["denormals"] = self.denormals or "any"
        made["disabled_warnings"] = self.disabled_warnings
        # Not a dict: the front end reports a constant with two values.
        return {**made, "specialization": [tuple(one.partition("=")[::2]) for one in self.specialization]}

    def load(self, text: SourceText, entry: str | None) -> Kernel:
        """The kernel of an entry point; ``entry`` comes from the file's argument."""
        from ..kernels.text_source import shader_kernel

        if entry and self.entry and entry != self.entry:
            raise WaveError(f"'{text.file}:{entry}' and -E {self.entry} name two entry points", "leave one out")
        try:
            return shader_kernel(text, entry=entry or self.entry, **self.keywords())
        except CompileError as error:
            if found := _SEVERAL.match(error.message):
                error.fix = f"name it: {from_here(text.file)}:{found[1]}, or -E {found[1]}"
            raise

    def load_all(self, text: SourceText) -> Sequence[Kernel]:
        """The kernels of all entry points, or of the one that is named."""
        from ..kernels.text_source import shader_entries

        if self.entry:
            return [self.load(text, None)]
        return [self.load(text, entry) for entry in shader_entries(text, **self.keywords())]


def shader_model_of(shader: ShaderOptions, stated: str | None) -> str | None:
    """The shader model of the profile, or the one that ``--shader-model`` states; None if there is neither."""
    model = ".".join(shader.profile.split("_")[1:]) if shader.profile else None
    if model and stated and model != stated:
        raise click.UsageError(
            f"-T {shader.profile} and --shader-model {stated} state two shader models: leave one out"
        )
    return stated or model


def _unknown_warnings(names: Sequence[str]) -> Iterator[str]:
    """Warnings about names of ``-Wno-`` that no warning has. dxc's own groups are unknown as well, and disable nothing."""
    from ..explanations import ids

    unknown = [name for name in names if name not in ids()]
    groups = extensions.hlsl().warning_groups() if unknown else []
    for name in unknown:
        if name not in groups:
            near = difflib.get_close_matches(name, [*groups, *ids()], 1, 0.7)
            hint = f"; did you mean -Wno-{near[0]}?" if near else ""
            yield f"-Wno-{name}: there is no warning of this name{hint}"


def _values(defines: Sequence[str]) -> dict[str, str]:
    """Splits ``NAME=VALUE``; a name alone is 1, as for C compilers."""
    from ..kernels.text_source import MACRO

    made = {}
    for define in defines:
        name, equals, value = define.partition("=")
        if not MACRO.fullmatch(name):
            why = f"'{name}' is not a name of letters, digits and _" if name else "the name is missing"
            raise WaveError(f"-D {define}: {why}", "write -D NAME or -D NAME=VALUE, for instance -D TILE=16")
        made[name] = value if equals else "1"
    return made


def shader_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the options, and passes them to the command as ``shader``."""

    @functools.wraps(function)
    def command(*arguments: Any, **options: Any) -> Any:
        given = {name: options.pop(name) for name in _SPELLINGS}
        for folder in given["include"]:
            if not os.path.isdir(folder):
                what = "is not a folder" if os.path.exists(folder) else "does not exist"
                tell_warning(f"-I {folder}: it {what}")
        for name in _unknown_warnings(given["disabled_warnings"]):
            tell_warning(name)
        with warnings.catch_warnings():
            for name in given["disabled_warnings"]:
                # A later step warns by its id.
                warnings.filterwarnings("ignore", rf"(?s).*\[{re.escape(name)}\]", WaveWarning)
            return function(*arguments, shader=ShaderOptions(**given), **options)

    for option in reversed(_OPTIONS):
        command = option(command)
    return command
