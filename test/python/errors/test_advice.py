"""Help texts that are followed literally: the code in them replaces the mistake, and the kernel compiles."""

from __future__ import annotations

import importlib.util
import re
import sys
import types
from pathlib import Path

import pytest

import wavedialect as wd
from wavedialect import errors
from wavedialect.frontends.python.advice import help_for

ROOT = Path(__file__).resolve().parents[3]

HEAD = """import math
import numpy as np
import wavedialect as wd
from wavedialect import f16, f32, f64, i32, i64, u32

TABLE = [1, 2, 3]
SIZES = {{"a": 3}}


@wd.func
def sum_of(a: f32, b):
    return a + f32(b)


{helper}
@wd.kernel({attributes})
def kernel(x: wd.Buffer[f32], rows: wd.Buffer[wd.float3], out: wd.RWBuffer[f32], signed: wd.RWBuffer[i32],
           unsigned: wd.RWBuffer[u32], vectors: wd.RWBuffer[wd.float3], n: u32, s: i32, f: f32):
    {line}
"""

#: Lines with the mistake in ⟨⟩, which the first code of the help replaces; ``(number)`` in front takes another one.
FOLLOWED = [
    # Operators that kernels do not have.
    "out[0] = ⟨f ** f⟩",
    "out[0] = ⟨2 ** f⟩",
    "out[0] = ⟨f ** n⟩",
    "out[0] = ⟨n ** f⟩",
    "signed[0] = ⟨2 ** s⟩",
    "unsigned[0] = ⟨2 ** n⟩",
    "vectors[0] = ⟨rows[0] ** f⟩",
    "out[0] = ⟨rows[0] @ rows[1]⟩",
    "signed[0] = ⟨s / 2⟩",
    "(1) out[0] = ⟨s / 2⟩",
    "⟨n /= 2⟩",
    "out[0] = ⟨f // 2.0⟩",
    "signed[0] = ⟨f & 1⟩",
    "signed[0] = ⟨f << 2⟩",
    "signed[0] = ⟨f << s⟩",
    "unsigned[0] = u32(⟨n & f⟩)",
    "signed[0] = ⟨~f⟩",
    "signed[0] = ⟨-(n > 1)⟩",
    "unsigned[0] = ⟨(n > 1) + (n > 2)⟩",
    "unsigned[0] = n + ⟨(n > 1) * (n > 2)⟩",
    "out[0] = ⟨x(n)⟩",
    "n += ⟨1.5⟩",
    "if ⟨n is 3⟩: out[0] = f",
    "if ⟨n is not 3⟩: out[0] = f",
    "if ⟨n in (1, 2)⟩: out[0] = f",
    "if ⟨n not in [1, 2]⟩: out[0] = f",
    # Conversions.
    "out[0] = ⟨n⟩",
    "out[0] = ⟨n > 1⟩",
    "out[0] = f + ⟨n⟩",
    "out[0] = ⟨s⟩ * f",
    "unsigned[0] = ⟨s⟩ + n",
    "out[0] += ⟨n⟩",
    "n += ⟨f⟩",
    "f /= ⟨n⟩",
    "⟨n = 1.5⟩",
    "⟨n = s⟩",
    "signed[0] = ⟨f⟩",
    "signed[0] = ⟨2.0⟩",
    "signed[0] = ⟨1.5⟩",
    "unsigned[0] = ⟨-1⟩",
    "signed[0] = ⟨4294967295⟩",
    "m = ⟨5000000000⟩",
    "unsigned[0] = n - ⟨1.0⟩",
    "out[0] = max(f, ⟨n⟩)",
    "out[0] = wd.clamp(f, 0, ⟨n⟩)",
    "out[0] = wd.select(n > 1, f, ⟨n⟩)",
    "out[0] = f if n > 1 else ⟨s⟩",
    "out[0] = wd.sqrt(⟨n⟩)",
    "out[0] = wd.sin(⟨f64(f)⟩)",
    "unsigned[0] = wd.countbits(⟨f⟩)",
    "(1) unsigned[0] = wd.countbits(⟨f⟩)",
    "unsigned[0] = wd.asuint(⟨i64(1)⟩)",
    "unsigned[0] = u32(⟨wd.asuint(f16(f))⟩)",
    "out[0] = sum_of(⟨n⟩, 1)",
    "m: u32 = ⟨s⟩",
    "m: ⟨int⟩ = 1",
    "m: ⟨float⟩ = 1.0",
    "out[0], out[1] = f, ⟨n⟩",
    "wd.atomic_add(unsigned, 0, ⟨s⟩)",
    "wd.atomic_add(unsigned, 0, ⟨-1⟩)",
    # Conditions.
    "if ⟨n⟩: out[0] = f",
    "if ⟨n & 1⟩: out[0] = f",
    "if ⟨not n⟩: out[0] = f",
    "if ⟨not rows[0]⟩: out[0] = f",
    "if ⟨rows[0]⟩: out[0] = f",
    "if ⟨rows[0] == rows[1]⟩: out[0] = f",
    "if ⟨f⟩ and n > 1: out[0] = f",
    "while ⟨1⟩:\n        if wd.wave_is_first_lane(): break",
    "out[0] = f if ⟨n⟩ else 0.0",
    "if wd.wave_active_any_true(⟨n⟩): out[0] = f",
    "if ⟨wd.wave_is_first_lane⟩: out[0] = f",
    # Vectors, tuples, arrays.
    "vectors[0] = ⟨(1.0, 2.0, 3.0)⟩",
    "vectors[0] = ⟨wd.float2(1.0, 2.0)⟩",
    "vectors[0] = ⟨f⟩",
    "vectors[0] = ⟨wd.uint3(1, 2, 3)⟩",
    "out[0] = ⟨rows[0]⟩",
    "out[0] = ⟨f32(rows[0])⟩.x",
    "a, b = ⟨rows[0]⟩",
    "out[0] = ⟨(f, f)⟩",
    "out[0] = ⟨f.x⟩",
    "out[0] = ⟨f[0]⟩",
    "out[0] = ⟨f.sqrt()⟩",
    "out[0] = ⟨f.astype(f32)⟩",
    "unsigned[0] = ⟨x.size⟩",
    "out[0] = x[⟨f⟩]",
    "out[0] = x[⟨2.0⟩]",
    "out[0] = x[⟨i64(2)⟩]",
    "out[0] = x[⟨n > 1⟩]",
    "out[0] = x[⟨-1⟩]",
    "m = ⟨wd.groupshared((16, 17), f32)⟩",
    "m = ⟨wd.groupshared(16, f32)⟩",
    "m = ⟨wd.groupshared(float, 16)⟩",
    "m = ⟨wd.groupshared(np.uint32, 16)⟩",
    "m = wd.groupshared(f32, ⟨16.0⟩)",
    "m = wd.local_array(f32, (4, 4)); m[0, 3] = f; out[0] = m[0, ⟨-1⟩]",
    "⟨wd.atomic_add(unsigned[0], 1)⟩",
    "out[0] = wd.wave_multi_prefix_sum(f, ⟨n⟩)",
    "unsigned[0] = ⟨wd.group_id.x⟩",
    "signed[0] = ⟨TABLE[0]⟩",
    "signed[0] = ⟨sum(TABLE)⟩",
    "unsigned[0] = u32(⟨len(TABLE)⟩)",
    # Loops.
    "for i in range(⟨10.0⟩): out[i] = f",
    "for i in range(⟨f⟩): out[i] = f",
    "for i in range(⟨s⟩, n): unsigned[i] = i",
    "for i in range(n - 1, 0, ⟨s⟩): unsigned[i] = i",
    "for i in ⟨range(stop=4)⟩: out[i] = f",
    "for i in ⟨wd.static_range(n)⟩: out[i] = f",
    "for i in ⟨wd.static_range(5000)⟩: out[i] = f",
    # Names of Python and NumPy.
    "out[0] = ⟨math.sin(f)⟩",
    "out[0] = ⟨np.sqrt(f)⟩",
    "out[0] = ⟨np.maximum(f, 0.0)⟩",
    "out[0] = ⟨np.where(n > 1, f, 0.0)⟩",
    "out[0] = ⟨np.float32(n)⟩",
    "out[0] = ⟨np.float32(n)⟩",
    "out[0] = ⟨np.sum(f)⟩",
    "out[0] = ⟨f.sum()⟩",
    "out[0] = ⟨rows[0].sum()⟩",
    "out[0] = ⟨rows[0].max()⟩",
    "out[0] = ⟨rows[0].dot(rows[1])⟩",
    "out[0] = ⟨rows[0].length()⟩",
    "vectors[0] = ⟨rows[0].normalize()⟩",
    "out[0] = ⟨np.max(f)⟩",
    "out[0] = ⟨np.prod(f)⟩",
    "out[0] = ⟨np.mean(f)⟩",
    "out[0] = ⟨np.add.reduce(f)⟩",
    "out[0] = ⟨np.cumsum(f)⟩",
    "unsigned[0] = ⟨np.count_nonzero(n)⟩",
    "unsigned[0] = u32(⟨np.any(n > 1)⟩)",
    "out[0] = ⟨np.add(f, f)⟩",
    "unsigned[0] = ⟨np.bitwise_and(n, n + 1)⟩",
    "unsigned[0] = ⟨np.right_shift(n + 1, 1)⟩",
    "unsigned[0] = ⟨np.bitwise_count(n)⟩",
    "signed[0] = ⟨np.negative(s)⟩",
    "out[0] = ⟨np.round(f, 2)⟩",
    "out[0] = ⟨math.log(f, 2)⟩",
    "out[0] = ⟨math.log(f, 10)⟩",
    "out[0] = ⟨max(f)⟩",
    "out[0] = ⟨sum(f)⟩",
    "for i in ⟨np.arange(4)⟩: out[i] = f",
    "out[0] = ⟨SIZES['a']⟩ * f",
    "for i in wd.static_range(⟨SIZES['a']⟩): out[i] = f",
    "unsigned[0] = ⟨n.bit_count()⟩",
    "out[0] = ⟨float(n)⟩",
    "signed[0] = ⟨int(f)⟩",
    "out[0] = ⟨round(f)⟩",
    "(1) signed[0] = ⟨round(f)⟩",
    "m = ⟨np.zeros(16)⟩",
    "with ⟨wd.waves([0, 1])⟩: out[0] = f",
    "out[0] = ⟨wd.frak⟩(f)",
    "out[0] = ⟨wd.WaveActiveSum⟩(f)",
    "out[0] = ⟨wd.warp_sum⟩(f)",
]

