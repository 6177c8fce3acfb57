"""Errors in ``with wd.waves`` blocks."""

from __future__ import annotations

import pytest


def kernel(*lines: str) -> str:
    body = "\n".join(f"    {line}" for line in lines)
    return f"def kernel(out: wd.RWBuffer[u32], n: u32):\n{body}"


def test_a_wave_that_there_is_not(refuse):
    refuse(
        kernel("with wd.waves(0, §4):", "    out[0] = n"),
        "with-waves",
        "no wave 4: `num_waves=4` makes waves 0 to 3",
        "wd.waves(0)",
    )
    refuse(kernel("with wd.waves(§-1):", "    out[0] = n"), "with-waves", "no wave -1", "wd.waves(0)")
    refuse(kernel("with wd.waves(§range(2, 6)):", "    out[0] = n"), "with-waves", "no wave 4", "wd.waves(0)")
    refuse(
        kernel("with wd.waves(§5000):", "    out[0] = n"),
        "with-waves",
        "no wave 5000",
        "wd.waves(0)",
        num_threads=(64, 1, 1),
    )


def test_no_wave(refuse):
    refuse(kernel("with §wd.waves():", "    out[0] = n"), "with-waves", "takes the indices of waves", "wd.waves(0)")
    refuse(
        kernel("with wd.waves(§range(0)):", "    out[0] = n"), "with-waves", "`range(0)` names no wave", "wd.waves(0)"
    )


def test_an_index_that_is_not_known(refuse):
    refuse(kernel("with wd.waves(§n):", "    out[0] = n"), "not-static", "`n` is not known", "literals")
    refuse(kernel("with wd.waves(§0.5):", "    out[0] = n"), "with-waves", "takes integers", "wd.waves(0)")
    refuse(kernel("with wd.waves((§yield)):", "    out[0] = n"), "not-static", "'yield' outside function", "literals")
    refuse(kernel("with wd.waves(§*(1, 2)):", "    out[0] = n"), "not-static", "starred expression", "literals")
    refuse(kernel("with wd.waves(§True):", "    out[0] = n"), "with-waves", "takes integers", "wd.waves(0)")
    refuse(kernel("with wd.waves(range(0, 4, §0)):", "    out[0] = n"), "range-arguments", "step", "step")


@pytest.mark.parametrize("context", ["open(0)", "n", "wd.precise(n)"])
def test_another_with(refuse, context):
    refuse(
        kernel(f"with §{context}:", "    out[0] = n"),
        "with-waves",
        f"`with` in a kernel accepts only `wd.waves`, got `{context}`",
        "wd.waves(0)",
    )


def test_it_gives_nothing(refuse):
    refuse(
        kernel("with wd.waves(0) as §x:", "    out[0] = n"),
        "with-waves",
        "`with wd.waves(...)` cannot have `as`",
        "wd.waves(0)",
    )
    refuse(
        kernel("with wd.waves(0, 1), §wd.waves(range(1, 3)):", "    out[0] = n"),
        "with-waves",
        "`with wd.waves(...)` cannot have further items",
        "for the waves in either, `with wd.waves(0, 1, 2):`; for the waves in both, `with wd.waves(1):`",
    )
    refuse(
        kernel("with wd.waves(0), §wd.waves(1):", "    out[0] = n"),
        "with-waves",
        "`with wd.waves(...)` cannot have further items",
        "`with wd.waves(0, 1):`; no wave is in both",
    )
    refuse(
        kernel("with wd.waves(0), §open(0):", "    out[0] = n"), "with-waves", "further items", "`with wd.waves(0):`"
    )
    refuse(
        kernel("x = §wd.waves(0)", "out[0] = n"), "with-waves", "can only be used in a `with` statement", "wd.waves(0)"
    )


def test_a_barrier_in_it(refuse):
    text = kernel("with wd.waves(1, 2):", "    for i in range(n):", "        §wd.all_memory_barrier_with_group_sync()")
    refuse(
        text,
        "waves-barrier",
        "in the block of `wd.waves(1, 2)`",
        "move the barrier behind the block, with the indentation of the `with` in line 6",
    )


def test_memory_of_the_group_in_it(refuse):
    text = kernel("with wd.waves(1, 2):", "    s = §wd.groupshared(u32, 4)")
    refuse(text, "groupshared-place", "inside control flow", "kernel's own body")


def test_a_name_that_only_they_have(refuse):
    text = kernel("with wd.waves(1):", "    x = n", "out[0] = §x")
    refuse(text, "maybe-unset", "on one path only", "every path")


@pytest.mark.parametrize(
    ("arguments", "twice", "once"),
    [("0, §0", 0, "0"), ("1, 0, §range(2)", 0, "0, 1"), ("§(2, 2)", 2, "2"), ("range(3), §2", 2, "0, 1, 2")],
)
def test_a_wave_that_is_named_twice(refuse, arguments, twice, once):
    for function, rule, lines in (
        ("wd.waves", "with-waves", [f"with wd.waves({arguments}):", "    out[0] = n"]),
        ("wd.waves_barrier", "waves-barrier-set", [f"wd.waves_barrier({arguments})"]),
    ):
        message, fix = f"`{function}` names wave {twice} twice", f"name each wave once: `{function}({once})`"
        refuse(kernel(*lines), rule, message, fix)
