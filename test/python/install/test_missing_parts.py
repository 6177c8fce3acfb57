"""A machine that lacks what a build needs gets one message that names all of it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


def configured(folder: Path, *missing: str, **environment: str) -> str:
    """What the configuration prints, which pip shows, where these packages are not found; without line breaks."""
    command = ["cmake", "-G", "Ninja", "-S", ROOT, "-B", folder, "-DSKBUILD=2", f"-DPython_EXECUTABLE={sys.executable}"]
    command += [f"-DCMAKE_DISABLE_FIND_PACKAGE_{name}=ON" for name in missing]
    done = subprocess.run(command, check=False, capture_output=True, text=True, env={**os.environ, **environment})
    assert done.returncode != 0
    return " ".join(done.stderr.split())


@pytest.mark.parametrize("missing", [("MLIR",), ("MLIR", "TBB", "SPIRV-Tools")], ids="-".join)
def test_every_missing_package_is_named_with_what_to_type(tmp_path: Path, missing: tuple[str, ...]) -> None:
    packages = {
        "MLIR": "llvm-22-dev libmlir-22-dev mlir-22-tools",
        "TBB": "libtbb-dev",
        "SPIRV-Tools": "spirv-tools",
    }
    order = [name for name in ("MLIR", "SPIRV-Tools", "TBB") if name in missing]
    printed = configured(tmp_path, *missing)
    assert f"Not found: {', '.join(order)}. On Debian, type" in printed
    assert f"apt-get install --no-install-recommends {' '.join(packages[name] for name in order)} Elsewhere" in printed
    assert "To run on Vulkan what was compiled elsewhere, no LLVM is needed" in printed


NO_COMPILER = (
    "On Debian, this installs one and all else that the build needs: apt-get install --no-install-recommends g++ "
    "libvulkan-dev python3-dev directx-headers-dev zlib1g-dev llvm-22-dev libmlir-22-dev mlir-22-tools spirv-tools "
    "libtbb-dev Elsewhere, the build needs Vulkan-Headers, Python, DirectX-Headers, ZLIB, MLIR, SPIRV-Tools, TBB."
)


def test_a_machine_without_a_compiler_gets_all_packages(tmp_path: Path) -> None:
    """pip's builds set CC and CXX to the compilers of the distribution, whether or not they are installed."""
    printed = configured(tmp_path, CC="gcc-for-pip", CXX="g++-for-pip -pthread")
    assert f"No compiler for C and C++: looked for gcc-for-pip, g++-for-pip. {NO_COMPILER}" in printed
    assert printed.count("CMake Error") == 1
    assert "Warning" not in printed


def test_nothing_is_planned_after_the_message(tmp_path: Path) -> None:
    configured(tmp_path, "MLIR")
    assert not (tmp_path / "build.ninja").exists()


def test_modules_without_clang_have_what_llvm_compresses_with(tmp_path: Path) -> None:
    """A shared module links with undefined symbols, and then cannot be imported."""
    options = ["-DSKBUILD=2", "-DWAVE_STATIC_MODULES=ON", "-DCMAKE_DISABLE_FIND_PACKAGE_Clang=ON"]
    configure = ["cmake", "-G", "Ninja", "-S", ROOT, "-B", tmp_path, f"-DPython_EXECUTABLE={sys.executable}"]
    subprocess.run([*configure, *options], check=True, capture_output=True)
    planned = ["ninja", "-C", tmp_path, "-t", "commands", "wave-python"]
    commands = subprocess.run(planned, check=True, capture_output=True, text=True).stdout.splitlines()
    (link,) = [command for command in commands if " -o python/wavedialect/_native." in command]
    assert "libzstd" in link and "libz." in link
