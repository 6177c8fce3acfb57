"""The passes of wave IR in the page: which is shown, what it changed, and how far values are the same."""

import pytest
from conftest import load_example
from explorer_columns import address_of, choose_pass, click, related, rows

from wavedialect.extensions import native

MARKS = {"+": "added", "-": "removed", "~": "changed", ">": "moved-here", "<": "moved-away"}


@pytest.fixture(scope="module")
def compact():
    return load_example("03").compact


@pytest.fixture(scope="module")
def recorded(compact):
    """What each pass left, from the compiler itself."""
    origin = compact.compile(target="spirv").origin
    return native().record_passes(origin.text, origin.pipeline).passes


def shown(page):
    """The lines of wave IR that are there, without those that a pass took away."""
    return page.evaluate(
        "() => [...document.querySelectorAll('#pane-wave .row:not(.removed):not(.moved-away) code')].map(code => code.textContent)"
    )


def test_each_pass_shows_its_result(explore, pages, compact, recorded):
    page = explore(pages(compact))
    steps = [step for step in recorded if not step.name.startswith("convert-")]
    names = page.locator("#pane-wave .pass select option").all_text_contents()
    assert [name.split(None, 1)[1] for name in names] == ["as written", *(step.name for step in steps[1:])]
    assert page.locator(".bars button").count() == len(steps)
    for number in reversed(range(len(steps))):
        lines = steps[number].text.rstrip("\n").split("\n")
        assert [line or " " for line in lines] == shown(page), names[number]
        page.keyboard.press("ArrowLeft")
    # There is none before the first.
    assert page.locator("#pane-wave .pass select").input_value() == "0"
    assert page.locator("#pane-wave .step").first.is_disabled()
    page.keyboard.press("ArrowRight")
    assert page.locator(".about").text_content() == steps[1].description
    page.locator(".bars button").nth(4).click()
    assert [line or " " for line in steps[4].text.rstrip("\n").split("\n")] == shown(page)


def test_changes_of_a_pass_are_marked(explore, pages, compact):
    page = explore(pages(compact))
    choose_pass(page, "wave-num-waves-to-num-threads")
    assert any("wave.group_wave_count" in row for row in rows(page, "wave", ".removed"))
    assert any("arith.constant 4" in row for row in rows(page, "wave", ".added"))
    delta = page.locator("#pane-wave .delta").text_content()
    assert f"−{len(rows(page, 'wave', '.removed'))}" in delta
    assert f"+{len(rows(page, 'wave', '.added'))}" in delta

    choose_pass(page, "wave-resolve-groupshared")
    changed = [row for row in rows(page, "wave", ".changed") if "groupshared" in row]
    assert changed and "memref<3xi32" in changed[0]
    former = page.locator("#pane-wave .row.changed[title]").first.get_attribute("title")
    assert former.startswith("before: ") and "memref<?xi32" in former

    choose_pass(page, "wave-guard-buffers")
    added = rows(page, "wave", ".added")
    assert any("arith.cmpi ult" in row for row in added) and any("scf.if" in row for row in added)

    choose_pass(page, "wave-legalize-barriers")
    assert len(rows(page, "wave", ".moved-here")) == len(rows(page, "wave", ".moved-away")) >= 1
    assert page.locator("#pane-wave .row.removed").first.is_visible()
    page.keyboard.press("d")
    assert not page.locator("#pane-wave .row.removed").first.is_visible()
    assert not page.locator("#pane-wave .row.moved-away").first.is_visible()
    assert page.locator("#pane-wave .row.moved-here").first.is_visible()

    choose_pass(page, "written")
    assert not any(rows(page, "wave", f".{mark}") for mark in MARKS.values())


def test_the_picked_line_stays_from_pass_to_pass(explore, pages, compact):
    page = explore(pages(compact))
    click(page, "python", "keep = image[y * width + x] > threshold")
    late = related(page, "wave")
    choose_pass(page, "written")
    early = related(page, "wave")
    assert any("memref.load" in row for row in early) and any("memref.load" in row for row in late)
    assert len(late) > len(early), "the bounds check belongs to the line"
    page.keyboard.press("Escape")
    assert not related(page, "wave")


def test_values_have_the_color_of_their_uniformity(explore, pages, compact, recorded):
    page = explore(pages(compact))
    last = next(step for step in reversed(recorded) if not step.name.startswith("convert-"))
    letters = {"group": "g", "wave": "w", "lane": "l", "": ""}
    expected = {place[0]: letters[place[4]] for place in last.places if place[4]}
    stripes = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll('#pane-wave .row:not(.removed):not(.moved-away)')]
            .map((row) => [row.querySelector('.number').textContent, row.querySelector('.stripe').className.split(' ')[1]]))"""
    )
    assert {int(line): letter for line, letter in stripes.items() if letter} == expected
    assert set(expected.values()) == {"g", "w", "l"}

    def colors(name):
        return page.evaluate(
            "name => [...new Set([...document.querySelectorAll(`#pane-wave .v[data-v='${name}']`)].map((v) => getComputedStyle(v).color))]",
            name,
        )

    found = [colors(name) for name in ("%wave_store", "%wave", "%lane")]
    assert all(len(one) == 1 for one in found), "a value has its color wherever it is used"
    assert len({one[0] for one in found}) == 3
    legend = page.evaluate(
        "() => [...document.querySelectorAll('#legend .stripe')].map((i) => getComputedStyle(i).backgroundColor)"
    )
    assert legend == [one[0] for one in found]

    def stripe_of(text):
        row = page.locator("#pane-python .row", has_text=text).first
        return row.locator(".stripe").get_attribute("class").split()[-1]

    assert stripe_of("wave_height = ") == "g"
    assert stripe_of("count = wd.wave_active") == "w"
    assert stripe_of("keep = image") == "l"


def test_the_way_to_each_target_has_its_passes(explore, pages, compact):
    page = explore(pages(compact), address=address_of("wave", "dxil"))
    ways = page.locator("#pane-wave .segments button")
    assert ways.all_text_contents() == ["Vulkan", "Direct3D"]
    assert not page.locator("#pane-wave .sizes").is_visible()
    ways.nth(1).click()
    choose_pass(page, "wave-emulate-group-index")
    assert any("wave.atomic_rmw add" in row for row in rows(page, "wave", ".added"))
    choose_pass(page, "cse", last=True)
    sizes = page.locator("#pane-dxil .sizes")
    assert sizes.locator("option").all_text_contents() == ["16 lanes", "32 lanes", "64 lanes"]
    at_16 = rows(page, "dxil"), rows(page, "wave")
    sizes.select_option("64")
    assert at_16[0] != rows(page, "dxil") and at_16[1] != rows(page, "wave")
    assert page.locator("#pane-wave .sizes").input_value() == "64"
    # An address keeps what is chosen.
    kept = page.evaluate("location.hash")
    again = explore(pages(compact), address=kept)
    assert again.locator("#pane-dxil .sizes").input_value() == "64"
    assert again.locator("#pane-wave .segments button[aria-pressed=true]").text_content() == "Direct3D"
    assert again.locator("#pane-python").count() == 0
