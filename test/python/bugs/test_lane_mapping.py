"""Which thread is which lane is the machine's to say: no number of a wave or lane follows from a thread's."""

from __future__ import annotations

import math

import numpy as np
import pytest
from executors import UNTOUCHED, OnCPU, OnInterpreter, OnLavapipe, prove

import wavedialect as wd
from wavedialect import u32

EVERYONE = True

# One, two and three dimensions; whole waves, parts of one, and lanes left over: shader-slang/slang
# tests/cuda/wave-lane-index-multidim*.slang, the shapes of gpuweb/cts and of GroupWaveIndexTest in
# microsoft/DirectXShaderCompiler; MoltenVK #1553 and #2750, KhronosGroup/SPIRV-Cross#1543, GPUOpen-Drivers/llpc#2296
# (parts of waves).
EXTENTS = [(4, 4, 4), (10, 1, 1), (1, 32, 1), (3, 3, 3), (15, 3, 3), (7, 7, 1), (65, 1, 1), (13, 5, 1), (16, 2, 2)]


class OnOtherMachine(OnInterpreter):
    """The interpreter with what hardware may do: threads in any order, waves without a thread."""

    def __init__(self, wave_size: int, **settings) -> None:
        super().__init__(wave_size)
        self.settings = settings

    def __str__(self) -> str:
        return "-".join([super().__str__(), *self.settings])

    def run(self, kernel, groups, arguments, **settings):
        return super().run(kernel, groups, arguments, **self.settings, **settings)


MACHINES = [
    machine
    for wave_size in (4, 16, 64)
    for machine in (
        OnInterpreter(wave_size),
        OnOtherMachine(wave_size, shuffle_threads=True, seed=22),
        OnOtherMachine(wave_size, extra_waves=2),
        OnOtherMachine(wave_size, shuffle_threads=True, extra_waves=1, seed=25),
        OnCPU(wave_size),
        OnCPU(wave_size, lane_order=("shuffled", 22)),
        OnCPU(wave_size, extra_waves=(2, "idle")),
        OnCPU(wave_size, lane_order="tiled", extra_waves=1),
    )
] + [OnLavapipe(wave_size) for wave_size in (4, 8, 16)]


@pytest.fixture(params=MACHINES, ids=str)
def machine(request):
    """The interpreter and the CPU in several orders of threads, and lavapipe."""
    return request.param


def make_kernels(extent):
    """A kernel of this extent that writes what each thread sees, and its twins that compute it from thread numbers."""
    threads = math.prod(extent)

    @wd.kernel(num_threads=extent)
    def numbers(out: wd.RWBuffer[u32]):
        thread = wd.group_index()
        out[thread] = wd.wave_lane_index()
        out[thread + threads] = wd.group_wave_index()
        out[thread + 2 * threads] = wd.group_wave_count()
        out[thread + 3 * threads] = wd.wave_active_count_bits(EVERYONE)
        out[thread + 4 * threads] = wd.wave_read_lane_first(thread)

    @wd.kernel(num_threads=extent)
    def numbers_of_x_alone(out: wd.RWBuffer[u32]):
        thread = wd.group_index()
        out[thread] = wd.group_thread_id().x % wd.wave_lane_count()
        out[thread + threads] = wd.group_thread_id().x // wd.wave_lane_count()
        out[thread + 2 * threads] = wd.group_wave_count()
        out[thread + 3 * threads] = wd.wave_active_count_bits(EVERYONE)
        out[thread + 4 * threads] = wd.wave_read_lane_first(thread)

    @wd.kernel(num_threads=extent)
    def numbers_of_the_thread(out: wd.RWBuffer[u32]):
        thread = wd.group_index()
        out[thread] = thread % wd.wave_lane_count()
        out[thread + threads] = thread // wd.wave_lane_count()
        out[thread + 2 * threads] = (threads + wd.wave_lane_count() - 1) // wd.wave_lane_count()
        out[thread + 3 * threads] = wd.wave_active_count_bits(EVERYONE)
        out[thread + 4 * threads] = wd.wave_read_lane_first(thread)

    @wd.kernel(num_threads=extent)
    def numbers_of_whole_waves(out: wd.RWBuffer[u32]):
        thread = wd.group_index()
        out[thread] = wd.wave_lane_index()
        out[thread + threads] = wd.group_wave_index()
        out[thread + 2 * threads] = wd.group_wave_count()
        out[thread + 3 * threads] = wd.wave_lane_count()
        out[thread + 4 * threads] = wd.wave_read_lane_first(thread)

    return numbers, numbers_of_x_alone, numbers_of_the_thread, numbers_of_whole_waves


KERNELS = {extent: make_kernels(extent) for extent in EXTENTS}
# Variables for the processes of lavapipe to find them by.
for extent in EXTENTS:
    for kernel in KERNELS[extent]:
        globals()[f"{kernel.name}_{'x'.join(map(str, extent))}"] = kernel


