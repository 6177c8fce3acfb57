"""Clustered reductions of a value that is the same for the wave, which the optimizer computes without other lanes."""

from __future__ import annotations

import numpy as np
import pytest
from machines import SIZES

import wavedialect as wd
from wavedialect import u32

KINDS = [
    getattr(wd, f"wave_clustered_{name}") for name in ("sum", "product", "min", "max", "bit_and", "bit_or", "bit_xor")
]


def kernel_of(reduce, cluster, value):
    @wd.kernel(num_waves=2)
    def kernel(out: wd.RWBuffer[u32], n: u32, active: u32):
        x = n if wd.static(value is None) else u32(wd.static(value or 0))
        place = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
        all_lanes = 2 * wd.wave_lane_count()
        out[place] = reduce(x, cluster)
        if wd.wave_lane_index() % 8 < active:
            out[all_lanes + place] = reduce(x, cluster)

    return kernel


def result(kernel, size, device, **options):
    out = np.zeros(4 * size, np.uint32)
    kernel.dispatch(1, out, 0x80000007, 3, wave_size=size, device=device, **options)
    return out


@pytest.mark.parametrize("reduce", KINDS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("value", [None, 0, 1, 0xFFFFFFFF])
def test_the_optimizer_changes_no_result(reduce, value):
    for cluster in (2, 16, 128):
        kernel = kernel_of(reduce, cluster, value)
        for size in SIZES:
            expected = result(kernel, size, "interpreter")
            assert np.array_equal(result(kernel, size, "cpu", opt_level=1), expected), (cluster, size)


def test_the_lanes_of_a_cluster_are_counted():
    """The expected results are not computed by a reduction."""
    kernel = kernel_of(wd.wave_clustered_sum, 4, None)
    for size in SIZES:
        whole, some = result(kernel, size, "cpu").reshape(2, 2 * size).astype(np.uint64)
        assert np.all(whole == 4 * 0x80000007 % 2**32)
        # Three lanes of the first of two clusters are active.
        three = np.arange(2 * size) % size % 8 < 3
        assert np.array_equal(some, np.where(three, 3 * 0x80000007 % 2**32, 0))
