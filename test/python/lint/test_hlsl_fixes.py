"""The fixes of shaders: the changed text, and what the lints report on it."""

from __future__ import annotations

import json
from dataclasses import replace

import jsonschema
import pytest
from sarif_schema import SCHEMA

import wavedialect as wd
from wavedialect.lint.report import joined

HEAD = """StructuredBuffer<uint> x : register(t0);
RWStructuredBuffer<uint> result : register(u0);
RWStructuredBuffer<uint> counter : register(u1);
groupshared uint values[64];
groupshared uint perWave[2];

[numthreads(64, 1, 1)]
void main(uint t : SV_GroupIndex, uint3 id : SV_DispatchThreadID) {
"""
#: A lint, the body of a shader, and the changed body.
FIXED = [
    (
        "barrier-too-weak",
        "values[t] = x[t];\n  GroupMemoryBarrier();  // all\n  result[t] = values[63 - t];",
        "values[t] = x[t];\n  GroupMemoryBarrierWithGroupSync();  // all\n  result[t] = values[63 - t];",
    ),
    (
        "groupshared-without-barrier",
        "values[t] = x[t];\n  result[t] =\n    values[63 - t];",
        "values[t] = x[t];\n  GroupMemoryBarrierWithGroupSync();\n  result[t] =\n    values[63 - t];",
    ),
    (
        "read-of-inactive-lane",
        "if (x[t] > 3) {\n    result[t] = WaveReadLaneAt(min(x[t], t), 0u) + 1;\n  }",
        "if (x[t] > 3) {\n    result[t] = WaveReadLaneFirst(min(x[t], t)) + 1;\n  }",
    ),
    ("lane-from-thread-id", "uint lane = t % 32;\n  if (lane == 0)\n    result[t] = WaveActiveSum(x[t]);",
     "uint lane = WaveGetLaneIndex();\n  if (lane == 0)\n    result[t] = WaveActiveSum(x[t]);"),
    ("lane-from-thread-id", "if ((t & 31) == 0)\n    result[t] = WaveActiveSum(x[t]);",
     "if ((WaveGetLaneIndex()) == 0)\n    result[t] = WaveActiveSum(x[t]);"),
    (
        "atomic-of-every-lane",
        "uint n = WaveActiveSum(x[t]);\n  InterlockedAdd(counter[0],\n    n);",
        "uint n = WaveActiveSum(x[t]);\n  if (WaveIsFirstLane())\n    InterlockedAdd(counter[0],\n      n);",
    ),
    (
        "append-unguarded",
        "uint item = x[t];\n  uint place = WavePrefixCountBits(item != 0);\n  result[place] = item;",
        "uint item = x[t];\n  uint place = WavePrefixCountBits(item != 0);\n  if (item != 0)\n    result[place] = item;",
    ),
    (
        "append-unguarded",
        "bool keep = x[t] > 3;\n  uint place = WavePrefixCountBits(keep);\n  result[place] = x[t];",
        "bool keep = x[t] > 3;\n  uint place = WavePrefixCountBits(keep);\n  if (keep)\n    result[place] = x[t];",
    ),
    (
        "unsigned-never-negative",
        "if (id.x - 1 >= 0 && t > 2)\n    result[t] = x[t] - x[id.x - 1];",
        "if (id.x >= 1 && t > 2)\n    result[t] = x[t] - x[id.x - 1];",
    ),
    (
        "barrier-in-divergent-flow",
        "if (t == 0) {\n    values[0] = x[t];\n    GroupMemoryBarrierWithGroupSync();\n  }\n  result[t] = values[0];",
        "if (t == 0) {\n    values[0] = x[t];\n  }\n  GroupMemoryBarrierWithGroupSync();\n  result[t] = values[0];",
    ),
]  # fmt: skip
#: Declarations, and statements between the count of `item > limit` and the store that may change the condition.
CHANGED = {
    "a helper changes a static variable": ("static uint limit;\nvoid raise() { limit = 100; }", "raise();"),
    "a static variable": ("static uint limit;", "limit = 100;"),
    "another lane stores it": ("groupshared uint limit;", "if (t == 0)\n    limit = 100;\n  GroupMemoryBarrierWithGroupSync();"),
    "a macro names it": ("static const uint limit = 3;\n#define V item", "V = 0;"),
    "a macro assigns it": ("static const uint limit = 3;\n#define RESET() item = 0", "RESET();"),
    "a function takes it as its output": ("static const uint limit = 3;\nvoid clear(out uint v) { v = 0; }", "clear(item);"),
    "a global hidden elsewhere": ("static uint limit;", "{ uint limit = 3; }"),
}  # fmt: skip
#: A lint, and the body of a shader whose form no fix recognizes.
UNFIXED = [
    ("groupshared-without-barrier", "values[t] = x[t]; result[t] = values[63 - t];"),
    ("groupshared-without-barrier", "values[t] = x[t];\n  if (x[0] > 1)\n    result[t] = values[63 - t];"),
    ("groupshared-without-barrier", "values[t] = x[t];\n  if (values[63 - t] > 1)\n    result[t] = 1;"),
    ("read-of-inactive-lane", "if (x[t] > 3)\n    result[t] = WaveReadLaneAt(x[t], 1);"),
    ("read-of-inactive-lane", "if (x[t] > 3)\n    result[t] = WaveReadLaneAt(x[t] /* it */, 0);"),
    ("append-unguarded", "uint item = x[t];\n  uint place = WavePrefixCountBits(item != 0);\n  item = 3;\n  result[place] = item;"),
    ("append-unguarded", "uint item = x[t];\n  uint place = WavePrefixCountBits(item > 3 // large\n    || item == 0);\n  result[place] = item;"),
    ("append-unguarded", "uint item = x[t];\n  uint place = WavePrefixCountBits(item > 3);\n  uint r = result[place] = item;\n  counter[t] = r;"),
    ("append-unguarded", "uint item = x[t];\n  uint place = WavePrefixCountBits(item > 3);\n  result[place] = item,\n    counter[t] = 1;"),
    ("append-unguarded", "uint item = x[t], n = 0;\n  uint place = WavePrefixCountBits(item > 3);\n  result[place] = n++;\n  counter[t] = n;"),
    ("atomic-of-every-lane", "uint n = 0, sum = WaveActiveSum(x[t]);\n  InterlockedAdd(counter[n++], sum);\n  result[t] = n;"),
    ("lane-from-thread-id", "N::t = t;\n  uint lane = N::t % 32;\n  if (lane == 0)\n    result[t] = WaveActiveSum(x[t]);"),
    ("lane-from-thread-id", "uint wave = t / 32, lane = t % 32;\n  if (lane == 0)\n    values[wave] = WaveActiveSum(x[t]);"),
    ("lane-from-thread-id", "uint wave = t / 32;\n  uint lane = t % 32;\n  if (lane == 0)\n    values[wave] = WaveActiveSum(x[t]);"),
    ("barrier-in-divergent-flow", "if (t == 0) {\n    values[0] = x[t];\n#ifndef FAST\n    GroupMemoryBarrierWithGroupSync();\n#endif\n  }\n  result[t] = values[0];"),
    ("append-unguarded", "uint place = WavePrefixCountBits(x[t] != 0);\n  result[place] = t;"),
    ("barrier-in-divergent-flow", "if (t == 0) {\n    GroupMemoryBarrierWithGroupSync();\n  }\n  result[t] = 1;"),
    ("wave-count-by-division", "for (uint w = 0; w < 64 / WaveGetLaneCount(); ++w)\n    result[t] += x[w];"),
]  # fmt: skip


