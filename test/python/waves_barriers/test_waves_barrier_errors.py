"""Wrong programs with barriers of sets of waves: what the front end and the compiler refuse, and deadlocks at run time."""

from __future__ import annotations

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import u32
from wavedialect.interpreter.findings import ExecutionError

DEVICES = ("interpreter", "cpu")


def line_of(kernel, text="# here"):
    """The line of the only statement of the kernel that contains a text."""
    code = kernel.function.__code__
    with open(code.co_filename) as file:
        lines = file.read().split("\n")
    return next(n for n, line in enumerate(lines, 1) if n > code.co_firstlineno and text in line)


def refused(kernel, id, said, fix="", target="cpu"):
    with pytest.raises(wd.CompileError) as caught:
        kernel.compile(target, **({"wave_size": 8} if target == "cpu" else {}))
    error = caught.value
    assert (error.id, error.line) == (id, line_of(kernel)), str(error)
    assert said in error.message
    assert error.fix and fix in error.fix


# --- The set ------------------------------------------------------------------------


def test_a_set_needs_num_waves():
    @wd.kernel(num_threads=64)
    def kernel(out: wd.RWBuffer[u32]):
        wd.waves_barrier(0, 1)  # here

    refused(kernel, "waves-barrier-place", "the group has no known waves", "num_waves=4")


def test_a_set_has_a_wave():
    @wd.kernel(num_waves=2)
    def kernel(out: wd.RWBuffer[u32]):
        wd.waves_barrier()  # here

    refused(kernel, "waves-barrier-set", "takes the indices of waves", "wd.group_memory_barrier_with_group_sync()")


def test_an_empty_range():
    @wd.kernel(num_waves=2)
    def kernel(out: wd.RWBuffer[u32]):
        wd.waves_barrier(range(1, 1))  # here

    refused(kernel, "waves-barrier-set", "`range(1, 1)` names no wave")


@pytest.mark.parametrize("wave", [2, -1, 5000])
def test_waves_that_do_not_exist(wave):
    @wd.kernel(num_waves=2)
    def kernel(out: wd.RWBuffer[u32]):
        wd.waves_barrier(0, wave)  # here

    refused(kernel, "waves-barrier-set", f"there is no wave {wave}: `num_waves=2` makes waves 0 to 1")


def test_a_list_and_a_value_of_the_kernel():
    @wd.kernel(num_waves=2)
    def listed(out: wd.RWBuffer[u32]):
        wd.waves_barrier([0, 1])  # here

    @wd.kernel(num_waves=2)
    def computed(out: wd.RWBuffer[u32]):
        wd.waves_barrier(wd.group_wave_index())  # here

    refused(listed, "waves-barrier-set", "`wd.waves_barrier` takes integers", "write `wd.waves_barrier(0, 1)`")
    with pytest.raises(wd.CompileError):
        computed.compile("cpu", wave_size=8)


def test_more_than_fifteen_sets():
    @wd.kernel(num_waves=17)
    def kernel(out: wd.RWBuffer[u32]):
        with wd.waves(0):
            for other in wd.static_range(1, 17):
                wd.waves_barrier(0, other)  # here

    refused(kernel, "waves-barrier-set", "more than 15 different sets of waves")


# --- Waves and lanes ----------------------------------------------------------------


def test_another_wave_in_a_block():
    @wd.kernel(num_waves=4)
    def kernel(out: wd.RWBuffer[u32]):
        with wd.waves(range(1, 4)):
            wd.waves_barrier(1, 2)  # here

    said = "wave 3 calls `wd.waves_barrier(1, 2)` and is not one of these waves"
    refused(kernel, "waves-barrier-wave", said, "with wd.waves(1, 2):")


def test_all_waves_reach_a_barrier_of_some():
    @wd.kernel(num_waves=4)
    def kernel(out: wd.RWBuffer[u32]):
        wd.waves_barrier(1, 2)  # here

    refused(kernel, "waves-barrier-wave", "wave 0 reaches a barrier of the waves 1, 2 and is not one of them")


def test_a_condition_on_the_wave_index():
    @wd.kernel(num_waves=4)
    def right(out: wd.RWBuffer[u32]):
        wave = wd.group_wave_index()
        if wave == 1 or wave >= 3:
            wd.waves_barrier(1, 3)

    @wd.kernel(num_waves=4)
    def wrong(out: wd.RWBuffer[u32]):
        if wd.group_wave_index() != 2:
            wd.waves_barrier(1, 3)  # here

    right.compile("cpu", wave_size=8)
    refused(wrong, "waves-barrier-wave", "wave 0 reaches a barrier of the waves 1, 3")


