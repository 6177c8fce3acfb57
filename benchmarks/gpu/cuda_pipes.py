"""`nearest` and `scan` of docs/specialize.md on CUDA, with pipes and without, with asynchronous copies and without, in turns:
microseconds, and how many times as fast a form is as the best one without pipes.

    .venv/bin/python benchmarks/gpu/cuda_pipes.py [--log2-size 26] [--rounds 15] [--points 256 4096] [--into docs/specialize.md]

Each form computes the same results, which are compared with NumPy's first. `--into` puts the table between the markers of a
page. `--device cpu` shows the same forms on the CPU.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path += [str(HERE), str(HERE.parent)]

from tables import Table, put_into  # noqa: E402  (after the path)
from waves_apart.cases import CASES, Case  # noqa: E402
from waves_apart.kernels import WAVES, nearest, scan  # noqa: E402
from waves_apart.piped import (  # noqa: E402
    nearest_by_all,
    nearest_with_barriers,
    nearest_with_pipe,
    nearest_with_two_barriers,
    scan_with_barriers,
    scan_with_pipes,
)

import wavedialect as wd  # noqa: E402
from wavedialect.driver.optimization import Optimization  # noqa: E402

BEGIN, END = "<!-- benchmarks/gpu/cuda_pipes.py -->", "<!-- end of benchmarks/gpu/cuda_pipes.py -->"
SPECIALIZE = ("specialize",)
PIPELINE = ("pipeline-waves",)
ITEMS = (1, 4)
"""The words of each lane in a tile or an iteration."""
STAGES = (2, 4)
GROUPS = (WAVES, 8)
"""The waves of a group."""
LANES = 32


@dataclass(frozen=True)
class Form:
    """A way to compute the results of a case."""

    name: str
    kernel: wd.Kernel
    searchers: int = WAVES
    """The waves of a group that have queries of their own, in `nearest`."""
    enable: tuple[str, ...] = ()
    has_pipes: bool = False


FORMS: dict[str, list[Form]] = {
    "nearest": [
        Form("plain", nearest, WAVES - 1),
        Form("specialized", nearest, WAVES - 1, SPECIALIZE),
        *(Form(f"tiles of {items * LANES}", nearest_with_barriers(items), WAVES - 1) for items in ITEMS),
        *(
            Form(f"all of {waves} waves load, tiles of {items * waves * LANES}", nearest_by_all(waves, items), waves)
            for waves in GROUPS
            for items in ITEMS
        ),
        Form("all of 8 waves copy, tiles of 1024", nearest_by_all(8, 4, copied=True), 8),
        *(
            Form(
                f"one tile of {items * 8 * LANES}{', copied' if copied else ''}{', pipeline-waves' if enable else ''}",
                nearest_with_two_barriers(8, items, copied),
                8,
                enable,
                has_pipes=bool(enable),
            )
            for items, copied in ((1, False), (1, True), (4, True))
            for enable in ((), PIPELINE)
        ),
        *(
            Form(
                f"pipe to {waves - 1} waves, {stages} stages of {items * LANES}{', copied' if copied else ''}",
                nearest_with_pipe(waves, stages, items, copied),
                waves - 1,
                has_pipes=True,
            )
            for waves in GROUPS
            for items in ITEMS
            for stages in STAGES
            for copied in ((False, True) if items > 1 else (False,))
        ),
    ],
    "scan": [
        Form("plain", scan),
        Form("specialized", scan, enable=SPECIALIZE),
        *(Form(f"one barrier, {items} words a lane", scan_with_barriers(items)) for items in ITEMS),
        *(
            Form(f"pipes of {stages} stages, {items} words a lane", scan_with_pipes(stages, items), has_pipes=True)
            for items in ITEMS
            for stages in STAGES
        ),
    ],
}
KERNELS = [(form.kernel, Optimization(enable=form.enable)) for forms in FORMS.values() for form in forms]
"""For test/gpu/record_cuda.py."""


@dataclass
class Measured:
    """A case in all of its forms."""

    title: str
    forms: list[Form]
    taken: dict[str, list[float]] = field(default_factory=dict)
    """Microseconds, by the name of the form."""

    def rows(self) -> Iterator[list[str]]:
        best = min(min(self.taken[form.name]) for form in self.forms if not form.has_pipes)
        for form in self.forms:
            taken = self.taken[form.name]
            spent = f"{statistics.median(taken):.1f} ({min(taken):.1f})"
            yield [self.title, form.name, spent, f"{best / min(taken):.2f}"]


def groups_of(case: Case, form: Form, words: int) -> int:
    if case.name == "nearest":
        return -(-words // (form.searchers * LANES))
    return case.groups(words, LANES)


def check(case: Case, form: Form, words: int, device: wd.Device) -> None:
    """Compares with NumPy's results."""
    points, others, results = case.arrays(words)
    form.kernel.dispatch(
        groups_of(case, form, words), points, others, results, case.number(words),
        device=device, wave_size=LANES, enable=form.enable,
    )  # fmt: skip
    if not case.is_right(points, others, results):
        sys.exit(f"{case.name}, {form.name}: the results are not NumPy's")


