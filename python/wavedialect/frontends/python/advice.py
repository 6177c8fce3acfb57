"""Suggests a replacement for an unknown name: an alias of a WaveDialect function, a missing function, or a typo."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable

from ...ir.types import BYTES, DTYPES, RESOURCES, VECTORS
from . import std
from .ops import INTRINSICS

#: The names that other languages use for types, in lower case, without underscores and "get". The declarations of
#: functions have the names that others use for these.
TYPE_ALIASES = {
    "int": "i32",
    "uint": "u32",
    "uint32": "u32",
    "int32": "i32",
    "int8": "i8",
    "uint8": "u8",
    "byte": "u8",
    "char": "i8",
    "int16": "i16",
    "uint16": "u16",
    "int64": "i64",
    "uint64": "u64",
    "float": "f32",
    "half": "f16",
    "double": "f64",
    "float16": "f16",
    "bfloat16": "bf16",
    "float32": "f32",
    "float64": "f64",
    "vec2": "float2",
    "vec3": "float3",
    "vec4": "float4",
    "boolean": "bool",
    "dword": "u32",
    "min16float": "f16",
    "min16int": "i16",
    "min16uint": "u16",
}

#: Names and operators of CUDA's arithmetic in a rounding mode, such as `__fadd_rn`.
_ROUNDED = (("add", "+"), ("sub", "-"), ("mul", "*"), ("div", "/"))
#: CUDA's conversions to integers, such as `__float2int_rn`.
_TO_INTEGERS = (
    ("rn", "i32(wd.round(x))"),
    ("rz", "i32(x)"),
    ("rd", "i32(wd.floor(x))"),
    ("ru", "i32(wd.ceil(x))"),
)

#: Functions that WaveDialect lacks, by their names in HLSL, C and NumPy: the parameters and an equivalent formula.
FORMULAS = {
    "asinh": ("x", "wd.select(x < 0.0, -1.0, 1.0) * wd.log(wd.abs(x) + wd.sqrt(x * x + 1.0))"),
    "acosh": ("x", "wd.log(x + wd.sqrt(x * x - 1.0))"),
    "atanh": ("x", "0.5 * wd.log((1.0 + x) / (1.0 - x))"),
    "fdim": ("x, y", "wd.max(x - y, 0.0)"),
    "fwidth": ("x", "wd.abs(wd.ddx(x)) + wd.abs(wd.ddy(x))"),
    "isclose": ("a, b", "wd.abs(a - b) <= 0.00001 * wd.abs(b)"),
    "signbit": ("x", "wd.asint(x) < 0"),
    "clz": ("x", "31 - wd.firstbithigh(u32(x))"),
    "ctz": ("x", "wd.min(wd.firstbitlow(x), 32)"),
    "rotl": ("x, n", "(x << n) | (x >> (32 - n))"),
    "rotr": ("x, n", "(x >> n) | (x << (32 - n))"),
    "bitfieldinsert": (
        "x, y, offset, bits",
        "(x & ~(((u32(1) << bits) - 1) << offset)) | ((y & ((u32(1) << bits) - 1)) << offset)",
    ),
    "bitfieldextract": ("x, offset, bits", "(x >> offset) & ((u32(1) << bits) - 1)"),
    "mulhi": ("x, y", "u32((u64(x) * u64(y)) >> 32)"),
    "sigmoid": ("x", "1.0 / (1.0 + wd.exp(-x))"),
    "relu": ("x", "wd.max(x, 0.0)"),
    "square": ("x", "x * x"),
    "modulo": ("x, y", "x % y"),
    **dict.fromkeys(["umulh", "umulhi", "umulextended", "mulhigh"], ("x, y", "u32((u64(x) * u64(y)) >> 32)")),
    **dict.fromkeys(["arcsinh"], ("x", "wd.select(x < 0.0, -1.0, 1.0) * wd.log(wd.abs(x) + wd.sqrt(x * x + 1.0))")),
    **dict.fromkeys(["arccosh"], ("x", "wd.log(x + wd.sqrt(x * x - 1.0))")),
    **dict.fromkeys(["arctanh"], ("x", "0.5 * wd.log((1.0 + x) / (1.0 - x))")),
    **dict.fromkeys(["ubfe", "bfe"], ("x, offset, bits", "(x >> offset) & ((u32(1) << bits) - 1)")),
    "fdividef": ("x, y", "x / y"),
    **{f"f{name}r{mode}": ("x, y", f"x {sign} y") for name, sign in _ROUNDED for mode in "nzud"},
    **{f"float2int{mode}": ("x", form) for mode, form in _TO_INTEGERS},
    "float2half": ("x", "f16(x)"),
    "float2halfrn": ("x", "f16(x)"),
    "float2bfloat16": ("x", "bf16(x)"),
    **dict.fromkeys(["half2float", "bfloat162float", "int2floatrn", "uint2floatrn", "double2floatrn"], ("x", "f32(x)")),
    "ffs": ("x", "wd.firstbitlow(x) + 1"),
    "activemask": ("", "wd.wave_active_ballot(True)"),
    "shflsync": ("mask, x, lane", "wd.wave_read_lane_at(x, lane)"),
    "shflxorsync": ("mask, x, lanes", "wd.wave_shuffle_xor(x, lanes)"),
    "shfldownsync": ("mask, x, n", "wd.wave_shuffle_down(x, n)"),
    "shflupsync": ("mask, x, n", "wd.wave_shuffle_up(x, n)"),
}

#: The help for a constant of Python's ``math``.
_OF_MATH = "it is a constant of Python's `math`: after `import math`, write `math.{}`"

#: The element types in the names of HLSL's matrix types, such as ``float4x4``.
SCALARS_OF_MATRICES = ("float", "half", "double", "int", "uint", "bool")

#: Functions and types that WaveDialect lacks and that have no short formula: the advice on what to write instead.
ABSENT = {
    **dict.fromkeys(
        ["erf", "gamma", "lgamma"],
        "there is no such function; approximate it by a polynomial in a function decorated by `@wd.func`",
    ),
    **dict.fromkeys(["sincos"], "there is no such function; call `wd.sin(x)` and `wd.cos(x)`"),
    "msad4": "there is no such function; extract bytes by `(x >> 8) & 255`, and add up their absolute differences",
    "clip": "to limit a value, write `wd.clamp(x, low, high)`; HLSL's `clip` discards pixels, which kernels lack",
    "discard": "kernels have no pixels to discard; put the stores under a condition",
    **dict.fromkeys(
        ["structuredbuffer", "typedbuffer", "tbuffer"],
        "a parameter that is read is a `wd.Buffer`: `x: wd.Buffer[wd.f32]`",
    ),
    **dict.fromkeys(
        ["rwstructuredbuffer", "appendstructuredbuffer", "consumestructuredbuffer"],
        "a parameter that is written is a `wd.RWBuffer`: `out: wd.RWBuffer[wd.f32]`; a counter is an element of another"
        " one, increased by `wd.atomic_add`",
    ),
    **dict.fromkeys(
        ["array", "ndarray", "tensor", "pointer", "ptr"],
        "an array parameter is `x: wd.Buffer[wd.f32]`, or `out: wd.RWBuffer[wd.f32]` if the kernel writes it",
    ),
    "byteaddressbuffer": "use `wd.Buffer[wd.u8]` and its bytes, or `wd.Buffer[wd.u32]`, and divide addresses by 4",
    "rwbyteaddressbuffer": "use `wd.RWBuffer[wd.u8]` and its bytes, or `wd.RWBuffer[wd.u32]`, and divide addresses by 4",
    **dict.fromkeys(
        ["texture1d", "texture3d", "texturecube", "texture1darray"],
        "images have two dimensions: `wd.Texture2D`, or layers of two: `wd.Texture2DArray`; keep others in a `wd.Buffer`, and compute the index",
    ),
    **dict.fromkeys(
        ["rwtexture1d", "rwtexture3d", "rwtexture1darray"],
        "images have two dimensions: `wd.RWTexture2D`, or layers of two: `wd.RWTexture2DArray`; keep others in a `wd.RWBuffer`, and compute the index",
    ),
    **dict.fromkeys(
        ["samplerstate", "samplercomparisonstate"],
        "images are read by whole coordinates, without a sampler: `image[x, y]`",
    ),
    **dict.fromkeys(
        ["cbuffer", "constantbuffer"],
        "constants are parameters of the kernel, `scale: wd.f32`, or a struct of them, `p: Params`; more than 128 bytes are"
        " a `wd.Buffer`",
    ),
    **dict.fromkeys(
        [
            *("transpose", "determinant", "mul"),
            *(f"{scalar}{rows}x{columns}" for scalar in SCALARS_OF_MATRICES for rows in "234" for columns in "234"),
        ],
        "there are no matrices of a lane; use a vector for each row, as in `rows: wd.Buffer[wd.float4]`,"
        " and `wd.dot(row, vector)`; matrices of a whole wave are made by `wd.matrix_load` and `wd.matrix_fill`",
    ),
    "matrix": "a matrix of the wave is made by `wd.matrix_fill(0.0, wd.f32, (16, 16))` or `wd.matrix_load`; for a small one of"
    " a lane, use a vector for each row, such as `wd.float4`",
    **dict.fromkeys(
        ["waveprefixmin", "waveprefixmax", "waveprefixand", "waveprefixor", "waveprefixxor"],
        "there are scans of sums and products without the lane itself; `wd.wave_inclusive_min` and its siblings include it",
    ),
    **dict.fromkeys(["f8", "float8"], "there is no such type; use `wd.f16` or `wd.bf16`"),
    **dict.fromkeys(
        ["f128", "float128", "longdouble", "i128", "u128"], "there is no such type; the widest have 64 bits"
    ),
    **dict.fromkeys(
        [f"{scalar}{size}" for scalar in ("float", "half", "double", "int", "uint", "bool") for size in "567"],
        "vectors have two to four components, such as `wd.float4`; use several, or a `wd.local_array`",
    ),
    **dict.fromkeys(
        ["asdouble"], "there is no such function; pass a `wd.Buffer[wd.f64]`, or compute the value: `wd.f64(x)`"
    ),
    **dict.fromkeys(
        ["dot4addu8packed", "dot4addi8packed", "dot2add", "dp4a", "unpacku8u32", "unpacks8s32", "packu8", "packs8"],
        "there are no packed operations; extract bytes by `(x >> 8) & 255`, and compute with u32 or i32",
    ),
    **dict.fromkeys(
        ["d3dcolortoubyte4", "lit", "dst", "noise", "rendertargetsamplecount", "rendertargetsampleposition", "tex2d"],
        "there is no such function in compute kernels",
    ),
    "nonuniformresourceindex": "it is not needed: a name stands for one buffer",
    "interlockedcomparestore": "write `wd.atomic_compare_exchange(memory, index, compare, value)`",
    **dict.fromkeys(["and", "or"], "write `a and b` or `a or b`; for vectors of bool, `a & b` or `a | b`"),
    **dict.fromkeys(
        ["sum", "reducesum"], "over the lanes of a wave, write `wd.wave_active_sum(x)`; over an array, a loop"
    ),
    **dict.fromkeys(
        ["mean", "average"],
        "over the lanes of a wave, write `wd.wave_active_sum(x) / f32(wd.wave_active_count_bits(True))`",
    ),
    "numthreads": "it is what the decorator states; use a constant for both: `num_threads=SIZE`",
    "floordiv": "it is the operator `//`, which truncates",
    "atomicinc": "add 1, and take the remainder where the count wraps: `wd.atomic_add(memory, index, 1) % (limit + 1)`;"
    " the second argument of CUDA's function is this limit",
    "atomicsub": "add the negative: `wd.atomic_add(memory, index, u32(-value))`, or `i32(-value)` or `-value` where elements are i32"
    " or floats",
    "atomicdec": "add -1: `wd.atomic_add(memory, index, u32(-1))`, or `i32(-1)` where elements are i32; it does not wrap at"
    " a limit, the second argument of CUDA's function",
    **dict.fromkeys(
        ["sort", "argsort", "sorted", "bitonicsort"],
        "a kernel sorts by comparisons and stores, for instance a bitonic sort; or sort before the launch",
    ),
    **dict.fromkeys(
        ["infinity", "inf", "inff", "hugeval", "hugevalf", "cudartinf", "cudartinff"], _OF_MATH.format("inf")
    ),
    **dict.fromkeys(["nan", "nanf", "cudartnan", "cudartnanf"], _OF_MATH.format("nan")),
    **dict.fromkeys(["pi", "mpi", "cudartpi", "cudartpif"], _OF_MATH.format("pi")),
    "threadfenceblock": "write `wd.group_memory_barrier()` for groupshared arrays, or `wd.all_memory_barrier()` for buffers"
    " as well",
    **dict.fromkeys(
        ["syncthreadscount", "syncthreadsand", "syncthreadsor"],
        "combine the lanes of each wave, for instance by `wd.wave_active_count_bits(condition)`, let one lane of each wave"
        " add that to a groupshared element by `wd.atomic_add`, and read it after"
        " `wd.group_memory_barrier_with_group_sync()`",
    ),
    **dict.fromkeys(["ldg", "ldcg", "ldca", "ldcs"], "index the buffer: `value = buffer[i]`"),
    **dict.fromkeys(
        ["clock", "clock64", "globaltimer", "nanosleep"], "kernels have no clock; measure the launch in Python"
    ),
    "range": "it is Python's: `range(n)`",
    "prange": "every lane runs the kernel: use the lane's index, and `range` for a loop in one lane",
    "cdiv": "there is no such function: write `(n + d - 1) // d`",
    "constexpr": "a constant is a name outside of the kernel, such as `SIZE = 64`",
    **dict.fromkeys(
        ["arange"], "each lane computes one index, `wd.wave_lane_index()`; a loop in one lane is `for i in range(n):`"
    ),
    **dict.fromkeys(
        ["zeros", "full"],
        "each lane has its own variable, `total = 0`; an array of one lane is `wd.local_array(f32, 16)`",
    ),
    **dict.fromkeys(
        ["tileload", "tilestore"], "each lane accesses its element: `value = buffer[i]`, `buffer[i] = value`"
    ),
    **dict.fromkeys(["imageload", "imagestore"], "index the image: `value = image[x, y]`, `image[x, y] = value`"),
    **dict.fromkeys(
        ["thisthreadblock", "thisgrid", "tiledpartition", "coalescedthreads"],
        "there are no objects for groups of threads: call the function, such as `wd.wave_active_sum(x)` over a wave or"
        " `wd.group_memory_barrier_with_group_sync()`",
    ),
    "enumerate": "loop over the indices: `for i in range(n)`",
    **dict.fromkeys(
        ["abort", "trap"], 'kernels cannot stop a program; `wd.check(condition, "message")` fails the launch'
    ),
}

#: Names that differ only in case from a function, and are meant as types.
ABSENT_TYPES = {
    "Pipe": "a pipe has no type that you can write: leave the annotation out, `def fill(pipe, tile):`; `wd.pipe` in the kernel"
    " creates one"
}

#: The thread ids of ``num_threads`` kernels, and the equivalent expression in a kernel that states ``num_waves``.
BY_WAVES = {
    "group_thread_id": "wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()",
    "group_index": "wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()",
    "dispatch_thread_id": "(wd.group_id().x * wd.group_wave_count() + wd.group_wave_index()) * wd.wave_lane_count()"
    " + wd.wave_lane_index()",
}


def plain(name: str) -> str:
    """The name in lower case, without underscores and "get"."""
    # HLSL's `GetRenderTargetSampleCount` has a target.
    return re.sub("(?<!tar)get", "", name.replace("_", "").lower())


def _spellings() -> dict[str, str]:
    """WaveDialect's names by the plain form of each name and of its aliases."""
    spellings = dict(TYPE_ALIASES)
    aliases = {name: intrinsic.aliases for name, intrinsic in INTRINSICS.items()}
    aliases |= {name: getattr(std, name).library.aliases for name in std.__all__}
    for name, others in aliases.items():
        spellings |= {plain(other): name for other in others}
    for name, intrinsic in INTRINSICS.items():
        if intrinsic.hlsl:
            spellings[plain(intrinsic.hlsl)] = name
    for name in [*INTRINSICS, *DTYPES, *BYTES, *VECTORS, *std.__all__, *(made.__name__ for made in RESOURCES)]:
        spellings[plain(name)] = name
    return spellings


