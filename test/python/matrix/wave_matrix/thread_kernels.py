"""Kernels with ``num_threads``: groups of one to three dimensions whose last wave is partial.

Which thread is which lane is the machine's to say, so the kernel writes it down, and what the operations have to give follows
from that. What holds for every mapping is judged too: a lane is one thread, numbers are below their counts, ids are those of
the thread.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from . import lane_oracle as oracle
from .elements import U32
from .expected import Expected
from .kernels import MOST_PLACES, Output, filled
from .memory_kernels import Label, MemoryCase, MemoryDispatch, MemoryKernel

SHAPES = ((10, 1, 1), (49, 1, 1), (65, 1, 1), (128, 1, 1), (1, 32, 1), (7, 3, 1), (3, 3, 3), (4, 4, 4), (15, 3, 3))
GROUPS = 3

ROWS = (
    "lane wave waves lanes index x y z dispatch_x dispatch_y dispatch_z first count sum prefix least head "
    "ballot_x ballot_y ballot_z ballot_w match_x match_y match_z match_w odd_sum odd_prefix odd_first"
).split()


def _body() -> list[str]:
    values = {
        "lane": "wd.wave_lane_index()",
        "wave": "wd.group_wave_index()",
        "waves": "wd.group_wave_count()",
        "lanes": "wd.wave_lane_count()",
        "index": "wd.group_index()",
        **{letter: f"wd.group_thread_id().{letter}" for letter in "xyz"},
        **{f"dispatch_{letter}": f"wd.dispatch_thread_id().{letter}" for letter in "xyz"},
        "first": "wd.select(wd.wave_is_first_lane(), wd.u32(1), wd.u32(0))",
        "count": "wd.wave_active_count_bits(True)",
        "sum": "wd.wave_active_sum(value)",
        "prefix": "wd.wave_prefix_sum(value)",
        "least": "wd.wave_active_min(value)",
        "head": "wd.wave_read_lane_first(value)",
        **{f"ballot_{letter}": f"ballot.{letter}" for letter in "xyzw"},
        **{f"match_{letter}": f"same.{letter}" for letter in "xyzw"},
        "odd_sum": "wd.wave_active_sum(value)",
        "odd_prefix": "wd.wave_prefix_sum(value)",
        "odd_first": "wd.wave_read_lane_first(value)",
    }
    lines = [
        "slot = wd.group_id().x * {threads} + wd.group_index()",
        "value = values[slot]",
        "ballot = wd.wave_active_ballot(value & 1 == 1)",
        "same = wd.wave_match(value & 3)",
    ]
    plain = [f"out[{ROWS.index(name)} * total + slot] = {text}" for name, text in values.items() if "odd" not in name]
    odd = [f"    out[{ROWS.index(name)} * total + slot] = {text}" for name, text in values.items() if "odd" in name]
    return [*lines, *plain, "if wd.group_index() & 1 == 1:", *odd]


@dataclass
class ThreadKernel(MemoryKernel):
    """One shape of a group."""

    shape: tuple[int, int, int] = (1, 1, 1)
    recordable: bool = False
    """What has to come out is known only afterwards; ``test/gpu`` has recordings of such kernels."""
    cpu_launches: Sequence[dict[str, Any]] = (
        {},
        {"extra_waves": 1},
        {"extra_waves": (2, "idle")},
        {"lane_order": "tiled"},
        {"lane_order": ("shuffled", 1), "extra_waves": 3},
    )

    @property
    def source(self) -> str:
        threads = int(np.prod(self.shape))
        body = [f"total = wd.u32({threads * GROUPS})", *(line.format(threads=threads) for line in self.body)]
        lines = "\n".join(f"    {line}" for line in body)
        head = f"@wd.kernel(num_threads={self.shape})\ndef kernel({', '.join(self.parameters)}):\n"
        return f"import wavedialect as wd\n\n\n{head}{lines}\n"

    def blame(self, dispatch: MemoryDispatch, found: list[np.ndarray]) -> dict[MemoryCase, list[str]]:
        threads = int(np.prod(self.shape))
        table = found[0].reshape(len(ROWS), GROUPS, threads)
        values = dispatch.arguments[0].reshape(GROUPS, threads)
        places: list[str] = []
        for group in range(GROUPS):
            places += self._wrong_in_group(group, dict(zip(ROWS, table[:, group], strict=True)), values[group])
        return {self.case: places[:MOST_PLACES]} if places else {}

    def _wrong_in_group(self, group: int, rows: dict[str, np.ndarray], values: np.ndarray) -> list[str]:
        x_size, y_size, _ = self.shape
        index = np.arange(values.size)
        x, y, z = index % x_size, index // x_size % y_size, index // (x_size * y_size)
        wrong = []

        def compare(name: str, expected: np.ndarray, where: np.ndarray | None = None) -> None:
            bad = rows[name] != expected
            bad &= where if where is not None else True
            for thread in np.flatnonzero(bad)[:1]:
                text = f"group {group}, thread {thread}: {name} is {rows[name][thread]}, expected {expected[thread]}"
                wrong.append(f"{text}; lane {rows['lane'][thread]} of wave {rows['wave'][thread]}")

        for name, expected in (("index", index), ("x", x), ("y", y), ("z", z)):
            compare(name, expected)
        for name, expected in (("dispatch_x", group * x_size + x), ("dispatch_y", y), ("dispatch_z", z)):
            compare(name, expected)
        lanes, waves = int(rows["lanes"][0]), int(rows["waves"][0])
        compare("lanes", np.full(values.size, lanes))
        compare("waves", np.full(values.size, waves))
        if waves < -(-values.size // lanes):
            wrong.append(f"group {group}: {waves} waves of {lanes} lanes have no room for {values.size} threads")
        if (rows["lane"] >= lanes).any() or (rows["wave"] >= waves).any():
            return [*wrong, f"group {group}: a lane or wave number is not below its count"]
        place = (rows["wave"].astype(np.int64), rows["lane"].astype(np.int64))
        if len(set(zip(*place, strict=True))) != values.size:
            return [*wrong, f"group {group}: two threads are one lane of one wave"]
        active = np.zeros((waves, lanes), bool)
        active[place] = True
        given = np.zeros((waves, lanes, 1), np.uint32)
        given[place] = values[:, None]
        odd = np.zeros((waves, lanes), bool)
        odd[place] = index % 2 == 1

        def of_threads(expected: Expected, component: int = 0) -> np.ndarray:
            return expected.values[(*place, component)]

        compare("first", of_threads(oracle.is_first_lane(active)))
        compare("count", of_threads(oracle.count_bits(active, np.ones_like(given))))
        compare("sum", of_threads(oracle.reduce(active, given, "add")))
        compare("prefix", of_threads(oracle.prefix(active, given, "add")))
        compare("least", of_threads(oracle.reduce(active, given, "min")))
        compare("head", of_threads(oracle.read_first_lane(active, given)))
        ballot, same = oracle.ballot(active, given & 1), oracle.match(active, given & 3)
        for component, letter in enumerate("xyzw"):
            compare(f"ballot_{letter}", of_threads(ballot, component))
            compare(f"match_{letter}", of_threads(same, component))
        is_odd = index % 2 == 1
        compare("odd_sum", of_threads(oracle.reduce(odd, given, "add")), is_odd)
        compare("odd_prefix", of_threads(oracle.prefix(odd, given, "add")), is_odd)
        compare("odd_first", of_threads(oracle.read_first_lane(odd, given)), is_odd)
        untouched = filled((1,), U32)[0]
        for name in ROWS:
            if "odd" in name:
                compare(name, np.full(values.size, untouched), ~is_odd)
        return wrong


def _kernel(shape: tuple[int, int, int]) -> ThreadKernel:
    threads = int(np.prod(shape))

    def make(rng: np.random.Generator, wave_size: int) -> MemoryDispatch:
        values = np.frombuffer(rng.bytes(4 * threads * GROUPS), np.uint32).copy()
        out = filled((len(ROWS) * threads * GROUPS,), U32)
        return MemoryDispatch([values, out], [Output(U32, 1, Expected.exact(out.copy()))])

    case = MemoryCase(Label("num_threads", "threads"), U32, 1, Label("x".join(map(str, shape))))
    parameters = ["values: wd.Buffer[wd.u32]", "out: wd.RWBuffer[wd.u32]"]
    return ThreadKernel(case, parameters, _body(), make, groups=GROUPS, shape=shape)


def thread_kernels(seed: int) -> Sequence[ThreadKernel]:
    """All shapes."""
    kernels = [_kernel(shape) for shape in SHAPES]
    for kernel in kernels:
        kernel.seed = seed
    return kernels
