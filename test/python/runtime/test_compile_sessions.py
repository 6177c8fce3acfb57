"""What a thread keeps between compiles: one compile leaves nothing for the next."""

from __future__ import annotations

import threading

import pytest

from wavedialect import _native

PIPELINE = "builtin.module(wave-to-spirv)"
DXIL = "builtin.module(wave-to-dxil{shader-model=6.6})"
KERNEL = """
gpu.module @kernels {{
  wave.func @kernel(%out: memref<?xi32> {{wave.binding = #wave.binding<uav, ui32>, wave.name = "out"}}) \
kernel stage(compute) num_threads(64, 1, 1) {{
    %id = wave.dispatch_thread_id x : i32
    %value = arith.constant {value} : i32
    %sum = arith.addi %id, %value : i32
    %index = arith.index_castui %id : i32 to index
    memref.store %sum, %out[%index] : memref<?xi32>
    wave.return
  }}
}}
"""


def compiled(value: int, stages: bool = False):
    return _native.compile(KERNEL.format(value=value), PIPELINE, "spirv", stages=stages)


@pytest.fixture(scope="module")
def expected():
    """In threads of their own, which kept nothing."""
    results = {}

    def compile_alone(value):
        results[value] = compiled(value).files

    for value in (1, 2):
        thread = threading.Thread(target=compile_alone, args=[value])
        thread.start()
        thread.join()
    return results


def test_the_same_kernel_gives_the_same_bytes(expected):
    assert expected[1] != expected[2]
    for value in (1, 2, 1, 2):
        result = compiled(value)
        assert result.ok, [diagnostic.message for diagnostic in result.diagnostics]
        assert result.files == expected[value]


def test_other_targets_in_between_change_nothing(expected):
    assert _native.compile(KERNEL.format(value=1), DXIL, "dxil").ok
    assert compiled(1).files == expected[1]


def test_a_failed_compile_leaves_nothing(expected):
    for text in ("no module", KERNEL.format(value=1).replace("num_threads(64, 1, 1)", "num_threads(4096, 1, 1)")):
        failed = _native.compile(text, PIPELINE, "spirv")
        assert not failed.ok
        assert failed.diagnostics
        result = compiled(1)
        assert result.files == expected[1]
        assert not result.diagnostics


def test_threads_compile_at_the_same_time(expected):
    wrong = []

    def compile_often():
        wrong.extend(value for value in (1, 2) * 5 if compiled(value).files != expected[value])

    threads = [threading.Thread(target=compile_often) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_stages_are_printed_only_where_they_are_asked_for(expected):
    assert not compiled(1).stages
    with_stages = compiled(1, stages=True)
    assert [name for name, _ in with_stages.stages] == ["wave", "gpu", "spirv", "assembly"]
    assert with_stages.files == expected[1]
    # All of them take the same pipeline.
    assert not compiled(1).stages
    assert compiled(1, stages=True).stages == with_stages.stages != compiled(2, stages=True).stages


def test_a_session_that_has_read_much_is_made_anew(expected):
    """Comments count: what is read is the bound."""
    padding = "// " + "-" * (1 << 20) + "\n"
    for _ in range(6):
        assert _native.compile(padding + KERNEL.format(value=1), PIPELINE, "spirv", stages=False).files == expected[1]


def test_the_payload_of_another_kernel_changes_nothing():
    kernel = """
    gpu.module @kernels {{
      wave.func @kernel() kernel stage(amplification) num_threads(32, 1, 1) {{
        %payload = wave.groupshared : memref<{size}xi32, #gpu.address_space<workgroup>>
        %n = arith.constant 1 : i32
        wave.dispatch_mesh %n, %n, %n payload(%payload : memref<{size}xi32, #gpu.address_space<workgroup>>)
        wave.return
      }}
    }}
    """
    results = {size: [] for size in (4, 8)}
    for size in (4, 8, 4, 8):
        result = _native.compile(kernel.format(size=size), DXIL, "dxil")
        assert result.ok, [diagnostic.message for diagnostic in result.diagnostics]
        assert "%struct.payload = type" in dict(result.stages)["llvm"]
        results[size].append(result.files)
    assert results[4][0] == results[4][1] != results[8][0] == results[8][1]
