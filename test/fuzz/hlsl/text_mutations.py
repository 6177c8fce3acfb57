"""Mutations of HLSL text, token by token and line by line."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence

TOKEN = re.compile(
    r"//[^\n]*|/\*.*?\*/|\"[^\"\n]*\"|[A-Za-z_]\w*|\d[\w.]*|\s+|[<>=!&|+\-*/%^]=|<<=?|>>=?|&&|\|\||\+\+|--|::|\[\[|\]\]|.",
    re.DOTALL,
)
WORDS = """
    ( ) { } [ ] [[ ]] < > ; , : :: . = == != + - * / % & | ^ ~ ! ? << >> <<= += ++ -- && || # ## \\ @ $ ` 0 1 -1 4294967296
    0x7fffffff 0xffffffffffffffff 1e39 1.0h 1.5L 2.5f 0.0 .x .xyzw ._m00 ._11_22 .rgba .xxxxx bool int uint half float double
    min16float int16_t uint64_t float16_t float4 uint3 bool2 float4x4 half3x2 matrix<float,2,3> vector<int,4> void auto struct
    class enum union namespace template typename using typedef static const groupshared globallycoherent precise row_major
    column_major in out inout uniform extern volatile register(u0) register(t0,space1) packoffset(c0) cbuffer tbuffer
    ConstantBuffer<S> Buffer<float4> RWBuffer<uint> StructuredBuffer<S> RWStructuredBuffer<float3> ByteAddressBuffer
    RWByteAddressBuffer Texture2D<float4> RWTexture2D<uint> RWTexture2DArray<float> AppendStructuredBuffer<uint> SamplerState
    if else for while do switch case default break continue return discard goto operator this sizeof
    [unroll] [loop] [branch] [numthreads(8,1,1)] [numWaves(2)] [WaveSize(32)] [[vk::binding(0,1)]] [[vk::push_constant]]
    SV_DispatchThreadID SV_GroupIndex SV_GroupID WaveActiveSum WavePrefixSum WaveReadLaneFirst WaveReadLaneAt WaveMatch
    QuadReadAcrossX InterlockedAdd InterlockedCompareExchange GroupMemoryBarrierWithGroupSync NonUniformResourceIndex Load Store
    GetDimensions IncrementCounter Append asuint asfloat mul dot cross lerp clamp select transpose sincos frexp main
    #define #if #endif #include #pragma #undef __VA_ARGS__ DispatchMesh
""".split()
"""What a token may become: the language's own words, and numbers at limits."""

Words = Sequence[str]


def tokens_of(text: str) -> list[str]:
    return TOKEN.findall(text)


def _place(chance: random.Random, items: list[str]) -> int:
    return chance.randrange(len(items))


def _stretch(chance: random.Random, items: list[str], most: int) -> slice:
    begin = _place(chance, items)
    return slice(begin, begin + chance.randint(1, most))


def _words(items: list[str]) -> list[int]:
    return [number for number, item in enumerate(items) if not item.isspace()] or [0]


def remove(chance: random.Random, items: list[str], other: Words) -> None:
    del items[_stretch(chance, items, chance.choice((1, 1, 3, 10)))]


def repeat(chance: random.Random, items: list[str], other: Words) -> None:
    part = _stretch(chance, items, chance.choice((1, 3, 20)))
    items[part.start : part.start] = items[part] * chance.choice((1, 1, 2, 30))


def replace(chance: random.Random, items: list[str], other: Words) -> None:
    items[chance.choice(_words(items))] = chance.choice(
        (chance.choice(WORDS), chance.choice(items), chance.choice(other))
    )


def _kind(item: str) -> str:
    return "name" if item[0].isalpha() or item[0] == "_" else "number" if item[0].isdigit() else "sign"


