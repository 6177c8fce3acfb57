"""The structure of control flow: carried variables, the region of a wave operation, and code that lanes skip."""

from __future__ import annotations

import re

import pytest

import wavedialect as wd


def inside(operation, name):
    """Whether an operation contains an operation of this name."""
    return any(inner.name == name for inner in operation.walk() if inner is not operation)


def test_if_merges_values_that_differ(body):
    made = body("a = n\nb = n\nif p:\n    a = n + 1\nelse:\n    pass\nout[0] = a + b")
    assert [len(o.results) for o in made.operations("scf.if")] == [1]


def test_variable_used_only_in_its_branch(body):
    made = body("if p:\n    v = n + 1\n    out[0] = v")
    assert made.operations("scf.if")[0].results == []


def test_returning_branch_need_not_set(body):
    made = body("if p:\n    out[0] = n\n    return\nelse:\n    v = n + 1\nout[1] = v")
    assert made.names.index("wave.retire_if") < made.names.index("memref.store", made.names.index("wave.retire_if"))
    assert len(made.operations("scf.if")[0].results) == 1


def test_bare_return_under_a_condition(body):
    made = body("if n == 0:\n    return\nout[0] = n")
    assert made.names == [
        "arith.constant",
        "arith.cmpi",
        "wave.retire_if",
        "arith.constant",
        "memref.store",
        "wave.return",
    ]


def test_loop_carries_assigned_variables_that_exist_before_it(body):
    made = body("s = u32(0)\nt = n\nfor i in range(n):\n    v = i + t\n    s += v\nout[0] = s")
    loop = made.operations("scf.for")[0]
    assert len(loop.results) == 1 and loop.attributes["unsigned"]
    assert loop.operands[-1].type.name == "u32"


def test_range_has_the_type_of_its_bounds(body):
    made = body("for i in range(k):\n    v = i\nfor i in range(2, n, 3):\n    w = i\nfor i in range(4):\n    z = i")
    assert [(o.attributes["unsigned"], o.operands[0].type.name) for o in made.operations("scf.for")] == [
        (False, "i32"),
        (True, "u32"),
        (False, "i32"),
    ]


def test_step_of_the_wave_size(body):
    made = body("for i in range(wd.wave_lane_index(), n, wd.wave_lane_count()):\n    out[i] = i")
    loop = made.operations("scf.for")[0]
    assert "arith.divui" in made.names and loop.attributes["unsigned"]
    assert (
        next(o for o in made.operations("arith.constant") if o.results[0] is loop.operands[2]).attributes["value"] == 1
    )


def test_break_makes_a_while_whose_test_the_others_make(body):
    made = body(
        "for i in range(n):\n    if src[i] == 3:\n        break\n    out[i] = wd.wave_active_sum(i)\nout[0] = n"
    )
    loop = made.operations("scf.while")[0]
    before, after = loop.regions
    test = before.operations[0]
    assert test.name == "scf.if" and test.operands[0] is before.arguments[1]
    guard = [o for o in after.operations if o.name == "scf.if"][-1]
    assert inside(guard, "wave.reduce") and guard.operands[0].type.name == "bool"


def test_operation_before_break_sees_the_breaking_lanes(body):
    made = body(
        "while True:\n    if src[0] == 3:\n        out[0] = wd.wave_active_count_bits(p)\n        break\n    n += 1"
    )
    after = made.operations("scf.while")[0].regions[1]
    first, second = [o for o in after.operations if o.name == "scf.if"]
    assert any(o.name == "wave.count_bits" for o in first.regions[0].operations)
    assert not inside(second, "wave.count_bits") and inside(second, "arith.addi")


def test_continue_alone_keeps_the_for(body):
    made = body("for i in range(n):\n    if i == 3:\n        continue\n    out[i] = wd.wave_active_sum(i)")
    loop = made.operations("scf.for")[0]
    assert loop.results == [] and "scf.while" not in made.names
    assert inside([o for o in loop.regions[0].operations if o.name == "scf.if"][-1], "wave.reduce")


