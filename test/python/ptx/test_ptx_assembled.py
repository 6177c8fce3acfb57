"""NVIDIA's assembler accepts the code of the examples, of a sample of the matrix and of random kernels, for old and new GPUs.

A kernel without local arrays takes no memory of its own, and nothing asks the machine which lanes are active.
"""

from __future__ import annotations

import datetime
import os
import random
import warnings

import assembler
import pytest
from configurations import FAMILIES
from example_launches import LAUNCHES
from wave_matrix import runner

import wavedialect as wd

SEED = int(os.environ.get("WAVEDIALECT_MATRIX_SEED", datetime.date.today().toordinal()))
"""Another sample every day; a failure says which it was."""
KERNELS = 12
"""Of the matrix."""
SEEDS = int(os.environ.get("WAVEDIALECT_RANDOM_KERNELS", 3))

needs_assembler = pytest.mark.skipif(assembler.path() is None, reason="there is no ptxas")
COMPUTE = [launch for launch in LAUNCHES if launch.kernel.attributes.stage == "compute" and 32 in launch.sizes]


def check(
    kernel: wd.Kernel, opt_level: int = 1, gpus: tuple[str, ...] = assembler.GPUS, fits_registers: bool = True
) -> None:
    for gpu in gpus:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", wd.WaveWarning)
            ptx = kernel.compile(target="ptx", sm=gpu, opt_level=opt_level).module_at(32)
        assert b"activemask" not in ptx
        assembled = assembler.assemble(ptx, gpu)
        if fits_registers and not assembler.has_local_arrays(ptx):
            assert (assembled.stack, assembled.spilled) == (0, 0), f"{kernel.name} for {gpu}"


@needs_assembler
@pytest.mark.parametrize("launch", COMPUTE, ids=str)
def test_an_example(launch):
    check(launch.kernel)


@needs_assembler
@pytest.mark.parametrize("number", range(KERNELS))
def test_a_sample_of_the_matrix(number):
    kernels = runner.every_kernel(runner.parse(["--seed", str(SEED)]))
    kernel = random.Random(SEED).sample(kernels, KERNELS)[number]
    check(kernel.load(), gpus=(assembler.GPUS[number % len(assembler.GPUS)],))


@needs_assembler
@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("family", FAMILIES)
def test_a_random_kernel(family, seed):
    kernel = FAMILIES[family](seed).load()
    # Some matrices have more elements than a wave has registers.
    gpus = (assembler.GPUS[seed % len(assembler.GPUS)],)
    try:
        check(kernel, opt_level=seed % 3, gpus=gpus, fits_registers=family != "matrices")
    except wd.CompileError as error:
        # Lanes that return in a loop do not take part in operations on matrices behind it.
        if error.id != "matrix-lanes":
            raise
        pytest.skip("CUDA needs all lanes")


def test_negations_in_maxima():
    """The assembler forgets a negation in a maximum of three numbers, so there is none in the code."""

    @wd.kernel(num_waves=1)
    def largest(a: wd.Buffer[wd.i32], out: wd.RWBuffer[wd.i32]):
        i = wd.wave_lane_index()
        out[i] = wd.max(a[3 * i], wd.max(a[3 * i + 1], -a[3 * i + 2]))

    @wd.kernel(num_waves=1)
    def larger(a: wd.Buffer[wd.i32], out: wd.RWBuffer[wd.i32]):
        i = wd.wave_lane_index()
        out[i] = wd.max(a[2 * i], -a[2 * i + 1])

    for opt_level in (0, 1, 2):
        ptx = largest.compile(target="ptx", opt_level=opt_level).module_at(32)
        assert ptx.count(b"max.s32") == 2 and b"neg.s32" not in ptx and b"not.b32" in ptx
        assert b"neg.s32" in larger.compile(target="ptx", opt_level=opt_level).module_at(32)


@needs_assembler
def test_roundings_of_constants():
    """Sums of constants of bf16 fold to one; at level 0 nothing removes those that are unused."""

    @wd.kernel(num_waves=1)
    def rounded(out: wd.RWBuffer[wd.f32]):
        unused = wd.bf16(7.0) + 0.5  # noqa: F841
        lane = wd.wave_lane_index()
        out[lane] = wd.f32(wd.bf16(1.5) * 3.0 + wd.bf16(lane))

    for opt_level in (0, 1, 2):
        check(rounded, opt_level)
