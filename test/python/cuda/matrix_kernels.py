"""Kernels with wave matrices, and their results in NumPy. All numbers are small integers unless a name says otherwise, so that
every order of a sum has the same result."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import ml_dtypes
import numpy as np

import wavedialect as wd
from wavedialect import bf16, f16, f32, i8, i32, u32

ARRAYS = {f16: np.float16, bf16: ml_dtypes.bfloat16, f32: np.float32, i8: np.int8, i32: np.int32}
COMBINATIONS = [(f16, f32), (bf16, f32), (f32, f32), (i8, i32)]
#: Rows, columns and the length of the sum.
SHAPES = [(1, 1, 1), (3, 5, 2), (8, 8, 8), (16, 16, 16), (16, 16, 8), (17, 33, 19), (24, 8, 33), (64, 64, 16)]
LAYOUTS = ("row_major", "column_major")
ROLES = ("a", "b", "acc")


@dataclass(frozen=True)
class Case:
    """A launch whose last array is the result."""

    name: str
    kernel: wd.Kernel
    arguments: tuple[Any, ...]
    expected: np.ndarray
    groups: int | tuple[int, ...] = 1

    def __str__(self) -> str:
        return self.name

    def check(self, dispatch: Callable[..., None]) -> None:
        """Runs the launch by ``dispatch(groups, *arguments)``."""
        arguments = [one.copy() if isinstance(one, np.ndarray) else one for one in self.arguments]
        dispatch(self.groups, *arguments)
        found = [one for one in arguments if isinstance(one, np.ndarray)][-1]
        np.testing.assert_array_equal(found, self.expected, err_msg=self.name)


def small(seed: int, shape: Any, dtype: Any) -> np.ndarray:
    return np.random.default_rng(seed).integers(-4, 5, shape).astype(dtype)


def ordered(matrix: np.ndarray, layout: str) -> np.ndarray:
    return matrix.ravel("C" if layout == "row_major" else "F")


# --- Products --------------------------------------------------------------------


@functools.cache
def product(element: Any, total: Any, rows: int, columns: int, inner: int, left: str, right: str) -> wd.Kernel:
    @wd.kernel(num_waves=1)
    def kernel(a: wd.Buffer[element], b: wd.Buffer[element], c: wd.Buffer[total], out: wd.RWBuffer[total]):
        step_a = inner if wd.static(left == "row_major") else rows
        step_b = columns if wd.static(right == "row_major") else inner
        x = wd.matrix_load(a, 0, step_a, (rows, inner), "a", layout=left)
        y = wd.matrix_load(b, 0, step_b, (inner, columns), "b", layout=right)
        z = wd.matrix_load(c, 0, columns, (rows, columns))
        wd.matrix_store(out, 0, columns, wd.matrix_multiply_add(x, y, z))

    return kernel


def products(shapes: list[tuple[int, int, int]]) -> Iterator[Case]:
    for (element, total), shape in itertools.product(COMBINATIONS, shapes):
        rows, columns, inner = shape
        a = small(rows, (rows, inner), ARRAYS[element])
        b = small(columns + 100, (inner, columns), ARRAYS[element])
        c = small(inner + 200, (rows, columns), ARRAYS[total])
        expected = (a.astype(np.float64) @ b.astype(np.float64) + c).astype(ARRAYS[total]).ravel()
        for left, right in itertools.product(LAYOUTS, LAYOUTS):
            kernel = product(element, total, rows, columns, inner, left, right)
            arguments = (ordered(a, left), ordered(b, right), c.ravel(), np.zeros(rows * columns, ARRAYS[total]))
            yield Case(f"{element}-{shape}-{left}-{right}", kernel, arguments, expected)


@wd.kernel(num_waves=2)
def mixed(src: wd.Buffer[i32], out: wd.RWBuffer[f32], back: wd.RWBuffer[i32]):
    m = wd.matrix_load(src, wd.group_wave_index() * 90, 10, (9, 10))
    n = f32(m) * 0.5
    wd.matrix_store(out, wd.group_wave_index() * 90, 10, n)
    wd.matrix_store(back, wd.group_wave_index() * 90, 10, i32(n) + m)


def check_mixed(**options: Any) -> None:
    """Maps between elements of i32 and of f32."""
    src = np.arange(-90, 90, dtype=np.int32)
    out, back = np.zeros(180, np.float32), np.zeros(180, np.int32)
    mixed.dispatch(1, src, out, back, **options)
    np.testing.assert_array_equal(out, src * np.float32(0.5))
    np.testing.assert_array_equal(back, np.trunc(src * 0.5).astype(np.int32) + src)


def check_rounding(element: Any, rows: int, columns: int, inner: int, **options: Any) -> None:
    """A product of random numbers of very different sizes stays within the bound of its rounding."""
    rng = np.random.default_rng(1)
    sizes = 2.0 ** rng.integers(-6, 7, (2, inner))
    a = (rng.standard_normal((rows, inner)) * sizes[0]).astype(ARRAYS[element])
    b = (rng.standard_normal((inner, columns)) * sizes[1][:, None]).astype(ARRAYS[element])
    c = rng.standard_normal((rows, columns)).astype(np.float32)
    left, right = a.astype(np.float64), b.astype(np.float64)
    bound = (inner + 1) * 2.0**-22 * (np.abs(left) @ np.abs(right) + np.abs(c))
    out = np.zeros(rows * columns, np.float32)
    kernel = product(element, f32, rows, columns, inner, "row_major", "row_major")
    kernel.dispatch(1, a.ravel(), b.ravel(), c.ravel(), out, **options)
    assert (np.abs(out.reshape(rows, columns) - (left @ right + c)) <= bound).all()


@functools.cache
def rounded_product(rows: int, columns: int, inner: int) -> wd.Kernel:
    @wd.kernel(num_waves=1)
    def kernel(a: wd.Buffer[f32, 2], b: wd.Buffer[f32, 2], out: wd.RWBuffer[f32, 2]):
        x = wd.round_tf32(wd.matrix_load(a, (0, 0), (rows, inner), "a"))
        y = wd.round_tf32(wd.matrix_load(b, (0, 0), (inner, columns), "b"))
        wd.matrix_store(out, (0, 0), wd.matrix_multiply_add(x, y, wd.matrix_fill(0.0, f32, (rows, columns))))

    return kernel


def rounded_products() -> Iterator[Case]:
    """Factors of tf32: integers that the rounding does not change. The last product is a loop."""
    for rows, columns, inner in [(16, 8, 8), (17, 33, 24), (64, 64, 32), (1, 1, 8), (128, 128, 72)]:
        a, b = small(rows, (rows, inner), np.float32), small(columns + 100, (inner, columns), np.float32)
        yield Case(
            f"tf32-{rows}", rounded_product(rows, columns, inner), (a, b, np.zeros((rows, columns), np.float32)), a @ b
        )


def wrapping() -> Case:
    a, b = np.full((1, 4), 127, np.int8), np.full((4, 1), 127, np.int8)
    c = np.array([2**31 - 1], np.int32)
    expected = np.array([2**31 - 1 + 4 * 127 * 127]).astype(np.int32)
    kernel = product(i8, i32, 1, 1, 4, "row_major", "row_major")
    return Case("wrapping", kernel, (a.ravel(), b.ravel(), c, np.zeros(1, np.int32)), expected)


@wd.kernel(num_waves=2)
def tiles(a: wd.Buffer[f16], b: wd.Buffer[f16], out: wd.RWBuffer[f32], n: u32):
    """A product in tiles, with columns and a sum that end in the middle of a tile."""
    row = (wd.group_id().y * 2 + wd.group_wave_index()) * 32
    column = wd.group_id().x * 24
    total = wd.matrix_fill(0.0, f32, (32, 24))
    for k in range(0, n, u32(16)):
        x = wd.matrix_load(a, row * n + k, n, (32, 16), "a")
        y = wd.matrix_load(b, k * n + column, n, (16, 24), "b")
        total = wd.matrix_multiply_add(x, y, total)
    wd.matrix_store(out, row * n + column, n, total)


def tiled_product() -> Case:
    n = 192
    a, b = small(1, (n, n), np.float16), small(2, (n, n), np.float16)
    expected = (a.astype(np.float32) @ b.astype(np.float32)).ravel()
    return Case("tiles", tiles, (a.ravel(), b.ravel(), np.zeros(n * n, np.float32), n), expected, (n // 24, n // 64, 1))


# --- Memory ----------------------------------------------------------------------


@functools.cache
def move(element: Any, layout: str, role: str) -> wd.Kernel:
    @wd.kernel(num_waves=1)
    def kernel(src: wd.Buffer[element], out: wd.RWBuffer[element], first: u32, stride: u32):
        m = wd.matrix_load(src, first, stride, (6, 19), role, layout=layout)
        wd.matrix_store(out, first, stride, m, layout=layout)
        wd.matrix_store(out, 500, 19, m)

    return kernel


def moves(element: Any, role: str, most: int = 2**64) -> Iterator[Case]:
    """A matrix that is partly outside of the buffer is loaded, and stored as a whole and where it was. No index exceeds
    ``most``."""
    for layout, length in itertools.product(LAYOUTS, (1, 60, 150)):
        for first, stride in itertools.product((0, 3, 70, 2**32 - 1), (0, 1, 21, 2**31)):
            src = (np.arange(1, length + 1) % 120).astype(ARRAYS[element])
            rows, columns = np.indices((6, 19), np.int64)
            if layout == "column_major":
                rows, columns = columns, rows
            places = first + rows * stride + columns
            if places.max() > most:
                continue
            inside = places < length
            loaded = np.where(inside, src[np.where(inside, places, 0)], 0).astype(ARRAYS[element])
            # Elements with one index are equal. None of those that exist is among the last ones.
            expected = np.zeros(500 + 6 * 19, ARRAYS[element])
            stored = places < 500
            expected[places[stored]] = loaded[stored]
            expected[500:] = loaded.ravel()
            name = f"{element}-{role}-{layout}-{length}-{first}-{stride}"
            yield Case(name, move(element, layout, role), (src, np.zeros_like(expected), first, stride), expected)


@functools.cache
def through_groupshared(element: Any, layout: str, role: str) -> wd.Kernel:
    @wd.kernel(num_waves=3)
    def kernel(src: wd.Buffer[element], out: wd.RWBuffer[element]):
        tile = wd.groupshared(element, 3 * 20 * 20)
        wave = wd.group_wave_index()
        wd.matrix_store(
            tile, wave * 400 + 1, 20, wd.matrix_load(src, wave * 19 * 17, 17, (19, 17), role), layout=layout
        )
        wd.group_memory_barrier_with_group_sync()
        other = (wave + 1) % 3
        m = wd.matrix_load(tile, other * 400 + 1, 20, (19, 17), role, layout=layout)
        wd.matrix_store(out, wave * 19 * 17, 17, m)

    return kernel


def groupshared() -> Iterator[Case]:
    for element, layout, role in itertools.product((f16, bf16, f32), LAYOUTS, ROLES):
        src = (np.arange(3 * 19 * 17) % 250).astype(ARRAYS[element])
        expected = np.roll(src.reshape(3, -1), -1, axis=0).ravel()
        kernel = through_groupshared(element, layout, role)
        yield Case(f"{element}-{layout}-{role}", kernel, (src, np.zeros_like(src)), expected)


# --- Elements --------------------------------------------------------------------


@functools.cache
def role_change(element: Any, before: str, after: str, shape: tuple[int, int]) -> wd.Kernel:
    rows, columns = shape

    @wd.kernel(num_waves=1)
    def kernel(src: wd.Buffer[element], out: wd.RWBuffer[element]):
        m = wd.matrix_load(src, 0, columns, (rows, columns), before)
        wd.matrix_store(out, 0, rows, wd.matrix_convert(m, after), layout="column_major")

    return kernel


def role_changes() -> Iterator[Case]:
    for element, shape in itertools.product((f16, bf16, f32, i8), [(1, 1), (3, 5), (8, 16), (17, 33), (40, 12)]):
        roles = ROLES[:2] if element is i8 else ROLES
        src = (np.arange(shape[0] * shape[1]) % 120).astype(ARRAYS[element])
        expected = src.reshape(shape).ravel("F")
        for before, after in itertools.product(roles, roles):
            kernel = role_change(element, before, after, shape)
            yield Case(f"{element}-{shape}-{before}-{after}", kernel, (src, np.zeros_like(src)), expected)


@wd.kernel(num_waves=1)
def divided(a: wd.Buffer[i32], b: wd.Buffer[i32], out: wd.RWBuffer[i32]):
    """No element of the padding, which is 0, is divided."""
    m, n = wd.matrix_load(a, 0, 5, (3, 5)), wd.matrix_load(b, 0, 5, (3, 5))
    wd.matrix_store(out, 0, 5, m // n + m % (n + 1))


@functools.cache
def computed(element: Any, role: str) -> wd.Kernel:
    @wd.kernel(num_waves=1)
    def kernel(src: wd.Buffer[element], out: wd.RWBuffer[element], scale: f32):
        m = wd.matrix_load(src, 0, 9, (3, 9), role)
        m = (m * element(scale) + 1.0) * m - m / 4.0
        wd.matrix_store(out, 0, 9, wd.max(m, -1.5))

    return kernel


@wd.kernel(num_waves=1)
def softmax_of_products(a: wd.Buffer[bf16], out: wd.RWBuffer[f32]):
    """The padding of a map is not 0: exp2(0) is 1. No sum may have it."""
    x = wd.matrix_load(a, 0, 5, (3, 5))
    p = wd.matrix_convert(bf16(wd.exp2(f32(x))), "a")
    ones = wd.matrix_convert(wd.exp2(wd.matrix_fill(0.0, bf16, (5, 9))), "b")
    wd.matrix_store(out, 0, 9, wd.matrix_multiply_add(p, ones, wd.matrix_fill(0.0, f32, (3, 9))))
    sums = wd.matrix_row_sum(wd.exp2(f32(x)))
    wd.matrix_store(out, 27, 5, sums)


def maps() -> Iterator[Case]:
    a, b = np.arange(100, 115, dtype=np.int32), np.arange(1, 16, dtype=np.int32)
    yield Case("division", divided, (a, b, np.zeros(15, np.int32)), a // b + a % (b + 1))
    for element, role in itertools.product((f16, bf16, f32), ROLES):
        # f16 and f32 are exact, so that contracted sums are equal; those of bf16 round in each step.
        src = (np.random.default_rng(4).integers(-8, 9, 27) / 4).astype(ARRAYS[element])
        one = ARRAYS[element]
        expected = (src * one(1.25) + one(1)) * src - src / one(4)
        expected = np.maximum(expected.astype(np.float32), np.float32(-1.5)).astype(one)
        yield Case(f"{element}-{role}", computed(element, role), (src, np.zeros(27, one), 1.25), expected)
    x = small(3, (3, 5), ml_dtypes.bfloat16)
    rows = np.exp2(x.astype(np.float32)).sum(axis=1, keepdims=True)
    expected = np.concatenate([np.repeat(rows, 9, axis=1).ravel(), np.repeat(rows, 5, axis=1).ravel()])
    yield Case("padding", softmax_of_products, (x.ravel(), np.zeros(27 + 15, np.float32)), expected)


@functools.cache
def reduction(element: Any, role: str, shape: tuple[int, int]) -> wd.Kernel:
    rows, columns = shape
    size = rows * columns

    @wd.kernel(num_waves=1)
    def kernel(src: wd.Buffer[element], out: wd.RWBuffer[element]):
        m = wd.matrix_load(src, 0, columns, (rows, columns), role)
        wd.matrix_store(out, 0, columns, wd.matrix_row_sum(m))
        wd.matrix_store(out, size, columns, wd.matrix_row_max(m))
        wd.matrix_store(out, 2 * size, columns, wd.matrix_row_min(m))

    return kernel


def reductions() -> Iterator[Case]:
    for element, shape in itertools.product((f16, bf16, f32, i32), [(1, 1), (5, 21), (16, 8), (17, 33)]):
        # All have one sign, so that a zero of the padding would show.
        for sign, role in itertools.product((1, -1), ("acc",) if element is i32 else ROLES):
            src = (sign * np.random.default_rng(3).integers(1, 5, shape)).astype(ARRAYS[element])
            wide = src.astype(np.float64)
            rows = [reduce(wide, axis=1, keepdims=True) for reduce in (np.sum, np.max, np.min)]
            expected = np.concatenate([np.broadcast_to(row, shape).ravel() for row in rows]).astype(ARRAYS[element])
            kernel = reduction(element, role, shape)
            out = np.zeros(3 * src.size, ARRAYS[element])
            yield Case(f"{element}-{shape}-{role}-{sign}", kernel, (src.ravel(), out), expected)


@wd.kernel(num_waves=1)
def maxima(src: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    wd.matrix_store(out, 0, 3, wd.matrix_row_max(wd.matrix_load(src, 0, 3, (2, 3))))


def maxima_of_nans() -> Case:
    src = np.array([np.nan, -2.0, -3.0, 1.0, np.nan, 5.0], np.float32)
    return Case("maxima", maxima, (src, np.zeros(6, np.float32)), np.repeat(np.float32([-2, 5]), 3))


# --- Control flow and waves ------------------------------------------------------


@wd.kernel(num_waves=1)
def flow(src: wd.Buffer[f32], n: i32, flag: i32, out: wd.RWBuffer[f32]):
    a = wd.matrix_load(src, 0, 6, (6, 6))
    b = wd.matrix_fill(1.0, f32, (6, 6))
    for i in range(n):
        a, b = b, a  # exchanged in each trip
        if flag > i:
            a = a * 2.0
        elif flag == i:
            a, b = a + b, a - b
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


def flows() -> Iterator[Case]:
    src = small(6, (6, 6), np.float32)
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
        yield Case(f"flow-{n}-{flag}", flow, (src.ravel(), n, flag, np.zeros(72, np.float32)), expected)


@wd.kernel(num_waves=4)
def apart(src: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    """Waves compute different matrices, one of them returns, and divergent code is in between."""
    wave = wd.group_wave_index()
    shared = wd.groupshared(f32, 4 * 16)
    m = wd.matrix_load(src, wave * 16, 4, (4, 4))
    with wd.waves(0, 1):
        m = m * 2.0
    with wd.waves(3):
        m = wd.matrix_row_sum(m)
    if wd.wave_lane_index() < 16:
        shared[wave * 16 + wd.wave_lane_index()] = 0.0
    wd.wave_memory_barrier()
    wd.matrix_store(shared, wave * 16, 4, m)
    wd.group_memory_barrier_with_group_sync()
    if wave == 2:
        return
    other = wd.matrix_load(shared, ((wave + 1) & 3) * 16, 4, (4, 4))
    square = wd.matrix_multiply_add(wd.matrix_convert(m, "a"), wd.matrix_convert(other, "b"), m)
    wd.matrix_store(out, wave * 16, 4, square)


def waves_apart() -> Case:
    src = small(1, (4, 4, 4), np.float32)
    m = src.copy()
    m[:2] *= 2
    m[3] = m[3].sum(axis=1, keepdims=True)
    expected = m @ np.roll(m, -1, axis=0) + m
    expected[2] = 0
    return Case("apart", apart, (src.ravel(), np.zeros(64, np.float32)), expected.ravel())


@wd.kernel(num_waves=2)
def returning(src: wd.Buffer[f32], n: u32, m: u32, count: u32, out: wd.RWBuffer[f32]):
    """Lanes return at two places; a loop, loads and operations across lanes are behind them."""
    lane, wave = wd.wave_lane_index(), wd.group_wave_index()
    total = wd.matrix_fill(0.0, f32, (4, 5))
    if lane >= n:
        return
    out[40 + wave * 32 + lane] = 1.0
    last = wd.wave_active_max(lane)
    for i in range(count):
        k = i + wd.wave_read_lane_first(wave)
        total += wd.matrix_load(src, k * 20, 5, (4, 5))
        if i == 1:
            total = total * 2.0
        out[104 + wave * 32 + lane] = f32(i) + f32(last)
    if lane >= m:
        return
    total = total + f32(wd.wave_active_max(lane))
    wd.matrix_store(out, wave * 20, 5, total)
    out[168 + wave * 32 + lane] = 3.0


def returns(lanes: int = 32) -> Iterator[Case]:
    """For waves of so many lanes, at most 32."""
    src = np.arange(100, dtype=np.float32)
    for given, count in itertools.product(((32, 32), (1, 1), (5, 3), (32, 2), (7, 40)), (0, 1, 3)):
        n, m = (min(number, lanes) for number in given)
        expected = np.zeros(232, np.float32)
        for wave in range(2):
            expected[40 + wave * 32 :][:n] = 1
            if count:
                expected[104 + wave * 32 :][:n] = count - 1 + n - 1
            total = np.zeros(20, np.float32)
            for i in range(count):
                total += src[(i + wave) * 20 :][:20]
                total *= 2 if i == 1 else 1
            expected[wave * 20 :][:20] = total + min(n, m) - 1
            expected[168 + wave * 32 :][: min(n, m)] = 3
        yield Case(f"{given}-{count}", returning, (src, *given, count, np.zeros(232, np.float32)), expected)


@functools.cache
def streamed(element: Any, stages: int) -> wd.Kernel:
    """A product whose tiles asynchronous copies bring to the stages of a pipe; two waves multiply halves of a tile."""

    @wd.kernel(num_waves=3)
    def kernel(a: wd.Buffer[element, 2], b: wd.Buffer[element, 2], k: u32, n: u32, out: wd.RWBuffer[f32]):
        left = wd.groupshared(element, stages * 32 * 16)
        right = wd.groupshared(element, stages * 16 * 32)
        pipe = wd.pipe(stages=stages, producers=0, consumers=(1, 2))
        y, x = wd.group_id().y * 32, wd.group_id().x * 32
        with wd.waves(0):
            for z in range(u32(0), k, 16):
                stage = pipe.acquire()
                wd.async_copy(left, stage * (32 * 16), a, (y, z), (32, 16))
                wd.async_copy(right, stage * (16 * 32), b, (z, x), (16, 32))
                pipe.commit()
        with wd.waves(1, 2):
            half = (wd.group_wave_index() - 1) * 16
            total = wd.matrix_fill(f32(0), f32, (16, 32))
            for _ in range(u32(0), k, 16):
                stage = pipe.wait()
                one = wd.matrix_load(left, (stage * 32 + half) * 16, 16, (16, 16), "a")
                other = wd.matrix_load(right, stage * (16 * 32), 32, (16, 32), "b")
                total = wd.matrix_multiply_add(one, other, total)
                pipe.release()
            wd.matrix_store(out, (y + half) * n + x, n, total)

    return kernel


def streams() -> Iterator[Case]:
    m, n, k = 64, 96, 72
    for element, stages in itertools.product((f16, bf16, f32), (1, 3)):
        a, b = small(1, (m, k), ARRAYS[element]), small(2, (k, n), ARRAYS[element])
        expected = (a.astype(np.float32) @ b.astype(np.float32)).ravel()
        arguments = (a, b, k, n, np.zeros(m * n, np.float32))
        yield Case(f"{element}-{stages}", streamed(element, stages), arguments, expected, (n // 32, m // 32))


@wd.kernel(num_waves=1)
def attention(q: wd.Buffer[bf16], k: wd.Buffer[bf16], v: wd.Buffer[bf16], scale: f32, out: wd.RWBuffer[f32]):
    """Two products with a softmax in between, of rows of 24 scores."""
    query = wd.matrix_load(q, wd.group_id().x * 16 * 32, 32, (16, 32), "a")
    total = wd.matrix_fill(0.0, f32, (16, 24))
    highest = wd.matrix_fill(-1e30, f32, (16, 24))
    weight = wd.matrix_fill(0.0, f32, (16, 24))
    for j in range(u32(3)):
        key = wd.matrix_load(k, j * 24 * 32, 32, (32, 24), "b", layout="column_major")
        value = wd.matrix_load(v, j * 24 * 24, 24, (24, 24), "b")
        scores = wd.matrix_multiply_add(query, key, wd.matrix_fill(0.0, f32, (16, 24))) * scale
        above = wd.max(highest, wd.matrix_row_max(scores))
        p = wd.exp2(scores - above)
        correction = wd.exp2(highest - above)
        weight = weight * correction + wd.matrix_row_sum(p)
        total = wd.matrix_multiply_add(wd.matrix_convert(bf16(p), "a"), value, total * correction)
        highest = above
    wd.matrix_store(out, wd.group_id().x * 16 * 24, 24, total / weight)


def attention_launch() -> tuple[tuple[Any, ...], np.ndarray]:
    """Arguments, and the result in f64; 2 groups."""
    rng = np.random.default_rng(0)
    q = rng.standard_normal((32, 32)).astype(ml_dtypes.bfloat16)
    k = rng.standard_normal((72, 32)).astype(ml_dtypes.bfloat16)
    v = rng.standard_normal((72, 24)).astype(ml_dtypes.bfloat16)
    scale = 1.4426950408889634 / 32**0.5
    scores = q.astype(np.float64) @ k.astype(np.float64).T * scale
    p = np.exp2(scores - scores.max(axis=1, keepdims=True))
    expected = p @ v.astype(np.float64) / p.sum(axis=1, keepdims=True)
    return (q.ravel(), k.ravel(), v.ravel(), scale, np.zeros(32 * 24, np.float32)), expected


def large() -> Iterator[Case]:
    """So many tiles that the product is a loop over local arrays."""
    for element, total in COMBINATIONS:
        rows, columns = 61, 63
        inner = {f32: 70, i8: 540}.get(element, 270)
        a, b = small(1, (rows, inner), ARRAYS[element]), small(2, (inner, columns), ARRAYS[element])
        c = small(3, (rows, columns), ARRAYS[total])
        expected = (a.astype(np.float64) @ b.astype(np.float64) + c).astype(ARRAYS[total]).ravel()
        kernel = product(element, total, rows, columns, inner, "row_major", "row_major")
        arguments = (a.ravel(), b.ravel(), c.ravel(), np.zeros(rows * columns, ARRAYS[total]))
        yield Case(f"{element}-{inner}", kernel, arguments, expected)


OPERATIONS = (groupshared, role_changes, maps, reductions, flows, streams)
"""Cases of operations besides products and buffers."""


def other_waves() -> Iterator[Case]:
    """Waves that compute different matrices, and lanes that return."""
    yield waves_apart()
    yield maxima_of_nans()
    yield from returns()
