"""The examples' kernels in HLSL, of benchmarks/hlsl, and what dxc makes of them."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

from example_launches import LAUNCHES

HLSL = Path(__file__).parents[3] / "benchmarks" / "hlsl"
WAVE_SIZE = 32
MODELS = ("6.0", "6.5", "6.6", "6.7", "6.8", "6.9", "6.10")


def examples() -> list[tuple[str, Any]]:
    """Name and kernel."""
    return list({str(launch): launch.kernel for launch in LAUNCHES}.items())


def asks_for_size(kernel: Any) -> bool:
    """Whether there is a container for each wave size."""
    return kernel.attributes.num_waves is not None and kernel.attributes.stage == "compute"


def has_form(kernel: Any, model: str) -> bool:
    """Whether the HLSL says the kernel in this model: below 6.6 there is no wave size to ask for."""
    minor = int(model.partition(".")[2])
    if kernel.attributes.stage == "amplification":
        return minor >= 5
    return minor >= 6 or not asks_for_size(kernel)


def compile_ours(kernel: Any, model: str) -> tuple[bytes, str]:
    """The container and the module's text."""
    size = WAVE_SIZE if asks_for_size(kernel) else None
    bundle = kernel.compile(target="dxil", shader_model=model, wave_size=size)
    (container,) = (contents for name, contents in bundle.files.items() if name.endswith(".dxil"))
    (text,) = (text for stage, text in bundle.stages.items() if stage.startswith("llvm"))
    return container, text


def compile_theirs(name: str, kernel: Any, model: str, validator: str, folder: Path) -> tuple[bytes, str]:
    """The same of dxc, for the version of the validator that ours are written for."""
    container = folder / "kernel.dxil"
    stage = "as" if kernel.attributes.stage == "amplification" else "cs"
    command = [
        "dxc", "-T", f"{stage}_{model.replace('.', '_')}", "-E", kernel.name, "-D", f"WAVE_SIZE={WAVE_SIZE}",
        "-validator-version", validator, "-Fo", container, HLSL / f"{name}.hlsl",
    ]  # fmt: skip
    subprocess.run(command, check=True)
    text = subprocess.run(["dxc", "-dumpbin", container], capture_output=True, text=True, check=True).stdout
    return container.read_bytes(), text
