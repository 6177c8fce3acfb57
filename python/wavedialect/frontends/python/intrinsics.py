"""The table of intrinsics: maps each name to the rule of the language that builds the intrinsic.

The visitor of calls builds the intrinsics whose arguments are not evaluated first (``SYNTAX``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ...ir.types import DType, bool_, u32
from ..semantic import Semantic
from ..semantic.functions import FUNCTIONS
from ..semantic.values import Operand

#: Builds the intrinsic of this name from its operands and their source texts.
Builder = Callable[[Semantic, str, list[Operand], Sequence[Any]], Operand | None]

SYNTAX = frozenset(["groupshared", "local_array", "precise", "static", "static_range", "waves"])


def _id(semantic: Semantic, name: str, values: list[Operand], texts: Sequence[Any]) -> Operand:
    return semantic.id_vector(name)


def _query(operation: str, type: DType = u32) -> Builder:
    return lambda semantic, name, values, texts: semantic.query(operation, type)


def _vote(operation: str, type: DType) -> Builder:
    return lambda semantic, name, values, texts: semantic.vote(operation, name, values[0], type, texts[0])


def _combine(operation: str, word: str) -> Builder:
    return lambda semantic, name, values, texts: semantic.combination(operation, word, name, values[0])


def _multi_prefix(word: str) -> Builder:
    return lambda semantic, name, values, texts: semantic.multi_prefix(word, name, *values, texts)


def _same(operation: str, **attributes: Any) -> Builder:
    return lambda semantic, name, values, texts: semantic.elementwise(operation, name, values[0], **attributes)


def _atomic(semantic: Semantic, name: str, values: list[Operand], texts: Sequence[Any]) -> Operand:
    return semantic.atomic(name, *values, texts=texts)


def _barrier(scope: str, sync: bool) -> Builder:
    return lambda semantic, name, values, texts: semantic.barrier(scope, sync)


def _function(semantic: Semantic, name: str, values: list[Operand], texts: Sequence[Any]) -> Operand:
    return semantic.function(name, values, texts)


BUILDERS: dict[str, Builder] = {
    # Groups and threads.
    **dict.fromkeys(["group_id", "group_count", "dispatch_thread_id", "group_thread_id"], _id),
    "group_wave_index": _query("group_wave_index"),
    "group_wave_count": _query("group_wave_count"),
    "group_index": _query("group_index"),
    # Lanes.
    "wave_lane_index": _query("lane_index"),
    "wave_lane_count": _query("lane_count"),
    "wave_is_first_lane": _query("is_first_lane", bool_),
    # Votes.
    "wave_active_any_true": _vote("any", bool_),
    "wave_active_all_true": _vote("all", bool_),
    "wave_active_count_bits": _vote("count_bits", u32),
    "wave_active_ballot": lambda semantic, name, values, texts: semantic.ballot(values[0], texts[0]),
    "wave_active_all_equal": lambda semantic, name, values, texts: semantic.all_equal(values[0]),
    "wave_match": lambda semantic, name, values, texts: semantic.match(values[0]),
    # Reductions.
    "wave_active_sum": _combine("reduce", "add"),
    "wave_active_product": _combine("reduce", "mul"),
    "wave_active_min": _combine("reduce", "min"),
    "wave_active_max": _combine("reduce", "max"),
    "wave_active_bit_and": _combine("reduce", "and"),
    "wave_active_bit_or": _combine("reduce", "or"),
    "wave_active_bit_xor": _combine("reduce", "xor"),
    # Scans.
    "wave_prefix_sum": _combine("prefix", "add"),
    "wave_prefix_product": _combine("prefix", "mul"),
    "wave_prefix_count_bits": _vote("prefix_count_bits", u32),
    "wave_multi_prefix_sum": _multi_prefix("add"),
    "wave_multi_prefix_product": _multi_prefix("mul"),
    "wave_multi_prefix_bit_and": _multi_prefix("and"),
    "wave_multi_prefix_bit_or": _multi_prefix("or"),
    "wave_multi_prefix_bit_xor": _multi_prefix("xor"),
    "wave_multi_prefix_count_bits": lambda semantic, name, values, texts: semantic.multi_prefix_count_bits(
        *values, texts
    ),
    # Reads.
    "wave_read_lane_first": _same("read_first_lane"),
    "wave_read_lane_at": lambda semantic, name, values, texts: semantic.read_lane("read_lane", name, *values, texts),
    # Quads.
    "quad_read_across_x": _same("quad_read_across", direction="x"),
    "quad_read_across_y": _same("quad_read_across", direction="y"),
    "quad_read_across_diagonal": _same("quad_read_across", direction="diagonal"),
    "quad_read_lane_at": lambda semantic, name, values, texts: semantic.read_lane(
        "quad_read_lane", name, *values, texts
    ),
    "quad_any": _vote("quad_any", bool_),
    "quad_all": _vote("quad_all", bool_),
    # Barriers.
    "group_memory_barrier": _barrier("group", False),
    "group_memory_barrier_with_group_sync": _barrier("group", True),
    "device_memory_barrier": _barrier("device", False),
    "device_memory_barrier_with_group_sync": _barrier("device", True),
    "all_memory_barrier": _barrier("all", False),
    "all_memory_barrier_with_group_sync": _barrier("all", True),
    # Atomics.
    **dict.fromkeys(
        [f"atomic_{word}" for word in ("add", "min", "max", "and", "or", "xor", "exchange", "compare_exchange")],
        _atomic,
    ),
    # Images.
    "image_size": lambda semantic, name, values, texts: semantic.image_size(values[0]),
    # Mesh groups.
    "dispatch_mesh": lambda semantic, name, values, texts: semantic.dispatch_mesh(values, texts),
    # Statements.
    "group_uniform": _same("assume_uniform"),
    # Functions.
    "select": lambda semantic, name, values, texts: semantic.select(*values, texts),
    "min": lambda semantic, name, values, texts: semantic.extreme(name, values, texts),
    "max": lambda semantic, name, values, texts: semantic.extreme(name, values, texts),
    **dict.fromkeys(FUNCTIONS, _function),
}
