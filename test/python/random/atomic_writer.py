"""Statements for ``optimizer_generator``: atomics whose results are used, such that any order of the lanes leaves the same.

Three ways to use a result make it so:

* The old value ``a``, and what the atomic leaves of it, ``f(a, v)``, go into a fold: ``h(f(a, v)) - h(a)`` is added to one
  element by all lanes. What one lane leaves is what the next one finds, so the sum is that of the last and the first
  value, if each value was found once.
* An append: the result says where the lane's own elements of a buffer begin, which is compared sorted.
* Of all lanes that exchange one value for another, one finds the first value.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from generator import Writer

SHARED_TALLIES = 24
MOST_ROOM = 40
"""Elements of the buffer of appends for each lane."""
MEMORIES = {
    "u": ("tally_u", np.uint32),
    "i": ("tally_i", np.int32),
    "w": ("tally_w", np.uint64),
    "l": ("tally_l", np.int64),
}
"""By the type of a tally: its buffer, and what the buffer is made of."""
STARTS = (0, 1, 5, 0x7FFFFFFF, 0x55555555)
FAR_STARTS = {"u": 0xFFFFFFF0, "i": -6, "w": 2**63, "l": -(2**40)}
MOST_AND_LEAST = {"u": (0xFFFFFFFF, 0), "i": (0x7FFFFFFF, -(2**31)), "w": (2**64 - 1, 0), "l": (2**63 - 1, -(2**63))}
HASHES = ("{}", "({0} * {0})", "({} >> 3)", *["(({0} ^ ({0} >> 7)) * 2654435769)"] * 3)
"""Most are no line, along which a wrong result would lead to the same sum."""
KINDS = ("add", "add", "add", "min", "max", "and", "or", "xor")

APPEND = """
@wd.func
def append(tallies, place, room, first, value):
    slot = wd.atomic_add(tallies, place, 1)
    room[first + slot] = value

