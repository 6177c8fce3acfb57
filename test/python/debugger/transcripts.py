"""Scripted sessions: a transcript is a command line and, after each prompt, a command with its exact output.

``python test/python/debugger/transcripts.py`` writes all outputs anew, also those of the pages; read the difference.
"""

from __future__ import annotations

import contextlib
import re
import shlex
import tempfile
from pathlib import Path

from click.testing import CliRunner

from wavedialect.command.main import main

FOLDER = Path(__file__).parent / "sessions"
DOCS = Path(__file__).resolve().parents[3] / "docs"
PAGES = {DOCS / "debugger.md": "sums.py", DOCS / "tutorial" / "8-step-through-a-kernel.md": "running.py"}
"""The pages with sessions, and the name of the file that their first block of code is."""
PROMPT = "(debug) "
_SESSION = re.compile(r"(?<=^```console\n)(.*?)(?=^```$)", re.MULTILINE | re.DOTALL)


def transcripts() -> list[Path]:
    """All transcripts."""
    return sorted(FOLDER.glob("*.txt"))


def repeated(text: str, folder: Path) -> str:
    """The transcript as the debugger makes it now in a folder."""
    first, *lines = text.splitlines()
    assert first.startswith("$ wavedialect debug ")
    commands = [line.removeprefix(PROMPT) for line in lines if line.startswith(PROMPT)]
    given = "".join(f"{one}\n" for one in commands)
    with contextlib.chdir(folder):
        result = CliRunner().invoke(main, shlex.split(first)[2:], prog_name="wavedialect", input=given)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    ended = "" if result.exit_code == 0 else f"(exit {result.exit_code})\n"
    return f"{first}\n{result.output}{ended}"


def repeated_page(page: Path) -> str:
    """A page with its sessions as the debugger makes them now."""
    text = page.read_text("utf-8")
    code = re.search(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert code is not None
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, PAGES[page]).write_text(code[1], "utf-8")
        return _SESSION.sub(lambda session: repeated(session[0], Path(folder)), text)


if __name__ == "__main__":
    for path in transcripts():
        path.write_text(repeated(path.read_text("utf-8"), FOLDER), "utf-8")
    for path in PAGES:
        path.write_text(repeated_page(path), "utf-8")
