"""The explanations of error ids. ``rules.json`` has the facts about every id from the sources; a file ``<id>.md``
states the rule and its reason, and shows code that breaks it and correct code.

Such a file is Markdown; the last two parts are only for lints::

    # The rule, in a sentence.

    The reason.

    ## Bad

    ```python
    ...
    ```

    ## Good

    ```python
    ...
    ```

    ## Options

    The settings.

    ## Related

    Other ids.

The code is tested as a file that begins with ``HEAD``. In the bad example a kernel is rejected with this id, or running
the code raises or prints the id, as a report of the checker does; the good example compiles without diagnostics. A test
runs both. Text may surround the code. Code of the dialect, for cases that cannot be written in Python, is ``mlir``; its
first line may name the command to run, ``// wave-opt --wave-verify=barriers``.
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
"""The hidden lines above the code of an example."""

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
"""The components that find violations of rules."""


@dataclass(frozen=True)
class Found:
    """How a component reports a violation of a rule."""

    by: str
    """One of ``FINDERS``."""
    severity: str
    """"error", "warning" or "note"."""
    says: tuple[str, ...]
    """Messages; ``…`` marks inserted text."""


@dataclass(frozen=True)
class Rule:
    """The facts about an id from the sources."""

    id: str
    found: tuple[Found, ...]
    help: str
    """The fix; "" if it depends on the case."""

    @property
    def says(self) -> str:
        """One of the messages; "" if there is none."""
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
    """A rule, its reason, and an example of each kind."""

    rule: str
    """One sentence."""
    why: str
    """Markdown."""
    bad: Example
    good: Example
    options: str = ""
    """The settings of a lint."""
    related: str = ""
    """Related ids of a lint."""


@functools.cache
def rules() -> dict[str, Rule]:
    """Every rule by id."""
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
    """The explanation of an id; None if there is none. Raises ValueError for a malformed file."""
    path = _FOLDER / f"{name}.md"
    return parse(path.read_text()) if name in rules() and path.exists() else None


def parse(text: str) -> Explanation:
    """The explanation in the text of a file; raises ValueError with the missing part."""
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
    """Finds the id in a user's text: the id, or a message that contains it. Raises WaveError if there is none."""
    known = rules()
    candidates = [*reversed(_IN_BRACKETS.findall(text)), *_WORD.findall(text.lower())]
    for candidate in candidates:
        if candidate in known:
            return candidate
    wanted = candidates[0] if _IN_BRACKETS.search(text) else text.strip().lower().replace(" ", "-").replace("_", "-")
    near = difflib.get_close_matches(wanted, known, 3, 0.5)
    if not near:
        # A part of an id is enough: "barrier".
        near = [name for name in known if wanted and wanted in name][:5]
    fix = f"did you mean {', '.join(near)}?" if near else "`explain` alone lists all ids"
    raise WaveError(f"there is no error with the id '{wanted}'", fix)
