"""Random kernels that load tiles and compute with them, for the pass `pipeline-waves`: loops of several forms, with tiles that
waves and lanes load in several ways."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from kernel_files import load

LOADS = (
    # Every lane of the group stores a word; the place is `thread`.
    (1, ("{tile}[thread] = src[{at} + thread]",)),
    (1, ("{tile}[{waves} * lanes - 1 - thread] = src[{at} + thread] ^ wave",)),
    (
        1,
        (
            "word = u32({small})",
            "if {at} + thread < n * 37:",
            "    word = src[{at} + thread * 3]",
            "{tile}[thread] = word",
        ),
    ),
    (2, ("for k in range(2):", "    {tile}[k * {waves} * lanes + thread] = src[{at} + k + thread] + k")),
    (
        1,
        (
            "with wd.waves({one}):",
            "    for k in range({waves}):",
            "        {tile}[k * lanes + lane] = src[{at} + k + lane]",
        ),
    ),
    (1, ("{tile}[thread] = wd.wave_active_max(src[{at} + thread]) + wd.wave_prefix_sum(src[{at}] & 7)",)),
    (1, ("wd.async_copy({tile}, 0, src, {at}, {waves} * lanes)",)),
    (2, ("wd.async_copy({tile}, wave * 2 * lanes, src, {at} + wave * lanes - {small}, 2 * lanes)",)),
    (
        1,
        (
            "if wave % 2 == 0:",
            "    {tile}[thread] = src[{at} + wave]",
            "else:",
            "    {tile}[thread] = src[lane] + {at}",
        ),
    ),
)
"""The words of each lane in a tile, and the statements. All waves store to different elements."""
COMPUTATIONS = (
    ("for i in range({length}):", "    acc = acc * 3 + {tile}[i] * (wave + 1)"),
    ("for i in range(lanes):", "    acc += {tile}[(i * 5 + lane) % {length}] ^ i"),
    ("acc = acc * 7 + {tile}[(thread * 3 + {small}) % {length}]", "acc += wd.wave_active_sum(acc & 15)"),
    ("if {tile}[lane] & 1 == 0:", "    acc ^= {tile}[{length} - 1 - lane] + wd.wave_active_max(acc)"),
)
TRIPS = ("n", "m", "n + m", "3", "(n + row) % 4", "m - m")


class TileKernel:
    """The source of a random kernel; ``waves`` is its number of waves."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._random = random.Random(seed)
        self.waves = self._random.choice((1, 2, 3, 4, 5, 18))
        self._lines: list[str] = []
        self._arrays: list[str] = []
        if self._random.random() < 0.4:
            self._note()
        for _ in range(self._random.randint(1, 2)):
            self._phase()
        if self._random.random() < 0.3:
            self._add("if acc % 5 == 0:", "    return")
        self._add(f"out[(group * {self.waves} + wave) * lanes + lane] += acc")

    @property
    def source(self) -> str:
        head = [
            "import wavedialect as wd",
            "from wavedialect import u32",
            "",
            "",
            f"@wd.kernel(num_waves={self.waves}, wave_size=(4, 32))",
            "def tiles(src: wd.Buffer[u32], out: wd.RWBuffer[u32], n: u32, m: u32):",
            "    wave, lanes, lane = wd.group_wave_index(), wd.wave_lane_count(), wd.wave_lane_index()",
            "    group, thread, row = wd.group_id().x, wave * lanes + lane, u32(1)",
            "    acc = thread",
        ]
        return "\n".join([*head, *self._arrays, *self._lines, ""])

    def load(self, folder: Path) -> Any:
        """The kernel, from a file in the folder."""
        return load(self.source, folder, f"tiles_{self.seed}").tiles

    def _add(self, *lines: str, depth: int = 1) -> None:
        self._lines += ["    " * depth + line for line in lines]

    def _note(self) -> None:
        """An array beside the tiles, which waves exchange."""
        self._add(
            f"notes = wd.groupshared(u32, {self.waves})",
            "notes[wave] = wd.wave_active_sum(lane) + wave",
            "wd.group_memory_barrier_with_group_sync()",
            f"acc += notes[(wave + 1) % {self.waves}]",
        )
        if self._random.random() < 0.5:
            self._add("wd.group_memory_barrier_with_group_sync()", "notes[wave] = acc & 3")

    def _phase(self) -> None:
        choose = self._random
        depth = 1
        if choose.random() < 0.4:
            self._add("for row in range(u32(0), 3):")
            depth = 2
            if choose.random() < 0.4:
                self._add("if (row + m) % 3 != 1:", depth=depth)
                depth = 3
        first = choose.random() < 0.3
        trips = choose.choice(TRIPS)
        step = choose.choice(("", "step"))
        barrier = choose.choice(("group_memory", "group_memory", "all_memory"))
        meet = f"wd.{barrier}_barrier_with_group_sync()"
        tiles = [self._tile() for _ in range(choose.randint(1, 2))]
        self._add("place = row * 11", depth=depth)
        self._add(f"for t in range(u32(0), ({trips}){' * 5, 5' if step else ''}):", depth=depth)
        inside = depth + 1
        if first:
            self._add(meet, depth=inside)
        for tile, _, lines in tiles:
            at = choose.choice(("t * lanes", "place", "(t + group) * 9", "src[t & 63] % 1000"))
            one, small = choose.randrange(self.waves), choose.randint(1, 5)
            self._add(
                *(line.format(tile=tile, at=at, waves=self.waves, one=one, small=small) for line in lines), depth=inside
            )
        if choose.random() < 0.5:
            self._add("acc += t", depth=inside)
        self._add(meet, depth=inside)
        for tile, length, _ in tiles:
            lines = choose.choice(COMPUTATIONS)
            small = choose.randint(1, 5)
            whole = f"({length * self.waves} * lanes)"
            self._add(*(line.format(tile=tile, length=whole, small=small) for line in lines), depth=inside)
        if not first:
            self._add(meet, depth=inside)
        self._add("place += lanes + t", depth=inside)
        self._add("acc += place", depth=depth)
        if depth > 1 and choose.random() < 0.5:
            self._add("acc ^= wd.wave_active_min(acc)", depth=2)

    def _tile(self) -> tuple[str, int, tuple[str, ...]]:
        words, lines = self._random.choice(LOADS)
        tile = f"tile{len(self._arrays)}"
        self._arrays.append(f"    {tile} = wd.groupshared(u32, {words * self.waves} * wd.wave_lane_count())")
        return tile, words, lines
