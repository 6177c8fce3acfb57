"""Translates operation names to the user's language, in the compiler's messages and in the checker's findings."""

from __future__ import annotations

import re

from .ops import INTRINSICS

# The dialect's diagnostics name operations, but Python users write functions.
_OPERATION = re.compile(r"'(wave|arith|math|memref|scf|ub|vector)\.(\w+)'( op\b)?")
# A diagnostic on a kernel continues with a verb whose subject is the kernel, or has its own subject.
_KERNEL = re.compile(r"'wave\.func' op (?=(\w+))")
_VERBS = ("has", "is", "uses", "states", "needs", "cannot", "still", "binds", "asks", "must", "runs")
_FUNCTIONS = {
    "lane_index": "wave_lane_index",
    "lane_count": "wave_lane_count",
    "is_first_lane": "wave_is_first_lane",
    "barrier": "group_memory_barrier_with_group_sync",
    "prefix_count_bits": "wave_prefix_count_bits",
    "read_first_lane": "wave_read_lane_first",
    "read_lane": "wave_read_lane_at",
    "quad_read_lane": "quad_read_lane_at",
    "match": "wave_match",
    "multi_prefix_count_bits": "wave_multi_prefix_count_bits",
    "atomic_cas": "atomic_compare_exchange",
    "assume_uniform": "group_uniform",
    "ballot": "wave_active_ballot",
    "count_bits": "wave_active_count_bits",
    "all_equal": "wave_active_all_equal",
    "any": "wave_active_any_true",
    "all": "wave_active_all_true",
}


_BARRIER = re.compile(r"'wave\.(barrier \w+( sync)?)'")

# The words of the functions that share an operation's mnemonic, by the operation's kind.
_KINDS = {
    "add": "sum",
    "mul": "product",
    "and": "bit_and",
    "or": "bit_or",
    "xor": "bit_xor",
    "minui": "min",
    "minsi": "min",
    "minnumf": "min",
    "minimumf": "min",
    "maxui": "max",
    "maxsi": "max",
    "maxnumf": "max",
    "maximumf": "max",
}
_FAMILIES = {"reduce": "wave_active", "prefix": "wave_prefix", "multi_prefix": "wave_multi_prefix"}


def user_name(operation: str) -> str:
    """The function of the user's language for an operation, such as "reduce.add" or "barrier.group.sync"."""
    mnemonic, *details = operation.split(".")
    if mnemonic in _FAMILIES:
        return f"{_FAMILIES[mnemonic]}_{_KINDS.get(details[0], details[0])}"
    if mnemonic == "atomic_rmw":
        kind = details[0]
        return f"atomic_{_KINDS[kind] if kind.startswith(('min', 'max')) else kind}"
    if mnemonic == "barrier":
        return f"{details[0]}_memory_barrier{'_with_group_sync' if 'sync' in details else ''}"
    if mnemonic == "quad_read_across":
        return f"quad_read_across_{details[0]}"
    return _FUNCTIONS.get(mnemonic, mnemonic)


def in_python(message: str) -> str:
    """The message with operation names replaced by the names of the user's language."""

    def name(match: re.Match[str]) -> str:
        dialect, operation = match[1], match[2]
        # Operators, accesses and calls have no name in the user's language.
        if dialect != "wave" or operation == "call":
            return "this line"
        if operation == "atomic_rmw":
            return "the atomic"
        function = _FUNCTIONS.get(operation, operation)
        return f"`wd.{function}`" if function in INTRINSICS else f"`{operation}`"

    message = _KERNEL.sub(lambda match: "the kernel " if match[1] in _VERBS else "", message)
    message = _BARRIER.sub(lambda barrier: f"`wd.{user_name(barrier[1].replace(' ', '.'))}`", message)
    return _OPERATION.sub(name, message).replace("this line here", "this line")
