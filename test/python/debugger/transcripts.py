"""Scripted sessions: a transcript is a command line and, after each prompt, a command with its exact output.

``python test/python/debugger/transcripts.py NAME...`` writes the outputs of these transcripts anew; read the difference.
"""

from __future__ import annotations

import contextlib
import os
import shlex
import sys
from pathlib import Path

from click.testing import CliRunner

from wavedialect.command.main import main

FOLDER = Path(__file__).parent / "sessions"
PROMPT = "(debug) "


def transcripts() -> list[Path]:
    """All transcripts."""
    return sorted(FOLDER.glob("*.txt"))


def repeated(path: Path) -> str:
    """The transcript as the debugger makes it now."""
    first, *lines = path.read_text("utf-8").splitlines()
    assert first.startswith("$ wavedialect debug ")
    commands = [line.removeprefix(PROMPT) for line in lines if line.startswith(PROMPT)]
    with contextlib.chdir(FOLDER):
        result = CliRunner().invoke(
            main, shlex.split(first)[2:], prog_name="wavedialect", input="".join(f"{one}\n" for one in commands)
        )
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    ended = "" if result.exit_code == 0 else f"(exit {result.exit_code})\n"
    return f"{first}\n{result.output}{ended}"


if __name__ == "__main__":
    for name in sys.argv[1:] or [one.stem for one in transcripts()]:
        path = FOLDER / f"{name}.txt"
        path.write_text(repeated(path), "utf-8")
        os.write(1, f"{name}\n".encode())
