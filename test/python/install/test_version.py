"""The version is one number: of the newest tag, of the changelog and of CMake."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import types
from importlib.machinery import SourceFileLoader
from pathlib import Path

ROOT = Path(__file__).parents[3]
NUMBER = r"(\d+\.\d+\.\d+)"


def changelog() -> list[tuple[str, bool]]:
    """The versions of the changelog, newest first, and whether each is released."""
    found = re.findall(rf"^## {NUMBER}(, not released)?$", (ROOT / "docs/changes.md").read_text(), re.MULTILINE)
    return [(number, not rest) for number, rest in found]


def tags() -> list[str]:
    """The released versions, newest first; none in a copy without git."""
    command = ["git", "tag", "--list", "v*", "--sort=-version:refname"]
    done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    return [tag.removeprefix("v") for tag in done.stdout.split()]


def test_the_changelog_lists_the_tags():
    assert [number for number, is_released in changelog() if is_released] == tags()
    assert [is_released for _, is_released in changelog()][1:] == [True] * (len(changelog()) - 1)


def test_cmake_and_archives_have_the_newest_version():
    newest = changelog()[0][0]
    assert f"project(WaveDialect LANGUAGES C CXX VERSION {newest})" in (ROOT / "CMakeLists.txt").read_text()
    assert f'fallback_version = "{newest}"' in (ROOT / "pyproject.toml").read_text()


def test_the_demo_knows_the_version_of_a_wheel(tmp_path):
    """It uses an installed wheel only if the wheel has the version of the checkout."""
    loader = SourceFileLoader("installed_wheel", str(ROOT / "scripts/installed-wheel"))
    module = types.ModuleType(loader.name)
    loader.exec_module(module)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    git = ["git", "-c", "user.name=A", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
    for tag in ("", "v0.2.0", "", "", "v0.10.3"):
        subprocess.run([*git, "init", "--quiet"], cwd=tmp_path, check=True)
        subprocess.run([*git, "add", "."], cwd=tmp_path, check=True)
        subprocess.run([*git, "commit", "--quiet", "--allow-empty", "-m", "m"], cwd=tmp_path, check=True)
        if tag:
            subprocess.run([*git, "tag", tag], cwd=tmp_path, check=True)
        computed = subprocess.run(
            [sys.executable, "-m", "setuptools_scm"], cwd=tmp_path, check=True, capture_output=True, text=True
        )
        assert module.version_of(tmp_path) == computed.stdout.strip()