SPELLINGS = _spellings()


def near_name(name: str, known: Iterable[str]) -> str | None:
    """The known name that was probably meant, or None."""
    by_case = {one.lower(): one for one in known if one.isidentifier()}
    near = difflib.get_close_matches(name.lower(), by_case, 1, 0.8)
    return by_case[near[0]] if near else None


def help_for(name: str, by_waves: bool) -> str | None:
    """The help for a name that this package does not have; ``by_waves``: the kernel states ``num_waves``."""
    # HLSL's uint16_t. HLSL's vector types have the same names here.
    short = _without_affix(plain(name.removesuffix("_t")))
    if short in FORMULAS:
        parameters, formula = FORMULAS[short]
        return f"there is no `{name}`; write `{name}({parameters})` as `{formula}`"
    if name in ABSENT_TYPES:
        return ABSENT_TYPES[name]
    if short in ABSENT:
        return ABSENT[short]
    meant = SPELLINGS.get(short) or _by_words(name) or _slip(short)
    if meant is None:
        return None
    if by_waves and meant in BY_WAVES and meant != name:
        return f"under `num_waves`, write `{BY_WAVES[meant]}`"
    return f"did you mean `wd.{meant}`?"


def _by_words(name: str) -> str | None:
    """The only intrinsic whose name contains all words of ``name``: ``lane_first`` is ``wave_read_lane_first``."""
    words = set(name.lower().split("_")) - {"get", "wd", ""}
    found = [ours for ours in INTRINSICS if words <= set(ours.split("_"))]
    return found[0] if len(found) == 1 and max(map(len, words), default=0) > 3 else None


