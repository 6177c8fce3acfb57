"""The code in help texts: replacements that the user can paste over the mistake, in a front end's spelling."""

from __future__ import annotations

import math
from typing import Any

from ...ir.types import DType, TupleType, VectorType, element_of, f32, like
from .spelling import Spelling, bare
from .values import Aggregate, Number, Operand, Scalar, Vector

COMPONENTS = "xyzw"


def cast(spelling: Spelling, type: Any, text: Any) -> str:
    """Code that converts the source text to a type; a plain integer literal takes the type of the other operand."""
    return bare(text) if bare(text).isdecimal() else spelling.cast(type, text)


def integer_literal(constant: float) -> str:
    """The help for a literal in the place of an integer."""
    return f"write an integer: `{int(constant)}`" if math.isfinite(constant) else "write an integer"


def conversion(spelling: Spelling, operand: Operand, type: Any, text: Any) -> str | None:
    """The help that converts a value to this type; None if no code does this."""
    if isinstance(operand, Aggregate):
        same_length = isinstance(type, VectorType) and len(operand.items) == type.size
        if same_length and bare(text).startswith("(") and all(isinstance(item, Scalar) for item in operand.items):
            return f"make a vector: `{spelling.type(type)}{bare(text)}`"
        return None
    if isinstance(type, TupleType) or not isinstance(operand, Number):
        return None
    if isinstance(operand, Vector):
        return _of_vector(spelling, operand, type, text)
    if operand.constant is not None and operand.weak and operand.type.is_float and type.is_integer:
        constant = float(operand.constant)
        return integer_literal(constant) if constant.is_integer() else f"`{spelling.cast(type, text)}` truncates"
    return f"convert it: `{spelling.cast(type, text)}`"


def _of_vector(spelling: Spelling, vector: Vector, type: DType | VectorType, text: Any) -> str:
    element = element_of(type)
    size = type.size if isinstance(type, VectorType) else 1
    if vector.type.size < size:
        rest = ["0"] * (size - vector.type.size)
        return f"add the missing components: `{spelling.cast(type, text, *rest)}`"
    part = str(text) if vector.type.size == size else f"{text}.{COMPONENTS[:size]}"
    if vector.type.element == element:
        word = "a component" if size == 1 else "components"
        return f"take {word}: `{part}`"
    return f"convert it: `{spelling.cast(type, part if vector.type.size > size else text)}`"


def conversions(spelling: Spelling, a: Number, b: Number, texts: Any) -> str | None:
    """The help that gives two numbers one component type. Conversions that lose less come first; one that loses a
    fraction is offered only without an alternative. An assignment's target (``is_target``) cannot be converted."""
    found = []
    for side, other, text in sorted(((a, b, texts[0]), (b, a, texts[1])), key=_worth):
        if element_of(other.type).is_bool or getattr(text, "is_target", False):
            continue
        only = _loses((side, other, text)) == 2 and found
        code = conversion(spelling, side, like(element_of(other.type), side.type), text)
        if code is not None and not found:
            wide = _wide(spelling, side, other, text)
            if wide is not None:
                narrow = element_of(side.type).name
                return (
                    f"convert the operands: `{wide}`; the conversion of the result would keep its rounding to {narrow}"
                )
        if code is not None and not only:
            found.append(code.removeprefix("convert it: ").removeprefix("write an integer: "))
    target, value = texts[0], element_of(b.type)
    if found and _loses((b, a, texts[1])) == 2 and getattr(target, "is_target", False) and str(target).isidentifier():
        return f"{found[0].removesuffix(' truncates')} drops the fraction; to keep it, begin with a float: `{target} = {spelling.cast(value, '...')}`"
    return f"convert one side: {' or '.join(dict.fromkeys(found))}" if found else None


def _wide(spelling: Spelling, side: Number, other: Number, text: Any) -> str | None:
    """Arithmetic of floats with its operands converted to a wider type, so that nothing is rounded to the narrow one;
    None for other values."""
    source, result = element_of(side.type), element_of(other.type)
    if side.weak or not (source.is_float and result.is_float and source.bits < result.bits):
        return None
    converted = getattr(text, "with_operands", None)
    return converted(lambda operand: spelling.cast(like(result, side.type), operand)) if converted else None


def _worth(case: tuple[Number, Number, Any]) -> tuple[int, bool]:
    """The sort key of conversions: by what they lose, then conversions of literals first."""
    return _loses(case), not case[0].weak


def _loses(case: tuple[Number, Number, Any]) -> int:
    """What a conversion of the first number to the type of the second loses: nothing that matters (0), a part of the
    range (1), a fraction (2)."""
    source, result = element_of(case[0].type), element_of(case[1].type)
    if source.is_float and result.is_integer:
        # A float literal without a fraction counts as an integer.
        constant = case[0].constant
        return 0 if case[0].weak and constant is not None and float(constant).is_integer() else 2
    if source.kind == result.kind and source.bits > result.bits:
        return 1
    return 0


def power(spelling: Spelling, base: Number, exponent: Number, texts: Any) -> str:
    """The help for ``base ** exponent``."""
    if base.type.is_integer and exponent.type.is_integer:
        if base.constant == 2:
            one = spelling.cast(exponent.type if base.weak else base.type, "1")
            return f"a power of two is a shift: `{one} << {texts[1]}`"
        return "multiply in a loop, or compute constants outside of the kernel"
    floats = [side.type for side in (base, exponent) if side.type.is_float and not side.weak]
    if any(element_of(type).bits == 64 for type in floats):
        code = spelling.call("pow", *(spelling.cast(f32, side) for side in texts))
        return f"there is no power of f64: `{code}` computes in f32"
    sides = []
    for side, side_text in zip((base, exponent), texts, strict=True):
        needs = side.type.is_integer and not side.weak
        sides.append(spelling.cast(f32, side_text) if needs else bare(side_text))
    return f"`{spelling.call('pow', *sides)}`"


def literal_out_of_range(spelling: Spelling, constant: int, type: DType, alone: bool) -> str | None:
    """The help for an integer literal that does not fit in a type."""
    from ...ir.types import i32, i64, u64

    if alone and type is i32:
        wider = [other for other in (i64, u64) if other.lowest <= constant <= other.highest]
        return f"a literal alone is i32 or u32; write `{spelling.cast(wider[0], constant)}`" if wider else None
    if not type.fits_bits(constant):
        return f"{type.name} holds {type.lowest} to {type.highest}"
    same = f"`{spelling.cast(type, constant)}` has the same bits and is {type.wrap(constant)}"
    return f"{type.name} has no negative numbers; {same}" if constant < 0 else same
