"""Kernels of one operation each, in HLSL and in Python, with the same resources at the same registers: the calls that
``dxc`` makes of the one are what ours are compared with."""

from __future__ import annotations

import linecache
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

HLSL_TYPES = {
    "bool": "bool",
    "i16": "int16_t",
    "u16": "uint16_t",
    "i32": "int",
    "u32": "uint",
    "i64": "int64_t",
    "u64": "uint64_t",
    "f16": "float16_t",
    "f32": "float",
    "f64": "double",
}
_PYTHON_VECTORS = HLSL_TYPES | {"f16": "half"}
# What no case is about: how operands come and results go.
_SURROUNDINGS = {
    "createHandle", "createHandleFromBinding", "annotateHandle", "rawBufferLoad", "rawBufferStore", "bufferLoad",
    "bufferStore", "flattenedThreadIdInGroup",
}  # fmt: skip

SIGNED = ("i16", "i32", "i64")
UNSIGNED = ("u16", "u32", "u64")
INTEGERS = (*SIGNED, *UNSIGNED)
FLOATS = ("f16", "f32", "f64")
NUMBERS = INTEGERS + FLOATS
WORDS = ("i32", "u32", "i64", "u64")
SINGLE = ("f16", "f32")


@dataclass(frozen=True)
class Case:
    """One kernel. ``whole`` compares all of its calls, else those of its operation."""

    name: str
    hlsl: str
    python: str
    shader_model: str
    whole: bool = False

    def wants(self, operation: str) -> bool:
        return self.whole or operation not in _SURROUNDINGS

    def build(self) -> Any:
        """The kernel of the Python text."""
        source = f"import wavedialect as wd\n\n\n{self.python}"
        file = f"<operand case {self.name}>"
        linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
        found: dict[str, Any] = {"__name__": "operand_case"}
        exec(compile(source, file, "exec"), found)
        return found["kernel"]


def hlsl_type(element: str, size: int = 1) -> str:
    return HLSL_TYPES[element] + (str(size) if size > 1 else "")


def python_type(element: str, size: int = 1) -> str:
    """The type in a buffer, where a bool of HLSL is a word."""
    if size == 1:
        return f"wd.{'u32' if element == 'bool' else element}"
    return f"wd.{_PYTHON_VECTORS[element]}{size}"


def make_kernel(
    name: str,
    hlsl: str,
    python: str,
    operands: list[tuple[str, int]],
    result: tuple[str, int],
    model: str = "6.6",
    whole: bool = False,
) -> Case:
    """A kernel that stores an expression of elements of buffers: ``{0}`` is that of the first one."""
    element = [f"{letter}[i]" for letter in "abcd"[: len(operands)]]
    # A bool of HLSL is a word in memory.
    read = [f"({text} != 0)" if kind == "bool" else text for text, (kind, _) in zip(element, operands, strict=True)]
    value = python.format(*read)
    stored = f"wd.select({value}, wd.u32(1), wd.u32(0))" if result[0] == "bool" else value
    buffers = [
        f"StructuredBuffer<{hlsl_type(*operand)}> {letter} : register(t{place});\n"
        for place, (letter, operand) in enumerate(zip("abcd", operands, strict=False))
    ]
    buffers.append(f"RWStructuredBuffer<{hlsl_type(*result)}> result : register(u{len(operands)});\n")
    parameters = [
        f"{letter}: wd.Buffer[{python_type(*operand)}]" for letter, operand in zip("abcd", operands, strict=False)
    ]
    parameters.append(f"result: wd.RWBuffer[{python_type(*result)}]")
    return Case(
        name,
        "".join(buffers)
        + "[numthreads(64, 1, 1)]\nvoid kernel(uint i : SV_GroupIndex) {\n"
        + f"  result[i] = {hlsl.format(*element)};\n}}\n",
        f"@wd.kernel(num_threads=64)\ndef kernel({', '.join(parameters)}):\n"
        + f"    i = wd.group_index()\n    result[i] = {stored}\n",
        model,
        whole,
    )


