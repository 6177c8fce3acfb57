"""Code that is nested too deeply is rejected; long sums and unrolled loops are not."""

from __future__ import annotations

import pytest

from wavedialect.driver.compilation import verify
from wavedialect.errors import CompileError
from wavedialect.frontends.python import frontend
from wavedialect.ir.module import KernelAttributes


def test_very_long_expression(refuse, monkeypatch):
    monkeypatch.setattr(frontend, "DEPTH", 0)
    terms = " + ".join(["n"] * 900)
    text = f"§def kernel(out: wd.RWBuffer[u32], n: u32):\n    out[0] = {terms}\n"
    refuse(text, "nesting-depth", "nested too deeply", "split long expressions")


def test_too_many_copies(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            for i in §wd.static_range(100000):
                out[i] = n
    """
    refuse(text, "range-arguments", "each of 100000 values", "use `range(100000)`; the limit is 4096 copies")


def test_tuple_as_value(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            out[0] = §(n, n)
    """
    refuse(text, "tuple-as-value", "tuple (u32, u32)", "take an element: `(n, n)[0]`")


def test_endless_loop_that_sets_a_variable(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            while True:
                x = n
                break
            out[0] = §x
    """
    refuse(text, "maybe-unset", "lanes may leave before", "on every path")


def test_chain_of_elif(tmp_path, monkeypatch):
    """The front end accepts it, but it is nested too deeply to print."""
    text = "import wavedialect as wd\nfrom wavedialect import u32\n\n\ndef kernel(out: wd.RWBuffer[u32], n: u32):\n"
    text += "    if n == 0:\n        out[0] = 0\n" + "".join(
        f"    elif n == {i}:\n        out[0] = {i}\n" for i in range(1, 500)
    )
    file = tmp_path / "chain.py"
    file.write_text(text)
    names = {}
    exec(compile(text, str(file), "exec"), names)  # noqa: S102, the text is ours
    module = frontend.build_module(names["kernel"], KernelAttributes(num_waves=1))
    with pytest.raises(CompileError, match="nested too deeply") as caught:
        verify(module)
    assert (caught.value.id, caught.value.line) == ("nesting-depth", 5)
