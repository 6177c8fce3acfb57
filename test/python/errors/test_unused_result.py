"""Values that are not used, and assignments to parameters that the caller does not see."""

from __future__ import annotations

import importlib
import sys
import textwrap
import warnings

import numpy as np
import pytest

import wavedialect as wd
from wavedialect.frontends.python.frontend import build_module
from wavedialect.ir.module import KernelAttributes

seen: list[int] = []


def test_comparison(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            §n == 3
    """
    refuse(text, "result-unused", "`n == 3` is computed and not used", "to assign, write one `=`: `n = 3`")


@pytest.mark.parametrize(
    "call",
    [
        "wd.max(n, 3)",
        "min(n, 3)",
        "wd.wave_active_sum(n)",
        "wd.lerp(1.0, 2.0, 0.5)",
        "f32(n)",
        "wd.uint2(n)",
        "len(out)",
    ],
)
def test_calls(call, refuse):
    """In other languages some of these functions change their argument."""
    text = f"""
        def kernel(out: wd.RWBuffer[u32], n: u32):
            §{call}
    """
    fix = f"assign it, as in `x = {call}`, or delete this line"
    refuse(text, "result-unused", f"`{call}` is computed and not used", fix)


@wd.func
def store(out, n):
    out[0] = n
    return n


@wd.kernel(num_waves=1)
def dropped(out: wd.RWBuffer[wd.u32], n: wd.u32):
    wd.atomic_add(out, 1, n)
    store(out, n)
    wd.static(seen.append(0) or 0)
    wd.group_memory_barrier_with_group_sync()


def test_calls_with_an_effect():
    """The results of such calls may be dropped."""
    out = np.zeros(2, np.uint32)
    dropped[1](out, 7, device="interpreter", wave_size=8)
    assert out[0] == 7 and out[1] == 7 * 8 and seen


@pytest.mark.parametrize(
    ("line", "fix"),
    [
        ("x[0]", "assign it, as in `value = x[0]`, or delete this line"),
        ("out[0] == n", "to assign, write one `=`: `out[0] = n`"),
        ("n > 1 and bool(n)", "write an `if`: `if n > 1: bool(n)`"),
        ("wd.atomic_add(out, 0, 1) if n > 1 else n", "write an `if`: `if n > 1: wd.atomic_add(out, 0, 1)`"),
    ],
)
def test_other_expressions(line, fix, refuse):
    text = f"""
        def kernel(out: wd.RWBuffer[u32], x: wd.Buffer[u32], n: u32):
            §{line}
    """
    refuse(text, "result-unused", "is computed and not used", fix)


@pytest.mark.parametrize(
    "body",
    [
        "a + 1",
        "wd.lerp(a, a, 0.5)",
        "pure(a)",
    ],
)
def test_a_helper_without_effect_whose_value_is_dropped(body, refuse):
    text = f"""
        @wd.func
        def pure(a):
            t = a * 2.0
            return t

        @wd.func
        def helper(a):
            return {body}

        def kernel(out: wd.RWBuffer[f32], a: f32):
            §helper(a)
    """
    refuse(text, "result-unused", "`helper(a)` is computed and not used", "`x = helper(a)`")


def test_a_helper_that_does_nothing(refuse):
    text = """
        @wd.func
        def blend(a, b):
            c = a + b

        def kernel(out: wd.RWBuffer[f32], a: f32):
            §blend(a, a)
    """
    message = "`blend(a, a)` has no effect: `blend` returns no value and stores nothing"
    refuse(text, "result-unused", message, "assign what it returns")


def compiles(text, tmp_path, monkeypatch):
    """Builds the kernel of a text, with the imports that ``refuse`` adds."""
    file = tmp_path / "valid_kernel.py"
    file.write_text("import wavedialect as wd\nfrom wavedialect import f32, u32\n" + textwrap.dedent(text))
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "valid_kernel", raising=False)
    build_module(importlib.import_module("valid_kernel").kernel, KernelAttributes(num_waves=1))


@pytest.mark.parametrize(
    "body",
    [
        "out[0] = a",
        "out[0] += a\n    return a",
        "wd.atomic_add(out, 0, a)\n    return a",
        "wd.group_memory_barrier_with_group_sync()",
        "store(out)",
        "if wd.static(False):\n        out[0] = a\n    return a",
        '"""Comes later."""',
        "pass",
    ],
)
def test_helpers_that_may_be_statements(body, tmp_path, monkeypatch):
    text = f"""
@wd.func
def store(out):
    out[0] = 1

@wd.func
def helper(out, a):
    {body}

def kernel(out: wd.RWBuffer[u32], a: u32):
    helper(out, a)
"""
    compiles(text, tmp_path, monkeypatch)


@pytest.mark.parametrize(
    ("body", "lost"),
    [
        ("§a = a + 1", "a"),
        ("§a += 1", "a"),
        ("§a = b\n            out[0] = b", "a"),
        ("t = a\n            out[0] = a\n            §b = t", "b"),
        ("for i in range(3):\n                §a += out[i]", "a"),
        ("if b > 1:\n                §a = b", "a"),
        ("if b > 1:\n                return\n            §a += b", "a"),
        ("v.x = 1.0\n            §v.y = 2.0", "v"),
    ],
)
def test_a_parameter_that_is_meant_to_be_inout(body, lost, refuse):
    text = f"""
        @wd.func
        def helper(out, a, b, v):
            {body}

        def kernel(out: wd.RWBuffer[u32], a: u32, v: wd.float3):
            helper(out, a, a, v)
    """
    message = f"`helper` assigns to its parameter `{lost}` and returns nothing: a parameter is a copy"
    fix = f"`return {lost}`, and call it as `{lost} = helper(out, a, b, v)`"
    error = refuse(text, "result-unused", message, fix)
    assert error.notes[0][0] == "in `helper`, called here"


def test_two_parameters_that_are_meant_to_be_inout(refuse):
    text = """
        @wd.func
        def swap(a, b):
            t = a + 0
            §a, b = b, t

        def kernel(a: u32):
            swap(a, a)
    """
    refuse(text, "result-unused", "`swap` assigns", "`return a, b`, and call it as `a, b = swap(a, b)`")


@pytest.mark.parametrize(
    ("body", "count"),
    [
        ("a = a + 1\n    out[0] = a", 0),
        ("out[1] = 1\n    a = a ^ (a >> 16)\n    return a", 0),
        ("while a > 0:\n        a -= 1\n    out[0] = 1", 0),
        ("for i in range(3):\n        out[i] = a\n        a = a * 3", 0),
        ("out[0] = a\n    a += 1\n    return out[0]", 1),
    ],
)
def test_parameters_that_are_assigned(body, count, tmp_path, monkeypatch):
    """In Python a parameter is a variable like others."""
    text = f"""
@wd.func
def helper(out, a):
    {body}

def kernel(out: wd.RWBuffer[u32], n: u32):
    helper(out, n)
"""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        compiles(text, tmp_path, monkeypatch)
    assert len(caught) == count
    assert all("`helper` assigns to its parameter `a` and does not read it" in str(one.message) for one in caught)


def test_a_kernel_s_parameter_that_is_assigned(tmp_path, monkeypatch):
    text = """
def kernel(out: wd.RWBuffer[u32], total: u32):
    total = wd.wave_active_sum(out[0])
"""
    with pytest.warns(wd.WaveWarning, match=r"kernel `kernel` assigns to its parameter `total` .* `wd.RWBuffer`"):
        compiles(text, tmp_path, monkeypatch)
