"""The line that repeats a compile that failed: pasted into a shell, in another folder, it says the same."""

from __future__ import annotations

import re
import subprocess

import pytest
from research_kernels import scale, stays, sums

import wavedialect as wd
from wavedialect.backends.spirv.compile import compile_spirv
from wavedialect.backends.spirv.options import SPIRVOptions
from wavedialect.driver import repeat
from wavedialect.driver.repeat import Repeat, find_tool
from wavedialect.driver.route import Step
from wavedialect.ir.listing import Listing


def pasted(line, folder):
    """What a shell prints for the line."""
    done = subprocess.run(line, shell=True, cwd=folder, capture_output=True, text=True, timeout=60, check=False)
    return done.stderr


def failed(compile):
    with pytest.raises(wd.WaveError) as caught:
        compile()
    return caught.value


def dumped(kernel, folder, target, **options):
    kernel.compile(target, **options).dump(folder)
    return folder


def test_a_pass_that_fails(tmp_path):
    error = failed(lambda: sums.compile("mlir", pipeline="wave-inline,convert-scf-to-cf"))
    said = pasted(error.repeat, tmp_path)
    assert f"{error.file}:{error.line}:{error.column}: error: {error.message}" in said


def test_a_rule_of_the_dialect(tmp_path):
    @wd.kernel(num_waves=2)
    def broken(out: wd.RWBuffer[wd.u32]):
        if wd.group_wave_index() == 0:
            wd.group_memory_barrier_with_group_sync()
        out[0] = 1

    for target in ("spirv", "cpu"):
        error = failed(lambda target=target: broken.compile(target))
        assert isinstance(error, wd.CompileError) and error.id == "barrier-divergent"
        assert "wave-opt" not in str(error)
        said = pasted(error.repeat, tmp_path)
        assert f"{error.file}:{error.line}:{error.column}: error: " in said and "[barrier-divergent]" in said


def test_a_file_of_the_user_s(tmp_path):
    path = tmp_path / "a file's name.mlir"
    path.write_text("module {\n  wave.fun @k()\n}\n")
    error = failed(lambda: sums.compile(stage_files={"wave": path}))
    assert f"{path}:2:3: error: {error.message}" in pasted(error.repeat, "/")


def test_the_translation_to_spirv(tmp_path):
    """What the validator refuses: a buffer without a binding."""
    path = dumped(sums, tmp_path, "spirv") / "2-spirv.mlir"
    text = path.read_text()
    assert text.count("@buffer_out bind(0, 1)") == 1
    path.write_text(text.replace("@buffer_out bind(0, 1)", "@buffer_out"))
    error = failed(lambda: sums.compile(stage_files={"spirv": path}, debug_info=True, maximal_reconvergence=True))
    assert "the validator rejects the binary" in error.message
    assert "--wave-to-spirv --maximal-reconvergence --debug-info" in error.repeat
    assert f"{error.file}:{error.line}:{error.column}: error: {error.message.splitlines()[0]}" in pasted(
        error.repeat, "/"
    )


def test_the_translation_to_dxil(tmp_path):
    path = dumped(scale, tmp_path, "dxil", shader_model="6.8", opt_level=0) / "1-dxil.mlir"
    text = path.read_text()
    path.write_text(text.replace("wave.manifest =", "wave.other ="))
    error = failed(lambda: scale.compile("dxil", shader_model="6.8", opt_level=0, stage_files={"dxil": path}))
    assert error.id == "module-origin" and "--wave-to-dxil --opt-level=0" in error.repeat
    assert f"{error.file}:{error.line}:{error.column}: error: {error.message}" in pasted(error.repeat, "/")


def test_code_for_the_cpu(tmp_path):
    path = dumped(scale, tmp_path, "cpu", wave_size=8) / "1-simd.mlir"
    text = path.read_text()
    end = text.rindex("}")
    path.write_text(text[:end] + "  gpu.module @left {\n  }\n}\n")
    error = failed(lambda: scale.compile("cpu", wave_size=8, stage_files={"simd": path}))
    assert error.message in pasted(error.repeat, "/")


def test_a_mistake_of_the_compiler_is_repeated_too():
    """An error without a rule, of the compiler's own passes on the compiler's own text."""
    whole = stays._program(False).listing
    facts = [whole.name, whole.attributes, whole.parameters, whole.location, whole.files, [], None, whole.operations]
    broken = Listing(*facts, text=whole.text.replace("wave.func @stays", "wave.fun @stays"))
    error = failed(lambda: compile_spirv(broken, SPIRVOptions()))
    assert isinstance(error, wd.InternalError) and "is unknown" in error.message
    command = re.search(r"repeat it with: (.*)", str(error))[1]
    assert command == error.repeat and "--pass-pipeline='builtin.module(wave-to-spirv)'" in command
    assert "error: custom op 'wave.fun' is unknown" in pasted(command, "/")


def test_an_error_without_a_compile_has_no_line():
    assert failed(lambda: sums.compile(opt_level=3)).repeat is None
    assert failed(lambda: sums.compile("metal")).repeat is None


def test_the_file_is_written_on_request(tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    made = Repeat("k", "spirv", Step("module {\n}\n", "builtin.module(cse)"), lowered=False)
    assert list(tmp_path.iterdir()) == []
    first = made.command
    assert made.command == first
    (folder,) = tmp_path.iterdir()
    assert (folder / "k.mlir").read_text() == "module {\n}\n"


def test_tools_are_found_on_the_path(tmp_path, monkeypatch):
    monkeypatch.setattr(repeat, "_folders", tuple)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_tool("wave-opt") == "wave-opt"
    (tmp_path / "wave-opt").write_text("#!/bin/sh\n")
    (tmp_path / "wave-opt").chmod(0o755)
    assert find_tool("wave-opt") == str(tmp_path / "wave-opt")


def test_without_tools_no_pass_is_known(tmp_path, monkeypatch):
    monkeypatch.setattr(repeat, "_folders", tuple)
    monkeypatch.setenv("PATH", str(tmp_path))
    error = failed(lambda: sums.compile(pipeline="canonicalise"))
    assert error.fix == "`wave-opt --list-passes` lists the passes"
