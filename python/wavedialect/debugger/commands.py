"""The commands of a session, one line each; both the prompt and scripts use them."""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from .. import explanations
from ..errors import CompileError, WaveError, render
from . import array_views, timeline, views
from .adding import add_breakpoint
from .breakpoints import Condition
from .checking import stop_at_findings
from .expressions import EXPRESSION
from .places import place_text
from .session import BARRIER_RULES, Session, Stop
from .slices import names_an_element, parse_slice

_PLACE = re.compile(r"(?:(?P<file>\S+):)?(?P<line>\d+)")
_FILTER = re.compile(r"\s*(?:(?P<group>group\s+\d+(?:\s*,\s*\d+)*)|(?P<wave>wave\s+\d+)|(?P<lane>lane\s+\d+(?!\s*:)))")


class CommandError(WaveError):
    """A command that cannot be understood."""


@dataclass(frozen=True)
class Command:
    """A command with its short names and its help."""

    names: tuple[str, ...]
    usage: str
    help: str
    act: Callable[[Commands, str], list[str] | None]
    moves: bool = False
    """Whether it moves the run, so that an empty line repeats it."""


class Commands:
    """Executes commands of a session."""

    def __init__(self, session: Session, write: Callable[[str], Any]) -> None:
        self.session = session
        self._write = write
        self.ended = False

    def show_start(self) -> None:
        """Shows where the session begins."""
        self._show(self.session.stop.text.splitlines())

    def execute(self, line: str) -> None:
        """Executes a line, and shows its result or its error."""
        line = line.strip()
        if not line or line.startswith("#"):
            return
        try:
            command, rest = find_command(line)
            self._show(command.act(self, rest) or [])
        except WaveError as error:
            self._show(error_text(error))

    def _show(self, lines: list[str]) -> None:
        if lines:
            # Files of the working directory have relative names.
            self._write("\n".join(lines).replace(os.getcwd().rstrip(os.sep) + os.sep, "") + "\n")

    def completions(self, text: str) -> Iterator[str]:
        """The words that a line can go on with."""
        words = text.split(" ")
        if len(words) == 1:
            candidates: Iterator[str] = (name for one in COMMANDS for name in one.names)
        elif words[0] in ("help", "h"):
            candidates = (one.names[0] for one in COMMANDS)
        else:
            candidates = views.completions(self.session)
        start = words[-1]
        for name in dict.fromkeys(candidates):
            if name.startswith(start):
                yield name


def find_command(line: str) -> tuple[Command, str]:
    """The command of a line, and the rest of the line. Raises CommandError for an unknown one."""
    found = re.match(r"([a-z-]+)(/x)?(?:\s+|$)(.*)", line, re.DOTALL)
    name = found[1] if found else line.split()[0]
    command = _BY_NAME.get(name) if found else None
    if command is None:
        starting = {id(one): one for known, one in _BY_NAME.items() if known.startswith(name)}
        if found and len(starting) == 1:
            (command,) = starting.values()
    if command is None or found is None:
        near = difflib.get_close_matches(name, _BY_NAME, 1)
        fix = f"did you mean `{near[0]}`?" if near else "`help` lists the commands; to see a value, type `print x`"
        raise CommandError(f"there is no command `{name}`", fix)
    return command, ("/x " if found[2] else "") + found[3].strip()


def error_text(error: WaveError) -> list[str]:
    """An error as a session shows it."""
    text = render(error)
    if isinstance(error, CompileError) and error.file == EXPRESSION:
        text = re.sub(rf"^{re.escape(EXPRESSION)}:\d+:\d+: ", "", text)
        text = re.sub(r"^ *(?:1 )?\| ", "  ", text, flags=re.MULTILINE)
    return [f"error: {text}"]


# --- Running -----------------------------------------------------------------


def _times(rest: str) -> int:
    if not rest:
        return 1
    if not rest.isdecimal() or not int(rest):
        raise CommandError(f"`{rest}` is not a number of times", "type a number such as 3")
    return int(rest)


def _no_more(rest: str, usage: str) -> None:
    if rest:
        raise CommandError(f"`{rest}` is too much", f"type `{usage}`")


def _next(commands: Commands, rest: str) -> list[str]:
    return commands.session.next(_times(rest)).text.splitlines()


def _step(commands: Commands, rest: str) -> list[str]:
    return commands.session.step(_times(rest)).text.splitlines()


def _back(commands: Commands, rest: str) -> list[str]:
    return commands.session.back(_times(rest)).text.splitlines()


