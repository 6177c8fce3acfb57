"""Random steps of pipes, and a search of all orders in which waves may execute them."""

from __future__ import annotations

import random
from dataclasses import dataclass

from kernel_files import load

BARRIER = (-1, "barrier")
ELEMENTS = 3


@dataclass
class Program:
    """Pipes, as stages, producers and consumers, and the steps of each wave in phases with a barrier between. A step is a
    pipe and its function, or an element of each lane and "load" or "store"."""

    pipes: list[tuple[int, tuple[int, ...], tuple[int, ...]]]
    phases: list[list[list[tuple[int, str]]]]

    def steps(self, wave: int) -> list[tuple[int, str]]:
        steps: list[tuple[int, str]] = []
        for number, phase in enumerate(self.phases):
            steps += [*([BARRIER] if number else []), *phase[wave]]
        return steps

    @property
    def waves(self) -> int:
        return len(self.phases[0])

    @property
    def source(self) -> str:
        lines = ["import wavedialect as wd", "from wavedialect import u32", "", ""]
        lines += [f"@wd.kernel(num_waves={self.waves})", "def steps(out: wd.RWBuffer[u32]):"]
        lines += ["    lanes, lane, total = wd.wave_lane_count(), wd.wave_lane_index(), u32(0)"]
        lines += [f"    tile = wd.groupshared(u32, {ELEMENTS} * wd.wave_lane_count())"]
        if any(step == "load" for wave in range(self.waves) for _, step in self.steps(wave)):
            lines += ["    with wd.waves(0):", f"        for element in range({ELEMENTS}):"]
            lines += ["            tile[element * lanes + lane] = 0", "    wd.group_memory_barrier_with_group_sync()"]
        for number, (stages, producers, consumers) in enumerate(self.pipes):
            lines.append(f"    p{number} = wd.pipe({stages}, producers={producers}, consumers={consumers})")
        for number, phase in enumerate(self.phases):
            lines += ["    wd.group_memory_barrier_with_group_sync()"] * (number > 0)
            for wave, steps in enumerate(phase):
                if steps:
                    lines += [f"    with wd.waves({wave}):", *(f"        {_written(*step)}" for step in steps)]
        return "\n".join([*lines, "    out[wd.group_wave_index() * lanes + lane] = total", ""])

    def load(self, folder):
        """The kernel, from a file in the folder."""
        return load(self.source, folder, "steps").steps

    def is_stuck(self, end: tuple[int, ...]) -> bool:
        """Whether waves wait forever at these positions."""
        return any(end[wave] < len(self.steps(wave)) for wave in range(self.waves))


def _written(place: int, step: str) -> str:
    element = f"tile[{place} * lanes + lane]"
    return {"load": f"total += {element}", "store": f"{element} = {place}"}.get(step, f"p{place}.{step}()")


def made(seed: int, accesses: float = 0.0) -> Program:
    """A random program; ``accesses`` is the number of accesses of memory for each step. Each step that leaves a use has one that enters it before; all else may be wrong."""
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
                while accesses and choose.random() < accesses / (1 + accesses):
                    steps.append((choose.randrange(ELEMENTS), choose.choice(["load", "load", "store"])))
            phase.append(steps)
        phases.append(phase)
    return Program(pipes, phases)


def ends(program: Program) -> set[tuple[int, ...]]:
    """The positions of the waves at the ends of all orders of steps."""
    steps = [program.steps(wave) for wave in range(program.waves)]

    def left(wave: int, position: int, pipe: int) -> int:
        return sum(one == pipe and step in ("commit", "release") for one, step in steps[wave][:position])

    def can_go(wave: int, at: tuple[int, ...]) -> bool:
        pipe, step = steps[wave][at[wave]]
        if step in ("commit", "release", "load", "store"):
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


def racing(program: Program) -> set[int]:
    """The elements with two accesses by different waves, one of them a store, that neither pipes nor barriers order. The
    program ends in all orders."""
    events = [(wave, place) for wave in range(program.waves) for place in range(len(program.steps(wave)))]
    number = {event: index for index, event in enumerate(events)}
    steps = {event: program.steps(event[0])[event[1]] for event in events}

    def nth(wave: int, step: tuple[int, str]) -> list[int]:
        """The events of a wave that are this step."""
        return [number[event] for event in events if event[0] == wave and steps[event] == step]

    nexts: list[set[int]] = [set() for _ in events]
    for wave, place in events:
        if (wave, place + 1) in number:
            nexts[number[wave, place]].add(number[wave, place + 1])
    for pipe, (stages, producers, consumers) in enumerate(program.pipes):
        for producer in producers:
            for consumer in consumers:
                for before, after, shift in (
                    (nth(producer, (pipe, "commit")), nth(consumer, (pipe, "wait")), 0),
                    (nth(consumer, (pipe, "release")), nth(producer, (pipe, "acquire")), stages),
                ):
                    for one, other in zip(before, after[shift:], strict=False):
                        nexts[one].add(other)
    for one in range(program.waves):
        for other in range(program.waves):
            for mine, theirs in zip(nth(one, BARRIER), nth(other, BARRIER), strict=True):
                nexts[mine] |= {theirs} if one != other else set()
    after: list[set[int]] = []
    for index in range(len(events)):
        reached, open_events = set(), [index]
        while open_events:
            new = nexts[open_events.pop()] - reached
            reached |= new
            open_events += new
        after.append(reached)
    found = set()
    for first, one in number.items():
        for second, other in number.items():
            (element, kind), (place, other_kind) = steps[first], steps[second]
            is_conflict = first[0] < second[0] and element == place and "store" in (kind, other_kind)
            if is_conflict and {kind, other_kind} <= {"load", "store"} and other not in after[one]:
                found |= {element} if one not in after[other] else set()
    return found
