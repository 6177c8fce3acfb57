"""Help texts that are followed literally: the code in them replaces the mistake, and the kernel compiles."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

from wavedialect import errors
from wavedialect.frontends.python.advice import help_for

ROOT = Path(__file__).resolve().parents[3]

HEAD = """import math
import numpy as np
import wavedialect as wd
from wavedialect import f16, f32, f64, i32, i64, u32

TABLE = [1, 2, 3]


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
    "out[0] = ⟨x[0] ** 0.5⟩",
    "out[0] = ⟨(f + 1.0) ** 2⟩",
    "out[0] = ⟨f ** 3⟩",
    "out[0] = ⟨f ** -1⟩",
    "out[0] = ⟨f ** -0.5⟩",
    "out[0] = ⟨f ** 2.5⟩",
    "out[0] = ⟨f ** f⟩",
    "out[0] = ⟨2 ** f⟩",
    "out[0] = ⟨f ** n⟩",
    "out[0] = ⟨n ** f⟩",
    "signed[0] = ⟨s ** 2⟩",
    "signed[0] = ⟨2 ** s⟩",
    "unsigned[0] = ⟨2 ** n⟩",
    "out[0] = ⟨2 ** 10⟩",
    "vectors[0] = ⟨rows[0] ** 2⟩",
    "vectors[0] = ⟨rows[0] ** 0.5⟩",
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
    "m = ⟨4294967295⟩",
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
    "m = ⟨wd.groupshared(f32, (16, 17))⟩",
    "m = ⟨wd.groupshared((16, 17), f32)⟩",
    "m = ⟨wd.groupshared(16, f32)⟩",
    "m = ⟨wd.groupshared(float, 16)⟩",
    "m = ⟨wd.groupshared(np.uint32, 16)⟩",
    "m = wd.groupshared(f32, ⟨16.0⟩)",
    "m = ⟨wd.local_array(f32, [4, 4])⟩",
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

#: Formulas for functions that do not exist, by calls of them with the names of the formula's parameters.
FORMULAS = [
    *[f"{name}(x)" for name in ("tanh", "sinh", "cosh", "sigmoid", "relu", "log10", "log1p", "exp10", "expm1", "cbrt")],
    *[f"{name}(x)" for name in ("rcp", "square", "degrees", "radians", "wave_inclusive_sum")],
    *[f"{name}(x, y)" for name in ("hypot", "fmod", "copysign")],
    *["ldexp(x, e)", "smoothstep(low, high, x)", "distance(a, b)", "wave_shuffle_xor(x, mask)", "shfl_down(x, n)"],
    *["shfl_sync(mask, x, lane)", "shfl_xor_sync(mask, x, lanes)", "shfl_down_sync(mask, x, n)"],
    *["shfl_up_sync(mask, x, n)", "shfl_up(x, n)", "subgroup_inclusive_add(x)"],
    *["normalize(v)", "cross(a, b)", "reflect(i, n)", "faceforward(n, i, g)", "atomic_inc(memory, index)"],
    "refract(i, n, eta)",
]
#: What the parameters of the formulas stand for in a test.
OPERANDS = (
    dict.fromkeys(["x", "y", "e", "low", "high", "eta"], "f")
    | dict.fromkeys("abvig", "rows[0]")
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
    arguments = ", ".join(operands[parameter] for parameter in parameters.split(", "))
    helper = f"@wd.func\ndef formula({parameters}):\n    return {formula}\n"
    assert compiled(tmp_path, f"value = formula({arguments})", helper=helper) is None, formula


def test_counting_down_in_u32(tmp_path):
    error = compiled(tmp_path, "for i in range(n - 1, -1, -1): unsigned[i] = i")
    loop, first = code_in(error.fix)
    assert (error.id, loop, first) == ("range-arguments", "for up in range(n):", "i = (n - 1) - up")
    assert compiled(tmp_path, f"{loop}\n        {first}\n        unsigned[i] = i") is None


@pytest.mark.parametrize("over", ["reversed(range(n))", "range(n - 2, u32(0) - 1, -1)", "range(n, -1, -2)"])
def test_counting_down_otherwise(tmp_path, over):
    error = compiled(tmp_path, f"for i in {over}: unsigned[i] = i")
    loop, first = code_in(error.fix)
    assert compiled(tmp_path, f"{loop}\n        {first}\n        unsigned[i] = i") is None, error


@pytest.mark.parametrize("over", ["x", "enumerate(x)", "zip(x, x)", "TABLE", "(1, 2, 3)"])
def test_loops_over_other_things(tmp_path, over):
    error = compiled(tmp_path, f"for i in {over}: out[0] = f")
    assert error.id == "for-iterable"
    loop, element = code_in(error.fix)
    assert compiled(tmp_path, f"{loop}\n        out[0] = f32({element})") is None, error


@pytest.mark.parametrize("name", ["threadIdx", "wd.thread_id", "wd.global_id", "wd.grid", "wd.local_id"])
def test_thread_numbers_fit_the_kernel(tmp_path, name):
    by_waves = compiled(tmp_path, f"unsigned[0] = {name}.x")
    assert compiled(tmp_path, f"unsigned[0] = {code_in(by_waves.fix)[1]}") is None, by_waves
    by_threads = compiled(tmp_path, f"unsigned[0] = {name}.x", "num_threads=64")
    code = code_in(by_threads.fix)[0]
    assert compiled(tmp_path, f"unsigned[0] = {code}().x", "num_threads=64") is None, by_threads


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
        ("import wavedialect as wave", "out[0] = wave.f32(n) ** 0.5", "wave.sqrt(wave.f32(n))"),
        ("import wavedialect\nfrom wavedialect import sqrt", "out[0] = f ** 0.5", "wavedialect.sqrt(f)"),
        ("from wavedialect import *", "out[0] = f ** 0.5", "sqrt(f)"),
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
    for name in ("__shared__", "__device__"):
        del answers[name]
    assert "wd.countbits" in answers.pop("__popc")[0]
    assert len(answers) >= 10
    for name, (advice, ours) in answers.items():
        assert advice and set(re.findall(r"wd\.\w+", advice)) & set(re.findall(r"wd\.\w+", ours)), name
