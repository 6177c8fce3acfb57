"""``wavedialect lint`` on HLSL files: the warnings of a compile."""

from __future__ import annotations

import json
import re

import pytest

BARRIER = """StructuredBuffer<uint> counts : register(t0);
RWStructuredBuffer<uint> data : register(u0);
groupshared uint shared_[64];
[numthreads(64, 1, 1)]
void main(uint t : SV_GroupIndex) {
  shared_[t] = t;
  uint n = WaveReadLaneFirst(counts[t]);
  for (uint i = 0; i < n; ++i)
    GroupMemoryBarrierWithGroupSync();
  GroupMemoryBarrierWithGroupSync();
  data[t] = shared_[63 - t];
}
"""
MESHES = """struct Payload { uint first; };
groupshared Payload payload;
RWStructuredBuffer<uint> data : register(u0);
[numthreads(32, 1, 1)]
void main(uint t : SV_GroupIndex) {
  payload.first = 1;
  uint before;
  InterlockedAdd(data[0], 1, before);
  DispatchMesh(WaveReadLaneFirst(before), 1, 1, payload);
}
"""
UNINITIALIZED = """RWStructuredBuffer<uint> data : register(u0);
[numthreads(32, 1, 1)]
void main(uint t : SV_GroupIndex) {
  uint x;
  if (data[t] != 0)
    x = 1;
  data[t] = x;
}
"""
DIVERGENT = """RWStructuredBuffer<uint> data : register(u0);
[numthreads(64, 1, 1)]
void main(uint t : SV_GroupIndex) {
  if (t < 40)
    GroupMemoryBarrierWithGroupSync();
  data[t] = t;
}
"""
_WARNING = re.compile(r"^(\S+:\d+:\d+): (?:warning|error): .* \[([\w-]+)\]$", re.MULTILINE)


@pytest.mark.parametrize(
    ("text", "profile", "lint"),
    [
        (BARRIER, "cs_6_8", "barrier-unknown"),
        (MESHES, "as_6_8", "dispatch-mesh-unknown"),
        (UNINITIALIZED, "cs_6_8", "uninitialized-variable"),
    ],
)
def test_a_warning_of_a_compile_is_a_finding(command, folder, text, profile, lint):
    (folder / "shader.hlsl").write_text(text)
    told = []
    for target in ("spirv", "dxil"):
        compiled = command("compile", "shader.hlsl", "-T", profile, "--target", target, "-o", "out")
        assert compiled.exit_code == 0
        told.append(_WARNING.findall(compiled.stderr))
    linted = command("lint", "shader.hlsl", "-T", profile)
    assert linted.exit_code == 1 and linted.stderr == ""
    found = _WARNING.findall(linted.stdout)
    assert found == told[0] == told[1] and [id for _, id in found] == [lint]
    log = json.loads(command("lint", "shader.hlsl", "-T", profile, "--format", "sarif").stdout)
    assert [one["ruleId"] for one in log["runs"][0]["results"]] == [lint]


def test_a_comment_silences_a_warning_of_the_compiler(command, folder):
    comment = "  // lint: ignore[barrier-unknown]"
    (folder / "shader.hlsl").write_text(BARRIER.replace("Sync();\n  Group", f"Sync();{comment}\n  Group"))
    assert command("lint", "shader.hlsl").stdout == "1 kernel: nothing found\n"
    (folder / "shader.hlsl").write_text(BARRIER)
    assert command("lint", "shader.hlsl", "--only", "append-unguarded").stdout == "1 kernel: nothing found\n"


def test_a_lint_says_once_why_the_compiler_refuses_a_barrier(command, folder):
    (folder / "shader.hlsl").write_text(DIVERGENT)
    assert [id for _, id in _WARNING.findall(command("lint", "shader.hlsl").stdout)] == ["barrier-in-divergent-flow"]


