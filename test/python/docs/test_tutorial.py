"""The code of the README, of the tutorial and of other pages runs as it stands, and prints what stands below it."""

import io
from contextlib import redirect_stdout
from pathlib import Path

import pytest
from sybil import Example, Sybil
from sybil.parsers.markdown import CodeBlockParser, PythonCodeBlockParser

ROOT = Path(__file__).resolve().parents[3]
STEPS = sorted((ROOT / "docs" / "tutorial").glob("*.md"))
OTHERS = [ROOT / "docs" / f"{name}.md" for name in ("from-hlsl", "from-cuda", "seeing-inside", "tuning")]
PAGES = [ROOT / "README.md", *STEPS, *OTHERS]


def compare(example: Example) -> None:
    """A block of `text` is a part of what the block of code above it printed, with `...` for what may differ."""
    printed = example.namespace["printed"]
    rest = printed
    for part in (piece.strip("\n") for piece in str(example.parsed).strip().split("...")):
        before, found, rest = rest.partition(part)
        assert found, f"{example.path}:{example.line}: expected\n{part}\nin\n{printed}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_code_runs(page, tmp_path, monkeypatch):
    # The pages write files.
    monkeypatch.chdir(tmp_path)
    parsers = [PythonCodeBlockParser(), CodeBlockParser("text", compare)]
    document = Sybil(parsers=parsers, path=str(page.parent)).parse(page)
    examples = list(document.examples())
    assert examples
    for example in examples:
        printed = io.StringIO()
        with redirect_stdout(printed):
            example.evaluate()
        if printed.getvalue():
            document.namespace["printed"] = printed.getvalue()


def test_it_has_seven_steps():
    assert [page.stem[0] for page in STEPS] == ["1", "2", "3", "4", "5", "6", "7"]
