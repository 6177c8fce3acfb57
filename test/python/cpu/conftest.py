"""A native compiler that writes down what it is asked for and runs nothing."""

from __future__ import annotations

import re
import types

import pytest

from wavedialect import extensions
from wavedialect.backends.cpu.device import CPUDevice


class TakesNothing:
    """In the place of what reads plain arguments natively: all launches come from Python."""

    def __init__(self, *settings):
        pass

    def launch(self, *arguments):
        return None


class Recorder:
    """What was compiled and launched, in order."""

    def __init__(self, vector_bits: int = 256) -> None:
        self.compiled: list[types.SimpleNamespace] = []
        self.launched: list[types.SimpleNamespace] = []
        self.fail: type[BaseException] | None = None
        self.bits = vector_bits
        recorder = self

        class CPUKernel:
            groupshared_bytes = 96
            wave_bytes = 8
            stack_bytes = 0
            wave_size = 16
            extra_waves = 0

            def __init__(self, object: bytes) -> None:
                self.object = object

            def launch(self, cells, groups, waves, threads):
                if recorder.fail:
                    raise recorder.fail
                recorder.launched.append(
                    types.SimpleNamespace(cells=cells, groups=groups, waves=waves, threads=threads, object=self.object)
                )
                return 1500.0

        self.CPUKernel = CPUKernel
        self.PlainCPULaunch = TakesNothing

    def host_cpu(self):
        return "some-cpu", "+avx2", self.bits

    def vector_bits(self, cpu, features):
        if cpu == "z80":
            raise ValueError("not a CPU of this machine's kind")
        return 128 if cpu == "x86-64" else 512

    def run_pipeline(self, text, pipeline):
        from wavedialect import _native

        return _native.run_pipeline(text, pipeline)

    def compile(self, text, pipeline, target, options, stages):
        assert target == "cpu" and list(options) == ["cpu", "features", "wave_size"]
        cpu, features, _ = options.values()
        self.compiled.append(
            types.SimpleNamespace(text=text, pipeline=pipeline, cpu=cpu, features=features, stages=stages)
        )
        name = re.search(r"@(\w+)\(", text)[1]
        shown = [(stage, stage) for stage in ("wave", "simd", "llvm", "assembly")] if stages else []
        return types.SimpleNamespace(
            ok=True, diagnostics=[], stages=shown, files=[(f"{name}.o", f"code {len(self.compiled)}".encode())]
        )


@pytest.fixture
def recorder(monkeypatch):
    """The compiler of devices that are opened from here on."""
    made = Recorder()
    monkeypatch.setattr(extensions, "native", lambda: made)
    return made


@pytest.fixture
def cpu(recorder):
    """A device on the recorder."""
    return CPUDevice()
