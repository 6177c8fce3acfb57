"""What a host has for CUDA: a file, a manifest after its schema, stages to look at, and clear refusals."""

from __future__ import annotations

import json
import re
from pathlib import Path

import jsonschema
import numpy as np
import pytest

import wavedialect as wd
from wavedialect import f32, u32
from wavedialect.driver import bundle as bundle_module

SCHEMA = json.loads((Path(bundle_module.__file__).parent / "manifest.ptx.schema.json").read_text())


@wd.struct
class Particle:
    position: wd.float3
    mass: f32


@wd.kernel(num_waves=4, wave_size=(16, 64))
def waves(src: wd.Buffer[wd.float4], out: wd.RWBuffer[u32], n: u32, flag: bool):
    shared = wd.groupshared(u32, wd.wave_lane_count())
    shared[wd.wave_lane_index()] = u32(src[wd.wave_lane_index()].x)
    wd.group_memory_barrier_with_group_sync()
    if flag:
        out[wd.group_wave_index()] = shared[n] + wd.group_count().y


@wd.kernel(num_threads=(10, 5))
def threads(image: wd.RWTexture2D[wd.float2], out: wd.RWBuffer[wd.float3], parts: wd.Buffer[Particle]):
    at = wd.dispatch_thread_id()
    out[at.x] = wd.float3(image[at.x, at.y].x, parts[at.x].mass, 0.0)


@wd.kernel(num_waves=2, wave_size=(4, 16))
def of_small_waves(out: wd.RWBuffer[u32]):
    out[0] = wd.wave_lane_count()


@wd.kernel(num_waves=1, stage="amplification")
def amplification(x: wd.Buffer[f32]):
    payload = wd.groupshared(f32, 64)
    payload[wd.wave_lane_index() % u32(64)] = x[0]
    wd.dispatch_mesh(1, 1, 1, payload)


@wd.kernel(num_waves=2, group_shared_limit=1 << 20)
def much_memory(out: wd.RWBuffer[u32], n: u32):
    shared = wd.groupshared(u32, 41729)
    shared[wd.wave_lane_index() + n * wd.group_wave_index()] = n
    wd.group_memory_barrier_with_group_sync()
    out[wd.wave_lane_index()] = shared[wd.wave_lane_index() ^ n]


def test_files_and_stages(tmp_path):
    bundle = waves.compile(target="ptx", sm="sm_90")
    bundle.save(tmp_path)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["manifest.json", "waves.ptx"]
    assert list(bundle.stages) == ["wave", "nvvm", "llvm", "ptx"]
    text = (tmp_path / "waves.ptx").read_text()
    assert text == bundle.stages["ptx"]
    assert ".target sm_90\n" in text and ".visible .entry waves(" in text and ".reqntid 128" in text
    assert bundle.wave_sizes == [32]


@pytest.mark.parametrize("kernel", [waves, threads], ids=lambda kernel: kernel.name)
def test_the_manifest(kernel):
    manifest = kernel.compile(target="ptx").manifest
    jsonschema.validate(manifest, SCHEMA)
    assert (manifest["target"], manifest["sm"], manifest["wave_sizes"]) == ("ptx", "sm_80", [32])


def test_how_to_launch():
    manifest = waves.compile(target="ptx").manifest
    assert (manifest["launched_threads"], manifest["lanes_per_group"]) == ([128, 1, 1], {"32": 128})
    assert [binding["alignment"] for binding in manifest["bindings"]] == [16, 4]
    assert [(field["name"], field["role"]) for field in manifest["constants"]["fields"]] == [
        ("n", "argument"),
        ("flag", "argument"),
        ("src", "length"),
        ("out", "length"),
    ]
    manifest = threads.compile(target="ptx").manifest
    assert (manifest["launched_threads"], manifest["num_threads"]) == ([50, 1, 1], [10, 5, 1])
    assert [binding["alignment"] for binding in manifest["bindings"]] == [8, 4, 16]
    assert [field["role"] for field in manifest["constants"]["fields"]] == ["length", "length", "extent"]


def test_the_same_kernel_gives_the_same_bytes():
    assert waves.compile(target="ptx").files == waves.compile(target="ptx").files


SHADER = """
cbuffer Params { uint count; };
RWByteAddressBuffer total;
RWStructuredBuffer<float4> out4;
StructuredBuffer<float4> in4;
[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  uint64_t old;
  if (id.x < count) { total.InterlockedAdd64(8, 1, old); out4[id.x] = in4[id.x] * 2; }
}
"""


def test_the_alignment_of_a_shaders_resources():
    """An atomic of 64 bits needs 8 bytes, and an element of 16 bytes is one access."""
    bundle = wd.hlsl(text=SHADER, profile="cs_6_6").compile(target="ptx")
    alignments = {binding["name"]: binding["alignment"] for binding in bundle.manifest["bindings"]}
    assert alignments == {"Params": 16, "total": 8, "out4": 16, "in4": 16}
    text = bundle.stages["ptx"]
    assert text.count(".ptr .global .align 16 ") == 3 and text.count(".ptr .global .align 8 ") == 1
    assert "ld.global.nc.v4.b32" in text and "st.global.v4.b32" in text


def test_the_constants_of_a_shader():
    """Constant buffers and push constants are bindings, and specialization constants are fixed."""
    text = """
      [[vk::constant_id(3)]] const uint size = 16;
      struct Push { uint least; };
      [[vk::push_constant]] Push push;
      cbuffer Params { uint count; };
      RWStructuredBuffer<uint> results;
      [numthreads(32, 1, 1)] void main(uint3 id : SV_DispatchThreadID) { results[id.x] = push.least + count + size; }
    """
    bundle = wd.hlsl(text=text, profile="cs_6_6", specialization={"size": 77}).compile(target="ptx")
    kinds = {binding["name"]: binding["kind"] for binding in bundle.manifest["bindings"]}
    assert kinds == {"push": "cbv", "Params": "cbv", "results": "uav"}
    assert [field["name"] for field in bundle.manifest["constants"]["fields"]] == ["results"]
    assert ", 77;" in bundle.stages["ptx"]


