"""Fixes of findings in HLSL text: local changes at the tokens around a place.

The text is not parsed. Each rewriter recognizes one form of the source by its tokens, and returns no edit for any other form.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ..frontends.hlsl import source_text
from ..frontends.hlsl.source_text import Position, Token
from ..ir.module import Location
from . import hlsl_scopes
from .source_text import Edit, SourceText

_INDENT = "  "
#: The tokens before a statement.
_ENDS = (";", "{", "}")
#: The tokens before and behind an expression whose operator may be replaced together with its operands.
_BEFORE_OPERAND = ("=", "(", "[", ",", "return", "?", ":")
_AFTER_OPERAND = (")", "]", ",", ";", "?", ":")
#: Further ones for `%`, because it binds more tightly than these operators.
_WEAKER = ("+", "<", ">", "|", "=")
_ATOMIC = re.compile(r"Interlocked\w+")
_COUNT = "WavePrefixCountBits"
#: A function of HLSL whose result does not depend on which lanes are active, or the constructor of a number or vector.
_OF_THE_LANE = re.compile(
    r"WaveGetLane(?:Index|Count)|GetGroupWave(?:Index|Count)|min|max|abs|select|as(?:u?int|float)"
    r"|(?:bool|u?int|float|half|double|u?int(?:16|32|64)_t|float(?:16|32|64)_t)[1-4]?"
)
#: A function of HLSL that takes its arguments by value.
_BY_VALUE = re.compile(rf"Wave(?:Active|Prefix|Read|Is|Get|Match|MultiPrefix)\w*|{_OF_THE_LANE.pattern}")
#: A function of HLSL that changes no local variable but an argument.
_HARMLESS = re.compile(rf"Interlocked\w+|(?:Group|Device|All)MemoryBarrier(?:WithGroupSync)?|{_BY_VALUE.pattern}")
_CONDITIONAL = ("if", "while", "switch")
_KEYWORDS = (*_CONDITIONAL, "for", "return")


@dataclass(frozen=True)
class HLSLTask:
    """The input of a rewriter."""

    source: SourceText
    function: str
    """The function to use, with its name in HLSL; empty if the fix names none."""
    wanted: str
    """The fix to make, in the compiler's words."""
    place: Location
    """The place to change."""
    related: Sequence[Location]
    """The related places of the finding."""

    @cached_property
    def _text(self) -> str:
        return "".join(io.StringIO(self.source.text, newline=None))

    @cached_property
    def tokens(self) -> Sequence[Token]:
        """The tokens of the file, without directives and comments."""
        return source_text.tokens_of(self._text)

    @cached_property
    def macros(self) -> set[str]:
        """The macros that the file defines."""
        return hlsl_scopes.macros_of(self._text)

    @cached_property
    def declared(self) -> set[str]:
        """The names that the file declares."""
        return hlsl_scopes.declared(self.tokens)

    def at(self, place: Location) -> int | None:
        """The token that begins at a place."""
        return next((i for i, token in enumerate(self.tokens) if token.at == (place.line, place.column)), None)

    def text(self, index: int) -> str:
        """The text of a token; empty beyond the file."""
        return self.tokens[index].text if 0 <= index < len(self.tokens) else ""

    def end(self, index: int) -> Position:
        """The place behind a token."""
        line, column = self.tokens[index].at
        return line, column + len(self.tokens[index].text)

    def between(self, first: int, last: int) -> str:
        """The text from a token to another, both included."""
        return self.source.between(self.tokens[first].at, self.end(last))

    def has_comment(self, first: int, last: int) -> bool:
        """Whether an edit of these tokens would change a comment or a directive."""
        text = self.between(first, last)
        return "//" in text or "/*" in text or "#" in text

    def replace(self, first: int, last: int, replacement: str) -> list[Edit]:
        """The edit of some tokens; none if it would delete a comment."""
        if not replacement or self.has_comment(first, last):
            return []
        return [self.edit(self.tokens[first].at, self.end(last), replacement)]

    def edit(self, start: Position, end: Position, replacement: str) -> Edit:
        """Makes an edit of the file."""
        return Edit(self.source.file, *start, *end, replacement)

    def closing(self, opening: int) -> int | None:
        """The bracket that closes the one at a token."""
        depth = 0
        for index in range(opening, len(self.tokens)):
            text = self.tokens[index].text
            depth += (text in ("(", "[", "{")) - (text in (")", "]", "}"))
            if depth == 0:
                return index
        return None

    def arguments(self, opening: int) -> list[tuple[int, int]] | None:
        """The arguments of a call whose bracket opens at a token, each as its first and last token."""
        closing = self.closing(opening)
        if self.text(opening) != "(" or closing is None:
            return None
        found, depth, first = [], 0, opening + 1
        for index in range(opening + 1, closing + 1):
            text = self.tokens[index].text
            if index == closing or (text == "," and depth == 0):
                found.append((first, index - 1))
                first = index + 1
            depth += (text in ("(", "[", "{")) - (text in (")", "]", "}"))
        return found if all(first <= last for first, last in found) else None

    def statement(self, place: Location) -> tuple[int, int] | None:
        """The first and last token of the simple statement around a place, if it begins a line, and is in a block."""
        at = place.line, place.column
        around = [one for one in source_text.source_of(self._text).statements if one.start <= at <= one.end]
        if not around:
            return None
        found = max(around)
        first, last = (self.at(Location(place.file, *one)) for one in (found.start, found.end))
        if first is None or last is None or self.text(first - 1) not in _ENDS or self.indentation(first) is None:
            return None
        return first, last

    def indentation(self, index: int) -> str | None:
        """The white space before a token; None if it does not begin its line."""
        line, column = self.tokens[index].at
        before = self.source.lines[line - 1][: column - 1]
        return None if before.strip() else before

    def newline(self, index: int) -> str:
        """The line ending at a token."""
        return self.source.newline_at(self.tokens[index].at[0])

    def calls(self, first: int, last: int) -> list[str]:
        """The functions that some tokens call."""
        return [
            self.text(index)
            for index in range(first, last)
            if self.text(index + 1) == "(" and self.text(index).isidentifier() and self.text(index) not in _KEYWORDS
        ]

    def names(self, tokens: range) -> set[str]:
        """The names of variables and functions among some tokens."""
        return {
            self.text(i)
            for i in tokens
            if self.text(i).isidentifier() and self.text(i - 1) != "." and not hlsl_scopes.is_word(self.text(i))
        }

    def may_have_macro(self, tokens: range) -> bool:
        """Whether one of some tokens may be a macro: it is one of this file, or neither declared in it nor a function of
        HLSL."""
        words = {self.text(i) for i in tokens if self.text(i).isidentifier()}
        unknown = {name for name in self.names(tokens) - self.declared if not _HARMLESS.fullmatch(name)}
        return not words.isdisjoint(self.macros) or bool(unknown)

    def bracket_around(self, index: int) -> int | None:
        """The innermost round bracket around a token."""
        depth = 0
        for i in range(index - 1, -1, -1):
            depth += (self.text(i) in (")", "]", "}")) - (self.text(i) in ("(", "[", "{"))
            if depth < 0:
                return i if self.text(i) == "(" else None
        return None

    def assigns(self, tokens: range) -> bool:
        """Whether some tokens may assign anything."""
        for i in tokens:
            before, text, after = self.text(i - 1), self.text(i), self.text(i + 1)
            if text in ("+", "-") and after == text:
                return True
            # `==`, `!=`, `<=` and `>=` compare, and `<<=` and `>>=` assign.
            compares = after == "=" or before in ("=", "!") or (before in "<>" and self.text(i - 2) != before)
            if text == "=" and not compares:
                return True
        return False

    def has_comma(self, tokens: range) -> bool:
        """Whether there is a comma outside of brackets."""
        depth = 0
        for i in tokens:
            depth += (self.text(i) in ("(", "[", "{")) - (self.text(i) in (")", "]", "}"))
            if depth == 0 and self.text(i) == ",":
                return True
        return False

    def operand_before(self, index: int) -> int | None:
        """The first token of the name, or member of a name, that ends before a token; None for a name with `::` and for
        a macro."""
        first = index - 1
        if self.text(first) in self.macros:
            return None
        while self.text(first).isidentifier() and self.text(first - 1) == "." and self.text(first - 2).isidentifier():
            first -= 2
        if (self.text(first - 2), self.text(first - 1)) == (":", ":") or self.text(first) in self.macros:
            return None
        return first if self.text(first).isidentifier() and self.text(first) != "return" else None


