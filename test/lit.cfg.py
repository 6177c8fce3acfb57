"""Configuration of lit: which files are tests, and where the tools are."""

import os
import shutil
import subprocess
import sys

import lit.formats

config.name = "WaveDialect"
# lit's own shell: fast, and the same on every machine.
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".hlsl", ".mlir", ".test"]
# The tests in Python have their own runner; `lib` and `unit` hold sources, `fuzz` programs.
config.excludes = ["python", "lib", "fuzz", "README.md", "CMakeLists.txt", "Inputs"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.wave_binary_root, "test")

path = os.pathsep.join([config.wave_tools, config.llvm_tools, config.environment.get("PATH", "")])
config.environment["PATH"] = path

# The tools of SPIR-V: in the folder that SPIRV_TOOLS names, else those of the build.
for tool in ("spirv_val", "spirv_dis", "spirv_as"):
    if folder := os.environ.get("SPIRV_TOOLS"):
        setattr(config, tool, os.path.join(folder, tool.replace("_", "-")))

# Debian 12's do not know cooperative matrices.
assembled = subprocess.run(
    [config.spirv_as, "-o", os.devnull, "-"],
    input=b"OpCapability CooperativeMatrixKHR",
    capture_output=True,
    check=False,
)
if assembled.returncode == 0:
    config.available_features.add("spirv-tools-with-matrices")

# Tools that need not stand beside LLVM's own are named by their full path.
config.substitutions += [
    ("%python", f'"{sys.executable}"'),
    ("%build", config.wave_binary_root),
    ("%plugin", config.wave_plugin),
    # A test project compiles the same file again and again.
    ("%compiler_launcher", f"'-DCMAKE_CXX_COMPILER_LAUNCHER={config.compiler_launcher}'"),
    ("FileCheck", config.file_check),
    ("spirv-val", f"{config.spirv_val} --target-env vulkan1.3"),
    ("spirv-dis", config.spirv_dis),
    ("spirv-as", f"{config.spirv_as} --target-env vulkan1.3"),
    # Last, because a substitution sees what those before it put in.
    ("validate-for-vulkan1.1", f"{config.spirv_val} --target-env vulkan1.1"),
]

# Programs that were not built with a sanitizer cannot load a library that was.
if config.sanitizer:
    config.available_features.add("sanitizer")

# The HLSL front end is built where Clang's libraries are.
if config.has_clang:
    config.available_features.add("hlsl")

# Microsoft's validator of DXIL, where there is one: what DXV names, else on the path.
dxv = shutil.which(os.environ.get("DXV", "dxv"))
if dxv:
    config.available_features.add("dxv")
    config.substitutions.append(("%dxv", f'"{dxv}"'))
