"""Messages and advice in the spelling of HLSL."""

import re

import pytest

from wavedialect.checker import lane_reads, rules
from wavedialect.explanations import rules as pages
from wavedialect.frontends.hlsl.spelling import finding_in_hlsl, in_hlsl, message_in_hlsl


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("count them by `wd.group_wave_count()`", "count them by `GetGroupWaveCount()`"),
        ("let one lane store, `if wd.wave_is_first_lane():`", "let one lane store, `if (WaveIsFirstLane())`"),
        ("`if wd.group_wave_index() == 0 and not done:`", "`if (GetGroupWaveIndex() == 0 && !done)`"),
        ("use `wd.atomic_add(counts, i, 1)`", "use `InterlockedAdd(counts[i], 1)`"),
        ("use an atomic, `wd.atomic_add(...)`", "use an atomic, `InterlockedAdd(...)`"),
        ("use `wd.atomic_exchange(flags, 0, x + 1)`", "use `InterlockedExchange(flags[0], x + 1)`"),
        ("state `num_waves=4`", "state `[numWaves(4)]`"),
        ("state `@wd.kernel(num_threads=(8, 8))`", "state `[numthreads(8, 8)]`"),
        ("waves fill num_threads=(64, 1, 1) (X up)", "waves fill [numthreads(64, 1, 1)] (X up)"),
        (
            "or test the index, `if i < len(x):`",
            "or test the index, `if (i < count)`, where `x.GetDimensions(...)` gives `count`",
        ),
        ("state a range, `wave_size=`", "state a range, `[WaveSize(...)]`"),
        ("write `# lint: ignore[race]`", "write `// lint: ignore[race]`"),
        ("at wave_size=8; wave_size=16", "at wave_size=8; wave_size=16"),
        ('pass `by_wave_size="out"`', 'pass `by_wave_size="out"`'),
        ("put `wd.wave_memory_barrier()` between them" + rules.ENOUGH, "put `AllMemoryBarrier()` between them"),
        ("depends on memory: if they do, say so with group_uniform(...)", "depends on memory: make sure that they do"),
        ("the `x` and `y` of `a and b`", "the `x` and `y` of `a and b`"),
    ],
)
def test_advice(text, expected):
    assert in_hlsl(text) == expected


def test_messages_of_the_compiler():
    message = "'wave.barrier group sync' is in divergent control flow"
    assert message_in_hlsl(message) == "`GroupMemoryBarrierWithGroupSync` is in divergent control flow"
    assert finding_in_hlsl("state `num_threads(64, 1, 1)`") == "state `[numthreads(64, 1, 1)]`"


def test_no_text_of_the_checker_keeps_a_name_of_python():
    texts = [value for module in (rules, lane_reads) for value in vars(module).values() if isinstance(value, str)]
    texts += [page.help for page in pages().values() if {"checker", "lint", "compiler"} & set(page.severities)]
    kept = {word for text in texts for word in re.findall(r"\bwd\.\w+", in_hlsl(text))}
    assert not kept