def _plain(act: Callable[[Session], Stop], usage: str) -> Callable[[Commands, str], list[str]]:
    def run(commands: Commands, rest: str) -> list[str]:
        _no_more(rest, usage)
        return act(commands.session).text.splitlines()

    return run


# --- Breakpoints -------------------------------------------------------------


def breakpoint_facts(rest: str) -> tuple[dict[str, Any], str]:
    """The group, wave, lane and condition of a breakpoint, and what is left."""
    facts: dict[str, Any] = {}
    while found := _FILTER.match(rest):
        kind = found.lastgroup
        assert kind is not None
        if kind in facts:
            message = f"a breakpoint has one {kind}, and `{found[0].strip()}` is a second one"
            raise CommandError(message, f"set a breakpoint for each {kind}")
        numbers = [int(part) for part in re.findall(r"\d+", found[kind])]
        if len(numbers) > 3:
            raise CommandError(f"a group has at most 3 numbers, got {len(numbers)}", "write `group 2` or `group 2,1,0`")
        facts[kind] = (*numbers, 0, 0)[:3] if kind == "group" else numbers[0]
        rest = rest[found.end() :]
    rest = rest.strip()
    if rest.startswith("if ") or rest == "if":
        if not rest[2:].strip():
            raise CommandError("the condition is missing", "type `break 12 if any(x > 3)`")
        facts["condition"] = Condition.parse(rest[3:])
        rest = ""
    return facts, rest


def _break(commands: Commands, rest: str) -> list[str]:
    session = commands.session
    if not rest:
        return _list_breakpoints(commands, "")
    place = _PLACE.match(rest)
    if place is None:
        raise CommandError(f"`{rest}` is not a line", "type `break 12`, or `break 12 wave 1 if any(x > 3)`")
    facts, left = breakpoint_facts(rest[place.end() :])
    if left:
        raise CommandError(f"`{left}` cannot follow a line", "add `group 2`, `wave 1`, `lane 5` or `if CONDITION`")
    made = add_breakpoint(session, place["file"], int(place["line"]), facts)
    return [f"breakpoint {made.number}: {made}"]


def _watch(commands: Commands, rest: str) -> list[str]:
    place = re.match(r"\s*(?:%?[\w.:#]+(?:\s*\[[^\]]*\](?:\.\w+)*)*|\S+)", rest)
    if place is None:
        raise CommandError("the element is missing", "type `watch store[3]`")
    facts, left = breakpoint_facts(rest[place.end() :])
    if left[:1] in ("[", "."):
        # It is a wrong index.
        commands.session.watch(rest)
    if left:
        raise CommandError(f"`{left}` cannot follow an element", "add `group 2`, `wave 1` or `lane 5`")
    made = commands.session.watch(place[0], **facts)
    return [f"breakpoint {made.number}: {made}"]


def _list_breakpoints(commands: Commands, rest: str) -> list[str]:
    _no_more(rest, "breakpoints")
    session = commands.session
    lines = [
        f"{one.number}: {one}" + (f", hit {one.hits} time{'s' * (one.hits != 1)}" if one.hits else "")
        for one in session.breakpoints.all
    ]
    caught = "all findings" if session.caught is None else ", ".join(sorted(session.caught)) or "no findings"
    caught += ", each time" if session.catches_repeated else ""
    return [*(lines or ["there are no breakpoints"]), f"the run also stops at {caught}"]


def _delete(commands: Commands, rest: str) -> list[str]:
    breakpoints = commands.session.breakpoints
    if not rest:
        count = len(breakpoints.all)
        breakpoints.all.clear()
        return [f"{count} breakpoint{'s' * (count != 1)} deleted"]
    if not rest.isdecimal():
        raise CommandError(f"`{rest}` is not the number of a breakpoint", "`breakpoints` lists them")
    return [f"breakpoint {breakpoints.remove(int(rest)).number} deleted"]


def _catch(commands: Commands, rest: str) -> list[str]:
    session = commands.session
    names = rest.replace(",", " ").split()
    if not names:
        raise CommandError("the rules are missing", "type `catch all`, `catch none`, `catch barriers` or `catch RULE`")
    session.catches_repeated, rules = names[-1] == "repeated", names[: -1 if names[-1] == "repeated" else None]
    if rules:
        session.caught = None if rules == ["all"] else {rule for name in rules for rule in _caught(name)}
    return _list_breakpoints(commands, "")[-1:]


