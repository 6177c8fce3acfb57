"""Writes random structured kernels as Python source, the same for the same seed.

Every kernel is free of races and fully defined, so that all devices must agree bit by bit:

* a lane stores to its own slot of an output; other memory is exchanged between barriers, or by atomics of one kind a
  place;
* barriers stand in control flow that is the same for the group, also after lanes have returned;
* lanes are read only where they are certainly active; divisors are positive, indices of arrays are masked;
* floats are small whole numbers, so that no order of a sum and no contraction changes them.

Their groups are counted in waves here, and in threads in ``thread_generator``.
"""

from __future__ import annotations

import linecache
import random
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from expression_writer import LOCAL_LENGTH, ExpressionWriter, Place

RESULTS = 6
"""Elements of each output that belong to one lane."""
SOURCE_LENGTH = 50
"""Indices of these buffers are below 64, so that some are out of bounds."""
SOURCE_LENGTH_IN_BOUNDS = 64
MAX_LANES = 128
ATOMIC_KINDS = ("add", "min", "max", "and", "or", "xor")
PLACES_A_KIND = 4
MOST_TRIPS = 5
"""Of a loop."""

_HEADER = """import wavedialect as wd
from wavedialect import f32, i32, u32


@wd.func
def swap(shared, local, lanes, value, step):
    shared[local] = value
    wd.group_memory_barrier_with_group_sync()
    found = shared[(local + step) % lanes]
    wd.group_memory_barrier_with_group_sync()
    if found & 1 == 0:
        return found + wd.wave_active_count_bits(True)
    return found

"""


@dataclass(frozen=True)
class RandomKernel:
    """One kernel: its text, and what to launch it with."""

    seed: int
    source: str
    groups: int
    num_waves: int = 0
    num_threads: int = 0
    """One of the two is what a group has; the other is 0."""
    any_order: bool = False
    """Whichever thread is in which lane, and however many waves a group of threads has, the results are the same."""

    has_wide_atomics: bool = False
    """Atomics of 64 bits."""

    in_bounds: bool = False
    """No access is out of bounds, so the kernel is defined also where it is compiled without bounds checks."""

    @property
    def source_length(self) -> int:
        return SOURCE_LENGTH_IN_BOUNDS if self.in_bounds else SOURCE_LENGTH

    @property
    def any_device_agrees(self) -> bool:
        """Whether another device gives the same: not where it chooses which thread is in which lane."""
        return not self.num_threads or self.any_order

    def runs_on_kind(self, kind: str) -> bool:
        """Whether devices of that kind support what the kernel has."""
        return True

    @property
    def name(self) -> str:
        return f"random_{self.seed}"

    @property
    def label(self) -> str:
        """What it is called in files and lines of text."""
        return str(self.seed)

    def load(self) -> Any:
        """Executes the text and returns the kernel."""
        file = f"<random kernel {self.seed}>"
        linecache.cache[file] = (len(self.source), None, self.source.splitlines(keepends=True), file)
        namespace: dict[str, Any] = {"__name__": self.name}
        exec(compile(self.source, file, "exec"), namespace)  # noqa: S102 - our own text.
        return namespace[self.name]

    def settled(self, arrays: list[np.ndarray], wave_size: int) -> list[np.ndarray]:
        """The arrays in the form that all devices have to agree in."""
        return arrays

    def lanes(self, wave_size: int) -> int:
        """Of all groups."""
        return self.groups * (self.num_threads or self.num_waves * wave_size)

    def arguments(self, wave_size: int) -> list[Any]:
        """Fresh arguments, sized for the wave size."""
        numbers = np.random.default_rng(self.seed)
        lanes = self.lanes(wave_size)
        counters, length = len(ATOMIC_KINDS) * PLACES_A_KIND, self.source_length
        return [
            numbers.integers(0, 2**32, length, np.uint32),
            numbers.integers(-(2**31), 2**31, length).astype(np.int32),
            numbers.integers(-16, 17, length).astype(np.float32),
            numbers.integers(0, 3, length).astype(np.uint8),
            np.full(lanes * RESULTS, 0xCCCCCCCC, np.uint32),
            np.full(lanes * RESULTS, -7, np.int32),
            np.full(lanes * RESULTS, -0.5, np.float32),
            np.full(lanes, 9, np.uint8),
            numbers.integers(0, 2**32, counters, np.uint32),
            numbers.integers(-(2**31), 2**31, counters).astype(np.int32),
            numbers.integers(0, 2**32, lanes, np.uint32),
            np.arange(length).astype(np.int8) * np.int8(37),
            int(numbers.integers(0, 100)),
            int(numbers.integers(-50, 50)),
            float(numbers.integers(-16, 17)),
            bool(numbers.integers(0, 2)),
        ]


