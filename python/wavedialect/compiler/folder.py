"""Writes files whole: who reads them finds all of a file or what was there before, never a part."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path


def write_whole(directory: str | Path, files: Mapping[str, bytes]) -> None:
    """Writes files by their names into ``directory``, which is made if it is missing. They take their places when all
    of them are written; where one cannot be, OSError is raised and none has changed."""
    folder = Path(directory)
    folder.mkdir(parents=True, exist_ok=True)
    written: list[tuple[str, Path]] = []
    try:
        for name, contents in files.items():
            target = folder / name
            if target.is_dir():
                raise IsADirectoryError(f"'{target}' is a folder")
            handle, temporary = tempfile.mkstemp(prefix=f".{name}.", dir=folder)
            written.append((temporary, target))
            with os.fdopen(handle, "wb") as file:
                file.write(contents)
            os.chmod(temporary, 0o666 & ~_umask())
        for temporary, target in written:
            os.replace(temporary, target)
    finally:
        for temporary, _ in written:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(temporary)


def _umask() -> int:
    """What the process takes away from the permissions of new files; it can only be read by being set."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
