"""What an amplification kernel may not do, each at the user's line."""

from __future__ import annotations

import inspect
import warnings

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import f32, u32

amplification = wd.kernel(num_waves=2, stage="amplification")


@amplification
def none():
    pass


@amplification
def twice():
    wd.dispatch_mesh(1, 1, 1)
    wd.dispatch_mesh(1, 1, 1)  # here


@wd.kernel(num_waves=2)
def of_compute():
    wd.dispatch_mesh(1, 1, 1)  # here


@amplification
def under_a_condition():
    if wd.group_id().x == 0:
        wd.dispatch_mesh(1, 1, 1)  # here


@amplification
def in_a_loop():
    for _ in range(2):
        wd.dispatch_mesh(1, 1, 1)  # here


@wd.func
def helper():
    wd.dispatch_mesh(1, 1, 1)


@amplification
def in_a_helper():
    helper()


@amplification
def stores_afterwards(out: wd.RWBuffer[u32]):
    wd.dispatch_mesh(1, 1, 1)
    out[0] = 1  # here


@amplification
def by_wave():
    wd.dispatch_mesh(1, wd.group_wave_index(), 1)  # here


@amplification
def by_lane():
    wd.dispatch_mesh(1, 1, wd.wave_prefix_count_bits(True))  # here


@amplification
def hands_a_buffer(out: wd.RWBuffer[u32]):
    wd.dispatch_mesh(1, 1, 1, out)  # here


@amplification
def hands_a_local_array():
    values = wd.local_array(u32, 4)
    wd.dispatch_mesh(1, 1, 1, values)  # here


@amplification
def hands_a_number():
    wd.dispatch_mesh(1, 1, 1, 1)  # here


@amplification
def hands_too_much():
    values = wd.groupshared(f32, 4097)
    wd.dispatch_mesh(1, 1, 1, values)  # here


@amplification
def counts_in_floats(n: f32):
    wd.dispatch_mesh(1, n, 1)  # here


@amplification
def counts_in_64_bits():
    wd.dispatch_mesh(wd.u64(1), 1, 1)  # here


@amplification
def counts_below_zero():
    wd.dispatch_mesh(1, 1, -1)  # here


@amplification
def counts_two():
    wd.dispatch_mesh(1, 1)  # here


@pytest.mark.parametrize("device", ["interpreter", "cpu"])
@pytest.mark.parametrize(
    ("kernel", "rule"),
    [
        (none, "dispatch-mesh-count"),
        (twice, "dispatch-mesh-last"),
        (of_compute, "dispatch-mesh-stage"),
        (under_a_condition, "dispatch-mesh-place"),
        (in_a_loop, "dispatch-mesh-place"),
        (in_a_helper, "dispatch-mesh-place"),
        (stores_afterwards, "dispatch-mesh-last"),
        (by_wave, "dispatch-mesh-divergent"),
        (by_lane, "dispatch-mesh-divergent"),
        (hands_a_buffer, "dispatch-mesh-payload"),
        (hands_a_local_array, "dispatch-mesh-payload"),
        (hands_a_number, "dispatch-mesh-payload"),
        (hands_too_much, "dispatch-mesh-payload-limit"),
        (counts_in_floats, "index-not-integer"),
        (counts_in_64_bits, "index-width"),
        (counts_below_zero, "literal-range"),
        (counts_two, "wrong-arguments"),
    ],
    ids=lambda value: value if isinstance(value, str) else value.name,
)
def test_a_kernel_is_refused(kernel, rule, device):
    arguments = [np.zeros(4, np.uint32) if "out" in str(one) else 1.0 for one in _parameters(kernel)]
    with pytest.raises(wd.CompileError) as caught:
        kernel.dispatch(1, *arguments, device=device)
    error = caught.value
    assert error.id == rule and error.fix and error.file == __file__, str(error)
    lines, start = inspect.getsourcelines(kernel.function)
    here = [start + number for number, line in enumerate(lines) if "# here" in line]
    if here:
        assert error.line == here[0], str(error)


def _parameters(kernel: wd.Kernel) -> list[inspect.Parameter]:
    return list(inspect.signature(kernel.function).parameters.values())


# What is not known is warned of, and what is settled is not.


@amplification
def unordered():
    count = wd.groupshared(u32, 1)
    count[0] = 2
    wd.dispatch_mesh(count[0], 1, 1)


@amplification
def stated():
    count = wd.groupshared(u32, 1)
    count[0] = 2
    wd.dispatch_mesh(wd.group_uniform(count[0]), 1, 1)


@amplification
def summed():
    counts = wd.groupshared(u32, 2)
    counts[wd.group_wave_index()] = wd.group_wave_index() + 1
    wd.group_memory_barrier_with_group_sync()
    total = u32(0)
    for i in range(2):
        total += counts[i] if counts[i] < 9 else 9
    if total > 5:
        total = counts[0]
    wd.dispatch_mesh(total, 1, 1)


def test_counts_that_depend_on_memory_warn():
    with pytest.warns(wd.WaveWarning, match=r"dispatch-mesh-unknown") as caught:
        assert unordered.dispatch(1, device="cpu").counts[0, 0] == 2
    (warning,) = caught
    lines, start = inspect.getsourcelines(unordered.function)
    assert warning.filename == __file__ and warning.lineno == start + len(lines) - 1


@pytest.mark.parametrize(("kernel", "count"), [(stated, 2), (summed, 3)], ids=["stated", "summed"])
def test_known_counts_do_not_warn(kernel, count):
    with warnings.catch_warnings():
        warnings.simplefilter("error", wd.WaveWarning)
        assert kernel.dispatch(1, device="cpu").counts[0, 0] == count


def test_a_return_at_the_end_does_nothing():
    @amplification
    def returns():
        wd.dispatch_mesh(1, 1, 1)
        return

    assert returns.dispatch(1, device="cpu").counts[0, 0] == 1
