"""Kernels with barriers of sets of waves, for the tests of all devices, most with their results computed by NumPy; test/gpu
records their code for machines without the compiler."""

from __future__ import annotations

import functools
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

# Random kernels with barriers of sets of waves also have pipes.
sys.path.insert(0, str(Path(__file__).parent.parent / "pipes"))

from random_pipes import PipeKernel  # noqa: E402  (after the path)

import wavedialect as wd  # noqa: E402
from wavedialect import u32  # noqa: E402
from wavedialect.driver.optimization import Optimization  # noqa: E402

GROUPS = 5
ROUNDS = 6
SETS = ((0, 1), (1, 3), (0, 2, 3), (4, 1, 2, 3), (2,))
"""Of a group of five waves."""


def words(count):
    return np.random.default_rng(count).integers(0, 1 << 32, count, dtype=np.uint32)


@dataclass(frozen=True)
class Launch:
    """A kernel, the rows of lanes that each group has in the only array, and the right rows after a launch."""

    kernel: wd.Kernel
    rows: int
    right: Callable[[np.ndarray, int], np.ndarray]
    """Computes the rows of one group from those before, and the number of rounds."""
    name: str

    def arguments(self, groups: int, lanes: int, rounds: int = ROUNDS) -> tuple[np.ndarray, np.ndarray]:
        """The array before a launch, and after it."""
        before = words(groups * self.rows * lanes)
        groups_of = before.reshape(groups, self.rows, lanes)
        with np.errstate(over="ignore"):
            after = np.concatenate([self.right(group.copy(), rounds).reshape(-1) for group in groups_of])
        return before, after

    def check(self, groups: int, lanes: int, **place: Any) -> None:
        """Compares the results of a launch."""
        values, right = self.arguments(groups, lanes)
        self.kernel.dispatch(groups, values, ROUNDS, wave_size=lanes, **place)
        np.testing.assert_array_equal(values, right, err_msg=f"{self.name} {lanes} {place}")


@functools.cache
def exchange(waves):
    """The waves of a set pass rows around in a ring; the other waves work alone and pass by."""
    count, first = len(waves), waves[0]

    @wd.kernel(num_waves=5)
    def ring(values: wd.RWBuffer[u32], rounds: u32):
        wave, lanes, lane = wd.group_wave_index(), wd.wave_lane_count(), wd.wave_lane_index()
        rows = wd.groupshared(u32, 5 * wd.wave_lane_count())
        place = (wd.group_id().x * 5 + wave) * lanes + lane
        value = values[place]
        with wd.waves(waves):
            source = u32(first)
            for other in wd.static_range(count - 1):
                if wave == waves[other]:
                    source = waves[other + 1]
            for _ in range(rounds):
                rows[wave * lanes + lane] = value
                wd.waves_barrier(waves)
                value = value * 3 + rows[source * lanes + (lane + 1) % lanes]
                wd.waves_barrier(waves)
        values[place] = value + wave

    return ring


def exchanged(waves):
    def right(rows, rounds):
        for _ in range(rounds):
            before = rows.copy()
            for wave, source in zip(waves, (*waves[1:], waves[0]), strict=True):
                rows[wave] = before[wave] * np.uint32(3) + np.roll(before[source], -1)
        return rows + np.arange(5, dtype=np.uint32)[:, None]

    return right


@wd.kernel(num_waves=4)
def wavefront(values: wd.RWBuffer[u32], rounds: u32):
    """Each wave hands its row to the next wave: neighbors are sets, and each wave is in two of them."""
    wave, lanes, lane = wd.group_wave_index(), wd.wave_lane_count(), wd.wave_lane_index()
    rows = wd.groupshared(u32, 4 * wd.wave_lane_count())
    place = (wd.group_id().x * 4 + wave) * lanes + lane
    value = values[place]
    for _ in range(rounds):
        for left in wd.static_range(3):
            with wd.waves(left):
                rows[left * lanes + lane] = value
                wd.waves_barrier(left, left + 1)
                wd.waves_barrier(left + 1, left)
            with wd.waves(left + 1):
                wd.waves_barrier(left, left + 1)
                value = value * 5 + rows[left * lanes + (lane ^ 1)]
                wd.waves_barrier(left, left + 1)
    values[place] = value


