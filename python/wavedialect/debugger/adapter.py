"""The Debug Adapter Protocol: lets an editor drive a session. Waves are threads."""

from __future__ import annotations

import _thread
import os
import queue
import re
import threading
from collections.abc import Callable, Mapping
from typing import Any

from ..errors import WaveError
from ..numbers import ranges
from . import views
from .adding import add_breakpoint
from .breakpoints import Breakpoint, Condition, HitCondition, group_text
from .commands import Commands, breakpoint_facts, error_text, find_command
from .nodes import Node, array_node, arrays_node, mask_node, operations_node, value_node, variables_node
from .protocol import Connection
from .requests import Arguments, asks_for_threads, interrupts, looks
from .session import BARRIER_RULES, Session, Stop

Open = Callable[[dict[str, Any], Callable[[str], None]], Session]
"""Opens the session of a launch request; what the kernel prints goes to the function."""

_CAPABILITIES = (
    "supportsConfigurationDoneRequest",
    "supportsConditionalBreakpoints",
    "supportsHitConditionalBreakpoints",
    "supportsLogPoints",
    "supportsEvaluateForHovers",
    "supportsStepBack",
    "supportsDataBreakpoints",
    "supportsExceptionInfoRequest",
    "supportsRestartRequest",
    "supportsTerminateRequest",
    "supportsCompletionsRequest",
    "supportsValueFormattingOptions",
)
_FILTERS = [
    {"filter": "findings", "label": "Undefined behavior", "default": True},
    {"filter": "barriers", "label": "Barriers reached by a part", "default": False},
    {"filter": "check", "label": "Races and other findings of the checker", "default": False},
]
_REASONS = {
    "start": "entry",
    "beginning": "entry",
    "watch": "data breakpoint",
    "finding": "exception",
    "barrier": "goto",
    "interrupt": "pause",
}
#: Commands of the prompt that move the run, also in the debug console.
_MOVES = ("next", "step", "finish", "continue", "barrier", "back", "reverse", "restart")
#: Commands that an editor has itself, and what it has.
_OF_THE_EDITOR = {
    "quit": "stop the session in the editor",
    "wave": "choose the wave among the threads",
    "frame": "choose the frame in the call stack",
    "up": "choose the frame in the call stack",
    "down": "choose the frame in the call stack",
}
#: Threads of a group are numbered from a multiple of this.
_MOST_WAVES = 1024