def measure(title: str, case: Case, words: int, device: wd.Device, rounds: int) -> Measured:
    forms = FORMS[case.name]
    for form in forms:
        check(case, form, 1 << 14, device)
    arrays = [wd.array(array, device=device) for array in case.arrays(words)]
    measured = Measured(title, forms, {form.name: [] for form in forms})
    for turn in range(rounds + 1):
        for form in forms if turn % 2 else reversed(forms):
            done = form.kernel.dispatch(
                groups_of(case, form, words), *arrays, case.number(words),
                wave_size=LANES, enable=form.enable, timed=True,
            )  # fmt: skip
            wd.synchronize(device)
            if turn:
                measured.taken[form.name].append(done.elapsed_ns() / 1e3)
    return measured


def with_points(case: Case, count: int) -> Case:
    """`nearest` among so many points."""

    def is_right(points: np.ndarray, others: np.ndarray, results: np.ndarray) -> bool:
        ordered = np.sort(points[:count].astype(np.int64) & 0x3FFFFFFF)
        wanted = others[: len(results)].astype(np.int64) & 0x3FFFFFFF
        place = np.searchsorted(ordered, wanted)
        sides = [ordered[np.clip(place - back, 0, count - 1)] for back in (0, 1)]
        return bool((np.min([abs(side - wanted) for side in sides], axis=0) == results).all())

    return replace(case, number=lambda words: count, is_right=is_right)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--log2-size", type=int, default=26, help="words of `scan`, and queries of `nearest`")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--points", type=int, nargs="*", default=[256, 4096], help="of `nearest`; at most 2^14")
    parser.add_argument("--into", type=Path, metavar="PAGE", help="put the table between the markers of this page")
    parser.add_argument("--markdown", action="store_true", help="print the table as Markdown")
    options = parser.parse_args()
    device = wd.open_device(options.device)
    cases = {case.name: case for case in CASES}
    words = 1 << options.log2_size
    make: list[Callable[[], Measured]] = [
        lambda n=count: measure(f"nearest, {n} points", with_points(cases["nearest"], n), words, device, options.rounds)
        for count in options.points
    ]
    make.append(lambda: measure("scan", cases["scan"], words, device, options.rounds))
    head = ["kernel", "form", "us, median (minimum)", "speed"]
    title = f"{device.description}, 2^{options.log2_size} words, {options.rounds} rounds; the speed is relative to the best form without pipes, by the minima."
    table = Table(title, head, [row for one in make for row in one().rows()])
    print(table.markdown() if options.markdown else table.text())
    if options.into is not None:
        put_into(options.into, BEGIN, END, [table.markdown()])
    return 0


if __name__ == "__main__":
    sys.exit(main())
