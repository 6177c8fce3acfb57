"""``wavedialect compile``: which files there are, what is printed, and that nothing is half-written."""

from __future__ import annotations

import dataclasses
import json
import os
import subprocess

import pytest

import wavedialect as wd
from wavedialect.driver.registry import targets
from wavedialect.runtime.request import Request


def files_in(folder) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_spirv(command, folder):
    result = command("compile", "kernels.py:total", "-o", "out")
    assert result.exit_code == 0
    assert files_in(folder / "out") == ["manifest.json", "total.spv"]
    assert (folder / "out" / "total.spv").read_bytes()[:4] == b"\x03\x02\x23\x07"
    size = (folder / "out" / "total.spv").stat().st_size
    assert [line.split() for line in result.stdout.splitlines()][2] == [
        "out/total.spv", f"{size:,}", *"4, 8, 16, 32, 64, 128".split(),
    ]  # fmt: skip
    assert result.stdout.endswith("total for Vulkan: 16 bytes of groupshared memory a group\n")


def test_dxil(command, folder):
    result = command("compile", "kernels.py:scale", "--target", "dxil", "--shader-model", "6.8")
    assert result.exit_code == 0
    sizes = (4, 8, 16, 32, 64, 128)
    assert files_in(folder / "scale-dxil") == sorted(["manifest.json", *(f"scale.w{size}.dxil" for size in sizes)])
    manifest = json.loads((folder / "scale-dxil" / "manifest.json").read_text())
    assert manifest["shader_model"] == "6.8"


def test_one_wave_size(command, folder):
    result = command("compile", "kernels.py:scale", "--target", "dxil", "--wave-size", "32", "--json")
    facts = json.loads(result.stdout)
    assert facts["files"][0]["name"] == "scale.w32.dxil" and facts["files"][0]["wave_sizes"] == [32]
    assert facts["wave_sizes"] == [32] and facts["folder"] == "scale-dxil" and facts["kernel"] == "scale"


def test_cpu(command, folder):
    result = command("compile", "kernels.py:total", "--target", "cpu", "--wave-size", "8", "-o", "out")
    assert result.exit_code == 0
    assert files_in(folder / "out") == ["total.o"]
    assert (folder / "out" / "total.o").read_bytes()[:4] == b"\x7fELF"


def test_stages_are_printed(command, folder):
    result = command("compile", "kernels.py:scale", "--print", "spirv", "--print", "wave")
    assert result.exit_code == 0
    assert result.stdout.index("spirv.module") < result.stdout.index("wave.func")
    # Nothing is written unless it is asked for.
    assert not (folder / "scale-spirv").exists()
    result = command("compile", "kernels.py:scale", "--print", "all", "-o", "out")
    assert "// ----- assembly -----" in result.stdout and "scale for Vulkan" in result.stderr
    assert files_in(folder / "out") == ["manifest.json", "scale.spv"]


def test_an_unknown_stage(command):
    result = command("compile", "kernels.py:scale", "--print", "gpus", "-o", "out")
    assert result.exit_code == 1
    assert "help: the stages are wave, gpu, spirv, assembly, and `all`" in result.stderr
    assert not os.path.exists("out")


def test_dump(command, folder):
    assert command("compile", "kernels.py:scale", "-o", "out", "--dump", "stages").exit_code == 0
    assert files_in(folder / "out") == ["manifest.json", "scale.spv"]
    assert "0-wave.mlir" in files_in(folder / "stages")


def test_the_options_reach_the_compiler(command, folder):
    for option, stage, text in (
        ("--unchecked", "wave", ""),
        ("--debug-info", "assembly", "OpLine"),
        ("--guard-wave-size", "gpu", "return"),
    ):
        plain = command("compile", "kernels.py:scale", "--print", "assembly").stdout
        result = command("compile", "kernels.py:scale", "--print", "assembly", option)
        assert result.exit_code == 0 and result.stdout != plain, option
        assert stage != "assembly" or text in result.stdout
    fixed = json.loads(command("compile", "kernels.py:scale", "--form", "fixed", "--json").stdout)
    assert [file["name"] for file in fixed["files"]][:2] == ["scale.w4.spv", "scale.w8.spv"]
    small = json.loads(command("compile", "kernels.py:scale", "--prefer-wave-size", "small", "--json").stdout)
    assert small["manifest"]["preferred_wave_size"] == 4