OF_INTEGERS = ("clz(x)", "ctz(x)", "rotl(x, n)", "rotr(x, n)", "umulh(x, y)", "bitfield_extract(x, offset, bits)")
OF_INTEGERS += ("bitfield_insert(x, y, offset, bits)",)
#: Formulas for functions that do not exist, by calls of them with the names of the formula's parameters.
FORMULAS = [
    *[f"{name}(x)" for name in ("sigmoid", "relu", "asinh", "acosh", "atanh", "signbit")],
    *["fdim(x, y)", "isclose(a, b)"],
    *OF_INTEGERS,
    "square(x)",
    *["shfl_sync(mask, x, lane)", "shfl_xor_sync(mask, x, lanes)", "shfl_down_sync(mask, x, n)"],
    *["shfl_up_sync(mask, x, n)", "__fdividef(x, y)", "__fadd_rn(x, y)", "__float2int_rn(x)", "__float2half(x)"],
    *["__half2float(x)", "asinhf(x)"],
]
#: What the parameters of the formulas stand for in a test.
OPERANDS = (
    dict.fromkeys(["x", "y"], "f")
    | dict.fromkeys("ab", "rows[0]")
    | dict.fromkeys(["offset", "bits"], "n")
    | {"n": "n", "mask": "n", "lane": "n", "lanes": "n", "memory": "unsigned", "index": "0"}
)


