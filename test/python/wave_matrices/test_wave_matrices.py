"""Wave matrices in the interpreter and on the CPU at every wave size, compared with NumPy."""

from __future__ import annotations

import itertools
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest

import wavedialect as wd
from wavedialect import bf16, f16, f32, i8, i32, u32

SIZES = (4, 8, 16, 32, 64, 128)
DEVICES = [("interpreter", 8), *(("cpu", size) for size in SIZES)]
ARRAYS = {f16: np.float16, bf16: ml_dtypes.bfloat16, f32: np.float32, i8: np.int8, i32: np.int32}


def small(rng, shape, dtype):
    """Small integers, whose products and sums every type has exactly."""
    return rng.integers(-4, 5, shape).astype(dtype)


def dispatch(kernel, *arguments, groups=1):
    """Runs a kernel on every executor, and returns the last array of each run."""
    results = []
    for device, size in DEVICES:
        copies = [one.copy() if isinstance(one, np.ndarray) else one for one in arguments]
        kernel.dispatch(groups, *copies, device=device, wave_size=size)
        results.append([one for one in copies if isinstance(one, np.ndarray)][-1])
    return results


def product(element, total, rows, columns, inner, layout):
    @wd.kernel(num_waves=1)
    def kernel(a: wd.Buffer[element], b: wd.Buffer[element], c: wd.Buffer[total], out: wd.RWBuffer[total]):
        step_a, step_b = (inner, columns) if wd.static(layout == "row_major") else (rows, inner)
        x = wd.matrix_load(a, 0, step_a, (rows, inner), "a", layout=layout)
        y = wd.matrix_load(b, 0, step_b, (inner, columns), "b", layout=layout)
        z = wd.matrix_load(c, 0, columns, (rows, columns))
        wd.matrix_store(out, 0, columns, wd.matrix_multiply_add(x, y, z))

    return kernel


SHAPES = [(5, 7, 3), (1, 1, 1), (16, 16, 16), (13, 66, 9), (33, 17, 40)]


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize(("element", "total"), [(f16, f32), (bf16, f32), (f32, f32), (i8, i32)], ids=str)
def test_products(element, total, shape):
    rows, columns, inner = shape
    rng = np.random.default_rng(rows)
    for layout in ("row_major", "column_major"):
        a, b = small(rng, (rows, inner), ARRAYS[element]), small(rng, (inner, columns), ARRAYS[element])
        c = small(rng, (rows, columns), ARRAYS[total])
        expected = a.astype(np.float64) @ b.astype(np.float64) + c
        order = "C" if layout == "row_major" else "F"
        kernel = product(element, total, rows, columns, inner, layout)
        out = np.zeros(rows * columns, ARRAYS[total])
        for found in dispatch(kernel, a.ravel(order), b.ravel(order), c.ravel(), out):
            np.testing.assert_array_equal(found.reshape(rows, columns), expected.astype(ARRAYS[total]))


def test_rounding_stays_within_the_bound():
    rng = np.random.default_rng(1)
    a, b = rng.standard_normal((24, 50), np.float32), rng.standard_normal((50, 40), np.float32)
    c = rng.standard_normal((24, 40), np.float32)
    exact = a.astype(np.float64) @ b.astype(np.float64) + c
    bound = 51 * 2.0**-22 * (np.abs(a).astype(np.float64) @ np.abs(b) + np.abs(c))
    out = np.zeros(24 * 40, np.float32)
    for found in dispatch(product(f32, f32, 24, 40, 50, "row_major"), a.ravel(), b.ravel(), c.ravel(), out):
        assert (np.abs(found.reshape(24, 40) - exact) <= bound).all()


