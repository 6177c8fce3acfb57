"""Kernels with pipes, for the tests of all devices; test/gpu records their code for machines without the compiler."""

from __future__ import annotations

import functools
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from random_pipes import PipeKernel

import wavedialect as wd
from wavedialect import f32, u32
from wavedialect.driver.optimization import Optimization

GROUPS = 5
STAGES = (1, 2, 3, 4)
SETS = (((0,), (1,)), ((0,), (1, 2, 3)), ((0, 1), (2, 3)), ((2, 3, 4), (0, 1)), ((3,), (0, 1, 2)))
"""Producers and consumers."""


def words(count):
    return np.random.default_rng(count).integers(0, 1 << 32, count, dtype=np.uint32)


@functools.cache
def streamed(stages, producers, consumers):
    """A kernel in which producers write a row of each use, and each consumer adds up the rows of all producers."""
    makers, takers = len(producers), len(consumers)

    @wd.kernel(num_waves=makers + takers)
    def stream(src: wd.Buffer[u32], out: wd.RWBuffer[u32], tiles: u32):
        wave, lanes, lane = wd.group_wave_index(), wd.wave_lane_count(), wd.wave_lane_index()
        group = wd.group_id().x
        rows = wd.groupshared(u32, stages * makers * wd.wave_lane_count())
        pipe = wd.pipe(stages=stages, producers=producers, consumers=consumers)
        with wd.waves(producers):
            row = wave % makers
            for t in range(tiles):
                stage = pipe.acquire()
                rows[(stage * makers + row) * lanes + lane] = src[((group * tiles + t) * makers + row) * lanes + lane]
                pipe.commit()
        with wd.waves(consumers):
            total = u32(0)
            for t in range(tiles):
                stage = pipe.wait()
                for row in range(makers):
                    # Another lane's word.
                    total += rows[(stage * makers + row) * lanes + (lane + 1) % lanes] * (t + wave)
                pipe.release()
            out[(group * (makers + takers) + wave) * lanes + lane] = total

    return stream


@wd.kernel(num_waves=4)
def ping_pong(values: wd.RWBuffer[u32], rounds: u32):
    """Waves 0 and 1 send a row each, and waves 2 and 3 answer with sums of both: two pipes with exchanged sets."""
    wave, lanes, lane = wd.group_wave_index(), wd.wave_lane_count(), wd.wave_lane_index()
    ping = wd.groupshared(u32, 2 * wd.wave_lane_count())
    pong = wd.groupshared(u32, 2 * wd.wave_lane_count())
    there = wd.pipe(1, producers=range(2), consumers=(2, 3))
    back = wd.pipe(1, producers=(2, 3), consumers=(0, 1))
    place = (wd.group_id().x * 4 + wave) * lanes + lane
    value = values[place]
    with wd.waves(0, 1):
        for _ in range(rounds):
            there.acquire()
            ping[wave * lanes + lane] = value
            there.commit()
            back.wait()
            value = pong[wave * lanes + lanes - 1 - lane] + 1
            back.release()
    with wd.waves(2, 3):
        for _ in range(rounds):
            there.wait()
            value = value * 3 + ping[lane] + ping[lanes + lane]
            there.release()
            back.acquire()
            pong[(wave - 2) * lanes + lane] = value
            back.commit()
    values[place] = value


