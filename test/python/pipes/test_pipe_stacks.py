"""Waves of kernels with pipes and of checked kernels have stacks as large as their code needs."""

from __future__ import annotations

import importlib.util
import subprocess
import sys

import numpy as np
import pytest

WAVE_SIZE = 128
"""A local array of 32 words takes 16 KiB of the stack."""


def made(tmp_path, arrays, pipe):
    """A kernel with many local arrays, each written in one loop and read in another."""
    numbers = range(arrays)
    lines = [
        "import wavedialect as wd",
        "from wavedialect import u32",
        "",
        "",
        "@wd.kernel(num_waves=2)",
        "def kernel(src: wd.Buffer[u32], out: wd.RWBuffer[u32], n: u32):",
        "    place = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()",
        *(f"    a{i} = wd.local_array(u32, 32)" for i in numbers),
        "    for k in range(n):",
        *(f"        a{i}[k] = src[place] * {i + 1} + k" for i in numbers),
    ]
    if pipe:
        lines += [
            "    pipe = wd.pipe(1, 0, 1)",
            "    with wd.waves(0):",
            "        pipe.acquire()",
            "        pipe.commit()",
            "    with wd.waves(1):",
            "        pipe.wait()",
            "        pipe.release()",
        ]
    lines += [
        "    total = u32(0)",
        "    for k in range(n):",
        *(f"        total += a{i}[31 - k]" for i in numbers),
        "    out[place] = total",
    ]
    path = tmp_path / "many_arrays.py"
    path.write_text("\n".join(lines) + "\n")
    spec = importlib.util.spec_from_file_location("many_arrays", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.kernel


def expected(src, arrays):
    sums = sum(src.astype(np.uint64) * 32 * (i + 1) + sum(range(32)) for i in range(arrays))
    return (sums & 0xFFFFFFFF).astype(np.uint32)


@pytest.mark.parametrize("arrays", [63, 100])
def test_many_local_arrays(arrays, tmp_path):
    kernel = made(tmp_path, arrays, pipe=True)
    src = np.arange(2 * WAVE_SIZE, dtype=np.uint32) * np.uint32(2654435761)
    out = np.zeros_like(src)
    kernel.dispatch(1, src, out, 32, device="cpu", wave_size=WAVE_SIZE)
    np.testing.assert_array_equal(out, expected(src, arrays))


def test_many_local_arrays_under_the_checker(tmp_path):
    kernel = made(tmp_path, 70, pipe=False)
    src = np.arange(2 * WAVE_SIZE, dtype=np.uint32)
    out = np.zeros_like(src)
    report = kernel.check(1, src, out, 32, wave_sizes=(WAVE_SIZE,))
    assert not report.findings


def test_local_arrays_larger_than_a_threads_stack(tmp_path):
    """Without pipes, groups run on the stacks of threads, which have 8 MiB."""
    kernel = made(tmp_path, 512, pipe=False)
    src = np.arange(2 * WAVE_SIZE, dtype=np.uint32)
    out = np.zeros_like(src)
    kernel.dispatch(1, src, out, 32, device="cpu", wave_size=WAVE_SIZE)
    np.testing.assert_array_equal(out, expected(src, 512))


WITHOUT_MEMORY = """
import resource
import sys

import numpy as np

import wavedialect as wd
from wavedialect import u32


@wd.kernel(num_waves=256)
def kernel(out: wd.RWBuffer[u32]):
    pipe = wd.pipe(1, 0, 255)
    with wd.waves(0):
        pipe.acquire()
        pipe.commit()
    with wd.waves(255):
        pipe.wait()
        pipe.release()
    out[wd.group_wave_index()] = 1


out = np.zeros(256, np.uint32)
loaded = kernel.dispatch(0, out, device="cpu", wave_size=4)
with open("/proc/self/statm") as file:
    used = int(file.read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (64 << 20), resource.RLIM_INFINITY))
try:
    kernel.dispatch(1, out, device="cpu", wave_size=4)
except wd.LaunchError as error:
    print("refused:", error)
assert not out.any()
resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
kernel.dispatch(1, out, device="cpu", wave_size=4)
assert out.all()
print("runs with memory")
"""


def test_no_memory_for_stacks(tmp_path):
    program = tmp_path / "without_memory.py"
    program.write_text(WITHOUT_MEMORY)
    done = subprocess.run([sys.executable, program], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    refused, runs = done.stdout.splitlines()[0], done.stdout.splitlines()[-1]
    assert "out of memory for groupshared arrays, the state and the stacks of waves of kernel 'kernel'" in refused
    sizes = refused.split("': ")[1].split(" bytes")[0].split(" + ")
    # More than a mebibyte for each of 256 waves.
    assert len(sizes) == 3 and int(sizes[2]) > 256 << 20
    assert runs == "runs with memory"
