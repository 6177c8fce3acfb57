"""What a host has for Direct3D: files, a manifest after its schema, and stages to look at."""

from __future__ import annotations

import hashlib
import json
import re
import struct
import warnings
from pathlib import Path

import jsonschema
import pytest

import wavedialect as wd
from wavedialect import f16, f32, f64, u32, u64
from wavedialect.driver import bundle as bundle_module
from wavedialect.driver.bundle import Bundle

SCHEMA = json.loads((Path(bundle_module.__file__).parent / "manifest.dxil.schema.json").read_text())
MODELS = ("6.0", "6.2", "6.5", "6.6", "6.8", "6.10")


@wd.kernel(num_waves=4, wave_size=(16, 64))
def waves(src: wd.Buffer[wd.float3], out: wd.RWBuffer[u32], n: u32, flag: bool):
    shared = wd.groupshared(u32, wd.wave_lane_count())
    shared[wd.wave_lane_index()] = u32(src[wd.wave_lane_index()].x)
    wd.group_memory_barrier_with_group_sync()
    if flag:
        out[wd.group_wave_index()] = shared[n] + wd.group_count().y


@wd.kernel(num_waves=1, wave_size=(16, 64))
def groups_at_one_size(out: wd.RWBuffer[u32], n: u32):
    out[wd.wave_lane_index()] = wd.group_count().x if wd.wave_lane_count() == 32 else n


@wd.kernel(num_threads=(8, 8))
def threads(image: wd.RWTexture2D[wd.float2], out: wd.RWBuffer[f64]):
    out[0] = f64(image[wd.group_id().x, 0].x)


@wd.kernel(num_threads=64, wave_size=(8, 32, 16))
def threads_of_sizes(out: wd.RWBuffer[u64]):
    out[0] = u64(wd.wave_lane_count())


@wd.kernel(num_threads=64)
def narrow(values: wd.RWBuffer[wd.half3], x: f16):
    values[0] = values[1] * x


@wd.kernel(num_waves=2, stage="amplification")
def amplification(lights: wd.Buffer[f32]):
    indices = wd.groupshared(u32, 64)
    indices[wd.wave_lane_index() % u32(64)] = u32(lights[wd.group_wave_index()])
    wd.dispatch_mesh(1, 1, 1, indices)


@wd.kernel(num_threads=32, stage="amplification")
def without_payload():
    wd.dispatch_mesh(1, 1, 1)


LEAST = {
    waves: "6.0",
    threads: "6.0",
    threads_of_sizes: "6.6",
    narrow: "6.2",
    amplification: "6.5",
    without_payload: "6.5",
}


def compiled(kernel: wd.Kernel, model: str = "6.6", **options) -> Bundle:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", wd.WaveWarning)
        return kernel.compile(target="dxil", shader_model=model, **options)


def test_the_schema_is_a_schema():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("kernel", LEAST, ids=lambda kernel: kernel.name)
@pytest.mark.parametrize("model", MODELS)
def test_manifests_are_after_the_schema(kernel, model):
    if MODELS.index(LEAST[kernel]) > MODELS.index(model):
        return
    bundle = compiled(kernel, model)
    jsonschema.validate(bundle.manifest, SCHEMA)
    assert json.loads(bundle.files["manifest.json"]) == bundle.manifest
    assert (bundle.manifest["kernel"], bundle.manifest["shader_model"]) == (kernel.name, model)
    modules = [bundle.manifest["module"]] if bundle.manifest["module"] else list(bundle.manifest["modules"].values())
    assert sorted(bundle.files) == sorted([*modules, "manifest.json"])


def test_the_exact_form():
    bundle = compiled(waves)
    manifest = bundle.manifest
    assert manifest["form"] == "exact" and manifest["module"] is None and manifest["launched_threads"] is None
    assert manifest["modules"] == {str(size): f"waves.w{size}.dxil" for size in (16, 32, 64)}
    assert manifest["lanes_per_group"] == {"16": 64, "32": 128, "64": 256}
    assert manifest["requires"] == {"full_waves": True, "wave_size": True}
    assert manifest["wave_sizes"] == bundle.wave_sizes == [16, 32, 64]
    assert manifest["group_wave_index"] == "emulated" and manifest["groupshared_bytes"] == 4 * 64 + 4
    assert manifest["feature_flags"] == 0x4000 and manifest["features"] == ["WaveOps"]
    assert manifest["root_constants"] == {"register": 0, "space": 0, "num_32bit_values": 7}
    assert [(field["name"], field["offset"], field["role"]) for field in manifest["constants"]["fields"]] == [
        ("n", 0, "argument"), ("flag", 4, "argument"), ("src", 8, "length"), ("out", 12, "length"),
        ("group_count", 16, "group_count"),
    ]  # fmt: skip
    assert [(binding["kind"], binding["binding"], binding["stride"]) for binding in manifest["bindings"]] == [
        ("srv", 0, 12), ("uav", 1, 4),
    ]  # fmt: skip
    for size in (16, 32, 64):
        assert bundle.module_at(size) == bundle.files[f"waves.w{size}.dxil"]
    with pytest.raises(wd.WaveError, match="kernel 'waves' has no module for 8 lanes\nhelp: it has 16, 32, 64"):
        bundle.module_at(8)
    assert compiled(waves, "6.10").manifest["group_wave_index"] == "native"


