"""The road from a kernel that the front end made to a bundle: calls the native compiler and turns what it says into
Python errors and warnings. Any compile can be repeated as a ``wave-opt`` command line."""

from __future__ import annotations

import linecache
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from .. import extensions, knobs
from ..cache import results
from ..errors import WaveError
from ..ir.listing import Listing, as_listing
from ..ir.module import Module
from .bundle import Bundle, Origin, one_a_size
from .dumps import dump_passes, dump_stages
from .judgement import judge, remarks
from .options import CompileOptions, CPUOptions, DXILOptions
from .repeat import Repeat
from .route import Route, Step

__all__ = [
    "CPUOptions",
    "CompileOptions",
    "DXILOptions",
    "compile_cpu",
    "compile_dxil",
    "compile_mlir",
    "compile_spirv",
    "verify",
]

VERIFY_PIPELINE = "builtin.module(wave-legalize)"


def verify(kernel: Module | Listing) -> None:
    """Checks the rules of the dialect; raises CompileError at the user's line."""
    listing = as_listing(kernel)
    result = results.compiled(extensions.native(), "run_pipeline", listing.text, VERIFY_PIPELINE)
    judge(result, Repeat(listing.name, "mlir", Step(listing.text, VERIFY_PIPELINE), lowered=False))


def compile_spirv(
    kernel: Module | Listing, options: CompileOptions, stages: bool = True, route: Route | None = None
) -> Bundle:
    """Compiles for Vulkan; with ``stages``, which takes longer. In the fixed form there is one module a wave size, and the
    first one tells which sizes there are; groups of threads have one, whatever the size."""
    compile = _Compile(kernel, route or Route("spirv"))
    plain = {} if stages or knobs.dump_directory() is not None else {"stages": False}
    switches = [options.maximal_reconvergence, options.debug_info]
    translation = ["--maximal-reconvergence"] * switches[0] + ["--debug-info"] * switches[1]

    def compile_at(size: int | None, warn: bool = True) -> Bundle:
        at_size = replace(options, fixed_wave_size=size)
        return compile.call(
            "compile_spirv", at_size.pipeline, *switches, size=size, warn=warn, translation=translation, keywords=plain
        )

    if options.form != "fixed":
        compile.route.check_sizes([])
        return compile.done(compile_at(None))
    stated = compile.listing.attributes.wave_size
    smallest = stated[0] if stated else 4
    first = compile_at(smallest)
    sizes = [] if first.manifest["num_waves"] is None else first.wave_sizes
    compile.route.check_sizes(sizes)
    others = {size: compile_at(size, warn=False) for size in sizes if size != smallest}
    return compile.done(one_a_size({smallest: first, **others}) if sizes else first)


def compile_dxil(
    kernel: Module | Listing, options: DXILOptions, sizes: Sequence[int] = (), route: Route | None = None
) -> Bundle:
    """Compiles for Direct3D: one container a wave size of ``sizes``, or one for all."""
    compile = _Compile(kernel, route or Route("dxil"))
    one = [] if options.wave_size is None else [options.wave_size]
    compile.route.check_sizes(sizes or one)
    plain = {"optimize": False} if options.optimization.opt_level == 0 else {}
    translation = ["--opt-level=0"] if plain else []

    def compile_at(size: int | None, warn: bool = True) -> Bundle:
        at_size = replace(options, wave_size=size)
        bundle = compile.call(
            "compile_dxil", at_size.pipeline, size=size, warn=warn, translation=translation, keywords=plain
        )
        made = bundle.manifest["modules"]
        if size is not None and made and str(size) not in made:
            message = f"the stage file or pipeline for wave_size={size} makes a container for waves of {', '.join(made)} lanes"
            raise WaveError(message, "give one for this wave size, or compile for the other", "stage-file")
        return bundle

    if sizes:
        first = compile_at(sizes[0])
        others = {size: compile_at(size, warn=False) for size in sizes[1:]}
        bundle = one_a_size({sizes[0]: first, **others})
    else:
        bundle = compile_at(options.wave_size)
    # A kernel of threads that is compiled for one size no longer has a preference.
    stated = compile.listing.attributes.wave_size
    if stated and len(stated) == 3 and stated[2] in bundle.wave_sizes:
        bundle = bundle.preferring(stated[2])
    return compile.done(bundle)


