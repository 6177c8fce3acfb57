"""The examples' kernels beside the same in HLSL, which stands in the files here: what `dxc` and we make of them."""

from __future__ import annotations

import functools
import importlib.util
import subprocess
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
EXAMPLES = FOLDER.parents[1] / "examples"
NAMES = tuple(sorted(path.stem for path in FOLDER.glob("*.hlsl")))
"""The number of the example and the name of the kernel."""
WAVE_SIZE = 32
"""Of the containers that ask for one."""


@functools.cache
def load_kernel(name: str) -> Any:
    """The kernel of an example."""
    number, _, function = name.partition("-")
    (path,) = EXAMPLES.glob(f"{number}-*.py")
    spec = importlib.util.spec_from_file_location(f"example_{number}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return getattr(module, function)


def wave_size_of(kernel: Any) -> int | None:
    """Of the container that is compared: of a compute kernel of waves there is one for each size."""
    of_waves = kernel.attributes.num_waves is not None and kernel.attributes.stage == "compute"
    return WAVE_SIZE if of_waves else None


def has_form(kernel: Any, model: str) -> bool:
    """Whether the HLSL says the kernel in this model: below 6.6 there is no wave size to ask for."""
    minor = int(model.partition(".")[2])
    if kernel.attributes.stage == "amplification":
        return minor >= 5
    return minor >= 6 or wave_size_of(kernel) is None


def compile_ours(kernel: Any, model: str) -> tuple[bytes, str]:
    """The container and the module's text."""
    bundle = kernel.compile(target="dxil", shader_model=model, wave_size=wave_size_of(kernel))
    (container,) = (contents for name, contents in bundle.files.items() if name.endswith(".dxil"))
    (text,) = (text for stage, text in bundle.stages.items() if stage.startswith("llvm"))
    return container, text


def dxc_command(name: str, model: str, container: Path) -> list[str]:
    """What compiles the HLSL."""
    kernel = load_kernel(name)
    stage = "as" if kernel.attributes.stage == "amplification" else "cs"
    profile = f"{stage}_{model.replace('.', '_')}"
    return [
        "dxc", "-T", profile, "-E", kernel.name, "-D", f"WAVE_SIZE={WAVE_SIZE}", "-Fo", str(container),
        str(FOLDER / f"{name}.hlsl"),
    ]  # fmt: skip


def print_container(container: Path) -> str:
    """What dxc says of a container: its module as text."""
    return subprocess.run(["dxc", "-dumpbin", container], capture_output=True, text=True, check=True).stdout


def dxc_version() -> str:
    return subprocess.run(["dxc", "--version"], capture_output=True, text=True, check=True).stdout.strip()
