"""The containers of the examples are, byte for byte, those that the validator has accepted."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import dxv
import pytest
import validated_table
from example_launches import EXAMPLES
from validated_table import COMMAND, differences, hash_of

import wavedialect as wd


def test_the_containers_are_those_of_the_table():
    found: validated_table.Hashes = {}
    for kernel, model, files in validated_table.containers():
        if files:
            found.setdefault(kernel, {})[model] = {name: hash_of(contents) for name, contents in files.items()}
    different = differences(validated_table.read()["sha256"], found)
    assert not different, (
        f"run .venv/bin/python {COMMAND}, which has dxv judge them, and commit the table that it writes"
    )


def test_every_difference_is_named():
    committed = {"a": {"6.0": {"a.dxil": "1", "b.dxil": "2"}}}
    found = {"a": {"6.0": {"a.dxil": "3"}, "6.1": {"a.dxil": "1"}}}
    assert differences(committed, committed) == []
    assert differences(committed, found) == [
        "a, 6.0, a.dxil: other bytes",
        "a, 6.0, b.dxil: no longer made",
        "a, 6.1, a.dxil: not in the table",
    ]


COMPILE = """
import sys
import example_launches, pathlib, validated_table
example_launches.EXAMPLES = pathlib.Path(sys.argv[1])
(launch, *_) = example_launches.launches("03-four-wave-compaction")
for model in ("6.0", "6.6", "6.10"):
    for name, contents in validated_table.containers_of(launch.kernel, model).items():
        print(model, name, validated_table.hash_of(contents))
"""


def test_the_bytes_do_not_depend_on_where_and_when(tmp_path):
    """Neither on the folder of the source and its line, nor on the process: its hashes, addresses and variables."""
    source = (EXAMPLES / "03-four-wave-compaction.py").read_text()
    (tmp_path / "03-four-wave-compaction.py").write_text("\n" * 7 + source)
    paths = os.pathsep.join([str(Path(wd.__file__).parents[1]), *sys.path])
    printed = {
        subprocess.run(
            [sys.executable, "-c", COMPILE, folder],
            env={
                **os.environ,
                "PYTHONPATH": paths,
                "PYTHONHASHSEED": seed,
                "HOME": str(folder),
                "WAVEDIALECT_CACHE": "0",
            },
            cwd=folder,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for folder, seed in ((EXAMPLES, "1"), (tmp_path, "2"))
    }
    assert len(printed) == 1 and "6.10 compact" in printed.pop()


# The validator, and what is done where it says no.


def stand_in(tmp_path: Path, answer: str, status: int) -> str:
    """A program that gives one answer to everything."""
    program = tmp_path / "dxv"
    program.write_text(f"#!/bin/sh\necho '{answer}'\nexit {status}\n")
    program.chmod(0o755)
    return str(program)


@pytest.fixture
def dxv_is(monkeypatch):
    def named(program: str) -> None:
        monkeypatch.setenv("DXV", program)
        dxv.path.cache_clear()

    yield named
    monkeypatch.undo()
    dxv.path.cache_clear()


def test_the_validator_is_named_by_the_environment(tmp_path, dxv_is):
    dxv_is(stand_in(tmp_path, "Validation succeeded.", 0))
    dxv.validate(b"")
    assert dxv.version() == "unknown"
    dxv_is(str(tmp_path / "missing"))
    assert dxv.path() is None


@pytest.mark.parametrize(("answer", "status"), [("error: no", 0), ("Validation succeeded.", 1)])
def test_containers_that_are_not_accepted_are_invalid(tmp_path, dxv_is, answer, status):
    dxv_is(stand_in(tmp_path, answer, status))
    with pytest.raises(dxv.Invalid, match=answer):
        dxv.validate(b"")


def test_no_table_is_written_for_refused_containers(tmp_path):
    """With the script on a copy of the tests, so that it cannot reach the table."""
    root = EXAMPLES.parent
    (tmp_path / "scripts").mkdir()
    shutil.copy(root / COMMAND, tmp_path / "scripts")
    shutil.copytree(EXAMPLES, tmp_path / "examples")
    for folder in ("dxil", "checker"):
        ignored = shutil.ignore_patterns("__pycache__", "*.json")
        shutil.copytree(root / "test" / "python" / folder, tmp_path / "test" / "python" / folder, ignore=ignored)
    environment = {**os.environ, "DXV": stand_in(tmp_path, "error: no", 1)}
    environment["PYTHONPATH"] = str(Path(wd.__file__).parents[1])
    script = [sys.executable, tmp_path / COMMAND]
    done = subprocess.run(script, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "containers are not accepted" in done.stdout, done.stderr
    assert "error: no" in done.stdout
    assert not (tmp_path / "test" / "python" / "dxil" / "validated.json").exists()
    environment["DXV"] = stand_in(tmp_path, "Validation succeeded.", 0)
    done = subprocess.run(
        [*script, "--validator", "a friend"], env=environment, capture_output=True, text=True, check=True
    )
    assert '"validator": "a friend"' in (tmp_path / "test" / "python" / "dxil" / "validated.json").read_text()
