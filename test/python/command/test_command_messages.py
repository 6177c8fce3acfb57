"""What is said on standard error: that something takes its time, and errors."""

from __future__ import annotations

import io
import os
import sys
import time

from wavedialect.command import check, run
from wavedialect.command.messages import advice_in_options, from_here, in_options, show_error, with_source, working
from wavedialect.errors import CompileError, InternalError, WaveError


class Terminal(io.StringIO):
    """Standard error on a terminal."""

    def isatty(self) -> bool:
        return True


def test_long_work_is_shown_on_a_terminal(monkeypatch):
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    with working("compiling blur"):
        time.sleep(0.8)
    assert "compiling blur" in terminal.getvalue()
    # Nothing of it stays: the line is erased, and the cursor is shown again.
    assert terminal.getvalue().endswith("\x1b[2K") and "\x1b[?25h" in terminal.getvalue()


def test_quick_work_is_not_shown(monkeypatch):
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with working("compiling blur"):
        pass
    time.sleep(0.6)
    assert terminal.getvalue() == ""


def test_no_progress_without_a_terminal(monkeypatch):
    file = io.StringIO()
    monkeypatch.setattr(sys, "stderr", file)
    with working("compiling blur"):
        time.sleep(0.8)
    assert file.getvalue() == ""


def test_names_of_files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert from_here(f"{tmp_path}/a.py:1: {tmp_path}/b.py") == "a.py:1: b.py"
    assert from_here("/elsewhere/a.py:1") == "/elsewhere/a.py:1"
    monkeypatch.chdir("/")
    assert from_here("/tmp/a.py:1") == "/tmp/a.py:1"


def test_errors(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.py").write_text("x = 1 + y\n")
    file = os.path.abspath("a.py")
    show_error(CompileError("mixed-types", "not the same", file, 1, 5, notes=[("here", file, 1, 9)]), "wd")
    assert capsys.readouterr().err == (
        "a.py:1:5: error: not the same [mixed-types]\n  1 | x = 1 + y\n    |     ^\na.py:1:9: note: here\n"
        "help: types are never converted implicitly; convert one side\nmore: wd explain mixed-types\n"
    )
    show_error(WaveError("no"), "wd")
    show_error(InternalError("ours", "report it"), "wd")
    assert capsys.readouterr().err == "error: no\ninternal error: ours\nhelp: report it\n"


def test_advice_names_the_options_of_the_command():
    text = (
        'pass `unordered="out"` or `by_wave_size="out"` or `tolerance=`; more time, `most_seconds=`; `unchecked=True`'
    )
    assert advice_in_options(f"help: {text}", check.command) == (
        "help: pass `--unordered out` or `--by-wave-size out` or `--tolerance X`; more time, `--most-seconds S`;"
        " `--unchecked`"
    )
    # Arguments of the decorator and other text stay.
    for line in ("help: state `wave_size=(16, 32)` or `wave_size=`", f"text {text}", "  3 | @wd.kernel(wave_size=8)"):
        assert advice_in_options(line, check.command) == line
    assert in_options("wave_size=64 is too large, use device='cpu'", run.command) == (
        "`--wave-size 64` is too large, use `--device cpu`"
    )
    assert in_options("does not run at wave_size=7", check.command) == "does not run at `--wave-size 7`"


def test_options_in_the_error_of_a_command(command):
    result = command("run", "kernels.py:scale", "x=arange:64", "out=zeros:64", "n=64", "factor=2", "--wave-size", "7")
    assert "does not run at `--wave-size 7`" in result.stderr


def test_remarks_show_the_source(tmp_path):
    file = tmp_path / "k.py"
    file.write_text("x = 1\nif x:\n    pass\n")
    assert with_source(f"{file}:2:4: remark: told\n{file}:1:1: note: here").split("\n") == [
        f"{file}:2:4: remark: told",
        "  2 | if x:",
        "    |    ^",
        f"{file}:1:1: note: here",
    ]
    assert with_source("-:1:1: remark: told") == "-:1:1: remark: told"


def test_a_keyword_whose_value_is_a_list(command):
    said = command("compile", "kernels.py:scale", "--target", "mlir", "--pipeline", "").stderr
    assert "for instance `--pipeline canonicalize,cse`" in said
