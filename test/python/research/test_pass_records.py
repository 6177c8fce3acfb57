"""What is recorded of each pass: its text, where its lines come from, uniformity, groupshared memory."""

from __future__ import annotations

import re

import pytest
import research_kernels
from research_kernels import line_of, sums

from wavedialect import _native
from wavedialect.ir.printer import print_module

TEXT = print_module(sums._program(False).module)
FILE = research_kernels.__file__
TARGETS = {
    "spirv": ("wave-to-spirv", "convert-wave-to-spirv", "spirv.IAdd"),
    "dxil": ("wave-to-dxil{shader-model=6.6 wave-size=16}", "convert-wave-to-dxil", "llvm.add|arith.addi"),
    "ptx": ("wave-to-ptx{sm=sm_90}", "convert-wave-to-nvvm", "arith.addi"),
    "cpu": ("wave-to-simd{wave-size=16}", "convert-wave-to-simd", "arith.addi"),
}


def record(pipeline):
    return _native.record_passes(TEXT, f"builtin.module({pipeline})")


def places(recorded):
    """(text of the line, place) of each operation."""
    lines = recorded.text.split("\n")
    return [(lines[place[0] - 1].strip(), place) for place in recorded.places]


@pytest.mark.parametrize("target", TARGETS)
def test_every_pipeline_is_recorded(target):
    pipeline, last, addition = TARGETS[target]
    recording = record(pipeline)
    assert recording.ok and not [d for d in recording.diagnostics if d.severity == "error"]
    names = [done.name for done in recording.passes]
    assert names[0] == "input" and names[-1] == last
    assert "wave-inline" in names and "wave-fold-counts" in names
    # What changed nothing is left out.
    texts = [done.text for done in recording.passes]
    assert all(before != after for before, after in zip(texts, texts[1:], strict=False))
    # Lines are right to the end: the sum of the helper comes from the helper's line.
    line = line_of("return x + x")
    assert any(re.search(addition, text) and place[2] == line for text, place in places(recording.passes[-1]))
    assert all(0 < place[0] <= done.text.count("\n") for done in recording.passes for place in done.places)


def test_the_text_has_no_locations_and_the_user_s_names():
    first = record("canonicalize").passes[0]
    assert "loc(" not in first.text
    assert "%total = wave.reduce add" in first.text
    assert first.description


def test_places_are_those_of_the_source():
    first = record("wave-inline").passes[0]
    by_text = dict(places(first))
    (reduce,) = [place for text, place in by_text.items() if "wave.reduce add" in text]
    assert reduce[1:4] == (FILE, line_of("total = wd.wave_active_sum"), 13)
    (add,) = [place for text, place in by_text.items() if text.startswith("%0 = arith.addi %x")]
    assert add[1:4] == (FILE, line_of("return x + x"), 12)
    (module,) = [place for text, place in by_text.items() if text == "module {"]
    assert module[1:] == ("", 0, 0, "", [])


def test_an_inlined_operation_knows_its_calls():
    inlined = record("wave-inline").passes[-1]
    (helper,) = [place for _, place in places(inlined) if place[2] == line_of("return x + x")]
    assert helper[5] == [(FILE, line_of("total = wd.wave_active_sum"), 32)]


def test_uniformity_is_that_of_the_analysis():
    inlined = record("wave-inline").passes[-1]

    def of(operation):
        (found,) = {place[4] for text, place in places(inlined) if operation in text}
        return found

    assert of("wave.lane_index") == "lane"
    assert of("wave.reduce add") == "wave"
    assert of("wave.group_wave_index") == "wave"
    assert of("wave.group_id x") == "group"
    assert of("wave.barrier") == ""
    # Outside of wave IR nothing is known.
    last = record("wave-to-spirv").passes[-1]
    assert {place[4] for place in last.places} == {""}


def test_a_helper_s_values_are_unknown():
    first = record("wave-inline").passes[0]
    (add,) = [place for text, place in places(first) if place[2] == line_of("return x + x") and "addi" in text]
    assert add[4] == ""


def test_groupshared_arrays_are_known_when_their_sizes_are():
    recording = record("wave-to-spirv")
    by_name = {done.name: done.groupshared for done in recording.passes}
    room = ("room", "f32", 3, 12, line_of("room = wd.groupshared"))
    store = ("store", "i32", 2, 8, line_of("store = wd.groupshared"))
    assert by_name["input"] == []
    assert by_name["wave-resolve-groupshared"] == [store, room]


def test_a_pass_on_each_function_is_recorded_once():
    recording = record("wave-inline,gpu.module(wave.func(canonicalize))")
    assert [done.name for done in recording.passes] == ["input", "wave-inline", "canonicalize"]


def test_passes_before_a_failure_are_recorded():
    recording = record("wave-inline,convert-wave-to-simd,canonicalize")
    assert not recording.ok
    assert [done.name for done in recording.passes] == ["input", "wave-inline"]
    assert [d.message for d in recording.diagnostics if d.severity == "error"] == [
        "the array has no static size within the limits yet: run wave-resolve-groupshared first [array-not-sized]"
    ]


def test_text_that_does_not_parse_has_no_passes():
    recording = _native.record_passes("module {", "builtin.module(cse)")
    assert not recording.ok and recording.passes == [] and recording.diagnostics
    unknown = record("no-such-pass")
    assert not unknown.ok and [done.name for done in unknown.passes] == ["input"]


def test_a_bundle_tells_its_passes():
    bundle = sums.compile("dxil", shader_model="6.5")
    names = [done.name for done in bundle.passes()]
    assert names[0] == "input" and names[-1] == "convert-wave-to-dxil"
    assert bundle.origin.target == "dxil" and "shader-model=6.5" in bundle.origin.pipeline
    assert bundle.origin.attributes.num_waves == 2
    assert line_of("return x + x") and "def twice" in bundle.origin.sources[FILE]
