"""What was measured before: found by the kernel, its choice, the arguments' sizes and the device, and by nothing else."""

import multiprocessing
from concurrent.futures import ProcessPoolExecutor

import numpy as np
import pytest
from tuning_kernels import LENGTH, arguments, check, groups, sums

import wavedialect as wd
from wavedialect.cache.store import STORE
from wavedialect.tuning import keeping
from wavedialect.tuning.keeping import alone_on, class_of

CONFIGS = wd.configs(num_waves=(1, 2, 4))


def tune(configs=CONFIGS, args=None, **others):
    given = {"groups": groups, "device": "cpu", "rounds": 1, "reuse": True, **others}
    return wd.tune(sums, configs, args or arguments(), **given)


def outcomes(table):
    return [(row.config.num_waves, row.outcome, row.median_us) for row in table]


def test_a_later_process_measures_nothing(timed):
    turns = timed(lambda at: at.num_waves)
    tune()
    STORE.clear()
    assert len(turns) == 3
    table = tune()
    assert len(turns) == 3
    assert outcomes(table) == [(1, "kept", 1.0), (2, "kept", 2.0), (4, "kept", 4.0)]
    assert table.best.config.num_waves == 1


def test_without_reuse_all_are_measured_again(timed):
    turns = timed(lambda at: at.num_waves)
    tune()
    assert [row.outcome for row in tune(reuse=False)] == ["measured"] * 3 and len(turns) == 6


def test_missing_configurations_are_measured_with_the_best_cached_one(timed):
    timed(lambda at: at.num_waves)
    tune()
    turns = timed(lambda at: 10 * at.num_waves)
    table = tune(wd.configs(num_waves=(1, 2, 4, 8)))
    assert sorted(config.num_waves for config in turns) == [1, 8]
    assert outcomes(table) == [(2, "kept", 2.0), (4, "kept", 4.0), (1, "measured", 10.0), (8, "measured", 80.0)]


def test_configurations_that_cannot_run_are_cached(timed):
    turns = timed(lambda at: 1)
    configs = [{"num_waves": 1}, {"num_waves": 0}, {"num_waves": 64, "wave_size": 32}]
    tune(configs)
    assert len(turns) == 1
    table = tune(configs)
    assert len(turns) == 1 and [row.outcome for row in table] == ["kept", "dropped", "dropped"]


def test_abandoned_configurations_stay_abandoned(timed):
    turns = timed(lambda at: at.num_waves)
    tune(rounds=3, runs=1)
    assert len(turns) == 3 + 2 * 2
    table = tune()
    assert [row.outcome for row in table] == ["kept", "slow", "slow"] and len(turns) == 7


def other_sizes():
    return np.zeros(4 * LENGTH, np.float32), np.zeros(4 * LENGTH, np.float32), 4 * LENGTH


@pytest.mark.parametrize(
    "others",
    [
        {"args": other_sizes()},
        {"configs": wd.configs(num_waves=(1, 2, 4), opt_level=2)},
        {"configs": wd.configs(num_waves=(1, 2, 4), unchecked=True)},
        {"configs": wd.configs(num_waves=(1, 2, 4), constants={"SCALE": 2.0})},
        {"configs": wd.configs(num_waves=(1, 2, 4), wave_size=4)},
        {"configs": wd.configs(num_waves=(1, 2, 4), groups=512)},
        {"device": "interpreter"},
        {"check": check},
    ],
    ids=["size", "level", "unchecked", "constant", "wave size", "groups", "device", "check"],
)
def test_changes_that_invalidate_a_cached_tuning(timed, others):
    turns = timed(lambda at: 1)
    tune()
    tune(**others)
    assert len(turns) == 6
    tune(**others)
    assert len(turns) == 6


def test_another_driver(timed, monkeypatch):
    turns = timed(lambda at: 1)
    tune()
    monkeypatch.setattr(wd.open_device("cpu"), "description", "another CPU")
    tune()
    assert len(turns) == 6


def test_another_version(timed, monkeypatch):
    turns = timed(lambda at: 1)
    tune()
    monkeypatch.setattr(keeping, "_package", lambda: "99")
    tune()
    assert len(turns) == 6


def test_sizes_of_one_class(timed):
    turns = timed(lambda at: 1)
    tune()
    x = np.zeros(LENGTH + 10, np.float32)
    tune(args=(x, x.copy(), LENGTH + 10))
    assert len(turns) == 3
    parameters = sums._program(False).parameters
    assert [class_of(parameters, (np.zeros(n), np.zeros(1), 4))[0][1] for n in (0, 1, 2, 3, 4, 5, 1024, 1025)] == [
        0, 0, 1, 2, 2, 3, 10, 11,
    ]  # fmt: skip


def test_a_damaged_entry_is_ignored(timed, folder):
    turns = timed(lambda at: 1)
    tune()
    STORE.clear()
    for file in folder.glob("llvmcache-*"):
        file.write_bytes(file.read_bytes()[:-3] + b"???")
    tune()
    assert len(turns) == 6


def test_without_a_cache(timed, monkeypatch):
    monkeypatch.setenv("WAVEDIALECT_CACHE", "0")
    turns = timed(lambda at: 1)
    tune()
    assert [row.outcome for row in tune()] == ["measured"] * 3 and len(turns) == 6


def held(seconds, folder):
    """In another process: holds the device until somebody says so."""
    import os
    import time

    os.environ["WAVEDIALECT_CACHE_DIR"] = folder
    with alone_on(wd.open_device("cpu")):
        start = time.monotonic()
        time.sleep(seconds)
        return start, time.monotonic()


def test_two_processes_do_not_measure_at_once(folder):
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        (a, b), (c, d) = sorted(pool.map(held, (0.05, 0.05), (str(folder),) * 2))
    # One clock for all processes of a machine.
    assert a < b <= c < d
