"""Resources of HLSL on all executors: 64-bit atomics on bytes, atomics on texels, arrays of textures, counters."""

from __future__ import annotations

import numpy as np
import pytest
from dxil_device import DXILDevice

import wavedialect as wd

DEVICES = ["interpreter", "cpu", "vulkan", "dxil"]


@pytest.fixture(params=DEVICES)
def device(request):
    if request.param == "dxil":
        return DXILDevice("dxil:6.6")
    if request.param == "vulkan" and not any(info.name.startswith("vulkan") for info in wd.devices()):
        pytest.skip("no Vulkan device")
    return request.param


WIDE = """
RWByteAddressBuffer bytes : register(u0);
struct Entry { uint first; uint64_t second; };
RWStructuredBuffer<Entry> entries : register(u1);
RWStructuredBuffer<uint64_t> old : register(u2);

[numthreads(32, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  uint64_t before;
  bytes.InterlockedAdd64(8, 1ull << 32, before);
  old[id.x] = before;
  bytes.InterlockedMin64(16, (int64_t)id.x - 5);
  bytes.InterlockedMax64(24, ~(uint64_t)id.x);
  bytes.InterlockedOr64(4000, 1ull);
  bytes.InterlockedXor64(36, 1ull << id.x);
  InterlockedAdd(entries[id.x % 2].second, (uint64_t)id.x << 30);
  if (id.x == 3) {
    bytes.InterlockedExchange64(40, 0x123456789abcdefull, before);
    bytes.InterlockedCompareExchange64(48, 7ull, before, before);
    bytes.InterlockedCompareStore64(56, before + 1, 5ull);
    bytes.Store(60, 77u);
  }
}
"""


def test_atomics_of_64_bits_on_bytes(device):
    kernel = wd.hlsl(text=WIDE, profile="cs_6_6")
    memory = np.zeros(8, np.uint64)
    memory[5:8] = 11, 7, 8
    memory[0] = 42
    entries = np.zeros(2, kernel.parameters["entries"].element.dtype)
    old = np.zeros(32, np.uint64)
    # Three words less than a multiple of two: the last atomic is partly outside.
    kernel.dispatch(1, memory.view(np.uint32), entries, old, device=device)
    step = 1 << 32
    assert sorted(old.tolist()) == [step * i for i in range(32)]
    assert memory[:4].tolist() == [42, 32 * step, 2**64 - 5, 2**64 - 1]
    # The address 36 is rounded down to a multiple of 8.
    assert memory[4] == 2**32 - 1
    assert memory[5:7].tolist() == [0x123456789ABCDEF, 11]
    assert memory[7] == (77 << 32) + 5
    assert entries["second"].tolist() == [sum(range(0, 32, 2)) << 30, sum(range(1, 32, 2)) << 30]
    assert not entries["first"].any()


def test_a_pair_beyond_the_end_is_not_changed(device):
    text = """
RWByteAddressBuffer bytes;
[numthreads(1, 1, 1)]
void main() {
  bytes.InterlockedAdd64(16, 1ull);
  bytes.InterlockedAdd64(0xfffffff8u, 1ull);
  bytes.Store(0xfffffffcu, 1u);
}
"""
    memory = np.zeros(5, np.uint32)
    wd.hlsl(text=text, profile="cs_6_6").dispatch(1, memory, device=device)
    assert not memory.any()


TEXELS = """
RWTexture2D<uint> counts : register(u0);
RWTexture2D<int> extremes : register(u1);
RWTexture2DArray<uint> layers : register(u2);
Texture2DArray<float4> source : register(t0);
RWBuffer<float> sizes : register(u3);

[numthreads(32, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  uint old;
  InterlockedAdd(counts[uint2(id.x % 4, 0)], 1, old);
  // Out of bounds, the previous value is unspecified.
  if (id.x % 4 < 3)
    InterlockedMax(counts[uint2(old, 1)], id.x);
  InterlockedMin(extremes[uint2(0, 0)], -(int)id.x);
  InterlockedCompareStore(extremes[uint2(1, 0)], 0, 3);
  InterlockedAdd(layers[uint3(0, 0, id.x % 3)], 1);
  if (id.x == 0) {
    InterlockedExchange(layers[uint3(1, 0, 1)], 9, old);
    layers[uint3(1, 0, 0)] = old;
    uint w, h, n, levels;
    layers.GetDimensions(w, h, n);
    sizes[0] = 100 * w + 10 * h + n;
    source.GetDimensions(0, w, h, n, levels);
    sizes[1] = 1000 * w + 100 * h + 10 * n + levels;
    sizes[2] = source[uint3(1, 0, 2)].y;
    sizes[3] = source.Load(int4(0, 0, 1, 0), int2(1, 0)).x;
    sizes[4] = source.mips[0][uint3(1, 1, 1)].w;
    sizes[5] = source.Load(int4(0, 0, 5, 0)).x;
    sizes[6] = source.Load(int4(0, 0, 1, id.y + 1)).x;
    sizes[7] = layers.Load(int3(1, 0, 0));
  }
}
"""


