"""The words of the command line for what a program would write in Python: texts of the compiler and the checker."""

from __future__ import annotations

import re

#: Texts that name what only Python has, and what to show instead.
_REWORDED = (
    (re.compile(r"`\w+=[^`\n]*`, on the command line (`[^`\n]+`)"), r"\1"),
    (re.compile(r", in Python with \w+=True"), ""),
    (
        re.compile(
            r"pass the groups as a function of the wave size, `lambda[^`\n]*` or\s+`[^`\n]*`"
            r"(?: \(`--work` on the command line\))?"
        ),
        "state the number of items by `--work` in place of `--groups`",
    ),
    (re.compile(r"write it as text, (`[^`\n]*`), or as a pair, `[^`\n]*`"), r"write \1"),
    (re.compile(r"\bpass True or False\b"), "write true or false"),
    (re.compile(r"\bpass an int\b"), "write an integer"),
    (re.compile(r"\bpass a float\b"), "write a number"),
)
#: The choices of a run of `check`, as its report spells them.
_CONFIGURATION = re.compile(
    r"\bwave_size=(?P<size>\d+)(?:, lane_order=(?P<lanes>\w+(?::\d+)?))?"
    r"(?:, extra_waves=(?:(?P<extra>\d+)|\((?P<idle>\d+), \"idle\"\)))?"
    r"(?:, wave_order=(?P<waves>[\w ]*\w(?::\d+)?))?(?:, groups=\((?P<groups>[\d, ]+)\))?"
)
#: A line of the source in a message.
_EXCERPT = re.compile(r"\s*\d+ \| |\s+\| ")


def on_command_line(text: str) -> str:
    """A text without keywords and values of Python."""
    for words, other in _REWORDED:
        text = words.sub(other, text)
    return text


def configurations_in_words(text: str) -> str:
    """A report of a check, or its advice, whose runs are described in words: ``wave_size=16`` is wave size 16. Lines of the
    source stay."""
    lines = text.split("\n")
    return "\n".join(
        line if _EXCERPT.match(line) or line.startswith("help: ") else _CONFIGURATION.sub(_in_words, line)
        for line in lines
    )


def _in_words(found: re.Match[str]) -> str:
    words = [f"wave size {found['size']}"]
    words += [f"lane order {found['lanes']}"] if found["lanes"] else []
    words += [_many(found["extra"], "extra wave")] if found["extra"] else []
    words += [_many(found["idle"], "extra wave") + " without lanes"] if found["idle"] else []
    words += [f"wave order {found['waves']}"] if found["waves"] else []
    words += [f"{found['groups'].replace(', ', ' x ')} groups"] if found["groups"] else []
    return " with ".join([words[0], " and ".join(words[1:])]) if words[1:] else words[0]


def _many(number: str, word: str) -> str:
    return f"{number} {word}{'' if number == '1' else 's'}"
