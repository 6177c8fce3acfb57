"""`compile(pipeline=…)`: any passes in any order, and what is said where they do not fit."""

from __future__ import annotations

import subprocess
import sys

import pytest
from research_kernels import scale, sums

import wavedialect as wd


def test_a_target_s_own_pipeline_may_be_given():
    assert sums.compile(pipeline="wave-to-spirv").files == sums.compile().files
    assert sums.compile(pipeline="builtin.module(wave-to-spirv)").files == sums.compile().files
    own = sums.compile("dxil", shader_model="6.5")
    assert sums.compile("dxil", pipeline="wave-to-dxil{shader-model=6.5}").files == own.files
    sized = sums.compile("dxil", wave_size=32)
    assert sums.compile("dxil", pipeline="wave-to-dxil{wave-size=32}").files == sized.files


def test_code_for_the_cpu_by_a_pipeline_of_one_s_own():
    own = scale.compile("cpu", wave_size=8)
    assert scale.compile("cpu", wave_size=8, pipeline=own.origin.pipeline).files == own.files


def test_passes_may_be_left_out_and_put_between():
    plain = sums.compile(pipeline="wave-to-spirv{opt-level=0}")
    names = [done.name for done in plain.passes()]
    assert "cse" not in names and "canonicalize" not in names
    passes = (
        "wave-inline,wave-fold-counts,wave-resolve-groupshared,wave-legalize-barriers,"
        "loop-invariant-code-motion,gpu.module(wave.func(cse)),convert-wave-to-gpu,convert-wave-to-spirv"
    )
    between = sums.compile(pipeline=passes)
    assert between.files["sums.spv"][:4] == b"\x03\x02\x23\x07"
    assert list(between.stages) == ["wave", "gpu", "spirv", "assembly"]


def test_passes_of_upstream_that_no_target_uses():
    looked = scale.compile("mlir", pipeline="wave-inline,sccp,symbol-dce,convert-math-to-funcs")
    assert list(looked.stages) == ["wave", "result"]
    assert looked.files == {"scale.mlir": looked.stages["result"].encode()}
    assert looked.wave_sizes == [] and looked.manifest == {} and repr(looked)


def test_without_passes_there_is_the_kernel_itself():
    plain = sums.compile("mlir")
    assert plain.stages["result"] == plain.stages["wave"] == sums.compile().stages["wave"]
    with pytest.raises(wd.WaveError, match="the bundle of kernel 'sums' has no code"):
        plain.module_at(16)


def test_stages_on_the_way_are_kept():
    looked = sums.compile("mlir", pipeline="wave-to-spirv")
    assert list(looked.stages) == ["wave", "gpu", "spirv", "result"]
    assert looked.stages["result"] == looked.stages["spirv"]


@pytest.mark.parametrize(
    ("pipeline", "message", "fix"),
    [
        ("wave-inline-calls,cse", "'wave-inline-calls' does not refer to a registered pass", "did you mean `wave-inline`?"),
        ("canonicalise", "'canonicalise' does not refer", "did you mean `canonicalize`?"),
        ("wave-to-spriv", "'wave-to-spriv' does not refer", "did you mean `wave-to-spirv`?"),
        ("zzzzzz", "'zzzzzz' does not refer", "`wave-opt --list-passes` lists the passes"),
        ("wave-to-spirv{opt=1}", "no such option opt", "options follow in braces"),
        ("cse{bad=1}", "no such option bad", "options follow in braces"),
        ("cse(", "missing closing|expected|unbalanced", "passes are separated by commas"),
        ("spirv.module(wave-inline)", "restricted to 'builtin.module'", "passes are separated by commas"),
    ],
)  # fmt: skip
def test_an_invalid_pipeline(pipeline, message, fix):
    with pytest.raises(wd.WaveError, match=message) as caught:
        sums.compile(pipeline=pipeline)
    assert caught.value.id == "pipeline-text" and fix in caught.value.fix
    assert not isinstance(caught.value, wd.InternalError)


@pytest.mark.parametrize("pipeline", ["", " ", 3, b"cse", ["cse"]])
def test_a_pipeline_that_is_not_text(pipeline):
    with pytest.raises(wd.WaveError, match="pipeline is .*\n?.*give passes as text"):
        sums.compile(pipeline=pipeline)


@pytest.mark.parametrize(
    ("target", "pipeline", "expected"),
    [
        ("spirv", "wave-inline", 'target "spirv" requires one spirv.module, but the passes produced none'),
        ("spirv", "wave-to-dxil{shader-model=6.5}", "the passes produced none"),
        ("dxil", "wave-to-spirv", 'target "dxil" requires one dxil.module, but the passes produced none'),
        ("ptx", "wave-inline", 'target "ptx" requires one module of a kernel, but the passes produced none'),
        ("cpu", "wave-inline", 'target "cpu" requires functions on vectors, but the passes produced none'),
    ],
)
def test_a_result_that_the_target_does_not_translate(target, pipeline, expected):
    with pytest.raises(wd.CompileError, match=expected) as caught:
        sums.compile(target, pipeline=pipeline)
    assert caught.value.id == "pipeline-result" and "convert-wave-to-spirv" in caught.value.fix


def test_an_error_of_a_pass_without_an_id_is_not_a_compiler_bug():
    with pytest.raises(wd.CompileError, match="pass-failed") as caught:
        sums.compile("mlir", pipeline="convert-scf-to-cf")
    error = caught.value
    assert error.file.endswith("research_kernels.py") and error.line > 0
    assert error.fix.startswith("repeat it with: ") and error.repeat in error.fix


@pytest.mark.parametrize(
    "options",
    [{"unchecked": True}, {"opt_level": 0}, {"guard_wave_size": True}, {"form": "fixed"}],
)
def test_options_of_the_replaced_passes_are_refused(options):
    (name,) = options
    with pytest.raises(wd.WaveError, match=f"{name} is for the target's own passes"):
        sums.compile(pipeline="wave-to-spirv", **options)


def test_options_of_targets_are_refused_without_one():
    with pytest.raises(wd.WaveError, match="wave_size is for a target, and target='mlir' runs nothing but"):
        sums.compile("mlir", wave_size=16)


@pytest.mark.parametrize("level", [3, 7, -1, 1.5, "1", None])
def test_there_are_three_levels(level):
    for target in ("spirv", "dxil", "ptx", "cpu"):
        with pytest.raises(wd.WaveError, match="opt_level is .*\n?.*use 0, 1 or 2"):
            sums.compile(target, opt_level=level)


def test_nothing_is_folded_in_dxil_at_level_0():
    """Neither by our passes nor by LLVM."""
    folded = scale.compile("dxil", shader_model="6.8").stages["llvm"]
    plain = scale.compile("dxil", shader_model="6.8", opt_level=0).stages["llvm"]
    assert folded.count(" = mul i32") == 1 and plain.count(" = mul i32") == 2


def test_upstream_is_registered_only_for_a_pipeline_of_the_user_s():
    """In a process of its own: registering is of the process, and would cost each start 8 ms."""
    program = (
        "from wavedialect import _native\n"
        "run = lambda **k: _native.run_pipeline('module {}', 'builtin.module(convert-math-to-funcs)', **k).ok\n"
        "print(run(), run(upstream=True), run())\n"
    )
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert said.split() == ["False", "True", "True"]
