"""A background kernel: a few groups that loop over all items, compared with a launch that is sized by the wave size.

In a launch with one lane per item, the wave size determines the number of groups (`dispatch_size` computes it and reports
idle lanes), and the device distributes the groups over all its resources. A background kernel is launched with a few groups
for any amount of work, and each of its lanes takes items at a fixed stride until none is left. It leaves the rest of the
device to other kernels and pays for each group's setup only once per group. The number of items may be known only on the
device. The kernel cannot use more than its few groups, and is as slow as the group with the longest items.

    python examples/11-background-kernel.py --device interpreter
"""

import argparse

import numpy as np

import wavedialect as wd
from wavedialect import u32

ITEMS = 1000
FEW_GROUPS = 2
MOST_STEPS = 32


@wd.func
def collatz_steps(number):
    """Returns the number of steps that lead to 1, at most MOST_STEPS. So items differ in cost."""
    steps = u32(0)
    while number > 1 and steps < MOST_STEPS:
        number = number // 2 if number % 2 == 0 else 3 * number + 1
        steps += 1
    return steps


@wd.kernel(num_waves=2)
def count_steps(numbers: wd.Buffer[u32], steps: wd.RWBuffer[u32], count: u32):
    wave = wd.group_id().x * wd.group_wave_count() + wd.group_wave_index()
    item = wave * wd.wave_lane_count() + wd.wave_lane_index()
    if item < count:
        steps[item] = collatz_steps(numbers[item])


@wd.kernel(num_waves=2)
def count_steps_in_background(numbers: wd.Buffer[u32], steps: wd.RWBuffer[u32], count: u32):
    wave = wd.group_id().x * wd.group_wave_count() + wd.group_wave_index()
    waves = wd.group_count().x * wd.group_wave_count()
    # Neighboring lanes have neighboring items in every iteration.
    first = wave * wd.wave_lane_count() + wd.wave_lane_index()
    for item in range(first, count, waves * wd.wave_lane_count()):
        steps[item] = collatz_steps(numbers[item])


def expected_steps(numbers: np.ndarray) -> np.ndarray:
    numbers, steps = numbers.copy(), np.zeros_like(numbers)
    for _ in range(MOST_STEPS):
        going = numbers > 1
        steps += going
        numbers = np.where(going, np.where(numbers % 2 == 0, numbers // 2, 3 * numbers + 1), numbers)
    return steps


def check(device: str | None, wave_size: int) -> None:
    numbers = np.random.default_rng(11).integers(1, 100_000, ITEMS, np.uint32)
    size = count_steps.dispatch_size(ITEMS, wave_size)
    print(size)
    for kernel, groups in ((count_steps, size), (count_steps_in_background, FEW_GROUPS)):
        # Device arrays: the second launch needs no copies.
        source, steps = wd.array(numbers, device=device), wd.array(np.zeros_like(numbers), device=device)
        for _ in range(2):
            launch = kernel[groups](source, steps, ITEMS, device=device, wave_size=wave_size)
        np.testing.assert_array_equal(steps.numpy(), expected_steps(numbers))
        count = groups if isinstance(groups, int) else groups[0]
        print(f"  {kernel.name}: {count} groups, {(launch.elapsed_ns() or 0) / 1e3:.0f} us, as NumPy has it")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--device", help="interpreter, vulkan, vulkan:1, ...; the default is the CPU")
    device = parser.parse_args().device
    for wave_size in count_steps.wave_sizes(device):
        check(device, wave_size)


if __name__ == "__main__":
    main()
