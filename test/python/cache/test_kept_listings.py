"""What the front end made of a kernel is found again while everything is as it was, and only then."""

from __future__ import annotations

import builtins
import importlib.util
import sys
import textwrap
from pathlib import Path

import numpy as np
import pytest
from cache_outcomes import KERNEL, forget, front_end, is_fresh

import wavedialect as wd
from wavedialect.frontends.python import frontend

EXAMPLES = sorted((Path(__file__).resolve().parents[3] / "examples").glob("[0-9]*.py"))


def test_the_same_again(program):
    assert front_end(program(KERNEL).kernel) == "made"
    again = program(KERNEL).kernel
    assert front_end(again) == "memory"
    # A second look at the same kernel asks nobody.
    assert front_end(again) == "nothing"
    forget()
    assert front_end(program(KERNEL).kernel) == "disk"
    assert front_end(program(KERNEL).kernel) == "memory"


def test_the_front_end_does_not_run(program, monkeypatch):
    program(KERNEL).kernel.parameters  # noqa: B018
    forget()
    monkeypatch.setattr(frontend, "build_module", None)
    kernel = program(KERNEL).kernel
    out = np.zeros(8, np.uint32)
    kernel.dispatch(1, out, 5, wave_size=8, device="cpu")
    assert out.tolist() == [16] * 8
    assert kernel.compile().files["kernel.spv"]
    assert kernel.parameters == {"out": wd.RWBuffer[wd.u32], "n": wd.u32}


