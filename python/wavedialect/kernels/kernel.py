"""``@wd.kernel``: a Python function that is compiled for a device and launched there.

Much of what a kernel can do is imported on use: a program that launches a kernel from the cache does not wait for it. The
checker, the linter and the debugger are in ``reports``.
"""

from __future__ import annotations

import contextlib
import functools
import math
import types
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from ..driver.optimization import DEFAULT as DEFAULT_OPTIMIZATION
from ..driver.optimization import Optimization
from ..driver.optimization import optimization as asked_optimization
from ..errors import InternalError, LaunchError, WaveError, WaveWarning, keyword_names, public_entry
from ..frontends.python.decorators import (
    stated_extent,
    stated_integer,
    stated_integers,
    stated_shader_model,
    stated_stage,
)
from ..frontends.python.functions import check_function, keep_annotations, static_function
from ..frontends.python.source_text import keep_text
from ..ir.module import KernelAttributes
from ..numbers import check_switches, is_integer
from ..runtime.arguments import check_groups, plain_groups, probable_device
from ..runtime.device import Device, open_device
from ..runtime.dispatch import Dispatch, started
from ..runtime.placement import DEFAULT, LaunchOptions, launch_options
from ..runtime.program import Program
from ..runtime.wave_size import choose
from .python_source import PythonSource
from .reports import Groups, Reports
from .source import KernelSource
from .wrong_calls import MISSING, kernel_entry, sizing_entry, split, wrong_call

if TYPE_CHECKING:
    from pathlib import Path

    from ..driver.bundle import Bundle
    from ..runtime.dispatch_size import DispatchSize, Tile
    from ..tuning.tuned import TunedKernel

_DEVICE = frozenset({"device"})
Method = TypeVar("Method", bound=Callable[..., Any])


def _repeating(dispatch: Method) -> Method:
    """``dispatch``, with a short cut for the usual launch, which has no options and differs from the last one by its
    arguments alone."""

    @functools.wraps(dispatch)
    def dispatched(self: Kernel, groups: Any = MISSING, /, *arguments: Any, **options: Any) -> Dispatch:
        # As a public entry, whose overhead is too large for a launch.
        try:
            ready = self._ready
            extent = plain_groups(groups)
            if ready is not None and extent is not None and options.keys() <= _DEVICE:
                program, target, size, loaded = ready
                if probable_device(arguments, options.get("device")) is target and self._is_current(program):
                    launch = target.launch_plain(loaded, arguments, extent, target.times_every_launch)
                    if launch is not None:
                        return Dispatch(target, size, launch)
            return dispatch(self, groups, *arguments, **options)
        except InternalError:
            raise
        except WaveError as error:
            raise error.with_traceback(None) from None

    return dispatched  # type: ignore[return-value]


class _Launch(functools.partial):  # type: ignore[type-arg]
    """A kernel with the number of its groups, ready to be called."""

    __slots__ = ()

    def __repr__(self) -> str:
        kernel, groups = self.func.__self__, self.args[0]  # type: ignore[attr-defined]
        shown = ", ".join(map(repr, groups)) if groups.__class__ is tuple else repr(groups)
        return f"<kernel '{kernel.name}' for groups [{shown}]: call it with the arguments>"