_PARAMETERS = (
    "src_u: wd.Buffer[u32], src_i: wd.Buffer[i32], src_f: wd.Buffer[f32], src_b: wd.Buffer[bool], "
    "out_u: wd.RWBuffer[u32], out_i: wd.RWBuffer[i32], out_f: wd.RWBuffer[f32], out_b: wd.RWBuffer[bool], "
    "count_u: wd.RWBuffer[u32], count_i: wd.RWBuffer[i32], own: wd.RWBuffer[u32], "
    "src_c: wd.Buffer[wd.i8], "
    "n: u32, k: i32, x: f32, flag: bool"
)


def generate(seed: int) -> RandomKernel:
    """The kernel of that seed whose groups are counted in waves."""
    return Writer(seed).kernel()


class Writer(ExpressionWriter):
    """Writes one kernel; what depends on how a group is counted is in the methods that ``thread_generator`` overrides."""

    header = _HEADER
    parameters = _PARAMETERS
    statements = (12, 36)
    """How many, least and most."""

    def __init__(self, seed: int) -> None:
        super().__init__(random.Random(seed))
        self.seed = seed
        self.lines: list[str] = []
        self.indent = 0
        self.written: dict[str, list[str]] = {}
        """Variables that may be assigned, by type."""
        self.unique = 0
        self.budget = 0

    # The whole.

    def kernel(self) -> RandomKernel:
        size = self.choose_size()
        groups = self.random.choice([1, 2, 3])
        for number in range(self.random.randrange(3)):
            self.write_helper(f"helper_{number}")
        self.place = Place()
        self.place.all_active = self.starts_full
        self.lines.append(f"\n@wd.kernel({self.decorator})")
        self.lines.append(f"def random_{self.seed}({self.parameters}):")
        self.indent = 1
        self.write_prologue()
        self.budget = self.random.randrange(*self.statements)
        while self.budget > 0:
            self.write_statement()
        self.write_results(self.active_lanes)
        source = self.header + "\n".join(self.lines) + "\n"
        return self.made(seed=self.seed, source=source, groups=groups, in_bounds=self.in_bounds, **size)

    made: Any = RandomKernel
    """What the kernel is, with what has to be known to launch it."""

    # How a group is counted.

    decorator: str
    lanes: str
    """As many elements as a group may have lanes."""
    starts_full = True
    """All lanes are active in the beginning."""
    active_lanes = "wd.wave_active_count_bits(True)"

    def choose_size(self) -> dict[str, int]:
        """The size of a group: what ``RandomKernel`` calls it."""
        num_waves = self.random.choice([1, 2, 3, 4])
        self.decorator = f"num_waves={num_waves}"
        self.lanes = f"wd.group_wave_count() * {MAX_LANES}"
        return {"num_waves": num_waves}

    def write_numbers(self) -> None:
        """The numbers of a lane: ``local`` is its own in a group of ``lanes``."""
        self.write("lane = wd.wave_lane_index()")
        self.write("wave = wd.group_wave_index()")
        self.write("lanes = wd.group_wave_count() * wd.wave_lane_count()")
        self.write("local = wave * wd.wave_lane_count() + lane")

    unsigned_names = ("lane", "wave", "local", "wd.wave_lane_count()", "wd.group_id().x", "wd.group_count().x")
    boolean_names = ("flag", "wd.wave_is_first_lane()")
    uniform_names = ("wd.group_id().x", "wd.group_count().x", "wd.group_wave_count()")
    other_index = "lane"

    def write(self, line: str) -> None:
        self.lines.append("    " * self.indent + line)

    def write_prologue(self) -> None:
        self.write_numbers()
        self.write("slot = wd.group_id().x * lanes + local")
        self.write(f"shared = wd.groupshared(u32, {self.lanes})")
        self.write(f"totals = wd.groupshared(u32, {len(ATOMIC_KINDS)})")
        self.write(f"array = wd.local_array(u32, {LOCAL_LENGTH})")
        self.write("shared[local] = local * 7 + n")
        self.write("if local == 0:")
        for number, kind in enumerate(ATOMIC_KINDS):
            start = {"min": 0x7FFFFFFF, "and": 0xFFFFFFFF}.get(kind, 5)
            self.write(f"    totals[{number}] = {start}")
        self.write("wd.group_memory_barrier_with_group_sync()")
        names = self.place.names
        names["u"] = ["n", *self.unsigned_names]
        names["i"] = ["k"]
        names["f"] = ["x"]
        names["b"] = list(self.boolean_names)
        for number in range(LOCAL_LENGTH):
            self.write(f"array[{number}] = local * 3 + {number}")
        for type_, count in (("u", 3), ("i", 2), ("f", 2), ("b", 2)):
            self.written[type_] = []
            for number in range(count):
                name = f"{type_}{number}"
                self.write(f"{name} = {self.value(type_, 1)}")
                self.written[type_].append(name)
                names[type_].append(name)

    def write_results(self, last: str) -> None:
        """Stores what a lane has at its end; the slot is its own."""
        for number, name in enumerate([*self.written["u"], f"array[{self.random.randrange(LOCAL_LENGTH)}]", last]):
            self.write(f"out_u[slot * {RESULTS} + {number}] = {name}")
        for number, name in enumerate(self.written["i"]):
            self.write(f"out_i[slot * {RESULTS} + {number}] = {name}")
        for number, name in enumerate(self.written["f"]):
            self.write(f"out_f[slot * {RESULTS} + {number}] = {name}")
        self.write(f"out_b[slot] = {self.written['b'][0]} != {self.written['b'][1]}")

    def write_helper(self, name: str) -> None:
        """A function of two u32 which returns one, early in some lanes."""
        self.place = Place(uniform=False, all_active=False, in_helper=True)
        self.place.names = {"u": ["p", "q", "z"], "i": ["i32(p)"], "f": ["f32(i32(q & 15))"], "b": ["(p < q)"]}
        self.written = {"u": ["z"], "i": [], "f": [], "b": []}
        self.lines.append("\n@wd.func")
        self.lines.append(f"def {name}(p, q):")
        self.indent = 1
        self.write("z = p ^ q")
        self.budget = self.random.randrange(3, 8)
        while self.budget > 0:
            self.write_statement()
        self.write(f"return {self.expression('u', 2)}")
        self.lines.append("")
        self.helpers.append(name)

    # Statements.

    def write_statement(self) -> None:
        self.budget -= 1
        weights, writers = zip(*self.choices(), strict=True)
        self.random.choices(writers, weights)[0]()

    def choices(self) -> list[tuple[int, Callable[[], None]]]:
        """What may stand here, each with its weight."""
        choices: list[tuple[int, Callable[[], None]]] = [
            (8, self.write_assignment),
            (3, self.write_if),
            (2, self.write_for),
            (2, self.write_while),
        ]
        if self.place.depth >= 3:
            choices = choices[:1]
        if self.place.leaves_loop:
            choices.append((2, self.write_loop_exit))
        if self.place.returns:
            choices.append((1, self.write_early_return))
        if not self.place.in_helper:
            choices += [(2, self.write_atomic), (2, self.write_array_store)]
            choices += [(1, self.write_trace), (1, self.write_memory_barrier)]
            if self.place.uniform:
                choices += [(4, self.write_exchange), (2, self.write_total)]
                if self.place.in_uniform_loop:
                    choices.append((1, self.write_uniform_exit))
                if self.place.depth < 2:
                    choices += [(2, self.write_uniform_if), (2, self.write_uniform_loop)]
        return choices

    def write_block(self, limit: int = 3) -> None:
        """One to ``limit`` statements, one level deeper."""
        self.indent += 1
        for _ in range(self.random.randrange(1, limit + 1)):
            self.write_statement()
        self.indent -= 1

    @contextmanager
    def inside(self, **changes: Any):
        """The place inside of a statement."""
        outer = self.place
        names = {type_: list(known) for type_, known in outer.names.items()}
        loop = changes.get("leaves_loop") or changes.get("in_uniform_loop")
        trips = outer.trips * (MOST_TRIPS if loop else 1)
        self.place = replace(outer, names=names, depth=outer.depth + 1, trips=trips, **changes)
        try:
            yield
        finally:
            self.place = outer

    def write_assignment(self) -> None:
        types = [type_ for type_, names in self.written.items() if names]
        type_ = self.random.choice(types)
        name = self.random.choice(self.written[type_])
        if type_ in "ui" and self.random.random() < 0.25:
            operator = self.random.choice(["+=", "-=", "^=", "&=", "|=", "*="])
            self.write(f"{name} {operator} {self.expression(type_, 1)}")
        else:
            self.write(f"{name} = {self.value(type_, 3)}")

    def write_if(self) -> None:
        self.write(f"if {self.expression('b', 2)}:")
        with self.inside(uniform=False, all_active=False):
            self.write_block()
        if self.random.random() < 0.3:
            self.write(f"elif {self.expression('b', 1)}:")
            with self.inside(uniform=False, all_active=False):
                self.write_block()
        if self.random.random() < 0.5:
            self.write("else:")
            with self.inside(uniform=False, all_active=False):
                self.write_block()

    def new_name(self, prefix: str) -> str:
        self.unique += 1
        return f"{prefix}{self.unique}"

    def write_for(self) -> None:
        """Bounds that differ between lanes, or not; lanes may leave in the middle."""
        name = self.new_name("t")
        kind = self.random.randrange(4)
        if kind == 0:
            type_, bounds = "u", f"({self.expression('u', 1)}) & 3"
        elif kind == 1:
            type_, bounds = "i", f"({self.expression('i', 1)}) & 1, 5, {self.random.randrange(1, 4)}"
        elif kind == 2:
            type_, bounds = "i", str(self.random.randrange(1, 4))
        else:
            type_, bounds = "u", f"u32({self.random.randrange(3)}), (({self.expression('u', 1)}) & 3) + 1"
        self.write(f"for {name} in range({bounds}):")
        with self.inside(uniform=False, all_active=False, leaves_loop=True):
            self.place.names[type_].append(name)
            self.write_block()

    def write_while(self) -> None:
        """A counter ends it, whatever else the condition says."""
        name = self.new_name("w")
        self.write(f"{name} = u32(0)")
        limit = f"{name} < {self.random.randrange(1, 5)}"
        style = self.random.randrange(3)
        condition = {0: limit, 1: f"{limit} and {self.expression('b', 1)}", 2: "True"}[style]
        self.write(f"while {condition}:")
        with self.inside(uniform=False, all_active=False, leaves_loop=True):
            self.place.names["u"].append(name)
            self.indent += 1
            self.write(f"{name} += 1")
            if style == 2:
                self.write(f"if {name} > (({self.expression('u', 1)}) & 3):")
                self.write("    break")
            self.indent -= 1
            self.write_block()

    def write_loop_exit(self) -> None:
        self.write(f"if {self.expression('b', 1)}:")
        self.indent += 1
        if self.random.random() < 0.5:
            with self.inside(uniform=False, all_active=False):
                # The statement before sees exactly the lanes that leave.
                self.write_assignment()
        self.write(self.random.choice(["break", "continue"]))
        self.indent -= 1

    def write_early_return(self) -> None:
        condition = f"({self.expression('u', 1)}) & 7 == {self.random.randrange(8)}"
        self.write(f"if {condition}:")
        self.indent += 1
        if self.place.in_helper:
            with self.inside():
                self.write(f"return {self.expression('u', 1)}")
        else:
            with self.inside(uniform=False, all_active=False):
                self.write_results(f"{self.active_lanes} + 1000")
            self.write("return")
            self.returned = True
        self.indent -= 1

    def write_trace(self) -> None:
        """A store to a place of the lane's own, or out of bounds, which does nothing."""
        if self.random.random() < 0.2 and not self.in_bounds:
            self.write(f"out_u[0x7fffff00 + ({self.expression('u', 1)} & 15)] = {self.expression('u', 1)}")
        else:
            self.write(f"out_i[slot * {RESULTS} + {self.random.randrange(2, RESULTS)}] = {self.expression('i', 2)}")

    def write_array_store(self) -> None:
        self.write(f"array[({self.expression('u', 1)}) & {LOCAL_LENGTH - 1}] = {self.expression('u', 2)}")

    def write_atomic(self) -> None:
        """Atomics of one kind a place, so that any order gives the same; or on an element of the lane's own."""
        kind = self.random.randrange(len(ATOMIC_KINDS))
        function = f"wd.atomic_{ATOMIC_KINDS[kind]}"
        if self.random.random() < 0.3:
            name = self.random.choice(self.written["u"])
            self.write(f"{name} = {function}(own, slot, {self.expression('u', 2)})")
            return
        type_ = self.random.choice("ui")
        place = f"{kind * PLACES_A_KIND} + (({self.expression('u', 1)}) & {PLACES_A_KIND - 1})"
        self.write(f"{function}(count_{type_}, {place}, {self.expression(type_, 2)})")

    def write_memory_barrier(self) -> None:
        scope = self.random.choice(["group", "device", "all"])
        self.write(f"wd.{scope}_memory_barrier()")

    # What the whole group does together.

    def write_sync(self) -> None:
        self.write(f"wd.{self.random.choice(['group', 'group', 'all'])}_memory_barrier_with_group_sync()")

    def write_exchange(self) -> None:
        """Each lane that is left stores one element; after the barrier it reads another lane's."""
        if self.random.random() < 0.25:
            name = self.random.choice(self.written["u"])
            value = self.expression("u", 1)
            self.write(f"{name} = swap(shared, local, lanes, {value}, u32({self.random.randrange(1, 9)}))")
            return
        if self.random.random() < 0.4:
            self.write(f"if {self.expression('b', 1)}:")
            with self.inside(uniform=False, all_active=False):
                self.indent += 1
                self.write(f"shared[local] = {self.expression('u', 1)}")
                self.indent -= 1
        else:
            self.write(f"shared[local] = {self.expression('u', 1)}")
        self.write_sync()
        name = self.random.choice(self.written["u"])
        index = self.random.choice(
            [
                f"local + {self.random.randrange(1, 9)}",
                "lanes - 1 - local",
                f"({self.expression('u', 1)})",
                self.other_index,
            ]
        )
        self.write(f"{name} = shared[({index}) % lanes]")
        self.write_sync()

    def write_total(self) -> None:
        """Atomics on groupshared memory of one kind a place, read by all after the barrier."""
        kind = self.random.randrange(len(ATOMIC_KINDS))
        if self.random.random() < 0.5:
            self.write(f"if {self.expression('b', 1)}:")
            with self.inside(uniform=False, all_active=False):
                self.write(f"    wd.atomic_{ATOMIC_KINDS[kind]}(totals, {kind}, {self.expression('u', 2)})")
        else:
            self.write(f"wd.atomic_{ATOMIC_KINDS[kind]}(totals, {kind}, {self.expression('u', 2)})")
        self.write_sync()
        self.write_read_total(kind)

    def write_read_total(self, kind: int) -> None:
        name = self.random.choice(self.written["u"])
        self.write(f"{name} = {name} ^ totals[{kind}]")
        self.write_sync()

    def uniform(self) -> str:
        """A u32 that is the same for the group, and provably so."""
        atoms = ["n", "u32(k)", *self.uniform_names, "len(src_u)"]
        atoms.append(f"src_u[{self.random.randrange(SOURCE_LENGTH)}]")
        atoms.append(f"wd.group_uniform(src_u[wd.group_id().x + {self.random.randrange(8)}])")
        first, second = self.random.sample(atoms, 2)
        operator = self.random.choice(["+", "^", "*"])
        return first if self.random.random() < 0.5 else f"({first} {operator} {second})"

    def write_uniform_if(self) -> None:
        self.write(f"if {self.uniform()} & 1 == {self.random.randrange(2)}:")
        with self.inside():
            self.write_block(4)
        if self.random.random() < 0.4:
            self.write("else:")
            with self.inside():
                self.write_block(4)

    def write_uniform_loop(self) -> None:
        """A loop that holds barriers: all waves run it together."""
        name = self.new_name("g")
        if self.random.random() < 0.6:
            self.write(f"for {name} in range({self.uniform()} & 3):")
            with self.inside(all_active=False, leaves_loop=False, in_uniform_loop=True):
                self.place.names["u"].append(name)
                self.write_block(3)
        else:
            self.write(f"{name} = u32(0)")
            self.write(f"while {name} < ({self.uniform()} & 3):")
            with self.inside(all_active=False, leaves_loop=False, in_uniform_loop=True):
                self.place.names["u"].append(name)
                self.indent += 1
                self.write(f"{name} += 1")
                self.indent -= 1
                self.write_block(3)

    def write_uniform_exit(self) -> None:
        self.write(f"if {self.uniform()} & 1 == {self.random.randrange(2)}:")
        self.write(f"    {self.random.choice(['break', 'continue'])}")
