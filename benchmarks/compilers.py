"""What compiles a kernel of the examples as a process of its own: ours from MLIR's text, the others the same kernel in HLSL or
GLSL, which stands in `hlsl` and `glsl`."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

from hlsl.kernels import EXAMPLES, WAVE_SIZE, dxc_command, dxc_version, load_kernel, wave_size_of
from hlsl.kernels import FOLDER as HLSL

ROOT = Path(__file__).resolve().parents[1]
TRANSLATE = ROOT / "build" / "bin" / "wave-translate"
WAVE_HLSL = ROOT / "build" / "bin" / "wave-hlsl"
GLSL = Path(__file__).with_name("glsl")


def ours(name: str, source: Path, folder: Path, target: str, model: str) -> list[str]:
    """The command that makes SPIR-V or DXIL of a kernel's MLIR."""
    command = [str(TRANSLATE), f"--wave-to-{target}", str(source), "-o", str(folder / f"ours.{target}")]
    if target == "dxil":
        size = wave_size_of(load_kernel(name))
        command += ["--shader-model", model, *([f"--wave-size={size}"] if size else [])]
    return command


def shader_of(name: str) -> Path:
    """The text that dxc reads. Waves of a group of threads may differ in size, so that a launch of mesh shaders whose size
    depends on it is refused here: that kernel is the example's, in waves."""
    return EXAMPLES / "hlsl" / "10-mesh-culling.hlsl" if name == "10-cull" else HLSL / f"{name}.hlsl"


def ours_of_hlsl(name: str, folder: Path, target: str, model: str) -> list[str]:
    """The command that makes SPIR-V or DXIL of HLSL."""
    kernel = load_kernel(name)
    stage = "as" if kernel.attributes.stage == "amplification" else "cs"
    command = [str(WAVE_HLSL), str(shader_of(name)), f"-DWAVE_SIZE={WAVE_SIZE}", "-E", kernel.name]
    profile = f"{stage}_{model.replace('.', '_')}"
    form = ["-spirv"] if target == "spirv" else []
    return [*command, "-T", profile, *form, "-Fo", str(folder / f"hlsl.{target}")]


def glslang(name: str, folder: Path) -> dict[str, list[str]]:
    """The commands of glslang by the language that it reads. Its HLSL has neither WaveMatch nor DispatchMesh, and is valid
    for Vulkan 1.1 alone."""
    commands = {}
    words = ["-S", "comp", "-e", load_kernel(name).name, "-D", "-V", "--target-env", "vulkan1.1"]
    hlsl = [
        "glslangValidator", *words, f"-DWAVE_SIZE={WAVE_SIZE}", str(HLSL / f"{name}.hlsl"),
        "-o", str(folder / "hlsl.spv"),
    ]  # fmt: skip
    # What it cannot read it refuses with an error.
    if subprocess.run(hlsl, capture_output=True, check=False).returncode == 0:
        commands["HLSL"] = hlsl
    for shader in GLSL.glob(f"{name}.*"):
        commands["GLSL"] = [
            "glslangValidator", "-V", "--target-env", "vulkan1.3", str(shader), "-o", str(folder / "glsl.spv"),
        ]  # fmt: skip
    return commands


def peers(name: str, folder: Path, target: str, model: str) -> dict[str, list[str]]:
    """The other compilers that are installed here, and their commands."""
    if target == "spirv":
        found = glslang(name, folder) if shutil.which("glslangValidator") else {}
        return {f"glslang, {language}": command for language, command in found.items()}
    return {"dxc": dxc_command(name, model, folder / "dxc.dxil")} if shutil.which("dxc") else {}


def versions() -> list[str]:
    """The other compilers that are installed here, with their versions."""
    found = []
    if shutil.which("glslangValidator"):
        done = subprocess.run(["glslangValidator", "--version"], capture_output=True, text=True, check=True)
        found.append(f"glslang {done.stdout.split()[2].removeprefix('11:')}")
    if shutil.which("dxc"):
        number = re.search(r"\d+\.\d[\d.]*", dxc_version())
        found.append(f"dxc {number[0]}" if number else "dxc")
    return found
