"""Subjects of tuning: a kernel, a function that makes one, or any object that can be prepared and timed."""

from __future__ import annotations

import functools
import inspect
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from ..driver.optimization import Optimization, optimization
from ..errors import DeviceError, InternalError, LaunchError, WaveError
from ..ir.module import KernelAttributes
from ..kernels.kernel import Kernel
from ..runtime.arguments import check_groups
from ..runtime.array import DeviceArray
from ..runtime.device import Device
from ..runtime.dispatch_size import DispatchSize, groups_at
from ..runtime.placement import DEFAULT, most_threads
from ..runtime.program import Program
from ..runtime.wave_size import ALL_SIZES
from .configurations import Config, Setting, check_names
from .inputs import Inputs
from .measuring import Candidate
from .variants import numbers_of, variant_of

Groups = int | Sequence[int] | Callable[[Setting], int | Sequence[int]] | None
Check = Callable[[dict[str, np.ndarray], Setting], Any] | None


class Subject(Protocol):
    """An object that ``tune`` accepts in place of a kernel, so that programs in other languages can be compared with
    kernels."""

    name: str
    device: str
    """A description of the device."""

    def prepare(self, config: Config) -> Candidate:
        """Prepares a configuration. Raises WaveError if it cannot run, and AssertionError if its results are wrong; the
        message becomes the reason in its row."""


@dataclass(frozen=True)
class Choice:
    """A kernel in one configuration, with the parameters of its dispatch on a device."""

    setting: Setting
    kernel: Kernel
    program: Program
    groups: tuple[int, int, int]

    @functools.cached_property
    def options(self) -> dict[str, Any]:
        """The options of a dispatch."""
        config = self.setting.config
        names = ("unchecked", "opt_level", "enable", "disable")
        return {name: getattr(config, name) for name in names}

    def compile(self, device: Device) -> None:
        """Compiles everything that a dispatch needs. Work that only the device's driver does is left to the first
        dispatch."""
        device.kernel_wave_sizes(self.program)
        if device.one_size_code:
            exact = self.setting.config.wave_size is not None
            device.load(self.program, self.setting.wave_size, exact, DEFAULT._replace(debug=False))

    def compiled_as(self, device: Device) -> tuple[int, int]:
        """Returns a key that is equal for choices with the same compiled code: the CPU has code for one wave size,
        other devices have code for all sizes."""
        return id(self.program), self.setting.wave_size if device.one_size_code else 0


def kernel_of(subject: Kernel | Callable[..., Kernel], config: Config) -> Kernel:
    """Returns the kernel of a configuration. A function is called with the configuration's constants."""
    if isinstance(subject, Kernel):
        return variant_of(subject, config)
    name = getattr(subject, "__name__", repr(subject))
    known = inspect.signature(subject).parameters.values()
    if not any(parameter.kind is parameter.VAR_KEYWORD for parameter in known):
        check_names(config.constants, [parameter.name for parameter in known], f"`{name}`, which makes the kernel,")
    try:
        inspect.signature(subject).bind(**config.constants)
    except TypeError as error:
        fix = 'choose a value for each of its parameters: `constants={"waves": 4}`'
        raise WaveError(f"`{name}`, which makes the kernel: {error}", fix) from None
    made = subject(**config.constants)
    if not isinstance(made, Kernel):
        raise WaveError(f"`{name}` gives {made!r}", "let it return what `@wd.kernel(...)` decorates")
    # The kernel already contains its constants.
    others = {name: value for name, value in config.as_dict().items() if name != "constants"}
    return variant_of(made, Config(**others))


def choose(
    kernel: Kernel,
    config: Config,
    device: Device,
    groups: Groups,
    arguments: Sequence[Any],
    constants: Mapping[str, Any] | None = None,
) -> Choice:
    """Returns the choice for a configuration on a device. Raises WaveError if it cannot be launched. ``constants``: the
    numbers that the kernel takes from outside, if they are already known."""
    program = kernel._program(config.unchecked, optimization_of(config))
    _check_threads(kernel.attributes, config)
    size = kernel._wave_size(program, device, config.wave_size, None)
    names = [str(value.name) for value in program.parameters]
    setting = Setting(
        kernel.name,
        config,
        kernel.attributes,
        size,
        {**(numbers_of(program) if constants is None else constants), **config.constants},
        dict(zip(names, arguments, strict=False)),
    )
    return Choice(setting, kernel, program, groups_of(setting, groups))


def _check_threads(attributes: KernelAttributes, config: Config) -> None:
    """Raises LaunchError if the waves have too many threads in total. Such wave sizes are not among a kernel's
    sizes."""
    waves, lanes, most = attributes.num_waves, config.wave_size, most_threads(attributes.stage)
    if waves and lanes in ALL_SIZES and waves * lanes > most:
        message = f"{waves} waves of {lanes} lanes are {waves * lanes} threads; the limit of a group is {most}"
        raise LaunchError(message, "choose fewer waves, or smaller ones")


