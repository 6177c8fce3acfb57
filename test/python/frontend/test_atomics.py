"""Atomics: the operation, the memory and the result."""

from __future__ import annotations

import numpy as np
import pytest

KINDS = [
    ("wd.atomic_add(a, i, 1)", "wave.atomic_rmw", {"kind": "add"}),
    ("wd.atomic_and(a, i, 1)", "wave.atomic_rmw", {"kind": "and"}),
    ("wd.atomic_or(a, i, 1)", "wave.atomic_rmw", {"kind": "or"}),
    ("wd.atomic_xor(a, i, 1)", "wave.atomic_rmw", {"kind": "xor"}),
    ("wd.atomic_exchange(a, i, 1)", "wave.atomic_exchange", {}),
    ("wd.atomic_compare_exchange(a, i, 1, 2)", "wave.atomic_cas", {}),
]


@pytest.mark.parametrize("element", ["i32", "u32", "wd.i64", "wd.u64"])
@pytest.mark.parametrize(("call", "name", "attributes"), KINDS)
@pytest.mark.parametrize("shared", [False, True])
def test_operation(compile_kernel, element, call, name, attributes, shared):
    array = f"wd.groupshared({element}, 8)" if shared else "buffer"
    compiled = compile_kernel(f"""
        def kernel(buffer: wd.RWBuffer[{element}], i: u32):
            a = {array}
            old = {call}
            buffer[0] = old
    """)
    (operation,) = compiled.operations(name)
    assert operation.attributes == attributes
    assert f"wd.{operation.results[0].type.name}".endswith(element)


def test_operands_of_an_exchange(compile_kernel):
    compiled = compile_kernel("""
        def kernel(a: wd.RWBuffer[u32], i: u32, old: u32, new: u32):
            wd.atomic_compare_exchange(a, i, old, new)
            wd.atomic_exchange(a, i, new)
    """)
    (compare,) = compiled.operations("wave.atomic_cas")
    assert [value.name for value in compare.operands] == ["old", "new", "a", "i"]
    (exchange,) = compiled.operations("wave.atomic_exchange")
    assert [value.name for value in exchange.operands] == ["new", "a", "i"]


TEXTS = [
    ("wd.atomic_compare_exchange(a, i, 1, 2)", "wave.atomic_cas %c1, %c2, %a[%0] : memref<?xi64>"),
    ("wd.atomic_exchange(a, i, 2)", "wave.atomic_exchange %c2, %a[%0] : memref<?xi64>"),
]


@pytest.mark.parametrize(("call", "text"), TEXTS)
def test_text(compile_kernel, call, text):
    import re

    compiled = compile_kernel(f"""
        def kernel(a: wd.RWBuffer[wd.i64], i: u32):
            {call}
    """)
    pattern = re.escape(text)
    for name in ("%c1", "%c2", "%0"):
        pattern = pattern.replace(re.escape(name), r"%\w+")
    assert re.search(pattern, compiled.text), compiled.text


def test_exchange_of_floats(compile_kernel):
    compiled = compile_kernel("""
        def kernel(a: wd.RWBuffer[f32], x: f32):
            old = wd.atomic_exchange(a, 0, x)
            a[1] = old
    """)
    assert compiled.operations("wave.atomic_exchange")[0].results[0].type.name == "f32"


@pytest.mark.parametrize(
    ("element", "kind"), [("i32", "minsi"), ("u32", "minui"), ("wd.i64", "minsi"), ("f32", "minnumf")]
)
def test_sign_of_min(compile_kernel, element, kind):
    compiled = compile_kernel(f"""
        def kernel(a: wd.RWBuffer[{element}]):
            wd.atomic_min(a, 0, 1)
    """)
    assert compiled.operations("wave.atomic_rmw")[0].attributes == {"kind": kind}


def test_each_lane_sees_another_old_value(interpret):
    ticket, old = np.zeros(1, np.uint64), np.zeros(8, np.uint64)
    text = """
        def kernel(ticket: wd.RWBuffer[wd.u64], old: wd.RWBuffer[wd.u64]):
            old[wd.wave_lane_index()] = wd.atomic_add(ticket, 0, 0x100000000)
    """
    interpret(text, ticket, old, wave_size=8)
    assert ticket[0] == 8 << 32
    assert sorted(old >> 32) == list(range(8))


def test_one_lane_wins(interpret):
    lock, won = np.zeros(1, np.uint32), np.zeros(8, np.uint32)
    text = """
        def kernel(lock: wd.RWBuffer[u32], won: wd.RWBuffer[u32]):
            lane = wd.wave_lane_index()
            won[lane] = u32(wd.atomic_compare_exchange(lock, 0, 0, lane + 1) == 0)
    """
    interpret(text, lock, won, wave_size=8)
    assert won.sum() == 1 and won[lock[0] - 1] == 1


def test_exchanged_values_come_out_once(interpret):
    box, out = np.array([100.0], np.float32), np.zeros(8, np.float32)
    text = """
        def kernel(box: wd.RWBuffer[f32], out: wd.RWBuffer[f32]):
            lane = wd.wave_lane_index()
            out[lane] = wd.atomic_exchange(box, 0, f32(lane))
    """
    interpret(text, box, out, wave_size=8)
    assert sorted([*out, box[0]]) == [*range(8), 100]
