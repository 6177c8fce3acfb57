"""Wrong programs with pipes: what the front end and the compiler refuse, and deadlocks at run time."""

from __future__ import annotations

import re

import numpy as np
import pytest
from far_steps import FAR_LINE, send_from_afar

import wavedialect as wd
from wavedialect import u32
from wavedialect.backends.interpreter.device import Interpreter
from wavedialect.command.kernel_file import load_kernel
from wavedialect.interpreter.findings import ExecutionError

DEVICES = ("interpreter", "cpu")


def line_of(kernel, text):
    """The line of the only statement of the kernel that contains a text."""
    code = kernel.function.__code__
    with open(code.co_filename) as file:
        lines = file.read().split("\n")
    found = [n for n, line in enumerate(lines, 1) if n > code.co_firstlineno and text in line]
    return found[0]


def refused(kernel, id, said, text, fix=None, target="cpu"):
    with pytest.raises(wd.CompileError) as caught:
        kernel.compile(target, **({"wave_size": 8} if target == "cpu" else {}))
    error = caught.value
    assert (error.id, error.line) == (id, line_of(kernel, text)), str(error)
    assert said in error.message
    assert error.fix
    if fix is not None:
        assert error.fix == fix


# --- Names of pipes ---------------------------------------------------------------


def test_a_name_stays_that_of_its_pipe():
    @wd.kernel(num_waves=2)
    def kernel(out: wd.RWBuffer[u32]):
        pipe = wd.pipe(2, producers=0, consumers=1)
        pipe = wd.pipe(2, producers=1, consumers=0)  # again
        with wd.waves(1):
            out[0] = pipe.acquire()
            pipe.commit()

    refused(kernel, "type-change", "this value is another pipe", "# again", "use another name")


# --- Where a pipe is created ---------------------------------------------------


def test_a_pipe_needs_num_waves():
    @wd.kernel(num_threads=64)
    def kernel(out: wd.RWBuffer[u32]):
        _pipe = wd.pipe(stages=2, producers=0, consumers=1)  # here

    fix = "state the number of waves: `@wd.kernel(num_waves=4)`"
    refused(kernel, "pipe-place", "`wd.pipe` under `num_threads`: the group has no known waves", "# here", fix)


def test_a_pipe_is_outside_of_control_flow():
    @wd.kernel(num_waves=2)
    def kernel(out: wd.RWBuffer[u32], n: u32):
        if n == 0:
            _pipe = wd.pipe(stages=2, producers=0, consumers=1)  # inside

    refused(kernel, "pipe-place", "`wd.pipe` cannot be called inside control flow", "# inside")


@wd.func
def creates():
    pipe = wd.pipe(stages=2, producers=0, consumers=1)  # in a function
    pipe.acquire()


def test_a_function_creates_no_pipe():
    @wd.kernel(num_waves=2)
    def kernel(out: wd.RWBuffer[u32]):
        creates()

    with pytest.raises(wd.CompileError, match=re.escape("cannot be called in a function that kernels call")) as caught:
        kernel.compile("cpu", wave_size=8)
    assert caught.value.id == "pipe-place"


def test_a_condition_does_not_choose_a_pipe():
    @wd.kernel(num_waves=2)
    def kernel(out: wd.RWBuffer[u32], n: u32):
        a = wd.pipe(stages=2, producers=0, consumers=1)
        b = wd.pipe(stages=2, producers=0, consumers=1)
        c = a if n == 0 else b  # choice
        with wd.waves(0):
            c.acquire()

    @wd.kernel(num_waves=2)
    def named(out: wd.RWBuffer[u32], n: u32):
        a = wd.pipe(stages=2, producers=0, consumers=1)
        b = wd.pipe(stages=2, producers=0, consumers=1)
        if n == 0:
            c = a
        else:
            c = b  # named
        with wd.waves(0):
            c.acquire()

    fix = "write the steps of each pipe in its branch"
    refused(kernel, "pipe-place", "a condition cannot choose `a`", "# choice", fix)
    refused(named, "pipe-place", "`c` would name different objects, depending on a condition", "# named", fix)


