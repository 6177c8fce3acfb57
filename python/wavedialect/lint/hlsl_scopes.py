"""The names of HLSL text: macros, declarations, and the local variables at a place, as far as tokens show them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..frontends.hlsl.source_text import Token

_MACRO = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.MULTILINE)
_CONTROL = ("if", "for", "while", "switch")
#: Words before a name that is used, not declared.
_BEFORE_USE = ("return", "else", "case", "do", "in", "out", "inout", *_CONTROL)
_WORDS = re.compile(
    r"if|else|for|while|do|switch|case|default|break|continue|return|discard|const|static|precise|true|false"
    r"|unroll|loop|branch|flatten"
    r"|(?:bool|u?int|float|half|double|u?int(?:16|32|64)_t|float(?:16|32|64)_t|min16\w+)(?:[1-4](?:x[1-4])?)?"
)


def macros_of(text: str) -> set[str]:
    """The macros that a file defines anywhere."""
    return set(_MACRO.findall(text.replace("\\\n", "")))


def is_word(name: str) -> bool:
    """Whether a name is a keyword or a type of HLSL."""
    return _WORDS.fullmatch(name) is not None


def declared(tokens: Sequence[Token]) -> set[str]:
    """The names that a file may declare: of variables, parameters, functions and types."""
    found = set()
    for before, token in zip(tokens, tokens[1:], strict=False):
        if _follows_type(before.text) and token.text.isidentifier():
            found.add(token.text)
    return found | {name for first in range(len(tokens)) for name in _declarators(tokens, first)}


def locals_at(tokens: Sequence[Token], index: int) -> set[str] | None:
    """The parameters and the local variables of the function around a token that are visible there; None if it is in no
    function. Variables of loops are left out."""
    body = _body(tokens, index)
    if body is None:
        return None
    opening, bracket = body
    found = {
        tokens[i].text
        for i in range(bracket + 1, opening)
        if tokens[i].text.isidentifier()
        and _follows_type(tokens[i - 1].text)
        and tokens[i + 1].text in (",", ")", ":", "[", "=")
    }
    # The names of each block that is open.
    blocks: list[set[str]] = []
    for i in range(opening, index):
        text = tokens[i].text
        if text == "{":
            blocks.append(set())
        elif text == "}":
            blocks.pop()
        if text in ("{", "}", ";"):
            blocks[-1].update(_declarators(tokens, i + 1))
    return found.union(*blocks)


def _follows_type(before: str) -> bool:
    return before == ">" or (before.isidentifier() and before not in _BEFORE_USE)


def _declarators(tokens: Sequence[Token], first: int) -> set[str]:
    """The variables of the declaration that begins at a token; none for other statements."""
    i, found = first, set[str]()

    def text(at: int) -> str:
        return tokens[at].text if at < len(tokens) else ";"

    while text(i) in ("const", "static", "precise", "uniform"):
        i += 1
    if not text(i).isidentifier() or text(i) in _BEFORE_USE:
        return found
    i += 1
    if text(i) == "<":
        while text(i) not in (">", ";", "{"):
            i += 1
        i += 1
    if not text(i).isidentifier() or text(i + 1) not in ("=", ";", ",", "["):
        return found
    found.add(text(i))
    depth = 0
    while text(i) != ";" or depth > 0:
        if i >= len(tokens):
            break
        depth += (text(i) in ("(", "[", "{")) - (text(i) in (")", "]", "}"))
        if depth < 0:
            break
        if text(i) == "," and depth == 0 and text(i + 1).isidentifier():
            found.add(text(i + 1))
        i += 1
    return found


def _body(tokens: Sequence[Token], index: int) -> tuple[int, int] | None:
    """The brace that opens the body of the function around a token, and the bracket that opens its parameters."""
    depth = 0
    for i in range(index, -1, -1):
        depth += (tokens[i].text == "}") - (tokens[i].text == "{")
        if depth >= 0 or tokens[i].text != "{":
            continue
        # This brace is around the token: the next one must be farther out.
        depth = 0
        bracket = _opening(tokens, i - 1)
        if bracket is not None and bracket > 0:
            name = tokens[bracket - 1].text
            if name.isidentifier() and name not in _CONTROL:
                return i, bracket
    return None


def _opening(tokens: Sequence[Token], closing: int) -> int | None:
    """The bracket that the one at a token closes."""
    if closing < 0 or tokens[closing].text != ")":
        return None
    depth = 0
    for i in range(closing, -1, -1):
        depth += (tokens[i].text == ")") - (tokens[i].text == "(")
        if depth == 0:
            return i
    return None
