"""What a report says: its findings in words, and what can be done with it."""

from __future__ import annotations

import dataclasses
import json

import numpy as np
import pytest
from native_results import CHECKS, FILE, access, at, finding, reads, result, running, sums, texels

import wavedialect as wd
from wavedialect.checker.rules import RULES
from wavedialect.checker.sites import Checks, Memory, Site

SRC = np.arange(64, dtype=np.uint32)


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
        only(report).message == "a store out of bounds: element -1 of groupshared array `store`, which has 4 elements"
    )
    assert str(report).index("element -1") < str(report).index(": note: a store out of bounds")


def test_accesses_out_of_bounds_of_buffers_are_findings_where_they_are_undefined(watched):
    report = checked(watched, finding("buffer-bounds", access("point"), index=999), unchecked=True)
    assert "with `unchecked=True`" in only(report).advice and not report.notes


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
        " wave 3 does not come"
    )
    branch = at("branch")
    assert f"{FILE}:{branch.line}:{branch.column}: the waves parted at this condition\n" in str(found)
    assert "\nwave 3 does not come, and is at the end of the kernel\n" in str(found)
    assert found.places[2].location == branch
    found = only(checked(watched, finding("barrier-mismatch", waits, access("barrier", wave=3, lane=-1))))
    assert found.message == "waves 0 and 3 of group (0, 0, 0) wait at different barriers"
    assert "wave 3 waits here, at `wd.group_memory_barrier_with_group_sync`\n" in str(found)
    found = only(checked(watched, finding("barrier-lanes", waits, lanes=0b1110)))
    assert found.message.endswith("is reached by a part of the live lanes of wave 0: lanes 1 to 3")


def test_every_rule_can_be_said(watched):
    first, second = access("write", wave=1), access("read", wave=2)
    for rule in RULES:
        if rule != "results-differ":
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
    assert report.ok and not report.is_complete and [run.end for run in report.runs] == ["seconds"] * 2
    assert str(report).endswith("; 2 runs ended early because the time was up")
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
