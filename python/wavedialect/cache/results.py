"""Results of the native compiler, cached by all of their inputs."""

from __future__ import annotations

import contextlib
import contextvars
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field
from typing import Any

from ..immutable import immutable
from . import archive
from .store import open_cache


@immutable
class Diagnostic:
    """The same as the native module's class."""

    severity: str
    message: str
    file: str
    line: int
    column: int
    notes: list[Diagnostic]


@immutable
class Result:
    """The same as the native module's class, for a compile that succeeded."""

    diagnostics: list[Diagnostic]
    stages: list[tuple[str, str]]
    files: list[tuple[str, bytes]]
    ok: bool = True
    lowered: bool = True
    times: list[tuple[str, float]] = field(default_factory=list)
    """The times of the steps; empty, because nothing ran."""


#: Makes a result instead of calling the native compiler here, from the function's name, arguments and keywords.
Maker = Callable[[str, tuple[Any, ...], dict[str, Any]], Any]
_maker: contextvars.ContextVar[Maker | None] = contextvars.ContextVar("maker", default=None)


@contextlib.contextmanager
def made_by(maker: Maker | None) -> Iterator[None]:
    """Lets ``maker`` make results that are not cached, in this context, for instance a thread."""
    token = _maker.set(maker)
    try:
        yield
    finally:
        _maker.reset(token)


def compiled(native: Any, function: str, *arguments: str | bool, **keywords: str | bool) -> Any:
    """The new or cached result of ``native.function(*arguments, **keywords)``. Failed compiles are never cached."""
    maker = _maker.get()

    def make(*arguments: str | bool, **keywords: str | bool) -> Any:
        if maker is None:
            return getattr(native, function)(*arguments, **keywords)
        return maker(function, arguments, keywords)

    cache = open_cache(native, "results")
    if cache is None:
        return make(*arguments, **keywords)
    given = [*enumerate(arguments), *sorted(keywords.items())]
    key = cache.key([function, *(f"{name} {type(value).__name__} {value}" for name, value in given)])
    kept = cache.find(key, _result)
    if kept is not None:
        return kept
    result = make(*arguments, **keywords)
    cache.count_made()
    if result.ok and not any(diagnostic.severity == "error" for diagnostic in result.diagnostics):
        facts = {
            "diagnostics": [_facts(diagnostic) for diagnostic in result.diagnostics],
            "stages": [name for name, _ in result.stages],
            "files": [name for name, _ in result.files],
        }
        cache.keep(key, facts, [contents for _, contents in (*result.stages, *result.files)])
    return result


def portable(result: Any) -> Result:
    """The same result, failed or not, in a form that can be sent to another process."""
    diagnostics = [_diagnostic(_facts(diagnostic)) for diagnostic in result.diagnostics]
    return Result(diagnostics, list(result.stages), list(result.files), result.ok, result.lowered)


def _result(facts: Any, blobs: Sequence[bytes]) -> Result:
    stages, files = facts["stages"], facts["files"]
    return Result(
        [_diagnostic(diagnostic) for diagnostic in facts["diagnostics"]],
        [(name, archive.text_of(blob)) for name, blob in zip(stages, blobs[: len(stages)], strict=True)],
        list(zip(files, blobs[len(stages) :], strict=True)),
    )


def _facts(diagnostic: Any) -> list[Any]:
    place = (diagnostic.file, diagnostic.line, diagnostic.column)
    return [diagnostic.severity, diagnostic.message, *place, [_facts(note) for note in diagnostic.notes]]


def _diagnostic(facts: list[Any]) -> Diagnostic:
    *plain, notes = facts
    return Diagnostic(*plain, [_diagnostic(note) for note in notes])