def exchange(chance: random.Random, items: list[str], other: Words) -> None:
    """A name becomes another name, a number another number, a sign another sign: many such mutants still compile."""
    place = chance.choice(_words(items))
    alike = [
        item for item in (*items, *other[:200], *WORDS) if not item.isspace() and _kind(item) == _kind(items[place])
    ]
    items[place] = chance.choice(alike)


def repeat_line(chance: random.Random, items: list[str], other: Words) -> None:
    """A line is removed, or moved or copied to another line."""
    lines = "".join(items).splitlines(keepends=True)
    part = lines[_stretch(chance, lines, chance.choice((1, 1, 3)))]
    if chance.random() < 0.6:
        lines = [line for line in lines if line not in part]
    if chance.random() < 0.7:
        place = chance.randint(0, len(lines))
        lines[place:place] = part
    items[:] = tokens_of("".join(lines))


def insert(chance: random.Random, items: list[str], other: Words) -> None:
    items.insert(_place(chance, items), f" {chance.choice((*WORDS, chance.choice(items)))} ")


def swap(chance: random.Random, items: list[str], other: Words) -> None:
    words = _words(items)
    a, b = chance.choice(words), chance.choice(words)
    items[a], items[b] = items[b], items[a]


def move(chance: random.Random, items: list[str], other: Words) -> None:
    part = _stretch(chance, items, 20)
    moved = items[part]
    del items[part]
    place = chance.randint(0, len(items))
    items[place:place] = moved


def splice(chance: random.Random, items: list[str], other: Words) -> None:
    place = _place(chance, items)
    items[place:place] = other[_stretch(chance, list(other), 60)]


def rename(chance: random.Random, items: list[str], other: Words) -> None:
    """All uses of one name become another one."""
    names = sorted({item for item in items if item[0].isalpha() or item[0] == "_"}) or items
    old, new = chance.choice(names), chance.choice((chance.choice(names), chance.choice(WORDS)))
    items[:] = [new if item == old else item for item in items]


def change_number(chance: random.Random, items: list[str], other: Words) -> None:
    numbers = [number for number, item in enumerate(items) if item[0].isdigit()]
    if numbers:
        items[chance.choice(numbers)] = chance.choice(
            ("0", "1", "7", "33", "1024", "65536", "2147483648", "4294967295", "0.5")
        )


def nest(chance: random.Random, items: list[str], other: Words) -> None:
    """Puts a token into many brackets, or behind many operators."""
    before, behind = chance.choice((("(", ")"), ("{", "}"), ("[", "]"), ("-", ""), ("!", ""), ("f(", ")")))
    number, times = chance.choice(_words(items)), chance.choice((2, 40, 400))
    items[number] = before * times + items[number] + behind * times


def cut(chance: random.Random, items: list[str], other: Words) -> None:
    del items[_place(chance, items) :]


def garble(chance: random.Random, items: list[str], other: Words) -> None:
    number = _place(chance, items)
    place = chance.randint(0, len(items[number]))
    items[number] = (
        items[number][:place] + chr(chance.choice((0, 9, 34, 39, 92, 127, 233, 0x2028))) + items[number][place:]
    )


MUTATIONS: dict[Callable[[random.Random, list[str], Words], None], int] = {
    remove: 4,
    repeat: 3,
    replace: 4,
    exchange: 20,
    repeat_line: 10,
    insert: 4,
    swap: 3,
    move: 2,
    splice: 2,
    rename: 4,
    change_number: 8,
    nest: 1,
    cut: 1,
    garble: 1,
}
"""With how often each is chosen."""


def mutate(chance: random.Random, text: str, other: str) -> str:
    """Returns the text with a few mutations. Some mutations insert parts of another text."""
    items, others = tokens_of(text) or [" "], tokens_of(other) or [" "]
    for _ in range(chance.choice((1, 1, 1, 1, 1, 2, 3, 8))):
        (mutation,) = chance.choices(list(MUTATIONS), list(MUTATIONS.values()))
        mutation(chance, items, others)
        items = items or [" "]
    return "".join(items)
