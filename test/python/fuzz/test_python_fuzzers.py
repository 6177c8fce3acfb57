"""A short run of the fuzzers in test/fuzz/python, on the same inputs each time."""

from __future__ import annotations

import random

import fuzz_entry
import fuzz_source
import pytest


@pytest.mark.parametrize("seed", range(10))
def test_every_function_compiles_or_is_refused(seed: int) -> None:
    numbers = random.Random(seed)
    for _ in range(15):
        fuzz_source.check(numbers.randbytes(numbers.randrange(400)))


@pytest.mark.parametrize("seed", range(10))
def test_damaged_entries_change_no_compile(seed: int) -> None:
    numbers = random.Random(seed)
    for _ in range(20):
        fuzz_entry.check(numbers.randbytes(40))


def test_written_functions_differ() -> None:
    numbers = random.Random(0)
    assert len({fuzz_source.text_of(numbers.randbytes(300)) for _ in range(50)}) == 50
