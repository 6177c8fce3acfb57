"""Operations that a mutation may add: their operands' types, properties and results, with ``T`` for any type."""

from __future__ import annotations

import random
from dataclasses import dataclass

SCALARS = ("i1", "i16", "i32", "i64", "f16", "f32", "f64", "index")
NUMBERS = (
    *(0, 1, 2, 3, 4, 7, 31, 32, 33, 63, 64, 127, 128, 255, 1024, 65535, 65536, 1000000000),
    *(-1, -2, 2**31 - 1, -(2**31), 2**32 - 1, 2**32, 2**63 - 1, -(2**63)),
)
WIDTHS = {"i1": 1, "i8": 8, "i16": 16, "i32": 32, "i64": 64, "index": 64}
SHARED = "#gpu.address_space<workgroup>"
TYPES = (
    *SCALARS,
    *("i8", "i7", "i128", "bf16", "ui32", "none"),
    *("vector<2xi32>", "vector<4xi32>", "vector<3xf32>", "vector<2xi64>", "vector<4xi1>", "vector<2xf16>"),
    *("vector<1xi32>", "vector<[4]xi32>", "vector<2x2xi32>", "vector<5xf32>", "vector<2xindex>", "tensor<4xi32>"),
    *("memref<?xi32>", "memref<4xi32>", "memref<2x2xi32>", "memref<?xf32>", f"memref<?xi32, {SHARED}>"),
    f"memref<4xi32, {SHARED}>",
    *("memref<4xi32, strided<[?], offset: ?>>", "memref<4xindex>", "memref<4xvector<2xi32>>", "memref<*xi32>"),
)


@dataclass(frozen=True)
class Template:
    """``takes`` and ``gives`` are types; equal letters are equal types."""

    name: str
    takes: tuple[str, ...] = ()
    gives: tuple[str, ...] = ()
    properties: str = ""


def wave(name: str, takes: str = "", gives: str = "", properties: str = "") -> Template:
    return Template(f"wave.{name}", tuple(takes.split()), tuple(gives.split()), properties)


def other(name: str, takes: str = "", gives: str = "", properties: str = "") -> Template:
    return Template(name, tuple(takes.split()), tuple(gives.split()), properties)


BUFFER = "memref<?xi32>"
BUFFER_OF_FLOATS = "memref<?xf32>"
ARRAY = f"memref<4xi32,{SHARED}>"
TEMPLATES = (
    *(wave(name, "", "i32") for name in ("lane_index", "lane_count", "group_wave_index", "group_wave_count")),
    *(wave("group_id", "", "i32", f"dimension = #gpu<dim {axis}>") for axis in "xz"),
    wave("group_index", "", "i32"),
    wave("group_thread_id", "", "i32", "dimension = #gpu<dim x>"),
    wave("dispatch_thread_id", "", "i32", "dimension = #gpu<dim y>"),
    wave("group_count", "", "i32", "dimension = #gpu<dim x>"),
    wave("is_first_lane", "", "i1"),
    *(wave(name, "i1", "i1") for name in ("any", "all", "quad_any", "quad_all")),
    *(wave(name, "i1", "i32") for name in ("count_bits", "prefix_count_bits")),
    wave("ballot", "i1", "vector<4xi32>"),
    wave("all_equal", "T", "i1"),
    wave("match", "T", "vector<4xi32>"),
    *(wave(name, "T", "T") for name in ("read_first_lane", "assume_uniform")),
    wave("read_lane", "T i32", "T"),
    wave("quad_read_lane", "T i32", "T"),
    wave("quad_read_across", "T", "T", "direction = #wave<quad_direction diagonal>"),
    *(
        wave(name, "T", "T", f"kind = #gpu<all_reduce_op {kind}>")
        for name in ("reduce", "prefix")
        for kind in ("add", "mul", "minsi", "maxui", "minnumf", "and", "xor")
    ),
    wave("multi_prefix", "T vector<4xi32>", "T", "kind = #gpu<all_reduce_op add>"),
    *(wave("barrier", properties=f"scope = #wave<scope {scope}>") for scope in ("wave", "all", "device")),
    *(wave("barrier", properties=f"scope = #wave<scope {scope}>, sync") for scope in ("group", "all")),
    wave("retire_if", "i1"),
    wave("dispatch_mesh", "i32 i32 i32"),
    wave("groupshared", "", ARRAY),
    wave("groupshared", "i32", f"memref<?xi32,{SHARED}>"),
    *(wave("atomic_rmw", f"i32 {memory} index", "i32", "kind = #gpu<all_reduce_op add>") for memory in (BUFFER, ARRAY)),
    *(
        wave("atomic_rmw", f"f32 {BUFFER_OF_FLOATS} index", "f32", f"kind = #gpu<all_reduce_op {kind}>")
        for kind in ("add", "minnumf")
    ),
    wave("atomic_cas", f"i32 i32 {BUFFER} index", "i32"),
    wave("atomic_exchange", f"i32 {BUFFER} index", "i32"),
    wave("lookup", "i32", "i32", "table = dense<[1, 4, 9]> : tensor<3xi32>"),
    *(other(f"arith.{name}", "I I", "I") for name in ("addi", "muli", "divui", "remsi", "shrui", "minsi", "ceildivsi")),
    *(other(f"arith.{name}", "F F", "F") for name in ("addf", "mulf", "maxnumf", "maximumf", "remf")),
    *(other("arith.cmpi", "I I", "i1", f"predicate = {number} : i64") for number in (0, 2, 6)),
    other("arith.cmpf", "F F", "i1", "predicate = 4 : i64"),
    other("arith.select", "i1 T T", "T"),
    *(other(f"arith.{name}", "i32", "index") for name in ("index_cast", "index_castui")),
    other("arith.index_castui", "index", "i32"),
    *(other(f"arith.{name}", "i1", "i32") for name in ("extui", "extsi")),
    other("arith.uitofp", "i32", "f32"),
    other("arith.fptosi", "f32", "i32"),
    *(other("arith.bitcast", *pair) for pair in (("i32", "f32"), ("f64", "i64"))),
    other("ub.poison", "", "T", "value = #ub.poison"),
    *(other(f"math.{name}", "F", "F") for name in ("sqrt", "sin", "tanh", "log10", "roundeven")),
    *(other(f"math.{name}", "I", "I") for name in ("ctpop", "cttz", "absi")),
    other("memref.alloca", "", "memref<4xA>", "operandSegmentSizes = array<i32: 0, 0>"),
    other("memref.alloca", "index", "memref<?xi32>", "operandSegmentSizes = array<i32: 1, 0>"),
    *(other("memref.load", f"{memory} index", "i32") for memory in (BUFFER, ARRAY, "memref<4xi32>")),
    *(other("memref.store", f"i32 {memory} index") for memory in (BUFFER, ARRAY, "memref<4xi32>")),
    other("memref.dim", f"{BUFFER} index", "index"),
    other("memref.cast", BUFFER, "memref<4xi32>"),
    other("memref.copy", f"{BUFFER} {BUFFER}"),
    other("vector.broadcast", "i32", "vector<4xi32>"),
    other("vector.extract", "vector<4xi32>", "i32", "static_position = array<i64: 1>"),
    other("vector.load", f"{BUFFER} index", "vector<3xi32>"),
    other("builtin.unrealized_conversion_cast", "T", "A"),
    other("gpu.barrier"),
    other("gpu.subgroup_id", "", "index"),
    other("gpu.thread_id", "", "index", "dimension = #gpu<dim x>"),
    other("cf.assert", "i1", "", 'msg = "no"'),
)