def barrier(task: HLSLTask) -> list[Edit]:
    """Replaces the name of a barrier."""
    index = task.at(task.place)
    if index is None or "MemoryBarrier" not in task.text(index) or task.text(index + 1) != "(":
        return []
    return task.replace(index, index, task.function)


def barrier_before(task: HLSLTask) -> list[Edit]:
    """Inserts a barrier before the statement."""
    found = task.statement(task.place)
    if found is None:
        return []
    first, _ = found
    start = task.tokens[first].at
    # The other access must be before this statement.
    if any((place.line, place.column) >= start for place in task.related):
        return []
    return [task.edit(start, start, f"{task.function}();{task.newline(first)}{task.indentation(first)}")]


def barrier_behind(task: HLSLTask) -> list[Edit]:
    """Moves the barrier at the end of the block of an ``if`` behind it."""
    found = task.statement(task.place)
    if found is None:
        return []
    first, last = found
    closing = last + 1
    opening = next((i for i in range(first, -1, -1) if task.text(i) == "{" and task.closing(i) == closing), None)
    if task.text(first - 1) == "{" or opening is None or task.text(closing + 1) == "else":
        return []
    # The bracket of the condition.
    bracket = next((i for i in range(opening, -1, -1) if task.text(i) == "(" and task.closing(i) == opening - 1), None)
    if bracket is None or task.text(bracket - 1) != "if" or task.text(bracket - 2) not in _ENDS:
        return []
    indentation = task.indentation(bracket - 1)
    line, end = task.tokens[first].at[0], task.end(last)
    # The barrier must be alone on its line, which is deleted.
    if indentation is None or end[0] != line or task.source.lines[line - 1][end[1] - 1 :].strip():
        return []
    # Lines that the preprocessor may skip.
    if "#" in task.between(first - 1, closing):
        return []
    behind = task.end(closing)
    moved = f"{task.newline(closing)}{indentation}{task.between(first, last)}"
    return [task.edit((line, 1), (line + 1, 1), ""), task.edit(behind, behind, moved)]


