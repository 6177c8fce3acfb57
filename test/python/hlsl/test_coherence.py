"""Memory that groups exchange while they run: a scan in one pass, whose groups wait for the sums of those before them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from dxil_device import DXILDevice

import wavedialect as wd
from wavedialect import u32

SIZE, GROUPS = 64, 24

HLSL = """
globallycoherent RWStructuredBuffer<uint> states : register(u0);  // 0: nothing, 1: the group's sum, 2: the sum up to it
RWStructuredBuffer<uint> sums : register(u1);
RWStructuredBuffer<uint> totals : register(u2);
RWStructuredBuffer<uint> started : register(u3);
StructuredBuffer<uint> data : register(t0);
RWStructuredBuffer<uint> scanned : register(u4);

groupshared uint shared[64];
groupshared uint place, before;

[numthreads(64, 1, 1)]
void scan(uint i : SV_GroupIndex) {
  if (i == 0) {
    uint number;
    InterlockedAdd(started[0], 1, number);
    place = number;
  }
  GroupMemoryBarrierWithGroupSync();
  const uint at = place;
  shared[i] = data[at * 64 + i];
  for (uint step = 1; step < 64; step *= 2) {
    GroupMemoryBarrierWithGroupSync();
    uint other = i >= step ? shared[i - step] : 0;
    GroupMemoryBarrierWithGroupSync();
    shared[i] += other;
  }
  GroupMemoryBarrierWithGroupSync();
  if (i == 0) {
    sums[at] = shared[63];
    DeviceMemoryBarrier();
    states[at] = 1;
    uint sum = 0;
    int from = int(at) - 1;
    while (from >= 0) {
      uint state = states[from];
      DeviceMemoryBarrier();
      if (state == 2) {
        sum += totals[from];
        break;
      }
      if (state == 1) {
        sum += sums[from];
        --from;
      }
    }
    totals[at] = sum + shared[63];
    DeviceMemoryBarrier();
    states[at] = 2;
    before = sum;
  }
  GroupMemoryBarrierWithGroupSync();
  scanned[at * 64 + i] = before + shared[i];
}
"""


@wd.kernel(num_threads=64)
def scan(
    states: wd.RWBuffer[u32, wd.coherent],
    sums: wd.RWBuffer[u32],
    totals: wd.RWBuffer[u32],
    started: wd.RWBuffer[u32],
    data: wd.Buffer[u32],
    scanned: wd.RWBuffer[u32],
):
    shared = wd.groupshared(u32, 64)
    place = wd.groupshared(u32, 1)
    before = wd.groupshared(u32, 1)
    i = wd.group_index()
    if i == 0:
        place[0] = wd.atomic_add(started, 0, 1)
    wd.group_memory_barrier_with_group_sync()
    at = place[0]
    shared[i] = data[at * 64 + i]
    step = u32(1)
    while step < 64:
        wd.group_memory_barrier_with_group_sync()
        other = shared[i - step] if i >= step else u32(0)
        wd.group_memory_barrier_with_group_sync()
        shared[i] += other
        step *= 2
    wd.group_memory_barrier_with_group_sync()
    if i == 0:
        sums[at] = shared[63]
        wd.device_memory_barrier()
        states[at] = 1
        total = u32(0)
        left = at
        while left > 0:
            state = states[left - 1]
            wd.device_memory_barrier()
            if state == 2:
                total += totals[left - 1]
                break
            if state == 1:
                total += sums[left - 1]
                left -= 1
        totals[at] = total + shared[63]
        wd.device_memory_barrier()
        states[at] = 2
        before[0] = total
    wd.group_memory_barrier_with_group_sync()
    scanned[at * 64 + i] = before[0] + shared[i]


@pytest.fixture(params=["hlsl", "python"], scope="module")
def kernel(request) -> wd.Kernel:
    return wd.hlsl(text=HLSL) if request.param == "hlsl" else scan


def arguments() -> dict[str, np.ndarray]:
    return {
        **{name: np.zeros(GROUPS, np.uint32) for name in ("states", "sums", "totals")},
        "started": np.zeros(1, np.uint32),
        "data": np.random.default_rng(5).integers(0, 1000, GROUPS * SIZE, dtype=np.uint32),
        "scanned": np.zeros(GROUPS * SIZE, np.uint32),
    }


def run(kernel: wd.Kernel, device: Any, **options) -> None:
    arrays = arguments()
    kernel.dispatch(GROUPS, **arrays, device=device, **options)
    np.testing.assert_array_equal(arrays["scanned"], np.cumsum(arrays["data"], dtype=np.uint32))
    assert arrays["states"].tolist() == [2] * GROUPS


@pytest.mark.parametrize("wave_size", [4, 8, 32, 64])
def test_cpu(kernel, wave_size):
    for _ in range(20):
        run(kernel, "cpu", wave_size=wave_size)


def test_interpreter(kernel):
    run(kernel, "interpreter", wave_size=16)


def test_lavapipe(kernel):
    device = next((info.name for info in wd.devices() if "llvmpipe" in info.description), None)
    if device is None:
        pytest.skip("lavapipe is not installed")
    run(kernel, device)


def test_dxil(kernel):
    run(kernel, DXILDevice("dxil:6.6"))


def test_check(kernel):
    """The flag orders the accesses of the sums, and waits are no races."""
    report = kernel.check(GROUPS, **arguments(), wave_sizes=[16, 32])
    assert not report.findings, str(report)


def test_check_without_a_barrier():
    """A flag that another group may see before the value is no signal."""
    text = HLSL.replace("    DeviceMemoryBarrier();\n    states[at] = 2;", "    states[at] = 2;")
    assert text != HLSL
    report = wd.hlsl(text=text).check(GROUPS, **arguments(), wave_sizes=[32])
    assert {finding.rule for finding in report.findings} == {"race"}


def test_check_without_coherence():
    report = wd.hlsl(text=HLSL.replace("globallycoherent ", "")).check(GROUPS, **arguments(), wave_sizes=[32])
    assert "race" in {finding.rule for finding in report.findings}


def test_waiting_accesses_are_relaxed(kernel):
    """PTX loads and stores the flags for the whole GPU, and nothing else."""
    text = kernel.compile("ptx").files[f"{kernel.name}.ptx"].decode()
    assert text.count("ld.relaxed.gpu") == 1 and text.count("st.relaxed.gpu") == 2


def test_counts(kernel):
    counts = kernel.count(GROUPS, **arguments(), wave_size=32)
    assert counts.loads["states"] and counts.stores["states"] and not counts.of("states").atomics


@pytest.mark.parametrize(
    ("make", "fix"),
    [
        (lambda: wd.Buffer[u32, wd.coherent], "omit `wd.coherent`"),
        (lambda: wd.Texture2D[u32, wd.coherent], "omit `wd.coherent`"),
        (lambda: wd.RWBuffer[u32, "volatile"], "`wd.RWBuffer[wd.u32]`"),
    ],
)
def test_annotations(make, fix):
    with pytest.raises(wd.WaveError) as caught:
        make()
    assert caught.value.id == "parameter-type" and fix in caught.value.fix


def test_names():
    assert wd.RWBuffer[u32, 2, wd.coherent].name == "RWBuffer[u32, 2, coherent]"
    assert wd.RWTexture2D[u32, wd.coherent].name == "RWTexture2D[u32, coherent]"
    assert wd.RWBuffer[u32, wd.coherent] != wd.RWBuffer[u32]


@wd.func
def bump(cells, i):
    cells[i] = cells[i] + 1.0


@wd.kernel(num_waves=1)
def kinds(
    halves: wd.RWBuffer[wd.f16, wd.coherent],
    vectors: wd.RWBuffer[wd.float3, wd.coherent],
    bytes: wd.RWBuffer[wd.u8, wd.coherent],
    flags: wd.RWBuffer[bool, wd.coherent],
    rows: wd.RWBuffer[wd.i32, 2, wd.coherent],
    image: wd.RWTexture2D[wd.float2, wd.coherent],
):
    i = wd.wave_lane_index()
    bump(halves, i)
    vectors[i] = vectors[i].zyx
    bytes[i] = bytes[i] + 3
    flags[i] = not flags[i]
    rows[i, 1] = rows[i, 1] + 1
    image[i, 0] = image[i, 0].yx


@pytest.mark.parametrize("device", ["interpreter", "cpu", "vulkan:llvmpipe"])
def test_kinds_of_memory(device):
    if "llvmpipe" in device and not any("llvmpipe" in info.description for info in wd.devices()):
        pytest.skip("lavapipe is not installed")
    lanes = 8
    halves = np.arange(lanes, dtype=np.float16)
    vectors = np.arange(3 * lanes, dtype=np.float32).reshape(lanes, 3)
    data = np.arange(lanes, dtype=np.uint8)
    flags = np.arange(lanes) % 3 == 0
    rows = np.zeros((lanes, 2), np.int32)
    image = np.arange(2 * lanes, dtype=np.float32).reshape(1, lanes, 2)
    expected = [halves + 1, vectors[:, ::-1].copy(), data + 3, ~flags, rows + [0, 1], image[..., ::-1].copy()]
    arrays = [halves, vectors, data, flags, rows, image]
    kinds.dispatch(1, *arrays, device=device, **({} if "llvmpipe" in device else {"wave_size": lanes}))
    for array, right in zip(arrays, expected, strict=True):
        np.testing.assert_array_equal(array[: len(right)], right)
