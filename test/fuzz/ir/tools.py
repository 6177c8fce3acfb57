"""The tools under test: their passes and options, and limited runs."""

from __future__ import annotations

import functools
import os
import re
import resource
import signal
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

SEPARATOR = "// -----"


@dataclass(frozen=True)
class Outcome:
    """The outcome of a run. ``status`` is the exit status, negative for a signal."""

    status: int
    output: str
    errors: str

    @property
    def is_failure(self) -> bool:
        """Whether the tool crashed or hung; status 1 is a rejection."""
        return self.status not in (0, 1)

    @property
    def is_hang(self) -> bool:
        return self.status == -signal.SIGXCPU


@dataclass(frozen=True)
class Limits:
    seconds: int = 10
    """Processor time, so that a busy machine makes no difference."""
    mebibytes: int = 2048
    """Memory of the process; 0 for no limit, which AddressSanitizer's shadow memory requires."""


@dataclass(frozen=True)
class Option:
    """An option of a pass, or of ``wave-translate``. ``kind`` is ``bool``, ``int``, ``uint``, ``string`` or ``list``."""

    name: str
    kind: str


class Tools:
    """``folder`` has ``wave-opt`` and ``wave-translate``; libraries are found as for any other program."""

    def __init__(self, folder: Path, limits: Limits):
        self.folder, self.limits = folder, limits
        missing = [name for name in ("wave-opt", "wave-translate") if not (folder / name).is_file()]
        if missing:
            raise FileNotFoundError(f"{folder} has no {' and no '.join(missing)}: build them, or state --tools")

    def run(self, arguments: Sequence[str], text: str, modules: int = 1) -> Outcome:
        """Runs a tool on the text of ``modules`` modules."""

        seconds = self.limits.seconds + modules // 8

        def limit() -> None:
            size = self.limits.mebibytes << 20 or resource.RLIM_INFINITY
            resource.setrlimit(resource.RLIMIT_DATA, (size, size))
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

        command = [str(self.folder / arguments[0]), *arguments[1:]]
        # A sanitizer that Python runs under is not for the tools, and does not fit into the limits.
        environment = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
        # AddressSanitizer exits with status 1 by default, as for a rejected input. The user's options come later and win.
        environment["ASAN_OPTIONS"] = ":".join(["abort_on_error=1", *filter(None, [environment.get("ASAN_OPTIONS")])])
        with tempfile.TemporaryFile() as source:
            source.write(text.encode())
            source.seek(0)
            process = subprocess.Popen(
                command, stdin=source, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=limit, env=environment
            )
            try:
                # A waiting process uses no processor time.
                output, errors = process.communicate(timeout=60 * seconds)
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGXCPU)
                output, errors = process.communicate()
        return Outcome(process.returncode, output.decode(errors="replace"), errors.decode(errors="replace"))

    def help(self, tool: str) -> str:
        outcome = self.run([tool, "--help"], "")
        if outcome.status:
            raise RuntimeError(f"{tool} --help ended with status {outcome.status}:\n{outcome.errors}")
        return outcome.output

    @functools.cached_property
    def passes(self) -> dict[str, list[Option]]:
        """Returns the project's passes and pipelines, and the options of each, from ``--help``."""
        found: dict[str, list[Option]] = {}
        current: list[Option] | None = None
        for line in self.help("wave-opt").splitlines():
            if match := re.match(r" {4,6}--([\w-]+)(?:=<[^>]*>)? +- ", line):
                name = match[1]
                ours = re.match(r"(?:wave-|convert-wave-|convert-simd-|convert-dxil-)", name)
                current = found.setdefault(name, []) if ours else None
            elif current is not None and (match := re.match(r" {7,}--([\w-]+)(?:=<([^>]*)>)? +- ", line)):
                current.append(Option(match[1], kind_of(match[2], line)))
        return found

    @functools.cached_property
    def translations(self) -> tuple[list[str], list[Option]]:
        """Returns the translations of ``wave-translate``, and their options."""
        text = self.help("wave-translate")
        makes = re.findall(r"^ {6}--(wave-to-[\w-]+)", text, re.MULTILINE)
        options = re.findall(r"^ {2}--([\w-]+)(?:=<([^>]*)>)? +- ", text, re.MULTILINE)
        wanted = ("shader-model", "debug-info", "opt-level", "wave-size", "fixed-wave-size", "maximal-reconvergence")
        return makes, [Option(name, kind_of(kind, "")) for name, kind in options if name in wanted]

    def is_nested(self, name: str) -> bool:
        """Whether a pass runs on functions, and not on modules."""
        outcome = self.run(["wave-opt", f"--pass-pipeline=builtin.module({name})"], "module {}")
        return outcome.status == 1 and "Can't add pass" in outcome.errors

    @functools.cached_property
    def nested(self) -> frozenset[str]:
        return frozenset(name for name in self.passes if self.is_nested(name))

    @functools.cached_property
    def optimizations(self) -> list[str]:
        """Returns the names that a pipeline's option ``enable`` accepts, from the error about an unknown name."""
        outcome = self.run(["wave-opt", "--pass-pipeline=builtin.module(wave-to-spirv{enable=x})"], "module {}")
        listed = re.search(r"there are (.*)", outcome.errors)
        return re.findall(r"[a-z][a-z-]+", listed[1]) if listed else []


def kind_of(text: str, line: str) -> str:
    if not text:
        return "bool"
    return {"int": "int", "uint": "uint", "long": "int", "ulong": "uint"}.get(text, "string")


def default_folder() -> Path:
    return Path(os.environ.get("WAVE_FUZZ_TOOLS", Path(__file__).resolve().parents[3] / "build" / "bin"))