class Kernel(Reports):
    """A kernel; ``dispatch`` runs it and ``compile`` returns its files. The decorator ``wd.kernel`` creates one."""

    _warned_of_threads = False

    def __init__(self, source: KernelSource) -> None:
        self.source = source
        self.name = source.name
        self.attributes = source.attributes
        self._programs: list[Program] = []
        self._warned: set[Any] = set()
        self._ready: tuple[Program, Device, int, Any] | None = None
        """The last launch that had no option but its device: what was launched where at which wave size."""
        self._repeated: dict[tuple[Device, bool], Any] = {}
        """For the launches that a device repeats: the meanings of names that they assume."""
        self._has_defaults = bool(source.defaults or source.parts)
        self._hides_options = any(name in DISPATCH_OPTIONS for name in source.parameter_names)
        source.adorn(self)

    @property
    @public_entry
    def parameters(self) -> dict[str, Any]:
        """The type of each parameter, by name and in order: ``RWBuffer[u32]``, ``Texture2D[f32]``, ``u32``."""
        return {str(value.name): value.type for value in self._program(False).parameters}

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        raise WaveError(
            f"kernel `{self.name}` cannot be called like a function",
            f"state the number of groups: `{self.name}.dispatch(groups, ...)` or `{self.name}[groups](...)`",
            "kernel-call",
        )

    def __getitem__(self, groups: Groups) -> Callable[..., Dispatch]:
        """``kernel[groups](...)`` is ``kernel.dispatch(groups, ...)``; ``kernel[4, 2]`` is 4 groups in x and 2 in y."""
        if groups.__class__ is tuple and len(groups) == 2 and not self._warned_of_threads:
            return _Launch(self._dispatch_two, groups)
        return _Launch(self.dispatch, groups)

    def __reduce__(self) -> str | tuple[Any, ...]:
        return self.source.reduced(self, Kernel)

    def __copy__(self) -> Kernel:
        return self

    def __deepcopy__(self, memo: Any) -> Kernel:
        # As a function, it is its own copy.
        return self

    def _dispatch_two(self, groups: tuple[Any, Any], *arguments: Any, **keywords: Any) -> Dispatch:
        """``dispatch`` with two numbers in brackets; warns if they are probably groups and threads, as in CUDA."""
        blocks, threads = groups
        attributes = self.attributes
        count = math.prod(attributes.num_threads or ())
        if attributes.num_waves is not None and is_integer(threads) and threads % attributes.num_waves == 0:
            sizes = {name: keywords.get(name) for name in ("wave_size", "prefer_wave_size")}
            # The dispatch reports any error.
            with contextlib.suppress(WaveError):
                device = probable_device(arguments, keywords.get("device"))
                count = attributes.num_waves * self.committed_wave_size(device, **sizes)
        if threads == count and not self._warned_of_threads:
            self._warned_of_threads = True
            message = (
                f"`{self.name}[{blocks}, {threads}]` runs {blocks} x {threads} groups of {count} threads: brackets take the"
                f" number of groups, and the decorator states the size of a group; write `{self.name}[{blocks}](...)`, or"
                f" `{self.name}.dispatch(({blocks}, {threads}), ...)` if you mean {blocks} x {threads} groups"
            )
            import warnings

            from ..frontends.languages import LANGUAGES

            warnings.warn(LANGUAGES[self.source.language].advice(message), WaveWarning, stacklevel=2)
        return self.dispatch(groups, *arguments, **keywords)

    # Without these, Python would treat a kernel as an infinite sequence.
    __iter__ = None
    __contains__ = None

    @sizing_entry
    def dispatch_size(
        self,
        work: int | Sequence[int],
        wave_size: int | None = None,
        tile: Tile = None,
        *,
        device: str | Device | None = None,
    ) -> DispatchSize:
        """Computes how many groups cover ``work``, the number of items in x, y and z, at a wave size (by default the
        one that a dispatch on ``device`` commits to), and how many lanes of these groups are idle.

        ``tile`` is the work of one group: the number of items in each dimension of the work, or a function of the wave
        size that returns it. By default each lane processes one item: a ``num_waves`` group covers
        ``num_waves * wave_size`` items along x; a ``num_threads`` group covers the shape of its threads, or as many
        items as it has threads if the work has one dimension.
        """
        if self.attributes.num_waves is None and self.attributes.num_threads is None:
            self._program(False).verify()
        if device is not None or wave_size is None:
            wave_size = self.committed_wave_size(device, wave_size=wave_size)
        from ..runtime.dispatch_size import Sizing

        return Sizing(self.name, self.attributes).dispatch_size(work, wave_size, tile)

    @_repeating
    def dispatch(
        self,
        groups: Groups = MISSING,
        /,
        *arguments: Any,
        device: str | Device | None = None,
        wave_size: int | None = None,
        prefer_wave_size: str | None = None,
        unchecked: bool = False,
        opt_level: int = 1,
        enable: Iterable[str] = (),
        disable: Iterable[str] = (),
        timed: bool | None = None,
        stream: Any = None,
        threads: int | None = None,
        extra_waves: int | tuple[int, str] = 0,
        lane_order: str | tuple[str, int] = "linear",
        surplus_form: bool = False,
        emulate_group_index: bool = False,
        check: bool = False,
        debug: bool = True,
        **unknown: Any,
    ) -> Dispatch:
        """Runs the kernel for ``groups`` groups: a number, up to three numbers, a result of ``dispatch_size``, or a
        function of the wave size that returns one of these. The kernel's arguments follow by position or by name; a name
        that is also an option is the option. For an amplification kernel it returns the
        ``MeshDispatches``: the mesh groups that each group launches, and their payload.

        Arrays are NumPy arrays, device arrays (``wd.array``), or arrays of other libraries in CPU memory that support
        DLPack or ``__array_interface__``. The CPU works on them in place and has finished when this returns; Ctrl-C
        stops it between two groups or two loop iterations, and the arrays keep what has been written so far. For
        another device they are copied, and those that the kernel may write are copied back before this returns; if all
        arrays are on the device, it returns immediately.

        ``unchecked`` omits the bounds checks of buffers; for ``opt_level``, ``enable`` and ``disable``, see
        ``compile``. With ``timed`` the result has the time of the launch, which costs some microseconds on a GPU; by
        default launches on CUDA are not timed, and all others are.

        ``stream``, on CUDA, is the stream for the launch: of PyTorch, CuPy, Numba or cuda-core, or its address. Without
        it, a launch with tensors of PyTorch runs on PyTorch's current stream, one with CuPy's arrays on CuPy's, and any
        other on the default stream.

        On the CPU, ``threads`` sets the number of cores, and two options vary what the language leaves to the device,
        to expose kernels that depend on it. ``extra_waves=n`` launches n more waves than needed, which share the
        threads of a ``num_threads`` kernel and return at once in a ``num_waves`` kernel; ``extra_waves=(n, "idle")``
        adds n waves without lanes, which only increase the wave count. ``lane_order`` assigns the threads of a
        ``num_threads`` kernel to lanes in "linear" order, "tiled" by 8 x 4 threads, or "shuffled" by quads, with a
        seed: ``("shuffled", 7)``. Two more options run the code forms of older shader models. ``surplus_form`` runs a
        ``num_waves`` kernel in one form for all wave sizes, with the threads of the largest one. With
        ``emulate_group_index``, waves take their index and count from groupshared memory, in the order of arrival.

        A kernel that calls ``wd.print`` or ``wd.check`` has ended when this returns: the lines are printed, and
        CheckFailed is raised for a check that failed. ``debug=False`` compiles the kernel without these calls.

        With ``check`` the kernel runs once on the CPU, on one core and many times slower, and CheckError is raised for
        undefined behavior; the arrays hold what was written. This can also run a kernel that a compile rejects for its
        barriers. ``Kernel.check`` does more.
        """
        if unknown or groups is MISSING or self._has_defaults or self._hides_options:
            arguments, unknown = split(self, "dispatch", arguments, unknown, DISPATCH_OPTIONS, groups)
            if unknown or groups is MISSING:
                raise wrong_call(self, "dispatch", groups, unknown, DISPATCH_OPTIONS)
        if check is not False or timed is not None and timed is not True and timed is not False:
            check_switches(check=check, timed=timed is not None and timed)
        options = launch_options(threads, extra_waves, lane_order, surplus_form, emulate_group_index, debug)
        optimization = asked_optimization(opt_level, enable, disable)
        if check:
            asked = (wave_size, prefer_wave_size, options)
            return self._dispatch_checked(groups, arguments, device, *asked, unchecked)
        extent = None if callable(groups) else check_groups(groups)
        program = self._program(unchecked, optimization)
        # The class distinguishes a size from equal values that are not sizes: True, 16.0.
        key = (wave_size.__class__, wave_size, prefer_wave_size, None if options is DEFAULT else options)
        target = probable_device(arguments, device)
        size, loaded = program.find_loaded(target, key)
        if loaded is not None:
            if extent is None:
                extent = _groups_at(groups, size)
            # The usual launch: nothing must be checked in detail, copied or compiled.
            is_timed = target.times_every_launch if timed is None else timed
            if stream is None:
                launch = target.launch_plain(loaded, arguments, extent, is_timed)
            else:
                place = target.checked_stream(stream)
                launch = target.launch_plain(loaded, arguments, extent, is_timed, stream=place)  # type: ignore[call-arg]
            if launch is not None:
                if optimization is DEFAULT_OPTIMIZATION and key == _NO_OPTIONS:
                    if stream is None and timed is None and not unchecked:
                        self._ready = program, target, size, loaded
                    if target.repeats_launches:
                        self._repeat(program, target, size, loaded)
                return Dispatch(target, size, launch)

        checked = program.signature.check(arguments)
        target = program.signature.device(checked, device, arguments)
        size, loaded = program.find_loaded(target, key)
        if loaded is None:
            size = self._wave_size(program, target, wave_size, prefer_wave_size)
            exact = wave_size is not None or prefer_wave_size is not None
            loaded = target.load(program, size, exact, options)
            program.keep_loaded(target, key, size, loaded)
        if target.repeats_launches and optimization is DEFAULT_OPTIMIZATION and key == _NO_OPTIONS:
            self._repeat(program, target, size, loaded)
        if extent is None:
            extent = _groups_at(groups, size)
        launched = program.signature.launched(checked)
        is_timed = target.times_every_launch if timed is None else timed
        place = {} if stream is None else {"stream": target.checked_stream(stream)}
        if target.in_place:
            return started(target, size, target.launch(loaded, launched, extent, is_timed, **place))
        from ..runtime.transfers import Transfers

        transfers = Transfers(target, program.listing.parameters, launched)
        try:
            launch = target.launch(loaded, transfers.arguments, extent, is_timed, **place)
        except LaunchError as error:
            if error.id == "check-failed":
                # What the launch has written may tell why.
                transfers.fetch()
            raise
        transfers.fetch()
        return started(target, size, launch)

    def _repeat(self, program: Program, device: Device, wave_size: int, loaded: Any) -> None:
        """Has the device repeat such launches without this class: the attribute ``dispatch`` of the object is then the
        device's."""
        watched = program.captured.watched()
        key = device, program.unchecked
        if watched is None or self._repeated.get(key) is watched:
            return
        from ..runtime.repeated import Repeated

        for other in [other for other in self._repeated if not other[0].usable]:
            del self._repeated[other]
        self._repeated[key] = watched
        refresh = None if type(self.source).refresh is KernelSource.refresh else self.source.refresh
        repeated = Repeated(program, self._programs, device, wave_size, loaded, refresh, *watched)
        earlier = self.__dict__.get("dispatch")
        made = device.launcher(types.MethodType(Kernel.dispatch, self), earlier, repeated)
        if made is not None:
            self.__dict__["dispatch"] = made

    def _dispatch_checked(
        self,
        groups: Groups,
        arguments: tuple[Any, ...],
        device: str | Device | None,
        wave_size: int | None,
        prefer_wave_size: str | None,
        options: LaunchOptions,
        unchecked: bool,
    ) -> Dispatch:
        """``dispatch`` with ``check``."""
        from ..checker import sweep

        check_switches(unchecked=unchecked)
        forms = {"surplus_form": options.surplus_form, "emulate_group_index": options.emulate_group_index}
        # Checks run the kernel as written.
        for name, value in forms.items():
            if value:
                raise LaunchError(
                    f"`check` runs the kernel as written, and does not support `{name}`", f"leave out `{name}`"
                )
        program = self._program(False)
        return started(
            *sweep.checked_launch(program, device, groups, arguments, wave_size, prefer_wave_size, options, unchecked)
        )

    @public_entry
    def tuned(
        self,
        configs: Iterable[Any],
        *,
        groups: Any = None,
        device: str | Device | None = None,
        **options: Any,
    ) -> TunedKernel:
        """Returns the kernel with a choice of configurations: its ``dispatch(*arguments)`` uses the fastest one for
        such arguments on that device. Measurements of earlier runs, in any process, are reused; missing ones are made
        at the first dispatch. ``groups`` is the number of groups to launch, or a function of the ``Setting`` that
        returns it; ``options`` are the other options of ``wd.tune``, which documents configurations."""
        from ..tuning.tuned import TunedKernel, checked_options

        return TunedKernel(self, configs, groups, device, checked_options(options))

    @kernel_entry
    def compile(
        self,
        target: str = "spirv",
        *,
        wave_size: int | None = None,
        prefer_wave_size: str | None = None,
        unchecked: bool = False,
        guard_wave_size: bool = False,
        maximal_reconvergence: bool = False,
        opt_level: int = 1,
        enable: Iterable[str] = (),
        disable: Iterable[str] = (),
        form: str = "specialized",
        debug_info: bool = False,
        binding_shifts: Mapping[Any, int] | None = None,
        matrix_tile: tuple[int, int, int, int] | None = None,
        shader_model: str | tuple[int, int] | None = None,
        emulate: bool = True,
        guard_wave_count: bool = False,
        sm: str | None = None,
        pipeline: str | None = None,
        stage_files: Mapping[str, str | Path] | None = None,
    ) -> Bundle:
        """Compiles for a target, "spirv", "dxil", "ptx" or "cpu", and returns the files, the manifest and every
        intermediate stage.

        "spirv": ``form="specialized"`` produces one module for all wave sizes, whose group size is a specialization
        constant, for Vulkan 1.3 with ``maintenance4``; ``form="fixed"`` produces one module per wave size, for Vulkan
        1.1 (a single one for a ``num_threads`` kernel). ``debug_info`` adds names and source lines to the module, for
        the tools of GPU vendors. ``binding_shifts={"b": 0, "t": 16, "u": 32}`` is added to the registers of an HLSL
        kernel, and ``{("t", 1): 16}`` to those of one space; without it, registers that collide are renumbered.
        ``matrix_tile=(8, 16, 16, 32)`` is the sizes M, N, K, and K for i8, of the products of wave matrices that the
        device has; 16, 16, 16 and 32 if it is not stated.

        "dxil": signed containers for ``shader_model``, "6.0" to "6.10", by default the kernel's own or "6.6". From 6.6
        on, a ``num_waves`` compute kernel gets one container per wave size, or only that of ``wave_size``; otherwise
        one container serves all sizes. Below 6.10 the index of a wave in its group is emulated through groupshared
        memory; ``emulate=False`` rejects such kernels. With ``guard_wave_count``, a group of a ``num_waves`` kernel
        retires if the driver does not run it as that many full waves, and counts itself in a buffer that the host
        binds, ``guard`` in the manifest.

        "ptx": a file for the CUDA driver and waves of 32 lanes, which a GPU of ``sm``, "sm_80" to "sm_100a", and newer
        ones run; a name that ends in a letter is for that GPU alone. ``debug_info`` adds source lines, for profilers.

        "cpu": one object file at one wave size, ``wave_size`` or the one that a dispatch would use, and no manifest:
        only this package can launch the object.

        ``opt_level``: 0 omits the optimization passes, 1 folds, simplifies and removes operations, 2 also moves and
        combines them; ``enable`` and ``disable`` name passes that run, or do not run, at any level. ``pipeline``:
        passes that replace the target's own, including MLIR's passes, as for ``wave-opt --pass-pipeline``; with target
        "mlir" they may produce any IR, which becomes ``<kernel>.mlir``. ``stage_files``: a file that replaces a stage,
        ``{"gpu": "changed.mlir"}`` (``"gpu.w8"`` for one wave size), from which the compile continues. For details, see
        ``docs/research.md``.
        """
        from ..runtime.request import Request, check_request, compile_program

        request = Request(
            wave_size=wave_size,
            prefer_wave_size=prefer_wave_size,
            unchecked=unchecked,
            guard_wave_size=guard_wave_size,
            maximal_reconvergence=maximal_reconvergence,
            opt_level=opt_level,
            enable=enable,
            disable=disable,
            form=form,
            debug_info=debug_info,
            binding_shifts=binding_shifts,
            matrix_tile=matrix_tile,
            shader_model=shader_model,
            emulate=emulate,
            guard_wave_count=guard_wave_count,
            sm=sm,
            pipeline=pipeline,
            stage_files=stage_files,
        )
        route = check_request(target, request)
        optimization = asked_optimization(opt_level, enable, disable)
        return compile_program(self._program(unchecked, optimization), request, route)

    @public_entry
    def committed_wave_size(
        self,
        device: str | Device | None = None,
        *,
        wave_size: int | None = None,
        prefer_wave_size: str | None = None,
        unchecked: bool = False,
    ) -> int:
        """The wave size at which such a dispatch runs, for instance to compute how many groups to launch."""
        return self._wave_size(self._program(unchecked), open_device(device), wave_size, prefer_wave_size)

    @public_entry
    def wave_sizes(self, device: str | Device | None = None, *, unchecked: bool = False) -> list[int]:
        """The wave sizes, ascending, that a dispatch may request on this device: the device has them and the kernel
        allows them."""
        target = open_device(device)
        return [size for size in target.kernel_wave_sizes(self._program(unchecked)) if size in target.wave_sizes]

    def _is_current(self, program: Program) -> bool:
        """Whether a launch without options would use this program, the last one that was compiled."""
        self.source.refresh()
        programs = self._programs
        return bool(programs) and programs[0] is program and program.captured.hold()

    def _program(self, unchecked: bool, optimization: Optimization = DEFAULT_OPTIMIZATION) -> Program:
        """The kernel compiled for the current values of its captured names."""
        self.source.refresh()
        for program in self._programs:
            if program.unchecked is unchecked and program.captured.hold():
                # Launches have the default options, whose comparison would take longer.
                if program.optimization is optimization or program.optimization == optimization:
                    return program
        check_switches(unchecked=unchecked)
        listing = self.source.listing()
        # Each warning is given once for all devices, wave sizes and options.
        listing.warned = self._warned
        program = Program(listing, unchecked, optimization)
        self._programs.insert(0, program)
        return program

    def _wave_size(self, program: Program, device: Device, asked: int | None, prefer: str | None) -> int:
        allowed = device.kernel_wave_sizes(program)
        return choose(self.name, self.attributes, allowed, device.wave_sizes, device.name, asked, prefer)

    def __repr__(self) -> str:
        return f"<kernel '{self.name}'>"

    def _repr_html_(self) -> str:
        from .. import notebook
        from ..frontends.languages import LANGUAGES

        language = LANGUAGES[self.source.language]
        return notebook.code(f"kernel {self.name} in {language.title}", self.source.text(), language.pygments)


