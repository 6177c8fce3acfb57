"""The time that a run takes: a note about a long run, and an error after a limit."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import click

from ..errors import LaunchError

#: After this time, a note says that the kernel still runs.
_TOLD_SECONDS = 10.0


@contextmanager
def limited(name: str, most_seconds: float | None) -> Iterator[None]:
    """Tells of a launch that takes long, as one with an endless loop does, and stops it after ``most_seconds``. A launch
    on a GPU does not stop: the error comes after its end."""
    lock = threading.Lock()
    has_ended = is_stopped = False

    def tell() -> None:
        click.echo(
            f"note: {name} has run for {_TOLD_SECONDS:g} s and may have a loop that does not end: stop it by Ctrl-C, or"
            " by `--most-seconds S`",
            err=True,
        )

    def stop() -> None:
        nonlocal is_stopped
        with lock:
            if not has_ended:
                is_stopped = True
                # As Ctrl-C does, which a launch on the CPU awaits.
                os.kill(os.getpid(), signal.SIGINT)

    timers = [threading.Timer(_TOLD_SECONDS, tell)]
    if most_seconds is not None:
        timers.append(threading.Timer(most_seconds, stop))
    for timer in timers:
        timer.daemon = True
        timer.start()
    try:
        try:
            yield
        finally:
            with lock:
                has_ended = True
            for timer in timers:
                timer.cancel()
        if is_stopped:
            # The interrupt comes after the end of the launch.
            time.sleep(1)
    except KeyboardInterrupt:
        if not is_stopped:
            raise
    if is_stopped:
        raise LaunchError(
            f"kernel '{name}' has not ended within {most_seconds:g} s",
            "look for a loop that does not end, or allow more seconds by --most-seconds",
        )
