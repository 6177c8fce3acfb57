"""The documentation can be made into a site, and no link leads nowhere."""

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
LINK = re.compile(r"\]\(([^)\s]+)\)")


def test_site_is_built_without_a_warning():
    made = subprocess.run([ROOT / "scripts" / "site"], check=False, capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
    assert (ROOT / "build" / "site" / "tutorial" / "1-a-first-kernel.html").exists()


def test_links_of_the_readme():
    links = [link for link in LINK.findall((ROOT / "README.md").read_text()) if not link.startswith("http")]
    assert links
    for link in links:
        assert (ROOT / link.partition("#")[0]).exists(), link
