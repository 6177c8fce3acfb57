"""Kernels with constant buffers: one in MLIR text, and some in Python."""

from __future__ import annotations

from typing import Any

import numpy as np

import wavedialect as wd
from wavedialect import u32
from wavedialect.ir.text import fields_text
from wavedialect.ir.types import (
    BufferField,
    ConstantBufferType,
    bool_,
    f16,
    f32,
    float3,
    i16,
    i32,
    u64,
    uint2,
)

WORDS = 22
FIELDS = (
    BufferField("scale", f32, 0),
    BufferField("size", uint2, 4),
    BufferField("on", bool_, 12),
    BufferField("lights.color", float3, 16, count=3, stride=16),
    BufferField("lights.power", f16, 28, count=3, stride=16),
    BufferField("step", i16, 62),
    BufferField("long", u64, 64),
    BufferField("last", i32, 84),
)
TYPE = ConstantBufferType(words=WORDS, fields=FIELDS)
NUMBERS = 10
"""The numbers that a lane of ``words`` stores."""

_TEXT = f"""
module {{
gpu.module @kernels {{
wave.func @words(%c: memref<{WORDS}xi32> {{wave.binding = #wave.binding<cbv, ui32>, wave.name = "c", wave.fields = {fields_text(FIELDS)}}},
                 %places: memref<?xi32> {{wave.binding = #wave.binding<srv, ui32>, wave.name = "places"}},
                 %out: memref<?xi32> {{wave.binding = #wave.binding<uav, ui32>, wave.name = "out"}},
                 %n: i32 {{wave.element = ui32, wave.name = "n"}}) kernel stage(compute) num_waves(2) {{
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %k2 = arith.constant 2 : i32
  %k3 = arith.constant 3 : i32
  %k4 = arith.constant 4 : i32
  %k5 = arith.constant 5 : i32
  %numbers = arith.constant {NUMBERS} : i32
  %i5 = arith.constant 5 : index
  %i7 = arith.constant 7 : index
  %i8 = arith.constant 8 : index
  %last = arith.constant {WORDS - 1} : index
  %beyond = arith.constant {WORDS} : index
  %group = wave.group_id x : i32
  %wave = wave.group_wave_index : i32
  %lane = wave.lane_index : i32
  %lanes = wave.lane_count : i32
  %pair = arith.muli %group, %k2 : i32
  %number = arith.addi %pair, %wave : i32
  %first = arith.muli %number, %lanes : i32
  %i = arith.addi %first, %lane : i32
  %ii = arith.index_castui %i : i32 to index
  %p = memref.load %places[%ii] : memref<?xi32>
  %ni = arith.index_castui %n : i32 to index
  %pi = arith.index_castui %p : i32 to index
  %p4 = arith.muli %p, %k4 : i32
  %p4i = arith.index_castui %p4 : i32 to index
  %next = arith.addi %p, %k1 : i32
  %nexti = arith.index_castui %next : i32 to index

  %r0 = memref.load %c[%i5] : memref<{WORDS}xi32>
  %r1 = memref.load %c[%ni] : memref<{WORDS}xi32>
  %r2 = memref.load %c[%pi] : memref<{WORDS}xi32>
  %four = vector.load %c[%p4i] : memref<{WORDS}xi32>, vector<4xi32>
  %f0 = vector.extract %four[0] : i32 from vector<4xi32>
  %f1 = vector.extract %four[1] : i32 from vector<4xi32>
  %f2 = vector.extract %four[2] : i32 from vector<4xi32>
  %f3 = vector.extract %four[3] : i32 from vector<4xi32>
  %f1s = arith.muli %f1, %k2 : i32
  %f2s = arith.muli %f2, %k3 : i32
  %f3s = arith.muli %f3, %k5 : i32
  %f01 = arith.addi %f0, %f1s : i32
  %f23 = arith.addi %f2s, %f3s : i32
  %r3 = arith.addi %f01, %f23 : i32
  %three = vector.load %c[%nexti] : memref<{WORDS}xi32>, vector<3xi32>
  %t0 = vector.extract %three[0] : i32 from vector<3xi32>
  %t1 = vector.extract %three[1] : i32 from vector<3xi32>
  %t2 = vector.extract %three[2] : i32 from vector<3xi32>
  %t1s = arith.muli %t1, %k3 : i32
  %t2s = arith.muli %t2, %k5 : i32
  %t01 = arith.addi %t0, %t1s : i32
  %r4 = arith.addi %t01, %t2s : i32
  %fixed = vector.load %c[%i8] : memref<{WORDS}xi32>, vector<4xi32>
  %r5 = vector.extract %fixed[3] : i32 from vector<4xi32>
  %r6 = scf.for unsigned %k = %k0 to %n step %k1 iter_args(%sum = %k0) -> (i32) : i32 {{
    %ki = arith.index_castui %k : i32 to index
    %x = memref.load %c[%ki] : memref<{WORDS}xi32>
    %more = arith.addi %sum, %x : i32
    scf.yield %more : i32
  }}
  %bit = arith.andi %lane, %k1 : i32
  %odd = arith.cmpi eq, %bit, %k1 : i32
  %r7 = scf.if %odd -> (i32) {{
    %x = memref.load %c[%i7] : memref<{WORDS}xi32>
    %y = arith.addi %x, %lane : i32
    scf.yield %y : i32
  }} else {{
    scf.yield %k0 : i32
  }}
  %r8 = memref.load %c[%last] : memref<{WORDS}xi32>
  %r9 = memref.load %c[%beyond] : memref<{WORDS}xi32>

  %s = arith.muli %i, %numbers : i32
  {{STORES}}
  wave.return
}}
}}
}}
"""


