"""Writes copies of a container in which one byte is one more: `container folder name:place…`, where a place is an
offset in the file, or of a part's contents: `DXIL+4`."""

import struct
import sys
from pathlib import Path

container = Path(sys.argv[1]).read_bytes()
(count,) = struct.unpack_from("<I", container, 28)
offsets = struct.unpack_from(f"<{count}I", container, 32)
parts = {container[offset : offset + 4].decode(): offset + 8 for offset in offsets}

for argument in sys.argv[3:]:
    name, place = argument.split(":")
    part, _, offset = place.rpartition("+")
    damaged = bytearray(container)
    damaged[(parts[part] if part else 0) + int(offset)] += 1
    (Path(sys.argv[2]) / f"{name}.dxil").write_bytes(damaged)