def _groups_at(groups: Any, wave_size: int) -> tuple[int, int, int]:
    from ..runtime.dispatch_size import groups_at

    return groups_at(groups, wave_size)


#: The key of a loaded kernel for a launch that states no wave size and no placement.
_NO_OPTIONS = (type(None), None, None, None)
#: The options of ``Kernel.dispatch``.
DISPATCH_OPTIONS = keyword_names(Kernel.dispatch)


@public_entry
def kernel(
    function: Any = None,
    /,
    *others: Any,
    num_waves: int | None = None,
    num_threads: int | Sequence[int] | None = None,
    wave_size: int | Sequence[int] | None = None,
    stage: str = "compute",
    shader_model: str | tuple[int, int] | None = None,
    group_shared_limit: int | None = None,
) -> Callable[[Callable[..., Any]], Kernel]:
    """Decorates a kernel: ``@wd.kernel(num_waves=4)`` or ``@wd.kernel(num_threads=(8, 8))``.

    ``num_waves``: the waves per group (HLSL ``numWaves``). ``num_threads``: the threads per group in x, y, z (HLSL
    ``numthreads``). ``wave_size``: a size, (least, greatest) or (least, greatest, preferred), powers of two from 4 to
    128; without it a ``num_waves`` kernel runs at every size. ``stage``: "compute" or "amplification".
    ``shader_model``: the lowest one that the kernel needs, "6.10" or (6, 10). ``group_shared_limit``: the bytes of
    groupshared memory that the kernel may use.
    """
    if others or is_integer(function):
        size = ", ".join(map(str, (function, *others)))
        raise WaveError(
            f"`wd.kernel({size})` does not say what the numbers are", f"write `num_threads=({size})` or `num_waves=`"
        )
    if function is not None:
        example = "`@wd.kernel(num_waves=4)` or `@wd.kernel(num_threads=64)`"
        raise WaveError("`wd.kernel` does not state the size of a group", f"write {example} above the function")

    def decorate(decorated: Callable[..., Any]) -> Kernel:
        decorated = static_function(decorated)
        check_function(decorated, "wd.kernel")
        keep_annotations(decorated)
        keep_text(decorated)
        place = decorated.__code__
        attributes = KernelAttributes(
            num_waves=stated_integer(num_waves, "num-waves-not-integer", "num_waves", place),
            num_threads=stated_extent(num_threads, "num-threads-not-integer", "num_threads", place),
            wave_size=stated_integers(wave_size, "wave-size-not-integer", "wave_size", place),
            stage=stated_stage(stage, place),
            shader_model=stated_shader_model(shader_model, place),
            group_shared_limit=stated_integer(
                group_shared_limit, "group-shared-limit-not-integer", "group_shared_limit", place
            ),
        )
        return Kernel(PythonSource(decorated, attributes))

    return public_entry(decorate)
