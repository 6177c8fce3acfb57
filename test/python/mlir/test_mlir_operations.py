"""Operations that only MLIR text has: on the interpreter they have the results of the CPU."""

import numpy as np
import pytest

import wavedialect as wd

KERNEL = """
gpu.module @kernels {{
  wave.func @compute(%x: memref<?x{type}> {{wave.binding = #wave.binding<srv, {element}>}},
                     %y: memref<?x{type}> {{wave.binding = #wave.binding<srv, {element}>}},
                     %out: memref<?xi32> {{wave.binding = #wave.binding<uav, ui32>}}) kernel num_waves(1) {{
    %lane = wave.lane_index : i32
    %i = arith.index_castui %lane : i32 to index
    %a = memref.load %x[%i] : memref<?x{type}>
    %b = memref.load %y[%i] : memref<?x{type}>
    {body}
    memref.store %result, %out[%i] : memref<?xi32>
    wave.return
  }}
}}
"""
SPECIAL = [0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan, 2.5]


def results(body, x, y, type_, element):
    kernel = wd.mlir(text=KERNEL.format(body=body, type=type_, element=element))
    found = []
    for device in ("interpreter", "cpu"):
        out = np.zeros(len(x), np.uint32)
        kernel.dispatch(1, x, y, out, device=device, wave_size=len(x))
        found.append(out.tolist())
    return found


@pytest.mark.parametrize("predicate", "oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno".split())
def test_comparisons_of_floats(predicate):
    pairs = np.array([(a, b) for a in SPECIAL for b in SPECIAL], np.float32)
    body = f"%c = arith.cmpf {predicate}, %a, %b : f32\n    %result = arith.extui %c : i1 to i32"
    interpreted, compiled = results(body, *np.ascontiguousarray(pairs.T), "f32", "f32")
    assert interpreted == compiled


@pytest.mark.parametrize("operation", ["mului_extended", "mulsi_extended"])
def test_extended_products(operation):
    x = np.array([0, 1, 0xFFFFFFFF, 0x80000000, 12345678, 7, 0x7FFFFFFF, 3], np.uint32)
    y = np.array([5, 0xFFFFFFFF, 0xFFFFFFFF, 2, 87654321, 9, 0x7FFFFFFF, 0xFFFFFFFD], np.uint32)
    body = f"%low, %high = arith.{operation} %a, %b : i32\n    %result = arith.xori %low, %high : i32"
    interpreted, compiled = results(body, x, y, "i32", "ui32")
    assert interpreted == compiled


def test_vectors_of_scalars_at_any_place():
    """A vector may begin at any scalar. One that is partly out of bounds is out of bounds."""
    body = """%n = memref.dim %x, %zero : memref<?xi32>
    %v = vector.load %x[%i] : memref<?xi32>, vector<4xi32>
    %p = vector.extract %v[1] : i32 from vector<4xi32>
    %q = vector.extract %v[3] : i32 from vector<4xi32>
    %r = arith.muli %q, %b : i32
    %m = arith.index_castui %n : index to i32
    %s = arith.addi %p, %r : i32
    %result = arith.addi %s, %m : i32"""
    body = f"%zero = arith.constant 0 : index\n    {body}"
    x, y = np.arange(1, 9, dtype=np.uint32), np.full(8, 100, np.uint32)
    interpreted, compiled = results(body, x, y, "i32", "ui32")
    assert interpreted == compiled
    assert compiled[:2] == [2 + 400 + 8, 3 + 500 + 8] and compiled[5:] == [8, 8, 8]


def test_constant_vectors():
    body = """%k = arith.constant dense<[1, 2, 3]> : vector<3xi32>
    %l = arith.constant dense<7> : vector<3xi32>
    %m = arith.addi %k, %l : vector<3xi32>
    %result = vector.extract %m[2] : i32 from vector<3xi32>"""
    zeros = np.zeros(8, np.uint32)
    assert results(body, zeros, zeros, "i32", "ui32") == [[10] * 8] * 2


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("%result = arith.divsi %a, %b : i32", "-2147483648 divided by -1 does not fit in i32"),
        ("%f = arith.uitofp %b : i32 to f32\n    %result = arith.fptosi %f : f32 to i32", "does not fit in i32"),
    ],
)
def test_reports_name_types_with_signs(body, message):
    kernel = wd.mlir(text=KERNEL.format(body=body, type="i32", element="si32"))
    x, y = np.full(8, -(2**31), np.int32), np.full(8, -1, np.int32)
    with pytest.raises(wd.ExecutionError, match=message):
        kernel.dispatch(1, x, y, np.zeros(8, np.uint32), device="interpreter", wave_size=8)
