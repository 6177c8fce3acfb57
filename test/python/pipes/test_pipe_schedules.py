"""A search of all orders of steps agrees with the one run of the checker: with the same steps, all orders end alike."""

from __future__ import annotations

import importlib.util
import os
import random
from dataclasses import dataclass

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import u32

COUNT = int(os.environ.get("WAVEDIALECT_RANDOM_KERNELS", "40"))
BARRIER = (-1, "barrier")


@dataclass
class Program:
    """Pipes, as stages, producers and consumers, and the steps of each wave in phases with a barrier between."""

    pipes: list[tuple[int, tuple[int, ...], tuple[int, ...]]]
    phases: list[list[list[tuple[int, str]]]]

    def steps(self, wave: int) -> list[tuple[int, str]]:
        steps: list[tuple[int, str]] = []
        for number, phase in enumerate(self.phases):
            steps += [*([BARRIER] if number else []), *phase[wave]]
        return steps

    @property
    def source(self) -> str:
        waves = len(self.phases[0])
        lines = ["import wavedialect as wd", "from wavedialect import u32", "", "", f"@wd.kernel(num_waves={waves})"]
        lines += ["def steps(out: wd.RWBuffer[u32]):"]
        for number, (stages, producers, consumers) in enumerate(self.pipes):
            lines.append(f"    p{number} = wd.pipe({stages}, producers={producers}, consumers={consumers})")
        for number, phase in enumerate(self.phases):
            lines += ["    wd.group_memory_barrier_with_group_sync()"] * (number > 0)
            for wave, steps in enumerate(phase):
                if steps:
                    lines += [f"    with wd.waves({wave}):", *(f"        p{pipe}.{step}()" for pipe, step in steps)]
        return "\n".join([*lines, "    out[wd.group_wave_index()] = 1", ""])


def made(seed: int) -> Program:
    """A random program. Each step that leaves a use has one that enters it before; all else may be wrong."""
    choose = random.Random(seed)
    waves = choose.randint(2, 4)
    pipes = []
    for _ in range(choose.randint(1, 3)):
        members = choose.sample(range(waves), choose.randint(2, waves))
        split = choose.randint(1, len(members) - 1)
        pipes.append((choose.randint(1, 2), tuple(members[:split]), tuple(members[split:])))
    phases = []
    is_opened = [[0] * len(pipes) for _ in range(waves)]
    for _ in range(choose.randint(1, 2)):
        uses = [choose.randint(0, 2) for _ in pipes]
        phase = []
        for wave in range(waves):
            turns = []
            for number, (_, producers, consumers) in enumerate(pipes):
                if wave in producers or wave in consumers:
                    wrong = choose.random() < 0.08
                    turns += [number] * (2 * uses[number] + wrong)
            if choose.random() < 0.3:
                choose.shuffle(turns)
            steps = []
            for number in turns:
                enters, leaves = ("acquire", "commit") if wave in pipes[number][1] else ("wait", "release")
                opened = is_opened[wave][number]
                goes_on = opened == 0 or choose.random() < 0.05
                is_opened[wave][number] += 1 if goes_on else -1
                steps.append((number, enters if goes_on else leaves))
            phase.append(steps)
        phases.append(phase)
    return Program(pipes, phases)


def ends(program: Program) -> set[tuple[int, ...]]:
    """The positions of the waves at the ends of all orders of steps."""
    steps = [program.steps(wave) for wave in range(len(program.phases[0]))]

    def left(wave: int, position: int, pipe: int) -> int:
        return sum(one == pipe and step in ("commit", "release") for one, step in steps[wave][:position])

    def can_go(wave: int, at: tuple[int, ...]) -> bool:
        pipe, step = steps[wave][at[wave]]
        if step in ("commit", "release"):
            return True
        stages, producers, consumers = program.pipes[pipe]
        use = sum(one == (pipe, step) for one in steps[wave][: at[wave]])
        others, needed = (consumers, use - stages + 1) if step == "acquire" else (producers, use + 1)
        return all(left(other, at[other], pipe) >= needed for other in others)

    found, seen, open_states = set(), set(), [(0,) * len(steps)]
    while open_states:
        at = open_states.pop()
        if at in seen:
            continue
        seen.add(at)
        going = [wave for wave, position in enumerate(at) if position < len(steps[wave])]
        at_barrier = [wave for wave in going if steps[wave][at[wave]] == BARRIER]
        nexts = [
            (*at[:wave], at[wave] + 1, *at[wave + 1 :]) for wave in going if wave not in at_barrier and can_go(wave, at)
        ]
        if going and at_barrier == going:
            nexts.append(tuple(position + (wave in going) for wave, position in enumerate(at)))
        if not nexts:
            found.add(at)
        open_states += nexts
    return found


