"""A folder with a file of kernels, the working directory of every command that is tried."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from wavedialect.command.main import main

HERE = Path(__file__).parent


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An own folder with ``kernels.py``, ``constants.py`` beside it, and nothing else; its modules are forgotten."""
    for name in ("kernels.py", "constants.py"):
        shutil.copy(HERE / "files" / name, tmp_path / name)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    # What a command imports must not be there for the next one: its files have the same names.
    paths, modules = list(sys.path), set(sys.modules)
    yield tmp_path
    sys.path[:] = paths
    for name in set(sys.modules) - modules:
        if not name.startswith(("wavedialect.", "numpy", "rich", "click", "pygments", "markdown_it")):
            del sys.modules[name]


@pytest.fixture
def command(folder) -> Callable[..., Result]:
    """``command("run", "kernels.py:scale", ...)``: what it prints, and its exit status; exceptions are raised."""

    def invoke(*arguments: str, **options: Any) -> Result:
        given = [str(argument) for argument in arguments]
        return CliRunner().invoke(main, given, catch_exceptions=False, prog_name="wavedialect", **options)

    return invoke
