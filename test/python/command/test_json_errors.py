"""What ``--json`` prints for a kernel with an error."""

from __future__ import annotations

import json

import pytest

SHADER = """RWStructuredBuffer<uint> result;
[numthreads(64, 1, 1)]
void main(uint t : SV_GroupIndex) {
  result[t] = missing;
  result[t] = absent;
}
"""
KERNEL = """import wavedialect as wd
from wavedialect import u32


@wd.kernel(num_waves=1)
def fill(result: wd.RWBuffer[u32]):
    result[wd.wave_lane_index()] = 1.5
"""
SYNTAX = KERNEL.replace("= 1.5", "= = 1")
IMPORT = KERNEL.replace("num_waves=1", "num_waves=0").replace("1.5", "1")
WRONG = {
    "shader.hlsl": (SHADER, [("hlsl-error", 4), ("hlsl-error", 5)]),
    "mixed.py": (KERNEL, [("mixed-types", 7)]),
    "syntax.py": (SYNTAX, [(None, 7)]),
    "decorator.py": (IMPORT, [("num-waves-zero", 5)]),
}


@pytest.mark.parametrize("file", WRONG)
@pytest.mark.parametrize("name", ["compile", "run"])
def test_errors_in_the_source(command, folder, name, file):
    text, expected = WRONG[file]
    (folder / file).write_text(text)
    arguments = ("result=zeros:64", "--groups", "1") if name == "run" else ()
    ran = command(name, file, *arguments, "--json")
    facts = json.loads(ran.stdout)
    assert ran.exit_code == 1 and facts["ok"] is False and facts["kernel"] == file
    assert [one["line"] for one in facts["errors"]] == [line for _, line in expected]
    for one, (id, _) in zip(facts["errors"], expected, strict=True):
        assert one["file"].endswith(file) and one["column"] > 0 and one["message"]
        assert file.endswith(".hlsl") or one["id"] == id
    assert f"{file}:{expected[0][1]}:" in ran.stderr


@pytest.mark.parametrize("file", WRONG)
@pytest.mark.parametrize("name", ["check", "lint"])
def test_reports_have_the_errors(command, folder, name, file):
    text, expected = WRONG[file]
    (folder / file).write_text(text)
    arguments = ("result=zeros:64", "--groups", "1") if name == "check" else ()
    ran = command(name, file, *arguments, "--json")
    report = json.loads(ran.stdout)
    assert ran.exit_code == 1 and not report.get("ok")
    places = [one["places"][0] for one in report["findings"]]
    assert [place.get("location", place)["line"] for place in places] == [line for _, line in expected]
    log = json.loads(command(name, file, *arguments, "--format", "sarif").stdout)
    results = log["runs"][0]["results"]
    assert [one.get("ruleId") is None for one in results] == [id is None for id, _ in expected]


def test_errors_without_a_place(command, folder):
    ran = command("run", "kernels.py:scale", "--json")
    (error,) = json.loads(ran.stdout)["errors"]
    assert ran.exit_code == 1 and "are missing" in error["message"] and "its parameters are" in error["help"]
    assert error["file"] is error["line"] is None and error["notes"] == []
    (error,) = json.loads(command("compile", "absent.py", "--json").stdout)["errors"]
    assert "absent.py" in error["message"]


def test_findings_of_a_checked_run(command, folder):
    (folder / "race.hlsl").write_text(
        "RWStructuredBuffer<uint> result;\n[numthreads(64, 1, 1)]\n"
        "void main(uint t : SV_GroupIndex) { result[0] = result[0] + t; }\n"
    )
    ran = command("run", "race.hlsl", "result=zeros:64", "--groups", "1", "--check", "--json")
    (error,) = json.loads(ran.stdout)["errors"]
    assert (error["id"], error["line"]) == ("race", 3) and error["notes"][0]["message"].startswith("load before that")


def test_results_are_ok(command, folder):
    (folder / "right.py").write_text(KERNEL.replace("1.5", "1"))
    assert json.loads(command("compile", "right.py", "--json").stdout)["ok"] is True
    assert json.loads(command("run", "right.py", "result=zeros:64", "--json").stdout)["ok"] is True