def wavefront_right(rows, rounds):
    swapped = np.arange(rows.shape[1]) ^ 1
    for _ in range(rounds):
        for left in range(3):
            rows[left + 1] = rows[left + 1] * np.uint32(5) + rows[left][swapped]
    return rows


@wd.func
def swap(rows, mine, theirs, value, lane):
    """A function of all waves that call it with one set."""
    rows[mine + lane] = value
    wd.waves_barrier(0, 3)
    other = rows[theirs + lane]
    wd.waves_barrier(0, 3)
    return other


@wd.kernel(num_waves=4)
def in_functions(values: wd.RWBuffer[u32], rounds: u32):
    wave, lanes, lane = wd.group_wave_index(), wd.wave_lane_count(), wd.wave_lane_index()
    rows = wd.groupshared(u32, 2 * wd.wave_lane_count())
    place = (wd.group_id().x * 4 + wave) * lanes + lane
    value = values[place]
    with wd.waves(0):
        for turn in range(rounds):
            value = swap(rows, u32(0), lanes, value, lane) + turn
    with wd.waves(3):
        turn = u32(0)
        while turn < rounds:
            value = swap(rows, lanes, u32(0), value * 2, lane) ^ turn
            turn += 1
    values[place] = value


def in_functions_right(rows, rounds):
    for turn in range(rounds):
        rows[0], rows[3] = rows[3] * np.uint32(2) + np.uint32(turn), rows[0] ^ np.uint32(turn)
    return rows


@wd.kernel(num_waves=4)
def teams(values: wd.RWBuffer[u32], rounds: u32):
    """Two teams of two waves, each with its own barrier; after all rounds the group meets."""
    wave, lanes, lane = wd.group_wave_index(), wd.wave_lane_count(), wd.wave_lane_index()
    rows = wd.groupshared(u32, 4 * wd.wave_lane_count())
    place = (wd.group_id().x * 4 + wave) * lanes + lane
    value = values[place]
    with wd.waves(0, 1):
        for _ in range(rounds):
            rows[wave * lanes + lane] = value
            wd.waves_barrier(0, 1)
            value += rows[(1 - wave) * lanes + lane]
            wd.waves_barrier(0, 1)
    with wd.waves(2, 3):
        # Twice as often.
        for _ in range(2 * rounds):
            rows[wave * lanes + lane] = value
            wd.waves_barrier(2, 3)
            value = value * 3 ^ rows[(5 - wave) * lanes + lane]
            wd.waves_barrier(2, 3)
    rows[wave * lanes + lane] = value
    wd.group_memory_barrier_with_group_sync()
    values[place] = value + rows[(3 - wave) * lanes + lane]


def teams_right(rows, rounds):
    for _ in range(rounds):
        rows[0:2] = rows[0] + rows[1]
    for _ in range(2 * rounds):
        rows[2:4] = (rows[2:4] * np.uint32(3)) ^ rows[[3, 2]]
    return rows + rows[::-1]


@wd.kernel(num_waves=3)
def through_buffers(values: wd.RWBuffer[u32], rounds: u32):
    """Rows pass through a buffer; wave 1 takes no part."""
    wave, lanes, lane = wd.group_wave_index(), wd.wave_lane_count(), wd.wave_lane_index()
    base = wd.group_id().x * 3 * lanes
    with wd.waves(0, 2):
        for _ in range(rounds):
            other = values[base + (2 - wave) * lanes + (lane ^ 1)]
            wd.waves_barrier(0, 2)
            values[base + wave * lanes + lane] = values[base + wave * lanes + lane] * 2 + other
            wd.waves_barrier(2, 0)


def through_buffers_right(rows, rounds):
    swapped = np.arange(rows.shape[1]) ^ 1
    for _ in range(rounds):
        rows[[0, 2]] = rows[[0, 2]] * np.uint32(2) + rows[[2, 0]][:, swapped]
    return rows


