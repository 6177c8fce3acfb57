"""Every kernel of benchmarks/cpu.py has NumPy's results, and so have the peers that this machine has."""

import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARK = Path(__file__).parents[3] / "benchmarks/cpu.py"


def run(*arguments):
    done = subprocess.run([sys.executable, BENCHMARK, *arguments], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def has_avx2():
    info = Path("/proc/cpuinfo")
    return info.exists() and " avx2 " in info.read_text()


@pytest.mark.parametrize(
    "cpu", ["native", pytest.param("x86-64-v3", marks=pytest.mark.skipif(not has_avx2(), reason="needs AVX2"))]
)
def test_results_of_each_kernel(cpu):
    printed = run("--check", "--peers", "C++", "--cpu", cpu, "--sizes", "16")
    lines = [line for line in printed.splitlines() if ": right on" in line]
    assert len(lines) == 14
    assert all("ours at 16" in line for line in lines)


def test_missing_peers_are_named(monkeypatch):
    monkeypatch.setenv("PATH", "")
    printed = run("--check", "--peers", "ISPC", "C++", "--kernels", "copy", "--sizes", "8")
    assert "not there: there is no ispc here" in printed
    assert "not there: there is no g++ here" in printed
    assert "copy: right on ours at 8\n" in printed


def test_the_table_compares_with_each_peer():
    printed = run("--peers", "NumPy", "--kernels", "sparse-product", "--sizes", "8", "--rounds", "1", "--threads", "1")
    assert "ours to NumPy:" in printed
    assert "geometric mean of 1 kernels" in printed


def test_first_launches():
    printed = run("--first-launch", "--kernels", "copy", "--rounds", "1", "--sizes", "8")
    assert [line.split()[:3] for line in printed.splitlines()[2:4]] == [["copy", "8", "empty"], ["copy", "8", "filled"]]
