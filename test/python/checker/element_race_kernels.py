"""Kernels with a data race on elements of every kind, vectors and images, and in functions; and what is none."""

from __future__ import annotations

import numpy as np
from mistake_kernels import Who, mistake, u32s

import wavedialect as wd
from wavedialect import f16, f32, i32, i64, u32

# --- Elements of every kind, vectors, images ------------------------------------------------------------------------------


@wd.kernel(num_waves=1)
def halves_of_neighbors(out: wd.RWBuffer[f16]):
    # Two elements of 16 bits in a word are two places.
    shared = wd.groupshared(f16, wd.wave_lane_count())
    lane = wd.wave_lane_index()
    shared[lane] = f16(lane)
    out[lane] = shared[lane] + f16(1.0)


@wd.kernel(num_waves=1)
def halves_of_one_place(out: wd.RWBuffer[f16]):
    shared = wd.groupshared(f16, wd.wave_lane_count())
    lane = wd.wave_lane_index()
    shared[lane // 2] = f16(lane)  # here
    out[lane] = f16(1.0)


@wd.kernel(num_waves=1)
def halves_of_one_value(out: wd.RWBuffer[f16]):
    shared = wd.groupshared(f16, 1)
    shared[0] = f16(0.5)
    out[wd.wave_lane_index()] = f16(1.0)


mistake(
    "race",
    halves_of_one_place,
    (halves_of_neighbors, halves_of_one_value),
    arguments=lambda lanes: [np.zeros(lanes, np.float16)],
    who=Who(0, 0),
    other=Who(0, 0),
)


@wd.kernel(num_waves=2)
def bytes_of_one_place(out: wd.RWBuffer[wd.u8]):
    lane = wd.wave_lane_index()
    out[lane] = wd.group_wave_index()  # here


@wd.kernel(num_waves=2)
def bytes_of_neighbors(out: wd.RWBuffer[wd.u8]):
    # Each wave owns two of the four bytes of a word.
    lane = wd.wave_lane_index()
    out[lane * 2 + wd.group_wave_index()] = lane


@wd.kernel(num_waves=1)
def bytes_of_one_value(out: wd.RWBuffer[wd.u8]):
    # The numbers differ, their low bytes do not.
    out[0] = wd.wave_lane_index() * 256 + 7


@wd.kernel(num_waves=1)
def bytes_of_values(out: wd.RWBuffer[wd.u8]):
    out[3] = wd.wave_lane_index() * 128  # here


mistake(
    "race",
    bytes_of_one_place,
    (bytes_of_neighbors, bytes_of_one_value),
    arguments=lambda lanes: [np.zeros(2 * lanes, np.uint8)],
    who=Who(0, 1),
    other=Who(0, 0),
)
mistake(
    "race",
    bytes_of_values,
    arguments=lambda lanes: [np.zeros(4, np.uint8)],
    who=Who(0, 0),
    other=Who(0, 0),
)


@wd.kernel(num_waves=1)
def texels_of_values(out: wd.RWTexture2D[wd.i8]):
    out[0, 0] = i32(wd.wave_lane_index())  # here


@wd.kernel(num_waves=1)
def texels_of_one_value(out: wd.RWTexture2D[wd.i8]):
    out[0, 0] = i32(wd.wave_lane_index()) * 256 - 1


mistake(
    "race",
    texels_of_values,
    texels_of_one_value,
    arguments=lambda lanes: [np.zeros((2, 2), np.int8)],
    who=Who(0, 0),
    other=Who(0, 0),
)


@wd.kernel(num_waves=2)
def long_integers_of_two_waves(out: wd.RWBuffer[i64]):
    out[wd.wave_lane_index()] = i64(i32(wd.group_wave_index()))  # here


@wd.kernel(num_waves=2)
def long_integers_of_one_wave(out: wd.RWBuffer[i64]):
    if wd.group_wave_index() == 1:
        out[wd.wave_lane_index()] = i64(i32(wd.wave_lane_index()))


@wd.kernel(num_waves=1)
def long_integers_that_differ_in_their_upper_half(out: wd.RWBuffer[i64]):
    out[0] = i64(i32(wd.wave_lane_index())) << 32  # here


mistake(
    "race",
    long_integers_of_two_waves,
    long_integers_of_one_wave,
    arguments=lambda lanes: [np.zeros(lanes, np.int64)],
    who=Who(0, 1),
    other=Who(0, 0),
)
mistake(
    "race",
    long_integers_that_differ_in_their_upper_half,
    arguments=lambda lanes: [np.zeros(lanes, np.int64)],
    who=Who(0, 0),
    other=Who(0, 0),
)


@wd.kernel(num_waves=1)
def flags_of_all_lanes(out: wd.RWBuffer[bool]):
    out[0] = wd.wave_lane_index() == 2  # here


@wd.kernel(num_waves=1)
def flags_that_are_the_same(out: wd.RWBuffer[bool]):
    out[0] = wd.wave_active_any_true(wd.wave_lane_index() == 2)


mistake(
    "race",
    flags_of_all_lanes,
    flags_that_are_the_same,
    arguments=lambda lanes: [np.zeros(1, np.bool_)],
    who=Who(0, 0),
    other=Who(0, 0),
)


@wd.kernel(num_waves=1)
def components_of_one_vector(out: wd.RWBuffer[wd.float4]):
    # A component is an element of its own.
    shared = wd.groupshared(wd.float4, 1)
    lane = wd.wave_lane_index()
    if lane == 0:
        shared[0].x = 1.0
    elif lane == 1:
        shared[0].y = 2.0
    elif lane == 2:
        shared[0].zw = wd.float2(3.0, 4.0)
    wd.group_memory_barrier_with_group_sync()
    out[lane] = shared[0]


@wd.kernel(num_waves=1)
def components_that_overlap(out: wd.RWBuffer[wd.float4]):
    shared = wd.groupshared(wd.float4, 1)
    lane = wd.wave_lane_index()
    if lane == 0:
        shared[0].xy = wd.float2(1.0, 1.0)  # and here
    elif lane == 1:
        shared[0].yzw = wd.float3(2.0, 3.0, 4.0)  # here
    wd.group_memory_barrier_with_group_sync()
    out[lane] = shared[0]


@wd.kernel(num_waves=1)
def vectors_that_differ_in_one_component(out: wd.RWBuffer[wd.float4]):
    shared = wd.groupshared(wd.float4, 1)
    lane = wd.wave_lane_index()
    shared[0] = wd.float4(1.0, 2.0, 3.0, f32(lane))  # here
    wd.group_memory_barrier_with_group_sync()
    out[lane] = shared[0]


mistake(
    "race",
    (components_that_overlap, vectors_that_differ_in_one_component),
    components_of_one_vector,
    arguments=lambda lanes: [np.zeros((lanes, 4), np.float32)],
    who=Who(0, 0),
    other=Who(0, 0),
)


@wd.kernel(num_waves=1)
def texel_of_all_lanes(image: wd.RWTexture2D[u32]):
    image[0, 1] = wd.wave_lane_index()  # here


@wd.kernel(num_waves=1)
def texel_of_one_value(image: wd.RWTexture2D[u32]):
    image[0, 1] = wd.wave_active_sum(wd.wave_lane_index())


@wd.kernel(num_waves=1)
def texel_of_the_neighbor(image: wd.RWTexture2D[u32]):
    lane = wd.wave_lane_index()
    image[lane, 0] = lane  # and here
    wd.group_memory_barrier_with_group_sync()
    image[lane, 1] = image[lane ^ 1, 0]  # here


@wd.kernel(num_waves=1)
def texel_of_the_neighbor_after_barrier(image: wd.RWTexture2D[u32]):
    lane = wd.wave_lane_index()
    image[lane, 0] = lane
    wd.device_memory_barrier_with_group_sync()
    image[lane, 1] = image[lane ^ 1, 0]


mistake(
    "race",
    (texel_of_all_lanes, texel_of_the_neighbor),
    (texel_of_the_neighbor_after_barrier, texel_of_one_value),
    arguments=lambda lanes: [np.zeros((2, lanes), np.uint32)],
    who=Who(0, 0),
    other=Who(0, 0),
)


@wd.kernel(num_waves=1)
def texels_of_all_groups(image: wd.RWTexture2D[wd.float4]):
    image[wd.wave_lane_index(), 0] = wd.float4(f32(wd.group_id().x))  # here


@wd.kernel(num_waves=1)
def texel_of_channels_of_one_value(image: wd.RWTexture2D[wd.float4]):
    image[0, wd.group_id().x] = wd.float4(1.0, 2.0, f32(wd.wave_lane_count()), f32(wd.group_id().x))


@wd.kernel(num_waves=1)
def texels_of_each_group(image: wd.RWTexture2D[wd.float4]):
    image[wd.wave_lane_index(), wd.group_id().x] = wd.float4(f32(wd.group_id().x))


mistake(
    "race",
    texels_of_all_groups,
    (texels_of_each_group, texel_of_channels_of_one_value),
    arguments=lambda lanes: [np.zeros((3, lanes, 4), np.float32)],
    groups=3,
    who=Who(1, 0),
    other=Who(0, 0),
)


# --- In functions -------------------------------------------------------------------------------------------------------


@wd.func
def put(memory, place, value):
    memory[place] = value  # here


@wd.func
def put_of_the_first(memory, place, value):
    if wd.wave_is_first_lane():
        put(memory, place, value)


@wd.kernel(num_waves=2)
def race_in_a_function(out: wd.RWBuffer[u32]):
    put_of_the_first(out, u32(0), wd.group_wave_index())


@wd.kernel(num_waves=2)
def no_race_in_a_function(out: wd.RWBuffer[u32]):
    put_of_the_first(out, wd.group_wave_index(), wd.group_wave_index())


mistake(
    "race",
    race_in_a_function,
    no_race_in_a_function,
    arguments=lambda lanes: [u32s(2)],
    helpers=[put],
    who=Who(0, 1, [0]),
    other=Who(0, 0, [0]),
)
