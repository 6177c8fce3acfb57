"""Waves of kernels with pipes and of checked kernels have stacks as large as their code needs."""

from __future__ import annotations

import importlib.util

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
