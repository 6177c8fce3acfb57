"""The lanes that exist, and the ids and counts that a launch provides."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..ir.module import KernelAttributes
from ..ir.quads import shuffled_quads, threads_in_quads

if TYPE_CHECKING:
    from .interpreter import Settings
    from .steps import Builder


_OF_DISPATCH = ("wave.lane_index", "wave.lane_count", "wave.group_wave_count", "wave.group_count")


class Placement:
    """The lanes that exist, and the ids and counts that the launch provides per dispatch, group and wave."""

    def __init__(
        self,
        builder: Builder,
        attributes: KernelAttributes,
        groups: tuple[int, int, int],
        settings: Settings,
        shuffler: random.Random | None,
    ) -> None:
        self._groups = groups
        self._shuffler = shuffler
        self._lanes = lanes = builder.lanes
        self._extent = attributes.num_threads
        if attributes.num_threads is None:
            waves = int(attributes.num_waves)
            self.masks = [np.ones(lanes, np.bool_)] * waves
        else:
            threads = int(np.prod(attributes.num_threads))
            waves = -(-threads // lanes) + settings.extra_waves
            numbers = np.arange(waves * lanes)
            self.masks = list((numbers < threads).reshape(waves, lanes))
            if settings.shuffle_threads:
                shuffle = (shuffler or random.Random(0)).shuffle
                order = list(range(threads))
                if builder.uses_quads:
                    order = shuffled_quads(threads, shuffle)
                else:
                    shuffle(order)
                numbers[:threads] = order
            if builder.uses_quads:
                numbers[:threads] = threads_in_quads(attributes.num_threads)[numbers[:threads]]
            self._threads = numbers.reshape(waves, lanes)
        self._wave_numbers = [np.full(lanes, index, np.uint32) for index in range(waves)]
        self._of_dispatch = [place for place in builder.placed if place[1] in _OF_DISPATCH]
        self._of_wave = [place for place in builder.placed if place[1] not in _OF_DISPATCH]

    def group_ids(self) -> Iterator[tuple[int, int, int]]:
        """Yields every group of the dispatch, x fastest, or in shuffled order."""
        x, y, _ = self._groups
        numbers: Sequence[int] = range(int(np.prod(self._groups)))
        if self._shuffler:
            numbers = list(numbers)
            self._shuffler.shuffle(numbers)
        for number in numbers:
            yield number % x, number // x % y, number // (x * y)

    def fill_added(
        self,
        registers: list[Any],
        placed: Sequence[tuple[int, str, str | None]],
        group: tuple[int, int, int],
        wave: int,
    ) -> None:
        """Fills in values of one wave that code needs which was built later."""
        self._fill_dispatch(registers, [place for place in placed if place[1] in _OF_DISPATCH])
        self._fill_wave(registers, [place for place in placed if place[1] not in _OF_DISPATCH], group, wave)

    def fill_dispatch(self, registers: list[Any]) -> None:
        """Fills in the values that are the same for all waves of the dispatch."""
        self._fill_dispatch(registers, self._of_dispatch)

    def _fill_dispatch(self, registers: list[Any], placed: Sequence[tuple[int, str, str | None]]) -> None:
        for slot, name, dimension in placed:
            if name == "wave.lane_index":
                registers[slot] = np.arange(self._lanes, dtype=np.uint32)
            elif name == "wave.lane_count":
                registers[slot] = np.full(self._lanes, self._lanes, np.uint32)
            elif name == "wave.group_wave_count":
                registers[slot] = np.full(self._lanes, len(self.masks), np.uint32)
            else:
                registers[slot] = np.full(self._lanes, self._groups["xyz".index(dimension)], np.uint32)

    def fill_wave(self, registers: list[Any], group: tuple[int, int, int], wave: int) -> None:
        """Fills in the values of one wave."""
        self._fill_wave(registers, self._of_wave, group, wave)

    def _fill_wave(
        self,
        registers: list[Any],
        placed: Sequence[tuple[int, str, str | None]],
        group: tuple[int, int, int],
        wave: int,
    ) -> None:
        for slot, name, dimension in placed:
            if name == "wave.group_wave_index":
                registers[slot] = self._wave_numbers[wave]
            elif name == "wave.group_id":
                registers[slot] = np.full(self._lanes, group["xyz".index(dimension)], np.uint32)
            else:
                registers[slot] = self._thread_number(name, dimension, group, wave)

    def _thread_number(self, name: str, dimension: str | None, group: tuple[int, int, int], wave: int) -> np.ndarray:
        if self._extent is None:
            raise AssertionError(f"{name} under num_waves, which the verifier refuses")
        thread = self._threads[wave]
        if name == "wave.group_index":
            return thread.astype(np.uint32)
        x, y, _ = self._extent
        axis = "xyz".index(dimension)
        within = (thread % x, thread // x % y, thread // (x * y))[axis]
        start = group[axis] * self._extent[axis] if name == "wave.dispatch_thread_id" else 0
        return (within + start).astype(np.uint32)