@pytest.mark.parametrize("seed", range(COUNT))
def test_all_orders_end_alike(seed, tmp_path):
    program = made(seed)
    (end,) = ends(program)
    waves = len(end)
    is_stuck = any(end[wave] < len(program.steps(wave)) for wave in range(waves))

    file = tmp_path / f"steps_{seed}.py"
    file.write_text(program.source)
    spec = importlib.util.spec_from_file_location(file.stem, file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    orders = ["by index", "backward", ("shuffled", seed)]
    report = module.steps.check(1, np.zeros(waves, np.uint32), wave_sizes=4, wave_orders=orders)
    rules = {finding.rule for finding in report.findings}
    shown = f"\n{program.source}\n{report}"
    assert ("pipe-deadlock" in rules) is is_stuck, shown
    assert rules <= {"pipe-deadlock", "pipe-unbalanced"}, shown
    assert report.no_deadlock == ("" if rules else "any arguments"), shown


def test_programs_of_both_kinds_are_made():
    stuck = 0
    for seed in range(200):
        program = made(seed)
        found = ends(program)
        assert len(found) == 1
        (end,) = found
        stuck += any(end[wave] < len(program.steps(wave)) for wave in range(len(end)))
    assert 20 < stuck < 180


# --- What a report says --------------------------------------------------------------


@wd.kernel(num_waves=2)
def uses_of_an_argument(out: wd.RWBuffer[u32], uses: u32):
    pipe = wd.pipe(1, producers=0, consumers=1)
    with wd.waves(0):
        for _ in range(uses):
            pipe.acquire()
            pipe.commit()
    with wd.waves(1):
        for _ in range(uses):
            pipe.wait()
            pipe.release()
    out[wd.group_wave_index()] = uses


@wd.kernel(num_waves=2)
def uses_of_a_constant(out: wd.RWBuffer[u32], uses: u32):
    lane = wd.wave_lane_index()
    row = wd.groupshared(u32, wd.wave_lane_count())
    pipe = wd.pipe(1, producers=0, consumers=1)
    with wd.waves(0):
        for use in range(6):
            pipe.acquire()
            row[lane] = use + uses
            if use % 2 == 0:
                row[lane] += 1
            pipe.commit()
    with wd.waves(1):
        total = u32(0)
        for _ in range(2 * 3):
            pipe.wait()
            total += row[lane]
            pipe.release()
        out[lane] = total


@wd.kernel(num_waves=2)
def uses_of_an_atomic(out: wd.RWBuffer[u32], uses: u32):
    shared = wd.groupshared(u32, 1)
    if wd.group_wave_index() == 0 and wd.wave_is_first_lane():
        shared[0] = uses + wd.atomic_add(out, 0, 1)
    wd.group_memory_barrier_with_group_sync()
    count = shared[0]
    pipe = wd.pipe(1, producers=0, consumers=1)
    with wd.waves(0):
        for _ in range(count):
            pipe.acquire()
            pipe.commit()
    with wd.waves(1):
        for _ in range(count):
            pipe.wait()
            pipe.release()


@pytest.mark.parametrize(
    ("kernel", "verdict", "text"),
    [
        (uses_of_an_argument, "any order", "no deadlock in any order of the waves"),
        (uses_of_a_constant, "any arguments", "no deadlock with any arguments"),
        (uses_of_an_atomic, "", ""),
    ],
)
def test_what_a_run_proves(kernel, verdict, text):
    report = kernel.check(1, np.zeros(128, np.uint32), 3, by_wave_size="out")
    assert report.ok, f"\n{report}"
    assert report.no_deadlock == verdict and text in report.summary and (text or "deadlock" not in report.summary)


def test_a_run_that_proves_nothing():
    @wd.kernel(num_waves=1)
    def plain(out: wd.RWBuffer[u32]):
        out[wd.wave_lane_index()] = 1

    assert plain.check(1, np.zeros(128, np.uint32), by_wave_size="out").no_deadlock == ""
    out_of_time = uses_of_a_constant.check(1, np.zeros(128, np.uint32), 3, by_wave_size="out", most_seconds=1e-6)
    assert not out_of_time.is_complete and out_of_time.no_deadlock == ""
