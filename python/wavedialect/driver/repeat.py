"""The command that repeats a failed compile, to paste into a shell in any folder.

What starts a process is imported on use, because every compile imports this module and few fail.
"""

from __future__ import annotations

import functools
import re
import shlex
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

from .registry import targets
from .route import Step

#: The named pipelines.
PIPELINES = ("wave-legalize", "wave-to-spirv", "wave-to-dxil", "wave-to-simd")


def _folders() -> tuple[Path, ...]:
    """The folders of the tools: in a checkout, and of an installed package."""
    import sysconfig

    return Path(__file__).parents[3] / "build" / "bin", Path(sysconfig.get_path("scripts"))


def find_tool(name: str) -> str:
    """The path of a tool; only its name if it is not found."""
    for folder in _folders():
        if (folder / name).is_file():
            return str(folder / name)
    return shutil.which(name) or name


@dataclass(frozen=True)
class Repeat:
    """The facts about a failed compile."""

    kernel: str
    target: str
    step: Step
    lowered: bool
    """Whether the passes succeeded and a later step failed."""
    translation: tuple[str, ...] = ()
    """Options of ``wave-translate``."""

    @functools.cached_property
    def file(self) -> Path:
        """The file with the module, written on first use."""
        if self.step.file is not None:
            return self.step.file
        path = Path(tempfile.mkdtemp(prefix="wavedialect-")) / f"{self.kernel}.mlir"
        path.write_text(self.step.text)
        return path

    @property
    def command(self) -> str:
        """The command line."""
        pipeline, options, following = self.step.pipeline, [], ""
        target = targets()[self.target]
        if target.last_passes:
            # The IR is not verified between our own passes, only at the end.
            options = [] if self.step.upstream else ["--verify-each=0"]
            if self.lowered:
                pipeline = re.sub(r"\)\s*$", f",{target.last_passes})", pipeline).replace("(,", "(")
                following = f" | {shlex.quote(_upstream_tool('mlir-translate'))} --mlir-to-llvmir"
        elif self.lowered and target.translation:
            options = ["--mlir-print-debuginfo"]
            translate = [find_tool("wave-translate"), target.translation, *self.translation, "-o", "/dev/null"]
            following = f" | {shlex.join(translate)}"
        words = [find_tool("wave-opt"), *options]
        return f"{shlex.join(words)} --pass-pipeline={shlex.quote(pipeline)} {shlex.quote(str(self.file))}{following}"


def known_passes() -> list[str]:
    """The names of all passes and pipelines, as ``wave-opt`` lists them; empty if it is not found."""
    import subprocess

    try:
        listed = subprocess.run(
            [find_tool("wave-opt"), "--list-passes"], capture_output=True, text=True, timeout=20, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return []
    return [*PIPELINES, *re.findall(r"^ {2}--([\w-]+)", listed.stdout, re.MULTILINE)]


def _upstream_tool(name: str) -> str:
    return shutil.which(f"{name}-22") or find_tool(name)
