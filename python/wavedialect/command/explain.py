"""``wavedialect explain``: explains an error by its id."""

from __future__ import annotations

import dataclasses
import json
import re
import textwrap

import click
from rich.console import Console
from rich.markdown import Markdown
from rich.padding import Padding
from rich.syntax import Syntax
from rich.text import Text

from ..explanations import FINDERS, Example, Explanation, Rule, explanation, find, rules
from .help import Command
from .tables import console, facts, show


@click.command(
    cls=Command,
    short_help="Explain an error by its id.",
    examples=["explain barrier-divergent", "explain", "explain --search groupshared"],
)
@click.argument("text", metavar="[ID]", nargs=-1)
@click.option("--search", metavar="WORD", help="List the ids whose id, message or advice contains this word.")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def command(text: tuple[str, ...], search: str | None, as_json: bool) -> None:
    """Explains an error: the rule, the reason, code that breaks it, and code that follows it.

    ID is in brackets at the end of an error's first line. You can also pass the whole line. Without ID, lists all ids.
    """
    if not text or search is not None:
        if text:
            raise click.UsageError("--search lists ids: leave ID out")
        _list(search or "", as_json)
        return
    rule = rules()[find(" ".join(text))]
    more = explanation(rule.id)
    if as_json:
        found = {"rule": rule, "explanation": more}
        values = {name: dataclasses.asdict(value) if value else None for name, value in found.items()}
        click.echo(json.dumps(values, indent=2, ensure_ascii=False))
        return
    _show(console(), rule, more)


def _list(word: str, as_json: bool) -> None:
    """Lists all ids, or those whose rule contains a word, grouped by the part that finds them."""
    word = word.lower()
    chosen = [
        rule
        for rule in rules().values()
        if any(
            word in text.lower() for text in (rule.id, rule.help, *(said for one in rule.found for said in one.says))
        )
    ]
    if as_json:
        click.echo(json.dumps([dataclasses.asdict(rule) for rule in chosen], indent=2, ensure_ascii=False))
        return
    out = console()
    first = True
    for by, heading in FINDERS.items():
        # List each id once, under its first finder.
        rows = [(rule.id, _one_line(rule)) for rule in chosen if rule.found[0].by == by]
        if rows:
            out.print(Text(heading if first else f"\n{heading}", "bold"))
            show(out, facts(rows))
            first = False
    if first:
        out.print(f"no id, message or advice has '{word}' in it")


def _one_line(rule: Rule) -> str:
    more = explanation(rule.id)
    return more.rule if more else rule.says or rule.help


def _show(out: Console, rule: Rule, more: Explanation | None) -> None:
    found = " and ".join(_by(one.by, one.severity) for one in rule.found)
    out.print(Text.assemble((rule.id, "bold"), f"  {found}"))
    out.print()
    if more is not None:
        show(out, Text(more.rule, "bold"))
        out.print()
    rows = [("says", said) for one in rule.found for said in one.says[:2]]
    rows.append(("help", rule.help))
    show(out, facts(row for row in rows if row[1]))
    if more is None:
        return
    for title, style, text in (
        ("Why", "bold", more.why),
        ("Bad", "bold red", more.bad),
        ("Good", "bold green", more.good),
        ("Options", "bold", more.options),
        ("Related", "bold", more.related),
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
        if out.is_terminal:
            show(out, Padding(Markdown(section), (0, 0, 0, 2)))
        else:
            out.print(_filled(section, out.width), soft_wrap=True)
        return
    before, _, after = section.text.partition("```")
    after = after.partition("\n```")[2].strip()
    if before.strip():
        _body(out, before.strip())
        out.print()
    if out.is_terminal:
        lexer = "python" if section.language == "python" else "text"
        syntax = Syntax(section.code.rstrip(), lexer, theme="ansi_dark", background_color="default", word_wrap=True)
        show(out, Padding(syntax, (0, 0, 0, 2)))
    else:
        out.print(textwrap.indent(section.code.rstrip(), "  "), soft_wrap=True)
    if after:
        out.print()
        _body(out, after)


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
