"""The tab key in a shell: commands, files, kernels, devices and ids."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

KERNELS = """
@wd.kernel(num_waves=2)
def blur(x): ...

@kernel(
    num_threads=64,
    wave_size=32,
)
def blend(x): ...

def helper(): ...
"""
SHADER = "[numthreads(8, 8, 1)]\n[WaveSize(32)]\nvoid First() {}\n[numWaves(2)] void Second() {}\nvoid Third() {}\n"
MODULE = "gpu.module @m {\n  wave.func @one(%a: memref<?xi32> {wave.binding = #b}) kernel num_waves(4) {\n  }\n}\n"


def offered(folder, *words: str) -> list[str]:
    """What the shell offers for the last word."""
    environment = {
        **os.environ,
        "_WAVEDIALECT_COMPLETE": "bash_complete",
        "COMP_WORDS": " ".join(("wavedialect", *words)),
        "COMP_CWORD": str(len(words)),
    }
    code = "from wavedialect.command.main import main; main(prog_name='wavedialect')"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert not done.stderr
    return [line.partition(",")[2] for line in done.stdout.splitlines() if line]


@pytest.fixture
def files(tmp_path):
    (tmp_path / "kernels.py").write_text(KERNELS)
    (tmp_path / "shader.hlsl").write_text(SHADER)
    (tmp_path / "module.mlir").write_text(MODULE)
    return tmp_path


def test_commands(files):
    assert offered(files, "d") == ["debug", "devices", "doctor"]


def test_options(files):
    assert "--wave-size" in offered(files, "run", "--wave")


def test_the_shell_completes_files(files):
    assert offered(files, "run", "ker") == ["ker"]


@pytest.mark.parametrize(
    "typed, names",
    [
        ("kernels.py:", ["kernels.py:blur", "kernels.py:blend"]),
        ("kernels.py:ble", ["kernels.py:blend"]),
        ("shader.hlsl:", ["shader.hlsl:First", "shader.hlsl:Second"]),
        ("module.mlir:", ["module.mlir:one"]),
        ("absent.py:", []),
    ],
)
def test_kernels_of_a_file(files, typed, names):
    assert offered(files, "check", typed) == names


def test_targets_devices_and_ids(files):
    assert offered(files, "compile", "--target", "sp") == ["spirv"]
    assert offered(files, "run", "--device", "vul") == ["vulkan"]
    assert "barrier-divergent" in offered(files, "explain", "barrier-d")
