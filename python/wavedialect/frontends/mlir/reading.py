"""Reads the kernel of MLIR text: a listing, whose operations are read when they are needed."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from typing import Any

from ... import extensions
from ...errors import CompileError, WaveError
from ...ir.listing import Listing, mesh_dispatch
from ...ir.module import Module
from ..columns import Columns
from .module import Places, build_module, kernel_attributes, parameters_of
from .nesting import decoded

_RULE = re.compile(r"\s*\[([a-z0-9]+(?:-[a-z0-9]+)*)\]\s*$")


def read_listing(
    text: str, file: str, kernel: str | None = None, *, files: Sequence[str] = (), language: str = "mlir"
) -> Listing:
    """The listing of the kernel of this name, or of the only one. ``file`` is the place of operations without one;
    ``files`` are the files that the kernel was made of, and ``language`` is the language in which it was written.

    Raises CompileError for text that is not a valid module, and WaveError if it has no such kernel.
    """
    reading = extensions.native().read_module(text, file, kernel or "", operations=False)
    # Other files are those that a module was made of, with their places.
    columns = Columns(file, "" if language == "hlsl" else text, is_alone=True)
    if not reading.ok:
        raise _error(reading.diagnostics, columns)
    if not reading.text:
        raise _no_kernel(reading.kernels, file, kernel)
    described = decoded(reading.functions)
    function = described["functions"][-1]
    places = Places(
        [(name, line, columns.character(name, line, at)) for name, line, at in described["locations"]], file
    )
    made = columns.in_mlir(reading.text)

    def build() -> Module:
        found = extensions.native().read_module(made, file, function["name"])
        return build_module(decoded(found.functions), file)

    attributes = kernel_attributes(function)
    listing = Listing(
        function["name"],
        attributes,
        parameters_of(function, places),
        places[function["location"]],
        files or [file],
        (),
        None,
        described["names"],
        text=made,
        build=build,
        language=language,
    )
    listing.resource_arrays = function["attributes"].get("wave.resource_arrays", {})
    if attributes.stage == "amplification":
        # What it launches is known from its operations only.
        listing.mesh = mesh_dispatch(listing.module)
    return listing


def kernels_of(text: str, file: str) -> list[str]:
    """The names of the kernels of a module. Raises CompileError for text that is not a valid module."""
    reading = extensions.native().read_module(text, file, "", operations=False)
    if not reading.ok:
        raise _error(reading.diagnostics, Columns(file, text, is_alone=True))
    if not reading.kernels:
        raise _no_kernel([], file, None)
    return list(reading.kernels)


def rule_of(message: str) -> tuple[str, str]:
    """The text of a diagnostic, and its id or ""."""
    rule = _RULE.search(message)
    return (message[: rule.start()], rule[1]) if rule else (message, "")


def _error(diagnostics: Sequence[Any], columns: Columns) -> CompileError:
    """The first error, with the others. One without an id is MLIR's own."""
    first, *others = [_compile_error(one, columns) for one in diagnostics if one.severity == "error"]
    first.others = others
    return first


def _compile_error(diagnostic: Any, columns: Columns) -> CompileError:
    message, rule = rule_of(diagnostic.message)
    notes = [(note.message, *columns.place(note)) for note in diagnostic.notes]
    return CompileError(rule or "mlir-text", message, *columns.place(diagnostic), notes=notes)


def _no_kernel(kernels: Sequence[str], file: str, kernel: str | None) -> WaveError:
    """The error for a name that is missing or unknown."""
    listed = ", ".join(f"`{name}`" for name in kernels)
    if not kernels:
        fix = "a kernel is `wave.func @name(...) kernel num_waves(4) { ... }` in a `gpu.module`"
        return WaveError(f"'{file}' has no kernel", fix, "no-kernel")
    if kernel is None:
        message = f"'{file}' has {len(kernels)} kernels"
        return WaveError(message, f"name one of them, {listed}: `kernel={kernels[0]!r}`", "no-kernel")
    near = difflib.get_close_matches(kernel, kernels, 1)
    fix = f"did you mean `{near[0]}`?" if near else f"its kernels are {listed}"
    return WaveError(f"'{file}' has no kernel `{kernel}`", fix, "no-kernel")
