"""Compiles the wave tests of DirectXShaderCompiler: the .hlsl files below tools/clang/test that use wave or quad
intrinsics, and are compute or amplification shaders by their RUN line.

``python run.py CHECKOUT`` compiles each to a DXIL container, which ``wave-run-dxil`` reads back, and to SPIR-V, which
``spirv-val`` checks. It prints one line for each test that is refused or fails, with the reason, and ends with a line
"N pass, M fail, K are unsupported": those that dxc itself must refuse are expected to be refused here as well.
``--save DIR`` keeps the containers, for Microsoft's validator. Nothing is compared with dxc's output.
"""

from __future__ import annotations

import argparse
import re
import shlex
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

BUILD = Path(__file__).parents[3] / "build" / "bin"
USES_WAVES = re.compile(r"\b(?:Wave[A-Z]\w*|Quad(?:ReadLaneAt|ReadAcross\w+|Any|All)|GetGroupWave\w+)\s*\(")
#: A launch without groups: the container is read and checked, and nothing runs.
NO_GROUPS = '{"groups": [0, 1, 1]}'
CRASH = re.compile(r"PLEASE submit a bug report|Assertion|LLVM ERROR")


@dataclass(frozen=True)
class Test:
    """A compile of a RUN line."""

    name: str
    path: Path
    options: list[str]
    fails: bool
    """Whether dxc must report an error."""


def options_of(command: str) -> list[str]:
    """The options of ``wave-hlsl`` for a command of dxc."""
    kept: list[str] = []
    words = iter(shlex.split(re.split(r"[|]|2>|>", command)[0].replace("%s", "")))
    for word in words:
        flag = word.replace("/", "-", 1) if word.startswith("/") else word
        found = re.match(r"-(T|E|D|I|HV)(.*)", flag)
        if found:
            kept += [f"-{found[1]}", found[2] or next(words)]
        elif flag == "-enable-16bit-types":
            kept.append(flag)
    return kept


def read_tests(checkout: Path) -> Iterator[Test]:
    """A test for each different compile of a compute or amplification shader."""
    root = checkout / "tools" / "clang" / "test"
    for path in sorted(root.rglob("*.hlsl")):
        text = path.read_text(encoding="utf-8", errors="replace")
        if not USES_WAVES.search(text):
            continue
        seen = set()
        runs = re.findall(r"^\s*//\s*RUN:\s*(not )?%dxc\b(.*)$", text, re.MULTILINE)
        errors = bool(re.search(r"CHECK.*:.*\berror\b|expected-error", text)) and "CHECK-NOT: error" not in text
        for refuses, command in runs:
            options = options_of(command)
            profile = options[options.index("-T") + 1] if "-T" in options else ""
            key = (tuple(options), bool(refuses))
            # Vulkan 1.0 has no wave operations; 1.3 is the target here.
            is_old = bool(refuses) and "-spirv" in command and not re.search(r"target-env=vulkan1\.[1-9]", command)
            if not profile.startswith(("cs_", "as_")) or key in seen or is_old:
                continue
            seen.add(key)
            number = f"#{len(seen)}" if len(seen) > 1 else ""
            name = str(path.relative_to(root)) + number
            yield Test(name, path, options, bool(refuses) or errors)


def run_tool(*command: str | Path) -> str:
    """What is wrong by a tool; empty if nothing is."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    text = done.stderr + done.stdout
    if done.returncode < 0 or CRASH.search(text):
        return f"crash: {text.splitlines()[0] if text else done.returncode}"
    if done.returncode == 0:
        return ""
    lines = text.splitlines()
    return next((line for line in lines if "error" in line), lines[0] if lines else f"status {done.returncode}")


def run_test(test: Test, save: Path | None) -> list[tuple[str, str]]:
    """The outcomes of a test: what is wrong with its container and with its SPIR-V, each with a kind."""
    compiler = BUILD / "wave-hlsl"
    outcomes = []
    with tempfile.TemporaryDirectory() as folder:
        container, spirv, launch = (Path(folder) / name for name in ("a.dxil", "a.spv", "launch.json"))
        launch.write_text(NO_GROUPS)
        for format_, made, flags, check in (
            ("dxil", container, [], (BUILD / "wave-run-dxil", container, launch)),
            ("spirv", spirv, ["-spirv"], ("spirv-val", "--target-env", "vulkan1.3", spirv)),
        ):
            said = run_tool(compiler, test.path, *test.options, *flags, "-Fo", made)
            if said:
                outcomes.append(("crash" if said.startswith("crash") else "refused", f"{format_}: {said}"))
            elif wrong := run_tool(*check):
                outcomes.append(("invalid", f"{format_}: {wrong}"))
        if save and container.exists():
            (save / (re.sub(r"\W+", "-", test.name) + ".dxil")).write_bytes(container.read_bytes())
    return outcomes


def main() -> int:
    parser = argparse.ArgumentParser(description="Compile the wave tests of DirectXShaderCompiler.")
    parser.add_argument("checkout", type=Path, help="a checkout of DirectXShaderCompiler")
    parser.add_argument("--only", default="", help="only tests whose path contains this text")
    parser.add_argument("--save", type=Path, help="keep the containers in this folder")
    parser.add_argument("--jobs", type=int, default=2, help="tests at a time; default: 2")
    asked = parser.parse_args()
    if asked.save:
        asked.save.mkdir(parents=True, exist_ok=True)
    tests = [test for test in read_tests(asked.checkout) if asked.only in test.name]
    if not tests:
        parser.error(f"no tests in {asked.checkout}")
    counts: Counter[str] = Counter()
    with ThreadPoolExecutor(asked.jobs) as pool:
        for test, outcomes in zip(tests, pool.map(lambda test: run_test(test, asked.save), tests), strict=True):
            kinds = {kind for kind, _ in outcomes}
            if test.fails and kinds == {"refused"}:
                outcome = "unsupported"
            elif test.fails:
                outcome = "accepted"
            else:
                outcome = next(iter(sorted(kinds)), "pass")
            counts[outcome] += 1
            notes = " (as dxc)" if outcome == "unsupported" else " (dxc refuses it)" if outcome == "accepted" else ""
            if outcome != "pass":
                # The same message for both formats is printed once.
                said = dict.fromkeys(re.sub(r"^(dxil|spirv): ", "", text) for _, text in outcomes)
                print(f"{outcome}: {test.name}{notes}: {'; '.join(said)}", flush=True)
    failed = sum(count for outcome, count in counts.items() if outcome not in ("pass", "unsupported"))
    print(f"{counts['pass']} pass, {failed} fail, {counts['unsupported']} are unsupported")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
