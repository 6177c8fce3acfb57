"""The source text that a function was loaded from. The decorator keeps this text, because the file may change before
the function is compiled.
"""

from __future__ import annotations
import __future__

import linecache
import os
import stat
import sys
import textwrap
import types
import warnings
import weakref
from collections.abc import Iterable, Iterator

from ...errors import WaveError, public_entry

_kept: weakref.WeakKeyDictionary[types.FunctionType, list[str]] = weakref.WeakKeyDictionary()
#: The file names that Python gives to all text of a command line, a prompt or a call of `exec`.
_SHARED = ("<string>", "<stdin>")
#: The flags of a function's code that a compile of its text needs.
_FUTURES = 0
for _name in __future__.all_feature_names:
    _FUTURES |= getattr(__future__, _name).compiler_flag


def _lines(function: types.FunctionType) -> list[str]:
    file, names = function.__code__.co_filename, function.__globals__
    if file in _SHARED:
        return []
    if os.path.exists(file):
        linecache.checkcache(file)
    # linecache uses the loader in a module's globals, which returns this module's text for any file. Text run by `exec`
    # has the globals of the module that calls `exec`.
    return linecache.getlines(file, names if names.get("__file__") == file else None)


def keep_text(function: types.FunctionType) -> None:
    """Keeps the source text of a function that was just loaded. Text that is in no file gets a file name of its own,
    under which linecache has it."""
    lines = _lines(function)
    if not lines and function.__code__.co_filename.startswith("<"):
        text = next((text for text in _texts(function.__code__) if _holds(text, function.__code__)), None)
        if text is not None:
            name = _register(text, function.__code__.co_filename)
            function.__code__ = function.__code__.replace(co_filename=name)
            lines = linecache.getlines(name)
    if lines:
        _kept[function] = lines


def restore_text(function: types.FunctionType, lines: list[str]) -> None:
    """Keeps the source text of a function that comes from another process, where its file may not exist."""
    _kept[function] = lines
    file = function.__code__.co_filename
    if not linecache.getlines(file):
        linecache.cache[file] = (sum(map(len, lines)), None, lines, file)


def text_of(function: types.FunctionType) -> list[str]:
    """The lines of the file that a function was loaded from; empty if they are not available."""
    return _kept.get(function) or _lines(function)


@public_entry
def source_code(text: str) -> types.CodeType:
    """Compiles Python text that defines kernels, for ``exec(wd.source_code(text), names)``, and keeps the text: kernels
    are compiled from it."""
    if not isinstance(text, str):
        raise WaveError(f"`source_code` takes Python text, got {type(text).__name__}", "pass a str")
    return compile(text, _register(text, "<string>"), "exec", dont_inherit=True)


def _register(text: str, file: str) -> str:
    """Adds text to linecache under a name of its own, and returns this name."""
    # It loads OpenSSL, and most kernels are in files.
    import hashlib

    # The name is the same in each process, for the cache on disk.
    name = f"<{file.strip('<>')} {hashlib.sha256(text.encode()).hexdigest()[:8]}>"
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    return name


# Text that Python does not keep.


def _holds(text: str, code: types.CodeType) -> bool:
    """Whether the compile of ``text`` yields exactly this code, with the same positions."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            made = compile(text, code.co_filename, "exec", code.co_flags & _FUTURES, dont_inherit=True)
    except (SyntaxError, ValueError):
        return False
    return _contains(made, code)


def _contains(code: types.CodeType, wanted: types.CodeType) -> bool:
    inner = [one for one in code.co_consts if isinstance(one, types.CodeType)]
    return wanted in inner or any(_contains(one, wanted) for one in inner)


def _texts(code: types.CodeType) -> Iterator[str]:
    """The texts that may contain a function that was just loaded."""
    if code.co_filename == "<string>":
        # The text behind `python -c` is among the arguments that the interpreter was started with.
        yield from sys.orig_argv
        yield from [argument.partition("c")[2] for argument in sys.orig_argv if argument.startswith("-")]
    if code.co_filename == "<stdin>":
        yield from _standard_input()
        yield from _typed(code)
    yield from _variables(code)


def _standard_input() -> Iterable[str]:
    """The program of `python < file`."""
    try:
        status = os.fstat(0)
        if stat.S_ISREG(status.st_mode):
            return [os.pread(0, status.st_size, 0).decode()]
    except (OSError, UnicodeDecodeError):
        pass
    return []


def _typed(code: types.CodeType) -> Iterator[str]:
    """The last lines typed at the prompt, which counts the lines of each statement from 1."""
    readline = sys.modules.get("readline")
    if readline is None:
        return
    count = readline.get_current_history_length()
    for start in range(count - code.co_firstlineno + 1, 0, -1):
        if readline.get_history_item(start + code.co_firstlineno - 1).lstrip().startswith(("@", "def ")):
            yield "".join(f"{readline.get_history_item(place)}\n" for place in range(start, count + 1))


def _variables(code: types.CodeType) -> Iterator[str]:
    """The texts in local variables of all callers: a program that calls `exec` has its text there, and so have the
    consoles of Python's module `code`."""
    frame = sys._getframe(1)
    while frame is not None:
        for value in list(frame.f_locals.values()):
            if isinstance(value, str) and f"def {code.co_name}" in value:
                yield value
                yield textwrap.dedent(value)
        frame = frame.f_back
