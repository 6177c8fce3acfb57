"""A sample of the matrix as containers: what they compute, and which shader models refuse which kernels.

``python test/python/matrix/run.py --device dxil:6.0:loops`` runs all of it for one model, ``python
test/python/dxil/validate_kernels.py matrix`` compiles and validates all of it for every model; ``scripts/test --full`` does
both.
"""

from __future__ import annotations

import datetime
import os
import random

import judgement
import pytest
from dxil_device import DXILDevice
from judgement import judge, judge_cases
from shader_models import MODELS
from wave_matrix import runner
from wave_matrix.execution import run
from wave_matrix.kernels import MatrixKernel, all_cases

import wavedialect as wd
from wavedialect.errors import DeviceError

SEED = int(os.environ.get("WAVEDIALECT_MATRIX_SEED", datetime.date.today().toordinal()))
"""Another sample every day; a failure says which it was."""
WAYS = ("6.0:loops:retiring", "6.5:reversed", "6.6:loops:reversed", "6.10:retiring")
KERNELS = 8
"""Of the matrix, that are compiled for every model."""


def kernel_of(*names: str, type_: str = "u32", scenario: str = "all active") -> MatrixKernel:
    found = {str(case): case for case in all_cases()}
    return MatrixKernel([found[f"{name}, {type_}, {scenario}"] for name in names])


@pytest.mark.parametrize("way", [*WAYS, MODELS[SEED % len(MODELS)]])
def test_a_sample_on_the_executor(way, capfd):
    options = f"--device dxil:{way} --sample 100 --seed {SEED + WAYS.index(way) if way in WAYS else SEED} --jobs 1"
    status = runner.main(options.split())
    printed = capfd.readouterr().out
    assert "seed" in printed
    assert status == 0, printed


@pytest.mark.parametrize("number", range(KERNELS))
def test_a_sample_compiles_for_every_model_or_is_refused(number):
    kernels = runner.every_kernel(runner.parse(["--seed", str(SEED)]))
    kernel = random.Random(SEED).sample(kernels, KERNELS)[number]
    judged = judge_cases(kernel)
    assert not judged.problems, f"seed {SEED}: {kernel.cases[0]}"
    assert judged.containers


# The judges.


@pytest.mark.parametrize("model", ["6.0", "6.6", "6.10"])
def test_a_wrong_operation_is_found(model):
    kernel, device = kernel_of("wave_prefix_sum", scenario="every second"), DXILDevice(f"dxil:{model}")
    assert not run(kernel, device, device.name, [4, 32]).failures
    kernel.source = kernel.source.replace("wave_prefix_sum", "wave_active_sum")
    failures = run(kernel, device, device.name, [4, 32]).failures
    assert [failure.wave_size for failure in failures] == [4, 32]
    assert all(failure.why == "wrong result" for failure in failures)


def test_what_a_model_lacks_is_refused_and_the_rest_runs():
    kernel, device = kernel_of("wave_active_sum", "to f16"), DXILDevice("dxil:6.1")
    outcome = run(kernel, device, device.name, [4, 32])
    assert (outcome.refused, outcome.failures) == (2, [])
    assert run(kernel, DXILDevice("dxil:6.2"), "dxil:6.2", [4, 32]).refused == 0


def test_refusals_name_the_first_model():
    judged = judge(kernel_of("to f16").load())
    assert (judged.refusals, judged.problems) == (["6.0", "6.1"], [])


@pytest.mark.parametrize(
    ("last", "named", "problem"),
    [
        ("6.3", "6.2", "6.2 refuses what came with 6.2: "),
        ("6.3", "6.5", "6.4 compiles what 6.0 says to need 6.5"),
        ("6.9", "6.10", None),
    ],
)
def test_a_wrong_refusal_is_found(monkeypatch, last, named, problem):
    def refuse(kernel, model):
        if MODELS.index(model) <= MODELS.index(last):
            raise wd.CompileError("shader-model-too-low", f"needs Shader Model {named}")
        return {}

    monkeypatch.setattr(judgement, "containers_of", refuse)
    problems = judge(None).problems
    if problem is None:
        assert not problems
    else:
        assert any(text.startswith(problem) for text in problems), problems


@pytest.mark.parametrize("name", ["dxil", "dxil:6.11", "dxil:6.6:loop", "dxil:6.6:retiring", "cpu:6.6"])
def test_devices_that_there_are_not(name):
    with pytest.raises(DeviceError):
        DXILDevice(name)
