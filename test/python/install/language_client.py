"""A client of the language server protocol over pipes: what an editor says, and what comes back."""

import itertools
import json
import subprocess
import threading
from pathlib import Path
from typing import Any


class LanguageClient:
    """A running server, initialized; a context manager that shuts it down in order.

    A server that does not answer within `seconds` is killed, and the call that waits raises EOFError.
    """

    def __init__(self, command: list[str], seconds: float = 60.0):
        self._server = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self._watchdog = threading.Timer(seconds, self._server.kill)
        self._watchdog.start()
        self._ids = itertools.count(1)
        self.capabilities = self.request("initialize", processId=None, rootUri=None, capabilities={})["capabilities"]
        self.notify("initialized")

    def __enter__(self) -> "LanguageClient":
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self.request("shutdown")
            self.notify("exit")
            self.exit_status = self._server.wait()
        finally:
            self._watchdog.cancel()
            self._server.kill()
            self._server.communicate()

    def open(self, path: Path, text: str) -> list[dict]:
        """Opens a document in the editor, and gives the diagnostics that the server publishes for it."""
        document = {"uri": path.as_uri(), "languageId": "mlir", "version": 1, "text": text}
        self.notify("textDocument/didOpen", textDocument=document)
        return self._published(path)

    def change(self, path: Path, version: int, text: str) -> list[dict]:
        """Replaces the text of an open document; the diagnostics that follow."""
        document = {"uri": path.as_uri(), "version": version}
        self.notify("textDocument/didChange", textDocument=document, contentChanges=[{"text": text}])
        return self._published(path)

    def at(self, method: str, path: Path, line: int, character: int) -> Any:
        """What `textDocument/<method>` says of a place; lines and characters count from 0."""
        position = {"line": line, "character": character}
        return self.request(f"textDocument/{method}", textDocument={"uri": path.as_uri()}, position=position)

    def request(self, method: str, **params: object) -> Any:
        """The result of a request; RuntimeError where the server answers with an error."""
        number = next(self._ids)
        self._write({"id": number, "method": method, "params": params})
        while (answer := self._read()).get("id") != number:
            pass
        if "error" in answer:
            raise RuntimeError(answer["error"]["message"])
        return answer["result"]

    def notify(self, method: str, **params: object) -> None:
        """Tells the server something that it does not answer."""
        self._write({"method": method, "params": params})

    def _write(self, message: dict) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self._server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self._server.stdin.flush()

    def _published(self, path: Path) -> list[dict]:
        """The next diagnostics of a document; what comes before them is dropped."""
        while True:
            message = self._read()
            if message.get("method") == "textDocument/publishDiagnostics" and message["params"]["uri"] == path.as_uri():
                return message["params"]["diagnostics"]

    def _read(self) -> dict:
        """The next message."""
        length = 0
        while line := self._server.stdout.readline().strip():
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        if not length:
            raise EOFError("the language server ended, or was killed because it did not answer")
        return json.loads(self._server.stdout.read(length))