def _stores() -> str:
    lines = []
    for place in range(NUMBERS):
        lines += [
            f"%n{place} = arith.constant {place} : i32",
            f"%a{place} = arith.addi %s, %n{place} : i32",
            f"%x{place} = arith.index_castui %a{place} : i32 to index",
            f"memref.store %r{place}, %out[%x{place}] : memref<?xi32>",
        ]
    return "\n  ".join(lines)


TEXT = _TEXT.replace("{STORES}", _stores())


def expected(words: np.ndarray, places: np.ndarray, wave_size: int, n: int) -> np.ndarray:
    """What the kernel ``words`` stores: NUMBERS numbers for each lane."""

    def load(index: int, count: int = 1) -> np.ndarray:
        index &= 0xFFFFFFFF
        inside = index + count <= WORDS
        return words[index : index + count] if inside else np.zeros(count, np.uint32)

    rows = []
    for number, place in enumerate(map(int, places)):
        lane = number % wave_size
        rows.append(
            [
                words[5],
                load(n)[0],
                load(place)[0],
                load(4 * place, 4) @ np.array([1, 2, 3, 5], np.uint32),
                load(place + 1, 3) @ np.array([1, 3, 5], np.uint32),
                words[11],
                words[:n].sum(dtype=np.uint32),
                words[7] + np.uint32(lane) if lane % 2 else 0,
                words[WORDS - 1],
                0,
            ]
        )
    return np.array(rows, np.uint32)


words_kernel = wd.mlir(text=TEXT)


TEN = ConstantBufferType(words=10)
LARGEST = ConstantBufferType(words=16384)


@wd.kernel(num_threads=64)
def look_up(c: TEN, places: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    i = wd.dispatch_thread_id().x
    out[i] = c[places[i]] + c[3] * u32(len(c))


@wd.kernel(num_threads=64)
def load_last(c: LARGEST, out: wd.RWBuffer[u32]):
    out[wd.dispatch_thread_id().x] = c[16383]


def check_words(wave_size: int, groups: int = 3, **options: Any) -> None:
    """Dispatches ``words`` with all kinds of indices, and compares."""
    random = np.random.default_rng(wave_size)
    words = random.integers(0, 1 << 32, WORDS, np.uint32)
    count = groups * 2 * wave_size
    places = random.integers(0, WORDS + 3, count).astype(np.uint32)
    places[:8] = [0xFFFFFFFF, 1 << 30, (1 << 30) + 1, WORDS - 1, WORDS, WORDS - 2, WORDS - 4, 0x80000000]
    for n in (0, 13, WORDS - 1, WORDS, 40):
        out = np.zeros((count, NUMBERS), np.uint32)
        words_kernel.dispatch(groups, words, places, out, n, wave_size=wave_size, **options)
        np.testing.assert_array_equal(out, expected(words, places, wave_size, n), f"n = {n}")
