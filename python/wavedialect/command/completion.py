"""What the shell offers on the tab key. Files are searched for kernels as text: completion runs no code of the user."""

from __future__ import annotations

import re
from pathlib import Path

import click
from click.shell_completion import CompletionItem

#: By suffix: the first group is the name of a kernel.
_KERNELS = {
    ".py": re.compile(r"^@(?:\w+\.)?kernel\b[^\n]*(?:\n(?![ \t]*def\b)[^\n]*)*\n[ \t]*def[ \t]+(\w+)", re.MULTILINE),
    ".mlir": re.compile(r"wave\.func @(\w+)\([^{]*\{?[^{]*\)\s*kernel\b"),
    ".hlsl": re.compile(r"\[num(?:threads|waves)\([^]]*\]\s*(?:\[[^]]*\]\s*)*void\s+(\w+)", re.IGNORECASE),
}
_MOST_BYTES = 1 << 20


def complete_kernel(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Offers files, and behind ``FILE:`` the kernels of the file."""
    file, colon, name = incomplete.partition(":")
    if not colon:
        return [CompletionItem(incomplete, type="file")]
    return [CompletionItem(f"{file}:{kernel}") for kernel in kernels_in(Path(file)) if kernel.startswith(name)]


def kernels_in(file: Path) -> list[str]:
    """Returns the names that look like kernels in a file; none if it cannot be read."""
    pattern = _KERNELS.get(file.suffix)
    if pattern is None:
        return []
    try:
        with file.open("rb") as opened:
            text = opened.read(_MOST_BYTES).decode(errors="replace")
    except OSError:
        return []
    return list(dict.fromkeys(pattern.findall(text)))


def complete_device(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Offers the names of kinds of devices; asking the drivers would take too long."""
    from ..driver.registry import device_kinds

    return [CompletionItem(name) for name in device_kinds() if name.startswith(incomplete)]


def complete_id(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Offers the ids that have a page."""
    from ..explanations import ids

    return [CompletionItem(id) for id in sorted(ids()) if id.startswith(incomplete)]
