"""The format of a cache entry: facts as JSON, followed by texts and bytes. An entry is pure data; reading it never
executes anything."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

#: Part of every key; changes when the meaning of entries changes.
FORMAT = "wavedialect 1"


def pack(facts: Any, blobs: Sequence[str | bytes] = ()) -> bytes:
    """The bytes of an entry."""
    parts = [blob.encode("utf-8", "surrogatepass") if isinstance(blob, str) else blob for blob in blobs]
    head = json.dumps({"facts": facts, "sizes": [len(part) for part in parts]}).encode()
    return b"".join([b"%d\n" % len(head), head, *parts])


def unpack(entry: bytes) -> tuple[Any, list[bytes]]:
    """The facts and the bytes that follow them. Raises ValueError for an invalid entry."""
    end = entry.index(b"\n")
    start = end + 1 + int(entry[:end])
    head = json.loads(entry[end + 1 : start])
    if not isinstance(head, dict) or head.keys() != {"facts", "sizes"}:
        raise ValueError("no entry of the cache")
    parts = []
    for size in head["sizes"]:
        parts.append(entry[start : start + size])
        start += size
    if start != len(entry):
        raise ValueError("an entry of the cache has another size")
    return head["facts"], parts


def text_of(blob: bytes) -> str:
    """The text in a packed blob."""
    return blob.decode("utf-8", "surrogatepass")
