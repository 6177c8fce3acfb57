"""The explanations of errors: each has its form, its bad code ends in its id, and its good code compiles."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import itertools
import json
import os
import re
import shlex
import subprocess
import sys
import warnings
from pathlib import Path
from unittest import mock

import pytest

from wavedialect import _native
from wavedialect.command.kernel_file import load_kernels
from wavedialect.driver.compilation import VERIFY_PIPELINE
from wavedialect.driver.repeat import find_tool
from wavedialect.errors import WaveError, WaveWarning
from wavedialect.explanations import HEAD, Example, explained, explanation, parse, rules
from wavedialect.kernels.kernel import Kernel
from wavedialect.lint.settings import lints

ROOT = Path(__file__).resolve().parents[3]
NOT_EXPLAINED = Path(__file__).with_name("not-explained.txt")
"""Ids that have no explanation yet, one a line; shorter with each that is written."""
_count = itertools.count()
_ID = re.compile(r"\[([a-z0-9-]+)\]$", re.MULTILINE)
_COMMAND = re.compile(r"// (wave-(?:opt|translate)\b.*)\n")


def ids(text: str) -> set[str]:
    """The ids in what a user is shown: each ends a line."""
    return set(_ID.findall(text)) & set(rules())


def run(example: Example, folder: Path, is_lint: bool = False) -> set[str]:
    """The ids that somebody is told who does what the example does, or who lints it."""
    if is_lint:
        file = folder / f"example_{next(_count)}.py"
        file.write_text(f"{HEAD}\n\n{example.code}")
        return {finding.lint for kernel in load_kernels(str(file)) for finding in kernel.lint()}
    return _run_mlir(example.code) if example.language == "mlir" else _run_python(example.code, folder)


def _run_mlir(code: str) -> set[str]:
    """Through the command of the first line, else through the verifier."""
    command = _COMMAND.match(code)
    if command is None:
        done = _native.run_pipeline(code, VERIFY_PIPELINE)
        told = {name for said in done.diagnostics for name in ids(said.message)}
        assert told or done.ok, [said.message for said in done.diagnostics]
        return told
    tool, *options = shlex.split(command[1])
    # What it writes may be SPIR-V.
    done = subprocess.run(
        [find_tool(tool), *options], input=code, capture_output=True, text=True, errors="replace", check=False
    )
    told = ids(done.stderr)
    assert told or done.returncode == 0, done.stderr
    return told


def _run_python(code: str, folder: Path) -> set[str]:
    """As a file, and where that says nothing, each of its kernels is compiled."""
    file = folder / f"example_{next(_count)}.py"
    file.write_text(f"{HEAD}\n\n{code}")
    spec = importlib.util.spec_from_file_location(file.stem, file)
    module = importlib.util.module_from_spec(spec)
    told: set[str] = set()
    printed = io.StringIO()
    with (
        warnings.catch_warnings(record=True) as caught,
        contextlib.redirect_stdout(printed),
        mock.patch.dict(os.environ),
    ):
        warnings.simplefilter("always")
        try:
            spec.loader.exec_module(module)
            told = ids(printed.getvalue())
            for kernel in [value for value in vars(module).values() if isinstance(value, Kernel)]:
                for target in ("spirv", "cpu") if not told else ():
                    kernel.compile(target=target)
        except WaveError as error:
            told |= {error.id} if error.id else ids(str(error))
            assert told, error
    return told.union(*(ids(str(one.message)) for one in caught if issubclass(one.category, WaveWarning)))


@pytest.mark.parametrize("name", explained())
def test_the_bad_code_breaks_this_rule(name, tmp_path):
    assert run(explanation(name).bad, tmp_path, name in lints()) == {name}


@pytest.mark.parametrize("name", explained())
def test_the_good_code_compiles(name, tmp_path):
    # Remarks say how the code is compiled, and are no complaint.
    remarks = {
        rule for rule in rules() if {one.severity for one in rules()[rule].found if one.by == "compiler"} == {"note"}
    }
    assert run(explanation(name).good, tmp_path) - (remarks - {name}) == set()
    assert name not in lints() or run(explanation(name).good, tmp_path, is_lint=True) == set()


@pytest.mark.parametrize("name", explained())
def test_the_form(name):
    assert name in rules(), "no error has this id"
    text = explanation(name)
    assert text.rule.endswith(".") and "\n" not in text.rule
    assert text.bad.code != text.good.code
    # The page of a lint says what can be set, and what belongs to it.
    assert bool(text.options) == bool(text.related) == (name in lints())


def test_every_id_is_explained_or_known_to_be_missing():
    missing = NOT_EXPLAINED.read_text().split()
    assert missing == sorted(set(rules()) - set(explained())), "write what is new, take out what is written"


def test_rules_are_those_of_the_sources():
    command = [sys.executable, "scripts/error-reference", "--json"]
    printed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    kept = (ROOT / "python/wavedialect/explanations/rules.json").read_text()
    assert json.loads(printed) == json.loads(kept), "type scripts/reprint"


@pytest.mark.parametrize(
    "text, said",
    [
        ("", "it has the parts"),
        ("# Rule.\n\n## Bad\n\n```python\nx\n```\n\n## Good\n\n```python\ny\n```\n", "does not say why"),
        ("# Rule.\n\nWhy.\n\n## Good\n\n```python\ny\n```\n\n## Bad\n\n```python\nx\n```\n", "in this order"),
        ("# Rule.\n\nWhy.\n\n## Bad\n\nnothing\n\n## Good\n\n```python\ny\n```\n", "`## Bad` has one block"),
        ("# Rule.\n\nWhy.\n\n## Bad\n\n```c\nx\n```\n\n## Good\n\n```python\ny\n```\n", "`## Bad` has one block"),
    ],
)
def test_files_without_the_form(text, said):
    with pytest.raises(ValueError, match=re.escape(said)):
        parse(text)
