"""`wave-simplify-uniform`: results are the interpreter's bit by bit, and fewer operations across lanes are executed."""

from __future__ import annotations

import numpy as np
import pytest
from all_sizes import SIZES, check_agreement, executions

import wavedialect as wd
from wavedialect import f32, i16, i64, u32

LEFT_OUT = {"disable": ["simplify-uniform"]}

LANES = 4 * 128
"""Of the largest group below."""


@wd.kernel(num_waves=2)
def whole_waves(n: u32, f: f32, out: wd.RWBuffer[u32]):
    i = 16 * (wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index())
    k = n + wd.group_wave_index()
    out[i] = wd.wave_active_sum(k)
    out[i + 1] = wd.wave_active_bit_xor(k)
    out[i + 2] = wd.wave_prefix_sum(k)
    out[i + 3] = wd.wave_active_max(wd.wave_active_min(k))
    out[i + 4] = wd.wave_prefix_product(u32(0))
    out[i + 5] = wd.asuint(wd.wave_active_product(-1))
    out[i + 6] = wd.wave_prefix_count_bits(k > 3)
    out[i + 7] = wd.wave_active_count_bits(k > 3)
    out[i + 8] = wd.wave_active_ballot(k > 3).x
    out[i + 9] = wd.wave_match(k).y
    out[i + 10] = u32(wd.wave_active_all_equal(f))
    out[i + 11] = wd.asuint(wd.wave_active_max(f * 2.0))
    out[i + 12] = wd.wave_read_lane_at(k, wd.wave_lane_index() ^ 1)
    out[i + 13] = wd.quad_read_across_diagonal(k)
    out[i + 14] = wd.wave_active_bit_or(k) + wd.wave_active_bit_and(k)
    out[i + 15] = wd.wave_multi_prefix_sum(wd.wave_lane_index() * k, wd.wave_match(k))


@pytest.mark.parametrize("f", [1.5, 0.0, np.inf, np.nan])
@pytest.mark.parametrize("n", [0, 3, 0xFFFFFFFF])
def test_whole_waves(n, f):
    out = np.zeros(16 * LANES, np.uint32)
    # What a maximum makes of nothing but NaN is not specified.
    if np.isnan(f):
        whole_waves.dispatch(1, n, f, out, device="cpu", wave_size=16)
        assert not out[10::16][:32].any()
    else:
        check_agreement(whole_waves, 1, n, f, out)


def test_whole_waves_need_few_operations():
    out = np.zeros(16 * LANES, np.uint32)
    before = executions(whole_waves, 1, 3, 1.5, out, **LEFT_OUT)
    after = executions(whole_waves, 1, 3, 1.5, out)
    assert before["wave_active_sum"] == 2 and sum(before.values()) >= 36
    assert set(after) <= {"wave_active_ballot", "wave_prefix_sum", "wave_is_first_lane"}, after
    # The two ballots, of a condition and for `match`, and the scan of what differs.
    assert sum(after.values()) <= 8


