"""Captured objects that kernels cannot use."""

from __future__ import annotations


def test_array(refuse):
    text = """
        import numpy as np

        TABLE = np.zeros(4)


        def kernel(out: wd.RWBuffer[u32], n: u32):
            out[0] = §TABLE[0]
    """
    refuse(
        text, "captured-value", "`TABLE` is a NumPy array", "take the element at compile time: `wd.static(TABLE[0])`"
    )


def test_text(refuse):
    text = """
        NAME = 'x'


        def kernel(out: wd.RWBuffer[u32], n: u32):
            out[0] = §NAME
    """
    refuse(text, "captured-value", "a Python str", "captured names")


def test_uncalled(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            out[0] = §wd.wave_lane_index
    """
    refuse(text, "not-called", "`wd.wave_lane_index`", "`wd.wave_lane_index()`")


def test_uncalled_statement(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            §wd.group_memory_barrier
    """
    refuse(text, "not-called", "`wd.group_memory_barrier`", "`wd.group_memory_barrier()`")


def test_print_(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            §print(n)
    """
    refuse(text, "not-callable", "`print`", '`wd.print("{}", n)`')


def test_int_(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            out[0] = §int(n)
    """
    refuse(text, "not-callable", "`int`", "`i32(n)`")


def test_array_that_may_change(refuse):
    text = """
        import numpy as np

        UP = np.array([0.0, 1.0, 0.0])


        def kernel(out: wd.RWBuffer[u32], v: wd.float3):
            a = §v * UP
    """
    refuse(text, "captured-value", "`UP` is a NumPy array", "`wd.float3(*UP)`")


def test_component_of_an_array(refuse):
    text = """
        import numpy as np

        UP = np.array([0.0, 1.0, 0.0])


        def kernel(out: wd.RWBuffer[u32], n: u32):
            out[0] = u32(§UP.x)
    """
    refuse(text, "captured-value", "`UP` is a NumPy array", "`wd.float3(*UP)`")


def test_component_of_a_list(refuse):
    text = """
        UP = [0.0, 1.0, 0.0]


        def kernel(out: wd.RWBuffer[u32], n: u32):
            up = UP
            out[0] = u32(§up.x)
    """
    refuse(
        text, "captured-value", "`UP` is a Python list", "write it as a tuple, `(0.0, 1.0, 0.0)`, outside the kernel"
    )


def test_a_table_indexed_by_a_variable(refuse):
    text = """
        TABLE = (1, 2, 3)

        def kernel(out: wd.RWBuffer[u32], n: u32):
            for i in range(n):
                out[i] = TABLE[§i]
    """
    fix = "pass the table as a parameter, `TABLE: wd.Buffer[i32]`, or copy it: `local = wd.local_array(i32, 3)`, "
    fix += "`for k in wd.static_range(3): local[k] = TABLE[k]`"
    refuse(text, "not-static", "the index of a tuple must be a constant, got `i`", fix)


def test_a_list_indexed_by_a_variable(refuse):
    text = """
        TABLE = [1.0, 2.0]

        def kernel(out: wd.RWBuffer[f32], n: u32):
            out[0] = §TABLE[n]
    """
    fix = "`TABLE: wd.Buffer[f32]`, or copy it: `local = wd.local_array(f32, 2)`, "
    fix += "`for k in wd.static_range(2): local[k] = wd.static(TABLE[k])`"
    refuse(text, "captured-value", "`TABLE` is a Python list", fix)


def test_a_list_indexed_by_a_constant_of_a_loop(refuse):
    text = """
        TABLE = [1.0, 2.0]

        def kernel(out: wd.RWBuffer[f32], n: u32):
            for k in wd.static_range(2):
                out[k] = §TABLE[k]
    """
    refuse(text, "captured-value", "`TABLE` is a Python list", "`wd.static(TABLE[k])`")
