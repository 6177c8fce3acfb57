"""Translates operation names to the user's language, in the compiler's messages and in the checker's findings."""

from __future__ import annotations

import re

from ...ir.module import Operation
from .ops import INTRINSICS

# The dialect's diagnostics name operations, but Python users write functions.
_OPERATION = re.compile(r"'(wave|arith|math|memref|scf|ub|vector)\.(\w+)'( op\b)?")
# A diagnostic on a kernel continues with a verb whose subject is the kernel, or has its own subject.
_KERNEL = re.compile(r"'wave\.func' op (?=(\w+))")
_VERBS = ("has", "is", "uses", "states", "needs", "cannot", "still", "binds", "asks", "must", "runs")
# Operations that several functions share, with the word or words that tell which.
_SHARED = re.compile(r"'wave\.(barrier \w+( sync)?|atomic_rmw \w+)'( op\b)?")
# "min" and "max" have a kind for each kind of number.
_EXTREME = re.compile(r"\b(min|max)(ui|si|numf|imumf)\b")


def _functions() -> dict[str, str]:
    """The functions by their operations: "any" or, of operations that several functions share, "reduce.add"."""
    made = {}
    for intrinsic in INTRINSICS.values():
        dialect, _, mnemonic = (intrinsic.operation_name or "").partition(".")
        if dialect == "wave":
            made[".".join([mnemonic, *intrinsic.words])] = intrinsic.name
    # A message names the operation alone only where it is about waiting.
    made["barrier"] = made["barrier.group.sync"]
    return made


_FUNCTIONS = _functions()
_STATED = re.compile(r"\b(num_waves|wave_size)\((\d+)\)")
_THREADS = re.compile(r"\bnum_threads(\(\d+, \d+, \d+\))")


def user_name(operation: str) -> str:
    """The function of the user's language for an operation, such as "reduce.add" or "barrier.group.sync"."""
    mnemonic = operation.partition(".")[0]
    return _FUNCTIONS.get(_EXTREME.sub(r"\1", operation)) or _FUNCTIONS.get(mnemonic, mnemonic)


def written_name(operation: Operation) -> str:
    """The function of the user's language that an operation of the front end is, such as "wd.atomic_add"."""
    words = [operation.attributes[key] for key in ("kind", "direction", "scope") if key in operation.attributes]
    words += ["sync"] if operation.attributes.get("sync") else []
    name = user_name(".".join([operation.name.removeprefix("wave."), *map(str, words)]))
    return f"wd.{name}" if name in INTRINSICS else operation.name


def in_python(message: str) -> str:
    """The message with operation names replaced by the names of the user's language."""

    def name(match: re.Match[str]) -> str:
        dialect, operation = match[1], match[2]
        # Operators, accesses, lookups and calls have no name in the user's language.
        if dialect != "wave" or operation in ("call", "lookup"):
            return "this line"
        if operation == "atomic_rmw":
            return "the atomic"
        function = _FUNCTIONS.get(operation, operation)
        return f"`wd.{function}`" if function in INTRINSICS else f"`{operation}`"

    message = _KERNEL.sub(lambda match: "the kernel " if match[1] in _VERBS else "", message)
    message = _SHARED.sub(lambda shared: f"`wd.{user_name(shared[1].replace(' ', '.'))}`", message)
    return _OPERATION.sub(name, message).replace("this line here", "this line")


def finding_in_python(message: str) -> str:
    """The message of a lint, whose advice states attributes of kernels as the dialect does."""
    return in_python(_THREADS.sub(lambda found: f"num_threads={found[1]}", _STATED.sub(r"\1=\2", message)))