def _caught(name: str) -> tuple[str, ...]:
    """The rules that a word of `catch` names. Raises CommandError for a rule that the interpreter does not check."""
    if name in ("barriers", "none"):
        return BARRIER_RULES if name == "barriers" else ()
    if name == "all":
        raise CommandError("`all` includes every rule", "type `catch all`")
    page = explanations.rule(name) if re.fullmatch(r"[a-z0-9-]+", name) else None
    if page is not None and "interpreter" in page.severities:
        return (name,)
    if page is not None and "checker" in page.severities:
        raise CommandError(f"only the checker finds `{name}`", "type `check`: the run then stops at its findings")
    known = [one.id for one in explanations.rules().values() if "interpreter" in one.severities]
    near = difflib.get_close_matches(name, known, 1)
    fix = f"did you mean `{near[0]}`?" if near else f"the rules are {', '.join(known)}"
    raise CommandError(f"the interpreter has no rule `{name}`", fix)


def _check(commands: Commands, rest: str) -> list[str]:
    _no_more(rest, "check")
    return stop_at_findings(commands.session)


# --- Looking -----------------------------------------------------------------


def _print(commands: Commands, rest: str) -> list[str]:
    session = commands.session
    is_hex = rest.startswith("/x ")
    text = rest.removeprefix("/x ").strip()
    if not text:
        raise CommandError("the expression is missing", "type `print x + 1`")
    sliced = parse_slice(text, session.arrays.notation, session.arrays.parameters)
    if sliced is not None and _is_part(session, *sliced):
        return array_views.array_text(session, *sliced, is_hex)
    value = session.evaluate(text)
    wave = session.wave
    assert wave is not None
    return views.value_text(session, wave, text, value, is_hex)


def _is_part(session: Session, name: str, parts: Sequence[int | slice]) -> bool:
    """Whether a text is a part of an array. An element is an expression; MLIR has none."""
    wave = session.wave
    if session.memory(name, wave) is None:
        if session.language == "mlir" and (
            session.arrays.declared.has(name) or session.arrays.declared.is_removed(name)
        ):
            session.arrays.require(name, session.machine, wave)
        return False
    is_expression = bool(parts) and session.language != "mlir" and wave is not None
    layout = session.arrays.layout(name, session.machine, wave)
    # Numbers of a struct may have no value yet, and its arrays are no values.
    return not (is_expression and names_an_element(parts, len(layout.shape)) and layout.is_of_numbers)


def _variables(commands: Commands, rest: str) -> list[str]:
    return views.variables_text(commands.session, rest.startswith("/x"))


def _writers(commands: Commands, rest: str) -> list[str]:
    arrays = commands.session.arrays
    sliced = parse_slice(rest, arrays.notation, arrays.parameters)
    if sliced is None:
        raise CommandError(f"`{rest}` is not a part of an array", "type `writers out`, or `writers out[4:8]`")
    return array_views.writers_text(commands.session, *sliced)


def _list(commands: Commands, rest: str) -> list[str]:
    if rest and not rest.isdecimal():
        raise CommandError(f"`{rest}` is not a line", "type `list 12`")
    return views.source_text(commands.session, int(rest) if rest else None)


def _view(show: Callable[[Session], list[str]], usage: str) -> Callable[[Commands, str], list[str]]:
    def look(commands: Commands, rest: str) -> list[str]:
        _no_more(rest, usage)
        return show(commands.session)

    return look


def _wave(commands: Commands, rest: str) -> list[str]:
    if not rest:
        return views.waves_text(commands.session)
    if not rest.isdecimal():
        raise CommandError(f"`{rest}` is not the number of a wave", "type `wave 1`; `waves` lists them")
    commands.session.select_wave(int(rest))
    return place_text(commands.session)


def _lane(commands: Commands, rest: str) -> list[str]:
    session, lanes = commands.session, commands.session.machine.wave_size
    if rest in ("", "all"):
        session.lane = None
        return ["values are shown of all lanes"]
    if not rest.isdecimal() or int(rest) >= lanes:
        raise CommandError(f"there is no lane {rest}", f"a wave has the lanes 0 to {lanes - 1}; `lane all` shows all")
    session.lane = int(rest)
    return [f"values are shown of lane {rest}"]


def _frame(commands: Commands, rest: str) -> list[str]:
    if rest and not rest.isdecimal():
        raise CommandError(f"`{rest}` is not the number of a frame", "type `frame 1`; `where` lists them")
    commands.session.select_frame(int(rest) if rest else commands.session.frame)
    return place_text(commands.session)


def _with_frames(commands: Commands) -> Session:
    """The session, if its wave is in a function."""
    if not commands.session.frames():
        raise CommandError(place_text(commands.session)[0], "type `back`, or `next`")
    return commands.session


