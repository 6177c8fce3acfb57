"""All scalar types: their casts, literals and constants."""

from __future__ import annotations

import copy
import itertools
import pickle

import numpy as np
import pytest

import wavedialect as wd
from wavedialect.frontends.python.frontend import build_module
from wavedialect.ir.module import KernelAttributes
from wavedialect.ir.printer import constant_text
from wavedialect.ir.types import DTYPES, DType, bf16, f16, f64, i16, u16, u64

CONVERSIONS = {
    ("i16", "i32"): "arith.extsi",
    ("i16", "u64"): "arith.extsi",
    ("u16", "i32"): "arith.extui",
    ("u32", "i64"): "arith.extui",
    ("i64", "u16"): "arith.trunci",
    ("u32", "i16"): "arith.trunci",
    ("u64", "i64"): "reinterpret",
    ("i16", "u16"): "reinterpret",
    ("f16", "f64"): "arith.extf",
    ("f64", "f32"): "arith.truncf",
    ("i64", "f16"): "arith.sitofp",
    ("u16", "f32"): "arith.uitofp",
    ("f64", "u64"): "arith.fptoui",
    ("f16", "i16"): "arith.fptosi",
    ("bool", "i64"): "arith.extui",
    ("bool", "f16"): "arith.select",
    ("f64", "bool"): "arith.cmpf",
    ("i16", "bool"): "arith.cmpi",
}


@pytest.mark.parametrize(("source", "target"), CONVERSIONS)
def test_operation_of_a_cast(compile_kernel, source, target):
    made = compile_kernel(f"def kernel(a: wd.{source}, out: wd.RWBuffer[wd.{target}]):\n    out[0] = wd.{target}(a)")
    found = made.operations(CONVERSIONS[source, target])
    assert found and found[-1].results[0].type.name == target


#: What every type can hold, and what a narrower integer cuts off.
VALUES = {"int": [0, 1, 7, 100, -3, 30000], "float": [0.0, 1.0, 7.75, 100.5, -3.0, 2000.0], "bool": [False, True] * 3}


@pytest.mark.parametrize("vector", ["", "2"])
@pytest.mark.parametrize(("source", "target"), list(itertools.permutations(DTYPES.values(), 2)))
def test_every_cast_computes(interpret, source, target, vector):
    if bf16 in (source, target):
        pytest.importorskip("ml_dtypes")
    values = np.array(VALUES[source.kind]).astype(source.array)
    if source.is_float and target.is_integer and not target.signed:
        values = np.abs(values)
    # NumPy's own casts between integers cut off bits, as ours do.
    with np.errstate(over="ignore"):
        expected = values.astype(target.array)
    names = [wd.ir.types.VectorType(t, 2).name if vector else t.name for t in (source, target)]
    text = f"""
        def kernel(a: wd.Buffer[wd.{names[0]}], out: wd.RWBuffer[wd.{names[1]}]):
            i = wd.wave_lane_index()
            if i < len(a):
                out[i] = wd.{names[1]}(a[i])
    """
    out = np.zeros(6, target.array)
    interpret(text, values, out, wave_size=8)
    np.testing.assert_array_equal(out, expected)


def test_literals_take_the_width_of_the_other_operand(compile_kernel):
    made = compile_kernel(
        """
        def kernel(a: wd.i64, b: wd.u16, c: wd.f16, d: wd.f64, out: wd.RWBuffer[wd.i64]):
            out[0] = a + 5000000000
            e = b & 65535
            f = c * 0.1
            g = d * 0.1
            h = a << 40
            k = wd.u64(1 << 40)
            out[1] = wd.i64(k)
        """
    )
    for line in (
        "arith.constant 5000000000 : i64",
        "arith.constant -1 : i16",
        "arith.constant 0.0999755859375 : f16",
        "arith.constant 0.1 : f64",
        "arith.constant 40 : i64",
        "arith.constant 1099511627776 : i64",
    ):
        assert line in made.text, line


def test_shift_amounts_are_masked_to_the_width(compile_kernel):
    made = compile_kernel(
        "def kernel(a: wd.u64, b: wd.i16, n: wd.u64, v: wd.uint16_t2):\n"
        "    x = a << n\n    y = b >> 17\n    z = a >> 65\n    w = v << wd.uint16_t2(17, 3)"
    )
    assert made.constants("arith.andi") == [63]
    assert made.constants("arith.shrsi") == [1] and made.constants("arith.shrui") == [1]
    assert made.constants("vector.from_elements") == [1, 3]


def test_constants_fold_at_their_width(compile_kernel):
    made = compile_kernel(
        """
        def kernel(a: wd.RWBuffer[wd.u16], b: wd.RWBuffer[wd.i64], c: wd.RWBuffer[wd.i16]):
            a[0] = wd.u16(65535) + 2
            b[0] = wd.i64(2147483647) + 1
            c[0] = wd.i16(wd.u32(70000))
            c[1] = -wd.i16(-32768)
            b[1] = wd.i64(-7) * 2
        """
    )
    assert made.constants("memref.store")[::2] == [1, 2147483648, 4464, -32768, -14]


def test_captured_numpy_scalars_keep_their_type(load):
    names = load(
        """
        import numpy as np

        BIG, SMALL, TINY, EXACT = np.uint64(2**63), np.int16(-4), np.float16(0.1), np.float64(0.1)


        def kernel(a: wd.u64, b: wd.i16, c: wd.f16, d: wd.f64):
            e = a + BIG
            f = b + SMALL
            g = c + TINY
            h = d + EXACT
        """
    )
    module = build_module(names["kernel"], KernelAttributes(num_waves=1))
    values = [o.attributes["value"] for o in module.kernel.walk() if o.name == "arith.constant"]
    assert values == [2**63, -4, float(np.float16(0.1)), 0.1]


def test_constants_are_exact_at_every_width():
    assert constant_text(65504.0, f16) == "65504.0 : f16"
    assert constant_text(float(np.float16(6e-8)), f16) == "5.960464477539063e-08 : f16"
    assert constant_text(float("inf"), f16) == "0x7C00 : f16"
    assert constant_text(0.1, f64) == "0.1 : f64"
    assert constant_text(float("-inf"), f64) == "0xFFF0000000000000 : f64"
    assert constant_text(65535, u16) == "-1 : i16" and constant_text(-4, i16) == "-4 : i16"
    assert constant_text(2**64 - 1, u64) == "-1 : i64"


@pytest.mark.parametrize("type", [wd.u32, wd.f16, wd.float3, wd.RWBuffer[wd.uint2]], ids=str)
def test_a_type_is_itself_after_a_copy(type):
    """Each scalar type is a single object, and its cached properties are not pickled."""
    before = pickle.dumps(type)
    _ = [getattr(type, name) for name in ("name", "mlir", "is_float", "numpy", "lowest") if hasattr(type, name)]
    assert pickle.dumps(type) == before
    assert pickle.loads(before) == type == copy.deepcopy(type)
    if isinstance(type, DType):
        assert pickle.loads(before) is type
