"""Shuffles and rotations by constants, at every wave size; the matrix of operations tests distances that lanes compute."""

from __future__ import annotations

import numpy as np
import pytest
from machines import SIZES

import wavedialect as wd
from wavedialect import u32

DEVICES = ("interpreter", "cpu")


def run(kernel, size, device):
    out = np.zeros(2 * size, np.uint32)
    kernel.dispatch(1, out, wave_size=size, device=device)
    waves = out.reshape(2, size)
    assert np.array_equal(waves[1], waves[0] + 1000)
    return waves[0]


def kernel_of(read, distance):
    @wd.kernel(num_waves=2)
    def kernel(out: wd.RWBuffer[u32]):
        lane, wave = wd.wave_lane_index(), wd.group_wave_index()
        out[wave * wd.wave_lane_count() + lane] = read(lane + 1000 * wave, distance)

    return kernel


def kernel_of_clusters(distance, cluster):
    @wd.kernel(num_waves=2)
    def kernel(out: wd.RWBuffer[u32]):
        lane, wave = wd.wave_lane_index(), wd.group_wave_index()
        out[wave * wd.wave_lane_count() + lane] = wd.wave_clustered_rotate(lane + 1000 * wave, distance, cluster)

    return kernel


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("distance", [0, 1, 3, 4, 7, 100, 200])
def test_lanes_without_a_source_keep_their_value(device, distance):
    up, down = kernel_of(wd.wave_shuffle_up, distance), kernel_of(wd.wave_shuffle_down, distance)
    for size in SIZES:
        lanes = np.arange(size)
        assert np.array_equal(run(up, size, device), np.where(lanes >= distance, lanes - distance, lanes))
        assert np.array_equal(run(down, size, device), np.where(lanes + distance < size, lanes + distance, lanes))


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("distance", [-129, -1, 0, 1, 5, 130])
def test_rotations_wrap_at_the_end_of_the_wave_or_the_cluster(device, distance):
    rotate = kernel_of(wd.wave_rotate, distance)
    clusters = {size: kernel_of_clusters(distance, size) for size in (2, 4, 16, 128)}
    for size in SIZES:
        lanes = np.arange(size)
        assert np.array_equal(run(rotate, size, device), (lanes + distance) % size)
        for cluster, kernel in clusters.items():
            wide = min(cluster, size)
            expected = lanes // wide * wide + (lanes + distance) % wide
            assert np.array_equal(run(kernel, size, device), expected), (size, cluster)


def test_reading_a_lane_that_does_not_exist_is_reported():
    @wd.kernel(num_waves=1)
    def kernel(out: wd.RWBuffer[u32]):
        out[wd.wave_lane_index()] = wd.wave_shuffle_xor(wd.wave_lane_index(), 8)

    assert kernel.check(1, np.zeros(16, np.uint32), wave_sizes=16)
    (found,) = kernel.check(1, np.zeros(16, np.uint32), wave_sizes=8).filter(rule="inactive-lane").findings
    assert "wave_shuffle_xor" in str(found)


def test_reading_an_inactive_lane_is_reported():
    @wd.kernel(num_waves=1)
    def kernel(out: wd.RWBuffer[u32]):
        lane = wd.wave_lane_index()
        if lane > 1:
            out[lane] = wd.wave_shuffle_up(lane, 1)

    assert kernel.check(1, np.zeros(16, np.uint32), wave_sizes=16).filter(rule="inactive-lane").findings
    with pytest.raises(wd.ExecutionError, match="lane 2 reads lane 1, which is not active"):
        kernel.dispatch(1, np.zeros(16, np.uint32), wave_size=16, device="interpreter")


EXTREMES = [
    ([3.0, 1.0, 2.0, 1.0], 1, 0),
    ([0.0, -0.0, 0.0, -0.0], 0, 0),
    ([np.nan, 2.0, np.nan, 5.0], 1, 3),
    ([np.nan] * 4, 0, 0),
    ([np.inf, np.nan, np.inf, np.inf], 0, 0),
    ([-np.inf, np.inf, -np.inf, np.inf], 0, 1),
]


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize(("values", "least", "greatest"), EXTREMES)
def test_the_first_lane_with_an_extreme_value(device, values, least, greatest):
    @wd.kernel(num_waves=1)
    def kernel(x: wd.Buffer[wd.f32], out: wd.RWBuffer[u32]):
        lane = wd.wave_lane_index()
        # Inactive lanes have other values.
        if lane >= 4 and lane < 8:
            value = x[lane - 4]
            out[lane - 4] = wd.wave_active_argmin(value)
            out[lane] = wd.wave_active_argmax(value)

    out = np.zeros(8, np.uint32)
    kernel.dispatch(1, np.array(values, np.float32), out, wave_size=16, device=device)
    assert out.tolist() == [least + 4] * 4 + [greatest + 4] * 4
