"""The folder of the cache, if it is safe to run code from it: only its user and root may write there.

The rules are those of ssh for its keys. Each folder on the way, and each symbolic link, belongs to the user or to root. Others
may write to a folder on the way only where it is sticky, as ``/tmp`` is, and to the cache's own folder never. The group may,
where it is the user's private one: some systems make all new folders so.
"""

from __future__ import annotations

import functools
import grp
import os
import pwd
import shlex
import stat
import warnings
from pathlib import Path

from .. import knobs
from ..errors import WaveWarning

_MOST_LINKS = 40
_OWN_FOLDER = "set WAVEDIALECT_CACHE_DIR to a folder of your own, or WAVEDIALECT_CACHE=0"


class _Unsafe(Exception):
    """Why a folder is not used, and what to do about it."""

    def __init__(self, reason: str, fix: str) -> None:
        super().__init__(reason)
        self.fix = fix


def cache_directory() -> Path | None:
    """Where results of compiles are kept; None where there is no such place. A folder that others can write is not used,
    and a warning says so once."""
    directory = knobs.cache_directory()
    if directory is None:
        return None
    try:
        _check(directory)
    except _Unsafe as unsafe:
        _warn(directory, str(unsafe), unsafe.fix)
        return None
    except OSError as error:
        _warn(directory, error.strerror or str(error), _OWN_FOLDER)
        return None
    return directory


def is_own_file(path: Path) -> bool:
    """Whether a file is the user's or root's and no other user may write it: it may be older than its folder's rights."""
    try:
        found = os.lstat(path)
    except OSError:
        return False
    return stat.S_ISREG(found.st_mode) and _is_trusted(found) and _writer(path, found) is None


@functools.cache
def _warn(directory: Path, reason: str, fix: str) -> None:
    """Once for each reason."""
    message = f"the cache folder '{directory}' is not used: {reason}, and code is run from there"
    warnings.warn(f"{message}\nhelp: {fix}", WaveWarning, stacklevel=3)


def _check(directory: Path) -> None:
    """Walks to a folder as the kernel does, link by link."""
    current, links = Path("/"), 0
    _check_folder(current, is_last=False)
    parts = list(reversed(directory.absolute().parts[1:]))
    while parts:
        name = parts.pop()
        if name == "..":
            current = current.parent
            continue
        path = current / name
        found = os.lstat(path)
        if not stat.S_ISLNK(found.st_mode):
            current = path
            _check_folder(current, is_last=not parts)
            continue
        links += 1
        if links > _MOST_LINKS:
            raise _Unsafe(f"'{directory}' has too many symbolic links", _OWN_FOLDER)
        _check_owner(path, found)
        target = Path(os.readlink(path))
        current = Path("/") if target.is_absolute() else current
        parts += reversed(target.parts[1:] if target.is_absolute() else target.parts)
        if not parts:
            _check_folder(current, is_last=True)


def _check_folder(path: Path, is_last: bool) -> None:
    found = os.lstat(path)
    _check_owner(path, found)
    # In a sticky folder, users cannot replace files of other users.
    writer = _writer(path, found) if is_last or not found.st_mode & stat.S_ISVTX else None
    if writer is not None:
        raise _Unsafe(f"{writer} can write to '{path}'", f"`chmod go-w {shlex.quote(str(path))}`, or {_OWN_FOLDER}")


def _check_owner(path: Path, found: os.stat_result) -> None:
    if not _is_trusted(found):
        try:
            owner = f"the user '{pwd.getpwuid(found.st_uid).pw_name}'"
        except KeyError:
            owner = f"the user with number {found.st_uid}"
        raise _Unsafe(f"'{path}' belongs to {owner}", _OWN_FOLDER)


def _is_trusted(found: os.stat_result) -> bool:
    return found.st_uid in (0, os.geteuid())


def _writer(path: Path, found: os.stat_result) -> str | None:
    """Who may write it beside its owner."""
    if found.st_mode & stat.S_IWOTH:
        return "everybody"
    if not found.st_mode & stat.S_IWGRP or _is_private(found.st_gid, os.geteuid()) and not _has_list(path):
        return None
    try:
        return f"the group '{grp.getgrgid(found.st_gid).gr_name}'"
    except KeyError:
        return f"the group with number {found.st_gid}"


@functools.cache
def _is_private(group: int, user: int) -> bool:
    """Whether a group is the user's own: the first one, of the user's name, without other members."""
    try:
        found, owner = grp.getgrgid(group), pwd.getpwuid(user)
    except KeyError:
        return False
    return group == owner.pw_gid and found.gr_name == owner.pw_name and set(found.gr_mem) <= {owner.pw_name}


def _has_list(path: Path) -> bool:
    """Whether there is a list of who may do what: the group's right to write is then that of all on the list."""
    try:
        return bool(os.getxattr(path, "system.posix_acl_access", follow_symlinks=False))
    except OSError:
        return False
