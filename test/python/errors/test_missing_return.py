"""A helper that returns a value on one path only."""

from __future__ import annotations


def test_falls_through(refuse):
    text = """
        @wd.func
        §def f(x):
            if x > 3:
                return x


        def kernel(out: wd.RWBuffer[u32], n: u32):
            out[0] = f(n)
    """
    refuse(text, "missing-return", "`f` returns a value on one path", "every path")


def test_bare_return(refuse):
    text = """
        @wd.func
        def f(x):
            if x > 3:
                §return
            return x


        def kernel(out: wd.RWBuffer[u32], n: u32):
            out[0] = f(n)
    """
    refuse(text, "missing-return", "`f` returns a value on one path", "every path")


def test_value_of_nothing(refuse):
    text = """
        @wd.func
        def f(x):
            pass


        def kernel(out: wd.RWBuffer[u32], n: u32):
            out[0] = §f(n)
    """
    refuse(text, "value-type", "`f` returns no value", "line of its own")


def test_two_types(refuse):
    text = """
        @wd.func
        def f(x):
            if x > 3:
                return 1.5
            return §x


        def kernel(out: wd.RWBuffer[u32], n: u32):
            out[0] = f(n)
    """
    refuse(text, "mixed-types", "`return` has operands of two types", "convert")
