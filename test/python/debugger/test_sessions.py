"""Sessions from Python: they change nothing, repeat exactly, and cost other compiles nothing."""

import importlib.util
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import u32
from wavedialect.debugger.array_views import array_text
from wavedialect.debugger.breakpoints import HitCondition
from wavedialect.debugger.prompt import interrupting
from wavedialect.ir.statements import STATEMENT


def imported(path, name):
    """A file as a module; not by its own name, which files of other tests have too."""
    spec = importlib.util.spec_from_file_location(name, path)
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


kernels = imported(Path(__file__).parent / "sessions" / "kernels.py", "debugged_kernels")

ARGUMENTS = {
    "trips": [np.zeros(8, np.uint32)],
    "leaves": [np.arange(-2, 6, dtype=np.int32), np.zeros(8, np.int32)],
    "sums": [np.arange(64, dtype=np.uint32), np.zeros(4, np.uint32)],
    "counted": [np.arange(16, dtype=np.uint32), np.zeros(3, np.uint32), np.zeros(16, np.uint32)],
    "vectors": [np.zeros(8, np.float32)],
    "piped": [np.arange(24, dtype=np.uint32), np.zeros(8, np.uint32)],
    "threads": [np.zeros(6, np.uint32)],
}


def state(session):
    wave = session.wave
    if wave is None:
        return None
    line = wave.statement.location.line if wave.statement else 0
    return session.machine.group_id, wave.index, line, wave.mask.tolist(), wave.arrivals


@pytest.mark.parametrize("name", ARGUMENTS)
def test_a_session_has_the_results_of_the_interpreter(name):
    kernel, arguments = getattr(kernels, name), ARGUMENTS[name]
    copies = [array.copy() for array in arguments]
    kernel.dispatch(1, *copies, device="interpreter", wave_size=8)
    session = kernel.debug(1, *[array.copy() for array in arguments], wave_size=8, prompt=False)
    while not session.has_ended:
        session.step()
    for parameter, array in zip(kernel.parameters, copies, strict=True):
        assert np.array_equal(session.array(parameter), array)


def test_the_arrays_of_the_caller_do_not_change():
    out = np.zeros(4, np.uint32)
    session = kernels.trips.debug(1, out, wave_size=4, prompt=False)
    session.resume()
    assert session.array("out").any() and not out.any()


@pytest.mark.parametrize("order", ["by index", "backward", ("shuffled", 3), ("shuffled", 4)])
def test_each_step_back_undoes_a_step(order):
    x, out = np.arange(64, dtype=np.uint32), np.zeros(4, np.uint32)
    session = kernels.sums.debug(1, x, out, wave_size=4, wave_order=order, prompt=False)
    states = [state(session)]
    for _ in range(6):
        session.step()
        states.append(state(session))
    for expected in states[-2::-1]:
        session.back()
        assert state(session) == expected
    # Forward again, everything is the same.
    for expected in states[1:]:
        session.step()
        assert state(session) == expected


def test_a_step_back_restores_memory():
    session = kernels.trips.debug(1, np.zeros(4, np.uint32), wave_size=4, prompt=False)
    session.watch("out[2]")
    assert session.resume().reason == "watch"
    assert session.array("out")[2] == 7
    session.back()
    assert session.array("out")[2] == 0


def test_a_session_goes_back_into_earlier_groups():
    x, out = np.arange(64, dtype=np.uint32), np.zeros(4, np.uint32)
    session = kernels.sums.debug(4, x, out, wave_size=4, prompt=False)
    session.watch("out[0]")
    session.watch("out[3]")
    first = session.resume()
    assert first.reason == "watch" and session.machine.group_id == (0, 0, 0)
    assert session.resume().breakpoint.element == 3
    assert session.array("out").tolist() == [28, 92, 156, 220]
    assert session.reverse().text == first.text
    assert session.array("out").tolist() == [28, 0, 0, 0]


def test_the_end_has_a_way_back():
    x, out = np.arange(64, dtype=np.uint32), np.zeros(4, np.uint32)
    session = kernels.sums.debug(4, x, out, wave_size=4, prompt=False)
    line = session.breakpoints.line_for(session.location.file, 54)
    session.breakpoints.add(file=session.location.file, line=line, group=(1, 0, 0), wave=0)
    assert session.resume().reason == "breakpoint"
    assert session.resume().reason == "end"
    assert session.array("out").tolist() == [28, 92, 156, 220]
    # Also into a group that ran without stops.
    assert session.back().reason == "step"
    assert session.machine.group_id == (3, 0, 0) and session.array("out")[2] == 156
    while not session.has_ended:
        session.resume()
    assert session.array("out").tolist() == [28, 92, 156, 220]


