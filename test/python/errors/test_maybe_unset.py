"""Variables that are not set on every path."""

from __future__ import annotations


def test_one_branch(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            if n > 3:
                k = n
            out[0] = §k
    """
    refuse(text, "maybe-unset", "`k` may be unset here: it is set at line 7", "set `k` on every path")


def test_after_loop(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            for i in range(n):
                k = i
            out[0] = §k
    """
    refuse(text, "maybe-unset", "only in the loop at line 6", "set `k`")


def test_loop_variable(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            for i in range(n):
                pass
            out[0] = §i
    """
    refuse(text, "maybe-unset", "`i` may be unset", "set `i`")


def test_before_assignment(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            out[0] = §k
            k = n
    """
    refuse(text, "maybe-unset", "`k` is read before it is set", "set `k`")
