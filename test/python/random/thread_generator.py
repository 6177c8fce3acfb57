"""Random kernels whose groups are counted in threads, of one to three dimensions and partial last waves.

``generate_threads`` may do whatever lanes can do, so that its results are those of one way to give threads to lanes.
The kernels of ``generate_any_order`` give the same whichever thread is which lane, and however many waves there are: a
wave operation stands in them where what it says about the other lanes cancels out.
"""

from __future__ import annotations

import math

from generator import ATOMIC_KINDS, RandomKernel, Writer

EXTENTS = ((1,), (8,), (10,), (49,), (64,), (130,), (1, 32), (8, 4), (7, 3, 2), (3, 3, 3), (4, 4, 4), (2, 2, 9))


def generate_threads(seed: int) -> RandomKernel:
    """The kernel of that seed; lanes have the threads in the order of their numbers."""
    return ThreadWriter(seed).kernel()


def generate_any_order(seed: int) -> RandomKernel:
    """The kernel of that seed; lanes may have the threads in any order, of waves that are not full."""
    return AnyOrderWriter(seed).kernel()


class ThreadWriter(Writer):
    """A group of threads: the last wave may not be full."""

    extents: tuple[tuple[int, ...], ...] = EXTENTS
    starts_full = False
    unsigned_names = (*Writer.unsigned_names, *(f"wd.group_thread_id().{letter}" for letter in "xyz"))

    def choose_size(self) -> dict[str, int]:
        extent = self.random.choice(self.extents)
        self.decorator = f"num_threads={extent}"
        threads = math.prod(extent)
        self.lanes = str(threads)
        return {"num_threads": threads}

    def write_numbers(self) -> None:
        self.write("lane = wd.wave_lane_index()")
        self.write("wave = wd.group_wave_index()")
        self.write(f"lanes = u32({self.lanes})")
        self.write("local = wd.group_index()")


class AnyOrderWriter(ThreadWriter):
    """Nothing shows which thread is in which lane."""

    header = Writer.header.replace("found + wd.wave_active_count_bits(True)", "found + 1")
    active_lanes = "u32(wd.wave_active_count_bits(True) > 0)"
    unsigned_names = ("local", "wd.group_id().x", *(f"wd.dispatch_thread_id().{letter}" for letter in "xyz"))
    boolean_names = ("flag",)
    uniform_names = ("wd.group_id().x", "wd.group_count().x", "wd.group_count().y")
    other_index = "local"

    def choose_size(self) -> dict[str, int]:
        return {**super().choose_size(), "any_order": True}

    def write_numbers(self) -> None:
        self.write(f"lanes = u32({self.lanes})")
        self.write("local = wd.group_index()")

    def of_wave(self, text: str, type_: str, operand: str) -> str:
        """The operand, by way of a wave operation on it."""
        own = "wd.wave_read_lane_at({0}, wd.wave_lane_index())"
        least, greatest = "wd.max(wd.wave_active_min({0}), {0})", "wd.min(wd.wave_active_max({0}), {0})"
        bits = ["(wd.wave_active_bit_or({0}) & {0})", "(wd.wave_active_bit_and({0}) | {0})"]
        ways = {
            "b": ["(wd.wave_active_any_true({0}) and {0})", "(wd.wave_active_all_true({0}) or {0})"],
            "f": [own, least, greatest],
        }.get(type_, [own, least, greatest, *bits])
        return self.random.choice(ways).format(operand)

    def read_lane(self, value: str) -> str:
        return f"wd.wave_read_lane_at({value}, wd.wave_lane_index())"

    def write_total(self) -> None:
        """What a wave has found, put together by one atomic a wave, is that of the group."""
        if self.random.random() < 0.5:
            return super().write_total()
        kind = self.random.randrange(len(ATOMIC_KINDS))
        name = ATOMIC_KINDS[kind]
        reduce = {"add": "sum", "and": "bit_and", "or": "bit_or", "xor": "bit_xor"}.get(name, name)
        part = self.new_name("p")
        self.write(f"{part} = wd.wave_active_{reduce}({self.expression('u', 2)})")
        self.write("if wd.wave_is_first_lane():")
        self.write(f"    wd.atomic_{name}(totals, {kind}, {part})")
        self.write_sync()
        self.write_read_total(kind)
