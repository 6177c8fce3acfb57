"""What the page of the comparison says of ours is what is found."""

from __future__ import annotations

import re
from pathlib import Path

import peer_cases

from wavedialect.kernels.kernel import Kernel

PAGE = Path(__file__).resolve().parents[3] / "docs" / "lint-comparison.md"
_ROW = re.compile(r"^\|.*\| ([^|]*?) <!-- (\w+) --> \|$", re.MULTILINE)


def test_the_table_is_right():
    said = {name: set(re.findall(r"`([\w-]+)`", ours)) for ours, name in _ROW.findall(PAGE.read_text())}
    kernels = {name: value for name, value in vars(peer_cases).items() if isinstance(value, Kernel)}
    assert said == {name: {finding.lint for finding in kernel.lint()} for name, kernel in kernels.items()}
