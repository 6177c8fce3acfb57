"""Groups as a function of the wave size, and ``kernel[groups](...)``."""

from __future__ import annotations

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import u32


@wd.kernel(num_waves=1)
def ones(out: wd.RWBuffer[u32]):
    group = wd.group_id()
    index = group.y * wd.group_count().x + group.x
    out[index * wd.wave_lane_count() + wd.wave_lane_index()] = 1


def test_a_function_of_the_wave_size(device):
    for lanes in ones.wave_sizes(device):
        for groups in (lambda n: 256 // n, lambda n: (2, 128 // n), lambda n: ones.dispatch_size(256, n)):
            out = np.zeros(300, np.uint32)
            for _ in range(2):
                ones.dispatch(groups, out, device=device, wave_size=lanes)
            assert out.sum() == 256


def test_a_function_is_given_the_size_that_the_dispatch_takes(device):
    asked = []
    done = ones.dispatch(lambda lanes: asked.append(lanes) or 1, np.zeros(300, np.uint32), device=device)
    assert asked == [done.wave_size]


def test_a_function_of_a_checked_dispatch():
    out = np.zeros(256, np.uint32)
    ones.dispatch(lambda lanes: 256 // lanes, out, wave_size=32, check=True)
    assert out.all()


@pytest.mark.parametrize("given", [-1, 2.5, None, (1, 2, 3, 4), "2"])
def test_a_function_that_gives_no_groups(given):
    for options in ({}, {"check": True}):
        for _ in range(2):
            with pytest.raises(wd.LaunchError, match="the number of groups is"):
                ones.dispatch(lambda lanes: given, np.zeros(4, np.uint32), **options)


def test_square_brackets(device):
    out = np.zeros(300, np.uint32)
    done = ones[3](out, device=device, wave_size=ones.wave_sizes(device)[0])
    assert isinstance(done, wd.Dispatch) and out.sum() == 3 * done.wave_size
    out[:] = 0
    ones[2, 2](out, device=device, wave_size=done.wave_size)
    assert out.sum() == 4 * done.wave_size
    out[:] = 0
    ones[lambda lanes: 256 // lanes](out, device=device, wave_size=done.wave_size)
    assert out.sum() == 256
    out[:] = 0
    ones[ones.dispatch_size(256, done.wave_size)](out, device=device, wave_size=done.wave_size)
    assert out.sum() == 256


@pytest.mark.parametrize("groups", [-1, (1, -1), 1.0, slice(None), None])
def test_square_brackets_around_no_groups(groups):
    with pytest.raises(wd.LaunchError, match="the number of groups is"):
        ones[groups](np.zeros(4, np.uint32))


def test_without_groups_it_says_both_ways():
    with pytest.raises(wd.WaveError, match=r"`ones.dispatch\(groups, ...\)` or `ones\[groups\]\(...\)`"):
        ones(np.zeros(4, np.uint32))


def test_a_kernel_is_no_sequence():
    with pytest.raises(TypeError, match="not iterable"):
        list(ones)
    with pytest.raises(TypeError, match="not a container"):
        1 in ones  # noqa: B015


@pytest.mark.parametrize("timed", [1, "yes"])
def test_timed_is_a_switch(timed):
    with pytest.raises(wd.WaveError, match="timed is .*\nhelp: use True or False"):
        ones.dispatch(1, np.zeros(4, np.uint32), timed=timed)
