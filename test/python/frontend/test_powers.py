"""``**`` with a constant exponent."""

from __future__ import annotations

import numpy as np
import pytest


def computed(interpret, code, source):
    types = {np.float16: "wd.f16", np.float32: "f32", np.float64: "wd.f64", np.int32: "i32", np.uint32: "u32"}
    type = types[source.dtype.type]
    out = np.zeros_like(source)
    text = f"""
        TWO = 2

        def kernel(src: wd.Buffer[{type}], out: wd.RWBuffer[{type}]):
            x = src[wd.wave_lane_index()]
            out[wd.wave_lane_index()] = {code}
    """
    interpret(text, source, out, wave_size=len(source))
    return out.tolist()


def test_whole_exponents_are_products(interpret):
    source = np.array([0.5, -3.0, 2.0, -0.0], np.float32)
    assert computed(interpret, "x ** 2", source) == [0.25, 9.0, 4.0, 0.0]
    assert computed(interpret, "x ** 5", source) == [0.03125, -243.0, 32.0, -0.0]
    assert computed(interpret, "x ** 3.0", source) == [0.125, -27.0, 8.0, -0.0]
    assert computed(interpret, "x ** 0", source) == [1.0, 1.0, 1.0, 1.0]
    assert computed(interpret, "x ** 1", source) == source.tolist()
    assert computed(interpret, "x ** TWO", source) == [0.25, 9.0, 4.0, 0.0]
    assert computed(interpret, "x ** -1", source)[:3] == [2.0, float(np.float32(-1 / 3)), 0.5]
    assert computed(interpret, "x ** -2", source)[2] == 0.25


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_square_roots(interpret, dtype):
    source = np.array([0.25, 4.0, 2.0, 9.0], dtype)
    assert computed(interpret, "x ** 0.5", source) == np.sqrt(source).tolist()
    assert computed(interpret, "x ** -0.5", source)[:2] == [2.0, 0.5]


def test_other_exponents_are_a_power(interpret, compile_kernel):
    source = np.array([0.25, 4.0, 1.0, 9.0], np.float32)
    assert computed(interpret, "x ** 2.5", source) == [0.03125, 32.0, 1.0, 243.0]
    names = compile_kernel("def kernel(v: wd.float3):\n    w = v ** 2.5\n    x = v ** 0.5").names
    assert "math.powf" in names and "math.sqrt" in names


def test_integers_wrap(interpret):
    assert computed(interpret, "x ** 3", np.array([-3, 2, 0, 2000], np.int32)) == [-27, 8, 0, 8000000000 - 2**33]
    assert computed(interpret, "x ** 0", np.array([7, 0, 1, 2], np.uint32)) == [1, 1, 1, 1]


def test_assignment(interpret, load):
    out = np.zeros(4, np.float32)
    text = """
        def kernel(out: wd.RWBuffer[f32]):
            x = f32(wd.wave_lane_index())
            x **= 2
            out[wd.wave_lane_index()] = x
    """
    interpret(text, out)
    assert out.tolist() == [0.0, 1.0, 4.0, 9.0]


def test_literals_are_constants(compile_kernel):
    compiled = compile_kernel("""
        def kernel(out: wd.RWBuffer[f32]):
            a = wd.local_array(f32, 2 ** 4)
            a[0] = 1.0
            out[0] = a[0] * 2.0 ** -2
    """)
    assert compiled.constants("memref.alloca") == [16]
    assert "math.powf" not in compiled.names
