"""Functions of numbers on whole matrices, also those that the language composes of others, and vectors along rows and columns."""

from __future__ import annotations

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import f32, i32
from wavedialect.command.kernel_file import load_kernel

DEVICES = [("cpu", 8), ("cpu", 32), ("interpreter", 8)]
X = np.random.default_rng(21).uniform(-0.9, 0.9, (16, 16)).astype(np.float32)
Y = np.random.default_rng(22).uniform(0.1, 0.9, (16, 16)).astype(np.float32)
FUNCTIONS = {
    "tanh": ("wd.tanh(x)", np.tanh(X)),
    "sinh": ("wd.sinh(x)", np.sinh(X)),
    "cosh": ("wd.cosh(x)", np.cosh(X)),
    "tan": ("wd.tan(x)", np.tan(X)),
    "asin": ("wd.asin(x)", np.arcsin(X)),
    "acos": ("wd.acos(x)", np.arccos(X)),
    "atan": ("wd.atan(x)", np.arctan(X)),
    "atan2": ("wd.atan2(x, y)", np.arctan2(X, Y)),
    "log10": ("wd.log10(y)", np.log10(Y)),
    "clamp": ("wd.clamp(x, -0.5, s)", np.clip(X, -0.5, 0.25)),
    "clamp of a scalar": ("wd.clamp(s, x, high=y)", np.minimum(np.maximum(0.25, X), Y)),
    "saturate": ("wd.saturate(x)", np.clip(X, 0, 1)),
    "mad": ("wd.mad(x, s, y)", X * 0.25 + Y),
    "lerp": ("wd.lerp(x, y, s)", X + 0.25 * (Y - X)),
    "frac": ("wd.frac(x)", X - np.floor(X)),
    "smoothstep": ("wd.smoothstep(0.0, 1.0, y)", Y * Y * (3 - 2 * Y)),
    "degrees": ("wd.degrees(x)", np.degrees(X)),
    "radians": ("wd.radians(x)", np.radians(X)),
    "rcp": ("wd.rcp(y)", 1 / Y),
    "fmod": ("wd.fmod(x, y)", np.fmod(X, Y)),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions(name, tmp_path):
    expression, expected = FUNCTIONS[name]
    file = tmp_path / "kernel.py"
    file.write_text(
        f"""import wavedialect as wd
from wavedialect import f32

@wd.kernel(num_waves=1)
def kernel(first: wd.Buffer[f32, 2], second: wd.Buffer[f32, 2], out: wd.RWBuffer[f32, 2], s: f32):
    x, y = wd.matrix_load(first, (0, 0), (16, 16)), wd.matrix_load(second, (0, 0), (16, 16))
    wd.matrix_store(out, (0, 0), {expression})
"""
    )
    kernel = load_kernel(str(file))
    for device, size in DEVICES:
        out = np.zeros_like(X)
        kernel.dispatch(1, X, Y, out, 0.25, device=device, wave_size=size)
        np.testing.assert_allclose(out, expected, rtol=1e-5, atol=1e-6)
    for target, options in (("ptx", {}), ("spirv", {}), ("dxil", {"shader_model": "6.10"})):
        kernel.compile(target, **options)


def test_integers():
    @wd.kernel(num_waves=1)
    def limited(src: wd.Buffer[i32, 2], out: wd.RWBuffer[i32, 2]):
        wd.matrix_store(out, (0, 0), wd.clamp(wd.matrix_load(src, (0, 0), (8, 8)), -3, 5))

    src = np.arange(-32, 32, dtype=np.int32).reshape(8, 8)
    for device, size in DEVICES:
        out = np.zeros_like(src)
        limited.dispatch(1, src, out, device=device, wave_size=size)
        np.testing.assert_array_equal(out, src.clip(-3, 5))


def test_vectors_along_rows_and_columns():
    """A stride of 0 repeats a row, or in the column-major layout a column."""

    @wd.kernel(num_waves=1)
    def scaled(src: wd.Buffer[f32, 2], bias: wd.Buffer[f32], scales: wd.Buffer[f32], out: wd.RWBuffer[f32, 2]):
        m = wd.matrix_load(src, (0, 0), (16, 16))
        of_rows = wd.matrix_load(scales, 2, 0, (16, 16), layout="column_major")
        wd.matrix_store(out, (0, 0), m * of_rows + wd.matrix_load(bias, 1, 0, (16, 16)))

    bias, scales = np.arange(17, dtype=np.float32), np.arange(18, dtype=np.float32)
    for device, size in DEVICES:
        out = np.zeros_like(X)
        scaled.dispatch(1, X, bias, scales, out, device=device, wave_size=size)
        np.testing.assert_allclose(out, X * scales[2:, None] + bias[1:], rtol=1e-6)
    scaled.compile("ptx")


def test_a_causal_mask():
    @wd.kernel(num_waves=1)
    def causal(scores: wd.Buffer[f32, 2], numbers: wd.Buffer[f32], out: wd.RWBuffer[f32, 2]):
        row, column = wd.group_id().y * 16, wd.group_id().x * 8
        i = wd.matrix_load(numbers, row, 0, (16, 8), layout="column_major")
        j = wd.matrix_load(numbers, column, 0, (16, 8))
        wd.matrix_store(out, (row, column), wd.matrix_load(scores, (row, column), (16, 8)) * wd.step(j, i))

    numbers = np.arange(16, dtype=np.float32)
    for device, size in DEVICES:
        out = np.zeros_like(X)
        causal.dispatch((2, 1), X, numbers, out, device=device, wave_size=size)
        np.testing.assert_array_equal(out, np.tril(X))
