"""The sources of a kernel's text and names, and locations in the user's file."""

from __future__ import annotations

import linecache
import math

import numpy as np
import pytest
from IPython.core.interactiveshell import InteractiveShell

import wavedialect as wd
from wavedialect.errors import CompileError, WaveError
from wavedialect.frontends.python.frontend import build_module
from wavedialect.frontends.python.meanings import current_value, still_hold
from wavedialect.ir.module import KernelAttributes
from wavedialect.ir.types import u32

ATTRIBUTES = KernelAttributes(num_waves=1)
TEXT = "def kernel(out: wd.RWBuffer[wd.u32]):\n    out[0] = SIZE\n"


def constants(module):
    return [operation.attributes["value"] for operation in module.kernel.walk() if operation.name == "arith.constant"]


def test_captured_constants_are_recorded(load):
    names = load(
        """
        import math
        import types

        import numpy as np

        SIZE = 8
        MASK = u32(0xFFFFFFFF)
        config = types.SimpleNamespace(scale=0.5)


        def kernel(out: wd.RWBuffer[u32], y: wd.RWBuffer[f32]):
            out[SIZE] = MASK
            y[0] = config.scale * math.pi
        """
    )
    module = build_module(names["kernel"], ATTRIBUTES)
    captured = {capture.path: capture.value for capture in module.captured if isinstance(capture.mark, tuple)}
    assert captured == {"SIZE": 8, "MASK": np.uint32(0xFFFFFFFF), "config.scale": 0.5, "math.pi": math.pi}
    names["SIZE"] = 9
    assert {capture.path: current_value(capture) for capture in module.captured}["SIZE"] == 9
    assert not still_hold(module.captured)
    assert any("out[SIZE] = MASK" in text for text in module.sources.values())


def test_closures_and_quoted_annotations():
    scale = 3

    def kernel(out: wd.RWBuffer[u32], n: u32):
        out[0] = n * scale

    module = build_module(kernel, ATTRIBUTES)
    assert [capture.path for capture in module.captured] == ["scale"]
    store = module.kernel.body.operations[-2]
    first = kernel.__code__.co_firstlineno
    assert (store.location.file, store.location.line, store.location.column) == (__file__, first + 1, 9)


def test_registered_text_is_found():
    file = "<a cell>"
    linecache.cache[file] = (len(TEXT), None, TEXT.splitlines(True), file)
    names = {"wd": wd, "SIZE": 5}
    exec(compile(TEXT, file, "exec"), names)  # noqa: S102, the text is ours
    module = build_module(names["kernel"], ATTRIBUTES)
    assert constants(module) == [5, 0] and module.kernel.location.file == file


def test_source_text_that_is_not_available():
    names = {"wd": wd, "SIZE": 5}
    exec(compile(TEXT, "<stdin>", "exec"), names)  # noqa: S102, the text is ours
    with pytest.raises(CompileError, match="read from a pipe or typed at a prompt") as caught:
        build_module(names["kernel"], ATTRIBUTES)
    assert caught.value.id == "no-source" and "IPython" in str(caught.value)


def test_ipython_cells():
    interactive = InteractiveShell()
    interactive.run_cell("import wavedialect as wd\nSIZE = 6")
    interactive.run_cell(TEXT)
    module = build_module(interactive.user_ns["kernel"], ATTRIBUTES)
    assert constants(module) == [6, 0]


def test_columns_count_characters(load):
    names = load("def kernel(out: wd.RWBuffer[u32]):\n    é = u32(1); out[0] = é + out[1]")
    module = build_module(names["kernel"], ATTRIBUTES)
    load_operation = next(o for o in module.kernel.walk() if o.name == "memref.load")
    assert (load_operation.location.line, load_operation.location.column) == (6, 30)


def test_decorators_and_indentation_keep_the_lines(load):
    names = load(
        """
        def same(**options):
            return lambda function: function


        if True:
            @same(
                num_waves=4,
            )
            def kernel(
                out: wd.RWBuffer[u32],
            ):
                out[0] = 1
        """
    )
    module = build_module(names["kernel"], ATTRIBUTES)
    assert module.kernel.location.line == 13 and module.kernel.body.operations[-2].location.line == 16


def test_future_annotations(load):
    head = "from __future__ import annotations\n"
    text = "import wavedialect as wd\nfrom wavedialect import u32\n\n\ndef kernel(out: wd.RWBuffer[u32], p: bool):\n    out[0] = 1"
    module = build_module(load(text, head)["kernel"], ATTRIBUTES)
    assert [parameter.type.name for parameter in module.kernel.parameters] == ["RWBuffer[u32]", "bool"]


def test_local_variable_may_have_the_name_of_a_global(load):
    names = load("i = 5\n\n\ndef kernel(out: wd.RWBuffer[u32]):\n    for i in range(3):\n        out[u32(i)] = 1")
    build_module(names["kernel"], ATTRIBUTES)


def test_num_waves_that_is_no_integer(load):
    names = load("def kernel(out: wd.RWBuffer[u32]):\n    out[0] = 1")
    with pytest.raises(CompileError) as caught:
        build_module(names["kernel"], KernelAttributes(num_waves=2.5))
    assert caught.value.id == "num-waves-not-integer" and caught.value.line == 5


def test_functions_of_the_language_outside_a_kernel():
    for function in (wd.wave_lane_index, wd.abs, wd.clamp):
        with pytest.raises(WaveError, match="in a kernel"):
            function()


def test_types_outside_a_kernel_are_numpy_scalars():
    assert u32(3) == np.uint32(3) and type(u32(3)) is np.uint32


def test_helper_mistake_names_the_call(load):
    names = load(
        """
        @wd.func
        def broken(x):
            return x / 2


        def kernel(out: wd.RWBuffer[u32]):
            out[0] = broken(u32(4))
        """
    )
    with pytest.raises(CompileError) as caught:
        build_module(names["kernel"], ATTRIBUTES)
    assert caught.value.line == 7
    assert f"{names['__file__']}:11:14: note: in `broken`, called here" in str(caught.value)
