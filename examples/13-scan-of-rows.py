"""Running sums of the rows of a matrix: each wave scans its part, and wave 0 sums the totals of all waves.

A group has one row, and in each iteration processes as many elements as it has lanes. Between the two barriers of an
iteration, wave 0 computes each wave's start value from the totals and keeps the row's running sum; the other waves are idle.

    python examples/13-scan-of-rows.py --device interpreter
"""

import argparse

import numpy as np

import wavedialect as wd
from wavedialect import u32

WAVES = 8


@wd.kernel(num_waves=WAVES)
def scan_rows(values: wd.Buffer[u32], sums: wd.RWBuffer[u32], width: u32):
    lanes = wd.wave_lane_count()
    lane = wd.wave_lane_index()
    wave = wd.group_wave_index()
    totals = wd.groupshared(u32, wd.group_wave_count())
    starts = wd.groupshared(u32, wd.group_wave_count())
    carried = u32(0)
    for first in range(u32(0), width, lanes * WAVES):
        column = first + wave * lanes + lane
        value = u32(0)
        if column < width:
            value = values[wd.group_id().x * width + column]
        before = wd.wave_prefix_sum(value)
        totals[wave] = wd.wave_active_sum(value)
        wd.group_memory_barrier_with_group_sync()

        with wd.waves(0):
            # A wave may have fewer lanes than the group has waves, or more.
            for start in range(u32(0), WAVES, lanes):
                total = u32(0)
                if start + lane < WAVES:
                    total = totals[start + lane]
                    starts[start + lane] = carried + wd.wave_prefix_sum(total)
                carried += wd.wave_active_sum(total)
        wd.group_memory_barrier_with_group_sync()

        if column < width:
            sums[wd.group_id().x * width + column] = starts[wave] + before + value


def check(device: str | None, wave_size: int) -> None:
    values = np.random.default_rng(13).integers(0, 1 << 16, (5, 1500)).astype(np.uint32)
    height, width = values.shape
    for enable in ((), ("specialize",)):
        sums = np.zeros_like(values)
        scan_rows.dispatch(height, values, sums, width, device=device, wave_size=wave_size, enable=enable)
        np.testing.assert_array_equal(sums, values.cumsum(axis=1, dtype=np.uint32))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--device", help="interpreter, vulkan, vulkan:1, ...; the default is the CPU")
    device = parser.parse_args().device
    for wave_size in scan_rows.wave_sizes(device):
        check(device, wave_size)
        print(f"{wave_size} lanes: the sums are NumPy's, with code for sets of waves and without")


if __name__ == "__main__":
    main()
