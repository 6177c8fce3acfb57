"""``wavedialect explain``: explains an error by its id."""

from __future__ import annotations

import dataclasses
import difflib
import json
import re
import textwrap

import click
from rich.console import Console
from rich.markdown import Markdown
from rich.padding import Padding
from rich.syntax import Syntax
from rich.text import Text

from ..errors import WaveError
from ..explanations import CODE, FINDERS, Example, Rule, ids, rule, rules
from ..frontends.languages import LANGUAGES
from .completion import complete_id
from .help import Command
from .tables import console, facts, show

_IN_BRACKETS = re.compile(r"\[([a-z0-9]+(?:-[a-z0-9]+)*)\]")
#: The least similarity of an id that may be meant: words as unlike as "nonsense" and "no-kernel" are below it.
_NEAR = 0.65
_WORD = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


@click.command(
    cls=Command,
    short_help="Explain an error by its id.",
    examples=[
        "explain barrier-divergent",
        "explain barrier-divergent --hlsl",
        "explain",
        "explain --search groupshared",
    ],
)
@click.argument("text", metavar="[ID]", nargs=-1, shell_complete=complete_id)
@click.option("--search", metavar="WORD", help="List the ids whose id, rule or help contains this word.")
@click.option("--hlsl", is_flag=True, help="Explain it for shaders: names and code in HLSL.")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def command(text: tuple[str, ...], search: str | None, hlsl: bool, as_json: bool) -> None:
    """Explains an error: the rule, the reason, code that breaks it, and code that follows it.

    ID is in brackets at the end of an error's first line. You can also pass the whole line. Without ID, lists all ids.
    """
    if not text or search is not None:
        if text:
            raise click.UsageError("--search lists ids: leave ID out")
        _list(search or "", as_json)
        return
    page = find(" ".join(text))
    if hlsl:
        page = _for_shaders(page)
    if as_json:
        click.echo(json.dumps(dataclasses.asdict(page), indent=2, ensure_ascii=False))
        return
    _show(console(), page)


def _for_shaders(page: Rule) -> Rule:
    """The page with the names and, where it has them, the examples of HLSL."""
    spelling = LANGUAGES["hlsl"]
    if page.language == "Python":
        return dataclasses.replace(
            page, why=f"Shaders do not have this: the page is for kernels in Python.\n\n{page.why}"
        )
    return dataclasses.replace(
        page,
        rule=spelling.page(page.rule),
        help=spelling.help_of(page.id),
        hlsl_help="",
        why=spelling.page(page.why),
        bad=_of_shaders(page.bad),
        good=_of_shaders(page.good),
        options=spelling.page(page.options),
        related=spelling.page(page.related),
    )


def _of_shaders(example: Example) -> Example:
    """An example with the names of HLSL in its text, and without its code in Python if it has the same in HLSL."""
    spelling = LANGUAGES["hlsl"]
    pieces, end = [], 0
    for block in CODE.finditer(example.text):
        pieces.append(spelling.page(example.text[end : block.start()]))
        if block[1] == "hlsl" or not example.hlsl:
            pieces.append(block[0])
        end = block.end()
    pieces.append(spelling.page(example.text[end:]))
    text = re.sub(r"\n{3,}", "\n\n", "".join(pieces)).strip()
    return (
        Example(text, "hlsl", example.hlsl, example.hlsl) if example.hlsl else dataclasses.replace(example, text=text)
    )


def find(text: str) -> Rule:
    """Finds the page in a user's text: its id, or a message that contains it. Raises WaveError if there is none."""
    candidates = [*reversed(_IN_BRACKETS.findall(text)), *_WORD.findall(text.lower())]
    for candidate in candidates:
        if page := rule(candidate):
            return page
    wanted = candidates[0] if _IN_BRACKETS.search(text) else text.strip().lower().replace(" ", "-").replace("_", "-")
    near = difflib.get_close_matches(wanted, ids(), 3, _NEAR)
    if not near:
        # A part of an id is enough: "barrier".
        near = [name for name in ids() if wanted and wanted in name][:5]
    fix = (
        f"did you mean {', '.join(near)}?"
        if near
        else "`explain` alone lists all ids, and `explain --search WORD` those about a word"
    )
    raise WaveError(f"there is no error with the id '{wanted}'", fix)