def test_a_pipe_is_no_value():
    @wd.kernel(num_waves=2)
    def kernel(out: wd.RWBuffer[u32]):
        pipe = wd.pipe(stages=2, producers=0, consumers=1)
        out[0] = pipe  # value

    @wd.kernel(num_waves=2)
    def indexed(out: wd.RWBuffer[u32]):
        pipe = wd.pipe(stages=2, producers=0, consumers=1)
        out[0] = pipe[0]  # indexed

    refused(kernel, "value-type", "got a pipe", "# value")
    fix = "`acquire` and `wait` return the index of a stage in arrays of the kernel"
    refused(indexed, "value-type", "`pipe`, a pipe, has no elements", "# indexed", fix)


# --- The numbers of a pipe -----------------------------------------------------


@pytest.mark.parametrize(
    ("stages", "producers", "consumers", "said"),
    [
        (0, 0, 1, "1 to 16 stages, got 0"),
        (17, 0, 1, "1 to 16 stages, got 17"),
        (-1, 0, 1, "a pipe cannot have -1 stages"),
        (1 << 40, 0, 1, "a pipe cannot have 1099511627776 stages"),
        ((1 << 31) - 1, 0, 1, "1 to 16 stages, got 2147483647"),
        (2, 0, (1 << 40,), "there is no wave 1099511627776"),
        (2, -(1 << 40), 1, "there is no wave -1099511627776"),
        (2, 0, -(1 << 31), "has no wave -2147483648"),
        (2, (), 1, "at least one wave in producers"),
        (2, 0, (), "at least one wave in consumers"),
        (2, 0, (1, 2, 3), "has no wave 3: num_waves(3) makes waves 0 to 2"),
        (2, -1, 1, "has no wave -1"),
        (2, (0, 1), (1, 2), "names wave 1 twice"),
        (2, 0, (1, 1), "names wave 1 twice"),
    ],
)
def test_wrong_numbers(stages, producers, consumers, said):
    @wd.kernel(num_waves=3)
    def kernel(out: wd.RWBuffer[u32]):
        _pipe = wd.pipe(stages, producers, consumers)  # numbers

    refused(kernel, "pipe-shape", said, "# numbers")


def test_numbers_are_constants():
    @wd.kernel(num_waves=2)
    def stages(out: wd.RWBuffer[u32], n: u32):
        _pipe = wd.pipe(n, 0, 1)  # stages

    @wd.kernel(num_waves=2)
    def waves(out: wd.RWBuffer[u32], n: u32):
        _pipe = wd.pipe(2, 0, n)  # consumers

    @wd.kernel(num_waves=2)
    def real(out: wd.RWBuffer[u32]):
        _pipe = wd.pipe(1.5, 0, 1)  # real

    @wd.kernel(num_waves=2)
    def listed(out: wd.RWBuffer[u32]):
        _pipe = wd.pipe(2, 0, [1])  # listed

    refused(stages, "not-static", "`n` is not known at compile time", "# stages")
    refused(waves, "not-static", "`n` is not known at compile time", "# consumers")
    refused(real, "pipe-shape", "`stages` takes an integer, got `1.5`", "# real")
    message = "`consumers` takes an integer, a tuple or a range, got the list `[1]`"
    refused(listed, "pipe-shape", message, "# listed", "write `consumers=(1,)`")


# --- Steps ---------------------------------------------------------------------


def test_unknown_members():
    @wd.kernel(num_waves=2)
    def unknown(out: wd.RWBuffer[u32]):
        pipe = wd.pipe(2, 0, 1)
        pipe.push()  # unknown

    @wd.kernel(num_waves=2)
    def uncalled(out: wd.RWBuffer[u32]):
        pipe = wd.pipe(2, 0, 1)
        out[0] = pipe.acquire  # uncalled

    @wd.kernel(num_waves=2)
    def arguments(out: wd.RWBuffer[u32]):
        pipe = wd.pipe(2, 0, 1)
        pipe.acquire(1)  # arguments

    fix = "producers call `acquire` and `commit`, consumers `wait` and `release`"
    refused(unknown, "unknown-attribute", "a pipe has no `.push`", "# unknown", fix)
    refused(uncalled, "not-callable", "`pipe.acquire` is not called", "# uncalled", "write `pipe.acquire()`")
    refused(arguments, "wrong-arguments", "`pipe.acquire` takes no arguments", "# arguments")


