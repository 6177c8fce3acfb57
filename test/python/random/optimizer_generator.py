"""Random kernels with what the optimizing passes look for, beside all else that random kernels hold.

They are as free of races and as fully defined as those of ``generator``. What an atomic returns depends on the order of
the lanes and of the groups; ``OptimizerKernel.settled`` gives arrays their one form.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from atomic_writer import MEMORIES, AtomicWriter, Tally
from generator import RandomKernel
from phase_writer import PhaseWriter
from thread_generator import ThreadWriter
from uniform_writer import UniformWriter
from wave_writer import WaveWriter

_PARAMETERS = (
    "tally_u: wd.RWBuffer[u32], tally_i: wd.RWBuffer[i32], tally_w: wd.RWBuffer[u64], tally_l: wd.RWBuffer[i64], "
    "folds: wd.RWBuffer[u32], room: wd.RWBuffer[u32], exchanged: wd.RWBuffer[u32], "
    "src_v: wd.Buffer[wd.float3], src_p: wd.Buffer[wd.uint2], src_w: wd.Buffer[u64], src_d: wd.Buffer[f64], "
    "src_x: wd.Buffer[f32], quiet: wd.RWBuffer[u32], picture: wd.Texture2D[f32]"
)


@dataclass(frozen=True)
class OptimizerKernel(RandomKernel):
    """A kernel whose atomics say where their results went."""

    tallies: tuple[Tally, ...] = ()

    @property
    def label(self) -> str:
        return f"{self.seed}-optimizer"

    def arguments(self, wave_size: int) -> list[Any]:
        numbers = np.random.default_rng(self.seed + 1)
        lanes = self.lanes(wave_size)
        room, length = sum(one.units * one.places for one in self.tallies) * lanes, self.source_length

        def small(*shape: int) -> np.ndarray:
            return numbers.integers(-16, 17, shape)

        *arrays, n, k, x, flag = super().arguments(wave_size)
        return [
            *arrays,
            *map(self._starts, MEMORIES),
            np.zeros(len(self.tallies) + 1, np.uint32),
            np.full(room + 1, 0xDDDDDDDD, np.uint32),
            numbers.integers(0, 2**32, lanes, np.uint32),
            small(length, 3).astype(np.float32),
            numbers.integers(0, 2**32, (length, 2), np.uint32),
            numbers.integers(0, 2**64, length, np.uint64),
            small(length).astype(np.float64),
            numbers.standard_normal(length).astype(np.float32),
            numbers.integers(0, 2**32, length, np.uint32),
            small(16 if self.in_bounds else 9, 4).astype(np.float32),
            *(n, k, x, flag),
        ]

    def _starts(self, type_: str) -> np.ndarray:
        """What the tallies of a buffer begin with."""
        starts = [one.start for one in self.tallies if one.type_ == type_ and not one.shared for _ in range(one.places)]
        return np.array([*starts, 0], MEMORIES[type_][1])

    def settled(self, arrays: list[np.ndarray], wave_size: int) -> list[np.ndarray]:
        """The arrays in the form that is the same for any order of lanes, waves and groups."""
        by_name = dict(zip(self._names(), [np.array(array) for array in arrays], strict=True))
        lanes, room, folds = self.lanes(wave_size), by_name["room"], by_name["folds"]
        for tally in self.tallies:
            for place in range(tally.places):
                first, end = (tally.room + tally.units * number for number in (place, place + 1))
                room[first * lanes : end * lanes].sort()
            if tally.use == "exchange" and not tally.shared:
                # What the last lane of each place has left.
                last = by_name["tally_u"][tally.first : tally.first + tally.places]
                folds[tally.fold : tally.fold + 1] -= last.sum(dtype=np.uint32)
                last[:] = 0
        return list(by_name.values())

    @staticmethod
    def _names() -> list[str]:
        """Of the arrays."""
        parameters = OptimizerWriter.parameters.split(", ")
        return [name for name, _, type_ in (one.partition(": ") for one in parameters) if type_.startswith("wd.")]


class _Prologue(AtomicWriter, UniformWriter, WaveWriter, PhaseWriter):
    """What all the statements need, and one kernel of them."""

    header = AtomicWriter.header.replace("import f32, i32, u32", "import f32, f64, i32, i64, u32, u64")
    parameters = AtomicWriter.parameters.replace("n: u32", f"{_PARAMETERS}, n: u32")
    statements = (8, 22)

    def write_prologue(self) -> None:
        super().write_prologue()
        self.write("total = wd.group_count().x * lanes")
        self.write_tally_arrays()
        self.write_phase_arrays()
        if self.decorator.startswith("num_waves"):
            self.write_note_arrays()
        self.write("wd.all_memory_barrier_with_group_sync()")

    def boolean(self, depth: int) -> str:
        """Most are true in some lanes of most waves, so that more than the conditions runs."""
        if self.place.in_helper or self.random.random() < 0.35:
            return super().boolean(depth)
        number, bit = self.random.randrange(32), self.random.randrange(2)
        ways = [f"((lane + {number}) & 1 == 0)", f"(lane & 3 != {bit})", f"(local % 3 != {bit})"]
        ways += [f"(src_u[(local + {number}) & 31] & 1 == {bit})", f"src_b[(slot + {number}) & 31]"]
        ways += [f"(src_f[(slot * 3 + {number}) & 31] > 0.0)", "(lane < wd.wave_lane_count() // 2)"]
        ways += [f"(wave & 1 == {bit})", f"((wd.group_id().x + n) & 1 == {bit})"]
        return self.random.choice(ways)

    def made(self, **known: Any) -> OptimizerKernel:
        wide = any(tally.type_ in "wl" for tally in self.tallies)
        return OptimizerKernel(**known, has_wide_atomics=wide, tallies=tuple(self.tallies))


class OptimizerWriter(_Prologue):
    """Groups counted in waves; of one wave often."""

    def choose_size(self) -> dict[str, int]:
        num_waves = self.random.choice([1, 1, 2, 3, 4])
        self.decorator = f"num_waves={num_waves}"
        self.lanes = "wd.group_wave_count() * wd.wave_lane_count()"
        return {"num_waves": num_waves}


class OptimizerThreadWriter(_Prologue, ThreadWriter):
    """Groups counted in threads."""


def generate_for_optimizer(seed: int) -> RandomKernel:
    """The kernel of that seed; of four one has groups of threads."""
    return (OptimizerThreadWriter if seed % 4 == 3 else OptimizerWriter)(seed).kernel()


class ConditionalLoadWriter(OptimizerWriter):
    """Groups counted in waves, with loads under conditions."""

    conditional_loads = 0.3


class ConditionalLoadThreadWriter(OptimizerThreadWriter):
    """Groups counted in threads, with loads under conditions."""

    conditional_loads = 0.3


def generate_conditional_loads(seed: int) -> RandomKernel:
    """The kernel of that seed; of four one has groups of threads."""
    return (ConditionalLoadThreadWriter if seed % 4 == 3 else ConditionalLoadWriter)(seed).kernel()
