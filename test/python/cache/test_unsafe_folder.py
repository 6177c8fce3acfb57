"""A folder that others could put code into is not used, with a warning that says why; compiles work without it."""

from __future__ import annotations

import grp
import os
import pwd
import warnings

import numpy as np
import pytest
from cache_outcomes import outcome

import wavedialect as wd
from wavedialect import cache
from wavedialect.cache import directory as module
from wavedialect.cache.directory import cache_directory

KERNEL = """
@wd.kernel(num_waves=1)
def kernel(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    i = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    out[i] = src[i] * 3
"""
OTHER = 54321
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files to others")


@pytest.fixture(autouse=True)
def warned_anew():
    module._warn.cache_clear()
    module._is_private.cache_clear()


def refused(said, *helped):
    """The warning that the folder is not used; there is one, and nothing is read from it or written to it."""
    with pytest.warns(wd.WaveWarning, match=said) as caught:
        assert cache_directory() is None
    (warning,) = caught
    text = str(warning.message)
    assert text.startswith("the cache folder '") and all(
        part in text for part in ("code is run from there\nhelp: ", *helped)
    )
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert cache_directory() is None and cache.info().directory is None


def accepted():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert cache_directory() is not None


@pytest.mark.parametrize("mode", [0o777, 0o702, 0o1777])
def test_a_folder_that_all_users_can_write_to(folder, program, mode):
    made = program(KERNEL).kernel
    made.compile()
    kept = sorted(path.name for path in folder.iterdir())
    folder.chmod(mode)
    refused(f"everybody can write to '{folder}'", f"`chmod go-w {folder}`", "WAVEDIALECT_CACHE_DIR")
    cache.store.STORE.clear()
    # It works, and what is in the folder is neither found nor touched.
    src, out = np.arange(64, dtype=np.uint32), np.zeros(64, np.uint32)
    again = program(KERNEL)
    assert outcome(again.kernel.compile, "results") == "made"
    again.kernel.dispatch(8, src, out, wave_size=8, device="cpu")
    assert (out == src * 3).all()
    assert sorted(path.name for path in folder.iterdir()) == kept
    # Followed word by word, the advice helps.
    os.system(f"chmod go-w {folder}")
    accepted()


def test_the_group_can_write_to_it(folder, monkeypatch):
    """Unless it is the user's private group, as Debian and others give each user one."""
    folder.chmod(0o770)
    mine = pwd.getpwuid(os.geteuid())
    group = grp.getgrgid(folder.stat().st_gid)
    for name, first, members, is_private in (
        (mine.pw_name, group.gr_gid, [], True),
        (mine.pw_name, group.gr_gid, [mine.pw_name], True),
        (mine.pw_name, group.gr_gid, ["somebody"], False),
        ("staff", group.gr_gid, [], False),
        (mine.pw_name, group.gr_gid + 1, [], False),
    ):
        warned_of = grp.struct_group((name, "x", group.gr_gid, members))
        monkeypatch.setattr(module.grp, "getgrgid", lambda number, found=warned_of: found)
        user = pwd.struct_passwd((mine.pw_name, "x", mine.pw_uid, first, "", "/", "/bin/sh"))
        monkeypatch.setattr(module.pwd, "getpwuid", lambda number, found=user: found)
        module._is_private.cache_clear()
        module._warn.cache_clear()
        if is_private:
            accepted()
        else:
            refused(f"the group '{name}' can write to '{folder}'", "chmod go-w")


def test_a_folder_on_the_way(folder, monkeypatch):
    """Who can rename it can put another one in its place; not where it is sticky, as /tmp is."""
    inner = folder / "shared" / "mine"
    inner.mkdir(mode=0o700, parents=True)
    monkeypatch.setenv("WAVEDIALECT_CACHE_DIR", str(inner))
    (folder / "shared").chmod(0o777)
    refused(f"everybody can write to '{folder / 'shared'}'", f"chmod go-w {folder / 'shared'}")
    (folder / "shared").chmod(0o1777)
    accepted()


