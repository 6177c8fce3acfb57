"""Shaders as kernels: they do what Python kernels do, with the shader's own lines in every message."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from shaders import FACTOR, RACE, SCALE, SUMS

import wavedialect as wd


@pytest.fixture
def sums() -> wd.Kernel:
    return wd.hlsl(text=SUMS)


@pytest.fixture
def shader(tmp_path) -> Path:
    """A file that includes another."""
    (tmp_path / "factor.hlsli").write_text(FACTOR)
    path = tmp_path / "scale.hlsl"
    path.write_text(SCALE)
    return path


def arrays():
    return np.arange(64, dtype=np.float32), np.zeros(4, np.float32)


@pytest.mark.parametrize("device", ["interpreter", "cpu"])
def test_dispatch(sums, device):
    x, out = arrays()
    sums.dispatch(4, x, out, device=device, wave_size=8)
    assert out.tolist() == x.reshape(4, 16).sum(axis=1).tolist()
    out[:] = 0
    sums[4](sums=out, x=x, device=device, wave_size=8)
    assert out.tolist() == x.reshape(4, 16).sum(axis=1).tolist()


def test_facts(sums):
    assert {name: type_.name for name, type_ in sums.parameters.items()} == {
        "x": "Buffer[f32]",
        "sums": "RWBuffer[f32]",
    }
    assert sums.name == "sum" and repr(sums) == "<kernel 'sum'>" and sums.attributes.num_waves == 2


def test_targets(sums):
    assert set(sums.compile("spirv").files) == {"sum.spv", "manifest.json"}
    assert "sum.w32.dxil" in sums.compile("dxil", shader_model="6.8").files
    assert set(sums.compile("cpu").files) == {"sum.o"}


def test_the_registers_of_vulkan_do_not_collide(sums):
    bindings = sums.compile("spirv").manifest["bindings"]
    assert len({(one["set"], one["binding"]) for one in bindings}) == len(bindings) == 2
    # Direct3D has a numbering for each kind.
    assert [one["binding"] for one in sums.compile("dxil").manifest["bindings"]] == [0, 0]


RESOURCES = """
cbuffer Params : register(b0) { float scale; uint3 offset; float4 table[2]; }
struct Particle { float3 position; uint id; float2 corners[2]; };
StructuredBuffer<Particle> particles : register(t0);
RWStructuredBuffer<Particle> moved : register(u1);
RWBuffer<float3> neighbors : register(u2);
RWByteAddressBuffer bytes : register(u3);
groupshared float3 shared[8];

