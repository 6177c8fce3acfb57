"""Writes files atomically: readers see a complete file or the previous contents, never a partial file."""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .errors import WaveError


def checked_path(name: str, value: Any) -> Path:
    """The path that a user passes as the argument ``name``; raises WaveError for an invalid path."""
    if not isinstance(value, (str, os.PathLike)) or not os.fspath(value):
        raise WaveError(f"{name} is {value!r}", f'pass a path: `{name}="results"`')
    return Path(value)


def write_whole(directory: Path, files: Mapping[str, bytes]) -> None:
    """Writes files by name into ``directory``, which is created if missing. They replace existing files after all of
    them are written; if one cannot be written, OSError is raised and none has changed."""
    if directory.is_file():
        raise NotADirectoryError(f"'{directory}' is a file")
    directory.mkdir(parents=True, exist_ok=True)
    mode = 0o666 & ~_umask()
    _write({directory / name: (contents, mode) for name, contents in files.items()})


def replace_whole(files: Mapping[Path, bytes]) -> None:
    """Replaces the contents of existing files, as ``write_whole`` does; their permissions stay."""
    _write({path: (contents, stat.S_IMODE(path.stat().st_mode)) for path, contents in files.items()})


def _write(files: Mapping[Path, tuple[bytes, int]]) -> None:
    written: list[tuple[str, Path]] = []
    try:
        for target, (contents, mode) in files.items():
            if target.is_dir():
                raise IsADirectoryError(f"'{target}' is a folder")
            handle, temporary = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
            written.append((temporary, target))
            with os.fdopen(handle, "wb") as file:
                file.write(contents)
            os.chmod(temporary, mode)
        for temporary, target in written:
            os.replace(temporary, target)
    finally:
        for temporary, _ in written:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(temporary)


def _umask() -> int:
    """The permissions that the process removes from new files; the mask can only be read by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
