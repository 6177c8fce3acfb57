"""``wavedialect explain``."""

from __future__ import annotations

import json

import pytest

from wavedialect.explanations import FINDERS, rule, rules


def test_the_page_has_all_parts(command):
    result = command("explain", "barrier-divergent")
    assert result.exit_code == 0
    told = result.stdout
    parts = ["barrier-divergent  an error of the compiler", "All waves of a group must reach each barrier",
             "  help  move the barrier out", "\nWhy\n", "\nBad\n", "# waves 1 to 3 never come here", "\nGood\n",
             "# all waves come here", "tests the claim."]  # fmt: skip
    places = [told.find(part) for part in parts]
    assert -1 not in places and places == sorted(places)
    # Output that is not a terminal has no colors, and keeps the marks of code.
    assert "\x1b" not in told and "`wd.group_uniform(x)`" in told
    prose = told[told.index("Why") : told.index("Bad")]
    assert all(len(line) <= 100 for line in prose.splitlines())


@pytest.mark.parametrize(
    "text",
    [
        ["barrier-divergent"],
        ["[barrier-divergent]"],
        ["k.py:9:9: not all waves of the group reach this barrier: move it out of [the] flow [barrier-divergent]"],
        ["error:", "not", "all", "waves", "[barrier-divergent]"],
        ["Barrier-Divergent"],
    ],
)
def test_texts_that_contain_an_id(command, text):
    assert command("explain", *text).stdout.startswith("barrier-divergent  ")


def test_every_id_has_something(command):
    for name, page in rules().items():
        result = command("explain", name)
        assert result.exit_code == 0 and result.stdout.startswith(f"{name}  "), name
        assert page.help.split(" ")[0] in result.stdout


@pytest.mark.parametrize(
    "text, fix",
    [
        ("barier-divergnt", "did you mean barrier-divergent"),
        ("mixed types", "did you mean mixed-types"),
        ("[no-such-thing-at-all]", "`explain` alone lists all ids"),
    ],
)
def test_an_unknown_id(command, text, fix):
    result = command("explain", text)
    assert result.exit_code == 1 and fix in result.stderr and result.stdout == ""


def test_the_list(command):
    listed = command("explain").stdout
    # Each id stands below its first finder; the CPU finds nothing that the interpreter does not.
    first = {next(iter(rule(name).severities)) for name in rules()}
    assert first == set(FINDERS) - {"CPU"}
    assert {by for by, heading in FINDERS.items() if heading in listed} == first
    for name in rules():
        assert listed.count(f"\n  {name} ") == 1, name
    assert "  mixed-types" in listed and rule("mixed-types").rule.split(",")[0] in listed


def test_searching(command):
    found = command("explain", "--search", "Payload").stdout
    assert "dispatch-mesh-payload-limit" in found and "mixed-types" not in found
    assert command("explain", "--search", "xyzzy").stdout == "no id, rule or help has 'xyzzy' in it\n"
    assert command("explain", "mixed-types", "--search", "x").exit_code == 2


def test_explanations_as_json(command):
    facts = json.loads(command("explain", "mixed-types", "--json").stdout)
    assert facts["id"] == "mixed-types" and facts["help"] and "wd.kernel" in facts["good"]["code"]
    assert {rule["id"] for rule in json.loads(command("explain", "--json").stdout)} == set(rules())


def test_a_word_that_no_id_is_like(command):
    said = command("explain", "nonsense").stderr
    assert "did you mean" not in said and "`explain --search WORD`" in said
    assert "did you mean race" in command("explain", "rase").stderr
