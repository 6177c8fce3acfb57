"""Microsoft's validator of DXIL, ``dxv``: the program that ``DXV`` names, else the one on the path."""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
import tempfile
from pathlib import Path


class Invalid(Exception):
    """What the validator says of a container that it does not accept."""


@functools.cache
def path() -> str | None:
    """The program, if there is one."""
    return shutil.which(os.environ.get("DXV", "dxv"))


def validate(container: bytes) -> None:
    """Raises ``Invalid`` where the validator does not accept a container."""
    program = path()
    assert program is not None
    with tempfile.NamedTemporaryFile(suffix=".dxil") as file:
        file.write(container)
        file.flush()
        done = subprocess.run([program, file.name], capture_output=True, text=True, timeout=60, check=False)
    # It names the file in what it says.
    said = (done.stdout + done.stderr).replace(file.name, "container").strip()
    if done.returncode != 0 or "Validation succeeded." not in said:
        raise Invalid(said or f"dxv ended with {done.returncode}")


def version() -> str:
    """What is known of the validator: it does not tell its own version, the compiler beside it does."""
    program = path()
    assert program is not None
    compiler = Path(program).with_name("dxc")
    if not compiler.is_file():
        return "unknown"
    done = subprocess.run([compiler, "--version"], capture_output=True, text=True, check=False)
    return done.stdout.strip() or "unknown"