def test_a_wave_outside_of_the_set():
    @wd.kernel(num_waves=4)
    def block(out: wd.RWBuffer[u32]):
        pipe = wd.pipe(2, 0, (1, 2))
        with wd.waves(1, 2, 3):
            pipe.wait()  # block

    @wd.kernel(num_waves=2)
    def everywhere(out: wd.RWBuffer[u32]):
        pipe = wd.pipe(2, 0, 1)
        pipe.commit()  # everywhere

    @wd.kernel(num_waves=2)
    def condition(out: wd.RWBuffer[u32]):
        pipe = wd.pipe(2, 0, 1)
        if wd.group_wave_index() == 0:
            pipe.release()  # condition

    fix = "call it in a block of the consumers: `with wd.waves(1, 2):`"
    refused(block, "pipe-wave", "wave 3 calls `pipe.wait` and is not one of the consumers of the pipe", "# block", fix)
    refused(everywhere, "pipe-wave", "wave 1 commits a stage of a pipe and is not one of its producers", "# everywhere")
    refused(condition, "pipe-wave", "wave 0 releases a stage of a pipe and is not one of its consumers", "# condition")


def test_divergent_lanes():
    @wd.kernel(num_waves=2)
    def kernel(out: wd.RWBuffer[u32]):
        pipe = wd.pipe(2, 0, 1)
        with wd.waves(0):
            if wd.wave_lane_index() < 2:
                pipe.acquire()  # divergent

    refused(kernel, "pipe-divergent", "not all lanes of a wave reach this step of a pipe", "# divergent")


# --- Targets and the checker -----------------------------------------------------


@wd.kernel(num_waves=2)
def pass_on(src: wd.Buffer[u32], out: wd.RWBuffer[u32], committed: u32, awaited: u32):
    lane = wd.wave_lane_index()
    row = wd.groupshared(u32, wd.wave_lane_count())
    pipe = wd.pipe(stages=1, producers=0, consumers=1)  # created
    with wd.waves(0):
        for _ in range(committed):
            pipe.acquire()  # acquired
            row[lane] = src[lane]
            pipe.commit()
    with wd.waves(1):
        for _ in range(awaited):
            pipe.wait()  # awaited
            out[lane] += row[lane]
            pipe.release()


# --- Run time --------------------------------------------------------------------


def failed(device, kernel, *arguments, groups=1, wave_size=8, **options):
    """The error of a launch."""
    kind = ExecutionError if device == "interpreter" else wd.LaunchError
    with pytest.raises(kind) as caught:
        kernel.dispatch(groups, *arguments, device=device, wave_size=wave_size, **options)
    return caught.value


@pytest.mark.parametrize("wave_size", [4, 32, 128])
@pytest.mark.parametrize("device", DEVICES)
def test_unequal_counts(device, wave_size):
    src, out = np.ones(wave_size, np.uint32), np.zeros(wave_size, np.uint32)
    error = failed(device, pass_on, src, out, 3, 4, groups=7, wave_size=wave_size)
    assert "pipe-deadlock" in str(error)
    assert re.search(rf"wave 1 (waits )?in `wait` in line {line_of(pass_on, '# awaited')}", str(error)), str(error)
    # The next launch runs.
    out[:] = 0
    pass_on.dispatch(1, src, out, 3, 3, device=device, wave_size=wave_size)
    assert (out == 3).all()


@pytest.mark.parametrize("device", DEVICES)
def test_a_producer_that_waits_in_vain(device):
    error = failed(device, pass_on, np.ones(8, np.uint32), np.zeros(8, np.uint32), 5, 2)
    assert re.search(rf"wave 0 (waits )?in `acquire` in line {line_of(pass_on, '# acquired')}", str(error)), str(error)