def test_arrays_of_devices_are_copied():
    x, out = wd.array(np.arange(8, dtype=np.uint32), "interpreter"), wd.zeros(1, wd.u32, "interpreter")
    session = kernels.sums.debug(1, x, out, wave_size=4, prompt=False)
    assert session.resume().reason == "end"
    assert session.array("out").tolist() == [28] and out.numpy().tolist() == [0]


def test_groups_without_breakpoints_run_without_stops():
    x, out = np.arange(64 * 8, dtype=np.uint32), np.zeros(64, np.uint32)
    session = kernels.sums.debug(64, x, out, wave_size=4, prompt=False)
    line = session.breakpoints.line_for(session.location.file, 54)
    session.breakpoints.add(file=session.location.file, line=line, group=(60, 0, 0))
    session.resume()
    assert session.machine.group_id == (60, 0, 0)
    assert session.array("out")[:60].tolist() == [28 + 64 * group for group in range(60)]
    assert session.machine.trail_of(30).steps == 0
    assert session.resume().reason == "breakpoint"
    assert session.resume().reason == "end"
    assert session.array("out")[63] == 28 + 64 * 63


def test_many_groups_run_by_the_other_executor(monkeypatch):
    x, out = np.arange(64 * 8, dtype=np.uint32), np.zeros(64, np.uint32)
    session = kernels.sums.debug(64, x, out, wave_size=4, prompt=False)
    session.next(3)
    line = session.breakpoints.line_for(session.location.file, 54)
    session.breakpoints.add(file=session.location.file, line=line, group=(60, 0, 0))

    def skip(number):
        raise AssertionError(f"group {number} ran on the interpreter")

    monkeypatch.setattr(session.machine, "skip", skip)
    assert session.resume().reason == "breakpoint"
    assert session.machine.group_id == (60, 0, 0)
    assert session.array("out")[:61].tolist() == [28 + 64 * group for group in range(60)] + [0]
    # To go back, the groups before run again.
    monkeypatch.undo()
    assert session.back().reason == "step"
    assert session.machine.group_id == (60, 0, 0)
    assert session.reverse().reason == "beginning" and session.machine.group_id == (0, 0, 0)
    assert not session.array("out").any()


def example(name):
    """A kernel of the examples, and arguments for 64 groups."""
    path = Path(__file__).resolve().parents[3] / "examples" / f"{name}.py"
    module = imported(path, f"example_{name[:2]}")
    random = np.random.default_rng(7)
    if name.startswith("03"):
        image = random.random(256 * 256).astype(np.float32)
        return module.compact, (16, 4), [image, np.zeros(1, np.uint32), np.zeros(65536, np.uint32), 256, 0.5], 64
    points = random.normal(size=(3000, 3)).astype(np.float32)
    boxes = [np.zeros((64, 3), np.float32), np.zeros((64, 3), np.float32)]
    return module.bounding_box, 64, [points, points, *boxes], 8


@pytest.mark.parametrize("name", ["03-four-wave-compaction", "08-bounding-box"])
def test_both_executors_have_the_same_results(name):
    kernel, groups, arguments, size = example(name)
    results = []
    for executor in (True, False):
        session = kernel.debug(groups, *arguments, wave_size=size, prompt=False)
        if not executor:
            session.machine.first_groups = None
        last = session.machine.order_of_groups[-1]
        line = session.breakpoints.lines(session.location.file)[0]
        session.breakpoints.add(file=session.location.file, line=line, group=last)
        assert session.resume().reason == "breakpoint" and session.machine.group_id == last
        results.append([array.copy() for array in session.machine.arrays])
    for one, other in zip(*results, strict=True):
        assert np.array_equal(one, other)


def test_a_breakpoint_that_comes_later_is_found_backwards():
    x, out = np.arange(64 * 8, dtype=np.uint32), np.zeros(64, np.uint32)
    session = kernels.sums.debug(64, x, out, wave_size=4, prompt=False)
    line = session.breakpoints.line_for(session.location.file, 54)
    session.breakpoints.add(file=session.location.file, line=line, group=(60, 0, 0))
    session.resume()
    other = session.breakpoints.add(file=session.location.file, line=line, group=(57, 0, 0), wave=0)
    stop = session.reverse()
    assert stop.breakpoint is other and session.machine.group_id == (57, 0, 0)
    assert session.array("out")[55:58].tolist() == [28 + 64 * 55, 28 + 64 * 56, 0]


