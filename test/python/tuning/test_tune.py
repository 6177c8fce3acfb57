"""From a kernel to its table, on the CPU, the interpreter and lavapipe."""

import warnings

import numpy as np
import pytest
import tuning_kernels
from tuning_kernels import LENGTH, arguments, check, copying, count_up, groups, sums

import wavedialect as wd
from wavedialect import f32, u32


def tuned(configs, kernel=sums, args=None, **others):
    given = {"groups": groups, "device": "cpu", "rounds": 2, "progress": False, **others}
    return wd.tune(kernel, configs, arguments() if args is None else args, **given)


def outcomes(table):
    return {str(row.config): row.outcome for row in table}


def test_the_cpu():
    x, out, n = arguments()
    configs = wd.configs(num_waves=(1, 4), wave_size=(8, 32), constants={"ITEMS": (1, 3)})
    table = tuned(configs, args=(x, out, n), check=check, stop=None)
    assert len(table) == 8 and {row.outcome for row in table} == {"measured"}
    medians = [row.median_us for row in table]
    assert medians == sorted(medians) and table.best is table[0] and min(medians) > 0
    assert all(len(row.nanoseconds) == 4 and row.is_checked for row in table)
    first = next(row for row in table if row.config == configs[0])
    assert (first.wave_size, first.groups) == (8, (125, 1, 1))
    # The caller's arrays stay as they are.
    assert (x == np.arange(LENGTH)).all() and (out == 7).all()


def test_the_interpreter():
    table = tuned(wd.configs(wave_size=(4, 8), opt_level=(0, 2)), device="interpreter", check=check, rounds=1)
    assert {row.outcome for row in table} == {"measured"} and table.devices == ["lock-step interpreter"]


def vulkan():
    try:
        return wd.open_device("vulkan:llvmpipe")
    except wd.DeviceError:
        pytest.skip("there is no lavapipe")


def test_lavapipe():
    device = vulkan()
    own = device.wave_sizes.own
    table = tuned(wd.configs(num_waves=(1, 2), wave_size=(own, 128)), device=device, check=check)
    assert outcomes(table) == {
        f"num_waves=1, wave_size={own}": "measured",
        f"num_waves=2, wave_size={own}": "measured",
        "num_waves=1, wave_size=128": "dropped",
        "num_waves=2, wave_size=128": "dropped",
    }
    assert "but wave_size=128 was requested" in table[-1].reason
    # On the device and from the host, where words are no whole ones, arrays are put back.
    seen = []
    for kind, size in ((u32, 3), (f32, 5)):
        array = np.arange(size, dtype=kind.numpy)
        kernel = count_up if kind is u32 else sums_in_place
        tuned(
            [{"wave_size": own}],
            kernel,
            (array,),
            groups=1,
            device=device,
            rounds=3,
            check=lambda r, at: seen.append(r),
        )
    assert seen[0]["counter"][0] == 1 and seen[1]["x"][0] == 1.0


@wd.kernel(num_waves=1)
def sums_in_place(x: wd.RWBuffer[f32]):
    if wd.wave_is_first_lane():
        x[0] = x[0] + 1.0


@pytest.mark.parametrize("device", ["cpu", "vulkan:llvmpipe"])
def test_arrays_are_put_back_before_every_run(device, monkeypatch):
    if device != "cpu":
        vulkan()
    seen = []
    from wavedialect.tuning.subjects import KernelCandidate

    original = KernelCandidate.turn

    def turn(candidate, warmup, runs):
        times = original(candidate, warmup, runs)
        seen.append(int(candidate._inputs.results()["counter"][0]))
        return times

    monkeypatch.setattr(KernelCandidate, "turn", turn)
    counter = np.array([5, 0, 0, 0], np.uint32)
    tuned([{}], count_up, (counter,), groups=1, device=device, rounds=3)
    tuned([{}], count_up, (counter,), groups=1, device=device, rounds=3, restore=())
    # A check's run, and three runs a turn.
    assert seen == [6, 6, 6, 9, 12, 15] and counter[0] == 5