def test_lines_of_the_source_in_ptx(command, folder):
    (folder / "shader.hlsl").write_text("RWBuffer<uint> o;\n[numthreads(32, 1, 1)]\nvoid main() { o[0] = 1; }\n")
    for kernel, entry in (("kernels.py:scale", "scale"), ("shader.hlsl", "main")):
        result = command("compile", kernel, "--target", "ptx", "--debug-info", "--print", "ptx")
        assert result.exit_code == 0, result.stderr
        assert f".entry {entry}" in result.stdout and ".loc" in result.stdout


def test_prints_are_left_out(command, folder):
    (folder / "talks.py").write_text(
        "import wavedialect as wd\n\n\n@wd.kernel(num_threads=32)\ndef talk(x: wd.Buffer[wd.u32]):\n    wd.print('{}', x[0])\n"
    )
    note = "note: this code has no prints and checks: only launches by WaveDialect execute them\n"
    for target in ("ptx", "spirv", "dxil"):
        result = command("compile", "talks.py:talk", "--target", target)
        assert result.exit_code == 0 and result.stderr.count(note) == 1, result.stderr
    assert "note:" not in command("compile", "kernels.py:scale", "--target", "ptx").stderr


@pytest.mark.parametrize(
    "arguments, said",
    [
        (["--target", "metal"], "'metal' is not one of 'spirv', 'dxil', 'ptx', 'cpu', 'mlir'"),
        (["--target", "cuda"], "did you mean 'ptx'?"),
        (["--target", "Vulkan"], "did you mean 'spirv'?"),
        (["--target", "DXIL"], "did you mean 'dxil'?"),
        (["--target", "dxil", "--form", "fixed"], "--form is for --target spirv"),
        (["--no-emulate"], "--no-emulate is for --target dxil"),
        (["--target", "dxil", "--debug-info"], "--debug-info is for --target spirv and ptx"),
        (["--opt-level", "7"], "'7' is not one of '0', '1'"),
        (["--json", "--print", "wave"], "both take standard output"),
        (["--stage-file", "gpu"], "'gpu' is not STAGE=FILE"),
        (["--nonsense"], "there is no option '--nonsense'; `wavedialect compile --help`"),
    ],
)
def test_usage(command, arguments, said):
    result = command("compile", "kernels.py:scale", *arguments)
    assert result.exit_code == 2 and said in result.stderr, result.stderr


def test_refusals_of_the_compiler(command):
    result = command("compile", "kernels.py:scale", "--target", "dxil", "--shader-model", "6.11")
    assert result.exit_code == 1 and "[shader-model-unknown]" in result.stderr
    result = command("compile", "kernels.py:scale", "--wave-size", "8")
    assert result.exit_code == 1 and result.stderr.count("error: ") == 1


# --- Files are written whole -------------------------------------------------


def test_older_files_are_replaced(command, folder):
    (folder / "out").mkdir()
    (folder / "out" / "scale.spv").write_bytes(b"old" * 10_000)
    (folder / "out" / "mine.txt").write_text("stays")
    assert command("compile", "kernels.py:scale", "-o", "out").exit_code == 0
    assert (folder / "out" / "scale.spv").read_bytes()[:4] == b"\x03\x02\x23\x07"
    assert files_in(folder / "out") == ["manifest.json", "mine.txt", "scale.spv"]


def test_nothing_is_written_where_one_file_cannot_be(command, folder):
    (folder / "out" / "manifest.json").mkdir(parents=True)
    (folder / "out" / "scale.spv").write_bytes(b"old")
    result = command("compile", "kernels.py:scale", "-o", "out")
    assert result.exit_code == 1 and "error: the files cannot be written" in result.stderr
    assert (folder / "out" / "scale.spv").read_bytes() == b"old"
    assert files_in(folder / "out") == ["manifest.json", "scale.spv"]


def test_a_compile_that_fails_writes_nothing(command, folder):
    assert command("compile", "kernels.py:divergent", "-o", "out").exit_code == 1
    assert not (folder / "out").exists()


def test_a_folder_that_is_a_file(command, folder):
    result = command("compile", "kernels.py:scale", "-o", "kernels.py")
    assert result.exit_code == 1 and "help: name another folder by -o" in result.stderr


def test_files_have_the_usual_permissions(tmp_path):
    @wd.kernel(num_waves=1)
    def nothing(out: wd.RWBuffer[wd.u32]):
        out[0] = 1

    mask = os.umask(0o022)
    try:
        nothing.compile().save(tmp_path)
    finally:
        os.umask(mask)
    assert (tmp_path / "nothing.spv").stat().st_mode & 0o777 == 0o644


# --- Passes and stages of one's own ------------------------------------------


