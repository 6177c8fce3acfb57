"""The host in C++ for Vulkan, `examples/hosts/vulkan`, on lavapipe."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from constant_kernels import look_up
from write_bundle import keep_above, write_launch

import wavedialect as wd
from wavedialect import f16, f32, i64, u32

ROOT = Path(__file__).parents[3]
HOST = ROOT / "build" / "bin" / "wave-vulkan-host"
LANES = (4, 8, 16)
"""The wave sizes of lavapipe."""


def run_host(folder, lanes=8):
    environment = {**os.environ, "LP_NATIVE_VECTOR_WIDTH": str(32 * lanes), "MESA_SHADER_CACHE_DISABLE": "true"}
    return subprocess.run([HOST, folder], env=environment, capture_output=True, text=True, timeout=120, check=False)


def result_of(folder, name, dtype):
    return np.frombuffer((folder / f"{name}.result.bin").read_bytes(), dtype)


@wd.kernel(num_waves=2)
def every_kind_of_constant(
    flag: wd.bool,
    small: wd.u16,
    half: f16,
    wide: i64,
    scale: wd.float3,
    bits: u32,
    x: wd.Buffer[wd.float3],
    out: wd.RWBuffer[wd.float3],
    words: wd.RWBuffer[i64],
    groups: wd.RWBuffer[u32],
):
    i = (wd.group_id().x * 2 + wd.group_wave_index()) * wd.wave_lane_count() + wd.wave_lane_index()
    out[i] = x[i] * scale + f32(half)
    word = wide - i64(bits)
    if flag:
        word += i64(small)
    words[i] = word
    if i == 0:
        groups[0] = wd.group_count().x
        groups[1] = wd.wave_lane_count()


@wd.kernel(num_threads=(32, 2, 1))
def twice(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    thread = wd.group_thread_id()
    i = wd.group_id().x * 64 + thread.y * 32 + thread.x
    out[i] = x[i] * u32(2)


@pytest.mark.parametrize("language", [[], ["--hlsl"]], ids=["python", "hlsl"])
@pytest.mark.parametrize("lanes", LANES)
def test_example_computes_the_same_as_numpy(tmp_path, lanes, language):
    script = ROOT / "examples" / "hosts" / "write_bundle.py"
    subprocess.run([sys.executable, script, tmp_path, *language], check=True)
    done = run_host(tmp_path, lanes)
    assert done.returncode == 0, done.stderr
    groups = -(-5000 // (4 * lanes))
    assert f"waves of {lanes} lanes, {groups} groups" in done.stdout
    x = np.fromfile(tmp_path / "x.argument.bin", np.uint32)
    kept = np.where(x > 40, x, 0)
    np.testing.assert_array_equal(result_of(tmp_path, "kept", np.uint32), kept)
    assert result_of(tmp_path, "total", np.uint32)[0] == kept.sum()


@pytest.mark.parametrize("lanes", LANES)
@pytest.mark.parametrize("form", ["specialized", "fixed"])
def test_constants_of_every_kind(tmp_path, lanes, form):
    every_kind_of_constant.compile(target="spirv", form=form).save(tmp_path)
    x = np.arange(50 * 3, dtype=np.float32).reshape(50, 3)
    arguments = {
        "flag": True,
        "small": 65535,
        "half": 0.5,
        "wide": -(2**40),
        "scale": [1.0, -2.0, 0.25],
        "bits": 2**32 - 1,
        "x": x,
        "out": np.zeros_like(x),
        "words": np.zeros(50, np.int64),
        "groups": np.zeros(2, np.uint32),
    }
    write_launch(tmp_path, 50, arguments, {})
    done = run_host(tmp_path, lanes)
    assert done.returncode == 0, done.stderr
    expected = x * np.array([1, -2, 0.25], np.float32) + np.float32(0.5)
    np.testing.assert_array_equal(result_of(tmp_path, "out", np.float32).reshape(50, 3), expected)
    np.testing.assert_array_equal(result_of(tmp_path, "words", np.int64), -(2**40) - (2**32 - 1) + 65535)
    assert result_of(tmp_path, "groups", np.uint32).tolist() == [-(-50 // (2 * lanes)), lanes]


def test_a_kernel_of_threads_runs_at_the_size_of_the_device(tmp_path):
    twice.compile(target="spirv").save(tmp_path)
    x = np.arange(100, dtype=np.uint32)
    write_launch(tmp_path, 100, {"x": x, "out": np.zeros_like(x)}, {"out": x * 2})
    done = run_host(tmp_path)
    assert done.returncode == 0, done.stderr
    assert "waves of 8 lanes, 2 groups" in done.stdout
    assert "out: 100 elements are as expected" in done.stdout


@pytest.mark.parametrize("form", ["specialized", "fixed"])
def test_a_constant_buffer(tmp_path, form):
    """Ten words: their last row is not whole."""
    look_up.compile(target="spirv", form=form).save(tmp_path)
    words, places = np.arange(10, dtype=np.uint32) * 3, np.arange(64, dtype=np.uint32)
    expected = np.append(words, np.zeros(54, np.uint32)) + words[3] * 10
    write_launch(tmp_path, 64, {"c": words, "places": places, "out": np.zeros(64, np.uint32)}, {"out": expected})
    done = run_host(tmp_path)
    assert done.returncode == 0, done.stderr
    assert "out: 64 elements are as expected" in done.stdout


FIELDS = """
cbuffer c {
  float3 scale;
  bool on;
  uint2 pairs[2];
  int last;
};
RWStructuredBuffer<uint> out_values;

