"""Ordered append and compaction: a wave allocates output with one atomic, and a scan gives each lane its index.

From "Ordered Append" on the wiki page about wave intrinsics, corrected: the counter grows by the *sum* of the items, not
by the number of lanes that have an item, and a lane without an item writes nothing.

    python examples/04-append-and-compaction.py --device interpreter
"""

import argparse

import numpy as np

import wavedialect as wd
from wavedialect import u32


@wd.kernel(num_waves=1)
def append(amounts: wd.Buffer[u32], counter: wd.RWBuffer[u32], items: wd.RWBuffer[u32]):
    source = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    amount = amounts[source]  # 0, 1 or more items per lane.
    total = wd.wave_active_sum(amount)
    start = u32(0)
    if wd.wave_is_first_lane():
        start = wd.atomic_add(counter, 0, total)
    start = wd.wave_read_lane_first(start) + wd.wave_prefix_sum(amount)
    for item in range(amount):
        items[start + item] = source


@wd.kernel(num_waves=1)
def compact(values: wd.Buffer[u32], counter: wd.RWBuffer[u32], kept: wd.RWBuffer[u32], least: u32):
    value = values[wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()]
    keep = value >= least
    total = wd.wave_active_count_bits(keep)
    start = u32(0)
    if wd.wave_is_first_lane() and total != 0:
        start = wd.atomic_add(counter, 0, total)
    start = wd.wave_read_lane_first(start)
    if keep:
        # Only the lanes that keep a value participate, so each lane counts the lanes before it.
        kept[start + wd.wave_prefix_count_bits(True)] = value


def check_blocks(got: np.ndarray, blocks: list[np.ndarray]) -> None:
    """Checks that the output consists of the waves' blocks, each contiguous and in order, in any order of the blocks."""
    missing = sorted(block.tobytes() for block in blocks if block.size)
    lengths = {block.tobytes()[:4]: block.size for block in blocks if block.size}
    found, place = [], 0
    while place < got.size:
        size = lengths[got[place : place + 1].tobytes()]
        found.append(got[place : place + size].tobytes())
        place += size
    assert sorted(found) == missing


def check(device: str | None, wave_size: int) -> None:
    count = 128 * 6
    lanes = np.arange(count, dtype=np.uint32).reshape(-1, wave_size)
    amounts = np.random.default_rng(1).integers(0, 4, count, np.uint32)
    counter, items = np.zeros(1, np.uint32), np.zeros(4 * count, np.uint32)
    append.dispatch(len(lanes), amounts, counter, items, device=device, wave_size=wave_size)
    assert counter[0] == amounts.sum()
    check_blocks(items[: counter[0]], [np.repeat(wave, amounts[wave]) for wave in lanes])

    # All values differ, so the first value identifies a block.
    values = np.random.default_rng(2).permutation(count).astype(np.uint32)
    counter, kept = np.zeros(1, np.uint32), np.zeros(count, np.uint32)
    compact.dispatch(len(lanes), values, counter, kept, 300, device=device, wave_size=wave_size)
    check_blocks(kept[: counter[0]], [wave[wave >= 300] for wave in values[lanes]])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--device", help="interpreter, vulkan, vulkan:1, ...; the default is the CPU")
    device = parser.parse_args().device
    for wave_size in append.wave_sizes(device):
        check(device, wave_size)
        print(f"{wave_size} lanes: both outputs hold every wave's block, as NumPy has it")


if __name__ == "__main__":
    main()