def first_lane(task: HLSLTask) -> list[Edit]:
    """Replaces ``WaveReadLaneAt(x, 0)``."""
    index = task.at(task.place)
    arguments = task.arguments(index + 1) if index is not None and task.text(index) == "WaveReadLaneAt" else None
    if index is None or arguments is None or len(arguments) != 2:
        return []
    if task.between(*arguments[1]) not in ("0", "0u", "0U"):
        return []
    return task.replace(index, arguments[1][1] + 1, f"{task.function}({task.between(*arguments[0])})")


def lane_index(task: HLSLTask) -> list[Edit]:
    """Replaces ``thread % 32``. Before Shader Model 6.10, HLSL has no index of a wave in place of ``thread / 32``."""
    index = task.at(task.place)
    if index is None or task.text(index) not in ("%", "&") or task.function != "WaveGetLaneIndex":
        return []
    first, right = task.operand_before(index), index + 1
    before, after = (_BEFORE_OPERAND, _AFTER_OPERAND)
    if task.text(index) == "%":
        before, after = (*before, *_WEAKER), (*after, *_WEAKER, "*")
    if first is None or task.text(first - 1) not in before:
        return []
    if not re.fullmatch(r"\w+", task.text(right)) or task.text(right + 1) not in after:
        return []
    return task.replace(first, right, f"{task.function}()")


def one_lane(task: HLSLTask) -> list[Edit]:
    """Puts an atomic without a result under a condition."""
    found = task.statement(task.place)
    if found is None:
        return []
    first, last = found
    call = first + 2 if task.text(first + 1) == "." else first
    arguments = task.arguments(call + 1) if _ATOMIC.fullmatch(task.text(call)) else None
    if arguments is None or len(arguments) != 2 or task.closing(call + 1) != last - 1:
        return []
    if not all(_OF_THE_LANE.fullmatch(name) for name in task.calls(call + 1, last)):
        return []
    # The other lanes would no longer assign.
    if task.assigns(range(call + 1, last)):
        return []
    return _under(task, first, last, f"{task.function}()")


