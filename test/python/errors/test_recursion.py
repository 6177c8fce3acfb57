"""Functions that call themselves."""

from __future__ import annotations


def test_direct(refuse):
    text = """
        @wd.func
        def f(x):
            return §f(x)


        def kernel(out: wd.RWBuffer[u32], n: u32):
            out[0] = f(n)
    """
    refuse(text, "recursion", "`f` calls itself (f → f)", "use a loop")


def test_mutual(refuse):
    text = """
        @wd.func
        def f(x):
            return g(x)


        @wd.func
        def g(x):
            return §f(x)


        def kernel(out: wd.RWBuffer[u32], n: u32):
            out[0] = f(n)
    """
    refuse(text, "recursion", "(f → g → f)", "use a loop")
