"""Arithmetic that is right at one wave size, and at all."""

import wavedialect as wd
from wavedialect import u32


@wd.kernel(num_waves=1)
def last_of_32(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    if wd.wave_lane_index() == 31:  # finds wave-size-assumed
        out[0] = x[wd.wave_lane_index()]


@wd.kernel(num_waves=1, wave_size=(32, 64))
def last_of_64(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    if wd.wave_lane_index() != 63:  # finds wave-size-assumed
        out[wd.wave_lane_index()] = x[wd.wave_lane_index()]


@wd.kernel(num_waves=1)
def read_of_the_last(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    out[wd.wave_lane_index()] = wd.wave_read_lane_at(x[wd.wave_lane_index()], 31)  # finds wave-size-assumed


@wd.kernel(num_threads=64)
def exchange(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    own = x[wd.group_index()]
    own += wd.wave_read_lane_at(own, wd.wave_lane_index() ^ 16)  # finds wave-size-assumed
    out[wd.group_index()] = own


@wd.kernel(num_waves=4)
def slots_of_32(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    out[wd.group_wave_index() * 32 + wd.wave_lane_index()] = 1  # finds wave-size-assumed


@wd.kernel(num_waves=4, wave_size=(16, 64))
def slots_of_32_of_groups(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    place = (wd.group_id().x * 4 + wd.group_wave_index()) * 32 + wd.wave_lane_index()
    out[place] = x[place]  # finds wave-size-assumed


# --- Nothing to say ------------------------------------------------------------------------------------------------


@wd.kernel(num_waves=4, wave_size=32)
def stated(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    place = wd.group_wave_index() * 32 + wd.wave_lane_index()
    own = wd.wave_read_lane_at(x[place], 31) + wd.wave_read_lane_at(x[place], wd.wave_lane_index() ^ 16)
    if wd.wave_lane_index() == 31:
        out[place] = own


@wd.kernel(num_waves=4)
def asked(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    place = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    own = wd.wave_read_lane_at(x[place], wd.wave_lane_count() - 1)
    if wd.wave_lane_index() == wd.wave_lane_count() - 1:
        out[place] = own


@wd.kernel(num_waves=4)
def slots_of_the_largest(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    out[wd.group_wave_index() * 128 + wd.wave_lane_index()] = x[wd.wave_lane_index()]


@wd.kernel(num_waves=1, wave_size=(32, 64))
def a_lane_that_all_have(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    own = wd.wave_read_lane_at(x[wd.wave_lane_index()], wd.wave_lane_index() ^ 16)
    if wd.wave_lane_index() == 5:
        out[0] = own + wd.wave_read_lane_first(own)
    if wd.wave_lane_index() < 16:
        out[wd.wave_lane_index()] = own
