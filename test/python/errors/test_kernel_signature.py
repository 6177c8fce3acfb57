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


def test_default(refuse):
    text = """
        def kernel(n: u32 = §3):
            pass
    """
    refuse(text, "kernel-signature", "a kernel's parameters cannot have defaults", "pass the value")


def test_unknown_type(refuse):
    text = """
        def kernel(n: §'wd.u33'):
            pass
    """
    refuse(text, "parameter-type", "cannot be evaluated", "annotate it")