def _up(commands: Commands, rest: str) -> list[str]:
    session = _with_frames(commands)
    if session.frame + 1 >= len(session.frames()):
        raise CommandError("this is the outermost call", "`where` lists the calls")
    session.select_frame(session.frame + _times(rest))
    return place_text(commands.session)


def _down(commands: Commands, rest: str) -> list[str]:
    session = _with_frames(commands)
    if session.frame == 0:
        raise CommandError("this is the innermost call", "`where` lists the calls; `step` enters a helper")
    session.select_frame(session.frame - _times(rest))
    return place_text(commands.session)


def _help(commands: Commands, rest: str) -> list[str]:
    if rest:
        command, _ = find_command(rest)
        others = ", ".join(command.names[1:])
        return [command.usage, f"  {command.help}", *([f"  short: {others}"] if others else [])]
    width = max(len(one.usage) for one in COMMANDS)
    return [f"{one.usage:<{width}}  {one.help}" for one in COMMANDS]


def _quit(commands: Commands, rest: str) -> None:
    commands.ended = True


COMMANDS = (
    Command(("next", "n"), "next [N]", "Run the wave to its next statement; helpers run as a whole.", _next, True),
    Command(("step", "s"), "step [N]", "Run the wave to its next statement, also in a helper.", _step, True),
    Command(("finish", "fin"), "finish", "Run until the helper has returned.", _plain(Session.finish, "finish"), True),
    Command(
        ("continue", "c"),
        "continue",
        "Run to a breakpoint, a finding or the end.",
        _plain(Session.resume, "continue"),
        True,
    ),
    Command(
        ("barrier",),
        "barrier",
        "Run until all waves of the group wait at a barrier.",
        _plain(Session.to_barrier, "barrier"),
    ),
    Command(("back",), "back [N]", "Go back to the statement before.", _back, True),
    Command(
        ("reverse", "rc"),
        "reverse",
        "Go back to the breakpoint before, or to the start.",
        _plain(Session.reverse, "reverse"),
    ),
    Command(("restart", "run"), "restart", "Begin again.", _plain(Session.start, "restart")),
    Command(
        ("break", "b"),
        "break LINE [group G] [wave W] [lane L] [if C]",
        "Stop at a line. C: any(x > 3), all(x > 3), lane 5: x > 3.",
        _break,
    ),
    Command(("watch",), "watch NAME[I] [group G] [wave W] [lane L]", "Stop where an element is written.", _watch),
    Command(("breakpoints", "info"), "breakpoints", "List where the run stops.", _list_breakpoints),
    Command(("delete", "d"), "delete [N]", "Delete a breakpoint, or all.", _delete),
    Command(("catch",), "catch all|none|barriers|RULE... [repeated]", "Choose the findings that stop the run.", _catch),
    Command(("check",), "check", "Find races and other mistakes, and stop where they happen.", _check),
    Command(("print", "p"), "print[/x] EXPRESSION", "Show a value, or an array: print out[4:8].", _print),
    Command(("variables", "locals", "v"), "variables[/x]", "Show all variables.", _variables),
    Command(
        ("table", "t"), "table", "Show the variables as a table with a row a lane.", _view(views.table_text, "table")
    ),
    Command(("mask", "m"), "mask", "Show the active lanes, and where others wait.", _view(views.mask_text, "mask")),
    Command(("writers",), "writers NAME[A:B]", "Show who wrote each element last.", _writers),
    Command(
        ("operations", "ops"),
        "operations",
        "Show the wave operations of the statement with their values.",
        _view(views.operations_text, "operations"),
    ),
    Command(("where", "bt"), "where", "Show the calls around the statement.", _view(views.frames_text, "where")),
    Command(("frame", "f"), "frame [N]", "Choose a call of `where`.", _frame),
    Command(("up",), "up [N]", "Choose the caller.", _up),
    Command(("down",), "down [N]", "Choose the called function.", _down),
    Command(("waves", "threads"), "waves", "Show the waves of the group.", _view(views.waves_text, "waves")),
    Command(("wave", "w"), "wave [N]", "Choose a wave.", _wave),
    Command(("lane", "l"), "lane [N|all]", "Show values of one lane, or of all.", _lane),
    Command(
        ("timeline",), "timeline", "Show when the waves of the group run and wait.", _view(timeline.lines, "timeline")
    ),
    Command(("list",), "list [LINE]", "Show the source.", _list),
    Command(("help", "h"), "help [COMMAND]", "Explain the commands.", _help),
    Command(("quit", "q", "exit"), "quit", "End the session.", _quit),
)
_BY_NAME = {name: one for one in COMMANDS for name in one.names}
