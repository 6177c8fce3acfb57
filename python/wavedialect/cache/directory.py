"""The folder of the cache, if it is safe to run code from it: only its user and root may write there.

The rules are those of ssh for its keys. Each folder and symbolic link on the path must belong to the user or to root.
Other users may write to a folder on the path only if it is sticky, as ``/tmp`` is, and never to the cache folder
itself. The group may write if it is the user's private group: some systems create all new folders like that.
"""

from __future__ import annotations

import functools
import grp
import os
import pwd
import stat
import warnings

from .. import knobs
from ..errors import WaveWarning

_MOST_LINKS = 40
_OWN_FOLDER = "set WAVEDIALECT_CACHE_DIR to a folder of your own, or WAVEDIALECT_CACHE=0"


class _Unsafe(Exception):
    """The reason why a folder is not used, and the fix."""

    def __init__(self, reason: str, fix: str) -> None:
        super().__init__(reason)
        self.fix = fix


def cache_directory() -> str | None:
    """The folder for results of compiles; None if there is none. A folder that other users can write is not used, and a
    warning reports it once."""
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


def is_own_file(path: str) -> bool:
    """Whether a file belongs to the user or root and no other user may write it: it may be older than the folder's
    permissions."""
    try:
        found = os.lstat(path)
    except OSError:
        return False
    return stat.S_ISREG(found.st_mode) and _is_trusted(found) and _writer(path, found) is None


@functools.cache
def _warn(directory: str, reason: str, fix: str) -> None:
    """Warns once per reason."""
    message = f"the cache folder '{directory}' is not used: {reason}, and code is run from there"
    warnings.warn(f"{message}\nhelp: {fix}", WaveWarning, stacklevel=3)


def _parts(path: str) -> list[str]:
    """The steps of a path, the last one first."""
    return [part for part in reversed(path.split("/")) if part not in ("", ".")]


def _check(directory: str) -> None:
    """Resolves the path of a folder as the kernel does, link by link, and checks each part."""
    current, links = "/", 0
    _check_folder(current, is_last=False)
    parts = _parts(os.path.join(os.getcwd(), directory))
    while parts:
        name = parts.pop()
        if name == "..":
            current = os.path.dirname(current)
            continue
        path = os.path.join(current, name)
        found = os.lstat(path)
        if not stat.S_ISLNK(found.st_mode):
            current = path
            _check_folder(current, is_last=not parts)
            continue
        links += 1
        if links > _MOST_LINKS:
            raise _Unsafe(f"'{directory}' has too many symbolic links", _OWN_FOLDER)
        _check_owner(path, found)
        target = os.readlink(path)
        current = "/" if os.path.isabs(target) else current
        parts += _parts(target)
        if not parts:
            _check_folder(current, is_last=True)


def _check_folder(path: str, is_last: bool) -> None:
    found = os.lstat(path)
    _check_owner(path, found)
    # In a sticky folder, users cannot replace files of other users.
    writer = _writer(path, found) if is_last or not found.st_mode & stat.S_ISVTX else None
    if writer is not None:
        import shlex

        raise _Unsafe(f"{writer} can write to '{path}'", f"`chmod go-w {shlex.quote(path)}`, or {_OWN_FOLDER}")


def _check_owner(path: str, found: os.stat_result) -> None:
    if not _is_trusted(found):
        try:
            owner = f"the user '{pwd.getpwuid(found.st_uid).pw_name}'"
        except KeyError:
            owner = f"the user with number {found.st_uid}"
        raise _Unsafe(f"'{path}' belongs to {owner}", _OWN_FOLDER)


def _is_trusted(found: os.stat_result) -> bool:
    return found.st_uid in (0, os.geteuid())


def _writer(path: str, found: os.stat_result) -> str | None:
    """Who may write it besides its owner."""
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
    """Whether a group is the user's private one: the primary group, with the user's name and without other members."""
    try:
        found, owner = grp.getgrgid(group), pwd.getpwuid(user)
    except KeyError:
        return False
    return group == owner.pw_gid and found.gr_name == owner.pw_name and set(found.gr_mem) <= {owner.pw_name}


def _has_list(path: str) -> bool:
    """Whether the path has an access control list: the group's write permission then applies to the whole list."""
    try:
        return bool(os.getxattr(path, "system.posix_acl_access", follow_symlinks=False))
    except OSError:
        return False
