"""Processes that find a library in the place of CUDA's driver, or none."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys

import pytest

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "checker")]

import fake_driver as fake  # noqa: E402  (after the path)


@pytest.fixture(scope="session")
def fake_driver(tmp_path_factory):
    """The folder of the fake driver."""
    if not fake.COMPILER:
        pytest.skip("no C compiler")
    return fake.build(tmp_path_factory.mktemp("driver"))


@pytest.fixture(scope="session")
def in_process():
    """Runs Python with these arguments in a new process, with variables of its environment; returns what it prints."""

    def run(*arguments, folder=None, **environment):
        paths = (str(HERE), os.environ.get("PYTHONPATH", ""))
        variables = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths)), "WAVEDIALECT_CACHE": "0"}
        if folder is not None:
            variables["LD_LIBRARY_PATH"] = str(folder)
        variables |= environment
        command = [sys.executable, *map(str, arguments)]
        done = subprocess.run(command, env=variables, capture_output=True, text=True, timeout=300, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run
