"""Tables of constants, and kernels that read them."""

from __future__ import annotations

import numpy as np

import wavedialect as wd
from wavedialect import f32, u32

NUMBERS = (3, 1, 4, 1, 5, 9, 2)
FRACTIONS = (0.5, 1, -2.5, float("inf"))
FLAGS = (True, False, False, True, True)
ONE = (7,)
TYPED = (np.uint32(1 << 31), 5)
UP = wd.float3(1.5, 2.5, 4.5)
WORDS = np.arange(300, dtype=np.uint32) * np.uint32(2654435761)
HALVES = np.array([1.5, -2.0, 65504.0], np.float16)
DOUBLES = np.linspace(-1.0, 1.0, 65)
SHORTS = np.array([-32768, 32767, 12], np.int16)
LONGS = np.array([1 << 60, -1, 5], np.int64)
SAME = np.full(9, 2.25, np.float32)

ARRAYS = {"WORDS": WORDS, "HALVES": HALVES, "DOUBLES": DOUBLES, "SHORTS": SHORTS, "LONGS": LONGS, "SAME": SAME}


@wd.func
def taken(table, i):
    return table[i]


@wd.kernel(num_waves=1)
def read_all(
    words: wd.RWBuffer[u32],
    numbers: wd.RWBuffer[f32],
    doubles: wd.RWBuffer[wd.f64],
    longs: wd.RWBuffer[wd.i64],
    n: u32,
):
    lane = wd.wave_lane_index()
    i = wd.group_id().x * wd.wave_lane_count() + lane
    if i < n:
        word = u32(NUMBERS[i % 7]) + WORDS[i] + TYPED[i & 1] + taken(WORDS, 299 - i) + u32(SHORTS[i % 3])
        # Uniform, contiguous, and in divergent control flow.
        word += WORDS[wd.group_id().x] + WORDS[lane] + u32(ONE[i // 1000]) + len(WORDS)
        if FLAGS[i % 5]:
            for k in range(i % 4):
                word += u32((10, 20, 30, 40)[k]) * u32(k + 1)
        words[i] = word
        numbers[i] = FRACTIONS[i % 4] + f32(HALVES[i % 3]) + SAME[i % 9] + UP[i % 3]
        doubles[i] = DOUBLES[i % 65]
        longs[i] = LONGS[i % 3]


@wd.kernel(num_waves=1)
def out_of_range(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    i = lane + 2
    if lane < 6:
        out[lane] = u32(NUMBERS[i])


@wd.kernel(num_waves=1)
def guarded(out: wd.RWBuffer[u32], n: u32):
    i = wd.wave_lane_index() * n
    value = u32(0)
    if i < 7:
        value = u32(NUMBERS[i])
    out[wd.wave_lane_index()] = value