#: Characters of several bytes before a place.
WIDE = "/* ééééééééééééé 日本 */ "


def text_of(body: str) -> str:
    return f"{HEAD}  {body}\n}}\n"


def report_of(path, lint):
    return wd.hlsl(path).lint(only=[lint])


@pytest.mark.parametrize(("lint", "body", "after"), FIXED)
def test_fixes(tmp_path, lint, body, after):
    path = tmp_path / "shader.hlsl"
    # A file keeps its line endings.
    for newline in ("\n", "\r\n"):
        path.write_bytes(text_of(body).replace("\n", newline).encode())
        report = report_of(path, lint)
        assert [finding.lint for finding in report] == [lint] and report.fixes, str(report)
        assert "wd." not in report.fixes[0].description and "_" not in report.fixes[0].description
        log = json.loads(report.to_sarif())
        jsonschema.validate(log, SCHEMA)
        assert log["runs"][0]["results"][0]["fixes"]
        assert report.apply_fixes() == [str(path)]
        assert path.read_bytes() == text_of(after).replace("\n", newline).encode()
        assert not report_of(path, lint)


@pytest.mark.parametrize(("lint", "body"), UNFIXED)
def test_forms_without_a_fix(tmp_path, lint, body):
    path = tmp_path / "shader.hlsl"
    path.write_text(f"namespace N {{ static uint t; }}\n{text_of(body)}")
    report = report_of(path, lint)
    assert lint in {finding.lint for finding in report} and not report.fixes, str(report)


@pytest.mark.parametrize("case", CHANGED)
@pytest.mark.parametrize("limit", ["limit", "3"])
def test_a_condition_that_may_change(tmp_path, case, limit):
    declared, between = CHANGED[case]
    body = (
        f"uint item = x[t];\n  uint place = WavePrefixCountBits(item > {limit});\n  {between}\n  result[place] = item;"
    )
    path = tmp_path / "shader.hlsl"
    path.write_text(f"{declared}\n{text_of(body)}")
    report = report_of(path, "append-unguarded")
    # Only what changes another variable than those of the condition does no harm.
    is_harmless = limit == "3" and "item" not in between + declared and "raise" not in between
    assert len(report) == 1 and len(report.fixes) == is_harmless, str(report)


