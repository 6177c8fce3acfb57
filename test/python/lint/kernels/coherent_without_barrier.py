"""Coherent data that groups pass to others: without the barrier of one side, and right."""

import wavedialect as wd
from wavedialect import f32, u32

GROUPS = 8


@wd.kernel(num_waves=1)
def no_barrier_of_the_writer(sums: wd.RWBuffer[u32, wd.coherent], counter: wd.RWBuffer[u32], out: wd.RWBuffer[u32]):
    if wd.wave_is_first_lane():
        sums[wd.group_id().x] = wd.group_id().x  # finds coherent-without-barrier
        if wd.atomic_add(counter, 0, 1) == GROUPS - 1:
            wd.device_memory_barrier()
            result = u32(0)
            for i in range(u32(GROUPS)):
                result += sums[i]
            out[0] = result


@wd.kernel(num_waves=1)
def no_barrier_of_the_reader(sums: wd.RWBuffer[u32, wd.coherent], counter: wd.RWBuffer[u32], out: wd.RWBuffer[u32]):
    if wd.wave_is_first_lane():
        sums[wd.group_id().x] = wd.group_id().x
        wd.device_memory_barrier()
        if wd.atomic_add(counter, 0, 1) == GROUPS - 1:
            result = u32(0)
            for i in range(u32(GROUPS)):
                result += sums[i]  # finds coherent-without-barrier
            out[0] = result


@wd.kernel(num_waves=1)
def no_barrier_at_all(sums: wd.RWBuffer[f32, wd.coherent], counter: wd.RWBuffer[u32], out: wd.RWBuffer[f32]):
    if wd.wave_is_first_lane():
        sums[wd.group_id().x] = 1.0  # finds coherent-without-barrier
        if wd.atomic_add(counter, 0, 1) == GROUPS - 1:
            out[0] = sums[0] + sums[1]


@wd.kernel(num_waves=1)
def a_barrier_of_other_memory(sums: wd.RWBuffer[u32, wd.coherent], counter: wd.RWBuffer[u32], out: wd.RWBuffer[u32]):
    if wd.wave_is_first_lane():
        sums[wd.group_id().x] = wd.group_id().x  # finds coherent-without-barrier
        wd.group_memory_barrier()
        if wd.atomic_add(counter, 0, 1) == GROUPS - 1:
            wd.device_memory_barrier()
            out[0] = sums[0] + sums[1]


@wd.kernel(num_waves=1)
def by_flags(
    sums: wd.RWBuffer[u32, wd.coherent], flags: wd.RWBuffer[u32, wd.coherent], out: wd.RWBuffer[u32], other: u32
):
    if wd.wave_is_first_lane():
        sums[wd.group_id().x] = wd.group_id().x  # finds coherent-without-barrier
        flags[wd.group_id().x] = 1
        while flags[other] == 0:
            pass
        wd.device_memory_barrier()
        out[wd.group_id().x] = sums[other]


# --- Nothing to say ------------------------------------------------------------------------------------------------


@wd.kernel(num_waves=1)
def with_both(sums: wd.RWBuffer[u32, wd.coherent], counter: wd.RWBuffer[u32], out: wd.RWBuffer[u32]):
    if wd.wave_is_first_lane():
        sums[wd.group_id().x] = wd.group_id().x
        wd.device_memory_barrier()
        if wd.atomic_add(counter, 0, 1) == GROUPS - 1:
            wd.device_memory_barrier()
            out[0] = sums[0] + sums[1]


@wd.kernel(num_waves=1)
def values_with_their_flag(states: wd.RWBuffer[u32, wd.coherent], counter: wd.RWBuffer[u32], out: wd.RWBuffer[u32]):
    """A look-back: the state has the flag in its lowest bit, so that nothing else is passed."""
    if wd.wave_is_first_lane():
        group = wd.atomic_add(counter, 0, 1)
        total = group
        if group > 0:
            state = states[group - 1]
            while state & 1 == 0:
                state = states[group - 1]
            total += state >> 1
        states[group] = total << 1 | 1
        out[group] = total


@wd.kernel(num_waves=1)
def own_elements(states: wd.RWBuffer[u32, wd.coherent], counter: wd.RWBuffer[u32], out: wd.RWBuffer[u32]):
    i = wd.group_id().x
    if wd.wave_is_first_lane():
        states[i] = i
        out[i] = wd.atomic_add(counter, 0, 1) + states[i]