def broken_rules(found, extent, wave_size) -> set[str]:
    """Which of the invariants of GroupWaveIndexTest do not hold; none of them knows the order of threads."""
    threads = math.prod(extent)
    lane, wave, count, active, first = found.reshape(5, threads).tolist()
    waves: dict[int, list[int]] = {}
    for thread in range(threads):
        waves.setdefault(first[thread], []).append(thread)
    indices = [{wave[thread] for thread in members} for members in waves.values()]
    rules = {
        "the first lane is of the wave": all(leader in members for leader, members in waves.items()),
        "the first lane has the least index": all(
            lane[leader % threads] == min(lane[thread] for thread in members) for leader, members in waves.items()
        ),
        "a lane is one thread": all(
            len({lane[thread] for thread in members}) == len(members) for members in waves.values()
        ),
        "lanes below the lane count": max(lane) < wave_size,
        "active lanes are those that have a thread": all(
            active[thread] == len(members) for members in waves.values() for thread in members
        ),
        "one count for the group": len(set(count)) == 1,
        "enough waves for the threads": count[0] >= max(len(waves), -(-threads // wave_size)),
        "indices below the count": max(wave) < count[0],
        "one index in a wave": all(len(found) == 1 for found in indices),
        "one wave an index": len(set.union(*indices)) >= len(waves),
    }
    return {rule for rule, holds in rules.items() if not holds}


def run_numbers(machine, kernel, extent):
    out = np.full(5 * math.prod(extent), UNTOUCHED, np.uint32)
    return broken_rules(machine.run(kernel, 1, [out])[-1], extent, machine.wave_size)


# Neither the wave's index nor the lane's is the thread's number divided (Mesa 22.3's lavapipe does so, although each row
# of threads begins a new wave): microsoft/hlsl-specs proposal 0048,
# ggml-org/llama.cpp#17541 (waves of 8x4 threads), llvm/llvm-project#209091 (%warpid is not it either).


@pytest.mark.parametrize("extent", EXTENTS, ids=str)
def test_numbers_of_waves_and_lanes_fit_together(machine, extent):
    assert run_numbers(machine, KERNELS[extent][0], extent) == set()


@pytest.mark.parametrize("extent", EXTENTS, ids=str)
def test_lane_numbers_computed_only_from_x_are_found(extent):
    _, from_x, *_ = KERNELS[extent]
    found = run_numbers(OnInterpreter(4), from_x, extent)
    assert bool(found) == (math.prod(extent[1:]) > 1)


@pytest.mark.parametrize("extent", EXTENTS, ids=str)
def test_numbers_computed_from_the_thread_are_found(extent):
    _, _, from_thread, _ = KERNELS[extent]
    assert run_numbers(OnInterpreter(4), from_thread, extent) == set(), (
        "right where threads are in order, and only there"
    )
    shuffled = OnOtherMachine(4, shuffle_threads=True, seed=22)
    assert "one index in a wave" in run_numbers(shuffled, from_thread, extent)
    extra = OnOtherMachine(4, extra_waves=2, shuffle_threads=True, seed=22)
    assert run_numbers(extra, from_thread, extent)


@pytest.mark.parametrize("extent", EXTENTS, ids=str)
def test_lanes_without_a_thread_counted_as_active_are_found(extent):
    whole = KERNELS[extent][3]
    found = run_numbers(OnInterpreter(16), whole, extent)
    assert ("active lanes are those that have a thread" in found) == (math.prod(extent) % 16 != 0)


# Lanes that no thread fills take no part: no vote, no term, no first lane. KhronosGroup/MoltenVK#2750 and #1553 (64
# lanes reported, half of them never active), KhronosGroup/SPIRV-Cross#1543, GPUOpen-Drivers/llpc#2296.


@wd.kernel(num_threads=49)
def part_of_a_wave(out: wd.RWBuffer[u32]):
    thread = wd.group_index()
    every = wd.wave_active_all_true(thread < 49)
    least = wd.wave_active_min(thread + 1)
    total = wd.wave_active_sum(u32(1))
    conjunction = wd.wave_active_bit_and(u32(0xF0))
    wd.atomic_add(out, 0, u32(every))
    wd.atomic_add(out, 1, u32(least > 0 and least <= thread + 1))
    wd.atomic_add(out, 2, wd.select(wd.wave_is_first_lane(), total, u32(0)))
    wd.atomic_add(out, 3, u32(conjunction == 0xF0))


@wd.kernel(num_threads=49)
def wave_filled_with_zeros(out: wd.RWBuffer[u32]):
    # What reductions would give were the missing lanes there with 0.
    thread = wd.group_index()
    whole = wd.wave_active_sum(u32(1)) == wd.wave_lane_count()
    every = wd.wave_active_all_true(thread < 49) and whole
    least = wd.select(whole, wd.wave_active_min(thread + 1), u32(0))
    total = wd.wave_lane_count()
    conjunction = wd.select(whole, wd.wave_active_bit_and(u32(0xF0)), u32(0))
    wd.atomic_add(out, 0, u32(every))
    wd.atomic_add(out, 1, u32(least > 0 and least <= thread + 1))
    wd.atomic_add(out, 2, wd.select(wd.wave_is_first_lane(), total, u32(0)))
    wd.atomic_add(out, 3, u32(conjunction == 0xF0))


def test_missing_lanes_of_the_last_wave_take_no_part(machine):
    prove(machine, part_of_a_wave, wave_filled_with_zeros, [49 + UNTOUCHED] * 4)


# More waves than threads need: their number is counted, and none may index by it past an array sized by the division.


@wd.kernel(num_threads=32)
def one_slot_a_wave(out: wd.RWBuffer[u32]):
    # Room for every wave that there is.
    slots = wd.groupshared(u32, 64)
    if wd.wave_is_first_lane():
        slots[wd.group_wave_index()] = wd.wave_active_sum(u32(0)) + 1
    wd.group_memory_barrier_with_group_sync()
    if wd.group_index() == 0:
        out[0] = u32(wd.group_wave_count() * wd.wave_lane_count() >= 32)


@wd.kernel(num_threads=32)
def one_slot_a_wave_that_threads_need(out: wd.RWBuffer[u32]):
    # As if the count were the division, and the last wave's number one less.
    slots = wd.groupshared(u32, 1)
    if wd.wave_is_first_lane():
        slots[wd.group_wave_count() - 32 // wd.wave_lane_count()] = u32(1)
    wd.group_memory_barrier_with_group_sync()
    if wd.group_index() == 0:
        out[0] = u32(1)


@pytest.mark.parametrize("wave_size", [4, 8, 16, 32])
def test_waves_without_a_thread_are_counted(wave_size):
    out = [np.zeros(1, np.uint32)]
    extra = OnOtherMachine(wave_size, extra_waves=2)
    assert extra.run(one_slot_a_wave, 1, out)[0].tolist() == [1]
    OnInterpreter(wave_size).run(one_slot_a_wave_that_threads_need, 1, out)
    with pytest.raises(wd.ExecutionError, match=r"\[out-of-bounds\]"):
        extra.run(one_slot_a_wave_that_threads_need, 1, out)


# The lane count is what the wave has, also where it ends a loop: dxil-spirv wave-size-dependent-loop-unroll.comp (folded
# to another size than the kernel runs at). microsoft/hlsl-specs#346 asks for warnings of such guesses.


@wd.kernel(num_waves=1)
def loop_by_lane_count(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    total = u32(0)
    for i in range(256 // wd.wave_lane_count()):
        total += values[i * wd.wave_lane_count() + lane]
    out[0] = wd.wave_active_sum(total)


@wd.kernel(num_waves=1)
def loop_by_a_guess(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    total = u32(0)
    for i in wd.static_range(256 // 32):
        total += values[i * 32 + lane]
    out[0] = wd.wave_active_sum(total)


def test_a_loop_over_the_lane_count_has_the_right_trip_count(executor):
    values = np.random.default_rng(27).integers(0, 1000, 512, dtype=np.uint32)
    values[256:] = 12345
    can_fail = executor.wave_size != 32
    prove(executor, loop_by_lane_count, loop_by_a_guess, [values[:256].sum()], values, can_fail=can_fail)


@wd.kernel(num_waves=2)
def array_by_lane_count(out: wd.RWBuffer[u32]):
    # One element a lane of the group, read from the other end.
    shared = wd.groupshared(u32, wd.group_wave_count() * wd.wave_lane_count())
    place = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    shared[place] = place * 3
    wd.group_memory_barrier_with_group_sync()
    out[place] = shared[wd.group_wave_count() * wd.wave_lane_count() - 1 - place]


@wd.kernel(num_waves=2)
def array_by_a_guess(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, 2 * 128)
    place = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    shared[place] = place * 3
    wd.group_memory_barrier_with_group_sync()
    out[place] = shared[(2 * 32 - 1 - place) & 255]


def test_an_array_sized_by_the_lane_count_has_an_element_a_lane(executor):
    lanes = 2 * executor.wave_size
    expected = np.arange(lanes)[::-1] * 3
    prove(executor, array_by_lane_count, array_by_a_guess, expected, can_fail=executor.wave_size != 32)


# A group may run at another size than the next one, where the machine mixes them (Vulkan's
# ALLOW_VARYING_SUBGROUP_SIZE; tracel-ai/cubecl#1451): here a dispatch has one size, and says which.


@wd.kernel(num_waves=1)
def sizes_of_groups(out: wd.RWBuffer[u32]):
    if wd.wave_is_first_lane():
        out[wd.group_id().x] = wd.wave_lane_count()


@wd.kernel(num_waves=1)
def sizes_that_vary(out: wd.RWBuffer[u32]):
    if wd.wave_is_first_lane():
        out[wd.group_id().x] = wd.wave_lane_count() << (wd.group_id().x & 1)


def test_all_groups_of_a_dispatch_have_one_wave_size(executor):
    prove(executor, sizes_of_groups, sizes_that_vary, np.full(7, executor.wave_size), groups=7)