def compiled(tmp_path, line, attributes="num_waves=4", helper=""):
    """Compiles the kernel with this line; returns the error, or None."""
    file = tmp_path / f"advice_{len(list(tmp_path.iterdir()))}.py"
    file.write_text(HEAD.format(line=line, attributes=attributes, helper=helper))
    spec = importlib.util.spec_from_file_location(file.stem, file)
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
        module.kernel.compile(target="spirv")
    except errors.WaveError as error:
        assert not isinstance(error, errors.InternalError), error
        return error
    return None


def code_in(text):
    """The pieces of code in a help text."""
    return re.findall(r"`([^`]+)`", text)


@pytest.mark.parametrize("case", FOLLOWED)
def test_the_advised_code_compiles(case, tmp_path):
    number, line = re.fullmatch(r"(?:\((\d+)\) )?(.*)", case, re.DOTALL).groups()
    error = compiled(tmp_path, line.replace("⟨", "").replace("⟩", ""))
    assert error is not None, "this line is not refused"
    code = code_in(error.fix)[int(number or 0)]
    followed = re.sub("⟨.*⟩", lambda _: code, line)
    assert compiled(tmp_path, followed) is None, f"{error}\n{followed}"


@pytest.mark.parametrize("call", FORMULAS)
def test_the_formula_compiles(call, tmp_path):
    error = compiled(tmp_path, f"wd.{call}")
    name, formula = code_in(error.fix)[1:]
    assert name == call
    parameters = re.search(r"\((.*)\)", call)[1]
    operands = OPERANDS | ({"n": "rows[1]"} if "i" in parameters.split(", ") else {})
    if name in OF_INTEGERS:
        operands = OPERANDS | {"x": "n", "y": "n"}
    arguments = ", ".join(operands[parameter] for parameter in parameters.split(", "))
    helper = f"@wd.func\ndef formula({parameters}):\n    return {formula}\n"
    assert compiled(tmp_path, f"value = formula({arguments})", helper=helper) is None, formula


