"""The smallest kernels that showed a bug, of ours or of others: each gives on Vulkan what it gives on the interpreter."""

from __future__ import annotations

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import f32, i32, u32

GROUPS = 3
LANES = 64


def lavapipe() -> str | None:
    """Mesa's software device, where it is installed."""
    try:
        return wd.open_device("vulkan:llvmpipe").name
    except wd.DeviceError:
        return None


@wd.kernel(num_waves=2)
def results_of_a_loop_without_a_trip(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    # MLIR 22's conversion of scf.for leaves them undefined.
    lane = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    total = u32(7)
    for step in range(u32(1), (lane & 3) + 1):
        total ^= step
    out[wd.group_id().x * 64 + lane] = total


@wd.kernel(num_waves=2)
def memory_barrier_in_divergent_flow(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    # llvmpipe takes it for a barrier of the group, and the group loses its results.
    lane = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    rounds = u32(0)
    if src[lane] & 3 == 3:
        while True:
            rounds += 1
            if rounds > 2:
                break
            wd.all_memory_barrier()
    out[wd.group_id().x * 64 + lane] = rounds + 1


@wd.kernel(num_waves=2)
def comparison_with_a_broadcast_float(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    # llvmpipe aborts the process on it.
    lane = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    value = f32(src[lane] & 15)
    found = u32(0)
    if wd.wave_active_sum(value) > wd.wave_read_lane_first(value):
        found = wd.wave_prefix_count_bits(lane < src[lane])
    out[wd.group_id().x * 64 + lane] = found


@wd.func
def halvings(value):
    count = u32(0)
    while value > 1:
        value = value >> 1
        count += 1
    return count


@wd.kernel(num_waves=2)
def loop_in_a_condition(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    # MLIR 22 names the wrong predecessor in an OpPhi.
    lane = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    value = src[lane]
    rounds = u32(0)
    while halvings(value) > 2:
        value = value // 3
        rounds += wd.wave_active_count_bits(True)
    out[wd.group_id().x * 64 + lane] = rounds


@wd.kernel(num_waves=2)
def boolean_that_a_loop_carries(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    # NVIDIA's compiler crashes on an OpPhi of booleans.
    lane = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    flag = src[0] > 5
    for step in range(src[lane] & 7):
        flag = wd.wave_active_any_true(flag != (step == 3))
    out[wd.group_id().x * 64 + lane] = u32(flag)


@wd.kernel(num_waves=2)
def break_of_retired_lanes(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    # What ends the loop is computed by lanes that returned, and the rest of that branch is not.
    shared = wd.groupshared(u32, 64)
    lane = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    if lane == 1:
        return
    total = u32(0)
    for step in range(len(src)):
        if step == 3:
            out[wd.group_id().x * 64 + lane] = wd.wave_active_sum(u32(1)) * 1000
            break
        shared[lane] = lane * step
        wd.group_memory_barrier_with_group_sync()
        total += shared[0] + step
        wd.group_memory_barrier_with_group_sync()
    wd.atomic_add(out, wd.group_id().x * 64 + lane, total)


@wd.kernel(num_waves=2)
def constants(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    # A kernel may be named as the module's own variables are.
    lane = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    out[wd.group_id().x * 64 + lane] = src[lane]


@wd.kernel(num_waves=2)
def boolean_as_an_index(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    # Canonicalization makes one conversion of two, from i1 to index.
    out[u32(wd.wave_lane_index() < 2)] = 7


@wd.kernel(num_waves=2)
def loop_to_the_largest_number(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    # A sum that wraps around is below the bound again.
    lane = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    rounds = u32(0)
    for _ in range(u32(0x10), u32(0xFFFFFFF0), u32(0x10000000)):
        rounds += 1
    out[wd.group_id().x * 64 + lane] = rounds


@wd.kernel(num_waves=2)
def remainder_of_the_smallest_integer(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    # MLIR 22's replacement for a signed remainder gives it the wrong sign.
    lane = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    value = i32(lane % 2) - 2147483647 - 1
    out[wd.group_id().x * 64 + lane] = u32(value % (i32(src[0] & 3) + 3))


KERNELS = [
    remainder_of_the_smallest_integer,
    boolean_as_an_index,
    loop_to_the_largest_number,
    results_of_a_loop_without_a_trip,
    memory_barrier_in_divergent_flow,
    comparison_with_a_broadcast_float,
    loop_in_a_condition,
    boolean_that_a_loop_carries,
    break_of_retired_lanes,
    constants,
]


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.name)
def test_vulkan_agrees_with_the_interpreter(kernel):
    device = lavapipe()
    if device is None:
        pytest.skip("lavapipe is not installed")
    source = np.random.default_rng(1).integers(0, 1000, LANES).astype(np.uint32)
    expected, found = np.zeros((2, GROUPS * LANES), np.uint32)
    size = kernel.committed_wave_size(device)
    kernel.dispatch(GROUPS, source, expected, device="interpreter", wave_size=size)
    kernel.dispatch(GROUPS, source, found, device=device, wave_size=size)
    assert expected.any()
    np.testing.assert_array_equal(found, expected)


@wd.kernel(num_threads=10)
def trips_of_lanes_without_a_thread(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    # llvmpipe goes on for lanes that have no thread: they read 0, and their wave meets more barriers than the others.
    step = u32(0)
    while step < (src[0] ^ 8):
        step += 1
        wd.group_memory_barrier_with_group_sync()
    out[wd.group_id().x * 10 + wd.group_index()] = step + 1


@wd.kernel(num_threads=10)
def rounds_of_lanes_without_a_thread(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    # With 0 this loop has no end, and uses up the rounds of the next one.
    value = src[wd.group_index() + 1]
    rounds = u32(0)
    while value != 1:
        value = wd.select((value & 1) == 0, value >> 1, value * 3 + 1)
        rounds += 1
    first = u32(0)
    while src[first] != 7:
        first += 1
    out[wd.group_id().x * 10 + wd.group_index()] = rounds * 1000 + first


@wd.kernel(num_threads=1)
def rounds_beside_one_thread(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    value = src[wd.group_index() + 1]
    rounds = u32(0)
    while value != 1:
        value = wd.select((value & 1) == 0, value >> 1, value * 3 + 1)
        rounds += 1
    first = u32(0)
    while src[first] != 7:
        first += 1
    out[wd.group_id().x] = rounds * 1000 + first


@pytest.mark.parametrize(
    "kernel",
    [trips_of_lanes_without_a_thread, rounds_of_lanes_without_a_thread, rounds_beside_one_thread],
    ids=lambda kernel: kernel.name,
)
def test_lanes_without_a_thread_leave_loops(kernel):
    device = lavapipe()
    if device is None:
        pytest.skip("lavapipe is not installed")
    source = np.array([8] * 11 + [0] * 9 + [7], np.uint32)
    expected, found = np.zeros((2, GROUPS * 10), np.uint32)
    size = kernel.committed_wave_size(device)
    kernel.dispatch(GROUPS, source, expected, device="interpreter", wave_size=size)
    kernel.dispatch(GROUPS, source, found, device=device, wave_size=size)
    assert expected.any()
    np.testing.assert_array_equal(found, expected)
