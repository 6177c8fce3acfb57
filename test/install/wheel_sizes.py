"""Checks what finished wheels weigh and what they need from the system. Usage: wheel_sizes.py WHEEL..."""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path

MIB = 1 << 20
#: The most that a wheel may have, without and with the front end for HLSL.
LIMITS = {"without HLSL": 60 * MIB, "with HLSL": 90 * MIB}


def sizes(wheel: Path) -> dict[str, int]:
    """The bytes of a wheel, without and with the modules that only HLSL needs."""
    with zipfile.ZipFile(wheel) as archive:
        hlsl = sum(
            entry.compress_size for entry in archive.infolist() if entry.filename.startswith("wavedialect/_hlsl")
        )
    whole = wheel.stat().st_size
    return {"without HLSL": whole - hlsl, "with HLSL": whole}


def main() -> int:
    failed = 0
    for wheel in map(Path, sys.argv[1:]):
        found = sizes(wheel)
        for part, size in found.items():
            failed += size > LIMITS[part]
        print(wheel.name, *(f"{size / MIB:.1f} MiB {part}" for part, size in found.items()), sep="\n  ")
        if "manylinux" not in wheel.name:
            failed += 1
            print("  not for other systems: auditwheel granted no tag")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