@as_root
def test_it_belongs_to_another_user(folder):
    os.chown(folder, OTHER, 0)
    refused(f"'{folder}' belongs to the user with number {OTHER}", "set WAVEDIALECT_CACHE_DIR to a folder of your own")


def test_a_folder_of_another_owner(folder, monkeypatch):
    """A user other than root is warned, too; folders of root are accepted for every user."""
    real, user = os.lstat, os.geteuid()
    monkeypatch.setattr(module.os, "geteuid", lambda: OTHER)
    if user == 0:
        accepted()
    else:
        refused("belongs to the user")
    monkeypatch.setattr(module.os, "lstat", lambda path: _owned(real(path), OTHER + 1))
    refused(f"belongs to the user with number {OTHER + 1}")


def _owned(found, user):
    return os.stat_result((*found[:4], user, *found[5:]))


def test_symbolic_links(folder, tmp_path, monkeypatch):
    """The link counts, where it leads counts, and so does what lies between."""
    link, between = tmp_path / "link", tmp_path / "between"
    between.symlink_to(folder)
    link.symlink_to("between/../between")
    monkeypatch.setenv("WAVEDIALECT_CACHE_DIR", str(link))
    accepted()
    folder.chmod(0o777)
    refused(f"everybody can write to '{folder}'")
    folder.chmod(0o700)
    accepted()
    open_to_all = tmp_path / "open"
    open_to_all.mkdir()
    open_to_all.chmod(0o777)
    (open_to_all / "link").symlink_to(folder)
    monkeypatch.setenv("WAVEDIALECT_CACHE_DIR", str(open_to_all / "link"))
    refused(f"everybody can write to '{open_to_all}'")


@as_root
def test_links_of_others(folder, tmp_path, monkeypatch):
    """In a folder like /tmp anybody may make one, and lead it elsewhere later."""
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o1777)
    link = shared / "link"
    link.symlink_to(folder)
    monkeypatch.setenv("WAVEDIALECT_CACHE_DIR", str(link))
    accepted()
    os.lchown(link, OTHER, OTHER)
    refused(f"'{link}' belongs to the user with number {OTHER}")


def test_new_folders_are_safe(tmp_path, monkeypatch):
    """Whatever the process gives new files."""
    monkeypatch.setenv("WAVEDIALECT_CACHE_DIR", str(tmp_path / "new"))
    before = os.umask(0)
    try:
        accepted()
    finally:
        os.umask(before)
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o700


def entries(folder):
    return [path for path in folder.iterdir() if path.name.startswith("llvmcache-")]


def change_rights(path):
    path.chmod(0o666)


def change_owner(path):
    os.chown(path, OTHER, OTHER)


def change_into_link(path):
    path.rename(path.with_suffix(".elsewhere"))
    path.symlink_to(path.with_suffix(".elsewhere"))


def change_into_pipe(path):
    path.unlink()
    os.mkfifo(path)


@pytest.mark.parametrize(
    "change", [change_rights, change_into_link, change_into_pipe, pytest.param(change_owner, marks=as_root)]
)
def test_entries_that_others_wrote(folder, program, change):
    """They may be older than the rights of the folder: such an entry is as none, and is replaced."""
    before = os.umask(0)
    try:
        program(KERNEL).kernel.compile()
    finally:
        os.umask(before)
    assert {path.stat().st_mode & 0o777 for path in entries(folder)} == {0o600}
    cache.store.STORE.clear()
    assert outcome(program(KERNEL).kernel.compile, "results") == "disk"
    for path in entries(folder):
        change(path)
    cache.store.STORE.clear()
    assert outcome(program(KERNEL).kernel.compile, "results") == "made"
    cache.store.STORE.clear()
    assert outcome(program(KERNEL).kernel.compile, "results") == "disk"
