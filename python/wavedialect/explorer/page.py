"""Makes the page: compiles the kernel for each target, and combines the results, the style and the script in one
file."""

from __future__ import annotations

import base64
import gc
import gzip
import html
import json
import linecache
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from ..backends.dxil.options import DXILOptions
from ..backends.ptx.options import PTXOptions, checked_sm
from ..backends.spirv.options import SPIRVOptions
from ..driver.compilation import VERIFY_PIPELINE
from ..driver.registry import code_targets
from ..errors import WaveError, public_entry
from ..extensions import native
from ..folder import checked_path
from ..frontends.languages import LANGUAGES
from ..ir.shader_models import DEFAULT_SHADER_MODEL
from ..ir.shader_models import shader_model as checked_shader_model
from ..runtime.placement import DEFAULT_GROUPSHARED_BYTES
from ..runtime.wave_size import container_sizes, stated_range
from .data import NOWHERE, Message, Page, Place, Road, SourceFile, Tables
from .roads import Recorder
from .source import THE_TEXT, source_file

if TYPE_CHECKING:
    from ..driver.bundle import Bundle
    from ..ir.module import KernelAttributes
    from ..kernels.kernel import Kernel

DEFAULT_TARGETS = ("spirv", "dxil")

MOST_LINES = 4000
"""The limit for lines of wave IR. For a larger kernel, the page shows one container for Direct3D, not one per wave
size."""
_USUAL_SIZE = 32
_OTHER_SIZES = '`kernel.compile(target="dxil").stages` has the others'

_WAVE_SIZE = re.compile(r"\bwave-size=[0-9]+")
_SCRIPTS = ("data.js", "lexer.js", "listing.js", "panes.js", "passes.js", "groupshared.js", "links.js", "page.js")


@dataclass(frozen=True)
class _Subject:
    """A kernel as the compiler receives it."""

    name: str
    text: str
    """MLIR with locations."""
    attributes: KernelAttributes
    sources: dict[str, str]
    """The text of each known file."""
    language: str = "python"


@public_entry
def write_page(
    kernel: Kernel,
    path: str | Path | None = None,
    *,
    targets: Sequence[str] = DEFAULT_TARGETS,
    shader_model: str | None = None,
    sm: str | None = None,
    unchecked: bool = False,
) -> Path:
    """Writes the page of a kernel to ``path``, by default ``<kernel>.html`` in the working directory, and returns the
    path.

    ``targets`` selects from "spirv", "dxil", "ptx" and "cpu". If a target refuses the kernel, the page shows the passes
    up to the error and the messages. ``shader_model``, ``sm`` and ``unchecked`` are those of ``Kernel.compile``.
    """
    if not hasattr(kernel, "_program"):
        raise WaveError(f"a page shows a kernel, got {kernel!r}", "pass what `@wd.kernel` decorates")
    _check_targets(targets)
    listing = kernel._program(unchecked).listing
    sources = {file: "".join(linecache.getlines(file)) for file in listing.files}
    subject = _Subject(kernel.name, listing.text, listing.attributes, sources, listing.language)
    pipelines = {
        "spirv": SPIRVOptions(unchecked=unchecked).pipeline,
        "ptx": PTXOptions(checked_sm(sm), unchecked).pipeline,
    }
    of_cpu: Bundle | WaveError | None = None
    if "cpu" in targets:
        try:
            of_cpu = kernel.compile(target="cpu", unchecked=unchecked)
        except WaveError as error:
            of_cpu = error
    page = _make_page(subject, targets, pipelines, shader_model, of_cpu)
    return _write(page, path)


@public_entry
def write_bundle_page(bundle: Bundle, path: str | Path | None = None) -> Path:
    """Writes the page for a bundle: its own target as it was compiled and, next to it, SPIR-V and DXIL, unless the
    bundle was made from a stage after wave IR."""
    origin = bundle.origin
    if origin is None:
        message = f"the bundle of kernel '{bundle.kernel}' was not compiled here, so there is nothing to look at"
        raise WaveError(message, "compile it: `kernel.compile(...).explore()`")
    sources = {**origin.sources, THE_TEXT: origin.text}
    subject = _Subject(bundle.kernel, origin.text, origin.attributes, sources, origin.language)
    others = DEFAULT_TARGETS if "wave.func" in origin.text else ()
    targets = [origin.target, *(target for target in others if target != origin.target)]
    model = bundle.manifest.get("shader_model") if origin.target == "dxil" else None
    of_cpu = bundle if origin.target == "cpu" else None
    page = _make_page(subject, targets, {origin.target: origin.pipeline}, model, of_cpu, bundle)
    return _write(page, path)


def _check_targets(targets: Sequence[str]) -> None:
    known = [target.name for target in code_targets()]
    unknown = [target for target in targets if target not in known]
    if unknown or not targets or isinstance(targets, str):
        message = f"targets is {targets!r}, and a page shows some of {', '.join(known)}"
        raise WaveError(message, "write a tuple: `targets=('spirv', 'dxil')`", "unknown-target")


def _make_page(
    subject: _Subject,
    targets: Sequence[str],
    pipelines: dict[str, str],
    shader_model: str | None,
    of_cpu: Bundle | WaveError | None,
    own: Bundle | None = None,
) -> Page:
    with _without_collections():
        return _collect(subject, targets, pipelines, shader_model, of_cpu, own)


