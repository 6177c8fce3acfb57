"""Runs the wave tests of DirectXShaderCompiler (ShaderOpArith.xml, ShaderOpArithTable.xml).

``python run.py CHECKOUT`` runs the tables of wave operations (active, prefix, multi-prefix) and WaveSizeTest,
WaveSizeRangeTest, GroupWaveIndexTest, QuadRead and QuadAnyAll at every wave size. It prints one line for each test that
does not pass, with the reason, and ends with a line "N pass, M fail, K are unsupported". A test is one shader with all
its inputs at one wave size. Shaders and inputs are those of the checkout; the expected results are computed here as
ExecutionTest.cpp defines them. ``--only MultiPrefix`` selects tests by their name.
"""

from __future__ import annotations

import argparse
import sys
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from expected import expected_value, waves
from tests import Row, Shader, read_cpp_shader, read_rows, read_shader

import wavedialect as wd
from wavedialect.ir.structs import StructType

#: The wave sizes of the CPU, and those that WaveSize may state.
SIZES = (4, 8, 16, 32, 64, 128)
UNWRITTEN = 0xFFFFBFFF
MASKS: tuple[Callable[[np.ndarray], np.ndarray], ...] = (
    lambda index: index >= 0,
    lambda index: index % 2 == 0,
    lambda index: index % 3 == 0,
)
#: The sizes of groups in GroupWaveIndexTest, without WaveSize.
GROUPS = ((8, 1, 1), (8, 8, 1), (16, 16, 1), (32, 32, 1), (4, 4, 4), (10, 1, 1))
#: The sizes of groups in QuadRead, which also dispatches as many groups.
QUAD_GROUPS = ((32, 32, 1), (64, 4, 1), (64, 1, 1), (16, 16, 3))


class Failure(Exception):
    """A result is not what is expected."""


class Runner:
    """Compiles and runs shaders on one device at one wave size."""

    def __init__(self, device: str, lanes: int | None) -> None:
        self.device, self.lanes = device, lanes

    def run(self, shader: Shader, data: np.ndarray, groups: Any = 1, defines: dict[str, Any] | None = None) -> None:
        """Runs a shader whose only resource is ``data``."""
        kernel = wd.hlsl(text=shader.text, entry=shader.entry, profile=shader.profile, defines=defines or {})
        ((name, parameter),) = kernel.parameters.items()
        if isinstance(parameter.element, StructType):
            data = data.view(parameter.element.numpy)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            stated = kernel.attributes.wave_size is not None
            kernel.dispatch(groups, **{name: data}, device=self.device, wave_size=None if stated else self.lanes)


def expect(condition: Any, what: str) -> None:
    if not condition:
        raise Failure(what)


def run_row(row: Row, runner: Runner) -> None:
    """A row of a table, with each input set and each mask of the lanes that take the first branch."""
    number = np.dtype("i4" if row.number == "Int" else "u4")
    if row.kind == "MultiPrefix":
        names = ["key", "firstLaneId", "laneId", "mask", "value", "result"]
    else:
        names = ["firstLaneId", "laneIndex", "mask", "value", "result"]
    layout = np.dtype([(name, number if name in ("value", "result") else np.dtype("u4")) for name in names])
    lane = "laneId" if row.kind == "MultiPrefix" else "laneIndex"
    index = np.arange(8 * 12)
    for values in row.inputs:
        for mask in MASKS:
            data = np.zeros(index.size, layout)
            data["mask"] = mask(index)
            data["value"] = np.resize(np.array(values, np.int64), index.size).astype(number)
            for name in ("firstLaneId", lane, "result"):
                data[name] = np.array(UNWRITTEN, np.uint32).astype(data.dtype[name])
            if row.keys:
                data["key"] = np.resize(np.array(row.keys, np.int64), index.size)
            runner.run(Shader(row.shader, row.profile, "main"), data)
            for wave in waves(data, lane):
                check_wave(row, wave, runner.lanes)


def check_wave(row: Row, wave: np.ndarray, lanes: int | None) -> None:
    expect(lanes is None or len(wave) <= lanes, f"a wave has {len(wave)} lanes")
    for place, thread in enumerate(wave):
        others = wave if row.kind == "Active" else wave[:place]
        others = others[others["mask"] == thread["mask"]]
        if row.keys:
            others = others[others["key"] == thread["key"]]
        expected = expected_value(row.name, row.kind, others["value"], wave.dtype["result"])
        actual = int(thread["result"])
        expect(actual == expected, f"lane {place} of {len(wave)} has {actual}, {expected} is expected")


def run_wave_size(text: str, runner: Runner) -> None:
    data = np.zeros(128, "u4")
    runner.run(Shader(text, "cs_6_6", "main"), data, defines={"WAVE_SIZE_ATTR": f"[wavesize({runner.lanes})]"})
    expect(data[0] == runner.lanes, f"WaveGetLaneCount is {data[0]}")


def run_wave_size_range(text: str, least: int, most: int, preferred: int | None, runner: Runner) -> None:
    data = np.zeros(128, "u4")
    arguments = ",".join(str(size) for size in (least, most, preferred) if size is not None)
    runner.run(Shader(text, "cs_6_8", "main"), data, defines={"WAVE_SIZE_ATTR": f"[wavesize({arguments})]"})
    if preferred is None:
        expect(least <= data[0] <= most, f"WaveGetLaneCount is {data[0]}")
    else:
        expect(data[0] == preferred, f"WaveGetLaneCount is {data[0]}")


