"""No findings in correct kernels: the examples, the corrected sample code and random kernels. The findings in the
mistaken sample code."""

from __future__ import annotations

import sys
import warnings
from pathlib import Path

import pytest

from wavedialect.command.kernel_file import load_kernel, load_kernels

ROOT = Path(__file__).resolve().parents[3]
EXAMPLES = sorted((ROOT / "examples").glob("[0-9]*.py"))
MISTAKES = {path.stem.removeprefix("proposal_"): path for path in sorted((ROOT / "examples" / "mistakes").glob("*.py"))}
#: What a lint sees of the mistakes; the others show in a run alone.
FOUND = {
    "0048_barrier_of_one_wave": ("barrier-in-divergent-flow", "wd.group_memory_barrier_with_group_sync()"),
    "0048_initializer": ("groupshared-not-written", "wd.atomic_add(numbers, 0, u32(1))"),
    "0048_no_barrier": ("groupshared-without-barrier", "wd.atomic_add(numbers, 0, u32(1))"),
    "0048_read_of_lane_0": ("read-of-inactive-lane", "wd.wave_read_lane_at(wave, 0)"),
    "0048_wave_by_division": (
        "lane-from-thread-id",
        "wave-count-by-division",
        "wd.group_index() // wd.wave_lane_count()",
    ),
    "0054_add_of_every_lane": ("atomic-of-every-lane", "wd.atomic_add(counter, 0, total)"),
    "article_index_in_the_group": ("lane-from-thread-id", "lights[i * lanes + wd.group_index()]"),
    "wiki_append_of_nothing": ("append-unguarded", "out[start] = item"),
    "wiki_prefix_of_32_lanes": ("ballot-truncated", "wd.wave_active_ballot(kept).x"),
}
RANDOM = ROOT / "test" / "python" / "random"
SAMPLE = 24


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples(path):
    for kernel in load_kernels(str(path)):
        assert not kernel.lint(), f"\n{kernel.lint()}"


@pytest.mark.parametrize("name", MISTAKES)
def test_mistakes_of_sample_code(name):
    assert not load_kernel(f"{MISTAKES[name]}:corrected").lint()
    found = load_kernel(f"{MISTAKES[name]}:as_written").lint()
    if name not in FOUND:
        assert not found, f"\n{found}"
        return
    *expected, text = FOUND[name]
    assert {finding.lint for finding in found} == set(expected), f"\n{found}"
    assert any(text in finding.places[0].source for finding in found), f"\n{found}"


def _is_true(finding):
    """Whether a finding in a random kernel shows what only a random kernel means."""
    if finding.lint == "atomic-of-every-lane":
        added = finding.places[0].source.partition("wd.atomic_add(")[2]
        return "wd.wave_active_count_bits(" in added or "wd.wave_active_sum(" in added
    return finding.lint == "unsigned-never-negative"


def test_random_kernels(monkeypatch):
    """All 500 by ``WAVEDIALECT_RANDOM_KERNELS=500``. Findings about the shape of a group of threads are true, and so are
    those about an unsigned difference that the generator compares with 0, and those about an atomic to which the generator
    gives a count or sum of the wave as its random value."""
    monkeypatch.syspath_prepend(str(RANDOM))
    import os

    from runner import kernel_of

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for seed in range(int(os.environ.get("WAVEDIALECT_RANDOM_KERNELS") or SAMPLE)):
            made = kernel_of(seed)
            found = made.load().lint()
            shape = {finding.lint for finding in found if not _is_true(finding)}
            odd, few = made.num_threads % 32 != 0, 0 < made.num_threads < 32
            expected = {"numthreads-too-small"} if few else {"numthreads-not-wave-aligned"} if odd else set()
            assert shape == expected, f"kernel {seed}\n{found}"
    for name in ("runner", "generator", "thread_generator"):
        sys.modules.pop(name, None)
