"""Nested calls whose inlined size is too large are rejected before inlining."""

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import u32


@wd.func
def step(x):
    return x * 1664525 + 1013904223


@wd.func
def steps(x):
    for _ in wd.static_range(64):
        x = step(x)
    return x


@wd.func
def more_steps(x):
    for _ in wd.static_range(64):
        x = steps(x)
    return x


@wd.func
def all_steps(x):
    for _ in wd.static_range(64):
        x = more_steps(x)
    return x


@wd.kernel(num_waves=1)
def too_large(out: wd.RWBuffer[u32]):
    out[wd.wave_lane_index()] = all_steps(wd.wave_lane_index())


@wd.kernel(num_waves=1)
def large(out: wd.RWBuffer[u32]):
    out[wd.wave_lane_index()] = more_steps(wd.wave_lane_index())


@pytest.mark.parametrize("target", ["spirv", "dxil", "ptx", "cpu"])
def test_refused(target):
    with pytest.raises(wd.CompileError, match="more than 262144 operations") as caught:
        too_large.compile(target)
    assert caught.value.id == "inlined-size"
    assert "more_steps(x)" in str(caught.value)
    assert "`range`" in caught.value.fix


def test_thousands_of_copies_compile():
    out = np.zeros(4, np.uint32)
    large[1](out, device="cpu", wave_size=4)
    x = 3
    for _ in range(64 * 64):
        x = (x * 1664525 + 1013904223) % 2**32
    assert out[3] == x
