"""Another LLVM in the process, imported before and after this one: neither uses symbols of the other. `scripts/wheel
--test` runs the same programs with the wheel; here they run with the build."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAMS = Path(__file__).resolve().parents[2] / "install/in_wheel.py"


@pytest.mark.parametrize("needed", [("numba",), ("torch", "triton")], ids=lambda needed: needed[0])
def test_both_compile_in_one_process(needed: tuple[str, ...]) -> None:
    for name in needed:
        if importlib.util.find_spec(name) is None:
            pytest.skip(f"no {name}: pip install {needed[0]}")
    done = subprocess.run([sys.executable, PROGRAMS, needed[0]], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith("2 passed, 0 failed\n")
