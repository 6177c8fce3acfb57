"""Reads an entry point of an HLSL file into a listing, from the cache or by Clang."""

from __future__ import annotations

from typing import Any, NamedTuple

from ... import extensions
from ...cache import archive
from ...cache.store import Cache, open_cache
from ...errors import CompileError, InternalError, WaveWarning, help_of
from ...ir.listing import Listing
from ...ir.module import Module
from ..columns import Columns
from ..mlir.reading import read_listing, rule_of
from ..text_files import SourceText
from .includes import includes_of
from .source_advice import advice_on_source
from .spelling import page_in_hlsl

#: The ids of errors that are faults of the front end.
_FAULTS = ("hlsl-internal", "hlsl-prelude", "internal-error")


class Options(NamedTuple):
    """The options of one compile of one entry point."""

    entry: str = ""
    profile: str = ""
    defines: tuple[tuple[str, str], ...] = ()
    include_directories: tuple[str, ...] = ()
    language_version: str = "2021"
    enable_16bit_types: bool = False
    specialization: tuple[tuple[str, str], ...] = ()
    denormals: str = "any"
    row_major: bool = False
    disabled_warnings: tuple[str, ...] = ()
    """Groups of Clang and ids of rules."""


class _Made(NamedTuple):
    """The result of the front end without what only this process needs."""

    text: str
    files: list[str]
    warnings: list[tuple[str, str, int, int]]
    """Messages with file, line and column."""


def read_shader(source: SourceText, options: Options) -> Listing:
    """The listing of an entry point. Raises CompileError with all errors of the shader."""
    source.show()
    cache, key = _open(source, options)
    made = None if cache is None or key is None else cache.find(key, _unpacked)
    if made is None:
        made = _compiled(source, options)
        if cache is not None and key is not None:
            cache.count_made()
            cache.keep(key, [made.files, made.warnings], [made.text])
    listing = read_listing(made.text, source.file, files=made.files, language="hlsl")
    listing.profile = options.profile
    listing.warnings = [WaveWarning(message, *place) for message, *place in made.warnings]
    for warning in listing.warnings:
        warning.issue()
    return listing


def read_debugged(source: SourceText, options: Options) -> Module:
    """The module of an entry point for a debugger: notes say where statements begin. Raises CompileError."""
    result = _read(source, options, debug=True)
    _check(result, source)
    text = Columns(source.file, source.text).in_mlir(result.text)
    return read_listing(text, source.file, files=list(result.files), language="hlsl").module


def entries_of(source: SourceText, options: Options) -> list[str]:
    """The names of the entry points of a shader. Raises CompileError with the errors of one that has none."""
    source.show()
    result = _read(source, options)
    if not result.entries:
        _check(result, source)
    return list(result.entries)


def _read(source: SourceText, options: Options, debug: bool = False) -> Any:
    return extensions.hlsl().read(
        source.file,
        source.text,
        options.entry,
        options.profile,
        list(options.defines),
        list(options.include_directories),
        options.language_version,
        options.enable_16bit_types,
        list(options.specialization),
        options.denormals,
        options.row_major,
        list(options.disabled_warnings),
        debug,
    )


def _check(result: Any, source: SourceText) -> None:
    """Raises the first error of a failed compile, with the others."""
    errors = [diagnostic for diagnostic in result.diagnostics if diagnostic.severity == "error"]
    faults = [error for error in errors if rule_of(error.message)[1] in _FAULTS]
    if faults:
        fault = faults[0]
        message = f"{fault.file}:{fault.line}:{fault.column}: {rule_of(fault.message)[0]}"
        raise InternalError(message, "please report this with the shader")
    if errors:
        columns = Columns(source.file, source.text)
        first, *others = (_compile_error(error, columns) for error in errors)
        first.others = others
        raise first
    if not result.ok:
        raise InternalError(f"the HLSL front end failed on '{source.file}' without a reason")


def _compiled(source: SourceText, options: Options) -> _Made:
    result = _read(source, options)
    _check(result, source)
    columns = Columns(source.file, source.text)
    warned = [
        (_with_rule(one), *columns.place(one)) for one in result.diagnostics if one.severity == "warning" and one.file
    ]
    return _Made(columns.in_mlir(result.text), list(result.files), warned)


def _compile_error(diagnostic: Any, columns: Columns) -> CompileError:
    message, rule = rule_of(diagnostic.message)
    notes = [(rule_of(note.message)[0], *columns.place(note)) for note in diagnostic.notes]
    place = columns.place(diagnostic)
    fix = advice_on_source(rule, place, message) or page_in_hlsl(help_of(rule, "hlsl") or "") or None
    return CompileError(rule or "hlsl-syntax", message, *place, fix=fix, notes=notes)


def _with_rule(diagnostic: Any) -> str:
    message, rule = rule_of(diagnostic.message)
    return f"{message} [{rule}]" if rule else message


# --- The cache -------------------------------------------------------------------


def _open(source: SourceText, options: Options) -> tuple[Cache | None, str | None]:
    """The cache of listings, and the key of the shader: its text, the files that it may include, and its options."""
    try:
        cache = open_cache(extensions.native(), "listings")
    except InternalError:
        return None, None
    identity = extensions.hlsl_identity()
    if cache is None or identity is None:
        return None, None
    included = includes_of(source, options.include_directories)
    if included is None:
        return None, None
    return cache, cache.key(
        ["hlsl, columns of characters", identity, source.file, source.text, repr(options), repr(included)]
    )


def _unpacked(facts: Any, blobs: list[bytes]) -> _Made:
    (text,) = blobs
    files, warned = facts
    return _Made(
        archive.text_of(text), files, [(message, file, line, column) for message, file, line, column in warned]
    )
