"""The limits that Python applies are those of the dialect."""

from __future__ import annotations

import re
from pathlib import Path

from wavedialect.ir.limits import ALL_SIZES, MOST_TABLE_BYTES

ROOT = Path(__file__).resolve().parents[3]


def constant(file: str, name: str) -> int:
    """The value of a constant of C++."""
    return int(re.search(rf"\b{name} = (\d+)", (ROOT / file).read_text())[1])


def test_wave_sizes():
    smallest, largest = (constant("include/WaveDialect/IR/Wave.h", f"k{word}WaveSize") for word in ("Min", "Max"))
    assert list(ALL_SIZES) == [1 << bit for bit in range(8) if smallest <= 1 << bit <= largest]


def test_tables():
    assert constant("lib/IR/TableOps.cpp", "kMostBytes") == MOST_TABLE_BYTES
