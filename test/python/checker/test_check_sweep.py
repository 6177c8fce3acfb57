"""In which configurations a check runs a kernel, how their results are compared, and checks of one dispatch."""

from __future__ import annotations

import dataclasses
import inspect
import time

import numpy as np
import pytest
from native_results import CHECKS, FILE, SITES, access, at, finding, reads, result, running, sums, texels

import wavedialect as wd
from wavedialect import f16, f32, u32
from wavedialect.checker.rules import DECIDED_BY_ORDER, DEPENDS

SRC = np.arange(64, dtype=np.uint32)


def arguments():
    return [SRC, np.zeros(4, np.uint32), np.zeros((64, 3), np.float32), 2]


def images():
    return [np.zeros((8, 16), np.float32), np.zeros((8, 16, 2), np.float32), 1.0]


def configurations(report):
    return [
        (run.configuration.wave_size, run.configuration.lane_order, run.configuration.extra_waves)
        for run in report.runs
    ]


@wd.kernel(num_threads=64)
def line(out: wd.RWBuffer[u32]):
    out[wd.group_index()] = wd.group_wave_count()


@wd.kernel(num_threads=3)
def few(out: wd.RWBuffer[u32]):
    out[wd.group_index()] = wd.group_wave_count()


# --- Which runs -----------------------------------------------------------------------------------------------------


@wd.kernel(num_waves=2)
def returns_by_a_hash(out: wd.RWBuffer[wd.u32]):
    value = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index() + 1
    for _ in wd.static_range(24):
        value ^= value << 13
        value ^= value >> 17
        value ^= value << 5
    if value % 3 == 0:
        return
    out[wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()] = value


def test_a_condition_of_many_operations():
    """The time to look at a condition grows with its operations, not with the paths through them."""
    assert returns_by_a_hash.check(1, np.zeros(256, np.uint32), wave_sizes=32).ok


def test_every_wave_size_and_more_waves(watched):
    calls = watched(running())
    report = sums.check(lambda lanes: (lanes, 2), *arguments())
    own = sums.committed_wave_size("cpu")
    assert configurations(report) == [*((size, "linear", 0) for size in (4, 8, 16, 32, 64, 128)), (own, "linear", 1)]
    assert [call[3] for call in calls] == [*((size, 2, 1) for size in (4, 8, 16, 32, 64, 128)), (own, 2, 1)]
    assert all(call[4].undefined and not call[4].trace and not call[4].optimized for call in calls)
    assert report.is_complete


def test_orders_of_threads(watched):
    calls = watched(running())
    report = texels.check(1, *images())
    own = texels.committed_wave_size("cpu")
    more = [(own, "tiled", 0), (own, ("shuffled", 1), 0), (own, "linear", 1), (own, "linear", (1, "idle"))]
    assert configurations(report)[6:] == more
    assert (calls[7][1].lane_order, calls[7][1].seed, calls[9][1].idle_waves) == ("shuffled", 1, 1)


def test_equal_and_impossible_configurations_are_not_run(watched):
    watched(running())
    # A line of threads has no tiles.
    assert [order for _, order, _ in configurations(line.check(1, np.zeros(64, np.uint32)))[6:]] == [
        ("shuffled", 1),
        "linear",
        "linear",
    ]
    # Three threads are no whole quad, but make two waves.
    own = few.committed_wave_size("cpu")
    assert configurations(few.check(1, np.zeros(3, np.uint32)))[6:] == [
        (own, "linear", 1),
        (own, "linear", (1, "idle")),
    ]

    @wd.kernel(num_waves=64, wave_size=(4, 16, 16))
    def full(out: wd.RWBuffer[u32]):
        out[0] = 1

    assert configurations(full.check(1, np.zeros(1, np.uint32))) == [(size, "linear", 0) for size in (4, 8, 16)]


def test_combinations_of_requested_values(watched):
    watched(running())
    report = texels.check(1, *images(), wave_sizes=[8, 32], extra_waves=[0, 2, (1, "idle")])
    assert configurations(report) == [(size, "linear", more) for size in (8, 32) for more in (0, 2, (1, "idle"))]
    own = texels.committed_wave_size("cpu")
    assert configurations(texels.check(1, *images(), lane_orders=("shuffled", 7))) == [(own, ("shuffled", 7), 0)]
    assert configurations(texels.check(1, *images(), lane_orders=("linear", "tiled"))) == [
        (own, "linear", 0),
        (own, "tiled", 0),
    ]
    assert configurations(texels.check(1, *images(), extra_waves=(2, "idle"))) == [(own, "linear", (2, "idle"))]
    assert configurations(texels.check(1, *images(), wave_sizes=np.arange(4, 9, 4))) == [
        (4, "linear", 0),
        (8, "linear", 0),
    ]
    shown = str(texels.check(1, *images(), wave_sizes=8, lane_orders=("shuffled", 7), extra_waves=1))
    assert 'wave_size=8, lane_order=("shuffled", 7), extra_waves=1;' in shown