def test_counting_down_in_u32(tmp_path):
    error = compiled(tmp_path, "for row in range(n - 1, -1, -1): unsigned[row] = row")
    loop, first = code_in(error.fix)
    assert (error.id, loop, first) == ("range-arguments", "for up in range(n):", "row = (n - 1) - up")
    assert compiled(tmp_path, f"{loop}\n        {first}\n        unsigned[row] = row") is None


@pytest.mark.parametrize("over", ["reversed(range(n))", "range(n - 2, u32(0) - 1, -1)", "range(n, -1, -2)"])
def test_counting_down_otherwise(tmp_path, over):
    error = compiled(tmp_path, f"for i in {over}: unsigned[i] = i")
    loop, first = code_in(error.fix)
    assert compiled(tmp_path, f"{loop}\n        {first}\n        unsigned[i] = i") is None, error


def test_counting_down_names_the_variable_of_the_loop(tmp_path):
    error = compiled(tmp_path, "up = 1\n    for j in reversed(range(4)): unsigned[j] = u32(up)")
    loop, first = code_in(error.fix)
    assert first == "j = 4 - 1 - count"
    assert compiled(tmp_path, f"up = 1\n    {loop}\n        {first}\n        unsigned[j] = u32(up)") is None, error


def test_a_loop_over_a_buffer_keeps_other_variables(tmp_path):
    error = compiled(tmp_path, "i = 1\n    for value in x: out[i] = value")
    loop, element = code_in(error.fix)
    assert (loop, element) == ("for j in range(len(x)):", "x[j]")


