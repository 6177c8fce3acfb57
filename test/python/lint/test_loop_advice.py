"""The advice on a loop of each lane is code with the user's names, and the loop that it describes gives the same result."""

from __future__ import annotations

import numpy as np

import wavedialect as wd
from wavedialect import f32, i32, u32


@wd.kernel(num_waves=2)
def polynomials(x: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    tid = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    for i in range(tid, len(x), 2 * wd.wave_lane_count()):
        value = x[i]
        for _ in range(4):
            value = value * 0.5 + 1.0
        out[i] = value


@wd.kernel(num_waves=2)
def for_the_wave(x: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    tid = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    for first in range(tid - wd.wave_lane_index(), len(x), 2 * wd.wave_lane_count()):
        i = first + wd.wave_lane_index()
        if i < len(x):
            value = x[i]
            for _ in range(4):
                value = value * 0.5 + 1.0
            out[i] = value


@wd.kernel(num_waves=1)
def taken_names(out: wd.RWBuffer[f32], first: u32, wave_first: u32):
    for i in range(wd.wave_lane_index(), first + wave_first, 8):
        for k in range(2):
            out[2 * i + k] = 1.0


@wd.kernel(num_waves=1)
def signed(out: wd.RWBuffer[f32], n: i32):
    for j in range(i32(wd.wave_lane_index()) | 0, n, 4):
        for k in range(2):
            out[2 * j + k] = 1.0


@wd.kernel(num_threads=64)
def of_threads(out: wd.RWBuffer[f32]):
    if out[wd.group_index()] > 0.0:
        for k in range(wd.group_index(), len(out), 64):
            out[k] = 1.0


def advice(kernel):
    (finding,) = kernel.lint()
    assert (finding.lint, finding.severity) == ("loop-of-each-lane", "note")
    return finding.advice


def test_the_advice_is_the_loop_for_the_wave():
    lane = "wd.wave_lane_index()"
    assert advice(polynomials) == (
        f"count for the whole wave: `for first in range(tid - {lane}, len(x), 2 * wd.wave_lane_count()):`, and in it "
        f"`i = first + {lane}`, then the body under `if i < len(x):`"
    )
    assert not for_the_wave.lint()
    assert f"`for first_i in range(0, first + wave_first, 8):`, and in it `i = first_i + {lane}`" in advice(taken_names)
    assert f"range((i32({lane}) | 0) - wd.i32({lane}), n, 4)" in advice(signed)
    assert advice(of_threads) == (
        "count for the whole group: `for first in range(0, len(out), 64):`, and in it `k = first + wd.group_index()`, then"
        " the body under `if k < len(out):`"
    )


def test_both_loops_give_the_same():
    x = np.random.default_rng(7).random(1000, np.float32)
    for size in (4, 32):
        results = [np.zeros_like(x) for _ in range(2)]
        for kernel, out in zip((polynomials, for_the_wave), results, strict=True):
            kernel.dispatch(1, x, out, device="cpu", wave_size=size)
        assert np.array_equal(*results) and results[0].all()
