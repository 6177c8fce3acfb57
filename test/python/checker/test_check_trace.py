"""When waves run and wait, for Perfetto and as a picture."""

from __future__ import annotations

import json
import sys

import numpy as np
import pytest
from native_results import access, at, finding, result, running, sums

import wavedialect as wd
from wavedialect import u32

SRC = np.arange(64, dtype=np.uint32)

# Two groups of two waves. Wave 1 arrives first and waits; 3 of its lanes return, and in group 1 it ends at once.
EVENTS = [
    ("begin", 0, 0, 0, "", 8),
    ("arrive", 5, 0, 0, "barrier", 8),
    ("begin", 0, 0, 1, "", 8),
    ("retire", 1, 0, 1, "retire", 3),
    ("arrive", 2, 0, 1, "barrier", 5),
    ("leave", 5, 0, 0, "barrier", 8),
    ("end", 9, 0, 0, "", 8),
    ("leave", 5, 0, 1, "barrier", 5),
    ("end", 6, 0, 1, "", 5),
    ("begin", 0, 3, 0, "", 8),
    ("end", 4, 3, 0, "", 8),
    ("begin", 0, 3, 1, "", 8),
    ("retire", 1, 3, 1, "retire", 1),
    ("end", 1, 3, 1, "", 0),
]


def arguments():
    return [SRC, np.zeros(4, np.uint32), np.zeros((64, 3), np.float32), 2]


def traced(watched, events=EVENTS, **others):
    watched(running(result(trace=events, **others)))
    return sums.trace((2, 2), *arguments(), wave_size=8)


def test_events(watched):
    trace = traced(watched)
    assert trace.is_whole and trace.report.ok and len(trace.events) == len(EVENTS)
    arrive = trace.events[1]
    assert (arrive.kind, arrive.time, arrive.group, arrive.wave, arrive.lanes) == ("arrive", 5, (0, 0, 0), 0, 8)
    assert (arrive.operation, arrive.location) == ("group_memory_barrier_with_group_sync", at("barrier"))
    assert trace.events[-1].group == (1, 1, 0) and trace.events[-1].location is None
    assert trace.waves() == [((0, 0, 0), 0), ((0, 0, 0), 1), ((1, 1, 0), 0), ((1, 1, 0), 1)]
    assert repr(trace) == "<trace of kernel 'sums' at wave_size=8: 14 events>"


def test_slices(watched):
    line = f"line {at('barrier').line}"
    slices = [(piece.group, piece.wave, piece.name, piece.start, piece.end) for piece in traced(watched).slices()]
    assert sorted(slices) == [
        ((0, 0, 0), 0, f"run to {line}", 0, 5),
        ((0, 0, 0), 0, "run to the end", 5, 9),
        ((0, 0, 0), 0, f"wait at {line}", 5, 5),
        ((0, 0, 0), 1, f"run to {line}", 0, 2),
        ((0, 0, 0), 1, "run to the end", 5, 6),
        ((0, 0, 0), 1, f"wait at {line}", 2, 5),
        ((1, 1, 0), 0, "run to the end", 0, 4),
        ((1, 1, 0), 1, "run to the end", 0, 1),
    ]


def test_a_file_for_perfetto(watched, tmp_path):
    path = traced(watched).save(tmp_path / "trace.json")
    events = json.loads(path.read_text())["traceEvents"]
    names = {event["pid"]: event["args"]["name"] for event in events if event["name"] == "process_name"}
    assert sorted(names.values()) == ["group (0, 0, 0)", "group (1, 1, 0)"]
    threads = {(one["pid"], one["tid"]): one["args"]["name"] for one in events if one["name"] == "thread_name"}
    assert sorted((names[process], name) for (process, _), name in threads.items()) == [
        (group, wave) for group in sorted(names.values()) for wave in ("wave 0", "wave 1")
    ]
    # No number is that of two threads, or of a thread and another process.
    numbers = [thread for _, thread in threads] + list(names)
    assert len(set(numbers)) == len(numbers) and 0 not in numbers
    pieces = [event for event in events if event["ph"] == "X"]
    assert all((piece["pid"], piece["tid"]) in threads and piece["dur"] >= 0 for piece in pieces)
    wait = next(piece for piece in pieces if piece["cat"] == "wait" and piece["dur"])
    assert (wait["name"], wait["ts"], wait["dur"]) == (f"wait at line {at('barrier').line}", 2, 3)
    assert wait["args"]["operation"] == "wd.group_memory_barrier_with_group_sync"
    assert wait["args"]["source"].startswith("wd.group_memory_barrier")
    # A wave's slices follow one another.
    for thread in threads:
        times = [(one["ts"], one["ts"] + one["dur"]) for one in pieces if (one["pid"], one["tid"]) == thread]
        assert all(end == start for (_, end), (start, _) in zip(sorted(times), sorted(times)[1:], strict=False))
    retire = next(event for event in events if event["ph"] == "i")
    assert (retire["name"], retire["s"]) == (f"3 lanes return at line {at('call').line}", "t")
    assert retire["args"]["lanes"] == 3


