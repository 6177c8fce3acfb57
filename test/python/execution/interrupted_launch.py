"""Launches what would take for ever, interrupts it from a thread as Ctrl-C does, and launches again: ``python … NAME``.

A process of its own, because a test's runner has plans of its own for the signal, and because a launch that does not stop
must not take the tests with it.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time

import numpy as np

import wavedialect as wd
from wavedialect import u32

AFTER = 0.5
"""Seconds until the signal; in them the kernel is compiled and started."""


@wd.kernel(num_waves=2)
def short(out: wd.RWBuffer[u32]):
    place = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    out[place] = place + 7


@wd.kernel(num_waves=2)
def many_groups(out: wd.RWBuffer[u32]):
    if wd.wave_is_first_lane():
        wd.atomic_add(out, wd.group_wave_index(), 1)


@wd.kernel(num_waves=2)
def endless(out: wd.RWBuffer[u32]):
    turns = u32(0)
    while out[2] == 0:
        turns += 1
        out[wd.group_wave_index()] = turns


@wd.kernel(num_waves=1)
def endless_without_memory(out: wd.RWBuffer[u32]):
    turns = u32(1)
    while turns != 0:
        turns = turns * 5 | 1
    out[0] = turns


@wd.kernel(num_threads=33)
def endless_in_some_lanes(out: wd.RWBuffer[u32]):
    turns = wd.group_index()
    while out[0] != 99 and turns % 7 == 5:
        out[2] = turns
    out[1] = wd.wave_active_count_bits(True)


@wd.kernel(num_waves=2)
def endless_with_barriers(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, 2)
    shared[wd.group_wave_index()] = wd.group_wave_index()
    wd.group_memory_barrier_with_group_sync()
    while wd.group_uniform(out[0]) != 99:
        value = shared[1 - wd.group_wave_index()]
        wd.all_memory_barrier_with_group_sync()
        shared[wd.group_wave_index()] = value
        wd.all_memory_barrier_with_group_sync()
    out[1] = 1


@wd.kernel(num_waves=1)
def counted(out: wd.RWBuffer[u32]):
    turns = wd.wave_lane_index()
    for _ in range(len(out) - 5):  # of a u32: four elements
        turns = turns * 5 + (turns >> 3)
    out[0] = turns


@wd.kernel(num_waves=1)
def counted_by_constants(out: wd.RWBuffer[u32]):
    turns = wd.wave_lane_index()
    for _ in range(60000):
        for _ in range(60000):
            for _ in range(60000):
                turns = turns * 5 + (turns >> 3)
    out[0] = turns


@wd.kernel(num_waves=2)
def counted_with_barriers(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, 2)
    shared[wd.group_wave_index()] = wd.group_wave_index()
    wd.group_memory_barrier_with_group_sync()
    for _ in range(len(out) - 5):
        value = shared[1 - wd.group_wave_index()]
        wd.all_memory_barrier_with_group_sync()
        shared[wd.group_wave_index()] = value
        wd.all_memory_barrier_with_group_sync()
    out[1] = 1


@wd.kernel(num_waves=3)
def endless_with_pipes(out: wd.RWBuffer[u32]):
    pipe = wd.pipe(2, 0, (1, 2))
    with wd.waves(0):
        while out[0] != 99:
            pipe.acquire()
            pipe.commit()
    with wd.waves(1, 2):
        while out[0] != 99:
            pipe.wait()
            pipe.release()


@wd.kernel(num_waves=2)
def endless_while_others_wait(out: wd.RWBuffer[u32]):
    pipe = wd.pipe(1, 0, 1)
    with wd.waves(0):
        pipe.acquire()
        while out[0] != 99:
            out[2] += 1
        pipe.commit()
    with wd.waves(1):
        pipe.wait()
        pipe.release()


@wd.kernel(num_waves=2)
def many_groups_with_pipes(out: wd.RWBuffer[u32]):
    pipe = wd.pipe(1, 0, 1)
    with wd.waves(0):
        pipe.acquire()
        pipe.commit()
    with wd.waves(1):
        pipe.wait()
        pipe.release()


GROUPS = {"many_groups": (2**16, 2**15), "endless": 3, "many_groups_with_pipes": (2**16, 2**15)}
KERNELS = {
    kernel.name: kernel
    for kernel in (
        many_groups,
        endless,
        endless_without_memory,
        endless_in_some_lanes,
        endless_with_barriers,
        counted,
        counted_by_constants,
        counted_with_barriers,
        endless_with_pipes,
        endless_while_others_wait,
        many_groups_with_pipes,
    )
}


def main(name: str, threads: int | None, wave_size: int) -> None:
    # What a shell starts in the background ignores the signal.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    kernel, out = KERNELS[name], np.zeros(4, np.uint32)
    sent = []

    def interrupt() -> None:
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    threading.Timer(AFTER, interrupt).start()
    try:
        kernel.dispatch(GROUPS.get(name, 1), out, device="cpu", threads=threads, wave_size=wave_size)
    except KeyboardInterrupt:
        assert sent, "interrupted before the signal"
        print(f"KeyboardInterrupt after {time.monotonic() - sent[0]:.3f} s")
    else:
        print(f"the launch ended: {out}")
    again = np.zeros(2 * wave_size, np.uint32)
    for _ in range(3):
        again[:] = 0
        short.dispatch(2000, again, device="cpu", wave_size=wave_size, threads=threads)
    print("launched again" if (again == np.arange(2 * wave_size) + 7).all() else f"wrong afterwards: {again}")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) or None, int(sys.argv[3]))
