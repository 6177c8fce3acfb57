"""The listings of HLSL proposals 0054 and 0048 and of the article "WaveLane", as text, and launches that check them.

python examples/proposals/launches.py 0054-two-waves        without a name: all
"""

import re
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

import wavedialect as wd

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Proposal:
    """A listing with a launch of it."""

    name: str
    title: str
    text: str
    """What it computes, and what is wrong with it."""
    groups: Any
    """A shape, or a function of the wave size."""
    arguments: tuple[Any, ...]
    wave_sizes: tuple[int, ...]
    finds: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The rules of the checker's findings and notes, with texts of all lines that they name."""
    refused: str | None = None
    """The rule by which the compiler refuses it, so that it only runs watched."""
    correction: dict[str, str] = field(default_factory=dict)
    """Parts of the listing to replace, so that the checker finds nothing."""
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def file(self) -> Path:
        return FOLDER / f"{self.name}.hlsl"

    @property
    def listings(self) -> list[Path]:
        """The files of the listing's text."""
        return [FOLDER / name for name in re.findall(r'#include "(.*)"', self.file.read_text())]

    def kernel(self) -> wd.Kernel:
        return wd.hlsl(self.file, profile="cs_6_10")

    def correct(self, listing: str) -> str:
        """A text of the listing with the corrections."""
        for wrong, right in self.correction.items():
            listing = listing.replace(wrong, right)
        return listing

    def corrected(self) -> wd.Kernel:
        """The kernel with the corrections."""
        text = self.file.read_text()
        for path in self.listings:
            text = text.replace(f'#include "listings/{path.name}"\n', self.correct(path.read_text()))
        assert "#include" not in text
        return wd.hlsl(text=text, profile="cs_6_10")

    def check(self, kernel: wd.Kernel) -> wd.CheckReport:
        return kernel.check(self.groups, *self.arguments, wave_sizes=list(self.wave_sizes), **self.options)


def _depth(rows: int, columns: int) -> np.ndarray:
    y, x = np.indices((rows, columns))
    return ((x * 7 + y * 5) % 31 / 32).astype(np.float32)


def _u32s(*shape: int) -> np.ndarray:
    return np.zeros(shape, np.uint32)


def _lights(count: int) -> tuple[np.ndarray, ...]:
    lights = np.indices((count, 4)).sum(axis=0).astype(np.float32)
    return lights, np.array([[[0, count]]], np.uint32), np.zeros((8, 8, 4), np.float32)


