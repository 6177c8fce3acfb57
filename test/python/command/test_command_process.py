"""The command line as it is started: from another directory, in a process of its own, with its exit status."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

COMMANDS = ("compile", "run", "check", "explore", "devices", "explain", "cache")


def start(folder, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "wavedialect", *arguments],
        cwd=folder,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_help_is_there_at_once(folder):
    """Nothing that takes its time is imported, and the process needs less than 0.3 s of a core."""
    code = """
import resource, runpy, sys
sys.argv = ["wavedialect", "--help"]
try:
    runpy.run_module("wavedialect", run_name="__main__", alter_sys=True)
except SystemExit as end:
    assert end.code in (0, None)
slow = {"numpy", "rich", "wavedialect._native", "wavedialect._vulkan", "wavedialect.public"} & set(sys.modules)
assert not slow, slow
usage = resource.getrusage(resource.RUSAGE_SELF)
assert usage.ru_utime + usage.ru_stime < 0.3, usage
"""
    result = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    assert result.stdout.startswith("Usage: ")


def test_the_package_does_not_import_the_libraries_of_the_command_line(folder):
    code = "import sys, wavedialect as wd; wd.kernel; assert not {'click', 'rich'} & set(sys.modules), sys.modules"
    subprocess.run([sys.executable, "-c", code], cwd=folder, check=True)


def test_the_package_does_not_import_the_readers_of_text(folder):
    code = """
import sys, wavedialect as wd
wd.kernel, wd.hlsl, wd.mlir
readers = {"wavedialect.frontends.hlsl.reading", "wavedialect.frontends.mlir.reading"} & set(sys.modules)
assert not readers, readers
"""
    subprocess.run([sys.executable, "-c", code], cwd=folder, check=True)


@pytest.mark.parametrize(
    "name", ["wavedialect.backends.spirv.device", "wavedialect.driver.compilation", "wavedialect.checker"]
)
def test_a_module_can_be_imported_first(folder, name):
    """The package loads its names late, so no module may count on another one being there."""
    code = f"import {name}, wavedialect as wd; wd.kernel; wd.kernels.kernel.Kernel"
    subprocess.run([sys.executable, "-c", code], cwd=folder, check=True)


def test_names_of_the_package():
    import wavedialect as wd

    assert {"kernel", "u32", "devices"} <= set(dir(wd))
    names: dict[str, object] = {}
    exec("from wavedialect import *", names)
    assert names["kernel"] is wd.kernel and "bool" not in names and "min" not in names
    with pytest.raises(AttributeError, match="module 'wavedialect' has no attribute 'kernle'"):
        _ = wd.kernle


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        ("StructuredBuffer", r"`x: wd.Buffer\[wd.f32\]`"),
        ("RWStructuredBuffer", r"`out: wd.RWBuffer\[wd.f32\]`"),
        ("Texture3D", "images have two dimensions"),
        ("float4x4", "there are no matrices"),
        ("half3x2", "there are no matrices"),
        ("uint16_t", "did you mean `wd.u16`"),
        ("int64_t", "did you mean `wd.i64`"),
        ("WaveActiveSum", "did you mean `wd.wave_active_sum`"),
        ("clip", r"to limit a value, write `wd.clamp\(x, low, high\)`"),
    ],
)
def test_names_of_hlsl(name, advice):
    import wavedialect as wd

    said = f"(?s)module 'wavedialect' has no attribute '{name}' .*help: .*{advice}"
    with pytest.raises(AttributeError, match=said) as caught:
        getattr(wd, name)
    assert isinstance(caught.value, wd.CompileError) and caught.value.file == __file__
    assert not hasattr(wd, name) and getattr(wd, name, 3) == 3


def test_statuses(folder):
    assert start(folder).returncode == 2
    assert start(folder, "--version").stdout.split()[0] == "wavedialect"
    assert start(folder, "compile", "kernels.py:scale", "-o", "out").returncode == 0
    assert start(folder, "compile", "kernels.py:divergent").returncode == 1
    result = start(folder, "compil", "kernels.py:scale")
    assert result.returncode == 2 and "there is no command 'compil'; did you mean 'compile'?" in result.stderr
    assert start(folder, "compile").returncode == 2


@pytest.mark.parametrize("name", COMMANDS)
def test_help_of_each_command(folder, name):
    result = start(folder, name, "--help", COLUMNS="80")
    assert result.returncode == 0 and result.stdout.startswith(f"Usage: python -m wavedialect {name} ")
    text, examples = result.stdout.split("\nExamples:\n")
    # Examples are there to be pasted: they stay in one line, however long.
    assert all(line.startswith(f"  python -m wavedialect {name}") for line in examples.splitlines())
    assert all(len(line) <= 80 for line in text.splitlines()), max(text.splitlines(), key=len)


def test_a_pipe_that_is_closed(folder):
    command = f"{sys.executable} -m wavedialect explain | head -1"
    result = subprocess.run(["sh", "-c", command], cwd=folder, capture_output=True, text=True, check=False)
    assert "Traceback" not in result.stderr and len(result.stdout.splitlines()) == 1


def test_the_cache(folder, tmp_path):
    where = str(tmp_path / "kept")
    assert start(folder, "run", "kernels.py:total", "x=ones:64", "out=0", WAVEDIALECT_CACHE_DIR=where).returncode == 0
    shown = start(folder, "cache", "info", WAVEDIALECT_CACHE_DIR=where).stdout
    assert where in shown and "entries  0" not in shown
    cleared = start(folder, "cache", "clear", WAVEDIALECT_CACHE_DIR=where).stdout
    assert cleared.startswith("removed ") and where in cleared
    assert "entries  0\n" in start(folder, "cache", "info", WAVEDIALECT_CACHE_DIR=where).stdout
    result = start(folder, "cache", "clear", WAVEDIALECT_CACHE_DIR="")
    assert result.returncode == 1 and "error: nothing is kept on disk" in result.stderr


def test_a_page(folder):
    result = start(folder, "explore", "kernels.py:scale", "--target", "spirv")
    assert result.returncode == 0 and result.stdout == "scale is in scale.html\n", result.stderr
    assert (folder / "scale.html").read_text().lower().startswith("<!doctype html>")
    assert start(folder, "explore", "kernels.py:scale", "--target", "ptx", "--sm", "sm_90").returncode == 0
    result = start(folder, "explore", "kernels.py:scale", "--target", "ptx", "--sm", "90")
    assert "help: write it as CUDA does: `--sm sm_90`" in result.stderr
    result = start(folder, "explore", "kernels.py:scale", "-o", "kernels.py/page.html")
    assert result.returncode == 1 and "error: the page cannot be written" in result.stderr
