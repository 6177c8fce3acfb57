"""The fuzzer of HLSL: a short run finds nothing, and a planted crash is found, reduced and saved."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
FUZZER = ROOT / "test" / "fuzz" / "hlsl" / "fuzz_hlsl.py"
TOOLS = Path(os.environ.get("WAVE_FUZZ_TOOLS", ROOT / "build" / "bin"))

pytestmark = pytest.mark.skipif(not (TOOLS / "wave-hlsl").is_file(), reason="wave-hlsl is not built")


def fuzz(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(FUZZER), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=900)


def test_a_short_run_finds_nothing(tmp_path: Path) -> None:
    run = fuzz(
        "--corpus",
        ROOT / "test" / "Frontend" / "HLSL",
        "--seed",
        3,
        "--count",
        40,
        "--tools",
        TOOLS,
        "--findings",
        tmp_path,
    )
    saved = "\n".join(path.read_text() for path in tmp_path.iterdir())
    assert run.returncode == 0, run.stdout + run.stderr + saved
    assert "40 mutants" in run.stdout and "0 findings" in run.stdout


CRASHING = """#!/bin/sh
# Crashes on each shader with a barrier.
case "$(cat)" in *GroupMemoryBarrier*) kill -SEGV $$ ;; esac
exit 1
"""


def test_a_planted_crash_is_found_and_reduced(tmp_path: Path) -> None:
    tools, corpus, findings = (tmp_path / name for name in ("tools", "corpus", "findings"))
    tools.mkdir()
    corpus.mkdir()
    for name in ("wave-hlsl", "wave-opt", "wave-translate"):
        (tools / name).write_text(CRASHING)
        (tools / name).chmod(0o755)
    (corpus / "barrier.hlsl").write_text(
        "[numthreads(8, 1, 1)]\nvoid main() {\n  uint x = 1;\n  GroupMemoryBarrierWithGroupSync();\n}\n"
    )
    run = fuzz("--corpus", corpus, "--seed", 1, "--count", 3, "--tools", tools, "--findings", findings)
    assert run.returncode == 1, run.stdout + run.stderr
    [finding] = findings.iterdir()
    command, signature, *shader = finding.read_text().splitlines()
    assert command.startswith("// wave-hlsl - -I ")
    assert signature == "// status -11:"
    assert shader == ["GroupMemoryBarrierWithGroupSync"]


def test_a_corpus_without_shaders_is_an_error(tmp_path: Path) -> None:
    run = fuzz("--corpus", tmp_path, "--tools", TOOLS)
    assert run.returncode == 2 and "have no shader" in run.stderr
