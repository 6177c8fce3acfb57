"""The table of diagnostics and the sources agree on which ids there are, who reports them, and their severities."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from wavedialect.checker.rules import RULES
from wavedialect.explanations import ids, rules

ROOT = Path(__file__).resolve().parents[3]
PACKAGE = ROOT / "python/wavedialect"
PYTHON = sorted(PACKAGE.rglob("*.py"))
CPP = {
    path: path.read_text()
    for folder in ("lib", "tools", "python/bindings")
    for path in sorted((ROOT / folder).rglob("*.cpp"))
}
ID = r"[a-z0-9]+(?:-[a-z0-9]+)*"
ENDING = re.compile(
    rf"emit(?:Op)?(?P<kind>Error|Warning|Remark)\b|\b(?P<remark>remark)Missed\(|\[(?P<id>{ID})\](?:\\n)?\"|\bfail\([^\";]*\"(?P<given>{ID})\""
    rf"|\bwarn\([^\";]*\"(?P<warned>{ID})\""
)
#: Faults of the HLSL front end, which become an InternalError, and messages of its tool.
NO_RULES = {"hlsl-internal", "hlsl-prelude", "hlsl-file", "output-file", "internal-error"}
LINT = re.compile(rf"^WAVE_LINT\(\w+, \"({ID})\", (\w+)\)$", re.MULTILINE)
SEVERITIES = {"Error": "error", "Warning": "warning", "Remark": "note"}


def reported_by(finder: str) -> dict[str, str]:
    """The ids whose page names the finder, with their severities."""
    return {name: rule.severities[finder] for name, rule in rules().items() if finder in rule.severities}


def part(path: Path) -> str:
    """The finder that a Python file belongs to."""
    folder = path.relative_to(PACKAGE).parts[0]
    return folder if folder in ("checker", "interpreter") else "front end"


def test_the_compiler():
    """Its ids end literals. The severity is that of the last ``emit...`` before one; other texts are errors."""
    found: dict[str, set[str]] = {}
    for text in CPP.values():
        severity = "error"
        for match in ENDING.finditer(text):
            if match["kind"] or match["remark"]:
                severity = SEVERITIES[match["kind"] or "Remark"]
            elif match["warned"]:
                found.setdefault(match["warned"], set()).add("warning")
            else:
                found.setdefault(match["id"] or match["given"], set()).add("error" if match["given"] else severity)
    for name in NO_RULES:
        del found[name]
    assert found == {name: {severity} for name, severity in reported_by("compiler").items()}


def test_lints():
    found = {name: SEVERITIES[kind] for name, kind in LINT.findall((ROOT / "lib/Lint/Lints.def").read_text())}
    assert found == reported_by("lint")


def test_the_checker():
    assert set(RULES) == set(reported_by("checker"))
    sources = [*CPP.values(), *(path.read_text() for path in PYTHON if path.parent.name == "checker")]
    found = set(re.findall(rf"\"({ID})\"(?!: Rule)", "".join(sources)))
    assert set(RULES) <= found | {"buffer-bounds", "out-of-bounds"}


@pytest.mark.parametrize("finder", ["front end", "interpreter"])
def test_python_reports_every_id(finder):
    found = {name for path in PYTHON if part(path) == finder for name in re.findall(rf"\"({ID})\"", path.read_text())}
    assert set(reported_by(finder)) <= found


@pytest.mark.parametrize("path", PYTHON, ids=lambda path: path.stem)
def test_ids_in_python_are_known(path):
    """Every literal that is given as an id, by keyword or to a function that takes an id."""
    known = reported_by(part(path))
    tellers = {"fail": 0, "CompileError": 0, "WaveError": 2, "report": 0, "Finding": 0, "_refuse": 1}
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
            if isinstance(value, ast.Constant) and value.value and re.fullmatch(ID, str(value.value)):
                assert value.value in known, f"line {node.lineno}"


def test_ids_in_cpp_are_whole():
    """An id that is put together of parts could not be found by its text. Those of lints are a table, and a kernel of HLSL
    takes an id from a message."""
    parts = re.compile(r"\"[^\"\n]* \[\"|\"-[a-z-]+\]\"")
    broken = [path.name for path, text in CPP.items() if parts.search(text)]
    assert sorted(broken) == ["Kernel.cpp", "LintKernels.cpp"]


def test_raised_errors_have_known_ids():
    """What the whole test suite relies on: an error with another id fails the test that meets it."""
    from wavedialect.errors import WaveError

    assert "no-such-id" not in ids()
    with pytest.raises(AssertionError, match="no-such-id"):
        WaveError("a message", None, "no-such-id")
