"""Writes random correct kernels that rely on what a mistake takes away, and says where one could be made.

The statements around are those of ``test/python/random``; in control flow that is the same for the group stand
exchanges through groupshared arrays between barriers, elections, guards, slots of lanes and waves, compaction and sums
by halves. Arrays have exactly as many elements as are needed, and most start with undefined contents.

Kernels whose groups are counted in threads give the same at every wave size, whichever thread is in which lane and
however many waves there are, so that a mutant which does not is known by its results alone.
"""

from __future__ import annotations

import linecache
import random
import re
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "random"))

from expression_writer import LOCAL_LENGTH, Place  # noqa: E402
from generator import ATOMIC_KINDS, PLACES_A_KIND, RandomKernel, Writer  # noqa: E402
from thread_generator import AnyOrderWriter  # noqa: E402

KINDS = ("barrier removed", "election removed", "index shifted", "guard removed", "lane replaced by thread")

WAVE_SLOTS = 24
"""The most waves that a group of threads may have: those of 4 lanes, and some more than are needed."""
EXTENTS = ((16,), (24,), (30,), (32,), (8, 4), (16, 4), (7, 3, 2))


@dataclass(frozen=True)
class Mutation:
    """One mistake: what stands in a line instead."""

    kind: str
    line: int
    """Of the kernel's text, counted from 1."""
    text: str
    expected: frozenset[int]
    """The mutated statement, the block under it, and the accesses which it feeds: of a barrier those around it."""


@dataclass(frozen=True)
class BreakableKernel(RandomKernel):
    """A kernel, or a mutant of it; both have as many lines."""

    mutations: tuple[Mutation, ...] = ()
    label: str = "correct"

    @property
    def in_threads(self) -> bool:
        """The group is counted in threads."""
        return self.num_threads > 0

    @property
    def sizes(self) -> tuple[int, ...]:
        """The wave sizes at which it is judged, and checked."""
        return (8, 32) if self.in_threads else (4, 16)

    @property
    def file(self) -> str:
        return f"<kernel {self.seed}, {self.label}>"

    def load(self) -> Any:
        """Executes the text and returns the kernel."""
        linecache.cache[self.file] = (len(self.source), None, self.source.splitlines(keepends=True), self.file)
        namespace: dict[str, Any] = {"__name__": self.name}
        exec(compile(self.source, self.file, "exec"), namespace)  # noqa: S102 - our own text.
        return namespace[self.name]

    def mutant(self, mutation: Mutation) -> BreakableKernel:
        """The kernel with that mistake."""
        lines = self.source.split("\n")
        number = [other for other in self.mutations if other.kind == mutation.kind].index(mutation)
        lines[mutation.line - 1] = mutation.text
        return replace(self, source="\n".join(lines), mutations=(mutation,), label=f"{mutation.kind} {number}")

    def some_mutations(self) -> list[Mutation]:
        """One of each kind that is possible, chosen at random."""
        chooser = random.Random(self.seed)
        by_kind = {kind: [one for one in self.mutations if one.kind == kind] for kind in KINDS}
        return [chooser.choice(possible) for possible in by_kind.values() if possible]


def breakable(seed: int) -> BreakableKernel:
    """The kernel of that seed: of waves and of threads in turn."""
    return (ThreadWriter if seed % 2 else WaveWriter)(seed).kernel()


# Places where an index may be shifted: the text before it, the index, the text behind.
_INDICES = [
    (re.compile(r"^(\s*)(\w+)\[(local|mine|wave|base \+ [^\]]*)\]( = .*)$"), "stored"),
    (re.compile(r"^(\s*\w+ [+^]?= )(\w+)\[(.*)\]()$"), "read"),
]
_SHARED = ("shared", "slots", "few", "packed", "tile")


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


