"""Shows the progress of a tuning on a terminal or in a notebook, using rich."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

from ..errors import WaveError

#: Starts a step with a title and an amount of work. Returns a function to call after each unit of work.
Steps = Callable[[str, int], Callable[[], None]]


@contextlib.contextmanager
def shown_steps(progress: Any) -> Iterator[Steps]:
    """Shows steps as bars if ``progress`` is True, or if it is None and standard error is a terminal or a notebook."""
    if progress is not None and not isinstance(progress, bool):
        raise WaveError(f"progress is {progress!r}", "use True or False, or None to show it only on a terminal")
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