# --- Operations of a wave and functions of numbers ---

# Name in Python, HLSL and Python with places for the operands, elements, element of the result (None: the operands').
_PREDICATES = ("bool",)
WAVE_ROWS: list[tuple[str, str, str, tuple[str, ...], str | None]] = [
    ("wave_active_any_true", "WaveActiveAnyTrue({0})", "wd.wave_active_any_true({0})", _PREDICATES, None),
    ("wave_active_all_true", "WaveActiveAllTrue({0})", "wd.wave_active_all_true({0})", _PREDICATES, None),
    ("wave_active_count_bits", "WaveActiveCountBits({0})", "wd.wave_active_count_bits({0})", _PREDICATES, "u32"),
    ("wave_prefix_count_bits", "WavePrefixCountBits({0})", "wd.wave_prefix_count_bits({0})", _PREDICATES, "u32"),
    ("wave_active_all_equal", "WaveActiveAllEqual({0})", "wd.wave_active_all_equal({0})", (*NUMBERS, "bool"), "bool"),
    ("wave_read_lane_first", "WaveReadLaneFirst({0})", "wd.wave_read_lane_first({0})", (*NUMBERS, "bool"), None),
    ("wave_active_sum", "WaveActiveSum({0})", "wd.wave_active_sum({0})", NUMBERS, None),
    ("wave_active_product", "WaveActiveProduct({0})", "wd.wave_active_product({0})", NUMBERS, None),
    ("wave_active_min", "WaveActiveMin({0})", "wd.wave_active_min({0})", NUMBERS, None),
    ("wave_active_max", "WaveActiveMax({0})", "wd.wave_active_max({0})", NUMBERS, None),
    ("wave_active_bit_and", "WaveActiveBitAnd({0})", "wd.wave_active_bit_and({0})", ("u32", "u64"), None),
    ("wave_active_bit_or", "WaveActiveBitOr({0})", "wd.wave_active_bit_or({0})", ("u32", "u64"), None),
    ("wave_active_bit_xor", "WaveActiveBitXor({0})", "wd.wave_active_bit_xor({0})", ("u32", "u64"), None),
    ("wave_prefix_sum", "WavePrefixSum({0})", "wd.wave_prefix_sum({0})", NUMBERS, None),
    ("wave_prefix_product", "WavePrefixProduct({0})", "wd.wave_prefix_product({0})", NUMBERS, None),
    ("quad_read_across_x", "QuadReadAcrossX({0})", "wd.quad_read_across_x({0})", NUMBERS, None),
    ("quad_read_across_y", "QuadReadAcrossY({0})", "wd.quad_read_across_y({0})", NUMBERS, None),
    ("quad_read_across_diagonal", "QuadReadAcrossDiagonal({0})", "wd.quad_read_across_diagonal({0})", NUMBERS, None),
]  # fmt: skip
# The same with a second operand: its element and size.
MASKED_ROWS = [
    ("wave_multi_prefix_sum", "WaveMultiPrefixSum", NUMBERS),
    ("wave_multi_prefix_product", "WaveMultiPrefixProduct", NUMBERS),
    ("wave_multi_prefix_bit_and", "WaveMultiPrefixBitAnd", WORDS),
    ("wave_multi_prefix_bit_or", "WaveMultiPrefixBitOr", WORDS),
    ("wave_multi_prefix_bit_xor", "WaveMultiPrefixBitXor", WORDS),
]
UNARY_ROWS: list[tuple[str, tuple[str, ...], str | None]] = [
    ("abs", (*SIGNED, *FLOATS), None),
    ("floor", SINGLE, None),
    ("ceil", SINGLE, None),
    ("round", SINGLE, None),
    ("trunc", SINGLE, None),
    ("frac", SINGLE, None),
    ("saturate", SINGLE, None),
    ("sqrt", SINGLE, None),
    ("rsqrt", SINGLE, None),
    ("exp", SINGLE, None),
    ("exp2", SINGLE, None),
    ("log", SINGLE, None),
    ("log2", SINGLE, None),
    ("sin", SINGLE, None),
    ("cos", SINGLE, None),
    ("tan", SINGLE, None),
    ("isnan", ("f32",), "bool"),
    ("isinf", ("f32",), "bool"),
    ("isfinite", ("f32",), "bool"),
    ("countbits", UNSIGNED, "u32"),
    ("firstbitlow", UNSIGNED, "u32"),
    ("firstbithigh", INTEGERS, "u32"),
    ("reversebits", UNSIGNED, None),
    ("f32tof16", ("f32",), "u32"),
    ("f16tof32", ("u32",), "f32"),
]
OTHER_ROWS: list[tuple[str, str, str, tuple[str, ...], int]] = [
    ("min", "min({0}, {1})", "wd.min({0}, {1})", NUMBERS, 2),
    ("max", "max({0}, {1})", "wd.max({0}, {1})", NUMBERS, 2),
    ("clamp", "clamp({0}, {1}, {2})", "wd.clamp({0}, {1}, {2})", ("i32", "u32", "f32"), 3),
    ("pow", "pow({0}, {1})", "wd.pow({0}, {1})", SINGLE, 2),
    ("mad", "mad({0}, {1}, {2})", "wd.mad({0}, {1}, {2})", ("f16", "f32", "i32", "u32"), 3),
    ("fma", "fma({0}, {1}, {2})", "wd.fma({0}, {1}, {2})", ("f64",), 3),
]


