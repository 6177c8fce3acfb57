"""The formats of the reports of ``check`` and ``lint``, for programs."""

from __future__ import annotations

import json

import pytest

RACE = """StructuredBuffer<uint> x : register(t0);
RWStructuredBuffer<uint> result : register(u0);
groupshared uint values[64];
[numthreads(64, 1, 1)]
void main(uint t : SV_GroupIndex) {
  values[t] = x[t];
  result[t] = values[63 - t] + x[t + 1];
}
"""
ARGUMENTS = ("race.hlsl", "x=zeros:64", "result=zeros:64")


@pytest.fixture
def file(folder):
    (folder / "race.hlsl").write_text(RACE)
    return folder / "race.hlsl"


def test_findings_of_a_check_as_sarif(command, file, folder):
    checked = command("check", *ARGUMENTS, "--format", "sarif", "-o", "check.sarif")
    assert checked.exit_code == 1 and checked.stdout == ""
    log = json.loads((folder / "check.sarif").read_text())
    (run,) = log["runs"]
    found = {(one["ruleId"], one["level"]) for one in run["results"]}
    assert {("race", "error"), ("buffer-bounds", "note")} <= found
    (race,) = (one for one in run["results"] if one["ruleId"] == "race")
    place = race["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "race.hlsl" and place["region"]["startLine"] == 6
    assert race["relatedLocations"][0]["physicalLocation"]["region"]["startLine"] == 7
    assert "`GroupMemoryBarrierWithGroupSync()`" in race["message"]["text"]
    assert "wd." not in json.dumps(log)


def test_findings_of_a_check_as_json(command, file):
    for options in (("--json",), ("--format", "json"), ("--json", "-o", "-")):
        checked = command("check", *ARGUMENTS, *options)
        report = json.loads(checked.stdout)
        assert checked.exit_code == 1 and not report["ok"]
        assert [one["rule"] for one in report["findings"]][0] == "race"
    lint = json.loads(command("lint", "race.hlsl", "--json").stdout)
    assert [one["lint"] for one in lint["findings"]] == ["groupshared-without-barrier"]


def test_text_in_a_file(command, file, folder):
    assert command("check", *ARGUMENTS, "-o", "check.txt").exit_code == 1
    assert "data race between" in (folder / "check.txt").read_text()


def test_a_right_kernel_has_an_empty_log(command, file):
    text = RACE.replace(" + x[t + 1]", "").replace("x[t];\n", "x[t];\n  GroupMemoryBarrierWithGroupSync();\n")
    file.write_text(text)
    checked = command("check", *ARGUMENTS, "--format", "sarif")
    assert checked.exit_code == 0 and json.loads(checked.stdout)["runs"][0]["results"] == []


def test_two_formats(command, file):
    assert command("check", *ARGUMENTS, "--json", "--format", "sarif").exit_code == 2
    written = command("check", *ARGUMENTS, "-o", "nowhere/report")
    assert written.exit_code == 1 and "name another file by -o" in written.stderr
