"""Statements for ``optimizer_generator``: wave operations on values that are the same for the wave or do not change in a
loop, loops over buffers at addresses that are the same for the wave, and values that only look so."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from generator import MOST_TRIPS, SOURCE_LENGTH_IN_BOUNDS, Writer


@dataclass(frozen=True)
class Source:
    """A buffer that nobody writes, or an image, read at places of any number."""

    name: str
    element: str
    """The element at {}."""
    type_: str
    """What ``part`` makes of it: u, i, b, f for small whole numbers, x for other floats."""
    part: str = "{}"


SOURCES = (
    Source("src_u", "src_u[{}]", "u"),
    Source("src_i", "src_i[{}]", "i"),
    Source("src_f", "src_f[{}]", "f"),
    Source("src_b", "src_b[{}]", "b"),
    Source("src_v", "src_v[{}]", "f", "({0}.x - {0}.y + {0}.z)"),
    Source("src_v", "src_v[{}]", "f", "{0}.y"),
    Source("src_p", "src_p[{}]", "u", "({0}.x ^ {0}.y)"),
    Source("src_w", "src_w[{}]", "u", "u32({0} ^ ({0} >> 32))"),
    Source("src_d", "src_d[{}]", "f", "f32({0})"),
    Source("src_x", "src_x[{}]", "x"),
    Source("quiet", "quiet[{}]", "u"),
    Source("picture", "picture[({}) & 3, ({}) >> 2]", "f"),
)


class UniformWriter(Writer):
    """What ``wave-simplify-uniform``, ``wave-hoist-uniform`` and ``wave-broadcast-uniform-loads`` look for."""

    conditional_loads = 0.0
    """The share of a loop's loads that stand under a condition."""

    def choices(self) -> list[tuple[int, Callable[[], None]]]:
        choices = super().choices()
        if not self.place.in_helper:
            choices += [(3, self.write_of_uniform), (1, self.write_first_lanes)]
            if self.place.depth < 3:
                choices += [(2, self.write_hoistable), (4, self.write_load_loop), (1, self.write_exit_values)]
        return choices

    # Operands.

    def tempting(self) -> str:
        """A u32 that is the same for the wave, or looks as if it were."""
        names = self.place.names.get("tempting", [])
        if names and self.random.random() < 0.4:
            return self.random.choice(names)
        style = self.random.randrange(8)
        if style < 3:
            return f"({self.uniform()})"
        if style == 3:
            return "wave"
        if style == 4:
            return f"u32({self.random.choice([0, 1, 6, 0xFFFFFFFF])})"
        kinds = ["sum", "max", "bit_or"]
        if style == 5:
            return f"wd.wave_active_{self.random.choice(kinds)}({self.expression('u', 1)})"
        if style == 6:
            return f"wd.wave_active_count_bits({self.expression('b', 1)})"
        return f"wd.wave_read_lane_first({self.expression('u', 1)})"

    def remember(self, name: str) -> None:
        """It looks as if it were the same for the wave."""
        self.place.names.setdefault("tempting", []).append(name)
        self.place.names["u"].append(name)

    def wave_operation(self, x: str) -> str:
        """A u32 made by a wave operation on a u32."""
        vote = self.random.choice([f"({x} & 1 == 0)", f"({x} < {self.tempting()})", "True"])
        reduced = self.random.choice(["sum", "product", "min", "max", "bit_and", "bit_or", "bit_xor"])
        small = f"f32({x} & 7)"
        ways = [f"wd.wave_active_{reduced}({x})"] * 3
        ways += [f"wd.wave_prefix_{self.random.choice(['sum', 'product'])}({x})", f"wd.wave_read_lane_first({x})"]
        ways += [f"wd.wave_read_lane_at({x}, wd.wave_lane_index())", f"wd.wave_active_count_bits({vote})"]
        ways += [f"wd.wave_prefix_count_bits({vote})", f"wd.wave_active_ballot({vote}).{self.random.choice('xyzw')}"]
        ways += [f"u32(wd.wave_active_{self.random.choice(['any', 'all'])}_true({vote}))"]
        ways += [f"u32(wd.wave_active_all_equal({x}))", f"u32(wd.wave_match({x}).x)"]
        ways += [f"u32(wd.wave_active_{self.random.choice(['sum', 'min', 'max'])}(i32({x} & 1023) - 100))"]
        ways += [f"u32(wd.wave_active_{self.random.choice(['sum', 'min', 'max'])}({small}))"]
        ways += [f"u32(wd.wave_prefix_sum({small}))"]
        ways += [f"u32(wd.wave_active_{reduced}(u64({x}) * u64(0x100000001)) >> 7)"]
        ways += [f"wd.wave_active_{reduced}(wd.uint2({x}, {self.tempting()})).{self.random.choice('xy')}"]
        ways += [f"wd.wave_multi_prefix_sum({x}, wd.wave_active_ballot(True))"]
        return self.random.choice(ways)

    def write_of_uniform(self) -> None:
        """A wave operation on what looks the same for the wave, and maybe one on its result."""
        name = self.new_name("q")
        self.write(f"{name} = {self.tempting()}")
        self.remember(name)
        for _ in range(self.random.randrange(1, 4)):
            name, operand = self.new_name("q"), name
            self.write(f"{name} = {self.wave_operation(operand)}")
            self.remember(name)
        self.write_use(name)

    def write_use(self, name: str) -> None:
        """A variable takes it in."""
        target = self.random.choice(self.written["u"])
        self.write(f"{target} = {target} {self.random.choice('^+')} {name}")

    def write_first_lanes(self) -> None:
        """First lanes are read, of one value again and again, with others in between that may return or not."""
        value = self.random.choice([self.atom("u"), self.random.choice(self.written["u"])])
        for _ in range(self.random.randrange(2, 4)):
            name = self.new_name("q")
            self.write(f"{name} = wd.wave_read_lane_first({value})")
            self.write_use(name)
            if self.random.random() < 0.4:
                self.write_statement()

    # Loops.

    def trips(self) -> str:
        """How often a loop goes round, mostly the same for the wave; 4 times at most."""
        style = self.random.randrange(8)
        if style < 2:
            return str(self.random.randrange(4))
        if style < 5:
            return f"({self.uniform()}) & 3"
        if style == 5:
            return "wd.min(wave, 3) + 1"
        if style == 6:
            return f"wd.wave_active_max({self.atom('u')} & 3)"
        return f"({self.expression('u', 1)}) & 3"

    def write_hoistable(self) -> None:
        """A loop with wave operations on values from outside, and on others."""
        total, name = self.new_name("s"), self.new_name("t")
        outside = self.new_name("o")
        self.write(f"{outside} = {self.expression('u', 2)}")
        self.write(f"{total} = u32(0)")
        counted = self.random.random() < 0.7
        if counted:
            self.write(f"for {name} in range({self.trips()}):")
        else:
            self.write(f"{name} = u32(0)")
            # Lanes that are still there look at it in every round.
            with self.inside(all_active=False):
                trips = self.trips()
            self.write(f"while {name} < {trips}:")
        with self.inside(uniform=False, all_active=False, leaves_loop=True):
            self.indent += 1
            if not counted:
                self.write(f"{name} += 1")
            styles = self.random.choices(["whole", "leaves", "returns", "changes"], [6, 2, 1, 1])
            for number in range(self.random.randrange(1, 4)):
                part = self.new_name("q")
                operand = self.random.choice([outside, outside, self.random.choice(self.place.names["u"])])
                self.write(f"{part} = {self.wave_operation(operand)}")
                self.write(f"{total} = {total} * 3 + {part}")
                if number == 0 and "leaves" in styles:
                    self.write_loop_exit()
                if number == 0 and "returns" in styles and self.place.returns:
                    self.write_early_return()
                if number == 0 and "changes" in styles:
                    self.write_statement()
            self.indent -= 1
        self.remember(total)
        self.write_use(total)

    def write_exit_values(self) -> None:
        """A loop that lanes leave at different trips; what they leave with is different for them, though in the loop it
        was the same."""
        count, last = self.new_name("w"), self.new_name("q")
        self.write(f"{count} = u32(0)")
        self.write(f"{last} = {self.tempting()}")
        self.write(f"while {self.random.choice(['True', f'{count} < 4', f'{count} < ({self.uniform()} & 3)'])}:")
        limit = self.random.choice(
            [f"({self.expression('u', 1)}) & 3", f"{self.atom('u')} & 3", f"{self.uniform()} & 3"]
        )
        with self.inside(uniform=False, all_active=False, leaves_loop=True):
            self.indent += 1
            self.write(f"{count} += 1")
            if self.random.random() < 0.5:
                self.write(f"{last} = {self.wave_operation(count)}")
            self.write(f"if {count} > ({limit}):")
            if self.random.random() < 0.4:
                self.write(f"    {last} = {last} + {count}")
            self.write("    break")
            if self.random.random() < 0.5:
                self.write(f"{last} = {self.random.choice([self.tempting(), f'{count} * 5'])}")
            if self.random.random() < 0.3:
                self.write_statement()
            self.indent -= 1
        self.remember(count)
        self.remember(last)
        for name in (count, last):
            part = self.new_name("q")
            self.write(f"{part} = {self.wave_operation(name)}")
            self.write_use(part)

    def write_load_loop(self) -> None:
        """A loop over what nobody writes, of all lanes at one address or not."""
        source = self.random.choice(SOURCES)
        total, name = self.new_name("s"), self.new_name("t")
        start = self.random.choice(["0", "0", "1", f"{self.uniform()} & 7"])
        # Lanes that are still there look at it in every round.
        with self.inside(all_active=False):
            end = self.load_trips() if self.place.trips <= MOST_TRIPS else "7"
        if self.in_bounds:
            # The trip may be read behind its increment.
            end = f"wd.min(u32({end}), {SOURCE_LENGTH_IN_BOUNDS - 1})"
        zero = {"i": "i32(1)", "f": "f32(0.0)", "x": "f32(0.0)"}.get(source.type_, "u32(0)")
        self.write(f"{total} = {zero}")
        counted = self.random.random() < 0.75
        if counted:
            step = self.random.choice(["", "", "", ", 2", ", 3"])
            self.write(f"for {name} in range(u32({start}), u32({end}){step}):")
        else:
            self.write(f"{name} = u32({start})")
            self.write(f"while {name} < {end}:")
        with self.inside(uniform=False, all_active=False, leaves_loop=False, returns=False):
            self.indent += 1
            if not counted:
                self.write(f"{name} += 1")
            style = self.random.randrange(10)
            if style == 0:
                self.write(f"if {name} > ({self.expression('u', 1)}) & 31:")
                self.write(f"    {self.random.choice(['break', 'continue'])}")
            for _ in range(self.random.choice([1, 1, 2])):
                if self.conditional_loads and self.random.random() < self.conditional_loads:
                    self.write_conditional_load(source, total, name)
                else:
                    self.write_load(source, total, name)
            if style == 1:
                self.write(f"if {total} > {'f32(30.0)' if source.type_ in 'fx' else '77'}:")
                self.write("    break")
            elif style == 2:
                self.write_use(f"wd.wave_active_count_bits({name} & 1 == 0)")
            self.indent -= 1
        self.write_sum(source, total)

    def write_conditional_load(self, source: Source, total: str, trip: str) -> None:
        """A load under a condition that each lane knows of any trip, most of the time."""
        bit = self.random.randrange(4)
        ways = [f"{trip} & 1 == {bit & 1}", f"{trip} & 3 != {bit}", f"src_u[{trip} & 31] & 3 > {bit}"]
        ways += [f"{trip} < ({self.uniform()} & 7)", f"({self.uniform()} & 3) >= {bit}", self.expression("b", 1)]
        self.write(f"if {self.random.choice(ways)}:")
        self.indent += 1
        self.write_load(source, total, trip)
        self.indent -= 1
        if self.random.random() < 0.3:
            self.write("else:")
            self.indent += 1
            self.write_load(source, total, trip)
            self.indent -= 1

    def write_sum(self, source: Source, total: str) -> None:
        """What a loop has found goes into variables."""
        if source.type_ in "fx":
            self.write_use(f"wd.asuint({total} + 0.5)")
        if source.type_ in "fi":
            kept = self.random.choice(self.written[source.type_])
            self.write(f"{kept} = {f'wd.clamp({total}, -64.0, 64.0)' if source.type_ == 'f' else total}")
        elif source.type_ != "x":
            self.remember(total)
            self.write_use(total)

    def load_trips(self) -> str:
        """Where a loop over loads ends: around the number of lanes, at nothing, anywhere."""
        style = self.random.randrange(12)
        if style < 4:
            return f"wd.wave_lane_count() {self.random.choice(['', '- 1', '+ 1', '+ 3', '* 2', '// 2'])}"
        if style < 6:
            return str(self.random.choice([0, 1, 2, 7, 33, 50]))
        if style < 8:
            return f"({self.uniform()}) % 67"
        if style == 8:
            return "len(src_u)"
        if style == 9:
            return "n"
        if style == 10:
            return f"wd.wave_active_max({self.atom('u')} & 31)"
        return f"({self.expression('u', 1)}) & 31"

    def write_load(self, source: Source, total: str, name: str) -> None:
        """One load in a loop, and what becomes of it."""
        index = self.random.choice(
            [name] * 5
            + [f"{name} + ({self.uniform()}) % 40", f"{name} * 2 + 1", f"u32(49) - {name}", f"{name} & 15"]
            + [f"({self.uniform()}) & 31", f"{name} + lane", f"({name} * 7 + {self.atom('u')}) & 63"]
        )
        if self.in_bounds and index != name:
            index = f"({index}) % {SOURCE_LENGTH_IN_BOUNDS}"
        element = self.new_name("e")
        guarded = self.random.random() < 0.15
        if guarded:
            self.write(f"if {self.expression('b', 1)}:")
            self.indent += 1
        self.write(f"{element} = {source.element.format(index, index)}")
        part = source.part.format(element)
        if source.type_ == "b":
            self.write(f"{total} = {total} * 2 + u32({part})")
        elif source.type_ in "fx":
            self.write(f"{total} = {total} {self.random.choice('+-')} {part}")
        else:
            self.write(f"{total} = {total} {self.random.choice('+-^')} {part}")
            if self.random.random() < 0.2:
                self.write(f"{total} = {total} * 3")
        if guarded:
            self.indent -= 1
