"""De-duplication with `match`: the lanes with the same key find each other, and one of them acts for all.

Each wave adds its keys to a histogram with one atomic for each *distinct* key, and appends its distinct keys to a
list with one atomic in all.

    python examples/07-deduplicate.py --device interpreter
"""

import argparse

import numpy as np

import wavedialect as wd
from wavedialect import u32

KEYS = 37


@wd.func
def first_lane(lanes):
    """Returns the lowest lane of a mask of four words."""
    word = 0 * lanes.x
    for i in wd.static_range(3, -1, -1):
        if lanes[i] != 0:
            word = u32(32 * i) + wd.firstbitlow(lanes[i])
    return word


@wd.kernel(num_waves=2)
def deduplicate(
    keys: wd.Buffer[u32], histogram: wd.RWBuffer[u32], counter: wd.RWBuffer[u32], different: wd.RWBuffer[u32]
):
    wave = wd.group_id().x * wd.group_wave_count() + wd.group_wave_index()
    place = wave * wd.wave_lane_count() + wd.wave_lane_index()
    if place >= len(keys):
        return
    key = keys[place]
    peers = wd.wave_match(key)  # A bit for each active lane with this key.
    speaks = first_lane(peers) == wd.wave_lane_index()
    start = u32(0)
    total = wd.wave_active_count_bits(speaks)
    if wd.wave_is_first_lane():
        start = wd.atomic_add(counter, 0, total)
    start = wd.wave_read_lane_first(start)
    if speaks:
        bits = wd.countbits(peers)
        wd.atomic_add(histogram, key, bits.x + bits.y + bits.z + bits.w)
        different[start + wd.wave_prefix_count_bits(True)] = key


def check(device: str | None, wave_size: int) -> None:
    keys = np.random.default_rng(7).integers(0, KEYS, 1000, np.uint32)
    histogram, counter = np.zeros(KEYS, np.uint32), np.zeros(1, np.uint32)
    different = np.zeros(keys.size, np.uint32)
    groups = -(-keys.size // (2 * wave_size))
    deduplicate.dispatch(groups, keys, histogram, counter, different, device=device, wave_size=wave_size)
    np.testing.assert_array_equal(histogram, np.bincount(keys, minlength=KEYS))
    waves = [keys[start : start + wave_size] for start in range(0, keys.size, wave_size)]
    wanted = np.concatenate([np.unique(wave) for wave in waves])
    np.testing.assert_array_equal(np.sort(different[: counter[0]]), np.sort(wanted))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--device", help="interpreter, vulkan, vulkan:1, ...; the default is the CPU")
    device = parser.parse_args().device
    for wave_size in deduplicate.wave_sizes(device):
        check(device, wave_size)
        print(f"{wave_size} lanes: the histogram and the different keys of all waves as NumPy has them")


if __name__ == "__main__":
    main()