@pytest.mark.parametrize("last", [5, 40])
def test_an_interrupt_reaches_groups_without_stops(last):
    @wd.kernel(num_waves=1)
    def stays(out: wd.RWBuffer[u32]):
        group = wd.group_id().x
        i = u32(1)
        while group == 3 and i != 0:
            i = i | 1
        out[group] = i

    session = stays.debug(41, np.zeros(41, np.uint32), wave_size=4, prompt=False)
    session.breakpoints.add(file=session.location.file, line=1, group=(last, 0, 0))
    timer = threading.Timer(1.0, os.kill, [os.getpid(), signal.SIGINT])
    timer.start()
    with interrupting(session):
        stop = session.resume()
    timer.join()
    # The other executor runs all groups or none.
    assert stop.reason == "interrupt" and session.machine.group_id[0] == (3 if last == 5 else 0)
    assert session.wave is not None
    session.step()
    assert session.wave.statement is not None


def test_a_finding_stops_a_group_that_would_run_without_stops():
    @wd.kernel(num_waves=1)
    def divides(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
        group = wd.group_id().x
        out[group] = 10 // x[group]

    x = np.array([1, 2, 0, 4], np.uint32)
    session = divides.debug(4, x, np.zeros(4, np.uint32), wave_size=4, prompt=False)
    session.breakpoints.add(file=session.location.file, line=1, group=(3, 0, 0))
    stop = session.resume()
    assert stop.reason == "finding" and stop.finding.rule == "integer-division"
    assert session.machine.group_id == (2, 0, 0)
    assert session.resume().reason == "end"


def test_other_modules_have_no_statements():
    for name in ARGUMENTS:
        module = getattr(kernels, name).source._build(())
        assert not any(one.name == STATEMENT for function in module.functions for one in function.walk())
    debugged = kernels.trips.source.debugged_module()
    assert any(one.name == STATEMENT for function in debugged.functions for one in function.walk())


def test_lanes_of_atomics_are_shuffled_by_a_seed():
    keys, counts = np.zeros(16, np.uint32), np.zeros(3, np.uint32)

    def places(order):
        places = np.zeros(16, np.uint32)
        arguments = [keys, counts, places]
        session = kernels.counted.debug(1, *arguments, wave_size=8, wave_order=order, prompt=False)
        session.resume()
        return session.array("places").tolist()

    assert places("by index") == list(range(16))
    assert places(("shuffled", 1)) != list(range(16))
    assert places(("shuffled", 1)) == places(("shuffled", 1))
    assert sorted(places(("shuffled", 2))) == list(range(16))


def test_an_unknown_order_is_refused():
    with pytest.raises(wd.LaunchError, match="wave_order is 'sideways'"):
        kernels.trips.debug(1, np.zeros(4, np.uint32), wave_order="sideways", prompt=False)


def test_shaders_are_read_without_statements():
    shader = wd.hlsl(Path(__file__).parent / "sessions" / "shader.hlsl")
    assert not any(one.name in (STATEMENT, "wave.print") for one in shader._program(False).module.kernel.walk())
    held = [one.name for one in shader.source.debugged_module().kernel.walk()]
    assert STATEMENT in held and "wave.print" not in held


def test_the_ir_of_a_kernel_with_pipes():
    arguments = [np.arange(12, dtype=np.uint32), np.zeros(4, np.uint32)]
    session = kernels.piped.debug(1, *arguments, wave_size=4, stage="wave", prompt=False)
    assert session.resume().reason == "end"
    assert session.array("out").tolist() == [12, 15, 18, 21]


def test_each_pass_has_the_results_of_the_kernel():
    x, out = np.arange(16, dtype=np.uint32), np.zeros(2, np.uint32)
    passes = [one.name for one in kernels.sums.compile("spirv").passes() if "wave.func" in one.text]
    assert len(passes) >= 5
    for name in dict.fromkeys(passes):
        session = kernels.sums.debug(2, x, out, wave_size=4, stage="wave", after=name, prompt=False)
        assert session.resume().reason == "end"
        assert session.array("out").tolist() == [28, 92]
        assert session.breakpoints.statements[0].origin.file.endswith("kernels.py")


def test_an_empty_slice_of_a_groupshared_array_has_no_elements():
    session = kernels.sums.debug(1, *ARGUMENTS["sums"], wave_size=8, prompt=False)
    session.to_barrier()
    (title,) = array_text(session, "store", (slice(20, None),))
    assert title.startswith("store: ")


def test_a_number_of_steps_is_at_least_one():
    session = kernels.trips.debug(1, *ARGUMENTS["trips"], wave_size=8, prompt=False)
    with pytest.raises(wd.WaveError, match="-1 steps"):
        session.next(-1)


@pytest.mark.parametrize("closed", ["<&-", ">&-"])
def test_a_closed_stream_ends_a_session(closed):
    command = f"{sys.executable} -m wavedialect debug kernels.py:trips --wave-size 4 out=zeros:4 {closed}"
    folder = Path(__file__).parent / "sessions"
    done = subprocess.run(["sh", "-c", command], cwd=folder, capture_output=True, text=True, check=False, timeout=120)
    assert "Traceback" not in done.stderr and done.returncode == 0, done.stderr


@pytest.mark.parametrize("way", ["back", "reverse"])
def test_an_interrupt_stops_on_the_way_back(way):
    session = kernels.sums.debug(2, *[array.copy() for array in ARGUMENTS["sums"]], wave_size=4, prompt=False)
    session.resume()
    expected = session.array("out")
    session.back()
    session.machine.interrupted = True
    assert getattr(session, way)().reason == "interrupt"
    # It can go on, and back to the beginning.
    assert session.step().reason == "step"
    assert session.reverse().reason == "beginning"
    assert session.resume().reason == "end"
    assert np.array_equal(session.array("out"), expected)


def test_a_watch_names_all_lanes_that_write():
    @wd.kernel(num_waves=1)
    def several(out: wd.RWBuffer[u32]):
        if wd.wave_lane_index() < 3:
            out[0] = wd.wave_lane_index() * 10

    session = several.debug(1, np.zeros(1, np.uint32), wave_size=4, prompt=False)
    session.watch("out[0]")
    assert session.resume().note == "watch 1: lanes 0-2 of wave 0 change out[0] from 0 to 20"


def test_an_interrupt_just_before_a_move_stops_it():
    session = kernels.sums.debug(1, *[array.copy() for array in ARGUMENTS["sums"]], wave_size=4, prompt=False)
    for move in (session.resume, session.next, session.step, session.to_barrier):
        session.machine.interrupted = True
        assert move().reason == "interrupt"
    assert session.resume().reason == "end"


def test_the_text_of_a_stop_is_what_the_prompt_shows():
    session = kernels.sums.debug(1, *ARGUMENTS["sums"], wave_size=4, prompt=False)
    stop = session.next()
    first, second = stop.text.splitlines()
    assert first.startswith("group 0, wave 0: sums at kernels.py:49, all 4 lanes")
    assert second.startswith("->   49  ") and stop.reason == "step" and not stop.note
    session.watch("store[0]")
    stop = session.resume()
    assert stop.note.startswith("watch 1: lane 0 of wave 0")
    assert stop.text.splitlines()[:2] == [
        stop.note,
        "group 0, wave 0: sums at kernels.py:54, lane 0 of 4, after a store",
    ]
    while not session.has_ended:
        stop = session.resume()
    assert stop.text == session.stop.text == "the run has ended"


def test_a_session_goes_several_steps_back():
    session = kernels.sums.debug(1, *ARGUMENTS["sums"], wave_size=4, prompt=False)
    states = [state(session)]
    for _ in range(4):
        session.next()
        states.append(state(session))
    assert session.back(3).reason == "step" and state(session) == states[1]
    assert session.back(9).reason == "beginning" and state(session) == states[0]
    with pytest.raises(wd.WaveError, match="0 steps"):
        session.back(0)


def test_a_session_breaks_at_a_line():
    session = kernels.sums.debug(2, *ARGUMENTS["sums"], wave_size=4, prompt=False)
    made = session.break_at(54, group=1, wave=1, condition="any(total > 20)")
    assert str(made) == "line 54 in group 1 in wave 1 if any(total > 20)"
    assert session.resume().breakpoint is made
    assert (session.machine.group_id, session.wave.index) == ((1, 0, 0), 1)
    with pytest.raises(wd.WaveError, match="unknown name `totl`"):
        session.break_at(54, condition="totl > 20")
    with pytest.raises(wd.WaveError, match="there is no group 2"):
        session.break_at(54, group=2)


@pytest.mark.parametrize(
    ("act", "message"),
    [
        (lambda session: session.evaluate(3), r"evaluate\(\) takes a str as the expression, got 3"),
        (lambda session: session.evaluate(None), r"evaluate\(\) takes a str as the expression, got None"),
        (lambda session: session.watch(3), r"watch\(\) takes a str as the element, got 3"),
        (lambda session: session.watch("out[0]", wave="1"), r"watch\(\) takes an int as wave, got '1'"),
        (
            lambda session: session.watch("out[0]", group="1"),
            r"watch\(\) takes an int or a tuple of up to three as group",
        ),
        (lambda session: session.array(3), r"array\(\) takes a str as the name, got 3"),
        (lambda session: session.break_at("54"), r"break_at\(\) takes an int as the line, got '54'"),
        (lambda session: session.break_at(True), r"break_at\(\) takes an int as the line, got True"),
        (lambda session: session.break_at(54, lane="0"), r"break_at\(\) takes an int as lane, got '0'"),
        (
            lambda session: session.break_at(54, group=[1]),
            r"break_at\(\) takes an int or a tuple of up to three as group",
        ),
        (lambda session: session.break_at(54, condition=True), r"break_at\(\) takes a str as condition, got True"),
        (lambda session: session.break_at(54, file=3), r"break_at\(\) takes a str as file, got 3"),
        (lambda session: session.next("2"), r"next\(\) takes an int as the number of times, got '2'"),
        (lambda session: session.step(1.5), r"step\(\) takes an int as the number of times, got 1.5"),
        (lambda session: session.back(None), r"back\(\) takes an int as the number of times, got None"),
        (lambda session: session.select_wave("0"), r"select_wave\(\) takes an int as the index, got '0'"),
        (lambda session: session.select_frame("0"), r"select_frame\(\) takes an int as the number, got '0'"),
    ],
)
def test_arguments_of_wrong_types_are_type_errors(act, message):
    session = kernels.sums.debug(1, *ARGUMENTS["sums"], wave_size=4, prompt=False)
    with pytest.raises(TypeError, match=message):
        act(session)


def test_a_watch_takes_a_group_as_a_number():
    session = kernels.sums.debug(2, *ARGUMENTS["sums"], wave_size=4, prompt=False)
    assert str(session.watch("out[1]", group=1)) == "watch out[1] in group 1"
    with pytest.raises(wd.WaveError, match="there is no group 2"):
        session.watch("out[1]", group=(2, 0))


def test_lanes_of_local_arrays_are_the_last_axis():
    session = kernels.vectors.debug(1, *ARGUMENTS["vectors"], wave_size=8, prompt=False)
    session.next(6)
    local = session.array("local")
    assert local.shape == (3, 8) and local[0].tolist() == list(range(8))
    assert local[1].tolist() == session.evaluate("local[1]").data.tolist()


def test_arrays_of_shaders_have_the_shape_of_the_source():
    shader = wd.hlsl(Path(__file__).parent / "sessions" / "arrays.hlsl")
    cells = np.zeros(8, shader.parameters["cells"].element.dtype)
    arguments = [np.ones(16, np.float32).view(np.uint32), np.zeros(8, np.int32), cells]
    session = shader.debug(1, *arguments, wave_size=4, prompt=False)
    session.to_barrier()
    assert session.array("t").tolist() == [[0, 1, 2, 3], [4, 5, 6, 7]]


def test_a_stop_has_all_its_breakpoints():
    session = kernels.sums.debug(1, *ARGUMENTS["sums"], wave_size=4, prompt=False)
    made = [session.break_at(54), session.break_at(54, wave=0), session.break_at(54, wave=1)]
    stop = session.resume()
    assert stop.breakpoints == (made[0], made[1]) and stop.breakpoint is made[0]
    assert stop.note == "breakpoints 1 and 2" and [one.hits for one in made] == [1, 1, 0]


def test_hit_conditions_are_those_of_editors():
    for text, hits in (("3", [3]), (">= 4", [4, 5]), ("<2", [1]), ("% 2", [2, 4]), (" == 5 ", [5]), (">4", [5])):
        condition = HitCondition.parse(text)
        assert [hit for hit in range(1, 6) if condition.holds(hit)] == hits
    for text in ("", "x", "% 0", "3 4", "-1"):
        with pytest.raises(wd.WaveError, match="is not a number of hits"):
            HitCondition.parse(text)


def test_a_computed_size_is_known_before_the_array_is_made():
    @wd.kernel(num_waves=2)
    def sized(out: wd.RWBuffer[u32]):
        store = wd.groupshared(u32, (wd.wave_lane_count() // 2 + 1, wd.group_wave_count()))
        store[0, 0] = wd.wave_lane_index()
        out[0] = store[0, 0]

    session = sized.debug(1, np.zeros(1, np.uint32), wave_size=4, prompt=False)
    session.watch("store[2, 1]")
    for text in ("store[3, 0]", "store[0, 2]"):
        with pytest.raises(wd.WaveError, match="is out of bounds") as raised:
            session.watch(text)
        assert raised.value.fix == "it has 3 x 2"
