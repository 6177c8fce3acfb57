"""Examples with wave matrices, which DXIL takes from Shader Model 6.10 on."""

from __future__ import annotations

import pytest
from example_launches import LAUNCHES
from example_targets import WITH_MATRICES

import wavedialect as wd


def refusal(kernel, target, **options):
    """The id of the error, or "" where the target takes the kernel."""
    try:
        kernel.compile(target, **options)
    except wd.CompileError as error:
        assert 'device="cpu"' in error.fix, error
        return error.id
    return ""


@pytest.mark.parametrize("launch", [one for one in LAUNCHES if not one.is_everywhere], ids=str)
def test_targets(launch):
    assert {target: refusal(launch.kernel, target) for target in ("cpu", "ptx", "spirv", "dxil")} == {
        "cpu": "",
        "ptx": "",
        "spirv": "",
        "dxil": "matrix-target",
    }
    assert not refusal(launch.kernel, "dxil", shader_model="6.10")


def test_the_table_names_examples():
    assert set(WITH_MATRICES) <= {launch.example for launch in LAUNCHES}