@wd.kernel(num_waves=3)
def crossed(out: wd.RWBuffer[u32]):
    a = wd.pipe(1, 0, 1)
    b = wd.pipe(1, 1, 0)
    with wd.waves(0):
        b.wait()  # waits for wave 1
        a.acquire()
        a.commit()
    with wd.waves(1):
        a.wait()  # waits for wave 0
        b.acquire()
        b.commit()


@pytest.mark.parametrize("device", DEVICES)
def test_crossed_pipes(device):
    error = failed(device, crossed, np.zeros(1, np.uint32))
    assert "wait for each other forever" in str(error)
    for wave, text in enumerate(("# waits for wave 1", "# waits for wave 0")):
        assert re.search(rf"wave {wave} (waits )?in `wait` in line {line_of(crossed, text)}", str(error)), str(error)
    if device == "cpu":
        assert "1 of 3 waves have ended" in str(error)


@wd.kernel(num_waves=2)
def barrier_between(out: wd.RWBuffer[u32]):
    pipe = wd.pipe(1, 0, 1)
    with wd.waves(1):
        pipe.wait()  # before
    wd.group_memory_barrier_with_group_sync()  # meets
    with wd.waves(0):
        pipe.acquire()
        pipe.commit()


@pytest.mark.parametrize("level", [0, 1, 2])
@pytest.mark.parametrize("device", DEVICES)
def test_a_barrier_between_the_steps(device, level):
    # It orders no accesses, and the optimizer keeps it nevertheless.
    error = failed(device, barrier_between, np.zeros(1, np.uint32), opt_level=level)
    assert re.search(rf"wave 0 (waits )?at a barrier in line {line_of(barrier_between, '# meets')}", str(error))
    assert re.search(rf"wave 1 (waits )?in `wait` in line {line_of(barrier_between, '# before')}", str(error))


@wd.kernel(num_waves=2)
def leaves(out: wd.RWBuffer[u32], n: u32):
    pipe = wd.pipe(2, 0, 1)
    with wd.waves(0):
        if n == 0:
            return
        pipe.acquire()
        pipe.commit()
    with wd.waves(1):
        pipe.wait()


@pytest.mark.parametrize("device", DEVICES)
def test_a_producer_that_returned(device):
    error = failed(device, leaves, np.zeros(1, np.uint32), 0)
    assert "pipe-deadlock" in str(error)
    assert re.search(r"a wave of (the )?group (0 )?waits forever: wave 1 ", str(error))


@wd.kernel(num_waves=2)
def unordered(out: wd.RWBuffer[u32], n: u32):
    pipe = wd.pipe(2, 0, 1)
    with wd.waves(0):
        if n == 0:
            pipe.commit()  # without acquire
        pipe.acquire()
        pipe.commit()
    with wd.waves(1):
        pipe.wait()
        pipe.release()
        if n == 1:
            pipe.release()  # without wait


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize(("n", "text", "said"), [(0, "# without acquire", "acquire"), (1, "# without wait", "wait")])
def test_steps_without_an_open_stage(device, n, text, said):
    error = failed(device, unordered, np.zeros(1, np.uint32), n)
    assert "pipe-order" in str(error)
    assert "has no open stage" in str(error)
    assert f": call `{said}()` first" in str(error)
    place = f":{line_of(unordered, text)}:" if device == "interpreter" else f"in line {line_of(unordered, text)} "
    assert place in str(error)
    unordered.dispatch(1, np.zeros(1, np.uint32), 2, device=device, wave_size=8)


@pytest.mark.parametrize("device", DEVICES)
def test_unequal_numbers_of_uses(device):
    src, out = np.ones(8, np.uint32), np.zeros(8, np.uint32)
    error = failed(device, pass_on, src, out, 3, 2)
    assert "pipe-unbalanced" in str(error)
    assert "wave 0 has entered 3 and left 3, wave 1 has entered 2 and left 2" in str(error)
    assert re.search(rf"[: ]{line_of(pass_on, '# created')}:", str(error)), str(error)


