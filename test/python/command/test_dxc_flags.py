"""The options of dxc that scripts pass: what is ignored, what is refused, and what has an effect."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from wavedialect.command.dxc_flags import IGNORED, REFUSED

ROOT = Path(__file__).resolve().parents[3]
SHADER = """RWStructuredBuffer<uint> data : register(u0);
[numthreads(32, 1, 1)]
void main(uint t : SV_GroupIndex) {
#ifdef USE
  data[t] = F(t, 2);
#else
  data[t] = t;
#endif
}
"""
WARNED = """RWStructuredBuffer<uint> data : register(u0);
[numthreads(32, 1, 1)]
void main(uint t : SV_GroupIndex) {
  uint x;
  if (data[t] != 0)
    x = 1;
  data[t] = x;
}
"""
BARRIER = """StructuredBuffer<uint> counts : register(t0);
RWStructuredBuffer<uint> data : register(u0);
[numthreads(64, 1, 1)]
void main(uint t : SV_GroupIndex) {
  data[t] = t;
  uint n = WaveReadLaneFirst(counts[t]);
  for (uint i = 0; i < n; ++i)
    GroupMemoryBarrierWithGroupSync();
}
"""


@pytest.fixture
def file(folder):
    (folder / "shader.hlsl").write_text(SHADER)
    (folder / "warned.hlsl").write_text(WARNED)
    return folder / "shader.hlsl"


def spelled(name: str) -> str:
    return f"-{name.replace('*', 'unused' if name == 'W*' else 'x')}"


def test_ignored_options_change_nothing(command, file, folder):
    flags = [word for one in IGNORED for word in [*spelled(one.name).split(), *["1"] * one.values][: one.values + 1]]
    assert {"-Zi", "-Fd", "-Qembed_debug", "-Qstrip_debug", "-Qstrip_reflect", "-nologo", "-Ges", "-Vd"} <= set(flags)
    for target in ("spirv", "dxil"):
        outputs = []
        for given in ([], flags):
            compiled = command("compile", "shader.hlsl", *given, "--target", target, "-Fo", "module")
            notes = [f"note: {one.note}{one.here}" for one in IGNORED if one.note and given]
            assert compiled.exit_code == 0 and compiled.stderr.splitlines() == notes, compiled.stderr
            outputs.append((folder / "module").read_bytes())
        assert outputs[0] == outputs[1]
    for name in ("lint", "check"):
        assert command(name, "shader.hlsl", *flags, *(["data=zeros:32"] * (name == "check"))).exit_code == 0


def test_a_file_that_is_not_written(command, file):
    compiled = command("compile", "shader.hlsl", "-Fd", "shader.pdb", "-Fo", "module")
    assert compiled.exit_code == 0
    assert compiled.stderr == (
        "note: -Fd writes no file, because no output has a PDB: `--debug-info` adds source lines to SPIR-V and PTX\n"
    )


@pytest.mark.parametrize("refused", REFUSED, ids=lambda refused: refused.name)
def test_refused_options_say_what_to_do(command, file, refused):
    ran = command("compile", "shader.hlsl", f"-{refused.name}", "value")
    assert ran.exit_code == 2
    assert f"-{refused.name} is not supported: {refused.here or refused.advice}" in " ".join(ran.stderr.split())


def test_the_page_and_the_tool_have_the_same_options():
    page = (ROOT / "docs" / "hlsl.md").read_text()
    for ignored in IGNORED:
        stem = ignored.name.replace("*", "...")
        assert f"`-{stem}`" in page or f"`-{stem} " in page, ignored
    section = page.split("### Options of dxc that are refused")[1].split("\n### ")[0]
    rows = re.findall(r"^\| (`-.*?`) \| (.*) \|$", section, re.MULTILINE)
    listed = {name: advice for names, advice in rows for name in re.findall(r"`-([\w-]+)`", names)}
    assert listed == {refused.name: refused.advice for refused in REFUSED}
    printed = subprocess.run(
        [sys.executable, ROOT / "scripts" / "print-dxc-options"], capture_output=True, text=True, check=True
    )
    assert printed.stdout == (ROOT / "tools" / "wave-hlsl" / "DxcOptions.inc").read_text()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("-Zq",), "there is no option '-Zq'"),
        (("-T", "cs_6_0", "--shader-model", "6.8"), "-T cs_6_0 and --shader-model 6.8 state two shader models"),
        (("-Zpr", "-Zpc"), "-Zpr and -Zpc exclude each other"),
        (("--shader-modal", "6.8"), "did you mean '--shader-model'?"),
        (("-Fo", "-", "--json"), "-Fo - and --json both take standard output"),
    ],
)
def test_wrong_options(command, file, arguments, said):
    ran = command("compile", "shader.hlsl", *arguments)
    assert ran.exit_code == 2 and said in ran.stderr


def test_options_of_compile_alone(command, file):
    assert "it is one of `wavedialect compile`" in command("lint", "shader.hlsl", "-O3").stderr


def test_options_with_a_slash_and_values_without_a_space(command, file, folder):
    compiled = command("compile", "shader.hlsl", "/nologo", "/T", "cs_6_6", "-Emain", "-DUNUSED=1", "/O3", "-o", "out")
    assert compiled.exit_code == 0, compiled.stderr
    assert json.loads((folder / "out" / "manifest.json").read_text())["shader_model"] == "6.6"
    # A model that is stated twice alike is no contradiction.
    again = command("compile", "shader.hlsl", "-T", "cs_6_6", "--shader-model", "6.6", "-o", "out")
    assert again.exit_code == 0
    # The value of an option is not an option.
    assert command("compile", "shader.hlsl", "-D", "-Fh", "-o", "out").stderr.startswith(
        "error: -D -Fh: '-Fh' is not a name"
    )


def test_values_of_options_decide(command, file, folder):
    compiled = command("compile", "shader.hlsl", "-encoding", "utf8", "-ffp-contract=fast", "-Fo", "out.spv")
    assert compiled.exit_code == 0 and compiled.stderr == "", compiled.stderr
    for given, said in (
        (("-encoding", "utf16"), "-encoding is not supported: files and messages are UTF-8"),
        (("-ffp-contract=off",), "-ffp-contract is not supported: write `precise`"),
        (("-fdiagnostics-format=msvc",), "-fdiagnostics-format is not supported"),
        (("-fspv-entrypoint-name=other",), "-fspv-entrypoint-name is not supported"),
    ):
        refused = command("compile", "shader.hlsl", *given, "-Fo", "out.spv")
        assert refused.exit_code == 2 and said in " ".join(refused.stderr.split()), refused.stderr


def test_maximal_reconvergence(command, file, folder):
    compiled = command("compile", "shader.hlsl", "-spirv", "-fspv-enable-maximal-reconvergence", "-Fo", "out.spv")
    assert compiled.exit_code == 0, compiled.stderr
    assert b"SPV_KHR_maximal_reconvergence" in (folder / "out.spv").read_bytes()


WAVES = """RWStructuredBuffer<uint> data;
[numWaves(2)]
void main() { data[WaveGetLaneIndex()] = GetGroupWaveIndex(); }
"""


def test_the_file_of_a_module(command, folder):
    (folder / "waves.hlsl").write_text(WAVES)
    many = command("compile", "waves.hlsl", "--target", "dxil", "-Fo", "out.dxil")
    assert many.exit_code == 1 and "-Fo writes one file, and this compile has 6, for waves of 4, 8" in many.stderr
    assert "help: choose a wave size, such as `--wave-size 32`, or name a folder: `-o DIR`" in many.stderr
    assert command("compile", "waves.hlsl", "--target", "dxil", "-Fo", "out.dxil", "--wave-size", "32").exit_code == 0
    fixed = command("compile", "waves.hlsl", "-spirv", "--form", "fixed", "-Fo", "out.spv")
    assert fixed.exit_code == 1 and "help: leave out `--form fixed`, or name a folder" in fixed.stderr
    nowhere = command("compile", "waves.hlsl", "-spirv", "-Fo", "nowhere/out.spv")
    assert nowhere.exit_code == 1
    assert (
        nowhere.stderr
        == "error: 'nowhere/out.spv' cannot be written: No such file or directory\nhelp: name another file by -Fo\n"
    )


def test_warnings_as_errors(command, file, folder):
    said = command("compile", "warned.hlsl", "-WX", "-o", "out")
    assert said.exit_code == 1 and not (folder / "out").exists()
    assert "[uninitialized-variable]" in said.stderr and "error: a warning is an error with -WX" in said.stderr
    assert command("compile", "shader.hlsl", "-WX", "-o", "out").exit_code == 0
    assert command("compile", "warned.hlsl", "-Werror", "-Fo", "out.spv").exit_code == 1
    for option in ("-no-warnings", "-w"):
        silent = command("compile", "warned.hlsl", "-WX", option, "-o", "out")
        assert silent.exit_code == 0 and silent.stderr == ""


def test_the_suffix_of_a_container(command, file, folder):
    for name, magic in (("out.dxil", b"DXBC"), ("out.CSO", b"DXBC"), ("out.spv", b"\x03\x02\x23\x07")):
        assert command("compile", "shader.hlsl", "-Fo", name).exit_code == 0
        assert (folder / name).read_bytes()[:4] == magic


def test_disabled_warnings(command, file, folder):
    (folder / "two.hlsl").write_text(WARNED.replace("uint x;", "uint x, y = uint2(data[1], 2);"))
    (folder / "barrier.hlsl").write_text(BARRIER)
    for flags, said in (
        ((), {"truncates", "uninitialized-variable"}),
        (("-Wno-conversion",), {"uninitialized-variable"}),
        (("/Wno-conversion", "-Wall", "-Wno-uninitialized-variable", "-Wno-nothing"), set()),
    ):
        compiled = command("compile", "two.hlsl", "-WX", *flags, "-Fo", "two.spv")
        assert compiled.exit_code == bool(said)
        assert {word for word in ("truncates", "uninitialized-variable") if word in compiled.stderr} == said
        assert ("truncates" in command("lint", "two.hlsl", *flags).stdout) is ("truncates" in said)
    # A later step warns of it.
    assert "[barrier-unknown]" in command("compile", "barrier.hlsl", "-o", "out").stderr
    silent = command("compile", "barrier.hlsl", "-WX", "-Wno-barrier-unknown", "-o", "out")
    assert silent.exit_code == 0 and silent.stderr == ""
    without = "-Wno-barrier-unknown", "-Wno-barrier-in-divergent-flow"
    assert command("lint", "barrier.hlsl", *without).stdout == "1 kernel: nothing found\n"


def test_warnings_are_errors_of_compile_alone(command, file, folder):
    for name in ("run", "check", "lint", "explore"):
        refused = command(name, "shader.hlsl", "-WX")
        assert refused.exit_code == 2 and "it is one of `wavedialect compile`" in refused.stderr


def test_a_file_beside_its_option(command, file, folder):
    assert command("compile", "shader.hlsl", "-Foq.spv", "-spirv", "-HV2021").exit_code == 0
    assert (folder / "q.spv").exists() and (folder / "q.spv.json").exists()
    assert command("compile", "shader.hlsl", "/Foslash.spv", "-spirv").exit_code == 0
    assert (folder / "slash.spv").exists()


def test_macros_with_parameters(command, file, folder):
    define = ("-D", "USE", "-D", "F(x, y)=((x) * (y))")
    assert command("run", "shader.hlsl", *define, "data=zeros:32", "--save", "data=data.npy").exit_code == 0
    for wrong in ("F(=1", "F(1)=1", "=1", "2=1"):
        assert command("compile", "shader.hlsl", "-D", wrong).exit_code == 1


def test_unknown_names_of_warnings(command, folder):
    for name, hint in (("conversoin", "; did you mean -Wno-conversion?"), ("foo", "")):
        said = command("lint", "barrier.hlsl", f"-Wno-{name}").stderr
        assert f"warning: -Wno-{name}: there is no warning of this name{hint}\n" in said
    for name in ("conversion", "byte-address", "barrier-in-divergent-flow"):
        assert "there is no warning" not in command("lint", "barrier.hlsl", f"-Wno-{name}").stderr


def test_the_standard_output(command, file, folder):
    command("compile", "shader.hlsl", "-Fo", "module.spv")
    written = command("compile", "shader.hlsl", "-Fo", "-")
    assert written.exit_code == 0 and written.stdout_bytes == (folder / "module.spv").read_bytes()
    assert not (folder / "-").exists() and not (folder / "-.json").exists()
    assert command("lint", "shader.hlsl", "-o", "-").stdout == "1 kernel: nothing found\n"
    for arguments in (
        ("compile", "shader.hlsl", "-o", "-"),
        ("compile", "shader.hlsl", "-o", "out", "--dump", "-"),
        ("explore", "shader.hlsl", "-o", "-"),
        ("run", "shader.hlsl", "data=zeros:32", "--save", "data=-"),
    ):
        refused = command(*arguments)
        assert refused.exit_code == 1 and "got -, the standard output" in refused.stderr
    assert not (folder / "-").exists()


def test_a_binary_is_not_written_to_a_terminal(command, file, monkeypatch):
    monkeypatch.setattr("wavedialect.command.standard_output._is_terminal", lambda: True)
    refused = command("compile", "shader.hlsl", "-Fo", "-")
    assert refused.exit_code == 1 and "which is a terminal" in refused.stderr


def test_folders_that_do_not_exist(command, file):
    compiled = command("compile", "shader.hlsl", "-I", "nowhere", "-I", "shader.hlsl", "-o", "out")
    assert compiled.exit_code == 0
    assert compiled.stderr.splitlines()[:2] == [
        "warning: -I nowhere: it does not exist",
        "warning: -I shader.hlsl: it is not a folder",
    ]


@pytest.mark.parametrize("name", ["a.HLSL", "a.compute", "a.Usf", "a.hlsli", "a.fx", "a.fxh", "a.ush"])
def test_names_of_shaders(command, folder, name):
    (folder / name).write_text(SHADER)
    assert command("lint", name).stdout == "1 kernel: nothing found\n"


def test_other_names_of_shaders(command, folder):
    (folder / "a.foo").write_text(SHADER)
    refused = command("lint", "a.foo")
    assert refused.exit_code == 1 and "for HLSL under another name, add `-x hlsl`" in refused.stderr
    assert command("lint", "a.foo", "-x", "hlsl").stdout == "1 kernel: nothing found\n"
