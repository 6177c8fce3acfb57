"""A cache in a folder of its own, and kernels whose text a test may change between two runs of a program."""

from __future__ import annotations

import importlib.util
import itertools
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import numpy as np
import pytest

from wavedialect.cache.store import STORE

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "checker")]
from cache_outcomes import HEAD  # noqa: E402

_count = itertools.count()


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty folder of the cache, and nothing in memory."""
    made = tmp_path / "cache"
    made.mkdir()
    for name in ("WAVEDIALECT_CACHE", "WAVEDIALECT_CACHE_SIZE", "WAVEDIALECT_DUMP_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("WAVEDIALECT_CACHE_DIR", str(made))
    STORE.clear()
    yield made
    STORE.clear()


@pytest.fixture
def program(folder, tmp_path):
    """``program(text)`` runs a text as a program that starts anew, always from the same file, and gives its names."""
    file = tmp_path / "program.py"

    def run(text: str, **names):
        file.write_text(HEAD + textwrap.dedent(text))
        spec = importlib.util.spec_from_file_location(f"program_{next(_count)}", file)
        module = importlib.util.module_from_spec(spec)
        sys.modules[module.__name__] = module
        vars(module).update(names)
        spec.loader.exec_module(module)
        return module

    return run


@pytest.fixture
def process(folder, tmp_path):
    """``process(text)`` runs a text as a program in a process of its own, and gives what it prints."""

    def run(text: str, path: str | None = None, **environment):
        file = tmp_path / "process.py"
        file.write_text(HEAD + textwrap.dedent(text))
        environment = {**os.environ, **environment}
        options = []
        if path is not None:
            # Without the package that is installed.
            options = ["-S"]
            environment["PYTHONPATH"] = os.pathsep.join([path, str(Path(np.__file__).parents[1])])
        done = subprocess.run(
            [sys.executable, *options, file], env=environment, capture_output=True, text=True, timeout=120, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run
