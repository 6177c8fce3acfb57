"""Compiles a kernel for a target once more, recording every pass."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from ..backends.ptx.sass import sass_of
from ..errors import WaveError
from ..frontends.languages import Language
from ..frontends.python.ops import OPERATIONS
from . import changes
from .callers import with_callers
from .data import NOWHERE, Document, GroupsharedArray, Message, Road, Step, Tables
from .listings import PlacedLines, read_llvm, read_ptx, read_spirv, without_manifest

_CONVERSION = re.compile(r"convert-wave-to-(gpu|spirv|dxil|simd|nvvm)$")
_RULE = re.compile(r"\s*\[([a-z0-9]+(?:-[a-z0-9]+)*)\]\s*$")
_KERNEL = re.compile(r"\bwave\.func @.*\) kernel\b")
_LETTERS = {"group": "g", "wave": "w", "lane": "l", "": " "}

#: What to count in each language: lines that are instructions, and words in them.
_INSTRUCTION = {
    "mlir": re.compile(r'^\s*(?:%[^=]*= )?"?(?:[a-z_]\w*\.)+\w+'),
    "spirv": re.compile(r"^\s*(?:%\S+ = )?Op[A-Z]\w+"),
    "llvm": re.compile(r"^  \S"),
    "assembly": re.compile(r"^\t[a-z]"),
    "ptx": re.compile(r"^\s*(?:@!?%\w+\s+)?[a-z]\w*(?:\.\w+)*\b.*;"),
    "sass": re.compile(r"^\s*/\*[0-9a-f]{4,}\*/\s+(?:@!?U?P\w+\s+)?[A-Z][A-Z0-9_.]+\b.*;"),
}
_FRAME = {
    "mlir": re.compile(r"^\s*(?:gpu\.module|(?:wave|gpu|spirv|llvm)\.func|(?:spirv|dxil)\.module)\b"),
    "spirv": re.compile(
        r"Op(?:Capability|Extension|ExtInstImport|MemoryModel|EntryPoint|ExecutionMode\w*|Name|MemberName|String|"
        r"Source\w*|\w*Decorate\w*|Type\w+|(?:Spec)?Constant\w*|Function\w*|Label|Variable|Undef|SelectionMerge|LoopMerge)\b"
    ),
    "llvm": re.compile(r"^  \}"),
    "assembly": re.compile(r"^\t\."),
    "ptx": re.compile(r"^\s*\."),
    "sass": re.compile(r"\bNOP *;"),
}
_READING_LANES = [operation.name for operation in OPERATIONS.values() if operation.needs and operation.reads_lanes]
_COUNTED = {
    "atomics": re.compile(
        r"\bwave\.atomic|\bspirv\.Atomic|\bOpAtomic|\batomicrmw\b|\bcmpxchg\b|\bdx\.op\.atomic|\bdxil\.atomic"
        r"|\batom\.|\bred\.(?:global|shared)|\bATOM[GS]?\.|\bREDG?\.E\b"
    ),
    "barriers": re.compile(
        r"\bwave\.barrier|\bgpu\.barrier|\bspirv\.(?:Control|Memory)Barrier|\bOp(?:Control|Memory)Barrier"
        r"|\bdx\.op\.barrier|\bdxil\.barrier|\bnvvm\.barrier|\bbar(?:rier)?\.(?:cta\.)?sync|\b(?:membar|fence)\."
        r"|\bBAR\.|\bMEMBAR\."
    ),
    "wave operations": re.compile(
        rf"\b(?:{'|'.join(map(re.escape, _READING_LANES))})\b|\bspirv\.GroupNonUniform|\bOpGroupNonUniform"
        r"|\bwave_broadcast_first|\bdx(?:\.op|il)\.(?:wave(?!_?[gG]et)|quad)"
        r"|\bnvvm\.(?:vote|match|shfl|redux|elect)\.sync|\b(?:vote|match|shfl|redux|elect)\.(?:\w+\.)?sync"
        r"|\b(?:VOTEU?|MATCH|SHFL|REDUX|CREDUX|ELECT)\b"
    ),
}  # fmt: skip


class Recorder:
    """Records the compiles of one kernel. The results refer to ``tables``."""

    def __init__(self, native: Any, text: str, tables: Tables, language: Language) -> None:
        self._native = native
        self._text = text
        self._tables = tables
        self._language = language
        self._last_places: Sequence[Any] = ()
        """The places in the last module of a road's passes."""
        self._known_lines = changes.KnownLines()
        self._counters = {language: _Counter(language) for language in _INSTRUCTION}

    def spirv(self, pipeline: str) -> Road:
        """Returns the road to one SPIR-V module."""
        road = self._record("spirv", pipeline, None)
        result = self._native.compile(self._text, pipeline, "spirv", {"debug_info": True})
        self._finish(road, result)
        stages = dict(result.stages)
        if "assembly" in stages:
            # The module that ships has no names and lines.
            plain = self._native.compile(self._text, pipeline, "spirv", stages=False)
            road.files = {name: len(contents) for name, contents in plain.files}
            placed = read_spirv(stages["assembly"])
            with_callers(placed, self._last_places)
            road.stages["assembly"] = self._document("spirv", placed)
        return road

    def dxil(self, pipeline: str, wave_size: int | None) -> Road:
        """Returns the road to one container for Direct3D."""
        road = self._record("dxil", pipeline, wave_size)
        result = self._native.compile(self._text, pipeline, "dxil", {"debug_info": True})
        self._finish(road, result)
        stages = dict(result.stages)
        if "container" in stages:
            road.files = {name: len(contents) for name, contents in result.files}
            road.stages["llvm"] = self._document("llvm", read_llvm(stages["llvm"]))
            road.stages["container"] = self._plain("text", stages["container"])
        return road

    def cpu(self, pipeline: str, wave_size: int, stages: dict[str, str], files: dict[str, int]) -> Road:
        """Returns the road to CPU code, whose last stages are already known. LLVM's code for the CPU has no source
        lines."""
        road = self._record("cpu", pipeline, wave_size)
        road.files = files
        note = "not linked: code for the CPU is made without lines of the source"
        for stage, language in (("llvm", "llvm"), ("assembly", "assembly")):
            if stage in stages:
                road.stages[stage] = self._plain(language, stages[stage], note)
        return road

    def ptx(self, pipeline: str) -> Road:
        """Returns the road to code for CUDA, whose LLVM IR and SASS have no source lines. SASS needs tools of the CUDA
        toolkit."""
        road = self._record("ptx", pipeline, None)
        result = self._native.compile(self._text, pipeline, "ptx")
        self._finish(road, result)
        stages = dict(result.stages)
        road.files = {name: len(contents) for name, contents in result.files}
        if ptx := stages.get("ptx"):
            note = "not linked: LLVM's code for CUDA is made without lines of the source"
            road.stages["llvm"] = self._plain("llvm", stages["llvm"], note)
            # The code that ships has no lines.
            lines = self._native.compile(self._text, pipeline, "ptx", {"debug_info": True})
            placed = read_ptx(dict(lines.stages)["ptx"])
            with_callers(placed, self._last_places)
            road.stages["ptx"] = self._document("ptx", placed)
            if sass := sass_of(ptx):
                road.stages["sass"] = self._plain("sass", sass, "not linked: it is made from code without lines")
        return road

    def passes(self, pipeline: str) -> Road:
        """Returns a road of passes without a target."""
        return self._record("mlir", pipeline, None)

    def refused(self, target: str, pipeline: str, error: WaveError) -> Road:
        """Returns the road to a target that refuses the kernel, as far as ``pipeline`` goes."""
        road = self._record(target, pipeline, None)
        if not road.failed:
            place = self._tables.place(
                getattr(error, "file", ""), getattr(error, "line", 0), getattr(error, "column", 0)
            )
            road.messages.append(Message("error", error.message, error.fix or "", place))
            road.failed = True
        return road

    def _record(self, target: str, pipeline: str, wave_size: int | None) -> Road:
        recording = self._native.record_passes(self._text, pipeline)
        road = Road(target, wave_size, pipeline, failed=not recording.ok)
        before: changes.Listing | None = None
        for recorded in recording.passes:
            converted = _CONVERSION.search(recorded.name)
            text = without_manifest(recorded.text)
            # Each access to this attribute rebuilds the list.
            places = self._last_places = recorded.places
            if before is None:
                self._know_kernel(text, places)
            document, listing = self._module(text, places)
            if converted:
                road.stages[converted[1]] = document
                continue
            if road.stages:
                # A user's pipeline may continue after a conversion.
                road.stages[next(reversed(road.stages))] = document
                continue
            rows = changes.compare(before, listing) if before else ""
            road.steps.append(Step(recorded.name, recorded.description, document, rows))
            before = listing
            if recorded.groupshared:
                road.groupshared = self._groupshared(recorded.groupshared, places)
        self._add_messages(road, recording.diagnostics)
        return road

    def _know_kernel(self, text: str, places: Sequence[Any]) -> None:
        """Gives the kernel's own file the first number."""
        lines = text.split("\n")
        for line, file, *_ in places:
            if file and _KERNEL.search(lines[line - 1]):
                self._tables.files[file]

    def _finish(self, road: Road, result: Any) -> None:
        """Adds the errors after the passes, which only the compile reports."""
        road.failed = road.failed or not result.ok
        self._add_messages(road, result.diagnostics)

    def _add_messages(self, road: Road, diagnostics: Iterable[Any]) -> None:
        for diagnostic in diagnostics:
            for said in (diagnostic, *diagnostic.notes):
                place = self._tables.place(said.file if said.file != "-" else "", said.line, said.column)
                rule = _RULE.search(said.message)
                text = self._language.message(said.message[: rule.start()] if rule else said.message)
                message = Message(said.severity, text, self._language.help_of(rule[1] if rule else None), place)
                if message not in road.messages:
                    road.messages.append(message)

    def _module(self, text: str, places: Sequence[Any]) -> tuple[Document, changes.Listing]:
        """Returns the document of a printed module whose operations have places."""
        lines = text.rstrip("\n").split("\n")
        numbers = [NOWHERE] * len(lines)
        uniformity = [" "] * len(lines)
        for line, file, source_line, column, step, callers in places:
            if 1 <= line <= len(lines):
                numbers[line - 1] = self._tables.place(file, source_line, column, callers)
                uniformity[line - 1] = _LETTERS[step]
        known = "".join(uniformity)
        document = Document(
            "mlir", self._numbers(lines), numbers, known if known.strip() else "", self._count("mlir", lines)
        )
        return document, changes.Listing(lines, numbers, self._known_lines)

    def _document(self, language: str, placed: PlacedLines) -> Document:
        places = [self._tables.place(*place) if place else NOWHERE for place in placed.places]
        return Document(language, self._numbers(placed.lines), places, counts=self._count(language, placed.lines))

    def _plain(self, language: str, text: str, note: str = "") -> Document:
        lines = text.rstrip("\n").split("\n")
        return Document(language, self._numbers(lines), counts=self._count(language, lines), note=note)

    def _numbers(self, lines: Sequence[str]) -> list[int]:
        return self._tables.lines.of(lines)

    def _count(self, language: str, lines: Sequence[str]) -> dict[str, int]:
        """Counts instructions and expensive operations."""
        counter = self._counters.get(language)
        return {} if counter is None else counter.count(lines)

    def _groupshared(self, arrays: Sequence[Any], places: Sequence[Any]) -> list[GroupsharedArray]:
        """Returns the arrays in layout order, each aligned to the size of its elements."""
        file = next((file for _, file, *_ in places if file), "")
        laid: list[GroupsharedArray] = []
        end = 0
        for name, element, elements, size, line in arrays:
            alignment = max(size // elements, 1) if elements else 1
            offset = -(-end // alignment) * alignment
            end = offset + size
            laid.append(GroupsharedArray(name, element, elements, offset, size, self._tables.place(file, line, 1)))
        return laid


class _Counter(dict[str, tuple[str, ...]]):
    """The kinds to count in each line of one language, by its text. Each distinct line is searched once, in however
    many listings it occurs."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self._instruction, self._frame = _INSTRUCTION[language], _FRAME[language]

    def __missing__(self, line: str) -> tuple[str, ...]:
        kinds: tuple[str, ...] = ()
        if self._instruction.match(line) and not self._frame.search(line):
            kinds = ("instructions", *(what for what, pattern in _COUNTED.items() if pattern.search(line)))
        self[line] = kinds
        return kinds

    def count(self, lines: Sequence[str]) -> dict[str, int]:
        counts = dict.fromkeys(("instructions", *_COUNTED), 0)
        for line in lines:
            for kind in self[line]:
                counts[kind] += 1
        return counts
