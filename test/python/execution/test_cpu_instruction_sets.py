"""Code for other CPUs than this one: plain SSE2, AVX2 and AVX-512, by ``WAVEDIALECT_CPU``.

A sample of the matrix and some random kernels run where this machine has the instructions, and are compiled where not.
"""

from __future__ import annotations

import datetime
import functools
import os
import subprocess
import sys
from pathlib import Path

import pytest

import wavedialect as wd

TESTS = Path(__file__).parents[1]
SEED = int(os.environ.get("WAVEDIALECT_MATRIX_SEED", datetime.date.today().toordinal()))
"""Another sample every day; a failure says which it was."""
CASES = 16
RANDOM_KERNELS = 2
NEEDS = {"x86-64": "sse2", "x86-64-v3": "avx2", "x86-64-v4": "avx512f"}
"""LLVM's names, and what Linux calls the instructions."""


@functools.cache
def machine_has(flag):
    """Whether Linux says so."""
    try:
        return flag in Path("/proc/cpuinfo").read_text().split()
    except OSError:
        return False


def run(cpu, *command):
    """A process in which the CPU is another one: its output."""
    paths = os.pathsep.join([str(Path(wd.__file__).parents[1]), *filter(None, sys.path)])
    environment = {**os.environ, "PYTHONPATH": paths, "WAVEDIALECT_CPU": cpu}
    command = [sys.executable, *map(str, command)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("cpu", NEEDS)
def test_the_device_is_that_cpu(cpu):
    said = run(cpu, "-c", "import wavedialect as wd; print(wd.open_device('cpu'))")
    bits = {"x86-64": 128, "x86-64-v3": 256, "x86-64-v4": 512}[cpu]
    assert cpu in said and f"{bits} bits" in said


@pytest.mark.parametrize("cpu", NEEDS)
def test_a_sample_of_the_matrix(cpu):
    if not machine_has(NEEDS[cpu]):
        pytest.skip(f"this machine lacks {NEEDS[cpu]}")
    sample = f"--device cpu --sample {CASES} --seed {SEED} --jobs 1"
    said = run(cpu, TESTS / "matrix" / "run.py", *sample.split())
    assert f"seed {SEED}" in said


@pytest.mark.parametrize("cpu", NEEDS)
def test_random_kernels(cpu):
    if not machine_has(NEEDS[cpu]):
        pytest.skip(f"this machine lacks {NEEDS[cpu]}")
    said = run(cpu, TESTS / "random" / "runner.py", SEED % 10000 * RANDOM_KERNELS, RANDOM_KERNELS, "cpu")
    assert said.endswith(f"{RANDOM_KERNELS} agree, 0 failed\n")


COMPILE = """
import random, sys, warnings
sys.path[:0] = [{tests!r} + "/matrix", {tests!r} + "/random"]
import wavedialect as wd
from wave_matrix import runner
import runner as random_runner

warnings.simplefilter("ignore", wd.WaveWarning)
kernels = runner.kernels_of(runner.parse("--sample {cases} --seed {seed}".split()))
kernels += [random_runner.kernel_of({seed} % 10000 + place) for place in range({count})]
sizes = random.Random({seed})
registers = 0
for kernel in kernels:
    size = sizes.choice((4, 8, 16, 32, 64, 128))
    bundle = kernel.load().compile(target="cpu", wave_size=size)
    registers += "%zmm" in str(bundle.stages["assembly"])
print(len(kernels), "compiled,", registers, "with registers of 512 bits")
"""


@pytest.mark.parametrize("cpu", NEEDS)
def test_compiling_a_sample(cpu):
    """Whether this machine could run it or not."""
    text = COMPILE.format(tests=str(TESTS), cases=CASES, seed=SEED, count=RANDOM_KERNELS)
    said = run(cpu, "-c", text)
    count, _, registers = said.partition(" compiled, ")
    assert int(count) > RANDOM_KERNELS
    assert (int(registers.split()[0]) > 0) == (cpu == "x86-64-v4"), said
