"""Numbers of tf32: `wd.round_tf32` on scalars, vectors and matrices, and products of them."""

from __future__ import annotations

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import f32

DEVICES = ("interpreter", "cpu")
SPECIAL = np.array(
    [
        0.0,
        -0.0,
        np.inf,
        -np.inf,
        np.nan,
        1.0,
        1 + 2**-11,
        1 + 2**-11 + 2**-23,
        -(1 + 2**-11),
        1 + 2**-12,
        2**-149,
        3.4028235e38,
    ],
    np.float32,
)


def rounded(x: np.ndarray) -> np.ndarray:
    """To the nearest number of 10 bits of fraction, and away from zero if two are."""
    bits = x.view(np.uint32)
    quiet = np.where(np.isnan(x), bits | np.uint32(0x400000), bits + np.uint32(0x1000))
    return (quiet & np.uint32(0xFFFFE000)).view(np.float32)


@wd.kernel(num_waves=1)
def scalars(src: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    for i in range(wd.wave_lane_index(), src.shape[0], wd.wave_lane_count()):
        out[i] = wd.round_tf32(src[i])


@wd.kernel(num_waves=1)
def products(a: wd.Buffer[f32, 2], b: wd.Buffer[f32, 2], out: wd.RWBuffer[f32, 2]):
    left = wd.round_tf32(wd.matrix_load(a, (0, 0), (20, 24), "a"))
    right = wd.round_tf32(wd.matrix_load(b, (0, 0), (24, 12), "b"))
    wd.matrix_store(out, (0, 0), wd.matrix_multiply_add(left, right, wd.matrix_fill(1.0, f32, (20, 12))))


@pytest.mark.parametrize("device", DEVICES)
def test_rounding(device):
    source = np.concatenate([SPECIAL, np.random.default_rng(0).standard_normal(500).astype(np.float32)])
    out = np.zeros_like(source)
    scalars.dispatch(1, source, out, device=device)
    np.testing.assert_array_equal(out.view(np.uint32), rounded(source).view(np.uint32))
    assert out[6] == out[7] == 1 + 2**-10 and out[9] == 1 and out[10] == 0 and out[11] == np.inf


@pytest.mark.parametrize("device", DEVICES)
def test_products(device):
    rng = np.random.default_rng(1)
    a, b = rng.standard_normal((20, 24)).astype(np.float32), rng.standard_normal((24, 12)).astype(np.float32)
    out = np.zeros((20, 12), np.float32)
    products.dispatch(1, a, b, out, device=device)
    left, right = rounded(a).astype(np.float64), rounded(b).astype(np.float64)
    bound = 25 * 2.0**-22 * (np.abs(left) @ np.abs(right) + 1)
    assert (np.abs(out - (left @ right + 1)) <= bound).all()


def test_only_f32_is_rounded():
    @wd.kernel(num_waves=1)
    def halves(out: wd.RWBuffer[wd.f16]):
        out[0] = wd.round_tf32(out[1])

    with pytest.raises(wd.CompileError, match=r"`round_tf32` accepts f32, got f16.*\n.*\n.*\n.*convert it: `f32"):
        halves.compile()


def instructions(rows: int, columns: int, inner: int, both: bool = True) -> bytes:
    @wd.kernel(num_waves=1)
    def kernel(a: wd.Buffer[f32, 2], b: wd.Buffer[f32, 2], out: wd.RWBuffer[f32, 2]):
        left = wd.round_tf32(wd.matrix_load(a, (0, 0), (rows, inner), "a"))
        right = wd.matrix_load(b, (0, 0), (inner, columns), "b")
        if wd.static(both):
            right = wd.round_tf32(right)
        wd.matrix_store(out, (0, 0), wd.matrix_multiply_add(left, right, wd.matrix_fill(0.0, f32, (rows, columns))))

    return kernel.compile(target="ptx").module_at(32)


def test_cuda_has_an_instruction():
    assert instructions(32, 16, 24).count(b"mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32") == 2 * 2 * 3


@pytest.mark.parametrize("options", [{"inner": 12}, {"inner": 16, "both": False}], ids=str)
def test_other_products_keep_all_bits(options):
    ptx = instructions(16, 8, **options)
    assert b"mma.sync" not in ptx and b"fma.rn.f32" in ptx
