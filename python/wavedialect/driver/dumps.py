"""Writes stages and passes of a compile as files, with names from which editors and tools recognize the language."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ..folder import write_whole
from .registry import targets

PASSES = "passes"
"""The folder with a file for each pass."""


def stage_files(target: str, stages: Iterable[tuple[str, str]]) -> dict[str, bytes]:
    """The files of a compile's stages, in order: ``1-gpu.mlir``, ``3-assembly.w8.spvasm``."""
    files = {}
    # "assembly" is a different language on each target.
    suffixes = targets()[target].suffixes if target in targets() else {}
    for number, (stage, text) in enumerate(stages):
        suffix = suffixes.get(stage.partition(".")[0], "mlir")
        files[f"{number}-{stage}.{suffix}"] = text.encode()
    return files


def dump_stages(directory: Path, target: str, stages: Iterable[tuple[str, str]]) -> None:
    """Writes the stages into ``directory``."""
    write_whole(directory, stage_files(target, stages))


def dump_passes(directory: Path, passes: Iterable[Any]) -> None:
    """Writes the output of each recorded pass to the folder ``passes`` of ``directory``: ``03-canonicalize.mlir``."""
    folder = directory / PASSES
    files = {f"{number:02}-{done.name}.mlir": done.text.encode() for number, done in enumerate(passes)}
    write_whole(folder, files)
    # Files of an earlier compile with other passes.
    for path in folder.glob("[0-9][0-9]-*.mlir"):
        if path.name not in files:
            path.unlink(missing_ok=True)