def test_integer_sums_wrap_around():
    a, b = np.full((1, 4), 127, np.int8), np.full((4, 1), 127, np.int8)
    c = np.array([2**31 - 1], np.int32)
    expected = np.int64(2**31 - 1 + 4 * 127 * 127).astype(np.int32)
    for found in dispatch(product(i8, i32, 1, 1, 4, "row_major"), a.ravel(), b.ravel(), c, np.zeros(1, np.int32)):
        assert found[0] == expected


@wd.kernel(num_waves=1)
def gemm(a: wd.Buffer[f32], b: wd.Buffer[f32], out: wd.RWBuffer[f32], n: u32):
    row, column = wd.group_id().y * 8, wd.group_id().x * 12
    total = wd.matrix_fill(0.0, f32, (8, 12))
    for k in range(0, n, u32(5)):
        x = wd.matrix_load(a, row * n + k, n, (8, 5), "a")
        y = wd.matrix_load(b, k * n + column, n, (5, 12), "b")
        total = wd.matrix_multiply_add(x, y, total)
    wd.matrix_store(out, row * n + column, n, total)


def test_tiles_of_a_product():
    n, rng = 120, np.random.default_rng(2)
    a, b = small(rng, (n, n), np.float32), small(rng, (n, n), np.float32)
    for found in dispatch(gemm, a.ravel(), b.ravel(), np.zeros(n * n, np.float32), n, groups=(10, 15, 1)):
        np.testing.assert_array_equal(found.reshape(n, n), a @ b)


@pytest.mark.parametrize("element", [f16, bf16, f32, i32], ids=str)
@pytest.mark.parametrize("layout", ["row_major", "column_major"])
def test_loads_and_stores_at_the_end_of_a_buffer(element, layout):
    """Elements beyond the end are 0, and are not stored."""

    @wd.kernel(num_waves=1)
    def move(src: wd.Buffer[element], out: wd.RWBuffer[element], whole: wd.RWBuffer[element], first: u32, stride: u32):
        m = wd.matrix_load(src, first, stride, (6, 19), layout=layout)
        wd.matrix_store(whole, 0, 19, m)
        wd.matrix_store(out, first, stride, m, layout=layout)

    for length, first, stride in itertools.product((1, 60, 150), (0, 3, 70, 2**32 - 1), (0, 1, 21, 2**31)):
        src = np.arange(1, length + 1).astype(ARRAYS[element])
        out = np.zeros(length, ARRAYS[element])
        rows, columns = np.indices((6, 19), np.int64)
        if layout == "column_major":
            rows, columns = columns, rows
        places = first + rows * stride + columns
        inside = places < length
        expected = np.where(inside, src[np.where(inside, places, 0)], 0).astype(ARRAYS[element])
        stored = np.zeros(length, ARRAYS[element])
        stored[places[inside]] = src[places[inside]]
        for device, size in DEVICES[::3]:
            copy, whole = out.copy(), np.zeros(6 * 19, ARRAYS[element])
            move.dispatch(1, src, copy, whole, first, stride, device=device, wave_size=size)
            np.testing.assert_array_equal(whole.reshape(6, 19), expected)
            np.testing.assert_array_equal(copy, stored)


@pytest.mark.parametrize("element", [f16, bf16, f32, i32], ids=str)
def test_row_reductions(element):
    @wd.kernel(num_waves=1)
    def reduce(src: wd.Buffer[element], out: wd.RWBuffer[element]):
        m = wd.matrix_load(src, 0, 21, (5, 21))
        wd.matrix_store(out, 0, 21, wd.matrix_row_sum(m))
        wd.matrix_store(out, 105, 21, wd.matrix_row_max(m))
        wd.matrix_store(out, 210, 21, wd.matrix_row_min(m))

    src = small(np.random.default_rng(3), (5, 21), ARRAYS[element])
    wide = src.astype(np.float64)
    rows = [reduced(wide, axis=1, keepdims=True) for reduced in (np.sum, np.max, np.min)]
    expected = np.concatenate([np.broadcast_to(row, (5, 21)).ravel() for row in rows]).astype(ARRAYS[element])
    for found in dispatch(reduce, src.ravel(), np.zeros(315, ARRAYS[element])):
        np.testing.assert_array_equal(found, expected)


