"""A plain Python function that is called."""

from __future__ import annotations


def test_plain_function(refuse):
    text = """
        def twice(x):
            return x + x


        def kernel(out: wd.RWBuffer[u32], n: u32):
            out[0] = §twice(n)
    """
    refuse(text, "undecorated-function", "`twice` is a plain Python function", "`@wd.func`")