def optimization_of(config: Config) -> Optimization:
    """Returns the optimizations that a configuration allows."""
    return optimization(config.opt_level, config.enable, config.disable)


def groups_of(setting: Setting, groups: Groups) -> tuple[int, int, int]:
    """Returns the number of groups that a configuration launches."""
    stated = setting.config.groups if setting.config.groups is not None else groups
    return _measurable(groups_at(stated(setting) if callable(stated) else stated, setting.wave_size))


def _measurable(extent: tuple[int, int, int]) -> tuple[int, int, int]:
    if 0 in extent:
        raise LaunchError(f"the number of groups is {extent}: there is nothing to measure", "state one group at least")
    return extent


def check_groups_given(groups: Any, configs: Iterable[Config]) -> None:
    """Raises LaunchError if the number of groups is missing or invalid."""
    function = "`groups=lambda at: at.dispatch_size(items)`"
    if isinstance(groups, DispatchSize):
        fix = f"pass a function, which knows the waves of each configuration: {function}"
        raise LaunchError("the groups are those of one wave size and number of waves", fix)
    if groups is not None and not callable(groups):
        _measurable(check_groups(groups))
    if groups is None and any(config.groups is None for config in configs):
        fix = f"pass `groups=`, a number or a function of the configuration: {function}"
        raise LaunchError("it is not said for how many groups the kernel is launched", fix)


class KernelCandidate:
    """A kernel in one configuration, with the arrays that it runs on."""

    def __init__(self, choice: Choice, device: Device, inputs: Inputs) -> None:
        self.choice = choice
        self._device = device
        self._inputs = inputs

    def _dispatch(self, timed: bool) -> Any:
        self._inputs.restore()
        choice, config = self.choice, self.choice.setting.config
        return choice.kernel.dispatch(
            choice.groups,
            *self._inputs.arguments,
            device=self._device,
            wave_size=config.wave_size,
            timed=timed,
            debug=False,
            **choice.options,
        )

    def checked(self, check: Check) -> str | None:
        """Runs the kernel once. Returns why the results are wrong, or None."""
        # Also without a check: drivers compile a kernel at its first launch.
        self._dispatch(timed=False)
        self._device.wait()
        if check is None:
            return None
        try:
            said = check(self._inputs.results(), self.choice.setting)
        except AssertionError as error:
            return failed_check(error)
        return None if said is None or bool(said) else "`check` says that the results are wrong"

    def turn(self, warmup: int, runs: int) -> list[float]:
        for _ in range(warmup):
            self._dispatch(timed=False)
        # Wait only for the last launch, so that a GPU has no pause between two launches.
        times = [launch.elapsed_ns() for launch in [self._dispatch(timed=True) for _ in range(runs)]]
        if None not in times:
            return times
        return [self._by_the_clock() for _ in range(runs)]

    def _by_the_clock(self) -> float:
        """Times a run with the host's clock, for devices that cannot measure time."""
        self._inputs.restore()
        self._device.wait()
        start = time.perf_counter_ns()
        choice, config = self.choice, self.choice.setting.config
        arguments = self._inputs.arguments
        place = {"device": self._device, "wave_size": config.wave_size, "timed": False, "debug": False}
        choice.kernel.dispatch(choice.groups, *arguments, **place, **choice.options)
        self._device.wait()
        return float(time.perf_counter_ns() - start)


def checked_arguments(program: Program, arguments: Any) -> list[Any]:
    """Checks the arguments of a call and returns them as a launch takes them."""
    if isinstance(arguments, (str, np.ndarray, DeviceArray)) or not isinstance(arguments, Sequence):
        shown = type(arguments).__name__
        raise LaunchError(f"args is a {shown}", "pass a tuple of the arguments in their order: `args=(x, out, 0.5)`")
    return program.signature.check(arguments)


def named_failure(error: WaveError) -> str:
    """Returns the reason why a configuration cannot run, in one line."""
    identity = f" [{error.id}]" if error.id and f"[{error.id}]" not in error.message else ""
    kind = "internal error: " if isinstance(error, InternalError) else ""
    return kind + " ".join(error.message.split()) + identity


def is_lasting(error: WaveError) -> bool:
    """Whether another attempt would be refused as well. A device that failed may work again, and internal errors get
    fixed."""
    return not isinstance(error, (DeviceError, InternalError))


def failed_check(error: AssertionError) -> str:
    """Returns the message of a failed check, in one line."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return "; ".join(lines[:2]) if lines else "the results are wrong"
