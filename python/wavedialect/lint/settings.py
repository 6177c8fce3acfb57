"""The settings of lints: from the caller, or else from ``[tool.wavedialect.lint]`` in the project's
``pyproject.toml``."""

from __future__ import annotations

import dataclasses
import difflib
import functools
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..errors import WaveError
from ..explanations import rules
from ..ir.limits import ALL_SIZES
from ..numbers import is_integer

TABLE = "tool.wavedialect.lint"


@functools.cache
def lints() -> dict[str, str]:
    """Returns the severity of every lint, "warning" or "note", by its id."""
    return {name: rule.severities["lint"] for name, rule in rules().items() if "lint" in rule.severities}


@functools.cache
def compile_warnings() -> list[str]:
    """Returns the ids that a compile warns of, which a report of lints has as well."""
    return [
        name
        for name, rule in rules().items()
        if "warning" in (rule.severities.get("front end"), rule.severities.get("compiler"))
    ]


@dataclass(frozen=True)
class LintSettings:
    """The settings of lints. Raises WaveError for invalid values."""

    target_wave_size: int = 32
    """The number of lanes in a wave to assume for kernels without a ``wave_size``."""
    targets: tuple[str, ...] = ()
    """The GPUs whose groupshared memory is considered; if empty, all known GPUs."""
    occupancy: int = 50
    """The percentage of a unit's waves that groupshared memory should leave room for."""
    only: tuple[str, ...] = ()
    """The lints to run; if empty, all."""
    ignore: tuple[str, ...] = ()
    """The lints to skip, and the warnings of a compile to leave out."""

    def __post_init__(self) -> None:
        if not is_integer(self.target_wave_size) or self.target_wave_size not in ALL_SIZES:
            _refuse("target-wave-size", self.target_wave_size, "use 4, 8, 16, 32, 64 or 128")
        if not is_integer(self.occupancy) or not 0 <= self.occupancy <= 100:
            _refuse("occupancy", self.occupancy, "give a share in percent, 0 to 100")
        for name in ("targets", "only", "ignore"):
            value = getattr(self, name)
            if isinstance(value, str) or not isinstance(value, Iterable) or not all(isinstance(x, str) for x in value):
                _refuse(name, value, "give a list of names")
            object.__setattr__(self, name, tuple(value))
        for name, more in (("only", []), ("ignore", compile_warnings())):
            known = [*lints(), *more]
            for lint in getattr(self, name):
                if lint not in known:
                    near = difflib.get_close_matches(lint, known, 1)
                    listed = f"the lints are {', '.join(lints())}"
                    listed += f", and a compile warns of {', '.join(more)}" if more else ""
                    what = "lint" if name == "only" else "lint or warning"
                    message = f"the setting `{name}` of lints is {lint!r}: there is no such {what}"
                    if lint in rules():
                        kind = _kind(rules()[lint].severities)
                        listed = f"`explain {lint}` shows it; {listed}"
                        raise WaveError(f"{message}, it is {kind}", listed, "lint-setting")
                    raise WaveError(message, f"did you mean {near[0]}?" if near else listed, "lint-setting")

    def pipeline(self, language: str) -> str:
        """The passes to run on a kernel of a language: the lints, then the steps of every compile that refuse a kernel or
        warn of it, with the optimizations of the default level."""
        options = f"target-wave-size={self.target_wave_size} occupancy={self.occupancy}"
        # Other compilers read HLSL as well.
        options += " dxc=true" if language == "hlsl" else ""
        ignored = [lint for lint in self.ignore if lint in lints()]
        for name, given in (("targets", self.targets), ("only", self.only), ("ignore", ignored)):
            if given:
                options += f" {name}={','.join(given)}"
        return f"builtin.module(wave-lint{{{options}}},wave-legalize{{opt-level=1}})"


def _kind(severities: Mapping[str, str]) -> str:
    """Says what an id stands for if it is not that of a lint, or if the lint does not run alone."""
    if "warning" in severities.values():
        return "a warning of a compile, which `ignore` leaves out"
    if set(severities) <= {"checker", "interpreter", "CPU"}:
        return "a finding of `check`, which nothing leaves out"
    return "an error, which refuses the kernel and cannot be left out"


def settings_for(file: str, **given: Any) -> LintSettings:
    """Returns the settings for a kernel of a file: the given values that are not None, then those of the nearest
    ``pyproject.toml`` above the file that has the table. ``ignore`` combines both."""
    stated = _stated(_project_file(file))
    chosen = {name: value for name, value in given.items() if value is not None}
    if "ignore" in chosen and "ignore" in stated and not isinstance(chosen["ignore"], str):
        chosen["ignore"] = [*stated["ignore"], *chosen["ignore"]]
    return LintSettings(**{**stated, **chosen})


def _project_file(file: str) -> Path | None:
    """Returns the nearest ``pyproject.toml`` that has the table."""
    for folder in Path(file).absolute().parents:
        path = folder / "pyproject.toml"
        if path.is_file() and _table(path) is not None:
            return path
    return None


def _table(path: Path) -> dict[str, Any] | None:
    try:
        table: Any = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise WaveError(f"'{path}' cannot be read: {error}", "correct the file", "lint-setting") from None
    for name in TABLE.split("."):
        if not isinstance(table, dict) or name not in table:
            return None
        table = table[name]
    if not isinstance(table, dict):
        raise WaveError(f"`{TABLE}` in '{path}' is not a table", f"write `[{TABLE}]`", "lint-setting")
    return table


def _stated(path: Path | None) -> dict[str, Any]:
    if path is None:
        return {}
    known = [field.name.replace("_", "-") for field in dataclasses.fields(LintSettings)]
    table = _table(path) or {}
    for name in table:
        if name not in known:
            near = difflib.get_close_matches(name, known, 1)
            fix = f"did you mean {near[0]}?" if near else f"the settings are {', '.join(known)}"
            raise WaveError(f"`[{TABLE}]` in '{path}' has no setting `{name}`", fix, "lint-setting")
    stated = {name.replace("-", "_"): value for name, value in table.items()}
    try:
        LintSettings(**stated)
    except WaveError as error:
        raise WaveError(f"{error.message}, in '{path}'", error.fix, "lint-setting") from None
    return stated


def _refuse(name: str, value: Any, fix: str) -> None:
    raise WaveError(f"the setting `{name}` of lints is {value!r}", fix, "lint-setting")
