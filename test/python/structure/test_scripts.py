"""Scripts that run for minutes refuse a wrong option with their usage, instead of starting."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).resolve().parents[3] / "scripts"


def usage_of(script: Path) -> str:
    """The comment that a script begins with."""
    lines = script.read_text().splitlines()[1:]
    comment = lines[: next(place for place, line in enumerate(lines) if not line.startswith("#"))]
    return "".join(f"{re.sub('^# ?', '', line)}\n" for line in comment)


@pytest.mark.parametrize("arguments", [["--help"], ["--tests"]])
@pytest.mark.parametrize("name", ["cross", "sanitize", "test", "wheel"])
def test_a_wrong_option_prints_the_usage(name, arguments):
    script = SCRIPTS / name
    done = subprocess.run([script, *arguments], check=False, capture_output=True, text=True, timeout=20)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", usage_of(script))


@pytest.mark.parametrize("arguments", [["--test", "--sdist"], ["--sdist", "--torch"], ["--torch"]])
def test_options_of_the_wheel_that_do_not_go_together(arguments):
    done = subprocess.run([SCRIPTS / "wheel", *arguments], check=False, capture_output=True, text=True, timeout=20)
    assert (done.returncode, done.stderr) == (2, usage_of(SCRIPTS / "wheel"))