"""


@dataclass(frozen=True)
class Tally:
    """Elements that atomics of one kind change, in one way to use what they return."""

    use: str
    """unused, fold, append, claim or exchange."""
    kind: str
    type_: str
    """A key of ``MEMORIES``."""
    shared: bool
    """In groupshared memory."""
    places: int
    """How many, a power of two."""
    start: int
    """What each place holds in the beginning."""
    fold: int
    """Where in ``folds`` the results go."""
    first: int = 0
    """The first of its places."""
    hash: str = "{}"
    """``h``."""
    room: int = 0
    units: int = 0
    """The places of ``room`` begin at ``room``, in ``units`` each for all lanes."""

    @property
    def memory(self) -> str:
        return "tallies" if self.shared else MEMORIES[self.type_][0]


class AtomicWriter(Writer):
    """Atomics at addresses that are the same for the group, for the wave, or different."""

    header = Writer.header + APPEND

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.tallies: list[Tally] = []
        self.room = 0

    def choices(self) -> list[tuple[int, Callable[[], None]]]:
        choices = super().choices()
        if not self.place.in_helper:
            choices += [(4, self.write_tally), (3, self.write_append), (1, self.write_crossing), (1, self.write_claim)]
            choices += [(1, self.write_append_of_items)]
        return choices

    def write_tally_arrays(self) -> None:
        """All of groupshared memory begins with one value."""
        self.shared_start = self.random.choice(STARTS)
        self.write(f"tallies = wd.groupshared(u32, {SHARED_TALLIES})")
        self.write("if local == 0:")
        self.write(f"    for place in range({SHARED_TALLIES}):")
        self.write(f"        tallies[place] = {self.shared_start}")

    def tally(self, use: str, kind: str, types: str = "u", units: int = 0) -> Tally:
        """One that is there, or a new one; where elements are appended always a new one, which has room for them."""
        same = [one for one in self.tallies if (one.use, one.kind) == (use, kind)]
        if same and not units and self.random.random() < 0.4:
            return self.random.choice(same)
        places = self.random.choice([1, 1, 2, 4])
        if self.room + units * places > MOST_ROOM:
            places = 1
        type_ = self.random.choice(types)
        taken = sum(one.places for one in self.tallies if one.shared)
        # What the last lane leaves in groupshared memory nobody sees.
        may_share = type_ == "u" and use != "exchange"
        shared = may_share and self.random.random() < 0.4 and taken + places <= SHARED_TALLIES
        start = self.shared_start if shared else self.start(kind, type_)
        tally = Tally(use, kind, type_, shared, places, start, len(self.tallies), room=self.room, units=units)
        first = sum(one.places for one in self.tallies if one.memory == tally.memory)
        hash_ = self.random.choice(HASHES) if use == "fold" else "{}"
        self.tallies.append(replace(tally, first=first, hash=hash_))
        self.room += units * places
        return self.tallies[-1]

    def start(self, kind: str, type_: str) -> int:
        """What an atomic of that kind mostly changes."""
        most, least = MOST_AND_LEAST[type_]
        if kind in ("min", "max") and self.random.random() < 0.7:
            return most if kind == "min" else least
        if kind == "and" and self.random.random() < 0.7:
            return most if least == 0 else -1
        return self.random.choice([*STARTS, FAR_STARTS[type_]])

    # Operands.

    def address(self, tally: Tally) -> str:
        """Which of its places: mostly the same one for the wave or the group."""
        style = self.random.randrange(10)
        if tally.places == 1:
            return f"u32({tally.first})"
        if style < 5:
            text = self.uniform()
        elif style < 8:
            first = f"wd.wave_read_lane_first({self.expression('u', 1)})"
            text = self.random.choice(["wave", first, f"wd.wave_active_max({self.atom('u')})"])
        else:
            text = self.expression("u", 1)
        return f"({tally.first} + (({text}) & {tally.places - 1}))"

    def operand(self, type_: str) -> str:
        """A value: of each lane, the same for all, or that and nothing."""
        style = self.random.randrange(9)
        short = {"u": "u32", "i": "i32", "w": "u64", "l": "i64"}[type_]
        if style == 0:
            return f"{short}(1)"
        if style == 1:
            return f"{short}({self.random.choice([0, 3, 2**31 - 1])})"
        if style in (2, 3):
            narrow = f"({self.uniform()})"
        elif style in (4, 5):
            narrow = f"({self.uniform()} if {self.expression('b', 1)} else u32(0))"
        elif style == 6:
            narrow = self.expression("i" if type_ in "il" else "u", 2)
        else:
            place = f"(slot * 3 + {self.random.randrange(32)}) & 31"
            own = [f"src_u[{place}]", f"src_i[{place}]", "slot * 2654435769", "(u32(1) << (local & 31))"]
            narrow = self.random.choice(own)
        if type_ in "ui":
            return f"{short}({narrow})"
        return f"({short}({narrow}) * {short}({self.random.choice([1, 0x100000001, 0x7000000B])}))"

    def after(self, kind: str, old: str, value: str) -> str:
        """What the atomic leaves."""
        sign = {"add": "+", "and": "&", "or": "|", "xor": "^"}
        return f"({old} {sign[kind]} {value})" if kind in sign else f"wd.{kind}({old}, {value})"

    def hashed(self, tally: Tally, text: str) -> str:
        """A u32 of a value of the tally."""
        name = self.new_name("y")
        wide = tally.type_ in "wl"
        self.write(f"{name} = u32({text} ^ ({text} >> 32))" if wide else f"{name} = u32({text})")
        return tally.hash.format(name)

    # Statements.

    @contextmanager
    def in_ifs(self, most: int, **changes: Any):
        """In so many divergent ifs at most, with other statements beside what is written inside."""
        if most == 0 or self.place.depth >= 3 or self.random.random() < 0.3:
            yield
            return
        self.write(f"if {self.expression('b', 1)}:")
        changes |= {"uniform": False, "all_active": False}
        if self.random.random() < 0.25:
            with self.inside(**changes):
                self.write_block(2)
            self.write("else:")
        with self.inside(**changes):
            self.indent += 1
            if self.random.random() < 0.25:
                self.write_statement()
            with self.in_ifs(most - 1, **changes):
                yield
            if self.random.random() < 0.25:
                self.write_statement()
            self.indent -= 1

    def write_tally(self) -> None:
        """An atomic whose result is not used, or folded at once."""
        with self.in_ifs(2):
            kind = self.random.choice(KINDS)
            if self.random.random() < 0.3:
                tally = self.tally("unused", kind, "uuuuiiwl")
                operand = self.operand(tally.type_)
                self.write(f"wd.atomic_{kind}({tally.memory}, {self.address(tally)}, {operand})")
                return
            tally = self.tally("fold", kind, "uuuuiiwl")
            change = self.new_name("d")
            self.write_change(tally, f"{change} =")
            self.write(f"wd.atomic_add(folds, {tally.fold}, {change})")

    def write_change(self, tally: Tally, assign: str) -> None:
        """An atomic, and what it changed in terms of the fold."""
        value, old = self.new_name("v"), self.new_name("a")
        self.write(f"{value} = {self.operand(tally.type_)}")
        self.write(f"{old} = wd.atomic_{tally.kind}({tally.memory}, {self.address(tally)}, {value})")
        left = self.hashed(tally, self.after(tally.kind, old, value))
        self.write(f"{assign} {left} - {self.hashed(tally, old)}")

    def write_crossing(self) -> None:
        """The result leaves ifs, or a loop, before it is used; until then no lane may leave."""
        tally = self.tally("fold", self.random.choice(KINDS), "uuuuiiwl")
        change = self.new_name("d")
        self.write(f"{change} = u32(0)")
        stay = {"returns": False, "leaves_loop": False, "in_uniform_loop": False}
        if self.place.depth < 2 and self.random.random() < 0.4:
            bound = self.random.choice([self.uniform(), self.expression("u", 1)])
            self.write(f"for {self.new_name('t')} in range(({bound}) & 3):")
            with self.inside(uniform=False, all_active=False, leaves_loop=True):
                self.indent += 1
                with self.in_ifs(2, **stay):
                    self.write_change(tally, f"{change} +=")
                self.indent -= 1
        else:
            with self.in_ifs(3, **stay):
                self.write_change(tally, f"{change} =")
        self.write(f"wd.atomic_add(folds, {tally.fold}, {change})")

    def write_append(self) -> None:
        """Each lane that comes here gets elements of its own."""
        with self.in_ifs(2):
            most = self.random.choice([1, 1, 1, 2, 3])
            units = most * self.place.trips
            if self.room + units > MOST_ROOM or self.random.random() < 0.15:
                self.write_limited_append()
                return
            tally = self.tally("append", "add", units=units)
            value, at = self.new_name("v"), self.new_name("p")
            # By all lanes that come here, some of which may append nothing.
            self.write(f"{value} = {self.expression('u', 2)}")
            self.write(f"{at} = {self.address(tally)} - {tally.first}")
            if most == 1 and self.random.random() < 0.15:
                first = f"{self.room_of(tally, at)} - {tally.start}"
                self.write(f"append({tally.memory}, {tally.first} + {at}, room, {first}, {value})")
                return
            weight, old, slot = self.new_name("v"), self.new_name("a"), self.new_name("s")
            self.write(f"{weight} = {self.weight(most)}")
            self.write(f"{old} = wd.atomic_add({tally.memory}, {tally.first} + {at}, {weight})")
            self.write(f"{slot} = {self.room_of(tally, at)} + ({old} - {tally.start})")
            if most == 1:
                self.write(f"if {weight} != 0:")
                self.write(f"    room[{slot}] = {value}")
            else:
                item = self.new_name("t")
                self.write(f"for {item} in range({weight}):")
                self.write(f"    room[{slot} + {item}] = {value} + {item}")

    def write_append_of_items(self) -> None:
        """A lane may append an element in each trip of a loop."""
        most = self.random.choice([2, 3])
        if self.room + most * self.place.trips > MOST_ROOM or self.place.depth >= 2:
            self.write_append()
            return
        tally = self.tally("append", "add", units=most * self.place.trips)
        value, at, trip = self.new_name("v"), self.new_name("p"), self.new_name("t")
        self.write(f"{value} = {self.expression('u', 2)}")
        self.write(f"{at} = {self.address(tally)} - {tally.first}")
        bound = self.random.choice([f"u32({most})", self.uniform(), self.expression("u", 1)])
        self.write(f"for {trip} in range(wd.min({bound}, {most})):")
        with self.inside(uniform=False, all_active=False, leaves_loop=False, in_uniform_loop=False, returns=False):
            self.indent += 1
            ways = [f"({value} >> {trip}) & 1 == {self.random.randrange(2)}", f"{value} + {trip} > lane"]
            self.write(f"if {self.random.choice([*ways, *ways, self.expression('b', 1)])}:")
            if self.random.random() < 0.3:
                self.write("    pass")
                self.write("else:")
            old = f"wd.atomic_add({tally.memory}, {tally.first} + {at}, 1)"
            self.write(f"    room[{self.room_of(tally, at)} + ({old} - {tally.start})] = {value} + {trip}")
            self.indent -= 1

    def write_limited_append(self) -> None:
        """Only so many find room; all store the same."""
        if self.room >= MOST_ROOM:
            self.write_assignment()
            return
        tally = self.tally("append", "add", units=1)
        at, slot = self.new_name("p"), self.new_name("s")
        self.write(f"{at} = {self.address(tally)} - {tally.first}")
        # With no more than 2**16 atomics the counter does not come round.
        self.write(f"{slot} = wd.atomic_add({tally.memory}, {tally.first} + {at}, {self.random.randrange(1, 4)})")
        limit = "lanes" if tally.shared else self.random.choice(["total", "lanes", "wd.min(n, total)"])
        self.write(f"if {slot} - {tally.start} < {limit}:")
        self.write(f"    room[{self.room_of(tally, at)} + ({slot} - {tally.start})] = n ^ {self.random.randrange(100)}")

    def weight(self, most: int) -> str:
        """How many elements a lane appends."""
        ways = [f"u32({most})", f"u32({most})", f"(u32({most}) if {self.expression('b', 1)} else u32(0))"]
        ways += [f"wd.min({self.uniform()}, {most})", f"wd.min({self.expression('u', 1)}, {most})"]
        ways += [f"u32({self.expression('b', 2)})", f"wd.min(wave, {most})"]
        return self.random.choice(ways)

    def room_of(self, tally: Tally, place: str) -> str:
        """Where the elements begin that are appended at this place, by this group where it counts by itself."""
        first = f"({tally.room} + {tally.units} * {place}) * total"
        return f"({first} + wd.group_id().x * lanes * {tally.units})" if tally.shared else f"({first})"

    def write_claim(self) -> None:
        """One lane finds what was there in the beginning; or each finds what another has left."""
        use = self.random.choice(["claim", "exchange"])
        with self.in_ifs(2):
            tally = self.tally(use, use, "ui" if use == "claim" else "u")
            old, value = self.new_name("a"), self.new_name("v")
            if use == "claim":
                new = f"{tally.start + 1 if tally.start < 2**31 - 1 else 3}"
                operands = f"{tally.memory}, {self.address(tally)}, {tally.start}, {new}"
                self.write(f"{old} = wd.atomic_compare_exchange({operands})")
                self.write(f"{value} = u32({old} == {tally.start})")
            else:
                self.write(f"{value} = {self.operand('u')}")
                self.write(f"{old} = wd.atomic_exchange({tally.memory}, {self.address(tally)}, {value})")
                self.write(f"{value} = {value} - {old}")
            self.write(f"wd.atomic_add(folds, {tally.fold}, {value})")
