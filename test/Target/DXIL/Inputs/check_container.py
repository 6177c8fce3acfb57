"""Checks a DXContainer's bytes where Microsoft's validator does not look.

It shares no code with the emitter: layout, fields of the program's header, hash, digest.
"""

import hashlib
import math
import struct
import sys

SINES = [int(abs(math.sin(step + 1)) * 2**32) for step in range(64)]
ROTATIONS = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]]
PREVIEW = bytes([2] * 16)


def run_block(state: list[int], block: bytes) -> list[int]:
    words = struct.unpack("<16I", block)
    a, b, c, d = state
    for step in range(64):
        if step < 16:
            mixed, word = (b & c) | (~b & d), step
        elif step < 32:
            mixed, word = (d & b) | (~d & c), 5 * step + 1
        elif step < 48:
            mixed, word = b ^ c ^ d, 3 * step + 5
        else:
            mixed, word = c ^ (b | ~d), 7 * step
        total = (a + mixed + SINES[step] + words[word % 16]) & 0xFFFFFFFF
        count = ROTATIONS[step // 16][step % 4]
        a, d, c = d, c, b
        b = (b + (total << count | total >> (32 - count))) & 0xFFFFFFFF
    return [(old + new) & 0xFFFFFFFF for old, new in zip(state, (a, b, c, d), strict=True)]


def compute_digest(message: bytes) -> bytes:
    length = len(message)
    head = struct.pack("<I", length * 8 & 0xFFFFFFFF)
    tail = struct.pack("<I", (length * 2 | 1) & 0xFFFFFFFF)
    rest = message[length - length % 64 :]
    padded = message[: length - length % 64]
    if len(rest) < 56:
        padded += head + (rest + b"\x80").ljust(56, b"\0") + tail
    else:
        padded += (rest + b"\x80").ljust(64, b"\0") + head.ljust(60, b"\0") + tail
    state = [0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476]
    for place in range(0, len(padded), 64):
        state = run_block(state, padded[place : place + 64])
    return struct.pack("<4I", *state)


def read_parts(data: bytes) -> dict[str, bytes]:
    magic, major, minor, size, count = struct.unpack_from("<4s16x2H2I", data)
    assert magic == b"DXBC" and (major, minor) == (1, 0), "header"
    assert size == len(data), "total size"
    place = 32 + 4 * count
    parts = {}
    for offset in struct.unpack_from(f"<{count}I", data, 32):
        assert offset == place, f"a gap before {offset}"
        name, size = struct.unpack_from("<4sI", data, place)
        assert name.decode() not in parts, f"{name} twice"
        assert size % 4 == 0, f"{name} is not made of whole words"
        parts[name.decode()] = data[place + 8 : place + 8 + size]
        place += 8 + size
    assert place == len(data), "bytes behind the last part"
    return parts


def check_program(part: bytes) -> tuple[str, int, bytes]:
    fields = struct.unpack_from("<BBHI4sBBHII", part)
    version, unused, kind, words, magic, minor, major, unused_too, offset, size = fields
    assert unused == unused_too == 0 and magic == b"DXIL" and offset == 16, "program header"
    assert version >> 4 == 6 and major == 1 and minor == version & 15, "versions"
    assert words * 4 == len(part) and size == len(part) - 24, "sizes"
    bitcode = part[24:]
    assert bitcode[:4] == b"BC\xc0\xde", "magic of the bitcode"
    return {5: "compute", 14: "amplification"}[kind], minor, bitcode


def main(path: str) -> None:
    with open(path, "rb") as file:
        data = file.read()
    parts = read_parts(data)
    stage, minor, bitcode = check_program(parts["DXIL"])
    if "HASH" in parts:
        assert parts["HASH"] == bytes(4) + hashlib.md5(bitcode).digest(), "hash"
    digest = PREVIEW if minor > 9 else compute_digest(data[20:])
    assert data[4:20] == digest, "digest"
    print(f"{stage} 6.{minor}: {' '.join(parts)}")


if __name__ == "__main__":
    main(sys.argv[1])
