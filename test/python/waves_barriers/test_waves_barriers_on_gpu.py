"""Barriers of sets of waves on a CUDA device: the results are right, and the same in each of many launches."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from waves_barrier_kernels import (
    LAUNCHES,
    OF_MANY_WAVES,
    OPTIMIZATIONS,
    RANDOM_SEEDS,
    ROUNDS,
    copied,
    copied_right,
    lonely,
    random_kernel,
    words,
)

import wavedialect as wd
from wavedialect import u32

try:
    DEVICE = wd.open_device("cuda")
except wd.DeviceError as error:
    pytest.skip(f"no CUDA device: {error.message}", allow_module_level=True)

GROUPS = 2000
"""More than run at the same time."""
REPEATS = 5


def check(launch, groups, rounds, **options):
    values, right = launch.arguments(groups, 32, rounds)
    for _ in range(REPEATS):
        found = wd.array(values, device=DEVICE)
        launch.kernel.dispatch(groups, found, rounds, **options)
        np.testing.assert_array_equal(found.numpy(), right, err_msg=f"{launch.name} {options}")


@pytest.mark.parametrize("optimization", OPTIMIZATIONS, ids=str)
@pytest.mark.parametrize("launch", LAUNCHES, ids=lambda launch: launch.name)
def test_results(launch, optimization):
    check(launch, GROUPS, ROUNDS, **dataclasses.asdict(optimization))


@pytest.mark.parametrize("launch", LAUNCHES, ids=lambda launch: launch.name)
def test_many_rounds(launch):
    """Waves run apart as far as the barriers let them."""
    check(launch, 50, 997)


@pytest.mark.parametrize("optimization", OPTIMIZATIONS, ids=str)
def test_fifteen_sets(optimization):
    check(OF_MANY_WAVES, 200, 20, **dataclasses.asdict(optimization))


@pytest.mark.parametrize("seed", RANDOM_SEEDS)
def test_random_kernels(seed):
    made, kernel = random_kernel(seed)
    src = words(8 * 32)

    def run(device, **options):
        out = np.zeros(3 * made.waves * 32, np.uint32)
        kernel.dispatch(3, src, out, 3, 2, device=device, wave_size=32, **options)
        return out

    expected = run("interpreter")
    for optimization in OPTIMIZATIONS:
        for _ in range(REPEATS):
            found = run(DEVICE, **dataclasses.asdict(optimization))
            np.testing.assert_array_equal(found, expected, err_msg=f"{optimization}\n{made.source}")


def test_waves_of_one_lane():
    """All other lanes have returned, in both waves of the set."""
    values = np.zeros((500, 3, 32), np.uint32)
    values[np.arange(500), 0, np.arange(500) % 32] = 1
    values[np.arange(500), 2, np.arange(500) * 7 % 32] = 1
    one = 1
    for turn in range(40):
        one = (4 * one + turn) % 2**32
    right = np.where(values == 1, np.uint32(one), values)
    for _ in range(REPEATS):
        found = wd.array(values.reshape(-1), device=DEVICE)
        lonely.dispatch(500, found, 40)
        np.testing.assert_array_equal(found.numpy(), right.reshape(-1))


def test_copies_end_at_the_barrier():
    src = words(1000 * 7 * 3 * 32)
    right = copied_right(src, 1000, 32, 7)
    for _ in range(REPEATS):
        out = wd.zeros(right.size, u32, device=DEVICE)
        copied.dispatch(1000, wd.array(src, device=DEVICE), out, 7)
        np.testing.assert_array_equal(out.numpy().reshape(right.shape), right)
