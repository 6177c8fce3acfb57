"""Functions that are computed from arithmetic and bits, because no target has them, or none has them in f64.

The arithmetic is not contracted, so all targets compute the same, except for divisions and square roots, which Vulkan
permits to be inexact. f16 and bf16 are computed in f32, and rounded at the end. ``docs/semantics.md`` has the bounds of the errors.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ...ir.types import DType, TupleType, bf16, element_of, f16, f32, f64, i32, like, u16, u32, u64
from .functions import Functions
from .values import Aggregate, Call, Number, Vector


@dataclass(frozen=True)
class Format:
    """The numbers of a float type: the type of its bits, the bits of the fraction, the bias of the exponent, and a part
    of ln 2 and of log10 2 so short that its product with any exponent is exact."""

    bits: DType
    fraction: int
    bias: int
    ln2: float
    log10_2: float
    terms: int
    """The terms of the series below: the first omitted one is less than a quarter of a unit in the last place."""


FORMATS = {
    f16: Format(u16, 10, 15, 0.0, 0.0, 0),
    bf16: Format(u16, 7, 127, 0.0, 0.0, 0),
    f32: Format(u32, 23, 127, float.fromhex("0x1.62e4p-1"), float.fromhex("0x1.344p-2"), 8),
    f64: Format(u64, 52, 1023, float.fromhex("0x1.62e42feep-1"), float.fromhex("0x1.34413508p-2"), 14),
}
#: ln 2, log10 2 with more digits than a float has.
_LN2 = Fraction("0.693147180559945309417232121458176568075500134360255254120680009")
_LOG10_2 = Fraction("0.301029995663981195213738894724493026768189881462108541310427461")
_ARCTANGENT_TERMS = 22


class Term:
    """A number with Python's operators, for formulas. A float literal takes the type of the other operand."""

    __slots__ = ("number", "rules")

    def __init__(self, rules: Expansions, number: Any) -> None:
        self.rules = rules
        self.number = number

    def _binary(self, op: str, other: Any, swapped: bool = False) -> Term:
        other = other.number if isinstance(other, Term) else self.rules.literal(other, self.number)
        sides = (other, self.number) if swapped else (self.number, other)
        make = self.rules.compare if op[0] in "<>=" and op not in ("<<", ">>") else self.rules.binary
        return Term(self.rules, make(op, *sides))

    def __add__(self, other: Any) -> Term:
        return self._binary("+", other)

    def __sub__(self, other: Any) -> Term:
        return self._binary("-", other)

    def __rsub__(self, other: Any) -> Term:
        return self._binary("-", other, True)

    def __mul__(self, other: Any) -> Term:
        return self._binary("*", other)

    def __truediv__(self, other: Any) -> Term:
        return self._binary("/", other)

    def __rtruediv__(self, other: Any) -> Term:
        return self._binary("/", other, True)

    def __floordiv__(self, other: int) -> Term:
        return self._binary("//", other)

    def __lshift__(self, amount: int) -> Term:
        return self._binary("<<", amount)

    def __rshift__(self, amount: int) -> Term:
        return self._binary(">>", amount)

    def __and__(self, other: Any) -> Term:
        return self._binary("&", other)

    def __or__(self, other: Any) -> Term:
        return self._binary("|", other)

    def __lt__(self, other: Any) -> Term:
        return self._binary("<", other)

    def __gt__(self, other: Any) -> Term:
        return self._binary(">", other)

    def __ge__(self, other: Any) -> Term:
        return self._binary(">=", other)

    def same(self, other: Any) -> Term:
        """Whether the numbers are equal."""
        return self._binary("==", other)

    def __neg__(self) -> Term:
        return Term(self.rules, self.rules.negate(self.number))

    def choose(self, yes: Any, no: Term) -> Term:
        """``yes`` where this is true, else ``no``."""
        yes = yes.number if isinstance(yes, Term) else self.rules.literal(yes, no.number)
        return Term(self.rules, self.rules.select(self.number, yes, no.number))

    def apply(self, operation: str) -> Term:
        """An operation whose result has the type of this number."""
        return Term(self.rules, self.rules.same(operation, self.number))

    @property
    def format(self) -> Format:
        return FORMATS[element_of(self.number.type)]

    def bits(self) -> Term:
        return Term(self.rules, self.rules.bitcast(self.format.bits, self.number))

    def to(self, type: DType) -> Term:
        return Term(self.rules, self.rules.convert(type, self.number))

    def as_float(self, type: DType) -> Term:
        """The float with these bits."""
        return Term(self.rules, self.rules.bitcast(type, self.number))

    def with_sign_of(self, other: Term) -> Term:
        lowest = 1 << (self.format.bits.bits - 1)
        magnitude, sign = self.bits() & (lowest - 1), other.bits() & lowest
        return (magnitude | sign).as_float(element_of(self.number.type))


