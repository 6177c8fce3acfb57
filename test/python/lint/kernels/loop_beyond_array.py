"""Loops whose first or last iteration leaves an array."""

import wavedialect as wd
from wavedialect import u32

SIZE = 8


@wd.kernel(num_waves=1)
def one_too_many(out: wd.RWBuffer[u32]):
    values = wd.groupshared(u32, SIZE)
    for i in range(SIZE + 1):
        values[i] = 0  # finds loop-beyond-array
    wd.group_memory_barrier_with_group_sync()
    out[wd.wave_lane_index()] = values[0]


@wd.kernel(num_waves=1)
def from_the_end(out: wd.RWBuffer[u32]):
    values = wd.local_array(u32, SIZE)
    for i in range(SIZE):
        values[SIZE - i] = i  # finds loop-beyond-array
    out[wd.wave_lane_index()] = values[1]


@wd.kernel(num_waves=1)
def neighbours(out: wd.RWBuffer[u32]):
    values = wd.local_array(u32, SIZE)
    for i in range(SIZE):
        values[i] = i
    sum = u32(0)
    for i in range(SIZE):
        sum += values[i + 1] - values[i]  # finds loop-beyond-array
    out[wd.wave_lane_index()] = sum


@wd.kernel(num_waves=1)
def rows(out: wd.RWBuffer[u32]):
    values = wd.local_array(u32, (2, SIZE))
    for i in range(2):
        for j in range(SIZE + 1):
            values[i, j] = i  # finds loop-beyond-array
    out[wd.wave_lane_index()] = values[0, 1]


@wd.kernel(num_waves=1)
def under_a_condition_that_holds(out: wd.RWBuffer[u32]):
    values = wd.local_array(u32, SIZE)
    for i in range(SIZE + 1):
        if i > 2:
            values[i] = i  # finds loop-beyond-array
    out[wd.wave_lane_index()] = values[3]


@wd.kernel(num_waves=1)
def columns_of_an_unknown_row(out: wd.RWBuffer[u32], row: u32):
    values = wd.groupshared(u32, (4, SIZE))
    for i in range(SIZE + 1):
        values[row, i] = i  # finds loop-beyond-array
    wd.group_memory_barrier_with_group_sync()
    out[wd.wave_lane_index()] = values[0, 1]


@wd.kernel(num_waves=1)
def vectors_of_an_unknown_row(out: wd.RWBuffer[u32], row: u32):
    values = wd.local_array(wd.float4, (4, SIZE))
    for i in range(SIZE + 1):
        values[row, i] = wd.float4(1.0)  # finds loop-beyond-array
        values[row, i].y = 2.0  # finds loop-beyond-array
        values[i, 3].x = 1.0  # finds loop-beyond-array
    out[wd.wave_lane_index()] = u32(values[0, 1].x)


# --- Nothing to say ------------------------------------------------------------------------------------------------


@wd.kernel(num_waves=1)
def all_elements(out: wd.RWBuffer[u32]):
    values = wd.local_array(u32, SIZE)
    for i in range(len(values)):
        values[i] = i
    for i in range(0, SIZE, 3):
        values[i + 1] = i
    out[wd.wave_lane_index()] = values[1]


@wd.kernel(num_waves=1)
def guarded(out: wd.RWBuffer[u32]):
    values = wd.local_array(u32, SIZE)
    for i in range(SIZE + 1):
        if i < SIZE:
            values[i] = i
    out[wd.wave_lane_index()] = values[1]


@wd.kernel(num_waves=1)
def leaves_early(out: wd.RWBuffer[u32], n: u32):
    values = wd.local_array(u32, SIZE)
    for i in range(SIZE + 1):
        if i == n:
            break
        values[i] = i
    for i in range(SIZE + 1):
        if i == n:
            return
        values[i] = i
    out[wd.wave_lane_index()] = values[1]


@wd.kernel(num_waves=1)
def of_unknown_length(out: wd.RWBuffer[u32], n: u32):
    values = wd.local_array(u32, SIZE)
    for i in range(n):
        values[i] = i
    for i in range(SIZE + 1):
        values[(i + n) % SIZE] = i
    out[wd.wave_lane_index()] = values[1]


@wd.kernel(num_waves=1)
def all_of_an_unknown_row(out: wd.RWBuffer[u32], row: u32):
    values = wd.local_array(u32, (4, SIZE))
    vectors = wd.local_array(wd.float4, (SIZE, 4))
    for i in range(SIZE):
        values[row, i] = i
        vectors[i, row % 4].z = 1.0
        vectors[i, 3] = wd.float4(2.0)
    for i in range(4):
        values[i, row] = i
    more = wd.groupshared(u32, (wd.group_wave_count(), SIZE))
    for i in range(SIZE):
        more[row, i] = i
    wd.group_memory_barrier_with_group_sync()
    out[wd.wave_lane_index()] = values[0, 1] + u32(vectors[1, 1].x) + more[0, 0]
