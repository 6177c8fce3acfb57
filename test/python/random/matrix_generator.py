"""Random kernels with wave matrices and asynchronous copies, beside all else that the plain ones hold.

Elements are small whole numbers, so that every sum is exact: floats are clamped after each operation, and i32 wraps around.
Each wave has a part of the groupshared arrays of its own; a barrier of the group follows each exchange.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from generator import RandomKernel, Writer

SOURCE = 600
"""Elements of each buffer that matrices are loaded from; some indices are beyond them."""
LIMIT = 8
"""Of the elements of a matrix of floats."""
KEPT = 2
"""Matrices of floats that the kernel computes."""
OPERANDS = {"f32": "src_m", "f16": "src_h", "i8": "src_c"}
"""The buffers by the type of operands of a multiply-add."""
VARIABLES = {"a": "left", "b": "right"}
"""By the role."""


@dataclass(frozen=True)
class MatrixKernel(RandomKernel):
    """A kernel whose waves store matrices."""

    shape: tuple[int, int] = (1, 1)

    @property
    def label(self) -> str:
        return f"{self.seed}-matrices"

    def runs_on_kind(self, kind: str) -> bool:
        return kind in ("cpu", "interpreter", "cuda")

    def arguments(self, wave_size: int) -> list[Any]:
        numbers = np.random.default_rng(self.seed + 3)
        *arrays, n, k, x, flag = super().arguments(wave_size)
        waves = self.groups * self.num_waves
        stored = waves * self.shape[0] * self.shape[1]
        sources = [numbers.integers(-4, 5, SOURCE).astype(type_) for type_ in (np.float32, np.float16)]
        tables = [numbers.integers(-4, 5, (30, 20)).astype(type_) for type_ in (np.float32, np.float16)]
        results = [np.full(stored * KEPT, -0.5, np.float32), np.full(stored, 77, np.int32)]
        return [*arrays, *sources, *tables, *results, n, k, x, flag]


class MatrixWriter(Writer):
    """Groups counted in waves."""

    header = Writer.header.replace("import f32, i32, u32", "import f16, f32, i8, i32, u32")
    parameters = Writer.parameters.replace(
        "n: u32",
        "src_m: wd.Buffer[f32], src_h: wd.Buffer[f16], table_m: wd.Buffer[f32, 2], table_h: wd.Buffer[f16, 2], "
        "out_m: wd.RWBuffer[f32], out_n: wd.RWBuffer[i32], n: u32",
    )
    statements = (10, 26)

    def kernel(self) -> RandomKernel:
        sizes = (1, 2, 3, 4, 5, 8, 8, 13, 16, 16, 20)
        self.rows, self.columns, self.inner = (self.random.choice(sizes) for _ in range(3))
        if self.random.random() < 0.4:
            # An accumulator may be an operand.
            self.inner = self.rows = self.columns
        self.operand = self.random.choice(["f32", "f16"])
        self.tile = max(self.rows, self.inner) * max(self.columns, self.inner) + 40
        """The elements of a wave's part of a groupshared array."""
        return super().kernel()

    def made(self, **known: Any) -> MatrixKernel:
        return MatrixKernel(**known, shape=(self.rows, self.columns))

    def choices(self) -> list[tuple[int, Callable[[], None]]]:
        choices = super().choices()
        if self.place.uniform and not self.place.in_helper:
            choices += [(9, self.write_product), (6, self.write_elements), (4, self.write_operand)]
            choices += [(6, self.write_matrix_exchange), (5, self.write_copy), (4, self.write_integers)]
            choices += [(1, self.write_nowhere)]
        return choices

    # The prologue and the results.

    def write_prologue(self) -> None:
        super().write_prologue()
        self.write(f"tiles = wd.groupshared(f32, wd.group_wave_count() * {self.tile})")
        self.write(f"tiles_o = wd.groupshared({self.operand}, wd.group_wave_count() * {self.tile})")
        self.write(f"tiles_i = wd.groupshared(i32, wd.group_wave_count() * {self.tile})")
        self.write(f"for place in range(lane, u32({self.tile}), wd.wave_lane_count()):")
        self.write(f"    tiles[wave * {self.tile} + place] = f32(i32(place & 7))")
        self.write(f"    tiles_o[wave * {self.tile} + place] = {self.operand}(i32(place & 3))")
        self.write(f"    tiles_i[wave * {self.tile} + place] = i32(place)")
        self.write("wd.group_memory_barrier_with_group_sync()")
        acc, a, b = self.shapes
        for number in range(KEPT):
            value = self.random.choice([f"{self.random.randrange(5)}.0", "f32(i32(wave & 3))"])
            self.write(f"m{number} = wd.matrix_fill({value}, f32, {acc})")
        self.write(f"total = wd.matrix_fill({self.random.choice(['7', 'k', 'i32(wave)'])}, i32, {acc})")
        for name, shape in (("a", a), ("b", b)):
            self.write(f"{VARIABLES[name]}0 = {self.load(self.operand, shape, name)}")
            self.write(f"{VARIABLES[name]}1 = {self.load('i8', shape, name)}")

    @property
    def shapes(self) -> tuple[tuple[int, int], ...]:
        return (self.rows, self.columns), (self.rows, self.inner), (self.inner, self.columns)

    def write_results(self, last: str) -> None:
        super().write_results(last)
        if not self.place.uniform:
            return
        rows, columns = self.shapes[0]
        count = rows * columns
        first = "(wd.group_id().x * wd.group_wave_count() + wave)"
        for number in range(KEPT):
            where = f"({first} * {KEPT} + {number}) * {count}"
            if self.random.random() < 0.5:
                self.write(f"wd.matrix_store(out_m, {where}, {columns}, m{number})")
            else:
                self.write(f'wd.matrix_store(out_m, {where}, {rows}, m{number}, layout="column_major")')
        self.write(f"wd.matrix_store(out_n, {first} * {count}, {columns}, total)")

    # Statements.

    def float_matrix(self) -> str:
        return f"m{self.random.randrange(KEPT)}"

    def assign(self, text: str) -> None:
        # A sum of zeros may have either sign; the addition leaves zeros without one.
        self.write(f"{self.float_matrix()} = wd.min(wd.max({text}, -{LIMIT}.0), {LIMIT}.0) + 0.0")

    def scalar(self) -> str:
        """A small float that is the same for the wave."""
        return self.random.choice(
            ["2.0", "-1.0", "3.0", f"f32(i32({self.uniform()} & 7))", "f32(i32(wave & 7))", "f32(k & 3)"]
        )

    def layout(self, shape: tuple[int, int]) -> tuple[int, str]:
        """The least stride, and the argument."""
        if self.random.random() < 0.35:
            return shape[0], ', layout="column_major"'
        return shape[1], ""

    def load(self, element: str, shape: tuple[int, int], role: str) -> str:
        """From a buffer, maybe beyond its end."""
        width, layout = self.layout(shape)
        stride = self.random.choice([width, width + self.random.randrange(9), self.random.randrange(30), "(n & 15)"])
        first = self.random.choice(
            [
                self.random.randrange(60),
                f"({self.uniform()} & 511)",
                "wave * 3",
                f"({self.uniform()})",
                f"wave + {SOURCE}",
            ]
        )
        return f'wd.matrix_load({OPERANDS[element]}, {first}, {stride}, {shape}, "{role}"{layout})'

    def write_product(self) -> None:
        texts = [f"wd.matrix_multiply_add(left0, right0, {self.float_matrix()})"]
        texts.append(f"{texts[0]} - {self.float_matrix()}")
        self.assign(self.random.choice(texts))

    def write_elements(self) -> None:
        x, y, scalar = self.float_matrix(), self.float_matrix(), self.scalar()
        self.assign(
            self.random.choice(
                [
                    f"{x} {self.random.choice('+-*')} {y}",
                    f"{x} {self.random.choice('+-*')} {scalar}",
                    f"wd.max({x}, {y}) - wd.min({x}, {scalar})",
                    f"wd.matrix_row_{self.random.choice(['sum', 'max', 'min'])}({x})",
                    f"wd.abs({x}) - {y}",
                    f"f32({self.operand}({x})) + {scalar}",
                    f"-{x}",
                    f"{y} + {self.load('f32', self.shapes[0], 'acc')}",
                ]
            )
        )

    def write_operand(self) -> None:
        """Another operand: from memory, or what was computed."""
        name = self.random.choice("ab")
        acc, a, b = self.shapes
        shape = a if name == "a" else b
        if shape == acc and self.random.random() < 0.6:
            self.write(f'{VARIABLES[name]}0 = wd.matrix_convert({self.operand}({self.float_matrix()}), "{name}")')
        else:
            self.write(f"{VARIABLES[name]}0 = {self.load(self.operand, shape, name)}")

    def write_integers(self) -> None:
        acc, a, b = self.shapes
        name = self.random.choice("ab")
        number = self.random.choice(["3", "k", "i32(wave)", f"i32({self.uniform()})"])
        self.write(
            self.random.choice(
                [
                    "total = wd.matrix_multiply_add(left1, right1, total)",
                    f"total = total {self.random.choice('+-*')} {number}",
                    "total = wd.matrix_row_sum(total) - total",
                    f"total = wd.max(total, {number})",
                    f"{VARIABLES[name]}1 = {self.load('i8', a if name == 'a' else b, name)}",
                ]
            )
        )

    def write_nowhere(self) -> None:
        """A store beyond the end of a buffer, which does nothing."""
        self.write(f"wd.matrix_store(out_m, 0x7fffff00 + {self.uniform()} % 9, 3, {self.float_matrix()})")

    def part(self, other: str = "wave") -> str:
        """The first element of a wave's part of a groupshared array, and a place in it."""
        return f"{other} * {self.tile} + {self.random.randrange(20)}"

    def write_matrix_exchange(self) -> None:
        """Each wave stores a matrix and loads one, of its own or of another wave, or lanes load elements."""
        acc, a, b = self.shapes
        kind = self.random.choice(["acc", "operand", "integers"])
        name, shape, role, array = {
            "acc": (self.float_matrix(), acc, "acc", "tiles"),
            "operand": ("right0", b, "b", "tiles_o"),
            "integers": ("total", acc, "acc", "tiles_i"),
        }[kind]
        width, layout = self.layout(shape)
        condition = self.random.random() < 0.2
        if condition:
            self.write(f"if wave {self.random.choice(['==', '>'])} {self.random.randrange(2)}:")
        self.write(f"{'    ' * condition}wd.matrix_store({array}, {self.part()}, {width}, {name}{layout})")
        other = "wave"
        if self.random.random() < 0.4 and not condition:
            self.write("wd.wave_memory_barrier()")
        else:
            self.write_sync()
            # A wave that has returned has left the first contents of its part.
            other = self.random.choice(["wave", "((wave + 1) % wd.group_wave_count())"])
        width, layout = self.layout(shape)
        if self.random.random() < 0.7:
            loaded = f'wd.matrix_load({array}, {self.part(other)}, {width}, {shape}, "{role}"{layout})'
            self.write(f"{name} = {loaded}")
        else:
            element = f"{array}[{other} * {self.tile} + ({self.expression('u', 1)}) % {self.tile}]"
            letter = "i" if kind == "integers" else "f"
            target = self.random.choice(self.written[letter])
            convert = f"f32({element})" if letter == "f" else element
            self.write(f"{target} = {convert}")
        self.write_sync()

    def write_copy(self) -> None:
        """A copy fills a part of a groupshared array, of the own wave or by the first one for all."""
        name = self.random.choice("ab")
        _, a, b = self.shapes
        shape = a if name == "a" else b
        table = "table_m" if self.operand == "f32" else "table_h"
        source = OPERANDS[self.operand]
        count = shape[0] * shape[1]
        runs = [(source, f"({self.uniform()} & 1023)", str(count), shape[1])]
        runs.append((table, f"({self.uniform()} & 31, wave)", f"{shape}", shape[1]))
        runs.append((table, f"({self.random.randrange(30)}, {self.random.randrange(20)})", f"{shape}", shape[1]))
        buffer, first, extent, stride = self.random.choice(runs)
        is_for_all = self.random.random() < 0.4
        part = "0" if is_for_all else "wave"
        start = self.part(part)
        indent = "    " * is_for_all
        if is_for_all:
            self.write("with wd.waves(0):" if self.random.random() < 0.5 else "if wave == 0:")
        self.write(f"{indent}wd.async_copy(tiles_o, {start}, {buffer}, {first}, {extent})")
        if self.random.random() < 0.3:
            self.write_assignment()
        if is_for_all or self.random.random() < 0.4:
            self.write_sync()
        else:
            self.write(f"wd.{self.random.choice(['wave', 'group', 'all'])}_memory_barrier()")
            self.write("wd.wave_memory_barrier()")
        loaded = f'wd.matrix_load(tiles_o, {start}, {stride}, {shape}, "{name}")'
        self.write(f"{VARIABLES[name]}0 = {loaded}")
        self.write_sync()


def generate_matrices(seed: int) -> RandomKernel:
    """The kernel of that seed, with groups of waves."""
    return MatrixWriter(seed).kernel()
