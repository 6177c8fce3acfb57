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


BROKEN = """RWStructuredBuffer<uint> result;
[numthreads(64, 1, 1)]
void main(uint t : SV_GroupIndex) {
  result[t] = missing;
  result[t] = absent;
}
"""


@pytest.mark.parametrize("error", ["syntax", "rule"])
def test_errors_of_a_compile_are_results(command, folder, error):
    text = BROKEN
    if error == "rule":
        text = "uint again(uint x) { return x < 2 ? 1 : again(x - 1); }" + text.replace("missing", "t").replace(
            "absent", "again(t)"
        )
    (folder / "broken.hlsl").write_text(text)
    lines = [4, 5] if error == "syntax" else [1]
    checked = command("check", "broken.hlsl", "result=zeros:64", "--format", "sarif", "-o", "check.sarif")
    assert checked.exit_code == 1, checked.stderr
    results = json.loads((folder / "check.sarif").read_text())["runs"][0]["results"]
    assert [one["level"] for one in results] == ["error"] * len(lines)
    places = [one["locations"][0]["physicalLocation"] for one in results]
    assert [one["artifactLocation"]["uri"] for one in places] == ["broken.hlsl"] * len(lines)
    assert [one["region"]["startLine"] for one in places] == lines
    report = json.loads(command("check", "broken.hlsl", "result=zeros:64", "--json").stdout)
    assert not report["ok"] and report["runs"] == [] and len(report["findings"]) == len(lines)
    assert [one["places"][0]["location"]["line"] for one in report["findings"]] == lines
    text = command("check", "broken.hlsl", "result=zeros:64")
    assert text.exit_code == 1 and text.stdout == "" and f"broken.hlsl:{lines[0]}:" in text.stderr


PIPE = """import wavedialect as wd
from wavedialect import u32


@wd.kernel(num_waves=2)
def handed(out: wd.RWBuffer[u32]):
    lanes, lane = wd.wave_lane_count(), wd.wave_lane_index()
    store = wd.groupshared(u32, wd.wave_lane_count())
    pipe = wd.pipe(1, producers=(0,), consumers=(1,))
    if wd.group_wave_index() == 0:
        pipe.acquire()
        store[lane] = lane
        pipe.commit()
    else:
        pipe.wait()
        out[lane] = store[lane]
        pipe.release()
"""


def test_orders_of_waves(command, folder, file):
    (folder / "pipe.py").write_text(PIPE)
    orders = ("--wave-order", "backward", "--wave-order", "shuffled:3", "--wave-order", "by-index")
    checked = command("check", "pipe.py", "out=zeros:128", "--wave-size", "32", *orders, "--json")
    report = json.loads(checked.stdout)
    assert checked.exit_code == 0, checked.stderr
    found = [one["configuration"]["wave_order"] for one in report["runs"]]
    assert found == ["backward", ["shuffled", 3], "by index"]
    refused = command("check", "pipe.py", "out=zeros:128", "--wave-order", "random")
    assert refused.exit_code == 2 and "by-index, backward or shuffled:SEED" in refused.stderr
    without = command("check", *ARGUMENTS, "--wave-order", "backward")
    assert without.exit_code == 1 and "leave --wave-order out" in without.stderr.replace("`", ""), without.stderr


PLACED = """
import wavedialect as wd

@wd.kernel(num_threads=(8, 8))
def placed(out: wd.RWBuffer[wd.u32]):
    out[wd.group_index()] = wd.group_index()
"""


def test_placements_of_threads(command, folder, file):
    (folder / "placed.py").write_text(PLACED)
    given = ("check", "placed.py", "out=zeros:64", "--json")

    def placements(*options):
        done = command(*given, *options)
        assert done.exit_code == 0, done.stderr
        runs = [one["configuration"] for one in json.loads(done.stdout)["runs"]]
        return [(one["wave_size"], one["lane_order"], one["extra_waves"]) for one in runs]

    assert [one[1:] for one in placements("--extra-waves", "0")] == [("linear", 0)]
    orders = ("--lane-order", "tiled", "--lane-order", "shuffled:3", "--lane-order", "linear")
    assert placements("--wave-size", "8", *orders) == [(8, "tiled", 0), (8, ["shuffled", 3], 0), (8, "linear", 0)]
    extra = ("--extra-waves", "2", "--extra-waves", "1:idle")
    assert placements("--wave-size", "8", *extra) == [(8, "linear", 2), (8, "linear", [1, "idle"])]
    for option, value, fix in (
        ("--lane-order", "random", "linear, tiled or shuffled:SEED"),
        ("--extra-waves", "-1", "a number such as 0 or 1, or 1:idle"),
        ("--extra-waves", "1:busy", "a number such as 0 or 1, or 1:idle"),
    ):
        refused = command(*given, f"{option}={value}")
        assert refused.exit_code == 2 and fix in refused.stderr.replace("\n", " "), refused.stderr


def test_two_formats(command, file):
    assert command("check", *ARGUMENTS, "--json", "--format", "sarif").exit_code == 2
    written = command("check", *ARGUMENTS, "-o", "nowhere/report")
    assert written.exit_code == 1 and "name another file by -o" in written.stderr
