"""Statements for ``typed_generator``: variables, arrays, buffers and images of any type, helpers that return in loops, loops
that are unrolled, and atomics whose results are used."""

from __future__ import annotations

from collections.abc import Callable

from element_types import ELEMENTS, FLOATS, INTEGERS, constant, is_vector, length, nbytes, spelled
from generator import ATOMIC_KINDS
from lane_writer import LaneWriter
from number_writer import COMPONENTS

STREAM_RESULTS = 2
"""Elements of each output of a stream that belong to one lane."""
MOST_SHARED = 48
"""Bytes of a lane in the arrays that a group shares."""
WIDE_SUMS = 4
PICTURES = {"picture_u": "u", "picture_v": "f2"}
"""Images that are written, and the types of their texels."""
PHOTOS = {"photo_f": "f", "photo_v": "i4"}
"""Images that are read."""
PHOTO_HEIGHT, PHOTO_WIDTH = 5, 7
LIMIT_OF_TEXELS = 16
"""Texels of ``photo_f`` and ``picture_v`` are whole numbers up to it."""


class TypedWriter(LaneWriter):
    """The statements beside those of ``Writer``."""

    always = "uifb"
    """The types that every kernel has."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        optional = self.random.sample("stlwhd", self.random.randrange(2, 5))
        self.letters = self.always + "".join(optional)
        self.typed_helpers = []
        self.streams = []
        while len(self.streams) < 3:
            type_ = self.some_type()
            if type_ not in self.streams:
                self.streams.append(type_)
        self.wide_atomics = self.random.random() < 0.3 and "w" in self.letters
        self.has_images = self.random.random() < 0.35
        self.result = ""
        """What the helper returns that is being written."""
        self.typed_arrays: list[tuple[str, str, int]] = []
        """Name, type and length of the arrays of a lane."""
        self.shared_arrays: list[tuple[str, str]] = []
        """Name and type of those of a group, with an element for each lane."""

    def choices(self) -> list[tuple[int, Callable[[], None]]]:
        choices = super().choices()
        choices += [(3, self.write_variable), (2, self.write_component)]
        if self.place.depth < 3:
            choices.append((2, self.write_static_loop))
        if self.place.in_helper:
            if self.place.returns and self.place.depth:
                choices.append((3, self.write_early_return))
            return choices
        choices += [(2, self.write_typed_store), (2, self.write_own_atomic), (2, self.write_stream)]
        if self.has_images:
            choices.append((3, self.write_image))
        if self.knows_lanes:
            choices.append((2, self.write_mask))
            if self.place.depth < 3:
                choices.append((2, self.write_scan))
        if self.place.uniform:
            choices += [(4, self.write_typed_exchange), (2, self.write_tickets), (2, self.write_elected)]
        return choices

    def boolean(self, depth: int) -> str:
        """Many are true in some lanes of most waves."""
        if self.place.in_helper or self.random.random() < 0.6:
            return super().boolean(depth)
        number, bit = self.random.randrange(32), self.random.randrange(2)
        ways = [
            f"(local % 3 != {bit})",
            f"(src_u[(local + {number}) & 31] & 1 == {bit})",
            f"src_b[(slot + {number}) & 31]",
        ]
        if self.knows_lanes:
            ways += [f"(lane & 3 != {bit})", f"((lane + {number}) & 1 == {bit})", "(lane < wd.wave_lane_count() // 2)"]
        return self.random.choice(ways)

    # Before the first statement.

    def write_typed_prologue(self) -> None:
        for number in range(self.random.randrange(1, 3)):
            type_, count = self.some_type(), self.random.choice([1, 2, 3, 4, 7])
            self.write(f"own{number} = wd.local_array({spelled(type_)}, {count})")
            for place in range(count):
                self.write(f"own{number}[{place}] = {self.value(type_, 0)}")
            self.typed_arrays.append((f"own{number}", type_, count))
        left = MOST_SHARED
        for number in range(self.random.randrange(1, 4)):
            type_ = self.some_type()
            if nbytes(type_) <= left:
                left -= nbytes(type_)
                self.write(f"all{number} = wd.groupshared({spelled(type_)}, {self.lanes})")
                self.write(f"all{number}[local] = {self.value(type_, 1)}")
                self.shared_arrays.append((f"all{number}", type_))
        self.write("tickets = wd.groupshared(u32, 2)")
        self.write("elected = wd.groupshared(u32, 2)")
        self.write("if local == 0:")
        for place in range(2):
            self.write(f"    tickets[{place}] = 0")
            self.write(f"    elected[{place}] = {self.random.randrange(1000)}")
        self.write("wd.group_memory_barrier_with_group_sync()")
        for type_ in dict.fromkeys([*self.streams, *(one[1] for one in self.typed_arrays + self.shared_arrays)]):
            self.declare(type_, 1)

    def declare(self, type_: str, depth: int) -> str:
        """A variable of that type, which may be read and written until the block ends."""
        name = self.new_name("x")
        self.write(f"{name} = {spelled(type_)}({self.value(type_, depth)})")
        self.place.names.setdefault(type_, []).append(name)
        self.place.names.setdefault("written", []).append(f"{type_} {name}")
        return name

    def target(self, wanted: str = "") -> tuple[str, str] | None:
        """The type and the name of a variable that may be assigned."""
        known = [tuple(one.split()) for one in self.place.names.get("written", [])]
        known = [one for one in known if wanted in ("", one[0])]
        return self.random.choice(known) if known else None

    def write_into(self, type_: str, text: str) -> None:
        """What was found becomes the value of a variable, an old one or a new one."""
        if type_[0] in FLOATS:
            limit = f"{ELEMENTS[type_[0]].limit}.0"
            text = f"wd.clamp({text}, -{limit}, {limit})"
        known = self.target(type_)
        if known and self.random.random() < 0.7:
            self.write(f"{known[1]} = {text}")
            return
        name = self.new_name("x")
        self.write(f"{name} = {text}")
        self.place.names.setdefault(type_, []).append(name)
        self.place.names.setdefault("written", []).append(f"{type_} {name}")

    # Variables.

    def write_variable(self) -> None:
        known = self.target()
        if not known or self.random.random() < 0.2:
            self.declare(self.some_type(), 2)
            return
        type_, name = known
        if type_[0] in INTEGERS and self.random.random() < 0.25:
            operator = self.random.choice(["+=", "-=", "*=", "^=", "|=", "&=", "<<=", ">>="])
            self.write(f"{name} {operator} {self.expression(type_, 2)}")
        else:
            self.write(f"{name} = {self.value(type_, 3)}")

    def write_component(self) -> None:
        """Some components of a vector, in a variable or in memory."""
        known = self.target()
        if not known or not is_vector(known[0]):
            self.write_assignment()
            return
        type_, name = known
        vectors = [(one, count) for one, kind, count in self.typed_arrays if kind == type_]
        if vectors and not self.place.in_helper and self.random.random() < 0.4:
            array, count = self.random.choice(vectors)
            name = f"{array}[({self.expression('u', 1)}) % {count}]"
        names = COMPONENTS[: length(type_)]
        some = "".join(self.random.sample(names, self.random.randrange(1, len(names) + 1)))
        value = self.value(type_[0] + (str(len(some)) if len(some) > 1 else ""), 2)
        self.write(f"{name}.{some} = {value}")

    def write_static_loop(self) -> None:
        """A copy of the body for each number; barriers may stand in it."""
        name = self.new_name("k")
        first = self.random.randrange(3)
        self.write(f"for {name} in wd.static_range({first}, {first + self.random.randrange(1, 4)}):")
        with self.inside(leaves_loop=False, in_uniform_loop=False):
            self.place.names["u"].append(f"u32({name})")
            self.place.names["i"].append(f"i32({name})")
            self.write_block(2)

    def write_if(self) -> None:
        # The condition behind `elif` is for those lanes alone that come to it,
        with self.some_lanes():
            super().write_if()

    def write_while(self) -> None:
        # and that of a loop for those that are still in it.
        with self.some_lanes():
            super().write_while()

    def write_early_return(self) -> None:
        if not self.result:
            super().write_early_return()
            return
        self.write(f"if {self.expression('b', 1)}:")
        with self.inside():
            self.write(f"    return {self.expression(self.result, 1)}")

    def write_typed_helper(self, name: str) -> None:
        """A function of any types, which returns in loops too."""
        parameters = [self.some_type() for _ in range(self.random.randrange(1, 4))]
        result = self.some_type()
        names = {type_: [] for type_ in "uifb"}
        for number, type_ in enumerate(parameters):
            names.setdefault(type_, []).append(f"p{number}")
        self.place.uniform = self.place.all_active = False
        self.place.in_helper, self.place.names, self.written = True, names, {}
        self.lines.append(f"\n@wd.func\ndef {name}({', '.join(f'p{number}' for number in range(len(parameters)))}):")
        self.indent, self.result = 1, result
        for type_ in dict.fromkeys([result, "u", "i", "f", "b"]):
            self.written.setdefault(type_, []).append(self.declare(type_, 1))
        self.budget = self.random.randrange(4, 9)
        while self.budget > 0:
            self.write_statement()
        self.write(f"return {self.expression(result, 2)}")
        self.lines.append("")
        self.result = ""
        self.typed_helpers.append((name, parameters, result))

    # Memory of the lane's own.

    def write_typed_store(self) -> None:
        """An element of a lane's own array is written, and one is read."""
        array, type_, count = self.random.choice(self.typed_arrays)
        self.write(f"{array}[({self.expression('u', 1)}) % {count}] = {self.value(type_, 2)}")
        if self.random.random() < 0.6:
            self.write_into(type_, f"{array}[({self.expression('u', 1)}) % {count}]")

    def write_stream(self) -> None:
        """An element of an output is written, and maybe read again."""
        number = self.random.randrange(len(self.streams))
        type_ = self.streams[number]
        place = f"result{number}[slot * {STREAM_RESULTS} + {self.random.randrange(STREAM_RESULTS)}]"
        if is_vector(type_) and self.random.random() < 0.3:
            component = self.random.choice(COMPONENTS[: length(type_)])
            self.write(f"{place}.{component} = {self.value(type_[0], 2)}")
        else:
            self.write(f"{place} = {self.value(type_, 3)}")
        if self.random.random() < 0.3:
            self.write_into(type_, place)

    def write_image(self) -> None:
        """A texel of the lane's own, or one that is out of range."""
        name, type_ = self.random.choice(list(PICTURES.items()))
        style = self.random.choice((0, 3, 4)) if self.in_bounds else self.random.randrange(6)
        if style < 2:
            self.write(f"{name}[local, wd.group_id().x] = {self.texel(type_)}")
        elif style == 2:
            far = self.random.choice(["i32(local), i32(local) - 9999", "wd.uint2(local, 5000)", "k - 9999, k - 9999"])
            self.write(f"{name}[{far}] = {self.texel(type_)}")
        elif style == 3:
            self.write_into(type_, f"{name}[local, wd.group_id().x]")
        else:
            name, type_ = self.random.choice(list(PHOTOS.items()))
            # The front end refuses a negative constant: a number of the lane has a part in the difference.
            beside = f"i32(({self.expression('u', 1)} + local) & 7) - 2"
            places = [f"({self.expression('u', 1)}) % 9", beside, "lane", "local"]
            known = [place for place in places if self.knows_lanes or place != "lane"]
            x, y = self.random.choice(known), self.random.choice(known)
            if x.startswith("i32") != y.startswith("i32"):
                x, y = f"u32({x})", f"u32({y})"
            if self.in_bounds:
                x, y = f"u32({x}) % {PHOTO_WIDTH}", f"u32({y}) % {PHOTO_HEIGHT}"
            self.write_into(type_, f"{name}[{x}, {y}]")

    def texel(self, type_: str) -> str:
        limit = f"{LIMIT_OF_TEXELS}.0"
        value = self.value(type_, 2)
        return f"wd.clamp({value}, -{limit}, {limit})" if type_[0] == "f" else value

    def write_own_atomic(self) -> None:
        """On an element that belongs to the lane, so that the result is known."""
        kinds = [*ATOMIC_KINDS, "exchange", "compare_exchange"]
        kind = self.random.choice(kinds)
        type_, memory = self.random.choice([("w", "own_w"), ("u", "own")]) if self.wide_atomics else ("u", "own")
        values = [self.expression(type_, 1) for _ in range(1 + (kind == "compare_exchange"))]
        if self.wide_atomics and self.random.random() < 0.3:
            number = self.random.randrange(WIDE_SUMS)
            self.write(f"wd.atomic_{ATOMIC_KINDS[number]}(count_l, {number}, {self.value('l', 1)})")
            return
        self.write_into(type_, f"wd.atomic_{kind}({memory}, slot, {', '.join(values)})")

    # What lanes do together.

    def write_scan(self) -> None:
        """The same mask is used by more and more divided lanes."""
        self.write_mask()
        type_ = self.random.choice([one for one in self.letters if one in INTEGERS])
        self.write(f"if {self.expression('b', 1)}:")
        with self.inside(uniform=False, all_active=False):
            with_scan = f"wd.wave_multi_prefix_sum({self.expression(type_, 1)}, {self.place.names['mask'][-1]})"
            self.indent += 1
            self.write_into(type_, with_scan)
            self.write_statement()
            self.write_into(type_, f"({self.atom(type_)} ^ {with_scan})")
            self.indent -= 1

    def write_typed_exchange(self) -> None:
        """Each lane that is left stores an element, whole or a component; behind the barrier it reads another lane's."""
        array, type_ = self.random.choice(self.shared_arrays or [("shared", "u")])
        style = self.random.randrange(4)
        if style == 0:
            self.write(f"if {self.expression('b', 1)}:")
            with self.inside(uniform=False, all_active=False):
                self.write(f"    {array}[local] = {self.value(type_, 1)}")
        elif style == 1 and is_vector(type_):
            self.write(f"{array}[local].{self.random.choice(COMPONENTS[: length(type_)])} = {self.value(type_[0], 1)}")
        else:
            self.write(f"{array}[local] = {self.value(type_, 2)}")
        self.write_sync()
        steps = [f"local + {self.random.randrange(1, 9)}", "lanes - 1 - local", self.expression("u", 1)]
        self.write_into(type_, f"{array}[({self.random.choice(steps)}) % lanes]")
        self.write_sync()

    def write_tickets(self) -> None:
        """Each lane that comes draws a number of its own: what all lanes make of theirs does not depend on the order."""
        number = self.random.choice(["(ticket * ticket)", "(ticket ^ (ticket >> 3))", "((ticket + 3) * 2654435769)"])
        kind = self.random.choice(["add", "xor"])
        step = self.random.randrange(1, 4)
        self.write(f"if {self.expression('b', 1)}:")
        self.write(f"    ticket = wd.atomic_add(tickets, 0, u32({step}))")
        self.write(f"    wd.atomic_{kind}(tickets, 1, {number})")
        self.write_sync()
        self.write_into("u", "(tickets[0] * 31 + tickets[1])")
        self.write_sync()

    def write_elected(self) -> None:
        """One lane of the group does an atomic and leaves its result for all."""
        kind = self.random.choice([*ATOMIC_KINDS, "exchange", "compare_exchange"])
        place = self.random.randrange(2)
        self.write(f"if local == {self.random.choice(['0', '1', 'lanes - 1'])}:")
        with self.inside(uniform=False, all_active=False):
            values = [self.expression("u", 1) for _ in range(1 + (kind == "compare_exchange"))]
            self.write(f"    old = wd.atomic_{kind}(elected, {place}, {', '.join(values)})")
            self.write(f"    elected[{1 - place}] = old ^ {constant(self.random, 'u')}")
        self.write_sync()
        self.write_into("u", f"elected[{self.random.randrange(2)}]")
        self.write_sync()
