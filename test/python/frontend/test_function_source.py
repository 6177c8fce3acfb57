"""Finding a function's text without the rest of its file."""

from __future__ import annotations

import inspect
import linecache

import pytest

import wavedialect as wd
from wavedialect.compiler import source
from wavedialect.errors import CompileError


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
