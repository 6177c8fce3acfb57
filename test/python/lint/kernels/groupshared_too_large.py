"""Groupshared memory by what it leaves room for."""

import wavedialect as wd
from wavedialect import f32, u32


@wd.kernel(num_threads=64)
def most_of_it(out: wd.RWBuffer[u32]):
    tile = wd.groupshared(u32, 8192)  # finds groupshared-too-large
    tile[wd.group_index()] = wd.group_index()
    out[wd.group_index()] = tile[wd.group_index()]


@wd.kernel(num_threads=32)
def one_wave_with_8_kib(out: wd.RWBuffer[u32]):
    tile = wd.groupshared(u32, 2048)  # finds groupshared-too-large
    tile[wd.group_index()] = wd.group_index()
    out[wd.group_index()] = tile[wd.group_index()]


@wd.kernel(num_waves=2)
def by_waves(out: wd.RWBuffer[u32]):
    tile = wd.groupshared(u32, 2560 * wd.group_wave_count())  # finds groupshared-too-large
    place = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    tile[place] = place
    out[place] = tile[place]


@wd.kernel(num_waves=1)
def by_lanes(out: wd.RWBuffer[u32]):
    tile = wd.groupshared(u32, 64 * wd.wave_lane_count())  # finds groupshared-too-large
    tile[wd.wave_lane_index()] = wd.wave_lane_index()
    out[wd.wave_lane_index()] = tile[wd.wave_lane_index()]


@wd.kernel(num_threads=(8, 8))
def several_arrays(out: wd.RWBuffer[u32]):
    low = wd.groupshared(u32, 1024)
    high = wd.groupshared(u32, 4096)  # finds groupshared-too-large
    low[wd.group_index()] = wd.group_index()
    high[wd.group_index()] = wd.group_index()
    out[wd.group_index()] = low[wd.group_index()] + high[wd.group_index()]


@wd.kernel(num_waves=2, wave_size=64)
def on_gcn_alone(out: wd.RWBuffer[u32]):
    tile = wd.groupshared(u32, 4096)  # finds groupshared-too-large
    place = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    tile[place] = place
    out[place] = tile[place]


# --- Nothing to say ------------------------------------------------------------------------------------------------


@wd.kernel(num_waves=2)
def stages_of_a_pipe(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    tiles = wd.groupshared(u32, (4, 2048))
    pipe = wd.pipe(stages=4, producers=0, consumers=1)
    with wd.waves(0):
        for first in range(0, len(src), 2048):
            stage = pipe.acquire()
            wd.async_copy(tiles, (stage, 0), src, first, 2048)
            pipe.commit()
    with wd.waves(1):
        for first in range(0, len(src), 2048):
            stage = pipe.wait()
            out[first + lane] = tiles[stage, lane]
            pipe.release()


@wd.kernel(num_threads=1024)
def many_waves(out: wd.RWBuffer[u32]):
    tile = wd.groupshared(u32, 8192)
    tile[wd.group_index()] = wd.group_index()
    out[wd.group_index()] = tile[wd.group_index()]


@wd.kernel(num_threads=64)
def an_element_a_thread(out: wd.RWBuffer[u32]):
    tile = wd.groupshared(u32, 64)
    tile[wd.group_index()] = wd.group_index()
    out[wd.group_index()] = tile[wd.group_index()]


@wd.kernel(num_threads=256)
def sixteen_bytes_a_thread(out: wd.RWBuffer[f32]):
    tile = wd.groupshared(f32, 1024)
    tile[wd.group_index()] = 1.0
    out[wd.group_index()] = tile[wd.group_index()]
