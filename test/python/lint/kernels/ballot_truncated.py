"""Ballots of which words are forgotten, and others."""

import wavedialect as wd
from wavedialect import u32


@wd.kernel(num_waves=1)
def prefix_of_32(keep: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    bits = wd.wave_active_ballot(keep[lane] != 0).x  # finds ballot-truncated
    out[lane] = wd.countbits(bits & ((u32(1) << lane) - 1))


@wd.kernel(num_waves=1, wave_size=(32, 64))
def count_of_32(keep: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    bits = wd.wave_active_ballot(keep[wd.wave_lane_index()] != 0)
    out[wd.wave_lane_index()] = wd.countbits(bits.x)  # finds ballot-truncated


@wd.kernel(num_threads=128)
def of_threads(keep: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    bits = wd.wave_active_ballot(keep[wd.group_index()] != 0)
    out[wd.group_index()] = (bits.x >> (wd.wave_lane_index() & 31)) & 1  # finds ballot-truncated


@wd.kernel(num_waves=1, wave_size=128)
def two_words_of_four(keep: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    bits = wd.wave_active_ballot(keep[wd.wave_lane_index()] != 0)
    out[wd.wave_lane_index()] = wd.countbits(bits.x) + wd.countbits(bits.y)  # finds ballot-truncated


@wd.kernel(num_waves=1)
def of_a_match(key: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    same = wd.wave_match(key[wd.wave_lane_index()])
    out[wd.wave_lane_index()] = wd.countbits(same.x)  # finds ballot-truncated


@wd.kernel(num_waves=1)
def word_of_the_counts(keep: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    counts = wd.countbits(wd.wave_active_ballot(keep[wd.wave_lane_index()] != 0))
    out[wd.wave_lane_index()] = counts.x  # finds ballot-truncated


@wd.func
def any_of(flag: bool):
    return wd.wave_active_ballot(flag).x != 0  # finds ballot-truncated


@wd.kernel(num_waves=1)
def in_a_function(keep: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    if any_of(keep[wd.wave_lane_index()] != 0):
        out[wd.wave_lane_index()] = 1


# --- Nothing to say ------------------------------------------------------------------------------------------------


@wd.kernel(num_waves=1, wave_size=(4, 32))
def small_waves(keep: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    out[wd.wave_lane_index()] = wd.wave_active_ballot(keep[wd.wave_lane_index()] != 0).x


@wd.kernel(num_threads=32)
def small_groups(keep: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    out[wd.group_index()] = wd.wave_active_ballot(keep[wd.group_index()] != 0).x


@wd.kernel(num_waves=1)
def all_words(keep: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    bits = wd.wave_match(keep[wd.wave_lane_index()])
    out[wd.wave_lane_index()] = (
        wd.countbits(bits.x) + wd.countbits(bits.y) + wd.countbits(bits.z) + wd.countbits(bits.w)
    )


@wd.kernel(num_waves=1)
def kept_and_read_by_the_host(keep: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    bits = wd.wave_active_ballot(keep[wd.wave_lane_index()] != 0)
    out[wd.wave_lane_index()] = bits.x
    out[128] = wd.countbits(wd.wave_active_ballot(keep[0] == wd.wave_lane_index()).z)


@wd.kernel(num_waves=1)
def of_a_partition(key: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    same = wd.wave_match(key[wd.wave_lane_index()])
    out[wd.wave_lane_index()] = wd.wave_multi_prefix_count_bits(True, same)


@wd.kernel(num_waves=1)
def where_waves_are_small(keep: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    bits = wd.wave_active_ballot(keep[wd.wave_lane_index()] != 0)
    if wd.wave_lane_count() <= 32:
        out[wd.wave_lane_index()] = wd.countbits(bits.x)
