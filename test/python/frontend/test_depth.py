"""Long sums and unrolled loops compile, whatever Python's recursion limit."""

from __future__ import annotations

from wavedialect.frontends.python.frontend import build_module
from wavedialect.ir.module import KernelAttributes

ATTRIBUTES = KernelAttributes(num_waves=1)


def test_long_expression_and_loop(load):
    terms = " + ".join(["n"] * 900)
    names = load(
        "def kernel(out: wd.RWBuffer[u32], n: u32):\n"
        f"    out[0] = {terms}\n    for i in wd.static_range(2000):\n        out[i] = n\n"
    )
    stores = [o for o in build_module(names["kernel"], ATTRIBUTES).kernel.walk() if o.name == "memref.store"]
    assert len(stores) == 2001