def test_a_trace_as_text(watched):
    trace = traced(watched)
    assert str(trace) == (
        "kernel 'sums' at wave_size=8, groups=(2, 2, 1)\n"
        "groups             2\n"
        "waves              4\n"
        "operations        17\n"
        "time at barriers   3\n"
        f"  at line {at('barrier').line}       3"
    )
    assert str(traced(watched, [], trace_is_whole=False)).endswith("time at barriers  0\nthe trace is not whole")


def test_a_trace_that_is_cut(watched):
    trace = traced(watched, EVENTS[:5], trace_is_whole=False)
    assert not trace.is_whole and "not whole" in repr(trace)
    last = trace.slices()[-1]
    assert (last.kind, last.start, last.end, last.is_left) == ("wait", 2, 5, False)
    assert not traced(watched, end="seconds").is_whole
    assert traced(watched, []).slices() == []


def test_waves_that_are_stuck(watched):
    stuck = finding("barrier-not-reached", access("barrier", lane=-1), access("out", wave=1, lane=-1))
    trace = traced(watched, EVENTS[:5], findings=[stuck], end="findings")
    assert not trace.is_whole and trace.report.findings[0].rule == "barrier-not-reached"


def test_options(watched):
    calls = watched(running())
    sums.trace(1, *arguments(), wave_size=16, most_events=50, optimized=False, extra_waves=2, most_seconds=None)
    settings = calls[0][4]
    assert (settings.trace, settings.undefined, settings.optimized, settings.most_events) == (True, False, False, 50)
    assert calls[0][0] == 16 and calls[0][1].extra_waves == 2
    sums.trace(1, *arguments())
    assert calls[1][4].most_events == 200_000
    with pytest.raises(wd.LaunchError, match="most_events is 0"):
        sums.trace(1, *arguments(), most_events=0)


def test_a_picture(watched, tmp_path):
    figure = traced(watched).picture(tmp_path / "trace.png")
    assert (tmp_path / "trace.png").read_bytes().startswith(b"\x89PNG")
    (axes,) = figure.axes
    assert axes.get_title(loc="left") == "sums, wave_size=8"
    assert [label.get_text() for label in axes.get_yticklabels()] == ["wave 0", "wave 1"] * 2
    said = [text.get_text() for text in figure.legends[0].get_texts()]
    assert said == ["runs", "waits at a barrier", "has ended", "lanes return"]


def test_a_picture_of_many_waves(watched):
    events = [(kind, time, group, wave, "", 4) for group in range(4) for wave in range(20) for kind, time in (("begin", 0), ("end", wave))]  # fmt: skip
    title = traced(watched, events).picture().axes[0].get_title(loc="left")
    assert title.endswith("\N{EM DASH} the first 64 of 80 waves")
    title = traced(watched, events, trace_is_whole=False).picture(most_waves=2).axes[0].get_title(loc="left")
    assert title.endswith("\N{EM DASH} the first 2 of 80 waves \N{EM DASH} the trace is not whole")
    with pytest.raises(wd.LaunchError, match="most_waves is 0"):
        traced(watched, events).picture(most_waves=0)
    assert traced(watched, []).picture().axes


def test_a_picture_without_matplotlib(watched, monkeypatch):
    for name in [name for name in sys.modules if name.partition(".")[0] == "matplotlib"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(wd.WaveError, match="drawn by matplotlib\nhelp: pip install matplotlib"):
        traced(watched).picture()


@wd.kernel(num_waves=3)
def steps(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    store = wd.groupshared(u32, wd.group_wave_count())
    if wd.group_wave_index() == 2:
        return
    if wd.group_wave_index() == 0:
        store[0] = wd.wave_active_sum(src[wd.wave_lane_index()])
    wd.group_memory_barrier_with_group_sync()
    if wd.group_wave_index() == 1 and wd.wave_is_first_lane():
        out[wd.group_id().x] = store[0]


def test_a_kernel_that_runs(tmp_path):
    out = np.zeros(4, np.uint32)
    trace = steps.trace((2, 2), np.ones(8, np.uint32), out, wave_size=8)
    assert not out.any() and trace.is_whole
    kinds = [event.kind for event in trace.events if event.group == (1, 1, 0)]
    assert kinds.count("begin") == kinds.count("end") == 3
    assert kinds.count("arrive") == kinds.count("leave") == 2 and "retire" in kinds
    (retired,) = (event for event in trace.events if event.kind == "retire" and event.group == (0, 0, 0))
    assert (retired.wave, retired.lanes) == (2, 8)
    by_wave = {piece.wave for piece in trace.slices() if piece.kind == "wait"}
    assert by_wave == {0, 1}
    assert json.loads(trace.save(tmp_path / "trace.json").read_text())["traceEvents"]