@pytest.mark.parametrize(
    ("call", "code"),
    [
        ("print(f'{n}')", "wd.print(f'{n}')"),
        ("print(n)", 'wd.print("{}", n)'),
        ("print('n =', n, f)", 'wd.print("n = {} {}", n, f)'),
        ("print('in {}', f'n = {n:x}', f)", "wd.print(f'in {{}} n = {n:x} {f}')"),
        ("print('plain')", 'wd.print("plain")'),
        ("print('\"', n)", "wd.print('\" {}', n)"),
    ],
)
def test_prints(tmp_path, call, code):
    error = compiled(tmp_path, call)
    assert code_in(error.fix)[0] == code
    assert compiled(tmp_path, code) is None


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        ("sinf", "did you mean `wd.sin`?"),
        ("__sinf", "did you mean `wd.sin`?"),
        ("fmaf", "did you mean `wd.fma`?"),
        ("powf", "did you mean `wd.pow`?"),
        ("fminf", "did you mean `wd.min`?"),
        ("rsqrtf", "did you mean `wd.rsqrt`?"),
        ("make_float4", "did you mean `wd.float4`?"),
        ("make_uint2", "did you mean `wd.uint2`?"),
        ("__float_as_uint", "did you mean `wd.asuint`?"),
        ("__float_as_int", "did you mean `wd.asint`?"),
        ("__int_as_float", "did you mean `wd.asfloat`?"),
        ("__uint_as_float", "did you mean `wd.asfloat`?"),
        ("__brev", "did you mean `wd.reversebits`?"),
        ("INFINITY", "write `math.inf`"),
        ("M_PI", "write `math.pi`"),
        ("NAN", "write `math.nan`"),
        ("__threadfence_block", "`wd.group_memory_barrier()`"),
        ("__syncthreads_count", "`wd.wave_active_count_bits(condition)`"),
        ("__ldg", "`value = buffer[i]`"),
        ("clock64", "kernels have no clock"),
        ("atomicInc", "`wd.atomic_add(memory, index, 1) % (limit + 1)`"),
        ("wd.atomic_inc", "`wd.atomic_add(memory, index, 1) % (limit + 1)`"),
        ("atomicDec", "does not wrap at a limit"),
        ("wd.sort", "a kernel sorts by comparisons and stores"),
        ("wd.sqr", "did you mean `wd.sqrt`?"),
        ("wd.flor", "did you mean `wd.floor`?"),
        ("wd.folor", "did you mean `wd.floor`?"),
    ],
)
def test_names_of_cuda(tmp_path, name, advice):
    error = compiled(tmp_path, f"out[0] = {name}")
    assert advice in (error.fix or ""), error


@pytest.mark.parametrize("name", ["foo", "wd.foo", "bar", "lost"])
def test_distant_names_are_not_suggested(tmp_path, name):
    error = compiled(tmp_path, f"out[0] = {name}(f)")
    assert "did you mean" not in str(error), error


@pytest.mark.parametrize("over", ["x", "enumerate(x)", "zip(x, x)", "TABLE", "(1, 2, 3)"])
def test_loops_over_other_things(tmp_path, over):
    error = compiled(tmp_path, f"for i in {over}: out[0] = f")
    assert error.id == "for-iterable"
    loop, element = code_in(error.fix)
    assert compiled(tmp_path, f"{loop}\n        out[0] = f32({element})") is None, error


@pytest.mark.parametrize("over", ["enumerate()", "zip()", "reversed()", "np.arange()"])
def test_loops_over_calls_without_arguments(tmp_path, over):
    error = compiled(tmp_path, f"for i in {over}: out[0] = f")
    assert error.id == "for-iterable" and f"`{over}`" in error.message


@pytest.mark.parametrize("name", ["threadIdx", "wd.thread_id", "wd.global_id", "wd.grid", "wd.local_id"])
def test_thread_numbers_fit_the_kernel(tmp_path, name):
    by_waves = compiled(tmp_path, f"unsigned[0] = {name}.x")
    assert compiled(tmp_path, f"unsigned[0] = {code_in(by_waves.fix)[1]}") is None, by_waves
    by_threads = compiled(tmp_path, f"unsigned[0] = {name}.x", "num_threads=64")
    assert compiled(tmp_path, f"unsigned[0] = {code_in(by_threads.fix)[0]}", "num_threads=64") is None, by_threads


