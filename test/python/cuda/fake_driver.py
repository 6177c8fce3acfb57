"""Builds the library that plays CUDA's driver, fake_driver.c."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

COMPILER = shutil.which("cc")


def build(folder: Path) -> Path:
    """The folder, with the library in it under the driver's name."""
    name = "libcuda.so.1"
    source = Path(__file__).with_name("fake_driver.c")
    command = [str(COMPILER), "-shared", "-fPIC", f"-Wl,-soname,{name}", "-o", str(folder / name), str(source)]
    subprocess.run([*command, "-ldl", "-lpthread"], check=True)
    return folder
