"""Structs in buffers, groupshared and local arrays, on every executor."""

from __future__ import annotations

import numpy as np
import pytest
import struct_kernels as kernels
from struct_kernels import COPIES, Counter, Node, Packed, Particle

COUNT = 37


def filled(struct, count: int = COUNT, seed: int = 1) -> np.ndarray:
    """Structs whose fields have distinct numbers that all their types hold, and zeros between the fields."""
    random = np.random.default_rng(seed)

    def fill(array: np.ndarray, name: str | None = None) -> None:
        if array.dtype.names is None:
            array[...] = (
                random.integers(-100, 100, array.shape)
                if array.dtype.kind != "u"
                else random.integers(0, 200, array.shape)
            )
            return
        for one in array.dtype.names:
            fill(array[one])

    made = np.zeros(count, struct.dtype)
    fill(made)
    for leaf in struct.leaves:
        if "bool" in leaf.type.name:
            part = made
            for step in leaf.path.split("."):
                part = part[step]
            part[...] = random.integers(0, 2, part.shape)
    return made


@pytest.mark.parametrize("struct", COPIES, ids=str)
def test_a_copy_has_the_same_bytes(run, struct):
    src, out = filled(struct), np.zeros(COUNT, struct.dtype)
    run(COPIES[struct], COUNT, src, out)
    assert src.tobytes() == out.tobytes()


def test_fields_are_read_and_written_alone(run):
    nodes, out = filled(Node), np.zeros(COUNT, np.uint32)
    expected = nodes.copy()
    expected["box"]["low"][:, 0] = np.arange(COUNT)
    expected["box"]["high"] = expected["box"]["low"][:, ::-1]
    expected["children"][:, 1] += 7
    expected["leaf"] = 1 - expected["leaf"]
    expected["weight"] *= 2
    expected["boxes"][:, 1] = expected["box"]
    expected["key"] <<= np.uint64(33)
    expected["flags"][:, 1] = expected["flags"][:, 0]
    run(kernels.change_fields, COUNT, nodes, out)
    assert (nodes == expected).all()
    assert (out == expected["children"][:, 2]).all()


def test_fields_narrower_than_a_word_of_others(run):
    packed = filled(Packed)
    expected = packed.copy()
    expected["tag"] += 1
    expected["half"] *= 2
    expected["wide"][:, 1] = expected["number"]
    expected["on"] = expected["level"] < 0
    expected["halves"][:, 2] = 0.5
    expected["count"] = -1 - expected["count"]
    run(kernels.change_packed, COUNT, packed)
    assert (packed == expected).all()


def _stepped(src: np.ndarray, dt: np.float32) -> np.ndarray:
    """What ``step_values`` computes, one particle after the other."""
    out = np.zeros(len(src), Particle.dtype)
    for i, particle in enumerate(src):
        p, q = particle.copy(), np.zeros((), Particle.dtype)
        q["position"], q["velocity"], q["mass"] = (1, 2, 3), p["velocity"][::-1], 1.5
        for _ in range(i % 5):
            if p["mass"] > 0:
                p["velocity"] += np.array([dt, 0, 0], np.float32) / p["mass"]
            p["hits"] += 1
            if p["hits"] > 3:
                q["mass"] = -1
                break
        while q["mass"] > 0:
            q["mass"] -= 1
            q["position"][1] += p["position"][1]
        chosen = (p if p["mass"] < q["mass"] else q) if i % 2 == 0 else p
        first, second = (q, chosen) if i % 3 == 0 else (chosen, q)
        first, second = first.copy(), second.copy()
        first["position"] = second["position"] + first["velocity"] * (first["mass"] * np.float32(2))
        out[i] = first
    return out


def test_values_pass_through_control_flow_and_helpers(run):
    src, out = filled(Particle), np.zeros(COUNT, Particle.dtype)
    src["hits"] = np.arange(COUNT) % 4
    expected = _stepped(src, np.float32(4.0))
    run(kernels.step_values, COUNT, src, out, 4.0)
    for name in Particle.names:
        np.testing.assert_allclose(out[name], expected[name], rtol=1e-6, err_msg=name)


def test_groupshared_and_local_arrays(run, request):
    size = request.node.callspec.params["run"][1]
    count = 2 * size
    src, out = filled(Particle, count), np.zeros(count, Particle.dtype)
    run(kernels.through_arrays, count, src, out)
    i = np.arange(count)
    stored = src.copy()
    stored["hits"] = (i + 1) % 3
    # `mine[i % 3]` has the mass 9, and `mine[(i + 1) % 3]` is another element.
    other = i // size * size + size - 1 - i % size
    expected = stored[other]
    expected["velocity"][:, 2] = src["position"][:, 0]
    assert (out == expected).all()


def test_atomics_on_fields(run):
    counters, src = np.zeros(4, Counter.dtype), np.arange(COUNT, dtype=np.int32)[::-1] - 10
    src, old = np.ascontiguousarray(src), np.zeros(1, np.uint32)
    counters["lowest"][:2], counters["hits"][3] = 999, 77
    run(kernels.count_by_fields, COUNT, counters, src, old)
    assert counters["hits"].tolist() == [(COUNT + 1) // 2, COUNT // 2, 0, 78]
    assert counters["lowest"].tolist() == [src[::2].min(), src[1::2].min(), src.max(), 0]
    assert counters["last"].tolist() == [0, 0, 0, 2.5] and old[0] == 77


@pytest.mark.parametrize("far", [1 << 28, 0xFFFFFFFF, (1 << 32) // 8, 0x80000001])
def test_indices_out_of_bounds(run, request, far):
    size = request.node.callspec.params["run"][1]
    particles, out = filled(Particle), np.full(size, -1, np.float32)
    before = particles.copy()
    run(kernels.beyond_the_end, 1, particles, out, far)
    assert (particles == before).all()
    assert (out == before["mass"][-1]).all()


def test_lanes_exchange_structs(run, request):
    lanes = request.node.callspec.params["run"][1]
    src, out, most = filled(Counter, 2 * lanes), np.zeros(2 * lanes, Counter.dtype), np.zeros(2, Counter.dtype)
    run(kernels.between_lanes, 2 * lanes, src, out, most)
    assert (out == src[np.arange(2 * lanes) ^ 1]).all()
    for name in Counter.names:
        assert (most[name] == src[name].reshape(2, lanes).max(axis=1)).all()


@pytest.mark.parametrize("device", ["cpu", "interpreter"])
def test_a_payload_of_structs(device):
    launched = kernels.launch_meshlets.dispatch(3, np.array([1.5, 2.5], np.float32), device=device, wave_size=8)
    assert launched.payload.shape == (3, 2) and launched.payload.dtype == kernels.Meshlet.dtype
    assert launched.payload["first"].tolist() == [[0, 1], [2, 3], [4, 5]]
    assert launched.payload["bounds"][2].tolist() == [[1.5, 0.5], [2.5, 0.5]]
