"""NVIDIA's assembler accepts kernels with asynchronous copies for old and new GPUs, without memory of each thread."""

from __future__ import annotations

import assembler
import copy_kernels as kernels
import pytest

import wavedialect as wd

KERNELS = {
    "run": kernels.run,
    "returned": kernels.returned,
    "streamed": kernels.streamed(3),
    **{f"tiles of {element}": kernels.tiled(7, 12, 1, element) for element in (wd.f16, wd.bf16, wd.f32, wd.f64)},
    **{f"tiles of {element}": kernels.tiled(7, 12, 1, element) for element in (wd.float2, wd.float3, wd.float4)},
}


@pytest.mark.skipif(assembler.path() is None, reason="there is no ptxas")
@pytest.mark.parametrize("gpu", assembler.GPUS)
@pytest.mark.parametrize("name", KERNELS)
def test_a_kernel(name, gpu):
    for opt_level in (0, 1, 2):
        ptx = KERNELS[name].compile(target="ptx", sm=gpu, opt_level=opt_level).module_at(32)
        assert b"cp.async" in ptx
        assembled = assembler.assemble(ptx, gpu)
        assert (assembled.stack, assembled.spilled) == (0, 0)


def test_pieces():
    """Elements of 16 bytes are pieces; others are tested for alignment."""
    forms = {
        wd.f16: (16,),
        wd.f32: (16, 4),
        wd.f64: (16, 8),
        wd.float2: (16, 8),
        wd.float3: (4,),
        wd.float4: (16,),
    }
    for element, sizes in forms.items():
        ptx = kernels.tiled(8, 16, 0, element).compile(target="ptx").stages["ptx"]
        for size in (4, 8, 16):
            assert (f"], {size}, %" in ptx) == (size in sizes), (element, size)