def counted_lanes(task: HLSLTask) -> list[Edit]:
    """Puts the store under the condition that ``WavePrefixCountBits`` counted."""
    found = task.statement(task.place)
    counts = [at for place in task.related if (at := task.at(place)) is not None and task.text(at) == _COUNT]
    if found is None or len(counts) != 1:
        return []
    first, last = found
    (count,) = counts
    arguments = task.arguments(count + 1)
    counting = task.statement(Location(task.place.file, *task.tokens[count].at))
    if arguments is None or len(arguments) != 1 or counting is None or counting[1] >= first:
        return []
    if task.has_comment(*arguments[0]):
        return []
    # A store of an element, whose value is all that the statement computes.
    stored = task.closing(first + 1) if task.text(first).isidentifier() and task.text(first + 1) == "[" else None
    if stored is None or task.text(stored + 1) != "=" or task.text(stored + 2) == "=":
        return []
    rest = range(stored + 2, last)
    if task.assigns(range(first, stored)) or task.assigns(rest) or task.has_comma(rest):
        return []
    condition = range(arguments[0][0], arguments[0][1] + 1)
    between = range(condition.stop, first)
    names = task.names(condition)
    # No call and no access of memory: neither by a bracket nor by the name of a variable in it.
    if any(task.text(i) in ("(", "[", "{", "?") for i in condition):
        return []
    if not names <= (hlsl_scopes.locals_at(task.tokens, count) or set()):
        return []
    # Other text may be in place of a macro, or of lines that the preprocessor skips.
    if task.may_have_macro(range(counting[0], last + 1)) or "#" in task.between(counting[0], last):
        return []
    depths = [0]
    for i in between:
        depths.append(depths[-1] + (task.text(i) == "{") - (task.text(i) == "}"))
    # The condition must mean the same at the store: both are in one block, and none of its names is assigned, also not by
    # the statement that counts.
    if (
        min(depths) < 0
        or depths[-1]
        or not all(_HARMLESS.fullmatch(name) for name in task.calls(condition.stop, first))
    ):
        return []
    if any(_assigns(task, tokens, names) for tokens in (range(counting[0], count), condition, between)):
        return []
    if not all(_OF_THE_LANE.fullmatch(name) for name in task.calls(first, last)):
        return []
    return _under(task, first, last, " ".join(task.between(*arguments[0]).split()))


def _assigns(task: HLSLTask, tokens: range, names: set[str]) -> bool:
    """Whether some tokens may assign one of these names: by an operator, or as an argument of a function."""
    for i in tokens:
        if task.text(i) not in names or task.text(i - 1) == ".":
            continue
        after = task.text(i + 1) + task.text(i + 2)
        if after.startswith("=") and after != "==":
            return True
        if re.fullmatch(r"[-+*/%&|^]=|\+\+|--", after) or task.text(i - 1) + task.text(i - 2) in ("++", "--"):
            return True
        if task.text(i + 2) + task.text(i + 3) in ("<=", ">=") and task.text(i + 1) in "<>":
            return True
        # A component, an element or an argument.
        if task.text(i + 1) in (".", "["):
            return True
        if task.text(i - 1) in ("(", ",") and task.text(i + 1) in (")", ",") and not _is_read(task, i):
            return True
    return False


def _is_read(task: HLSLTask, index: int) -> bool:
    """Whether a token is in the brackets of a condition, or of a function that takes its arguments by value."""
    bracket = task.bracket_around(index)
    if bracket is None:
        return False
    before = task.text(bracket - 1)
    return before in _CONDITIONAL or (_BY_VALUE.fullmatch(before) is not None and before not in task.declared)


def _under(task: HLSLTask, first: int, last: int, condition: str) -> list[Edit]:
    """Puts a statement under a condition."""
    if task.has_comment(first, last):
        return []
    indentation, newline = task.indentation(first), task.newline(first)
    head, *rest = io.StringIO(task.between(first, last), newline="")
    indented = "".join([head, *(_INDENT + line for line in rest)])
    return task.replace(first, last, f"if ({condition}){newline}{indentation}{_INDENT}{indented}")


def length(task: HLSLTask) -> list[Edit]:
    """Replaces the length of a groupshared array that is a number."""
    index = task.at(task.place)
    if index is None or not task.wanted.isdigit() or not task.text(index).isidentifier():
        return []
    if task.text(index + 1) != "[" or not task.text(index + 2).isdigit() or task.text(index + 3) != "]":
        return []
    return task.replace(index + 2, index + 2, task.wanted) if task.text(index + 4) != "[" else []


def difference(task: HLSLTask) -> list[Edit]:
    """Replaces ``a - b < 0`` with ``a < b``."""
    index = task.at(task.place)
    if index is None or task.text(index) not in ("<", ">"):
        return []
    sign = task.text(index) + ("=" if task.text(index + 1) == "=" else "")
    zero = index + len(sign)
    # The operand of the other side is a number too.
    number = index - 1 if task.text(index - 1).isdigit() else task.operand_before(index)
    if sign not in ("<", ">=") or not re.fullmatch(r"0[uU]?", task.text(zero)) or number is None:
        return []
    minus = number - 1
    left = task.operand_before(minus)
    if task.text(minus) != "-" or left is None:
        return []
    if task.text(left - 1) not in (*_BEFORE_OPERAND, "&", "|") or task.text(zero + 1) not in (
        *_AFTER_OPERAND,
        "&",
        "|",
    ):
        return []
    return task.replace(left, zero, f"{task.between(left, minus - 1)} {sign} {task.between(number, index - 1)}")
