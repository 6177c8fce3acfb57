"""Runs the coverage-guided fuzzers and says what they found; test/fuzz/README.md explains them.

python test/fuzz/run.py --seconds 600 --jobs 16               all of them, the jobs shared out
python test/fuzz/run.py --seconds 60 fuzz-module              one of them
"""

from __future__ import annotations

import argparse
import hashlib
import os
import platform
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
#: Limits per input: seconds, and MiB of memory.
LIMITS = ["-timeout=10", "-rss_limit_mb=2048"]
PYTHON_FUZZERS = {"fuzz-source": "fuzz_source.py", "fuzz-entry": "fuzz_entry.py"}
#: The first bytes of an input select the target and its options: CompileInput.cpp reads them.
HEADERS = (b"\x06\x00\x03\x20", b"\x07\xff\x03\x64", b"\x05\xff\x02\x10", b"\x00\x00\x01\x00", b"\x04\x00\x04\x92")


def modules() -> Iterator[bytes]:
    """Yields the modules of the tests: each part of a file is one."""
    for file in sorted((ROOT / "test").rglob("*.mlir")):
        for part in re.split(r"^// -----.*$", file.read_text(), flags=re.MULTILINE):
            lines = [line for line in part.splitlines() if not line.lstrip().startswith("//")]
            if text := "\n".join(lines).strip():
                yield text.encode()


def llvm_modules() -> Iterator[bytes]:
    """Yields the LLVM IR in the tests of the DXIL emitter."""
    for file in sorted((ROOT / "test" / "Target" / "DXIL").rglob("*")):
        if file.suffix in (".ll", ".test") and "define " in (text := file.read_text()):
            yield text.encode()


def inputs(fuzzer: str) -> Iterator[bytes]:
    """Yields the initial inputs of a fuzzer."""
    if fuzzer in ("fuzz-text", "fuzz-module"):
        for number, module in enumerate(modules()):
            yield HEADERS[number % len(HEADERS)] + module
    elif fuzzer == "fuzz-dxil":
        yield from llvm_modules()
    else:
        for number in range(64):
            yield hashlib.shake_256(str(number).encode()).digest(32 * (1 + number % 16))


def write_corpus(fuzzer: str, folder: Path) -> Path:
    """Returns the folder with the initial inputs of a fuzzer, and those it added in earlier runs."""
    folder.mkdir(parents=True, exist_ok=True)
    for contents in inputs(fuzzer):
        (folder / hashlib.sha1(contents).hexdigest()).write_bytes(contents)
    return folder


def command(fuzzer: str, build: Path) -> list[str]:
    """Returns the command of a fuzzer."""
    if fuzzer in PYTHON_FUZZERS:
        return [sys.executable, str(ROOT / "test" / "fuzz" / "python" / PYTHON_FUZZERS[fuzzer])]
    return [str(build / "bin" / fuzzer)]


def asan_options() -> str:
    """Returns the options of the sanitizer, which the tests also use."""
    lines = (ROOT / "test" / "sanitizers" / "address.txt").read_text().splitlines()
    return ":".join(line.removeprefix("option ") for line in lines if line.startswith("option "))


def asan_library() -> str:
    """Returns the shared library of Clang's AddressSanitizer."""
    name = f"-print-file-name=libclang_rt.asan-{platform.machine()}.so"
    return subprocess.run(["clang-22", name], capture_output=True, text=True, check=True).stdout.strip()


def start(fuzzer: str, options: argparse.Namespace, jobs: int) -> tuple[subprocess.Popen[bytes], Path]:
    """Starts a fuzzer; returns the process and the folder of its findings."""
    folder = options.output / fuzzer
    found = folder / "found"
    found.mkdir(parents=True, exist_ok=True)
    arguments = [str(write_corpus(fuzzer, folder / "corpus")), *LIMITS, "-max_len=65536"]
    arguments += [f"-max_total_time={options.seconds}", f"-artifact_prefix={found}/", f"-seed={options.seed}"]
    if fuzzer not in PYTHON_FUZZERS:
        arguments += [f"-fork={jobs}", "-ignore_crashes=1", "-ignore_timeouts=1", "-ignore_ooms=1"]
    log = open(folder / "log", "wb")  # noqa: SIM115 - the process keeps it.
    environment = dict(os.environ, ASAN_OPTIONS=asan_options())
    if fuzzer not in PYTHON_FUZZERS:
        # Otherwise LLVM's libraries are loaded before it, which the sanitizer rejects.
        environment["LD_PRELOAD"] = asan_library()
    program = [*command(fuzzer, options.build), *arguments]
    return subprocess.Popen(program, stdout=log, stderr=log, env=environment, cwd=folder), found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    names = ["fuzz-text", "fuzz-module", "fuzz-dxil", *PYTHON_FUZZERS]
    parser.add_argument("fuzzers", nargs="*", metavar="FUZZER", help=f"of {', '.join(names)}; default: all")
    parser.add_argument("--seconds", type=int, default=60, help="time of each fuzzer; default 60")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes in all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--build", type=Path, default=ROOT / "build-asan", help="the build of the preset asan")
    parser.add_argument("--output", type=Path, default=ROOT / "build-asan" / "fuzz", help="corpora, logs and findings")
    options = parser.parse_args()
    if unknown := set(options.fuzzers) - set(names):
        parser.error(f"unknown fuzzer {', '.join(sorted(unknown))}; the fuzzers are {', '.join(names)}")
    chosen = options.fuzzers or names
    native = [name for name in chosen if name not in PYTHON_FUZZERS]
    jobs = max(1, (options.jobs - (len(chosen) - len(native))) // max(1, len(native)))
    running = {name: start(name, options, jobs) for name in chosen}
    failures = 0
    for name, (process, found) in running.items():
        status = process.wait()
        findings = sorted(found.iterdir())
        failures += len(findings) or int(status != 0)
        log = (found.parent / "log").read_text(errors="replace")
        runs = re.findall(r"^#(\d+)", log, flags=re.MULTILINE)
        print(f"{name}: {runs[-1] if runs else 0} runs, {len(findings)} findings, log in {found.parent / 'log'}")
        for finding in findings:
            print(f"  {finding}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