def test_a_device_that_cannot_tell_its_time(monkeypatch):
    monkeypatch.setattr("wavedialect.backends.interpreter.device.InterpreterLaunch.elapsed_ns", lambda launch: None)
    table = tuned([{"wave_size": 8}], device="interpreter", check=check)
    assert len(table[0].nanoseconds) == 4 and table[0].least_us > 0


def test_wrong_results_are_never_the_best(timed):
    timed(lambda at: at.num_waves)

    def wrong_of_one(results, at):
        if at.num_waves == 2:
            np.testing.assert_array_equal(results["out"][:1], [-1.0])
        return at.num_waves != 1

    table = tuned(wd.configs(num_waves=(1, 2, 4, 8)), check=wrong_of_one)
    assert outcomes(table) == {
        "num_waves=4": "measured", "num_waves=8": "slow", "num_waves=1": "wrong", "num_waves=2": "wrong",
    }  # fmt: skip
    assert table.best.config.num_waves == 4 and table.best.median_us == 4.0
    reasons = {row.config.num_waves: row.reason for row in table}
    assert reasons[1] == "`check` says that the results are wrong"
    assert reasons[2].startswith("Arrays are not equal; Mismatched elements: 1 / 1")


def test_configurations_that_cannot_run_have_a_reason():
    configs = [{}, {"num_waves": 64, "wave_size": 32}, {"wave_size": 5}, {"num_waves": 0}, {"groups": 0}]
    configs += [{"constants": {"ITEMS": "many"}}]
    table = tuned(configs)
    reasons = {str(row.config): row.reason for row in table if row.outcome == "dropped"}
    assert table.best.config == wd.Config() and len(reasons) == 5
    assert (
        reasons["num_waves=64, wave_size=32"] == "64 waves of 32 lanes are 2048 threads; the limit of a group is 1024"
    )
    assert "[num-waves-zero]" in reasons["num_waves=0"]
    assert reasons["groups=0"].startswith("the number of groups is (0, 1, 1): there is nothing to measure")
    assert "ITEMS=many" in reasons


def test_too_much_groupshared_memory():
    def filling(size):
        @wd.kernel(num_waves=1)
        def fill(out: wd.RWBuffer[f32]):
            store = wd.groupshared(f32, size)
            store[wd.wave_lane_index()] = 1.0
            out[wd.wave_lane_index()] = store[wd.wave_lane_index()]

        return fill

    out = np.zeros(256, np.float32)
    table = tuned(wd.configs(constants={"size": (256, 1 << 20)}), filling, (out,), groups=1)
    assert table.best.config.constants == {"size": 256}
    assert "[groupshared-limit]" in table[1].reason


def test_a_mistake_in_the_kernel_is_raised_at_its_line():
    @wd.kernel(num_waves=1)
    def broken(out: wd.RWBuffer[f32]):
        out[0] = missing_name  # noqa: F821

    with pytest.raises(wd.CompileError, match="missing_name") as caught:
        tuned(wd.configs(wave_size=(8, 16)), broken, (np.zeros(4, np.float32),), groups=1)
    assert "out[0] = missing_name" in caught.value.source_line


def test_nothing_can_run():
    table = tuned(wd.configs(num_waves=(128, 256), wave_size=32))
    with pytest.raises(wd.LaunchError) as caught:
        table.best  # noqa: B018
    assert "no configuration of kernel 'sums' can run" in str(caught.value)
    assert "num_waves=128, wave_size=32: dropped: 128 waves of 32 lanes are 4096 threads" in str(caught.value)


