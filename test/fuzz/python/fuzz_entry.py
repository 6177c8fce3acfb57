"""Damages the files of the cache: a compile must ignore them and return the same files as without a cache.

python test/fuzz/python/fuzz_entry.py CORPUS [libFuzzer's options]      needs atheris
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

os.environ["WAVEDIALECT_CACHE_DIR"] = tempfile.mkdtemp()

from choices import Choices  # noqa: E402
from instrumentation import instrument_project  # noqa: E402

import wavedialect as wd  # noqa: E402  (after the variable above)
from wavedialect.cache import archive, store  # noqa: E402


@wd.kernel(num_waves=2)
def kernel(x: wd.Buffer[wd.f32], out: wd.RWBuffer[wd.f32]):
    i = (wd.group_id().x * 2 + wd.group_wave_index()) * wd.wave_lane_count() + wd.wave_lane_index()
    out[i] = wd.wave_active_sum(x[i])


def compile_anew() -> dict[str, bytes]:
    """Compiles the kernel with the current cache and returns its files."""
    return dict(kernel.compile(target="spirv").files)


def entries() -> list[Path]:
    """Returns the files of the cache."""
    return sorted(Path(os.environ["WAVEDIALECT_CACHE_DIR"]).glob("llvmcache-*"))


EXPECTED = compile_anew()
CONTENTS = {file: file.read_bytes() for file in entries()}


def damaged(entry: bytes, choices: Choices) -> bytes:
    """Returns the entry with a few bytes changed, removed or added."""
    changed = bytearray(entry)
    for _ in range(1 + choices.byte() % 8):
        place = (choices.byte() << 16 | choices.byte() << 8 | choices.byte()) % (len(changed) + 1)
        kind = choices.byte() % 4
        if kind == 0:
            changed[place : place + 1] = bytes([choices.byte()])
        elif kind == 1:
            del changed[place : place + choices.byte()]
        elif kind == 2:
            changed[place:place] = bytes(choices.byte() for _ in range(choices.byte() % 16))
        else:
            del changed[place:]
    return bytes(changed)


def check(data: bytes) -> None:
    """Compiles with a damaged file in the cache."""
    choices = Choices(data)
    for file, contents in CONTENTS.items():
        file.write_bytes(contents)
    file = choices.one_of(list(CONTENTS))
    file.write_bytes(damaged(CONTENTS[file], choices))
    store.STORE.clear()
    if compile_anew() != EXPECTED:
        raise AssertionError(f"the compile gave other files with a damaged {file.name}")
    # Bytes without a hash, as if an older build had written them.
    try:
        archive.unpack(data)
    except (ValueError, LookupError, TypeError, RecursionError):
        pass


def main() -> int:
    import atheris

    instrument_project()
    atheris.Setup(sys.argv, check)
    atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main())
