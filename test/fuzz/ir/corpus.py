"""Initial modules: those of the lit tests that the verifier accepts, in generic form."""

from __future__ import annotations

import re
from pathlib import Path

from tools import SEPARATOR, Tools

LARGEST = 20000
MARKER = "// ===== next module"


def chunks(tests: Path) -> list[str]:
    """Returns the modules in the tests' files."""
    found: dict[str, None] = {}
    for path in sorted(tests.rglob("*.mlir")):
        for chunk in re.split(r"^// -----.*$", path.read_text(), flags=re.MULTILINE):
            if len(chunk) < LARGEST:
                found.setdefault(re.sub(r"\s+//.*", "", re.sub(r"^//.*\n", "", chunk, flags=re.MULTILINE)))
    return [text for text in found if text.strip()]


def normalize(tools: Tools, texts: list[str]) -> list[str | None]:
    """Returns each module in generic form; None if the parser or the verifier rejects it."""
    options = ["--split-input-file", f"--output-split-marker={MARKER}", "--mlir-print-op-generic"]
    joined = f"\n{SEPARATOR}\n".join(texts)
    outcome = tools.run(["wave-opt", *options], joined, modules=len(texts))
    parts = outcome.output.split(MARKER)
    if outcome.is_failure or len(parts) < len(texts):
        if len(texts) == 1:
            return [None]
        half = len(texts) // 2
        return normalize(tools, texts[:half]) + normalize(tools, texts[half:])
    return [part if '"builtin.module"' in part else None for part in parts[: len(texts)]]


def collect(tools: Tools, tests: Path) -> list[str]:
    texts = chunks(tests)
    found = []
    for start in range(0, len(texts), 64):
        found += [text for text in normalize(tools, texts[start : start + 64]) if text]
    return found
