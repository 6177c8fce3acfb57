"""The committed support table is what the compiler does."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


def test_support_table_is_current():
    printed = subprocess.run(
        [sys.executable, ROOT / "scripts" / "support-table"], capture_output=True, text=True, check=True
    ).stdout
    assert printed == (ROOT / "docs" / "support.md").read_text(), "run scripts/support-table > docs/support.md"
