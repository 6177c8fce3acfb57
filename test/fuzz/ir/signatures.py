"""Signatures that identify failures, so that each bug is one finding."""

from __future__ import annotations

import hashlib
import re

from commands import UPSTREAM, Command, strip_options
from tools import Outcome

CAUSE = re.compile(
    r"Assertion `.*?' failed|LLVM ERROR: .*|UNREACHABLE .*|AddressSanitizer: [\w-]+|runtime error: .*"
    r"|terminate called .*|out of memory"
)
FRAME = re.compile(r"^\s*#\d+ 0x[0-9a-f]+ (?:in )?(.*)$", re.MULTILINE)
PLACE = re.compile(r"\s*\((/\S*/)?([\w.-]+)\+(0x[0-9a-f]+)\).*$")
# Functions that print the stack, and functions that abort.
HANDLERS = ("PrintStackTrace", "SignalHandler", "libc.so", "libasan", "abort", "raise")
# An error about the module without a rule's id, in a run of our passes only.
PLAIN = re.compile(r"^\S*:\d+:\d+: error: (?![^\n]*\[[a-z0-9-]+\]$)(.*)$", re.MULTILINE)


def frames(errors: str) -> list[str]:
    """Returns the functions at the top of the stack, or library offsets for functions without names."""
    stack = FRAME.findall(errors)
    # The handler is called through libc.
    first = next((number + 1 for number, frame in enumerate(stack[:6]) if "libc.so" in frame), 0)
    found = []
    for frame in stack[first:]:
        if any(handler in frame for handler in HANDLERS):
            continue
        name, place = PLACE.sub("", frame), PLACE.search(frame)
        name = re.sub(r"\(.*", "", name.replace("(anonymous namespace)", "")).strip()
        found.append(name[:100] or (f"{place[2]}+{place[3]}" if place else frame[:100]))
    return found[:4]


def is_upstream(name: str) -> bool:
    return strip_options(name) in map(strip_options, UPSTREAM)


def signature(command: Command, outcome: Outcome) -> str:
    """Returns the signature of a failure; empty if the run succeeded."""
    if outcome.is_hang:
        # The location of a process at its timeout is of little use.
        return f"hang in {' '.join(strip_options(name) for name in command.passes) or command.tool}"
    if outcome.is_failure:
        cause = CAUSE.search(outcome.errors)
        where = " < ".join(frames(outcome.errors))
        return f"status {outcome.status}: {cause[0][:160] if cause else ''} {where}".strip()
    plain = PLAIN.search(outcome.errors)
    if outcome.status == 1 and plain and not any(map(is_upstream, command.passes)):
        message = re.sub(r"'[^']*'|\"[^\"]*\"|%\S+|\d+|<[^>]*>", "…", plain[1])
        return f"error without a rule: {message[:120]}"
    return ""


def short_name(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:10]