class _Breaking(ABC):
    """What both writers have: fragments, and the mistakes that could be made in them. Comes before a ``Writer``."""

    in_threads: bool

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.mutations: list[tuple[str, int, str]] = []
        """Kind, number of the entry of ``lines``, and what would stand there."""
        self.blocks: dict[int, range] = {}
        """Of an entry in a fragment, all entries of the fragment."""
        self.fragments = 0

    # The whole.

    def kernel(self) -> BreakableKernel:
        self.initialized = self.random.random() < 0.5
        """Every array has contents before the first fragment, so that lanes may return."""
        written = super().kernel()
        starts, line = [], 1 + self.header.count("\n")
        for entry in self.lines:
            starts.append(line + len(entry) - len(entry.lstrip("\n")))
            line += entry.count("\n") + 1
        mutations = [
            Mutation(kind, starts[number], text, frozenset(starts[near] for near in self._near(kind, number)))
            for kind, number, text in self.mutations
        ]
        mutations += self._in_swap(written.source)
        return BreakableKernel(
            written.seed,
            written.source,
            min(written.groups, 2),
            written.num_waves,
            written.num_threads,
            mutations=tuple(mutations),
        )

    def _near(self, kind: str, number: int) -> set[int]:
        """The entries at which a finding is expected."""
        near = {number}
        below = number + 1
        while below < len(self.lines) and _indent(self.lines[below]) > _indent(self.lines[number]):
            near.add(below)
            below += 1
        block = self.blocks.get(number, range(number, number + 1))
        texts = " ".join(self.lines[one] for one in (block if kind == KINDS[0] else near))
        arrays = [name for name in (*_SHARED, "totals") if re.search(rf"\b{name}\b", texts)]
        if kind == KINDS[0]:
            near.clear()
        near |= {one for one in block for name in arrays if re.search(rf"\b{name}[\[,]", self.lines[one])}
        return near | self._fed(near, [one for one in block if one > number])

    def _fed(self, near: set[int], below: list[int]) -> set[int]:
        """The accesses whose index is made of what is assigned at these entries."""
        names = {found[1] for one in near if (found := re.match(r"\s*(\w+) [+^]?= ", self.lines[one]))}
        fed = set()
        for one in below:
            for name in list(names):
                if found := re.match(rf"\s*for (\w+) in range\(.*\b{name}\b", self.lines[one]):
                    names.add(found[1])
                elif re.search(rf"\w\[[^\]]*\b{name}\b", self.lines[one]):
                    fed.add(one)
        return fed

    def _in_swap(self, source: str) -> list[Mutation]:
        """Mistakes in the helper, if it is called."""
        if source.count("swap(") == 1:
            return []
        lines = source.split("\n")
        accesses = frozenset(number for number, line in enumerate(lines[:16], 1) if "shared[" in line)
        found = []
        for number, line in enumerate(lines[:16], 1):
            if line.endswith("_with_group_sync()"):
                found.append(Mutation(KINDS[0], number, "    pass", accesses))
            elif "shared[local] = " in line:
                found.append(Mutation(KINDS[2], number, line.replace("[local]", "[local + 1]"), accesses))
        return found

    def write(self, line: str) -> None:
        """Writes it, and remembers what could be wrong with it."""
        super().write(line)
        number, line = len(self.lines) - 1, self.lines[-1]
        indent = " " * _indent(line)
        if line.endswith("_with_group_sync()"):
            self.mutations.append((KINDS[0], number, f"{indent}pass"))
        elif line == f"{indent}if wd.wave_is_first_lane():":
            self.mutations.append((KINDS[1], number, f"{indent}if True:"))
        for pattern, use in _INDICES:
            found = pattern.match(line)
            if found and found[2] in _SHARED and self.fragments:
                before, name, index, after = found.groups()
                by = ["1"] if use == "read" and "%" in index else ["1", "lane"]
                for amount in by:
                    self.mutations.append((KINDS[2], number, f"{before}{name}[{index} + {amount}]{after}"))
                break

    def guard(self, condition: str, mistake: str = "True") -> None:
        """The ``if`` around what only these lanes may do."""
        self.write(f"if {condition}:")
        self.instead(KINDS[3], f"if {mistake}:")

    def instead(self, kind: str, text: str) -> None:
        """The mistake that the last line would be with this text."""
        self.mutations.append((kind, len(self.lines) - 1, " " * _indent(self.lines[-1]) + text))

    def write_numbers(self) -> None:
        super().write_numbers()
        if self.in_threads:
            self.write("lane = wd.wave_lane_index()")
            self.write("wave = wd.group_wave_index()")
        self.write("mine = wave * wd.wave_lane_count() + lane")

    def write_prologue(self) -> None:
        self.few = self.choose_few()
        slots = WAVE_SLOTS if self.in_threads else "wd.group_wave_count()"
        tile = f"{WAVE_SLOTS} * wd.wave_lane_count()" if self.in_threads else self.lanes
        self.write(f"slots = wd.groupshared(u32, {slots})")
        self.write(f"few = wd.groupshared(u32, {self.few})")
        self.write(f"packed = wd.groupshared(u32, {self.lanes})")
        self.write(f"tile = wd.groupshared(u32, {tile})")
        super().write_prologue()
        if self.slots_initialized:
            self.write("if local == 0:")
            self.write("    for j in range(len(slots)):")
            self.write("        slots[j] = 0")
        if self.initialized:
            self.write("if local == 0:")
            self.write("    for j in range(len(few)):")
            self.write("        few[j] = 2")
            self.write("packed[local] = 3")
        if self.slots_initialized or self.initialized:
            self.write_sync()
        self.fragments = 1

    @property
    def slots_initialized(self) -> bool:
        # A group of threads may have waves without a lane, which store nothing.
        return self.initialized or self.in_threads

    def write_results(self, last: str) -> None:
        # A kernel without any fragment has nothing to break.
        while last == self.active_lanes and self.fragments < 3:
            self.write_fragment()
        super().write_results(last)

    # Statements.

    def write_statement(self) -> None:
        if self.place.uniform and not self.place.in_helper and self.random.random() < 0.5:
            self.budget -= 4
            self.write_fragment()
        else:
            self.budget -= 1
            super().write_statement()

    def write_exchange(self) -> None:
        self.write_fragment()

    write_total = write_exchange

    def write_atomic(self) -> None:
        """One that returns nothing: results which it reaches are not compared."""
        number, type_ = self.random.randrange(len(ATOMIC_KINDS)), self.random.choice("ui")
        place = f"{number * PLACES_A_KIND} + (({self.expression('u', 1)}) & {PLACES_A_KIND - 1})"
        self.write(f"wd.atomic_{ATOMIC_KINDS[number]}(count_{type_}, {place}, {self.expression(type_, 2)})")

    def write_early_return(self) -> None:
        if self.place.in_helper or self.initialized:
            super().write_early_return()
        else:
            self.write_assignment()

    def write_fragment(self) -> None:
        """Something that a mistake breaks; it ends as it begins, with all earlier accesses ordered."""
        self.fragments += 1
        start = len(self.lines)
        self.random.choice(self.fragment_writers())()
        for number in range(start, len(self.lines)):
            self.blocks[number] = range(start, len(self.lines))

    def fragment_writers(self) -> list[Callable[[], None]]:
        writers = [
            super().write_exchange,
            super().write_total,
            self.write_wave_slots,
            self.write_wave_slots,
            self.write_few,
            self.write_few,
            self.write_division,
            self.write_conversion,
            self.write_array_read,
            self.write_halves,
            self.write_own_slot,
        ]
        if not self.may_have_returned:
            writers += [self.write_lane_read, self.write_lane_read, self.write_compaction]
        return writers

    @property
    def may_have_returned(self) -> bool:
        """Some lanes, before this or in an earlier iteration."""
        return self.initialized and (self.returned or self.place.in_uniform_loop)

    def name(self) -> str:
        """A variable that may be assigned."""
        return self.random.choice(self.written["u"])

    def write_wave_slots(self) -> None:
        """One lane of each wave stores, and all read what other waves stored."""
        part, name = self.new_name("p"), self.name()
        self.write(f"{part} = wd.wave_active_sum({self.expression('u', 1)})")
        # What a wave stored that has returned since depends on which threads it had.
        style = 1 if self.in_threads and self.may_have_returned else self.random.randrange(4)
        self.write("if wd.wave_is_first_lane():")
        self.indent += 1
        if style == 0:
            self.write(f"slots[wave] = {part}")
        elif style == 1:
            self.write(f"wd.atomic_add(totals, 0, {part})")
        elif style == 2 and self.slots_initialized:
            self.write(f"slots[wave] = slots[wave] + {part}")
        else:
            self.write(f"slots[wave] = {part} + wd.wave_prefix_count_bits(True)")
        if self.in_threads and style != 1:
            thread = "wd.group_index() // wd.wave_lane_count()"
            self.instead(KINDS[4], self.lines[-1].strip().replace("slots[wave]", f"slots[{thread}]"))
        self.indent -= 1
        self.write_sync()
        if style == 1:
            self.write(f"{name} = {name} ^ totals[0]")
        elif not self.in_threads and self.random.random() < 0.4:
            self.write(f"{name} = slots[(wave + 1) % wd.group_wave_count()]")
        else:
            index = self.new_name("j")
            self.write(f"for {index} in range(wd.group_wave_count()):")
            self.write(f"    {name} += slots[{index}]")
        self.write_sync()

    def write_few(self) -> None:
        """An array with fewer elements than the group has lanes."""
        self.guard(f"local < {self.few}")
        self.write(f"    few[local] = {self.expression_of_some('u', 1)}")
        self.write_sync()
        name = self.name()
        if self.random.random() < 0.5:
            self.guard(f"local < {self.few}")
            self.write(f"    {name} = few[{self.few - 1} - local]")
        else:
            self.write(f"{name} = few[local] if local < {self.few} else u32(7)")
            self.instead(KINDS[3], f"{name} = few[local]")
        self.write_sync()

    def expression_of_some(self, type_: str, depth: int) -> str:
        with self.some_lanes():
            return self.expression(type_, depth)

    def write_division(self) -> None:
        divisor, name = self.new_name("d"), self.name()
        type_, zero = self.random.choice([("u", "u32(0)"), ("i", "i32(0)")])
        operator = self.random.choice(["//", "%"])
        if type_ == "i":
            name = self.random.choice(self.written["i"])
        self.write(f"{divisor} = ({self.expression(type_, 1)} + {('local', 'i32(local)')[type_ == 'i']}) & 3")
        value = self.random.choice([name, *self.written[type_]])
        if self.random.random() < 0.5:
            self.guard(f"{divisor} != 0")
            self.write(f"    {name} = {value} {operator} {divisor}")
        else:
            self.write(f"{name} = {value} {operator} {divisor} if {divisor} != 0 else {zero}")
            self.instead(KINDS[3], f"{name} = {value} {operator} {divisor}")

    def write_conversion(self) -> None:
        """Floats of which some do not fit an integer."""
        number, name = self.new_name("y"), self.random.choice(self.written["i"])
        self.write(f"{number} = ({self.expression('f', 1)} + f32(local & 15)) * 300000000.0")
        self.guard(f"wd.abs({number}) < 2000000000.0")
        self.write(f"    {name} = i32({number})")

    def write_array_read(self) -> None:
        """A local array with fewer elements than the index may say."""
        index, name = self.new_name("e"), self.name()
        self.write(f"{index} = ({self.expression('u', 1)} + local) & 7")
        if self.random.random() < 0.5:
            self.guard(f"{index} < {LOCAL_LENGTH}")
            self.write(f"    {name} = array[{index}]")
        else:
            self.guard(f"{index} < {LOCAL_LENGTH}")
            self.write(f"    array[{index}] = {self.expression_of_some('u', 1)}")

    def write_compaction(self) -> None:
        """Waves count what they keep, and store it without gaps."""
        keep, index, name = self.new_name("keep"), self.new_name("j"), self.name()
        self.write(f"{keep} = ({self.expression('u', 1)} + local) & 3 != 0")
        self.write(f"{keep}_count = wd.wave_active_count_bits({keep})")
        self.write("if wd.wave_is_first_lane():")
        # What the one lane adds is nothing; each of more lanes would add something else.
        self.write(f"    slots[wave] = {keep}_count" + self.random.choice(["", " + wd.wave_prefix_count_bits(True)"]))
        self.write_sync()
        self.write("base = u32(0)")
        self.write(f"for {index} in range(wave):")
        if self.in_threads:
            self.instead(KINDS[4], f"for {index} in range(wd.group_index() // wd.wave_lane_count()):")
        self.write(f"    base += slots[{index}]")
        self.write(f"{keep}_before = wd.wave_prefix_count_bits({keep})")
        self.guard(keep)
        self.write(f"    packed[base + {keep}_before] = {self.expression_of_some('u', 1)}")
        if self.in_threads:
            self.instead(KINDS[4], self.lines[-1].strip().replace(f"base + {keep}_before", "local"))
        self.write_sync()
        self.write(f"for {index} in range(wd.group_wave_count() - wave):")
        self.write(f"    base += slots[wave + {index}]")
        # The bound ends the mutants, too.
        self.write(f"for {index} in range(wd.min(base, lanes)):")
        self.write(f"    {name} += packed[{index}]")
        self.write_sync()

    def write_halves(self) -> None:
        """A sum, in steps that double."""
        step, name = self.new_name("s"), self.name()
        self.write(f"shared[local] = {self.expression('u', 1)}")
        self.write_sync()
        self.write(f"{step} = u32(1)")
        self.write(f"while {step} < lanes:")
        self.indent += 1
        self.guard(f"local % (2 * {step}) == 0 and local + {step} < lanes", f"local % (2 * {step}) == 0")
        self.write(f"    shared[local] = shared[local] + shared[local + {step}]")
        self.write_sync()
        self.write(f"{step} *= 2")
        self.indent -= 1
        self.write(f"{name} ^= shared[0]")
        self.write_sync()

    def write_own_slot(self) -> None:
        """What a lane stores and reads again; no other lane has the slot."""
        name = self.name()
        self.write(f"tile[mine] = {self.expression('u', 1)}")
        if self.in_threads:
            thread = self.random.choice(["local", "local % wd.wave_lane_count() + wave * wd.wave_lane_count()"])
            self.instead(KINDS[4], self.lines[-1].strip().replace("[mine]", f"[{thread}]"))
        if self.random.random() < 0.3:
            self.write_sync()
        self.write(f"{name} ^= tile[mine]")
        if self.in_threads:
            self.instead(KINDS[4], f"{name} ^= tile[local]")

    # What differs.

    @abstractmethod
    def choose_few(self) -> int:
        """How many elements an array has that not all lanes of a group may access."""

    @abstractmethod
    def write_lane_read(self) -> None:
        """Reads the value of another lane."""


