"""Files in place of stages: what a dump has, a compile takes, and goes on from there."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest
from research_kernels import scale, stays, sums

import wavedialect as wd
from wavedialect.driver.registry import targets
from wavedialect.kernels.kernel import Kernel

EXAMPLES = Path(__file__).parents[3] / "examples"


def kernel_of(example: str) -> Kernel:
    """The first kernel of an example, without its run."""
    (path,) = EXAMPLES.glob(f"{example}-*.py")
    spec = importlib.util.spec_from_file_location(f"example_{example}", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return next(value for value in vars(module).values() if isinstance(value, Kernel))


def dumped(bundle, folder: Path) -> dict[str, Path]:
    """The files of the stages by name."""
    bundle.dump(folder)
    return {path.name.split("-", 1)[1].rpartition(".")[0]: path for path in folder.glob("[0-9]*-*")}


# One module for all, one a wave size, threads, another model, code for the CPU, images, meshes, 16 bits.
COMPILES = [
    (sums, "spirv", {}),
    (sums, "spirv", {"form": "fixed"}),
    (sums, "spirv", {"guard_wave_size": True, "unchecked": True, "opt_level": 0}),
    (scale, "spirv", {"maximal_reconvergence": True}),
    (scale, "spirv", {"form": "fixed"}),
    (sums, "dxil", {"wave_size": 16}),
    (sums, "dxil", {"shader_model": "6.0", "opt_level": 0}),
    (scale, "dxil", {"shader_model": "6.10"}),
    (sums, "cpu", {"wave_size": 16}),
    (scale, "cpu", {"wave_size": 8}),
    ("06", "spirv", {}),
    ("06", "dxil", {}),
    ("10", "spirv", {}),
    ("10", "dxil", {"shader_model": "6.8"}),
    ("10", "cpu", {}),
]


@pytest.mark.parametrize(("kernel", "target", "options"), COMPILES)
def test_the_dump_of_each_stage_gives_the_same_bytes(kernel, target, options, tmp_path):
    kernel = kernel_of(kernel) if isinstance(kernel, str) else kernel
    bundle = kernel.compile(target, **options)
    files = dumped(bundle, tmp_path)
    replaced = [name for name in files if name.partition(".")[0] in targets()[target].stages]
    assert {name.partition(".")[0] for name in replaced} == set(targets()[target].stages)
    for name in replaced:
        again = kernel.compile(target, **options, stage_files={name: files[name]})
        assert again.files == bundle.files, name
        # What comes later is the same, too, and what came before did not run.
        stages = dict(again.stages)
        if "." not in name:
            assert next(iter(stages)) == name and stages.items() <= dict(bundle.stages).items()


def test_all_sizes_at_once_and_one_of_them(tmp_path):
    bundle = sums.compile("dxil")
    files = dumped(bundle, tmp_path)
    both = {f"dxil.w{size}": files[f"dxil.w{size}"] for size in (16, 32)}
    assert sums.compile("dxil", stage_files=both).files == bundle.files
    one = sums.compile("dxil", stage_files={"dxil.w32": files["dxil.w32"]})
    assert one.files == bundle.files


@pytest.mark.parametrize(("options", "stage"), [({"wave_size": 32}, "dxil"), ({}, "dxil.w32")])
def test_a_stage_of_another_wave_size_is_refused(options, stage, tmp_path):
    sums.compile("dxil", wave_size=16).dump(tmp_path)
    file = next(tmp_path.glob("*-dxil.mlir"))
    with pytest.raises(wd.WaveError, match="for wave_size=32 makes a container for waves of 16 lanes"):
        sums.compile("dxil", **options, stage_files={stage: file})


def test_vectors_of_another_wave_size_are_refused(tmp_path):
    sums.compile("cpu", wave_size=16).dump(tmp_path)
    file = next(tmp_path.glob("*-simd.mlir"))
    assert sums.compile("cpu", wave_size=16, stage_files={"simd": file}).files
    said = "are for waves of 16 lanes, and this compile is for wave_size=32: give a file for this wave size"
    with pytest.raises(wd.WaveError, match=said):
        sums.compile("cpu", wave_size=32, stage_files={"simd": file})


def test_a_changed_stage_runs(tmp_path):
    files = dumped(sums.compile(), tmp_path)
    text = files["gpu"].read_text()
    assert text.count("wave.reduce add") == 1
    files["gpu"].write_text(text.replace("wave.reduce add", "wave.reduce maxui"))
    changed = sums.compile(stage_files={"gpu": files["gpu"]})
    assert "OpGroupNonUniformUMax" in changed.stages["assembly"]
    assert "OpGroupNonUniformIAdd" in sums.compile().stages["assembly"]
    # The file counts, not its name.
    files["gpu"].write_text(text)
    assert sums.compile(stage_files={"gpu": files["gpu"]}).files == sums.compile().files


def test_an_edit_without_a_form_in_dxil_is_refused_at_its_line(tmp_path):
    file = dumped(scale.compile("dxil"), tmp_path)["dxil"]
    lines = file.read_text().split("\n")
    (place,) = (number for number, line in enumerate(lines) if "arith.mulf" in line)
    lines[place] = lines[place].replace("mulf", "maximumf").replace("fastmath<contract> ", "")
    file.write_text("\n".join(lines))
    with pytest.raises(wd.CompileError, match="has no form in DXIL: use an operation of the dxil dialect") as caught:
        scale.compile("dxil", stage_files={"dxil": file})
    assert (caught.value.id, caught.value.line) == ("dxil-instruction", place + 1)


def test_a_pipeline_runs_on_the_file_as_a_whole(tmp_path):
    files = dumped(sums.compile(), tmp_path)
    passed = sums.compile(pipeline="convert-wave-to-spirv", stage_files={"gpu": files["gpu"]})
    assert passed.files == sums.compile().files
    looked = sums.compile("mlir", pipeline="wave-inline", stage_files={"wave": files["wave"]})
    assert "@twice" not in looked.stages["result"]


def test_a_file_that_does_not_parse_is_shown(tmp_path):
    path = tmp_path / "wrong.mlir"
    path.write_text("module {\n  wave.fun @k()\n}\n")
    with pytest.raises(wd.CompileError) as caught:
        sums.compile(stage_files={"wave": path})
    error = caught.value
    assert (error.id, error.file, error.line, error.column) == ("stage-file", str(path), 2, 3)
    assert "2 |   wave.fun @k()" in str(error)


def test_a_file_that_is_not_that_stage_is_an_error_at_its_line(tmp_path):
    path = tmp_path / "other.mlir"
    path.write_text("module {\n  func.func @f() {\n    return\n  }\n}\n")
    with pytest.raises(wd.CompileError, match=r"requires one spirv.module.*\[pipeline-result\]"):
        sums.compile(stage_files={"spirv": path})
    dumped(sums.compile(), tmp_path)
    with pytest.raises(wd.CompileError, match=r"the passes produced none \[pipeline-result\]"):
        sums.compile("dxil", wave_size=16, stage_files={"dxil": tmp_path / "2-spirv.mlir"})


def test_an_error_has_the_line_of_the_file(tmp_path):
    files = dumped(sums.compile(), tmp_path)
    text = files["wave"].read_text().replace("num_waves(2)", "num_waves(0)")
    files["wave"].write_text(text)
    with pytest.raises(wd.CompileError, match="num-waves-zero") as caught:
        sums.compile(stage_files={"wave": files["wave"]})
    assert caught.value.file == str(files["wave"]) and "num_waves(0)" in caught.value.source_line


@pytest.mark.parametrize(
    ("target", "given", "message"),
    [
        ("spirv", {"gpx": "a"}, "target 'spirv' has no stage 'gpx' that a file can replace.*did you mean 'gpu'"),
        ("spirv", {"assembly": "a"}, "target 'spirv' has no stage 'assembly'(.|\n)*the stages are wave, gpu, spirv"),
        ("dxil", {"gpu": "a"}, "target 'dxil' has no stage 'gpu'(.|\n)*the stages are wave, dxil"),
        ("cpu", {"wave.w8": "a"}, "target 'cpu' has no stage 'wave.w8'"),
        ("spirv", {3: "a"}, "target 'spirv' has no stage 3"),
        ("spirv", {"gpu": 3}, "the file of stage 'gpu' is 3"),
        ("spirv", ["gpu"], r"stage_files is \['gpu'\]"),
        ("spirv", {"gpu": "/no/such/file"}, "'/no/such/file' for stage 'gpu' cannot be read: No such file"),
        ("spirv", {"gpu": "/"}, "cannot be read: Is a directory"),
        ("spirv", {"gpu.w16": "a"}, "this compile has no stage 'gpu.w16'(.|\n)*leave out '.w16'"),
        ("dxil", {"dxil.w64": "a"}, "no stage 'dxil.w64'(.|\n)*its wave sizes are 16, 32"),
        ("dxil", {"dxil": "a"}, "'dxil' differs between wave sizes(.|\n)*'dxil.w16', 'dxil.w32'"),
        ("spirv", {"wave": "a", "gpu": "b"}, "2 stages, but a compile begins at one, 'gpu'(.|\n)*leave out 'wave'"),
    ],
)
def test_invalid_stage_files_are_refused(target, given, message):
    with pytest.raises(wd.WaveError, match=message.replace(".*", "(.|\n)*")) as caught:
        sums.compile(target, stage_files=given)
    assert caught.value.id == "stage-file"


def test_other_kernels_than_the_decorated_one_may_stand_in_a_file(tmp_path):
    files = dumped(stays.compile("mlir"), tmp_path)
    assert stays.compile(stage_files={"wave": files["result"]}).kernel == "stays"
    # The bundle is of what is in the file.
    assert scale.compile(stage_files={"wave": files["wave"]}).kernel == "stays"