def test_lanes_that_differ():
    @wd.kernel(num_waves=4)
    def kernel(out: wd.RWBuffer[u32]):
        with wd.waves(1, 3):
            if wd.wave_lane_index() < 3:
                wd.waves_barrier(1, 3)  # here

    fix = "move the barrier out of the condition or loop at which the lanes of a wave diverge"
    refused(kernel, "barrier-divergent", "not all lanes of a wave reach this barrier", fix)


def test_all_waves_in_a_block_of_some():
    @wd.kernel(num_waves=2)
    def kernel(out: wd.RWBuffer[u32]):
        with wd.waves(1):
            wd.waves_barrier(0, 1)  # here

    refused(kernel, "waves-barrier", "which other waves do not execute", "wd.waves_barrier")


def test_the_help_for_a_group_barrier_in_a_block_names_the_function():
    @wd.kernel(num_waves=2)
    def kernel(out: wd.RWBuffer[u32]):
        with wd.waves(1):
            wd.group_memory_barrier_with_group_sync()  # here

    refused(kernel, "waves-barrier", "which other waves do not execute", "`wd.waves_barrier` waits for the waves")


@pytest.mark.parametrize("target", ["spirv", "dxil"])
def test_targets(target):
    @wd.kernel(num_waves=3)
    def kernel(out: wd.RWBuffer[u32]):
        with wd.waves(1, 2):
            for _ in range(wd.group_wave_index()):
                wd.waves_barrier(1, 2)  # here

    @wd.kernel(num_waves=3)
    def of_all(out: wd.RWBuffer[u32]):
        wd.waves_barrier(range(3))
        out[wd.group_wave_index()] = 1

    said = "the target does not support barriers of some waves of the group"
    refused(kernel, "waves-barrier-target", said, 'device="cuda"', target=target)
    assert of_all.compile(target).stages


# --- Deadlocks ------------------------------------------------------------------------


@wd.kernel(num_waves=3)
def more_rounds(out: wd.RWBuffer[u32]):
    with wd.waves(0):
        wd.waves_barrier(0, 1)
    with wd.waves(1):
        for _ in range(2):
            wd.waves_barrier(0, 1)  # here


@wd.kernel(num_waves=3)
def returned(out: wd.RWBuffer[u32]):
    with wd.waves(0):
        return
    with wd.waves(1):
        wd.waves_barrier(0, 1)  # here


@wd.kernel(num_waves=3)
def beside_the_group(out: wd.RWBuffer[u32]):
    with wd.waves(1):
        wd.waves_barrier(0, 1)  # here
    wd.group_memory_barrier_with_group_sync()
    with wd.waves(0):
        wd.waves_barrier(0, 1)


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("opt_level", [0, 2])
@pytest.mark.parametrize("kernel", [more_rounds, returned, beside_the_group], ids=lambda kernel: kernel.name)
def test_deadlocks(kernel, device, opt_level):
    options = {"opt_level": opt_level} if device == "cpu" else {}
    with pytest.raises((wd.LaunchError, ExecutionError)) as caught:
        kernel.dispatch(2, np.zeros(3, np.uint32), device=device, wave_size=8, **options)
    text = str(caught.value)
    assert "waves-barrier-deadlock" in text
    assert "wave 1 " in text and "at a barrier of the waves 0" in text and f"line {line_of(kernel)}" in text, text


def test_the_text_of_the_checker():
    report = more_rounds.check(1, np.zeros(3, np.uint32), wave_sizes=8)
    (finding,) = report.findings
    assert finding.rule == "waves-barrier-deadlock"
    assert (
        "wave 1 waits at a barrier of waves 0, 1 after 1 barrier of this set, and wave 0 has reached 1"
        in finding.message
    )
    assert "wave 0 reaches 1 barrier of waves 0, 1, and wave 1 more" in finding.advice
    report = returned.check(1, np.zeros(3, np.uint32), wave_sizes=8)
    assert "wave 0 returns after it has reached 0 barriers of waves 0, 1" in report.findings[0].advice
    report = beside_the_group.check(1, np.zeros(3, np.uint32), wave_sizes=8)
    assert "a barrier of the group waits for all waves" in report.findings[0].advice


def test_no_deadlock_with_any_arguments():
    @wd.kernel(num_waves=3)
    def fixed(out: wd.RWBuffer[u32]):
        with wd.waves(0, 1):
            for _ in range(3):
                wd.waves_barrier(0, 1)

    report = fixed.check(1, np.zeros(3, np.uint32))
    assert report.ok and report.no_deadlock == "any arguments"
    orders = {str(run.configuration.wave_order) for run in report.runs}
    assert len(orders) == 4
