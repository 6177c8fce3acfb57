"""``with wd.waves`` blocks on the interpreter: the waves that execute them, and returns and variables in them."""

from __future__ import annotations

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import u32

OTHERS = (1, 3)


@wd.kernel(num_waves=5)
def who(out: wd.RWBuffer[u32]):
    wave = wd.group_wave_index()
    with wd.waves(0):
        out[wave] += 1
    with wd.waves(1, 3):
        out[wave] += 10
    with wd.waves(range(1, 4)):
        out[wave] += 100
    with wd.waves(OTHERS, 4, range(0, 1)):
        out[wave] += 1000
    with wd.waves(range(3, 5)):
        out[wave] += 10000
    with wd.waves(range(5)):
        out[wave] += 100000


@wd.kernel(num_threads=(64, 1, 1))
def who_of_threads(out: wd.RWBuffer[u32]):
    with wd.waves(1, range(3, 6)):
        out[wd.group_wave_index()] = wd.wave_active_count_bits(True)


@wd.kernel(num_waves=4)
def leaves(out: wd.RWBuffer[u32]):
    wave = wd.group_wave_index()
    value = u32(0)
    for i in range(u32(0), 8):
        value = i
        with wd.waves(1, 2):
            if i == 3 + wave:
                break
        with wd.waves(3):
            if i < 6:
                continue
        out[wave + 4] += 1
    with wd.waves(2):
        return
    out[wave] = value + 100


@wd.func
def ten_of(wave):
    with wd.waves(0, 2):
        return wave + 10
    return wave


@wd.kernel(num_waves=3)
def called(out: wd.RWBuffer[u32]):
    wave = wd.group_wave_index()
    out[wave] = ten_of(wave)


def dispatch(kernel, size, device="interpreter", wave_size=8):
    out = np.zeros(size, np.uint32)
    kernel.dispatch(1, out, device=device, wave_size=wave_size)
    return out.tolist()


@pytest.mark.parametrize("device", ["interpreter", "cpu"])
def test_waves_that_execute_a_block(device):
    assert dispatch(who, 5, device) == [101001, 101110, 100100, 111110, 111000]
    assert dispatch(who_of_threads, 8, device) == [0, 8, 0, 8, 8, 8, 0, 0]


@pytest.mark.parametrize("device", ["interpreter", "cpu"])
def test_statements_that_leave_a_block(device):
    assert dispatch(leaves, 8, device) == [107, 104, 0, 107, 8, 4, 5, 2]
    assert dispatch(called, 3, device) == [10, 1, 12]


def test_one_comparison_for_a_run(compile_kernel):
    text = "def kernel(out: wd.RWBuffer[u32]):\n    with wd.waves({}):\n        out[0] = 1"
    for waves, count in {"0": 1, "0, 1": 1, "2, 3": 1, "1, 2": 1, "0, 2, 3": 2, "3, 1, 2, 0": 1}.items():
        made = compile_kernel(text.format(waves), num_waves=4)
        assert len(made.operations("arith.cmpi")) == count, waves