PROPOSALS = [
    Proposal(
        "0054-one-wave",
        "Proposal 0054: one wave per group",
        "Each wave stores the minimum and maximum of a tile. All lanes store the same value, which is not a race.",
        (2, 3),
        (_depth(24, 16), _u32s(3, 2)),
        (8, 16, 32, 64),
    ),
    Proposal(
        "0054-two-waves",
        "Proposal 0054: two waves per group",
        "The second wave should take the lower half of the tile, but the assignment to `coord.y` loses the row of the tile "
        "and that of the lane: the results depend on the wave size, because a larger wave has more rows.",
        (2, 3),
        (_depth(24, 16), _u32s(3, 2)),
        (8, 16, 32),
        {"results-differ": ("TileMinMaxDepthUAV[ tile.xy ] =",)},
        correction={"coord.y = GetGroupWaveIndex()": "coord.y += GetGroupWaveIndex()"},
    ),
    Proposal(
        "0054-four-waves",
        "Proposal 0054: four waves and one atomic",
        "Every lane of wave 0 adds to the counter and overwrites offsets that other lanes of the wave still read. In the correction one lane does so. The macro `whatever` stands for the listing's "
        "placeholder `<whatever>`; all else is the proposal's text.",
        lambda lanes: (1, 64 // lanes),
        (np.indices((16, 16)).sum(axis=0).astype(np.uint32) % 3, _u32s(1), _u32s(1 << 16)),
        (16, 32, 64),
        {
            "race": ("g_waveStore[j] = waveWriteOffsetItr", "uint waveCount = g_waveStore[j]"),
            "results-differ": ("AtomicAdd(",),
        },
        correction={
            "if( GroupGetWaveIndex() == 0 ) {": "if( GroupGetWaveIndex() == 0 && WaveIsFirstLane() ) {",
            "waveWriteOffset = g_waveStore[ GroupGetWaveIndex() - 1 ] ;": "waveWriteOffset = "
            "g_waveStore[ GroupGetWaveIndex() - 1 ] ;\n    else\n"
            "         waveWriteOffset = WaveReadLaneFirst( waveWriteOffset );",
        },
        options={"unordered": ("DataBufferUAV",)},
    ),
    Proposal(
        "0048-tile",
        "Proposal 0048: the example",
        "The barrier is inside `if (waveIndex == 0)`, so the other waves never reach it. The compiler refuses this, and a "
        "watched run shows the waves that wait and those that do not arrive.",
        (1, 2),
        (_depth(32, 16),),
        (32, 64),
        {"barrier-not-reached": ("GroupMemoryBarrierWithGroupSync()", "if (waveIndex == 0)")},
        refused="barrier-divergent",
        correction={
            "        GroupMemoryBarrierWithGroupSync();\n": "",
            "    if (waveIndex == 0)\n": "    GroupMemoryBarrierWithGroupSync();\n    if (waveIndex == 0)\n",
        },
    ),
    Proposal(
        "0048-emulation",
        "Proposal 0048: the emulation",
        "The initializer of groupshared memory has no effect in HLSL, so that the first index is undefined. Lane 0 of a wave "
        "need not have a thread, so that the correction reads the first active lane.",
        1,
        (_u32s(64),),
        (16, 32),
        {"uninitialized": ("InterlockedAdd(g_waveId",)},
        correction={
            "uint g_waveId = 0;": "uint g_waveId;",
            "uint groupWaveId = 0;": "if (thread == 0)\n   g_waveId = 0;\nGroupMemoryBarrierWithGroupSync();\n"
            "uint groupWaveId = 0;",
            "WaveReadLaneAt(groupWaveId, 0)": "WaveReadLaneFirst(groupWaveId)",
        },
    ),
    Proposal(
        "wavelane",
        "The article: every lane loads every light",
        "The simple version of the article's kernel.",
        1,
        _lights(100),
        (16, 32, 64, 128),
    ),
    Proposal(
        "wavelane-by-lane-reads",
        "The article: lanes load different lights",
        "A lane loads by its index in the group instead of its index in the wave, so that the second wave skips lights and "
        "loads past the end of the list, where a buffer returns 0; and 64 threads do not fill a wave of 128 lanes, so that "
        "lanes without a thread are read.",
        1,
        _lights(100),
        (16, 32, 64, 128),
        {
            "results-differ": ("output[tid.xy] =",),
            "buffer-bounds": ("float4 lightData64 =",),
            "inactive-lane": ("WaveReadLaneAt(",),
        },
        correction={
            "WAVE_LANES = WaveGetLaneCount();": "WAVE_LANES = WaveActiveCountBits(true);",
            "float4 lightData64 = lightDatas[lightStartCount.x + gix + i * WAVE_LANES];": "uint light = "
            "WavePrefixCountBits(true) + i * WAVE_LANES;\n        float4 lightData64 = "
            "light < lightStartCount.y ? lightDatas[lightStartCount.x + light] : 0;",
        },
    ),
]


def main() -> None:
    clean = True
    for proposal in PROPOSALS:
        if proposal.name in (sys.argv[1:] or [proposal.name]):
            report = proposal.check(proposal.kernel())
            print(report)
            clean = clean and bool(report)
    sys.exit(0 if clean else 1)


if __name__ == "__main__":
    main()
