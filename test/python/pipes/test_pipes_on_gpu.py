"""Pipes on a CUDA device: the results are the interpreter's, and the same in each of many launches."""

from __future__ import annotations

import numpy as np
import pytest
from pipe_kernels import (
    LAUNCHES,
    OPT_LEVELS,
    RANDOM_SEEDS,
    SETS,
    STAGES,
    ping_pong,
    random_kernel,
    relay,
    streamed,
    words,
)
from random_pipes import PipeKernel

import wavedialect as wd

try:
    DEVICE = wd.open_device("cuda")
except wd.DeviceError as error:
    pytest.skip(f"no CUDA device: {error.message}", allow_module_level=True)

GROUPS = 3000
"""More than run at the same time."""
REPEATS = 5


def results(launch, device, **options):
    """The arrays after a launch."""
    arguments = launch.arguments()
    launch.kernel.dispatch(launch.groups, *arguments, device=device, wave_size=32, **options)
    return [argument for argument in arguments if isinstance(argument, np.ndarray)]


@pytest.mark.parametrize("launch", LAUNCHES, ids=lambda launch: launch.name)
def test_the_results_are_those_of_the_interpreter(launch):
    expected = results(launch, "interpreter")
    for opt_level in OPT_LEVELS:
        for _ in range(REPEATS):
            for found, right in zip(results(launch, DEVICE, opt_level=opt_level), expected, strict=True):
                np.testing.assert_array_equal(found, right, err_msg=f"opt_level={opt_level}")


@pytest.mark.parametrize("seed", RANDOM_SEEDS)
def test_random_kernels(seed):
    made, kernel = PipeKernel(seed), random_kernel(seed)
    src = words(8 * 32)

    def run(device):
        out = np.zeros(3 * made.waves * 32, np.uint32)
        kernel.dispatch(3, src, out, 3, 2, device=device, wave_size=32)
        return out

    expected = run("interpreter")
    for _ in range(REPEATS):
        np.testing.assert_array_equal(run(DEVICE), expected, err_msg=made.source)


def check_many_groups(kernel, producers, consumers):
    """Each group has rows of its own."""
    makers, count, tiles = len(producers), len(producers) + len(consumers), 37
    src = wd.array(words(GROUPS * tiles * makers * 32), device=DEVICE)
    rows = src.numpy().reshape(GROUPS, tiles, makers, 32)
    right = np.zeros((GROUPS, count, 32), np.uint32)
    for wave in consumers:
        factors = (np.arange(tiles, dtype=np.uint32) + np.uint32(wave))[None, :, None, None]
        right[:, wave] = np.roll(rows * factors, -1, axis=3).sum(axis=(1, 2), dtype=np.uint32)
    for _ in range(REPEATS):
        out = wd.zeros(right.size, wd.u32, device=DEVICE)
        kernel.dispatch(GROUPS, src, out, tiles)
        np.testing.assert_array_equal(out.numpy().reshape(right.shape), right)


@pytest.mark.parametrize("stages", STAGES)
@pytest.mark.parametrize(("producers", "consumers"), SETS, ids=lambda waves: "".join(map(str, waves)))
def test_many_groups(stages, producers, consumers):
    check_many_groups(streamed(stages, producers, consumers), producers, consumers)


@pytest.mark.parametrize("stages", STAGES)
def test_code_for_older_gpus(monkeypatch, stages):
    """Waves test barriers in a loop, also on a GPU where they could sleep."""
    monkeypatch.setattr("wavedialect.backends.ptx.device.sm_of", lambda program, capability: "sm_80")
    producers, consumers = SETS[2]
    # Other tests have loaded the kernel that is cached.
    kernel = streamed.__wrapped__(stages, producers, consumers)
    check_many_groups(kernel, producers, consumers)


def test_many_groups_of_two_pipes():
    values = words(GROUPS * 4 * 32)
    state = values.reshape(GROUPS, 4, 32).copy()
    for _ in range(101):
        sums = state[:, 0] + state[:, 1]
        for wave in (2, 3):
            state[:, wave] = state[:, wave] * np.uint32(3) + sums
            state[:, wave - 2] = state[:, wave, ::-1] + np.uint32(1)
    for _ in range(REPEATS):
        found = wd.array(values, device=DEVICE)
        ping_pong.dispatch(GROUPS, found, 101)
        np.testing.assert_array_equal(found.numpy(), state.reshape(-1))


def test_many_groups_that_pass_buffers():
    data = words(GROUPS * 32)
    state = data.reshape(GROUPS, 32).copy()
    for _ in range(100):
        state = state * np.uint32(2) + np.uint32(1) + (np.arange(32, dtype=np.uint32) ^ np.uint32(1))
    for _ in range(REPEATS):
        found = wd.array(data, device=DEVICE)
        relay.dispatch(GROUPS, found, 100)
        np.testing.assert_array_equal(found.numpy(), state.reshape(-1))
