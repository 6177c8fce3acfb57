#!/usr/bin/env python3
"""Looks for HLSL that brings wave-hlsl down.

Mutates shaders of the given folders, and compiles each mutant to wave IR, SPIR-V or DXIL. A crash, an internal error, a run of
more than 10 s and one of more than 2 GiB of memory is a finding; each is reduced and saved once, with its command in the first
line.

    test/fuzz/hlsl/fuzz_hlsl.py --seed 1 --count 1000 --corpus test --corpus ~/DirectXShaderCompiler/tools/clang/test
"""

from __future__ import annotations

import argparse
import collections
import functools
import random
import re
import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parent / "ir"))

from jobs import run_jobs  # noqa: E402
from reducing import fewer  # noqa: E402
from signatures import CAUSE, frames, short_name  # noqa: E402
from text_mutations import mutate, tokens_of  # noqa: E402
from tools import Limits, Outcome, Tools, default_folder  # noqa: E402

MOST_BYTES = 60_000
"""The longest file of a corpus that is mutated."""
OUTPUTS = ("-emit-wave", "-spirv", "-dxil", "-dxil")
OPTIONS = ("-enable-16bit-types", "-Zpr", "-denorm ftz", "-HV 202x", "-O0", "-wave-size=32", "-fvk-t-shift 8 0")
INTERNAL = re.compile(r"\[(?:hlsl-internal|internal-error|hlsl-prelude)\]|InternalError")
ENTRY = re.compile(r"\bnumthreads\s*\([^()]*\)\s*\]?.{0,400}?\bvoid\s+(\w+)\s*\(", re.DOTALL | re.IGNORECASE)


@dataclass(frozen=True)
class Shader:
    """A file of a corpus. A test of llvm/offload-test-suite has its shader before `//--- pipeline.yaml`."""

    path: Path

    @property
    def text(self) -> str:
        text = self.path.read_text(errors="replace")
        return (
            re.split(r"^//--- ", text, maxsplit=2, flags=re.MULTILINE)[1].split("\n", 1)[1]
            if "//--- source.hlsl" in text
            else text
        )


def collect(folders: Sequence[Path]) -> list[Shader]:
    """Returns the shaders of folders: those with an entry point of a thread group ten times, to choose them more often."""
    found = []
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if not path.is_file() or not 0 < path.stat().st_size <= MOST_BYTES:
                continue
            if path.suffix in (".hlsl", ".hlsli", ".compute", ".test"):
                text = path.read_text(errors="replace")
                if path.suffix == ".test" and "//--- source.hlsl" not in text:
                    continue
                found += [Shader(path)] * (10 if "numthreads" in text.lower() else 1)
    return found


def signature(outcome: Outcome) -> str:
    """Returns the signature of a failure; empty if the run was right."""
    if outcome.is_hang:
        return "hang"
    if outcome.is_failure:
        cause = CAUSE.search(outcome.errors)
        return (
            f"status {outcome.status}: {cause[0][:160] if cause else ''} {' < '.join(frames(outcome.errors))}".strip()
        )
    if internal := INTERNAL.search(outcome.errors):
        line = outcome.errors[: internal.end()].rpartition("\n")[2]
        return "internal error: " + re.sub(r"^\S*:\d+:\d+: |'[^']*'|\d+", "", line)
    return ""


@dataclass
class Job:
    """One process of a run."""

    tools: Tools
    corpus: list[Shader]
    folder: Path
    chance: random.Random
    counts: collections.Counter[str] = field(default_factory=collections.Counter)
    findings: set[str] = field(default_factory=set)

    def command(self, shader: Shader, text: str) -> list[str]:
        chance = self.chance
        options = ["-I", str(shader.path.parent), "-Fo", "-", chance.choice(OUTPUTS)]
        if chance.random() < 0.3:
            options += chance.choice(OPTIONS).split()
        if (entries := ENTRY.findall(text)) and chance.random() < 0.8:
            options += ["-E", chance.choice(entries)]
        return ["wave-hlsl", "-", *options]

    def step(self) -> None:
        shader = self.chance.choice(self.corpus)
        text = mutate(self.chance, shader.text, self.chance.choice(self.corpus).text)
        command = self.command(shader, text)
        outcome = self.tools.run(command, text)
        self.counts["mutants"] += 1
        self.counts["compiled"] += outcome.status == 0
        if known := signature(outcome):
            self.counts["failures"] += 1
            self.report(command, text, known, shader)

    def report(self, command: list[str], text: str, known: str, shader: Shader) -> None:
        path = self.folder / f"{short_name(known)}.hlsl"
        if known in self.findings or path.exists():
            return
        self.findings.add(known)

        def write(text: str) -> None:
            path.write_text(f"// {shlex.join(command)}\n// {known}\n{text}")

        # Save the original first: reducing takes a while.
        write(text)
        print(f"{path}: {known}\n  {shader.path}", flush=True)

        def fails(items: list[str]) -> bool:
            return signature(self.tools.run(command, "".join(items))) == known

        if known != "hang":
            lines = fewer(text.splitlines(keepends=True), fails)
            write("".join(fewer(tokens_of("".join(lines)), fails)))


def run_job(number: int, arguments: argparse.Namespace, corpus: list[Shader]) -> collections.Counter[str]:
    tools = Tools(arguments.tools, Limits(arguments.limit_seconds, arguments.limit_mebibytes))
    job = Job(tools, corpus, arguments.findings, random.Random(f"{arguments.seed}-{number}"))
    for step in range(number, arguments.count, arguments.jobs):
        job.step()
        if step // arguments.jobs % 200 == 199:
            print(f"job {number}: {dict(job.counts)}", flush=True)
    return job.counts


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--corpus", type=Path, action="append", required=True, help="a folder with shaders; may be repeated"
    )
    parser.add_argument("--seed", type=int, default=0, help="the same seed and jobs make the same mutants (default 0)")
    parser.add_argument("--count", type=int, default=1000, help="of mutants (default 1000)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (default 1)")
    parser.add_argument("--tools", type=Path, default=default_folder(), help="where wave-hlsl is")
    parser.add_argument("--findings", type=Path, default=Path("findings"), help="where findings go (default findings)")
    parser.add_argument("--limit-seconds", type=int, default=10, help="of processor time, for a mutant (default 10)")
    parser.add_argument(
        "--limit-mebibytes", type=int, default=2048, help="0 for none, with AddressSanitizer (default 2048)"
    )
    arguments = parser.parse_args()
    if not (arguments.tools / "wave-hlsl").is_file():
        print(f"error: {arguments.tools} has no wave-hlsl: build it, or state --tools", file=sys.stderr)
        return 2
    corpus = collect(arguments.corpus)
    if not corpus:
        print("error: the folders of --corpus have no shader (*.hlsl, *.hlsli, *.compute, *.test)", file=sys.stderr)
        return 2
    arguments.findings.mkdir(parents=True, exist_ok=True)
    print(f"{len(set(corpus))} shaders", flush=True)
    return run_jobs(functools.partial(run_job, arguments=arguments, corpus=corpus), arguments)


if __name__ == "__main__":
    sys.exit(main())
