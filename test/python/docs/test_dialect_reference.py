"""The committed reference of operations and passes is what the definitions say."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


def test_dialect_reference_is_current():
    subprocess.run([sys.executable, ROOT / "scripts" / "dialect-reference", "--check"], check=True)
