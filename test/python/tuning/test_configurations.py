"""Configurations: what can be chosen, all combinations, and what is said of mistakes."""

import pytest

import wavedialect as wd


def test_a_configuration_shows_its_differences():
    config = wd.Config(num_waves=4, constants={"ITEMS": 2}, opt_level=2, enable=["hoist_uniform"], groups=[8, 2])
    assert str(config) == "num_waves=4, opt_level=2, enable=hoist-uniform, groups=8x2, ITEMS=2"
    assert wd.Config.of(config.as_dict()) == config and wd.Config.of(config) is config
    assert str(wd.Config()) == "as it is"
    assert len({wd.Config(num_waves=1), wd.Config(num_waves=1), wd.Config(num_waves=2)}) == 2


def test_all_combinations():
    made = wd.configs(num_waves=range(1, 3), wave_size=16, constants={"ITEMS": (1, 4)})
    assert [str(config) for config in made] == [
        "num_waves=1, wave_size=16, ITEMS=1",
        "num_waves=1, wave_size=16, ITEMS=4",
        "num_waves=2, wave_size=16, ITEMS=1",
        "num_waves=2, wave_size=16, ITEMS=4",
    ]
    few = wd.configs(num_waves=(1, 2, 4), wave_size=(8, 16), where=lambda c: c.num_waves * c.wave_size == 16)
    assert [(config.num_waves, config.wave_size) for config in few] == [(1, 16), (2, 8)]


def test_switches_are_on_or_off():
    made = wd.configs(switches=("elide-barriers", "hoist-uniform"))
    assert [(config.enable, config.disable) for config in made] == [
        (("elide-barriers", "hoist-uniform"), ()),
        (("elide-barriers",), ("hoist-uniform",)),
        (("hoist-uniform",), ("elide-barriers",)),
        ((), ("elide-barriers", "hoist-uniform")),
    ]
    made = wd.configs(enable=[(), ("hoist-uniform",)], num_threads=[64, (8, 8)])
    assert [(config.num_threads, config.enable) for config in made] == [
        (64, ()),
        ((8, 8), ()),
        (64, ("hoist-uniform",)),
        ((8, 8), ("hoist-uniform",)),
    ]


MISTAKES = {
    "did you mean 'num_waves'?": lambda: wd.Config.of({"num_wave": 4}),
    "did you mean 'wave_size'?": lambda: wd.configs(wave_sizes=(8, 16)),
    'are in `constants={"TILE": ...}`': lambda: wd.Config.of({"TILE": 4}),
    "did you mean 'hoist-uniform'?": lambda: wd.Config(enable=("hoist-unifrom",)),
    "num_waves is 2.5 in a configuration": lambda: wd.Config(num_waves=2.5),
    "wave_size is True in a configuration": lambda: wd.Config(wave_size=True),
    "groups is (1, 2, 3, 4) in a configuration": lambda: wd.Config(groups=(1, 2, 3, 4)),
    "constants are 4 in a configuration": lambda: wd.Config(constants=4),
    "opt_level is 3": lambda: wd.Config(opt_level=3),
    "unchecked is 1": lambda: wd.Config(unchecked=1),
    "each of its values is several names": lambda: wd.configs(enable=("hoist-uniform",)),
    'pass several names: `switches=("hoist-uniform",)`': lambda: wd.configs(switches="hoist-uniform"),
    "num_waves has no value to choose": lambda: wd.configs(num_waves=()),
    "no configuration is left": lambda: wd.configs(num_waves=(1, 2), where=lambda config: False),
    "is not a configuration": lambda: wd.Config.of(4),
}


@pytest.mark.parametrize("said", MISTAKES)
def test_mistakes(said):
    with pytest.raises(wd.WaveError) as caught:
        MISTAKES[said]()
    assert said in str(caught.value)
