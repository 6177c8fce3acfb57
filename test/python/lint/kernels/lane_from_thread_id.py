"""Lanes and waves that are numbered by thread ids, and what looks like it."""

import wavedialect as wd
from wavedialect import u32


@wd.kernel(num_threads=128)
def quotient(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    store = wd.groupshared(u32, 32)
    wave = wd.group_index() // wd.wave_lane_count()  # finds lane-from-thread-id
    store[wave] = wd.wave_active_sum(x[wd.group_index()])
    wd.group_memory_barrier_with_group_sync()
    out[wd.group_index()] = store[0]


@wd.kernel(num_threads=128)
def remainder(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.group_index() % wd.wave_lane_count()  # finds lane-from-thread-id
    out[wd.group_index()] = x[lane]


@wd.kernel(num_threads=128)
def of_the_dispatch(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    wave = wd.dispatch_thread_id().x // wd.wave_lane_count()  # finds lane-from-thread-id
    out[wave] = wd.wave_active_sum(x[wd.dispatch_thread_id().x])


@wd.kernel(num_threads=(64, 2))
def mask(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.group_thread_id().x & (wd.wave_lane_count() - 1)  # finds lane-from-thread-id
    out[wd.group_index()] = x[lane]


@wd.kernel(num_threads=64, wave_size=32)
def slot_of_a_wave(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    store = wd.groupshared(u32, 2)
    total = wd.wave_active_sum(x[wd.group_index()])
    if wd.wave_is_first_lane():
        store[wd.group_index() // 32] = total  # finds lane-from-thread-id
    wd.group_memory_barrier_with_group_sync()
    out[wd.group_index()] = store[0] + store[1]


@wd.kernel(num_threads=64, wave_size=32)
def shifted(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    store = wd.groupshared(u32, 2)
    total = wd.wave_active_sum(x[wd.group_index()])
    if wd.group_index() & 31 == 0:  # finds lane-from-thread-id
        store[wd.group_index() >> 5] = total  # finds lane-from-thread-id
    wd.group_memory_barrier_with_group_sync()
    out[wd.group_index()] = store[0] + store[1]


@wd.kernel(num_threads=64)
def step_of_a_wave(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    total = u32(0)
    for i in range(4):
        total += x[u32(i) * wd.wave_lane_count() + wd.group_index()]  # finds lane-from-thread-id
    out[wd.group_index()] = total


@wd.kernel(num_threads=64, wave_size=32)
def lane_to_read(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    other = (wd.group_index() % 32) ^ 1  # finds lane-from-thread-id
    out[wd.group_index()] = wd.wave_read_lane_at(x[wd.group_index()], other)


@wd.kernel(num_threads=256)
def last_lane_of_a_scan(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    store = wd.groupshared(u32, 8)
    before = wd.wave_prefix_sum(x[wd.group_index()])
    if wd.group_index() & 31 == 31:  # finds lane-from-thread-id
        store[wd.group_index() // 32] = before + x[wd.group_index()]  # finds lane-from-thread-id
    wd.group_memory_barrier_with_group_sync()
    out[wd.group_index()] = before + store[0]


@wd.kernel(num_threads=256)
def last_lane_by_remainder(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    store = wd.groupshared(u32, 8)
    total = wd.wave_inclusive_sum(x[wd.group_index()])
    if wd.group_index() % 32 == 31:  # finds lane-from-thread-id
        store[wd.group_index() >> 5] = total  # finds lane-from-thread-id
    wd.group_memory_barrier_with_group_sync()
    out[wd.group_index()] = store[0]


@wd.kernel(num_threads=64, wave_size=32)
def element_of_a_wave(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    total = wd.wave_active_sum(x[wd.group_index()])
    if wd.wave_is_first_lane():
        out[wd.group_id().x * 2 + wd.group_index() // 32] = total  # finds lane-from-thread-id


# --- Nothing to say ------------------------------------------------------------------------------------------------


@wd.kernel(num_threads=64)
def tile_in_a_line(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    column, row = wd.group_index() % 8, wd.group_index() // 8
    out[column * 8 + row] = x[wd.group_index()]


@wd.kernel(num_threads=256)
def rows_of_32(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    column, row = wd.group_index() & 31, wd.group_index() >> 5
    out[column * 8 + row] = x[wd.group_index()]


@wd.kernel(num_threads=128)
def asked_of_the_machine(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    store = wd.groupshared(u32, 128)
    store[wd.group_index()] = 0
    wd.group_memory_barrier_with_group_sync()
    total = wd.wave_active_sum(x[wd.group_index()])
    if wd.wave_is_first_lane():
        store[wd.group_wave_index()] = total
    wd.group_memory_barrier_with_group_sync()
    out[wd.group_index()] = store[wd.group_wave_index()]


@wd.kernel(num_threads=64)
def rounds_of_a_wave(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    total = u32(0)
    for i in range((len(x) + wd.wave_lane_count() - 1) // wd.wave_lane_count()):
        total += wd.wave_active_sum(x[u32(i) * wd.wave_lane_count() + wd.wave_lane_index()])
    out[wd.group_index()] = total


@wd.kernel(num_threads=256)
def last_column(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    if wd.group_index() % 32 == 31:
        out[wd.group_index() // 32] = x[wd.group_index()]


@wd.kernel(num_threads=64, wave_size=32)
def shares_of_32_threads(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    out[wd.group_index()] = x[wd.group_index() // 32] + wd.wave_active_sum(x[wd.group_index()])