@wd.kernel(num_waves=3)
def opened_ahead(src: wd.Buffer[u32], out: wd.RWBuffer[u32], uses: u32):
    """The producer has two stages open, and the consumers three: the oldest is committed and released."""
    wave, lanes, lane = wd.group_wave_index(), wd.wave_lane_count(), wd.wave_lane_index()
    rows = wd.groupshared(u32, 4 * wd.wave_lane_count())
    pipe = wd.pipe(stages=4, producers=0, consumers=(1, 2))
    with wd.waves(0):
        for u in range(uses // 2):
            a = pipe.acquire()
            b = pipe.acquire()
            rows[b * lanes + lane] = src[(2 * u + 1) * lanes + lane]
            rows[a * lanes + lane] = src[2 * u * lanes + lane]
            pipe.commit()
            pipe.commit()
    with wd.waves(1, 2):
        before, last, total = u32(0), u32(0), u32(0)
        for u in range(uses):
            stage = pipe.wait()
            # The two stages before are open, too.
            total = total * 5 + rows[stage * lanes + lane] + rows[last * lanes + lane] + rows[before * lanes + lane]
            before = last
            last = stage
            if u >= 2:
                pipe.release()
        pipe.release()
        pipe.release()
        out[wave * lanes + lane] = total


@wd.func
def send(pipe, row, value):
    stage = pipe.acquire()
    row[stage * wd.wave_lane_count() + wd.wave_lane_index()] = value
    pipe.commit()


@wd.func
def receive(pipe, row, lane):
    stage = pipe.wait()
    value = row[stage * wd.wave_lane_count() + lane]
    pipe.release()
    return value


@wd.kernel(num_waves=3)
def chain(src: wd.Buffer[f32], out: wd.RWBuffer[f32], steps: u32):
    """Wave 0 passes to wave 1, which passes to wave 2: functions take the pipes."""
    lanes, lane = wd.wave_lane_count(), wd.wave_lane_index()
    a = wd.groupshared(f32, 2 * wd.wave_lane_count())
    b = wd.groupshared(f32, 3 * wd.wave_lane_count())
    first = wd.pipe(2, 0, 1)
    second = wd.pipe(3, 1, 2)
    if wd.group_wave_index() == 0:
        for s in range(steps):
            send(first, a, src[s * lanes + lane])
    elif wd.group_wave_index() == 1:
        for _ in range(steps):
            send(second, b, receive(first, a, lane ^ 1) * 2)
    else:
        for s in range(steps):
            out[s * lanes + lane] = receive(second, b, lane ^ 2) + 1


@wd.kernel(num_waves=4)
def with_barriers(src: wd.Buffer[u32], out: wd.RWBuffer[u32], phases: u32):
    """All waves meet between phases; each phase uses the pipe once, and an array that the barriers order."""
    wave, lanes, lane = wd.group_wave_index(), wd.wave_lane_count(), wd.wave_lane_index()
    row = wd.groupshared(u32, wd.wave_lane_count())
    sums = wd.groupshared(u32, 4)
    pipe = wd.pipe(stages=1, producers=3, consumers=(0, 1, 2))
    total = u32(0)
    for p in range(phases):
        with wd.waves(3):
            pipe.acquire()
            row[lane] = src[p * lanes + lane]
            pipe.commit()
        with wd.waves(0, 1, 2):
            pipe.wait()
            sum = wd.wave_active_sum(row[lane] + wave)
            sums[wave] = sum
            pipe.release()
        wd.group_memory_barrier_with_group_sync()
        total = total * 7 + sums[0] + sums[1] + sums[2]
        wd.group_memory_barrier_with_group_sync()
    out[wave * lanes + lane] = total


@wd.kernel(num_waves=3)
def returns(src: wd.Buffer[u32], out: wd.RWBuffer[u32], uses: u32):
    """A wave outside of the pipe returns at once, and lanes of the consumer return before its last uses."""
    lanes, lane = wd.wave_lane_count(), wd.wave_lane_index()
    row = wd.groupshared(u32, wd.wave_lane_count())
    pipe = wd.pipe(stages=1, producers=0, consumers=2)
    with wd.waves(1):
        out[lane] = 1
        return
    with wd.waves(0):
        for u in range(uses):
            pipe.acquire()
            row[lane] = src[u * lanes + lane]
            pipe.commit()
    with wd.waves(2):
        for u in range(uses):
            if u == 2 and lane >= 3:
                return
            pipe.wait()
            out[(u + 1) * lanes + lane] = row[lane]
            pipe.release()


@wd.kernel(num_waves=2)
def relay(data: wd.RWBuffer[u32], steps: u32):
    """Two waves rewrite the same words of a buffer in turns: pipes order buffers of the group as well."""
    lanes, lane = wd.wave_lane_count(), wd.wave_lane_index()
    there = wd.pipe(1, 0, 1)
    back = wd.pipe(1, 1, 0)
    place = wd.group_id().x * lanes
    for _ in range(steps):
        with wd.waves(0):
            there.acquire()
            data[place + lane] = data[place + lane] * 2 + 1
            there.commit()
            back.wait()
            back.release()
        with wd.waves(1):
            there.wait()
            value = data[place + (lane ^ 1)]
            there.release()
            back.acquire()
            data[place + (lane ^ 1)] = value + lane
            back.commit()


@wd.kernel(num_waves=3)
def through_an_image(image: wd.RWTexture2D[u32], out: wd.RWBuffer[u32], uses: u32):
    """Wave 0 writes a row of texels of each use, and waves 1 and 2 read the row mirrored; a row is written again."""
    wave, lanes, lane = wd.group_wave_index(), wd.wave_lane_count(), wd.wave_lane_index()
    pipe = wd.pipe(2, 0, (1, 2))
    with wd.waves(0):
        for u in range(uses):
            stage = pipe.acquire()
            image[lane, stage] = u * 1000 + lane
            pipe.commit()
    with wd.waves(1, 2):
        total = u32(0)
        for _ in range(uses):
            stage = pipe.wait()
            total = total * 3 + image[lanes - 1 - lane, stage]
            pipe.release()
        out[(wave - 1) * lanes + lane] = total


@functools.cache
def alternating(waves):
    """A kernel of many waves, producers and consumers by turns."""
    producers, consumers = tuple(range(0, waves, 2)), tuple(range(1, waves, 2))

    @wd.kernel(num_waves=waves)
    def alternate(out: wd.RWBuffer[u32]):
        pipe = wd.pipe(2, producers, consumers)
        wave = wd.group_wave_index()
        with wd.waves(producers):
            pipe.acquire()
            out[wave] = wave + 1
            pipe.commit()
        with wd.waves(consumers):
            pipe.wait()
            out[wave] = 2 * out[(wave + 1) % waves]
            pipe.release()

    return alternate


@dataclass(frozen=True)
class Launch:
    """A launch at 32 lanes whose results do not depend on the order of waves."""

    name: str
    kernel: wd.Kernel
    groups: int
    arguments: Callable[[], tuple[Any, ...]]


def _room(*shape):
    return np.zeros(shape, np.uint32)


def _launches():
    for stages in STAGES:
        for producers, consumers in SETS:
            kernel, makers = streamed(stages, producers, consumers), len(producers)
            waves = makers + len(consumers)
            for tiles in (0, 1, 7):
                yield Launch(
                    f"streamed-{stages}-{producers}-{consumers}-{tiles}".replace(" ", ""),
                    kernel,
                    GROUPS,
                    lambda p=makers, w=waves, t=tiles: (words(GROUPS * t * p * 32), _room(GROUPS * w * 32), t),
                )
    yield Launch("ping_pong", ping_pong, GROUPS, lambda: (words(GROUPS * 4 * 32), 9))
    yield Launch("opened_ahead", opened_ahead, 1, lambda: (words(8 * 32), _room(3 * 32), 8))
    yield Launch("chain", chain, 1, lambda: (np.arange(6 * 32, dtype=np.float32), np.zeros(6 * 32, np.float32), 6))
    yield Launch("with_barriers", with_barriers, 1, lambda: (words(4 * 32), _room(4 * 32), 4))
    yield Launch("returns", returns, 1, lambda: (words(4 * 32), _room(5 * 32), 4))
    yield Launch("relay", relay, GROUPS, lambda: (words(GROUPS * 32), 3))
    yield Launch("through_an_image", through_an_image, 1, lambda: (_room(2, 32), _room(2 * 32), 7))
    yield Launch("alternating", alternating(32), 1, lambda: (_room(32),))


LAUNCHES = tuple(_launches())
RANDOM_SEEDS = range(24)


@functools.cache
def random_kernel(seed):
    """In a file whose name is the same on all machines: the record of a compile has it."""
    return PipeKernel(seed).load(Path(tempfile.gettempdir(), "wavedialect-random-pipes"))


_LAUNCHED = list({id(launch.kernel): launch.kernel for launch in LAUNCHES}.values())
OPT_LEVELS = (0, 1, 2)
KERNELS = [
    *((kernel, Optimization(opt_level=level)) for level in OPT_LEVELS for kernel in _LAUNCHED),
    *map(random_kernel, RANDOM_SEEDS),
]
"""For test/gpu/record_cuda.py."""
