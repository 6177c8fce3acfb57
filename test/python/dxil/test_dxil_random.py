"""Random kernels compile for every shader model, and agree with the interpreter bit by bit.

``python test/python/random/runner.py 0 500 dxil:6.6`` runs more of them, ``python test/python/dxil/validate_kernels.py random``
compiles and validates 500 for each model; ``scripts/test --full`` does both.
"""

from __future__ import annotations

import datetime
import os

import optimizer_runner
import pytest
import runner
from judgement import judge

pytestmark = pytest.mark.filterwarnings("ignore::wavedialect.WaveWarning")

COUNT = 12
START = int(os.environ.get("WAVEDIALECT_DXIL_SEED", datetime.date.today().toordinal() * COUNT))
"""Other kernels every day; a failure says which it was."""
DEVICES = (
    "dxil:6.0",
    "dxil:6.2:loops:reversed:retiring",
    "dxil:6.5:loops",
    "dxil:6.6:reversed",
    "dxil:6.8:loops",
    "dxil:6.10:loops:reversed:retiring",
)


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("number", range(COUNT // 3))
def test_random_kernels_agree_with_the_interpreter(number, device):
    """A third of the kernels on each device, so that kernels of all kinds meet all devices."""
    seed = START + 3 * number + DEVICES.index(device) % 3
    if runner.runs_on(runner.kernel_of(seed), device):
        runner.compare_on_dxil(seed, device)


@pytest.mark.parametrize("device", DEVICES)
def test_every_level_of_optimization_gives_the_same(device):
    """A kernel of either generator on each device."""
    for random_kernel in optimizer_runner.kernels_of(START + DEVICES.index(device)):
        if runner.runs_on(random_kernel, device):
            with runner.kept(random_kernel, device, optimizer_runner.__file__):
                optimizer_runner.compare_on_dxil(random_kernel, device)


@pytest.mark.parametrize("number", range(COUNT // 3))
def test_random_kernels_compile_for_every_model(number):
    random_kernel = runner.kernel_of(START + 3 * number)
    with runner.kept(random_kernel, "dxil"):
        judgement = judge(random_kernel.load())
        assert not judgement.problems
        assert judgement.containers
