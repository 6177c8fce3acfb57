"""The user-facing errors, and the renderer of messages.

``CompileError`` is an error in the user's source, with its location; ``LaunchError`` an invalid launch;
``DeviceError`` a refusal of a driver or device; ``InternalError`` a bug of this package. Each carries a ``fix``; if the
code that raises the error has no specific one, it is the help on the page of the id.
"""

from __future__ import annotations

import functools
import inspect
import linecache
import warnings
from collections.abc import Callable, Sequence
from typing import Any, TypeVar


def help_of(id: str | None, language: str = "python") -> str | None:
    """The help on the page of an id, for kernels of a language; None if there is none."""
    # Pages are read when an error is made: the import of the package needs none.
    from .explanations import rule

    found = rule(id) if id else None
    if found is not None and language == "hlsl" and found.hlsl_help:
        return found.hlsl_help
    return found.help or None if found else None


class WaveError(Exception):
    """The base of all errors that this package raises on purpose."""

    def __init__(self, message: str, fix: str | None = None, id: str | None = None):
        super().__init__(message)
        self.id = id
        self.message = message
        self.fix = fix if fix is not None else help_of(id)
        self._repeat: Any = None

    @property
    def repeat(self) -> str | None:
        """The command line that repeats the failed compile, to paste into a shell; None if nothing was compiled. The
        kernel is written as MLIR to a temporary file for it."""
        return self._repeat.command if self._repeat is not None else None

    def repeated_by(self, repeat: Any) -> None:
        """Sets the source of ``repeat``: an object whose ``command`` is the command line."""
        self._repeat = repeat

    def __str__(self) -> str:
        return render(self)

    def __reduce__(self) -> tuple[Any, ...]:
        # By default an exception is unpickled from its message alone, which these constructors do not accept.
        return _remade, (type(self), self.args, vars(self))


def _remade(kind: type[WaveError], arguments: tuple[Any, ...], attributes: dict[str, Any]) -> WaveError:
    """Restores an error from another process."""
    error = kind.__new__(kind, *arguments)
    vars(error).update(attributes)
    return error


class CompileError(WaveError):
    """An error in a kernel's source: what (``id``, ``message``), where (``file``, ``line``, ``column``) and how to fix
    it (``fix``).

    ``notes`` are further locations that explain it, as (message, file, line, column).
    """

    others: Sequence[CompileError] = ()
    """Further errors of the same source, which the text shows as well."""
    is_inspected = False
    """Whether the user looks at the steps of the compile, so that the command line shows ``repeat``."""

    def __init__(
        self,
        id: str,
        message: str,
        file: str = "",
        line: int = 0,
        column: int = 0,
        fix: str | None = None,
        notes: Sequence[tuple[str, str, int, int]] = (),
    ):
        super().__init__(message, fix, id)
        self.file = file
        self.line = line
        self.column = column
        self.notes = list(notes)
        # Read now: the file may have changed by the time the error is printed.
        self.source_line = linecache.getline(file, line).rstrip("\n") if file and line else ""


class LaunchError(WaveError):
    """A launch that does not fit the kernel: argument count, dtype, shape, groups, wave size."""


class DeviceError(WaveError):
    """A device or its driver is missing, lacks something, or failed."""


class InternalError(WaveError):
    """A bug of this package: please report it with its text."""


class WaveWarning(UserWarning):
    """Reports code that compiles but is probably unintended, at ``line`` and ``column`` of ``file``; the line is 0 if it
    has no place."""

    def __init__(self, message: str, file: str = "", line: int = 0, column: int = 0) -> None:
        super().__init__(message)
        self.file = file
        self.line = line
        self.column = column
        # Read now: the file may have changed by the time the warning is printed.
        self.source_line = linecache.getline(file, line).rstrip("\n") if file and line else ""

    def issue(self) -> None:
        """Gives the warning at its place."""
        warnings.warn_explicit(self, None, self.file, self.line)  # type: ignore[call-overload]


def place_of(file: str, line: int, column: int) -> str:
    """A place as compilers print it. An error in options has a file without a line."""
    return f"{file}:{line}:{column}:" if line else f"{file}:"


def render(error: WaveError, others: bool = True) -> str:
    """The text of an error: location, message, id, excerpt with a caret, notes, and fix; then its ``others``."""
    lines = []
    place = ""
    if isinstance(error, CompileError) and error.file:
        place = place_of(error.file, error.line, error.column) + " "
    identity = f" [{error.id}]" if error.id and not error.message.endswith(f"[{error.id}]") else ""
    lines.append(f"{place}{error.message}{identity}")
    if isinstance(error, CompileError):
        if error.source_line.strip():
            lines += excerpt(error.line, error.column, error.source_line)
        for message, file, line, column in error.notes:
            # A function of HLSL has a signature, but no place.
            lines.append(f"{file}:{line}:{column}: note: {message}" if file else f"note: {message}")
    if error.fix:
        lines.append(f"help: {error.fix}")
    if isinstance(error, CompileError) and others:
        lines += map(render, error.others)
    return "\n".join(lines)


def excerpt(line: int, column: int, text: str) -> list[str]:
    """A line of source with a caret under the column, which counts from 1."""
    number = str(line)
    # The caret line repeats the tabs of the source line, so that both align.
    lead = "".join("\t" if c == "\t" else " " * _width(c) for c in text[: max(column - 1, 0)])
    return [f"  {number} | {text}", f"  {' ' * len(number)} | {lead}^"]


def _width(character: str) -> int:
    """The cells of a terminal that a character takes."""
    if character.isascii():
        return 1
    import unicodedata

    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


Entry = TypeVar("Entry", bound=Callable[..., Any])


def public_entry(function: Entry) -> Entry:
    """Decorates a function that users call: a WaveError leaves it without internal frames and without a chain of
    causes, and a misspelled keyword raises a WaveError."""

    @functools.wraps(function)
    def entry(*arguments, **keywords):
        try:
            return function(*arguments, **keywords)
        except InternalError:
            raise
        except WaveError as error:
            raise error.with_traceback(None) from None
        except TypeError as error:
            # The call itself raised the error, not the function's body.
            if error.__traceback__ is not None and error.__traceback__.tb_next is None:
                known = keyword_names(function)
                for name in keywords:
                    if name not in known:
                        raise unknown_keyword(function.__qualname__, name, known) from None
            raise

    return entry  # type: ignore[return-value]


def keyword_names(function: Callable[..., Any]) -> list[str]:
    """The parameters that the function accepts by name."""
    function = inspect.unwrap(function)
    code = getattr(function, "__code__", None)
    if code is not None:
        # As below, which takes longer: the package does this while it is imported.
        names = code.co_varnames[code.co_posonlyargcount : code.co_argcount + code.co_kwonlyargcount]
        return [name for name in names if name != "self"]
    parameters = list(inspect.signature(function).parameters.values())
    by_name = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return [one.name for one in parameters if one.kind in by_name and one.name != "self"]


def unknown_keyword(what: str, name: str, known: Sequence[str]) -> WaveError:
    """The error for a keyword that ``what`` does not accept."""
    import difflib

    close = difflib.get_close_matches(name, known, 1)
    fix = f"did you mean `{close[0]}`?" if close else f"it takes {', '.join(f'`{one}`' for one in known)}"
    return WaveError(f"`{what}` takes no `{name}`", fix)
