"""The optimization options of a compile."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from ..errors import WaveError
from ..immutable import immutable
from ..numbers import is_integer

LEVELS = (0, 1, 2)
_WITH_OPTIONS = r"([\w-]+)(?:\{([\w=. -]*)\})?"


@immutable
class Optimization:
    """The options that every pipeline takes, with the same names."""

    opt_level: int = 1
    enable: tuple[str, ...] = ()
    """Passes that run at any level, by their flags without ``wave-``, with options in braces:
    "pipeline-waves{force=true}"."""
    disable: tuple[str, ...] = ()
    """Passes that do not run at any level."""

    @property
    def given(self) -> list[str]:
        """The options that differ from their defaults, in the syntax of pipelines."""
        given = [f"opt-level={self.opt_level}"] if self.opt_level != DEFAULT.opt_level else []
        lists = (("enable", self.enable), ("disable", self.disable))
        return given + [f"{option}={','.join(names)}" for option, names in lists if names]


DEFAULT = Optimization()
_MERGING = "coarsen-groups"


def without_merged_groups(chosen: Optimization) -> Optimization:
    """The options for a Vulkan device that is a processor. Code at level 2 has two forms, for many groups and for few, and
    such a device executes both. It merges groups only if the user enables the pass by name."""
    named = any(name.partition("{")[0] == _MERGING for name in (*chosen.enable, *chosen.disable))
    if chosen.opt_level < 2 or named:
        return chosen
    return Optimization(chosen.opt_level, chosen.enable, (*chosen.disable, _MERGING))


def optimization(opt_level: Any, enable: Any, disable: Any) -> Optimization:
    """The options from the arguments of ``compile`` and ``dispatch``; raises WaveError for invalid ones."""
    # A fast path: most launches use the defaults, and must be quick.
    if opt_level.__class__ is int and opt_level == 1 and enable.__class__ is disable.__class__ is tuple:
        if not enable and not disable:
            return DEFAULT
    if not is_integer(opt_level) or opt_level not in LEVELS:
        raise WaveError(f"opt_level is {opt_level!r}", "use 0, 1 or 2")
    return Optimization(int(opt_level), _passes("enable", enable), _passes("disable", disable))


def optimizations() -> dict[str, int | None]:
    """The optimization passes in execution order, and the lowest level at which each runs by default."""
    from ..extensions import native

    return dict(native().optimizations())


def _passes(argument: str, names: Any) -> tuple[str, ...]:
    """Normalizes names of passes, which may be written with ``wave-`` and with underscores."""
    if isinstance(names, str) or not isinstance(names, Iterable):
        raise WaveError(f"{argument} is {names!r}", f'pass several names: `{argument}=("hoist-uniform",)`')
    names = list(names)
    if not names:
        return ()
    known, found = optimizations(), []
    for name in names:
        parts = re.fullmatch(_WITH_OPTIONS, name) if isinstance(name, str) else None
        plain = parts[1].replace("_", "-").removeprefix("wave-") if parts else ""
        if plain not in known:
            import difflib

            close = difflib.get_close_matches(plain, known, 1)
            hint = f"did you mean '{close[0]}'?" if close else f"the optimizations are {', '.join(known)}"
            raise WaveError(f"unknown optimization {name!r}", hint)
        options = parts[2] if parts else None
        if options is not None and argument == "disable":
            raise WaveError(f"disable has options: {name!r}", f'write `disable=("{plain}",)`')
        found.append(f"{plain}{{{options}}}" if options else plain)
    return tuple(dict.fromkeys(found))
