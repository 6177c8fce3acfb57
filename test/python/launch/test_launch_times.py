"""How long each launch took."""

from __future__ import annotations

import time

import numpy as np

import wavedialect as wd
from wavedialect import u32


@wd.kernel(num_waves=1)
def work(out: wd.RWBuffer[u32], rounds: u32):
    value = u32(1)
    for i in range(rounds):
        value = value * 1664525 + i
    out[wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()] = value


def test_every_device_tells_the_time_of_a_launch(device):
    out = wd.array(np.zeros(64, np.uint32), device=device)
    launches = []
    for rounds in (1, 1, 1, 60_000) if device.name != "interpreter" else (1, 1, 1, 1_000):
        start = time.perf_counter_ns()
        launch = work.dispatch(1, out, rounds, device=device, prefer_wave_size="small")
        took = launch.elapsed_ns()
        launches.append(launch)
        # By the device's own clock, which need not be as fine as the host's.
        assert isinstance(took, float | int) and 0 <= took <= 1.1 * (time.perf_counter_ns() - start) + 1e5
    assert launches[3].elapsed_ns() > min(launch.elapsed_ns() for launch in launches[:3])
    # It is each launch's own, however often it is asked for.
    assert launches[3].elapsed_ns() == launches[3].elapsed_ns()


def test_times_of_launches_that_were_not_waited_for(native_device):
    out = wd.array(np.zeros(64, np.uint32), device=native_device)
    options = {"device": native_device, "prefer_wave_size": "small"}
    launches = [work.dispatch(1, out, rounds, **options) for rounds in [1, 60_000] * 150]
    times = [launch.elapsed_ns() for launch in launches]
    assert None not in times
    # More than the driver lets be under way at a time, and each with its own time.
    assert np.median(times[1::2]) > np.median(times[::2])


def test_the_time_of_a_launch_that_copies(device):
    out = np.zeros(64, np.uint32)
    assert work.dispatch(1, out, 100, device=device, prefer_wave_size="small").elapsed_ns() >= 0


def test_without_timing(device):
    out = wd.array(np.zeros(64, np.uint32), device=device)
    for _ in range(2):
        launch = work.dispatch(1, out, 10, device=device, prefer_wave_size="small", timed=False)
        if device.name.startswith("vulkan"):
            assert launch.elapsed_ns() is None
        else:
            # It costs nothing there.
            assert launch.elapsed_ns() >= 0


def test_the_time_of_a_checked_launch():
    assert work.dispatch(1, np.zeros(64, np.uint32), 10, check=True).elapsed_ns() > 0


def test_the_time_is_not_the_compilers():
    @wd.kernel(num_waves=1)
    def fresh(out: wd.RWBuffer[u32]):
        out[wd.wave_lane_index()] = 3

    start = time.perf_counter_ns()
    launch = fresh.dispatch(1, np.zeros(128, np.uint32), device="cpu")
    assert launch.elapsed_ns() < (time.perf_counter_ns() - start) / 2
