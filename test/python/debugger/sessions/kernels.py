"""Kernels of the scripted sessions. The transcripts beside this file name its lines."""

import numpy as np

import wavedialect as wd
from wavedialect import f32, i32, u32

TABLE = (u32(3), u32(5), u32(7), u32(9))


@wd.func
def collatz(value: u32) -> u32:
    """The number of steps to 1."""
    steps = u32(0)
    while value != 1:
        if value % 2 == 0:
            value = value // 2
        else:
            value = value * 3 + 1
        steps += 1
    return steps


@wd.kernel(num_waves=1)
def trips(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    out[lane] = collatz(lane + 1)


@wd.kernel(num_waves=1)
def leaves(x: wd.Buffer[i32], out: wd.RWBuffer[i32]):
    lane = wd.wave_lane_index()
    value = x[lane]
    if value < 0:
        return
    total = i32(0)
    for i in range(value):
        if i == 2:
            continue
        if i > 3:
            break
        total += i
    out[lane] = total


@wd.kernel(num_waves=2)
def sums(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    store = wd.groupshared(u32, 2)
    wave = wd.group_wave_index()
    lane = wd.wave_lane_index()
    item = (wd.group_id().x * 2 + wave) * wd.wave_lane_count() + lane
    total = wd.wave_active_sum(x[item])
    if lane == 0:
        store[wave] = total
    wd.group_memory_barrier_with_group_sync()
    if wave == 0 and lane == 0:
        out[wd.group_id().x] = store[0] + store[1]


@wd.kernel(num_waves=2)
def racing(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    store = wd.groupshared(u32, 2)
    wave = wd.group_wave_index()
    lane = wd.wave_lane_index()
    total = wd.wave_active_sum(x[wave * wd.wave_lane_count() + lane])
    if lane == 0:
        store[wave] = total
    if wave == 0 and lane == 0:
        out[0] = store[0] + store[1]


@wd.kernel(num_waves=2)
def skipped(out: wd.RWBuffer[u32]):
    wave = wd.group_wave_index()
    if wave == 0:
        wd.group_memory_barrier_with_group_sync()
    out[wave] = wave


@wd.kernel(num_threads=6)
def threads(out: wd.RWBuffer[u32]):
    thread = wd.group_index()
    out[thread] = thread * thread


@wd.kernel(num_waves=2)
def counted(keys: wd.Buffer[u32], counts: wd.RWBuffer[u32], places: wd.RWBuffer[u32]):
    lane = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    key = keys[lane] % 3
    place = wd.atomic_add(counts, key, 1)
    places[lane] = place


@wd.kernel(num_waves=1)
def vectors(out: wd.RWBuffer[f32]):
    lane = wd.wave_lane_index()
    p = wd.float3(f32(lane), 0.5, 1.0)
    pair = (lane + 1, lane > 1)
    local = wd.local_array(u32, 3)
    local[0] = lane
    local[1] = TABLE[lane % 4]
    p.y = p.x * 2.0
    out[lane] = p.y + f32(local[1]) + f32(pair[0])


@wd.kernel(num_waves=1)
def outside(out: wd.RWBuffer[u32]):
    store = wd.groupshared(u32, 3)
    lane = wd.wave_lane_index()
    store[lane] = lane
    out[lane] = store[lane]


@wd.kernel(num_waves=1)
def endless(out: wd.RWBuffer[u32]):
    i = u32(1)
    while i != 0:
        i = i | 1
    out[0] = i


@wd.kernel(num_waves=2)
def piped(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    store = wd.groupshared(u32, 16)
    pipe = wd.pipe(stages=2, producers=(0,), consumers=(1,))
    lane = wd.wave_lane_index()
    lanes = wd.wave_lane_count()
    with wd.waves(0):
        for i in range(3):
            stage = pipe.acquire()
            store[stage * lanes + lane] = x[i * lanes + lane]
            pipe.commit()
    with wd.waves(1):
        total = u32(0)
        for _j in range(3):
            slot = pipe.wait()
            total += store[slot * lanes + lane]
            pipe.release()
        out[lane] = total


@wd.kernel(num_waves=1)
def told(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    wd.print("lane {}", lane)
    wd.check(lane < 3, "lane {} is too large", lane)
    out[lane] = lane


@wd.kernel(num_waves=1)
def wrong(out: wd.RWBuffer[u32]):
    out[0] = undefined_name  # noqa: F821


@wd.kernel(num_threads=(2, 2))
def image(source: wd.Buffer[f32, 2], out: wd.RWBuffer[f32, 2]):
    at = wd.dispatch_thread_id()
    value = source[at.y, at.x]
    out[at.y, at.x] = value * np.float32(2)


@wd.struct
class Body:
    """A struct whose memory is words."""

    mass: f32
    position: wd.float3
    count: u32


@wd.kernel(num_waves=1)
def bodies(given: wd.RWBuffer[Body], out: wd.RWBuffer[u32]):
    kept = wd.groupshared(Body, 4)
    lane = wd.wave_lane_index()
    given[lane].mass = f32(lane)
    kept[lane].position = wd.float3(1.0, f32(lane), 3.0)
    kept[lane].count = lane
    body = given[lane]
    body.position.y = 0.5
    kept[lane] = body
    out[lane] = kept[lane].count


@wd.kernel(num_waves=2)
def rows(out: wd.RWBuffer[u32, 2]):
    tile = wd.groupshared(u32, (2, 4))
    wave = wd.group_wave_index()
    lane = wd.wave_lane_index()
    tile[wave, lane] = wave * 10 + lane
    wd.group_memory_barrier_with_group_sync()
    out[lane, wave] = tile[wave, lane]


@wd.kernel(num_waves=1)
def divides(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    total = u32(0)
    for i in range(3):
        total += 10 // x[i]
    out[wd.group_id().x] = total


@wd.kernel(num_waves=1)
def groups_race(out: wd.RWBuffer[u32]):
    out[0] = wd.group_id().x


@wd.func
def halved(value: f32) -> f32:
    half = value * 0.5
    return half


@wd.kernel(num_waves=2)
def tiles(x: wd.Buffer[f32], out: wd.RWBuffer[f32, 2]):
    lane = wd.wave_lane_index()
    wave = wd.group_wave_index()
    tile = wd.groupshared(f32, (wd.group_wave_count(), wd.wave_lane_count()))
    few = wd.groupshared(u32, 3)
    total = f32(0)
    for i in range(3):
        total += halved(x[lane] + f32(i))
    tile[wave, lane] = total
    few[wave] = lane
    wd.group_memory_barrier_with_group_sync()
    local = wd.local_array(u32, 2)
    local[0] = lane
    if lane > 1:
        local[1] = 7
        out[wave, lane] = tile[wave, lane]
    if lane == 0:
        return
    out[wave, lane] += 1.0
