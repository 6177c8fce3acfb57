"""Dumps of stages and passes in a folder, also of a compile that fails, and what passes remark."""

from __future__ import annotations

import subprocess

import pytest
from research_kernels import line_of, scale, stays, sums

import wavedialect as wd
from wavedialect.driver.repeat import find_tool


@pytest.fixture
def dump(monkeypatch, tmp_path):
    monkeypatch.setenv("WAVEDIALECT_DUMP_DIR", str(tmp_path))
    return tmp_path


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_files_have_the_suffix_of_their_contents(dump):
    scale.compile()
    assert names(dump / "scale") == [
        "0-wave.mlir", "1-gpu.mlir", "2-spirv.mlir", "3-assembly.spvasm", "manifest.json", "scale.spv",
    ]  # fmt: skip
    sums.compile("dxil", wave_size=16)
    assert names(dump / "sums") == [
        "0-wave.mlir", "1-dxil.mlir", "2-llvm.ll", "3-container.txt", "manifest.json", "sums.w16.dxil",
    ]  # fmt: skip
    scale.compile("cpu", wave_size=8)
    assert names(dump / "scale" / "w8") == [
        "0-wave.mlir", "1-simd.mlir", "2-llvm.ll", "3-assembly.s", "scale.o",
    ]  # fmt: skip
    stays.compile("mlir", pipeline="cse")
    assert names(dump / "stays") == ["0-wave.mlir", "1-result.mlir", "stays.mlir"]


def test_each_size_has_its_files(dump):
    sums.compile(form="fixed")
    written = names(dump / "sums")
    for size in (16, 32):
        assert any(name.endswith(f"-spirv.w{size}.mlir") for name in written)
        assert any(name.endswith(f"-assembly.w{size}.spvasm") for name in written)


def test_tools_take_the_files(dump):
    """SPIRV-Tools assemble the assembly, our own tools take MLIR."""
    scale.compile()
    folder = dump / "scale"
    subprocess.run(["spirv-as", "3-assembly.spvasm", "-o", "again.spv"], cwd=folder, check=True)
    assert len((folder / "again.spv").read_bytes()) == len((folder / "scale.spv").read_bytes())
    for stage in ("0-wave", "1-gpu", "2-spirv"):
        subprocess.run([find_tool("wave-opt"), f"{stage}.mlir"], cwd=folder, check=True, capture_output=True)


def test_passes_are_dumped_on_request(dump, monkeypatch):
    sums.compile()
    assert "passes" not in names(dump / "sums")
    monkeypatch.setenv("WAVEDIALECT_DUMP_PASSES", "1")
    bundle = sums.compile()
    listed = names(dump / "sums" / "passes")
    assert listed == [f"{number:02}-{done.name}.mlir" for number, done in enumerate(bundle.passes())]
    assert listed[:2] == ["00-input.mlir", "01-wave-inline.mlir"]
    # Those of an earlier compile go.
    sums.compile("mlir", pipeline="wave-inline")
    assert names(dump / "sums" / "passes") == ["00-input.mlir", "01-wave-inline.mlir"]


def test_stages_before_a_failure_are_dumped(dump, monkeypatch):
    monkeypatch.setenv("WAVEDIALECT_DUMP_PASSES", "1")
    with pytest.raises(wd.CompileError):
        sums.compile("mlir", pipeline="wave-inline,convert-scf-to-cf")
    assert names(dump / "sums") == ["0-wave.mlir", "passes"]
    assert names(dump / "sums" / "passes") == ["00-input.mlir", "01-wave-inline.mlir"]
    with pytest.raises(wd.CompileError):
        scale.compile(pipeline="wave-inline,convert-wave-to-gpu")
    assert "1-gpu.mlir" in names(dump / "scale")


def test_remarks_are_kept_and_not_printed(capsys, recwarn):
    bundle = sums.compile("dxil", shader_model="6.6")
    # One a place, although each wave size has a compile.
    (remark,) = [text for text in bundle.remarks if "[group-index-emulated]" in text]
    line = line_of("store[wd.group_wave_index()]")
    assert remark.startswith(f"{sums.function.__code__.co_filename}:{line}:11: remark: the index of a wave")
    assert capsys.readouterr() == ("", "") and not recwarn.list
    assert scale.compile().remarks == []
    assert bundle.preferring(16).remarks == bundle.remarks


def test_remarks_are_printed_on_request(monkeypatch, capsys):
    monkeypatch.setenv("WAVEDIALECT_REMARKS", "1")
    bundle = sums.compile("dxil", shader_model="6.6")
    assert capsys.readouterr().err.splitlines() == bundle.remarks


def test_a_bundle_of_no_compile_has_no_passes():
    bundle = sums.compile()
    again = type(bundle)(list(bundle.stages.items()), list(bundle.files.items()))
    assert again.origin is None and again.remarks == []
    with pytest.raises(wd.WaveError, match="was not compiled here"):
        again.passes()
