"""Counts and timelines of kernels with pipes, orders of waves in a check, and the texts of findings about pipes."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import u32

TILES = 5


@wd.kernel(num_waves=3)
def rows_of_two(src: wd.Buffer[u32], out: wd.RWBuffer[u32], tiles: u32):
    wave, lanes, lane = wd.group_wave_index(), wd.wave_lane_count(), wd.wave_lane_index()
    tile = wd.groupshared(u32, 2 * wd.wave_lane_count())
    rows = wd.pipe(stages=2, producers=0, consumers=(1, 2))
    with wd.waves(0):
        for t in range(tiles):
            stage = rows.acquire()
            tile[stage * lanes + lane] = src[t * lanes + lane]
            rows.commit()
    with wd.waves(1, 2):
        total = u32(0)
        for _ in range(tiles):
            stage = rows.wait()
            for other in range(8 * wave):
                total += tile[stage * lanes + (lane + other) % lanes]
            rows.release()
        out[(wave - 1) * lanes + lane] = total


def launched(lanes=16):
    return [np.arange(TILES * lanes, dtype=np.uint32), np.zeros(2 * lanes, np.uint32), TILES]


def test_every_size_and_order_of_waves():
    report = rows_of_two.check(1, *launched(128), by_wave_size="out")
    assert report.ok and not report.notes, f"\n{report}"
    orders = [run.configuration.wave_order for run in report.runs]
    assert orders[-3:] == ["backward", ("shuffled", 1), ("shuffled", 2)] and set(orders[:-3]) == {"by index"}


def test_requested_orders_of_waves():
    orders = ["by index", "backward", ("shuffled", 7)]
    report = rows_of_two.check(1, *launched(), wave_sizes=8, wave_orders=orders)
    assert report.ok and [run.configuration.wave_order for run in report.runs] == orders
    assert str(report.runs[2]).startswith('wave_size=8, wave_order=("shuffled", 7), groups')


@pytest.mark.parametrize(
    "order", ["forward", ("shuffled", -1), ("backward", 1), [["backward"]], [("shuffled",)], [("shuffled", 1, 2)]]
)
def test_unknown_orders_of_waves(order):
    with pytest.raises(wd.LaunchError, match="wave_orders? is .*\nhelp: "):
        rows_of_two.check(1, *launched(), wave_orders=order)


def test_orders_of_waves_without_pipes():
    @wd.kernel(num_waves=2)
    def plain(out: wd.RWBuffer[u32]):
        out[wd.group_wave_index()] = 1

    with pytest.raises(wd.LaunchError, match="kernel 'plain' has no pipes\nhelp: leave `wave_orders` out"):
        plain.check(1, np.zeros(2, np.uint32), wave_orders="backward")
    assert all(run.configuration.wave_order == "by index" for run in plain.check(1, np.zeros(2, np.uint32)).runs)


def test_the_order_in_which_waves_reach_an_atomic():
    """The array depends on the order of the waves, so it is not compared; that is no mistake of the pipe."""

    @wd.kernel(num_waves=3)
    def tickets(out: wd.RWBuffer[u32], count: wd.RWBuffer[u32]):
        wave = wd.group_wave_index()
        pipe = wd.pipe(1, producers=0, consumers=(1, 2))
        with wd.waves(0):
            pipe.acquire()
            pipe.commit()
        with wd.waves(1, 2):
            pipe.wait()
            if wd.wave_is_first_lane():
                out[wd.atomic_add(count, 0, 1)] = wave
            pipe.release()

    report = tickets.check(1, np.zeros(2, np.uint32), np.zeros(1, np.uint32))
    assert report.ok and report.not_compared == ("out",)


# --- Counts ------------------------------------------------------------------------


def test_steps_are_counted():
    counts = rows_of_two.count(1, *launched(), wave_size=16)
    assert counts.pipe_steps == {
        "rows.acquire": (TILES, 16 * TILES),
        "rows.commit": (TILES, 16 * TILES),
        "rows.wait": (2 * TILES, 32 * TILES),
        "rows.release": (2 * TILES, 32 * TILES),
    }
    assert re.search(r"^pipe steps +30 +480\n  rows.acquire +5 +80$", str(counts), re.MULTILINE)
    assert counts.barriers == {}
    assert "rows.acquire" in counts.listing()


def test_counts_of_a_deadlock():
    @wd.kernel(num_waves=2)
    def stuck(out: wd.RWBuffer[u32]):
        pipe = wd.pipe(1, producers=0, consumers=1)
        with wd.waves(1):
            pipe.wait()
            pipe.release()
        out[wd.group_wave_index()] = 1

    with pytest.raises(wd.CheckError, match=r"wave 1 waits in `wait\(\)` for wave 0 to commit use 0 of pipe `pipe`"):
        stuck.count(1, np.zeros(2, np.uint32), wave_size=8)
    trace = stuck.trace(1, np.zeros(2, np.uint32), wave_size=8)
    assert not trace.is_whole and not trace.report.ok
    (waiting,) = (piece for piece in trace.slices() if piece.kind == "wait")
    assert (waiting.wave, waiting.operation, waiting.pipe, waiting.is_left) == (1, "pipe.wait", "pipe", False)


def test_counts_of_a_step_that_only_some_lanes_reach():
    @wd.kernel(num_waves=2)
    def parted(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
        lane = wd.wave_lane_index()
        pipe = wd.pipe(1, producers=0, consumers=1)
        with wd.waves(0):
            pipe.acquire()
            if src[lane] == 0:
                pipe.commit()
            else:
                pipe.commit()
        with wd.waves(1):
            pipe.wait()
            pipe.release()
        out[wd.group_wave_index() * wd.wave_lane_count() + lane] = 1

    arguments = np.arange(8, dtype=np.uint32), np.zeros(16, np.uint32)
    with pytest.raises(wd.CheckError, match=r"\[barrier-lanes\]") as error:
        parted.count(1, *arguments, wave_size=8)
    assert "pipe-" not in str(error.value)
    for report in (parted.check(1, *arguments, wave_sizes=8), parted.trace(1, *arguments, wave_size=8).report):
        assert [finding.rule for finding in report.findings] == ["barrier-lanes"], f"\n{report}"


# --- Timelines ---------------------------------------------------------------------


@pytest.fixture(scope="module")
def trace():
    return rows_of_two.trace(1, *launched(), wave_size=16)


def test_stages_of_a_trace(trace):
    assert trace.is_whole and trace.report.ok
    stages = trace.stages()
    for wave in range(3):
        of_wave = [stage for stage in stages if stage.wave == wave]
        assert [stage.stage for stage in of_wave] == [use % 2 for use in range(TILES)]
        assert [stage.use for stage in of_wave] == list(range(TILES))
        assert all(stage.is_filled is (wave == 0) and stage.pipe == "rows" for stage in of_wave)
    # A consumer enters a use when the producer has left it; the producer enters the use after the next one when both
    # consumers have left it.
    filled = [stage for stage in stages if stage.is_filled]
    for drained in (stage for stage in stages if not stage.is_filled):
        assert drained.start >= filled[drained.use].end
        assert drained.use + 2 >= TILES or filled[drained.use + 2].start >= drained.end
    assert stages[0].name == "fill stage 0 of rows"


def test_waits_of_a_trace(trace):
    waits = [piece for piece in trace.slices() if piece.kind == "wait"]
    assert {piece.operation for piece in waits} == {"rows.acquire", "rows.wait"}
    # Wave 2 has twice the work of wave 1, so wave 1 waits for the producer, which waits for wave 2.
    time = {wave: sum(piece.end - piece.start for piece in waits if piece.wave == wave) for wave in range(3)}
    assert time[0] > time[1] > time[2] > 0
    assert re.search(r"^time at barriers +0\ntime at pipes +\d+\n  at line \d+", str(trace), re.MULTILINE)


def test_a_trace_is_the_same_in_every_run(trace):
    assert rows_of_two.trace(1, *launched(), wave_size=16).events == trace.events


def test_stages_for_perfetto(trace, tmp_path):
    events = json.loads(trace.save(tmp_path / "trace.json").read_text())["traceEvents"]
    begun = [event for event in events if event["ph"] == "b"]
    ended = {event["id"]: event["ts"] for event in events if event["ph"] == "e"}
    assert len(begun) == len(ended) == 3 * TILES
    assert all(ended[event["id"]] >= event["ts"] for event in begun)
    assert {event["name"] for event in begun} == {
        f"{what} stage {stage} of rows" for what in ("fill", "drain") for stage in range(2)
    }


def test_stages_in_a_picture(trace, tmp_path):
    pytest.importorskip("matplotlib")
    figure = trace.picture(tmp_path / "trace.png")
    assert (tmp_path / "trace.png").stat().st_size > 1000
    labels = {text.get_text() for text in figure.legends[0].get_texts()}
    assert {"fills a stage", "drains a stage", "waits at a barrier or a pipe"} <= labels
    assert "a barrier or a pipe it waits" in figure.axes[0].get_xlabel()


# --- Texts -------------------------------------------------------------------------


def text_of(kernel, *arguments, **options):
    report = kernel.check(1, *arguments, wave_sizes=8, **options)
    assert report.findings
    return str(report)


def test_the_text_of_a_deadlock_with_a_barrier():
    @wd.kernel(num_waves=2)
    def barrier(out: wd.RWBuffer[u32]):
        pipe = wd.pipe(1, producers=0, consumers=1)
        if wd.group_wave_index() == 0:
            wd.group_memory_barrier_with_group_sync()
            pipe.acquire()
            pipe.commit()
        else:
            pipe.wait()
            pipe.release()
            wd.group_memory_barrier_with_group_sync()
        out[wd.group_wave_index()] = 1

    text = text_of(barrier, np.zeros(2, np.uint32))
    assert "wave 0 waits at a barrier, and wave 1 does not reach it [pipe-deadlock]" in text
    assert "wave 1 waits in `wait()` for wave 0 to commit use 0 of pipe `pipe`" in text
    assert "help: a barrier of the group waits for all waves" in text and "1 run ended at a deadlock" in text


def test_the_text_of_stages():
    @wd.kernel(num_waves=2)
    def wrong(out: wd.RWBuffer[u32]):
        lanes, lane = wd.wave_lane_count(), wd.wave_lane_index()
        tile = wd.groupshared(u32, 3 * wd.wave_lane_count())
        pipe = wd.pipe(3, producers=0, consumers=1)
        with wd.waves(0):
            for use in range(4):
                stage = pipe.acquire()
                tile[stage * lanes + lane] = use
                pipe.commit()
        with wd.waves(1):
            for use in range(4):
                stage = pipe.wait()
                out[use * lanes + lane] = tile[(stage + 1) % 3 * lanes + lane]
                pipe.release()

    text = text_of(wrong, np.zeros(32, np.uint32))
    assert "a load and a store that no barrier and no pipe orders [race]" in text
    assert re.search(
        r"help: pipe `pipe` orders the accesses of one stage: wave 1 has stage \d open, and wave 0 stage", text
    )


def test_the_text_of_accesses_outside():
    @wd.kernel(num_waves=2)
    def wrong(out: wd.RWBuffer[u32]):
        lane = wd.wave_lane_index()
        tile = wd.groupshared(u32, wd.wave_lane_count())
        pipe = wd.pipe(1, producers=0, consumers=1)
        with wd.waves(0):
            pipe.acquire()
            pipe.commit()
            tile[lane] = lane
        with wd.waves(1):
            out[lane] = tile[lane]
            pipe.wait()
            pipe.release()

    text = text_of(wrong, np.zeros(8, np.uint32))
    assert "wave 1 has no stage of pipe `pipe` open at its load: it has not called `wait()` yet" in text
    assert re.search(
        r"no stage of pipe `pipe` open at its store: it has committed use 0 \(line \d+\) and not called", text
    )
    assert "put the load between `wait()` and `release()` and the store between `acquire()` and `commit()`" in text


def test_the_text_of_two_producers():
    @wd.kernel(num_waves=3)
    def wrong(out: wd.RWBuffer[u32]):
        wave, lane = wd.group_wave_index(), wd.wave_lane_index()
        tile = wd.groupshared(u32, wd.wave_lane_count())
        pipe = wd.pipe(1, producers=(0, 1), consumers=2)
        with wd.waves(0, 1):
            pipe.acquire()
            tile[lane] = wave
            pipe.commit()
        with wd.waves(2):
            pipe.wait()
            out[lane] = tile[lane]
            pipe.release()

    text = text_of(wrong, np.zeros(8, np.uint32))
    assert "help: pipe `pipe` orders producers and consumers, and these two waves are both producers" in text


def test_the_text_of_two_consumers_after_their_last_step():
    @wd.kernel(num_waves=3)
    def wrong(out: wd.RWBuffer[u32]):
        wave, lane = wd.group_wave_index(), wd.wave_lane_index()
        pipe = wd.pipe(1, producers=0, consumers=(1, 2))
        with wd.waves(0):
            pipe.acquire()
            pipe.commit()
        with wd.waves(1, 2):
            pipe.wait()
            pipe.release()
            out[lane] = wave

    text = text_of(wrong, np.zeros(8, np.uint32))
    assert "these two waves are both consumers: let each write elements of its own" in text


def beside_a_pipe(consumers, steps, stores=False):
    """Wave 2 accesses the stages of waves 0 and 1, without steps or with them."""

    @wd.kernel(num_waves=3)
    def kernel(out: wd.RWBuffer[u32], uses: u32):
        lanes, lane = wd.wave_lane_count(), wd.wave_lane_index()
        tile = wd.groupshared(u32, 2 * wd.wave_lane_count())
        rows = wd.pipe(2, producers=0, consumers=consumers)
        total = u32(0)
        with wd.waves(0):
            for use in range(uses):
                stage = rows.acquire()
                tile[stage * lanes + lane] = use
                rows.commit()
        with wd.waves(1):
            for _ in range(uses):
                stage = rows.wait()
                total += tile[stage * lanes + lane]
                rows.release()
        with wd.waves(2):
            for use in range(uses):
                stage = use & 1
                if wd.static(steps):
                    stage = rows.wait()
                if wd.static(stores):
                    tile[stage * lanes + lane] = 1
                else:
                    total += tile[stage * lanes + lane]
                if wd.static(steps):
                    rows.release()
        out[wd.group_wave_index() * lanes + lane] = total

    return kernel.check(1, np.zeros(24, np.uint32), 5, wave_sizes=8)


def test_a_wave_outside_of_a_pipe():
    """The advice for a load makes the wave a consumer, and is right."""
    (race,) = beside_a_pipe(1, steps=False).filter(rule="race").findings
    assert race.advice.startswith(
        "wave 2 is in no set of pipe `rows`, by which wave 0 accesses this stage: add 2 to `consumers=`, and put its load between"
        " `wait()` and `release()`, once for each use; or put its load after a barrier of the group that follows the last step"
    )
    assert "with_group_sync" not in race.advice
    fixed = beside_a_pipe((1, 2), steps=True)
    assert fixed.ok and not fixed.findings, fixed
    stores = beside_a_pipe(1, steps=False, stores=True).filter(rule="race").findings
    assert stores and all("add 2 to `producers=`" in race.advice for race in stores), stores


STUCK = """
wave.func @stuck(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel stage(compute) num_waves(2) {
  %pipe = wave.pipe stages 2 producers [0] consumers [1]
  %one = arith.constant 1 : i32
  %wave = wave.group_wave_index : i32
  %second = arith.cmpi eq, %wave, %one : i32
  scf.if %second {
    %stage = wave.pipe_wait %pipe : i32
    wave.pipe_release %pipe
  }
}
"""


def test_a_kernel_in_mlir():
    (finding,) = wd.mlir(text=STUCK).check(1, np.zeros(2, np.uint32), wave_sizes=8).findings
    assert [place.location.line for place in finding.places] == [8, 3]
    assert finding.places[1].label == "wave 0 has ended, and committed 0 uses"


@wd.func
def fill(pipe, tile, value: u32):
    pipe.acquire()  # in fill
    tile[wd.wave_lane_index()] = value


def test_steps_in_a_function():
    @wd.kernel(num_waves=2)
    def helped(out: wd.RWBuffer[u32]):
        lane = wd.wave_lane_index()
        tile = wd.groupshared(u32, wd.wave_lane_count())
        pipe = wd.pipe(1, producers=0, consumers=1)
        with wd.waves(0):
            fill(pipe, tile, 3)
            fill(pipe, tile, 4)
            pipe.commit()
            pipe.commit()
        with wd.waves(1):
            for use in range(2):
                pipe.wait()
                out[use * wd.wave_lane_count() + lane] = tile[lane]
                pipe.release()

    (finding,) = helped.check(1, np.zeros(16, np.uint32), wave_sizes=8).findings
    first, second = finding.places
    assert "# in fill" in first.source and len(first.calls) == 1 and not second.calls
    assert finding.advice.startswith("wave 0 has acquired use 0 of pipe `pipe` and not committed it")


def test_a_run_that_times_out():
    """Other waves do not wait for a wave whose loop was ended."""

    @wd.kernel(num_waves=2)
    def endless(out: wd.RWBuffer[u32], n: u32):
        pipe = wd.pipe(1, producers=0, consumers=1)
        with wd.waves(0):
            i = u32(0)
            while i <= n:
                i = i & 7
                out[wd.wave_lane_index()] = i
            pipe.acquire()
            pipe.commit()
        with wd.waves(1):
            pipe.wait()
            pipe.release()

    report = endless.check(1, np.zeros(8, np.uint32), 100, wave_sizes=8, most_seconds=0.2)
    assert [finding.rule for finding in report.findings] == ["not-finished"]


def test_a_dispatch_with_checks():
    src, out, tiles = launched()
    rows_of_two.dispatch(1, src, out, tiles, wave_size=16, check=True)
    plain = np.zeros_like(out)
    rows_of_two.dispatch(1, src, plain, tiles, wave_size=16)
    np.testing.assert_array_equal(out, plain)


@wd.kernel(num_waves=2)
def weak_barrier_beside_a_pipe(out: wd.RWBuffer[u32], copy: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    pipe = wd.pipe(1, producers=0, consumers=1)
    with wd.waves(0):
        pipe.acquire()
        pipe.commit()
    with wd.waves(1):
        pipe.wait()
        out[lane] = lane
        pipe.release()
    wd.group_memory_barrier_with_group_sync()
    with wd.waves(0):
        copy[lane] = out[lane]


def test_a_barrier_that_orders_other_memory():
    """The advice is about the barrier, although the waves share a pipe."""
    report = weak_barrier_beside_a_pipe.check(1, np.zeros(32, np.uint32), np.zeros(32, np.uint32), wave_sizes=32)
    assert [finding.rule for finding in report.findings] == ["race"]
    assert report.findings[0].advice.startswith("write `wd.device_memory_barrier_with_group_sync()` in place of")
