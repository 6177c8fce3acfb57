"""Which thread a lane gets: every order and every number of waves deals each thread once, and quads whole."""

from __future__ import annotations

import math

import numpy as np
import pytest

from wavedialect.runtime.placement import thread_order, wave_table

EXTENTS = [
    (1, 1, 1),
    (3, 1, 1),
    (8, 1, 1),
    (8, 4, 1),
    (8, 8, 1),
    (9, 5, 2),
    (16, 16, 1),
    (20, 6, 3),
    (4, 4, 4),
    (127, 1, 1),
    (1024, 1, 1),
    (32, 32, 1),
]


@pytest.mark.parametrize("lanes", [4, 8, 16, 32, 64, 128])
@pytest.mark.parametrize("extent", EXTENTS, ids=str)
@pytest.mark.parametrize("order", ["linear", "tiled", "shuffled"])
def test_every_thread_has_one_lane_and_every_wave_a_thread(extent, lanes, order):
    threads = math.prod(extent)
    least = -(-threads // lanes)
    for waves in sorted({least, least + 1, least + 3, 2 * least, threads}):
        if waves > threads:
            continue
        table = wave_table(extent, lanes, waves, order, 5)
        assert table.shape == (waves, lanes) and table.dtype == np.int32
        assert sorted(table[table >= 0]) == list(range(threads))
        counts = (table >= 0).sum(axis=1)
        assert counts.min() >= 1
        # A wave's lanes without a thread are its last ones; wave 0's lane 0 is none of them.
        assert all(
            (row[:count] >= 0).all() and (row[count:] == -1).all() for row, count in zip(table, counts, strict=True)
        )
        whole = counts[:-1]
        if waves == least:
            assert (whole == lanes).all()
        elif -(-threads // 4) >= waves:
            assert (whole % 4 == 0).all() and counts.max() - counts.min() <= 4 + threads % 4
        else:
            assert counts.max() - counts.min() <= 1


def test_threads_are_dealt_in_quads():
    assert (wave_table((64, 1, 1), 16, 5, "linear", 0) >= 0).sum(axis=1).tolist() == [16, 12, 12, 12, 12]
    assert (wave_table((10, 1, 1), 8, 3, "linear", 0) >= 0).sum(axis=1).tolist() == [4, 4, 2]
    assert (wave_table((10, 1, 1), 8, 4, "linear", 0) >= 0).sum(axis=1).tolist() == [3, 3, 2, 2]
    assert (wave_table((10, 1, 1), 8, 10, "linear", 0) >= 0).sum(axis=1).tolist() == [1] * 10


def test_linear():
    assert thread_order((9, 5, 2), "linear").tolist() == list(range(90))


def test_tiles_of_8_by_4():
    order = thread_order((16, 8, 1), "tiled")
    y, x = np.divmod(order.reshape(4, 4, 8), 16)
    for tile, (left, top) in enumerate([(0, 0), (8, 0), (0, 4), (8, 4)]):
        assert (x[tile] == left + np.arange(8)).all()
        assert (y[tile] == top + np.arange(4)[:, None]).all()


def test_threads_outside_of_whole_tiles_follow():
    order = thread_order((10, 5, 2), "tiled").reshape(2, 50)
    assert (order[1] == order[0] + 50).all()
    inside, outside = order[0, :32], order[0, 32:]
    assert {(n % 10 < 8, n // 10 < 4) for n in inside} == {(True, True)}
    assert outside.tolist() == sorted(set(range(50)) - set(inside))


def test_a_group_without_a_whole_tile_stays_linear():
    for extent in ((64, 1, 1), (7, 9, 1), (4, 4, 4)):
        assert (thread_order(extent, "tiled") == thread_order(extent, "linear")).all()


@pytest.mark.parametrize("threads", [4, 30, 64, 1023])
def test_shuffled_quads(threads):
    order = thread_order((threads, 1, 1), "shuffled", 3)
    whole = threads // 4 * 4
    quads = order[:whole].reshape(-1, 4)
    assert (quads[:, 0] % 4 == 0).all() and (quads == quads[:, :1] + np.arange(4)).all()
    # What is left of a quad stays last.
    assert order[whole:].tolist() == list(range(whole, threads))


def test_seeds():
    first, same, other = (thread_order((64, 1, 1), "shuffled", seed).tolist() for seed in (0, 0, 1))
    assert first == same != other != list(range(64))