WRONG = [
    ({"wave_sizes": 7}, "kernel 'texels' does not run at wave_size=7\nhelp: its wave sizes are 4, 8"),
    ({"wave_sizes": [8, True]}, "does not run at wave_size=True"),
    ({"wave_sizes": []}, r"wave_sizes is \[\]\nhelp: pass sizes, such as \[8, 32\], or leave it out"),
    ({"wave_sizes": "8"}, "wave_sizes is '8'\nhelp: pass sizes"),
    ({"wave_sizes": 8.0}, r"wave_sizes is 8\.0\nhelp: pass sizes"),
    ({"lane_orders": "random"}, "lane_order is 'random'\nhelp: use"),
    ({"lane_orders": [["tiled"]]}, "lane_orders is .*\nhelp: pass orders"),
    ({"lane_orders": ("shuffled", -1)}, "but its seed must be an integer of 0 or more"),
    ({"extra_waves": -1}, "extra_waves is -1"),
    ({"extra_waves": [0, "idle"]}, "extra_waves is 'idle'"),
    ({"extra_waves": 1000}, "cannot be dealt to"),
    (
        {"unordered": "scale"},
        "`unordered=\"scale\"`: kernel 'texels' does not write to an array of this name\nhelp: name `out`",
    ),
    ({"unordered": ("out", "image")}, "`unordered=\"image\"`: kernel 'texels' does not write to an array of this name"),
    ({"by_wave_size": ["nothing"]}, "`by_wave_size=\"nothing\"`: kernel 'texels' has no such parameter"),
    ({"by_wave_size": 3}, "by_wave_size is 3\nhelp: pass names of parameters in a tuple: name `out`"),
    ({"tolerance": -1.0}, r"tolerance is -1\.0\nhelp: pass how far"),
    ({"tolerance": float("nan")}, "tolerance is nan"),
    ({"tolerance": True}, "tolerance is True"),
    ({"most_findings": 0}, "most_findings is 0\nhelp: pass an integer greater than zero"),
    ({"most_seconds": 0}, "most_seconds is 0\nhelp: pass a number greater than zero, or None"),
    ({"most_shadow_bytes": 1.5}, "most_shadow_bytes is 1.5"),
    ({"most_shadow_bytes": 1 << 80}, "help: pass an integer greater than zero, at most 9223372036854775807"),
]


@pytest.mark.parametrize(("options", "said"), WRONG, ids=[str(options) for options, _ in WRONG])
def test_options_that_are_wrong(watched, options, said):
    calls = watched(running())
    with pytest.raises(wd.LaunchError, match=said):
        texels.check(1, *images(), **options)
    assert not calls