@wd.kernel(num_waves=3)
def uses_another_file(out: wd.RWBuffer[u32]):
    pipe = wd.pipe(1, (0, 2), 1)
    with wd.waves(0, 2):
        send_from_afar(pipe)  # sends
    wd.group_memory_barrier_with_group_sync()  # awaits


def test_steps_in_another_file():
    """The CPU names lines of the kernel's file only; the interpreter names other files."""
    out = np.zeros(1, np.uint32)
    told = str(failed("cpu", uses_another_file, out))
    lines = {text: line_of(uses_another_file, text) for text in ("# sends", "# awaits")}
    for wave in (0, 2):
        assert f"wave {wave} waits in `acquire` in line {lines['# sends']} of the pipe" in told
    assert f"wave 1 waits at a barrier in line {lines['# awaits']}" in told
    told = str(failed("interpreter", uses_another_file, out))
    assert f"far_steps.py:{FAR_LINE}:" in told
    assert (
        f"wave 0 in `acquire` in line {FAR_LINE}, wave 1 at a barrier in line {lines['# awaits']} of test_pipe_errors.py"
        in told
    )


def test_all_groups_that_ran_have_ended():
    src, out = np.ones(8, np.uint32), np.zeros(8, np.uint32)
    told = "some groups have not run to completion"
    assert told not in str(failed("cpu", pass_on, src, out, 3, 2))
    assert told in str(failed("cpu", pass_on, src, out, 3, 2, groups=2))
    assert told in str(failed("cpu", pass_on, src, out, 2, 3))


@wd.kernel(num_waves=2)
def kept_open(out: wd.RWBuffer[u32]):
    pipe = wd.pipe(2, 0, 1)
    with wd.waves(0):
        pipe.acquire()
        pipe.commit()
        pipe.acquire()
    with wd.waves(1):
        pipe.wait()
        pipe.release()


@pytest.mark.parametrize("device", DEVICES)
def test_a_stage_that_stays_open(device):
    error = failed(device, kept_open, np.zeros(1, np.uint32))
    assert "wave 0 has entered 2 and left 1" in str(error)


@wd.kernel(num_waves=2)
def some_lanes(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    pipe = wd.pipe(2, 0, 1)
    with wd.waves(0):
        if src[wd.wave_lane_index()] == 0:
            pipe.acquire()
            pipe.commit()
    with wd.waves(1):
        pipe.wait()
        pipe.release()


def test_lanes_that_memory_divides():
    src = np.zeros(8, np.uint32)
    some_lanes.dispatch(1, src, src.copy(), device="interpreter", wave_size=8)
    src[3] = 1
    error = failed("interpreter", some_lanes, src, src.copy())
    assert "barrier-lanes" in str(error)
    assert "some lanes of the wave do not reach this step of a pipe" in str(error)


def test_findings_are_collected():
    report = pass_on.dispatch(
        3, np.ones(8, np.uint32), np.zeros(8, np.uint32), 1, 2, device=Interpreter(collect=True), wave_size=8
    ).report
    assert [finding.rule for finding in report.findings] == ["pipe-deadlock"]


@pytest.mark.parametrize("future", ["", "from __future__ import annotations\n"])
def test_a_pipe_has_no_type(future, tmp_path):
    file = tmp_path / "kernels.py"
    file.write_text(
        f"""{future}import wavedialect as wd

@wd.func
def fill(pipe: wd.Pipe):  # the type
    pipe.acquire()
    pipe.commit()

@wd.kernel(num_waves=2)
def kernel(out: wd.RWBuffer[wd.u32]):
    pipe = wd.pipe(stages=2, producers=0, consumers=1)
    with wd.waves(0):
        fill(pipe)
    with wd.waves(1):
        pipe.wait()
        pipe.release()
"""
    )
    with pytest.raises(wd.CompileError) as caught:
        load_kernel(str(file)).compile("cpu", wave_size=8)
    error = caught.value
    assert error.id == "unknown-name" and "leave the annotation out, `def fill(pipe, tile):`" in error.fix, error
    assert file.read_text().split("\n")[error.line - 1].endswith("# the type"), error
