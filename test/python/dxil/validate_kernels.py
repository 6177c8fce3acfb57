#!/usr/bin/env python3
"""Compiles kernels for every shader model and has the containers validated by ``dxv``; prints what was refused or is wrong.

python test/python/dxil/validate_kernels.py                         the examples, the matrix, 500 random kernels
python test/python/dxil/validate_kernels.py matrix --jobs 2 --models 6.0 6.6
python test/python/dxil/validate_kernels.py random --start 1000 --count 1
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
import traceback
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import dxv
from judgement import Judgement, judge, judge_cases
from shader_models import MODELS

import wavedialect as wd

HERE = Path(__file__).parent
KINDS = ("examples", "matrix", "random")
Work = tuple[str, Callable[[list[str]], Judgement]]
"""A kernel's name, and what judges it."""


def parse(arguments: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", default=[], help=", ".join(KINDS))
    parser.add_argument("--models", nargs="+", default=list(MODELS), choices=MODELS, metavar="6.N")
    parser.add_argument("--start", type=int, default=0, help="the first random kernel")
    parser.add_argument("--count", type=int, default=500, help="how many random kernels")
    parser.add_argument("--sample", type=int, metavar="N", help="so many kernels of the matrix, chosen by the seed")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    return parser.parse_args(arguments)


def works(options: argparse.Namespace) -> list[Work]:
    """All that is asked for."""
    for folder in ("checker", "random", "matrix"):
        sys.path.insert(0, str(HERE.parent / folder))
    found: list[Work] = []
    kinds = options.kinds or KINDS
    if "examples" in kinds:
        from example_launches import EVERYWHERE

        kernels = dict.fromkeys((str(launch), launch.kernel) for launch in EVERYWHERE)
        found += [(name, lambda models, kernel=kernel: judge(kernel, models)) for name, kernel in kernels]
    if "matrix" in kinds:
        found += [(f"matrix {kernel.cases[0]}", _of_matrix(kernel)) for kernel in _matrix(options)]
    if "random" in kinds:
        seeds = range(options.start, options.start + options.count)
        found += [(f"random {seed}", _of_random(seed)) for seed in seeds]
    return found


def _matrix(options: argparse.Namespace) -> list[Any]:
    import random

    from wave_matrix import runner

    kernels = runner.every_kernel(runner.parse(["--seed", str(options.seed)]))
    if options.sample is None:
        return kernels
    return random.Random(options.seed).sample(kernels, min(options.sample, len(kernels)))


def _of_matrix(kernel: Any) -> Callable[[list[str]], Judgement]:
    return lambda models: judge_cases(kernel, models)


def _of_random(seed: int) -> Callable[[list[str]], Judgement]:
    from runner import kernel_of

    return lambda models: judge(kernel_of(seed).load(), models)


def run_one(number: int, models: list[str]) -> tuple[str, Judgement]:
    """In a process that has ``_works``."""
    name, judged = _works[number]
    try:
        return name, judged(models)
    except Exception:
        return name, Judgement(problems=[traceback.format_exc()])


_works: list[Work] = []


def results(options: argparse.Namespace) -> Iterator[tuple[str, Judgement]]:
    """Name and judgement of each kernel, in their order. They run in other processes, which one may bring down."""
    start, fork = 0, multiprocessing.get_context("fork")
    while start < len(_works):
        with ProcessPoolExecutor(options.jobs, fork) as pool:
            tasks = [pool.submit(run_one, number, options.models) for number in range(start, len(_works))]
            for task in tasks:
                name, _ = _works[start]
                start += 1
                _show(f"{start}/{len(_works)} {name}")
                try:
                    yield task.result()
                except BrokenProcessPool:
                    yield name, Judgement(problems=[f"this or one of the next {options.jobs - 1} ended the process"])
                    break


def _show(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text[:100]}", end="", file=sys.stderr, flush=True)


def main(arguments: list[str] | None = None) -> int:
    """The exit status is 1 where a kernel has a problem."""
    warnings.simplefilter("ignore", wd.WaveWarning)
    options = parse(arguments)
    _works[:] = works(options)
    if not dxv.path():
        print("no dxv on the path, and none named by DXV: kernels are compiled only")
    start = time.monotonic()
    total, failed = Judgement(), 0
    for name, judgement in results(options):
        if judgement.problems:
            failed += 1
            _show("")
            print("\n".join([f"FAILED {name}", *(f"  {problem}" for problem in judgement.problems)]), flush=True)
        total.add(judgement)
    _show("")
    judged = "validated" if dxv.path() else "made"
    print(f"{total.containers} containers {judged}, {len(total.refusals)} refusals for want of a later shader model")
    print(f"{time.monotonic() - start:.0f} s: {len(_works) - failed} passed, {failed} failed")
    return 1 if failed or not _works else 0


if __name__ == "__main__":
    sys.exit(main())
