#!/usr/bin/env python3
"""Looks for wave IR that brings wave-opt or wave-translate down.

Changes the modules of the lit tests, keeps those that the verifier accepts, and runs passes, pipelines and translations
in random order on them. A crash, a run of more than 10 s, one of more than 2 GiB of memory, and an error without a rule's id
is a finding; each is reduced and saved once, with its command in the first line.

    test/fuzz/ir/fuzz.py --seed 1 --seconds 600 --jobs 16
"""

from __future__ import annotations

import argparse
import collections
import functools
import random
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from commands import Command, Commands
from corpus import collect, normalize
from jobs import run_jobs
from module_text import Module, ParseError, parse, print_module
from mutations import mutate
from reducing import reduce
from signatures import is_upstream, short_name, signature
from tools import SEPARATOR, Limits, Tools, default_folder

TESTS = Path(__file__).resolve().parents[2]
BATCH = 16
COMMANDS = 4
KEPT = 2000
"""The number of mutants kept as a start for later ones."""


@dataclass
class Job:
    """One process of a run."""

    tools: Tools
    corpus: list[str]
    folder: Path
    chance: random.Random
    kept: list[str] = field(default_factory=list)
    counts: collections.Counter[str] = field(default_factory=collections.Counter)
    findings: dict[str, Path] = field(default_factory=dict)

    @functools.cached_property
    def commands(self) -> Commands:
        return Commands(self.tools)

    def source(self) -> Module:
        texts = self.kept if self.kept and self.chance.random() < 0.4 else self.corpus
        return parse(self.chance.choice(texts))

    def mutants(self) -> list[str]:
        """Returns mutated modules that the verifier accepts."""
        texts = []
        for _ in range(BATCH):
            try:
                module = self.source()
                mutate(self.chance, module, self.source)
                texts.append(print_module(module))
            except (ParseError, ValueError):
                self.counts["not parsed"] += 1
        self.counts["mutants"] += len(texts)
        valid = [text for text in normalize(self.tools, texts) if text]
        self.counts["valid"] += len(valid)
        self.keep(valid)
        return valid

    def keep(self, texts: list[str]) -> None:
        for text in texts:
            if len(text) > 30000:
                continue
            if len(self.kept) < KEPT:
                self.kept.append(text)
            else:
                self.kept[self.chance.randrange(KEPT)] = text

    def round(self) -> None:
        valid = self.mutants()
        if not valid:
            return
        for _ in range(COMMANDS):
            self.try_command(self.commands.choose(self.chance), valid)

    def try_command(self, command: Command, texts: list[str]) -> None:
        """Runs all modules in one process; after a failure, each in its own process."""
        split = (
            ["--split-input-file", "--mlir-print-op-generic"] if command.tool == "wave-opt" else ["--split-input-file"]
        )
        together = Command(command.tool, command.passes, (*command.options, *split))
        outcome = self.tools.run(together.arguments, f"\n{SEPARATOR}\n".join(texts), modules=len(texts))
        self.counts["runs"] += len(texts)
        if command.tool == "wave-opt" and outcome.status == 0 and self.chance.random() < 0.05:
            # The output of passes is input for other passes.
            self.keep([text for text in outcome.output.split(SEPARATOR) if '"builtin.module"' in text])
        if not signature(command, outcome):
            return
        for text in texts:
            single = self.tools.run(command.arguments, text)
            if known := signature(command, single):
                self.report(command, text, known)
                if single.is_hang:
                    return

    def first_failure(self, command: Command, text: str, known: str) -> Command:
        """Returns the command up to the pass that fails."""
        for count in range(1, len(command.passes)):
            shorter = Command(command.tool, command.passes[:count], command.options)
            if same(known, signature(shorter, self.tools.run(shorter.arguments, text))):
                return shorter
        return command

    def report(self, command: Command, text: str, known: str) -> None:
        command = self.first_failure(command, text, known)
        if command.passes and is_upstream(command.passes[-1]):
            # Users who run the upstream pass alone see its bugs in mlir-opt as well.
            self.counts["upstream's failures"] += 1
            return
        self.counts["failures"] += 1
        if known in self.findings:
            return
        path = self.folder / f"{short_name(known)}.mlir"
        self.findings[known] = path
        try:
            path.touch(exist_ok=False)
        except FileExistsError:
            return

        def write(command: Command, text: str) -> None:
            path.write_text(f"// {command}\n// {known}\n{text}")

        # Save the original first: reducing takes a while.
        write(command, text)
        print(f"{path}: {known}\n  {command}", flush=True)

        def fails(command: Command, module: Module) -> bool:
            return same(known, signature(command, self.tools.run(command.arguments, print_module(module))))

        try:
            module = parse(text)
        except (ParseError, ValueError):
            return
        if not fails(command, module):
            return
        command, module = reduce(command, module, fails)
        generic = print_module(module)
        # The dialects' own syntax is easier to read.
        pretty = self.tools.run(["wave-opt"], generic).output
        shown = same(known, signature(command, self.tools.run(command.arguments, pretty)))
        write(command, pretty if shown else generic)


def same(known: str, found: str) -> bool:
    """Whether two failures are the same; hangs are, because reducing shortens the command."""
    return known == found or (known.startswith("hang in ") and found.startswith("hang in "))


def run_job(number: int, arguments: argparse.Namespace, corpus: list[str]) -> collections.Counter[str]:
    tools = Tools(arguments.tools, Limits(arguments.limit_seconds, arguments.limit_mebibytes))
    job = Job(tools, corpus, arguments.findings, random.Random(f"{arguments.seed}-{number}"))
    end = time.monotonic() + arguments.seconds
    shown = time.monotonic()
    while time.monotonic() < end and not (arguments.rounds and job.counts["rounds"] >= arguments.rounds):
        job.round()
        job.counts["rounds"] += 1
        if time.monotonic() > shown + 60:
            shown = time.monotonic()
            print(f"job {number}: {dict(job.counts)}", flush=True)
    return job.counts


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=0, help="the same seed and rounds make the same runs (default 0)")
    parser.add_argument("--seconds", type=float, default=60, help="for how long (default 60)")
    parser.add_argument("--rounds", type=int, default=0, help="stop after so many rounds of 16 mutants, in each job")
    parser.add_argument("--jobs", type=int, default=1, help="processes, each with runs of its own (default 1)")
    parser.add_argument("--tools", type=Path, default=default_folder(), help="where wave-opt and wave-translate are")
    parser.add_argument("--tests", type=Path, default=TESTS, help="whose .mlir files to begin with")
    parser.add_argument("--findings", type=Path, default=Path("findings"), help="where findings go (default findings)")
    parser.add_argument(
        "--limit-seconds", type=int, default=10, help="of processor time, for one module and command (default 10)"
    )
    parser.add_argument(
        "--limit-mebibytes", type=int, default=2048, help="0 for none, with AddressSanitizer (default 2048)"
    )
    arguments = parser.parse_args()
    try:
        tools = Tools(arguments.tools, Limits(seconds=60, mebibytes=0))
    except FileNotFoundError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    arguments.findings.mkdir(parents=True, exist_ok=True)
    corpus = collect(tools, arguments.tests)
    print(f"{len(corpus)} modules from {arguments.tests}", flush=True)
    return run_jobs(functools.partial(run_job, arguments=arguments, corpus=corpus), arguments)


if __name__ == "__main__":
    sys.exit(main())
