"""Products that four waves make together, by matrix units that read groupshared memory: which ones are found, and that NVIDIA's
assembler accepts them and keeps their sums in registers."""

from __future__ import annotations

import assembler
import four_wave_products as products
import pytest

import wavedialect as wd
from wavedialect import f16, f32, u32

TOGETHER = "four waves multiply together, from groupshared memory"
needs_assembler = pytest.mark.skipif(assembler.path() is None, reason="there is no ptxas")


def compiled(kernel: wd.Kernel, sm: str = "sm_90a") -> tuple[bytes, str]:
    """The code, and the remarks about products."""
    bundle = kernel.compile(target="ptx", sm=sm)
    return bundle.module_at(32), " ".join(str(one) for one in bundle.remarks)


@pytest.mark.parametrize("shape", products.SHAPES, ids=str)
def test_products_are_found(shape):
    ptx, remarks = compiled(products.product(shape))
    assert TOGETHER in remarks
    assert ptx.count(b"wgmma.mma_async") >= shape.depth // 16
    assert b"mma.sync" not in ptx


@needs_assembler
@pytest.mark.parametrize("shape", products.SHAPES, ids=str)
def test_the_assembler_keeps_sums_in_registers(shape):
    assembled = assembler.assemble(compiled(products.product(shape))[0], "sm_90a")
    assert (assembled.stack, assembled.spilled) == (0, 0)


@pytest.mark.parametrize("shape", products.SHAPES, ids=str)
def test_the_cpu_agrees(shape):
    products.check(shape, lambda kernel, groups, *arguments: kernel.dispatch(groups, *arguments, wave_size=32))


@pytest.mark.parametrize("sm", ["sm_80", "sm_90", "sm_100a"])
def test_other_gpus_multiply_tiles_of_each_wave(sm):
    ptx, remarks = compiled(products.product(products.SHAPES[0]), sm)
    assert b"wgmma" not in ptx and b"mma.sync" in ptx
    assert TOGETHER not in remarks


def variant(
    waves=8,
    multiplying=range(4),
    right_first="0",
    condition=None,
    extra_wait=False,
    store_between=False,
    returns=False,
    depth=64,
    rows=16,
    left_before=False,
) -> wd.Kernel:
    loading = tuple(wave for wave in range(waves) if wave not in multiplying)

    @wd.kernel(num_waves=waves, group_shared_limit=64 * 1024)
    def multiply(left: wd.Buffer[f16, 2], right: wd.Buffer[f16, 2], out: wd.RWBuffer[f32, 2], inner: u32):
        wave = wd.group_wave_index()
        if wd.static(returns):
            if wd.wave_lane_index() > inner:
                return
        left_tile = wd.groupshared(f16, (64, 64))
        right_tile = wd.groupshared(f16, (2, 64, 128))
        pipe = wd.pipe(stages=2, producers=loading[0], consumers=multiplying)
        with wd.waves(loading[0]):
            for k in range(u32(0), inner, 64):
                stage = pipe.acquire()
                wd.async_copy(left_tile, (0, 0), left, (0, k), (64, 64))
                wd.async_copy(right_tile, (stage, 0, 0), right, (k, 0), (64, 128))
                pipe.commit()
        with wd.waves(multiplying):
            total = wd.matrix_fill(0.0, f32, (rows, 64))
            if wd.static(extra_wait):
                with wd.waves(multiplying[0]):
                    stage = pipe.wait()
                    pipe.release()
            a = wd.matrix_load(left, (wave % 4 * 16, 0), (rows, depth), "a")
            for _ in range(u32(0), inner, 64):
                stage = pipe.wait()
                if wd.static(not left_before):
                    a = wd.matrix_load(left_tile, (wave % 4 * 16, 0), (rows, depth), "a")
                column = wave % 2 * 64 if wd.static(right_first == "wave") else 0
                b = wd.matrix_load(right_tile, (stage, 0, column), (depth, 64), "b")
                if wd.static(store_between):
                    out[0, 0] = 1.0
                if wd.static(condition == "wave"):
                    if wave > 1:
                        total = wd.matrix_multiply_add(a, b, total)
                elif wd.static(condition == "memory"):
                    if wd.wave_read_lane_first(left[wave, 0]) > f16(0.0):
                        b = wd.matrix_load(right_tile, (stage, 0, column), (depth, 64), "b")
                        total = wd.matrix_multiply_add(a, b, total)
                else:
                    total = wd.matrix_multiply_add(a, b, total)
                pipe.release()
            wd.matrix_store(out, (wave * 16, 0), total)

    return multiply


