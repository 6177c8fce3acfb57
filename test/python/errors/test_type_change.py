"""A variable that changes its type."""

from __future__ import annotations


def test_straight(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            k = i32(0)
            §k = n
    """
    refuse(
        text,
        "type-change",
        "`k` is i32 since line 6, this value is u32",
        "convert it: `k = i32(n)`, or begin with `k = u32(0)` at line 6",
    )


def test_the_use_that_decided_is_shown(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32, size: i32):
            k = 0
            while k < size:
                §k = n
    """
    error = refuse(text, "type-change", "`k` is i32 since line 6, this value is u32", "convert it: `k = i32(n)`")
    ((note, _, line, _),) = error.notes
    assert (note, line) == ("the literals of one side are i32 because of this use", 7)


def test_on_two_paths(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            if n > 3:
                k = i32(0)
            else:
                §k = 1.5
            out[0] = u32(k)
    """
    refuse(text, "type-change", "`k` is f32 here and i32 on the other path", "`k = i32(...)`")
