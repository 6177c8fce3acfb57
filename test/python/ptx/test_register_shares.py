"""Registers move from waves that copy to waves that multiply, where the machine can do it and no wave waits forever."""

from __future__ import annotations

import assembler
import pytest

import wavedialect as wd
from wavedialect import f16, f32, u32

needs_assembler = pytest.mark.skipif(assembler.path() is None, reason="there is no ptxas")
SETS = {"late": (range(8, 12), range(8)), "early": (range(4), range(4, 12)), "one wave": (range(8, 9), range(8))}


def product(
    copying: range, multiplying: range, size: int = 64, between: bool = False, retires: bool = False
) -> wd.Kernel:
    """Each multiplying wave has `size` x 64 sums, which a loop carries."""

    @wd.kernel(num_waves=len(copying) + len(multiplying), group_shared_limit=64 * 1024)
    def multiply(left: wd.Buffer[f16], right: wd.Buffer[f16], out: wd.RWBuffer[f32], steps: u32):
        a_tile = wd.groupshared(f16, 2 * 64 * 16)
        b_tile = wd.groupshared(f16, 2 * 16 * 64)
        pipe = wd.pipe(stages=2, producers=copying, consumers=multiplying)
        if retires:
            if wd.wave_lane_index() > steps:
                return
        with wd.waves(copying):
            for step in range(steps):
                stage = pipe.acquire()
                with wd.waves(copying[0]):
                    wd.async_copy(a_tile, stage * 1024, left, step * 1024, 1024)
                    wd.async_copy(b_tile, stage * 1024, right, step * 1024, 1024)
                pipe.commit()
        if between:
            wd.group_memory_barrier_with_group_sync()
        with wd.waves(multiplying):
            total = wd.matrix_fill(0.0, f32, (size, 64))
            for _ in range(steps):
                stage = pipe.wait()
                a = wd.matrix_load(a_tile, stage * 1024, 16, (size, 16), "a")
                b = wd.matrix_load(b_tile, stage * 1024, 64, (16, 64), "b")
                total = wd.matrix_multiply_add(a, b, total)
                pipe.release()
            wd.matrix_store(out, wd.group_wave_index() * (size * 64), 64, total)

    return multiply


def ptx_of(kernel: wd.Kernel, sm: str = "sm_90a") -> bytes:
    return kernel.compile(target="ptx", sm=sm).module_at(32)


@needs_assembler
@pytest.mark.parametrize("order", ["late", "early"])
def test_registers_move(order):
    ptx = ptx_of(product(*SETS[order]))
    assert b".maxnreg 168" in ptx
    assert ptx.count(b"setmaxnreg.dec.sync.aligned.u32") == ptx.count(b"setmaxnreg.inc.sync.aligned.u32") == 1
    assert b"setmaxnreg.dec.sync.aligned.u32 \t64;" in ptx and b"setmaxnreg.inc.sync.aligned.u32 \t216;" in ptx
    assembled = assembler.assemble(ptx, "sm_90a")
    assert (assembled.stack, assembled.spilled) == (0, 0)


@pytest.mark.parametrize(
    ("kernel", "sm"),
    [
        (product(*SETS["late"]), "sm_90"),
        (product(*SETS["late"], size=32), "sm_90a"),
        (product(*SETS["one wave"]), "sm_90a"),
        (product(range(4, 8), range(4)), "sm_90a"),
        (product(*SETS["late"], between=True), "sm_90a"),
        (product(*SETS["late"], retires=True), "sm_90a"),
    ],
    ids=["an older GPU", "small matrices", "a single wave", "few waves", "a barrier between", "lanes that return"],
)
def test_registers_stay(kernel, sm):
    ptx = ptx_of(kernel, sm)
    assert b"setmaxnreg" not in ptx and b".maxnreg" not in ptx