def test_this_product_is_found():
    ptx, remarks = compiled(variant())
    assert TOGETHER in remarks and b"wgmma" in ptx


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"waves": 6, "multiplying": range(4, 6)}, "four consecutive waves may not reach the product together"),
        ({"multiplying": range(2, 6)}, "four consecutive waves may not reach the product together"),
        ({"multiplying": range(3)}, "four consecutive waves may not reach the product together"),
        ({"right_first": "wave"}, "four consecutive waves may load different right factors"),
        ({"condition": "wave"}, "not loaded from a groupshared array just before the product"),
        ({"condition": "memory"}, "four consecutive waves may not reach the product together"),
        ({"extra_wait": True}, "four consecutive waves may load different right factors"),
        ({"store_between": True}, "not loaded from a groupshared array just before the product"),
        ({"depth": 24}, "the matrix units cannot read the array"),
        ({"rows": 8}, "the rows of the product are no multiple of 16"),
        ({"left_before": True}, "the left factor is computed before the loop: copy it to groupshared memory"),
    ],
    ids=str,
)
def test_why_a_wave_multiplies_by_itself(options, reason):
    ptx, remarks = compiled(variant(**options))
    assert reason in remarks
    assert b"wgmma" not in ptx


DEFERRED, AWAITED = b"wgmma.wait_group.sync.aligned 1;", b"wgmma.wait_group.sync.aligned 0;"


@pytest.mark.parametrize("shape", products.SHAPES, ids=str)
def test_the_next_trip_awaits_products_from_memory(shape):
    """Both factors are in memory if each wave loads 16 rows of 128 bytes."""
    ptx = compiled(products.product(shape))[0]
    is_deferred = shape.rows == 16 and shape.depth == 64 and not shape.chain
    assert (DEFERRED in ptx) == is_deferred and AWAITED in ptx


def streamed(
    stages=2,
    producer_waits=False,
    consumer_waits=False,
    stores=False,
    two_products=False,
    shares=False,
    acquires_two=False,
) -> wd.Kernel:
    """A product of 64 x 64 tiles, with something between its steps."""

    @wd.kernel(num_waves=8, group_shared_limit=96 * 1024)
    def multiply(left: wd.Buffer[f16, 2], right: wd.Buffer[f16, 2], out: wd.RWBuffer[f32, 2], inner: u32):
        left_tile = wd.groupshared(f16, (stages, 64, 64))
        right_tile = wd.groupshared(f16, (stages, 64, 64))
        pipe = wd.pipe(stages=stages, producers=4, consumers=range(4))
        other = wd.pipe(stages=2, producers=5, consumers=4)
        row = wd.group_wave_index() * 16
        with wd.waves(5):
            for _ in range(u32(0), inner, 64):
                if wd.static(producer_waits):
                    other.acquire()
                    other.commit()
        with wd.waves(4):
            for k in range(u32(0), inner, 64):
                if wd.static(producer_waits):
                    other.wait()
                    other.release()
                stage = pipe.acquire()
                wd.async_copy(left_tile, (stage, 0, 0), left, (0, k), (64, 64))
                wd.async_copy(right_tile, (stage, 0, 0), right, (k, 0), (64, 64))
                pipe.commit()
                if wd.static(acquires_two):
                    stage = pipe.acquire()
                    pipe.commit()
        with wd.waves(range(4)):
            total = wd.matrix_fill(0.0, f32, (16, 64))
            last = total
            for k in range(u32(0), inner, 64):
                stage = pipe.wait()
                if wd.static(consumer_waits):
                    wd.waves_barrier(range(4))
                a = wd.matrix_load(left_tile, (stage, row, 0), (16, 64), "a")
                b = wd.matrix_load(right_tile, (stage, 0, 0), (64, 64), "b")
                total = wd.matrix_multiply_add(a, b, total)
                if wd.static(two_products):
                    total = wd.matrix_multiply_add(a, b, total)
                if wd.static(shares):
                    last = total * 2.0
                if wd.static(stores):
                    out[0, k] = 1.0
                pipe.release()
                if wd.static(acquires_two):
                    pipe.wait()
                    pipe.release()
            wd.matrix_store(out, (row, 0), total + last)

    return multiply


def test_this_product_is_deferred():
    assert DEFERRED in compiled(streamed())[0]


@pytest.mark.parametrize(
    "options",
    [
        {"stages": 1},
        {"producer_waits": True},
        {"consumer_waits": True},
        {"stores": True},
        {"two_products": True},
        {"shares": True},
        {"acquires_two": True},
    ],
    ids=str,
)
def test_products_that_the_same_trip_awaits(options):
    ptx, remarks = compiled(streamed(**options))
    assert TOGETHER in remarks
    assert DEFERRED not in ptx and AWAITED in ptx


def test_lanes_that_may_have_returned():
    ptx, remarks = compiled(variant(returns=True))
    assert TOGETHER not in remarks and b"wgmma" not in ptx
