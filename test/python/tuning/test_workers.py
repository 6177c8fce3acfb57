"""Others compile and measure: threads, processes, and two workers of Dask."""

import multiprocessing
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import pytest
from tuning_kernels import LENGTH, arguments, check, groups, sums

import wavedialect as wd
from wavedialect import cache
from wavedialect.tuning import workers
from wavedialect.tuning.keeping import identity_of
from wavedialect.tuning.workers import compile_there

CONFIGS = [*wd.configs(num_waves=(1, 4), wave_size=(4, 8)), wd.Config(num_waves=256, wave_size=8)]


def tune(executor, configs=CONFIGS, **others):
    given = {"groups": groups, "check": check, "device": "cpu", "rounds": 1, "executor": executor, **others}
    return wd.tune(sums, configs, arguments(), **given)


def judge(table):
    """All are right, and come from this machine's CPU."""
    assert [row.outcome for row in table] == ["measured"] * 4 + ["dropped"]
    assert table.devices == [identity_of(wd.open_device("cpu"))]
    assert all(
        row.is_checked and row.groups[0] * row.config.num_waves * row.wave_size * 2 >= LENGTH for row in table[:4]
    )
    assert (
        table[-1].reason == "256 waves of 8 lanes are 2048 threads; the limit of a group is 1024"
        and table.best.median_us > 0
    )


class Counting(ThreadPoolExecutor):
    """Says what it was given to do."""

    def __init__(self):
        super().__init__(2)
        self.jobs = []

    def submit(self, function, /, *given, **keywords):
        self.jobs.append(function)
        return super().submit(function, *given, **keywords)


def test_threads_compile_once_for_all():
    with Counting() as executor:
        judge(tune(executor))
        assert executor.jobs == [compile_there] * 4
        # What they made is in the cache.
        judge(tune(executor))
        assert len(executor.jobs) == 4


def test_one_compile_for_choices_that_are_alike():
    """Also where they are made at the same time."""
    configs = wd.configs(num_waves=(3, 5), wave_size=(4, 8), constants={"ITEMS": 3}, groups=(64, 65))
    made = cache.statistics().listings.made
    with Counting() as executor:
        assert len(tune(executor, configs, check=None)) == 8
        assert executor.jobs == [compile_there] * 4
    assert cache.statistics().listings.made == made + 2


def test_errors_of_workers_are_the_kernel_s(timed):
    timed(lambda at: 1)

    def stored(size):
        @wd.kernel(num_waves=1)
        def kernel(out: wd.RWBuffer[wd.f32]):
            store = wd.groupshared(wd.f32, size)
            store[0] = 1.0
            out[0] = store[0]

        return kernel

    with Counting() as executor:
        configs = wd.configs(constants={"size": (4, 1 << 20)})
        table = wd.tune(stored, configs, (arguments()[0],), groups=1, device="cpu", executor=executor)
    assert table.best.config.constants["size"] == 4 and "[groupshared-limit]" in table[1].reason


def test_a_worker_with_another_compiler(monkeypatch):
    monkeypatch.setattr(workers, "_build", iter(["mine", "theirs", "mine", "theirs"]).__next__)
    with ThreadPoolExecutor(1) as executor, pytest.raises(wd.WaveError, match="another build of the compiler"):
        tune(executor, [{"num_waves": 3}])


def test_threads_measure():
    with Counting() as executor:
        judge(tune(executor, measure="workers"))
        assert len(executor.jobs) == 5


def test_measurements_of_workers_are_cached_on_their_machine(timed):
    with Counting() as executor:
        tune(executor, measure="workers")
    turns = timed(lambda at: 1)
    assert [row.outcome for row in tune(None, reuse=True)][:4] == ["kept"] * 4 and not turns


def test_wrong_results_found_by_workers():
    with ThreadPoolExecutor(2) as executor:
        table = tune(executor, measure="workers", check=lambda results, at: at.num_waves == 4)
    assert [row.outcome for row in table] == ["measured", "measured", "wrong", "wrong", "dropped"]


def test_a_worker_without_the_device():
    with ThreadPoolExecutor(2) as executor:
        table = tune(executor, CONFIGS[:1], measure="workers", device="vulkan:99")
    assert table[0].outcome == "dropped" and "vulkan" in table[0].reason.lower() and not table.devices


def test_limits_of_workers():
    with ThreadPoolExecutor(2) as executor:
        for device in ("interpreter", wd.open_device("cpu")):
            with pytest.raises(wd.WaveError, match="workers cannot measure on device"):
                tune(executor, measure="workers", device=device)


def test_processes():
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as executor:
        judge(tune(executor))
        judge(tune(executor, measure="workers"))
        with pytest.raises(wd.LaunchError, match="cannot be sent to workers"):
            tune(executor, measure="workers", groups=lambda at: 4)


def test_dask():
    distributed = pytest.importorskip("distributed", reason="Dask is not installed")
    cluster = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=":0", silence_logs=50, memory_limit=0
    )
    with cluster, distributed.Client(cluster) as client:
        executor = client.get_executor()
        made = cache.statistics().results.made
        judge(tune(executor))
        assert cache.statistics().results.made == made + 4
        # Functions without a name travel as well.
        judge(tune(executor, measure="workers", groups=lambda at: groups(at), check=lambda *given: check(*given)))
        ran = client.run(lambda: cache.statistics().results)
        # Both workers had work.
        assert len(ran) == 2 and all(counts.made + counts.disk + counts.memory for counts in ran.values())
