"""What is said on standard error: that something takes its time, and errors."""

from __future__ import annotations

import io
import os
import sys
import time

from wavedialect.command.messages import from_here, show_error, working
from wavedialect.errors import CompileError, InternalError, WaveError


class Terminal(io.StringIO):
    """Standard error on a terminal."""

    def isatty(self) -> bool:
        return True


def test_what_takes_long_is_shown_on_a_terminal(monkeypatch):
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    with working("compiling blur"):
        time.sleep(0.8)
    assert "compiling blur" in terminal.getvalue()
    # Nothing of it stays: the line is erased, and the cursor is shown again.
    assert terminal.getvalue().endswith("\x1b[2K") and "\x1b[?25h" in terminal.getvalue()


def test_what_is_quick_is_not_shown(monkeypatch):
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with working("compiling blur"):
        pass
    time.sleep(0.6)
    assert terminal.getvalue() == ""


def test_nothing_is_shown_elsewhere(monkeypatch):
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