@wd.kernel(num_waves=3)
def returned_lanes(values: wd.RWBuffer[u32], rounds: u32):
    """Lanes return by a value of their own; the others wait for each other. The last lane of a wave stays."""
    wave, lanes, lane = wd.group_wave_index(), wd.wave_lane_count(), wd.wave_lane_index()
    rows = wd.groupshared(u32, 3 * wd.wave_lane_count())
    place = (wd.group_id().x * 3 + wave) * lanes + lane
    value = values[place]
    if value % 3 == 0 and lane + 1 < lanes:
        values[place] = 7
        return
    with wd.waves(0, 1):
        for _ in range(rounds):
            rows[wave * lanes + lane] = value
            wd.waves_barrier(0, 1)
            value = value * 5 + rows[(1 - wave) * lanes + lanes - 1]
            wd.waves_barrier(0, 1)
    values[place] = value


def returned_lanes_right(rows, rounds):
    gone = rows % 3 == 0
    gone[:, -1] = False
    for _ in range(rounds):
        last = rows[:, -1].copy()
        rows[0] = rows[0] * np.uint32(5) + last[1]
        rows[1] = rows[1] * np.uint32(5) + last[0]
    return np.where(gone, np.uint32(7), rows)


@wd.kernel(num_waves=4)
def beside_a_pipe(values: wd.RWBuffer[u32], rounds: u32):
    """Wave 0 feeds waves 1 to 3, which pass the row of each use around before they release it."""
    wave, lanes, lane = wd.group_wave_index(), wd.wave_lane_count(), wd.wave_lane_index()
    tile = wd.groupshared(u32, 2 * wd.wave_lane_count())
    rows = wd.groupshared(u32, 4 * wd.wave_lane_count())
    pipe = wd.pipe(stages=2, producers=0, consumers=range(1, 4))
    place = (wd.group_id().x * 4 + wave) * lanes + lane
    value = values[place]
    with wd.waves(0):
        for turn in range(rounds):
            stage = pipe.acquire()
            tile[stage * lanes + lane] = value + turn
            pipe.commit()
    with wd.waves(range(1, 4)):
        for _ in range(rounds):
            stage = pipe.wait()
            rows[wave * lanes + lane] = value + tile[stage * lanes + (lane + wave) % lanes]
            wd.waves_barrier(1, (2, 3))
            value = rows[lanes + lane] + rows[2 * lanes + lane] * 3 + rows[3 * lanes + lane] * 5 + wave
            wd.waves_barrier(range(1, 4))
            pipe.release()
    values[place] = value


def beside_a_pipe_right(rows, rounds):
    for turn in range(rounds):
        sums = [rows[wave] + np.roll(rows[0] + np.uint32(turn), -wave) for wave in range(4)]
        for wave in range(1, 4):
            rows[wave] = sums[1] + sums[2] * np.uint32(3) + sums[3] * np.uint32(5) + np.uint32(wave)
    return rows


@wd.kernel(num_waves=2)
def all_waves(values: wd.RWBuffer[u32], rounds: u32):
    """A set of all waves is the group's barrier."""
    wave, lanes, lane = wd.group_wave_index(), wd.wave_lane_count(), wd.wave_lane_index()
    rows = wd.groupshared(u32, 2 * wd.wave_lane_count())
    place = (wd.group_id().x * 2 + wave) * lanes + lane
    value = values[place]
    for _ in range(rounds):
        rows[wave * lanes + lane] = value
        wd.waves_barrier(range(2))
        value += rows[(1 - wave) * lanes + lane]
        wd.waves_barrier(1, 0)
    values[place] = value


def all_waves_right(rows, rounds):
    for _ in range(rounds):
        rows[:] = rows[0] + rows[1]
    return rows


@wd.kernel(num_waves=32)
def fifteen_sets(values: wd.RWBuffer[u32], rounds: u32):
    """All barriers of a GPU, for pairs of waves; the last two waves work alone."""
    wave, lanes, lane = wd.group_wave_index(), wd.wave_lane_count(), wd.wave_lane_index()
    rows = wd.groupshared(u32, 32 * wd.wave_lane_count())
    place = (wd.group_id().x * 32 + wave) * lanes + lane
    value = values[place]
    for _ in range(rounds):
        for pair in wd.static_range(15):
            with wd.waves(2 * pair, 2 * pair + 1):
                rows[wave * lanes + lane] = value
                wd.waves_barrier(2 * pair, 2 * pair + 1)
                value = value * 3 + rows[(wave ^ 1) * lanes + (lane ^ 1)]
                wd.waves_barrier(2 * pair, 2 * pair + 1)
    values[place] = value


