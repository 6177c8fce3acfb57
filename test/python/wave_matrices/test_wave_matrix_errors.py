"""Wrong uses of wave matrices: each error is at the user's place and has an id."""

from __future__ import annotations

import re

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import bf16, f16, f32, f64, i8, i32, u32
from wavedialect.command.kernel_file import load_kernel

LAYOUT = "row_major"
TILE = wd.Matrix[f32, 8, 4, "a"]


def refused(kernel, id, message, mark, target="cpu", **options):
    """Checks the error of a compilation: its id, its message and its line, which ends in a comment."""
    with pytest.raises(wd.CompileError) as caught:
        kernel.compile(target, **({"wave_size": 8} if target in ("cpu", "dxil") else {}) | options)
    error = caught.value
    assert error.id == id, error
    assert re.search(message, error.message), error.message
    with open(__file__, encoding="utf-8") as file:
        assert mark in file.read().splitlines()[error.line - 1], error
    return error


@wd.kernel(num_waves=1)
def fine(src: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    m = wd.matrix_load(src, 0, 4, (4, 4))  # first
    wd.matrix_store(out, 0, 4, m)


@pytest.mark.parametrize("minor", range(10))
def test_shader_models_without_matrices(minor):
    message = f"wave matrices need Shader Model 6.10, and the kernel is compiled for 6.{minor}:"
    # Older models have no wave size.
    options = {"shader_model": f"6.{minor}", "wave_size": 8 if minor >= 6 else None}
    error = refused(fine, "matrix-target", message, "# first", "dxil", **options)
    assert 'shader_model="6.10"' in error.fix and 'device="cpu"' in error.fix


@wd.kernel(num_waves=1)
def factors(src: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    m = wd.matrix_load(src, 0, 4, (4, 4), "a")  # factor
    wd.matrix_store(out, 0, 4, m)


@wd.kernel(num_waves=1)
def changed_factors(src: wd.Buffer[f16], out: wd.RWBuffer[bf16]):
    m = wd.matrix_load(src, 0, 4, (4, 4), "a")
    wd.matrix_store(out, 0, 4, bf16(m))  # changed


@wd.kernel(num_waves=1)
def coherent(src: wd.Buffer[f32], flags: wd.RWBuffer[u32, wd.coherent], out: wd.RWBuffer[f32]):
    flags[0] = u32(1)
    m = wd.matrix_load(src, 0, 4, (4, 4))  # coherent
    wd.matrix_store(out, 0, 4, m)


@pytest.mark.parametrize(
    ("kernel", "message", "mark"),
    [
        (factors, "no factors with elements of f32", "# factor"),
        (changed_factors, "does not change the element of a factor", "# changed"),
        (coherent, "no coherent buffers", "# coherent"),
    ],
    ids=["factors", "changed_factors", "coherent"],
)
def test_vulkan_refuses_some_matrices(kernel, message, mark):
    error = refused(kernel, "matrix-target", message, mark, "spirv")
    assert "convert an accumulator to a factor" in error.fix


@wd.kernel(num_waves=1)
def computed_factors(src: wd.Buffer[bf16], out: wd.RWBuffer[bf16]):
    m = wd.matrix_load(src, 0, 4, (4, 4), "a")
    wd.matrix_store(out, 0, 4, m + m)  # computed


@pytest.mark.parametrize(
    ("kernel", "message", "mark"),
    [
        (factors, "DXIL has no factors with elements of f32", "# factor"),
        (changed_factors, "DXIL does not change the element of a factor", "# changed"),
        (computed_factors, "DXIL does not compute elements of factors of bf16", "# computed"),
    ],
    ids=["factors", "changed_factors", "computed_factors"],
)
def test_direct3d_refuses_some_matrices(kernel, message, mark):
    error = refused(kernel, "matrix-target", message, mark, "dxil", shader_model="6.10")
    assert "convert an accumulator to a factor" in error.fix


@wd.kernel(num_waves=1)
def converted(src: wd.Buffer[f32], out: wd.RWBuffer[f16]):
    """What the help of `factors` says."""
    m = wd.matrix_convert(f16(wd.matrix_load(src, 0, 4, (4, 4))), "a")
    wd.matrix_store(out, 0, 4, m)


def test_the_advice_for_vulkan():
    converted.compile("spirv")
    converted.compile("dxil", wave_size=8, shader_model="6.10")


@wd.kernel(num_waves=1)
def returned(out: wd.RWBuffer[f32], n: u32):
    m = wd.matrix_fill(0.0, f32, (4, 4))
    for k in range(n):
        if wd.wave_lane_index() == k + 1:
            return
        m = m + 1.0  # behind a return
    wd.matrix_store(out, 0, 4, m)


@wd.kernel(num_threads=(40, 1, 1))
def partial(src: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    m = wd.matrix_load(src, 0, 4, (4, 4))  # partial
    wd.matrix_store(out, 0, 4, m)


@pytest.mark.parametrize(
    ("target", "kernel", "message", "mark"),
    [
        ("ptx", returned, "lanes that return may leave the control flow around this operation", "# behind a return"),
        ("ptx", partial, "the last wave of a group of 40 threads has fewer than 32 lanes", "# partial"),
        ("spirv", returned, "SPIR-V needs all lanes of the wave", "# behind a return"),
        ("dxil", returned, "DXIL needs all lanes of the wave", "# behind a return"),
        ("dxil", partial, "a group of 40 threads in x may have waves of 16 lanes that are not full", "# partial"),
        ("spirv", partial, "a group of 40 threads in x may have waves of 16 lanes that are not full", "# partial"),
    ],
)
def test_gpus_need_all_lanes(target, kernel, message, mark):
    options = {"shader_model": "6.10", "wave_size": None} if target == "dxil" else {}
    refused(kernel, "matrix-lanes", message, mark, target, **options)


@wd.kernel(num_waves=1)
def divergent(src: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    m = wd.matrix_load(src, 0, 4, (4, 4))
    if wd.wave_lane_index() == 0:
        wd.matrix_store(out, 0, 4, m)  # divergent


@wd.kernel(num_waves=1)
def loops_apart(src: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    m = wd.matrix_load(src, 0, 4, (4, 4))
    for _ in range(wd.wave_lane_index()):
        m = m + 1.0  # in the loop
    wd.matrix_store(out, 0, 4, m)


@wd.kernel(num_waves=1)
def chosen(src: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    m = wd.matrix_load(src, 0, 4, (4, 4))
    n = m
    if wd.wave_lane_index() == 0:
        n = wd.matrix_load(src, 1, 4, (4, 4))  # chosen
    wd.matrix_store(out, 0, 4, n)


@wd.kernel(num_waves=1)
def operand(src: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    m = wd.matrix_load(src, wd.wave_lane_index(), 4, (4, 4))  # operand
    wd.matrix_store(out, 0, 4, m)


@wd.kernel(num_waves=1)
def factor(src: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    m = wd.matrix_load(src, 0, 4, (4, 4))
    wd.matrix_store(out, 0, 4, m * f32(wd.wave_lane_index()))  # factor


@pytest.mark.parametrize(
    ("kernel", "id", "message", "mark"),
    [
        (divergent, "matrix-divergent", "not all lanes", "# divergent"),
        (loops_apart, "matrix-divergent", "not all lanes", "# in the loop"),
        (chosen, "matrix-divergent", "not all lanes", "# chosen"),
        (operand, "matrix-operand", "may differ", "# operand"),
        (factor, "matrix-operand", "may differ", "# factor"),
    ],
    ids=lambda one: getattr(one, "name", None),
)
def test_what_differs_between_lanes(kernel, id, message, mark):
    refused(kernel, id, message, mark)


def test_the_interpreter_reports_lanes_without_a_compiler(monkeypatch):
    from wavedialect.runtime.program import Program

    monkeypatch.setattr(Program, "verify", lambda self: None)
    for kernel, rule in ((divergent, "matrix-divergent"), (operand, "matrix-operand")):
        with pytest.raises(wd.ExecutionError) as caught:
            arrays = np.zeros(64, np.float32), np.zeros(64, np.float32)
            wd.kernel(num_waves=1)(kernel.function).dispatch(1, *arrays, device="interpreter", wave_size=8)
        assert caught.value.findings[0].rule == rule


def _case(id, message, body, **names):
    """A kernel with one wrong line, its id and its message."""
    return pytest.param(id, message, body, names, id=f"{id}: {body}")


CASES = [
    _case("matrix-shape", "at most 65536", "wd.matrix_fill(0.0, f32, (512, 256))"),
    _case("matrix-shape", "not a number of rows", "wd.matrix_fill(0.0, f32, (0, 4))"),
    _case("matrix-shape", "not a pair", "wd.matrix_fill(0.0, f32, (n, 4))"),
    _case("matrix-shape", "not a pair", "wd.matrix_fill(0.0, f32, 16)"),
    _case("matrix-element", "got f64", "wd.matrix_fill(0.0, f64, (4, 4))"),
    _case("matrix-element", "got i8", "wd.matrix_fill(0, i8, (4, 4))"),
    _case("matrix-element", "not a type", "wd.matrix_fill(0.0, 16, (4, 4))"),
    _case("matrix-role", "is not the role", 'wd.matrix_fill(0.0, f32, (4, 4), "c")'),
    _case("matrix-layout", "is not the layout", 'wd.matrix_load(src, 0, 4, (4, 4), layout="rows")'),
    _case("mixed-types", "the value expects f32, got f16", "wd.matrix_fill(f16(1.0), f32, (4, 4))"),
    _case("matrix-memory", "takes a buffer or an array", "wd.matrix_load(n, 0, 4, (4, 4))"),
    _case("matrix-memory", "local array", "wd.matrix_load(own, 0, 4, (4, 4))"),
    _case("matrix-memory", "elements of f32, the matrix of f16", "wd.matrix_store(out, 0, 4, f16(m))"),
    _case("read-only-buffer", "", "wd.matrix_store(src, 0, 4, m)"),
    _case("index-not-integer", "the first index expects", "wd.matrix_load(src, 1.5, 4, (4, 4))"),
    _case("matrix-type", "takes a matrix, got u32", "wd.matrix_row_max(n)"),
    _case("matrix-type", "takes a matrix", "wd.matrix_store(out, 0, 4, 1.0)"),
    _case("matrix-role", 'takes a matrix with the role "a"', "wd.matrix_multiply_add(m, m, m)"),
    _case("matrix-shape", r"\(M x K\)", "wd.matrix_multiply_add(a, b5, m)"),
    _case("matrix-combination", "f32 and f32 with a sum of f16", "wd.matrix_multiply_add(a, b, f16(m))"),
    _case("matrix-shape", "two shapes or roles", "m + a"),
    _case("mixed-types", "two types", "m + f16(m)"),
    _case("mixed-types", "two types", "m + n"),
    _case("unsupported-operator", "no operator `@`", "a @ b"),
    _case("unsupported-operator", "no operator `<`", "m < 1.0"),
    _case("matrix-as-value", "takes a value of a lane", "wd.wave_active_sum(m)"),
    _case("matrix-as-value", "`m`, a Matrix.*, has no elements", "m[0, 0]"),
    _case("matrix-as-value", "hold no matrices", "wd.local_array(wd.Matrix[f32, 4, 4], 2)"),
    _case("literal-range", "the first index is -1", "wd.matrix_store(out, -1, 4, m)"),
    _case("literal-range", "the stride is -4", "wd.matrix_load(src, 0, -4, (4, 4))"),
    _case("matrix-element", "got bool", "wd.isnan(m)"),
    _case("matrix-as-value", "cannot choose between matrices", "m if n > 1 else m + 1.0"),
    _case("matrix-element", "does not compute with elements of i8", "wd.matrix_load(small, 0, 4, (4, 4), 'a') + 1"),
    _case("wrong-arguments", "lacks the argument", "wd.matrix_load(src, 0, 4)"),
    _case("matrix-as-value", "`length` takes a value of a lane", "wd.length(m)"),
    _case("matrix-as-value", "`dot` takes a value of a lane", "wd.dot(m, m)"),
    _case("matrix-as-value", "`frexp` takes a value of a lane", "wd.frexp(m)"),
    _case("matrix-as-value", "`modf` takes a value of a lane", "wd.modf(m)"),
    _case("matrix-as-value", "`reversebits` takes a value of a lane", "wd.reversebits(i32(m))"),
    _case("unknown-attribute", "has no `.T`", "m.T"),
    _case("index-not-integer", "takes one index, got 2", 'wd.matrix_load(src, (0, 0), (4, 4), "a")'),
    _case("wrong-arguments", "no parameter `rows`", "wd.matrix_load(src, 0, 4, rows=4)"),
]


@pytest.mark.parametrize(("id", "message", "body", "names"), CASES)
def test_wrong_calls(id, message, body, names, tmp_path):
    file = tmp_path / "wrong.py"
    file.write_text(
        f"""import wavedialect as wd
from wavedialect import bf16, f16, f32, f64, i8, i32, u32

@wd.kernel(num_waves=1)
def kernel(src: wd.Buffer[f32], small: wd.Buffer[i8], out: wd.RWBuffer[f32], n: u32):
    own = wd.local_array(f32, 16)
    m = wd.matrix_load(src, 0, 4, (4, 4))
    a, b = wd.matrix_convert(m, "a"), wd.matrix_convert(m, "b")
    b5 = wd.matrix_fill(0.0, f32, (5, 4), "b")
    own[0] = f32(n)
    x = {body}
    wd.matrix_store(out, 0, 4, m)
""".replace("x = wd.matrix_store", "wd.matrix_store")
    )
    scope = {"__name__": "wrong", "__file__": str(file)}
    exec(compile(file.read_text(), str(file), "exec"), scope)
    with pytest.raises(wd.CompileError) as caught:
        scope["kernel"].compile("cpu", wave_size=8)
    assert caught.value.id == id, caught.value
    assert re.search(message, caught.value.message), caught.value.message
    assert caught.value.line == 11


def test_a_matrix_is_no_parameter_of_a_kernel():
    with pytest.raises(wd.CompileError) as caught:

        @wd.kernel(num_waves=1)
        def kernel(m: wd.Matrix[f32, 4, 4], out: wd.RWBuffer[f32]):
            wd.matrix_store(out, 0, 4, m)

        kernel.compile("cpu", wave_size=8)
    assert caught.value.id == "parameter-type"


def test_types_of_matrices():
    assert wd.Matrix[f32, 4, 8] == wd.Matrix[f32, 4, 8, "acc"] != wd.Matrix[f32, 4, 8, "a"]
    assert repr(wd.Matrix[bf16, 4, 8, "b"]) == "wd.Matrix[bf16, 4, 8, 'b']"
    assert wd.Matrix[i32, 1, 1].role == "acc"
    for stated in ((f32, 4), (f32, 4, 4, "c"), (f64, 4, 4), (i8, 4, 4), (u32, 4, 4), (f16, 0, 4)):
        with pytest.raises(wd.CompileError):
            wd.Matrix[stated]
    with pytest.raises(wd.CompileError, match="cannot be called"):
        wd.Matrix(f32, 4, 4)


@pytest.mark.parametrize(
    ("wrong", "fix"),
    [
        ("m + wd.matrix_fill(0.0, f32, (4, 1))", '`wd.matrix_load(memory, first, 0, (4, 4), layout="column_major")`'),
        ("m + wd.matrix_fill(0.0, f32, (1, 8))", "`wd.matrix_load(memory, first, 0, (4, 8))`"),
        ('m + wd.matrix_convert(m, "a")', '`wd.matrix_convert(m, "acc")`'),
        ("wd.dot(m, m)", "`wd.matrix_multiply_add(a, b, total)`, and `a * b` multiplies"),
        ("m.shape", "its shape is the constant (4, 4)"),
        ("m.T", 'layout="column_major"'),
        ("wd.matrix(f32, 4, 4)", "`wd.matrix_fill(0.0, wd.f32, (16, 16))`"),
        ("np.matmul(m, m)", "`wd.matrix_multiply_add(a, b, total)`"),
    ],
)
def test_advice_on_matrices(wrong, fix, tmp_path):
    file = tmp_path / "wrong.py"
    file.write_text(
        f"""import numpy as np
import wavedialect as wd
from wavedialect import f32

@wd.kernel(num_waves=1)
def kernel(src: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    m = wd.matrix_load(src, 0, 4, (4, 4))
    m = {wrong}
    wd.matrix_store(out, 0, 4, m)
"""
    )
    with pytest.raises(wd.CompileError) as caught:
        load_kernel(str(file)).compile("spirv")
    assert fix in caught.value.fix, caught.value.fix


@pytest.mark.parametrize("wrong", ["wd.wave_active_sum(m)", "m[0, 0]"])
def test_advice_on_elements_of_matrices(wrong, tmp_path):
    file = tmp_path / "wrong.py"
    file.write_text(
        f"""import wavedialect as wd
from wavedialect import f32

@wd.kernel(num_waves=1)
def kernel(src: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    m = wd.matrix_load(src, 0, 4, (4, 4))
    out[0] = {wrong}
"""
    )
    with pytest.raises(wd.CompileError) as caught:
        load_kernel(str(file)).compile("spirv")
    fix = caught.value.fix
    assert "store it, `wd.matrix_store(out, 0, 4, m)`" in fix and "read `out[row * 4 + column]`" in fix
    assert "arrays, structs and parameters of kernels hold no matrices" in fix
    named = re.findall(r"`wd\.(\w+)`", fix)
    assert "matrix_row_sum" in named and all(hasattr(wd, name) for name in named)


def test_advice_on_matrices_as_parameters():
    @wd.kernel(num_waves=1)
    def kernel(m: TILE, out: wd.RWBuffer[f32]):
        wd.matrix_store(out, 0, 4, m)

    with pytest.raises(wd.CompileError) as caught:
        kernel.compile("cpu", wave_size=8)
    assert caught.value.id == "parameter-type"
    assert "`m: wd.Buffer[f32]`" in caught.value.fix and 'wd.matrix_load(m, 0, 4, (8, 4), "a")' in caught.value.fix


@pytest.mark.parametrize(
    ("body", "message", "fix"),
    [
        (
            'wd.matrix_load(src, 0, (4, 4), "a")',
            "`matrix_load` lacks the stride of `src`, which has one dimension",
            "pass the distance between two rows: `wd.matrix_load(src, 0, stride, (4, 4), 'a')`",
        ),
        ("wd.matrix_load(src, n, SHAPE)", "lacks the stride of `src`", "`wd.matrix_load(src, n, stride, SHAPE)`"),
        (
            'wd.matrix_load(src, 0, shape=(4, 4), role="a")',
            "lacks the stride of `src`",
            "`wd.matrix_load(src, 0, stride, shape=(4, 4), role='a')`",
        ),
        ("wd.matrix_store(out, n, m)", "lacks the stride of `out`", "`wd.matrix_store(out, n, stride, m)`"),
        (
            "wd.matrix_store(out, n, wd.matrix_fill(0.0, f32, SHAPE))",
            "lacks the stride of `out`",
            "`wd.matrix_store(out, n, stride, wd.matrix_fill(0.0, f32, SHAPE))`",
        ),
        (
            'wd.matrix_load(plane, (n, 0), 16, (4, 4), "a")',
            "`matrix_load` takes no stride for `plane`, which has 2 dimensions",
            "leave it out: `wd.matrix_load(plane, (n, 0), (4, 4), 'a')`",
        ),
        (
            "wd.matrix_load(plane, (0, 0), stride=16, shape=SHAPE)",
            "takes no stride for `plane`",
            "`wd.matrix_load(plane, (0, 0), shape=SHAPE)`",
        ),
        ("wd.matrix_store(plane, (0, 0), 16, m)", "takes no stride", "`wd.matrix_store(plane, (0, 0), m)`"),
        ("wd.matrix_store(plane, (0, 0), n * 2, -m)", "takes no stride", "`wd.matrix_store(plane, (0, 0), -m)`"),
    ],
)
def test_strides(body, message, fix, tmp_path):
    error = _refused(body, tmp_path)
    assert error.id == "wrong-arguments" and message in error.message and fix in error.fix, error


@pytest.mark.parametrize(
    "body",
    [
        'wd.matrix_store(plane, (0, 0), m, "column_major")',
        "wd.matrix_store(plane, (0, 0), m, LAYOUT)",
        "wd.matrix_store(plane, (0, 0), -m, layout=LAYOUT)",
        "wd.matrix_store(out, 0, 4, matrix=m)",
        "wd.matrix_store(out, 0, stride=4, matrix=m)",
        "wd.matrix_store(plane, (0, 0), matrix=m)",
        "m = wd.matrix_load(plane, (0, 0), SHAPE)",
        "m = wd.matrix_load(plane, (0, 0), shape=SHAPE)",
        "m = wd.matrix_load(src, 0, n, shape=SHAPE)",
    ],
)
def test_strides_that_are_right(body, tmp_path):
    _kernel_with(body, tmp_path).compile("cpu", wave_size=8)


def _kernel_with(body, tmp_path):
    file = tmp_path / "kernels.py"
    file.write_text(
        f"""import wavedialect as wd
from wavedialect import f16, f32, u32

SHAPE = (4, 4)
LAYOUT = "column_major"

@wd.kernel(num_waves=1)
def kernel(src: wd.Buffer[f32], plane: wd.RWBuffer[f32, 2], out: wd.RWBuffer[f32], n: u32):
    m = wd.matrix_load(src, 0, 4, (4, 4))
    {body}
    wd.matrix_store(out, 0, 4, m)
"""
    )
    return load_kernel(str(file))


def _refused(body, tmp_path):
    with pytest.raises(wd.CompileError) as caught:
        _kernel_with(body, tmp_path).compile("cpu", wave_size=8)
    return caught.value


@pytest.mark.parametrize(
    ("body", "fix"),
    [
        (
            "m = f16(m)",
            'convert it: `m = f32(f16(m))`, or begin with `m = wd.matrix_fill(0.0, f16, (4, 4), "acc")` at line 9',
        ),
        ('m = wd.matrix_convert(m, "a")', "convert it: `m = wd.matrix_convert(wd.matrix_convert(m, 'a'), \"acc\")`"),
        ("m = 1.5", 'fill a matrix: `m = wd.matrix_fill(1.5, f32, (4, 4), "acc")`'),
        ("m = wd.matrix_load(src, 0, 8, (8, 4))", 'begin with `m = wd.matrix_fill(0.0, f32, (8, 4), "acc")` at line 9'),
        ("n = m", 'begin with `n = wd.matrix_fill(0.0, f32, (4, 4), "acc")` at line'),
    ],
)
def test_advice_on_variables_and_functions(body, fix, tmp_path):
    assert fix in _refused(body, tmp_path).fix