[numWaves(1)]
void main() {
  if (on && WaveIsFirstLane()) {
    out_values[0] = uint(scale.x + scale.z);
    out_values[1] = pairs[1].x + pairs[1].y;
    out_values[2] = uint(-last);
  }
}
"""


def test_the_fields_of_a_constant_buffer_of_hlsl(tmp_path):
    """The host finds their places in the manifest: an array has rows of 16 bytes."""
    wd.hlsl(text=FIELDS).compile(target="spirv").save(tmp_path)
    fields = {"scale": [1.0, 2.0, 4.0], "on": True, "pairs": [[1, 2], [30, 40]], "last": -9}
    out = np.zeros(3, np.uint32)
    write_launch(tmp_path, 1, {"c": fields, "out_values": out}, {"out_values": np.array([5, 70, 9], np.uint32)})
    done = run_host(tmp_path)
    assert done.returncode == 0, done.stderr
    assert "out_values: 3 elements are as expected" in done.stdout
    del fields["on"]
    write_launch(tmp_path, 1, {"c": fields, "out_values": out}, {})
    assert (run_host(tmp_path).returncode, run_host(tmp_path).stderr) == (
        2,
        "wave-vulkan-host: launch.json has no value of 'on'\n",
    )


def write_keep_above(folder, threshold=40):
    keep_above.compile(target="spirv").save(folder)
    x = np.arange(100, dtype=np.uint32)
    kept = np.where(x > 40, x, 0).astype(np.uint32)
    arguments = {"x": x, "kept": np.zeros_like(x), "total": np.zeros(1, np.uint32), "threshold": threshold}
    write_launch(folder, 100, arguments, {"kept": kept})


def test_a_wrong_result_is_an_error(tmp_path):
    write_keep_above(tmp_path, threshold=50)
    done = run_host(tmp_path)
    assert done.returncode == 1
    assert re.search(r"kept: element 41 is not as expected: it has .+, not .+, at byte \d+ \(bytes", done.stdout)


def test_a_missing_argument_is_an_error(tmp_path):
    write_keep_above(tmp_path)
    launch = json.loads((tmp_path / "launch.json").read_text())
    del launch["arguments"]["threshold"]
    (tmp_path / "launch.json").write_text(json.dumps(launch))
    done = run_host(tmp_path)
    assert (done.returncode, done.stderr) == (2, "wave-vulkan-host: launch.json has no argument 'threshold'\n")


def test_a_wave_size_that_the_device_lacks_is_an_error(tmp_path):
    write_keep_above(tmp_path)
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    manifest["wave_sizes"] = [32, 64]
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    done = run_host(tmp_path)
    assert done.returncode == 2
    assert done.stderr == "wave-vulkan-host: the device has waves of 8 to 8 lanes, but the kernel runs at [32,64]\n"


@wd.kernel(num_waves=2)
def retire_some(out: wd.RWBuffer[u32], wave_guard: wd.RWBuffer[u32]):
    i = (wd.group_id().x * 2 + wd.group_wave_index()) * wd.wave_lane_count() + wd.wave_lane_index()
    out[i] = i
    if wd.group_id().x < 3 and wd.group_wave_index() == 0 and wd.wave_is_first_lane():
        wd.atomic_add(wave_guard, 0, u32(1))


def test_groups_that_the_guard_retired_are_an_error(tmp_path):
    retire_some.compile(target="spirv").save(tmp_path)
    # As Direct3D's manifests say it; there the compiler adds the buffer.
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    manifest["guard"] = "wave_guard"
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    out = np.arange(100, dtype=np.uint32)
    write_launch(tmp_path, 100, {"out": np.zeros_like(out)}, {"out": out})
    done = run_host(tmp_path)
    assert done.returncode == 1, done.stderr
    assert "out: 100 elements are as expected" in done.stdout
    assert "3 groups retired: the driver ran them in other waves than the kernel states" in done.stdout


def test_the_hosts_compile_without_warnings():
    commands = json.loads((ROOT / "build" / "compile_commands.json").read_text())
    ours = [command for command in commands if "/examples/hosts/" in command["file"]]
    # CUDA's header is not everywhere.
    assert {Path(command["file"]).name for command in ours} - {"CUDAHost.cpp"} == {"D3D12Host.cpp", "VulkanHost.cpp"}
    for command in ours:
        assert {"-Wall", "-Wextra", "-Werror"} <= set(command["command"].split())
        # ninja has built it, which is all that a machine without Direct3D can show.
        words = command["command"].split()
        assert (ROOT / "build" / words[words.index("-o") + 1]).exists()