@contextmanager
def _without_collections() -> Iterator[None]:
    """Disables the garbage collector. The many tuples would trigger collections, and none of them is garbage."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _collect(
    subject: _Subject,
    targets: Sequence[str],
    pipelines: dict[str, str],
    shader_model: str | None,
    of_cpu: Bundle | WaveError | None,
    own: Bundle | None,
) -> Page:
    tables = Tables()
    recorder = Recorder(native(), subject.text, tables, LANGUAGES[subject.language])
    roads: list[Road] = []
    for target in dict.fromkeys(targets):
        if target == "spirv":
            roads.append(recorder.spirv(pipelines.get("spirv", SPIRVOptions().pipeline)))
        elif target == "dxil":
            roads += _dxil_roads(recorder, subject, shader_model, pipelines.get("dxil"), own)
        elif target == "ptx":
            roads.append(recorder.ptx(pipelines.get("ptx", PTXOptions().pipeline)))
        elif target == "mlir":
            roads.append(recorder.passes(pipelines["mlir"]))
        elif isinstance(of_cpu, WaveError):
            roads.append(recorder.refused("cpu", VERIFY_PIPELINE, of_cpu))
        elif of_cpu is not None and of_cpu.origin is not None:
            files = {name: len(contents) for name, contents in of_cpu.files.items()}
            roads.append(recorder.cpu(of_cpu.origin.pipeline, of_cpu.wave_sizes[0], dict(of_cpu.stages), files))
    sources = _sources(subject, tables)
    return Page(
        kernel=subject.name,
        facts=_facts(subject),
        language=LANGUAGES[subject.language].title,
        sources=sources,
        lines=list(tables.lines),
        places=[(place.file, place.line, place.column, place.caller) for place in tables.places],
        roads=roads,
        groupshared_limit=subject.attributes.group_shared_limit or DEFAULT_GROUPSHARED_BYTES,
    )


def _dxil_roads(
    recorder: Recorder, subject: _Subject, shader_model: str | None, pipeline: str | None, own: Bundle | None
) -> list[Road]:
    """Returns one road per container."""
    stated = checked_shader_model(shader_model) if shader_model is not None else None
    model = stated or subject.attributes.shader_model or DEFAULT_SHADER_MODEL
    if pipeline is not None and own is not None:
        # The bundle's own pipeline is for its first wave size; those for the other sizes differ only in the size.
        sizes = sorted(int(size) for size in own.manifest.get("modules", {}))
        if not _WAVE_SIZE.search(pipeline):
            return [recorder.dxil(pipeline, None)]
        return [recorder.dxil(_WAVE_SIZE.sub(f"wave-size={size}", pipeline), size) for size in sizes]
    sizes = container_sizes(subject.attributes, model) or [None]
    is_large = subject.text.count("\n") > MOST_LINES and len(sizes) > 1
    shown = [min(sizes, key=lambda size: abs((size or 0) - _USUAL_SIZE))] if is_large else sizes
    roads = [recorder.dxil(DXILOptions(shader_model=model, wave_size=size).pipeline, size) for size in shown]
    if is_large:
        others = ", ".join(str(size) for size in sizes if size not in shown)
        text = f"the kernel is large: of the wave sizes for Direct3D the page shows {shown[0]}, and not {others}"
        roads[0].messages.append(Message("note", text, _OTHER_SIZES, NOWHERE))
    return roads


def _sources(subject: _Subject, tables: Tables) -> list[SourceFile]:
    """Returns the files in the order of their numbers, each with the kernel's functions and helpers in it."""
    used: dict[int, set[int]] = {}
    for place in tables.places:
        assert isinstance(place, Place)
        used.setdefault(place.file, set()).add(place.line)
    return [
        source_file(path, subject.sources.get(path), used.get(number, ()), LANGUAGES[subject.language].pygments)
        for number, path in enumerate(tables.files)
    ]


def _facts(subject: _Subject) -> list[tuple[str, str]]:
    attributes = subject.attributes
    facts = []
    if attributes.num_waves is not None:
        facts.append(("waves a group", f"{attributes.num_waves}"))
    if attributes.num_threads is not None:
        extent = " × ".join(str(size) for size in attributes.num_threads)
        facts.append(("threads a group", extent))
    sizes = stated_range(attributes)
    lanes = f"{sizes[0]} to {sizes[-1]}" if len(sizes) > 1 else "".join(map(str, sizes))
    facts.append(("lanes a wave", lanes))
    facts.append(("stage", attributes.stage))
    return facts


def _write(page: Page, path: str | Path | None) -> Path:
    target = checked_path("path", f"{page.kernel}.html" if path is None else path)
    try:
        target.write_text(render(page), encoding="utf-8")
    except OSError as error:
        message = f"the page cannot be written into {target}: {error.strerror}"
        raise WaveError(message, "name another file") from None
    return target


def render(page: Page) -> str:
    """Returns the page as HTML."""
    assets = resources.files(__package__) / "assets"

    def read(name: str) -> str:
        return (assets / name).read_text(encoding="utf-8")

    # Most lines of a pass are those of the previous pass with other numbers: compression reduces them to a tenth.
    data = json.dumps(page, default=vars, ensure_ascii=False, separators=(",", ":")).encode()
    packed = base64.b64encode(gzip.compress(data, 6, mtime=0)).decode()
    parts = {
        "<!-- title -->": html.escape(page.kernel),
        "/* style */": read("page.css"),
        "<!-- data -->": packed,
        "/* script */": "\n".join(read(name) for name in _SCRIPTS),
    }
    head, *pieces = _split(read("page.html"), list(parts))
    return head + "".join(parts[mark] + text for mark, text in pieces)


def _split(template: str, marks: list[str]) -> list:
    """Returns the text before the first mark, then each mark with the text after it. The inserted parts are never
    searched."""
    rest = template
    result: list = []
    for number, mark in enumerate(marks):
        before, found, rest = rest.partition(mark)
        assert found, mark
        result.append(before if number == 0 else (marks[number - 1], before))
    result.append((marks[-1], rest))
    return result