def _expressions() -> Iterator[Case]:
    for name, hlsl, python, elements, result in WAVE_ROWS:
        for element in elements:
            yield make_kernel(f"{name} {element}", hlsl, python, [(element, 1)], (result or element, 1))
    for name, function, elements in MASKED_ROWS:
        for element in elements:
            yield make_kernel(
                f"{name} {element}", f"{function}({{0}}, {{1}})", f"wd.{name}({{0}}, {{1}})",
                [(element, 1), ("u32", 4)], (element, 1),
            )  # fmt: skip
    yield make_kernel(
        "wave_multi_prefix_count_bits", "WaveMultiPrefixCountBits({0}, {1})",
        "wd.wave_multi_prefix_count_bits({0}, {1})", [("bool", 1), ("u32", 4)], ("u32", 1),
    )  # fmt: skip
    yield make_kernel(
        "wave_active_ballot", "WaveActiveBallot({0})", "wd.wave_active_ballot({0})", [("bool", 1)], ("u32", 4)
    )
    for element in (*WORDS, "u16", "f32"):
        yield make_kernel(f"wave_match {element}", "WaveMatch({0})", "wd.wave_match({0})", [(element, 1)], ("u32", 4))
    for name, function in (("wave_read_lane_at", "WaveReadLaneAt"), ("quad_read_lane_at", "QuadReadLaneAt")):
        for element in (*NUMBERS, "bool"):
            yield make_kernel(
                f"{name} {element}", f"{function}({{0}}, {{1}})", f"wd.{name}({{0}}, {{1}})",
                [(element, 1), ("u32", 1)], (element, 1),
            )  # fmt: skip
    for element in ("f16", "i32", "u64"):
        yield make_kernel(
            f"quad_read_lane_2 {element}", "QuadReadLaneAt({0}, 2)", "wd.quad_read_lane_at({0}, 2)",
            [(element, 1)], (element, 1),
        )  # fmt: skip
    for name, function in (("quad_any", "QuadAny"), ("quad_all", "QuadAll")):
        for model in ("6.0", "6.7"):
            yield make_kernel(
                f"{name} in {model}", f"{function}({{0}})", f"wd.{name}({{0}})", [("bool", 1)], ("bool", 1), model
            )
    for name, function in (
        ("wave_is_first_lane", "WaveIsFirstLane"),
        ("wave_lane_index", "WaveGetLaneIndex"),
        ("wave_lane_count", "WaveGetLaneCount"),
        ("group_wave_index", "GetGroupWaveIndex"),
        ("group_wave_count", "GetGroupWaveCount"),
    ):
        model = "6.10" if name.startswith("group") else "6.6"
        result = ("bool" if "first" in name else "u32", 1)
        yield make_kernel(name, f"{function}()", f"wd.{name}()", [], result, model)
    # Vectors go component by component.
    for name, hlsl, element, size in (
        ("wave_active_max", "WaveActiveMax", "f64", 2),
        ("wave_active_min", "WaveActiveMin", "i32", 3),
        ("wave_read_lane_first", "WaveReadLaneFirst", "u32", 4),
        ("quad_read_across_y", "QuadReadAcrossY", "f32", 3),
        ("max", "max", "f32", 3),
    ):
        yield make_kernel(
            f"{name} {element}x{size}", f"{hlsl}({{0}})" if name != "max" else "max({0}, {1})",
            f"wd.{name}({{0}})" if name != "max" else "wd.max({0}, {1})",
            [(element, size)] * (2 if name == "max" else 1), (element, size),
        )  # fmt: skip
    for name, elements, result in UNARY_ROWS:
        for element in elements:
            yield make_kernel(
                f"{name} {element}", f"{name}({{0}})", f"wd.{name}({{0}})", [(element, 1)], (result or element, 1)
            )
    for name, hlsl, python, elements, count in OTHER_ROWS:
        for element in elements:
            yield make_kernel(f"{name} {element}", hlsl, python, [(element, 1)] * count, (element, 1))
    for element in ("f32", "f16"):
        for size in (2, 3, 4):
            yield make_kernel(
                f"dot {element}x{size}", "dot({0}, {1})", "wd.dot({0}, {1})", [(element, size)] * 2, (element, 1)
            )