@pytest.mark.parametrize(
    ("code", "by_waves", "by_threads"),
    [
        (
            "cuda.grid(1)",
            "(wd.group_id().x * wd.group_wave_count() + wd.group_wave_index())",
            "wd.dispatch_thread_id().x",
        ),
        ("cuda.threadIdx.x", "wd.group_wave_index() * wd.wave_lane_count()", "wd.group_thread_id().x"),
        ("threadIdx.y", "`index // width`", "wd.group_thread_id().y"),
        ("blockIdx.x", "wd.group_id().x", "wd.group_id().x"),
        ("blockIdx.y", "wd.group_id().y", "wd.group_id().y"),
        ("gridDim.z", "wd.group_count().z", "wd.group_count().z"),
        ("blockDim.x", "wd.group_wave_count() * wd.wave_lane_count()", "write `64`"),
        ("get_global_id(0)", "wd.group_wave_index()", "wd.dispatch_thread_id().x"),
        ("get_local_id(0)", "wd.group_wave_index() * wd.wave_lane_count()", "wd.group_thread_id().x"),
        ("get_group_id(1)", "wd.group_id().y", "wd.group_id().y"),
        ("get_num_groups(0)", "wd.group_count().x", "wd.group_count().x"),
        ("get_local_size(0)", "wd.group_wave_count() * wd.wave_lane_count()", "write `64`"),
        ("tl.program_id(0)", "wd.group_id().x", "wd.group_id().x"),
        ("tl.program_id(axis=0)", "wd.group_id", "wd.group_id"),
        ("tl.num_programs(0)", "wd.group_count().x", "wd.group_count().x"),
        ("tl.load(x)", "value = buffer[i]", "value = buffer[i]"),
        ("wp.tid()", "wd.group_wave_index()", "wd.dispatch_thread_id"),
        ("cuda.atomic.add(unsigned, 0, 1)", "wd.atomic_add", "wd.atomic_add"),
        ("cuda.shared.array(16, f32)", "wd.groupshared", "wd.groupshared"),
        ("cuda.local.array(16, f32)", "wd.local_array", "wd.local_array"),
        ("cuda.qqzzyy(3)", "`cuda` belongs to another language", "`cuda` belongs to another language"),
    ],
)
def test_ids_of_other_languages(tmp_path, code, by_waves, by_threads):
    for attributes, expected in (("num_waves=4", by_waves), ("num_threads=64", by_threads)):
        error = compiled(tmp_path, f"unsigned[0] = {code}", attributes)
        assert error.id == "unknown-name" and expected in error.fix, error


def twice(x):
    return x + x


@pytest.mark.parametrize(
    ("code", "advised"),
    [
        ("cuda.grid(1)", "wd.dispatch_thread_id().x"),
        ("cuda.threadIdx.x", "wd.group_thread_id().x"),
        ("cuda.syncthreads()", "wd.group_memory_barrier_with_group_sync"),
        ("cuda.qqzzyy(3)", "`cuda` belongs to another language"),
    ],
)
def test_modules_of_other_languages(tmp_path, monkeypatch, code, advised):
    """The same names where such a package is installed and imported."""
    cuda = types.ModuleType("numba.cuda")
    cuda.grid = cuda.syncthreads = cuda.qqzzyy = lambda *_: None
    cuda.threadIdx = object()
    cuda.twice = wd.func(twice)
    monkeypatch.setitem(sys.modules, "cuda", cuda)
    assert compiled(tmp_path, "unsigned[0] = cuda.twice(n)", "num_threads=64", "import cuda\n\n\n") is None
    error = compiled(tmp_path, f"unsigned[0] = {code}", "num_threads=64", "import cuda\n\n\n")
    assert error.id == "captured-value" and advised in error.fix and "belongs to another language" in error.message


@pytest.mark.parametrize("code", ["x.sum()", "np.sum(x)", "sum(x)", "max(x)", "x.mean()", "np.maximum.reduce(x)"])
def test_reductions_of_buffers(tmp_path, code):
    error = compiled(tmp_path, f"out[0] = {code}")
    load, combined = code_in(error.fix)
    assert compiled(tmp_path, f"i = n\n    {load}\n    out[0] = {combined}") is None, error


