"""What is shown while a tuning runs: on a terminal and in a notebook, by rich."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

from ..errors import WaveError

#: Begins a step of so much work, and gives what is called for each piece of it that is done.
Steps = Callable[[str, int], Callable[[], None]]


@contextlib.contextmanager
def shown_steps(progress: Any) -> Iterator[Steps]:
    """Shows steps as bars where ``progress`` is true, or where it is None and somebody looks."""
    if progress is not None and not isinstance(progress, bool):
        raise WaveError(f"progress is {progress!r}", "use True or False, or None to show it on a terminal alone")
    if progress is False:
        yield _silent
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    if progress is None and not (console.is_terminal or console.is_jupyter):
        yield _silent
        return
    columns = TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    with Progress(*columns, console=console, transient=progress is None) as bars:

        def step(title: str, total: int) -> Callable[[], None]:
            task = bars.add_task(title, total=total)
            return lambda: bars.advance(task)

        yield step


def _silent(title: str, total: int) -> Callable[[], None]:
    return lambda: None
