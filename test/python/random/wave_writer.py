"""Statements for ``optimizer_generator``: blocks of some waves one after the other, with what all waves do between them, and
elements of groupshared memory that only some waves read."""

from __future__ import annotations

from collections.abc import Callable

from generator import Writer

NOTES = 2


class WaveWriter(Writer):
    """What ``wave-specialize`` looks for."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.has_notes = False
        # Of each array the only elements that are ever read, so that other stores are for nothing.
        self.read_notes = [[self.random.randrange(4) for _ in range(self.random.randrange(1, 3))] for _ in range(NOTES)]

    def choices(self) -> list[tuple[int, Callable[[], None]]]:
        choices = super().choices()
        if not self.place.in_helper and self.place.uniform and self.place.depth < 2:
            choices.append((6, self.write_wave_blocks))
            if self.has_notes:
                choices.append((2, self.write_notes))
                if self.place.all_active and not self.returned:
                    choices.append((2, self.write_exchange_in_wave))
        return choices

    def write_note_arrays(self) -> None:
        """An element for each wave of a group whose number of waves is known."""
        self.has_notes = True
        for number in range(NOTES):
            self.write(f"notes{number} = wd.groupshared(u32, wd.group_wave_count())")
            self.write(f"notes{number}[wave] = {self.random.randrange(100)}")
        self.write("exchange = wd.groupshared(u32, wd.group_wave_count() * wd.wave_lane_count())")
        self.write("first_of_wave = wave * wd.wave_lane_count()")

    def waves(self) -> int:
        """How many to speak of."""
        stated = self.decorator.partition("num_waves=")[2]
        return int(stated) if stated else 5

    def write_block_head(self) -> None:
        """Of a block for some waves of the group."""
        count = self.waves()
        some = sorted(self.random.sample(range(count), self.random.randrange(1, count + 1)))
        wave, bound = self.random.randrange(count), self.random.randrange(count + 1)
        ways = [f"with wd.waves({', '.join(map(str, some))}):"] * 3
        ways += [f"with wd.waves(range({wave}, {count})):", f"if wave == {wave}:", f"if wave != {wave}:"]
        ways += [f"if wave < {bound}:", f"if wave >= {bound}:", f"if wave & 1 == {wave & 1}:"]
        ways += [f"if wave == {wave} or wave > {bound}:", f"if {wave} == wave and {self.expression('b', 1)}:"]
        self.write(self.random.choice(ways))

    def write_part(self) -> None:
        """What some waves do, and maybe what the others do."""
        self.write_block_head()
        branches = self.lines[-1].lstrip().startswith("if") and self.random.random() < 0.4
        with self.inside(uniform=False, all_active=False):
            self.write_block(2)
        if branches:
            self.write("else:")
            with self.inside(uniform=False, all_active=False):
                self.write_block(2)

    def write_wave_blocks(self) -> None:
        """Blocks after each other; now and then in a loop, or where lanes differ."""
        style = self.random.randrange(5)
        if style == 0:
            self.write(f"for {self.new_name('s')} in range({self.random.randrange(1, 4)}):")
            with self.inside(uniform=False, all_active=False, leaves_loop=True):
                self.write_parts(inner=True)
        elif style == 1:
            self.write(f"if {self.expression('b', 1)}:")
            with self.inside(uniform=False, all_active=False):
                self.write_parts(inner=True)
        else:
            self.write_parts(inner=False)

    def write_parts(self, inner: bool) -> None:
        self.indent += inner
        for _ in range(self.random.randrange(2, 6)):
            between = [self.write_assignment, self.write_array_store, self.write_trace, self.write_atomic]
            if self.random.random() < 0.6:
                self.random.choice(between)()
            self.write_part()
        self.indent -= inner

    def write_notes(self) -> None:
        """Each wave leaves a number, of which some waves read some."""
        number = self.random.randrange(NOTES)
        elements = [element for element in self.read_notes[number] if element < self.waves()] or [0]
        self.write_sync()
        self.write(f"notes{number}[wave] = wd.wave_active_sum({self.expression('u', 1)})")
        self.write_part()
        self.write_sync()
        for _ in range(self.random.randrange(1, 3)):
            self.write_block_head()
            target = self.random.choice(self.written["u"])
            self.write(f"    {target} = {target} ^ notes{number}[{self.random.choice(elements)}]")
        self.write_sync()

    def write_exchange_in_wave(self) -> None:
        """The lanes of a wave exchange numbers through their part of an array; other waves do not wait."""
        target = self.random.choice(self.written["u"])
        self.write(f"exchange[first_of_wave + lane] = {self.expression('u', 1)}")
        self.write("wd.wave_memory_barrier()")
        self.write(f"{target} = {target} ^ exchange[first_of_wave + (lane ^ {self.random.randrange(1, 4)})]")
        self.write("wd.wave_memory_barrier()")