def _list(word: str, as_json: bool) -> None:
    """Lists all ids, or those whose rule contains a word, grouped by the part that finds them."""
    word = word.lower()
    chosen = [
        page for page in rules().values() if any(word in text.lower() for text in (page.id, page.rule, page.help))
    ]
    if as_json:
        click.echo(json.dumps([dataclasses.asdict(page) for page in chosen], indent=2, ensure_ascii=False))
        return
    out = console()
    first = True
    for by, heading in FINDERS.items():
        # List each id once, under its first finder.
        rows = [(page.id, page.rule) for page in chosen if next(iter(page.severities)) == by]
        if rows:
            out.print(Text(heading if first else f"\n{heading}", "bold"))
            show(out, facts(rows))
            first = False
    if first:
        out.print(f"no id, rule or help has '{word}' in it")


def _show(out: Console, page: Rule) -> None:
    found = " and ".join(_by(finder, severity) for finder, severity in page.severities.items())
    out.print(Text.assemble((page.id, "bold"), f"  {found}"))
    out.print()
    show(out, Text(page.rule, "bold"))
    if page.help:
        out.print()
        show(out, facts([("help", page.help)]))
    if page.hlsl_help:
        show(out, facts([("help in HLSL", page.hlsl_help)]))
    for title, style, text in (
        ("Why", "bold", page.why),
        ("Bad", "bold red", page.bad),
        ("Good", "bold green", page.good),
        ("Options", "bold", page.options),
        ("Related", "bold", page.related),
    ):
        if not text:
            continue
        out.print()
        out.print(Text(title, style))
        out.print()
        _body(out, text)


def _by(by: str, severity: str) -> str:
    article = "an" if severity == "error" else "a"
    return f"{article} {severity} of the {by}"


def _body(out: Console, section: str | Example) -> None:
    """Prints Markdown. Without colors, prints the source text, since backticks would be lost."""
    if isinstance(section, str):
        section = _without_links(section)
        if out.is_terminal:
            show(out, Padding(Markdown(section), (0, 0, 0, 2)))
        else:
            out.print(_filled(section, out.width), soft_wrap=True)
        return
    text, *blocks = CODE.split(section.text)
    is_first = not text.strip()
    if not is_first:
        _body(out, text.strip())
    for language, code, after in zip(blocks[::3], blocks[1::3], blocks[2::3], strict=True):
        if not is_first:
            out.print()
        is_first = False
        _code(out, language, code)
        if after.strip():
            out.print()
            _body(out, after.strip())


def _code(out: Console, language: str, code: str) -> None:
    """Prints a block of code, in colors on a terminal."""
    if out.is_terminal:
        lexer = language if language in ("python", "hlsl") else "text"
        syntax = Syntax(code.rstrip(), lexer, theme="ansi_dark", background_color="default", word_wrap=True)
        show(out, Padding(syntax, (0, 0, 0, 2)))
    else:
        out.print(textwrap.indent(code.rstrip(), "  "), soft_wrap=True)


def _without_links(text: str) -> str:
    """Names the files of links, whose paths are relative to the page; of another id the name is enough."""
    text = re.sub(r"\[([^\]\n]+)\]\((?!http)[\w-]+\.md\)", r"\1", text)
    return re.sub(r"\[([^\]]+)\]\((?:\.\./)+([^)]+)\)", r"\1 (\2)", text)


def _filled(text: str, width: int) -> str:
    """Wraps paragraphs and list items anew."""
    filled = []
    for paragraph in text.split("\n\n"):
        items = re.split(r"\n(?=[-*] )", paragraph)
        hangs = ["    " if item[:2] in ("- ", "* ") else "  " for item in items]
        filled.append(
            "\n".join(
                textwrap.fill(" ".join(item.split()), width, initial_indent="  ", subsequent_indent=hang)
                for item, hang in zip(items, hangs, strict=True)
            )
        )
    return "\n\n".join(filled)
