"""The examples' kernels in HLSL, of benchmarks/hlsl."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[3] / "benchmarks"))

from hlsl.kernels import (
    NAMES,
    compile_ours,
    dxc_command,
    dxc_version,
    has_form,
    load_kernel,
    print_container,
)

__all__ = ["CASES", "compile_ours", "compile_theirs", "dxc_version", "load_kernel"]
MODELS = ("6.0", "6.5", "6.6", "6.7", "6.8", "6.9", "6.10")
CASES = [(name, model) for name in NAMES for model in MODELS if has_form(load_kernel(name), model)]
"""A kernel, and a model that has its form."""


def compile_theirs(name: str, model: str, validator: str, folder: Path) -> tuple[bytes, str]:
    """The container and the module's text that dxc makes for a version of the validator."""
    container = folder / "kernel.dxil"
    subprocess.run([*dxc_command(name, model, container), "-validator-version", validator], check=True)
    return container.read_bytes(), print_container(container)
