"""NVIDIA's assembler accepts wave matrices; the tiles of a product stay in registers."""

from __future__ import annotations

import assembler
import matrix_kernels as kernels
import pytest

import wavedialect as wd
from wavedialect import bf16, f16, f32, i8, i32, u32

needs_assembler = pytest.mark.skipif(assembler.path() is None, reason="there is no ptxas")


def compiled(kernel: wd.Kernel, gpu: str, **options) -> bytes:
    return kernel.compile(target="ptx", sm=gpu, **options).module_at(32)


@pytest.mark.parametrize(("element", "total"), kernels.COMBINATIONS, ids=str)
def test_instructions(element, total):
    names = {
        f16: b"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32",
        bf16: b"mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32",
        i8: b"mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32",
    }
    ptx = compiled(kernels.product(element, total, 16, 16, 32, "row_major", "column_major"), "sm_80")
    if element is f32:
        assert b"mma.sync" not in ptx and b"fma.rn.f32" in ptx
    else:
        assert ptx.count(names[element]) == (2 if element is i8 else 4)


@pytest.mark.parametrize(
    ("element", "load", "store", "stores", "one"),
    [(f16, b"b32", b"v2.b32", 2, b"b16"), (f32, b"v2.b32", b"v2.b32", 4, b"b32")],
    ids=str,
)
def test_pairs_of_elements(element, load, store, stores, one):
    """Two elements of a buffer are one access where the address allows it, which is tested once for a row. Of elements
    of 16 bits, two lanes exchange a pair, and each stores four."""

    @wd.kernel(num_waves=1)
    def copied(source: wd.Buffer[element, 2], out: wd.RWBuffer[element, 2]):
        wd.matrix_store(out, (0, 0), wd.matrix_load(source, (0, 0), (8, 32), "acc"))

    ptx = compiled(copied, "sm_80")
    assert ptx.count(b"ld.global.nc." + load) == 4
    assert ptx.count(b"st.global." + store) == stores
    # Without the alignment, and without the whole matrix in bounds.
    assert ptx.count(b"ld.global.nc." + one) == ptx.count(b"st.global." + one) == 16


@needs_assembler
@pytest.mark.parametrize("gpu", assembler.GPUS)
def test_the_assembler_accepts_all_operations(gpu):
    some = [
        kernels.product(f16, f32, 17, 33, 19, "row_major", "row_major"),
        kernels.product(i8, i32, 17, 33, 40, "column_major", "row_major"),
        kernels.product(f32, f32, 17, 33, 19, "row_major", "column_major"),
        kernels.through_groupshared(bf16, "column_major", "b"),
        kernels.role_change(i8, "a", "b", (17, 33)),
        kernels.reduction(i32, "acc", (17, 33)),
        kernels.divided,
        kernels.flow,
        kernels.apart,
        kernels.streamed(f16, 3),
        kernels.attention,
    ]
    for kernel in some:
        for opt_level in (0, 1):
            assembler.assemble(compiled(kernel, gpu, opt_level=opt_level), gpu)


@wd.kernel(num_waves=4)
def gemm(a: wd.Buffer[bf16, 2], b: wd.Buffer[bf16, 2], out: wd.RWBuffer[f32], n: u32):
    """Four waves share tiles in groupshared memory; each one has 64 x 64 sums."""
    left = wd.groupshared(bf16, 128 * 32)
    right = wd.groupshared(bf16, 32 * 128)
    row, column = wd.group_id().y * 128, wd.group_id().x * 128
    y, x = (wd.group_wave_index() >> 1) * 64, (wd.group_wave_index() & 1) * 64
    total = wd.matrix_fill(0.0, f32, (64, 64))
    for k in range(0, n, u32(32)):
        wd.async_copy(left, 0, a, (row, k), (128, 32))
        wd.async_copy(right, 0, b, (k, column), (32, 128))
        wd.group_memory_barrier_with_group_sync()
        for part in wd.static_range(2):
            one = wd.matrix_load(left, y * 32 + part * 16, 32, (64, 16), "a")
            other = wd.matrix_load(right, part * 16 * 128 + x, 128, (16, 64), "b")
            total = wd.matrix_multiply_add(one, other, total)
        wd.group_memory_barrier_with_group_sync()
    wd.matrix_store(out, (row + y) * n + column + x, n, total)


@needs_assembler
@pytest.mark.parametrize("gpu", assembler.GPUS)
def test_large_sums_stay_in_registers(gpu):
    ptx = compiled(gemm, gpu)
    assembled = assembler.assemble(ptx, gpu)
    assert ptx.count(b"mma.sync") == 2 * 4 * 8
    assert (assembled.stack, assembled.spilled) == (0, 0)