def _expansion(function: Callable[..., Any]) -> Callable[..., Any]:
    """A method for terms, as one for numbers: without contraction, and for 16 bits by way of f32."""

    @functools.wraps(function)
    def build(self: Expansions, *numbers: Number) -> Any:
        type = element_of(numbers[0].type)
        is_half = type.bits == 16
        wide = [self.convert(f32, number) if is_half else number for number in numbers]
        with self.precisely():
            result = function(self, *(Term(self, number) for number in wide)).number
        return self.convert(type, result) if is_half else result

    return build


class Expansions(Functions):
    """Functions that are computed from arithmetic and bits."""

    def narrow_or(self, call: Call, accepts: str, operation: str, by: Callable[..., Any]) -> Any:
        """A function that is one operation in f16, bf16 and f32, and built by ``by`` in f64."""
        numbers = self.alike(accepts, call.function, call.operands, call.texts)
        return by(self, *numbers) if element_of(numbers[0].type) is f64 else self.same(operation, *numbers)

    # Bits.

    def copy_sign(self, x: Number, y: Number) -> Any:
        """``copysign``."""
        return Term(self, x).with_sign_of(Term(self, y)).number

    def is_normal(self, x: Number) -> Any:
        """``isnormal``: the exponent is neither all zeros nor all ones."""
        form = FORMATS[element_of(x.type)]
        exponent = Term(self, x).bits() & ((2 * form.bias + 1) << form.fraction)
        least = 1 << form.fraction
        return ((exponent - least) < ((2 * form.bias) << form.fraction)).number

    def scale(self, call: Call) -> Any:
        """``ldexp``."""
        (x,) = self.alike("floats", call.function, call.operands[:1], call.texts[:1])
        (exponent,) = self.alike("i32", call.function, call.operands[1:], call.texts[1:])
        if isinstance(x, Vector) and isinstance(exponent, Vector):
            self.same_size(x, exponent, f"`{call.function}`", call.texts)
        elif isinstance(exponent, Vector):
            x = self.become(x, like(element_of(x.type), exponent.type))
        elif isinstance(x, Vector):
            exponent = self.become(exponent, like(i32, x.type))
        return self._scale(x, exponent)

    def _scale(self, x: Number, exponent: Number) -> Any:
        """Multiplies by three powers of two that are normal numbers. An exponent that these
        cannot reach makes the result 0 or infinite, and is limited to theirs."""
        type = element_of(x.type)
        if type.bits == 16:
            return self.convert(type, self._scale(self.convert(f32, x), exponent))
        most = 3 * (FORMATS[element_of(x.type)].bias - 2)
        limited = Term(self, exponent)
        limited = (limited > most).choose(most, (limited < -most).choose(-most, limited))
        # A third, rounded down.
        third = limited * 21845 >> 16
        power = self._power_of_two(third, element_of(x.type))
        last = self._power_of_two(limited - third - third, element_of(x.type))
        return (Term(self, x) * power * power * last).number

    def _power_of_two(self, exponent: Term, type: DType) -> Term:
        """2 to the power of an i32, a normal number."""
        form = FORMATS[type]
        return ((exponent + form.bias).to(form.bits) << form.fraction).as_float(type)

    def split_exponent(self, x: Number) -> Aggregate:
        """``frexp``."""
        type = element_of(x.type)
        if type.bits == 16:
            mantissa, exponent = self.split_exponent(self.convert(f32, x)).items
            return self._pair(self.convert(type, mantissa), exponent)
        form, term = FORMATS[type], Term(self, x)
        is_small = term.apply("math.absf") < 2.0 ** (1 - form.bias)
        scaled = is_small.choose(term * 2.0 ** (form.fraction + 1), term).bits()
        mask = (2 * form.bias + 1) << form.fraction
        field = ((scaled & mask) >> form.fraction).to(i32)
        mantissa = ((scaled & (form.bits.highest ^ mask)) | ((form.bias - 1) << form.fraction)).as_float(type)
        exponent = field - (form.bias - 1)
        exponent = is_small.choose(exponent - (form.fraction + 1), exponent)
        zero = Term(self, self.literal(0, exponent.number))
        has_none = Term(self, self.binary("|", term.same(0.0).number, self._is_special(term).number))
        return self._pair(has_none.choose(term, mantissa).number, has_none.choose(zero, exponent).number)

    def split_fraction(self, x: Number) -> Aggregate:
        """``modf``: an infinity has the fraction 0."""
        term = Term(self, x)
        whole = term.apply("math.trunc")
        is_infinite = Term(self, self.is_class("==", x))
        fraction = is_infinite.choose(0.0, term - whole).with_sign_of(term)
        return self._pair(fraction.number, whole.number)

    @staticmethod
    def _pair(first: Number, second: Number) -> Aggregate:
        return Aggregate(TupleType((first.type, second.type)), [first, second])

    def _is_special(self, x: Term) -> Term:
        """Whether a number is infinite or a NaN."""
        return Term(self, self.is_class(">=", x.number))

    # Roots.

    @_expansion
    def hypotenuse(self, x: Term, y: Term) -> Term:
        """``hypot``: scaled by a power of two where squares would leave the range."""
        high, low, down, up = (60, -40, -70, 90) if x.format.bits is u32 else (500, -400, -600, 700)
        longer = Term(self, self._longer(x, y))
        is_large, is_small = longer > 2.0**high, longer < 2.0**low
        one = Term(self, self.literal(1.0, x.number))
        factor = is_large.choose(2.0**down, is_small.choose(2.0**up, one))
        inverse = is_large.choose(2.0**-down, is_small.choose(2.0**-up, one))
        a, b = x * factor, y * factor
        result = (a * a + b * b).apply("math.sqrt") * inverse
        is_infinite = self.binary("|", self.is_class("==", x.number), self.is_class("==", y.number))
        return Term(self, is_infinite).choose(math.inf, result)

    def _longer(self, x: Term, y: Term) -> Any:
        values = [self.value(side.apply("math.absf").number) for side in (x, y)]
        return self.compute("arith.maxnumf", values, x.number.type)

    @_expansion
    def cube_root(self, x: Term) -> Term:
        """``cbrt``: the first estimate divides the exponent by 3; each of Halley's iterations triples the correct digits."""
        form, magnitude = x.format, x.apply("math.absf")
        is_small = magnitude < 2.0 ** (1 - form.bias)
        scaled = is_small.choose(magnitude * 2.0**54, magnitude)
        # Two thirds of the bias, less what makes the error of the first estimate smallest.
        offset = int((2 / 3 * form.bias - 0.03306235651) * 2**form.fraction)
        root = (scaled.bits() // 3 + offset).as_float(element_of(x.number.type))
        for _ in range(2 if form.bits is u32 else 3):
            other = scaled / (root * root)
            root = root + root * ((other - root) / (root + root + other))
        root = is_small.choose(root * 2.0**-18, root).with_sign_of(x)
        keeps = self.binary("|", x.same(0.0).number, self._is_special(x).number)
        return Term(self, keeps).choose(x, root)

    # Exponentials and logarithms.

    def _series(self, x: Term, coefficients: list[float]) -> Term:
        """A polynomial; the coefficients start with that of the highest power."""
        result = x * coefficients[0] + coefficients[1]
        for coefficient in coefficients[2:]:
            result = result * x + coefficient
        return result

    def _exponential_of_rest(self, x: Term) -> Term:
        """e^x - 1 for an x from -ln 2 / 2 to ln 2 / 2, by Taylor's series."""
        return x + x * x * self._series(x, [1 / math.factorial(n) for n in range(x.format.terms, 1, -1)])

    @staticmethod
    def _without_multiples(x: Term, count: Term, unit: Fraction, short: float) -> Term:
        """``x - count * unit``; the product with ``short``, a part of the unit, is exact."""
        return x - count * short - count * float(unit - Fraction(short))

    @_expansion
    def exponential_less_one(self, x: Term) -> Term:
        """``expm1``."""
        return self._exponential_less_one(x)

    def _exponential_less_one(self, x: Term) -> Term:
        """e^x = 2^n e^r with an r of at most ln 2 / 2. The largest numbers are computed by half, and doubled."""
        form = x.format
        most, least = (89.0, -40.0) if form.bits is u32 else (710.0, -60.0)
        # A NaN becomes ``least``, whose multiple of ln 2 is an integer.
        limited = (x > most).choose(most, (x > least).choose(x, Term(self, self.literal(least, x.number))))
        count = (limited * math.log2(math.e)).apply("math.roundeven")
        rest = self._exponential_of_rest(self._without_multiples(limited, count, _LN2, form.ln2))
        half = self._power_of_two(count.to(i32) - 1, element_of(x.number.type))
        result = (half * rest + (half - 0.5)) * 2.0
        return self._unless_tiny(x, count.same(0.0).choose(rest, result))

    def _unless_tiny(self, x: Term, result: Term) -> Term:
        """``result``, or the number itself if it is a zero, a NaN, or so small that both are the same."""
        return (x.apply("math.absf") >= 2.0 ** (-x.format.fraction - 2)).choose(result, x)

    @_expansion
    def exponential10(self, x: Term) -> Term:
        """``exp10``: 10^x = 2^n e^r with an r of at most ln 2 / 2."""
        form = x.format
        most, least = (39.0, -46.0) if form.bits is u32 else (309.0, -325.0)
        limited = (x > most).choose(most, (x > least).choose(x, Term(self, self.literal(least, x.number))))
        count = (limited * math.log2(10)).apply("math.roundeven")
        rest = self._without_multiples(limited, count, _LOG10_2, form.log10_2) * math.log(10)
        exponent = count.to(i32)
        half = exponent >> 1
        first, second = (self._power_of_two(part, element_of(x.number.type)) for part in (half, exponent - half))
        result = (self._exponential_of_rest(rest) + 1.0) * first * second
        return Term(self, self.is_class(">", x.number)).choose(x, result)

    def _logarithm(self, x: Term, rest: Term, correction: Term | None = None) -> Term:
        """ln x of a positive normal number. x = 2^n (1 + f) with a factor from sqrt(1/2) to sqrt(2); where n is 0, f is
        ``rest``, which may be more exact than x - 1. ``correction`` is added to the result where n is not 0."""
        form, type = x.format, element_of(x.number.type)
        root = int(type.numpy.type(math.sqrt(0.5)).view(form.bits.numpy))
        one = form.bias << form.fraction
        shifted = x.bits() + (one - root)
        count = (shifted >> form.fraction).to(i32) - form.bias
        is_near = count.same(0)
        f = ((shifted & ((1 << form.fraction) - 1)) + root).as_float(type) - 1.0
        f = is_near.choose(rest, f)
        s = f / (f + 2.0)
        square = s * s
        series = square * self._series(square, [2 / n for n in range(2 * form.terms - 7, 1, -2)])
        half = f * f * 0.5
        number = count.to(type)
        low = number * float(_LN2 - Fraction(form.ln2))
        if correction is not None:
            low = low + is_near.choose(0.0, correction)
        return number * form.ln2 - ((half - (s * (half + series) + low)) - f)

    @_expansion
    def logarithm_of_next(self, x: Term) -> Term:
        """``log1p``: ln u of the rounded u = 1 + x, and what the rounding lost."""
        u = x + 1.0
        lost = (x >= 1.0).choose(1.0 - (u - x), x - (u - 1.0)) / u
        result = self._unless_tiny(x, self._logarithm(u, x, correction=lost))
        result = x.same(math.inf).choose(math.inf, result)
        nan = Term(self, self.literal(math.nan, x.number))
        return (x > -1.0).choose(result, x.same(-1.0).choose(-math.inf, nan))

    # Functions of f64 that targets have in f16 and f32 only.

    @_expansion
    def logarithm10(self, x: Term) -> Term:
        """``log10``."""
        is_small = x < 2.0 ** (1 - x.format.bias)
        scaled = is_small.choose(x * 2.0**54, x)
        result = self._logarithm(scaled, scaled - 1.0) * math.log10(math.e)
        result = is_small.choose(result - 54 * float(_LOG10_2), result)
        result = x.same(math.inf).choose(math.inf, result)
        nan = Term(self, self.literal(math.nan, x.number))
        return (x > 0.0).choose(result, x.same(0.0).choose(-math.inf, nan))

    @_expansion
    def hyperbolic_tangent(self, x: Term) -> Term:
        """``tanh``."""
        e = self._exponential_less_one(x.apply("math.absf") * -2.0)
        return (-e / (e + 2.0)).with_sign_of(x)

    def _half_exponential(self, x: Term) -> Term:
        """e^x / 2 of a number at the end of the range, where e^x is infinite."""
        root = self._exponential_less_one(x * 0.5)
        return root * 0.5 * root

    @_expansion
    def hyperbolic_sine(self, x: Term) -> Term:
        """``sinh``."""
        magnitude = x.apply("math.absf")
        e = self._exponential_less_one(magnitude)
        result = (magnitude > 700.0).choose(self._half_exponential(magnitude), (e + e / (e + 1.0)) * 0.5)
        return result.with_sign_of(x)

    @_expansion
    def hyperbolic_cosine(self, x: Term) -> Term:
        """``cosh``."""
        magnitude = x.apply("math.absf")
        e = self._exponential_less_one(magnitude) + 1.0
        return (magnitude > 700.0).choose(self._half_exponential(magnitude), e * 0.5 + 0.5 / e)

    def _arctangent(self, shorter: Term, longer: Term) -> Term:
        """The arctangent of a quotient from 0 to 1, by Taylor's series up to tan(pi / 8); the quotient of two zeros is
        0, and that of two infinities 1."""
        equal = longer.same(0.0).choose(0.0, Term(self, self.literal(1.0, longer.number)))
        t = shorter.same(longer).choose(equal, shorter / longer)
        is_steep = t > math.tan(math.pi / 8)
        t = is_steep.choose((t - 1.0) / (t + 1.0), t)
        square = t * t
        signs = [(-1) ** n / (2 * n + 1) for n in range(_ARCTANGENT_TERMS, 0, -1)]
        angle = t + t * square * self._series(square, signs)
        return is_steep.choose(angle + math.pi / 4, angle)

    @_expansion
    def arctangent2(self, y: Term, x: Term) -> Term:
        """``atan2``."""
        return self._arctangent2(y, x)

    def _arctangent2(self, y: Term, x: Term) -> Term:
        height, width = y.apply("math.absf"), x.apply("math.absf")
        is_steep = height > width
        angle = self._arctangent(is_steep.choose(width, height), is_steep.choose(height, width))
        angle = is_steep.choose(math.pi / 2 - angle, angle)
        is_left = x.bits() >= 1 << (x.format.bits.bits - 1)
        return is_left.choose(math.pi - angle, angle).with_sign_of(y)

    @_expansion
    def arctangent(self, x: Term) -> Term:
        """``atan``."""
        return self._arctangent2(x, Term(self, self.literal(1.0, x.number)))

    @_expansion
    def arcsine(self, x: Term) -> Term:
        """``asin``."""
        return self._arctangent2(x, ((1.0 - x) * (x + 1.0)).apply("math.sqrt"))

    @_expansion
    def arccosine(self, x: Term) -> Term:
        """``acos``."""
        return self._arctangent2(((1.0 - x) * (x + 1.0)).apply("math.sqrt"), x)
