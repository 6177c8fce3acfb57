"""The processes of a run."""

from __future__ import annotations

import argparse
import collections
import multiprocessing
from collections.abc import Callable


def run_jobs(work: Callable[[int], collections.Counter[str]], arguments: argparse.Namespace) -> int:
    """Calls ``work`` with the number of each job, prints what all jobs counted, and returns the exit status: 1 if
    there are new findings."""
    before = set(arguments.findings.iterdir())
    if arguments.jobs == 1:
        counts = work(0)
    else:
        with multiprocessing.Pool(arguments.jobs) as pool:
            counts = sum(pool.map(work, range(arguments.jobs), chunksize=1), collections.Counter())
    found = sorted(set(arguments.findings.iterdir()) - before)
    print(", ".join(f"{count} {name}" for name, count in counts.items()) + f", {len(found)} findings")
    return 1 if found else 0
