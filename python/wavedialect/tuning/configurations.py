"""Configurations of a kernel: one configuration, all combinations of given values, and the resulting setting on a
device."""

from __future__ import annotations

import dataclasses
import difflib
import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..driver.optimization import optimization
from ..errors import WaveError, public_entry
from ..ir.module import KernelAttributes
from ..numbers import check_switches, is_integer
from ..runtime.dispatch_size import DispatchSize, Sizing, Tile


@dataclass(frozen=True)
class Config:
    """A choice of the options that a kernel is compiled and launched with. Options that are not given stay as the
    kernel has them.

    The constructor checks values and the names of passes. If the kernel or the device does not support a configuration,
    the error comes later, and the table has a row with the reason.
    """

    num_waves: int | None = None
    """The number of waves in a group, instead of that in ``@wd.kernel(num_waves=...)``."""
    num_threads: int | Sequence[int] | None = None
    """The number of threads in a group in x, y and z, instead of that in ``@wd.kernel(num_threads=...)``."""
    wave_size: int | None = None
    """The number of lanes in a wave; by default as for a dispatch."""
    constants: Mapping[str, Any] = field(default_factory=dict)
    """Values for names that the kernel, or a helper that it calls, takes from outside: globals of its module, or
    variables of the enclosing function."""
    opt_level: int = 1
    enable: Iterable[str] = ()
    disable: Iterable[str] = ()
    unchecked: bool = False
    """These four options are those of ``Kernel.dispatch``."""
    groups: int | Sequence[int] | None = None
    """The number of groups to launch, instead of that given to ``tune``."""

    def __post_init__(self) -> None:
        for name in ("num_waves", "wave_size"):
            value = getattr(self, name)
            if value is not None and not is_integer(value):
                raise WaveError(f"{name} is {value!r} in a configuration", f"choose an integer: `{name}=4`")
        for name in ("num_threads", "groups"):
            object.__setattr__(self, name, _extent(name, getattr(self, name)))
        _check_constants(self.constants, " in a configuration")
        asked = optimization(self.opt_level, self.enable, self.disable)
        check_switches(unchecked=self.unchecked)
        for name, value in (("constants", dict(self.constants)), *vars(asked).items()):
            object.__setattr__(self, name, value)

    @staticmethod
    def of(choice: Any) -> Config:
        """Makes a configuration from a dictionary with these names. Returns a Config unchanged."""
        if isinstance(choice, Config):
            return choice
        if not isinstance(choice, Mapping):
            fix = 'write `{"num_waves": 4, "wave_size": 16}`, or let `wd.configs(num_waves=(2, 4))` make all of them'
            raise WaveError(f"{choice!r} is not a configuration", fix)
        check_names(choice, _NAMES)
        return Config(**choice)

    def as_dict(self) -> dict[str, Any]:
        """Returns the options that differ from the defaults. ``Config.of`` accepts the result."""
        return {name: getattr(self, name) for name, default in _DEFAULTS.items() if getattr(self, name) != default}

    def columns(self) -> dict[str, Any]:
        """Returns the same as a flat dictionary: each constant has its own name as the key."""
        given = self.as_dict()
        constants = given.pop("constants", {})
        return given | {name if name not in _NAMES else f"constants.{name}": value for name, value in constants.items()}

    def __str__(self) -> str:
        return ", ".join(f"{name}={shown(value)}" for name, value in self.columns().items()) or "as it is"

    def __hash__(self) -> int:
        return hash(str(self))


_DEFAULTS = {
    entry.name: {} if entry.default is dataclasses.MISSING else entry.default for entry in dataclasses.fields(Config)
}
_NAMES = list(_DEFAULTS)


def shown(value: Any) -> str:
    """Formats a value of a configuration for a table."""
    if isinstance(value, (tuple, list)):
        return "+".join(map(str, value)) if value and isinstance(value[0], str) else "x".join(map(str, value))
    return getattr(value, "__name__", None) or str(value)


def check_names(given: Iterable[str], known: Sequence[str], what: str = "a configuration") -> None:
    """Raises WaveError for an unknown name, and suggests the name that was probably meant."""
    for name in given:
        if name not in known:
            close = difflib.get_close_matches(str(name), known, 1)
            constant = f'; values that the kernel captures are in `constants={{"{name}": ...}}`'
            hint = f"did you mean '{close[0]}'?" if close else f"it has {', '.join(known)}{constant}"
            raise WaveError(f"{what} has no '{name}'", hint)


def _check_constants(constants: Any, where: str) -> None:
    if not isinstance(constants, Mapping) or not all(isinstance(name, str) for name in constants):
        fix = 'name a value that the kernel captures: `constants={"ITEMS": 4}`'
        raise WaveError(f"constants are {constants!r}{where}", fix)


def _extent(name: str, value: Any) -> Any:
    if value is None or is_integer(value):
        return value
    if isinstance(value, DispatchSize):
        fix = "pass `groups=lambda at: at.dispatch_size(items)` to `tune`, which knows the waves of each configuration"
        raise WaveError("groups of one wave size and number of waves cannot be part of a configuration", fix)
    if isinstance(value, (tuple, list)) and 1 <= len(value) <= 3 and all(map(is_integer, value)):
        return tuple(map(int, value))
    raise WaveError(f"{name} is {value!r} in a configuration", "choose an integer, or one to three of them: x, y, z")