# --- Memory ---


def _copies() -> Iterator[Case]:
    """A load and a store of each type, in the models that do them differently."""
    for model, elements in (
        ("6.0", ("bool", "i32", "u32", "i64", "u64", "f32", "f64")),
        ("6.2", (*NUMBERS, "bool")),
        ("6.3", ("u64", "f64")),
        ("6.6", (*NUMBERS, "bool")),
        ("6.8", ("u32", "f64")),
    ):
        for element in elements:
            for size in (1, 2, 3, 4) if element in ("u32", "f32", "f16", "f64", "u64") else (1,):
                name = f"copy {element}{f'x{size}' if size > 1 else ''} in {model}"
                yield make_kernel(name, "{0}", "{0}", [(element, size)], (element, size), model, whole=True)


_HLSL_HEAD = "[numthreads(64, 1, 1)]\nvoid kernel(uint i : SV_GroupIndex) {\n"
_ATOMICS = (
    ("add", "InterlockedAdd", WORDS),
    ("and", "InterlockedAnd", ("u32", "u64")),
    ("or", "InterlockedOr", ("u32", "u64")),
    ("xor", "InterlockedXor", ("u32", "u64")),
    ("min", "InterlockedMin", WORDS),
    ("max", "InterlockedMax", WORDS),
    ("exchange", "InterlockedExchange", WORDS),
    ("compare_exchange", "InterlockedCompareExchange", WORDS),
)


