"""An editor's side of the Debug Adapter Protocol, for tests."""

import json
import subprocess
import sys
import threading
from pathlib import Path
from queue import Queue

FOLDER = Path(__file__).parent / "sessions"
SECONDS = 60


class Editor:
    """A client that starts the adapter and speaks to it over its standard streams."""

    def __init__(self):
        command = [sys.executable, "-m", "wavedialect", "debug", "--adapter"]
        self.process = subprocess.Popen(command, cwd=FOLDER, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.sent = 0
        self.events = []
        self.messages = Queue()
        threading.Thread(target=self._receive, daemon=True).start()

    def _receive(self):
        while header := self.process.stdout.readline():
            assert header.startswith(b"Content-Length: ")
            assert self.process.stdout.readline() == b"\r\n"
            self.messages.put(json.loads(self.process.stdout.read(int(header.split(b":")[1]))))

    def send(self, command, **arguments):
        """Sends a request; returns its number."""
        self._write(self._request(command, arguments))
        return self.sent

    def send_together(self, *commands):
        """Sends requests for the first thread in one piece; returns their numbers."""
        self._write(b"".join(self._request(command, {"threadId": 1}) for command in commands))
        return range(self.sent - len(commands) + 1, self.sent + 1)

    def _request(self, command, arguments):
        self.sent += 1
        body = json.dumps({"seq": self.sent, "type": "request", "command": command, "arguments": arguments}).encode()
        return b"Content-Length: %d\r\n\r\n" % len(body) + body

    def _write(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def response(self, number):
        """The response to a request; keeps the events before it."""
        while (message := self.messages.get(timeout=SECONDS))["type"] == "event":
            self.events.append(message)
        assert message["request_seq"] == number
        return message

    def ask(self, command, **arguments):
        """The body of the response to a request that succeeds."""
        answer = self.response(self.send(command, **arguments))
        assert answer["success"], answer
        return answer["body"]

    def refused(self, command, **arguments):
        """The message of a request that fails."""
        answer = self.response(self.send(command, **arguments))
        assert not answer["success"]
        assert answer["body"]["error"]["showUser"]
        return answer["message"]

    def event(self, name):
        """The body of the next event of this name."""
        while True:
            for place, message in enumerate(self.events):
                if message["event"] == name:
                    del self.events[: place + 1]
                    return message["body"]
            message = self.messages.get(timeout=SECONDS)
            assert message["type"] == "event", message
            self.events.append(message)

    def launch(self, program, *arguments, **options):
        """Starts a session up to its configuration."""
        self.ask("initialize", adapterID="wavedialect", linesStartAt1=True)
        self.ask("launch", program=program, args=list(arguments), cwd=str(FOLDER), **options)
        self.event("initialized")

    def stop(self):
        """The next stop, and the innermost frame of its thread."""
        stopped = self.event("stopped")
        frames = self.ask("stackTrace", threadId=stopped["threadId"])["stackFrames"]
        return stopped, frames[0]

    def values(self, frame, scope="Variables"):
        """The variables of a scope, by name."""
        scopes = {one["name"]: one["variablesReference"] for one in self.ask("scopes", frameId=frame["id"])["scopes"]}
        found = self.ask("variables", variablesReference=scopes[scope])["variables"]
        return {one["name"]: one for one in found}

    def close(self):
        self.process.stdin.close()
        self.process.wait(SECONDS)
        self.process.stdout.close()
