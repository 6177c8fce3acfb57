"""Ballots whose bits are counted."""

import wavedialect as wd
from wavedialect import u32


@wd.kernel(num_waves=1, wave_size=(4, 32))
def one_word(keep: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    out[lane] = wd.countbits(wd.wave_active_ballot(keep[lane] != 0).x)  # finds ballot-only-counted


@wd.kernel(num_threads=32)
def of_few_threads(keep: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    i = wd.group_index()
    bits = wd.wave_active_ballot(keep[i] != 0)  # finds ballot-only-counted
    out[i] = wd.countbits(bits.x) + wd.countbits(bits.y)


@wd.kernel(num_waves=1)
def all_words(keep: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    bits = wd.wave_active_ballot(keep[wd.wave_lane_index()] != 0)  # finds ballot-only-counted
    out[0] = wd.countbits(bits.x) + wd.countbits(bits.y) + wd.countbits(bits.z) + wd.countbits(bits.w)


@wd.kernel(num_waves=1)
def counts_of_all_words(keep: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    counts = wd.countbits(wd.wave_active_ballot(keep[wd.wave_lane_index()] != 0))  # finds ballot-only-counted
    out[0] = counts.x + counts.y + counts.z + counts.w


@wd.func
def number_of(flag: bool):
    return wd.countbits(wd.wave_active_ballot(flag).x)  # finds ballot-only-counted


@wd.kernel(num_waves=1, wave_size=32)
def in_a_function(keep: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    out[wd.wave_lane_index()] = number_of(keep[wd.wave_lane_index()] != 0)


# --- Nothing to say ------------------------------------------------------------------------------------------------


@wd.kernel(num_waves=1, wave_size=(4, 32))
def also_kept(keep: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    bits = wd.wave_active_ballot(keep[lane] != 0).x
    out[lane] = wd.countbits(bits)
    out[32] = bits


@wd.kernel(num_waves=1, wave_size=(4, 32))
def of_some_lanes(keep: wd.Buffer[u32], out: wd.RWBuffer[u32], some: u32):
    lane = wd.wave_lane_index()
    out[lane] = wd.countbits(wd.wave_active_ballot(keep[lane] != 0).x & some)


@wd.kernel(num_waves=1)
def counted(keep: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    out[lane] = wd.wave_active_count_bits(keep[lane] != 0)


@wd.kernel(num_waves=1, wave_size=32)
def overwritten_word(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    word = wd.wave_active_ballot(x[wd.wave_lane_index()] != 0).x
    word = x[wd.wave_lane_index()]
    out[wd.wave_lane_index()] = word
