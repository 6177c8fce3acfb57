"""The host in C++ for CUDA, `examples/hosts/cuda`: it compiles, makes the calls that a launch needs, of a library that plays the
driver, and runs where there is a driver and a GPU."""

from __future__ import annotations

import ctypes
import json
import os
import shutil
import struct
import subprocess
import sys
from pathlib import Path

import fake_driver
import ml_dtypes
import numpy as np
import pytest
import write_bundle
import write_product

import wavedialect as wd
from wavedialect import bf16, f16, f32

ROOT = Path(__file__).resolve().parents[3]
HOSTS = ROOT / "examples" / "hosts"
FOLDERS = [Path("/usr/local/cuda"), *Path(sys.prefix).glob("lib/python*/site-packages/nvidia/*")]
HEADERS = next((folder / "include" for folder in FOLDERS if (folder / "include" / "cuda.h").exists()), None)
COMPILER = shutil.which("c++")

needs_headers = pytest.mark.skipif(not HEADERS or not COMPILER, reason="there is no cuda.h, or no compiler")


def capability() -> tuple[int, int]:
    """That of the first GPU, such as (9, 0) of an H100; (0, 0) if there is none."""
    found = [ctypes.c_int(), ctypes.c_int()]
    try:
        driver = ctypes.CDLL("libcuda.so.1")
    except OSError:
        return 0, 0
    if driver.cuInit(0) == 0:
        for number, value in zip((75, 76), found, strict=True):
            driver.cuDeviceGetAttribute(ctypes.byref(value), number, 0)
    return found[0].value, found[1].value


