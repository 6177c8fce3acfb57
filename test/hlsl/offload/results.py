"""Compares results of a test with what the suite expects."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from suite import Buffer, Test

#: Where Debian has FileCheck.
FILECHECK = "/usr/lib/llvm-22/bin/FileCheck"


def differences(test: Test) -> list[str]:
    """What differs from the expected results; empty if nothing does."""
    found = [text for one in test.results if (text := _difference(one, test.buffers))]
    if test.checks and not test.fails:
        found += _checked(test)
    return found


def _difference(one: dict[str, Any], buffers: dict[str, Buffer]) -> str | None:
    actual, expected = buffers[one["Actual"]].data, buffers[one["Expected"]].data
    rule = one["Rule"]
    if rule == "BufferExact" and actual.nbytes == expected.nbytes:
        # The bytes are compared, whatever the formats are.
        actual = actual.view(expected.dtype)
    if actual.shape != expected.shape:
        return f"{one['Actual']}: {actual.size} elements, {expected.size} are expected"
    if rule == "BufferExact":
        equal = actual.view(f"u{actual.itemsize}") == expected.view(f"u{expected.itemsize}")
    else:
        equal = (actual == expected) | (np.isnan(actual) & np.isnan(expected))
        if one.get("DenormMode", "Any") == "Any":
            tiny = np.finfo(actual.dtype).tiny
            equal |= (np.abs(expected) < tiny) & (actual == 0) & (np.signbit(actual) == np.signbit(expected))
        if rule == "BufferFloatEpsilon":
            equal |= np.abs(actual - expected) < one["Epsilon"]
        else:
            equal |= _ulps(actual, expected) <= one["ULPT"]
            near = one.get("ZeroTolerance", 0.0)
            if near:
                is_near = (np.abs(actual) <= near) | (np.abs(expected) <= near)
                equal |= is_near & (np.abs(actual - expected) <= near)
    wrong = np.flatnonzero(~equal)
    if not wrong.size:
        return None
    first = wrong[0]
    return f"{one['Actual']}[{first}] is {actual[first]}, {expected[first]} is expected ({wrong.size} of {actual.size})"


def _ulps(actual: np.ndarray, expected: np.ndarray) -> np.ndarray:
    """How many floats are between two numbers."""

    def order(numbers: np.ndarray) -> np.ndarray:
        bits = numbers.view(f"i{numbers.itemsize}").astype(object)
        least = -(2 ** (8 * numbers.itemsize - 1))
        return np.where(bits < 0, least - bits, bits)

    distance = np.abs(order(actual) - order(expected)).astype(float)
    return np.where(np.isnan(actual) | np.isnan(expected), np.inf, distance)


def _number(value: Any, format: str) -> str:
    if format.startswith("Hex"):
        return f"0x{int(value):X}"
    if not format.startswith("Float"):
        return str(int(value))
    return _general(float(value))


def _general(value: float) -> str:
    """A float as C prints it with "%g"."""
    return f"{value:g}"


def _printed(test: Test) -> str:
    """The buffers as the suite's host prints them."""
    lines = ["---", "Buffers:"]
    for one in test.buffers.values():
        parts = [", ".join(_number(value, one.format) for value in one.element(i)) for i in range(one.elements)]
        lines += [f"  - Name:            {one.name}", f"    Format:          {one.format}"]
        if one.channels != 1:
            lines += [f"    Channels:        {one.channels}"]
        if one.counters is not None and one.elements == 1:
            lines += [f"    Counter:         {one.counters[0]}"]
        elif one.counters is not None:
            lines += [f"    Counters:        [ {', '.join(map(str, one.counters))} ]"]
        if one.stride:
            lines += [f"    Stride:          {one.stride}"]
        if one.elements == 1:
            lines += [f"    Data:            [ {parts[0]} ]"]
        else:
            lines += [f"    ArraySize:       {one.elements}", "    Data:"]
            lines += [f"      - [ {part} ]" for part in parts]
    return "\n".join(lines) + "\n...\n"


def _checked(test: Test) -> list[str]:
    with tempfile.NamedTemporaryFile("w", suffix=".test") as file:
        file.write(test.path.read_text())
        file.flush()
        run = subprocess.run(  # noqa: PLW1510 - the exit status is the result.
            [FILECHECK, "--dump-input=never", Path(file.name)], input=_printed(test), text=True, capture_output=True
        )
    if not run.returncode:
        return []
    return [next((line for line in run.stderr.splitlines() if "error" in line), "FileCheck fails")]