def instructions(ptx: str) -> list[str]:
    """The lines of a file without comments and source lines."""
    lines = [line.partition("//")[0].strip() for line in ptx.splitlines()]
    return [line for line in lines if line and not re.match(r"\.loc|\.file|\.section|\$L__(tmp|func)", line)]


def test_source_lines():
    plain, lines = (waves.compile(target="ptx", debug_info=on).stages["ptx"] for on in (False, True))
    assert ".loc" not in plain and ".file" not in plain
    files = re.findall(r'\.file\t(\d+) "(.*)"', lines)
    assert [name for _, name in files] == [__file__]
    first = waves.function.__code__.co_firstlineno
    found = {int(line) - first for line in re.findall(rf"\.loc\t{files[0][0]} (\d+) ", lines)}
    assert {3, 6} <= found
    assert instructions(plain) == instructions(lines)
    # With tables of DWARF the assembler would not optimize.
    assert re.findall(r"^\.target .*", lines, re.MULTILINE) == [".target sm_80"]


# What it refuses.


def test_a_kernel_for_other_waves():
    with pytest.raises(wd.CompileError) as error:
        of_small_waves.compile(target="ptx")
    assert error.value.id == "wave-size-not-in-range"
    assert "is compiled for waves of 32 lanes" in str(error.value)
    assert error.value.file == __file__


@pytest.mark.parametrize("size", [16, 64, 0, "32"])
def test_another_wave_size(size):
    with pytest.raises(wd.WaveError, match="waves of CUDA devices have 32 lanes") as error:
        waves.compile(target="ptx", wave_size=size)
    assert error.value.id == "cuda-wave-size"


def test_the_wave_size_of_the_device():
    assert waves.compile(target="ptx", wave_size=np.int64(32)).wave_sizes == [32]


@pytest.mark.parametrize("sm", ["sm_70", "sm_75", "sm_90b", "compute_90"])
def test_an_unknown_gpu(sm):
    with pytest.raises(wd.WaveError) as error:
        waves.compile(target="ptx", sm=sm)
    assert error.value.id == "sm-unknown"


@pytest.mark.parametrize("sm", ["sm80", "SM_80", "compute_80", "sm-80", "Compute80"])
def test_a_gpu_by_another_spelling(sm):
    with pytest.raises(wd.WaveError, match='did you mean `sm="sm_80"`\\?') as error:
        waves.compile(target="ptx", sm=sm)
    assert error.value.id == "sm-unknown"


def test_an_old_gpu():
    with pytest.raises(wd.WaveError, match="Ampere, sm_80, is the oldest"):
        waves.compile(target="ptx", sm="sm_70")


def test_a_stated_limit_of_groupshared_memory():
    @wd.kernel(num_threads=32, group_shared_limit=4 * 40000)
    def large(out: wd.RWBuffer[wd.f32]):
        shared = wd.groupshared(wd.f32, 40000)
        shared[wd.group_index()] = 1.0
        wd.group_memory_barrier_with_group_sync()
        out[0] = shared[0]

    manifest = large.compile(target="ptx").manifest
    assert manifest["groupshared_bytes"] == manifest["dynamic_groupshared_bytes"] == 160000
    with pytest.raises(wd.CompileError, match="uses 160000 bytes.*the limit of sm_86 is 101376") as error:
        large.compile(target="ptx", sm="sm_86")
    assert error.value.id == "groupshared-limit"


def test_a_file_is_no_folder(tmp_path):
    (tmp_path / "file").touch()
    bundle = waves.compile(target="ptx")
    for write in (bundle.save, bundle.dump):
        for path in (tmp_path / "file", tmp_path / "file" / "inside"):
            with pytest.raises(wd.WaveError, match="the files cannot be written into .*file"):
                write(path)


@pytest.mark.parametrize("sm", [90, "90", "90a", "", "sm 90", "sm_90}", None])
def test_a_gpu_that_is_no_name(sm):
    if sm is None:
        assert waves.compile(target="ptx", sm=None).manifest["sm"] == "sm_80"
        return
    with pytest.raises(wd.WaveError, match=r"^sm is ") as error:
        waves.compile(target="ptx", sm=sm)
    assert error.value.id == "sm-unknown"


def test_the_number_of_a_gpu_is_named_as_in_cuda():
    with pytest.raises(wd.WaveError, match=r'help: write it as CUDA does: `sm="sm_120"`'):
        waves.compile(target="ptx", sm="120")


def test_options_of_other_targets():
    with pytest.raises(wd.WaveError, match="sm belongs to target='ptx'"):
        waves.compile(target="spirv", sm="sm_90")
    with pytest.raises(wd.WaveError, match="belong to target='dxil'"):
        waves.compile(target="ptx", shader_model="6.6")


def test_an_amplification_kernel():
    with pytest.raises(wd.CompileError) as error:
        amplification.compile(target="ptx")
    assert error.value.id == "stage-target"


def test_more_memory_than_a_block_has():
    with pytest.raises(
        wd.CompileError, match="uses 166928 bytes of groupshared memory; the limit of sm_80 is 166912"
    ) as error:
        much_memory.compile(target="ptx")
    assert error.value.id == "groupshared-limit"
