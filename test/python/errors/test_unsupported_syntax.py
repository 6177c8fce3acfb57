"""Unsupported statements and expressions: one clear error each."""

from __future__ import annotations


def test_try(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            §try:
                out[0] = 1
            except ValueError:
                pass
    """
    refuse(text, "unsupported-syntax", "`try`", "test for the case with `if`")


def test_raise(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            §raise ValueError
    """
    refuse(text, "unsupported-syntax", "`raise`", "store a flag")


def test_lambda(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            f = §lambda x: x
    """
    refuse(text, "unsupported-syntax", "a lambda", "`@wd.func`")


def test_list_comprehension(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            x = §[i for i in range(3)]
    """
    refuse(text, "unsupported-syntax", "a list comprehension", "`for` loop")


def test_generator(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            x = max(§(i for i in range(3)), 1)
    """
    refuse(text, "unsupported-syntax", "a generator expression", "`for` loop")


def test_dict(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            x = §{}
    """
    refuse(text, "unsupported-syntax", "a dict", "buffer")


def test_list(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            x = §[1, 2]
    """
    refuse(text, "unsupported-syntax", "a list", "tuple")


def test_string(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            x = §'text'
    """
    refuse(text, "unsupported-syntax", "a string", "numbers and bool")


def test_f_string(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            x = §f'{n}'
    """
    refuse(text, "unsupported-syntax", "a string", "numbers and bool")


def test_none(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            x = §None
    """
    refuse(text, "unsupported-syntax", "`None`", "numbers and bool")


def test_nested_function(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            §def inner():
                pass
    """
    refuse(text, "unsupported-syntax", "a nested function", "`@wd.func`")


def test_class(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            §class Inner:
                pass
    """
    refuse(text, "unsupported-syntax", "a class", "tuples")


def test_yield(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            §yield n
    """
    refuse(text, "unsupported-syntax", "`yield`", "RWBuffer")


def test_match(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            §match n:
                case 1:
                    pass
    """
    refuse(text, "unsupported-syntax", "`match`", "`elif`")


def test_while_else(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            while n > 3:
                n -= 1
            else:
                §out[0] = 1
    """
    refuse(text, "unsupported-syntax", "`else`", "flag")


def test_for_else(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            for i in range(n):
                pass
            else:
                §out[0] = 1
    """
    refuse(text, "unsupported-syntax", "`else`", "flag")


def test_star_argument(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            x = (1, 2)
            out[0] = max(§*x)
    """
    refuse(text, "unsupported-syntax", "star arguments", "one by one")


def test_import(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            §import math
    """
    refuse(text, "unsupported-syntax", "`import`", "outside")


def test_assert(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            §assert n > 3
    """
    refuse(text, "unsupported-syntax", "`assert`", '`wd.check(condition, "message")`')


def test_delete(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            §del n
    """
    refuse(text, "unsupported-syntax", "`del`", "remove")


def test_walrus(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            out[0] = (§m := n)
    """
    refuse(text, "unsupported-syntax", "an assignment inside an expression", "line of its own")


def test_slice(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            x = out[§0:2]
    """
    refuse(text, "unsupported-syntax", "a slice", "range")


def test_attribute_target(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            §n.x = 3
    """
    refuse(text, "unknown-attribute", "`n`, u32, has no `.x`", "assign to `n`")


def test_over_buffer(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            for x in §out:
                pass
    """
    refuse(text, "for-iterable", "cannot run over `out`", "range")


def test_tuple_loop_variable(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            for §a, b in range(3):
                pass
    """
    refuse(text, "unsupported-syntax", "one variable", "loop over a name: `for i in range(3)`")


def test_starred_target(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            a, §*b = (1, 2, 3)
    """
    refuse(text, "unsupported-syntax", "a starred expression", "name each value")
