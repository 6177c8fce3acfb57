"""Parameters that a kernel cannot have."""

from __future__ import annotations


def test_no_annotation(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], §n):
            pass
    """
    refuse(text, "parameter-type", "parameter `n` has no type", "`n: u32`")


def test_python_int(refuse):
    text = """
        def kernel(n: §int):
            pass
    """
    refuse(text, "parameter-type", "`int` is not a valid parameter type", "`n: i32` or `n: u32`")


def test_no_element(refuse):
    text = """
        def kernel(src: §wd.Buffer):
            pass
    """
    refuse(text, "parameter-type", "`wd.Buffer` is not a valid parameter type", "`src: wd.Buffer[f32]`")


def test_star(refuse):
    text = """
        def kernel(*§rest):
            pass
    """
    refuse(text, "kernel-signature", "parameter `rest`", "remove the `*`, and give each parameter a name and a type")


def test_default_of_a_buffer(refuse):
    text = """
        def kernel(x: wd.Buffer[u32] = §None):
            pass
    """
    refuse(text, "kernel-signature", "the default of `x`, a Buffer[u32], is not a number or a vector", "remove it")


def test_default_that_is_no_number(refuse):
    text = """
        def kernel(m: u32, n: u32 = §None, f: f32 = 1):
            pass
    """
    refuse(text, "kernel-signature", "the default of `n`, a u32, is not a number or a vector", "remove it")


def test_default_of_another_type(refuse):
    text = """
        def kernel(f: f32 = 2, n: u32 = §1.5):
            pass
    """
    refuse(text, "mixed-types", "the default of `n` expects u32, got the literal 1.5", "`u32(1.5)` truncates")


def test_default_out_of_range(refuse):
    text = """
        def kernel(n: u32 = §-1):
            pass
    """
    refuse(text, "literal-range", "the literal -1 does not fit in u32", "no negative numbers")


def test_unknown_type(refuse):
    text = """
        def kernel(n: §'wd.u33'):
            pass
    """
    refuse(text, "parameter-type", "cannot be evaluated", "annotate it")
