"""The wheel and the source distribution: what is in them, and that a wheel works where the project is not."""

import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
VERSION = subprocess.run(
    [sys.executable, "-m", "setuptools_scm"], cwd=ROOT, check=True, capture_output=True, text=True
).stdout.strip()
SUFFIX = sysconfig.get_config_var("EXT_SUFFIX")
#: The extension modules of this build; ``_hlsl`` is built only where CMake finds Clang.
MODULES = ["_native", "_vulkan", "_cuda", *(["_hlsl"] if importlib.util.find_spec("wavedialect._hlsl") else [])]

KERNEL = """\
import numpy as np
import wavedialect as wd
from wavedialect import u32


@wd.kernel(num_waves=2, wave_size=(8, 32))
def ranks(flags: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    i = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    out[i] = wd.wave_prefix_count_bits(flags[i] != 0)


flags = np.array([1, 0, 1, 1, 0, 0, 1, 1] * 2, dtype=np.uint32)
out = np.zeros(16, dtype=np.uint32)
ranks.dispatch(1, flags, out, device="cpu", wave_size=8)
print(wd.__file__)
print(out.tolist())
print(len(ranks.compile(target="spirv").files["ranks.spv"]) > 0)
"""


def run(command: list[str | Path], cwd: Path, **environment: str) -> str:
    """What a command prints; its whole output where it fails."""
    done = subprocess.run(
        command,
        check=False,
        cwd=cwd,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def tracked(*folders: str) -> set[str]:
    """The files of folders that belong to the project, whether committed yet or not."""
    listed = run(["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *folders], ROOT).splitlines()
    return {name for name in listed if (ROOT / name).exists()}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel of what build/ has; pip makes it as it would for a user, but compiles nothing."""
    folder = tmp_path_factory.mktemp("wheel")
    settings = ("cmake.source-dir=test/install/built", f"build-dir={folder / 'build'}")
    options = [option for setting in settings for option in ("--config-settings", setting)]
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "--no-deps", "--no-build-isolation"]
    run([*pip, *options, "--wheel-dir", folder, ROOT], folder)
    (made,) = folder.glob("*.whl")
    return made


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of a new environment with the wheel in it."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False)
    python = folder / "bin/python"
    run(
        [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps", "--no-index", wheel],
        folder,
    )
    return python


def dependencies() -> str:
    """Where NumPy and the like are, to save their installation; the project itself is not in this folder."""
    folder = sysconfig.get_path("purelib")
    assert not (Path(folder) / "wavedialect").exists()
    return folder


def test_the_tag_is_of_this_python_and_system(wheel: Path) -> None:
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    platform = sysconfig.get_platform().replace("-", "_")
    assert wheel.name == f"wavedialect-{VERSION}-{python}-{python}-{platform}.whl"
    with zipfile.ZipFile(wheel) as archive:
        text = archive.read(f"wavedialect-{VERSION}.dist-info/WHEEL").decode()
    assert f"Tag: {python}-{python}-{platform}\n" in text
    assert "Root-Is-Purelib: false" in text


def test_a_wheel_has_the_package_and_nothing_else(wheel: Path) -> None:
    made = {f"wavedialect/{module}{end}" for module in MODULES for end in (SUFFIX, ".pyi")}
    sources = {name.removeprefix("python/") for name in tracked("python/wavedialect")}
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
        metadata = archive.read(f"wavedialect-{VERSION}.dist-info/METADATA").decode()
        assert f"wavedialect-{VERSION}.dist-info/licenses/LICENSE" in archive.namelist()
    assert names == sources | made
    for name in ("numpy", "click", "rich"):
        assert f"\nRequires-Dist: {name}>=" in metadata


def test_a_kernel_runs_in_another_folder(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "ranks.py").write_text(KERNEL)
    printed = run([installed, "ranks.py"], tmp_path, PYTHONPATH=dependencies(), WAVEDIALECT_CACHE_DIR=str(tmp_path))
    file, ranks, compiled = printed.splitlines()
    assert Path(file).is_relative_to(installed.parents[1])
    assert ranks == str([0, 1, 1, 2, 3, 3, 3, 4] * 2)
    assert compiled == "True"


@pytest.mark.parametrize(
    "library, advice",
    [("libMLIR.so.22.1", "type `apt-get install libmlir-22`"), ("libtbb.so.12", "type `apt-get install libtbb12`")],
)
def test_a_missing_library_is_named_with_its_package(
    installed: Path, tmp_path: Path, library: str, advice: str
) -> None:
    (package,) = installed.parents[1].glob("lib/python*/site-packages/wavedialect")
    copy = shutil.copytree(package, tmp_path / "wavedialect")
    (module,) = copy.glob("_native.*.so")
    absent = library.replace(".so", ".xx").encode()
    module.write_bytes(module.read_bytes().replace(library.encode() + b"\0", absent + b"\0"))
    (tmp_path / "ranks.py").write_text(KERNEL)
    done = subprocess.run(
        [installed, "ranks.py"],
        check=False,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": dependencies(), "WAVEDIALECT_CACHE_DIR": str(tmp_path / "cache")},
        capture_output=True,
        text=True,
    )
    assert f"the native compiler cannot be imported: {absent.decode()}: cannot open shared object file" in done.stderr
    assert f"help: {advice}" in done.stderr


def test_the_command_line_is_there(installed: Path, tmp_path: Path) -> None:
    for program in ([installed, "-m", "wavedialect"], [installed.parent / "wavedialect"]):
        printed = run([*program, "--help"], tmp_path, PYTHONPATH=dependencies())
        for command in ("compile", "run", "devices", "explain"):
            assert f"\n  {command} " in printed


TOOLS = ["wave-opt", "wave-translate", "wave-lsp-server", *(["wave-hlsl"] if "_hlsl" in MODULES else [])]


@pytest.mark.parametrize("tool", TOOLS)
def test_a_tool_is_a_command(installed: Path, tmp_path: Path, tool: str) -> None:
    """The command has the help of the program: it is the same code."""
    command = run([installed.parent / tool, "--help"], tmp_path, PYTHONPATH=dependencies())
    program = run([ROOT / "build/bin" / tool, "--help"], tmp_path)
    usage = f"USAGE: {tool} "
    assert usage in command and usage in program


def test_tools_report_errors_by_their_status(installed: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [installed.parent / "wave-opt", "absent.mlir"],
        cwd=tmp_path,
        check=False,
        env={**os.environ, "PYTHONPATH": dependencies()},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert "absent.mlir" in done.stderr


def test_a_tool_reads_a_pipe_and_ends_with_it(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "module.mlir").write_text("gpu.module @m {}\n")
    printed = run(
        ["bash", "-c", f"cat module.mlir | {installed.parent}/wave-opt - | head -n 1"],
        tmp_path,
        PYTHONPATH=dependencies(),
    )
    assert printed == "module {\n"


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source distribution, unpacked."""
    folder = tmp_path_factory.mktemp("sdist")
    backend = "import sys; from scikit_build_core.build import build_sdist; build_sdist(sys.argv[1])"
    run([sys.executable, "-c", backend, folder], ROOT)
    shutil.unpack_archive(folder / f"wavedialect-{VERSION}.tar.gz", folder)
    return folder / f"wavedialect-{VERSION}"


def test_a_source_distribution_has_all_that_a_build_needs(source: Path) -> None:
    needed = tracked(
        "CMakeLists.txt", "cmake", "include", "lib", "tools", "python", "test/CMakeLists.txt", "pyproject.toml"
    )
    assert {name for name in needed if not (source / name).is_file()} == set()
    assert not (source / ".git").exists() and not (source / "build").exists()


def test_a_source_distribution_configures_what_pip_builds(source: Path, tmp_path: Path) -> None:
    configure = ["cmake", "-G", "Ninja", "-S", source, "-B", tmp_path, f"-DPython_EXECUTABLE={sys.executable}"]
    run([*configure, "-DSKBUILD=2"], tmp_path)
    planned = run(["ninja", "-C", tmp_path, "-n", "wave-python"], tmp_path)
    for module in MODULES:
        assert f"Linking CXX shared module python/wavedialect/{module}{SUFFIX}" in planned
    # pip compiles neither tools nor tests.
    assert "bin/" not in planned and "libWaveDialect.so" not in planned


def test_a_wheel_for_other_systems_links_no_library_of_llvm(source: Path, tmp_path: Path) -> None:
    """What `scripts/wheel` builds: archives instead of libraries, and no symbol for other LLVMs of the process."""
    configure = ["cmake", "-G", "Ninja", "-S", source, "-B", tmp_path, f"-DPython_EXECUTABLE={sys.executable}"]
    run([*configure, "-DSKBUILD=2", "-DWAVE_STATIC_MODULES=ON"], tmp_path)
    commands = run(["ninja", "-C", tmp_path, "-t", "commands", "wave-python"], tmp_path).splitlines()
    for module in {"_native", "_hlsl"} & set(MODULES):
        (link,) = [command for command in commands if f" -o python/wavedialect/{module}{SUFFIX}" in command]
        assert "libMLIRIR.a" in link and "libLLVMCore.a" in link
        for library in ("libMLIR.so", "libLLVM.so", "libclang-cpp.so", "-lLLVM", "-lMLIR"):
            assert library not in link
        exports = tmp_path / f"python/{module}.exports"
        assert f"--version-script={exports}" in link
        assert exports.read_text() == f"{{ global: PyInit_{module}; local: *; }};\n"
    # The code generators of this processor and of NVIDIA's GPUs stay; others are empty.
    empty = (tmp_path / "python/OtherTargets.c").read_text()
    assert "LLVMInitializeAMDGPUTarget(void) {}" in empty and "NVPTX" not in empty