def _atomics() -> Iterator[Case]:
    for name, function, elements in _ATOMICS:
        takes = ["a[i]", "b[i]"] if name == "compare_exchange" else ["a[i]"]
        for element in elements:
            hlsl, python = hlsl_type(element), python_type(element)
            sources = list("ab")[: len(takes)]
            for place in ("buffer", "groupshared"):
                count = len(sources) + 1
                shared = place == "groupshared"
                memory = "shared_memory" if shared else "memory"
                hlsl_buffers = [
                    f"StructuredBuffer<{hlsl}> {letter} : register(t{number});\n"
                    for number, letter in enumerate(sources)
                ] + [f"StructuredBuffer<uint> at : register(t{count - 1});\n"]
                hlsl_buffers += (
                    [f"groupshared {hlsl} shared_memory[64];\n"]
                    if shared
                    else [f"RWStructuredBuffer<{hlsl}> memory : register(u{count});\n"]
                )
                last = count if shared else count + 1
                hlsl_buffers.append(f"RWStructuredBuffer<{hlsl}> result : register(u{last});\n")
                parameters = [f"{letter}: wd.Buffer[{python}]" for letter in sources] + ["at: wd.Buffer[wd.u32]"]
                if not shared:
                    parameters.append(f"memory: wd.RWBuffer[{python}]")
                parameters.append(f"result: wd.RWBuffer[{python}]")
                making = f"    shared_memory = wd.groupshared({python}, 64)\n" if shared else ""
                yield Case(
                    f"atomic_{name} {element} on {place}",
                    "".join(hlsl_buffers)
                    + _HLSL_HEAD
                    + f"  {hlsl} old;\n  {function}({memory}[at[i]], {', '.join(takes)}, old);\n  result[i] = old;\n}}\n",
                    f"@wd.kernel(num_threads=64)\ndef kernel({', '.join(parameters)}):\n{making}"
                    f"    i = wd.group_index()\n"
                    f"    result[i] = wd.atomic_{name}({memory}, at[i], {', '.join(takes)})\n",
                    "6.6",
                )


def _images() -> Iterator[Case]:
    for element, size in (("f32", 1), ("f32", 2), ("f32", 4), ("u32", 1), ("u32", 4), ("i32", 2)):
        hlsl, python = hlsl_type(element, size), python_type(element, size)
        name = f"{element}{f'x{size}' if size > 1 else ''}"
        for model in ("6.0", "6.6"):
            yield Case(
                f"image load and store {name} in {model}",
                f"Texture2D<{hlsl}> source : register(t0);\nRWTexture2D<{hlsl}> result : register(u1);\n"
                "[numthreads(8, 8, 1)]\nvoid kernel(uint3 i : SV_GroupThreadID) {\n"
                "  result[i.xy] = source[i.yx];\n}\n",
                f"@wd.kernel(num_threads=(8, 8))\ndef kernel(source: wd.Texture2D[{python}], "
                f"result: wd.RWTexture2D[{python}]):\n    i = wd.group_thread_id()\n"
                "    result[i.x, i.y] = source[i.y, i.x]\n",
                model,
                whole=True,
            )
        yield Case(
            f"image load of a writable one {name}",
            f"RWTexture2D<{hlsl}> source : register(u0);\nRWTexture2D<{hlsl}> result : register(u1);\n"
            "[numthreads(8, 8, 1)]\nvoid kernel(uint3 i : SV_GroupThreadID) {\n  result[i.xy] = source[i.yx];\n}\n",
            f"@wd.kernel(num_threads=(8, 8))\ndef kernel(source: wd.RWTexture2D[{python}], "
            f"result: wd.RWTexture2D[{python}]):\n    i = wd.group_thread_id()\n"
            "    result[i.x, i.y] = source[i.y, i.x]\n",
            "6.6",
            whole=True,
        )
    for kind in ("Texture2D", "RWTexture2D"):
        register = "u0" if kind.startswith("RW") else "t0"
        yield Case(
            f"image_size of {kind}",
            f"{kind}<float> source : register({register});\nRWStructuredBuffer<uint> result : register(u1);\n"
            f"{_HLSL_HEAD}  uint width, height;\n  source.GetDimensions(width, height);\n"
            "  result[i] = width;\n  result[i + 64] = height;\n}\n",
            f"@wd.kernel(num_threads=64)\ndef kernel(source: wd.{kind}[wd.f32], result: wd.RWBuffer[wd.u32]):\n"
            "    i = wd.group_index()\n    size = wd.image_size(source)\n"
            "    result[i] = size.x\n    result[i + 64] = size.y\n",
            "6.6",
        )


