"""Expressions of random kernels as HLSL.

Each has a type; a number without one takes that of what it is combined with, as in Python kernels. Types have HLSL's names.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass

from element_types import ELEMENTS, Element

BY_NAME = {one.name: one for one in ELEMENTS.values()}
BY_VECTOR = {one.vector: one for one in ELEMENTS.values()}
INTEGER, REAL = "a whole number", "a number with a point"
"""Types of numbers without one."""
WIDEST_WAVE = 128
GROUPSHARED_LIMIT = 32768


class NoHLSL(Exception):
    """HLSL has nothing for what the kernel uses."""


@dataclass(frozen=True)
class Type:
    """A scalar or a vector."""

    base: str
    length: int = 1

    def __str__(self) -> str:
        return self.base + (str(self.length) if self.length > 1 else "")

    @property
    def element(self) -> Element:
        return BY_VECTOR[self.base]

    @property
    def is_number(self) -> bool:
        return self.base in (INTEGER, REAL)

    @property
    def is_float(self) -> bool:
        return not self.is_number and self.element.precision > 0


UINT, INT, BOOL = Type("uint"), Type("int"), Type("bool")


@dataclass(frozen=True)
class Value:
    """An expression, or a number that has no type yet."""

    text: str
    type: Type
    number: int | float = 0

    def to(self, type_: Type) -> str:
        if self.type.is_number:
            spelled = literal(self.number, type_.base)
            return spelled if type_.length == 1 else f"(({type_}){spelled})"
        return self.text if self.type == type_ else f"(({type_})({self.text}))"

    @property
    def typed(self) -> Value:
        """A number that nothing gives a type is an int or a float."""
        if not self.type.is_number:
            return self
        type_ = INT if self.type.base == INTEGER else Type("float")
        return Value(self.to(type_), type_)


@dataclass(frozen=True)
class Array:
    """A resource or an array."""

    name: str
    type: Type
    """Of its elements in a kernel."""
    stored: Type
    """And in memory."""
    size: str = ""
    """Of an array; empty of a resource."""
    dimensions: int = 1


def literal(number: float, base: str) -> str:
    """A number of that type."""
    one = BY_VECTOR[base]
    if base == "bool":
        return "true" if number else "false"
    if one.precision:
        suffix = {"half": "h", "double": "L"}.get(base, "")
        return f"({float(number)!r}{suffix})" if number < 0 else f"{float(number)!r}{suffix}"
    number = int(number)
    if one.bits == 16:
        return f"(({base})({number}))"
    suffix = {"uint": "u", "int64_t": "ll", "uint64_t": "ull"}.get(base, "")
    if number < 0:  # The minimum has no spelling.
        return f"({number + 1}{suffix} - 1{suffix})"
    return f"{number}{suffix}"


def type_named(node: ast.expr) -> Type:
    """The type of an element: ``u32``, ``wd.u8``, ``wd.float3``."""
    name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
    if name in BY_NAME:
        return Type(BY_NAME[name].vector)
    if name in ("i8", "u8"):
        return Type({"i8": "int", "u8": "uint"}[name])
    base, length = (name[:-1], int(name[-1])) if name[-1:] in ("2", "3", "4") else (name, 1)
    if base not in BY_VECTOR:
        raise NoHLSL(name or ast.unparse(node))
    return Type(base, length)


OPERATORS: dict[type, str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "/", ast.Div: "/", ast.Mod: "%", ast.LShift: "<<",
    ast.RShift: ">>", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">",
    ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=", ast.USub: "-", ast.Invert: "~", ast.Not: "!",
}  # fmt: skip

KINDS = {
    "sum": "Sum", "product": "Product", "min": "Min", "max": "Max",
    "bit_and": "BitAnd", "bit_or": "BitOr", "bit_xor": "BitXor",
}  # fmt: skip
SAME = {
    "min": "min", "max": "max", "clamp": "clamp", "abs": "abs", "floor": "floor", "ceil": "ceil", "trunc": "trunc",
    "round": "round", "frac": "frac", "saturate": "saturate", "step": "step", "mad": "mad", "fma": "mad",
    "reversebits": "reversebits",
    "wave_read_lane_first": "WaveReadLaneFirst",
    "quad_read_across_x": "QuadReadAcrossX", "quad_read_across_y": "QuadReadAcrossY",
    "quad_read_across_diagonal": "QuadReadAcrossDiagonal",
    **{f"wave_active_{kind}": f"WaveActive{name}" for kind, name in KINDS.items()},
    "wave_prefix_sum": "WavePrefixSum", "wave_prefix_product": "WavePrefixProduct",
    **{f"wave_inclusive_{kind}": f"inclusive_{kind}" for kind in KINDS if kind not in ("min", "max")},
}  # fmt: skip
"""Functions whose result has the type of their arguments; all arguments have one type."""
WITH_INDEX = {
    "wave_read_lane_at": "WaveReadLaneAt", "quad_read_lane_at": "QuadReadLaneAt", "wave_shuffle_up": "shuffle_up",
    "wave_shuffle_down": "shuffle_down", "wave_shuffle_xor": "shuffle_xor", "wave_rotate": "rotate",
}  # fmt: skip
"""Functions of a value and a uint."""
WITH_MASK = {
    f"wave_multi_prefix_{kind}": f"WaveMultiPrefix{name}" for kind, name in KINDS.items() if kind not in ("min", "max")
}
VOTES = {
    "wave_active_any_true": ("WaveActiveAnyTrue", BOOL), "wave_active_all_true": ("WaveActiveAllTrue", BOOL),
    "wave_active_count_bits": ("WaveActiveCountBits", UINT), "wave_prefix_count_bits": ("WavePrefixCountBits", UINT),
    "wave_active_ballot": ("WaveActiveBallot", Type("uint", 4)), "quad_any": ("QuadAny", BOOL),
    "quad_all": ("QuadAll", BOOL),
}  # fmt: skip
FACTS = {
    "wave_lane_index": ("WaveGetLaneIndex", UINT), "wave_lane_count": ("WaveGetLaneCount", UINT),
    "wave_is_first_lane": ("WaveIsFirstLane", BOOL), "group_wave_index": ("GetGroupWaveIndex", UINT),
    "group_wave_count": ("GetGroupWaveCount", UINT),
}  # fmt: skip
SYSTEM_VALUES = {
    "group_id": (Type("uint", 3), "SV_GroupID"),
    "group_thread_id": (Type("uint", 3), "SV_GroupThreadID"),
    "dispatch_thread_id": (Type("uint", 3), "SV_DispatchThreadID"),
    "group_index": (UINT, "SV_GroupIndex"),
}
BARRIERS = {
    f"{scope}_memory_barrier{sync}": f"{scope.capitalize()}MemoryBarrier{called}"
    for scope in ("group", "device", "all")
    for sync, called in (("", ""), ("_with_group_sync", "WithGroupSync"))
}
ATOMICS = {
    f"atomic_{kind}": f"Interlocked{name}"
    for kind, name in {"add": "Add", "min": "Min", "max": "Max", "and": "And", "or": "Or", "xor": "Xor"}.items()
} | {"atomic_exchange": "InterlockedExchange", "atomic_compare_exchange": "InterlockedCompareExchange"}

LIBRARY = """template <typename T> T inclusive_sum(T x) { return WavePrefixSum(x) + x; }
template <typename T> T inclusive_product(T x) { return WavePrefixProduct(x) * x; }
template <typename T> T inclusive_bit_and(T x) { return WaveMultiPrefixBitAnd(x, WaveActiveBallot(true)) & x; }
template <typename T> T inclusive_bit_or(T x) { return WaveMultiPrefixBitOr(x, WaveActiveBallot(true)) | x; }
template <typename T> T inclusive_bit_xor(T x) { return WaveMultiPrefixBitXor(x, WaveActiveBallot(true)) ^ x; }
template <typename T> T shuffle_up(T x, uint distance) {
  uint lane = WaveGetLaneIndex();
  return WaveReadLaneAt(x, lane < distance ? lane : lane - distance);
}
template <typename T> T shuffle_down(T x, uint distance) {
  uint lane = WaveGetLaneIndex();
  return WaveReadLaneAt(x, lane + distance < WaveGetLaneCount() ? lane + distance : lane);
}
template <typename T> T shuffle_xor(T x, uint mask) { return WaveReadLaneAt(x, WaveGetLaneIndex() ^ mask); }
template <typename T> T rotate(T x, uint distance) {
  return WaveReadLaneAt(x, (WaveGetLaneIndex() + distance) % WaveGetLaneCount());
}
"""
"""What Python kernels have and HLSL has not, composed of what it has."""


class Expressions:
    """Translates expressions. Names, arrays and functions are those of the place where the text is written."""

    in_kernel = True

    def __init__(self) -> None:
        self.system_values: dict[str, str] = {}
        """The parameters of the entry point, by the intrinsic."""
        self.functions: dict[str, str] = {}
        """Declarations before the entry point, by name."""

    def name(self, name: str) -> Value | Array:
        raise NotImplementedError

    def helper_call(self, node: ast.Call, name: str) -> Value:
        raise NotImplementedError

    def value(self, node: ast.expr) -> Value:
        method = getattr(self, f"_{type(node).__name__}", None)
        if method is None:
            raise NoHLSL(ast.unparse(node))
        return method(node)

    def array(self, node: ast.expr) -> Array:
        found = self.name(node.id) if isinstance(node, ast.Name) else None
        if not isinstance(found, Array):
            raise NoHLSL(ast.unparse(node))
        return found

    def alike(self, *nodes: ast.expr) -> tuple[Type, list[str]]:
        """The operands with the type that they have in common."""
        values = [self.value(node) for node in nodes]
        types = [one.type for one in values if not one.type.is_number]
        if not types:
            values = [one.typed for one in values]
            types = [one.type for one in values]
        bases = {one.base for one in types}
        if len(bases) > 1:
            raise NoHLSL(f"operands of types {sorted(bases)}")
        common = Type(types[0].base, max(one.length for one in types))
        return common, [one.to(common) for one in values]

    def _Constant(self, node: ast.Constant) -> Value:
        if isinstance(node.value, bool):
            return Value("true" if node.value else "false", BOOL)
        return Value("", Type(INTEGER if isinstance(node.value, int) else REAL), node.value)

    def _Name(self, node: ast.Name) -> Value:
        found = self.name(node.id)
        if isinstance(found, Array):
            raise NoHLSL(f"the array {node.id} as a value")
        return found

    def _Attribute(self, node: ast.Attribute) -> Value:
        vector = self.value(node.value)
        return Value(f"{vector.text}.{node.attr}", Type(vector.type.base, len(node.attr)))

    def _BinOp(self, node: ast.BinOp) -> Value:
        type_, (left, right) = self.alike(node.left, node.right)
        return Value(f"({left} {OPERATORS[type(node.op)]} {right})", type_)

    def _UnaryOp(self, node: ast.UnaryOp) -> Value:
        operand = self.value(node.operand)
        if operand.type.is_number and isinstance(node.op, ast.USub):
            return Value("", operand.type, -operand.number)
        operand = operand.typed
        type_ = BOOL if isinstance(node.op, ast.Not) else operand.type
        # HLSL's `~` makes an int of a bool first.
        sign = "!" if type_.base == "bool" else OPERATORS[type(node.op)]
        return Value(f"({sign}{operand.text})", type_)

    def _Compare(self, node: ast.Compare) -> Value:
        type_, (left, right) = self.alike(node.left, *node.comparators)
        return Value(f"({left} {OPERATORS[type(node.ops[0])]} {right})", Type("bool", type_.length))

    def _BoolOp(self, node: ast.BoolOp) -> Value:
        sign = " && " if isinstance(node.op, ast.And) else " || "
        return Value(f"({sign.join(self.value(one).to(BOOL) for one in node.values)})", BOOL)

    def _IfExp(self, node: ast.IfExp) -> Value:
        condition = self.value(node.test).to(BOOL)
        type_, (first, second) = self.alike(node.body, node.orelse)
        return Value(f"({condition} ? {first} : {second})", type_)

    def place(self, node: ast.Subscript) -> str:
        """An element, where it may be assigned too."""
        array = self.array(node.value)
        if array.dimensions == 2:
            if not isinstance(node.slice, ast.Tuple):
                return f"{array.name}[{self.value(node.slice).to(Type('uint', 2))}]"
            x, y = (self.value(one).to(UINT) for one in node.slice.elts)
            return f"{array.name}[uint2({x}, {y})]"
        index = self.value(node.slice)
        return f"{array.name}[{index.typed.text}]"

    def _Subscript(self, node: ast.Subscript) -> Value:
        array = self.array(node.value)
        text = self.place(node)
        return Value(text if array.stored == array.type else f"({text} != 0)", array.type)

    def _Call(self, node: ast.Call) -> Value:
        function = node.func
        if isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name) and function.value.id == "wd":
            return self.intrinsic(node, function.attr)
        assert isinstance(function, ast.Name)
        if function.id == "len":
            return self.length(self.array(node.args[0]))
        if function.id in BY_NAME:
            return self.conversion(node, type_named(function))
        return self.helper_call(node, function.id)

    def length(self, array: Array) -> Value:
        if array.size:
            return Value(f"({array.size})", UINT)
        name = f"length_of_{array.name}"
        text = f"uint {name}() {{\n  uint count, stride;\n  {array.name}.GetDimensions(count, stride);\n  return count;\n}}"
        self.functions.setdefault(name, text)
        return Value(f"{name}()", UINT)

    def conversion(self, node: ast.Call, type_: Type) -> Value:
        arguments = [self.value(one) for one in node.args]
        if len(arguments) == 1:
            value = arguments[0]
            return Value(value.to(type_), type_)
        parts = [one.to(Type(type_.base, one.type.length)) for one in arguments]
        return Value(f"{type_}({', '.join(parts)})", type_)

    def intrinsic(self, node: ast.Call, name: str) -> Value:
        arguments = node.args
        if name in SAME:
            type_, texts = self.alike(*arguments)
            return self.on_bits(name, SAME[name], type_, texts)
        if name in WITH_INDEX:
            value, index = self.value(arguments[0]).typed, self.value(arguments[1])
            return Value(f"{WITH_INDEX[name]}({value.text}, {index.to(UINT)})", value.type)
        if name in WITH_MASK:
            value, mask = self.value(arguments[0]).typed, self.value(arguments[1])
            return self.on_bits(name, WITH_MASK[name], value.type, [value.text], mask.text)
        if name in VOTES:
            called, type_ = VOTES[name]
            return Value(f"{called}({self.value(arguments[0]).to(BOOL)})", type_)
        if name in FACTS:
            called, type_ = FACTS[name]
            return Value(f"{called}()", type_)
        if name in SYSTEM_VALUES:
            return self.system_value(name)
        if name in ATOMICS:
            return self.atomic(node, name)
        if method := getattr(self, f"wd_{name}", None):
            return method(*arguments)
        return self.conversion(node, type_named(node.func))

    def on_bits(self, name: str, called: str, type_: Type, texts: list[str], *rest: str) -> Value:
        """A call; HLSL's functions on the bits of a wave take only numbers without a sign."""
        if "bit_" not in name or type_.base in ("uint", "uint64_t"):
            return Value(f"{called}({', '.join([*texts, *rest])})", type_)
        unsigned = Type("uint64_t" if type_.element.bits == 64 else "uint", type_.length)
        texts = [f"({unsigned})({one})" for one in texts]
        return Value(f"(({type_}){called}({', '.join([*texts, *rest])}))", type_)

    def system_value(self, name: str) -> Value:
        if not self.in_kernel:
            raise NoHLSL(f"{name} in a helper")
        type_, semantic = SYSTEM_VALUES[name]
        self.system_values[name] = f"{type_} {name} : {semantic}"
        return Value(name, type_)

    def atomic(self, node: ast.Call, name: str) -> Value:
        """A call of a function that returns the old value."""
        array = self.array(node.args[0])
        type_ = array.type
        function = f"{name}_{array.name}"
        operands = ["compare", "value"] if name == "atomic_compare_exchange" else ["value"]
        parameters = ", ".join(f"{type_} {one}" for one in operands)
        text = (
            f"{type_} {function}(uint index, {parameters}) {{\n  {type_} old;\n"
            f"  {ATOMICS[name]}({array.name}[index], {', '.join(operands)}, old);\n  return old;\n}}"
        )
        self.functions.setdefault(function, text)
        index, *values = (self.value(one) for one in node.args[1:])
        return Value(f"{function}({', '.join([index.to(UINT), *(one.to(type_) for one in values)])})", type_)

    # Functions of other forms.

    def wd_select(self, condition: ast.expr, first: ast.expr, second: ast.expr) -> Value:
        type_, (one, other) = self.alike(first, second)
        return Value(f"select({self.value(condition).to(Type('bool', type_.length))}, {one}, {other})", type_)

    def wd_group_uniform(self, value: ast.expr) -> Value:
        return self.value(value)

    wd_precise = wd_group_uniform

    def wd_group_count(self) -> Value:
        return Value("group_count", Type("uint", 3))

    def wd_any(self, value: ast.expr) -> Value:
        return Value(f"any({self.value(value).text})", BOOL)

    def wd_all(self, value: ast.expr) -> Value:
        return Value(f"all({self.value(value).text})", BOOL)

    def wd_dot(self, first: ast.expr, second: ast.expr) -> Value:
        type_, texts = self.alike(first, second)
        return Value(f"dot({', '.join(texts)})", Type(type_.base))

    def _counted(self, name: str, node: ast.expr, base: str) -> Value:
        value = self.value(node).typed
        return Value(f"{name}({value.text})", Type(base, value.type.length))

    def wd_sign(self, value: ast.expr) -> Value:
        return self._counted("sign", value, "int")

    def wd_countbits(self, value: ast.expr) -> Value:
        return self._counted("countbits", value, "uint")

    def wd_firstbitlow(self, value: ast.expr) -> Value:
        return self._counted("firstbitlow", value, "uint")

    def wd_firstbithigh(self, value: ast.expr) -> Value:
        return self._counted("firstbithigh", value, "uint")

    def wd_asuint(self, value: ast.expr) -> Value:
        return self._counted("asuint", value, "uint")

    def wd_asint16(self, value: ast.expr) -> Value:
        return self._counted("asint16", value, "int16_t")

    def wd_asuint16(self, value: ast.expr) -> Value:
        return self._counted("asuint16", value, "uint16_t")

    def wd_wave_active_all_equal(self, value: ast.expr) -> Value:
        return self._counted("WaveActiveAllEqual", value, "bool")

    def wd_wave_match(self, value: ast.expr) -> Value:
        return Value(f"WaveMatch({self.value(value).typed.text})", Type("uint", 4))

    def wd_wave_multi_prefix_count_bits(self, vote: ast.expr, mask: ast.expr) -> Value:
        return Value(f"WaveMultiPrefixCountBits({self.value(vote).to(BOOL)}, {self.value(mask).text})", UINT)


def groupshared_bytes(array: Array, count: int) -> int:
    return array.type.element.bits // 8 * array.type.length * count
