"""Lines of the source, and what became of them in every column."""

import pytest
from conftest import load_example
from explorer_columns import address_of, click, related, rows
from explorer_kernels import calls_helpers

ALL = ("python", "wave", "gpu", "spirv", "dxil")

# Of each line what has to be among its instructions in each column, and in the last entry what must not be.
LINES = [
    (
        ("03", "compact"),
        "count = wd.wave_active_count_bits(keep)",
        {
            "wave": "wave.count_bits %keep",
            "gpu": "wave.count_bits %keep",
            "spirv": "OpGroupNonUniformBallotBitCount",
            "dxil": "@dx.op.waveAllOp(",
        },
        "tomic",
    ),
    (
        ("03", "compact"),
        "offset = wd.atomic_add(counter, 0, total)",
        {
            "wave": "wave.atomic_rmw add",
            "gpu": "wave.atomic_rmw add",
            "spirv": "OpAtomicIAdd",
            "dxil": "@dx.op.atomicBinOp.",
        },
        "arrier",
    ),
    (
        ("03", "compact"),
        "wd.group_memory_barrier_with_group_sync()",
        {
            "wave": "wave.barrier group sync",
            "gpu": "gpu.barrier",
            "spirv": "OpControlBarrier",
            "dxil": "@dx.op.barrier(",
        },
        "tomic",
    ),
    (
        ("08", "bounding_box"),
        "low = wd.wave_active_min(low)",
        {"wave": "wave.reduce", "gpu": "wave.reduce", "spirv": "OpGroupNonUniformFMin", "dxil": "@dx.op.waveActiveOp."},
        "FMax",
    ),
    (
        ("10", "cull"),
        "wd.dispatch_mesh(total, 1, 1, meshlets)",
        {
            "wave": "wave.dispatch_mesh",
            "gpu": "wave.dispatch_mesh",
            "spirv": "OpEmitMeshTasksEXT",
            "dxil": "@dx.op.dispatchMesh.",
        },
        "BallotBitCount",
    ),
]


def example(name):
    number, kernel = name
    return getattr(load_example(number), kernel)


@pytest.fixture(scope="module")
def kernels():
    return {name: example(name) for name in {name for name, *_ in LINES}}


@pytest.mark.parametrize(("name", "line", "expected", "foreign"), LINES, ids=lambda value: str(value)[:24])
def test_a_line_has_its_instructions_in_every_column(explore, pages, kernels, name, line, expected, foreign):
    page = explore(pages(kernels[name]), 1920, 1080, address=address_of(*ALL))
    assert not related(page, "spirv")
    click(page, "python", line)
    assert related(page, "python") == [line]
    for column, text in expected.items():
        found = related(page, column)
        assert any(text in row for row in found), (column, found)
        assert not any(foreign in row for row in found), (column, found)
        # Some of them are to be seen.
        assert page.evaluate(
            """column => {
              const area = document.querySelector(`#pane-${column} .scroll`).getBoundingClientRect();
              return [...document.querySelectorAll(`#pane-${column} .row.pin`)].some((row) => {
                const at = row.getBoundingClientRect();
                return at.top >= area.top && at.bottom <= area.bottom;
              });
            }""",
            column,
        )
    click(page, "python", line)
    assert not related(page, "dxil")


@pytest.mark.parametrize(
    ("column", "instruction", "line", "word"),
    [
        ("spirv", "OpAtomicIAdd", "offset = wd.atomic_add(counter, 0, total)", "wd.atomic_add"),
        (
            "wave",
            "wave.prefix_count_bits",
            "index = offset + wd.wave_prefix_count_bits(keep)",
            "wd.wave_prefix_count_bits",
        ),
        ("dxil", "@dx.op.rawBufferLoad.f32", "keep = image[y * width + x] > threshold", "image"),
        ("gpu", "gpu.lane_id", "lane = wd.wave_lane_index()", "wd.wave_lane_index"),
    ],
)
def test_an_instruction_has_its_line_and_its_relatives(explore, pages, kernels, column, instruction, line, word):
    page = explore(pages(kernels["03", "compact"]), 1920, 1080, address=address_of(*ALL))
    click(page, column, instruction)
    assert [row.split("  #")[0] for row in related(page, "python")] == [line]
    assert page.locator("#pane-python .t-here").all_text_contents() == [word]
    assert any(instruction in row for row in rows(page, column, ".exact"))
    for other in ("wave", "gpu", "spirv", "dxil"):
        assert rows(page, other, ".exact"), other
    assert line in page.locator("#status").text_content()


