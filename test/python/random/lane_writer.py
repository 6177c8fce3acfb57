"""Expressions for ``typed_generator`` in which lanes take part: wave operations on values of any type, matches and scans over
their masks, and quads."""

from __future__ import annotations

from element_types import FLOATS, INTEGERS, converted, is_vector, like
from number_writer import COMPONENTS, NumberWriter

REDUCTIONS = ("sum", "product", "min", "max", "bit_and", "bit_or", "bit_xor")
MULTI_PREFIXES = ("sum", "product", "bit_and", "bit_or", "bit_xor")
QUAD_READS = ("quad_read_across_x", "quad_read_across_y", "quad_read_across_diagonal")


class LaneWriter(NumberWriter):
    """Lets lanes of any type of value take part in wave operations."""

    knows_lanes = True
    """Whether it may show which lanes there are, by their numbers or as bits."""

    def across(self, type_: str, depth: int) -> str:
        style = self.random.randrange(8)
        operand = self.expression(type_, depth)
        if style == 0:
            return self.of_wave(f"wd.wave_read_lane_first({operand})", type_, operand)
        if style == 1:
            return self.read_lane(operand)
        if style == 2 and self.knows_lanes:
            return self.of_quad(type_, operand, depth)
        if style == 3 and self.knows_lanes:
            return self.of_part(type_, depth)
        letter = type_[0]
        if letter in INTEGERS:
            if style == 4:
                scan, kind = self.random.choice(REDUCTIONS[:2]), self.random.choice(REDUCTIONS)
                ways = [f"wd.wave_prefix_{scan}({operand})", f"wd.wave_inclusive_{kind}({operand})"]
                ways += [f"wd.wave_clustered_{kind}({operand}, {self.random.choice((2, 4, 8, 32))})"]
                return self.of_wave(self.random.choice(ways), type_, operand)
            return self.of_wave(f"wd.wave_active_{self.random.choice(REDUCTIONS)}({operand})", type_, operand)
        if letter in FLOATS:
            return self.of_floats(type_, depth)
        return self.of_booleans(type_, operand, depth)

    def of_floats(self, type_: str, depth: int) -> str:
        operand = self.atom(type_)
        style = self.random.randrange(4)
        if style == 0:
            kind = self.random.choice(["min", "max"])
            ways = [f"wd.wave_{way}_{kind}({operand})" for way in ("active", "inclusive")]
            ways += [f"wd.wave_clustered_{kind}({operand}, 4)"]
            return self.of_wave(self.random.choice(ways), type_, operand)
        if style == 1:
            sign = f"wd.select({self.expression('b', depth)}, {converted(type_, '-1.0')}, {converted(type_, '1.0')})"
            kind = self.random.choice(["active", "prefix"])
            return self.of_wave(f"wd.wave_{kind}_product({sign})", type_, sign)
        return self.of_wave(f"wd.wave_{self.random.choice(['active', 'prefix'])}_sum({operand})", type_, operand)

    def of_booleans(self, type_: str, operand: str, depth: int) -> str:
        compared = self.expression(like(type_, self.random.choice(self.letters)), depth)
        if is_vector(type_):
            return self.of_wave(f"wd.wave_active_all_equal({compared})", type_, operand)
        if self.random.random() < 0.5:
            kind = self.random.choice(["any", "all"])
            return self.of_wave(f"wd.wave_active_{kind}_true({operand})", type_, operand)
        return self.of_wave(f"wd.wave_active_all_equal({compared})", type_, operand)

    def of_quad(self, type_: str, operand: str, depth: int) -> str:
        """All four lanes have to be there."""
        if not self.place.all_active or self.returned:
            return f"wd.wave_read_lane_first({operand})"
        if type_ == "b" and self.random.random() < 0.5:
            return f"wd.quad_{self.random.choice(['any', 'all'])}({operand})"
        if self.random.random() < 0.2:
            return f"wd.wave_shuffle_xor({operand}, {self.random.randrange(4)})"
        if self.random.random() < 0.2:
            return f"wd.wave_clustered_rotate({operand}, {self.expression('u', depth)}, {self.random.choice((2, 4))})"
        if self.random.random() < 0.3:
            return f"wd.quad_read_lane_at({operand}, ({self.expression('u', depth)}) & 3)"
        return f"wd.{self.random.choice(QUAD_READS)}({operand})"

    def of_part(self, type_: str, depth: int) -> str:
        """A scan over the lanes of a mask, or the mask itself."""
        mask = self.mask(depth)
        letter, operand = type_[0], self.expression(type_, depth)
        if type_ == "u" and self.random.random() < 0.4:
            return f"{mask}.{self.random.choice(COMPONENTS)}"
        if type_ == "u4" and self.random.random() < 0.4:
            return mask
        if letter in INTEGERS:
            return f"wd.wave_multi_prefix_{self.random.choice(MULTI_PREFIXES)}({operand}, {mask})"
        if letter in FLOATS:
            return f"wd.wave_multi_prefix_sum({self.atom(type_)}, {mask})"
        if is_vector(type_):
            return (
                f"(wd.wave_match({operand}).{self.random.choice(COMPONENTS)} == {converted(like(type_, 'u'), operand)})"
            )
        return f"(wd.wave_multi_prefix_count_bits({operand}, {mask}) > {self.random.randrange(4)})"

    def mask(self, depth: int) -> str:
        """The lanes of a match; those of one before may be more than the active ones."""
        known = self.place.names.get("mask", [])
        if known and self.random.random() < 0.7:
            return self.random.choice(known)
        # Few different values, or any.
        type_ = self.some_type()
        if type_[0] in INTEGERS and self.random.random() < 0.6:
            return f"wd.wave_match({self.expression(type_, depth)} & 3)"
        return f"wd.wave_match({self.expression(type_, depth)})"

    def write_mask(self) -> None:
        """A mask for the statements behind it, in whatever control flow they are."""
        name = self.new_name("m")
        self.write(f"{name} = wd.wave_match({self.expression(self.some_type(), 2)})")
        self.place.names.setdefault("mask", []).append(name)
