"""Types of values: literals, operators, casts, constants."""

from __future__ import annotations

import warnings

import pytest

from wavedialect.errors import WaveWarning
from wavedialect.frontends.python.frontend import build_module
from wavedialect.ir.module import KernelAttributes

BINARY = [
    ("n + 1", "arith.addi"),
    ("n - 1", "arith.subi"),
    ("k * 3", "arith.muli"),
    ("x + 1", "arith.addf"),
    ("x - 0.5", "arith.subf"),
    ("2 * x", "arith.mulf"),
    ("1 / x", "arith.divf"),
    ("x % 2", "arith.remf"),
    ("n // 3", "arith.divui"),
    ("k // 3", "arith.divsi"),
    ("n % 3", "arith.remui"),
    ("k % 3", "arith.remsi"),
    ("n & 3", "arith.andi"),
    ("n | 3", "arith.ori"),
    ("n ^ 3", "arith.xori"),
    ("n << 3", "arith.shli"),
    ("n >> 3", "arith.shrui"),
    ("k >> 3", "arith.shrsi"),
    ("-k", "arith.subi"),
    ("-x", "arith.negf"),
    ("~n", "arith.xori"),
    ("min(n, 3)", "arith.minui"),
    ("max(k, 3)", "arith.maxsi"),
    ("min(x, 3)", "arith.minnumf"),
    ("wd.max(n, 3, 4)", "arith.maxui"),
    ("u32(k)", "reinterpret"),
    ("f32(k)", "arith.sitofp"),
    ("f32(n)", "arith.uitofp"),
    ("i32(x)", "arith.fptosi"),
    ("u32(x)", "arith.fptoui"),
    ("u32(p)", "arith.extui"),
    ("f32(p)", "arith.select"),
    ("bool(n)", "arith.cmpi"),
    ("bool(x)", "arith.cmpf"),
    ("wd.select(p, n, 0)", "arith.select"),
    ("n if p else 0", "arith.select"),
    ("not p", "arith.xori"),
    ("p and n > 3", "arith.andi"),
    ("p or n > 3", "arith.ori"),
    ("p ^ (n > 3)", "arith.xori"),
]


@pytest.mark.parametrize(("expression", "operation"), BINARY)
def test_operation_of_an_expression(body, expression, operation):
    assert operation in body(f"v = {expression}").names


COMPARISONS = [
    ("n < 3", "arith.cmpi", "ult"),
    ("k < 3", "arith.cmpi", "slt"),
    ("n >= 3", "arith.cmpi", "uge"),
    ("k > 3", "arith.cmpi", "sgt"),
    ("n == 3", "arith.cmpi", "eq"),
    ("p != True", "arith.cmpi", "ne"),
    ("x <= 3", "arith.cmpf", "ole"),
    ("x == 3", "arith.cmpf", "oeq"),
    ("x != 3", "arith.cmpf", "une"),
]


@pytest.mark.parametrize(("expression", "operation", "predicate"), COMPARISONS)
def test_predicate_of_a_comparison(body, expression, operation, predicate):
    assert body(f"v = {expression}").operations(operation)[0].attributes["predicate"] == predicate


def test_literals_take_the_other_type(body):
    made = body("out[0] = n + 5\nv = x * 2")
    assert "arith.constant 5 : i32" in made.text
    assert "arith.constant 2.0 : f32" in made.text


def test_literals_alone(body):
    made = body("a = 5\nb = 1.5\nc = True\na = k\nb = x\nc = p")
    assert made.names == ["wave.return"]


def test_variable_gives_its_type_to_a_literal(body):
    assert (
        body("v = u32(0)\nif p:\n    v = 3000000000\nout[0] = v").operations("scf.if")[0].results[0].type.name == "u32"
    )


def test_choice_of_literals_is_a_literal(body):
    made = body("out[0] = 1 if p else 0\nv = x * (2 if p else 3)")
    assert [o.results[0].type.name for o in made.operations("arith.select")] == ["u32", "f32"]


def test_shift_amounts_are_masked(body):
    assert "arith.andi" in body("v = n << n").names
    assert body("v = n << 35").constants("arith.shli") == [3]
    assert "arith.andi" not in body("v = n << 35").names


def test_constants_fold_like_the_machine(body):
    made = body("out[0] = u32(4294967295) + 2\nout[1] = u32(7 // 2)\nout[2] = u32(-1)\nout[3] = u32(3.99)")
    assert made.constants("memref.store") == [1, 0, 3, 1, 4294967295, 2, 3, 3]


def test_division_truncates_and_warns_of_negative_constants(load):
    kernel = load(
        "def kernel(out: wd.RWBuffer[i32], k: i32):\n    out[0] = k // -2\n    out[1] = -7 // 2\n    out[2] = -7 % 2"
    )
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        module = build_module(kernel["kernel"], KernelAttributes(num_waves=1))
    assert [(w.category, w.filename, w.lineno) for w in caught] == [
        (WaveWarning, kernel["__file__"], i) for i in (6, 7, 8)
    ]
    values = [o.attributes["value"] for o in module.kernel.walk() if o.name == "arith.constant"]
    assert values == [-2, 0, -3, 1, -1, 2]


def test_wave_minimum_by_type(body):
    made = body(
        "a = wd.wave_active_min(n)\nb = wd.wave_active_min(k)\nc = wd.wave_active_max(x)\nd = wd.wave_active_sum(x)"
    )
    assert [o.attributes["kind"] for o in made.operations("wave.reduce")] == ["minui", "minsi", "maxnumf", "add"]


def test_atomics_by_sign(body):
    made = body("v = wd.atomic_min(out, 0, n)\nwd.atomic_xor(out, n, 3)")
    assert [o.attributes["kind"] for o in made.operations("wave.atomic_rmw")] == ["minui", "xor"]


def test_tuples_are_unpacked_and_swapped(body):
    made = body("a, b = n, n + 1\na, b = b, a\nout[0] = a")
    store = made.operations("memref.store")[0]
    assert store.operands[0] is made.operations("arith.addi")[0].results[0]


def test_ids_are_asked_for_where_they_are_used(body):
    made = body("g = wd.group_id()\nout[0] = g.y + g[0]")
    assert [o.attributes["dimension"] for o in made.operations("wave.group_id")] == ["y", "x"]


def test_ballot_has_four_words(body):
    made = body("b = wd.wave_active_ballot(p)\nout[0] = b.x | b[3]")
    assert made.operations("wave.ballot")[0].results[0].type.name == "uint4"
    assert [o.attributes["position"] for o in made.operations("vector.extract")] == [0, 3]
    assert "wave.ballot %p : vector<4xi32>" in made.text


def test_lengths(body):
    made = body("s = wd.groupshared(f32, wd.group_wave_count() - 1)\nout[0] = len(src) + len(s)")
    assert made.names.count("memref.dim") == 1
    assert made.operations("arith.addi")[0].operands[1] is made.operations("arith.subi")[0].results[0]


def test_annotated_assignment(body):
    assert body("v: u32 = 3\nout[0] = v").constants("memref.store")[0] == 3
