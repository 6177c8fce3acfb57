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


def test_readme_has_the_short_form(tmp_path):
    before = (ROOT / "README.md").read_text()
    copy = tmp_path / "scripts"
    copy.mkdir()
    (copy / "support-table").write_text((ROOT / "scripts" / "support-table").read_text())
    (tmp_path / "README.md").write_text(before)
    subprocess.run([sys.executable, copy / "support-table", "--readme"], check=True)
    assert (tmp_path / "README.md").read_text() == before, "run scripts/support-table --readme"
