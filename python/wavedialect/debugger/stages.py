"""Wave IR of a kernel after a pass, as a program to step through; each line knows the line of the source that it is from."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import CompileError, WaveError
from ..frontends.mlir.operations import READERS
from ..frontends.mlir.reading import read_listing
from ..interpreter.steps import knows
from ..ir.module import Location, Module, Operation, Value

if TYPE_CHECKING:
    from ..kernels.kernel import Kernel

_RESULTS = re.compile(r"\s*((?:%[\w$.]+(?::\d+)?(?:,\s*)?)+)\s*=\s")
_OPERATION = re.compile(r"^\s*(?:%[^=]*= )?(wave\.(?!func\b)\w+)\b", re.MULTILINE)
_ARGUMENT = re.compile(r"(%[\w$.]+)(?: = %|: )")
_COUNTER = re.compile(r"scf\.for (?:unsigned )?(%[\w$.]+) = ")


@dataclass
class Stage:
    """The IR after a pass, in a file of its own."""

    module: Module
    name: str
    """The pass."""
    origins: dict[int, Location]
    """The places in the source of the lines of the file."""
    folder: tempfile.TemporaryDirectory[str]
    """Holds the file as long as the session lives."""


def stage_of(kernel: Kernel, after: str | None, wave_size: int) -> Stage:
    """The wave IR of a kernel after a pass, by default after the last one. Raises WaveError for an unknown pass."""
    try:
        bundle = kernel.compile("spirv")
    except CompileError:
        # Vulkan has no pipes, and the CPU has everything.
        bundle = kernel.compile("cpu", wave_size=wave_size)
    passes = [one for one in bundle.passes() if _is_known(one.text)]
    names = [one.name for one in passes]
    if after is not None and after not in names:
        known = ", ".join(dict.fromkeys(names))
        raise WaveError(f"no pass `{after}` changes the wave IR of kernel '{kernel.name}'", f"the passes are {known}")
    chosen = passes[-1] if after is None else passes[len(names) - 1 - names[::-1].index(after)]
    folder = tempfile.TemporaryDirectory(prefix="wavedialect-")
    path = Path(folder.name) / f"{kernel.name}-{chosen.name}.mlir"
    path.write_text(chosen.text, "utf-8")
    module = read_listing(chosen.text, str(path), kernel.name).module
    name_values(module, chosen.text.split("\n"))
    origins = {line: Location(file, at, column) for line, file, at, column, *_ in chosen.places if file}
    return Stage(module, chosen.name, origins, folder)


def _is_known(text: str) -> bool:
    """Whether the interpreter can execute the IR: that of the last passes is for the target."""
    return "wave.func" in text and all(one in READERS or knows(one) for one in set(_OPERATION.findall(text)))


def name_values(module: Module, lines: list[str]) -> None:
    """Names the values of a module as its text does: ``%total``, and ``%6#1`` for one of several results."""
    for function in module.functions:
        _name(function.parameters, _arguments(_line(lines, function.location)))
        for operation in function.walk():
            text = _line(lines, operation.location)
            _name(operation.results, list(_results(text)))
            _name_arguments(operation, text, lines)


def _line(lines: list[str], place: Location) -> str:
    return lines[place.line - 1] if 0 < place.line <= len(lines) else ""


def _results(text: str) -> Iterator[str]:
    found = _RESULTS.match(text)
    for one in found[1].split(",") if found else ():
        name, _, count = one.strip().partition(":")
        yield from (f"{name}#{place}" for place in range(int(count))) if count else (name,)


def _arguments(text: str) -> list[str]:
    return _ARGUMENT.findall(text)


def _name_arguments(operation: Operation, text: str, lines: list[str]) -> None:
    if operation.name == "scf.for":
        counter, (_, _, carried) = _COUNTER.search(text), text.partition("iter_args(")
        names = [counter[1]] if counter else []
        _name(operation.regions[0].arguments, [*names, *_arguments(carried.partition(")")[0])])
    if operation.name == "scf.while":
        before, after = operation.regions
        _name(before.arguments, _arguments(text.partition("scf.while (")[2].partition(")")[0]))
        # The arguments of the body are on the line after `do`.
        indentation = len(text) - len(text.lstrip())
        start = next(
            (
                i
                for i in range(operation.location.line, len(lines))
                if lines[i].startswith(" " * indentation + "} do {")
            ),
            None,
        )
        if start is not None and start + 1 < len(lines):
            _name(after.arguments, _arguments(lines[start + 1]))


def _name(values: list[Value], names: list[Any]) -> None:
    if len(values) == len(names):
        for value, name in zip(values, names, strict=True):
            value.name = name
