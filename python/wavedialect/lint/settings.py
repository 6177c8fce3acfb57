"""What lints are told: by the caller, else by ``[tool.wavedialect.lint]`` of the project's ``pyproject.toml``."""

from __future__ import annotations

import dataclasses
import difflib
import functools
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..errors import WaveError
from ..explanations import rules
from ..numbers import is_integer

TABLE = "tool.wavedialect.lint"
_SIZES = (4, 8, 16, 32, 64, 128)


@functools.cache
def lints() -> dict[str, str]:
    """The severity of every lint, "warning" or "note", by its id."""
    found = {name: {one.by: one.severity for one in rule.found} for name, rule in rules().items()}
    return {name: by["lint"] for name, by in found.items() if "lint" in by}


@dataclass(frozen=True)
class LintSettings:
    """Raises WaveError for what is no setting."""

    target_wave_size: int = 32
    """Lanes of a wave of the machines that kernels without a ``wave_size`` are for."""
    targets: tuple[str, ...] = ()
    """The machines whose groupshared memory counts; none is all that are known."""
    occupancy: int = 50
    """The share of a unit's waves, in percent, that groupshared memory should leave room for."""
    only: tuple[str, ...] = ()
    """The lints that run; none is all."""
    ignore: tuple[str, ...] = ()
    """Lints that do not run."""

    def __post_init__(self) -> None:
        if not is_integer(self.target_wave_size) or self.target_wave_size not in _SIZES:
            _refuse("target-wave-size", self.target_wave_size, "use 4, 8, 16, 32, 64 or 128")
        if not is_integer(self.occupancy) or not 0 <= self.occupancy <= 100:
            _refuse("occupancy", self.occupancy, "give a share in percent, 0 to 100")
        for name in ("targets", "only", "ignore"):
            value = getattr(self, name)
            if isinstance(value, str) or not isinstance(value, Iterable) or not all(isinstance(x, str) for x in value):
                _refuse(name, value, "give a list of names")
            object.__setattr__(self, name, tuple(value))
        for name in ("only", "ignore"):
            for lint in getattr(self, name):
                if lint not in lints():
                    near = difflib.get_close_matches(lint, lints(), 1)
                    _refuse(name, lint, f"did you mean {near[0]}?" if near else f"the lints are {', '.join(lints())}")

    @property
    def pipeline(self) -> str:
        """The passes that find what there is. Errors of the verifier come after the lints, whatever these found."""
        options = f"target-wave-size={self.target_wave_size} occupancy={self.occupancy}"
        for name in ("targets", "only", "ignore"):
            if getattr(self, name):
                options += f" {name}={','.join(getattr(self, name))}"
        return f"builtin.module(wave-lint{{{options}}},wave-verify)"


def settings_for(file: str, **given: Any) -> LintSettings:
    """The settings for a kernel of that file: what is given and not None, then what the nearest ``pyproject.toml`` above
    the file has. What is given of ``ignore`` is ignored as well."""
    stated = _stated(_project_file(file))
    chosen = {name: value for name, value in given.items() if value is not None}
    if "ignore" in chosen and "ignore" in stated and not isinstance(chosen["ignore"], str):
        chosen["ignore"] = [*stated["ignore"], *chosen["ignore"]]
    return LintSettings(**{**stated, **chosen})


def _project_file(file: str) -> Path | None:
    """The nearest one that has the table."""
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
        raise WaveError(f"`{TABLE}` in '{path}' is no table", f"write `[{TABLE}]`", "lint-setting")
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
