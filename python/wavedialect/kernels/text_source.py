"""Text as the source of a kernel: a listing that is already known, MLIR, and HLSL.

The readers are imported on use: programs whose kernels are in Python do not wait for them.
"""

from __future__ import annotations

import difflib
import linecache
import os
import re
import warnings
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import WaveError, WaveWarning, public_entry
from ..ir.listing import Listing
from ..ir.module import KernelAttributes, Module
from ..ir.parameters import declared
from .kernel import Kernel
from .parts import parts_of
from .source import KernelSource

if TYPE_CHECKING:
    from ..frontends.hlsl.reading import Options
    from ..frontends.text_files import SourceText


#: The name of a macro, with the names of its parameters if it has any: `F(x, y)`.
MACRO = re.compile(r"[A-Za-z_]\w*(\(\s*([A-Za-z_]\w*\s*(,\s*[A-Za-z_]\w*\s*)*)?(,?\s*\.\.\.\s*)?\))?", re.ASCII)


class ListedSource(KernelSource):
    """A listing that takes nothing from outside."""

    defaults: Mapping[str, Any] = {}

    def __init__(self, listing: Listing) -> None:
        self._listing = listing
        self.name = listing.name
        self.attributes = listing.attributes
        self.language = listing.language
        self.file = listing.location.file
        self.first_line = listing.location.line
        self.parameter_names = tuple(str(value.name) for value in declared(listing.parameters))

    def listing(self) -> Listing:
        return self._listing

    def debugged_module(self) -> Module:
        return self._listing.built()

    def adorn(self, kernel: Any) -> None:
        kernel.__name__ = kernel.__qualname__ = self.name

    def reduced(self, kernel: Any, make: Callable[[KernelSource], Any]) -> str | tuple[Any, ...]:
        return _restored, (make, type(self), self._origin())

    def text(self) -> str:
        return "".join(linecache.getlines(self.file))

    def _origin(self) -> tuple[Any, ...]:
        """The arguments from which another process makes the source."""
        return (self._listing,)

    def replaced(self, attributes: KernelAttributes, constants: Mapping[str, Any]) -> KernelSource:
        raise WaveError(f"kernel '{self.name}' takes no '{next(iter(constants), 'num_waves')}' from outside")


class MLIRSource(ListedSource):
    """A kernel of a file or text of MLIR."""

    def __init__(self, text: SourceText, kernel: str | None) -> None:
        from ..frontends.mlir.nesting import check_nesting
        from ..frontends.mlir.reading import read_listing

        text.show()
        check_nesting(text.text, text.file)
        self._text, self._kernel = text, kernel
        super().__init__(read_listing(text.text, text.file, kernel))

    def _origin(self) -> tuple[Any, ...]:
        return self._text, self._kernel


class HLSLSource(ListedSource):
    """An entry point of a file or text of HLSL."""

    can_reread = True

    def __init__(self, text: SourceText, options: Options) -> None:
        from ..frontends.hlsl.reading import read_shader

        self._text, self._options = text, options
        super().__init__(read_shader(text, options))
        self.parts = parts_of(self.parameter_names)
        self.resource_arrays = self._listing.resource_arrays
        self.warnings = self._listing.warnings
        # Attributes may be on lines of their own.
        while linecache.getline(self.file, self.first_line - 1).lstrip().startswith("["):
            self.first_line -= 1

    def _origin(self) -> tuple[Any, ...]:
        return self._text, self._options

    def debugged_module(self) -> Module:
        return self.debugged_text(self._text.text)

    def debugged_text(self, text: str) -> Module:
        """The module for a debugger of this entry point with another text of the shader."""
        from ..frontends.hlsl.reading import read_debugged

        return read_debugged(replace(self._text, text=text), self._options._replace(entry=self.name))

    def reread(self, texts: Mapping[str, str]) -> HLSLSource:
        text = texts.get(self._text.file, self._text.text).replace("\r\n", "\n")
        return HLSLSource(replace(self._text, text=text), self._options._replace(entry=self.name))

    def replaced(self, attributes: KernelAttributes, constants: Mapping[str, Any]) -> HLSLSource:
        if attributes != self.attributes:
            fix = "let the attribute use a define, `[numWaves(WAVES)]`, and choose its value: `constants={'WAVES': 4}`"
            raise WaveError(f"kernel '{self.name}' states the size of a group in its HLSL text", fix)
        defines = dict(self._options.defines)
        for name in constants:
            if name not in defines and not _mentions(self._listing, name):
                raise _unknown(self.name, name, list(defines))
        defines.update(_defines(constants))
        return HLSLSource(self._text, self._options._replace(entry=self.name, defines=tuple(defines.items())))


def _mentions(listing: Listing, name: str) -> bool:
    """Whether a file of the shader has this name."""
    word = re.compile(rf"\b{re.escape(name)}\b")
    return any(word.search("".join(linecache.getlines(file))) for file in listing.files)


def _unknown(kernel: str, name: str, known: list[str]) -> WaveError:
    near = difflib.get_close_matches(name, known, 1)
    fix = f"did you mean '{near[0]}'?" if near else "name a macro that the shader uses"
    return WaveError(f"the shader of kernel '{kernel}' does not use '{name}', which a configuration chooses", fix)


def _restored(make: Callable[[KernelSource], Any], kind: type[ListedSource], origin: tuple[Any, ...]) -> Any:
    """A kernel that was pickled."""
    return make(kind(*origin))


