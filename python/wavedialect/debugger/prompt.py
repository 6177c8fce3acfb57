"""The terminal front of a session: a prompt with completion and history, or commands from a pipe."""

from __future__ import annotations

import contextlib
import io
import signal
import sys
from collections.abc import Iterator
from typing import Any, TextIO

from .commands import Commands, find_command
from .session import Session

PROMPT = "(debug) "


def run_prompt(session: Session, source: TextIO | None = None, target: TextIO | None = None) -> None:
    """Reads commands until `quit` or the end of the input. A pipe is echoed, so that the output is a transcript."""
    # A closed stream is None.
    source, target = source or sys.stdin or io.StringIO(), target or sys.stdout or io.StringIO()

    def write(text: str) -> None:
        target.write(text)
        target.flush()

    commands = Commands(session, write)
    is_terminal = source.isatty() and source is sys.stdin
    commands.show_start()
    last = ""
    with interrupting(session) as interrupts, _completing(commands) if is_terminal else contextlib.nullcontext():
        while not commands.ended:
            # An interrupt is for the command that ran.
            session.machine.interrupted = False
            line = _read(source, write, is_terminal, interrupts)
            if line is None:
                break
            if not line.strip() and is_terminal:
                # As in other debuggers, an empty line repeats a command that moves the run.
                line = last
            commands.execute(line)
            last = line if _moves(line) else ""


def _read(source: TextIO, write: Any, is_terminal: bool, interrupts: Interrupts) -> str | None:
    """A line; None at the end of the input."""
    while is_terminal:
        try:
            with interrupts.reading():
                return input(PROMPT)
        except EOFError:
            write("\n")
            return None
        except KeyboardInterrupt:
            # Discards the line. An empty line would repeat the last command.
            write("\n")
    line = source.readline()
    if not line:
        return None
    line = line.rstrip("\n")
    if line.strip():
        write(f"{PROMPT}{line}\n")
    return line


def _moves(line: str) -> bool:
    try:
        return bool(line.strip()) and find_command(line.strip())[0].moves
    except Exception:  # noqa: BLE001, a wrong command is not repeated
        return False


class Interrupts:
    """What Ctrl-C does: it stops the run at the next step, and at the prompt it discards the line."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._raises = False

    @contextlib.contextmanager
    def reading(self) -> Iterator[None]:
        """The prompt reads a line."""
        self._raises = True
        try:
            yield
        finally:
            self._raises = False

    def handle(self, *_: Any) -> None:
        """Receives the signal."""
        machine = self._session.machine
        machine.interrupted = not self._raises
        if self._raises or machine.is_without_stops:
            raise KeyboardInterrupt


@contextlib.contextmanager
def interrupting(session: Session) -> Iterator[Interrupts]:
    """Lets Ctrl-C stop the run."""
    interrupts = Interrupts(session)
    try:
        before = signal.signal(signal.SIGINT, interrupts.handle)
    except ValueError:
        # Only the main thread receives signals.
        yield interrupts
        return
    try:
        yield interrupts
    finally:
        signal.signal(signal.SIGINT, before)


@contextlib.contextmanager
def _completing(commands: Commands) -> Iterator[None]:
    """Completes commands and names by the tab key; the history holds the commands of the session."""
    try:
        import readline
    except ImportError:
        yield
        return
    found: list[str] = []

    def complete(text: str, state: int) -> str | None:
        if state == 0:
            line = readline.get_line_buffer()[: readline.get_endidx()].lstrip()
            # A space follows a whole command.
            end = "" if " " in line else " "
            found[:] = [name + end for name in commands.completions(line)]
        return found[state] if state < len(found) else None

    before, delimiters = readline.get_completer(), readline.get_completer_delims()
    readline.set_completer(complete)
    readline.set_completer_delims(" ")
    readline.parse_and_bind("tab: complete")
    try:
        yield
    finally:
        readline.set_completer(before)
        readline.set_completer_delims(delimiters)
