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


WARNED = """ByteAddressBuffer a;
RWByteAddressBuffer o;
[numthreads(32, 1, 1)]
void main(uint t : SV_GroupIndex) { o.Store(4 * t, a.Load(3)); }
"""


@pytest.mark.parametrize("name", ["compile", "run", "check"])
def test_results_have_the_warnings(command, folder, name):
    (folder / "warned.hlsl").write_text(WARNED)
    arguments = () if name == "compile" else ("a=zeros:32", "o=zeros:32", "--groups", "1")
    ran = command(name, "warned.hlsl", *arguments, "-Wno-foo", "--json")
    unknown, warning = json.loads(ran.stdout)["warnings"]
    assert ran.exit_code == 0 and unknown["message"].startswith("-Wno-foo: there is no warning of this name")
    assert (warning["id"], warning["line"]) == ("byte-address", 4) and warning["file"].endswith("warned.hlsl")
    assert warning["message"] == "the byte address is 3, which is not a multiple of 4"
    silent = command(name, "warned.hlsl", *arguments, "-Wno-byte-address", "--json")
    assert json.loads(silent.stdout)["warnings"] == []


def test_a_refused_warning_is_named(command, folder):
    (folder / "warned.hlsl").write_text(WARNED)
    ran = command("compile", "warned.hlsl", "-WX", "--json")
    facts = json.loads(ran.stdout)
    (error,), (warning,) = facts["errors"], facts["warnings"]
    assert ran.exit_code == 1 and warning["id"] == "byte-address"
    assert error["message"] == "a warning is an error with -WX: the byte address is 3, which is not a multiple of 4"
    # A program that reads errors alone finds the place.
    assert {**error, "message": warning["message"]} == warning and error["line"] == 4
    assert error["file"].endswith("warned.hlsl") and error["id"] == "byte-address"


@pytest.mark.parametrize(
    "arguments, said",
    [
        (("compile", "kernels.py:scale", "--json", "--nosuch"), "there is no option '--nosuch'"),
        (("run", "kernels.py:scale", "--json", "--groups", "x"), "'x' is not one to three numbers"),
        (("check", "kernels.py:scale", "--format", "json", "--wave-order", "odd"), "'odd' is not an order of waves"),
        (("lint", "--format=json"), "Missing argument"),
        (("explain", "race", "--search", "x", "--json"), "--search lists ids: leave ID out"),
    ],
)
def test_a_wrong_command_line(command, folder, arguments, said):
    ran = command(*arguments)
    facts = json.loads(ran.stdout)
    (error,) = facts["errors"]
    assert ran.exit_code == 2 and facts["ok"] is False and said in error["message"] and said in ran.stderr


@pytest.mark.parametrize(
    "arguments, said",
    [
        (("check", "kernels.py:scale", "--json"), "are missing"),
        (("lint", "absent.py", "--json"), "absent.py"),
        (("explain", "nonsense", "--json"), "there is no error with the id 'nonsense'"),
    ],
)
def test_errors_of_commands_with_reports(command, folder, arguments, said):
    ran = command(*arguments)
    (error,) = json.loads(ran.stdout)["errors"]
    assert ran.exit_code == 1 and said in error["message"]


def test_types_of_a_shader(command, folder):
    (folder / "types.hlsl").write_text(
        "RWStructuredBuffer<float> a, b;\nRWBuffer<uint4> c : register(u2);\nRWTexture2D< float4 > d;\n"
        "#define OUT(name) RWBuffer<uint> name\nOUT(e);\n"
        "[numthreads(32, 1, 1)]\n"
        "void main(uint t : SV_GroupIndex) { a[t] = b[t]; c[t] = t; d[uint2(t, 0)] = 1; e[t] = 1; }\n"
    )
    arguments = ("a=zeros:32", "b=zeros:32", "c=zeros:32", "d=zeros:1x32", "e=zeros:32", "--groups", "1", "--json")
    arrays = json.loads(command("run", "types.hlsl", *arguments).stdout)["arrays"]
    assert [array["type"] for array in arrays.values()] == [
        "RWStructuredBuffer<float>",
        "RWStructuredBuffer<float>",
        "RWBuffer<uint4>",
        "RWTexture2D< float4 >",
        "RWBuffer<uint>",
    ]
