"""Kernels whose text is in no file: of `python -c`, of prompts, of standard input and of `exec`."""

from __future__ import annotations

import code
import contextlib
import io
import linecache
import os
import pty
import subprocess
import sys
import textwrap

import numpy as np
import pytest

import wavedialect as wd

KERNEL = '''
import numpy as np
import wavedialect as wd
from wavedialect import u32

@wd.kernel(num_waves=1)
def fill(out: wd.RWBuffer[u32]):
    """A text

    of several lines."""

    out[0] = {value}

out = np.zeros(1, np.uint32)
fill[1](out)
print(out[0])
'''


def python(*arguments, **options):
    ran = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=False, **options)
    return ran.stdout.strip() or ran.stderr.strip()


@pytest.mark.parametrize("before", [["-c"], ["-Bc"], ["-W", "error", "-c"]], ids=" ".join)
def test_the_command_line(before):
    assert python(*before, KERNEL.format(value=7), "an argument", "-c", "another") == "7"


def test_the_command_line_without_a_space():
    assert python("-c" + KERNEL.format(value=7)) == "7"


def test_an_error_on_the_command_line():
    printed = python("-c", KERNEL.format(value=1.5))
    assert "12 |     out[0] = 1.5" in printed and "<string " in printed


@pytest.mark.parametrize("arguments", [[], ["-"], ["-", "x"]], ids=str)
def test_a_file_as_standard_input(tmp_path, arguments):
    file = tmp_path / "program"
    file.write_text(KERNEL.format(value=8))
    with file.open() as opened:
        assert python(*arguments, stdin=opened) == "8"


def test_a_pipe_as_standard_input():
    printed = python("-", input=KERNEL.format(value=8))
    assert "the source text of `fill`, read from a pipe or typed at a prompt, is not available [no-source]" in printed
    assert "help: " in printed and "wd.source_code" in printed


def test_the_prompt(tmp_path):
    """Two kernels typed at the plain prompt, at a terminal."""
    typed = """
        import numpy as np; import wavedialect as wd; out = np.zeros(1, np.uint32)
        @wd.kernel(num_waves=1)
        def first(out: wd.RWBuffer[wd.u32]):
            out[0] = 3

        @wd.kernel(num_waves=1)
        def second(out: wd.RWBuffer[wd.u32]):
            out[0] = out[0] * 2

        first[1](out); second[1](out); print("the result is", out[0])
        @wd.kernel(num_waves=1)
        def wrong(out: wd.RWBuffer[wd.u32]):
            out[0] = 2.5

        wrong[1](out)
        exit()
    """
    parent, child = pty.openpty()
    environment = {**os.environ, "TERM": "dumb", "PYTHON_BASIC_REPL": "1", "HOME": str(tmp_path)}
    process = subprocess.Popen([sys.executable, "-q"], stdin=child, stdout=child, stderr=child, env=environment)
    os.close(child)
    os.write(parent, textwrap.dedent(typed).lstrip().encode())
    printed = b""
    with contextlib.suppress(OSError):
        while part := os.read(parent, 4096):
            printed += part
    os.close(parent)
    assert process.wait() == 0
    text = printed.decode()
    assert "the result is 6" in text, text
    assert "3 |     out[0] = 2.5" in text, text


def launched(kernel) -> int:
    out = np.zeros(1, np.uint32)
    kernel[1](out)
    return int(out[0])


def test_a_console_of_the_module_code():
    console = code.InteractiveConsole()
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        for line in [
            "import numpy as np",
            "import wavedialect as wd",
            "@wd.kernel(num_waves=1)",
            "def fill(out: wd.RWBuffer[wd.u32]):",
            "    out[0] = 6",
            "",
            "out = np.zeros(1, np.uint32)",
            "done = fill[1](out)",
            "print(out[0])",
        ]:
            console.push(line)
    assert printed.getvalue() == "6\n"


TEXT = """
import wavedialect as wd
{future}
VALUE = {value}

@wd.func
def value():
    return wd.u32(VALUE)

@wd.kernel(num_waves=1)
def fill(out: wd.RWBuffer[wd.u32]):
    out[0] = value()
"""


@pytest.mark.parametrize("indentation", ["", "    "])
def test_text_that_a_variable_holds(indentation):
    text = textwrap.indent(TEXT.format(future="", value=11), indentation)
    first: dict = {}
    exec(textwrap.dedent(text), first)  # noqa: S102 - our own text.
    assert launched(first["fill"]) == 11
    # Two texts of one call do not mix.
    other = TEXT.format(future="", value=12)
    second: dict = {}
    exec(other, second)  # noqa: S102
    assert launched(second["fill"]) == 12 and launched(first["fill"]) == 11


def test_text_that_only_the_call_has():
    names: dict = {}
    exec(TEXT.format(future="", value=13), names)  # noqa: S102
    with pytest.raises(wd.CompileError) as raised:
        launched(names["fill"])
    assert str(raised.value) == (
        "the source text of `fill`, given to `exec`, is not available [no-source]\n"
        "help: put the code into a file; use IPython or Jupyter, which keep what is typed; or run text by "
        "`exec(wd.source_code(text))`"
    )
    names = {}
    exec(wd.source_code(TEXT.format(future="", value=14)), names)  # noqa: S102
    assert launched(names["fill"]) == 14


def test_text_under_future_statements():
    names: dict = {}
    # This file's own future statement applies to the text as well.
    text = TEXT.format(future="", value=15).replace("value():", "value() -> wd.u32:")
    exec(text, names)  # noqa: S102
    assert launched(names["fill"]) == 15
    assert names["value"].function.__annotations__ == {"return": "wd.u32"}


def test_the_same_text_has_the_same_name():
    text = TEXT.format(future="", value=16)
    codes = [wd.source_code(text) for _ in range(2)]
    assert codes[0].co_filename == codes[1].co_filename != wd.source_code(text + "\n").co_filename
    assert "".join(linecache.getlines(codes[0].co_filename)) == text


def test_source_code_of_what_is_no_text():
    with pytest.raises(wd.WaveError, match="`source_code` takes Python text, got bytes"):
        wd.source_code(b"x = 1")
