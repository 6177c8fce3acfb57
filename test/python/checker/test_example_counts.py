"""What the examples promise of their own work, counted while they run."""

from __future__ import annotations

import numpy as np
import pytest
from example_launches import launches


@pytest.mark.parametrize("lanes", [16, 32, 64])
def test_a_compaction_of_four_waves_does_one_atomic_a_group(lanes):
    (launch,) = launches("03-four-wave-compaction")
    counts = launch.kernel.count(launch.groups(lanes), *launch.arguments, wave_size=lanes)
    groups = int(np.prod(launch.groups(lanes)))
    assert counts.atomics["atomic_add"].executions == counts.atomics["atomic_add"].lanes == groups == counts.groups


@pytest.mark.parametrize("lanes", [8, 16, 32, 64])
def test_a_light_list_by_lane_reads_loads_each_light_once_a_wave(lanes):
    every_lane, lane_reads = launches("06-tiled-light-list")
    lights, start_counts, image = every_lane.arguments
    # Each tile has 8 rows of 8 pixels, and a wave a part of them.
    waves_a_tile = 64 // lanes
    length = 4 * int(start_counts[..., 1].sum()) * waves_a_tile  # Scalars of all lists, once for each wave.
    naive = every_lane.kernel.count(every_lane.groups(lanes), *every_lane.arguments, wave_size=lanes)
    assert naive.of("lights").loads.lanes == length * lanes
    better = lane_reads.kernel.count(lane_reads.groups(lanes), *lane_reads.arguments, wave_size=lanes)
    assert better.of("lights").loads.lanes == length
    assert better.of("lights").loads.executions < naive.of("lights").loads.executions