def test_texels(device):
    kernel = wd.hlsl(text=TEXELS, profile="cs_6_6")
    counts, extremes = np.zeros((2, 3), np.uint32), np.zeros((1, 2), np.int32)
    layers = np.zeros((2, 1, 2), np.uint32)
    layers[1, 0, 1] = 4
    source = np.arange(1, 1 + 3 * 2 * 2 * 4, dtype=np.float32).reshape(3, 2, 2, 4)
    sizes = np.full(8, 99, np.float32)
    kernel.dispatch(1, counts=counts, extremes=extremes, layers=layers, source=source, sizes=sizes, device=device)
    assert counts[0].tolist() == [8, 8, 8] and (counts[1] >= 2).all()
    assert extremes.tolist() == [[-31, 3]]
    assert layers.tolist() == [[[11, 4]], [[11, 9]]]
    assert sizes.tolist() == [
        212,
        2231,
        source[2, 0, 1, 1],
        source[1, 0, 1, 0],
        source[1, 1, 1, 3],
        0,
        0,
        4,
    ]


COUNTERS = """
RWStructuredBuffer<uint2> kept : register(u0);
AppendStructuredBuffer<uint2> list : register(u1);
ConsumeStructuredBuffer<uint> stack : register(u2);
RWStructuredBuffer<uint> down : register(u3);

[numthreads(32, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  if (id.x % 3 == 0)
    kept[kept.IncrementCounter()] = id.xy;
  else
    list.Append(uint2(id.x, stack.Consume()));
  down[down.DecrementCounter()] = id.x;
}
"""


def test_counters(device):
    kernel = wd.hlsl(text=COUNTERS)
    assert list(kernel.parameters) == [
        "kept",
        "list",
        "stack",
        "down",
        *(f"{name}.counter" for name in ("kept", "list", "stack", "down")),
    ]
    kept, items = np.zeros((32, 2), np.uint32), np.zeros((20, 2), np.uint32)
    stack, down = np.arange(100, 130, dtype=np.uint32), np.zeros(32, np.uint32)
    counters = {"kept": np.array([2], np.uint32), "list": np.zeros(1, np.uint32), "stack": np.array([30], np.uint32)}
    counters["down"] = np.array([32], np.uint32)
    kernel.dispatch(
        1,
        kept=kept,
        list=items,
        stack=stack,
        down=down,
        **{f"{name}.counter": counter for name, counter in counters.items()},
        device=device,
    )
    assert {name: int(counter[0]) for name, counter in counters.items()} == {
        "kept": 13,
        # One appended element was beyond the end.
        "list": 21,
        "stack": 9,
        "down": 0,
    }
    assert sorted(kept[2:13, 0]) == list(range(0, 32, 3)) and not kept[:2].any() and not kept[13:].any()
    assert sorted(down) == list(range(32))
    assert set(items[:, 1]) <= set(range(109, 130)) and len(set(items[:, 1])) == 20


THREE_CHANNELS = """
Texture2D<float3> source : register(t0);
RWTexture2D<float3> result : register(u0);
RWTexture2D<uint3> counts : register(u1);

[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  result[id.xy] = source[id.xy].zyx + source.Load(int3(id.xy, 0)).x;
  counts[id.xy] += uint3(1, 2, 3);
}
"""


def test_textures_of_three_channels(device):
    """Three components are those of an image of four channels; a store writes the first one to the fourth channel, too."""
    kernel = wd.hlsl(text=THREE_CHANNELS)
    source = np.arange(2 * 8 * 4, dtype=np.float32).reshape(2, 8, 4)
    result, counts = np.zeros_like(source), np.full((2, 8, 4), 7, np.uint32)
    kernel.dispatch((1, 2), source=source, result=result, counts=counts, device=device)
    right = source[..., [2, 1, 0]] + source[..., :1]
    np.testing.assert_array_equal(result, np.concatenate([right, right[..., :1]], axis=-1))
    assert (counts == [8, 9, 10, 8]).all()
    with pytest.raises(wd.LaunchError, match=r"np.pad\(source, \(\(0, 0\), \(0, 0\), \(0, 1\)\)\)"):
        kernel.dispatch((1, 2), source=source[..., :3].copy(), result=result, counts=counts, device="cpu")


def test_findings_name_the_layer_of_a_texel():
    text = """
    RWTexture2DArray<float> image;
    [numthreads(8, 1, 1)]
    void main(uint i : SV_GroupIndex) {
      image[uint3(1, 2, 1)] = i;
      image[uint3(i, 0, 0)] = 1;
    }
    """
    report = wd.hlsl(text=text).check(1, np.zeros((2, 3, 4), np.float32), wave_sizes=8)
    (race,) = report.filter(rule="race").findings
    assert "texel (1, 2) of layer 1 of image `image`" in race.message
    (note,) = report.notes
    assert "which has 4 x 3 texels in 2 layers" in note.message
