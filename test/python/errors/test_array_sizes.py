"""Array sizes do not wrap around, and all targets report an invalid size at the array's line."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import u32


@wd.kernel(num_waves=4)
def empty_at_some_sizes(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, 64 // wd.wave_lane_count() // wd.group_wave_count())
    shared[0] = u32(1)
    out[0] = shared[0]


@wd.kernel(num_waves=4, wave_size=(8, 16))
def never_empty(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, 64 // wd.wave_lane_count() // wd.group_wave_count())
    if wd.group_wave_index() == 0 and wd.wave_is_first_lane():
        shared[0] = u32(1)
        out[0] = shared[0]


@wd.kernel(num_waves=4)
def too_many(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, wd.group_wave_count() << 29)
    shared[0] = u32(1)
    out[0] = shared[0]


@wd.kernel(num_waves=4)
def wraps_to_one(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, (wd.group_wave_count() << 30) + 1)
    shared[0] = u32(1)
    out[0] = shared[0]


@wd.kernel(num_waves=4)
def negative(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, wd.group_wave_count() - 5)
    shared[0] = u32(1)
    out[0] = shared[0]


@wd.kernel(num_waves=1)
def empty_local_array(out: wd.RWBuffer[u32]):
    local = wd.local_array(u32, wd.group_wave_count() - 1)
    local[0] = u32(1)
    out[0] = local[0]


@wd.func
def waves_times(by):
    return wd.group_wave_count() << by


@wd.func
def share_of_lanes(count):
    return count // wd.wave_lane_count() // wd.group_wave_count()


@wd.kernel(num_waves=4)
def too_many_by_a_helper(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, waves_times(u32(29)))
    shared[0] = u32(1)
    out[0] = shared[0]


@wd.kernel(num_waves=4)
def wraps_behind_a_helper(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, waves_times(u32(30)) + 1)
    shared[0] = u32(1)
    out[0] = shared[0]


@wd.kernel(num_waves=4)
def empty_by_a_helper(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, share_of_lanes(u32(64)))
    shared[0] = u32(1)
    out[0] = shared[0]


REFUSED = {
    empty_at_some_sizes: (
        "groupshared-empty",
        "got 0 (the kernel runs with num_waves(4) and waves of 32, 64 or 128 lanes)",
    ),
    too_many: ("groupshared-limit", "at most 2147483647 elements, got 2147483648 (the kernel runs with num_waves(4))"),
    wraps_to_one: ("groupshared-limit", "computed from 4294967296, which does not fit into its type"),
    too_many_by_a_helper: (
        "groupshared-limit",
        "at most 2147483647 elements, got 2147483648 (the kernel runs with num_waves(4))",
    ),
    wraps_behind_a_helper: ("groupshared-limit", "computed from 4294967296, which does not fit into its type"),
    empty_by_a_helper: (
        "groupshared-empty",
        "got 0 (the kernel runs with num_waves(4) and waves of 32, 64 or 128 lanes)",
    ),
    negative: ("groupshared-empty", "got -1 (the kernel runs with num_waves(4))"),
    empty_local_array: ("local-array-empty", "got 0 (the kernel runs with num_waves(1))"),
}
TARGETS = {
    "spirv": lambda kernel: kernel.compile(target="spirv"),
    "spirv-fixed": lambda kernel: kernel.compile(target="spirv", form="fixed"),
    "dxil-6.5": lambda kernel: kernel.compile(target="dxil", shader_model="6.5"),
    "dxil-6.8": lambda kernel: kernel.compile(target="dxil", shader_model="6.8"),
    "cpu-8": lambda kernel: run(kernel, "cpu", 8),
    "cpu-64": lambda kernel: run(kernel, "cpu", 64),
    "interpreter-8": lambda kernel: run(kernel, "interpreter", 8),
}


def run(kernel: Any, device: str, wave_size: int) -> int:
    """The array that the kernel writes."""
    out = np.zeros(1, np.uint32)
    kernel.dispatch(1, out, device=device, wave_size=wave_size)
    return int(out[0])


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("kernel", REFUSED, ids=lambda kernel: kernel.name)
def test_every_target_refuses_the_same_sizes(kernel, target):
    rule, words = REFUSED[kernel]
    with pytest.raises(wd.CompileError) as caught:
        TARGETS[target](kernel)
    assert caught.value.id == rule
    assert words in caught.value.message
    first = kernel.function.__code__.co_firstlineno
    assert caught.value.line == first + 2


@pytest.mark.parametrize("target", TARGETS)
def test_a_size_that_is_positive_in_the_range_of_wave_sizes_is_accepted(target):
    if target == "cpu-64":
        assert run(never_empty, "cpu", 16) == 1
    else:
        TARGETS[target](never_empty)
