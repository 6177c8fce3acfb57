"""``Kernel.tuned``: launches a kernel in the fastest configuration for its arguments."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from ..errors import WaveError, public_entry, unknown_keyword
from ..kernels.kernel import Kernel
from ..kernels.wrong_calls import split
from ..runtime.arguments import probable_device
from ..runtime.device import Device
from ..runtime.dispatch import Dispatch
from .configurations import Config, check_names, checked_configs
from .keeping import class_of
from .measuring import Plan
from .subjects import Choice, Groups, check_groups_given, choose, groups_of, kernel_of, optimization_of
from .table import Tuning
from .tune import tune

#: The options of ``tune`` that ``tuned`` passes on.
_OPTIONS = ("check", "restore", "rounds", "runs", "warmup", "stop", "most_seconds", "executor", "progress")


def checked_options(options: dict[str, Any]) -> dict[str, Any]:
    """Checks the options that ``Kernel.tuned`` passes on to ``tune``."""
    check_names(options, _OPTIONS, "`tuned`")
    Plan(**{name: options[name] for name in vars(Plan()) if name in options})
    return options


#: The maximum number of entries that map a device and argument shapes to the best configuration.
_MOST_READY = 1024


class TunedKernel:
    """A kernel and its configurations; made by ``Kernel.tuned``. The first dispatch on a device with arguments of given
    types and sizes measures the configurations without kept results, on copies of the arguments, and uses the best of
    all. Later dispatches with such arguments use the same configuration."""

    def __init__(
        self,
        kernel: Kernel,
        configs: Iterable[Config | dict[str, Any]],
        groups: Groups,
        device: str | Device | None,
        options: dict[str, Any],
    ) -> None:
        self.kernel = kernel
        """The kernel as written."""
        self.configs = checked_configs(configs)
        self._groups = groups
        self._device = device
        self._options = options
        # Report mistakes here and not at the first dispatch.
        check_groups_given(groups, self.configs)
        for config in self.configs:
            kernel_of(kernel, config)
        self._has_defaults = bool(kernel.source.defaults or kernel.source.parts)
        self._tables: dict[tuple[str, str], Tuning] = {}
        self._ready: dict[Any, _Ready] = {}

    @public_entry
    def dispatch(
        self, *arguments: Any, device: str | Device | None = None, timed: bool | None = None, **named: Any
    ) -> Dispatch:
        """Runs the kernel in the best configuration for these arguments, by position or by name. The function given to ``tuned`` computes the
        number of groups. Raises LaunchError with the reasons if no configuration can run."""
        if named or self._has_defaults:
            arguments, unknown = split(self.kernel, "dispatch", arguments, named, ("device", "timed"))
            if unknown:
                raise unknown_keyword("TunedKernel.dispatch", next(iter(unknown)), ("device", "timed"))
        wanted = self._device if device is None else device
        # Most launches are like an earlier one. The kernel checks the arguments.
        key = probable_device(arguments, wanted), tuple([getattr(argument, "shape", None) for argument in arguments])
        try:
            ready = self._ready.get(key)
        except TypeError:
            ready = None
        if ready is None or key[0] is None:
            target, table = self._table(arguments, wanted)
            ready = _Ready(self.kernel, table.best.config, target)
            if key[0] is not None and len(self._ready) < _MOST_READY:
                self._ready[key] = ready
        return ready.dispatch(self._groups, arguments, timed)

    __call__ = dispatch

    @public_entry
    def best(self, *arguments: Any, device: str | Device | None = None) -> Config:
        """Returns the configuration that a dispatch with these arguments uses."""
        return self.tuning(*arguments, device=device).best.config

    @public_entry
    def tuning(self, *arguments: Any, device: str | Device | None = None) -> Tuning:
        """Returns the results of all configurations for these arguments."""
        return self._table(arguments, self._device if device is None else device)[1]

    def _table(self, arguments: tuple[Any, ...], device: str | Device | None) -> tuple[Device, Tuning]:
        program = self.kernel._program(False)
        checked = program.signature.check(arguments)
        target = program.signature.device(checked, device)
        key = target.name, json.dumps(class_of(program.parameters, arguments))
        if key not in self._tables:
            given = {**self._options, "groups": self._groups, "device": target, "reuse": True}
            self._tables[key] = tune(self.kernel, self.configs, arguments, **given)
        return target, self._tables[key]

    def __getitem__(self, groups: Any) -> Any:
        fix = "pass `groups=` to `tuned`, a function of the configuration, and call `tuned.dispatch(...)`"
        raise WaveError(f"the groups of kernel '{self.kernel.name}' depend on its configuration", fix)

    __iter__ = None

    def __repr__(self) -> str:
        return f"<tuned kernel '{self.kernel.name}' of {len(self.configs)} configurations>"


class _Ready:
    """The best configuration on a device."""

    def __init__(self, kernel: Kernel, config: Config, device: Device) -> None:
        self._kernel = kernel_of(kernel, config)
        self._config = config
        self._device = device
        self._optimization = optimization_of(config)
        self._choice: Choice | None = None

    def dispatch(self, groups: Groups, arguments: tuple[Any, ...], timed: bool | None) -> Dispatch:
        """Launches the kernel with the number of groups that these arguments need."""
        config, choice = self._config, self._choice
        # The program changes if a name from outside has a new value.
        if choice is None or choice.program is not self._kernel._program(config.unchecked, self._optimization):
            choice = self._choice = choose(self._kernel, config, self._device, groups, arguments)
            extent = choice.groups
        else:
            extent = groups_of(choice.setting.with_arguments(arguments), groups)
        place = {"device": self._device, "wave_size": config.wave_size, "timed": timed}
        return self._kernel.dispatch(extent, *arguments, **place, **choice.options)