def test_one_container_of_several():
    bundle = compiled(waves, wave_size=32, prefer_wave_size="large")
    manifest = bundle.manifest
    assert manifest["modules"] == {"32": "waves.w32.dxil"} and bundle.wave_sizes == [32]
    assert manifest["lanes_per_group"] == {"32": 128} and manifest["preferred_wave_size"] == 32
    assert compiled(threads_of_sizes, wave_size=16).manifest["preferred_wave_size"] == 16
    assert compiled(threads_of_sizes, wave_size=8).manifest["preferred_wave_size"] is None


def test_the_surplus_form():
    bundle = compiled(waves, "6.5")
    manifest = bundle.manifest
    assert (manifest["form"], manifest["module"], manifest["modules"]) == ("surplus", "waves.dxil", {})
    assert manifest["launched_threads"] == [256, 1, 1]
    assert manifest["lanes_per_group"] == {"16": 64, "32": 128, "64": 256}
    assert manifest["requires"] == {"full_waves": True, "wave_size": False}
    assert bundle.wave_sizes == [16, 32, 64] and bundle.module_at(32) == bundle.files["waves.dxil"]


def test_groups_of_threads():
    manifest = compiled(threads).manifest
    assert (manifest["form"], manifest["num_threads"], manifest["launched_threads"]) == (
        "threads",
        [8, 8, 1],
        [8, 8, 1],
    )
    assert manifest["requires"] == {"full_waves": False, "wave_size": False} and manifest["wave_sizes"] == []
    assert manifest["bindings"][0]["resource"] == "image" and manifest["bindings"][0]["stride"] == 0
    assert manifest["features"] == ["Doubles", "TypedUAVLoadAdditionalFormats"]
    of_sizes = compiled(threads_of_sizes, "6.8")
    assert list(of_sizes.files) == ["threads_of_sizes.dxil", "manifest.json"]
    assert (of_sizes.wave_sizes, of_sizes.manifest["preferred_wave_size"]) == ([8, 16, 32], 16)
    assert of_sizes.manifest["requires"] == {"full_waves": False, "wave_size": True}
    older = compiled(threads_of_sizes, "6.7")
    assert sorted(older.manifest["modules"]) == ["16", "32", "8"] and older.wave_sizes == [8, 16, 32]
    assert older.manifest["preferred_wave_size"] == 16 and older.manifest["form"] == "threads"
    assert "NativeLowPrecision" in compiled(narrow).manifest["features"]
    assert compiled(narrow).manifest["bindings"][0]["stride"] == 6


def test_payloads():
    assert compiled(amplification).manifest["payload"] == {"bytes": 256, "element": "i32", "elements": 64}
    assert compiled(without_payload).manifest["payload"] is None
    assert "payload" not in compiled(threads).manifest


@pytest.mark.parametrize(
    "changes",
    [
        {"version": 2}, {"target": "spirv"}, {"form": "surplus"}, {"form": "threads"}, {"module": "waves.dxil"},
        {"modules": {}}, {"modules": {"24": "waves.w24.dxil"}}, {"num_threads": [64, 1, 1]}, {"num_waves": None},
        {"wave_sizes": []}, {"wave_sizes": [12]}, {"shader_model": "6.11"}, {"stage": "amplification"},
        {"requires": {"full_waves": False, "wave_size": True}}, {"requires": {"full_waves": True}},
        {"payload": None}, {"features": ["Wave level operations"]}, {"group_wave_index": True},
        {"root_constants": {"register": 0, "space": 0, "num_32bit_values": 33}}, {"unknown": 1},
    ],
)  # fmt: skip
def test_the_schema_refuses(changes):
    manifest = compiled(waves, wave_size=32).manifest
    jsonschema.validate(manifest, SCHEMA)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**manifest, **changes}, SCHEMA)


@pytest.mark.parametrize("key", SCHEMA["required"])
def test_nothing_may_be_missing(key):
    manifest = compiled(waves, wave_size=32).manifest
    del manifest[key]
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(manifest, SCHEMA)


