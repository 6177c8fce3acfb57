"""Kernels that the GPU's memory limits, on CUDA and through Vulkan on the same GPU, in turns with a copy, CUB and Triton: GB/s,
and the ratio to the copy.

    .venv/bin/python benchmarks/gpu/cuda_memory.py [--log2-size 28] [--rounds 15] [--into docs/cuda-devices.md]

Append keeps a quarter of the elements, in any order; tiles are the least and greatest depth of 8 x 8 texels; the sum is one
number. Each result is compared with PyTorch's first. Packages that are missing have no line, and without Vulkan there are no
columns for it. `--into` puts the table between the markers of a page.
"""

from __future__ import annotations

import argparse
import ctypes
import functools
import itertools
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path += [str(HERE), str(HERE.parent)]

from expert.appending import LEAST, append_by_group  # noqa: E402  (after the path)
from expert.tiles import tile_by_wave, tiles_by_columns  # noqa: E402
from tables import Table, put_into  # noqa: E402

import wavedialect as wd  # noqa: E402
from wavedialect import u32  # noqa: E402

BEGIN, END = "<!-- begin: memory-bound kernels -->", "<!-- end: memory-bound kernels -->"
VULKAN = "vulkan:nvidia"
SUM_WAVES, SUM_ITEMS = 8, 4
RUNS = 4
"""Of these back-to-back runs of a turn the first is not timed."""
BLOCK = 2048


@wd.kernel(num_waves=SUM_WAVES)
def sum_by_group(values: wd.Buffer[wd.uint4], total: wd.RWBuffer[u32]):
    """Loads of 16 bytes, and one atomic for a group."""
    parts = wd.groupshared(u32, SUM_WAVES)
    lanes, wave = wd.wave_lane_count(), wd.group_wave_index()
    first = (wd.group_id().x * SUM_WAVES + wave) * lanes * SUM_ITEMS + wd.wave_lane_index()
    part = u32(0)
    for i in wd.static_range(SUM_ITEMS):
        four = values[first + i * lanes]
        part += four.x + four.y + four.z + four.w
    part = wd.wave_active_sum(part)
    if wd.wave_is_first_lane():
        parts[wave] = part
    wd.group_memory_barrier_with_group_sync()
    if wave == 0 and wd.wave_is_first_lane():
        for other in wd.static_range(1, SUM_WAVES):
            part += parts[other]
        wd.atomic_add(total, 0, part)


@functools.cache
def append_by_scan(waves: int, items: int) -> wd.Kernel:
    """One atomic for a group, as `append_by_group`, but only the first wave reads what the waves keep, a count for each of
    its lanes, and scans these counts while the atomic is under way."""

    @wd.kernel(num_waves=waves, wave_size=32)
    def append_by_scan(values: wd.Buffer[u32], counter: wd.RWBuffer[u32], kept: wd.RWBuffer[u32], least: u32):
        counts = wd.groupshared(u32, waves)
        starts = wd.groupshared(u32, waves)
        mine = wd.local_array(u32, items)
        place = wd.local_array(u32, items)
        lanes, lane, wave = wd.wave_lane_count(), wd.wave_lane_index(), wd.group_wave_index()
        first = (wd.group_id().x * waves + wave) * lanes * items + lane
        for i in wd.static_range(items):
            mine[i] = values[first + i * lanes]
        count = u32(0)
        for i in wd.static_range(items):
            keep = mine[i] >= least
            place[i] = count + wd.wave_prefix_count_bits(keep)
            count += wd.wave_active_count_bits(keep)
        if wd.wave_is_first_lane():
            counts[wave] = count
        wd.group_memory_barrier_with_group_sync()

        if wave == 0:
            other = u32(0)
            if lane < waves:
                other = counts[lane]
            total = wd.wave_active_sum(other)
            start = u32(0)
            if wd.wave_is_first_lane():
                start = wd.atomic_add(counter, 0, total)
            before = wd.wave_prefix_sum(other)
            start = wd.wave_read_lane_first(start)
            if lane < waves:
                starts[lane] = start + before
        wd.group_memory_barrier_with_group_sync()

        begin = starts[wave]
        for i in wd.static_range(items):
            if mine[i] >= least:
                kept[begin + place[i]] = mine[i]

    return append_by_scan


