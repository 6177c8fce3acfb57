"""Compiles a text with one mistake, marked by ``§``, and asserts the error's location, message and help."""

from __future__ import annotations

import importlib.util
import itertools
import textwrap

import pytest

from wavedialect import errors
from wavedialect.frontends.python.frontend import build_module
from wavedialect.ir.module import KernelAttributes

HEAD = """import wavedialect as wd
from wavedialect import f32, i32, u32


"""
_count = itertools.count()


@pytest.fixture
def refuse(tmp_path):
    """``refuse(text, id, message, fix)``: ``kernel`` has an error at the ``§``; its message and help contain the texts."""

    def check(text: str, id: str, message: str, fix: str, **attributes) -> errors.CompileError:
        text = HEAD + textwrap.dedent(text).strip() + "\n"
        before = text[: text.index("§")]
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        file = tmp_path / f"mistake_{next(_count)}.py"
        file.write_text(text.replace("§", ""))
        spec = importlib.util.spec_from_file_location(file.stem, file)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        stated = attributes or {"num_waves": 4}
        with pytest.raises(errors.CompileError) as caught:
            build_module(module.kernel, KernelAttributes(**stated))
        error = caught.value
        shown = str(error)
        assert error.id == id, shown
        assert (error.file, error.line, error.column) == (str(file), line, column), shown
        assert message in error.message, shown
        assert fix in error.fix, shown
        first, *rest = shown.splitlines()
        assert first.startswith(f"{file}:{line}:{column}: ") and first.endswith(f"[{id}]")
        assert rest[0].endswith(text.splitlines()[line - 1].replace("§", ""))
        assert rest[1].index("^") == rest[0].index("| ") + 2 + column - 1
        assert rest[-1].startswith("help: ")
        assert "python/wavedialect" not in shown
        assert error.__cause__ is None and error.__suppress_context__
        return error

    return check