def run_group_wave_index(text: str, group: tuple[int, ...], states_size: bool, runner: Runner) -> None:
    names = ("GroupIndex", "WaveIndex", "WaveCount", "LaneIndex", "LaneCount", "FirstLaneGroupIndex")
    threads = int(np.prod(group))
    data = np.zeros(threads, [(name, "u4") for name in names])
    defines: dict[str, Any] = {f"NUMTHREADS_{axis}": size for axis, size in zip("XYZ", group, strict=True)}
    defines["WAVE_SIZE_ATTR"] = f"[wavesize({runner.lanes})]" if states_size else ""
    runner.run(Shader(text, "cs_6_10", "main"), data, defines=defines)
    count, lanes = int(data["WaveCount"][0]), int(data["LaneCount"][0])
    expect((data["WaveCount"] == count).all(), "the count differs between lanes")
    expect(count >= -(-threads // lanes), f"{count} waves of {lanes} lanes are too few for {threads} threads")
    expect(not states_size or lanes == runner.lanes, f"WaveGetLaneCount is {lanes}")
    by_wave: dict[int, set[int]] = {}
    for thread in data:
        by_wave.setdefault(int(thread["FirstLaneGroupIndex"]), set()).add(int(thread["WaveIndex"]))
    expect(all(len(found) == 1 for found in by_wave.values()), "the index differs between lanes of a wave")
    indices = sorted(index for found in by_wave.values() for index in found)
    expect(indices == list(range(count)), f"the waves have the indices {indices}, the count is {count}")


def run_quad_read(shader: Shader, group: tuple[int, int, int], runner: Runner) -> None:
    data = np.zeros((1024, 4), "i4")
    defines = {f"DISPATCH{axis}": size for axis, size in zip("XYZ", group, strict=True)}
    defines |= {f"MESHDISPATCH{axis}": 1 for axis in "XYZ"}
    runner.run(shader, data, defines=defines)
    threads = int(np.prod(group))
    lane = data[:threads, 0]
    for column, across in enumerate((1, 2, 3), 1):
        expect((data[:threads, column] == lane ^ across).all(), f"column {column} is not that of lane ^ {across}")


def run_quad_any_all(shader: Shader, runner: Runner) -> None:
    data = np.zeros((256, 2), "i4")
    runner.run(shader, data, groups=(8, 8))
    place = np.arange(64)
    expect((data[:64, 0] == np.where(place < 4, 2, 1)).all(), f"QuadAny gives {data[:64, 0].tolist()}")
    expect((data[:64, 1] == np.where(place < 60, 4, 3)).all(), f"QuadAll gives {data[:64, 1].tolist()}")


def tests_of(checkout: Path, lanes: int | None) -> Iterator[tuple[str, Callable[[Runner], None]]]:
    """The tests by name. Those of WaveSize need a device with a choice of sizes."""
    for row in read_rows(checkout):
        yield row.title, lambda runner, row=row: run_row(row, runner)
    text = read_cpp_shader(checkout, "GroupWaveIndexTest")
    for group in GROUPS:
        yield (
            f"GroupWaveIndexTest/{group}",
            lambda runner, group=group: run_group_wave_index(text, group, False, runner),
        )
    for group in ((8, 8, 1), (8, 1, 1)) if lanes else ():
        yield (
            f"GroupWaveIndexTest/WaveSize/{group}",
            lambda runner, group=group: run_group_wave_index(text, group, True, runner),
        )
    quads, any_all = read_shader(checkout, "QuadRead"), read_shader(checkout, "QuadAnyAll")
    for group in QUAD_GROUPS:
        yield f"QuadRead/{group}", lambda runner, group=group: run_quad_read(quads, group, runner)
    yield "QuadAnyAll", lambda runner: run_quad_any_all(any_all, runner)
    if lanes is None:
        return
    exact, ranged = (
        read_cpp_shader(checkout, "RunWaveSizeTest"),
        read_cpp_shader(checkout, "ExecuteWaveSizeRangeInstance"),
    )
    yield "WaveSizeTest", lambda runner: run_wave_size(exact, runner)
    for most in SIZES:
        if most <= lanes:
            continue
        # Ranges that begin at this size, so that each range is run once.
        for preferred in (None, *(size for size in SIZES if lanes <= size <= most)):
            yield (
                f"WaveSizeRangeTest/{lanes}..{most}/{preferred}",
                lambda runner, most=most, preferred=preferred: run_wave_size_range(
                    ranged, lanes, most, preferred, runner
                ),
            )


def main() -> int:
    parser = argparse.ArgumentParser(description="Run the wave tests of DirectXShaderCompiler's ShaderOpArith.")
    parser.add_argument("checkout", type=Path, help="a checkout of DirectXShaderCompiler")
    parser.add_argument("--only", default="", help="run only tests whose name contains this text")
    parser.add_argument("--device", default="cpu", help="default: cpu")
    parser.add_argument("--wave-sizes", default=",".join(map(str, SIZES)), help="default: all of the CPU's")
    asked = parser.parse_args()
    # Other devices run at the wave size that they have.
    sizes = [int(size) for size in asked.wave_sizes.split(",")] if asked.device == "cpu" else [None]
    counted: Counter[str] = Counter()
    for lanes in sizes:
        runner = Runner(asked.device, lanes)
        for name, run in tests_of(asked.checkout, lanes):
            if asked.only not in name:
                continue
            try:
                run(runner)
                outcome, reason = "pass", ""
            except (Failure, AssertionError) as error:
                outcome, reason = "wrong", str(error)
            except wd.WaveError as error:
                outcome, reason = "refused", str(error).splitlines()[0]
            counted[outcome] += 1
            if outcome != "pass":
                print(f"{outcome}: {name} at {lanes or 'its'} lanes: {reason}", flush=True)
    failed = counted["wrong"] + counted["refused"]
    print(f"{counted['pass']} pass, {failed} fail, 0 are unsupported")
    return 1 if failed or not counted["pass"] else 0


if __name__ == "__main__":
    sys.exit(main())
