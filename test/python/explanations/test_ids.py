"""Every id that a message can end in is known: to the page of errors, and to ``explain``."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from wavedialect.errors import CATALOGUE
from wavedialect.explanations import explained, rules

ROOT = Path(__file__).resolve().parents[3]
PYTHON = sorted((ROOT / "python/wavedialect").rglob("*.py"))
CPP = sorted(path for folder in ("lib", "tools", "python/bindings") for path in (ROOT / folder).rglob("*.cpp"))
ENDING = re.compile(r"\[([a-z0-9]+(?:-[a-z0-9]+)*)\](?:\\n)?\"")


def test_the_page_has_every_rule():
    page = (ROOT / "docs/errors.md").read_text()
    assert [rule for rule in rules() if f"| `{rule}` |" not in page] == []


def test_every_rule_is_explained():
    assert sorted(rules()) == explained()


def test_advice_belongs_to_a_rule():
    assert sorted(set(CATALOGUE) - set(rules())) == []


def test_ids_in_cpp_are_known():
    """By a plain search for literals that end in an id, which knows nothing of how diagnostics are made."""
    found = {id: path.name for path in CPP for id in ENDING.findall(path.read_text())}
    assert {id: file for id, file in found.items() if id not in rules()} == {}
    assert len(found) > 100


def test_ids_in_cpp_are_whole():
    """An id that is put together of parts could not be found by its text. Those of lints are a table."""
    parts = re.compile(r"\"[^\"\n]* \[\"|\"-[a-z-]+\]\"")
    broken = [path.name for path in CPP if parts.search(path.read_text())]
    assert broken == ["LintKernels.cpp"]


@pytest.mark.parametrize("path", PYTHON, ids=lambda path: path.stem)
def test_ids_in_python_are_known(path):
    """Every literal that is given as an id, by keyword or to a function that takes the id first."""
    tellers = {"fail": 0, "CompileError": 0, "report": 0, "Finding": 0, "_refuse": 1}
    if path.parent.name == "command":
        # Click's parameter types fail with a message.
        del tellers["fail"]
    for node in ast.walk(ast.parse(path.read_text())):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        given = [keyword.value for keyword in node.keywords if keyword.arg in ("id", "rule")]
        given += node.args[tellers[name] : tellers[name] + 1] if name in tellers else []
        for value in given:
            assert not isinstance(value, ast.JoinedStr), f"line {node.lineno}: write the id as a literal"
            if isinstance(value, ast.Constant) and value.value and re.fullmatch(r"[a-z0-9-]+", str(value.value)):
                assert value.value in rules(), f"line {node.lineno}"


def test_raised_errors_have_known_ids():
    """What the whole test suite relies on: an error with another id fails the test that meets it."""
    from wavedialect.errors import WaveError

    with pytest.raises(AssertionError, match="no-such-id"):
        WaveError("a message", None, "no-such-id")
