"""What a container says of its shader besides the code: the feature flags, the pipeline state and the metadata, read here
with nothing of the package's, so that those of different compilers can be compared."""

from __future__ import annotations

import re
import struct
from typing import Any

_NODE = re.compile(r"^!(\d+) = !\{(.*)\}$", re.MULTILINE)
_NAMED = re.compile(r"^!([a-z][\w.]*) = !\{(.*)\}$", re.MULTILINE | re.IGNORECASE)
_ENTRY_PROPERTIES = {0: "flags", 4: "threads", 10: "amplification", 11: "wave_size", 23: "wave_size_range"}
NAMES = {"shader model": "dx.shaderModel", "version": "dx.version", "resources": "dx.resources"}


def read_parts(container: bytes) -> dict[str, bytes]:
    """The parts by their names."""
    (count,) = struct.unpack_from("<I", container, 28)
    parts = {}
    for offset in struct.unpack_from(f"<{count}I", container, 32):
        name, size = struct.unpack_from("<4sI", container, offset)
        parts[name.decode()] = container[offset + 8 : offset + 8 + size]
    return parts


def read_pipeline_state(part: bytes) -> dict[str, Any]:
    """The fields of PSV0, versions 1 to 4."""
    (size,) = struct.unpack_from("<I", part)
    info = part[4 : 4 + size]
    lanes = struct.unpack_from("<II", info, 16)
    state: dict[str, Any] = {"info": size, "stage union": info[:16].hex(), "lanes": list(lanes), "stage": info[24]}
    state["signatures"] = info[25:36].hex()
    if size >= 48:
        state["threads"] = list(struct.unpack_from("<III", info, 36))
    place = 4 + size
    (count,) = struct.unpack_from("<I", part, place)
    place += 4
    state["resources"] = []
    if count:
        (stride,) = struct.unpack_from("<I", part, place)
        place += 4
        for number in range(count):
            fields = struct.unpack_from(f"<{stride // 4}I", part, place + number * stride)
            state["resources"].append(list(fields))
        place += count * stride
    (length,) = struct.unpack_from("<I", part, place)
    strings = part[place + 4 : place + 4 + length]
    if size >= 52:
        (name,) = struct.unpack_from("<I", info, 48)
        state["entry"] = strings[name : strings.index(b"\0", name)].decode()
    if size >= 56:
        (state["groupshared"],) = struct.unpack_from("<I", info, 52)
    state["rest"] = part[place + 4 + length :].hex()
    return state


class _Metadata:
    def __init__(self, text: str) -> None:
        # Types may have commas in their names.
        text = re.sub(r'%"[^"]*"', "%type", text)
        self.nodes = dict(_NODE.findall(text))
        self.named = dict(_NAMED.findall(text))

    def resolve(self, operand: str) -> Any:
        """A node as a list, a literal as its text. What a pointer points to is the compiler's own."""
        operand = operand.strip()
        if operand.startswith("!") and operand[1:].isdigit():
            return [self.resolve(part) for part in _split(self.nodes[operand[1:]])]
        return "undef" if operand.endswith(" undef") else operand


def _split(text: str) -> list[str]:
    parts = re.split(r",\s*(?![^{]*\})", text)
    return [part for part in parts if part.strip()]


def _nameless(resources: Any) -> Any:
    """Resources without their names, which dxc leaves out."""
    return [
        [[*record[:2], *record[3:]] for record in records] if isinstance(records, list) else records
        for records in resources
    ]


def read_metadata(text: str) -> dict[str, Any]:
    """Of a module's text: what DXIL's metadata says of the shader."""
    metadata = _Metadata(text)
    said = {name: metadata.resolve(metadata.named[node]) for name, node in NAMES.items() if node in metadata.named}
    if "resources" in said:
        said["resources"] = _nameless(said["resources"])
    (entry,) = (metadata.resolve(node) for node in _split(metadata.named["dx.entryPoints"]))
    properties = entry[4] if isinstance(entry[4], list) else []
    for tag, value in zip(properties[::2], properties[1::2], strict=True):
        number = int(tag.split()[1])
        if number == 0:
            value = hex(int(value.split()[1]) % (1 << 64))
        said[_ENTRY_PROPERTIES.get(number, f"tag {number}")] = value
    return said


def read_facts(container: bytes, text: str) -> dict[str, Any]:
    """All of it, of a container and its module's text."""
    parts = read_parts(container)
    (features,) = struct.unpack("<Q", parts["SFI0"])
    return {"features": hex(features), "state": read_pipeline_state(parts["PSV0"]), "metadata": read_metadata(text)}
