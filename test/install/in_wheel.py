"""What must work where only the wheel is installed: `scripts/wheel --test` runs this in a Debian with nothing but Python.

Usage: python in_wheel.py PART, in a folder with README.md, docs and examples. PART is

  plain     everything, without a driver of Vulkan
  vulkan    a kernel on Mesa's lavapipe, which has an LLVM of its own
  numba     another LLVM in the process, imported before and after
  torch     the LLVM and MLIR of Triton, which PyTorch brings, imported before and after
  targets   only the compilation for every target and a launch
  times     only the times of the import and of a first kernel
"""

from __future__ import annotations

import functools
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

PROJECT = Path(__file__).resolve().parent
BIN = Path(sys.executable).parent
#: Seconds of CPU time that `import wavedialect` may take, and a first kernel with all imports but NumPy's.
IMPORT_LIMIT = 0.020
COMPILED_LIMIT = 0.150
CACHED_LIMIT = 0.060

_results: list[bool] = []


def check(name: str, action: Callable[[], object]) -> None:
    """Runs a check, and prints its result in a line."""
    try:
        shown = action()
        _results.append(True)
        print(f"   ok: {name}{f': {shown}' if shown else ''}", flush=True)
    except Exception as error:
        _results.append(False)
        print(f"   failed: {name}: {error}", flush=True)


