"""Random kernels in HLSL agree with the same kernels in Python.

``differential.py --language hlsl`` runs more of them, on more devices.
"""

from __future__ import annotations

import linecache
import re

import numpy as np
import pytest
from configurations import FAMILIES
from hlsl_expressions import NoHLSL
from hlsl_writer import in_hlsl, to_hlsl
from runner import INTERPRETER, SIZES, Way, difference, run

import wavedialect as wd
from wavedialect.extensions import hlsl_identity

pytestmark = pytest.mark.filterwarnings("ignore::wavedialect.WaveWarning")
needs_hlsl = pytest.mark.skipif(hlsl_identity() is None, reason="this build has no HLSL")
TRANSLATED = 40
HEADER = """import wavedialect as wd
from wavedialect import f16, i32, u32

"""
TYPES = "kept: wd.RWBuffer[u32], bits: wd.RWBuffer[bool], own: wd.RWBuffer[wd.u8], n: u32, flag: bool"


def translated(family: str, seed: int) -> bool:
    try:
        to_hlsl(FAMILIES[family](seed).source)
    except NoHLSL:
        return False
    return True


@pytest.mark.parametrize(("family", "least"), [("plain", 1.0), ("optimizer", 0.8), ("typed", 0.6)])
def test_most_kernels_have_a_translation(family, least):
    assert sum(translated(family, seed) for seed in range(TRANSLATED)) >= least * TRANSLATED


@needs_hlsl
@pytest.mark.parametrize("family", ["plain", "optimizer", "typed"])
@pytest.mark.parametrize("seed", range(2, 4))
def test_hlsl_agrees_with_python(family, seed):
    random_kernel = FAMILIES[family](seed)
    try:
        shader = in_hlsl(random_kernel.source)
    except NoHLSL:
        return
    size = SIZES[seed % 3]
    expected = run(random_kernel.load(), random_kernel, INTERPRETER, size)
    for way in (Way("cpu"), INTERPRETER):
        assert not difference(expected, run(shader, random_kernel, way, size), INTERPRETER, way)


def results(kernel, *, body_size=8):
    arrays = np.zeros(body_size, np.uint32), np.full(body_size, 9, np.uint8), np.zeros(body_size, np.uint8)
    kernel.dispatch(1, *arrays, 300, True, device="interpreter", wave_size=4)
    return [array.tolist() for array in arrays]


BODIES = {
    "a variable of an inner block": """
    if n > 3:
        late = n * 2
    else:
        late = n
    kept[wd.group_index()] = late""",
    "bool and bytes in memory": """
    bits[wd.group_index()] = wd.group_index() > 2 and flag
    own[wd.group_index()] = n
    kept[wd.group_index()] = u32(bits[wd.group_index()])""",
    "a range is evaluated once": """
    last = u32(3)
    for i in range(last):
        last += 1
        kept[wd.group_index()] = last""",
    "shuffles": """
    v = wd.wave_shuffle_up(wd.group_index(), 1) + 10 * wd.wave_rotate(wd.group_index(), 3)
    kept[wd.group_index()] = v + 100 * wd.wave_shuffle_down(wd.group_index(), 2) + wd.wave_inclusive_bit_or(n)""",
    "a signed number": """
    kept[wd.group_index()] = u32(-i32(7) // 2) + u32(-i32(7) % 4) + u32(f16(3.0) / 2.0 * 2.0)""",
    "an old value": """
    kept[7 - wd.group_index()] = wd.atomic_add(kept, 7 - wd.group_index(), n + 1) + 5""",
    "the size of a buffer and of a group": """
    kept[wd.group_index()] = len(kept) * wd.group_count().x
    with wd.waves(range(0, 1)):
        kept[wd.group_index()] = 4""",
}


@needs_hlsl
@pytest.mark.parametrize("name", BODIES)
def test_translation(name):
    source = f"{HEADER}@wd.kernel(num_threads=8)\ndef written({TYPES}):{BODIES[name]}\n"
    namespace: dict[str, wd.Kernel] = {}
    linecache.cache["<written>"] = (len(source), None, source.splitlines(keepends=True), "<written>")
    exec(compile(source, "<written>", "exec"), namespace)  # noqa: S102 - our own text.
    assert results(in_hlsl(source)) == results(namespace["written"])


def test_no_translation():
    source = f"{HEADER}@wd.kernel(num_threads=8)\ndef written({TYPES}):\n    kept[0] = wd.wave_clustered_sum(n, 4)\n"
    with pytest.raises(NoHLSL, match="^wave_clustered_sum$"):
        to_hlsl(source)


def test_types_of_numbers():
    source = f"{HEADER}@wd.kernel(num_threads=8)\ndef written({TYPES}):\n    h = f16(2.5) * 2.0\n    kept[0] = n - 1\n"
    text = to_hlsl(source)
    assert "half h = (2.5h * 2.0h);" in text and re.search(r"kept\[0\] = \(n - 1u\);", text)
