"""What the documentation names exists: files, sections of pages, passes, options and ids."""

from __future__ import annotations

import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
#: Printed from the sources, so that they name what is there.
PRINTED = {"docs/dialect.md", "docs/dxil-dialect.md", "docs/passes.md"}


#: Names of others: lints of shader-clippy, tests of compilers with bugs.
OF_OTHERS = {"docs/lint-comparison.md", "test/KnownBugs/README.md"}


@cache
def files() -> tuple[str, ...]:
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    return tuple(name for name in listed if (ROOT / name).is_file())


def pages() -> list[str]:
    return [name for name in files() if name.endswith(".md") and name not in PRINTED]


@cache
def sources() -> str:
    """All text that is not documentation."""
    texts = []
    for name in files():
        if not name.endswith((".md", ".png")):
            texts.append((ROOT / name).read_text(errors="ignore"))
    return "\n".join(texts)


@cache
def words() -> frozenset[str]:
    """Names with hyphens in the sources: options, passes, ids."""
    return frozenset(re.findall(r"[A-Za-z0-9]+(?:[-_.][A-Za-z0-9]+)+", sources()))


@cache
def anchors(page: Path) -> frozenset[str]:
    """The sections of a page, as links name them."""
    titles = re.findall(r"^#+ +(.*)$", re.sub(r"^```.*?^```", "", page.read_text(), flags=re.M | re.S), re.M)
    plain = (re.sub(r"[^\w\- ]", "", title.strip().lower()).replace(" ", "-") for title in titles)
    return frozenset(plain)


def prose(page: str) -> str:
    """Without blocks of code."""
    return re.sub(r"^```.*?^```", "", (ROOT / page).read_text(), flags=re.M | re.S)


@pytest.mark.parametrize("page", pages())
def test_links_lead_somewhere(page):
    folder = (ROOT / page).parent
    for target in re.findall(r"\]\(([^)\s]+)\)", prose(page)):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        linked = folder / path if path else ROOT / page
        assert linked.exists(), f"{page} links {target}"
        if anchor and linked.suffix == ".md":
            assert anchor in anchors(linked.resolve()), f"{page} links {target}"


@pytest.mark.parametrize("page", pages())
def test_files_exist(page):
    for name in re.findall(r"`([\w./-]+)`", prose(page)):
        top = name.split("/")[0]
        if "/" in name and top in {
            "lib",
            "include",
            "test",
            "python",
            "scripts",
            "examples",
            "benchmarks",
            "docs",
            "tools",
        }:
            folders = (ROOT, (ROOT / page).parent)
            assert any((folder / name).exists() for folder in folders), f"{page} names {name}"


@pytest.mark.parametrize("page", [page for page in pages() if page not in OF_OTHERS])
def test_options_passes_and_ids_exist(page):
    for name in re.findall(r"`-{0,2}([a-z0-9]+(?:-[a-z0-9]+)+)(?:[ =][^`]*)?`", prose(page)):
        # Options of ours are keywords with underscores in Python.
        assert {name, name.replace("-", "_"), f"wave-{name}"} & words(), f"{page} names {name}"
