"""Finding a function's text without the rest of its file."""

from __future__ import annotations

import importlib.util
import inspect
import linecache
import runpy

import numpy as np
import pytest

import wavedialect as wd
from wavedialect.errors import CompileError
from wavedialect.frontends.python import source


def plain(x):
    return x


def with_what_no_code_is_made_of(x):
    """A text
    at the first column."""
    # A comment at its own place,
    # and one at the first column.
    if x:
        return plain(
            x,
        )
    while True:
        x = plain(x)
    x = "never reached"
    if False:
        pass
    else:
        pass


def maker():
    @wd.func
    def inner(x):
        def innermost(y):
            return y

        return innermost(x)

    return inner


def wrapped(x):
    return [  # fmt: skip
        x,
    ]


def test_the_text_is_that_of_the_whole_file(monkeypatch):
    functions = [plain, with_what_no_code_is_made_of, maker, maker().function, wrapped]
    alone = [source.find_source(function) for function in functions]
    monkeypatch.setattr(source, "_parse_alone", lambda code, lines: None)
    for function, found in zip(functions, alone, strict=True):
        whole = source.find_source(function)
        assert found.text == whole.text == "".join(inspect.getsourcelines(function)[0])
        assert source.ast.dump(found.node, include_attributes=True) == source.ast.dump(
            whole.node, include_attributes=True
        )


def test_the_rest_of_the_file_is_not_read(monkeypatch):
    monkeypatch.setattr(source, "_parse", lambda text: pytest.fail("all of it is read"))
    assert source.find_source(plain).node.name == "plain"


def test_a_file_that_was_cut_off():
    text = "def first(x):\n    return x\n\n\ndef second(x):\n    return x\n"
    namespace: dict = {}
    exec(compile(text, "<cut off>", "exec"), namespace)  # noqa: S102 - our own text.
    cut = text.splitlines(keepends=True)[:3]
    linecache.cache["<cut off>"] = (len(text), None, cut, "<cut off>")
    assert source.find_source(namespace["first"]).node.name == "first"
    with pytest.raises(CompileError, match="has changed"):
        source.find_source(namespace["second"])


KERNEL = """
import wavedialect as wd
from wavedialect import f32

@wd.kernel(num_threads=64)
def fill(out: wd.RWBuffer[f32]):
    out[wd.dispatch_thread_id().x] = 1.0
"""


def launched(kernel) -> float:
    out = np.zeros(64, np.float32)
    kernel[1](out)
    assert (out == out[0]).all()
    return float(out[0])


def test_a_file_edited_before_the_first_launch(tmp_path):
    """The loaded code runs, even if the file has changed and is read meanwhile."""
    file = tmp_path / "edited.py"
    file.write_text(KERNEL)
    names = runpy.run_path(str(file))
    file.write_text(KERNEL.replace("1.0", "2.0"))
    linecache.checkcache(str(file))
    assert launched(names["fill"]) == 1.0
    assert launched(runpy.run_path(str(file))["fill"]) == 2.0


def test_text_that_a_module_runs_is_not_the_modules(tmp_path):
    """``exec`` runs its text with the globals of the calling module, including the module's loader."""
    file = tmp_path / "with_exec.py"
    file.write_text(KERNEL + f"exec(compile({KERNEL.replace('1.0', '2.0')!r}, 'nowhere.py', 'exec'))\n")
    specification = importlib.util.spec_from_file_location("with_exec", file)
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    with pytest.raises(CompileError) as raised:
        launched(module.fill)
    assert "from nowhere.py, is not available [no-source]" in str(raised.value)
