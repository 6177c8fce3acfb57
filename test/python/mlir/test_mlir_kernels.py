"""Kernels of MLIR text do what Python kernels do."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

import wavedialect as wd

SCALE = """
gpu.module @kernels {
  wave.func @scale(%x: memref<?xf32> {wave.binding = #wave.binding<srv, f32>},
                   %out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>},
                   %factor: f32 {wave.element = f32}) kernel num_waves(2) {
    %wave = wave.group_wave_index : i32
    %count = wave.lane_count : i32
    %lane = wave.lane_index : i32
    %first = arith.muli %wave, %count : i32
    %i = arith.addi %first, %lane : i32
    %place = arith.index_castui %i : i32 to index
    %value = memref.load %x[%place] : memref<?xf32>
    %scaled = arith.mulf %value, %factor : f32
    memref.store %scaled, %out[%place] : memref<?xf32>
    wave.return
  }
}
"""
RACE = """
gpu.module @kernels {
  wave.func @neighbor(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
    %shared = wave.groupshared : memref<2xi32, #gpu.address_space<workgroup>>
    %wave = wave.group_wave_index : i32
    %one = arith.constant 1 : i32
    %place = arith.index_castui %wave : i32 to index
    memref.store %wave, %shared[%place] : memref<2xi32, #gpu.address_space<workgroup>>
    %other = arith.xori %wave, %one : i32
    %there = arith.index_castui %other : i32 to index
    %read = memref.load %shared[%there] : memref<2xi32, #gpu.address_space<workgroup>>
    memref.store %read, %out[%place] : memref<?xi32>
    wave.return
  }
}
"""


@pytest.fixture
def scale() -> wd.Kernel:
    return wd.mlir(text=SCALE)


@pytest.mark.parametrize("device", ["interpreter", "cpu"])
def test_dispatch(scale, device):
    x, out = np.arange(16, dtype=np.float32), np.zeros(16, np.float32)
    scale.dispatch(1, x, out, 2.0, device=device, wave_size=8)
    assert (out == 2 * x).all()
    scale[1](x, factor=3.0, out=out, device=device, wave_size=8)
    assert (out == 3 * x).all()


def test_facts(scale):
    assert {name: type_.name for name, type_ in scale.parameters.items()} == {
        "x": "Buffer[f32]",
        "out": "RWBuffer[f32]",
        "factor": "f32",
    }
    assert scale.name == "scale" and scale.attributes.num_waves == 2 and repr(scale) == "<kernel 'scale'>"


def test_the_checker_shows_lines_of_the_text():
    report = wd.mlir(text=RACE).check(1, np.zeros(2, np.uint32))
    (race,) = report.filter(rule="race").findings
    assert race.memory == "shared" and {place.location.line for place in race.places} == {8, 11}
    assert "memref.load %shared[%there]" in str(report)
    assert "wave.barrier group sync" in race.advice


def test_tools(scale, tmp_path):
    x, out = np.arange(64, dtype=np.float32), np.zeros(64, np.float32)
    assert scale.lint().findings == ()
    counts = scale.count(1, x, out, 2.0, wave_size=8)
    assert "stores" in str(counts)
    assert set(scale.compile("spirv").files) == {"scale.spv", "manifest.json"}
    assert "scale.w32.dxil" in scale.compile("dxil").files
    scale.trace(1, x, out, 2.0, wave_size=8).save(tmp_path / "trace.json")


def test_copies(scale):
    assert copy.copy(scale) is scale and copy.deepcopy(scale) is scale
    restored = pickle.loads(pickle.dumps(scale))
    x, out = np.ones(16, np.float32), np.zeros(16, np.float32)
    restored.dispatch(1, x, out, 5.0, wave_size=8)
    assert (out == 5).all()


def test_tuning(scale):
    x, out = np.ones(64, np.float32), np.zeros(64, np.float32)
    table = wd.tune(scale, wd.configs(wave_size=[4, 8]), (x, out, 2.0), groups=1, device="cpu", runs=1)
    assert {row.config.wave_size for row in table.rows} == {4, 8}
    with pytest.raises(wd.WaveError, match="takes no 'N' from outside"):
        wd.tune(scale, [wd.Config(constants={"N": 1})], (x, out, 2.0), groups=1, device="cpu", runs=1)


# Places and names.


def test_a_file(tmp_path):
    file = tmp_path / "scale.mlir"
    file.write_text(SCALE.replace("arith.mulf", "arith.mul"))
    with pytest.raises(wd.CompileError) as caught:
        wd.mlir(file)
    assert (caught.value.file, caught.value.line, caught.value.column) == (str(file), 13, 15)
    assert caught.value.id == "mlir-text" and "%scaled = arith.mul %value" in str(caught.value)
    with pytest.raises(wd.WaveError, match="did you mean"):
        wd.mlir(tmp_path / "scales.mlir")


def test_rules_of_the_dialect():
    with pytest.raises(wd.CompileError, match="num_waves must be greater than zero") as caught:
        wd.mlir(text=SCALE.replace("num_waves(2)", "num_waves(0)"))
    assert caught.value.id == "num-waves-zero" and caught.value.line == 3
    barrier = SCALE.replace(
        "    wave.return",
        "    %c = arith.cmpi eq, %lane, %wave : i32\n    scf.if %c {\n"
        "      wave.barrier group sync\n    }\n    wave.return",
    )
    with pytest.raises(wd.CompileError) as caught:
        wd.mlir(text=barrier).compile("spirv")
    assert caught.value.id == "barrier-divergent" and caught.value.line == 17


def test_several_kernels():
    both = SCALE + RACE.replace("@kernels", "@others")
    with pytest.raises(wd.WaveError, match="has 2 kernels") as caught:
        wd.mlir(text=both)
    assert caught.value.id == "no-kernel" and "kernel='scale'" in caught.value.fix
    with pytest.raises(wd.WaveError) as caught:
        wd.mlir(text=both, kernel="neighbour")
    assert caught.value.fix == "did you mean `neighbor`?"
    assert set(wd.mlir(text=both, kernel="neighbor").compile("spirv").files) == {"neighbor.spv", "manifest.json"}


@pytest.mark.parametrize("text", ["", "module {}", "\0", "wave.func @helper() { wave.return }", "{" * 5000, "%"])
def test_bad_texts(text):
    with pytest.raises(wd.WaveError) as caught:
        wd.mlir(text=text)
    assert not isinstance(caught.value, wd.InternalError)


def test_bad_files(tmp_path):
    latin = tmp_path / "latin.mlir"
    latin.write_bytes(b"// \xff\n")
    with pytest.raises(wd.WaveError, match="is not UTF-8 text: invalid byte in line 1"):
        wd.mlir(latin)
    with pytest.raises(wd.WaveError, match="is a folder"):
        wd.mlir(tmp_path)
    with pytest.raises(wd.WaveError, match="takes a file or a text, got both"):
        wd.mlir(latin, text="")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("module {\n" * 10_000, 251),
        ("tuple<" * 100_000, 1),
        ("((" * 50_000, 1),
        ("\n".join(["gpu.module @k {", "wave.func @f() kernel num_waves(1) {", *["scf.if %c {"] * 9_000]), 251),
    ],
)
def test_deep_nesting(text, line):
    with pytest.raises(wd.CompileError) as caught:
        wd.mlir(text=text)
    assert (caught.value.id, caught.value.line) == ("nesting-depth", line)


def test_nesting_within_the_limit():
    levels = 200
    body = (
        "%true = arith.constant true\n"
        + "scf.if %true {\n" * levels
        + "memref.store %seven, %x[%zero] : memref<?xi32>\n"
    )
    text = SCALE[: SCALE.index("wave.func")] + (
        "wave.func @deep(%x: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {\n"
        "%seven = arith.constant 7 : i32\n%zero = arith.constant 0 : index\n"
        + body
        + "}\n" * levels
        + "wave.return } }"
    )
    for device in ("interpreter", "cpu"):
        out = np.zeros(1, np.uint32)
        wd.mlir(text=text).dispatch(1, out, device=device, wave_size=4)
        assert out[0] == 7