def test_row_maxima_ignore_a_nan():
    @wd.kernel(num_waves=1)
    def reduce(src: wd.Buffer[f32], out: wd.RWBuffer[f32]):
        wd.matrix_store(out, 0, 3, wd.matrix_row_max(wd.matrix_load(src, 0, 3, (2, 3))))

    src = np.array([np.nan, -2.0, -3.0, 1.0, np.nan, 5.0], np.float32)
    for found in dispatch(reduce, src, np.zeros(6, np.float32)):
        np.testing.assert_array_equal(found, np.repeat(np.float32([-2, 5]), 3))


@pytest.mark.parametrize("element", [f16, bf16], ids=str)
def test_elements_round_at_each_operation(element):
    @wd.kernel(num_waves=1)
    def compute(src: wd.Buffer[element], out: wd.RWBuffer[element], scale: f32):
        m = wd.matrix_load(src, 0, 9, (3, 9))
        m = (m * element(scale) + 1.0) * m - m / 3.0
        wd.matrix_store(out, 0, 9, wd.max(m, -1.5))

    src = np.random.default_rng(4).standard_normal(27).astype(ARRAYS[element])
    one = ARRAYS[element]
    expected = (src * one(1.25) + one(1)) * src - src / one(3)
    expected = np.maximum(expected.astype(np.float32), np.float32(-1.5)).astype(one)
    for found in dispatch(compute, src, np.zeros(27, one), 1.25):
        np.testing.assert_array_equal(found.view(np.uint16), expected.view(np.uint16))


def test_conversions_of_elements_and_roles():
    @wd.kernel(num_waves=1)
    def convert(src: wd.Buffer[f32], out: wd.RWBuffer[f32], halves: wd.RWBuffer[bf16], ints: wd.RWBuffer[i32]):
        m = wd.matrix_load(src, 0, 4, (4, 4))
        a = wd.matrix_convert(bf16(m), "a")
        b = wd.matrix_convert(bf16(m), role="b")
        wd.matrix_store(halves, 0, 4, a)
        wd.matrix_store(ints, 0, 4, i32(m) * 2)
        wd.matrix_store(out, 0, 4, wd.matrix_multiply_add(a, b, -m))

    rng = np.random.default_rng(5)
    src = rng.standard_normal((4, 4), np.float32) * 8
    rounded = src.astype(ml_dtypes.bfloat16).astype(np.float64)
    expected = rounded @ rounded - src
    for device, size in DEVICES:
        out, halves, ints = np.zeros(16, np.float32), np.zeros(16, ml_dtypes.bfloat16), np.zeros(16, np.int32)
        convert.dispatch(1, src.ravel(), out, halves, ints, device=device, wave_size=size)
        np.testing.assert_allclose(out.reshape(4, 4), expected, rtol=1e-5, atol=1e-5)
        np.testing.assert_array_equal(halves, src.ravel().astype(ml_dtypes.bfloat16))
        np.testing.assert_array_equal(ints, src.ravel().astype(np.int32) * 2)


@wd.func
def scaled(m: wd.Matrix[f32, 6, 6], factor: f32):
    return m * factor


@wd.func
def both(m, other):
    return m + other, m - other


@wd.kernel(num_waves=1)
def flow(src: wd.Buffer[f32], out: wd.RWBuffer[f32], n: i32, flag: i32):
    a = wd.matrix_load(src, 0, 6, (6, 6))
    b = wd.matrix_fill(1.0, f32, (6, 6))
    for i in range(n):
        a, b = b, a  # exchanged in each trip
        if flag > i:
            a = scaled(a, 2.0)
        elif flag == i:
            a, b = both(a, b)
        else:
            b += 1.0
    i = 0
    while i < n:
        c = a
        a = b + f32(i)
        b = c
        if i == 2:
            break
        i += 1
    wd.matrix_store(out, 0, 6, a)
    wd.matrix_store(out, 36, 6, b)


