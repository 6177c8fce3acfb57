"""Runs Python kernels as the operations that the reader of MLIR text reads from their listings."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from wavedialect.frontends.mlir.reading import read_listing
from wavedialect.ir.listing import Listing
from wavedialect.ir.printer import print_module
from wavedialect.ir.wave_operations import OPERATIONS
from wavedialect.runtime.program import Program


def read_back(listing: Listing) -> Listing:
    """A listing with the operations that are read from its text, and with their text."""
    read = read_listing(listing.text, listing.location.file, listing.name)
    facts = listing.name, listing.attributes, listing.parameters, listing.location, listing.files, listing.captured
    assert (read.name, read.attributes, read.location) == (facts[0], facts[1], facts[3])
    assert read.operations & OPERATIONS.keys() == listing.operations & OPERATIONS.keys()
    assert [value.name for value in read.parameters] == [value.name for value in listing.parameters]
    module = read.module
    mesh = listing.mesh and read.mesh
    return Listing(*facts, mesh, read.operations, text=print_module(module), build=lambda: module)


def plan_read_back(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """From now on every program is made of what is read back; returns the names of these programs."""
    names: list[str] = []
    made = Program.__init__

    def make(self: Program, listing: Listing, *options: object) -> None:
        names.append(listing.name)
        made(self, listing, *options)
        self.listing = read_back(self.listing)

    monkeypatch.setattr(Program, "__init__", make)
    return names


@pytest.fixture
def read_programs(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    yield plan_read_back(monkeypatch)
