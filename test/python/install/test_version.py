"""The version is one number: of the newest tag, of the changelog and of CMake."""

from __future__ import annotations

import os
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
    newest, is_released = changelog()[0]
    assert f"project(WaveDialect LANGUAGES NONE VERSION {newest})" in (ROOT / "CMakeLists.txt").read_text()
    fallback = newest if is_released else f"{newest}.dev0"
    assert f'fallback_version = "{fallback}"' in (ROOT / "pyproject.toml").read_text()


GIT = ["git", "-c", "user.name=A", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]


def commit(folder: Path) -> None:
    subprocess.run([*GIT, "add", "."], cwd=folder, check=True)
    subprocess.run([*GIT, "commit", "--quiet", "--allow-empty", "-m", "m"], cwd=folder, check=True)


def computed_version(folder: Path) -> str:
    """The version of a wheel that is built in this folder."""
    command = [sys.executable, "-m", "setuptools_scm"]
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout.strip()


def test_versions_before_a_tag_at_it_and_behind_it(tmp_path):
    """Each is newer than the one before."""
    (tmp_path / "pyproject.toml").write_text(
        re.sub(r'(?<=fallback_version = ").*(?=")', "0.1.0.dev0", (ROOT / "pyproject.toml").read_text())
    )
    found = [computed_version(tmp_path)]
    subprocess.run([*GIT, "init", "--quiet"], cwd=tmp_path, check=True)
    for tag in ("", "", "v0.1.0", "", "v0.2.0", ""):
        commit(tmp_path)
        if tag:
            subprocess.run([*GIT, "tag", tag], cwd=tmp_path, check=True)
        found.append(computed_version(tmp_path))
    assert found == ["0.1.0.dev0", "0.1.0.dev1", "0.1.0.dev2", "0.1.0", "0.1.1.dev1", "0.2.0", "0.2.1.dev1"]


def test_the_demo_knows_the_version_of_a_wheel(tmp_path):
    """It uses an installed wheel only if the wheel has the version of the checkout."""
    loader = SourceFileLoader("installed_wheel", str(ROOT / "scripts/installed-wheel"))
    module = types.ModuleType(loader.name)
    loader.exec_module(module)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    subprocess.run([*GIT, "init", "--quiet"], cwd=tmp_path, check=True)
    for tag in ("", "v0.2.0", "", "", "v0.10.3"):
        commit(tmp_path)
        if tag:
            subprocess.run([*GIT, "tag", tag], cwd=tmp_path, check=True)
        assert module.version_of(tmp_path) == computed_version(tmp_path)
    shutil.rmtree(tmp_path / ".git")
    assert module.version_of(tmp_path) == "0.1.0.dev0"


def demo_needs(folder: Path, version: str, *packages: str) -> subprocess.CompletedProcess[str]:
    """What `scripts/installed-wheel` says of a Python with this version of the package and these other packages."""
    for name in ("wavedialect", *packages):
        (folder / name).mkdir(parents=True)
        (folder / name / "__init__.py").touch()
    metadata = folder / f"wavedialect-{version}.dist-info/METADATA"
    metadata.parent.mkdir()
    metadata.write_text(f"Metadata-Version: 2.1\nName: wavedialect\nVersion: {version}\n")
    # Without the packages of this environment.
    command = [sys.executable, "-S", ROOT / "scripts/installed-wheel", ROOT]
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    return subprocess.run(command, check=False, capture_output=True, text=True, env=environment)


def test_the_demo_says_why_it_does_not_use_a_wheel(tmp_path):
    """Without a reason, a user would not know why a build begins."""
    version = computed_version(ROOT)
    needed = ("skimage", "matplotlib", "numpy")
    done = demo_needs(tmp_path / "all", version, *needed)
    assert (done.returncode, done.stderr) == (0, "")
    done = demo_needs(tmp_path / "old", "0.0.1", *needed)
    reason = f"{sys.executable} has version 0.0.1, this checkout is {version}"
    assert (done.returncode, done.stderr) == (1, f"demo: the installed wheel is not used: {reason}\n")
    done = demo_needs(tmp_path / "bare", version, "numpy")
    reason = f"it needs skimage, matplotlib: type {sys.executable} -m pip install 'wavedialect[demo]'"
    assert (done.returncode, done.stderr) == (1, f"demo: the installed wheel is not used: {reason}\n")


def test_the_demo_refuses_a_python_that_is_not_there():
    command = [ROOT / "scripts/demo"]
    environment = {**os.environ, "PYTHON": "absent/python"}
    done = subprocess.run(command, check=False, capture_output=True, text=True, env=environment)
    assert (done.returncode, done.stderr) == (1, "demo: PYTHON is 'absent/python', which is not a program\n")
