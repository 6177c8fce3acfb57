"""NVIDIA's assembler: what it makes of PTX, and what it says of registers and memory."""

from __future__ import annotations

import functools
import re
import shutil
import site
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

GPUS = ("sm_80", "sm_90a", "sm_100")
"""The oldest one, one whose code is for it alone, and the newest one."""


def path() -> str | None:
    """The assembler of a toolkit, or that of the package nvidia-cuda-nvcc."""
    return _find("ptxas")


def disassembler() -> str | None:
    """The disassembler of a toolkit, or that of the package nvidia-cuda-nvdisasm."""
    return _find("nvdisasm")


@functools.cache
def _find(program: str) -> str | None:
    found = shutil.which(program) or shutil.which(program, path="/usr/local/cuda/bin")
    if found:
        return found
    packages = [Path(folder) / "nvidia" for folder in site.getsitepackages()]
    return next((str(file) for folder in packages for file in folder.glob(f"*/bin/{program}")), None)


@dataclass(frozen=True)
class Assembled:
    """What the assembler says of a kernel, in bytes of each thread, and the machine code."""

    stack: int
    spilled: int
    code: bytes


_STACK = re.compile(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads")


def assemble(ptx: bytes, gpu: str) -> Assembled:
    """Assembles a file; raises AssertionError with the assembler's words."""
    program = path()
    assert program is not None
    with tempfile.TemporaryDirectory() as folder:
        source, code = Path(folder, "kernel.ptx"), Path(folder, "kernel.cubin")
        source.write_bytes(ptx)
        command = [program, f"-arch={gpu}", "-v", "-o", str(code), str(source)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{done.stderr}\n{ptx.decode()}"
        machine_code = code.read_bytes()
    sizes = [tuple(map(int, found)) for found in _STACK.findall(done.stderr)]
    assert sizes, done.stderr
    return Assembled(max(size[0] for size in sizes), max(size[1] + size[2] for size in sizes), machine_code)


def disassemble(code: bytes) -> str:
    """SASS of machine code, with labels."""
    program = disassembler()
    assert program is not None
    with tempfile.NamedTemporaryFile(suffix=".cubin") as file:
        file.write(code)
        file.flush()
        done = subprocess.run([program, "-c", file.name], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def has_local_arrays(ptx: bytes) -> bool:
    """Whether the kernel itself asks for memory of each thread."""
    return b".local " in ptx
