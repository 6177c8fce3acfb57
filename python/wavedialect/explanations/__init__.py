"""The table of diagnostics: a page ``<id>.md`` for each id, which has every fact about it except the messages.

A page is Markdown; the last two parts are only for lints::

    # The rule, in a sentence.

    - only in: Python
    - error: front end, compiler
    - note: checker
    - help: the fix
    - hlsl help: the fix in a shader, if it is another one

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

The list states that a rule is only about kernels in Python. It states each severity with the ``FINDERS`` that report it. ``help`` is printed below an error unless the code that
reports it passes a more specific one. If no help is right in every case, the list has ``no help`` with the reason.

The code is tested as a file that begins with ``HEAD``. In the bad example a kernel is rejected with this id, or running
the code raises or prints the id, as a report of the checker does; the good example compiles without diagnostics. A test
runs both. Text may surround the code. Code of the dialect, for cases that cannot be written in Python, is ``mlir``; its
first line may name the command to run, ``// wave-opt --wave-verify=barriers``. A second block has the same code in
``hlsl``; rules that only HLSL has are shown in it alone. Its first line may name the command to run,
``// wavedialect check shader.hlsl x=zeros:16``.
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from pathlib import Path

HEAD = """import numpy as np
import wavedialect as wd
from wavedialect import f16, f32, f64, i16, i32, i64, u16, u32, u64, float2, float3, float4
"""
"""The hidden lines above the code of an example."""

_FOLDER = Path(__file__).parent
CODE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FACT = re.compile(r"^- (only in|error|warning|note|help|no help|hlsl help): (.+\n(?:  .+\n)*)", re.MULTILINE)
_SECTIONS = re.compile(
    r"\A# (?P<rule>.+?)\n\n(?P<facts>(?:- [^\n]+\n(?:  [^\n]+\n)*)*)(?P<why>.*?)^## Bad\n(?P<bad>.*?)^## Good\n(?P<good>.*?)"
    r"(?:^## Options\n(?P<options>.*?)^## Related\n(?P<related>.*))?\Z",
    re.M | re.S,
)

FINDERS = {
    "front end": "Rules of the language, checked by the front end",
    "compiler": "Rules of the dialect and the targets, checked by the compiler",
    "interpreter": "Undefined behavior, found by the interpreter",
    "CPU": "Undefined behavior, found by launches on the CPU",
    "checker": "Undefined behavior and dependence on the wave size, found by the checker",
    "lint": "Legal but probably unintended or slow code, found by lints",
}
"""The components that find violations of rules."""


@dataclass(frozen=True)
class Example:
    """A section of a page."""

    text: str
    """Markdown, with the code."""
    language: str
    """"python", "mlir" or "hlsl"."""
    code: str
    hlsl: str = ""
    """The same code in HLSL, if the section has it."""


@dataclass(frozen=True)
class Rule:
    """A page."""

    id: str
    rule: str
    """One sentence."""
    severities: dict[str, str]
    """"error", "warning" or "note", by finder; the finders are in the order of ``FINDERS``."""
    help: str
    """The fix, if it is the same in every case; otherwise empty."""
    hlsl_help: str
    """The fix in HLSL, if it is another one; otherwise empty."""
    no_help: str
    """The reason why ``help`` is empty."""
    why: str
    """Markdown."""
    bad: Example
    good: Example
    options: str = ""
    """The settings of a lint."""
    related: str = ""
    """Related ids of a lint."""
    language: str = ""
    """"Python" if the rule is only about kernels in Python; otherwise empty."""

    @property
    def found(self) -> str:
        """The severities with their finders: "error: interpreter; note: checker"."""
        by = {severity: [] for severity in self.severities.values()}
        for finder, severity in self.severities.items():
            by[severity].append(finder)
        return "; ".join(f"{severity}: {', '.join(finders)}" for severity, finders in by.items())


@functools.cache
def ids() -> list[str]:
    """All ids."""
    return sorted(path.stem for path in _FOLDER.glob("*.md"))


@functools.cache
def rule(name: str) -> Rule | None:
    """The page of an id; None if there is none. Raises ValueError for a malformed page."""
    path = _FOLDER / f"{name}.md"
    return parse(name, path.read_text()) if path.exists() else None


def rules() -> dict[str, Rule]:
    """Every page by id."""
    return {name: found for name in ids() if (found := rule(name))}


def parse(name: str, text: str) -> Rule:
    """The page with this text; raises ValueError with the missing part."""
    sections = _SECTIONS.match(text)
    if sections is None:
        raise ValueError("it has the parts `# rule`, facts, why, `## Bad` and `## Good`, in this order")
    facts = {key: " ".join(value.split()) for key, value in _FACT.findall(sections["facts"])}
    language = facts.pop("only in", "")
    if language not in ("", "Python"):
        raise ValueError("its `only in` is Python: a rule that only HLSL has is shown in HLSL alone")
    help, no_help, hlsl_help = (facts.pop(key, "") for key in ("help", "no help", "hlsl help"))
    if bool(help) == bool(no_help):
        raise ValueError("its facts have `help` or `no help`")
    found = {finder: severity for severity, finders in facts.items() for finder in finders.split(", ")}
    if not found or not set(found) <= set(FINDERS):
        raise ValueError(f"its facts have a severity and who reports it, of {', '.join(FINDERS)}")
    why = sections["why"].strip()
    if not why:
        raise ValueError("it does not say why")
    severities = {finder: found[finder] for finder in FINDERS if finder in found}
    examples = _example("Bad", sections), _example("Good", sections)
    more = [(sections[part] or "").strip() for part in ("options", "related")]
    return Rule(name, sections["rule"].strip(), severities, help, hlsl_help, no_help, why, *examples, *more, language)


def _example(title: str, sections: re.Match[str]) -> Example:
    text = sections[title.lower()].strip()
    code = CODE.findall(text)
    languages = [language for language, _ in code]
    if languages not in (["python"], ["mlir"], ["hlsl"], ["python", "hlsl"]):
        raise ValueError(f"`## {title}` has one block of code, python, mlir or hlsl, or python and then hlsl")
    return Example(text, *code[0], hlsl=code[-1][1] if languages[-1] == "hlsl" else "")
