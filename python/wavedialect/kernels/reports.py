"""The methods of kernels that report on them: checks, lints, counts, traces, and the debugger. What they use is imported when
they are called."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..driver.optimization import DEFAULT, Optimization
from ..driver.optimization import optimization as asked_optimization
from ..errors import CompileError, public_entry
from ..numbers import check_switches
from .source import KernelSource
from .wrong_calls import kernel_entry

if TYPE_CHECKING:
    from ..checker.count import Counts
    from ..checker.report import CheckReport
    from ..checker.trace import Trace
    from ..debugger.session import Session
    from ..lint.report import LintReport
    from ..runtime.program import Program

Groups = int | Sequence[int] | Callable[[int], int | Sequence[int]]
"""The group counts in x, y and z, or a function that returns them for a wave size."""


class Reports:
    """The part of ``Kernel`` that reports on it."""

    name: str
    source: KernelSource

    def __init__(self, source: KernelSource) -> None:
        raise NotImplementedError

    def _program(self, unchecked: bool, optimization: Optimization = DEFAULT) -> Program:
        raise NotImplementedError

    @kernel_entry
    def check(
        self,
        groups: Groups,
        *arguments: Any,
        wave_sizes: Any = None,
        lane_orders: Any = None,
        extra_waves: Any = None,
        wave_orders: Any = None,
        unordered: str | Collection[str] = (),
        by_wave_size: str | Collection[str] = (),
        tolerance: float | None = None,
        unchecked: bool = False,
        most_findings: int = 100,
        most_seconds: float | None = 300.0,
        most_shadow_bytes: int = 4 << 30,
    ) -> CheckReport:
        """Runs an instrumented kernel on copies of the arrays, and reports undefined behavior and results that depend
        on choices that the language leaves to the device.

        ``groups`` may be a function of the wave size. The kernel runs at every wave size, and at the device's default
        wave size also with other lane orders and with extra waves; ``wave_sizes``, ``lane_orders`` and
        ``extra_waves``, each a value as for ``dispatch`` or a list of such values, request their combinations instead.
        A kernel with pipes also runs its waves in other orders; ``wave_orders`` requests some of "by index", "backward"
        and ("shuffled", seed).

        Each array that the kernel writes is compared with its contents after the first run, unless a value returned by
        an atomic reaches it. ``unordered`` names arrays to compare sorted, including such arrays; ``by_wave_size``
        names arrays whose contents are meant to depend on the wave size. ``tolerance`` is the permitted difference of
        floats, relative to their magnitude, or to the array's median magnitude if that is greater; by default 1e-3,
        1e-2, 1e-5 and 1e-12 for f16, bf16, f32 and f64.

        With ``unchecked`` an out-of-bounds access of a buffer is a finding instead of a note. The check ends after
        ``most_findings`` or ``most_seconds``; race detection uses at most ``most_shadow_bytes``.
        """
        from ..checker import sweep

        check_switches(unchecked=unchecked)
        return sweep.check(
            self._program(False),
            groups,
            arguments,
            wave_sizes=wave_sizes,
            lane_orders=lane_orders,
            extra_waves=extra_waves,
            wave_orders=wave_orders,
            unordered=unordered,
            by_wave_size=by_wave_size,
            tolerance=tolerance,
            unchecked=unchecked,
            most_findings=most_findings,
            most_seconds=most_seconds,
            most_shadow_bytes=most_shadow_bytes,
        )

    @public_entry
    def lint(
        self,
        *,
        target_wave_size: int | None = None,
        targets: Collection[str] | None = None,
        occupancy: int | None = None,
        only: Collection[str] | None = None,
        ignore: Collection[str] | None = None,
    ) -> LintReport:
        """Reports code that is legal but probably unintended or slow, without running the kernel: a sequence of
        findings, each with its id, message, place and suggested replacement.

        ``target_wave_size`` is the wave size to assume if the kernel states none; ``targets`` names the machines whose
        groupshared memory limits apply, and ``occupancy`` the percentage of their waves that the kernel should leave
        room for. ``only`` and ``ignore`` select lints by id. Values that are not given come from
        ``[tool.wavedialect.lint]`` of the nearest ``pyproject.toml``, else they are 32, all known machines, 50, and all
        lints. A comment ``# lint: ignore[id]`` on a finding's line silences it.
        """
        from ..lint.findings import finding_of_error
        from ..lint.report import LintReport
        from ..lint.run import lint
        from ..lint.settings import settings_for

        settings = settings_for(
            self.source.file,
            target_wave_size=target_wave_size,
            targets=targets,
            occupancy=occupancy,
            only=only,
            ignore=ignore,
        )
        try:
            listing = self._program(False).listing
            found = lint(listing, settings, self.source.first_line, self.source.scope)
        except CompileError as error:
            found = [finding_of_error(error, self.name, self.source.language)]

        def again(texts: Mapping[str, str]) -> LintReport:
            source = self.source.reread(texts)
            return type(self)(source).lint(
                target_wave_size=target_wave_size, targets=targets, occupancy=occupancy, only=only, ignore=ignore
            )

        return LintReport(tuple(found), (self.name,), again if self.source.can_reread else None)

    @kernel_entry
    def count(
        self,
        groups: Groups,
        *arguments: Any,
        wave_size: int | None = None,
        lane_order: str | tuple[str, int] = "linear",
        extra_waves: int | tuple[int, str] = 0,
        optimized: bool = True,
        opt_level: int = 1,
        enable: Iterable[str] = (),
        disable: Iterable[str] = (),
        most_seconds: float | None = 300.0,
    ) -> Counts:
        """Runs the kernel on copies of the arrays, on the CPU, and counts what its waves and lanes execute: loads,
        stores, atomics, barriers and wave operations. Without ``optimized`` it counts the operations as written instead
        of those that the optimizer leaves; for ``opt_level``, ``enable`` and ``disable``, see ``compile``."""
        from ..checker import count

        check_switches(optimized=optimized)
        program = self._program(False, asked_optimization(opt_level, enable, disable))
        options = {"wave_size": wave_size, "lane_order": lane_order, "extra_waves": extra_waves}
        return count.count(program, groups, arguments, **options, optimized=optimized, most_seconds=most_seconds)

    @kernel_entry
    def trace(
        self,
        groups: Groups,
        *arguments: Any,
        wave_size: int | None = None,
        lane_order: str | tuple[str, int] = "linear",
        extra_waves: int | tuple[int, str] = 0,
        optimized: bool = True,
        opt_level: int = 1,
        enable: Iterable[str] = (),
        disable: Iterable[str] = (),
        most_events: int = 200_000,
        most_seconds: float | None = 300.0,
    ) -> Trace:
        """Runs the kernel as ``count`` does, and records when each wave runs, waits at barriers and returns, measured
        in operations, in at most ``most_events`` events: ``save`` writes it for Perfetto, ``picture`` draws it."""
        from ..checker import trace

        check_switches(optimized=optimized)
        program = self._program(False, asked_optimization(opt_level, enable, disable))
        options = {"wave_size": wave_size, "lane_order": lane_order, "extra_waves": extra_waves}
        limits = {"most_events": most_events, "most_seconds": most_seconds}
        return trace.trace(program, groups, arguments, **options, optimized=optimized, **limits)

    @public_entry
    def debug(
        self,
        groups: Groups,
        *arguments: Any,
        wave_size: int | None = None,
        lane_order: str | tuple[str, int] = "linear",
        extra_waves: int = 0,
        wave_order: str | tuple[str, int] = "by index",
        unchecked: bool = False,
        stage: str | None = None,
        after: str | None = None,
        prompt: bool = True,
    ) -> Session:
        """Opens a debugger at the first statement, on copies of the arrays: a prompt that reads commands, until `quit`.
        Without ``prompt`` it returns the session at once, whose methods are the commands.

        The wave with the lowest index that can go on runs; ``wave_order`` may be "backward" or ("shuffled", seed) instead.
        ``lane_order=("shuffled", seed)`` shuffles the threads of a ``num_threads`` kernel, and the order of the lanes in
        atomics.

        With ``stage="wave"`` it steps through the wave IR that the passes for SPIR-V have made, or ``after`` one of them,
        such as "canonicalize"."""
        from ..debugger.opening import open_session

        check_switches(unchecked=unchecked, prompt=prompt)
        orders = {"lane_order": lane_order, "extra_waves": extra_waves, "wave_order": wave_order}
        options = {**orders, "wave_size": wave_size, "unchecked": unchecked, "stage": stage, "after": after}
        session = open_session(self, groups, arguments, **options)
        if prompt:
            from ..debugger.prompt import run_prompt

            run_prompt(session)
        return session