@pytest.mark.parametrize(
    ("code", "advice"),
    [
        ("np.sort(x)", "before the launch"),
        ("np.random.rand()", "no random numbers"),
        ("np.interp(f, f, f)", "outside of kernels only"),
        ("np.arctan2(f, f)", "write `wd.atan2(f, f)`"),
        ("np.rad2deg(f)", "write `wd.degrees(f)`"),
        ("math.hypot(f, f)", "write `wd.hypot(f, f)`"),
        ("np.uint8(3)", "write `u32(3)`"),
        ("x.reshape(4, 4)", "`x[y * width + x]`"),
        ("x[0:4]", "`for i in range(0, 4):`"),
        ("x[...]", "`for i in range(len(x)):`"),
        ("f.item()", "write `f`"),
    ],
)
def test_numpy_without_counterpart(tmp_path, code, advice):
    error = compiled(tmp_path, f"value = {code}")
    assert advice in error.fix, error


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        ("uint16_t", "`wd.u16`"),
        ("int64_t", "`wd.i64`"),
        ("uint8_t", "`wd.u8`"),
        ("float5", "two to four components"),
        ("float128", "no such type"),
        ("clip", "`wd.clamp(x, low, high)`"),
        ("msad4", "there is no such function"),
        ("atanh", "0.5 * wd.log("),
        ("arctan2", "`wd.atan2`"),
        ("popcount", "`wd.countbits`"),
        ("deg2rad", "`wd.radians`"),
        ("sincos", "`wd.sin(x)` and `wd.cos(x)`"),
        ("lit", "there is no such function"),
        ("dot4add_u8packed", "no packed operations"),
        ("printf", "`wd.print`"),
        ("trap", '`wd.check(condition, "message")`'),
        ("num_groups", "`wd.group_count`"),
        ("shuffle", "`wd.wave_read_lane_at`"),
        ("shfl_up", "`wd.wave_shuffle_up`"),
        ("wave_xor_shuffle", "`wd.wave_shuffle_xor`"),
        ("subgroupInclusiveAdd", "`wd.wave_inclusive_sum`"),
        ("subgroupClusteredMax", "`wd.wave_clustered_max`"),
        ("__syncwarp", "`wd.wave_memory_barrier`"),
        ("invsqrt", "`wd.rsqrt`"),
        ("sync", "`wd.group_memory_barrier_with_group_sync`"),
        ("InterlockedCompareStore", "`wd.atomic_compare_exchange(memory, index, compare, value)`"),
        ("num_threads", "what the decorator states"),
        ("and_", "`a and b`"),
        ("RwBuffer", "`wd.RWBuffer`"),
        ("StructuredBuffer", "`x: wd.Buffer[wd.f32]`"),
    ],
)
def test_names_of_other_languages(name, advice):
    assert advice in help_for(name, False)


def test_advice_under_num_waves(tmp_path):
    error = compiled(tmp_path, "unsigned[0] = wd.group_index()")
    assert error.id == "thread-id-under-num-waves"
    assert compiled(tmp_path, f"unsigned[0] = {code_in(error.fix)[0]}") is None, error


@pytest.mark.parametrize(
    ("imports", "line", "advised"),
    [
        ("import wavedialect as wd", "out[0] = n", "wd.f32(n)"),
        ("import wavedialect as wave", "out[0] = n", "wave.f32(n)"),
        ("import wavedialect as wd\nfrom wavedialect import f32", "out[0] = n", "f32(n)"),
        ("import wavedialect as wave", "out[0] = wave.f32(n) ** f", "wave.pow(wave.f32(n), f)"),
        ("import wavedialect\nfrom wavedialect import floor", "out[0] = f // f", "wavedialect.floor(f / f)"),
        ("from wavedialect import *", "out[0] = f // f", "floor(f / f)"),
    ],
)
def test_advice_uses_the_names_of_the_file(tmp_path, imports, line, advised):
    package = re.search(r"import wavedialect(?: as (\w+))?\b", imports)
    prefix = f"{package[1] or 'wavedialect'}." if package else ""
    parameters = f"out: {prefix}RWBuffer[{prefix}f32], n: {prefix}u32, f: {prefix}f32"
    file = tmp_path / "names.py"
    file.write_text(f"{imports}\n\n\n@{prefix}kernel(num_waves=4)\ndef k({parameters}):\n    {line}\n")
    spec = importlib.util.spec_from_file_location("names", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    with pytest.raises(errors.CompileError) as caught:
        module.k.compile()
    assert f"`{advised}`" in caught.value.fix


def test_every_function_of_the_page_on_cuda_gets_its_row():
    rows = re.findall(r"^\| (.*?) \| (.*) \|$", (ROOT / "docs" / "from-cuda.md").read_text(), re.MULTILINE)
    answers = {
        name: (help_for(name, False), ours) for cuda, ours in rows for name in re.findall(r"__\w+(?=\(|`)", cuda)
    }
    # Keywords, which are no functions; and the count of a ballot, which is one function here.
    for name in ("__shared__", "__device__", "__constant__", "__launch_bounds__"):
        del answers[name]
    assert "wd.countbits" in answers.pop("__popc")[0]
    assert len(answers) >= 10
    for name, (advice, ours) in answers.items():
        assert advice and set(re.findall(r"wd\.\w+", advice)) & set(re.findall(r"wd\.\w+", ours)), name