@public_entry
def mlir(
    path: str | os.PathLike[str] | None = None, /, *, kernel: str | None = None, text: str | None = None
) -> Kernel:
    """The kernel of a file of MLIR text, ``wd.mlir("kernel.mlir")``, or of ``text``. ``kernel`` is its name, if there are
    several.

    The text is a module of wave IR, as ``wavedialect compile --target spirv`` writes for the stage "wave". The names of
    the parameters are those of their locations, or of their attributes ``wave.name``.
    """
    from ..frontends.text_files import source_text

    return Kernel(MLIRSource(source_text("mlir", path, text), kernel))


@public_entry
def hlsl(
    path: str | os.PathLike[str] | None = None,
    /,
    *,
    entry: str | None = None,
    profile: str | None = None,
    defines: Mapping[str, Any] | None = None,
    include: str | os.PathLike[str] | Iterable[str | os.PathLike[str]] = (),
    text: str | None = None,
    language_version: str = "2021",
    enable_16bit_types: bool = False,
    specialization: Mapping[str | int, Any] | Iterable[tuple[str | int, Any]] = (),
    denormals: str = "any",
    row_major: bool = False,
) -> Kernel:
    """The kernel of an HLSL file, ``wd.hlsl("shader.hlsl")``, or of ``text``: a compute or amplification shader.

    ``entry`` is the name of the entry point; by default the only one of the file, or "main". ``profile`` is that of dxc,
    "cs_6_8" or "as_6_5". ``defines`` are macros: ``{"N": 4, "FAST": True}``, and ``include`` the folders of included
    files. ``language_version`` is dxc's ``-HV``; as with dxc, ``half`` has 32 bits without
    ``enable_16bit_types``. ``row_major`` is dxc's ``-Zpr``: the order in memory of matrices that state none.
    ``specialization`` has values of constants with ``[[vk::constant_id(3)]]``, by their names or numbers: ``{"size": 16}``
    or ``{3: 16}``. With ``denormals="ftz"``, arithmetic of 32-bit floats reads and yields zeros in place of denormal
    numbers, as with dxc's ``-denorm ftz``.

    The arguments of a launch are the resources and constant buffers that the entry point uses, in the order of their
    declarations, by position or by name. An array of resources takes a list, and a struct of resources a dict. The shader
    is read now: later changes of the file need another call.
    """
    from ..frontends.text_files import source_text

    options = _options(
        entry=entry,
        profile=profile,
        defines=defines,
        include=include,
        language_version=language_version,
        enable_16bit_types=enable_16bit_types,
        specialization=specialization,
        denormals=denormals,
        row_major=row_major,
    )
    for folder in options.include_directories:
        if not os.path.isdir(folder):
            # The caller of the public function.
            warnings.warn(f"`include` names '{folder}', which is not a folder", WaveWarning, stacklevel=3)
    return Kernel(HLSLSource(source_text("hlsl", path, text), options))


def shader_kernel(source: SourceText, **options: Any) -> Kernel:
    """The kernel of a shader that was read. The options are those of ``hlsl``, and ``disabled_warnings``, names of groups of
    Clang and ids."""
    return Kernel(HLSLSource(source, _options(**options)))


def shader_entries(source: SourceText, **options: Any) -> list[str]:
    """The names of the entry points of a shader; the options are those of ``shader_kernel``."""
    from ..frontends.hlsl.reading import entries_of

    return entries_of(source, _options(**options))


def mlir_kernels(path: str | os.PathLike[str]) -> list[str]:
    """The names of the kernels of a file of MLIR text."""
    from ..frontends.mlir.nesting import check_nesting
    from ..frontends.mlir.reading import kernels_of
    from ..frontends.text_files import source_text

    source = source_text("mlir", path, None)
    source.show()
    check_nesting(source.text, source.file)
    return kernels_of(source.text, source.file)


def _options(
    *,
    entry: str | None = None,
    profile: str | None = None,
    defines: Mapping[str, Any] | None = None,
    include: str | os.PathLike[str] | Iterable[str | os.PathLike[str]] = (),
    language_version: str = "2021",
    enable_16bit_types: bool = False,
    specialization: Mapping[str | int, Any] | Iterable[tuple[str | int, Any]] = (),
    denormals: str = "any",
    row_major: bool = False,
    disabled_warnings: Iterable[str] = (),
) -> Options:
    from ..frontends.hlsl.reading import Options

    folders = [include] if isinstance(include, (str, os.PathLike)) else include
    return Options(
        entry or "",
        profile or "",
        tuple(_defines(defines or {}).items()),
        tuple(os.path.abspath(folder) for folder in folders),
        language_version,
        enable_16bit_types,
        _specialization(specialization),
        denormals,
        row_major,
        tuple(disabled_warnings),
    )


def _specialization(given: Mapping[str | int, Any] | Iterable[tuple[str | int, Any]]) -> tuple[tuple[str, str], ...]:
    """The values of specialization constants as text."""
    pairs = given.items() if isinstance(given, Mapping) else given
    try:
        return tuple(
            (str(key), str(value).lower() if isinstance(value, (bool, np.bool_)) else str(value))
            for key, value in pairs
        )
    except (TypeError, ValueError):
        message = f"`specialization` is a dict of constants, not {given!r}"
        raise WaveError(message, 'write `specialization={"size": 16}`') from None


def _defines(values: Mapping[str, Any]) -> dict[str, str]:
    """Macros as text. True is 1, and False is 0."""
    if not isinstance(values, Mapping):
        raise WaveError(f"`defines` is a dict of macros, not {values!r}", 'write `defines={"N": 4}`')
    made = {}
    for name, value in values.items():
        if not isinstance(name, str) or not MACRO.fullmatch(name):
            raise WaveError(f"`{name}` is not the name of a macro", 'write `defines={"N": 4}`')
        if value is None:
            raise WaveError(f"the macro `{name}` has no value", f'write `defines={{"{name}": 1}}`')
        made[name] = str(int(value)) if isinstance(value, bool) else str(value)
    return made