def compile_cpu(
    kernel: Module | Listing, options: CPUOptions, stages: bool = True, route: Route | None = None
) -> Bundle:
    """Compiles for a CPU at one wave size; with ``stages``, which takes longer."""
    compile = _Compile(kernel, route or Route("cpu"))
    size = options.wave_size
    compile.route.check_sizes([size])
    stages = stages or knobs.dump_directory() is not None
    given = [options.cpu, options.features, stages, size]
    return compile.done(compile.call("compile_cpu", options.pipeline, *given, size=size, sizes=[size]), f"w{size}")


def compile_mlir(kernel: Module | Listing, route: Route) -> Bundle:
    """Runs passes alone: what they leave is ``<kernel>.mlir``, and the stage "result". Without a pipeline it is the
    kernel as the front end made it."""
    compile = _Compile(kernel, route)
    compile.route.check_sizes([])
    return compile.done(compile.call("run_pipeline", "builtin.module()", True))


class _Compile:
    """One compile, which may take a call of the native compiler for each wave size."""

    def __init__(self, kernel: Module | Listing, route: Route) -> None:
        self.listing = as_listing(kernel)
        self.route = route

    def call(
        self,
        function: str,
        pipeline: str,
        *arguments: str | bool | int,
        size: int | None = None,
        sizes: Sequence[int] = (),
        warn: bool = True,
        translation: Sequence[str] = (),
        keywords: dict[str, bool] | None = None,
    ) -> Bundle:
        """Calls a function of the native compiler on the kernel, or on what the user put in its place. ``size`` is the
        one wave size that this is for, ``sizes`` what a bundle without a manifest runs at."""
        name, compiler = self.listing.name, extensions.native()
        step = self.route.step(self.listing.text, pipeline, size, compiler)
        given = {**(keywords or {}), **step.keywords}
        result = results.compiled(compiler, function, step.text, step.pipeline, *arguments, **given)
        lowered = not result.ok and result.lowered
        try:
            repeat = Repeat(name, self.route.target, step, lowered, tuple(translation))
            judge(result, repeat, warn, self.listing.warned)
        except WaveError:
            self._dump_failed(result.stages, step)
            raise
        origin = Origin(self.route.target, step.text, step.pipeline, self._sources(), self.listing.attributes)
        files = result.files
        if self.route.target == "mlir":
            files = [(f"{name}.mlir", result.stages[-1][1].encode())]
        elif self.route.target == "cpu":
            # Its stages after the first no longer know the kernel's name.
            files = [(f"{name}.o" if file.endswith(".o") else file, contents) for file, contents in files]
        stands_alone = self.route.target in ("cpu", "mlir")
        return Bundle(result.stages, files, name if stands_alone else None, sizes, origin, remarks(result))

    def done(self, bundle: Bundle, folder: str = "") -> Bundle:
        """The bundle, dumped and its remarks printed where somebody wants that."""
        dump = self._dump_folder()
        if dump:
            bundle.dump(dump / folder)
            if knobs.dump_passes():
                assert bundle.origin is not None
                dump_passes(dump / folder, bundle.passes())
        if knobs.remarks():
            for remark in bundle.remarks:
                print(remark, file=sys.stderr)
        return bundle

    def _dump_failed(self, stages: list[tuple[str, str]], step: Step) -> None:
        """What there was before a compile failed."""
        dump = self._dump_folder()
        if dump:
            dump_stages(dump, self.route.target, stages or [(step.stage, step.text)])
            if knobs.dump_passes():
                dump_passes(dump, extensions.native().record_passes(step.text, step.pipeline).passes)

    def _dump_folder(self) -> Path | None:
        dump = knobs.dump_directory()
        if dump is None:
            return None
        folder = dump / self.listing.name
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            message = f"the environment variable WAVEDIALECT_DUMP_DIR is {str(dump)!r}, where nothing can be written"
            fix = "set it to a folder that you may write to"
            raise WaveError(f"{message}: {error.strerror}", fix, "setting-value") from None
        return folder

    def _sources(self) -> dict[str, str]:
        """The text of each file with a function of the kernel."""
        texts = {file: "".join(linecache.getlines(file)) for file in self.listing.files}
        return {file: text for file, text in texts.items() if text}
