"""The page about research: its code runs, in its order, and its commands after that."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from wavedialect.driver.repeat import find_tool

PAGE = Path(__file__).parents[3] / "docs" / "research.md"
BLOCK = re.compile(r"^```(python|sh)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def test_the_page_is_true(tmp_path):
    blocks = BLOCK.findall(PAGE.read_text())
    assert [language for language, _ in blocks].count("python") == 7
    program = tmp_path / "page.py"
    program.write_text("\n".join(code for language, code in blocks if language == "python"))
    plain = {name: value for name, value in os.environ.items() if not name.startswith("WAVEDIALECT_")}
    environment = {**plain, "PATH": f"{Path(find_tool('wave-opt')).parent}:{os.environ['PATH']}"}
    given = {"cwd": tmp_path, "env": environment, "capture_output": True, "text": True}
    said = subprocess.run([sys.executable, program.name], check=True, **given).stdout
    assert "wave-resolve-groupshared" in said and "('store', 8)" in said
    assert "[group-index-emulated]" in said and "OpGroupNonUniformUMax" in said
    commands = "\n".join(code for language, code in blocks if language == "sh")
    subprocess.run(["sh", "-e", "-c", commands], check=True, **given)
    assert (tmp_path / "sums.spv").stat().st_size > 1000 and any((tmp_path / "passes").rglob("*.mlir"))
    # The last line that the program prints repeats what failed.
    command = said.rstrip().splitlines()[-1]
    repeated = subprocess.run(command, shell=True, cwd="/", capture_output=True, text=True, check=False)
    assert repeated.returncode != 0 and "error: " in repeated.stderr
