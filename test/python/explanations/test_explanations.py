"""The pages of errors: each has its form, its bad code ends in its id with its severity, and its good code compiles."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import itertools
import os
import re
import shlex
import subprocess
import tempfile
import warnings
from pathlib import Path
from unittest import mock

import pytest
from click.testing import CliRunner

import wavedialect as wd
from wavedialect import _native
from wavedialect.command.kernel_file import load_kernels
from wavedialect.command.main import main
from wavedialect.driver.compilation import VERIFY_PIPELINE
from wavedialect.driver.repeat import find_tool
from wavedialect.errors import WaveError, WaveWarning
from wavedialect.explanations import HEAD, Example, ids, parse, rules
from wavedialect.kernels.kernel import Kernel
from wavedialect.lint.settings import lints

_count = itertools.count()
_ID = re.compile(r"\[([a-z0-9-]+)\]$")
_COMMAND = re.compile(r"// (wave-(?:opt|translate)\b.*)\n")
_CHECK = re.compile(r"// wavedialect (check) \S+\.hlsl (.*)\n")


_WORDS = {" warning: ": "warning", " remark: ": "note", " note: ": "note"}

Told = dict[str, str]
"""Severities by id."""


def told_in(text: str) -> Told:
    """The ids in text that a user is shown: each ends a line."""
    found = {}
    for line in text.splitlines():
        name = _ID.search(line)
        if name and name[1] in ids():
            found[name[1]] = next((severity for word, severity in _WORDS.items() if word in line), "error")
    return found


def run(example: Example, folder: Path, is_lint: bool = False) -> Told:
    """The messages that a user gets who runs the example or lints it."""
    if is_lint and example.language != "hlsl":
        file = folder / f"example_{next(_count)}.py"
        file.write_text(f"{HEAD}\n\n{example.code}")
        return {found.lint: found.severity for kernel in load_kernels(str(file)) for found in kernel.lint()}
    if example.language == "hlsl":
        return run_hlsl(example.code, is_lint)
    return _run_mlir(example.code) if example.language == "mlir" else _run_python(example.code, folder)


def _run_mlir(code: str) -> Told:
    """Through the command of the first line, else through the verifier."""
    command = _COMMAND.match(code)
    if command is None:
        done = _native.run_pipeline(code, VERIFY_PIPELINE)
        told = told_in("\n".join(f" {said.severity}: {said.message}" for said in done.diagnostics))
        assert told or done.ok, [said.message for said in done.diagnostics]
        return told
    tool, *options = shlex.split(command[1])
    # What it writes may be SPIR-V.
    done = subprocess.run(
        [find_tool(tool), *options], input=code, capture_output=True, text=True, errors="replace", check=False
    )
    told = told_in(done.stderr)
    assert told or done.returncode == 0, done.stderr
    return told


def _run_python(code: str, folder: Path) -> Told:
    """As a file, and where that says nothing, each of its kernels is compiled."""
    file = folder / f"example_{next(_count)}.py"
    file.write_text(f"{HEAD}\n\n{code}")
    spec = importlib.util.spec_from_file_location(file.stem, file)
    module = importlib.util.module_from_spec(spec)
    told: Told = {}
    printed = io.StringIO()
    with (
        warnings.catch_warnings(record=True) as caught,
        contextlib.redirect_stdout(printed),
        mock.patch.dict(os.environ),
    ):
        warnings.simplefilter("always")
        try:
            spec.loader.exec_module(module)
            told = told_in(printed.getvalue())
            for kernel in [value for value in vars(module).values() if isinstance(value, Kernel)]:
                # Only the CPU has these.
                is_for_cpu = any(name in code for name in ("wd.pipe(", "wd.waves_barrier(", "wd.matrix_"))
                for target in ("cpu",) if is_for_cpu else ("spirv", "cpu"):
                    if not told:
                        kernel.compile(target=target)
        except WaveError as error:
            told |= {error.id: "error"} if error.id else told_in(str(error))
            assert told, error
    return told | told_by_warnings(caught)


def told_by_warnings(caught: list[warnings.WarningMessage]) -> Told:
    texts = [str(one.message) for one in caught if issubclass(one.category, WaveWarning)]
    return {name: "warning" for text in texts for name in told_in(text)}


@pytest.mark.parametrize("name", ids())
def test_the_bad_code_breaks_this_rule(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # Some examples write files.
    told = run(rules()[name].bad, tmp_path, name in lints())
    assert set(told) == {name} and told[name] in rules()[name].severities.values()


@pytest.mark.parametrize("name", ids())
def test_the_good_code_compiles(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    # Remarks say how the code is compiled, and are no complaint.
    remarks = {rule.id for rule in rules().values() if rule.severities.get("compiler") == "note"}
    assert set(run(rules()[name].good, tmp_path)) - (remarks - {name}) == set()
    assert name not in lints() or run(rules()[name].good, tmp_path, is_lint=True) == {}


IN_HLSL = [name for name, rule in rules().items() if rule.bad.hlsl]


def run_hlsl(code: str, is_lint: bool) -> Told:
    """The messages for a shader, or of the command in its first line."""
    if command := _CHECK.match(code):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "shader.hlsl")
            file.write_text(code)
            done = CliRunner().invoke(main, [command[1], str(file), *shlex.split(command[2])])
        assert done.exit_code in (0, 1), done.output
        return told_in(done.output)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            kernel = wd.hlsl(text=code)
            if is_lint:
                return {found.lint: found.severity for found in kernel.lint()}
            for target in ("spirv", "cpu"):
                kernel.compile(target=target)
        except WaveError as error:
            return told_in(str(error))
    return told_by_warnings(caught)


@pytest.mark.parametrize("name", IN_HLSL)
def test_the_bad_code_in_hlsl_breaks_this_rule(name):
    told = run_hlsl(rules()[name].bad.hlsl, name in lints())
    assert set(told) == {name} and told[name] in rules()[name].severities.values()


@pytest.mark.parametrize("name", IN_HLSL)
def test_the_good_code_in_hlsl_compiles(name):
    assert run_hlsl(rules()[name].good.hlsl, name in lints()) == {}


@pytest.mark.parametrize("name", ids())
def test_the_form(name):
    text = rules()[name]
    assert text.rule.endswith(".") and "\n" not in text.rule
    assert not text.help.endswith(".") and not text.no_help.endswith(".")
    assert text.bad.code != text.good.code
    # The page of a lint says what can be set, and what belongs to it.
    assert bool(text.options) == bool(text.related) == (name in lints())


FACTS = "- error: compiler\n- help: the fix\n"
BLOCKS = "## Bad\n\n```python\nx\n```\n\n## Good\n\n```python\ny\n```\n"


@pytest.mark.parametrize(
    "text, said",
    [
        ("", "it has the parts"),
        (f"# Rule.\n\n{BLOCKS}", "have `help` or `no help`"),
        (f"# Rule.\n\n{FACTS}- no help: none\n\n{BLOCKS}", "have `help` or `no help`"),
        (f"# Rule.\n\n- only in: Basic\n{FACTS}\n{BLOCKS}", "its `only in` is Python"),
        (f"# Rule.\n\n- help: the fix\n\nWhy.\n\n{BLOCKS}", "a severity and who reports it"),
        (f"# Rule.\n\n- note: linker\n- help: the fix\n\nWhy.\n\n{BLOCKS}", "a severity and who reports it"),
        (f"# Rule.\n\n{FACTS}\n{BLOCKS}", "does not say why"),
        (f"# Rule.\n\n{FACTS}\nWhy.\n\n## Good\n\n```python\nx\n```\n\n## Bad\n\n```python\ny\n```\n", "in this order"),
        (f"# Rule.\n\n{FACTS}\nWhy.\n\n## Bad\n\nnothing\n\n## Good\n\n```python\ny\n```\n", "`## Bad` has one block"),
        (f"# Rule.\n\n{FACTS}\nWhy.\n\n{BLOCKS.replace('python', 'c', 1)}", "`## Bad` has one block"),
    ],
)
def test_files_without_the_form(text, said):
    with pytest.raises(ValueError, match=re.escape(said)):
        parse("an-id", text)