MISTAKES = {
    "there is no configuration to measure": {"configs": []},
    "configs are 4": {"configs": 4},
    "args is a ndarray": {"args": np.zeros(4)},
    "takes 3 arguments (x, out, n), got 1": {"args": (np.zeros(4, np.float32),)},
    "it is not said for how many groups": {"groups": None},
    "pass a function, which knows the waves of each configuration": {"groups": sums.dispatch_size(LENGTH, 8)},
    "there is no device 'gpu'": {"device": "gpu"},
    "rounds is 0": {"rounds": 0},
    "restore is 'out'": {"restore": "out"},
    "did you mean 'out'?": {"restore": ("outs",)},
    "progress is 'yes'": {"progress": "yes"},
    "measure is 'there'": {"measure": "there"},
    'measure="workers" needs an executor': {"measure": "workers"},
    "executor is 4": {"executor": 4},
    "4 cannot be tuned": {"kernel": 4},
    "did you mean 'ITEMS'?": {"configs": [{"constants": {"ITEM": 4}}]},
}


@pytest.mark.parametrize("said", MISTAKES)
def test_mistakes(said):
    with pytest.raises(wd.WaveError) as caught:
        tuned(**{"configs": [{}], **MISTAKES[said]})
    assert said in str(caught.value)


def test_a_function_that_makes_the_kernel(timed):
    timed(lambda at: at.constants["waves"])
    x, out = np.zeros(1024, np.float32), np.zeros(1024, np.float32)
    configs = wd.configs(constants={"waves": (1, 2), "items": (1, 2)})
    seen = []

    def groups(at):
        seen.append((at.num_waves, at.lanes, at.constants["items"]))
        return len(at.arguments["x"]) // (at.lanes * at.constants["items"])

    table = tuned(configs, copying, (x, out), groups=groups)
    assert table.kernel == "copy" and table.best.config.constants["waves"] == 1
    own = wd.open_device("cpu").wave_sizes.own
    assert seen == [(1, own, 1), (1, own, 2), (2, 2 * own, 1), (2, 2 * own, 2)]


def test_tuning_of_other_objects():
    class Ready:
        def __init__(self, time):
            self.time = time

        def turn(self, warmup, runs):
            return [self.time] * runs

    class Words:
        name, device = "words", "a desk"

        def prepare(self, config):
            if config.wave_size == 64:
                raise wd.DeviceError("it has no such waves")
            if config.wave_size == 16:
                raise AssertionError("they are not the same")
            return Ready(1000.0 * config.wave_size)

    table = wd.tune(Words(), wd.configs(wave_size=(4, 8, 16, 64)), stop=None)
    assert [(row.config.wave_size, row.outcome, row.median_us) for row in table] == [
        (4, "measured", 4.0), (8, "measured", 8.0), (16, "wrong", None), (64, "dropped", None),
    ]  # fmt: skip
    assert [row.reason for row in table][2:] == ["they are not the same", "it has no such waves"]


def test_a_warning_is_given_once():
    @wd.kernel(num_waves=2)
    def waiting(flags: wd.Buffer[u32], out: wd.RWBuffer[u32]):
        if flags[0] > 0:
            wd.group_memory_barrier_with_group_sync()
        out[0] = 1

    given = (np.ones(4, np.uint32), np.zeros(4, np.uint32))
    with warnings.catch_warnings(record=True) as caught:
        tuned(wd.configs(opt_level=(0, 1, 2), num_waves=(1, 2)), waiting, given, groups=1)
    said = [str(one.message) for one in caught if issubclass(one.category, wd.WaveWarning)]
    assert len(said) == len(set(said))


def test_progress(capfd):
    tuned([{}], progress=True)
    shown = capfd.readouterr().err
    assert "compiling" in shown and "measuring" in shown
    tuned([{}], progress=None)
    assert not capfd.readouterr().err


def test_a_constant_that_changes_is_another_kernel(timed, monkeypatch):
    turns = timed(lambda at: 1)
    tuned([{}], reuse=True)
    tuned([{}], reuse=True)
    assert len(turns) == 2
    monkeypatch.setattr(tuning_kernels, "ITEMS", 4)
    tuned([{}], reuse=True)
    assert len(turns) == 4
