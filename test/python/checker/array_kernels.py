"""Kernels that leave the bounds of arrays and buffers, and that read what nobody wrote."""

from __future__ import annotations

import numpy as np
from mistake_kernels import Who, correct, mistake, u32s

import wavedialect as wd
from wavedialect import f16, f32, i32, u32

WAVES = 3

# --- Bounds of arrays -----------------------------------------------------------------------------------------------------


@wd.kernel(num_waves=WAVES)
def store_behind_the_array(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, WAVES)
    wave = wd.group_wave_index()
    if wd.wave_is_first_lane():
        shared[wave + 1] = wave  # here
    wd.group_memory_barrier_with_group_sync()
    out[wave] = shared[1 + wave // 2]


@wd.kernel(num_waves=WAVES)
def load_behind_the_array(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, WAVES)
    wave = wd.group_wave_index()
    if wd.wave_is_first_lane():
        shared[wave] = wave
    wd.group_memory_barrier_with_group_sync()
    if wd.wave_is_first_lane():
        out[wave] = shared[wave + 1]  # here


@wd.kernel(num_waves=WAVES)
def atomic_behind_the_array(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, WAVES)
    wave = wd.group_wave_index()
    if wd.wave_is_first_lane():
        shared[wave] = wave
    wd.group_memory_barrier_with_group_sync()
    if wd.wave_is_first_lane():
        wd.atomic_add(shared, wave + 1, u32(1))  # here
        out[wave] = wave


@wd.kernel(num_waves=WAVES)
def load_in_the_array(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, WAVES)
    wave = wd.group_wave_index()
    if wd.wave_is_first_lane():
        shared[wave] = wave
    wd.group_memory_barrier_with_group_sync()
    if wd.wave_is_first_lane():
        out[wave] = shared[(wave + 1) % WAVES]


mistake(
    "out-of-bounds",
    (store_behind_the_array, load_behind_the_array, atomic_behind_the_array),
    load_in_the_array,
    arguments=lambda lanes: [u32s(WAVES)],
    who=Who(0, WAVES - 1, [0]),
)


@wd.kernel(num_waves=1)
def array_for_32_lanes(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, 32)
    lane = wd.wave_lane_index()
    shared[lane] = lane  # here
    wd.group_memory_barrier_with_group_sync()
    out[lane] = shared[lane ^ 1]  # too


mistake(
    "out-of-bounds",
    array_for_32_lanes,
    arguments=lambda lanes: [u32s(lanes)],
    sizes=(64, 128),
    who=Who(0, 0, lambda lanes: range(32, lanes)),
)
correct(array_for_32_lanes, arguments=lambda lanes: [u32s(lanes)], sizes=(4, 16, 32))


@wd.kernel(num_waves=1)
def lane_before_the_array(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, wd.wave_lane_count())
    lane = i32(wd.wave_lane_index())
    shared[lane] = u32(1)
    wd.group_memory_barrier_with_group_sync()
    out[lane] = shared[lane - 1]  # here


@wd.kernel(num_waves=1)
def lane_before_or_the_first(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, wd.wave_lane_count())
    lane = i32(wd.wave_lane_index())
    shared[lane] = u32(1)
    wd.group_memory_barrier_with_group_sync()
    out[lane] = shared[max(lane - 1, 0)]


mistake(
    "out-of-bounds",
    lane_before_the_array,
    lane_before_or_the_first,
    arguments=lambda lanes: [u32s(lanes)],
    who=Who(0, 0, [0]),
)


@wd.kernel(num_waves=2)
def local_array_by_lane(out: wd.RWBuffer[u32]):
    # Four elements, and a lane of another number.
    mine = wd.local_array(u32, 4)
    for place in range(u32(4)):
        mine[place] = place
    lane = wd.wave_lane_index()
    out[wd.group_wave_index() * wd.wave_lane_count() + lane] = mine[lane // 2 * 2 + 2]  # here


@wd.kernel(num_waves=2)
def local_array_in_bounds(out: wd.RWBuffer[u32]):
    mine = wd.local_array(u32, 4)
    for place in range(u32(4)):
        mine[place] = place
    lane = wd.wave_lane_index()
    out[wd.group_wave_index() * wd.wave_lane_count() + lane] = mine[lane // 2 * 2 % 4]


@wd.kernel(num_waves=2)
def store_behind_a_local_array(out: wd.RWBuffer[u32]):
    mine = wd.local_array(u32, 4)
    mine[0] = u32(3)
    lane = wd.wave_lane_index()
    mine[lane // 2 * 2 + 2] = lane  # here
    out[wd.group_wave_index() * wd.wave_lane_count() + lane] = mine[0]


mistake(
    "out-of-bounds",
    (local_array_by_lane, store_behind_a_local_array),
    local_array_in_bounds,
    arguments=lambda lanes: [u32s(2 * lanes)],
    who=Who(0, 0, lambda lanes: range(2, lanes)),
)


@wd.kernel(num_waves=1)
def vector_behind_the_array(out: wd.RWBuffer[wd.float3]):
    shared = wd.groupshared(wd.float3, wd.wave_lane_count())
    lane = wd.wave_lane_index()
    shared[lane] = wd.float3(f32(lane))
    wd.group_memory_barrier_with_group_sync()
    out[lane] = shared[lane + 1]  # here


@wd.kernel(num_waves=1)
def component_behind_the_array(out: wd.RWBuffer[wd.float3]):
    shared = wd.groupshared(wd.float3, wd.wave_lane_count())
    lane = wd.wave_lane_index()
    shared[lane] = wd.float3(f32(lane))
    wd.group_memory_barrier_with_group_sync()
    out[lane] = wd.float3(shared[lane + 1].y)  # here


@wd.kernel(num_waves=1)
def vector_in_the_array(out: wd.RWBuffer[wd.float3]):
    shared = wd.groupshared(wd.float3, wd.wave_lane_count())
    lane = wd.wave_lane_index()
    shared[lane] = wd.float3(f32(lane))
    wd.group_memory_barrier_with_group_sync()
    out[lane] = shared[lane ^ 1].zxy


mistake(
    "out-of-bounds",
    (vector_behind_the_array, component_behind_the_array),
    vector_in_the_array,
    arguments=lambda lanes: [np.zeros((lanes, 3), np.float32)],
    who=Who(0, 0, lambda lanes: [lanes - 1]),
)


@wd.kernel(num_waves=1)
def half_behind_the_array(out: wd.RWBuffer[f16]):
    shared = wd.groupshared(f16, 7)
    lane = wd.wave_lane_index()
    shared[lane * 2 + 1] = f16(1.0)  # here
    out[lane] = f16(2.0)


@wd.kernel(num_waves=1)
def half_in_the_array(out: wd.RWBuffer[f16]):
    shared = wd.groupshared(f16, 2 * wd.wave_lane_count())
    lane = wd.wave_lane_index()
    shared[lane * 2 + 1] = f16(1.0)
    out[lane] = f16(2.0)


mistake(
    "out-of-bounds",
    half_behind_the_array,
    half_in_the_array,
    arguments=lambda lanes: [np.zeros(lanes, np.float16)],
    who=Who(0, 0, lambda lanes: range(3, lanes)),
)


@wd.func
def element(memory, place):
    return memory[place]  # here


@wd.kernel(num_waves=1)
def far_element_in_a_function(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, 8)
    for place in range(wd.wave_lane_index(), 8, wd.wave_lane_count()):
        shared[place] = place
    wd.group_memory_barrier_with_group_sync()
    out[wd.wave_lane_index()] = element(shared, u32(8) + wd.wave_lane_index())


@wd.kernel(num_waves=1)
def near_element_in_a_function(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, 8)
    for place in range(wd.wave_lane_index(), 8, wd.wave_lane_count()):
        shared[place] = place
    wd.group_memory_barrier_with_group_sync()
    out[wd.wave_lane_index()] = element(shared, wd.wave_lane_index() % 8)


mistake(
    "out-of-bounds",
    far_element_in_a_function,
    near_element_in_a_function,
    arguments=lambda lanes: [u32s(lanes)],
    helpers=[element],
    who=Who(0, 0, range),
)


# --- Bounds of buffers and images: defined, and noted -----------------------------------------------------------------------


@wd.kernel(num_waves=2)
def load_behind_the_buffer(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    me = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    out[me] = values[me]  # here


@wd.kernel(num_waves=2)
def store_behind_the_buffer(values: wd.RWBuffer[u32], out: wd.RWBuffer[u32]):
    me = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    values[me] = me  # here
    out[me] = me


@wd.kernel(num_waves=2)
def atomic_behind_the_buffer(values: wd.RWBuffer[u32], out: wd.RWBuffer[u32]):
    me = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    wd.atomic_add(values, me, u32(1))  # here
    out[me] = me


@wd.kernel(num_waves=2)
def load_below_the_length(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    me = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    if me < len(values):
        out[me] = values[me]


mistake(
    "buffer-bounds",
    (load_behind_the_buffer, store_behind_the_buffer, atomic_behind_the_buffer),
    load_below_the_length,
    arguments=lambda lanes: [u32s(lanes + lanes // 2), u32s(2 * lanes)],
    who=Who(0, 1, lambda lanes: range(lanes // 2, lanes)),
)


@wd.kernel(num_waves=1)
def vector_behind_the_buffer(values: wd.Buffer[wd.float2], out: wd.RWBuffer[wd.float2]):
    lane = wd.wave_lane_index()
    out[lane] = values[lane + 1]  # here


@wd.kernel(num_waves=1)
def vector_in_the_buffer(values: wd.Buffer[wd.float2], out: wd.RWBuffer[wd.float2]):
    lane = wd.wave_lane_index()
    out[lane] = values[lane]


mistake(
    "buffer-bounds",
    vector_behind_the_buffer,
    vector_in_the_buffer,
    arguments=lambda lanes: [np.zeros((lanes, 2), np.float32), np.zeros((lanes, 2), np.float32)],
    who=Who(0, 0, lambda lanes: [lanes - 1]),
)


@wd.kernel(num_waves=1)
def texel_beside_the_image(image: wd.Texture2D[f32], out: wd.RWTexture2D[f32]):
    lane = i32(wd.wave_lane_index())
    out[lane, 0] = image[lane - 1, 0]  # here


@wd.kernel(num_waves=1)
def texel_written_below_the_image(image: wd.Texture2D[f32], out: wd.RWTexture2D[f32]):
    lane = wd.wave_lane_index()
    # Lane 0 alone leaves the image.
    out[lane, u32(lane == 0) * 2] = image[lane, 1]  # here


@wd.kernel(num_waves=1)
def texel_at_the_edge(image: wd.Texture2D[f32], out: wd.RWTexture2D[f32]):
    lane = i32(wd.wave_lane_index())
    out[lane, 0] = image[max(lane - 1, 0), 0]


mistake(
    "buffer-bounds",
    (texel_beside_the_image, texel_written_below_the_image),
    texel_at_the_edge,
    arguments=lambda lanes: [np.zeros((2, lanes), np.float32), np.zeros((2, lanes), np.float32)],
    who=Who(0, 0, [0]),
)


# --- What nobody wrote ------------------------------------------------------------------------------------------------------------


@wd.kernel(num_waves=1)
def array_that_nobody_wrote(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, wd.wave_lane_count())
    out[wd.wave_lane_index()] = shared[wd.wave_lane_index()]  # here


@wd.kernel(num_waves=1)
def counter_that_nobody_cleared(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, 1)
    wd.atomic_add(shared, 0, u32(1))  # here
    out[wd.wave_lane_index()] = u32(0)


@wd.kernel(num_waves=1)
def exchange_that_nobody_prepared(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, 1)
    out[wd.wave_lane_index()] = wd.atomic_exchange(shared, 0, wd.wave_lane_index())  # here


@wd.kernel(num_waves=1)
def array_that_all_wrote(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, wd.wave_lane_count())
    shared[wd.wave_lane_index()] = u32(7)
    out[wd.wave_lane_index()] = shared[wd.wave_lane_index()]


mistake(
    "uninitialized",
    (array_that_nobody_wrote, counter_that_nobody_cleared),
    array_that_all_wrote,
    arguments=lambda lanes: [u32s(lanes)],
    who=Who(0, 0),
)
mistake(
    "uninitialized",
    exchange_that_nobody_prepared,
    arguments=lambda lanes: [u32s(lanes)],
    who=Who(0, 0),
)


@wd.kernel(num_waves=2)
def array_of_which_a_part_is_written(out: wd.RWBuffer[u32]):
    # The last lane of wave 1 wrote nothing.
    lanes = wd.wave_lane_count()
    shared = wd.groupshared(u32, 2 * lanes)
    me = wd.group_wave_index() * lanes + wd.wave_lane_index()
    if me < 2 * lanes - 1:
        shared[me] = me
    wd.group_memory_barrier_with_group_sync()
    out[me] = shared[2 * lanes - 1 - me]  # here


@wd.kernel(num_waves=2)
def array_of_which_a_part_is_read(out: wd.RWBuffer[u32]):
    lanes = wd.wave_lane_count()
    shared = wd.groupshared(u32, 2 * lanes)
    me = wd.group_wave_index() * lanes + wd.wave_lane_index()
    if me < 2 * lanes - 1:
        shared[me] = me
    wd.group_memory_barrier_with_group_sync()
    if me > 0:
        out[me] = shared[2 * lanes - 1 - me]


mistake(
    "uninitialized",
    array_of_which_a_part_is_written,
    array_of_which_a_part_is_read,
    arguments=lambda lanes: [u32s(2 * lanes)],
    who=Who(0, 0, [0]),
)


@wd.kernel(num_waves=1)
def left_over_by_another_group(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, 4)
    if wd.group_id().x == 0:
        shared[wd.wave_lane_index() % 4] = wd.wave_lane_index() % 4
    wd.group_memory_barrier_with_group_sync()
    out[wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()] = shared[2]  # here


@wd.kernel(num_waves=1)
def written_by_each_group(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, 4)
    shared[wd.wave_lane_index() % 4] = wd.wave_lane_index() % 4
    wd.group_memory_barrier_with_group_sync()
    out[wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()] = shared[2]


mistake(
    "uninitialized",
    left_over_by_another_group,
    written_by_each_group,
    arguments=lambda lanes: [u32s(3 * lanes)],
    groups=3,
    who=Who(1, 0, range),
)


@wd.kernel(num_waves=1)
def vector_of_which_a_component_is_written(out: wd.RWBuffer[wd.float2]):
    shared = wd.groupshared(wd.float2, wd.wave_lane_count())
    lane = wd.wave_lane_index()
    shared[lane].x = 1.0
    out[lane] = shared[lane]  # here


@wd.kernel(num_waves=1)
def component_that_is_written(out: wd.RWBuffer[wd.float2]):
    shared = wd.groupshared(wd.float2, wd.wave_lane_count())
    lane = wd.wave_lane_index()
    shared[lane].x = 1.0
    out[lane] = wd.float2(shared[lane].x)


mistake(
    "uninitialized",
    vector_of_which_a_component_is_written,
    component_that_is_written,
    arguments=lambda lanes: [np.zeros((lanes, 2), np.float32)],
    who=Who(0, 0, range),
)


@wd.kernel(num_waves=2)
def array_after_the_one_that_is_written(out: wd.RWBuffer[u32]):
    # Two arrays lie one behind the other.
    first = wd.groupshared(f16, 5)
    second = wd.groupshared(u32, 1)
    if wd.group_wave_index() == 0 and wd.wave_is_first_lane():
        for place in range(5):
            first[place] = f16(1.0)
    wd.group_memory_barrier_with_group_sync()
    me = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    out[me] = u32(first[4]) + second[0]  # here


@wd.kernel(num_waves=2)
def both_arrays_are_written(out: wd.RWBuffer[u32]):
    first = wd.groupshared(f16, 5)
    second = wd.groupshared(u32, 1)
    if wd.group_wave_index() == 0 and wd.wave_is_first_lane():
        for place in range(5):
            first[place] = f16(1.0)
        second[0] = u32(4)
    wd.group_memory_barrier_with_group_sync()
    me = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    out[me] = u32(first[4]) + second[0]


mistake(
    "uninitialized",
    array_after_the_one_that_is_written,
    both_arrays_are_written,
    arguments=lambda lanes: [u32s(2 * lanes)],
    who=Who(0, 0, range),
)
