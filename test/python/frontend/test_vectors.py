"""Vectors: construction, the operations of their operators, and results equal to NumPy's."""

from __future__ import annotations

import numpy as np
import pytest

import wavedialect as wd
from wavedialect.frontends.python.frontend import build_module
from wavedialect.ir.module import KernelAttributes
from wavedialect.ir.types import DTYPES, VECTORS, VectorType

PARAMETERS = (
    "out: wd.RWBuffer[wd.float3], v: wd.float3, w: wd.float3, u: wd.uint3, b: wd.bool3, n: u32, x: f32, p: bool"
)


@pytest.fixture
def vectors(compile_kernel):
    """``vectors(text)``: the module of a kernel with vectors as parameters and these statements."""

    def build(text: str):
        lines = "\n".join(f"    {line}" for line in text.splitlines())
        return compile_kernel(f"def kernel({PARAMETERS}):\n{lines}")

    return build


def test_names_are_hlsl_s():
    assert len(VECTORS) == 3 * len(DTYPES) and all(getattr(wd, name) is type for name, type in VECTORS.items())
    names = [VectorType(dtype, 2).name for dtype in DTYPES.values()]
    assert names == "bool2 int16_t2 uint16_t2 int2 uint2 int64_t2 uint64_t2 half2 bf16_t2 float2 double2".split()
    assert (
        wd.float3.mlir == "vector<3xf32>" and wd.uint16_t4.mlir == "vector<4xi16>" and wd.bool2.mlir == "vector<2xi1>"
    )


def test_outside_a_kernel_they_are_arrays():
    up = wd.float3(0, 1, 0)
    assert up.dtype == np.float32 and up.tolist() == [0, 1, 0] and not up.flags.writeable
    assert wd.uint2(-1).tolist() == [0xFFFFFFFF] * 2
    assert wd.float4(wd.float2(1, 2), 3, 4).tolist() == [1, 2, 3, 4]
    assert wd.bool2(0, 2).tolist() == [False, True]
    with pytest.raises(wd.WaveError, match="has 3 components, got 2") as caught:
        wd.float3(1, 2)
    assert caught.value.id == "vector-components"
    with pytest.raises(wd.WaveError) as caught:
        wd.int2(1, 5000000000)
    assert caught.value.id == "literal-range"


OPERATORS = [
    ("v + w", "arith.addf", "float3"),
    ("v * x", "arith.mulf", "float3"),
    ("2 / v", "arith.divf", "float3"),
    ("v % 2.5", "arith.remf", "float3"),
    ("u - n", "arith.subi", "uint3"),
    ("u // 3", "arith.divui", "uint3"),
    ("u % u", "arith.remui", "uint3"),
    ("u >> 1", "arith.shrui", "uint3"),
    ("wd.int3(u) >> 1", "arith.shrsi", "int3"),
    ("u ^ 5", "arith.xori", "uint3"),
    ("~u", "arith.xori", "uint3"),
    ("~b", "arith.xori", "bool3"),
    ("-v", "arith.negf", "float3"),
    ("-u", "arith.subi", "uint3"),
    ("b & (v < w)", "arith.andi", "bool3"),
    ("b | p", "arith.ori", "bool3"),
    ("v == w", "arith.cmpf", "bool3"),
    ("u != n", "arith.cmpi", "bool3"),
    ("wd.select(b, v, 0.0)", "arith.select", "float3"),
    ("wd.select(b, 1, n)", "arith.select", "uint3"),
    ("wd.select(p, v, w)", "arith.select", "float3"),
    ("v if p else 0.0", "arith.select", "float3"),
    ("wd.float3(u)", "arith.uitofp", "float3"),
    ("wd.int3(v)", "arith.fptosi", "int3"),
    ("wd.half3(v)", "arith.truncf", "half3"),
    ("wd.uint64_t3(u)", "arith.extui", "uint64_t3"),
    ("wd.bool3(u)", "arith.cmpi", "bool3"),
    ("wd.float3(b)", "arith.select", "float3"),
    ("wd.float3(x)", "vector.broadcast", "float3"),
    ("wd.float4(v, x)", "vector.from_elements", "float4"),
    ("wd.float2(x, n)", "vector.from_elements", "float2"),
    ("v.zx", "vector.shuffle", "float2"),
    ("v.rrrg", "vector.shuffle", "float4"),
    ("v.b", "vector.extract", "f32"),
    ("v[-1]", "vector.extract", "f32"),
]


@pytest.mark.parametrize(("expression", "operation", "type"), OPERATORS)
def test_operation_of_an_expression(vectors, expression, operation, type):
    found = vectors(f"a = {expression}").operations(operation)
    assert found and found[-1].results[0].type.name == type


