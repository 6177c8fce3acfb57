"""NVIDIA's assembler accepts kernels with pipes for old and new GPUs, without memory of each thread; the code waits as the GPU can,
and orders memory for the group alone."""

from __future__ import annotations

import assembler
import pytest
from gpu_kernels import sum_of_group
from pipe_kernels import LAUNCHES, RANDOM_SEEDS, random_kernel, streamed

import wavedialect as wd
from wavedialect import u32
from wavedialect.backends.ptx.device import bundle_of, sm_of

KERNELS = {launch.kernel.name: launch.kernel for launch in LAUNCHES}
"""One of each name."""
SLEEPING = ("sm_90", "sm_90a", "sm_100")

needs_assembler = pytest.mark.skipif(assembler.path() is None, reason="there is no ptxas")


def check(kernel, gpu, opt_level=1):
    ptx = kernel.compile(target="ptx", sm=gpu, opt_level=opt_level).module_at(32)
    waits, others = (b"mbarrier.try_wait", b"mbarrier.test_wait")[:: 1 if gpu in SLEEPING else -1]
    assert waits in ptx
    for absent in (others, b".local", b"membar", b"fence", b".cluster"):
        assert absent not in ptx, ptx.decode()
    assembled = assembler.assemble(ptx, gpu)
    assert (assembled.stack, assembled.spilled) == (0, 0)


@needs_assembler
@pytest.mark.parametrize("gpu", [*assembler.GPUS, "sm_90"])
@pytest.mark.parametrize("name", KERNELS)
def test_a_kernel(name, gpu):
    check(KERNELS[name], gpu)


@needs_assembler
@pytest.mark.parametrize("opt_level", [0, 2])
@pytest.mark.parametrize("stages", [1, 3, 4])
def test_every_level(stages, opt_level):
    check(streamed(stages, (0, 1), (2, 3)), "sm_80", opt_level)


@needs_assembler
@pytest.mark.parametrize("seed", [*RANDOM_SEEDS][:6])
def test_a_random_kernel(seed):
    check(random_kernel(seed), assembler.GPUS[seed % len(assembler.GPUS)], opt_level=seed % 3)


@pytest.mark.parametrize("stages", [1, 2, 16])
def test_barriers_count_as_groupshared_memory(stages):
    """Two for each stage, of eight bytes."""
    bundle = streamed(stages, (0,), (1,)).compile(target="ptx")
    assert bundle.manifest["groupshared_bytes"] == stages * (32 * 4 + 16)


@wd.kernel(num_waves=2)
def copied(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    tile = wd.groupshared(u32, 64)
    wd.async_copy(tile, 0, src, 0, 64)
    wd.group_memory_barrier_with_group_sync()
    out[0] = tile[1]


@pytest.mark.parametrize(
    ("kernel", "capability", "sm"),
    [
        (streamed(2, (0,), (1,)), (8, 9), "sm_80"),
        (streamed(2, (0,), (1,)), (9, 0), "sm_90a"),
        (streamed(2, (0,), (1,)), (12, 0), "sm_90"),
        (sum_of_group, (9, 0), "sm_80"),
        (copied, (9, 0), "sm_90a"),
    ],
)
def test_a_device_chooses_the_code_by_what_it_has(kernel, capability, sm):
    program = kernel._program(False)
    assert sm_of(program, capability) == sm
    assert bundle_of(program, sm=sm).manifest["sm"] == sm
