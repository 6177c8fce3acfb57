"""Random kernels whose groups `coarsen-groups` can pack: they have only the operations across lanes that the pass accepts, and
all lanes of a group execute them together."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
from generator import RandomKernel

WORDS = ("u0", "u1", "u2", "u3")
FLOATS = ("f0", "f1")
LENGTH = 512

_HEADER = """import wavedialect as wd
from wavedialect import f32, i32, u32


@wd.kernel(num_waves={waves})
def {name}(
    words: wd.Buffer[u32], floats: wd.Buffer[f32], out: wd.RWBuffer[u32], of_waves: wd.RWBuffer[u32],
    tally: wd.RWBuffer[u32], n: u32,
):
    lanes = wd.wave_lane_count()
    lane = wd.wave_lane_index()
    wave = wd.group_wave_index()
    group = wd.group_id().x
    own = wave * lanes + lane
    threads = {waves} * lanes
    place = group * threads + own
    shared = wd.groupshared(u32, {waves} * 128)
    counts = wd.groupshared(u32, 4)
    array = wd.local_array(u32, 4)
    for j in range(4):
        array[j] = words[place % {length} + j]
        counts[j] = 0
    u0 = words[place % {length}]
    u1 = lane + group
    u2 = n
    u3 = words[group % {length}]
    f0 = floats[place % {length}]
    f1 = f32(1.0)
    wd.group_memory_barrier_with_group_sync()
"""


class PackableKernel(RandomKernel):
    @property
    def label(self) -> str:
        return f"{self.seed}-packable"

    def arguments(self, wave_size: int) -> list[Any]:
        numbers = np.random.default_rng(self.seed)
        lanes = self.lanes(wave_size)
        return [
            numbers.integers(0, 1000, LENGTH + 4, np.uint32),
            numbers.integers(1, 50, LENGTH + 4).astype(np.float32),
            np.zeros(lanes, np.uint32),
            np.zeros(self.groups * self.num_waves, np.uint32),
            np.zeros(self.groups, np.uint32),
            int(numbers.integers(1, 4)),
        ]


class _Writer:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(f"packable {seed}")
        self.lines: list[str] = []
        self.indent = 1
        self.depth = 0

    def write(self, text: str) -> None:
        self.lines.append("    " * self.indent + text)

    def word(self, depth: int = 2) -> str:
        pick = self.random.random()
        if depth == 0 or pick < 0.3:
            return self.random.choice((*WORDS, "lane", "group", "wave", "own", str(self.random.randrange(9))))
        if pick < 0.4:
            return f"words[({self.word(depth - 1)}) % {LENGTH}]"
        if pick < 0.5:
            return f"array[({self.word(depth - 1)}) % 4]"
        operator = self.random.choice(("+", "*", "^", "&", "|"))
        return f"({self.word(depth - 1)} {operator} {self.word(depth - 1)})"

    def number(self) -> str:
        """Never a zero, whose sign minima and maxima may choose."""
        name = self.random.choice(FLOATS)
        return self.random.choice(
            (name, f"-{name}", f"abs({name})", f"min({', '.join(FLOATS)})", f"max({name}, f32(lane + 1))")
        )

    def condition(self) -> str:
        return self.random.choice(
            (
                f"{self.word(1)} % 3 == {self.random.randrange(3)}",
                f"{self.word(1)} > {self.word(1)}",
                "f0 < f1",
                "wd.wave_is_first_lane()" if self.depth == 0 else "group % 2 == 1",
            )
        )

    def inside(self, header: str, write: Any) -> None:
        self.write(header)
        self.indent += 1
        for _ in range(self.random.randint(1, 3)):
            write()
        self.indent -= 1

    def write_own(self) -> None:
        """Of a lane alone, wherever it is."""
        kind = self.random.randrange(20)
        if kind < 3:
            self.write(f"{self.random.choice(FLOATS)} = {self.number()}")
        elif kind < 6:
            self.write(f"out[place] = {self.word()}")
        elif kind < 9:
            self.write(f"array[({self.word(1)}) % 4] = {self.word(1)}")
        elif kind == 9:
            self.write(f"wd.atomic_add(tally, group, {self.word(1)})")
        else:
            self.write(f"{self.random.choice(WORDS)} = {self.word()}")

    def write_lanes(self) -> None:
        """Across the lanes of the group."""
        name = self.random.choice(WORDS)
        kind = self.random.randrange(7)
        if kind < 2:
            how = self.random.choice(("sum", "product", "min", "max", "bit_and", "bit_or", "bit_xor"))
            self.write(f"{name} = wd.wave_active_{how}({self.word()})")
        elif kind == 2:
            name, how = self.random.choice(FLOATS), self.random.choice(("min", "max"))
            self.write(f"{name} = wd.wave_active_{how}({self.number()})")
        elif kind == 3:
            self.write(f"{name} += wd.wave_active_count_bits({self.condition()})")
        elif kind == 4:
            self.write(f"{name} ^= wd.wave_read_lane_first({self.word()})")
        elif kind == 5:
            vote = self.random.choice(("any", "all"))
            self.inside(f"if wd.wave_active_{vote}_true({self.condition()}):", self.write_own)
        else:
            self.write("if wd.wave_is_first_lane():")
            self.write(f"    of_waves[group * threads // lanes + wave] = {self.word(1)}")

    def write_shared(self) -> None:
        if self.random.random() < 0.5:
            self.write(f"shared[own] = {self.word()}")
            self.write("wd.group_memory_barrier_with_group_sync()")
            self.write(f"{self.random.choice(WORDS)} += shared[(own + {self.word(1)}) % threads]")
        else:
            self.write(f"wd.atomic_add(counts, ({self.word(1)}) % 4, {self.word(1)})")
            self.write("wd.group_memory_barrier_with_group_sync()")
            self.write(f"{self.random.choice(WORDS)} ^= counts[({self.word(1)}) % 4]")
        self.write("wd.group_memory_barrier_with_group_sync()")

    def write_any(self) -> None:
        """Where all lanes of the group are."""
        choices = [self.write_own, self.write_lanes, self.write_lanes, self.write_branch]
        if self.depth == 0:
            choices += [self.write_shared, self.write_loop]
        self.random.choice(choices)()

    def write_branch(self) -> None:
        self.depth += 1
        if self.random.random() < 0.3:
            self.inside(f"if wave % 2 == {self.random.randrange(2)}:", self.write_lanes)
        else:
            self.inside(f"if {self.condition()}:", self.write_own)
            if self.random.random() < 0.4:
                self.inside("else:", self.write_own)
        self.depth -= 1

    def write_loop(self) -> None:
        self.depth += 1
        times = self.random.choice(("2", "3", "n", f"({self.word(1)}) % 4"))
        own = times[0] == "("
        self.inside(f"for _ in range({times}):", self.write_own if own else self.write_any)
        self.depth -= 1

    def kernel(self, seed: int) -> PackableKernel:
        waves, name = self.random.choice((1, 1, 2, 3)), f"random_{seed}"
        for _ in range(self.random.randint(3, 9)):
            self.write_any()
        self.write(
            "out[place] = u0 ^ (u1 * 3) ^ (u2 * 5) ^ (u3 * 7) ^ wd.asuint(f0) ^ (wd.asuint(f1) * 9) ^ array[lane % 4]"
        )
        source = _HEADER.format(waves=waves, name=name, length=LENGTH) + "\n".join(self.lines) + "\n"
        return PackableKernel(seed, source, self.random.randint(2, 11), waves)


def generate_packable(seed: int) -> PackableKernel:
    return _Writer(seed).kernel(seed)
