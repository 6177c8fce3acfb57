"""A kernel is compiled again when a name that it reads means something else, and only then."""

from __future__ import annotations

import types

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import i32, u32

config = types.SimpleNamespace(scale=1, inner=types.SimpleNamespace(bias=10))
table = {1: 2}
x = 0


class Settings:
    size = 3


@wd.func
def helper(value):
    return value + config.inner.bias


@wd.kernel(num_waves=1)
def read(out: wd.RWBuffer[i32]):
    out[0] = Settings.size * 100 + helper(config.scale)
    out[1] = wd.static(table[1])
    out[2] = i32(wd.group_id().x)


def run():
    out = np.zeros(3, np.int32)
    read.dispatch(1, out, device="interpreter")
    return out.tolist()


def test_attributes_and_contents(monkeypatch):
    assert run() == [311, 2, 0]
    monkeypatch.setattr(Settings, "size", 4)
    assert run() == [411, 2, 0]
    monkeypatch.setattr(config, "scale", 2)
    assert run() == [412, 2, 0]
    monkeypatch.setattr(config.inner, "bias", 20)
    assert run() == [422, 2, 0]
    monkeypatch.setitem(table, 1, 9)
    assert run() == [422, 9, 0]


def test_another_helper(monkeypatch):
    @wd.func
    def other(value):
        return value

    monkeypatch.setitem(globals(), "helper", other)
    assert run() == [301, 2, 0]


def test_captures_that_are_not_read_are_ignored(monkeypatch):
    """``.x`` is a component; the ``x`` of this module is another thing."""
    from wavedialect.frontends.python import frontend as module

    run()
    monkeypatch.setattr(module, "build_module", None)
    monkeypatch.setitem(globals(), "x", 5)
    run()


def test_casts_outside_of_a_kernel():
    assert u32(-1) == np.uint32(0xFFFFFFFF) and i32(0xFFFFFFFF) == np.int32(-1)
    with pytest.raises(wd.WaveError, match="is not a valid u32"):
        u32(2**32)
    with pytest.raises(wd.WaveError, match="is not a valid i32"):
        i32("a")
