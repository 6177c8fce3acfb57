"""Cases of test_fake_driver.py: the maps with which a GPU copies tiles of buffers as a whole."""

from __future__ import annotations

import struct

from fake_driver_cases import FAKE, MANIFESTS, SIZES, binding, calls, field, launches, main, manifest

import wavedialect as wd
from wavedialect import f16, u32

ARGUMENT = "argument"


@wd.kernel(num_waves=1)
def tiled(src: wd.Buffer[f16, 2], out: wd.RWBuffer[u32]):
    out[0] = src.shape[0] + src.shape[1]


MANIFESTS["tiled"] = manifest(
    "tiled",
    1,
    [binding("src", element="f16", alignment=2), binding("out", "uav")],
    200,
    [
        field("src.shape[0]", 0, ARGUMENT),
        field("src.shape[1]", 4, ARGUMENT),
        field("src.stride[0]", 8, ARGUMENT),
        field("src", 12, "length"),
        field("out", 16, "length"),
    ],
    tensor_maps=[
        {
            "binding": 0,
            "element_bytes": 2,
            "sizes": [4, 0],
            "pitches": [8],
            "box": [32, 64],
            "offset": 64,
            "made_offset": 192,
        }
    ],
)
SIZES["tiled"] = "8 8 200"


@wd.kernel(num_waves=1)
def layered(src: wd.Buffer[f16, 3], out: wd.RWBuffer[u32]):
    out[0] = src.shape[0]


MANIFESTS["layered"] = manifest(
    "layered",
    1,
    [binding("src", element="f16", alignment=2), binding("out", "uav")],
    196,
    [
        *[field(f"src.shape[{i}]", 4 * i, ARGUMENT) for i in range(3)],
        *[field(f"src.stride[{i}]", 12 + 4 * i, ARGUMENT) for i in range(2)],
        field("src", 20, "length"),
        field("out", 24, "length"),
    ],
    tensor_maps=[
        {
            "binding": 0,
            "element_bytes": 2,
            "sizes": [8, 4, 0],
            "pitches": [16, 12],
            "box": [64, 16, 1],
            "offset": 64,
            "made_offset": 192,
        }
    ],
)
SIZES["layered"] = "8 8 196"
OUT = wd.zeros(4, u32, device="cuda")


def launched(shape, fails=False):
    """Of a launch with an array of this shape the maps that were made, and the constants; the second launch, which
    repeats the first, is the same."""
    src = wd.zeros(shape, f16, device="cuda")
    FAKE.fake_clear()
    if fails:
        FAKE.fake_fail(b"cuTensorMapEncodeTiled", 1, -1, 0)
    for _ in range(2):
        tiled.dispatch(1, src, OUT)
    maps, blocks = calls("map"), [block for *_, block in launches()]
    assert blocks[0] == blocks[1] and maps[: len(maps) // 2] == maps[len(maps) // 2 :]
    return src, maps[: len(maps) // 2], blocks[0]


def case_a_map_of_an_array():
    src, maps, block = launched((50, 72))
    start = f"{src.handle.address:x}"
    assert maps == [
        f"map type 1 start {start} shape 72 50 pitch 144 box 32 64 steps 1 1 interleave 0 swizzle 2 fill 0"
    ], maps
    assert block[64:192] == b"\xab" * 128 and block[192:196] == struct.pack("<I", 1)
    assert block[:12] == struct.pack("<III", 50, 72, 72)


def case_rows_that_no_map_describes():
    # Rows of 140 bytes, and arrays without elements.
    for shape in ((50, 70), (0, 8), (8, 0)):
        _, maps, block = launched(shape)
        assert not maps and block[64:] == bytes(136), (shape, maps)


def case_a_map_of_three_dimensions():
    src = wd.zeros((3, 5, 72), f16, device="cuda")
    FAKE.fake_clear()
    layered.dispatch(1, src, OUT)
    expected = "shape 72 5 3 pitch 144 720 box 64 16 1 steps 1 1 1 interleave 0 swizzle 3 fill 0"
    assert calls("map") == [f"map type 1 start {src.handle.address:x} {expected}"], calls("map")
    assert launches()[0][-1][192:] == struct.pack("<I", 1)


def case_a_driver_that_refuses_a_map():
    _, maps, block = launched((50, 72), fails=True)
    assert not maps and block[64:] == bytes(136)


if __name__ == "__main__":
    main(globals())