@public_entry
def configs(
    *,
    constants: Mapping[str, Any] | None = None,
    switches: Sequence[str] = (),
    where: Callable[[Config], Any] | None = None,
    **choices: Any,
) -> list[Config]:
    """Returns all combinations: ``wd.configs(num_waves=(1, 2, 4), wave_size=(16, 32), constants={"ITEMS": (1, 4)})``.

    Each keyword is a name of ``Config`` with one value or a tuple, list or range of values. For ``num_threads`` and
    ``groups`` with several dimensions, and for ``enable`` and ``disable``, pass a list of tuples. ``switches`` names
    passes; each of them is enabled in one half of the configurations and disabled in the other. ``where`` is a function
    of a configuration that returns true for those to keep.
    """
    check_names(choices, [name for name in _NAMES if name != "constants"])
    if constants is not None:
        _check_constants(constants, "")
    if isinstance(switches, str):
        raise WaveError(f"switches are {switches!r}", f'pass several names: `switches=("{switches}",)`')
    if not isinstance(switches, Iterable):
        raise WaveError(f"switches are {switches!r}", 'pass names of passes: `switches=("hoist-uniform",)`')
    if where is not None and not callable(where):
        raise WaveError(
            f"where is {where!r}", "pass a function of a configuration: `where=lambda one: one.wave_size > 8`"
        )
    axes = [[{name: value} for value in _values(name, values)] for name, values in choices.items()]
    named = [[(name, value) for value in _values(name, values)] for name, values in (constants or {}).items()]
    ways = [[("enable", name), ("disable", name)] for name in switches]
    made = []
    for given, values, switched in itertools.product(_product(axes), _product(named), _product(ways)):
        choice = {name: value for part in given for name, value in part.items()}
        for way, name in switched:
            choice[way] = (*choice.get(way, ()), name)
        made.append(Config(**choice, constants=dict(values)))
    kept = [config for config in made if where is None or where(config)]
    if not kept:
        raise WaveError("no configuration is left", "let `where` be true for some, and give each name a value at least")
    return kept


def _product(axes: list[list[Any]]) -> list[tuple[Any, ...]]:
    return list(itertools.product(*axes))


def _values(name: str, values: Any) -> list[Any]:
    """Returns the values for a name. A value that is not a collection is a single value."""
    several = isinstance(values, Iterable) and not isinstance(values, (str, bytes, Mapping, DispatchSize))
    made = list(values) if several else [values]
    if name in ("enable", "disable") and any(isinstance(value, str) for value in made):
        fix = f'pass a list of tuples, `{name}=[(), ("hoist-uniform",)]`, or `switches=("hoist-uniform",)`'
        raise WaveError(f"{name} is {values!r}, and each of its values is several names", fix)
    if not made:
        raise WaveError(f"{name} has no value to choose", "give it at least one value, or leave it out")
    return made


@dataclass(frozen=True)
class Setting:
    """The setting of a kernel on a device that results from a configuration. ``tune`` passes it to ``groups`` and
    ``check``."""

    kernel: str
    config: Config
    attributes: KernelAttributes
    wave_size: int
    constants: Mapping[str, Any]
    """The names that the kernel takes from outside and that are numbers, and all constants that the configuration
    chooses."""
    arguments: Mapping[str, Any]
    """By parameter name."""

    @property
    def num_waves(self) -> int | None:
        """The number of waves in a group; None for a kernel with ``num_threads``."""
        return self.attributes.num_waves

    @property
    def lanes(self) -> int:
        """The number of lanes in a group; for a kernel with ``num_threads``, the number of threads."""
        return Sizing(self.kernel, self.attributes).lanes(self.wave_size)

    def dispatch_size(self, work: int | Sequence[int], tile: Tile = None) -> DispatchSize:
        """Returns the result of ``Kernel.dispatch_size`` for this setting."""
        return Sizing(self.kernel, self.attributes).dispatch_size(work, self.wave_size, tile)

    def with_arguments(self, arguments: Sequence[Any]) -> Setting:
        """Returns the same setting with other arguments, in the order of the parameters."""
        named = dict(zip(self.arguments, arguments, strict=True))
        return Setting(self.kernel, self.config, self.attributes, self.wave_size, self.constants, named)

    def __str__(self) -> str:
        return f"kernel '{self.kernel}' with {self.config} at wave size {self.wave_size}"


def checked_configs(choices: Any) -> list[Config]:
    """Returns the configurations of a call, each once."""
    if isinstance(choices, (Config, Mapping)):
        choices = [choices]
    if isinstance(choices, str) or not isinstance(choices, (Iterable, Iterator)):
        raise WaveError(f"configs are {choices!r}", "pass a list of dictionaries, or what `wd.configs(...)` gives")
    made = list(dict.fromkeys(map(Config.of, choices)))
    if not made:
        raise WaveError("there is no configuration to measure", "pass at least one: `[{}]` is the kernel as written")
    return made