def _without_affix(short: str) -> str:
    """A name of C or CUDA without what these add: `sinf` is `sin`, `make_float4` is `float4`."""
    known = [SPELLINGS, FORMULAS, ABSENT]
    if any(short in names for names in known):
        return short
    candidates = [short.removesuffix("f"), short.removeprefix("make")]
    return next((one for one in candidates if any(one in names for names in known)), short)


def _slip(short: str) -> str | None:
    """The WaveDialect name that is closest to the misspelled ``short``; None if no name is close."""
    # One wrong letter lowers the similarity of a short name more.
    is_short = len(short) <= 5
    near = difflib.get_close_matches(short, SPELLINGS, 1, 0.74 if is_short else 0.84)
    if not near or near[0][0] != short[0] or is_short and not _is_one_slip(short, near[0]):
        return None
    return SPELLINGS[near[0]]


def _is_one_slip(name: str, other: str) -> bool:
    """Whether two names differ in one letter: another one, one more or less, or two exchanged."""
    name, other = sorted((name, other), key=len)
    first = next((i for i, (a, b) in enumerate(zip(name, other, strict=False)) if a != b), len(name))
    rest, others = name[first:], other[first:]
    if len(name) < len(other):
        return rest == others[1:]
    return rest[1:] == others[1:] or rest[1::-1] == others[:2] and rest[2:] == others[2:]
