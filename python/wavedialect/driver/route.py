"""The route of a compile: the target's own, or one with a pipeline of the user or files that replace stages."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Any

from ..errors import WaveError
from ..immutable import immutable
from .registry import targets

if TYPE_CHECKING:
    from pathlib import Path

_SIZED = r"(?P<stage>.+)\.w(?P<size>[0-9]+)"


@immutable
class Step:
    """The input of one call of the native compiler: ``pipeline`` runs on ``text``, which is the stage ``stage``."""

    text: str
    pipeline: str
    stage: str = "wave"
    file: Path | None = None
    """The user's file that contains ``text``, if any."""
    upstream: bool = False
    """Whether it may use all upstream passes and dialects."""

    @property
    def keywords(self) -> dict[str, Any]:
        """The arguments of the native compiler besides text and pipeline."""
        if self.file is None and not self.upstream:
            return {}
        return {"stage": self.stage, "file": str(self.file or "-"), "upstream": self.upstream}


@immutable
class Route:
    """The route of a compile from the front end's text to the input of the target's translation."""

    target: str
    pipeline: str | None = None
    """Passes that replace the target's own, as text; all upstream passes are allowed."""
    files: Mapping[str, Path] = field(default_factory=dict)
    """Files by the stage that they replace, ``gpu`` or ``gpu.w8``."""

    @staticmethod
    def of(target: str, pipeline: Any = None, stage_files: Any = None) -> Route:
        """The route that a user's arguments describe. Raises WaveError for invalid arguments."""
        if pipeline is not None and (not isinstance(pipeline, str) or not pipeline.strip()):
            fix = "give passes as text, for instance pipeline='canonicalize,cse'"
            raise WaveError(f"pipeline is {pipeline!r}", fix, "pipeline-text")
        if stage_files is None:
            return Route(target, pipeline)
        if not isinstance(stage_files, Mapping):
            fix = 'give files by their stage: stage_files={"wave": "kernel.mlir"}'
            raise WaveError(f"stage_files is {stage_files!r}", fix, "stage-file")
        from pathlib import Path

        files = {}
        for name, file in stage_files.items():
            _check_name(target, name)
            if not isinstance(file, str | Path):
                fix = 'give its path: stage_files={"wave": "kernel.mlir"}'
                raise WaveError(f"the file of stage '{name}' is {file!r}", fix, "stage-file")
            files[name] = Path(file).expanduser().absolute()
        return Route(target, pipeline, files)

    @property
    def own(self) -> bool:
        """Whether the user supplied a pipeline or a file."""
        return self.pipeline is not None or bool(self.files)

    def check_sizes(self, sizes: Sequence[int]) -> None:
        """Raises WaveError if a file is for a wave size that is not in ``sizes``. There is one compile for each of
        ``sizes``; it is empty if one compile serves all wave sizes."""
        last = targets()[self.target].stages[-1]
        for name in self.files:
            sized = re.fullmatch(_SIZED, name)
            if sized and int(sized["size"]) not in sizes:
                known = (
                    f"its wave sizes are {', '.join(map(str, sizes))}" if sizes else f"leave out '.w{sized['size']}'"
                )
                raise WaveError(f"this compile has no stage '{name}'", known, "stage-file")
            if not sized and name == last and name != "wave" and len(sizes) > 1:
                each = ", ".join(f"'{name}.w{size}'" for size in sizes)
                raise WaveError(f"stage '{name}' differs between wave sizes", f"name {each}", "stage-file")

    def step(self, text: str, pipeline: str, size: int | None, native: Any) -> Step:
        """The input and pipeline of the compile for one wave size, or for all of them: after a file, the passes of
        ``pipeline`` that follow its stage, or the whole pipeline of the user."""
        chosen = {}
        for name, file in self.files.items():
            sized = re.fullmatch(_SIZED, name)
            if sized and int(sized["size"]) == size:
                chosen[sized["stage"]] = file
            elif not sized:
                chosen.setdefault(name, file)
        if len(chosen) > 1:
            *earlier, last = (stage for stage in targets()[self.target].stages if stage in chosen)
            fix = f"leave out {' and '.join(repr(stage) for stage in earlier)}"
            raise WaveError(
                f"stage_files replaces {len(chosen)} stages, but a compile begins at one, '{last}'", fix, "stage-file"
            )
        own = None if self.pipeline is None else anchored(self.pipeline)
        for stage, file in chosen.items():
            rest = own or (pipeline if stage == "wave" else native.pipeline_after(pipeline, stage))
            assert rest is not None
            return Step(_read(stage, file), rest, stage, file, True)
        return Step(text, own or pipeline, upstream=own is not None)


def anchored(pipeline: str) -> str:
    """The pipeline anchored on a module: ``canonicalize`` becomes ``builtin.module(canonicalize)``."""
    text = pipeline.strip()
    return text if re.match(r"builtin\.module\s*\(", text) else f"builtin.module({text})"


def _check_name(target: str, name: Any) -> None:
    stages = targets()[target].stages
    sized = re.fullmatch(_SIZED, name) if isinstance(name, str) else None
    if name in stages or sized and sized["stage"] in stages[1:]:
        return
    import difflib

    near = difflib.get_close_matches(str(name), stages, 1)
    guess = f"did you mean '{near[0]}'? " if near else ""
    message = f"target '{target}' has no stage {name!r} that a file can replace"
    raise WaveError(message, f"{guess}the stages are {', '.join(stages)}", "stage-file")


def _read(stage: str, file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        message = f"the file '{file}' for stage '{stage}' cannot be read: {reason}"
        raise WaveError(message, None, "stage-file") from None