[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint place : SV_GroupIndex) {
  Particle particle = particles[id.x];
  particle.position *= scale;
  particle.id += offset.y;
  particle.corners[1] = table[1].xy;
  moved[id.x] = particle;
  shared[place] = particle.position;
  GroupMemoryBarrierWithGroupSync();
  neighbors[id.x] = shared[(place + 1) % 8];
  bytes.Store(4 * id.x, asuint(particle.position.x));
}
"""


@pytest.mark.parametrize("device", ["interpreter", "cpu"])
def test_structs_constants_and_bytes(device):
    kernel = wd.hlsl(text=RESOURCES)
    dtype = kernel.parameters["particles"].element.dtype
    particles, moved = np.zeros(8, dtype), np.zeros(8, dtype)
    particles["position"], particles["id"] = np.arange(24).reshape(8, 3), np.arange(8)
    neighbors, data = np.zeros((8, 3), np.float32), np.zeros(8, np.uint32)
    constants = {"scale": 2.0, "offset": (1, 100, 3), "table": [(1, 2, 3, 4), (5, 6, 7, 8)]}
    arguments = {"Params": constants, "particles": particles, "moved": moved, "neighbors": neighbors, "bytes": data}
    kernel.dispatch(1, **arguments, device=device, wave_size=4)
    expected = 2 * particles["position"]
    assert moved["id"].tolist() == list(range(100, 108)) and (moved["position"] == expected).all()
    assert moved["corners"][3].tolist() == [[0, 0], [5, 6]]
    assert (neighbors == np.roll(expected, -1, axis=0)).all()
    assert (data.view(np.float32) == expected[:, 0]).all()


# Tools.


def test_the_checker(sums):
    x, out = arrays()
    assert sums.check(lambda lanes: 64 // (2 * lanes) or 1, x, out, by_wave_size="sums")
    report = wd.hlsl(text=RACE).check(1, np.ones(256, np.float32), out, by_wave_size="sums")
    race = report.filter(rule="race").findings[0]
    assert race.memory == "parts"
    assert {place.location.line for place in race.places} == {12, 14}
    assert "GroupMemoryBarrierWithGroupSync" in race.advice and "wd." not in str(report)
    assert "    sums[group.x] = parts[0] + parts[1];" in str(report)


def test_counts_and_traces(sums, tmp_path):
    x, out = arrays()
    assert "GroupMemoryBarrierWithGroupSync" in str(sums.count(1, x, out, wave_size=8))
    sums.trace(1, x, out, wave_size=8).save(tmp_path / "trace.json")


def test_lints():
    text = SUMS.replace("wave == 0 &&", "WaveGetLaneIndex() == 0 &&")
    report = wd.hlsl(text=text.replace("[numWaves(2)]", "[numthreads(48, 1, 1)]")).lint()
    assert "numthreads-not-wave-aligned" in {finding.lint for finding in report}
    assert all("wd." not in str(finding) for finding in report)
    silenced = "[numthreads(48, 1, 1)] // lint: ignore"
    quiet = wd.hlsl(text=text.replace("[numWaves(2)]", silenced)).lint()
    assert "numthreads-not-wave-aligned" not in {finding.lint for finding in quiet}


def test_the_explorer(sums, tmp_path):
    from wavedialect.explorer import write_page

    assert write_page(sums, tmp_path / "page.html").stat().st_size > 10_000


def test_copies(sums):
    assert copy.copy(sums) is sums and copy.deepcopy(sums) is sums
    x, out = arrays()
    pickle.loads(pickle.dumps(sums)).dispatch(4, x, out, wave_size=8)
    assert out.tolist() == x.reshape(4, 16).sum(axis=1).tolist()


# Files, defines and entry points.


def test_files_and_defines(shader):
    values = np.ones(32, np.uint32)
    wd.hlsl(shader)[1](values)
    assert (values == 6).all()
    wd.hlsl(shader, defines={"N": 10})[1](values)
    assert (values == 180).all()


def test_include_folders(shader, tmp_path):
    folder = tmp_path / "include"
    folder.mkdir()
    (tmp_path / "factor.hlsli").rename(folder / "factor.hlsli")
    with pytest.raises(wd.CompileError, match=r"factor\.hlsli") as caught:
        wd.hlsl(shader)
    assert (caught.value.file, caught.value.line) == (str(shader), 2)
    values = np.ones(32, np.uint32)
    wd.hlsl(shader, include=folder)[1](values)
    assert (values == 6).all()


def test_entry_points():
    two = SUMS + "\n[numWaves(4)] void other() { sums[0] = GetGroupWaveCount(); }\n"
    out = np.zeros(1, np.float32)
    wd.hlsl(text=two, entry="other")[1](out)
    assert out[0] == 4
    with pytest.raises(wd.WaveError, match="other") as caught:
        wd.hlsl(text=two, entry="othr")
    assert "did you mean 'other'?" in str(caught.value)
    with pytest.raises(wd.WaveError) as caught:
        wd.hlsl(text=two)
    assert "sum" in str(caught.value) and "other" in str(caught.value)


def test_tuning(shader):
    configs = wd.configs(constants={"N": [1, 4]})
    values = np.ones(32, np.uint32)
    table = wd.tune(wd.hlsl(shader), configs, (values,), groups=1, device="cpu", runs=1)
    assert [row.config.constants for row in sorted(table.rows, key=str)] and len(table.rows) == 2
    with pytest.raises(wd.WaveError, match="does not use 'M'"):
        wd.tune(wd.hlsl(shader), [wd.Config(constants={"M": 1})], (values,), groups=1, device="cpu", runs=1)
    with pytest.raises(wd.WaveError, match="states the size of a group in its HLSL text"):
        wd.tune(wd.hlsl(text=SUMS), [wd.Config(num_waves=4)], arrays(), groups=1, device="cpu", runs=1)


# Errors.


def test_every_error_is_shown(tmp_path):
    path = tmp_path / "wrong.hlsl"
    path.write_text(SUMS.replace("WaveActiveSum(x[i])", "WaveActiveSums(x[i])").replace("group.x] =", "groups.x] ="))
    with pytest.raises(wd.CompileError) as caught:
        wd.hlsl(path)
    error = caught.value
    assert (error.file, error.line, error.column) == (str(path), 10, 17)
    said = str(error)
    assert "  10 |   float total = WaveActiveSums(x[i]);\n     |                 ^" in said
    assert f"{path}:15:10: " in said and "sums[groups.x] = parts[0] + parts[1];" in said


def test_errors_of_a_text():
    with pytest.raises(wd.CompileError) as caught:
        wd.hlsl(text=SUMS.replace("[numWaves(2)]", "[numWaves(2)] [numthreads(32, 1, 1)]"))
    assert caught.value.id == "num-waves-with-num-threads" and caught.value.line == 6
    assert "[numWaves(2)] [numthreads(32, 1, 1)]" in str(caught.value)


def test_rules_of_the_dialect_are_at_the_line_of_the_shader():
    text = SUMS.replace("  GroupMemory", "  if (wave == 1)\n    GroupMemory")
    with pytest.raises(wd.CompileError) as caught:
        wd.hlsl(text=text).compile("spirv")
    assert caught.value.id == "barrier-divergent" and caught.value.line == 14
    assert "wd." not in str(caught.value) and "GroupMemoryBarrierWithGroupSync" in str(caught.value)


@pytest.mark.parametrize(
    "options",
    [{"entry": "x"}, {"language_version": "2022"}, {"profile": "ps_6_0"}, {"defines": {"1": 2}}, {"defines": ["A"]}],
)
def test_wrong_options(options):
    with pytest.raises(wd.WaveError) as caught:
        wd.hlsl(text=SUMS, **options)
    assert not isinstance(caught.value, wd.InternalError)


def test_missing_files(tmp_path, shader):
    with pytest.raises(wd.WaveError, match=r"did you mean '.*scale\.hlsl'"):
        wd.hlsl(tmp_path / "scales.hlsl")
    with pytest.raises(wd.WaveError, match="is not UTF-8"):
        (tmp_path / "latin.hlsl").write_bytes(b"// \xff")
        wd.hlsl(tmp_path / "latin.hlsl")


# The cache, and Clang.


PROGRAM = """
import sys
import numpy as np
import wavedialect as wd
values = np.ones(32, np.uint32)
wd.hlsl(sys.argv[1])[1](values)
print(values[0], "wavedialect._hlsl" in sys.modules)
"""


def run(shader: Path, folder: Path) -> list[str]:
    program = folder / "program.py"
    program.write_text(PROGRAM)
    environment = {**os.environ, "WAVEDIALECT_CACHE_DIR": str(folder / "cache")}
    done = subprocess.run(
        [sys.executable, program, shader], capture_output=True, text=True, env=environment, check=False
    )
    return done.stdout.split() or [done.stderr]


def test_a_second_process_does_not_load_clang(shader, tmp_path):
    assert run(shader, tmp_path) == ["6", "True"]
    assert run(shader, tmp_path) == ["6", "False"]
    (tmp_path / "factor.hlsli").write_text(FACTOR.replace("3", "5"))
    assert run(shader, tmp_path) == ["10", "True"]
    shader.write_text(SCALE.replace("N 2", "N 4"))
    assert run(shader, tmp_path) == ["20", "True"]
    assert run(shader, tmp_path) == ["20", "False"]


def test_python_kernels_do_not_load_clang():
    program = "import wavedialect as wd, sys; wd.kernel; wd.mlir; print('wavedialect._hlsl' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_a_build_without_clang(monkeypatch):
    monkeypatch.setitem(sys.modules, "wavedialect._hlsl", None)
    with pytest.raises(wd.WaveError) as caught:
        wd.hlsl(text=SUMS)
    assert caught.value.id == "hlsl-not-built" and "libclang-22-dev" in caught.value.fix
