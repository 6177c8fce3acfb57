"""What the front end made of a kernel with structs is found again while the structs and their methods are as they were."""

from __future__ import annotations

import numpy as np
import pytest
from cache_outcomes import forget, front_end, is_fresh

STRUCTS = """
@wd.struct
class Inner:
    b: u32

@wd.struct
class Pair:
    a: f32
    inner: Inner

TABLE = np.array([1, 2, 3], np.uint32)

@wd.kernel(num_waves=1)
def kernel(out: wd.RWBuffer[Pair], n: u32):
    out[n].inner.b = TABLE[n]
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a: f32\n", "c: f32\n"),
        ("a: f32\n", "a: wd.float2\n"),
        ("class Pair:\n    a: f32\n", "class Pair:\n    a: f32\n    d: f32\n"),
        ("b: u32\n", "b: u32\n    c: u32\n"),
        ("[1, 2, 3]", "[1, 2, 4]"),
        ("a: f32\n    inner: Inner\n", "inner: Inner\n    a: f32\n"),
    ],
)
def test_structs_and_tables(program, before, after):
    head = "import numpy as np\n"
    assert front_end(program(head + STRUCTS).kernel) == "made"
    forget()
    kept = program(head + STRUCTS).kernel
    assert front_end(kept) == "disk" and is_fresh(kept)
    assert kept.parameters["out"].element.names == ("a", "inner")
    changed = head + STRUCTS.replace(before, after)
    kernel = program(changed).kernel
    assert front_end(kernel) == "made" and is_fresh(kernel)


METHODS = """
import numpy as np

SCALE = 2.0
OTHER = 3.0

@wd.func
def scaled(x):
    return x * SCALE

@wd.struct
class Inner:
    b: f32

    @wd.func
    def unused(self):
        return self.b + OTHER

    @wd.func
    def twice(self):
        return scaled(self.b) + self.b

@wd.struct
class Pair:
    a: f32
    inner: Inner

    @wd.func
    def half(self):
        return self.inner.twice() * 0.5 + self.a

@wd.kernel(num_waves=1)
def kernel(out: wd.RWBuffer[f32], pairs: wd.Buffer[Pair], n: u32):
    out[n] = pairs[n].half()
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("* 0.5", "* 0.25"),
        ("self.b\n", "self.b * self.b\n"),
        ("SCALE = 2.0", "SCALE = 4.0"),
        ("x * SCALE", "x + SCALE"),
        ("@wd.func\n    def half", "@wd.func(num_waves=1)\n    def half"),
        ("def twice(self)", "def twice(self) -> f32"),
        # The kernel does not call this method, but it may do so by another text of it.
        ("self.b + OTHER", "self.b - OTHER"),
    ],
)
def test_methods_of_structs(program, before, after):
    assert front_end(program(METHODS).kernel) == "made"
    forget()
    kept = program(METHODS).kernel
    assert front_end(kept) == "disk" and is_fresh(kept)
    assert before in METHODS
    changed = METHODS.replace(before, after)
    assert front_end(program(changed).kernel) == "made" and is_fresh(program(changed).kernel)
    forget()
    assert front_end(program(changed).kernel) == "disk"
    # A name that no method of the kernel reads.
    assert front_end(program(changed.replace("OTHER = 3.0", "OTHER = 4.0")).kernel) in ("disk", "memory")


def test_methods_of_a_struct_that_a_name_leads_to(program):
    text = METHODS.replace("pairs: wd.Buffer[Pair], ", "").replace("pairs[n].half()", "Pair(1.0, Inner(f32(n))).half()")
    for body in (text, text.replace("* 0.5", "* 0.25")):
        forget()
        assert front_end(program(body).kernel) == "made"
        forget()
        kernel = program(body).kernel
        assert front_end(kernel) == "disk" and is_fresh(kernel)


def test_structs_as_parameters(program):
    text = METHODS.replace("pairs: wd.Buffer[Pair]", "pair: Pair").replace("pairs[n]", "pair")
    assert front_end(program(text).kernel) == "made"
    forget()
    kernel = program(text).kernel
    assert front_end(kernel) == "disk" and is_fresh(kernel)
    out = np.zeros(4, np.float32)
    kernel.dispatch(1, out, {"a": 1.0, "inner": {"b": 4.0}}, 2, device="cpu")
    assert out.tolist() == [0, 0, 7, 0]
    forget()
    assert front_end(program(text.replace("a: f32\n", "c: f32\n    a: f32\n")).kernel) == "made"
