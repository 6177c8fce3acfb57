"""The road from a module of the front end to a bundle: prints text, calls the native compiler, turns what it says into
Python errors and warnings. Any compile can be repeated as a ``wave-opt`` command line."""

from __future__ import annotations

import re
import shlex
import tempfile
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from .. import knobs
from ..errors import CompileError, InternalError, WaveWarning
from .bundle import Bundle, one_a_size
from .ir import Module
from .operation_names import in_python
from .printer import print_module

VERIFY_PIPELINE = "builtin.module(wave-legalize)"
_RULE = re.compile(r"\s*\[([a-z0-9]+(?:-[a-z0-9]+)*)\]\s*$")


@dataclass(frozen=True)
class CompileOptions:
    """The options of the pipeline ``wave-to-spirv``, named as there."""

    guard_wave_size: bool = False
    """A group whose wave size is not the one asked for retires at once."""
    unchecked: bool = False
    """Leaves the bounds checks of buffers out."""
    opt_level: int = 1
    maximal_reconvergence: bool = False
    """Adds the execution mode after validation; for devices that have it."""
    form: str = "specialized"
    """"specialized": one module for all wave sizes; "fixed": one a size, for devices without maintenance4."""
    debug_info: bool = False
    """Names and lines of the source in the module."""
    fixed_wave_size: int | None = None
    """The one size of a module in the fixed form."""

    @property
    def pipeline(self) -> str:
        """The pipeline's text."""
        given = []
        if self.guard_wave_size:
            given.append("guard-wave-size=true")
        if self.unchecked:
            given.append("unchecked=true")
        if self.opt_level != 1:
            given.append(f"opt-level={self.opt_level}")
        if self.fixed_wave_size is not None:
            given.append(f"fixed-wave-size={self.fixed_wave_size}")
        return f"builtin.module(wave-to-spirv{'{' + ' '.join(given) + '}' if given else ''})"


@dataclass(frozen=True)
class DXILOptions:
    """The options of the pipeline ``wave-to-dxil``, named as there."""

    shader_model: str = "6.6"
    emulate_group_index: bool = True
    """Below Shader Model 6.10 waves are counted in groupshared memory."""
    opt_level: int = 1
    wave_size: int | None = None
    """The one size of a container that asks for it."""

    @property
    def pipeline(self) -> str:
        """The pipeline's text."""
        given = [f"shader-model={self.shader_model}"]
        if self.wave_size is not None:
            given.append(f"wave-size={self.wave_size}")
        if not self.emulate_group_index:
            given.append("emulate-group-index=false")
        if self.opt_level != 1:
            given.append(f"opt-level={self.opt_level}")
        return f"builtin.module(wave-to-dxil{{{' '.join(given)}}})"


@dataclass(frozen=True)
class CPUOptions:
    """The options of the pipeline ``wave-to-simd``, named as there, and the CPU that code is made for."""

    wave_size: int
    cpu: str
    features: str
    vector_bits: int
    """The width of that CPU's registers."""
    placed: bool = False
    """Lanes take their threads from a table."""
    retire_extra_waves: bool = False
    """A ``num_waves`` kernel in its form for more waves, which retire at once."""
    surplus_form: bool = False
    """A ``num_waves`` kernel in its form for every wave size, with the threads of the largest one."""
    emulate_group_index: bool = False
    """Waves are counted in groupshared memory."""
    instrument: str = ""
    """"written" or "optimized": a checker is told what the kernel does, as it is written or as the optimiser leaves
    it."""
    unchecked: bool = False
    opt_level: int = 1

    @property
    def pipeline(self) -> str:
        """The pipeline's text."""
        given = [f"wave-size={self.wave_size}", f"vector-bits={self.vector_bits}"]
        given += [
            f"{name}=true"
            for name, value in (
                ("placed", self.placed),
                ("retire-extra-waves", self.retire_extra_waves),
                ("surplus-form", self.surplus_form),
                ("emulate-group-index", self.emulate_group_index),
                ("unchecked", self.unchecked),
            )
            if value
        ]
        if self.instrument:
            given.append(f"instrument={self.instrument}")
        if self.opt_level != 1:
            given.append(f"opt-level={self.opt_level}")
        return f"builtin.module(wave-to-simd{{{' '.join(given)}}})"


def native() -> Any:
    """The native compiler module."""
    try:
        from wavedialect import _native
    except ImportError as error:
        message = f"the native compiler cannot be imported: {error}"
        raise InternalError(message, "build it: run `scripts/setup` in the project's folder") from None
    return _native


def verify(module: Module) -> None:
    """Checks the rules of the dialect; raises CompileError at the user's line."""
    text = _text(module)
    _judge(native().run_pipeline(text, VERIFY_PIPELINE), text, VERIFY_PIPELINE, module.kernel.name)


def compile_spirv(module: Module, options: CompileOptions) -> Bundle:
    """Compiles for Vulkan."""
    text = _text(module)
    bundle = _compile_fixed(module, text, options) if options.form == "fixed" else _compile(module, text, options)
    dump = knobs.dump_directory()
    if dump:
        bundle.dump(dump / module.kernel.name)
    return bundle