def test_a_constant_vector_is_made_where_it_is_used(vectors):
    made = vectors("c = wd.float3(1, 2, 3)\nd = wd.float3(0)\nout[0] = c\nout[1] = d")
    assert made.names.count("vector.from_elements") == 1 and made.names.count("vector.broadcast") == 1
    # 0.0 and -0.0 are no splat.
    assert "vector.from_elements" in vectors("out[0] = wd.float3(0.0, -0.0, 0.0)").names


def test_a_whole_vector_and_its_own_order_cost_nothing(vectors):
    made = vectors("a = v.xyz\nout[0] = wd.float3(a)")
    assert "vector.shuffle" not in made.names and "vector.from_elements" not in made.names


def test_components_are_written_one_by_one(vectors):
    made = vectors("v.x = 1.0\nv.zy = v.xy\nv[1] += x\nout[0] = v")
    assert [o.attributes["position"] for o in made.operations("vector.insert")] == [0, 1]
    assert made.operations("vector.shuffle")[-1].attributes["mask"] == [0, 4, 3]


def test_a_vector_is_one_value_in_control_flow(vectors):
    made = vectors("for i in range(n):\n    v.x = v.y\n    if v.x > 0.0:\n        break\nif p:\n    v = w\nout[0] = v")
    (loop,) = made.operations("scf.while")
    assert [value.type.name for value in loop.operands] == ["u32", "float3", "bool"]
    assert [value.type.name for value in made.operations("scf.if")[-1].results] == ["float3"]


def test_a_helper_takes_and_gives_one_value(compile_kernel):
    made = compile_kernel(
        """
        @wd.func
        def half(v: wd.float3, s):
            if s > 0:
                return v * 0.5, s
            return v, s


        def kernel(out: wd.RWBuffer[wd.float3], v: wd.float3, n: u32):
            out[0], m = half(v, n)
        """
    )
    helper = made.module.functions[0]
    assert [value.type.name for value in helper.parameters] == ["float3", "u32"]
    assert [type.name for type in helper.result_types] == ["float3", "u32"]


def test_ids_used_whole_are_vectors(vectors):
    made = vectors("g = wd.group_id()\nh = g + 1\nout[0] = wd.float3(wd.group_count())\nk = g.y")
    assert [o.attributes["dimension"] for o in made.operations("wave.group_id")] == ["x", "y", "z", "y"]
    assert [o.attributes["dimension"] for o in made.operations("wave.group_count")] == ["x", "y", "z"]


def test_captured_vectors_are_constants(load):
    names = load(
        """
        UP = wd.float3(0, 0.1, 0)


        def kernel(out: wd.RWBuffer[wd.float3], v: wd.float3):
            out[0] = v * UP
            out[1] = wd.static(UP[1] * 2) + v
        """
    )
    module = build_module(names["kernel"], KernelAttributes(num_waves=1))
    constants = [o.attributes["value"] for o in module.kernel.walk() if o.name == "arith.constant"]
    assert float(np.float32(0.1)) in constants and float(np.float32(0.2)) in constants
    assert [capture.path for capture in module.captured if capture.path == "UP"] == ["UP"]


def test_the_interpreter_agrees_with_numpy(interpret):
    text = """
        @wd.func
        def turned(v, by):
            for i in range(by):
                v = v.yzx
            return v


        def kernel(a: wd.Buffer[wd.float3], out: wd.RWBuffer[wd.float3], picked: wd.RWBuffer[wd.uint2], s: wd.int3):
            i = wd.wave_lane_index()
            v = a[i] * 2 + wd.float3(s)
            v.zx = v.xy + 1
            v = wd.select(v > 5.0, -v, v)
            if v.x < 0.0:
                v.y = 0.0
            out[i] = turned(v, i)
            w = wd.uint3(i, i << 1, ~i)
            picked[i] = (w >> 1).zx ^ w.yy
    """
    a = np.random.default_rng(1).uniform(-4, 4, (4, 3)).astype(np.float32)
    out, picked, s = np.zeros((4, 3), np.float32), np.zeros((4, 2), np.uint32), np.array([1, -2, 3], np.int32)
    interpret(text, a, out, picked, s)
    v = a * np.float32(2) + s.astype(np.float32)
    v[:, [2, 0]] = v[:, [0, 1]] + np.float32(1)
    v = np.where(v > 5, -v, v)
    v[v[:, 0] < 0, 1] = 0
    np.testing.assert_array_equal(out, [np.roll(row, -i) for i, row in enumerate(v)])
    i = np.arange(4, dtype=np.uint32)
    np.testing.assert_array_equal(picked, np.stack([(~i >> 1) ^ (i << 1), (i >> 1) ^ (i << 1)], 1))
