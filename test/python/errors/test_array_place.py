"""Arrays that are made inside control flow, with a wrong size or without a type."""

from __future__ import annotations


def test_groupshared_in_if(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            if n > 3:
                s = §wd.groupshared(u32, 4)
    """
    refuse(text, "groupshared-place", "inside control flow", "kernel's own body")


def test_groupshared_in_helper(refuse):
    text = """
        @wd.func
        def f():
            s = §wd.groupshared(u32, 4)


        def kernel(out: wd.RWBuffer[u32], n: u32):
            f()
    """
    refuse(text, "groupshared-place", "a function that kernels call", "pass the array")


def test_local_in_loop(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            for i in range(n):
                a = §wd.local_array(u32, 4)
    """
    refuse(text, "local-array-place", "inside control flow", "own body")


def test_empty(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            a = wd.local_array(u32, §0)
    """
    refuse(text, "size-not-positive", "the size of an array must be greater than zero, got 0", "at least one")


def test_no_type(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            a = wd.groupshared(§4, u32)
    """
    refuse(
        text, "value-type", "`wd.groupshared` takes the type of its elements first, got `4`", "`wd.groupshared(u32, 4)`"
    )