def test_an_error_of_a_compile_is_a_finding(command, folder):
    text = MESHES.replace("WaveReadLaneFirst(before)", "t")
    (folder / "shader.hlsl").write_text(text)
    assert "error: " in command("compile", "shader.hlsl", "-T", "as_6_8", "-o", "out").stderr
    found = _WARNING.findall(command("lint", "shader.hlsl", "-T", "as_6_8").stdout)
    assert [id for _, id in found] == ["dispatch-mesh-divergent"]


def test_fixes_of_a_shader(command, folder):
    text = DIVERGENT.replace("if (t < 40)\n    Group", "data[t] = 1;\n  Device").replace(
        "data[t] = t", "data[t] += data[63 - t]"
    )
    text = text.replace("WithGroupSync", "")
    (folder / "shader.hlsl").write_text(text)
    shown = command("lint", "shader.hlsl", "--diff")
    assert "+  DeviceMemoryBarrierWithGroupSync();" in shown.stdout and (folder / "shader.hlsl").read_text() == text
    fixed = command("lint", "shader.hlsl", "--fix", "--yes")
    assert "1 fix applied to shader.hlsl" in fixed.stderr
    assert (folder / "shader.hlsl").read_text() == text.replace("Barrier()", "BarrierWithGroupSync()")


def test_ignored_warnings_of_a_compile(command, folder):
    (folder / "barrier.hlsl").write_text(BARRIER)
    assert "[barrier-unknown]" in command("lint", "barrier.hlsl", "--ignore", "barrier-in-divergent-flow").stdout
    ignored = ("--ignore", "barrier-unknown", "--ignore", "barrier-in-divergent-flow")
    assert command("lint", "barrier.hlsl", *ignored).stdout == "1 kernel: nothing found\n"
    (folder / "x.hlsl").write_text(UNINITIALIZED)
    assert "[uninitialized-variable]" in command("lint", "x.hlsl").stdout
    (folder / "pyproject.toml").write_text('[tool.wavedialect.lint]\nignore = ["uninitialized-variable"]\n')
    assert command("lint", "x.hlsl").stdout == "1 kernel: nothing found\n"
    (folder / "pyproject.toml").write_text('[tool.wavedialect.lint]\nonly = ["uninitialized-variable"]\n')
    assert "the setting `only` of lints is 'uninitialized-variable'" in command("lint", "x.hlsl").stderr


ENTRIES = """RWStructuredBuffer<uint> data;
uint halved(uint3 v) { int2 w = v; return w.x / 2; }
[numthreads(8, 1, 1)]
void first(uint t : SV_GroupIndex) { data[t] = halved(t); }
[numthreads(64, 1, 1)]
void second(uint t : SV_GroupIndex) {
  uint x;
  int2 y = uint3(t, 1, 2);
  data[t] = x + y.x;
}
"""


@pytest.mark.parametrize(("entry", "lines"), [("first", {2}), ("second", {2, 7, 8, 9})])
def test_warnings_are_those_of_the_chosen_entry_point(command, folder, entry, lines):
    (folder / "entries.hlsl").write_text(ENTRIES)
    for given in ([f"entries.hlsl:{entry}"], ["entries.hlsl", "-E", entry]):
        compiled = command("compile", *given, "-Fo", "out.spv")
        found = {int(line) for line in re.findall(r"entries.hlsl:(\d+):\d+: warning", compiled.stderr)}
        assert compiled.exit_code == 0 and found <= lines and (found == {2} or entry == "second"), compiled.stderr
    linted = command("lint", "entries.hlsl").stdout
    assert "entries.hlsl:8:" in linted and "entries.hlsl:9:" in linted


def test_a_group_smaller_than_a_wave_has_one_warning(command, folder):
    (folder / "entries.hlsl").write_text(ENTRIES)
    linted = command("lint", "entries.hlsl:first", "-Wno-conversion")
    assert "[numthreads-too-small]" in linted.stdout and "[numthreads-not-wave-aligned]" not in linted.stdout
