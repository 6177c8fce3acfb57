"""Runs the tests of CUDA devices with the compiles that record_cuda.py recorded, on a machine with a GPU and without the
compiler; the other arguments are pytest's, or the path of another script with its arguments:

    PYTHONPATH=python python3 test/gpu/replay_cuda.py compiles.pickle -q
    PYTHONPATH=python python3 test/gpu/replay_cuda.py compiles.pickle benchmarks/gpu/cuda_launch.py
"""

from __future__ import annotations

import os
import pickle
import runpy
import sys
import types
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
TESTS = tuple(ROOT / "test/python" / folder for folder in ("cuda", "pipes", "copies", "waves_barriers"))


def install(file: str) -> None:
    """Has recorded results in the place of the native compiler."""
    from wavedialect.cache import results  # noqa: F401  (the pickled classes)

    # The CPU's device needs the compiler.
    os.environ.setdefault("WAVEDIALECT_DEVICE", "interpreter")
    sys.path += [*map(str, TESTS), str(Path(__file__).parent)]
    recorded = pickle.loads(Path(file).read_bytes())

    def find(name: str, arguments: Any, keywords: Any) -> Any:
        key = repr((name, arguments, sorted(keywords.items()))).replace(str(ROOT), "")
        if key not in recorded:
            raise RuntimeError(f"record_cuda.py has not recorded this compile: {key[:500]}")
        return recorded[key]

    native = types.ModuleType("wavedialect._native")
    native.compile = lambda *arguments, **keywords: find("compile", arguments, keywords)
    native.run_pipeline = lambda *arguments, **keywords: find("run_pipeline", arguments, keywords)
    native.optimizations = lambda: find("optimizations", (), {})
    sys.modules[native.__name__] = native
    import wavedialect

    wavedialect._native = native


def main() -> int:
    file, *arguments = sys.argv[1:]
    os.environ["CUDA_RECORDED_COMPILES"] = str(Path(file).resolve())
    install(file)
    if arguments and arguments[0].endswith(".py"):
        sys.argv = arguments
        runpy.run_path(arguments[0], run_name="__main__")
        return 0
    import pytest

    files = [str(file) for folder in TESTS for file in sorted(folder.glob("test_*on_gpu.py"))]
    return int(pytest.main([*files, "--rootdir", str(TESTS[0]), "-p", "no:cacheprovider", *arguments]))


if __name__ == "__main__":
    sys.exit(main())