def test_groups_and_arguments_that_are_wrong(watched):
    calls = watched(running())
    for groups in (-1, (2, -2), lambda lanes: 64 // lanes - 1):
        with pytest.raises(wd.LaunchError, match="no groups does nothing"):
            sums.check(groups, *arguments())
    with pytest.raises(wd.LaunchError, match="the number of groups is 1.5"):
        sums.check(lambda lanes: 1.5, *arguments())
    with pytest.raises(wd.LaunchError, match="takes 4 arguments"):
        sums.check(1, SRC)
    with pytest.raises(wd.WaveError, match="unchecked is 'no'"):
        sums.check(1, *arguments(), unchecked="no")
    with pytest.raises(wd.LaunchError, match="leave it out: the kernel writes to no array"):
        reads.check(1, np.zeros(4, np.float32), unordered="src")
    assert not calls


def test_the_arrays_stay_as_they_are(watched):
    def write(arguments, wave_size, options):
        assert not arguments[1].any()
        arguments[1][:] = 9

    calls = watched(running(write=write))
    given = arguments()
    assert sums.check(1, *given)
    assert not given[1].any() and calls[0][2][0] is SRC
    on_device = [wd.array(SRC, "interpreter"), wd.array(given[1], "interpreter"), given[2], 2]
    assert sums.check(1, *on_device)
    assert not on_device[1].numpy().any()


def test_limits(watched):
    calls = watched(running(result([finding("race", access("out"), access("add"), index=0)])))
    report = sums.check(1, *arguments(), most_findings=1, most_shadow_bytes=1 << 20)
    assert len(calls) == 1 and len(report.left_out) == 6 and not report.is_complete
    assert (calls[0][4].most_findings, calls[0][4].most_shadow_bytes) == (1, 1 << 20)
    assert "; not run: wave_size=8; wave_size=16" in str(report)

    def slow(arguments, wave_size, options):
        time.sleep(0.2)

    calls = watched(running(write=slow))
    report = sums.check(1, *arguments(), most_seconds=0.1)
    assert len(calls) == 1 and 0 < calls[0][4].most_seconds <= 0.1 and not report.is_complete
    calls = watched(running())
    assert sums.check(1, *arguments(), most_seconds=None).is_complete
    assert calls[0][4].most_seconds == 0


# --- Results --------------------------------------------------------------------------------------------------------


def writing(values):
    """Writes the values into `out`, a function of the wave size and the options."""

    def write(arguments, wave_size, options):
        arguments[1].reshape(-1)[:] = values(wave_size, options)

    return write


def test_results_that_differ(watched):
    watched(running(write=writing(lambda size, options: [1, 2, 3 if size < 16 else size, 4])))
    report = sums.check(1, *arguments(), wave_sizes=[4, 8, 16, 32])
    (found,) = report.findings
    assert found.message == (
        "the results in buffer `out` differ: element 2 is 3 with wave_size=4, and 16 with wave_size=16; 1 of 4 elements"
        " differs"
    )
    assert (found.rule, found.memory, found.index, found.is_note) == ("results-differ", "out", 2, False)
    assert [one.wave_size for one in found.configurations] == [16, 32]
    assert [place.location for place in found.places] == [at("read"), at("call")]
    assert "and so with wave_size=32\n" in str(found) and "written here too\n" in str(found)
    assert found.advice == (
        f'{DEPENDS["wave_size"]}; or pass `by_wave_size="out"` if it is meant to follow the wave size'
    )
    (found,) = sums.check(1, *arguments(), wave_sizes=[8, 16], unordered="out").findings
    assert "unordered" not in found.advice and 'by_wave_size="out"' in found.advice
    with pytest.raises(wd.CheckError, match="results-differ"):
        report.raise_if_found()


def test_unordered_is_advised_if_it_helps(watched):
    for values, helps in (([1, 2, 4, 3], True), ([1, 2, 4, 4], False)):
        watched(running(write=writing(lambda size, options, values=values: [1, 2, 3, 4] if size < 16 else values)))
        (found,) = sums.check(1, *arguments(), wave_sizes=[8, 16]).findings
        assert ('`unordered="out"` if only the order of its elements is free' in found.advice) is helps


def test_one_element_has_no_order(watched):
    watched(running(write=writing(lambda size, options: [size])))
    source, *others = arguments()
    (found,) = sums.check(1, source, np.zeros(1, np.uint32), *others[1:], wave_sizes=[8, 16]).findings
    assert "unordered" not in found.advice and 'by_wave_size="out"' in found.advice


def test_results_that_depend_on_more_waves(watched):
    watched(running(write=writing(lambda size, options: options.extra_waves)))
    (found,) = sums.check(1, *arguments()).findings
    assert f"and 1 with wave_size={sums.committed_wave_size('cpu')}, extra_waves=1;" in found.message
    (found,) = sums.check(1, *arguments(), wave_sizes=8, extra_waves=[0, 1], unordered="out").findings
    assert found.advice == DEPENDS["extra_waves"] and "wd.group_wave_count()" in found.advice


def test_results_that_depend_on_the_order_of_lanes(watched):
    def write(arguments, wave_size, options):
        arguments[1][:] = options.lane_order == "tiled"

    watched(running(checks=dataclasses.replace(CHECKS, sites=(), memories=()), write=write))
    (found,) = texels.check(1, *images(), wave_sizes=8, lane_orders=["linear", "tiled"]).findings
    # This kernel numbers nothing by lanes.
    assert found.advice.startswith(DECIDED_BY_ORDER) and "by_wave_size" not in found.advice
    assert "`tolerance=`" in found.advice


def test_results_of_atomics_are_not_compared(watched):
    reached = dataclasses.replace(CHECKS, atomic_results_reach=frozenset([1]))
    turned = writing(lambda size, options: np.roll([1, 2, 3, 4], size))
    changed = writing(lambda size, options: [1, 2, 3, 4 + (size == 8)])
    for write in (turned, changed):
        watched(running(checks=reached, write=write))
        report = sums.check(1, *arguments(), wave_sizes=[8, 9 - 5])
        assert report.ok and report.not_compared == ("out",)
        assert "; not compared, because the order of atomics decides the results: `out`" in str(report)
    watched(running(checks=reached, write=turned))
    assert sums.check(1, *arguments(), wave_sizes=[4, 8], unordered="out").ok
    watched(running(checks=reached, write=changed))
    report = sums.check(1, *arguments(), wave_sizes=[4, 8], unordered=["out"])
    assert "the results in buffer `out`, sorted, differ: element 3 is 4 with" in report.findings[0].message
    assert not report.not_compared


def test_vectors_are_sorted_whole(watched):
    def write(arguments, wave_size, options):
        arguments[2][:2] = [[1, 5, 0], [1, 4, 0]] if wave_size == 4 else [[1, 4, 0], [1, 5, 0]]
        arguments[2][2] = [7, 8, 9] if wave_size != 16 else [8, 7, 9]

    watched(running(write=write))
    assert sums.check(1, *arguments(), wave_sizes=[4, 8], unordered="points").ok
    (found,) = sums.check(1, *arguments(), wave_sizes=[8, 16], unordered="points").findings
    assert "buffer `points`, sorted, differ: component x of element 63 is 7.0" in found.message
    (found,) = sums.check(1, *arguments(), wave_sizes=[4, 8]).findings
    assert "component y of element 0 is 5.0 with wave_size=4, and 4.0 with wave_size=8; 2 of 192" in found.message


def test_results_that_depend_on_the_wave_size(watched):
    watched(running(write=writing(lambda size, options: size)))
    assert not sums.check(1, *arguments())
    assert sums.check(1, *arguments(), by_wave_size="out")
    watched(running(write=writing(lambda size, options: size + options.extra_waves)))
    assert not sums.check(1, *arguments(), by_wave_size=("out", "points"))


def test_runs_that_ended_early_are_not_compared(watched):
    ends = lambda size: result(end="seconds" if size == 8 else "done")
    watched(running(ends, write=writing(lambda size, options: int(size == 8))))
    assert sums.check(1, *arguments(), wave_sizes=[8, 16, 32]).filter(rule="results-differ").ok


@wd.kernel(num_waves=1)
def floats(half: wd.RWBuffer[f16], out: wd.RWBuffer[f32], double: wd.RWBuffer[wd.f64]):
    out[0] = 1.0


FLOATS = [
    (np.float16, [1, 1000, 1000], [1, 999.5, 1000], True),
    (np.float16, [1, 1000, 1000], [1, 998, 1000], False),
    (np.float32, [1e5, 2e5], [1e5 + 0.9, 2e5], True),
    (np.float32, [1e5, 2e5], [1e5 + 1.5, 2e5], False),
    (np.float64, [1e12, 2e12], [1e12 + 0.9, 2e12], True),
    (np.float64, [1e12, 2e12], [1e12 + 1.5, 2e12], False),
    # What cancels out has the error of its terms.
    (np.float32, [1e-6, 1, 2, 3], [-1e-6, 1, 2, 3], True),
    (np.float32, [1e-4, 1, 2, 3], [-1e-4, 1, 2, 3], False),
    # A sentinel hides nothing, however often it is there.
    (np.float32, [1, 2, 3, 1e9], [1, 2, 3.5, 1e9], False),
    (np.float32, [1, 2, 3.4e38, 3.4e38, -3.4e38, 3.4e38], [1, 2.5, 3.4e38, 3.4e38, -3.4e38, 3.4e38], False),
    (np.float64, [1e308, 1], [-1e308, 1], False),
    (np.float32, [np.nan, np.inf], [np.nan, np.inf], True),
    (np.float32, [np.nan, 1e30], [1.0, 1e30], False),
    (np.float32, [np.inf, 1e30], [-np.inf, 1e30], False),
    (np.float32, [np.inf, 1e30], [1e30, 1e30], False),
    (np.float32, [-0.0, 0.0], [0.0, 0.0], True),
]


@pytest.mark.parametrize(("dtype", "first", "second", "same"), FLOATS)
def test_floats(watched, dtype, first, second, same):
    number = [np.float16, np.float32, np.float64].index(dtype)

    def write(arguments, wave_size, options):
        arguments[number][:] = first if wave_size == 4 else second

    watched(running(checks=dataclasses.replace(CHECKS, sites=(), memories=()), write=write))
    given = [np.zeros(len(first), kind) for kind in (np.float16, np.float32, np.float64)]
    report = floats.check(1, *given, wave_sizes=[4, 8])
    assert report.ok is same
    if np.isfinite(first).all():
        assert not floats.check(1, *given, wave_sizes=[4, 8], tolerance=0).ok or first == second
        assert floats.check(1, *given, wave_sizes=[4, 8], tolerance=2.0).ok or np.isnan(second).any()


def test_images_that_differ(watched):
    def write(arguments, wave_size, options):
        arguments[1][2, 3, 1] = wave_size

    watched(running(checks=dataclasses.replace(CHECKS, sites=(), memories=()), write=write))
    (found,) = texels.check(1, *images(), wave_sizes=[4, 8]).findings
    assert "image `out` differ: component y of texel (3, 2) is 4.0 with wave_size=4, and 8.0" in found.message
    assert found.places[0].location.file == FILE and "def texels" in found.places[0].source


# --- One dispatch ---------------------------------------------------------------------------------------------------


def test_a_dispatch_with_checks(watched):
    def write(arguments, wave_size, options):
        arguments[1][:] = wave_size

    note = finding("buffer-bounds", access("point"), index=999)
    calls = watched(running(result([note]), write=write))
    given = arguments()
    done = sums.dispatch((2, 3), *given, check=True, wave_size=16, extra_waves=1)
    assert set(given[1]) == {16}
    assert (done.wave_size, done.device.name, done.elapsed_ns()) == (16, "cpu", 2.5e6)
    assert done.report.ok and len(done.report.notes) == 1
    assert [run.configuration.extra_waves for run in done.report.runs] == [1]
    assert calls[0][3] == (2, 3, 1) and calls[0][2][1] is given[1]


def test_a_dispatch_with_findings(watched):
    race = finding("race", access("out"), access("add"), index=0)
    watched(running(result([race]), write=writing(lambda size, options: 5)))
    given = arguments()
    with pytest.raises(wd.CheckError, match="data race") as raised:
        sums.dispatch(1, *given, check=True)
    assert set(given[1]) == {5}
    assert raised.value.report.findings[0].rule == "race"


def test_dispatches_that_cannot_be_checked(watched):
    calls = watched(running())
    with pytest.raises(
        wd.LaunchError, match="checks run on the CPU, and device is 'interpreter'\nhelp: leave `device` out"
    ):
        sums.dispatch(1, *arguments(), check=True, device="interpreter")
    there = [wd.array(SRC, "interpreter"), *arguments()[1:]]
    with pytest.raises(wd.LaunchError, match="argument 'src' is on device 'interpreter', and checks run on the CPU"):
        sums.dispatch(1, *there, check=True)
    with pytest.raises(wd.WaveError, match="check is 'yes'"):
        sums.dispatch(1, *arguments(), check="yes")
    with pytest.raises(wd.LaunchError, match="does not run at wave_size=5"):
        sums.dispatch(1, *arguments(), check=True, wave_size=5)
    with pytest.raises(wd.LaunchError, match="with 1000 extra waves has"):
        sums.dispatch(1, *arguments(), check=True, extra_waves=1000)
    assert not calls


# --- Kernels that run -----------------------------------------------------------------------------------------------


@wd.kernel(num_waves=2)
def totals(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    store = wd.groupshared(u32, wd.group_wave_count())
    mine = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    total = wd.wave_active_sum(src[mine])
    if wd.wave_is_first_lane():
        store[wd.group_wave_index()] = total
    wd.group_memory_barrier_with_group_sync()
    if mine == 0:
        out[0] = store[0] + store[1]


@wd.kernel(num_waves=2)
def racing(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    store = wd.groupshared(u32, wd.group_wave_count())
    mine = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    total = wd.wave_active_sum(src[mine])
    if wd.wave_is_first_lane():
        store[wd.group_wave_index()] = total
    if mine == 0:
        out[0] = store[0] + store[1]


def test_a_kernel_that_is_right():
    out = np.zeros(1, np.uint32)
    report = totals.check(1, np.ones(8, np.uint32), out, by_wave_size="out")
    assert report.ok and report.is_complete and len(report.runs) == 7, str(report)
    assert not out.any()
    assert totals.dispatch(1, np.ones(16, np.uint32), out, check=True, wave_size=8).report.ok
    assert out[0] == 16


def test_a_kernel_that_is_right_only_at_some_sizes():
    # There are fewer lanes than elements at small sizes.
    report = totals.check(1, np.ones(64, np.uint32), np.zeros(1, np.uint32), wave_sizes=[8, 16])
    assert [found.rule for found in report.findings] == ["results-differ"], str(report)


def test_a_kernel_that_races():
    out = np.zeros(1, np.uint32)
    report = racing.check(1, np.ones(256, np.uint32), out, by_wave_size="out")
    races = report.filter(rule=("race", "uninitialized"))
    assert not races and not report
    with pytest.raises(wd.CheckError):
        racing.dispatch(1, np.ones(256, np.uint32), out, check=True)


def test_sites_are_where_they_are_meant_to_be():
    # The places of the sums kernel, which the tests with made up results rely on.
    assert all(location.file == FILE for site in SITES.values() for location in site.locations)


@wd.kernel(num_waves=1)
def never_ends(out: wd.RWBuffer[u32]):
    i = u32(0)
    while out[1] < 1 or i % 2 < 2:
        i += 1
    out[0] = i


@wd.kernel(num_waves=1)
def does_nothing(out: wd.RWBuffer[u32]):
    i = wd.wave_lane_count()
    while i > 0:  # A loop that does nothing is not removed.
        i = (i << 1) | (i >> 31) | 1
    out[0] = u32(1)


@wd.kernel(num_waves=1)
def ends_late(out: wd.RWBuffer[u32]):
    n, total = len(out) - 2, u32(1)
    for _while in range(n - 1):  # of a u32
        total = total * 3 + (total >> 5)
    out[0] = total


@wd.kernel(num_waves=1)
def ends_very_late(out: wd.RWBuffer[u32]):
    total = wd.wave_lane_index()
    for _ in range(100000):
        for _while in range(100000):
            total = total * 3 + (total >> 5)
    out[0] = total


@wd.kernel(num_waves=1)
def stores_never(out: wd.RWBuffer[u32]):
    n, total = len(out) - 2, u32(1)
    for _while in range(n - 1):
        if n > 0:
            out[1] = total
        total = total * 3 + (total >> 5)
    out[0] = total


@wd.kernel(num_waves=2)
def waits_for_nobody(out: wd.RWBuffer[u32]):
    if wd.wave_is_first_lane():
        while wd.atomic_add(out, 0, 0) == 0:
            pass
        out[1] = 2


@pytest.mark.parametrize(
    "kernel",
    [never_ends, does_nothing, ends_late, ends_very_late, stores_never, waits_for_nobody],
    ids=lambda kernel: kernel.name,
)
def test_a_loop_that_does_not_end(kernel):
    report = kernel.check(1, np.zeros(2, np.uint32), wave_sizes=8, most_seconds=0.2)
    assert not report and not report.is_complete
    (finding,) = report.findings
    assert finding.rule == "not-finished"
    source, first = inspect.getsourcelines(kernel.function)
    loop = first + next(number for number, line in enumerate(source) if "while" in line)
    assert finding.location.line in (loop, loop + 1)
    counts = kernel.count(1, np.zeros(2, np.uint32), wave_size=8, optimized=False, most_seconds=0.2)
    # What comes after the loop has not happened.
    assert counts.of("out").stores.executions == 0 and counts.groups == 0


def test_an_unordered_array_whose_values_the_order_decides():
    """A hash table: sorting does not help, and the advice says so."""

    @wd.kernel(num_threads=64)
    def insert(keys: wd.RWBuffer[u32], slots: wd.RWBuffer[u32]):
        key = wd.dispatch_thread_id().x + 1
        slot = key // 4 % 16
        for _ in range(64):
            if wd.atomic_compare_exchange(keys, slot, 0, key) == 0:
                slots[key - 1] = slot * key
                break
            slot = (slot + 1) % 64

    report = insert.check(1, np.zeros(64, np.uint32), np.zeros(64, np.uint32), unordered="slots")
    (found,) = report.findings
    assert found.rule == "results-differ" and 'leave "slots" out of `unordered`' in found.advice
    assert insert.check(1, np.zeros(64, np.uint32), np.zeros(64, np.uint32))
