"""Barriers of sets of waves on a CUDA device: the results are right, and the same in each of many launches."""

from __future__ import annotations

import os

import numpy as np
import pytest
from random_pipes import PipeKernel
from waves_barrier_kernels import LAUNCHES, ROUNDS, words

import wavedialect as wd
from wavedialect import u32

try:
    DEVICE = wd.open_device("cuda")
except wd.DeviceError as error:
    pytest.skip(f"no CUDA device: {error.message}", allow_module_level=True)

COUNT = int(os.environ.get("WAVEDIALECT_RANDOM_KERNELS", "40"))
GROUPS = 3000
"""More than run at the same time."""
REPEATS = 5
OPTIONS = (
    {},
    {"opt_level": 0},
    {"opt_level": 2, "enable": ("specialize", "broadcast-uniform-loads")},
    {"enable": ("specialize",)},
)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("launch", LAUNCHES, ids=lambda launch: launch.name)
def test_results(launch, options):
    values, right = launch.arguments(GROUPS, 32)
    for _ in range(REPEATS):
        found = wd.array(values, device=DEVICE)
        launch.kernel.dispatch(GROUPS, found, ROUNDS, **options)
        np.testing.assert_array_equal(found.numpy(), right, err_msg=str(options))


def test_many_rounds():
    """Waves run apart as far as the barriers let them."""
    for launch in LAUNCHES:
        values, _ = launch.arguments(200, 32)
        rounds = 997
        expected = values.copy()
        # The CPU is compared with NumPy in other tests.
        launch.kernel.dispatch(200, expected, rounds, device="cpu", wave_size=32)
        for _ in range(REPEATS):
            found = wd.array(values, device=DEVICE)
            launch.kernel.dispatch(200, found, rounds)
            np.testing.assert_array_equal(found.numpy(), expected, err_msg=launch.name)


@pytest.mark.parametrize("copies", [False, True])
@pytest.mark.parametrize("seed", range(COUNT))
def test_random_kernels(seed, copies, tmp_path):
    made = PipeKernel(seed, copies, barriers=True)
    kernel = made.load(tmp_path)
    src = words(8 * 32)

    def run(device, **options):
        out = np.zeros(3 * made.waves * 32, np.uint32)
        kernel.dispatch(3, src, out, 3, 2, device=device, wave_size=32, **options)
        return out

    expected = run("cpu")
    for options in OPTIONS:
        for _ in range(2):
            np.testing.assert_array_equal(run(DEVICE, **options), expected, err_msg=f"{options}\n{made.source}")


def test_fifteen_sets():
    """All barriers of the machine, in a group of 32 waves."""

    @wd.kernel(num_waves=32)
    def tree(values: wd.RWBuffer[u32], rounds: u32):
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

    values = words(200 * 32 * 32)
    state = values.reshape(200, 32, 32).copy()
    swapped = np.arange(32) ^ 1
    for _ in range(50):
        state[:, :30] = state[:, :30] * np.uint32(3) + state[:, swapped][:, :30][:, :, swapped]
    for _ in range(REPEATS):
        found = wd.array(values, device=DEVICE)
        tree.dispatch(200, found, 50)
        np.testing.assert_array_equal(found.numpy(), state.reshape(-1))


def test_a_whole_wave_of_one_lane():
    """All lanes but one have returned, in both waves of the set."""

    @wd.kernel(num_waves=3)
    def lonely(values: wd.RWBuffer[u32], rounds: u32):
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

    values = np.zeros((500, 3, 32), np.uint32)
    values[np.arange(500), 0, np.arange(500) % 32] = 1
    values[np.arange(500), 2, np.arange(500) * 7 % 32] = 1
    one = np.uint32(1)
    with np.errstate(over="ignore"):
        for turn in range(40):
            one = one * np.uint32(3) + one + np.uint32(turn)
    right = np.where(values == 1, one, values)
    for _ in range(REPEATS):
        found = wd.array(values.reshape(-1), device=DEVICE)
        lonely.dispatch(500, found, 40)
        np.testing.assert_array_equal(found.numpy(), right.reshape(-1))


def test_copies_end_at_the_barrier():
    @wd.kernel(num_waves=4)
    def copied(src: wd.Buffer[u32], out: wd.RWBuffer[u32], rounds: u32):
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

    groups, rounds = 1000, 7
    src = words(groups * rounds * 3 * 32)
    rows = src.reshape(groups, rounds, 3, 32)
    right = np.zeros((groups, 3, 32), np.uint32)
    for turn in range(rounds):
        right = right * np.uint32(3) + np.roll(np.roll(rows[:, turn], -1, axis=1), -5, axis=2)
    for _ in range(REPEATS):
        out = wd.zeros(right.size, u32, device=DEVICE)
        copied.dispatch(groups, wd.array(src, device=DEVICE), out, rounds)
        np.testing.assert_array_equal(out.numpy().reshape(right.shape), right)
