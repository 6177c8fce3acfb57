"""Random kernels with pipes: phases in which one set of waves passes rows to another, in loops of several forms. On request
waves of random sets also pass rows around with barriers of their set, in phases between these and inside of them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kernel_files import load

Pipe = tuple[int, tuple[int, ...], tuple[int, ...]]
"""The number of a pipe, its producers and its consumers."""

DIVERGENT = (
    ("if lane < {small}:", "    acc = acc * 3 + 1"),
    ("for z in range(lane % 3):", "    acc += z + wd.wave_active_sum(u32(1))"),
    ("acc += wd.wave_active_max(acc ^ {small}) >> 3",),
    ("acc = acc * 5 + src[(acc % 7) * lanes + lane]",),
)
LOOPS = (
    (("for i in range({trips}):",), (), 1),
    (("for i in range({trips}):", "    if m != 77:"), (), 2),
    (("i = u32(0)", "while i < {trips}:"), ("i += 1",), 1),
    (("i = u32(0)", "while True:", "    if i == {trips}:", "        break", "    i += 1"), (), 1),
)


COPIES = (
    ("wd.async_copy({rows}, {begin}, src, (stage + row) * lanes, lanes)",),
    (
        "wd.async_copy({rows}, {begin} + lanes // 2, src, len(src) - lanes // 4, lanes // 2)",
        "wd.async_copy({rows}, {begin}, src, stage + {small}, lanes // 2)",
    ),
    (
        "wd.async_copy({rows}, {begin}, src, stage * lanes - {small}, lanes // 2)",
        "if lane >= lanes // 2:",
        "    {rows}[{begin} + lane] = acc",
    ),
)
"""Ways to fill a row by asynchronous copies."""


class PipeKernel:
    """The source of a random kernel; ``waves`` is its number of waves. With ``copies``, producers also fill rows by
    asynchronous copies; everything else is the same. With ``barriers``, sets of waves have barriers. With ``alike``, waves that
    pass rows to each other have the same loops, with numbers of iterations that are known before them."""

    def __init__(self, seed: int, copies: bool = False, barriers: bool = False, alike: bool = False) -> None:
        self.seed = seed
        self._alike = alike
        self._random = random.Random(seed)
        self._copying = random.Random(seed) if copies else None
        self._meeting = random.Random(seed) if barriers else None
        self.waves = self._random.randint(2, 5)
        self._lines: list[str] = []
        self._pipes = [self._pipe(number) for number in range(self._random.randint(1, 3))]
        if self._meeting:
            self._add(
                f"swap = wd.groupshared(u32, {self.waves} * wd.wave_lane_count())",
                "swap[wave * lanes + lane] = acc",
                "wd.group_memory_barrier_with_group_sync()",
            )
        for _ in range(self._random.randint(1, 3)):
            self._meet()
            self._phase()
        self._meet()
        if self._random.random() < 0.6:
            self._returns()
            self._meet()
        self._add(f"out[(group * {self.waves} + wave) * lanes + lane] = acc")

    @property
    def source(self) -> str:
        head = [
            "import wavedialect as wd",
            "from wavedialect import u32",
            "",
            "",
            f"@wd.kernel(num_waves={self.waves})",
            "def passes(src: wd.Buffer[u32], out: wd.RWBuffer[u32], n: u32, m: u32):",
            "    wave, lanes, lane = wd.group_wave_index(), wd.wave_lane_count(), wd.wave_lane_index()",
            "    group, acc = wd.group_id().x, wave + lane",
        ]
        return "\n".join([*head, *self._lines, ""])

    def load(self, folder: Path) -> Any:
        """The kernel, from a file in the folder."""
        kinds = {"_copies": self._copying, "_barriers": self._meeting, "_alike": self._alike}
        kind = "".join(name for name, chosen in kinds.items() if chosen)
        return load(self.source, folder, f"passes_{self.seed}{kind}").passes

    def _add(self, *lines: str, depth: int = 1) -> None:
        self._lines += ["    " * depth + line for line in lines]

    def _pipe(self, number: int) -> Pipe:
        choose = self._random
        waves = choose.sample(range(self.waves), self.waves)
        count = choose.randint(1, self.waves - 1)
        producers = tuple(sorted(waves[:count]))
        consumers = tuple(sorted(waves[count : count + choose.randint(1, self.waves - count)]))
        stages = choose.randint(1, 4)
        self._add(
            f"rows{number} = wd.groupshared(u32, {stages * len(producers)} * wd.wave_lane_count())",
            f"pipe{number} = wd.pipe({stages}, {producers}, {consumers})",
        )
        return number, producers, consumers

    def _loops(self, choose: random.Random) -> Iterator[tuple[tuple[str, ...], tuple[str, ...], int]]:
        """The loops of sets of waves."""
        common = choose.choice(LOOPS[:2]) if self._alike else None
        while True:
            yield common or choose.choice(LOOPS)

    def _divergent(self, depth: int) -> None:
        lines = self._random.choice(DIVERGENT)
        self._add(*(line.format(small=self._random.randint(1, 5)) for line in lines), depth=depth)

    def _phase(self) -> None:
        choose = self._random
        pipe = choose.choice(self._pipes)
        trips = choose.choice(("n", "m", "n + m", "2", "n * 2"))
        sides = [(pipe[1], self._produce), (pipe[2], self._consume)]
        choose.shuffle(sides)
        for (waves, step), (opening, closing, depth) in zip(sides, self._loops(choose), strict=False):
            self._add(f"with wd.waves({waves}):")
            self._add(*(line.format(trips=trips) for line in opening), depth=2)
            step(pipe, 2 + depth)
            self._add(*closing, depth=2 + depth)
        if choose.random() < 0.4:
            self._add("wd.group_memory_barrier_with_group_sync()")
        if choose.random() < 0.3:
            self._divergent(1)

    def _produce(self, pipe: Pipe, depth: int) -> None:
        number, producers, _ = pipe
        self._divergent(depth)
        self._add(f"stage = pipe{number}.acquire()", "row = u32(0)", depth=depth)
        if self._meeting and self._meeting.random() < 0.4:
            self._exchange(producers, depth)
        for place, wave in enumerate(producers[1:], 1):
            self._add(f"if wave == {wave}:", f"    row = {place}", depth=depth)
        target = f"rows{number}[(stage * {len(producers)} + row) * lanes + lane]"
        if self._random.random() < 0.4:
            self._add("if lane % 2 == 0:", f"    {target} = acc", "else:", f"    {target} = acc + 9", depth=depth)
        else:
            self._add(f"{target} = acc", depth=depth)
        if self._copying and self._copying.random() < 0.7:
            self._copy(number, len(producers), depth)
        self._add(f"pipe{number}.commit()", depth=depth)

    def _copy(self, number: int, rows: int, depth: int) -> None:
        """Copies over the row that the wave has stored."""
        lines = self._copying.choice(COPIES)
        begin = f"(stage * {rows} + row) * lanes"
        small = self._copying.randint(1, 5)
        self._add("wd.wave_memory_barrier()", depth=depth)
        self._add(*(line.format(rows=f"rows{number}", begin=begin, small=small) for line in lines), depth=depth)
        if self._copying.random() < 0.2:
            self._add("wd.wave_memory_barrier()", depth=depth)

    def _consume(self, pipe: Pipe, depth: int) -> None:
        number, producers, _ = pipe
        self._add(f"stage = pipe{number}.wait()", depth=depth)
        for place in range(len(producers)):
            lane = f"(lane ^ {self._random.randint(0, 3)})"
            self._add(
                f"acc = acc * 7 + rows{number}[(stage * {len(producers)} + {place}) * lanes + {lane}]", depth=depth
            )
        if self._random.random() < 0.5:
            self._divergent(depth)
        if self._meeting and self._meeting.random() < 0.4:
            self._exchange(pipe[2], depth)
        self._add(f"pipe{number}.release()", depth=depth)

    def _meet(self) -> None:
        """Waves of a random set pass rows around, in one block or in a block for each of them."""
        if not self._meeting or self._meeting.random() < 0.3:
            return
        choose = self._meeting
        waves = choose.sample(range(self.waves), choose.randint(1, self.waves))
        trips = choose.choice(("n", "m", "n + m", "2"))
        blocks = [(wave,) for wave in waves] if choose.random() < 0.4 and len(waves) < self.waves else [tuple(waves)]
        # The waves of one set execute the same barriers, in whatever loops.
        lane = choose.randint(0, 3)
        for block, (opening, closing, depth) in zip(blocks, self._loops(choose), strict=False):
            depth += len(waves) < self.waves
            if len(waves) < self.waves:
                self._add(f"with wd.waves({block}):")
            else:
                # A barrier of all waves is the group's, and its loop must end for all at the same time.
                opening, closing, depth = LOOPS[0]
            inside = depth + 1
            self._add(*(line.format(trips=trips) for line in opening), depth=1 + (len(waves) < self.waves))
            self._exchange(tuple(waves), inside, lane)
            self._add(*closing, depth=inside)

    def _exchange(self, waves: tuple[int, ...], depth: int, lane: int | None = None) -> None:
        choose = self._meeting
        shown = list(waves)
        choose.shuffle(shown)
        call = f"wd.waves_barrier({', '.join(map(str, shown))})"
        self._add("swap[wave * lanes + lane] = acc", call, depth=depth)
        if choose.random() < 0.4:
            self._divergent(depth)
        self._add(
            f"from_wave = u32({waves[0]})",
            *(
                line
                for before, wave in zip(waves, waves[1:], strict=False)
                for line in (f"if wave == {before}:", f"    from_wave = {wave}")
            ),
            f"acc = acc * 3 + swap[from_wave * lanes + (lane ^ {choose.randint(0, 3) if lane is None else lane})]",
            call,
            depth=depth,
        )

    def _returns(self) -> None:
        """Some lanes return, and the others use a pipe once more."""
        choose = self._random
        number, producers, consumers = choose.choice(self._pipes)
        self._add(
            f"if lane == {choose.randint(0, 3)} and acc % 2 == 0:",
            f"    out[(group * {self.waves} + wave) * lanes + lane] = 5",
            "    return",
        )
        if choose.random() < 0.6:
            self._add("wd.group_memory_barrier_with_group_sync()")
        self._add(f"with wd.waves({producers}):")
        self._add("for _ in range(n):", f"    pipe{number}.acquire()", depth=2)
        self._add("acc += wd.wave_active_sum(acc & 3)", f"pipe{number}.commit()", depth=3)
        self._add(f"with wd.waves({consumers}):")
        self._add("for _ in range(n):", f"    acc = acc * 3 + pipe{number}.wait()", depth=2)
        self._add(f"pipe{number}.release()", depth=3)