def compile_dxil(module: Module, options: DXILOptions, sizes: Sequence[int] = ()) -> Bundle:
    """Compiles for Direct3D: one container a wave size of ``sizes``, or one for all."""
    text = _text(module)

    def compile_at(size: int | None, warn: bool) -> Bundle:
        at_size = replace(options, wave_size=size)
        result = native().compile_dxil(text, at_size.pipeline)
        _judge(result, text, at_size.pipeline, module.kernel.name, warn)
        return Bundle(result.stages, result.files)

    first = compile_at(sizes[0] if sizes else options.wave_size, warn=True)
    bundle = first
    if sizes:
        others = {size: compile_at(size, warn=False) for size in sizes[1:]}
        bundle = one_a_size({sizes[0]: first, **others})
    # A kernel of threads that is compiled for one size no longer has a preference.
    stated = module.kernel.kernel.wave_size if module.kernel.kernel else None
    if stated and len(stated) == 3 and stated[2] in bundle.wave_sizes:
        bundle = bundle.preferring(stated[2])
    dump = knobs.dump_directory()
    if dump:
        bundle.dump(dump / module.kernel.name)
    return bundle


def compile_cpu(module: Module, options: CPUOptions, stages: bool = True) -> Bundle:
    """Compiles for a CPU at one wave size; with ``stages``, which takes longer, past the cache."""
    text = _text(module)
    name = module.kernel.name
    dump = knobs.dump_directory()
    stages = stages or dump is not None
    cache = None if stages else knobs.cache_directory()
    compiler = native()
    result = compiler.compile_cpu(text, options.pipeline, options.cpu, options.features, stages, str(cache or ""))
    _judge(result, text, options.pipeline, name)
    bundle = Bundle(result.stages, result.files, name, [options.wave_size])
    if dump:
        bundle.dump(dump / name / f"w{options.wave_size}")
    return bundle


def _compile_fixed(module: Module, text: str, options: CompileOptions) -> Bundle:
    """One module a wave size; the first one tells which sizes there are. Groups of threads have one, whatever the
    size."""
    attributes = module.kernel.kernel
    assert attributes is not None
    smallest = attributes.wave_size[0] if attributes.wave_size else 4
    first = _compile(module, text, replace(options, fixed_wave_size=smallest))
    if first.manifest["num_waves"] is None:
        return first
    at_size = {smallest: first}
    for size in first.wave_sizes:
        if size != smallest:
            at_size[size] = _compile(module, text, replace(options, fixed_wave_size=size), warn=False)
    return one_a_size(at_size)


def _compile(module: Module, text: str, options: CompileOptions, warn: bool = True) -> Bundle:
    """One call of the native compiler."""
    result = native().compile_spirv(text, options.pipeline, options.maximal_reconvergence, options.debug_info)
    _judge(result, text, options.pipeline, module.kernel.name, warn)
    return Bundle(result.stages, result.files)


def _text(module: Module) -> str:
    try:
        return print_module(module)
    except RecursionError:
        place = module.kernel.location
        message = f"`{module.kernel.name}` is nested too deeply"
        raise CompileError("nesting-depth", message, place.file, place.line, place.column) from None


def _judge(result: Any, text: str, pipeline: str, kernel: str, warn: bool = True) -> None:
    """Warns of warnings and raises the first error of ours; an error that is not ours is a fault of the compiler."""
    errors = [diagnostic for diagnostic in result.diagnostics if diagnostic.severity == "error"]
    for diagnostic in result.diagnostics:
        if diagnostic.severity == "warning" and warn:
            file = diagnostic.file or kernel
            warnings.warn_explicit(
                _with_notes(diagnostic), WaveWarning, file, diagnostic.line, module=__name__, registry={}
            )
    if result.ok and not errors:
        return
    ours = [diagnostic for diagnostic in errors if _RULE.search(diagnostic.message)]
    if not ours:
        raise _internal_error(errors, text, pipeline, kernel)
    first, *others = ours
    place = (first.file, first.line, first.column)
    rule = _RULE.search(first.message)
    assert rule is not None
    # What has no place of its own, a parameter for instance, stands in the printed module.
    notes = [
        (in_python(note.message), *((note.file, note.line, note.column) if note.file != "-" else place))
        for note in first.notes
    ]
    notes += [(f"also: {in_python(other.message)}", other.file, other.line, other.column) for other in others]
    message = in_python(first.message[: rule.start()])
    raise CompileError(rule[1], message, first.file, first.line, first.column, notes=notes)


def _with_notes(diagnostic: Any) -> str:
    lines = [in_python(diagnostic.message)]
    lines += [f"{note.file}:{note.line}:{note.column}: note: {in_python(note.message)}" for note in diagnostic.notes]
    return "\n".join(lines)


def _internal_error(errors: Sequence[Any], text: str, pipeline: str, kernel: str) -> InternalError:
    """An error without a rule: names the file with the module and the command that repeats it."""
    path = Path(tempfile.mkdtemp(prefix="wavedialect-")) / f"{kernel}.mlir"
    path.write_text(text)
    said = "\n".join(f"{error.file}:{error.line}:{error.column}: {_with_notes(error)}" for error in errors)
    message = f"compiling kernel '{kernel}' failed: {said or 'the compiler gave no reason'}"
    command = f"wave-opt --pass-pipeline={shlex.quote(pipeline)} {shlex.quote(str(path))}"
    return InternalError(message, f"repeat it with: {command}")