# Operations with the same operands, results and properties: one may replace another.
ALIKE = (
    "arith.addi arith.subi arith.muli arith.andi arith.ori arith.xori arith.shli",
    "arith.divui arith.divsi arith.remui arith.remsi arith.shrui arith.shrsi arith.minui arith.minsi arith.maxui "
    "arith.maxsi arith.ceildivsi arith.ceildivui arith.floordivsi",
    "arith.addf arith.subf arith.mulf arith.divf arith.remf arith.minnumf arith.maxnumf arith.minimumf arith.maximumf",
    "arith.extui arith.extsi arith.trunci arith.index_cast arith.index_castui arith.bitcast",
    "arith.uitofp arith.sitofp",
    "arith.fptoui arith.fptosi",
    "wave.lane_index wave.lane_count wave.group_wave_index wave.group_wave_count wave.group_index",
    "wave.group_id wave.group_count wave.group_thread_id wave.dispatch_thread_id",
    "wave.any wave.all wave.quad_any wave.quad_all",
    "wave.read_first_lane wave.assume_uniform",
    "wave.count_bits wave.prefix_count_bits",
    "wave.reduce wave.prefix",
    "math.ctpop math.ctlz math.cttz math.absi wave.reverse_bits",
    "math.absf math.ceil math.floor math.round math.roundeven math.trunc math.sqrt math.rsqrt math.exp math.exp2 "
    "math.log math.log10 math.log2 math.sin math.cos math.tan math.asin math.acos math.atan math.sinh math.cosh math.tanh "
    "math.erf",
)
SIBLINGS = {name: group.split() for group in ALIKE for name in group.split()}

# Keywords in properties and attributes, and their replacements.
WORDS = tuple(
    tuple(group.split())
    for group in (
        "add mul minsi minui maxsi maxui and or xor minnumf maxnumf minimumf",
        "group device all wave",
        "x y z",
        "srv uav",
        "compute amplification mesh pixel node",
        "horizontal vertical diagonal",
    )
)


def substitute(template: Template, chance: random.Random) -> Template:
    """Returns the template with types for its letters."""
    chosen = {
        "T": chance.choice((*SCALARS, "i32", "i32", "f32", "vector<2xi32>", "vector<3xf32>")),
        "A": chance.choice(SCALARS),
        "I": chance.choice(("i32", "i32", "i64", "i16", "index", "i1", "vector<2xi32>")),
        "F": chance.choice(("f32", "f32", "f16", "f64", "vector<2xf32>")),
    }

    def fill(kind: str) -> str:
        if kind in chosen:
            return chosen[kind]
        return kind.replace("xA>", f"x{chosen['A']}>").replace(",#", ", #")

    return Template(
        template.name, tuple(map(fill, template.takes)), tuple(map(fill, template.gives)), template.properties
    )