class Adapter:
    """One connection of an editor."""

    def __init__(self, connection: Connection, open_session: Open) -> None:
        self._connection = connection
        self._open = open_session
        self._session: Session | None = None
        self._launched: dict[str, Any] = {}
        self._requests: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self._nodes: list[Node] = []
        self._frames: list[tuple[int, int]] = []
        self._group = -1
        self._ended = False
        self._turn = threading.Lock()
        """Held to begin or end a run, and to decide whether a request waits for the end of one."""
        self._runs = False
        self._first_line = self._first_column = 1
        self._threads: list[dict[str, Any]] = []
        """The threads at the last stop."""

    def serve(self) -> None:
        """Answers requests until the editor disconnects."""
        threading.Thread(target=self._receive, daemon=True).start()
        while not self._ended and (request := self._requests.get()) is not None:
            self._answer(request)

    def _receive(self) -> None:
        """Receives requests beside a run, which a pause must reach."""
        while (message := self._connection.read()) is not None:
            if message.get("type") == "request":
                # First the request: a run that begins now finds it among those that wait.
                with self._turn:
                    is_answered = self._runs and self._answers_beside(message)
                    if not is_answered:
                        self._requests.put(message)
                if is_answered:
                    self._answer_beside(message)
                if interrupts(message):
                    self._interrupt()
        self._requests.put(None)
        self._interrupt()

    def _answers_beside(self, request: dict[str, Any] | None) -> bool:
        """Whether a request is answered while the run goes on. After an interrupt it waits for the stop."""
        is_stopping = self._session is not None and self._session.machine.interrupted
        return asks_for_threads(request) or (looks(request) and not is_stopping)

    def _answer_beside(self, request: dict[str, Any]) -> None:
        if asks_for_threads(request):
            self._connection.respond(request, {"threads": self._threads})
        else:
            self._connection.refuse(request, "the kernel runs\nhelp: pause it first")

    def _interrupt(self) -> None:
        if self._session is not None:
            self._session.machine.interrupted = True
            if self._session.machine.is_without_stops:
                _thread.interrupt_main()

    def _answer(self, request: dict[str, Any]) -> None:
        act = getattr(self, f"_on_{request.get('command', '')}", None)
        try:
            if act is None:
                self._connection.refuse(request, f"the request `{request.get('command')}` is not supported")
                return
            act(request, Arguments.of(request))
        except WaveError as error:
            self._connection.refuse(request, "\n".join(error_text(error)).removeprefix("error: "))
        except Exception as error:  # noqa: BLE001, an editor shows what a traceback would
            self._connection.refuse(request, f"{type(error).__name__}: {error}")

    @property
    def session(self) -> Session:
        """The session. Raises WaveError before the launch."""
        if self._session is None:
            raise WaveError("no kernel has been launched", "send a launch request first")
        return self._session

    # Beginning and end.

    def _on_initialize(self, request: dict[str, Any], arguments: dict[str, Any]) -> None:
        # Lines and columns are counted from 1 or 0.
        self._first_line = 1 if arguments.get("linesStartAt1", True) else 0
        self._first_column = 1 if arguments.get("columnsStartAt1", True) else 0
        body: dict[str, Any] = dict.fromkeys(_CAPABILITIES, True)
        self._connection.respond(request, {**body, "exceptionBreakpointFilters": _FILTERS})

    def _on_launch(self, request: dict[str, Any], arguments: dict[str, Any]) -> None:
        if self._session is not None:
            raise WaveError("a kernel has been launched already", "start another adapter, or send `restart`")
        self._launched = arguments
        self._session = self._open(arguments, self._print)
        self._session.log = lambda text: self._connection.tell("output", category="console", output=text)
        self._threads = self._known_threads()
        self._connection.respond(request)
        self._connection.tell("initialized")

    def _print(self, text: str) -> None:
        self._connection.tell("output", category="stdout", output=text)

    def _on_configurationDone(self, request: dict[str, Any], arguments: dict[str, Any]) -> None:
        session = self.session
        self._connection.respond(request)
        if self._launched.get("stopOnEntry", True):
            self._tell_stop(session.stop)
        else:
            self._run(Session.resume)

    def _on_restart(self, request: dict[str, Any], arguments: dict[str, Any]) -> None:
        self.session.start()
        self._connection.respond(request)
        self._tell_stop(self.session.stop)

    def _on_terminate(self, request: dict[str, Any], arguments: dict[str, Any]) -> None:
        self._connection.respond(request)
        self._connection.tell("terminated")

    def _on_disconnect(self, request: dict[str, Any], arguments: dict[str, Any]) -> None:
        self._connection.respond(request)
        self._ended = True

    # Breakpoints.

    def _on_setBreakpoints(self, request: dict[str, Any], arguments: dict[str, Any]) -> None:
        session, path = self.session, os.path.abspath(arguments["source"]["path"])
        breakpoints = session.breakpoints
        breakpoints.all = [one for one in breakpoints.all if one.is_watch or one.note or not _is_in(one, path)]
        made = []
        for asked in arguments.get("breakpoints", ()):
            try:
                facts = _facts(asked)
                file = next((one for one in _files(session) if _is_file(one, path)), path)
                one = add_breakpoint(session, file, asked["line"] + 1 - self._first_line, facts)
                one.log = asked.get("logMessage") or ""
                line = (one.origin.line if one.origin else one.line) - 1 + self._first_line
                made.append({"id": one.number, "verified": True, "line": line})
            except WaveError as error:
                made.append({"verified": False, "message": error.message, "line": asked["line"]})
        self._connection.respond(request, {"breakpoints": made})

    def _on_setExceptionBreakpoints(self, request: dict[str, Any], arguments: dict[str, Any]) -> None:
        session, filters = self.session, arguments.get("filters", [])
        known = [str(one["filter"]) for one in _FILTERS]
        options = arguments.get("filterOptions", [])
        filters = [*filters, *(one.get("filterId") for one in options if isinstance(one, dict))]
        if unknown := [one for one in filters if one not in known]:
            raise WaveError(f"there is no exception filter `{unknown[0]}`", f"the filters are {', '.join(known)}")
        if any(one.get("condition") for one in options if isinstance(one, dict)):
            raise WaveError("exception filters have no conditions", "leave the condition out")
        session.caught = None if "findings" in filters else set(BARRIER_RULES) if "barriers" in filters else set()
        session.breakpoints.all = [one for one in session.breakpoints.all if not one.note]
        if "check" in filters:
            commands = Commands(session, lambda text: self._connection.tell("output", category="console", output=text))
            commands.execute("check")
        self._connection.respond(request)

    def _on_dataBreakpointInfo(self, request: dict[str, Any], arguments: dict[str, Any]) -> None:
        name = arguments["name"]
        node = self._node(arguments.get("variablesReference", 0))
        found = next((one for one in node.children(0, None) if one.name == name), None) if node else None
        text = found.expression if found is not None else name
        try:
            self.session.breakpoints.remove(self.session.watch(text).number)
        except WaveError as error:
            self._connection.respond(request, {"dataId": None, "description": error.message})
            return
        body = {"dataId": text, "description": f"writes to {text}", "accessTypes": ["write"]}
        self._connection.respond(request, body)

    def _on_setDataBreakpoints(self, request: dict[str, Any], arguments: dict[str, Any]) -> None:
        session = self.session
        session.breakpoints.all = [one for one in session.breakpoints.all if not one.is_watch]
        made = []
        for asked in arguments.get("breakpoints", ()):
            try:
                if asked.get("accessType", "write") != "write":
                    raise WaveError(f"a data breakpoint cannot stop at `{asked['accessType']}`", "stop at `write`")
                made.append({"id": session.watch(asked["dataId"], **_facts(asked)).number, "verified": True})
            except WaveError as error:
                made.append({"verified": False, "message": error.message})
        self._connection.respond(request, {"breakpoints": made})

    # Running.

    def _select(self, arguments: dict[str, Any]) -> None:
        thread = arguments.get("threadId")
        run = self.session.machine.run
        if thread is not None and run is not None:
            self.session.select_wave(self._wave_of(thread))

    def _wave_of(self, thread: int) -> int:
        """The wave that a thread is. Raises WaveError for a thread that the current group does not have."""
        run = self.session.machine.run
        known = {one["id"]: index for index, one in enumerate(self._known_threads())}
        if thread not in known and run is not None:
            raise WaveError(f"there is no thread {thread}", f"the threads are {ranges(sorted(known))}")
        return known.get(thread, 0)

    def _on_next(self, request: dict[str, Any], arguments: dict[str, Any]) -> None:
        self._move(request, arguments, Session.next)

    def _on_stepIn(self, request: dict[str, Any], arguments: dict[str, Any]) -> None:
        self._move(request, arguments, Session.step)

    def _on_stepOut(self, request: dict[str, Any], arguments: dict[str, Any]) -> None:
        wave = self.session.wave
        is_in_helper = wave is not None and wave.depth > 0
        # As in other debuggers, to step out of the kernel is to run it to its end.
        self._move(request, arguments, Session.finish if is_in_helper else Session.resume)

    def _on_stepBack(self, request: dict[str, Any], arguments: dict[str, Any]) -> None:
        self._move(request, arguments, Session.back)

    def _on_continue(self, request: dict[str, Any], arguments: dict[str, Any]) -> None:
        self._select(arguments)
        self._connection.respond(request, {"allThreadsContinued": True})
        self._run(Session.resume)

    def _on_reverseContinue(self, request: dict[str, Any], arguments: dict[str, Any]) -> None:
        self._move(request, arguments, Session.reverse)

    def _on_pause(self, request: dict[str, Any], arguments: dict[str, Any]) -> None:
        # The reader has interrupted the run.
        self._connection.respond(request)

    def _move(self, request: dict[str, Any], arguments: dict[str, Any], act: Callable[[Session], Stop]) -> None:
        self._select(arguments)
        self._connection.respond(request)
        self._run(act)

    def _run(self, act: Callable[[Session], Stop]) -> None:
        # A pause that has been answered was for a run that has ended.
        self.session.machine.interrupted = False
        self._begin_run()
        try:
            stop = act(self.session)
        except KeyboardInterrupt:
            # The run ended just before the interrupt.
            stop = Stop("interrupt", "interrupted")
        except WaveError as error:
            self._connection.tell("output", category="stderr", output=error.message + "\n")
            stop = Stop("step")
        finally:
            with self._turn:
                self._runs = False
        self._tell_stop(stop)

    def _begin_run(self) -> None:
        """Looks at the requests that wait: a pause is for this run, and the threads are known."""
        with self._turn, self._requests.mutex:
            self._runs = True
            waiting = list(self._requests.queue)
            self._requests.queue.clear()
            if any(interrupts(one) for one in waiting):
                self.session.machine.interrupted = True
            first = next((place for place, one in enumerate(waiting) if interrupts(one)), len(waiting))
            # What comes after an interrupt is for the stop.
            beside = [
                one for place, one in enumerate(waiting) if asks_for_threads(one) or (looks(one) and place < first)
            ]
            self._requests.queue.extend(one for one in waiting if not any(one is other for other in beside))
        for one in beside:
            assert one is not None
            self._answer_beside(one)

    def _tell_stop(self, stop: Stop) -> None:
        self._nodes, self._frames = [], []
        session = self.session
        self._threads = self._known_threads()
        if session.has_ended:
            self._connection.tell("exited", exitCode=0)
            self._connection.tell("terminated")
            return
        if self._group >= 0 and self._group != session.machine.number:
            for wave in range(len(session.machine.run.waves)):
                self._connection.tell("thread", reason="exited", threadId=self._group * _MOST_WAVES + wave + 1)
        self._group = session.machine.number
        body: dict[str, Any] = {"reason": _REASONS.get(stop.reason, stop.reason), "allThreadsStopped": True}
        body["threadId"] = self._thread(session.current)
        if stop.note:
            body |= {"description": stop.note.splitlines()[0], "text": stop.note}
        if stop.breakpoints:
            body["hitBreakpointIds"] = [one.number for one in stop.breakpoints]
        self._connection.tell("stopped", **body)

    def _thread(self, wave: int) -> int:
        return self.session.machine.number * _MOST_WAVES + wave + 1

    # Looking.

    def _known_threads(self) -> list[dict[str, Any]]:
        run = self.session.machine.run
        threads = []
        for wave in run.waves if run is not None else ():
            state = self.session.state_of(wave.index)
            name = f"group {group_text(wave.group.id)}, wave {wave.index}"
            name += "" if state == "ready" else f" ({state})"
            threads.append({"id": self._thread(wave.index), "name": name})
        return threads

    def _on_threads(self, request: dict[str, Any], arguments: dict[str, Any]) -> None:
        self._connection.respond(request, {"threads": self._known_threads()})

    def _on_stackTrace(self, request: dict[str, Any], arguments: dict[str, Any]) -> None:
        session = self.session
        index = self._wave_of(arguments["threadId"])
        run = session.machine.run
        wave = run.waves[index] if run is not None and index < len(run.waves) else None
        frames = []
        for number, (frame, statement, line) in enumerate(session.frames(wave) if wave is not None else ()):
            place = statement.location
            self._frames.append((index, number))
            column = (place.column if line == place.line else 1) - 1 + self._first_column
            source = {"name": os.path.basename(place.file), "path": place.file}
            one = {"id": len(self._frames), "name": frame.function, "line": line - 1 + self._first_line}
            one |= {"column": column, "source": source}
            frames.append(one)
        if not frames and wave is not None:
            place = session.location
            self._frames.append((index, 0))
            source = {"name": os.path.basename(place.file), "path": place.file}
            name = f"{session.kernel} ({session.state_of(index)})"
            line = place.line - 1 + self._first_line
            frames = [{"id": len(self._frames), "name": name, "line": line, "column": self._first_column}]
            frames[0]["source"] = source
        first, count = max(arguments.get("startFrame", 0), 0), max(arguments.get("levels", 0), 0) or len(frames)
        self._connection.respond(request, {"stackFrames": frames[first : first + count], "totalFrames": len(frames)})

    def _in_frame(self, number: int | None) -> None:
        if number and not 0 < number <= len(self._frames):
            raise WaveError("this frame belongs to an earlier stop", "ask for the call stack again")
        if number:
            wave, frame = self._frames[number - 1]
            self.session.select_wave(wave)
            if frame < len(self.session.frames()):
                self.session.frame = frame

    def _on_scopes(self, request: dict[str, Any], arguments: dict[str, Any]) -> None:
        session = self.session
        self._in_frame(arguments.get("frameId"))
        wave = session.wave
        scopes = []
        if wave is not None and wave.statement is not None:
            made = (
                ("Variables", variables_node(session, wave)),
                ("Arrays", arrays_node(session, wave)),
                ("Lanes", mask_node(session, wave)),
                ("Wave operations", operations_node(session, wave)),
            )
            scopes = [{"name": name, "variablesReference": self._keep(node), "expensive": False} for name, node in made]
            scopes[0]["presentationHint"] = "locals"
        self._connection.respond(request, {"scopes": scopes})

    def _keep(self, node: Node) -> int:
        self._nodes.append(node)
        return len(self._nodes)

    def _node(self, reference: int) -> Node | None:
        return self._nodes[reference - 1] if 0 < reference <= len(self._nodes) else None

    def _shown(self, node: Node) -> dict[str, Any]:
        one: dict[str, Any] = {"value": node.value, "variablesReference": self._keep(node) if node.has_children else 0}
        if node.type:
            one["type"] = node.type
        if node.length:
            one["indexedVariables"] = node.length
        return one

    def _on_variables(self, request: dict[str, Any], arguments: dict[str, Any]) -> None:
        node = self._node(arguments["variablesReference"])
        if node is None:
            raise WaveError("this variable belongs to an earlier stop", "expand the variable again")
        found = node.children(
            max(arguments.get("start", 0), 0), max(arguments.get("count", 0), 0) or None, _is_hex(arguments)
        )
        variables = [
            {"name": one.name, **({"evaluateName": one.expression} if one.expression else {}), **self._shown(one)}
            for one in found
        ]
        self._connection.respond(request, {"variables": variables})

    def _on_evaluate(self, request: dict[str, Any], arguments: dict[str, Any]) -> None:
        session, text = self.session, arguments["expression"].strip()
        self._in_frame(arguments.get("frameId"))
        if not text:
            raise WaveError("the expression is missing", "write one, such as `x + 1`")
        if arguments.get("context") == "repl" and self._executes(request, text):
            return
        wave = session.wave
        if wave is not None and session.memory(text, wave) is not None:
            self._connection.respond(request, _as_result(self._shown(array_node(session, wave, text))))
            return
        value = session.evaluate(text)
        assert wave is not None
        node = value_node(session, wave, text, value, _is_hex(arguments))
        self._connection.respond(request, _as_result(self._shown(node)))

    def _executes(self, request: dict[str, Any], text: str) -> bool:
        """Executes a command of the prompt; false for an expression."""
        names = set(views.completions(self.session))
        try:
            command, rest = find_command(text)
        except WaveError:
            return False
        name = command.names[0]
        if text.split()[0] in names and not re.fullmatch(r"\w+\s+\d+", text):
            # `wave` is a variable, and `wave 1` is not an expression.
            return False
        if name in _OF_THE_EDITOR:
            raise WaveError(f"`{name}` is not for the debug console", _OF_THE_EDITOR[name])
        output: list[str] = []
        commands = Commands(self.session, output.append)
        if name in _MOVES:
            if rest and not rest.isdecimal():
                raise WaveError(f"`{rest}` is not a number of times", f"type `{name}`")

            def act(session: Session) -> Stop:
                command.act(commands, rest)
                return session.stop

            self._connection.respond(request, {"result": "", "variablesReference": 0})
            self._connection.tell("continued", threadId=self._thread(self.session.current), allThreadsContinued=True)
            self._run(act)
            return True
        commands.execute(text)
        self._connection.respond(request, {"result": "".join(output).rstrip("\n"), "variablesReference": 0})
        return True

    def _on_completions(self, request: dict[str, Any], arguments: dict[str, Any]) -> None:
        text = arguments["text"][: max(arguments.get("column", self._first_column) - self._first_column, 0)]
        start = text.split(" ")[-1]
        names = [name for name in dict.fromkeys(views.completions(self.session)) if name.startswith(start)]
        place = {"start": len(text) - len(start), "length": len(start)}
        self._connection.respond(request, {"targets": [{"label": name, **place} for name in names]})

    def _on_exceptionInfo(self, request: dict[str, Any], arguments: dict[str, Any]) -> None:
        finding = self.session.stop.finding
        if finding is None:
            raise WaveError("the run has not stopped at undefined behavior", "look at the reason of the stop")
        details = {"message": finding.message, "typeName": finding.rule, "stackTrace": str(finding)}
        body = {"exceptionId": finding.rule, "description": str(finding), "breakMode": "always", "details": details}
        self._connection.respond(request, body)


def _facts(asked: Mapping[str, Any]) -> dict[str, Any]:
    """A condition of an editor: one of the prompt, or `group 1 wave 0 if any(x > 3)`; and which of its hits stop."""
    facts, rest = breakpoint_facts(asked.get("condition") or "")
    if asked.get("hitCondition"):
        facts["hit_condition"] = HitCondition.parse(asked["hitCondition"])
    if rest:
        facts["condition"] = Condition.parse(rest)
    return facts


def _files(session: Session) -> list[str]:
    return list(dict.fromkeys(one.location.file for one in session.breakpoints.statements))


def _is_file(file: str, path: str) -> bool:
    return os.path.realpath(file) == os.path.realpath(path)


def _is_in(breakpoint: Breakpoint, path: str) -> bool:
    """Whether a breakpoint was set in a file."""
    return _is_file(breakpoint.origin.file if breakpoint.origin else breakpoint.file, path)


def _is_hex(arguments: dict[str, Any]) -> bool:
    return bool((arguments.get("format") or {}).get("hex"))


def _as_result(shown: dict[str, Any]) -> dict[str, Any]:
    return {"result": shown.pop("value"), **shown}
