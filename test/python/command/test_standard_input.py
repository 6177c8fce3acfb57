"""A shader that a command reads from its standard input."""

import json
import os
import subprocess
import sys

import numpy as np
import pytest

DOUBLE = """#include "factor.hlsli"
RWStructuredBuffer<uint> values : register(u0);

[numthreads(32, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  values[id.x] *= FACTOR;
}
[numthreads(32, 1, 1)]
void fill(uint3 id : SV_DispatchThreadID) {
  values[id.x] = 7;
}
"""
WRONG = DOUBLE.replace("FACTOR", "FACTORS")


@pytest.fixture(autouse=True)
def included(folder):
    (folder / "factor.hlsli").write_text("#define FACTOR 3\n")


def test_run(command, folder):
    ran = command("run", "-", "values=arange:32", "--save", "values=out.npy", input=DOUBLE)
    assert ran.exit_code == 0, ran.stderr
    assert np.load(folder / "out.npy").tolist() == list(range(0, 96, 3))


def test_compile(command, folder):
    compiled = command("compile", "-", "-T", "cs_6_8", "-E", "fill", "-o", "out", input=DOUBLE)
    assert compiled.exit_code == 0, compiled.stderr
    assert json.loads((folder / "out" / "manifest.json").read_text())["kernel"] == "fill"


def test_check(command):
    checked = command("check", "-", "values=zeros:32", input=DOUBLE)
    assert checked.exit_code == 0, checked.stdout


def test_lint_of_all_entry_points(command):
    linted = command("lint", "-", "--format", "json", input=DOUBLE)
    assert json.loads(linted.stdout)["kernels"] == ["main", "fill"]


def test_errors_have_the_line(command):
    compiled = command("compile", "-", input=WRONG)
    assert compiled.exit_code == 1
    assert compiled.stderr.startswith("<stdin>:6:19: error: use of undeclared identifier 'FACTORS'")
    assert "  values[id.x] *= FACTORS;\n" in compiled.stderr
    linted = command("lint", "-", input=WRONG)
    assert linted.exit_code == 1 and linted.stdout.startswith("<stdin>:6:19: error: ")


def test_fixes_are_shown_and_not_applied(command):
    linted = command("lint", "-", "--fix", "--yes", input=DOUBLE)
    assert "no finding has a fix that can be applied" in linted.stderr


@pytest.mark.parametrize(
    ("text", "language", "suffix"),
    [
        ("# A kernel.\n\nimport wavedialect as wd\n", "Python", ".py"),
        ("from wavedialect import kernel\n", "Python", ".py"),
        ("gpu.module @kernels {\n}\n", "MLIR", ".mlir"),
    ],
)
def test_other_languages(command, text, language, suffix):
    compiled = command("compile", "-", input=text)
    assert compiled.exit_code == 1
    assert f"the standard input has {language}, and `-` reads HLSL" in compiled.stderr
    assert f"name a file that ends in {suffix}" in compiled.stderr


def test_bytes_that_are_no_text(command):
    compiled = command("compile", "-", input=b"\nvoid \xff")
    assert "the standard input is not UTF-8 text: invalid byte in line 2" in compiled.stderr


def test_an_empty_input(command):
    assert "the file has no entry point" in command("compile", "-", input="").stderr


def test_a_closed_input(folder):
    closed = subprocess.run(
        [sys.executable, "-m", "wavedialect", "compile", "-"],
        check=False,
        preexec_fn=lambda: os.close(0),
        capture_output=True,
        text=True,
        cwd=folder,
    )
    assert closed.returncode == 1
    assert "error: the standard input is closed" in closed.stderr
