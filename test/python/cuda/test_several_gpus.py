"""The script for several GPUs, on the CPU."""

from __future__ import annotations

import pathlib
import subprocess
import sys

import pytest

SCRIPT = pathlib.Path(__file__).parents[2] / "gpu/several_gpus.py"


def test_the_script_on_the_cpu():
    pytest.importorskip("distributed", reason="Dask is not installed")
    command = [sys.executable, SCRIPT, "--devices", "cpu", "cpu"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    for line in ("one_process: 2 devices", "dask_workers: 8 tasks", "tuning_by_workers: 6 configurations"):
        assert line in done.stdout, done.stdout
