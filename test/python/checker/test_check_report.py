"""What a report says: its findings in words, and what can be done with it."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import numpy as np
import pytest
from native_results import CHECKS, FILE, access, at, finding, reads, result, running, sums, texels

import wavedialect as wd
from wavedialect import u32
from wavedialect.checker.rules import DEPENDS, RULES
from wavedialect.ir.module import Location
from wavedialect.runtime.checks import Checks, Memory, Site

SRC = np.arange(64, dtype=np.uint32)


@wd.kernel(num_waves=2)
def update(out: wd.RWBuffer[u32]):
    out[0] += 1


@wd.kernel(num_waves=2)
def spelled_update(out: wd.RWBuffer[u32]):
    out[0] = out[ 0 ] + 1  # fmt: skip


@wd.kernel(num_waves=2)
def shift(out: wd.RWBuffer[u32]):
    if wd.wave_is_first_lane():
        out[wd.group_wave_index()] = out[wd.group_wave_index() + 1]


@wd.kernel(num_waves=2)
def round_trip(out: wd.RWBuffer[u32]):
    store = wd.groupshared(u32, wd.group_wave_count())
    total = u32(0)
    for step in range(3):
        if wd.wave_is_first_lane():
            store[wd.group_wave_index()] = u32(step)  # round write
        wd.group_memory_barrier_with_group_sync()  # round barrier
        total += store[1 - wd.group_wave_index()]  # round read
    if wd.wave_is_first_lane():
        out[wd.group_wave_index()] = total


@wd.kernel(num_waves=2)
def no_barrier(out: wd.RWBuffer[u32]):
    store = wd.groupshared(u32, wd.group_wave_count())
    if wd.wave_is_first_lane():
        store[wd.group_wave_index()] = 1
        out[wd.group_wave_index()] = store[0]


def rounds(marks):
    """Checks of `round_trip` with sites at these marks, and their numbers."""
    kinds = {"round write": "store", "round barrier": "barrier", "round read": "load"}
    memory = Memory("groupshared", -1, 2, "u32", True, None)
    sites = []
    for mark in marks:
        line = next(line for line, text in enumerate(Path(__file__).read_text().splitlines(), 1) if text.endswith(f"# {mark}"))  # fmt: skip
        orders = {"orders_groupshared": True, "synchronizes": True} if kinds[mark] == "barrier" else {}
        number = -1 if kinds[mark] == "barrier" else 0
        sites.append(Site(kinds[mark], "", "", number, (Location(__file__, line, 9),), **orders))
    return Checks(tuple(sites), (memory,), frozenset()), {mark: number for number, mark in enumerate(marks)}


def arguments():
    return SRC, np.zeros(4, np.uint32), np.zeros((64, 3), np.float32), 2


def checked(watched, *findings, **options):
    watched(running(result(findings)))
    return sums.check((2, 2), *arguments(), wave_sizes=8, **options)


def only(report):
    (found,) = report.findings
    return found


def test_a_race_between_waves(watched):
    first = finding("race", access("read", wave=2, lane=5), access("write", wave=0, lane=1), index=3, count=36)
    report = checked(watched, first)
    here, there = at("read"), at("write")
    assert str(report) == (
        f"{FILE}:{here.line}:{at('read', 'store[0]').column}: data race between waves 0 and 2 of group (0, 0, 0) on"
        " element 3 of groupshared array `store`: a load and a store that no barrier orders [race]\n"
        f"  {here.line} |     wd.atomic_add(out, 0, store[0])  # read\n"
        f"  {' ' * len(str(here.line))} |                           ^\n"
        "  by lane 5 of wave 2 of group (0, 0, 0), 36 times, at wave_size=8\n"
        f"{FILE}:{there.line}:{there.column}: store before that, by lane 1 of wave 0\n"
        f"  {there.line} |         store[wd.group_wave_index()] = total  # write\n"
        f"  {' ' * len(str(there.line))} |         ^\n"
        "help: put `wd.group_memory_barrier_with_group_sync()` between them\n"
        "\n"
        "kernel 'sums': 1 finding in 1 run at wave_size=8; 0.0025 s, at most 4 KiB to find races"
    )
    found = only(report)
    assert (found.rule, found.memory, found.index, found.between, found.count) == ("race", "store", 3, "waves", 36)
    assert [place.location for place in found.places] == [at("read", "store[0]"), there]
    assert (found.places[1].group, found.places[1].wave, found.places[1].lane) == ((0, 0, 0), 0, 1)
    assert not report and not report.ok


def test_a_race_between_lanes_of_one_statement(watched):
    found = only(checked(watched, finding("race", access("out", lane=3), access("out", lane=0), index=1)))
    assert found.message == (
        "data race between lanes 0 and 3 of wave 0 on element 1 of buffer `out`: a store and a store that no barrier orders"
    )
    assert "wd.wave_is_first_lane()" in found.advice


def test_a_race_between_groups(watched):
    found = only(checked(watched, finding("race", access("out", group=3), access("add", group=1), index=0)))
    assert "data race between groups (1, 0, 0) and (1, 1, 0)" in found.message
    assert "a store and `wd.atomic_add` that nothing orders" in found.message
    assert "of group (1, 0, 0)" in str(found)
    assert found.advice == "make both accesses atomic: no barrier orders groups"


def test_elements_of_vectors_and_negative_ones(watched):
    first = finding("buffer-bounds", access("point"), index=3 * 70 + 1)
    second = finding("out-of-bounds", access("write"), index=2**32 - 1)
    report = checked(watched, first, second)
    assert report.notes[0].message == (
        "a store out of bounds: component y of element 70 of buffer `points`, which has 64 elements"
    )
    assert (
        only(report).message
        == "a store out of bounds: element -1 (4294967295 as u32) of groupshared array `store`, which has 4 elements"
    )
    assert str(report).index("element -1") < str(report).index(": note: a store out of bounds")
    assert "with `unchecked=True` the access is undefined" in report.notes[0].advice


def test_accesses_out_of_bounds_of_buffers_are_findings_where_they_are_undefined(watched):
    report = checked(watched, finding("buffer-bounds", access("point"), index=999), unchecked=True)
    assert "with `unchecked=True`" in only(report).advice and not report.notes


def test_updates_and_rounds(watched):
    def advised(kernel, **options):
        report = kernel.check(1, np.zeros(8, np.uint32), wave_sizes=8, **options)
        return {found.between: found for found in report.findings if found.rule == "race"}

    for kernel in (update, spelled_update):
        # One finding, although the load and the store race in three ways.
        (found,) = advised(kernel).values()
        assert found.advice.startswith("use an atomic, `wd.atomic_add(out, 0, 1)`: it reads and writes at once")
    # A shift by one element is no update.
    assert advised(shift)["waves"].advice.startswith(
        "load the element into a variable, and put `wd.device_memory_barrier_with_group_sync()` between the load and the"
        " store, outside of the condition or loop at line "
    )
    found = advised(round_trip)["waves"]
    assert found.advice.startswith("put `wd.group_memory_barrier_with_group_sync()` at the end of the loop as well")
    assert " before that, of a later iteration of the loop, by" in str(found)
    found = advised(no_barrier)["waves"]
    assert found.advice.startswith("put `wd.group_memory_barrier_with_group_sync()` between them, outside of")


def test_an_earlier_round(watched):
    race = finding("race", access("round write", wave=1), access("round read"), index=0)
    checks, numbers = rounds(["round write", "round barrier", "round read"])
    race.access.site, race.other.site = numbers["round write"], numbers["round read"]
    watched(running(result([race]), checks))
    found = only(round_trip.check(1, np.zeros(8, np.uint32), wave_sizes=8))
    assert "load before that, of an earlier iteration of the loop, by lane 0 of wave 0" in str(found)
    assert "at the end of the loop as well" in found.advice
    checks, numbers = rounds(["round write", "round read"])
    race.access.site, race.other.site = numbers["round write"], numbers["round read"]
    watched(running(result([race]), checks))
    found = only(round_trip.check(1, np.zeros(8, np.uint32), wave_sizes=8))
    assert found.advice.endswith("between them, and one at the end of the loop as well")


@wd.kernel(num_threads=(16, 8))
def lanes_of_threads(out: wd.RWBuffer[u32]):
    out[wd.group_index()] = wd.wave_lane_index()


@pytest.mark.parametrize(
    "asked, aspect, said",
    [
        ({"extra_waves": [0, 1]}, "extra_waves", "more waves than the threads need"),
        ({"extra_waves": [0, (1, "idle")]}, "idle_waves", "waves that have no lanes"),
        ({"lane_orders": ["linear", ("shuffled", 1)]}, "lane_order", "not by the index of a thread"),
    ],
)
def test_findings_seen_only_in_some_placements(watched, asked, aspect, said):
    def report_of(is_found):
        runs = iter(is_found)
        watched(running(lambda size: result([finding("inactive-lane", access("lane"))] if next(runs) else [])))
        if aspect != "lane_order":
            return sums.check(1, *arguments(), wave_sizes=8, **asked)
        return lanes_of_threads.check(1, np.zeros(128, np.uint32), wave_sizes=8, **asked)

    help_of_rule = only(report_of([True, True])).advice
    assert said not in help_of_rule
    found = only(report_of([False, True]))
    assert found.advice == f"{DEPENDS[aspect]}; if that is not the cause, {help_of_rule}" and said in found.advice


def test_long_reports_are_short(watched):
    sites = [dataclasses.replace(CHECKS.sites[0], kind="undefined", locations=(Location(FILE, 1 + line, 1),)) for line in range(25)]  # fmt: skip
    checks = dataclasses.replace(CHECKS, sites=tuple(sites))
    found = [finding("integer-division", access("")) for _ in range(14)]
    found += [finding("shift-amount", access("")) for _ in range(7)]
    for number, one in enumerate(found):
        one.access.site = number
    watched(running(result(found), checks))
    report = sums.check(1, *arguments(), wave_sizes=8)
    text = str(report)
    assert text.count("help: ") == 15 and len(report.findings) == 14 and len(report.notes) == 7
    assert f"{FILE}:14:1: integer division by zero, or of the type's lowest number by -1 [integer-division]\n" in text
    assert "\n4 findings abbreviated: `report.findings` has the full text\n" in text
    assert "\n2 notes abbreviated: `report.notes` has the full text\n" in text


def test_results_that_a_race_explains(watched):
    def write(arguments, wave_size, options):
        arguments[1][:] = wave_size

    watched(running(result([finding("race", access("out", lane=3), access("out"), index=1)]), write=write))
    report = sums.check(1, *arguments(), wave_sizes=[8, 16])
    assert [found.rule for found in report.findings] == ["race", "results-differ"]
    assert str(report).count("help: ") == 2 and "abbreviated" not in str(report)
    line = report.findings[0].location.line
    assert report.findings[1].advice == (
        f"first fix the race on `out` at line {line}, which may cause this, and check again"
    )


def test_the_lanes_parted(watched):
    found = only(checked(watched, finding("barrier-lanes", access("barrier", lane=-1), branch="branch", lanes=1)))
    assert "the lanes diverged at this condition" in str(found) and "waves diverged" not in str(found)


def test_lanes_and_calls(watched):
    found = only(checked(watched, finding("inactive-lane", access("lane", wave=1), lanes=0b110101)))
    assert found.message == "`wd.wave_read_lane_at` reads a lane that is inactive or does not exist"
    assert found.places[0].lanes == (0, 2, 4, 5)
    assert "  by lanes 0, 2, 4, 5 of wave 1 of group (0, 0, 0), once, at wave_size=8\n" in str(found)
    found = only(checked(watched, finding("uninitialized", access("twice"), lanes=2**16 - 1, index=3)))
    call = at("call", "twice(")
    assert found.places[0].calls == (call,)
    assert "lanes 0 to 15" in str(found)
    assert f"{FILE}:{call.line}:{call.column}: called here\n" in str(found)


def test_barriers(watched):
    waits, elsewhere = access("barrier", lane=-1), access("", wave=3, lane=-1)
    found = only(checked(watched, finding("barrier-not-reached", waits, elsewhere, branch="branch")))
    assert found.message == (
        "`wd.group_memory_barrier_with_group_sync` is not reached by all live waves of group (0, 0, 0): wave 0 waits and"
        " wave 3 never arrives"
    )
    branch = at("branch")
    assert f"{FILE}:{branch.line}:{branch.column}: the waves diverged at this condition\n" in str(found)
    assert "\nwave 3 never arrives, and is at the end of the kernel\n" in str(found)
    assert found.places[2].location == branch
    found = only(checked(watched, finding("barrier-mismatch", waits, access("barrier", wave=3, lane=-1))))
    assert found.message == "waves 0 and 3 of group (0, 0, 0) wait at one barrier in different iterations"
    assert "wave 3 waits here, in another iteration\n" in str(found)
    found = only(checked(watched, finding("barrier-mismatch", waits, access("lane", wave=3, lane=-1))))
    assert found.message == "waves 0 and 3 of group (0, 0, 0) wait at different barriers"
    assert "wave 3 waits here, at `wd.wave_read_lane_at`\n" in str(found)
    found = only(checked(watched, finding("barrier-lanes", waits, lanes=0b1110)))
    assert found.message.endswith("is reached by a part of the live lanes of wave 0: lanes 1 to 3")


def test_every_rule_can_be_said(watched):
    first, second = access("write", wave=1), access("read", wave=2)
    for rule in RULES:
        # Findings about whole runs have no access; those about pipes and sets of waves need a kernel with these.
        if rule not in ("results-differ", "fixed-group-count") and not rule.startswith(("pipe-", "waves-barrier-")):
            for other in (second,) if rule in ("race", "barrier-mismatch") else (None, second):
                report = checked(watched, finding(rule, first, other, lanes=2, index=1))
                assert f"[{rule}]" in str(report) and "None" not in str(report)
    assert "[some-rule]" in str(checked(watched, finding("some-rule", access(""))))


def test_one_mistake_in_several_configurations(watched):
    def seen(wave_size):
        wave = 1 if wave_size < 64 else 0
        pair = access("read", lane=2), access("write", wave=wave)
        return result([finding("race", *(pair if wave_size != 16 else pair[::-1]), count=2)])

    watched(running(seen))
    report = sums.check(1, *arguments(), wave_sizes=[8, 16, 32, 64, 128])
    found = only(report)
    assert found.count == 10
    assert [one.wave_size for one in found.configurations] == [8, 16, 32, 64, 128]
    assert "10 times, at wave_size=8; wave_size=16; wave_size=32; wave_size=64 and 1 more\n" in str(found)
    assert "1 finding in 5 runs at wave sizes 8, 16, 32, 64, 128;" in str(report)


def test_filters(watched):
    race = finding("race", access("read"), access("write", wave=1), index=0)
    bounds = finding("buffer-bounds", access("point"), index=999)
    report = checked(watched, race, finding("inactive-lane", access("lane")), bounds)
    assert (len(report.findings), len(report.notes)) == (2, 1)
    assert only(report.filter(rule="race")).rule == "race" and not report.filter(rule="race").notes
    assert len(report.filter(rule=("race", "inactive-lane")).findings) == 2
    assert not report.filter(notes=True).findings and len(report.filter(notes=True).notes) == 1
    assert not report.filter(notes=False).notes
    assert only(report.filter(line=at("write").line)).rule == "race"
    assert only(report.filter(file="native_results.py", line=range(at("write").line, at("read").line))).rule == "race"
    assert report.filter(file="other.py").ok
    assert only(report.filter(memory="store")).rule == "race"
    assert report.filter(wave_size=8) == report and report.filter(wave_size=16).ok


WRONG = [
    ({"rule": "rase"}, "there is no rule 'rase'\nhelp: the rules are race, lost-update, out-of-bounds"),
    ({"rule": 3}, "rule is 3\nhelp: pass the name of a rule"),
    ({"rule": ["race", 3]}, "rule is .*\nhelp: pass the name of a rule"),
    ({"line": "9"}, "line is '9'\nhelp: pass the number of a line"),
    ({"line": True}, "line is True"),
    ({"notes": 1}, "notes is 1\nhelp: pass True"),
    ({"memory": "nothing"}, "kernel 'sums' has no memory 'nothing'\nhelp: .*: src, out, points, store"),
    ({"memory": 3}, "has no memory 3"),
    ({"file": 3}, "file is 3"),
    ({"wave_size": "8"}, "wave_size is '8'"),
]


@pytest.mark.parametrize(("options", "said"), WRONG, ids=[str(options) for options, _ in WRONG])
def test_filters_that_are_wrong(watched, options, said):
    with pytest.raises(wd.WaveError, match=said):
        checked(watched).filter(**options)


def test_filters_without_a_match(watched):
    report = checked(watched)
    assert report.filter(memory="out").ok and report.filter(rule="results-differ").ok and report.filter(line=9).ok
    assert report.filter(file=Path("a.py"), line={1, 2}, rule={"race"}).ok


def test_json_and_raising(watched):
    race = finding("race", access("read", group=2), access("write", group=2, wave=1), index=0)
    report = checked(watched, race)
    described = json.loads(report.to_json())
    assert (described["kernel"], described["ok"], described["is_complete"]) == ("sums", False, True)
    (found,) = described["findings"]
    assert found["places"][0]["location"]["line"] == at("read").line and found["places"][0]["group"] == [0, 1, 0]
    assert described["runs"][0]["configuration"]["wave_size"] == 8
    with pytest.raises(wd.CheckError) as raised:
        report.raise_if_found()
    assert raised.value.report is report and str(raised.value) == str(report)
    assert isinstance(raised.value, wd.WaveError)
    clean = checked(watched, finding("buffer-bounds", access("point"), index=999))
    assert clean and clean.raise_if_found() is clean


def test_runs_that_end_early(watched):
    watched(running(result(end="seconds")))
    report = sums.check(1, *arguments(), wave_sizes=[8, 16])
    assert not report.is_complete and [run.end for run in report.runs] == ["seconds"] * 2
    assert [found.rule for found in report.findings] == ["not-finished"]
    assert str(report).endswith("; 2 runs ended early because time ran out")
    watched(running(result(end="interrupted")))
    with pytest.raises(KeyboardInterrupt):
        sums.check(1, *arguments())


def test_images_and_arrays_without_a_name(watched):
    texel = Site("load", "", "", 0, (at("sum"),))
    memories = (Memory("image", 0, 0, "f32", False, None), Memory("local", -1, 6, "u32", True, at("point")))
    checks = Checks((texel, dataclasses.replace(texel, memory=1)), memories, frozenset())
    found = [
        finding("buffer-bounds", access("sum"), index=19),
        finding("buffer-bounds", access("sum"), index=2**32 - 1),
    ]
    found.append(finding("out-of-bounds", access("load src"), index=7))
    watched(running(result(found), checks))
    report = texels.check(1, np.zeros((8, 16), np.float32), np.zeros((8, 16, 2), np.float32), 1.0, wave_sizes=8)
    assert report.notes[0].message == "a load out of bounds: texel (3, 1) of image `image`, which has 16 x 8 texels"
    assert report.notes[0].count == 2
    assert only(report).message == (
        f"a load out of bounds: element 7 of local array made at line {at('point').line}, which has 6 elements"
    )


def test_a_kernel_that_writes_nothing(watched):
    watched(running(result(), dataclasses.replace(CHECKS, memories=())))
    report = reads.check(1, np.zeros(4, np.float32), wave_sizes=8)
    assert str(report).startswith("kernel 'reads': nothing found in 1 run at wave_size=8;") and report
