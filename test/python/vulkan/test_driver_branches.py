"""Merged groups that load the same elements before and behind a barrier: a driver's compiler got them wrong where the groups
that are left stood in the other branch (docs/vulkan.md)."""

import functools

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import u32

LEAST = 3 << 30


@functools.cache
def append(waves, items):
    @wd.kernel(num_waves=waves)
    def append(values: wd.Buffer[u32], counter: wd.RWBuffer[u32], kept: wd.RWBuffer[u32], least: u32):
        lanes = wd.wave_lane_count()
        first = (wd.group_id().x * waves + wd.group_wave_index()) * lanes * items + wd.wave_lane_index()
        for i in range(u32(items)):
            value = values[first + i * lanes]
            if value >= least:
                kept[wd.atomic_add(counter, 0, 1)] = value

    return append


@pytest.mark.parametrize("device", ["vulkan", "cpu"])
@pytest.mark.parametrize("groups", [8, 11])
@pytest.mark.parametrize(
    ("waves", "items", "factor"), [(16, 4, 2), (16, 2, 4), (8, 4, 2), (16, 8, 2), (16, 1, 8), (4, 4, 4)]
)
def test_merged_groups_append(waves, items, factor, groups, device):
    kernel = append(waves, items)
    count = groups * waves * items * kernel.wave_sizes(device)[-1]
    values = np.random.default_rng(count).integers(0, 2**32, count, np.uint32)
    counter, kept = np.zeros(1, np.uint32), np.zeros(count, np.uint32)
    merged = (f"coarsen-groups{{factor={factor}}}",)

    def launched(size):
        return -(-count // (waves * items * size))

    kernel.dispatch(launched, values, counter, kept, LEAST, device=device, opt_level=2, enable=merged)
    expected = np.sort(values[values >= LEAST])
    assert counter[0] == len(expected)
    np.testing.assert_array_equal(np.sort(kept[: counter[0]]), expected)