def test_the_same_input_gives_the_same_bytes():
    for model in ("6.5", "6.6", "6.10"):
        first, second = compiled(waves, model), compiled(waves, model)
        assert first.files == second.files and list(first.files) == list(second.files)
        assert dict(first.stages) == dict(second.stages)


def test_saving(tmp_path):
    bundle = compiled(waves)
    bundle.save(tmp_path / "new" / "folder")
    for name, contents in bundle.files.items():
        assert (tmp_path / "new" / "folder" / name).read_bytes() == contents
    for size in bundle.wave_sizes:
        magic, *_, bytes = struct.unpack_from("<4s16sHHI", bundle.module_at(size))
        assert (magic, bytes) == (b"DXBC", len(bundle.module_at(size)))


def test_a_preferred_wave_size():
    assert compiled(waves).manifest["preferred_wave_size"] is None
    for prefer, size in (("small", 16), ("large", 64)):
        bundle = compiled(waves, prefer_wave_size=prefer)
        assert bundle.manifest["preferred_wave_size"] == size
        assert json.loads(bundle.files["manifest.json"]) == bundle.manifest
        assert bundle.module_at(32) == compiled(waves).module_at(32)
        jsonschema.validate(bundle.manifest, SCHEMA)


def test_dumping(tmp_path, monkeypatch):
    monkeypatch.setenv("WAVEDIALECT_DUMP_DIR", str(tmp_path))
    bundle = compiled(waves, wave_size=32)
    names = [path.name for path in sorted((tmp_path / "waves").iterdir())]
    assert names == ["0-wave.mlir", "1-dxil.mlir", "2-llvm.ll", "3-container.txt", "manifest.json", "waves.w32.dxil"]
    assert (tmp_path / "waves" / "3-container.txt").read_text() == bundle.stages["container"]


# Stages.


def test_stages_of_one_container():
    stages = compiled(threads).stages
    assert list(stages) == ["wave", "dxil", "llvm", "container"]
    assert "wave.func @threads" in stages["wave"]
    assert "dxil.module @threads" in stages["dxil"] and "dxil.texture_load" in stages["dxil"]
    assert "call" in stages["llvm"] and "@dx.op.textureLoad.f32" in stages["llvm"]
    assert stages["container"].startswith("container: version 1.0")
    # From here a compile may go on, for which it takes the manifest; later on it would hide the rest.
    assert "wave.manifest = {" in stages["dxil"]
    assert not re.search("manifest|lanes_per_group", stages["llvm"])
    assert max(map(len, stages["llvm"].splitlines())) < 250


def test_stages_of_several_containers():
    stages = compiled(waves).stages
    sizes = (16, 32, 64)
    assert list(stages) == ["wave", *(f"{stage}.w{size}" for stage in ("dxil", "llvm", "container") for size in sizes)]
    assert "threads: 128 x 1 x 1" in stages["container.w32"]
    assert str(stages).startswith("// ----- wave -----\nmodule {")


def test_the_listing_tells_of_the_file():
    bundle = compiled(threads)
    contents = bundle.module_at(32)
    assert f"{len(contents)} bytes, 6 parts" in bundle.stages["container"]
    assert contents[4:20].hex() in bundle.stages["container"]
    bitcode = contents[contents.index(b"BC\xc0\xde") :]
    assert hashlib.md5(bitcode).hexdigest() in bundle.stages["container"]


def test_a_constant_that_only_one_wave_size_reads():
    bundle = groups_at_one_size.compile(target="dxil", shader_model="6.6")
    names = [field["name"] for field in bundle.manifest["constants"]["fields"]]
    assert names == ["n", "out", "group_count"]
    assert bundle.manifest["root_constants"]["num_32bit_values"] == 5
    assert len(bundle.manifest["modules"]) == 3


@wd.kernel(num_waves=1)
def elements_at_quotients_of_zero(src: wd.Buffer[u32], out: wd.RWBuffer[u32], n: u32):
    shared = wd.groupshared(u32, 64)
    lane = wd.wave_lane_index()
    zero = n & 0
    shared[lane] = src[lane // zero]
    wd.group_memory_barrier_with_group_sync()
    wd.atomic_add(shared, lane % zero, 1)
    wd.group_memory_barrier_with_group_sync()
    out[lane] = shared[lane // zero]


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("level", [0, 1, 2])
def test_an_undefined_index_is_compiled(model, level):
    bundle = elements_at_quotients_of_zero.compile(target="dxil", shader_model=model, opt_level=level)
    assert bundle.stages