def compile_host(*options: str) -> None:
    """The libraries among the options must be after the source, where the linker takes those that it needs."""
    command = [COMPILER, "-std=c++20", "-Wall", "-Wextra", "-Werror", "-isystem", str(HEADERS)]
    command += [str(HOSTS / "cuda" / "CUDAHost.cpp"), *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def build(folder: Path, *options: str) -> Path:
    program = folder / "wave-cuda-host"
    compile_host("-o", str(program), *options)
    return program


def write(script: str, folder: Path, sm: str) -> Path:
    subprocess.run([sys.executable, str(HOSTS / script), str(folder), "--sm", sm], check=True)
    return folder


@pytest.fixture
def bundle(tmp_path):
    return write("write_bundle.py", tmp_path, "sm_80")


def test_the_bundle(bundle):
    manifest = json.loads((bundle / "manifest.json").read_text())
    assert (manifest["target"], manifest["module"]) == ("ptx", "keep_above.ptx")
    assert (bundle / "keep_above.ptx").read_text().count(".visible .entry keep_above(") == 1
    assert sorted(json.loads((bundle / "launch.json").read_text())["expected"]) == ["kept", "total"]


@needs_headers
def test_it_compiles_without_warnings():
    compile_host("-fsyntax-only")


# --- Calls -------------------------------------------------------------------
@pytest.fixture(scope="session")
def played(tmp_path_factory):
    """Runs the host with the fake driver; returns what it printed, and its calls of the driver."""
    folder = fake_driver.build(tmp_path_factory.mktemp("driver"))
    program = build(folder, f"-L{folder}", "-l:libcuda.so.1")

    def run(bundle: Path) -> tuple[str, list[str]]:
        file = bundle / "calls"
        variables = {**os.environ, "LD_LIBRARY_PATH": str(folder), "FAKE_CUDA_CALLS": str(file)}
        done = subprocess.run([program, bundle], env=variables, capture_output=True, text=True, check=False)
        # The fake driver runs no kernel: the results are not as expected.
        assert done.returncode == 1, done.stderr
        return done.stdout, file.read_text().splitlines()

    return run


def constants_of(calls: list[str]) -> bytes:
    [launch] = [call for call in calls if call.startswith("launch ")]
    return bytes.fromhex(launch.split()[-1])


@needs_headers
def test_a_launch(bundle, played):
    printed, calls = played(bundle)
    assert printed.startswith("40 groups of 128 threads\n")
    [launch] = [call for call in calls if call.startswith("launch ")]
    assert launch.startswith("launch keep_above device 0 grid 40 1 1 block 128 1 1 shared 0 stream (nil): ")
    assert constants_of(calls) == struct.pack("<4I", 40, 5000, 5000, 1)
    assert not [call for call in calls if call.startswith("map ")]


@needs_headers
def test_small_floats_are_widened(tmp_path, played):
    @wd.kernel(num_waves=1)
    def scaled(out: wd.RWBuffer[bf16], a: bf16, b: f16):
        out[wd.wave_lane_index()] = a * bf16(f32(b))

    scaled.compile(target="ptx").save(tmp_path)
    one = np.ones(32, ml_dtypes.bfloat16)
    write_bundle.write_launch(tmp_path, 32, {"out": one, "a": 1.5, "b": -2.0}, {"out": -3 * one})
    _, calls = played(tmp_path)
    assert constants_of(calls) == struct.pack("<ffI", 1.5, -2.0, 32)


@needs_headers
def test_tensor_maps(tmp_path, played):
    """A product of 256 x 320 and 320 x 192 numbers, in tiles of 64 x 64."""
    _, calls = played(write("write_product.py", tmp_path, "sm_90a"))
    [launch] = [call.split() for call in calls if call.startswith("launch ")]
    pointers, constants = launch[-4:-1], constants_of(calls)
    maps = [
        f"map type 1 start {pointer} shape {shape} pitch {pitch} box 64 64 steps 1 1 interleave 0 swizzle 3 fill 0"
        for pointer, shape, pitch in zip(pointers, ("320 256", "192 320"), (640, 384), strict=False)
    ]
    assert sorted(call for call in calls if call.startswith("map ")) == sorted(maps)
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    for entry in manifest["tensor_maps"]:
        assert constants[entry["offset"] :][:128] == b"\xab" * 128
        assert constants[entry["made_offset"] :][:4] == struct.pack("<I", 1)
    # Kernels ask for more groupshared memory than 48 KiB.
    shared = manifest["dynamic_groupshared_bytes"]
    assert shared > 48 * 1024 and f"kernel multiply attribute 8 is {shared} on device 0" in calls
    assert " ".join(launch).startswith(f"launch multiply device 0 grid 12 1 1 block 160 1 1 shared {shared} ")


@needs_headers
def test_a_buffer_that_no_map_describes(tmp_path, played):
    """Rows of 193 numbers do not begin at multiples of 16 bytes; the kernel copies without the map."""
    write_product.write(tmp_path, "sm_90a", pitch=193)
    _, calls = played(tmp_path)
    assert len([call for call in calls if call.startswith("map ")]) == 1
    entries = json.loads((tmp_path / "manifest.json").read_text())["tensor_maps"]
    made = {entry["binding"]: constants_of(calls)[entry["made_offset"] :][:4] for entry in entries}
    assert made == {0: struct.pack("<I", 1), 1: struct.pack("<I", 0)}


@needs_headers
def test_a_map_of_three_dimensions(tmp_path, played):
    @wd.kernel(num_waves=2)
    def layers(source: wd.Buffer[bf16, 3], out: wd.RWBuffer[bf16]):
        tile = wd.groupshared(bf16, (64, 64))
        pipe = wd.pipe(stages=1, producers=0, consumers=1)
        with wd.waves(0):
            pipe.acquire()
            wd.async_copy(tile, (0, 0), source, (wd.group_id().x, 0, 0), (64, 64))
            pipe.commit()
        with wd.waves(1):
            pipe.wait()
            block = wd.matrix_load(tile, (0, 0), (64, 64), "acc")
            pipe.release()
            wd.matrix_store(out, wd.group_id().x * 4096, 64, block)

    layers.compile(target="ptx", sm="sm_90a").save(tmp_path)
    source = np.zeros((3, 50, 72), ml_dtypes.bfloat16)
    arguments = {"source": source, "out": np.zeros(3 * 4096, ml_dtypes.bfloat16)}
    arguments |= write_bundle.shape_of("source", source)
    write_bundle.write_launch(tmp_path, 3 * 64, arguments, {"out": np.ones(3 * 4096, ml_dtypes.bfloat16)})
    _, calls = played(tmp_path)
    [made] = [call for call in calls if call.startswith("map ")]
    assert "shape 72 50 3 pitch 144 7200 box 64 64 1 steps 1 1 1 interleave 0 swizzle 3 fill 0" in made


# --- On a GPU ----------------------------------------------------------------
@needs_headers
@pytest.mark.parametrize(
    ("script", "sm"),
    [
        ("write_bundle.py", "sm_80"),
        ("write_product.py", "sm_80"),
        ("write_product.py", "sm_90"),
        ("write_product.py", "sm_90a"),
    ],
)
def test_it_runs(tmp_path, script, sm):
    found, wanted = capability(), (int(sm[3]), int(sm[4]))
    if found < wanted or (sm.endswith("a") and found != wanted):
        pytest.skip(f"there is no GPU that runs code for {sm}")
    program = build(tmp_path, "-l:libcuda.so.1")
    done = subprocess.run([program, write(script, tmp_path, sm)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr + done.stdout
    assert "elements are as expected" in done.stdout
