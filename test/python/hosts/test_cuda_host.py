"""The host in C++ for CUDA, `examples/hosts/cuda`: it compiles, and runs where there is a driver and a GPU."""

from __future__ import annotations

import ctypes
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
HOSTS = ROOT / "examples" / "hosts"
FOLDERS = [Path("/usr/local/cuda"), *Path(sys.prefix).glob("lib/python*/site-packages/nvidia/*")]
HEADERS = next((folder / "include" for folder in FOLDERS if (folder / "include" / "cuda.h").exists()), None)
COMPILER = shutil.which("c++")

needs_headers = pytest.mark.skipif(not HEADERS or not COMPILER, reason="there is no cuda.h, or no compiler")


def has_gpu() -> bool:
    try:
        return ctypes.CDLL("libcuda.so.1").cuInit(0) == 0
    except OSError:
        return False


def compile_host(*options: str) -> None:
    command = [COMPILER, "-std=c++20", "-Wall", "-Wextra", "-Werror", "-isystem", str(HEADERS), *options]
    done = subprocess.run([*command, str(HOSTS / "cuda" / "CUDAHost.cpp")], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.fixture
def bundle(tmp_path):
    script = HOSTS / "write_bundle.py"
    subprocess.run([sys.executable, str(script), str(tmp_path), "--sm", "sm_80"], check=True)
    return tmp_path


def test_the_bundle(bundle):
    manifest = json.loads((bundle / "manifest.json").read_text())
    assert (manifest["target"], manifest["module"]) == ("ptx", "keep_above.ptx")
    assert (bundle / "keep_above.ptx").read_text().count(".visible .entry keep_above(") == 1
    assert sorted(json.loads((bundle / "launch.json").read_text())["expected"]) == ["kept", "total"]


@needs_headers
def test_it_compiles_without_warnings():
    compile_host("-fsyntax-only")


@needs_headers
@pytest.mark.skipif(not has_gpu(), reason="there is no NVIDIA GPU")
def test_it_runs(bundle, tmp_path):
    program = tmp_path / "wave-cuda-host"
    compile_host("-o", str(program), "-l:libcuda.so.1")
    done = subprocess.run([str(program), str(bundle)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "elements are as expected" in done.stdout
