"""Every optimizing pass leaves the meaning of random kernels as it is, in every order of lanes and waves."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
import runner
import translation
from runner import Disagreement, run
from translation import changed_by, check, checked

from wavedialect.driver.optimization import optimizations

sys.path.append(str(Path(__file__).parents[1] / "dxil"))
pytestmark = pytest.mark.filterwarnings("ignore::wavedialect.WaveWarning")
KERNELS = 2
SEEDS = range(60)
LEAST_COMPARISONS = 8


# test_random_tiles.py compares kernels with pipeline-waves and without.
@pytest.mark.parametrize("name", [name for name in optimizations() if name != "pipeline-waves"])
def test_kernels_mean_the_same_before_and_after(name):
    """A new pass is among them by itself, and has to change some of the kernels."""
    kernels, comparisons = checked(name, SEEDS, KERNELS)
    assert kernels == KERNELS, f"{name} changes none of the random kernels: let a writer write what it looks for"
    assert comparisons >= LEAST_COMPARISONS * kernels


def test_a_pass_that_changes_no_kernel_is_not_covered(monkeypatch):
    monkeypatch.setattr(translation, "fired", lambda kernel, **options: set())
    assert checked("hoist-uniform", range(2), KERNELS) == (0, 0)


@pytest.mark.parametrize("device", ["cpu", "dxil"])
def test_a_wrong_translation_is_seen(monkeypatch, device):
    """A kernel that computes one number more with the pass, wherever it runs or on the executor of DXIL alone."""
    random_kernel = next(changed_by("hoist-uniform", range(20)))

    def wrong(kernel, one, way, size):
        arrays = run(kernel, one, way, size)
        name = way.device if isinstance(way.device, str) else getattr(way.device, "name", "")
        if "hoist-uniform" in way.options.get("enable", ()) and name.startswith(device):
            arrays[4] = arrays[4] + np.uint32(1)
        return arrays

    monkeypatch.setattr(runner, "run", wrong)
    with pytest.raises(Disagreement, match="array 4 differs"):
        check("hoist-uniform", random_kernel)