@wd.kernel(num_waves=2)
def parts(n: u32, values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    i = 8 * (wd.group_wave_index() * wd.wave_lane_count() + lane)
    if lane % 3 == 1:
        out[i] = wd.wave_active_sum(n)
        out[i + 1] = wd.wave_prefix_sum(n)
        out[i + 2] = wd.wave_active_bit_xor(n)
        out[i + 3] = wd.wave_prefix_count_bits(n > 2)
        out[i + 4] = wd.wave_active_count_bits(n > 2)
        if lane % 2 == 0:
            out[i + 5] = wd.wave_active_sum(n)
    else:
        out[i] = wd.wave_active_sum(n + 1)
    out[i + 6] = wd.wave_active_sum(n)
    if values[lane] % 4 == 0:
        return
    out[i + 7] = wd.wave_active_sum(n) + wd.wave_prefix_sum(n) + wd.wave_active_ballot(n > 0).x
    for k in range(values[lane] % 5):
        out[i + 7] += wd.wave_active_sum(n) * k
    out[i + 5] += wd.wave_active_sum(n)


def random_values(seed=0):
    return np.random.default_rng(seed).integers(0, 1 << 32, 4 * LANES, np.uint32)


@pytest.mark.parametrize("n", [0, 1, 7, 0x80000001])
def test_parts_of_waves(n):
    check_agreement(parts, 1, n, random_values(), np.zeros(8 * LANES, np.uint32))


def test_parts_of_waves_count_once():
    arguments = (7, random_values(), np.zeros(8 * LANES, np.uint32))
    before = executions(parts, 1, *arguments, **LEFT_OUT)
    after = executions(parts, 1, *arguments)
    assert before["wave_active_sum"] > 10 and before["wave_prefix_sum"] == 4
    assert "wave_active_sum" not in after and "wave_prefix_sum" not in after
    assert sum(after.values()) < sum(before.values())


@wd.kernel(num_threads=(100, 1, 1))
def threads(n: u32, out: wd.RWBuffer[u32]):
    i = 4 * wd.dispatch_thread_id().x
    out[i] = wd.wave_active_sum(n)
    out[i + 1] = wd.wave_prefix_sum(n)
    out[i + 2] = wd.wave_active_count_bits(n > 2)
    out[i + 3] = wd.wave_active_bit_xor(n)


@pytest.mark.parametrize("n", [3, 0xFFFFFFFF])
def test_last_waves_with_fewer_lanes(n):
    check_agreement(threads, 2, n, np.zeros(800, np.uint32))


@wd.kernel(num_waves=2)
def widths(a: i64, b: u32, out: wd.RWBuffer[i64], short: wd.RWBuffer[i16], vectors: wd.RWBuffer[wd.uint3]):
    lane = wd.wave_lane_index()
    i = wd.group_wave_index() * wd.wave_lane_count() + lane
    if lane % 4 != 2:
        out[i] = wd.wave_active_sum(a) + wd.wave_prefix_sum(a * 3) + wd.wave_active_bit_xor(a)
        short[i] = wd.wave_active_sum(i16(b)) - wd.wave_prefix_sum(i16(b + 9))
        v = wd.uint3(b, b + 1, b * 5)
        vectors[i] = wd.wave_active_sum(v) + wd.wave_prefix_sum(v) + wd.wave_active_max(v) + wd.wave_active_bit_xor(v)


@pytest.mark.parametrize("a", [-5, 1 << 40, (1 << 63) - 1])
def test_widths_and_vectors(a):
    out = np.zeros(LANES, np.int64)
    check_agreement(widths, 1, a, 0xFFFF1234, out, np.zeros(LANES, np.int16), np.zeros((LANES, 3), np.uint32))


@wd.kernel(num_waves=2)
def counts(n: u32, values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    i = 12 * (wd.group_wave_index() * wd.wave_lane_count() + lane)
    c = values[lane] % 8 < n
    out[i] = wd.wave_active_sum(u32(c))
    out[i + 1] = wd.wave_active_sum(n if c else u32(0)) + wd.wave_active_sum(u32(0) if c else n)
    out[i + 2] = wd.wave_prefix_sum(n if c else u32(0))
    out[i + 3] = wd.wave_active_max(n if c else u32(0)) + wd.wave_active_bit_and(n if c else u32(0))
    out[i + 4] = wd.wave_active_bit_xor(n if c else u32(0)) + wd.wave_active_min(u32(c))
    out[i + 5] = u32(wd.wave_active_count_bits(c) > 0) + 2 * u32(wd.wave_active_count_bits(not c) == 0)
    out[i + 6] = u32(wd.wave_active_count_bits(values[lane] < n) == wd.wave_active_count_bits(True))
    bits = wd.wave_active_ballot(c)
    out[i + 7] = wd.countbits(bits.x) + wd.countbits(bits.y) + wd.countbits(bits.z) + wd.countbits(bits.w)
    out[i + 8] = wd.wave_prefix_count_bits(c)
    mask = wd.wave_match(values[lane] % 3)
    out[i + 9] = wd.wave_multi_prefix_sum(n, mask) + wd.wave_multi_prefix_bit_xor(n, mask)
    out[i + 10] = wd.wave_multi_prefix_sum(n if c else u32(0), mask)
    out[i + 11] = wd.wave_multi_prefix_bit_and(n, mask) ^ wd.wave_multi_prefix_bit_or(n, mask)


@pytest.mark.parametrize("n", [0, 1, 4, 8])
def test_counts(n):
    check_agreement(counts, 1, n, random_values(1), np.zeros(12 * LANES, np.uint32))


def test_counts_in_the_place_of_sums():
    arguments = (4, random_values(1), np.zeros(12 * LANES, np.uint32))
    before = executions(counts, 1, *arguments, **LEFT_OUT)
    after = executions(counts, 1, *arguments)
    assert {"wave_active_sum", "wave_prefix_sum", "wave_multi_prefix_sum", "wave_active_ballot"} <= set(before)
    assert not set(after) & {"wave_active_sum", "wave_prefix_sum", "wave_multi_prefix_sum", "wave_active_ballot"}
    assert sum(after.values()) <= sum(before.values())


@wd.kernel(num_waves=2)
def repeated(values: wd.RWBuffer[u32], total: wd.RWBuffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    i = wd.group_wave_index() * wd.wave_lane_count() + lane
    mine = values[i]
    out[i] = wd.wave_read_lane_first(mine)
    wd.atomic_add(total, 0, wd.wave_read_lane_first(mine))
    if mine % 4 == 3:
        return
    out[i] += wd.wave_read_lane_first(mine)
    values[i] = mine + 1
    out[i] += wd.wave_read_lane_first(mine) * 3
    if wd.wave_read_lane_first(mine) % 2 == 0:
        out[i] += wd.wave_read_lane_first(mine) * 7
    if mine % 2 == 0:
        out[i] += wd.wave_read_lane_first(mine) * 11
    else:
        out[i] += wd.wave_read_lane_first(mine) * 13


def test_the_same_lanes_read_once():
    values, out = random_values(2)[: 2 * 128], np.zeros(2 * 128, np.uint32)
    values[::32] *= 4
    check_agreement(repeated, 1, values, np.zeros(1, np.uint32), out)
    before = executions(repeated, 1, values, np.zeros(1, np.uint32), out, **LEFT_OUT)
    after = executions(repeated, 1, values, np.zeros(1, np.uint32), out)
    # One before the return, one after it, and one in each branch.
    assert after["wave_read_lane_first"] == 8 < before["wave_read_lane_first"]


def test_sums_of_floats_stay_as_they_are_written():
    @wd.kernel(num_waves=1)
    def sums(x: f32, out: wd.RWBuffer[f32]):
        out[wd.wave_lane_index()] = wd.wave_active_sum(x) + wd.wave_prefix_sum(x) + wd.wave_active_product(x)

    for size in SIZES:
        assert set(executions(sums, 1, 0.1, np.zeros(128, np.float32), wave_size=size)) == {
            "wave_active_sum",
            "wave_prefix_sum",
            "wave_active_product",
        }
