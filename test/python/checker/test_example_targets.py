"""Examples that some targets refuse: with one error, which says where the kernel runs."""

from __future__ import annotations

import pytest
from example_launches import LAUNCHES
from example_targets import ONLY_CPU_AND_CUDA

import wavedialect as wd


def refusal(kernel, target):
    """The id of the error, or "" where the target takes the kernel."""
    try:
        kernel.compile(target)
    except wd.CompileError as error:
        assert 'device="cpu"' in error.fix, error
        return error.id
    return ""


@pytest.mark.parametrize("launch", [one for one in LAUNCHES if not one.is_everywhere], ids=str)
def test_targets(launch):
    assert {target: refusal(launch.kernel, target) for target in ("cpu", "ptx", "spirv", "dxil")} == {
        "cpu": "",
        "ptx": "",
        "spirv": "pipe-target",
        "dxil": "pipe-target",
    }


def test_the_table_names_examples():
    assert set(ONLY_CPU_AND_CUDA) <= {launch.example for launch in LAUNCHES}
