"""Compares what the compiler claims to be uniform in random kernels with what the CPU sees.

As a program, ``python uniformity.py START COUNT [STAGE ...]``, it runs the kernels of these seeds at every wave size, and
those for threads in any order with lanes tiled and shuffled as well. Each value of a kernel is watched as the kernel runs: in the
lanes of a wave that are active where it is defined, and in the waves of a group, in the same trips of all loops. A value
that is claimed to be the same and is not fails; how many of those that were always the same are claimed is printed.

What runs does not rely on the claims: it is not optimized, and the CPU decides by itself what its waves have as one scalar.
``WAVE_TEST_OPT`` names another tool than the one in ``build/bin``.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import warnings
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from generator import RandomKernel
from runner import SIZES, Disagreement, kept, kernel_of

import wavedialect as wd
from wavedialect.backends.cpu.device import LoadedKernel, _writers, native_kernel
from wavedialect.backends.cpu.options import CPUOptions
from wavedialect.driver.optimization import Optimization
from wavedialect.extensions import native
from wavedialect.ir.listing import Listing
from wavedialect.ir.module import Value
from wavedialect.ir.types import BufferType, u32
from wavedialect.runtime.placement import DEFAULT, LaunchOptions, place_threads, place_waves
from wavedialect.runtime.program import Program

HEADER = 8
"""Words of a record before those of the lanes."""
STAGES = {
    "written": "wave-fix-wave-size{{wave-size={size}}},wave-verify,wave-inline,wave-fold-counts{{wave-size={size}}},"
    "wave-resolve-groupshared,test-wave-observe-uniformity{{early=true words={words}}}",
    "legalized": "wave-fix-wave-size{{wave-size={size}}},wave-legalize,canonicalize,cse,"
    "test-wave-observe-uniformity{{words={words}}}",
}
"""What has been done to a kernel when it is looked at."""
_REMARK = re.compile(r"remark: site (\d+): (group|wave|lane) (\d+) (\S+)")


def log_words(size: int) -> list[int]:
    """Of a wave: as many values of each of its lanes, and what belongs to them; more for kernels whose loops need it."""
    return [4096 * factor * (size + HEADER) for factor in (1, 8, 64)]


@dataclass
class Counts:
    """How many values, of which those that were executed count."""

    values: int = 0
    claimed_wave: int = 0
    same_wave: int = 0
    """Seen in several lanes of a wave, and never different."""
    found_wave: int = 0
    """Of these, claimed."""
    claimed_group: int = 0
    same_group: int = 0
    """Seen in several waves of a group, and never different."""
    found_group: int = 0
    missed: Counter[str] = field(default_factory=Counter)
    """Operations with values that were the same and are not claimed."""

    def add(self, other: Counts) -> None:
        for name, value in vars(other).items():
            if isinstance(value, int):
                setattr(self, name, getattr(self, name) + value)
            else:
                getattr(self, name).update(value)

    def __str__(self) -> str:
        def part(found: int, same: int) -> str:
            return f"{found} of {same} ({found / max(same, 1):.1%})"

        return (
            f"{self.values} values; claimed for the wave {self.claimed_wave}, of those observed "
            f"{part(self.found_wave, self.same_wave)}; claimed for the group {self.claimed_group}, of those observed "
            f"{part(self.found_group, self.same_group)}"
        )


def tool() -> str:
    """The driver that has the passes for tests."""
    build = Path(__file__).resolve().parents[3] / "build"
    return os.environ.get("WAVE_TEST_OPT", str(build / "bin" / "wave-test-opt"))


@dataclass(frozen=True)
class Site:
    """One watched value."""

    claim: str
    words: int
    operation: str


def watched(program: Program, stage: str, size: int, words: int) -> tuple[Program, list[Site]]:
    """The kernel that watches itself in a log of so many words a wave, and its values."""
    pipeline = f"builtin.module({STAGES[stage].format(size=size, words=words)})"
    done = subprocess.run(
        [tool(), f"--pass-pipeline={pipeline}"], input=program.listing.text, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise Disagreement(f"the passes failed:\n{done.stderr[-2000:]}")
    found = {int(number): Site(claim, int(words), name) for number, claim, words, name in _REMARK.findall(done.stderr)}
    old = program.listing
    log = Value(BufferType(u32, kind="uav"), "log", old.location)
    text = done.stdout
    listing = Listing(
        old.name,
        old.attributes,
        [*old.parameters, log],
        old.location,
        old.files,
        old.captured,
        None,
        old.operations,
        text=text,
    )
    # Everything but the log is guarded already.
    return Program(listing, unchecked=True), [found[number] for number in range(len(found))]


def orders(random_kernel: RandomKernel) -> list[LaunchOptions]:
    """How lanes may get their threads."""
    shuffled = LaunchOptions(lane_order="shuffled", seed=random_kernel.seed)
    others = [LaunchOptions(lane_order="tiled"), shuffled] if random_kernel.seed % 4 == 3 else []
    return [DEFAULT, *others]


@dataclass
class Seen:
    """What was seen of each value in any launch."""

    executed: np.ndarray
    in_lanes: np.ndarray
    """In several lanes of a wave."""
    lanes_differ: np.ndarray
    in_waves: np.ndarray
    """In several waves of a group, in the same trips of all loops."""
    waves_differ: np.ndarray

    @staticmethod
    def nothing(count: int) -> Seen:
        return Seen(*(np.zeros(count, bool) for _ in range(5)))

    def add(self, sites: Sequence[Site], log: np.ndarray, size: int) -> None:
        """Reads what a launch left, by group and wave."""
        for group in log:
            first: dict[tuple[int, int, int], tuple[int, list[int]]] = {}
            for wave, words in enumerate(group):
                end, place = int(words[0]), 0
                while place < end:
                    start = 1 + place
                    number, count, low, high = map(int, words[start : start + 4])
                    place += HEADER + count * size
                    lanes = active_lanes(words[start + 4 : start + HEADER], size)
                    values = words[start + HEADER : 1 + place].reshape(count, size)[:, lanes]
                    self._add_record(sites, number - 1, values, wave, first, (low, high))

    def _add_record(
        self,
        sites: Sequence[Site],
        site: int,
        values: np.ndarray,
        wave: int,
        first: dict[tuple[int, int, int], tuple[int, list[int]]],
        trips: tuple[int, int],
    ) -> None:
        """What one wave executed, beside what the first one of the group had there."""
        same = (values == values[:, :1]).all(axis=1)
        words, known = values[:, 0].tolist(), first.get((site, *trips))
        differs = [False] * len(words) if known is None else [a != b for a, b in zip(words, known[1], strict=True)]
        if known is None:
            first[site, *trips] = wave, words
        place = 0
        while place < len(words):
            end = place + sites[site].words
            self.executed[site] = True
            self.in_lanes[site] |= values.shape[1] > 1
            self.lanes_differ[site] |= not same[place:end].all()
            self.in_waves[site] |= known is not None and known[0] != wave
            self.waves_differ[site] |= any(differs[place:end])
            place, site = end, site + 1


def active_lanes(mask: np.ndarray, size: int) -> np.ndarray:
    """The numbers of the lanes whose bit is set in four words."""
    return np.flatnonzero(np.unpackbits(mask.view(np.uint8), bitorder="little")[:size])


def judge(sites: Sequence[Site], seen: Seen) -> Counts:
    """Counts what was executed; Disagreement where a claim is false."""
    steps = np.array([site.claim for site in sites])
    names = np.array([site.operation for site in sites])
    for_wave, for_group = steps != "lane", steps == "group"
    waves_differ = seen.waves_differ | seen.lanes_differ
    for step, false in (("wave", for_wave & seen.lanes_differ), ("group", for_group & waves_differ)):
        for site in np.flatnonzero(false)[:1]:
            raise Disagreement(f"site {site}, a result or an argument of {names[site]}, is not the same for the {step}")
    same_wave = seen.in_lanes & ~seen.lanes_differ
    same_group = seen.in_waves & ~waves_differ
    missed = Counter(map("{} (wave)".format, names[same_wave & ~for_wave]))
    missed.update(map("{} (group)".format, names[same_group & ~for_group]))
    sums = (
        seen.executed,
        for_wave & seen.executed,
        same_wave,
        same_wave & for_wave,
        for_group & seen.executed,
        same_group,
        same_group & for_group,
    )
    return Counts(*(int(np.count_nonzero(values)) for values in sums), missed)


def observe(random_kernel: RandomKernel, original: Program, stage: str, size: int) -> Counts:
    """Watches a kernel at one wave size; Disagreement where a claim is false."""
    try:
        for words in log_words(size):
            if counts := observe_in(words, random_kernel, original, stage, size):
                return counts
    except Disagreement as error:
        raise Disagreement(f"stage {stage}, wave size {size}: {error}") from None
    raise Disagreement(f"stage {stage}, wave size {size}: the log is too short")


def observe_in(words: int, random_kernel: RandomKernel, original: Program, stage: str, size: int) -> Counts | None:
    """The same with a log of so many words a wave; None where that is too short."""
    program, sites = watched(original, stage, size, words)
    device, groups = wd.open_device("cpu"), random_kernel.groups
    waves = random_kernel.num_waves or -(-random_kernel.num_threads // size)
    seen = Seen.nothing(len(sites))
    for options in orders(random_kernel):
        log = np.zeros((groups, waves, words), np.uint32)
        arguments = [*random_kernel.arguments(size), log.reshape(-1)]
        loaded = load(program, size, options)
        device.launch(loaded, program.signature.check(arguments), (groups, 1, 1), False)
        if log[..., 0].max() >= words:
            return None
        seen.add(sites, log, size)
    return judge(sites, seen)


def load(program: Program, size: int, options: LaunchOptions) -> Any:
    """The kernel as it is written: nothing stands on what was claimed."""
    attributes = program.attributes
    if attributes.num_threads is not None:
        placement = place_threads(program.name, attributes.num_threads, size, options, program.listing.has_quads)
    else:
        placement = place_waves(program.name, attributes.num_waves, size, options)
    cpu, features, bits = native().host_cpu()
    none = Optimization(0)
    how = CPUOptions(size, cpu, features, bits, placed=placement.table is not None, unchecked=True, optimization=none)
    return LoadedKernel(program.name, native_kernel(program, how)[0], placement, 1, _writers(program), None)


def observe_everywhere(seed: int, stages: Sequence[str] = tuple(STAGES), sizes: Sequence[int] = SIZES) -> Counts:
    """Watches the kernel of a seed in all its stages, at every wave size."""
    random_kernel, counts = kernel_of(seed), Counts()
    with kept(random_kernel, "uniformity"):
        original = random_kernel.load()._program(False)
        for stage in stages:
            for size in sizes:
                counts.add(observe(random_kernel, original, stage, size))
    return counts


def main(start: int, count: int, *stages: str) -> int:
    """Watches the kernels of these seeds in all stages or those named; the exit status is 1 where a claim is false."""
    warnings.simplefilter("ignore", wd.WaveWarning)
    total, failed = Counts(), 0
    for seed in range(start, start + count):
        try:
            counts = observe_everywhere(seed, stages or tuple(STAGES))
        except Disagreement as error:
            failed += 1
            print(f"{seed}: FAILED {error}", flush=True)
        else:
            total.add(counts)
            print(f"{seed}: {counts}", flush=True)
    print("not claimed, by what makes them:")
    for name, number in total.missed.most_common(20):
        print(f"  {number} {name}")
    print(f"{count - failed} kernels, {failed} failed: {total}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:]))
