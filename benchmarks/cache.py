"""What the cache saves: the time until a kernel is compiled, or has run first, with nothing kept, with what a process
before has left on disk, and with what this process has in memory. Each is measured in processes of its own, with the
compiler loaded.

    .venv/bin/python benchmarks/cache.py [--rounds 5] [--targets spirv dxil] [--markdown]
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import time
import warnings
from pathlib import Path
from typing import Any

from cpu.table import print_columns

EXAMPLES = sorted((Path(__file__).resolve().parents[1] / "examples").glob("[0-9]*.py"))
STATES = ("nothing kept", "on disk", "in memory")


def load(example: Path) -> dict[str, Any]:
    """The kernels of an example, new objects each time."""
    import wavedialect as wd

    spec = importlib.util.spec_from_file_location("example", example)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return {name: value for name, value in vars(module).items() if isinstance(value, wd.Kernel)}


def measure(example: Path, targets: list[str]) -> dict[str, list[float]]:
    """In a fresh process: for each kernel and target the milliseconds of the first compile, and of one more by a kernel
    that is made again."""
    import wavedialect as wd

    wd.open_device("cpu")
    warnings.simplefilter("ignore")
    found: dict[str, list[float]] = {}
    for _ in range(2):
        for name, kernel in load(example).items():
            for target in targets:
                start = time.perf_counter()
                kernel.compile(target=target)
                found.setdefault(f"{name} {target}", []).append((time.perf_counter() - start) * 1e3)
    return found


def in_fresh_process(example: Path, targets: list[str], cache: str) -> dict[str, list[float]]:
    done = subprocess.run(
        [sys.executable, __file__, "--one", example, "--targets", *targets],
        env={**os.environ, "WAVEDIALECT_CACHE_DIR": cache, "WAVEDIALECT_CACHE": "1"},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
    )
    parser.add_argument("--rounds", type=int, default=5, help="how often each is measured; the least counts")
    parser.add_argument("--targets", nargs="+", choices=("spirv", "dxil", "cpu"), default=["spirv", "dxil"])
    parser.add_argument("--markdown", action="store_true", help="a table as in the documentation")
    parser.add_argument("--one", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        print(json.dumps(measure(options.one, options.targets)))
        return
    lines = [["example", "kernel", "target", *STATES]]
    for example in EXAMPLES:
        least: dict[str, list[float]] = {}
        for _ in range(options.rounds):
            with tempfile.TemporaryDirectory() as cache:
                cold = in_fresh_process(example, options.targets, cache)
                warm = in_fresh_process(example, options.targets, cache)
            for what, (first, again) in cold.items():
                times = [first, warm[what][0], min(again, warm[what][1])]
                least[what] = [min(pair) for pair in zip(times, least.get(what, times), strict=True)]
        for what, times in least.items():
            lines.append([example.stem[:2], *what.split(), *(f"{value:.2f}" for value in times)])
    print(f"Milliseconds of `kernel.compile(target=...)`, the least of {options.rounds} processes each")
    print_columns(lines, options.markdown)


if __name__ == "__main__":
    main()
