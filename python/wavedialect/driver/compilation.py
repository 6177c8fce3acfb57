"""Compiles a kernel from the front end to a bundle: calls the native compiler and turns its diagnostics into Python
errors and warnings. Any compile can be repeated as a ``wave-opt`` command line."""

from __future__ import annotations

import linecache
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from .. import extensions, knobs
from ..cache import results
from ..errors import WaveError
from ..ir.listing import Listing, as_listing
from ..ir.module import Module
from .bundle import Bundle, Origin
from .route import Route, Step

if TYPE_CHECKING:
    from pathlib import Path

VERIFY_PIPELINE = "builtin.module(wave-legalize)"


def verify(kernel: Module | Listing) -> None:
    """Checks the rules of the dialect; raises CompileError at the user's line."""
    listing = as_listing(kernel)
    result = results.compiled(extensions.native(), "run_pipeline", listing.text, VERIFY_PIPELINE)
    if _needs_judging(result):
        from .judgement import judge
        from .repeat import Repeat

        repeat = Repeat(listing.name, "mlir", Step(listing.text, VERIFY_PIPELINE), lowered=False)
        judge(result, repeat, language=listing.language)


def _needs_judging(result: Any) -> bool:
    """Whether a result has an error or a warning. Most have none, and need no words in the language of the kernel: a
    launch does not import these."""
    return not result.ok or any(diagnostic.severity != "remark" for diagnostic in result.diagnostics)


class Compile:
    """One compile, which may call the native compiler once per wave size."""

    def __init__(self, kernel: Module | Listing, route: Route) -> None:
        self.listing = as_listing(kernel)
        self.route = route

    def call(
        self,
        pipeline: str,
        options: dict[str, str | bool | int] | None = None,
        *,
        stages: bool = True,
        size: int | None = None,
        sizes: Sequence[int] = (),
        warn: bool = True,
        translation: Sequence[str] = (),
        files: Callable[[Any], list[tuple[str, bytes]]] | None = None,
    ) -> Bundle:
        """Compiles the kernel, or the user's replacement, for the target of the route with the target's ``options``.
        ``size`` is the single wave size of this call. Without ``stages``, as for a launch, the bundle has neither texts
        of stages nor remarks, unless these are printed. A bundle without a manifest has ``files`` of the result, and runs
        at ``sizes``."""
        name, compiler = self.listing.name, extensions.native()
        step = self.route.step(self.listing.text, pipeline, size, compiler)
        given = (step.text, step.pipeline, self.route.target, options or {}, stages)
        result = results.compiled(compiler, "compile", *given, **step.keywords)
        listing, remarked = self.listing, []
        if _needs_judging(result):
            from .judgement import judge
            from .repeat import Repeat

            lowered = not result.ok and result.lowered
            try:
                repeat = Repeat(name, self.route.target, step, lowered, tuple(translation))
                judge(result, repeat, warn, listing.warned, listing.language)
            except WaveError:
                self._dump_failed(result.stages, step)
                raise
        if result.diagnostics and (stages or knobs.remarks()):
            from .judgement import remarks

            remarked = remarks(result, listing.language)
        sources = self._sources()
        origin = Origin(self.route.target, step.text, step.pipeline, sources, listing.attributes, listing.language)
        made = result.files if files is None else files(result)
        return Bundle(result.stages, made, None if files is None else name, sizes, origin, remarked)

    def done(self, bundle: Bundle, folder: str = "") -> Bundle:
        """Returns the bundle, after dumping it and printing its remarks if the settings request that."""
        dump = self._dump_folder()
        if dump:
            bundle.dump(dump / folder)
            if knobs.dump_passes():
                from .dumps import dump_passes

                assert bundle.origin is not None
                dump_passes(dump / folder, bundle.passes())
        if knobs.remarks():
            for remark in bundle.remarks:
                print(remark, file=sys.stderr)
        return bundle

    def _dump_failed(self, stages: list[tuple[str, str]], step: Step) -> None:
        """Dumps the stages that preceded the failure of a compile."""
        dump = self._dump_folder()
        if dump:
            from .dumps import dump_passes, dump_stages

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
            message = f"the environment variable WAVEDIALECT_DUMP_DIR is {str(dump)!r}, which cannot be written"
            fix = "set it to a folder that is writable"
            raise WaveError(f"{message}: {error.strerror}", fix, "setting-value") from None
        return folder

    def _sources(self) -> dict[str, str]:
        """The text of each file that contains a function of the kernel."""
        texts = {file: "".join(linecache.getlines(file)) for file in self.listing.files}
        return {file: text for file, text in texts.items() if text}