def fifteen_sets_right(rows, rounds):
    swapped = np.arange(rows.shape[1]) ^ 1
    for _ in range(rounds):
        others = rows[np.arange(32) ^ 1][:, swapped]
        rows[:30] = rows[:30] * np.uint32(3) + others[:30]
    return rows


@wd.kernel(num_waves=3)
def lonely(values: wd.RWBuffer[u32], rounds: u32):
    """All lanes but one of each wave have returned."""
    wave, lanes, lane = wd.group_wave_index(), wd.wave_lane_count(), wd.wave_lane_index()
    word = wd.groupshared(u32, 3)
    place = (wd.group_id().x * 3 + wave) * lanes + lane
    value = values[place]
    if value != 1:
        return
    with wd.waves(0, 2):
        for turn in range(rounds):
            word[wave] = value
            wd.waves_barrier(0, 2)
            value = value * 3 + word[2 - wave] + turn
            wd.waves_barrier(0, 2)
    values[place] = value


@wd.kernel(num_waves=4)
def copied(src: wd.Buffer[u32], out: wd.RWBuffer[u32], rounds: u32):
    """A barrier of a set ends asynchronous copies."""
    wave, lanes, lane = wd.group_wave_index(), wd.wave_lane_count(), wd.wave_lane_index()
    tile = wd.groupshared(u32, 3 * wd.wave_lane_count())
    group, total = wd.group_id().x, u32(0)
    with wd.waves(range(3)):
        for turn in range(rounds):
            wd.async_copy(tile, wave * lanes, src, ((group * rounds + turn) * 3 + wave) * lanes, lanes)
            wd.waves_barrier(range(3))
            total = total * 3 + tile[(wave + 1) % 3 * lanes + (lane + 5) % lanes]
            wd.waves_barrier(range(3))
        out[(group * 3 + wave) * lanes + lane] = total


def copied_right(src, groups, lanes, rounds):
    rows = src.reshape(groups, rounds, 3, lanes)
    right = np.zeros((groups, 3, lanes), np.uint32)
    for turn in range(rounds):
        right = right * np.uint32(3) + np.roll(np.roll(rows[:, turn], -1, axis=1), -5, axis=2)
    return right


LAUNCHES = [
    *(Launch(exchange(waves), 5, exchanged(waves), f"ring of {waves}") for waves in SETS),
    Launch(wavefront, 4, wavefront_right, "wavefront"),
    Launch(in_functions, 4, in_functions_right, "in_functions"),
    Launch(teams, 4, teams_right, "teams"),
    Launch(through_buffers, 3, through_buffers_right, "through_buffers"),
    Launch(returned_lanes, 3, returned_lanes_right, "returned_lanes"),
    Launch(beside_a_pipe, 4, beside_a_pipe_right, "beside_a_pipe"),
    Launch(all_waves, 2, all_waves_right, "all_waves"),
]
OF_MANY_WAVES = Launch(fifteen_sets, 32, fifteen_sets_right, "fifteen_sets")
"""At wave sizes up to 32."""
RANDOM_SEEDS = range(40)
OPTIMIZATIONS = (
    Optimization(),
    Optimization(opt_level=0),
    Optimization(opt_level=2, enable=("specialize", "broadcast-uniform-loads")),
)


@functools.cache
def random_kernel(seed):
    """In a file whose name is the same on all machines: the record of a compile has it."""
    made = PipeKernel(seed, copies=seed % 3 == 0, barriers=True)
    return made, made.load(Path(tempfile.gettempdir(), "wavedialect-random-pipes"))


KERNELS = [
    *((launch.kernel, optimization) for optimization in OPTIMIZATIONS for launch in (*LAUNCHES, OF_MANY_WAVES)),
    *((random_kernel(seed)[1], optimization) for optimization in OPTIMIZATIONS for seed in RANDOM_SEEDS),
    *(lonely, copied),
]
"""For test/gpu/record_cuda.py."""
