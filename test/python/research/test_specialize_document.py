"""The page about specializing waves: its kernel gives the printed remark, and its C++ is that of the tested plugin."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).parents[3]
PAGE = PROJECT / "docs" / "specialize.md"
PLUGIN = PROJECT / "test" / "install" / "project" / "WeighWaves.cpp"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def test_the_kernel(tmp_path):
    program = tmp_path / "page.py"
    program.write_text("\n".join(code for language, code in BLOCK.findall(PAGE.read_text()) if language == "python"))
    said = subprocess.run(
        [sys.executable, program.name], cwd=tmp_path, check=True, capture_output=True, text=True
    ).stdout
    assert (
        "wave-specialize: one copy for each set of waves (0; 1 to 3): saves 8 operations per group, takes 4 comparisons"
        in said
    )


def test_the_plugin():
    blocks = [code for language, code in BLOCK.findall(PAGE.read_text()) if language == "cpp"]
    assert len(blocks) == 3
    for code in blocks:
        assert code in PLUGIN.read_text(), code
