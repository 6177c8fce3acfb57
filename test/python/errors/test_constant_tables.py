"""Tables of constants that no kernel can have."""

from __future__ import annotations


def test_two_types(refuse):
    text = """
        TABLE = (True, 1, 2)


        def kernel(out: wd.RWBuffer[i32], n: u32):
            out[0] = §TABLE[n]
    """
    refuse(text, "mixed-types", "the table `TABLE` has elements of two types, bool and i32", "`bool(...)`")


def test_a_literal_that_does_not_fit(refuse):
    text = """
        TABLE = (1, 5000000000)


        def kernel(out: wd.RWBuffer[i32], n: u32):
            out[0] = §TABLE[n]
    """
    refuse(text, "literal-range", "the literal 5000000000 does not fit in i32", "i64")


def test_too_many_bytes(refuse):
    text = """
        import numpy as np

        TABLE = np.zeros(20000, np.float32)


        def kernel(out: wd.RWBuffer[f32], n: u32):
            out[0] = §TABLE[n]
    """
    fix = "pass it as a parameter, `wd.Buffer[f32]`"
    refuse(text, "lookup-table", "the table `TABLE` has 80000 bytes; the limit is 65536", fix)


def test_no_elements(refuse):
    text = """
        import numpy as np

        TABLE = np.zeros(0, np.float32)


        def kernel(out: wd.RWBuffer[f32], n: u32):
            out[0] = §TABLE[n]
    """
    refuse(text, "lookup-table", "the table `TABLE` has no elements", "give it at least one")


def test_a_float_index(refuse):
    text = """
        TABLE = (1, 2, 3)


        def kernel(out: wd.RWBuffer[i32], x: f32):
            out[0] = TABLE[§x]
    """
    refuse(text, "index-not-integer", "an index expects i32 or u32, got f32", "`u32(x)`")


def test_a_constant_index_that_the_table_does_not_have(refuse):
    text = """
        import numpy as np

        TABLE = np.arange(3)


        def kernel(out: wd.RWBuffer[i64]):
            out[0] = TABLE[§3]
    """
    refuse(text.replace("i64", "wd.i64"), "literal-range", "index 3 is out of bounds: `TABLE` has 3 elements", "0 to 2")


def test_a_table_cannot_be_changed(refuse):
    text = """
        import numpy as np

        TABLE = np.arange(3)


        def kernel(out: wd.RWBuffer[i32], n: u32):
            §TABLE[n] = 1
    """
    refuse(text, "assign-to-captured", "`TABLE` is captured from outside", "wd.local_array")
