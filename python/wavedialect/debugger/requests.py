"""Requests of an editor: the types of their arguments, and which ones may come during a run."""

from __future__ import annotations

from typing import Any

from ..errors import WaveError

_KINDS: dict[type, str] = {int: "a number", str: "a text", list: "a list", dict: "an object", bool: "true or false"}
#: The arguments that the adapter reads, by their type in all requests.
_TYPES: dict[str, type] = {
    **dict.fromkeys(
        ("threadId", "frameId", "variablesReference", "line", "column", "start", "count", "levels", "startFrame"), int
    ),
    **dict.fromkeys(
        ("expression", "context", "path", "name", "condition", "hitCondition", "logMessage", "text", "dataId", "cwd"),
        str,
    ),
    **dict.fromkeys(("breakpoints", "filters", "filterOptions"), list),
    **dict.fromkeys(("source", "format"), dict),
    **dict.fromkeys(("stopOnEntry", "linesStartAt1", "columnsStartAt1", "hex"), bool),
}
#: Requests that look at a run that has stopped.
_LOOKS = ("stackTrace", "scopes", "variables", "evaluate", "completions", "exceptionInfo", "dataBreakpointInfo")


class Arguments(dict[str, Any]):
    """The arguments of a request. Raises WaveError for one that is missing or has another type."""

    request = ""

    @staticmethod
    def of(request: dict[str, Any]) -> Arguments:
        """The arguments of a request."""
        command = str(request.get("command", ""))

        def made(value: Any, name: str = "arguments") -> Any:
            kind = _TYPES.get(name)
            if kind is not None and value is not None and not _is(value, kind):
                raise WaveError(f"`{name}` of the request `{command}` is {value!r}", f"send {_KINDS[kind]}")
            if isinstance(value, list):
                if name == "breakpoints" and not all(isinstance(one, dict) for one in value):
                    raise WaveError(f"`{name}` of the request `{command}` is {value!r}", "send a list of objects")
                return [made(one, "") for one in value]
            if not isinstance(value, dict):
                return value
            found = Arguments({name: made(one, name) for name, one in value.items() if one is not None})
            found.request = command
            return found

        arguments = request.get("arguments")
        return made(arguments if isinstance(arguments, dict) else {})

    def __missing__(self, name: str) -> Any:
        raise WaveError(f"the request `{self.request}` lacks `{name}`", "send it as the protocol describes")


def _is(value: Any, kind: type) -> bool:
    return isinstance(value, kind) and (kind is bool or not isinstance(value, bool))


def interrupts(request: dict[str, Any] | None) -> bool:
    """Whether a request is for a run that goes on; None: the editor has gone."""
    return request is None or request.get("command") in ("pause", "disconnect", "terminate")


def asks_for_threads(request: dict[str, Any] | None) -> bool:
    """Whether a request is for the threads, which are known while the run goes on."""
    return request is not None and request.get("command") == "threads"


def looks(request: dict[str, Any] | None) -> bool:
    """Whether a request looks at a run that has stopped."""
    return request is not None and request.get("command") in _LOOKS
