"""The committed support table is what the compiler does."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


def test_support_table_is_current():
    printed = subprocess.run(
        [sys.executable, ROOT / "scripts" / "support-table"], capture_output=True, text=True, check=True
    ).stdout
    assert printed == (ROOT / "docs" / "support.md").read_text(), "run scripts/support-table > docs/support.md"


def test_the_front_end_takes_what_the_table_marks():
    """Bit reductions and scans of bool exist in MLIR alone; the short table is about functions of Python."""
    page = (ROOT / "docs" / "support.md").read_text()
    intrinsics, *others = page.split("\n\n## ")
    (whole,) = (section for section in others if section.startswith("SPIR-V"))
    rows = [line for line in intrinsics.splitlines() if line.startswith("|")]
    short = {name: line for line in rows for name in re.findall("`(Wave[^`]+)`", line)}
    for name in ("WaveActiveBitAnd", "WaveActiveBitOr", "WaveActiveBitXor", "WaveMultiPrefixBitAnd"):
        assert short[name].split("|")[2].strip() == ""
        (line,) = (line for line in whole.splitlines() if line.startswith(f"| `{name}` |"))
        assert "MLIR only (`reduce-bits-of-bool`)" in line.split("|")[3]
