"""Commands on HLSL files, with dxc's options."""

import json

import numpy as np
import pytest

SCALE = """#include "factor.hlsli"
StructuredBuffer<uint> x : register(t0);
RWStructuredBuffer<uint> out_ : register(u0);

[numWaves(WAVES)]
void scale(uint3 group : SV_GroupID) {
  uint i = (group.x * WAVES + GetGroupWaveIndex()) * WaveGetLaneCount() + WaveGetLaneIndex();
  out_[i] = x[i] * FACTOR;
}

[numthreads(32, 1, 1)]
void fill(uint3 id : SV_DispatchThreadID) {
  out_[id.x] = 7;
}
"""


@pytest.fixture
def file(folder):
    (folder / "inc").mkdir()
    (folder / "inc" / "factor.hlsli").write_text("#define FACTOR 3\n")
    path = folder / "scale.hlsl"
    path.write_text(SCALE)
    return path


OPTIONS = ("-D", "WAVES=2", "-I", "inc")


def test_run(command, file, folder):
    arguments = ("x=arange:16", "out_=zeros:16", "--wave-size", "8", "--save", "out_=out.npy")
    ran = command("run", "scale.hlsl:scale", *OPTIONS, *arguments)
    assert ran.exit_code == 0, ran.stderr
    assert "a buffer of uint" in ran.stdout and "u32" not in ran.stdout
    assert np.load(folder / "out.npy").tolist() == list(range(0, 48, 3))


def test_compile_as_dxc_does(command, file, folder):
    compiled = command("compile", "scale.hlsl", "-E", "scale", "-T", "cs_6_8", *OPTIONS, "-o", "out")
    assert compiled.exit_code == 0, compiled.stderr
    assert (folder / "out" / "scale.w32.dxil").read_bytes()[:4] == b"DXBC"
    assert json.loads((folder / "out" / "manifest.json").read_text())["shader_model"] == "6.8"


def test_bindings_of_vulkan(command, file, folder):
    shifts = ("-fvk-t-shift", "16", "all", "-fvk-u-shift", "32", "0")
    assert command("compile", "scale.hlsl:scale", *OPTIONS, *shifts, "-o", "out").exit_code == 0
    bindings = json.loads((folder / "out" / "manifest.json").read_text())["bindings"]
    assert [one["binding"] for one in bindings] == [16, 32]
    wrong = command("compile", "scale.hlsl:scale", *OPTIONS, "-T", "cs_6_8", *shifts)
    assert wrong.exit_code == 2 and "-fvk-...-shift is for --target spirv" in wrong.stderr


def test_check(command, file):
    checked = command("check", "scale.hlsl:scale", *OPTIONS, "x=zeros:64", "out_=zeros:64", "--unchecked")
    assert checked.exit_code == 1
    assert "scale.hlsl:8:" in checked.stdout and "  out_[i] = x[i] * FACTOR;" in checked.stdout
    assert "wd." not in checked.stdout


def test_all_entry_points_are_linted(command, file):
    linted = command("lint", "scale.hlsl", *OPTIONS, "--format", "json")
    assert json.loads(linted.stdout)["kernels"] == ["scale", "fill"]


def test_errors_are_findings(command, file):
    file.write_text(SCALE.replace("GetGroupWaveIndex()", "GetGroupWaveIndexes()"))
    linted = command("lint", "scale.hlsl", *OPTIONS)
    assert linted.exit_code == 1 and linted.stdout.startswith("scale.hlsl:7:31: error: ")
    (result,) = json.loads(command("lint", "scale.hlsl:scale", *OPTIONS, "--format", "sarif").stdout)["runs"][0][
        "results"
    ]
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "scale.hlsl" and place["region"] == {"startLine": 7, "startColumn": 31}


WARNED = """RWStructuredBuffer<uint> out_;
uint Twice(uint x) { uint y; return x + y; }
[numthreads(32, 1, 1)]
void main(uint t : SV_GroupIndex) {
  t == 3;
  out_[t] = Twice(t);
}
"""


def test_warnings_are_findings(command, folder):
    (folder / "warned.hlsl").write_text(WARNED)
    linted = command("lint", "warned.hlsl")
    assert linted.exit_code == 1 and not linted.stderr and linted.stdout.endswith("1 kernel: 2 warnings\n")
    assert "warned.hlsl:2:41: warning: 'y' has no value here" in linted.stdout
    assert "  2 | uint Twice(uint x) { uint y; return x + y; }\n" in linted.stdout
    found = json.loads(command("lint", "warned.hlsl", "--format", "sarif").stdout)["runs"][0]["results"]
    assert [one["ruleId"] for one in found] == ["uninitialized-variable", "hlsl-type"]
    (folder / "warned.hlsl").write_text(WARNED.replace("x + y; }", "x + y; }  // lint: ignore[uninitialized-variable]"))
    assert command("lint", "warned.hlsl", "--ignore", "numthreads-too-small").stdout.endswith("1 kernel: 1 warning\n")


