"""The messages of the Debug Adapter Protocol: JSON with a header, over two binary streams."""

from __future__ import annotations

import itertools
import json
import threading
from typing import Any, BinaryIO

_MOST_BYTES = 64 << 20


class Connection:
    """Reads and writes messages. Several threads may write."""

    def __init__(self, source: BinaryIO, target: BinaryIO) -> None:
        self._source = source
        self._target = target
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()

    def read(self) -> dict[str, Any] | None:
        """The next message; None at the end of the stream, and if it is no stream of messages."""
        length = 0
        while True:
            line = self._source.readline(4096)
            if not line:
                return None
            name, _, value = line.partition(b":")
            if name.strip().lower() == b"content-length" and value.strip().isdigit():
                length = int(value)
            if line in (b"\r\n", b"\n"):
                break
        if not 0 < length <= _MOST_BYTES:
            return None
        body = self._source.read(length)
        try:
            message = json.loads(body)
        except ValueError:
            return None
        return message if len(body) == length and isinstance(message, dict) else None

    def respond(self, request: dict[str, Any], body: Any = None) -> None:
        """Answers a request."""
        self._send({"type": "response", "success": True, "body": body or {}}, request)

    def refuse(self, request: dict[str, Any], message: str) -> None:
        """Answers a request that failed."""
        error = {"id": 1, "format": message.replace("{", "{{").replace("}", "}}"), "showUser": True}
        self._send({"type": "response", "success": False, "message": message, "body": {"error": error}}, request)

    def tell(self, event: str, **body: Any) -> None:
        """Sends an event."""
        self._send({"type": "event", "event": event, "body": body})

    def _send(self, message: dict[str, Any], request: dict[str, Any] | None = None) -> None:
        if request is not None:
            message |= {"request_seq": request.get("seq", 0), "command": request.get("command", "")}
        with self._lock:
            text = json.dumps({"seq": next(self._numbers), **message}).encode()
            self._target.write(b"Content-Length: %d\r\n\r\n" % len(text) + text)
            self._target.flush()