def _constants() -> Iterator[Case]:
    """A root constant of each type, behind one of four bytes."""
    for model, elements in (("6.0", ("i32", "f32", "u64", "f64")), ("6.6", NUMBERS)):
        for element in elements:
            for size in (1, 3) if element in ("f32", "f64") else (1,):
                hlsl, python = hlsl_type(element, size), python_type(element, size)
                # Root constants of 16 bits take four bytes; in HLSL they are two.
                filler = f"{hlsl_type(element)} unused;" if element.endswith("16") else "uint unused;"
                if element.endswith("64"):
                    filler += " uint padding;"
                if size == 3:
                    filler = "uint unused, padding, more, rest;"
                unused = ", ".join(f"{letter}: wd.u32" for letter in ("p", "q", "r", "s")) if size == 3 else "p: wd.u32"
                yield Case(
                    f"constant {element}{f'x{size}' if size > 1 else ''} in {model}",
                    f"RWStructuredBuffer<{hlsl}> result : register(u0);\n"
                    f"cbuffer Constants : register(b0) {{ {filler} {hlsl} value; uint result_length; }};\n"
                    f"{_HLSL_HEAD}  result[i] = value;\n}}\n",
                    f"@wd.kernel(num_threads=64)\ndef kernel(result: wd.RWBuffer[{python}], {unused}, "
                    f"value: {python}):\n    i = wd.group_index()\n    result[i] = value\n",
                    model,
                    whole=True,
                )


# --- Numbers of threads, barriers, mesh groups ---


def _numbers() -> Iterator[Case]:
    for name, semantic in (
        ("dispatch_thread_id", "SV_DispatchThreadID"),
        ("group_thread_id", "SV_GroupThreadID"),
        ("group_id", "SV_GroupID"),
    ):
        for component in "xyz":
            yield Case(
                f"{name} {component}",
                "RWStructuredBuffer<uint> result : register(u0);\n[numthreads(4, 4, 4)]\n"
                f"void kernel(uint i : SV_GroupIndex, uint3 n : {semantic}) {{\n  result[i] = n.{component};\n}}\n",
                "@wd.kernel(num_threads=(4, 4, 4))\ndef kernel(result: wd.RWBuffer[wd.u32]):\n"
                f"    i = wd.group_index()\n    result[i] = wd.{name}().{component}\n",
                "6.6",
            )
    yield Case(
        "group_index",
        "RWStructuredBuffer<uint> result : register(u0);\n"
        f"{_HLSL_HEAD}  result[i] = i;\n}}\n",
        "@wd.kernel(num_threads=64)\ndef kernel(result: wd.RWBuffer[wd.u32]):\n"
        "    i = wd.group_index()\n    result[i] = i\n",
        "6.6",
        whole=True,
    )  # fmt: skip


def _barriers() -> Iterator[Case]:
    for scope in ("Group", "Device", "All"):
        for sync in ("", "WithGroupSync"):
            for model in ("6.0", "6.8"):
                python = f"{scope.lower()}_memory_barrier{'_with_group_sync' if sync else ''}"
                yield Case(
                    f"{python} in {model}",
                    "RWStructuredBuffer<uint> result : register(u0);\ngroupshared uint shared_memory[64];\n"
                    f"{_HLSL_HEAD}  shared_memory[i] = i;\n  {scope}MemoryBarrier{sync}();\n"
                    "  result[i] = shared_memory[63 - i];\n}\n",
                    "@wd.kernel(num_threads=64)\ndef kernel(result: wd.RWBuffer[wd.u32]):\n"
                    "    shared_memory = wd.groupshared(wd.u32, 64)\n    i = wd.group_index()\n"
                    f"    shared_memory[i] = i\n    wd.{python}()\n    result[i] = shared_memory[63 - i]\n",
                    model,
                )


def all_cases() -> list[Case]:
    found = [
        *_expressions(), *_copies(), *_atomics(), *_images(), *_constants(), *_numbers(), *_barriers(),
    ]  # fmt: skip
    assert len({case.name for case in found}) == len(found), "two cases of one name"
    return found
