"""What the ids of errors mean. ``rules.json`` has what is known of every id from the sources; a file ``<id>.md`` says the
rule, why it is so, and shows what breaks it and what is right.

Such a file is Markdown; the page of a lint has the last two parts as well::

    # The rule, in a sentence.

    Why it is so.

    ## Bad

    ```python
    ...
    ```

    ## Good

    ```python
    ...
    ```

    ## Options

    What can be set.

    ## Related

    Other ids.

The code stands for a file that begins with ``HEAD``. Of the bad one some kernel is refused with this id, or what the code
does itself ends in it or prints it, as a report of the checker does; the good one compiles, and says nothing. A test tries
both. Text may stand around the code. Code of the dialect, for what cannot be written in Python, is ``mlir``; its first line
may name the command that it is meant for, ``// wave-opt --wave-verify=barriers``.
"""

from __future__ import annotations

import difflib
import functools
import json
import re
from dataclasses import dataclass
from pathlib import Path

from ..errors import WaveError

HEAD = """import numpy as np
import wavedialect as wd
from wavedialect import f16, f32, f64, i16, i32, i64, u16, u32, u64, float2, float3, float4
"""
"""What stands above the code of an example, and is not shown."""

_FOLDER = Path(__file__).parent
_IN_BRACKETS = re.compile(r"\[([a-z0-9]+(?:-[a-z0-9]+)*)\]")
_WORD = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_CODE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_SECTIONS = re.compile(
    r"\A# (?P<rule>.+?)\n(?P<why>.*?)^## Bad\n(?P<bad>.*?)^## Good\n(?P<good>.*?)"
    r"(?:^## Options\n(?P<options>.*?)^## Related\n(?P<related>.*))?\Z",
    re.M | re.S,
)

FINDERS = {
    "front end": "Rules of the language, checked by the front end",
    "compiler": "Rules of the dialect and the targets, checked by the compiler",
    "interpreter": "Undefined behavior, found by the interpreter",
    "checker": "Undefined behavior and dependence on the wave size, found by the checker",
    "lint": "Legal but probably unintended or slow code, found by lints",
}
"""Who finds what breaks a rule."""


@dataclass(frozen=True)
class Found:
    """How a rule's breach is told by one that finds it."""

    by: str
    """One of ``FINDERS``."""
    severity: str
    """"error", "warning" or "note"."""
    says: tuple[str, ...]
    """Messages; ``…`` stands for what is filled in."""


@dataclass(frozen=True)
class Rule:
    """What the sources say of an id."""

    id: str
    found: tuple[Found, ...]
    help: str
    """What to do; "" where that depends on the case."""

    @property
    def says(self) -> str:
        """A message."""
        return next((said for found in self.found for said in found.says), "")


@dataclass(frozen=True)
class Example:
    """A section of an explanation."""

    text: str
    """Markdown, with the code."""
    language: str
    """"python" or "mlir"."""
    code: str


@dataclass(frozen=True)
class Explanation:
    """A rule, why it is so, and an example of each kind."""

    rule: str
    """One sentence."""
    why: str
    """Markdown."""
    bad: Example
    good: Example
    options: str = ""
    """What can be set, of a lint."""
    related: str = ""
    """Other ids, of a lint."""


@functools.cache
def rules() -> dict[str, Rule]:
    """Every rule by its id."""
    return {
        name: Rule(
            name,
            tuple(Found(by, one["severity"], tuple(one["says"])) for by, one in entry["found_by"].items()),
            entry["help"],
        )
        for name, entry in json.loads((_FOLDER / "rules.json").read_text()).items()
    }


def explained() -> list[str]:
    """The ids that have an explanation."""
    return sorted(path.stem for path in _FOLDER.glob("*.md"))


def explanation(name: str) -> Explanation | None:
    """The explanation of an id; None where there is none. ValueError for a file that has not the form."""
    path = _FOLDER / f"{name}.md"
    return parse(path.read_text()) if name in rules() and path.exists() else None


def parse(text: str) -> Explanation:
    """An explanation from the text of its file; ValueError says what is missing."""
    sections = _SECTIONS.match(text)
    if sections is None:
        raise ValueError("it has the parts `# rule`, why, `## Bad` and `## Good`, in this order")
    why = sections["why"].strip()
    if not why:
        raise ValueError("it does not say why")
    more = [(sections[name] or "").strip() for name in ("options", "related")]
    return Explanation(sections["rule"].strip(), why, _example("Bad", sections), _example("Good", sections), *more)


def _example(title: str, sections: re.Match[str]) -> Example:
    text = sections[title.lower()].strip()
    code = _CODE.findall(text)
    if len(code) != 1 or code[0][0] not in ("python", "mlir"):
        raise ValueError(f"`## {title}` has one block of code, python or mlir")
    return Example(text, *code[0])


def find(text: str) -> str:
    """The id in what a user has: the id, or a message that holds it. Raises WaveError for none."""
    known = rules()
    candidates = [*reversed(_IN_BRACKETS.findall(text)), *_WORD.findall(text.lower())]
    for candidate in candidates:
        if candidate in known:
            return candidate
    wanted = candidates[0] if _IN_BRACKETS.search(text) else text.strip().lower().replace(" ", "-").replace("_", "-")
    near = difflib.get_close_matches(wanted, known, 3, 0.5)
    if not near:
        # A part of an id will do: "barrier".
        near = [name for name in known if wanted and wanted in name][:5]
    fix = f"did you mean {', '.join(near)}?" if near else "`explain` alone lists all ids"
    raise WaveError(f"there is no error with the id '{wanted}'", fix)
