"""A folder of the C++ sources includes headers of folders in rows above its own, and no others."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
#: The header that registers the dialects, passes and pipelines.
REGISTRATION = "InitAll"
LAYERS = (
    {"IR", "DXIL"},
    {"Analysis"},
    {"Transforms"},
    {"Conversion", "Lint"},
    {"Pipelines"},
    {REGISTRATION},
    {"Target"},
    {"Compiler", "Runtime"},
    {"Plugin", "Frontend"},
)
LEVELS = {folder: level for level, folders in enumerate(LAYERS) for folder in folders}
SOURCES = ("include/WaveDialect", "lib")


def folders(source: str) -> list[Path]:
    return [path for path in (ROOT / source).iterdir() if path.is_dir()]


def test_every_folder_has_a_layer():
    assert {path.name for source in SOURCES for path in folders(source)} == set(LEVELS) - {REGISTRATION}


@pytest.mark.parametrize("name", sorted(LEVELS))
def test_includes_go_up(name):
    allowed = {name, *(other for other, level in LEVELS.items() if level < LEVELS[name])}
    for source in SOURCES:
        for path in (ROOT / source / name).rglob("*"):
            if path.suffix in (".h", ".cpp", ".td", ".def"):
                included = set(re.findall(r'^#?include "WaveDialect/(\w+)[/.]', path.read_text(), re.MULTILINE))
                assert included <= allowed, path
