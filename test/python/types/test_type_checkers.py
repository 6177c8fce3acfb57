"""mypy and pyright accept what users write and find mistakes. basedpyright is pyright as a package of PyPI; in its mode
"standard" it judges as pyright does."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PACKAGE = Path(__file__).resolve().parents[3] / "python"


def mypy(file: Path, folder: Path) -> list[int]:
    """The lines with errors."""
    pytest.importorskip("mypy")
    command = [
        sys.executable,
        "-m",
        "mypy",
        "--strict-equality",
        "--follow-imports=silent",
        "--cache-dir",
        folder,
        file,
    ]
    # The package has types only at its borders; an error inside it is not the user's.
    done = subprocess.run(
        command, check=False, cwd=folder, env={**os.environ, "MYPYPATH": str(PACKAGE)}, capture_output=True, text=True
    )
    assert done.returncode in (0, 1), done.stderr
    assert done.returncode == 0 or ": error:" in done.stdout, done.stdout
    return [int(line) for line in re.findall(rf"{file.name}:(\d+): error:", done.stdout)]


def pyright(file: Path, folder: Path) -> list[int]:
    """The lines with errors."""
    pytest.importorskip("basedpyright")
    (folder / "pyrightconfig.json").write_text(
        json.dumps({"typeCheckingMode": "standard", "extraPaths": [str(PACKAGE)], "include": [str(file)]})
    )
    command = [sys.executable, "-m", "basedpyright", "--outputjson", "--pythonpath", sys.executable, "-p", folder]
    done = subprocess.run(command, check=False, cwd=folder, capture_output=True, text=True)
    found = json.loads(done.stdout)
    assert found["summary"]["filesAnalyzed"] == 1, done.stdout
    return [one["range"]["start"]["line"] + 1 for one in found["generalDiagnostics"] if one["severity"] == "error"]


@pytest.mark.parametrize("checker", [mypy, pyright])
def test_user_code_has_no_errors(checker, tmp_path):
    assert checker(HERE / "user_code.py", tmp_path) == []


@pytest.mark.parametrize("checker", [mypy, pyright])
def test_mistakes_are_found(checker, tmp_path):
    text = (HERE / "mistakes.py").read_text().splitlines()
    expected = [number for number, line in enumerate(text, 1) if re.match(r"wd\.|nothing\.|number", line)]
    assert checker(HERE / "mistakes.py", tmp_path) == expected
    assert len(expected) == 4


def test_every_public_name_has_a_stub():
    import wavedialect as wd

    stub = (PACKAGE / "wavedialect/__init__.pyi").read_text()
    for name in wd.__all__:
        assert re.search(rf"^(class|def) {name}\b|\bas {name}\b|^{name} =", stub, re.MULTILINE), name