class WaveWriter(_Breaking, Writer):
    """Groups are counted in waves."""

    in_threads = False

    def choose_size(self) -> dict[str, int]:
        size = super().choose_size()
        self.lanes = "wd.group_wave_count() * wd.wave_lane_count()"
        self.num_waves = size["num_waves"]
        return size

    def choose_few(self) -> int:
        return self.random.randrange(2, 4 * self.num_waves)

    def write_lane_read(self) -> None:
        """From another lane, if there is one."""
        if not self.place.all_active:
            return self.write_few()
        name, value = self.name(), self.expression("u", 1)
        distance = self.random.randrange(1, 4)
        style = self.random.randrange(3)
        if style == 0:
            self.guard(f"lane < {distance}")
            self.write(f"    {name} = wd.wave_read_lane_at({self.name()}, {distance - 1} - lane)")
        elif style == 1:
            index = f"lane + {distance} if lane + {distance} < wd.wave_lane_count() else lane"
            self.write(f"{name} = wd.wave_read_lane_at({value}, {index})")
            self.instead(KINDS[3], f"{name} = wd.wave_read_lane_at({value}, lane + {distance})")
        else:
            self.write(f"{name} = wd.wave_read_lane_at({value}, wd.wave_lane_count() - 1 - lane)")
            self.instead(KINDS[2], f"{name} = wd.wave_read_lane_at({value}, wd.wave_lane_count() - lane)")