def run(*command: object, folder: Path | None = None, **environment: str) -> str:
    """What a command prints; RuntimeError with the end of its output where it fails."""
    done = subprocess.run(
        [str(part) for part in command],
        check=False,
        cwd=folder,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if done.returncode:
        raise RuntimeError(f"{' '.join(map(str, command))}: {done.stdout[-1500:]}")
    return done.stdout


def blocks(page: Path) -> list[str]:
    return re.findall(r"^```python\n(.*?)^```$", page.read_text(), re.MULTILINE | re.DOTALL)


def run_program(text: str, folder: Path, name: str, **environment: str) -> str:
    (folder / name).write_text(text)
    return run(sys.executable, name, folder=folder, **environment)


KERNEL = """
import numpy as np
import wavedialect as wd
from wavedialect import f32

@wd.kernel(num_waves=2)
def twice(x: wd.Buffer[f32], y: wd.RWBuffer[f32]):
    i = (wd.group_id().x * 2 + wd.group_wave_index()) * wd.wave_lane_count() + wd.wave_lane_index()
    y[i] = wd.wave_active_sum(x[i])

x, y = np.ones(1024, np.float32), np.zeros(1024, np.float32)
"""


def pages(folder: Path) -> None:
    for number, text in enumerate(blocks(PROJECT / "README.md")):
        check(f"README.md, program {number + 1}", lambda text=text: run_program(text, folder, "sums.py") and None)
    for page in sorted((PROJECT / "docs/tutorial").glob("*.md")):
        text = "\n".join(blocks(page))
        check(f"{page.name}", lambda text=text: run_program(text, folder, "page.py") and None)
    for example in sorted((PROJECT / "examples").glob("[0-9]*.py")):
        check(f"examples/{example.name}", lambda example=example: run(sys.executable, example, folder=folder) and None)


def targets(folder: Path) -> None:
    for target in ("cpu", "spirv", "dxil", "ptx", "mlir"):
        compiled = KERNEL + f"twice.compile(target={target!r}).save({target!r})\n"
        check(f"compile for {target}", lambda text=compiled: run_program(text, folder, "compile.py") and None)
    shader = "import wavedialect as wd\nwd.hlsl(text='[numWaves(1)] void main() {}').compile(target='dxil')\n"
    check("compile a shader", lambda: run_program(shader, folder, "shader.py") and None)


def commands(folder: Path) -> None:
    command = BIN / "wavedialect"
    (folder / "sums.py").write_text(blocks(PROJECT / "README.md")[0])
    (folder / "shader.hlsl").write_text(
        "RWStructuredBuffer<uint> Out; [numWaves(2)] void main() { Out[WaveGetLaneIndex()] = WaveActiveCountBits(true); }"
    )
    check("wavedialect devices", lambda: run(command, "devices") and None)
    check("wavedialect doctor", lambda: run(command, "doctor") and None)
    check("wavedialect --version", lambda: run(command, "--version").strip())
    check(
        "wavedialect run",
        lambda: (
            run(command, "run", "sums.py:sum_of_group", "--groups", 2, "x=ones:1024", "out=zeros:2", folder=folder)
            and None
        ),
    )
    check(
        "wavedialect compile shader.hlsl",
        lambda: run(command, "compile", "shader.hlsl", "-T", "cs_6_8", "-o", "shader", folder=folder) and None,
    )
    check(
        "wave-hlsl",
        lambda: run(BIN / "wave-hlsl", "shader.hlsl", "-wave-size", 32, "-Fo", "main.dxil", folder=folder) and None,
    )
    wave = run(BIN / "wave-hlsl", "shader.hlsl", folder=folder)
    (folder / "kernel.mlir").write_text(wave)

    def lowered() -> None:
        assert "spirv.module" in run(BIN / "wave-opt", "--wave-to-spirv", "kernel.mlir", folder=folder)

    def translated() -> None:
        run(BIN / "wave-translate", "--wave-to-spirv", "kernel.mlir", "-o", "kernel.spv", folder=folder)
        assert (folder / "kernel.spv").read_bytes()[:4] == b"\x03\x02\x23\x07"

    check("wave-opt", lowered)
    check("wave-translate", translated)
    check("wave-lsp-server", lambda: run(BIN / "wave-lsp-server", "--help") and None)


def vulkan(folder: Path) -> None:
    text = KERNEL + "twice.dispatch(4, x, y, device='vulkan')\nassert (y[:8] > 1).all()\n"
    check("a kernel on Vulkan", lambda: run_program(text, folder, "vulkan.py") and None)
    assert_listed = "import wavedialect as wd\nprint([device.name for device in wd.devices()])\n"
    check("devices", lambda: run_program(assert_listed, folder, "devices.py").strip())


#: Programs that compile with an LLVM of their own.
OTHERS = {
    "numba": "import numba\nassert numba.njit(lambda a: a * a + 1)(3) == 10\n",
    # PyTorch has LLVM only in Triton, which compiles for a GPU also where there is none.
    "torch": """
import torch
import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

@triton.jit
def double(x, n: tl.constexpr):
    place = tl.arange(0, n)
    tl.store(x + place, tl.load(x + place) * 2)

assert torch.arange(4).sum() == 6
source = ASTSource(double, {"x": "*fp32", "n": "constexpr"}, {"n": 128})
assert ".entry double" in triton.compile(source, target=GPUTarget("cuda", 90, 32)).asm["ptx"]
""",
}


def launch(folder: Path) -> None:
    text = KERNEL + "twice.dispatch(4, x, y)\nassert (y[:8] > 1).all()\n"
    check("a kernel on the CPU", lambda: run_program(text, folder, "launch.py") and None)


def beside(name: str, folder: Path) -> None:
    """Both compile in one process, in both orders, and neither takes results from its cache."""
    other = OTHERS[name]
    ours = KERNEL + "twice.dispatch(4, x, y)\nassert (y[:8] > 1).all()\ntwice.compile(target='ptx')\n"
    hlsl = "wd.hlsl(text='[numWaves(1)] void main() {}').compile(target='dxil')\n"
    for order, text in (("before", other + ours + hlsl), ("after", ours + hlsl + other)):
        caches = {key: str(folder / f"{key}-{order}") for key in ("WAVEDIALECT_CACHE_DIR", "TRITON_CACHE_DIR")}
        program = functools.partial(run_program, text, folder, f"{order}.py", **caches)
        check(f"{name} {order}", lambda program=program: program() and None)


def times(folder: Path) -> None:
    """The import, and a first kernel in a process that has imported NumPy: compiled, and read from the cache. The least
    CPU time of several processes: other programs may run."""
    measured_import = "import time; start = time.process_time(); import wavedialect; print(time.process_time() - start)"
    program = "import time, numpy; start = time.process_time()" + KERNEL
    program += "loaded = time.process_time(); twice.dispatch(4, x, y); end = time.process_time()\n"
    program += "print(end - start, end - loaded)\n"
    (folder / "first.py").write_text(program)

    def least(*command: object, fresh: bool = False) -> list[float]:
        with tempfile.TemporaryDirectory() as cache:
            found = []
            for place in range(17):
                chosen = f"{cache}/{place}" if fresh else cache
                printed = run(sys.executable, *command, folder=folder, WAVEDIALECT_CACHE_DIR=chosen)
                found.append([float(number) for number in printed.split()])
            # The first process reads the files from the disk, and fills the cache.
            return [min(column) for column in zip(*found[1:], strict=True)]

    (imported,) = least("-c", measured_import)
    _at_most("the import", imported, IMPORT_LIMIT)
    for name, fresh, limit in (("compiled", True, COMPILED_LIMIT), ("from the cache", False, CACHED_LIMIT)):
        whole, launch = least("first.py", fresh=fresh)
        print(f"   times: the dispatch of a first kernel, {name}: {launch * 1000:.0f} ms")
        _at_most(f"a first kernel, {name}, with all imports but NumPy's,", whole, limit)


def _at_most(name: str, seconds: float, limit: float) -> None:
    def within() -> str:
        assert seconds <= limit, f"{seconds * 1000:.0f} ms"
        return f"{seconds * 1000:.1f} ms"

    check(f"{name} takes at most {limit * 1000:.0f} ms", within)


def main() -> int:
    part = sys.argv[1]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["WAVEDIALECT_CACHE_DIR"] = str(folder / "cache")
        if part == "plain":
            pages(folder)
            targets(folder)
            commands(folder)
            times(folder)
        elif part == "times":
            times(folder)
        elif part == "vulkan":
            vulkan(folder)
        elif part == "targets":
            targets(folder)
            launch(folder)
        else:
            beside(part, folder)
    print(f"{sum(_results)} passed, {len(_results) - sum(_results)} failed")
    return not all(_results)


if __name__ == "__main__":
    sys.exit(main())
