"""The type rules spell the code of help texts as the front end says."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from wavedialect import errors
from wavedialect.frontends import semantic
from wavedialect.frontends.semantic import Semantic
from wavedialect.frontends.semantic.spelling import Spelling
from wavedialect.frontends.semantic.values import Call, Image, Memory, Scalar, Vector
from wavedialect.ir.module import Value
from wavedialect.ir.types import Buffer, DType, Texture2D, VectorType, bool_, f32, f64, i32, i64, u32

TYPES = {u32: "uint", i32: "int", f32: "float", i64: "int64_t", f64: "double", bool_: "bool"}


class Hlsl(Spelling):
    """A spelling such as HLSL's."""

    def function(self, name):
        return "".join(part.capitalize() for part in name.split("_")) if "_" in name else name

    def type(self, type):
        return TYPES[type] if isinstance(type, DType) else f"{TYPES[type.element]}{type.size}"

    def resource(self, name, element=None, rank=1):
        return {"RWBuffer": "RWStructuredBuffer"}.get(name, name) + (f"<{self.type(element)}>" if element else "")

    def length(self, text):
        return f"{text}_length"

    def operator(self, name):
        return {"and": "&&", "or": "||", "not": "!"}[name]

    def boolean(self, value):
        return "true" if value else "false"


def number(type):
    made = Value(type, "v")
    return Vector(type, made) if isinstance(type, VectorType) else Scalar(type, made)


N, K, F, P, D = map(number, (u32, i32, f32, bool_, f64))
V = number(VectorType(f32, 3))
B = number(VectorType(bool_, 2))
X = Memory(Buffer[u32], Value(Buffer[u32], "x"))
FLOATS = Memory(Buffer[f32], Value(Buffer[f32], "x"))
IMAGE = Image(Texture2D[f32], Value(Texture2D[f32], "image"))
AB = ("a", "b")


def call(name, *operands):
    return Call(name, operands, "abc"[: len(operands)])


CASES = [
    (lambda s: s.binary("+", N, K, AB), "convert one side: `int(a)` or `uint(b)`"),
    (lambda s: s.binary("**", N, F, AB), "`pow(float(a), b)`"),
    (lambda s: s.binary("**", D, D, AB), "`pow(float(a), float(b))` computes"),
    (lambda s: s.binary("//", F, F, AB), "`floor(a / b)`"),
    (lambda s: s.binary("/", N, N, AB), "`float(a) / float(b)` is the fraction"),
    (lambda s: s.binary("@", V, V, AB), "`dot(a, b)` is the product"),
    (lambda s: s.binary("&", F, N, AB), "`uint(a) & b`"),
    (lambda s: s.binary("+", P, P, AB), "`uint(a) + uint(b)`"),
    (lambda s: s.compare("<", P, P, AB), "`uint(a) < uint(b)`"),
    (lambda s: s.invert(P, "a"), "`!a`"),
    (lambda s: s.invert(F, "a"), "`~int(a)`"),
    (lambda s: s.negate(P, "a"), "`-int(a)`"),
    (lambda s: s.logical_not(V, "a"), "`all(a == 0.0)`"),
    (lambda s: s.condition(B, "`if`", "a"), "`any(a)` or `all(a)`"),
    (lambda s: s.condition(s.constant(1), "`if`", "a"), "write `true`"),
    (lambda s: s.coerce(F, u32, "x", "a"), "`uint(a)`"),
    (lambda s: s.coerce(V, VectorType(i32, 2), "x", "a"), "`int2(a.xy)`"),
    (lambda s: s.value(s.constant(1 << 40)), "`int64_t(1099511627776)`"),
    (lambda s: s.cast(u32, V, "a"), "`uint3(a)` converts"),
    (lambda s: s.number(X), "`x_length`"),
    (lambda s: s.number(IMAGE), "`ImageSize(image)`"),
    (lambda s: s.index(F, "a"), "`uint(a)`"),
    (lambda s: s.index(s.constant(-1), "a", length=s.spelling.length("x")), "`x_length - 1`"),
    (lambda s: s.store(X, N, N, "x"), "`x: RWStructuredBuffer<uint>`"),
    (lambda s: s.length(IMAGE), "`ImageSize(image)`"),
    (lambda s: s.coordinate(F, IMAGE, "a"), "`uint(a)`"),
    (lambda s: s.memory(IMAGE, "x"), "`RWStructuredBuffer`"),
    (lambda s: s.combination(call("wave_multi_prefix_sum", N, N), "wave.multi_prefix", "add"), "`WaveMatch(b)`"),
    (lambda s: s.combination(call("f", P), "wave.reduce", "or"), "`WaveActiveAnyTrue`"),
    (lambda s: s.combination(call("f", P), "wave.reduce", "xor"), "`WaveActiveCountBits(...) & 1`"),
    (lambda s: s.combination(call("f", P), "wave.reduce", "min"), "`WaveActiveAllTrue`"),
    (
        lambda s: s.combination(call("f", P), "wave.prefix", "add"),
        "`WavePrefixCountBits`, or convert it first: `uint(flag)`",
    ),
    (lambda s: s.vote(call("f", B), "wave.vote", bool_), "`any(a)` or `all(a)`"),
    (lambda s: s.alike("integers", "f", [F], "a"), "`int(a)`, or take its bits: `asuint(a)`"),
    (lambda s: s.extreme(call("min", P, P), "min"), "use `&&`"),
    (lambda s: s.atomic(call("f", FLOATS, N, F), "wave.atomic_rmw", "or"), "`asuint(x)`, in an array of uint"),
    (lambda s: s.dispatch_mesh(call("f", F, N, N), "wave.dispatch_mesh"), "`uint(a)`"),
]


@pytest.mark.parametrize("place", range(len(CASES)))
def test_another_language(place):
    build, advised = CASES[place]
    with pytest.raises(errors.CompileError) as caught:
        build(Semantic({}, spelling=Hlsl()))
    assert advised in caught.value.fix, caught.value


def test_no_rule_spells_a_name():
    """Names of the Python front end are in ``Spelling`` alone."""
    found = []
    for file in Path(semantic.__file__).parent.glob("*.py"):
        tree = ast.parse(file.read_text())
        texts = {
            id(node.body[0].value)
            for node in ast.walk(tree)
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in texts:
                if "wd." in node.value and file.name != "spelling.py":
                    found.append(f"{file.name}:{node.lineno}")
    assert not found