def test_control_flow_and_functions():
    src = small(np.random.default_rng(6), (6, 6), np.float32)
    for n, flag in itertools.product((0, 1, 2, 5), (-1, 0, 1, 3)):
        a, b = src.copy(), np.ones((6, 6), np.float32)
        for i in range(n):
            a, b = b, a
            if flag > i:
                a = a * 2
            elif flag == i:
                a, b = a + b, a - b
            else:
                b = b + 1
        i = 0
        while i < n:
            a, b = b + i, a
            if i == 2:
                break
            i += 1
        expected = np.concatenate([a.ravel(), b.ravel()])
        for found in dispatch(flow, src.ravel(), np.zeros(72, np.float32), n, flag):
            np.testing.assert_array_equal(found, expected)


@wd.kernel(num_waves=4)
def shared(src: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    tile = wd.groupshared(f32, 4 * 64)
    wave = wd.group_wave_index()
    own = wd.matrix_load(src, wave * 64, 8, (8, 8))
    wd.matrix_store(tile, wave * 64, 8, own * 2.0)
    wd.group_memory_barrier_with_group_sync()
    total = own
    for i in range(u32(4)):
        total += wd.matrix_load(tile, i * 64, 8, (8, 8))
        wd.group_memory_barrier_with_group_sync()
    if wave == 3:
        return
    wd.matrix_store(out, wave * 64, 8, total)


def test_matrices_across_barriers():
    src = small(np.random.default_rng(7), (4, 64), np.float32)
    expected = src + 2 * src.sum(axis=0)
    expected[3] = 0
    for found in dispatch(shared, src.ravel(), np.zeros(256, np.float32)):
        np.testing.assert_array_equal(found.reshape(4, 64), expected)


@wd.kernel(num_waves=2)
def returns(src: wd.Buffer[f32], out: wd.RWBuffer[f32], n: u32):
    m = wd.matrix_load(src, 0, 4, (4, 4))
    if wd.wave_lane_index() >= n:
        return
    m = m * 3.0
    wd.matrix_store(out, wd.group_wave_index() * 16, 4, m + 1.0)


def test_lanes_that_returned_take_no_part():
    src = np.arange(16, dtype=np.float32)
    for n in (1, 3, 200):
        for found in dispatch(returns, src, np.zeros(32, np.float32), n):
            np.testing.assert_array_equal(found, np.tile(src * 3 + 1, 2))


def test_the_documented_sizes():
    with pytest.raises(wd.WaveError, match="at most 65536 elements"):
        wd.Matrix[f32, 512, 256]

    @wd.kernel(num_waves=1)
    def fill(out: wd.RWBuffer[f32]):
        wd.matrix_store(out, 0, 256, wd.matrix_fill(2.0, f32, (256, 256)))

    for device in ("interpreter", "cpu"):
        out = np.zeros(65536, np.float32)
        fill.dispatch(1, out, device=device)
        assert (out == 2).all()


def test_the_documented_kernel(tmp_path):
    text = (Path(__file__).resolve().parents[3] / "docs" / "language.md").read_text()
    code = text.split("<!-- wave matrices -->\n```python\n")[1].split("```")[0]
    file = tmp_path / "documented.py"
    file.write_text(f"import wavedialect as wd\nfrom wavedialect import f32, u32\n\n{code}")
    n, rng = 128, np.random.default_rng(8)
    a, b, c = small(rng, (n, n), np.float32), small(rng, (n, n), np.float32), np.zeros((n, n), np.float32)
    exec(compile(file.read_text(), str(file), "exec"), {"n": n, "a": a, "b": b, "c": c})
    np.testing.assert_array_equal(c, np.maximum(a @ b, 0))
