"""The source text that a function was loaded from. The decorator keeps this text, because the file may change before
the function is compiled.
"""

from __future__ import annotations

import linecache
import os
import types
import weakref

_kept: weakref.WeakKeyDictionary[types.FunctionType, list[str]] = weakref.WeakKeyDictionary()


def _lines(function: types.FunctionType) -> list[str]:
    file, names = function.__code__.co_filename, function.__globals__
    if os.path.exists(file):
        linecache.checkcache(file)
    # linecache uses the loader in a module's globals, which returns this module's text for any file. Text run by `exec`
    # has the globals of the module that calls `exec`.
    return linecache.getlines(file, names if names.get("__file__") == file else None)


def keep_text(function: types.FunctionType) -> None:
    """Keeps the source text of a function that was just loaded."""
    lines = _lines(function)
    if lines:
        _kept[function] = lines


def text_of(function: types.FunctionType) -> list[str]:
    """The lines of the file that a function was loaded from; empty if they are not available."""
    return _kept.get(function) or _lines(function)