def test_second_operand_is_guarded_where_it_reads_memory_or_lanes(body):
    for second in ("src[n] == 3", "wd.wave_active_any_true(p)", "n // k2 == 1", "wd.atomic_add(out, 0, 1) == 0"):
        made = body(f"k2 = n + 1\nv = n < 3 and {second}")
        assert "scf.if" in made.names, second
    assert "scf.if" not in body("v = n < 3 and wd.wave_lane_index() == n").names


def test_chained_comparison_evaluates_the_middle_once(body):
    made = body("v = 1 < src[0] < src[1]")
    assert made.names.count("memref.load") == 2 and inside(made.operations("scf.if")[0], "memref.load")


def test_conditional_expression_is_guarded_where_it_must(body):
    made = body("v = wd.wave_active_sum(n) if p else n")
    assert inside(made.operations("scf.if")[0], "wave.reduce")


def test_static_range_is_unrolled(body):
    made = body("s = n\nfor i in wd.static_range(4):\n    if i == 2:\n        continue\n    s += src[i]\nout[0] = s")
    assert made.constants("memref.load") == [0, 1, 3] and "scf.for" not in made.names


def test_static_condition_compiles_one_branch(compile_kernel):
    made = compile_kernel(
        """
        SIZES = (8, 16)
        DEBUG = False


        def kernel(out: wd.RWBuffer[u32]):
            if wd.static(len(SIZES) == 2 and sum(s for s in SIZES) == 24):
                out[0] = wd.static(SIZES[1] * 2)
            else:
                out[0] = unknown_name
            if DEBUG:
                out[1] = another_unknown_name
        """
    )
    assert made.constants("memref.store") == [32, 0] and "scf.if" not in made.names


def test_code_after_a_return_is_dead(body):
    assert body("out[0] = n\nreturn\nout[1] = n").names.count("memref.store") == 1


def test_helper_is_specialized_by_its_call(compile_kernel):
    made = compile_kernel(
        """
        @wd.func
        def twice(x):
            return x + x


        @wd.func(num_waves=4)
        def pair(x, y=3):
            return twice(x), y


        def kernel(out: wd.RWBuffer[u32], n: u32, k: i32):
            a, b = pair(n)
            c = twice(k)
            d = twice(n)
            out[a] = u32(b) + pair(y=4, x=n)[0]
        """
    )
    assert [f.name for f in made.module.functions] == ["twice", "pair", "twice_1", "kernel"]
    assert made.module.functions[1].helper_num_waves == 4
    assert [t.name for t in made.module.functions[1].result_types] == ["u32", "i32"]
    head = re.sub(r' loc\("\w+"\("[^"]*":\d+:\d+\)\)', "", made.text)
    assert "wave.func @pair(%x: i32, %y: i32) -> (i32, i32) num_waves(4) {" in head


def test_helper_returns_early_from_loops(compile_kernel):
    made = compile_kernel(
        """
        @wd.func
        def find(values, wanted):
            for i in range(len(values)):
                if values[i] == wanted:
                    return i
            return 0xFFFFFFFF


        def kernel(src: wd.Buffer[u32], out: wd.RWBuffer[u32], n: u32):
            out[0] = find(src, n)
        """
    )
    helper = made.module.functions[0]
    assert [t.name for t in helper.result_types] == ["u32"]
    assert helper.body.operations[-1].name == "wave.return"
    assert "wave.retire_if" not in made.text


@pytest.mark.parametrize(
    "inside",
    [
        "n += 1",
        "for i in range(n):\n        if i == 3:\n            break",
        "while n < 3:\n        n += 1\n        continue",
    ],
)
def test_loop_without_an_end_is_refused(body, inside):
    with pytest.raises(wd.CompileError, match=r"this loop never ends.*\[endless-loop\]"):
        body(f"while True:\n    {inside}")


@pytest.mark.parametrize(
    "inside",
    ["if n > 3:\n        break\n    n += 1", "for i in range(n):\n        if src[i] == 3:\n            return"],
)
def test_loop_that_something_leaves(body, inside):
    assert "scf.while" in body(f"while True:\n    {inside}").names
