"""The code of the README, of the tutorial and of other pages runs as it stands, and prints what stands below it."""

import io
import re
import runpy
import shlex
from contextlib import redirect_stdout
from pathlib import Path

import pytest
from click.testing import CliRunner
from sybil import Example, Sybil
from sybil.parsers.markdown import CodeBlockParser, PythonCodeBlockParser

from wavedialect.command.main import main

ROOT = Path(__file__).resolve().parents[3]
STEPS = sorted((ROOT / "docs" / "tutorial").glob("*.md"))
OTHERS = [ROOT / "docs" / f"{name}.md" for name in ("from-hlsl", "from-cuda", "seeing-inside", "debugger", "tuning")]
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
    # Programs have their host code under a guard, so that commands can import them.
    document.namespace["__name__"] = "__main__"
    examples = list(document.examples())
    assert examples
    for example in examples:
        printed = io.StringIO()
        with redirect_stdout(printed):
            example.evaluate()
        if printed.getvalue():
            document.namespace["printed"] = printed.getvalue()


def test_the_blocks_of_the_readme_are_programs(tmp_path, monkeypatch):
    # A reader saves one block in a file; the command below the first one runs its kernel.
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "README.md").read_text()
    sums, listing = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    Path("sums.py").write_text(sums)
    Path("listing.py").write_text(listing)
    runpy.run_path("listing.py", run_name="__main__")
    (line,) = re.findall(r"^\.venv/bin/python -m wavedialect (run .*)$", text, re.MULTILINE)
    result = CliRunner().invoke(main, shlex.split(line))
    assert result.exit_code == 0, result.output
    assert "RWBuffer[f32]" in result.output


def test_it_has_eight_steps():
    assert [page.stem[0] for page in STEPS] == ["1", "2", "3", "4", "5", "6", "7", "8"]