CHANGES = {
    "the kernel": ("outer(n) + N", "outer(n) - N"),
    "its place": ("N = 4\n", "N = 4\n\n"),
    "its column": ("out[wd.", "out[ wd."),
    "the waves": ("num_waves=1", "num_waves=2"),
    "the wave sizes": ("num_waves=1", "num_waves=1, wave_size=(8, 16)"),
    "the threads": ("num_waves=1", "num_threads=8"),
    "the shader model": ("num_waves=1", 'num_waves=1, shader_model="6.10"'),
    "the groupshared limit": ("num_waves=1", "num_waves=1, group_shared_limit=64"),
    "the stage": ("num_waves=1", 'num_waves=1, stage="amplification"'),
    "a parameter's type": ("out: wd.RWBuffer[u32]", "out: wd.RWBuffer[i32]"),
    "a parameter's name": ("out[", "result["),
    "another parameter": ("n: u32)", "n: u32, m: f32)"),
    "a helper": ("inner(x) * by", "inner(x) + by"),
    "a helper's helper": ("x + 1", "x + 3"),
    "a helper's default": ("by=u32(2)", "by=u32(3)"),
    "a helper's annotation": ("inner(x: u32)", "inner(x)"),
    "a helper's waves": ("@wd.func\ndef inner", "@wd.func(num_waves=1)\ndef inner"),
    "a helper's place": ("@wd.func\ndef outer", "\n@wd.func\ndef outer"),
    "a constant": ("N = 4", "N = 5"),
    "a constant's type": ("N = 4", "N = u32(4)"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_changed_kernels_are_built_again(program, change):
    before, after = CHANGES[change]
    changed = KERNEL.replace(before, after)
    if change == "a parameter's name":
        changed = changed.replace("out:", "result:")
    assert changed != KERNEL
    front_end(program(KERNEL).kernel)
    for _ in range(2):
        kernel = program(changed).kernel
        try:
            assert front_end(kernel) == "made"
        except wd.CompileError:
            return
        assert is_fresh(kernel)
        forget()
        # As it was before.
        assert front_end(program(KERNEL).kernel) == "disk"
        forget()
        assert front_end(program(changed).kernel) == "disk"
        return


VALUES = """
@wd.kernel(num_waves=1)
def kernel(out: wd.RWBuffer[f32]):
    out[0] = f32(VALUE)
"""
NUMBERS = [
    1,
    2,
    1.0,
    True,
    0.0,
    -0.0,
    float("nan"),
    float("inf"),
    np.int32(1),
    np.uint32(1),
    np.float32(1),
    np.float64(1),
]


def test_constants_that_are_equal_and_others(program):
    """Each is another one, also where Python calls them equal; and each is found again."""
    texts = []
    for value in NUMBERS:
        kernel = program(VALUES, VALUE=value).kernel
        assert front_end(kernel) == "made", repr(value)
        texts.append(kernel._program(False).listing.text)
    for again in ("memory", "disk"):
        for value, text in zip(NUMBERS, texts, strict=True):
            if again == "disk":
                forget()
            kernel = program(VALUES, VALUE=value).kernel
            assert front_end(kernel) == again, repr(value)
            assert kernel._program(False).listing.text == text
            assert is_fresh(kernel)


VECTORS = """
@wd.kernel(num_waves=1)
def kernel(out: wd.RWBuffer[f32]):
    out[0] = f32(VALUE[0]) + f32(VALUE[1])
"""


@pytest.mark.parametrize(
    "values",
    [
        (wd.float2(0, 1), wd.float2(0, 2), wd.int2(0, 1), wd.float3(0, 1, 0)),
        ((0, 1), (0, 2), (0, 1.0), (False, 1), (0, 1, 2), (np.int32(0), 1)),
    ],
    ids=["vectors", "tuples"],
)
def test_vectors_and_tuples(program, values):
    for value in values:
        assert front_end(program(VECTORS, VALUE=value).kernel) == "made"
    forget()
    for value in values:
        kernel = program(VECTORS, VALUE=value).kernel
        assert front_end(kernel) == "disk"
        assert is_fresh(kernel)


def test_attributes_of_modules_classes_and_objects(program):
    text = """
    class Sizes:
        tile = 4

    class Kind(enum.IntEnum):
        a = 1
        b = 2

    config = types.SimpleNamespace(inner=types.SimpleNamespace(bias=10))

    @wd.kernel(num_waves=1)
    def kernel(out: wd.RWBuffer[f32]):
        out[0] = f32(Sizes.tile + Kind.b + config.inner.bias) + f32(math.pi)
    """
    assert front_end(program(text).kernel) == "made"
    forget()
    assert front_end(program(text).kernel) == "disk"
    for before, after in (("tile = 4", "tile = 5"), ("b = 2", "b = 3"), ("bias=10", "bias=11")):
        kernel = program(text.replace(before, after)).kernel
        assert front_end(kernel) == "made"
        assert is_fresh(kernel)
    # Nothing that the kernel reads.
    assert front_end(program(text.replace("a = 1", "a = 7")).kernel) == "memory"


def test_a_module_of_constants(program, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(tmp_path))
    text = """
    import my_constants

    @wd.kernel(num_waves=1)
    def kernel(out: wd.RWBuffer[u32]):
        out[0] = my_constants.N + wd.static(my_constants.N * 2)
    """
    for value, first in ((3, "made"), (4, "made"), (3, "memory")):
        (tmp_path / "my_constants.py").write_text(f"N = {value}\nUNUSED = {value}\n")
        importlib.invalidate_caches()
        sys.modules.pop("my_constants", None)
        sys.dont_write_bytecode, before = True, sys.dont_write_bytecode
        try:
            kernel = program(text).kernel
        finally:
            sys.dont_write_bytecode = before
        assert front_end(kernel) == first
        assert is_fresh(kernel)
    sys.modules.pop("my_constants", None)


def test_closures_and_kernels_made_in_a_loop(program):
    text = """
    def make(n, f):
        @wd.func
        def helper(x):
            return f(x) + n

        @wd.kernel(num_waves=1)
        def kernel(out: wd.RWBuffer[u32]):
            out[0] = helper(out[1]) * n
        return kernel

    @wd.func
    def plus(x):
        return x + 1

    @wd.func
    def times(x):
        return x * 2

    kernels = [make(n, f) for n in range(3) for f in (plus, times)]
    """
    kernels = program(text).kernels
    assert [front_end(kernel) for kernel in kernels] == ["made"] * 6
    texts = [kernel._program(False).listing.text for kernel in kernels]
    assert len(set(texts)) == 6
    forget()
    kernels = program(text).kernels
    assert [front_end(kernel) for kernel in kernels] == ["disk"] * 6
    assert [kernel._program(False).listing.text for kernel in kernels] == texts
    assert all(map(is_fresh, kernels))


def test_a_captured_value_that_changes_while_the_program_runs(program):
    module = program(KERNEL)
    assert front_end(module.kernel) == "made"
    module.N = 9
    assert front_end(module.kernel) == "made"
    assert is_fresh(module.kernel)
    forget()
    module = program(KERNEL)
    assert front_end(module.kernel) == "disk"
    module.N = 9
    assert front_end(module.kernel) == "disk"
    assert is_fresh(module.kernel)


def test_a_builtin_that_the_module_takes_over(program):
    text = """
    @wd.kernel(num_waves=1)
    def kernel(out: wd.RWBuffer[u32]):
        out[0] = min(out[1], 3)
    """
    assert front_end(program(text).kernel) == "made"
    taken = program(text, min=wd.max).kernel
    assert front_end(taken) == "made"
    assert is_fresh(taken)
    assert front_end(program(text, min=builtins.min).kernel) == "memory"


def test_annotations_that_are_text(program):
    """What they stand for counts, and not how they are written."""
    text = """
    from __future__ import annotations
    import wavedialect as wd
    from wavedialect import f32, u32

    T = f32

    @wd.func
    def helper(x: T):
        return x

    @wd.kernel(num_waves=1)
    def kernel(out: wd.RWBuffer[T], n: "u32"):
        out[n] = helper(out[0])
    """
    file_head = textwrap.dedent(text)

    def run(text):
        # `from __future__` stands first in a file.
        module = program("")
        Path(module.__file__).write_text(text)
        names = {"__name__": module.__name__, "__file__": module.__file__}
        exec(compile(text, module.__file__, "exec", dont_inherit=True), names)
        return names["kernel"]

    assert front_end(run(file_head)) == "made"
    forget()
    kernel = run(file_head)
    assert front_end(kernel) == "disk"
    assert kernel.parameters == {"out": wd.RWBuffer[wd.f32], "n": wd.u32}
    kernel = run(file_head.replace("T = f32", "T = u32"))
    assert front_end(kernel) == "made"
    assert kernel.parameters == {"out": wd.RWBuffer[wd.u32], "n": wd.u32}
    assert is_fresh(kernel)