class ThreadWriter(_Breaking, AnyOrderWriter):
    """Groups are counted in threads, and nothing shows which is where."""

    in_threads = True

    def choose_size(self) -> dict[str, int]:
        extent = self.random.choice(EXTENTS)
        self.decorator = f"num_threads={extent}"
        threads = 1
        for one in extent:
            threads *= one
        self.lanes = str(threads)
        return {"num_threads": threads}

    def choose_few(self) -> int:
        return self.random.randrange(2, int(self.lanes))

    def write_lane_read(self) -> None:
        """Of the wave's lanes, whichever they are: what each has is at most the greatest."""
        name, count = self.name(), self.new_name("c")
        value = self.new_name("v")
        self.write(f"{value} = {self.expression('u', 1)}")
        self.write(f"{count} = wd.wave_active_count_bits(True)")
        style = self.random.randrange(2)
        if style == 0 and self.place == replace(Place(), names=self.place.names, all_active=False):
            # All threads are here, in the first lanes of their waves.
            other = f"lane + 1 if lane + 1 < {count} else lane"
            self.write(f"if wd.wave_read_lane_at({value}, {other}) <= wd.wave_active_max({value}):")
            self.instead(KINDS[3], f"if wd.wave_read_lane_at({value}, lane + 1) <= wd.wave_active_max({value}):")
            self.write(f"    {name} += 1")
        else:
            self.write(f"{name} ^= wd.wave_read_lane_at({value}, lane)")
            thread = self.random.choice(["wd.group_index()", "wd.group_index() % wd.wave_lane_count()"])
            self.instead(KINDS[4], f"{name} ^= wd.wave_read_lane_at({value}, {thread})")
            self.instead(KINDS[2], f"{name} ^= wd.wave_read_lane_at({value}, lane + 1)")
