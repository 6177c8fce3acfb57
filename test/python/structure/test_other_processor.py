"""The runtime and the part of the compiler that knows the processor compile for AArch64. LLVM's headers are the same for
both; the headers of the C and C++ libraries are Debian's libstdc++-12-dev-arm64-cross."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
COMPILER = shutil.which("clang++-22")
HEADERS = Path("/usr/aarch64-linux-gnu/include")
SOURCES = [path for folder in ("lib/Runtime", "lib/Target/CPU") for path in sorted((ROOT / folder).glob("*.cpp"))]


@pytest.mark.skipif(not COMPILER or not HEADERS.is_dir(), reason="needs clang-22 and libstdc++-12-dev-arm64-cross")
@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.stem)
def test_it_compiles_for_aarch64(source):
    included = [f"-I{ROOT / 'include'}", f"-I{ROOT / 'build/include'}", "-isystem", "/usr/lib/llvm-22/include"]
    options = ["--target=aarch64-linux-gnu", "-std=c++20", "-fexceptions", "-fsyntax-only", "-Werror=unknown-pragmas"]
    done = subprocess.run([COMPILER, *options, *included, source], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]


def test_there_are_sources():
    assert len(SOURCES) > 25
