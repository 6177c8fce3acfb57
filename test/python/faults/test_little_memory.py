"""Processes that get no more memory: what does not fit is refused by a DeviceError, what fits works, also after that."""

from __future__ import annotations

import pytest

LIMIT = """
import resource

def allow(megabytes):
    # No more than so many of these, besides what the process has.
    with open("/proc/self/statm") as file:
        size = int(file.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (size + int(megabytes * 2**20), -1))
"""

ARRAYS = """
def refused(function):
    try:
        function()
    except wd.DeviceError as error:
        assert "memory" in error.message and "smaller" in error.fix, error
    else:
        raise AssertionError("there was memory")

run(device)
allow(200)
kept = []
try:
    while len(kept) < 10:
        kept.append(wd.empty(2**23, np.int32, device))
except wd.DeviceError as error:
    print(error.message.partition(":")[0].partition(" for ")[0])
assert 1 < len(kept) < 10
refused(lambda: wd.array(kept[0], device))
refused(kept[0].numpy)
refused(lambda: kept[0].copy_from(np.broadcast_to(np.int32(1), (2**23,))))
run(device)
kept.clear()
run(device, 2**17)
print("works")
"""


@pytest.mark.parametrize("device", ["cpu", "interpreter", "vulkan"])
def test_arrays_that_do_not_fit(program, device, request):
    if device == "vulkan":
        request.getfixturevalue("vulkan")
    told, works = program(LIMIT, f"device = {device!r}\n", ARRAYS).splitlines()
    assert works == "works"
    assert told == ("out of memory" if device == "vulkan" else "there is not enough memory")


@pytest.mark.parametrize("megabytes", [0.5, 1, 2, 3, 6])
def test_no_memory_for_threads(program, megabytes):
    """The calling thread does the work of all, in this launch and in those that follow."""
    text = f"""
    @wd.kernel(num_waves=4)
    def grow(values: wd.RWBuffer[f32]):
        place = (wd.group_id().x * 4 + wd.group_wave_index()) * wd.wave_lane_count() + wd.wave_lane_index()
        if place < len(values):
            for _ in range(2000):
                values[place] += 1.0

    groups = lambda lanes: -(-len(values) // (4 * lanes))
    values = np.zeros(2**15, np.float32)
    # One thread alone, so that there is none yet.
    grow.dispatch(groups, values, threads=1, device="cpu")
    allow({megabytes})
    for number in range(2, 6):
        grow.dispatch(groups, values, device="cpu")
        assert (values == 2000 * number).all(), values
    print("works", len(os.listdir("/proc/self/task")) < 2 + os.cpu_count())
    """
    assert program(LIMIT, text) == "works True\n"
