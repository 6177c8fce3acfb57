"""Files of kernels whose comments say what is found in them."""

from __future__ import annotations

import re
from pathlib import Path

KERNELS = Path(__file__).parent / "kernels"
_EXPECTED = re.compile(r"(?:#|//) finds ([\w-]+(?:, [\w-]+)*)$")


def expected(path: Path) -> set[tuple[int, str]]:
    """The lines and ids that the comments name."""
    found = ((number, _EXPECTED.search(line)) for number, line in enumerate(path.read_text().splitlines(), 1))
    return {(number, lint) for number, match in found if match for lint in match[1].split(", ")}
