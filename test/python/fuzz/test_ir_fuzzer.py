"""The fuzzer of wave IR: a short run finds nothing, and a planted crash is found, reduced and saved."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
FUZZER = ROOT / "test" / "fuzz" / "ir"
TOOLS = Path(os.environ.get("WAVE_FUZZ_TOOLS", ROOT / "build" / "bin"))

pytestmark = pytest.mark.skipif(not (TOOLS / "wave-opt").is_file(), reason="wave-opt is not built")


def fuzz(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(FUZZER / "fuzz.py"), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=900)


@pytest.fixture
def fuzzer(monkeypatch: pytest.MonkeyPatch):
    """``fuzzer("module_text")`` is a module of the fuzzer."""
    monkeypatch.syspath_prepend(FUZZER)
    return importlib.import_module


def test_a_short_run_finds_nothing(tmp_path: Path) -> None:
    run = fuzz("--seed", 19, "--rounds", 8, "--seconds", 600, "--tools", TOOLS, "--findings", tmp_path)
    saved = "\n".join(path.read_text() for path in tmp_path.iterdir())
    assert run.returncode == 0, run.stdout + run.stderr + saved
    assert "8 rounds, 0 findings" in run.stdout
    assert " 0 valid" not in run.stdout


CRASHING = """#!/bin/sh
# Crashes on each run of passes on a valid module with a ballot.
text=$(cat)
case "$*" in *--pass-pipeline*)
  case "$text" in *wave.ballot*)
    if printf '%s\\n' "$text" | "{tool}" --split-input-file > /dev/null 2>&1; then kill -SEGV $$; fi ;;
  esac ;;
esac
printf '%s\\n' "$text" | "{tool}" "$@"
"""


def test_a_planted_crash_is_found_and_reduced(tmp_path: Path) -> None:
    tools, tests, findings = (tmp_path / name for name in ("tools", "tests", "findings"))
    tools.mkdir()
    tests.mkdir()
    for name in ("wave-opt", "wave-translate"):
        (tools / name).write_text(CRASHING.format(tool=TOOLS / name))
        (tools / name).chmod(0o755)
    (tests / "votes.mlir").write_text((ROOT / "test" / "IR" / "vote-ops.mlir").read_text())
    run = fuzz("--seed", 1, "--rounds", 2, "--seconds", 600, "--tools", tools, "--tests", tests, "--findings", findings)
    assert run.returncode == 1, run.stdout + run.stderr
    [finding] = findings.iterdir()
    command, signature, *module = finding.read_text().splitlines()
    assert command.startswith("// wave-opt '--pass-pipeline=builtin.module(")
    assert command.count(",") == 0  # One pass is left.
    assert signature == "// status -11:"
    ballots = [line for line in module if "wave.ballot" in line]
    assert len(ballots) == 1
    assert module[0] == "module {"  # In the dialects' own syntax.
    assert len([line for line in module if line.strip() not in ("", "}")]) <= 4


def test_modules_survive_being_parsed_and_printed(fuzzer) -> None:
    """Each module of the corpus is the same for wave-opt after the fuzzer has parsed and printed it."""
    corpus, text, tools = fuzzer("corpus"), fuzzer("module_text"), fuzzer("tools")
    known = tools.Tools(TOOLS, tools.Limits(seconds=60, mebibytes=0))
    modules = corpus.collect(known, ROOT / "test" / "Transforms")
    assert len(modules) > 100
    printed = corpus.normalize(known, [text.print_module(text.parse(module)) for module in modules])
    assert [module.strip() for module in modules] == [(module or "").strip() for module in printed]


REPORTING = """#!/bin/sh
# Reports an error as AddressSanitizer does.
echo "ERROR: AddressSanitizer: heap-use-after-free" >&2
case ":$ASAN_OPTIONS:" in *:abort_on_error=1:*) kill -ABRT $$ ;; esac
exit 1
"""


@pytest.mark.parametrize("options", [None, "detect_leaks=0"])
def test_a_report_of_the_sanitizer_is_a_failure(fuzzer, tmp_path: Path, monkeypatch, options: str | None) -> None:
    if options is None:
        monkeypatch.delenv("ASAN_OPTIONS", raising=False)
    else:
        monkeypatch.setenv("ASAN_OPTIONS", options)
    tools = fuzzer("tools")
    for name in ("wave-opt", "wave-translate"):
        (tmp_path / name).write_text(REPORTING)
        (tmp_path / name).chmod(0o755)
    outcome = tools.Tools(tmp_path, tools.Limits()).run(["wave-opt"], "module {}")
    assert outcome.status == -6 and outcome.is_failure


def test_reducing_keeps_the_needed_lines(fuzzer) -> None:
    fewer = fuzzer("reducing").fewer
    assert fewer(list(range(100)), lambda items: {3, 97} <= set(items)) == [3, 97]


def test_missing_tools_are_an_error(tmp_path: Path) -> None:
    run = fuzz("--tools", tmp_path)
    assert run.returncode == 2
    assert "has no wave-opt and no wave-translate: build them, or state --tools" in run.stderr
