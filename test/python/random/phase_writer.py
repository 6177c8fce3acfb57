"""Statements for ``optimizer_generator``: lanes exchange values through groupshared arrays and a buffer, with the barriers
that this needs, and with more.

For each array it is known how it was touched since the last barrier that orders it. What may meet an earlier access of
another lane has a barrier before it. After one that all lanes of the group may miss, all may have been touched.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from generator import Writer

ARRAY_TYPES = ("u", "u", "i", "f")
"""One letter for each array: of groupshared memory, then the buffer ``exchanged``."""
NUMBER_TYPES = {"u": "u32", "i": "i32", "f": "f32"}
CELLS = 3


@dataclass(frozen=True)
class Touch:
    """An access: a store or not, and which element a lane takes; two of one name never meet in other lanes."""

    stores: bool
    element: str

    def meets(self, other: Touch) -> bool:
        return (self.stores or other.stores) and (self.element != other.element or self.element == "any")


Touches = dict[str, frozenset[Touch]]
"""By the name of an array."""
ANY = frozenset({Touch(True, "any")})


def merged(*ways: Touches) -> Touches:
    """What may have happened where flows meet."""
    return {name: frozenset().union(*(way.get(name, ()) for way in ways)) for name in sorted(set().union(*ways))}


class PhaseWriter(Writer):
    """What ``wave-elide-barriers``, the packing of groupshared memory and arrays in registers look for."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.touched: Touches = {}
        self.never_returns = self.random.random() < 0.5
        self.arrays: dict[str, str] = {}
        """Their types."""

    def choices(self) -> list[tuple[int, Callable[[], None]]]:
        choices = super().choices()
        if not self.place.in_helper:
            if self.place.uniform:
                choices += [(6, self.write_phase), (2, self.write_cell), (1, self.write_needless)]
        return choices

    def write_phase_arrays(self) -> None:
        """None is filled yet; one cell is, for each number of a lane that may write it."""
        names = [f"phase{number}" for number in range(len(ARRAY_TYPES))]
        for name, type_ in zip(names, ARRAY_TYPES, strict=True):
            self.arrays[name] = type_
            self.write(f"{name} = wd.groupshared({NUMBER_TYPES[type_]}, {self.lanes})")
        self.arrays["exchanged"] = "u"
        self.write(f"cells = wd.groupshared(u32, {CELLS})")
        self.write("if local == 0:")
        for number in range(CELLS):
            self.write(f"    cells[{number}] = {self.random.randrange(100)}")
        self.touched["exchanged"] = frozenset()
        self.place.names["filled"] = ["exchanged"]
        self.place.returns = not self.never_returns

    # Barriers.

    def forget(self, scope: str) -> None:
        """What a barrier of that scope orders."""
        for name in self.touched:
            if scope == "all" or (scope == "device") == (name == "exchanged"):
                self.touched[name] = frozenset()

    def write_sync(self) -> None:
        scope = self.random.choice(["group", "group", "all"])
        self.write(f"wd.{scope}_memory_barrier_with_group_sync()")
        self.forget(scope)

    def touch(self, name: str, stores: bool, element: str) -> None:
        """Before an access; writes a barrier where it needs one."""
        new = Touch(stores, element)
        if self.needs_barrier(name, new):
            scope = self.random.choice(["device" if name == "exchanged" else "group"] * 3 + ["all"])
            self.write(f"wd.{scope}_memory_barrier_with_group_sync()")
            self.forget(scope)
        self.touched[name] = self.touched.get(name, frozenset()) | {new}

    def needs_barrier(self, name: str, new: Touch) -> bool:
        """Whether another lane may have made an earlier access that this one must not meet."""
        return any(new.meets(old) for old in self.touched.get(name, ()))

    def write_needless(self) -> None:
        """Barriers that nobody needs, of all kinds."""
        for _ in range(self.random.randrange(1, 3)):
            scope = self.random.choice(["group", "group", "device", "all"])
            sync = self.random.choice(["_with_group_sync", "_with_group_sync", ""])
            self.write(f"wd.{scope}_memory_barrier{sync}()")
            if sync:
                self.forget(scope)

    def write_uniform_if(self) -> None:
        before = dict(self.touched)
        self.write(f"if {self.uniform()} & 1 == {self.random.randrange(2)}:")
        with self.inside():
            self.write_block(4)
        after, self.touched = self.touched, dict(before)
        if self.random.random() < 0.4:
            self.write("else:")
            with self.inside():
                self.write_block(4)
        self.touched = merged(after, self.touched)

    def write_uniform_loop(self) -> None:
        """Anything may have been touched at the beginning of a trip, or nothing: then its last word is a barrier."""
        if self.random.random() < 0.5:
            self.touched = dict.fromkeys([*self.arrays, *self.cells()], ANY)
            super().write_uniform_loop()
            self.touched = dict.fromkeys([*self.arrays, *self.cells()], ANY)
            return
        self.write("wd.all_memory_barrier_with_group_sync()")
        self.forget("all")
        bound = self.random.choice([f"{self.uniform()} & 3", str(self.random.randrange(4))])
        self.write(f"for {self.new_name('g')} in range({bound}):")
        with self.inside(all_active=False, leaves_loop=False, in_uniform_loop=True):
            self.place.in_uniform_loop = False
            self.write_block(3)
            self.indent += 1
            self.write("wd.all_memory_barrier_with_group_sync()")
            self.indent -= 1
        self.forget("all")

    def cells(self) -> list[str]:
        return [f"cells[{number}]" for number in range(CELLS)]

    # Exchanges.

    @property
    def full(self) -> bool:
        """Every lane of the group comes here, whenever it is."""
        return self.never_returns or self.place.all_active and not self.returned

    def element(self, name: str, text: str) -> str:
        return f"exchanged[wd.group_id().x * lanes + {text}]" if name == "exchanged" else f"{name}[{text}]"

    def write_store(self, name: str, element: str = "own") -> None:
        """Every lane stores to an element of its own, or to that of another lane, which then does not."""
        self.touch(name, True, element)
        text = "local" if element == "own" else f"((local + {element}) % lanes)"
        self.write(f"{self.element(name, text)} = {self.value(self.arrays[name], 2)}")

    def write_phase(self) -> None:
        """Stores, loads, and barriers between them."""
        filled = self.place.names["filled"]
        known = list(self.arrays) if self.full else filled
        name = self.random.choice(known)
        if name not in filled or self.random.random() < 0.3 and self.full:
            self.write_store(name, self.random.choice(["own", "own", "own", "1", "3"]))
            if name not in filled:
                filled.append(name)
        for _ in range(self.random.randrange(1, 4)):
            style = self.random.randrange(8)
            if style == 0:
                self.write_store(name)
            elif style == 1:
                self.touch(name, True, "own")
                condition = self.expression("b", 1)
                self.write(f"if {condition}:")
                with self.inside(uniform=False, all_active=False):
                    self.indent += 1
                    self.write(f"{self.element(name, 'local')} = {self.value(self.arrays[name], 1)}")
                    self.indent -= 1
            elif style == 2:
                self.write_read(name, "own", "local")
            else:
                step = str(self.random.randrange(1, 5))
                index, element = self.random.choice(
                    [
                        (f"((local + {step}) % lanes)", step),
                        ("(lanes - 1 - local)", "any"),
                        (f"(({self.expression('u', 1)}) % lanes)", "any"),
                        (f"(({self.uniform()}) % lanes)", "any"),
                        ("((wave * wd.wave_lane_count() + (lane ^ 1)) % lanes)", "any"),
                        ("((wave * wd.wave_lane_count() + ((lane + 3) % wd.wave_lane_count())) % lanes)", "any"),
                    ]
                )
                self.write_read(name, element, index)

    def write_read(self, name: str, element: str, index: str) -> None:
        self.touch(name, False, element)
        type_ = self.arrays[name]
        target = self.random.choice(self.written[type_])
        read = self.element(name, index)
        if type_ == "f":
            self.write(f"{target} = wd.clamp({target} + {read}, -64.0, 64.0)")
        else:
            self.write(f"{target} = {target} {self.random.choice('^+')} {read}")

    def write_cell(self) -> None:
        """One lane stores to one element, which others read."""
        cell = self.random.choice(self.cells())
        style = self.random.randrange(4)
        if style == 0 and self.decorator == "num_waves=1":
            # Lanes of one wave may store the same.
            self.touch(cell, True, "any")
            self.write(f"{cell} = {self.uniform()}")
        elif style < 3:
            number = self.random.randrange(3)
            self.touch(cell, True, f"lane {number}")
            self.write(f"if local == {number}:")
            with self.inside(uniform=False, all_active=False):
                self.write(f"    {cell} = {self.expression('u', 1)}")
        if style:
            self.touch(cell, False, "any")
            target = self.random.choice(self.written["u"])
            self.write(f"{target} = {target} ^ {cell}")
            if self.random.random() < 0.4:
                self.write(f"{target} = {target} + wd.wave_active_sum({cell})")
