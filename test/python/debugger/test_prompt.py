"""The prompt in a real terminal, and the interruption of a kernel that does not end."""

import os
import pty
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent / "sessions"
SECONDS = 60
PROMPT = "(debug) "


class Terminal:
    """A session in a pseudo terminal."""

    def __init__(self, *arguments):
        self.master, slave = pty.openpty()
        command = [sys.executable, "-m", "wavedialect", "debug", *arguments]
        environment = {**os.environ, "TERM": "dumb", "INPUTRC": os.devnull}
        self.process = subprocess.Popen(
            command, cwd=FOLDER, stdin=slave, stdout=slave, stderr=slave, env=environment, start_new_session=True
        )
        os.close(slave)
        self.seen = ""

    def expect(self, text):
        """Waits for a text; returns what came up to its end."""
        end = time.monotonic() + SECONDS
        while text not in self.seen:
            assert time.monotonic() < end, f"no {text!r} in {self.seen!r}"
            if select.select([self.master], [], [], 1)[0]:
                try:
                    self.seen += os.read(self.master, 4096).decode()
                except OSError:
                    raise AssertionError(f"the session ended without {text!r}: {self.seen!r}") from None
        before, _, self.seen = self.seen.partition(text)
        return before + text

    def send(self, text):
        os.write(self.master, text.encode())

    def press_control_c(self, text):
        """Presses Ctrl-C, and waits a moment for a text."""
        os.killpg(self.process.pid, signal.SIGINT)
        wait = time.monotonic() + 3
        while text not in self.seen and time.monotonic() < wait:
            if select.select([self.master], [], [], 0.2)[0]:
                self.seen += os.read(self.master, 4096).decode()

    def interrupt(self, line, text):
        """Sends a line and presses Ctrl-C until a text comes: pressed before the run begins, it discards the line."""
        end = time.monotonic() + SECONDS
        while text not in self.seen:
            assert time.monotonic() < end, f"no {text!r} in {self.seen!r}"
            self.send(line)
            self.expect(line.strip())
            self.press_control_c(text)
        return self.expect(text)

    def control_c(self):
        """Presses Ctrl-C at the prompt until there is a new one: readline sees it only while it waits for a key."""
        end = time.monotonic() + SECONDS
        while PROMPT not in self.seen:
            assert time.monotonic() < end, f"no prompt in {self.seen!r}"
            self.press_control_c(PROMPT)
        return self.expect(PROMPT)

    def close(self):
        os.close(self.master)
        self.process.kill()
        self.process.wait()


def test_a_terminal_completes_repeats_and_recalls():
    terminal = Terminal("kernels.py:sums", "--groups", "2", "--wave-size", "4", "x=arange:16", "out=zeros:2")
    try:
        terminal.expect(PROMPT)
        terminal.send("next\n")
        terminal.expect("kernels.py:49")
        terminal.expect(PROMPT)
        # An empty line repeats the step.
        terminal.send("\n")
        terminal.expect("kernels.py:50")
        terminal.expect(PROMPT)
        terminal.send("\n")
        terminal.expect("kernels.py:51")
        terminal.expect(PROMPT)
        # Ctrl-C discards the line, and repeats nothing.
        terminal.send("pri")
        terminal.expect("pri")
        terminal.control_c()
        terminal.send("where\n")
        terminal.expect("kernels.py:51")
        terminal.expect(PROMPT)
        # The tab key completes commands and names.
        terminal.send("prin\tlan\t\n")
        terminal.expect("lane = [0 1 2 3]")
        terminal.expect(PROMPT)
        # The up key recalls.
        terminal.send("\x1b[A\n")
        terminal.expect("lane = [0 1 2 3]")
        terminal.expect(PROMPT)
        terminal.send("\x04")
        assert terminal.process.wait(SECONDS) == 0
    finally:
        terminal.close()


@pytest.mark.parametrize("command", ["continue", "next 1000000000", "step 1000000000"])
def test_control_c_interrupts_a_kernel_that_does_not_end(command):
    terminal = Terminal("kernels.py:endless", "--wave-size", "4", "out=zeros:1")
    try:
        terminal.expect(PROMPT)
        # The loop has its variable wherever the interrupt comes.
        terminal.send("next 3\n")
        terminal.expect("kernels.py:118")
        terminal.expect(PROMPT)
        terminal.interrupt(f"{command}\n", "interrupted")
        terminal.expect(PROMPT)
        terminal.send("print i\n")
        terminal.expect("i = 1")
        terminal.expect(PROMPT)
        # At the prompt it does not end the session.
        terminal.control_c()
        terminal.send("quit\n")
        assert terminal.process.wait(SECONDS) == 0
    finally:
        terminal.close()


def test_control_c_interrupts_a_check():
    terminal = Terminal("kernels.py:endless", "--wave-size", "4", "out=zeros:1")
    try:
        terminal.expect(PROMPT)
        terminal.interrupt("check\n", "interrupted")
        terminal.expect(PROMPT)
        # The session goes on.
        terminal.send("next\n")
        terminal.expect("kernels.py:117")
        terminal.expect(PROMPT)
        terminal.send("quit\n")
        # Python ends as interrupted if it imported a module when the interrupt came.
        assert terminal.process.wait(SECONDS) in (0, -signal.SIGINT)
    finally:
        terminal.close()