def test_macros_of_other_files_and_of_options(tmp_path):
    body = "uint item = x[t];\n  uint place = WavePrefixCountBits(item > 3);\n  V = 0;\n  result[place] = 1;\n  counter[t] = item;"
    path = tmp_path / "shader.hlsl"
    (tmp_path / "v.hlsli").write_text("#define V item\n")
    path.write_text(f'#include "v.hlsli"\n{text_of(body)}')
    assert [finding.fix for finding in report_of(path, "append-unguarded")] == [None]
    path.write_text(text_of(body))
    assert [finding.fix for finding in wd.hlsl(path, defines={"V": "item"}).lint(only=["append-unguarded"])] == [None]


def test_what_may_be_between_a_count_and_its_store(tmp_path):
    body = """uint item = x[t], first = 0;
  bool keep = item > 3;
  uint place = WavePrefixCountBits(keep);
  uint many = WaveActiveCountBits(keep);
  if (WaveIsFirstLane())
    InterlockedAdd(counter[0], many, first);
  first = WaveReadLaneFirst(first);
  result[first + place] = item;"""
    path = tmp_path / "shader.hlsl"
    path.write_text(text_of(body))
    report_of(path, "append-unguarded").apply_fixes()
    assert path.read_text() == text_of(body.replace("result[", "if (keep)\n    result["))


def test_the_length_of_an_array(tmp_path):
    body = "perWave[GetGroupWaveIndex()] = WaveActiveSum(x[t]);\n  GroupMemoryBarrierWithGroupSync();\n  result[t] = perWave[0];"
    path = tmp_path / "shader.hlsl"
    path.write_text(text_of(body))
    report_of(path, "array-shorter-than-waves").apply_fixes()
    assert path.read_text() == text_of(body).replace("perWave[2]", "perWave[16]")


def test_applied_fixes_are_judged(tmp_path):
    lint, body, after = FIXED[0]
    path = tmp_path / "shader.hlsl"
    path.write_text(text_of(body))
    report = report_of(path, lint)
    fix = report[0].fix
    wrong = replace(fix, edits=(replace(fix.edits[0], replacement="unknown"),))
    judged = replace(report, findings=(replace(report[0], fix=wrong),))
    with pytest.warns(wd.WaveWarning, match="not fixed .* because then .*unknown") as caught:
        assert judged.apply_fixes() == [] and judged.diff() == ""
    assert [warning.message.line for warning in caught] == [10]
    assert path.read_text() == text_of(body)
    assert joined([report, judged]).apply_fixes() == [str(path)]
    assert path.read_text() == text_of(after)


def test_included_files_and_macros_have_no_fix(tmp_path):
    lint, body, _ = FIXED[0]
    path = tmp_path / "shader.hlsl"
    (tmp_path / "body.hlsli").write_text(body)
    path.write_text(f'{HEAD}#include "body.hlsli"\n}}\n')
    assert [finding.fix for finding in report_of(path, lint)] == [None]
    path.write_text("#define MEET GroupMemoryBarrier()\n" + text_of(body.replace("GroupMemoryBarrier()", "MEET")))
    assert [finding.fix for finding in report_of(path, lint)] == [None]


def test_places_count_characters(tmp_path):
    path = tmp_path / "shader.hlsl"
    body = (
        "uint a = x[t], b = x[t + 1];\n  int c = x[t + 2], d = x[t + 3];\n  {}if ({} || c - d < 0)\n    result[t] = 1;"
    )
    path.write_text(text_of(body.format(WIDE, "a - b < 0")))
    report = report_of(path, "unsigned-never-negative")
    column = len(f"  {WIDE}if (a - b <")
    assert [(one.location.line, one.location.column) for one in report] == [(11, column)]
    region = json.loads(report.to_sarif())["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]
    assert region == {"startLine": 11, "startColumn": column}
    # The two wide characters take two cells each.
    line, caret = str(report[0]).splitlines()[1:3]
    assert caret.index("^") == line.index("<") + 2
    report.apply_fixes()
    assert path.read_text() == text_of(body.format(WIDE, "a < b"))


def test_places_of_errors_count_characters(tmp_path):
    (tmp_path / "größe.hlsli").write_bytes(b"\xef\xbb\xbf/* \xc3\xa4 */ int first(int v) { return v + missing; }\r\n")
    path = tmp_path / "shader.hlsl"
    path.write_text(f'#include "größe.hlsli"\n{text_of(f"{WIDE}unknown(t);")}')
    with pytest.raises(wd.CompileError) as caught:
        wd.hlsl(path)
    places = [(error.line, error.column) for error in (caught.value, *caught.value.others)]
    assert places == [(1, 39), (10, len(f"  {WIDE}u"))]


def test_places_in_included_files_count_characters(tmp_path):
    (tmp_path / "größe.hlsli").write_text("/* ä */ bool below(uint a, uint b) { return a - b < 0; }\n")
    path = tmp_path / "shader.hlsl"
    path.write_text(f'#include "größe.hlsli"\n{text_of("if (below(x[t], x[t + 1])) result[t] = 1;")}')
    (found,) = report_of(path, "unsigned-never-negative")
    assert (found.location.line, found.location.column) == (1, 51)
