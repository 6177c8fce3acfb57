"""Commands on kernels in files of MLIR text."""

import json

import numpy as np
import pytest

KERNEL = """gpu.module @kernels {
  wave.func @double(%x: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
    %lane = wave.lane_index : i32
    %place = arith.index_castui %lane : i32 to index
    %value = memref.load %x[%place] : memref<?xi32>
    %doubled = arith.addi %value, %value : i32
    memref.store %doubled, %x[%place] : memref<?xi32>
    wave.return
  }
}
"""


@pytest.fixture
def file(folder):
    path = folder / "double.mlir"
    path.write_text(KERNEL)
    return path


def test_run(command, file, folder):
    ran = command("run", "double.mlir:double", "x=arange:8", "--wave-size", "8", "--save", "x=x.npy")
    assert ran.exit_code == 0, ran.stderr
    assert np.load(folder / "x.npy").tolist() == list(range(0, 16, 2))


def test_compile(command, file, folder):
    assert command("compile", "double.mlir", "--target", "dxil", "-o", "out").exit_code == 0
    assert (folder / "out" / "double.w32.dxil").read_bytes()[:4] == b"DXBC"


def test_check(command, file):
    file.write_text(KERNEL.replace("num_waves(1)", "num_waves(2)"))
    checked = command("check", "double.mlir", "x=zeros:128")
    assert checked.exit_code == 1
    assert "double.mlir:7:5: " in checked.stdout and "memref.store %doubled, %x[%place]" in checked.stdout


def test_errors_are_findings_of_lint(command, file):
    file.write_text(KERNEL.replace("arith.addi", "arith.add"))
    linted = command("lint", "double.mlir", "--format", "json")
    (finding,) = json.loads(linted.stdout)["findings"]
    assert linted.exit_code == 1 and finding["lint"] == "mlir-text" and finding["severity"] == "error"
    assert finding["places"][0]["line"] == 6
    assert command("lint", "double.mlir").stdout.startswith("double.mlir:6:16: error: ")


def test_explore(command, file, folder):
    explored = command("explore", "double.mlir")
    assert explored.exit_code == 0 and (folder / "double.html").exists()


def test_a_kernel_that_is_not_there(command, file):
    refused = command("compile", "double.mlir:doubled")
    assert refused.exit_code == 1 and "help: did you mean `double`?" in refused.stderr
