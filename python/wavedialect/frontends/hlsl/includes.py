"""The files that a shader may include, for the key of the cache: found without a preprocessor."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Sequence

from ..text_files import SourceText

_INCLUDE = re.compile(r'^[ \t]*(?:/\*.*?\*/[ \t]*)?#[ \t]*include\b[ \t]*(?:"([^"\n]+)"|<([^>\n]+)>)?', re.MULTILINE)
#: The most files that a shader may include.
_MOST_FILES = 1000


def includes_of(source: SourceText, directories: Sequence[str]) -> list[tuple[str, str]] | None:
    """The names of all files that an ``#include`` may mean, with a digest of their contents, "" if there is no such
    file; None if a name is not known without the preprocessor.

    The list has files of branches that the preprocessor skips, and files behind the first one that is found.
    """
    found: dict[str, str] = {}
    waiting = [(os.path.dirname(source.file) if source.is_file else os.getcwd(), source.text)]
    while waiting:
        folder, text = waiting.pop()
        # A line may continue on the next one.
        for name in _INCLUDE.finditer(text.replace("\\\n", "")):
            included = name[1] or name[2]
            if not included or len(found) > _MOST_FILES:
                return None
            for place in dict.fromkeys((folder, *directories)):
                path = os.path.abspath(os.path.join(place, included))
                if path in found:
                    continue
                contents = _contents(path)
                found[path] = "" if contents is None else hashlib.sha256(contents).hexdigest()
                if contents is not None:
                    waiting.append((os.path.dirname(path), contents.decode(errors="replace").replace("\r\n", "\n")))
    return sorted(found.items())


def _contents(path: str) -> bytes | None:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return None
