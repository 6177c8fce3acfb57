"""A number as a condition."""

from __future__ import annotations


def test_if_condition(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            if §n:
                out[0] = 1
    """
    refuse(text, "condition-not-bool", "`if` expects bool, got u32", "`n != 0`")


def test_while_condition(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            while §n:
                n -= 1
    """
    refuse(text, "condition-not-bool", "`while` expects bool", "`n != 0`")


def test_and_operand(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            if n > 1 and §n:
                out[0] = 1
    """
    refuse(text, "condition-not-bool", "`and` expects bool", "`n != 0`")


def test_literal(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            if §1:
                out[0] = 1
    """
    refuse(text, "condition-not-bool", "`if`", "write `True`")