APPENDS = [(8, 8), (16, 8)]
APPEND_KERNELS = {"append": append_by_group, "append by scan": append_by_scan}
TILES = [1, 2]
KERNELS = [
    *(append(waves, items) for append in APPEND_KERNELS.values() for waves, items in APPENDS),
    *(tile_by_wave(waves) for waves in TILES),
    tiles_by_columns(8, 1),
    sum_by_group,
]
"""For test/gpu/record_cuda.py."""

Run = Callable[[], Any]
COLUMNS = ("with bounds checks", "`unchecked`", "Vulkan", "Vulkan, `unchecked`")
COPY = ("copy, PyTorch", COLUMNS[0])
Cell = tuple[str, str]
"""The name of a kernel, and the column of the way in which it runs."""
Lines = dict[Cell, tuple[int, Run, Callable[[], None]]]
"""The bytes that it must move, a run, and a check of its results."""


def own_lines(torch: Any, size: int, words: Any, floats: Any, out: Any, least: Any, greatest: Any, count: Any) -> Lines:
    """This package's kernels on CUDA, with and without checks of bounds."""
    width = 1 << (size.bit_length() // 2)
    height = size // width
    lines: Lines = {}

    def add(name: str, kernel: wd.Kernel, groups: tuple[int, ...], bytes: int, *arguments: Any, check: Any) -> None:
        for unchecked in (False, True):
            lines[name, COLUMNS[unchecked]] = (
                bytes,
                lambda u=unchecked: kernel.dispatch(groups, *arguments, unchecked=u),
                check,
            )

    for name, append in APPEND_KERNELS.items():
        for waves, items in APPENDS:
            add(
                f"{name}, {waves} waves x {items} items",
                append(waves, items),
                (size // (waves * 32 * items),),
                size * 5,
                words,
                count,
                out,
                LEAST,
                check=lambda: check_append(torch, words, out, count),
            )
    for waves in TILES:
        add(
            f"tiles, {waves} wave{'s' * (waves > 1)}",
            tile_by_wave(waves),
            (width // 8, height // 8),
            size * 4 + size // 8,
            floats,
            least,
            greatest,
            width,
            check=lambda: check_tiles(torch, floats, least, greatest, width),
        )
    add(
        "tiles, 8 waves side by side",
        tiles_by_columns(8, 1),
        (width // 256, height // 8),
        size * 4 + size // 8,
        floats,
        least,
        greatest,
        width,
        check=lambda: check_tiles(torch, floats, least, greatest, width),
    )
    add(
        "sum, loads of 16 bytes",
        sum_by_group,
        (size // (SUM_WAVES * 32 * SUM_ITEMS * 4),),
        size * 4,
        words.reshape(-1, 4),
        count,
        check=lambda: check_sum(torch, words, count),
    )
    return lines


def vulkan_lines(torch: Any, size: int, words: Any, floats: Any) -> Lines:
    """The same kernels through Vulkan, on arrays of its own. A run waits, and returns milliseconds."""
    device = wd.open_device(VULKAN)
    values, depth = (wd.array(one.cpu().numpy(), device=device) for one in (words, floats))
    kept = wd.empty(size, u32, device=device)
    bounds = [wd.empty(size // 64, wd.f32, device=device) for _ in range(2)]
    count = wd.zeros(1, u32, device=device)

    def tensor(array: wd.DeviceArray) -> Any:
        """A copy in CUDA's memory."""
        found = torch.from_numpy(array.numpy().view("int32" if array.dtype.kind == "u" else "float32"))
        return found.cuda()

    def unsigned(array: wd.DeviceArray) -> Any:
        return tensor(array).view(torch.uint32)

    width = 1 << (size.bit_length() // 2)
    checks: dict[str, Callable[[], None]] = {
        "append": lambda: check_append(torch, words, unsigned(kept), unsigned(count)),
        "tiles": lambda: check_tiles(torch, floats, *map(tensor, bounds), width),
        "sum": lambda: check_sum(torch, words, unsigned(count)),
    }
    lines: Lines = {}
    on_cuda = own_lines(torch, size, values, depth, kept, *bounds, count)
    for (name, column), (bytes, run, _) in on_cuda.items():

        def timed(run: Run = run) -> float:
            count.fill(0)
            return run().elapsed_ns() / 1e6

        lines[name, COLUMNS[2 + COLUMNS.index(column)]] = (bytes, timed, checks[name.replace(",", " ").split()[0]])
    return lines


def check_append(torch: Any, words: Any, out: Any, count: Any) -> None:
    wide = words.view(torch.int32).to(torch.int64) & 0xFFFFFFFF
    kept = wide[wide >= LEAST]
    found = int(count.view(torch.int32)[0])
    assert found == len(kept), (found, len(kept))
    mine = out[:found].view(torch.int32).to(torch.int64) & 0xFFFFFFFF
    assert torch.equal(torch.sort(mine).values, torch.sort(kept).values)


def check_tiles(torch: Any, floats: Any, least: Any, greatest: Any, width: int) -> None:
    tiles = floats.view(-1, 8, width // 8, 8)
    assert torch.equal(tiles.amin((1, 3)).view(-1), least) and torch.equal(tiles.amax((1, 3)).view(-1), greatest)


def check_sum(torch: Any, words: Any, count: Any) -> None:
    wide = words.view(torch.int32).to(torch.int64) & 0xFFFFFFFF
    assert int(count.view(torch.int32)[0]) & 0xFFFFFFFF == int(wide.sum()) & 0xFFFFFFFF


def cub_lines(torch: Any, size: int, words: Any, out: Any, count: Any) -> Lines:
    library = Path(tempfile.mkdtemp(), "cub.so")
    try:
        subprocess.run(
            [
                "nvcc",
                "-O3",
                "-std=c++17",
                "-arch=native",
                "-shared",
                "-Xcompiler",
                "-fPIC",
                "-o",
                library,
                HERE / "cub.cu",
            ],
            check=True,
        )
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"no CUB: {error}")
        return {}
    cub = ctypes.CDLL(str(library))
    pointer, number = ctypes.c_void_p, ctypes.c_size_t
    stream = pointer(torch.cuda.current_stream().cuda_stream)
    values, kept, total = (pointer(one.data_ptr()) for one in (words, out, count))

    def line(function: Any, *arguments: Any) -> Run:
        function.restype = number
        bytes = number(function(pointer(), number(), *arguments, stream))
        temporary = torch.empty(bytes.value, dtype=torch.uint8, device="cuda")
        return lambda: function(pointer(temporary.data_ptr()), bytes, *arguments, stream)

    select = line(cub.selectAtLeast, values, kept, total, number(size), ctypes.c_uint(LEAST))
    return {
        ("append, CUB's Select", COLUMNS[0]): (size * 5, select, lambda: check_append(torch, words, out, count)),
        ("sum, CUB", COLUMNS[0]): (
            size * 4,
            line(cub.sum, values, total, number(size)),
            lambda: check_sum(torch, words, count),
        ),
    }


def triton_lines(
    torch: Any, size: int, words: Any, floats: Any, out: Any, least: Any, greatest: Any, count: Any
) -> Lines:
    try:
        import triton_memory
    except ImportError as error:
        print(f"no Triton: {error}")
        return {}
    width = 1 << (size.bit_length() // 2)
    grid, tiles = (size // BLOCK,), (width // 256, size // width // 8)
    unsigned, signed = (words, count, out), (words.view(torch.int32), count.view(torch.int32))
    return {
        ("append, Triton", COLUMNS[0]): (
            size * 5,
            lambda: triton_memory.append[grid](*unsigned, LEAST, BLOCK=BLOCK),
            lambda: check_append(torch, words, out, count),
        ),
        ("tiles, Triton", COLUMNS[0]): (
            size * 4 + size // 8,
            lambda: triton_memory.tiles[tiles](floats, least, greatest, width, TILES=32),
            lambda: check_tiles(torch, floats, least, greatest, width),
        ),
        ("sum, Triton", COLUMNS[0]): (
            size * 4,
            lambda: triton_memory.total[grid](*signed, BLOCK=BLOCK),
            lambda: check_sum(torch, words, count),
        ),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--log2-size", type=int, default=28, help="even")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--into", type=Path, metavar="PAGE", help="put the table between the markers of this page")
    options = parser.parse_args()
    import torch

    size = 1 << options.log2_size
    torch.manual_seed(54)
    words = torch.randint(-(1 << 31), 1 << 31, (size,), dtype=torch.int32, device="cuda").view(torch.uint32)
    floats = torch.rand(size, device="cuda")
    out = torch.empty(size, dtype=torch.int32, device="cuda").view(torch.uint32)
    least, greatest = (torch.empty(size // 64, device="cuda") for _ in range(2))
    count = torch.zeros(1, dtype=torch.int32, device="cuda").view(torch.uint32)
    lines: Lines = {
        COPY: (size * 8, lambda: out.view(torch.int32).copy_(words.view(torch.int32)), lambda: None),
    }
    lines |= own_lines(torch, size, words, floats, out, least, greatest, count)
    lines |= cub_lines(torch, size, words, out, count)
    lines |= triton_lines(torch, size, words, floats, out, least, greatest, count)
    try:
        lines |= vulkan_lines(torch, size, words, floats)
    except wd.WaveError as error:
        print(f"no Vulkan: {error}")
    for cell in list(lines):
        count.view(torch.int32).zero_()
        try:
            lines[cell][1]()
            torch.cuda.synchronize()
            lines[cell][2]()
        except Exception as error:
            print(f"{', '.join(cell)}: {type(error).__name__} {str(error)[:300]}")
            del lines[cell]
    times: dict[Cell, list[float]] = {cell: [] for cell in lines}
    for _ in range(options.rounds):
        for cell, (_, run, _) in lines.items():
            taken = [run() for _ in range(RUNS)] if cell[1] in COLUMNS[2:] else by_events(torch, run, count)
            times[cell] += taken[1:]
    speeds = {cell: lines[cell][0] / statistics.median(times[cell]) / 1e6 for cell in lines}
    table = table_of(speeds)
    print(f"{torch.cuda.get_device_name()}, 2^{options.log2_size} elements, {options.rounds} rounds, medians")
    print(table.text())
    if options.into is not None:
        put_into(options.into, BEGIN, END, [table.markdown()])
    return 0


def by_events(torch: Any, run: Run, count: Any) -> list[float]:
    """Milliseconds of back-to-back runs on CUDA."""
    events = [torch.cuda.Event(enable_timing=True) for _ in range(RUNS + 1)]
    for event in events[:-1]:
        count.view(torch.int32).zero_()
        event.record()
        run()
    events[-1].record()
    torch.cuda.synchronize()
    return [first.elapsed_time(last) for first, last in itertools.pairwise(events)]


def table_of(speeds: dict[Cell, float]) -> Table:
    """GB/s and the ratio to the copy, with the columns that have any figure."""
    columns = [column for column in COLUMNS if any(cell[1] == column for cell in speeds)]
    rows = []
    for name in dict.fromkeys(name for name, _ in speeds):
        found = [speeds.get((name, column)) for column in columns]
        rows.append([name, *("" if speed is None else f"{speed:.0f} ({speed / speeds[COPY]:.2f})" for speed in found)])
    return Table("GB/s, and the ratio to PyTorch's copy:", ["kernel", *columns], rows)


if __name__ == "__main__":
    sys.exit(main())
