"""The table of benchmarks/gpu/cuda_launch.py where a package is missing or does not fit."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parents[3] / "benchmarks"


@pytest.fixture
def benchmark(monkeypatch):
    monkeypatch.setattr(sys, "path", [*sys.path, str(BENCHMARKS)])
    spec = importlib.util.spec_from_file_location("cuda_launch", BENCHMARKS / "gpu/cuda_launch.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_package_that_cannot_run_has_its_reason_in_the_table(benchmark):
    def without_a_module(device):
        import no_such_package  # noqa: F401

    def without_an_attribute(device):
        raise AttributeError("module 'numpy' has no attribute 'row_stack'\nsecond line")

    def fail():
        raise RuntimeError("the launch | fails")

    peers = {
        "good": lambda device: {"good, a launch": lambda: 2000.0},
        "absent": without_a_module,
        "Numba": without_an_attribute,
        "late": lambda device: {"late, a launch": fail},
    }
    lines, missing = benchmark.peer_lines(None, peers)
    assert list(lines) == ["good, a launch"]
    assert missing["absent"] == "ModuleNotFoundError: No module named 'no_such_package'"
    table = benchmark.table_of({"loop in C": [1.0, 3.0], "good, a launch": [4.0, 6.0]}, missing, 2)
    text, page = table.text(), table.markdown()
    assert "| good, a launch | 5.00 | 4.00 | 3.00 | 3.00 |" in page
    reason = "Numba: not available: AttributeError: module 'numpy' has no attribute 'row_stack'"
    assert reason in text and f"| {reason} |  |  |  |  |" in page
    assert r"late: not available: RuntimeError: the launch \| fails |" in page
    assert "second line" not in text