def test_instructions_lead_to_their_places(explore, pages, kernels):
    """By what the compiler said of them: every fourth row of every column."""
    page = explore(pages(kernels["10", "cull"]), address=address_of(*ALL))
    counts = page.evaluate(
        """() => {
          const counts = {};
          for (const pane of panes.filter((pane) => pane.id !== "python")) {
            counts[pane.id] = 0;
            for (const row of pane.listing.rows.filter((row) => row.place !== NOWHERE && row.index % 4 === 0)) {
              const place = places[row.place];
              links.picked(row.place, pane.listing, true);
              const lines = [...document.querySelectorAll("#pane-python .row.pin .number")].map((number) => number.textContent);
              if (lines.length !== 1 || Number(lines[0]) !== place.line) throw new Error(`${pane.id} ${row.index}: ${lines}`);
              if (!row.element.classList.contains("exact")) throw new Error(`${pane.id} ${row.index} is not marked`);
              ++counts[pane.id];
            }
          }
          return counts;
        }"""
    )
    assert counts.keys() == set(ALL) - {"python"}
    assert min(counts.values()) > 20, counts


def test_instructions_of_a_helper_belong_to_the_call_as_well(explore, pages):
    page = explore(pages(calls_helpers, targets=("spirv", "dxil", "cpu")), 1920, address=address_of(*ALL, "cpu"))
    click(page, "python", "out[i] = square(i)")
    for column, text in (
        ("wave", "arith.muli %i, %i"),
        ("spirv", "OpIMul"),
        ("dxil", "= mul i32"),
        ("cpu", "arith.muli"),
    ):
        assert any(text in row for row in rows(page, column, ".through")), column
        # The CPU has a copy of the line for each wave.
        copies = 2 if column == "cpu" else 1
        assert len([row for row in rows(page, column, ".through") if text in row]) == copies, column
    # The other call of the same line of the helper is not this line's.
    page.keyboard.press("Escape")
    click(page, "python", "return x * x")
    for column, text in (("wave", "arith.muli"), ("spirv", "OpIMul")):
        assert len([row for row in rows(page, column, ".pin") if text in row]) == 2, column


def test_the_source_has_its_own_line_numbers_and_helpers_files(explore, pages):
    page = explore(pages(calls_helpers, targets=("spirv", "dxil", "cpu")))
    headings = page.locator("#pane-python .row.elsewhere").all_text_contents()
    assert headings[0] == "explorer_kernels.py"
    assert "called_functions.py" in headings
    assert not any("def unrelated" in row for row in rows(page, "python"))
    first = page.locator("#pane-python .row[data-row] .number").first.text_content()
    assert int(first) == calls_helpers.function.__code__.co_firstlineno


def test_keys(explore, pages, kernels):
    page = explore(pages(kernels["03", "compact"]))
    click(page, "python", "lane = wd.wave_lane_index()")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert related(page, "python") == [
        "# A wave takes 1, 2 or 4 rows of 16 pixels at 16, 32 or 64 lanes; the dispatch is sized for that."
    ]
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    assert related(page, "python") == ["lane = wd.wave_lane_index()"]
    page.locator("#pane-spirv .scroll").focus()
    page.keyboard.press("ArrowDown")
    assert related(page, "spirv")
    page.keyboard.press("Escape")
    assert not related(page, "python")
    assert page.locator("#pane-gpu").count() == 0
    page.keyboard.press("3")
    assert page.locator("#pane-gpu").is_visible()
    page.keyboard.press("1")
    assert page.locator("#pane-python").count() == 0
    page.keyboard.press("?")
    assert page.locator("#help .popover-body").is_visible()
    page.keyboard.press("g")
    assert not page.locator("#groupshared").is_visible()
