"""SASS, the machine code of NVIDIA's GPUs, by the tools of the CUDA toolkit where they are installed."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from pathlib import Path

_MOST_SECONDS = 120
_TARGET = re.compile(r"^\.target\s+(sm_\w+)", re.MULTILINE)


def sass_of(ptx: str) -> str | None:
    """The machine code that ptxas makes of PTX, as nvdisasm or cuobjdump prints it. None if the tools are not in PATH,
    or if ptxas is too old or too new for the PTX."""
    assembler = shutil.which("ptxas")
    disassembler = _disassembler()
    target = _TARGET.search(ptx)
    if assembler is None or disassembler is None or target is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        source, code = Path(folder, "kernel.ptx"), Path(folder, "kernel.cubin")
        source.write_text(ptx)
        if _printed([assembler, f"-arch={target[1]}", "-o", str(code), str(source)]) is None:
            return None
        return _printed([*disassembler, str(code)])


def _disassembler() -> list[str] | None:
    for name, option in (("nvdisasm", "-c"), ("cuobjdump", "-sass")):
        if path := shutil.which(name):
            return [path, option]
    return None


def _printed(command: list[str]) -> str | None:
    """What a command prints; None if it fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_MOST_SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired, UnicodeDecodeError):
        return None
    return done.stdout if done.returncode == 0 else None
