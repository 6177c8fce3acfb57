"""Compiles a kernel for the target of ``targets/null``, and prints the file.

``compile_for_null.py MODULE``: MODULE is the native compiler with that target. A process can load only one native compiler.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import wavedialect as wd
from wavedialect import backends, u32


@wd.kernel(num_waves=4)
def counts(out: wd.RWBuffer[u32]):
    out[0] = wd.group_wave_count()


def load_native(path: str) -> None:
    name = "wavedialect._native"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec and spec.loader
    sys.modules[name] = wd._native = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(wd._native)


if __name__ == "__main__":
    assert "wavedialect._native" not in sys.modules
    load_native(sys.argv[1])
    backends.__path__.append(str(Path(__file__).parent / "targets"))
    print(" ".join(sorted(wd._native.targets())))
    print(counts.compile("null").files["counts.txt"].decode())