def test_a_pipeline(command, folder):
    result = command("compile", "kernels.py:scale", "--target", "mlir", "--pipeline", "cse", "-o", "out")
    assert result.exit_code == 0 and files_in(folder / "out") == ["scale.mlir"]
    result = command("compile", "kernels.py:scale", "--target", "mlir", "--pipeline", "cse", "--print", "result")
    assert "wave.func @scale" in result.stdout
    result = command("compile", "kernels.py:scale", "--pipeline", "nonsense")
    assert result.exit_code == 1 and "[pipeline-text]" in result.stderr
    assert command("compile", "kernels.py:scale", "--target", "mlir").exit_code == 2


def test_a_stage_in_a_file(command, folder):
    assert command("compile", "kernels.py:scale", "-o", "out", "--dump", "stages").exit_code == 0
    stage = folder / "stages" / "1-gpu.mlir"
    text = stage.read_text()
    assert text.count("arith.mulf") == 1
    stage.write_text(text.replace("arith.mulf", "arith.addf"))
    result = command("compile", "kernels.py:scale", "--stage-file", f"gpu={stage}", "--print", "spirv")
    assert result.exit_code == 0 and "spirv.FAdd" in result.stdout and "spirv.FMul" not in result.stdout
    result = command("compile", "kernels.py:scale", "--stage-file", "gpu=none.mlir")
    assert result.exit_code == 1 and "'none.mlir' for stage 'gpu' cannot be read" in result.stderr


def test_passes_are_dumped(command, folder):
    assert command("compile", "kernels.py:scale", "--dump", "stages", "--passes", "--print", "wave").exit_code == 0
    names = files_in(folder / "stages" / "passes")
    assert names[0] == "00-input.mlir" and any("convert-wave-to-gpu" in name for name in names)
    assert command("compile", "kernels.py:scale", "--passes").exit_code == 2


def test_a_failing_compile_whose_steps_are_dumped_says_how_to_repeat_it(command):
    assert "repeat: " not in command("compile", "kernels.py:divergent").stderr
    said = command("compile", "kernels.py:divergent", "--dump", "stages").stderr
    (line,) = [line for line in said.splitlines() if line.startswith("repeat: ")]
    repeated = subprocess.run(line.removeprefix("repeat: "), shell=True, capture_output=True, text=True, check=False)
    assert repeated.returncode != 0 and "[barrier-divergent]" in repeated.stderr


def test_options_belong_to_the_targets_of_the_compiler():
    arguments = {field.name for field in dataclasses.fields(Request)}
    owned = [name for target in targets().values() for name in target.options]
    assert len(owned) == len(set(owned)) and set(owned) <= arguments


def test_without_emulation(command):
    arguments = ("compile", "kernels.py:total", "--target", "dxil", "--shader-model", "6.6")
    assert command(*arguments, "--print", "wave").exit_code == 0
    result = command(*arguments, "--no-emulate")
    assert result.exit_code == 1 and "[group-wave-shader-model]" in result.stderr


def test_the_optimizer_is_left_out(command):
    optimized = command("compile", "kernels.py:total", "--print", "gpu").stdout
    assert command("compile", "kernels.py:total", "--print", "gpu", "--opt-level", "1").stdout == optimized
    assert command("compile", "kernels.py:total", "--print", "gpu", "--opt-level", "0").stdout != optimized


def test_the_spellings_of_dxc(command, folder):
    (folder / "shader.hlsl").write_text(
        "RWBuffer<uint> kept;\n#ifdef __spirv__\n[numthreads(1, 1, 1)] void main() { kept[0] = 1; }\n#endif\n"
    )
    result = command("compile", "shader.hlsl", "-spirv", "-O3", "-Fo", "kept.spv")
    assert result.exit_code == 0, result.output
    assert (folder / "kept.spv").read_bytes()[:4] == b"\x03\x02\x23\x07"
    assert json.loads((folder / "kept.spv.json").read_text())["module"] == "kept.spv"
    # Only -spirv and --target spirv define the macro.
    assert "no entry point" in command("compile", "shader.hlsl", "-T", "cs_6_8").output
    for options, text in {
        ("-spirv", "--target", "dxil"): "name two targets",
        ("-O0", "--opt-level", "2"): "both state the level",
        ("-Fo", "a", "-o", "b"): "leave one out",
    }.items():
        result = command("compile", "kernels.py:total", *options)
        assert result.exit_code == 2 and text in result.output
    result = command("compile", "kernels.py:scale", "--target", "dxil", "--shader-model", "6.8", "-Fo", "scale.dxil")
    assert result.exit_code == 1 and "-Fo writes one file, and this compile has 6" in result.output