def test_warnings_have_the_line_and_the_column(command, folder):
    (folder / "warned.hlsl").write_text(WARNED)
    said = command("compile", "warned.hlsl", "-o", "out").stderr.splitlines()
    assert said[:3] == [
        "warned.hlsl:5:5: warning: equality comparison result unused [hlsl-type]",
        "  5 |   t == 3;",
        "    |     ^",
    ]
    assert said[3].startswith("warned.hlsl:2:41: warning: 'y' has no value here")


def test_every_error_has_the_word(command, folder):
    (folder / "wrong.hlsl").write_text("[numthreads(32, 1, 1)] void main() {\n  a = 1;\n  b = 2;\n}\n")
    said = command("compile", "wrong.hlsl", "-o", "out").stderr
    assert said.count(": error: use of undeclared identifier") == 2
    assert said.count("more: wavedialect explain") == 1


def test_values_of_structs(command, folder):
    text = "struct P { float3 p; uint n; }; StructuredBuffer<P> ps; RWStructuredBuffer<float> out_;\n"
    text += "cbuffer C { float2 v; uint k[2]; }\n"
    text += "[numthreads(2, 1, 1)] void main(uint t : SV_GroupIndex) { out_[t] = ps[t].p.z + ps[t].n * v.y + k[t]; }\n"
    (folder / "structs.hlsl").write_text(text)
    missing = command("run", "structs.hlsl").stderr
    assert """C='{"v": [0.0, 0.0], "k": [0, 0]}'""" in missing and "ps=random:1024" in missing
    arguments = ("out_=zeros:2", 'C={"v": [0, 10], "k": [100, 200]}', "--save", "out_=out.npy")
    assert command("run", "structs.hlsl", *arguments, "ps=1,2,3,4,5,6,7,8").exit_code == 0
    assert np.load(folder / "out.npy").tolist() == [3 + 40 + 100, 7 + 80 + 200]
    assert command("run", "structs.hlsl", *arguments, "ps=full:2:2").exit_code == 0
    assert np.load(folder / "out.npy").tolist() == [2 + 20 + 100, 2 + 20 + 200]
    for made in ("random:2", "random:2:7", "arange:2", "ones:2"):
        assert command("run", "structs.hlsl", *arguments, f"ps={made}").exit_code == 0
    wrong = command("run", "structs.hlsl", *arguments, "ps=1,2,3").stderr
    assert "argument 'ps' has 3 numbers, and a P has 4" in wrong
    words = command("run", "structs.hlsl", "out_=zeros:2", "ps=1,2,3,4,5,6,7,8", "C=0,10,100,200").stderr
    assert "argument 'C' is '0,10,100,200', and a constant buffer takes its fields" in words
    assert """write C='{"v": [0.0, 0.0], "k": [0, 0]}'""" in words


def test_explore(command, file, folder):
    assert command("explore", "scale.hlsl:fill", *OPTIONS).exit_code == 0
    assert (folder / "fill.html").exists()


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("scale.hlsl:scales", *OPTIONS), "scale"),
        (("scale.hlsl:scale", "-E", "fill", *OPTIONS), "help: leave one out"),
        (("scales.hlsl",), "help: did you mean 'scale.hlsl'?"),
        (("kernels.py:scale", "-T", "cs_6_8"), "error: -T is for HLSL files, and 'kernels.py' is none"),
    ],
)
def test_mistakes(command, file, arguments, line):
    refused = command("compile", *arguments)
    assert refused.exit_code == 1 and line in refused.stderr


@pytest.mark.parametrize("name", ["run", "lint"])
def test_an_error_in_options_has_no_line(name, command, file):
    ran = command(name, "scale.hlsl", *OPTIONS, "-T", "cs_7_0")
    assert ran.exit_code != 0
    shown = ran.stdout + ran.stderr
    assert "scale.hlsl: error: unknown profile 'cs_7_0'" in shown and ":0:0" not in shown


def test_an_order_of_lanes_is_not_in_the_spelling_of_python(command, folder):
    (folder / "order.hlsl").write_text("""RWStructuredBuffer<uint> lanes;
[numthreads(8, 8, 1)]
void main(uint index : SV_GroupIndex) {
  lanes[index] = WaveGetLaneIndex();
}
""")
    shown = command("check", "order.hlsl", "lanes=zeros:64")
    assert shown.exit_code != 0
    assert "with lane order" in shown.stdout and "lane_order" not in shown.stdout
