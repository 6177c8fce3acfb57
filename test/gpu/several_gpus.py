"""Kernels on several GPUs: from one process, by Dask's workers, by the ranks of torch.distributed, and tuning by workers.

    .venv/bin/python test/gpu/several_gpus.py                         (needs the compiler and two GPUs)
    .venv/bin/python test/gpu/several_gpus.py --devices cpu cpu       (the same without GPUs)

Each part checks its results and prints a line. Packages that are missing leave a part out: PyTorch for tensors and ranks,
dask.distributed for workers.
"""

from __future__ import annotations

import argparse
import os
import socket
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

import wavedialect as wd
from wavedialect import f32, u32

ELEMENTS = 1 << 20
WAVES = 4


@wd.kernel(num_waves=WAVES)
def saxpy(x: wd.Buffer[f32], y: wd.RWBuffer[f32], a: f32):
    i = wd.group_id().x * WAVES * wd.wave_lane_count() + wd.group_wave_index() * wd.wave_lane_count()
    i += wd.wave_lane_index()
    y[i] = a * x[i] + y[i]


@wd.kernel(num_waves=WAVES)
def count_above(x: wd.Buffer[f32], least: f32, total: wd.RWBuffer[u32]):
    i = wd.group_id().x * WAVES * wd.wave_lane_count() + wd.group_wave_index() * wd.wave_lane_count()
    i += wd.wave_lane_index()
    here = wd.wave_active_count_bits(x[i] >= least)
    if wd.wave_is_first_lane():
        wd.atomic_add(total, 0, here)


def groups(lanes: int) -> int:
    return ELEMENTS // (WAVES * lanes)


def groups_at(setting: Any) -> int:
    """As ``groups``, for the settings of a tuning."""
    return ELEMENTS // (setting.num_waves * setting.wave_size)


def numbers(seed: int) -> np.ndarray:
    return np.random.default_rng(seed).random(ELEMENTS, dtype=np.float32)


def right(results: dict[str, np.ndarray], setting: Any) -> bool:
    """A tuning's check of ``saxpy``."""
    return bool(np.allclose(results["y"], 2 * numbers(1) + numbers(2), rtol=1e-6))


# One process.


def one_process(devices: list[str]) -> str:
    """Each launch runs on the GPU of its arrays; launches on different GPUs run at the same time."""
    arrays = [(on(device, numbers(2 * at)), on(device, numbers(2 * at + 1))) for at, device in enumerate(devices)]
    for _ in range(3):
        for x, y in arrays:
            saxpy.dispatch(groups, x, y, 2.0)
    wd.synchronize()
    for at, (_, y) in enumerate(arrays):
        x = numbers(2 * at)
        expected = numbers(2 * at + 1)
        for _ in range(3):
            expected = np.float32(2) * x + expected
        np.testing.assert_allclose(on_host(y), expected, rtol=1e-6)
    if len({*devices}) > 1:
        try:
            saxpy.dispatch(groups, arrays[0][0], arrays[1][1], 2.0)
        except wd.LaunchError as error:
            assert "but the dispatch runs on device" in str(error), error
        else:
            raise AssertionError("arrays of two devices were accepted")
    return f"{len(devices)} devices, arrays: {type(arrays[0][0]).__name__}"


def on(device: str, values: np.ndarray) -> Any:
    """An array of the device: PyTorch's tensor on a GPU if PyTorch is here."""
    if device.startswith("cuda"):
        try:
            import torch
        except ImportError:
            pass
        else:
            return torch.from_numpy(values).to(device)
    return wd.array(values, device=device)


def on_host(array: Any) -> np.ndarray:
    return array.numpy() if isinstance(array, wd.DeviceArray) else array.cpu().numpy()


# Dask.


@contextmanager
def dask_client(devices: list[str]) -> Iterator[Any]:
    """A client with one worker for each device. The device is the worker's default device."""
    from distributed import Client, Nanny, Scheduler, SpecCluster

    quiet = {"nthreads": 1, "memory_limit": 0, "silence_logs": 50}
    workers = {
        at: {"cls": Nanny, "options": {**quiet, "env": {"WAVEDIALECT_DEVICE": device}}}
        for at, device in enumerate(devices)
    }
    scheduler = {"cls": Scheduler, "options": {"dashboard_address": ":0"}}
    with SpecCluster(workers=workers, scheduler=scheduler, silence_logs=50) as cluster, Client(cluster) as client:
        client.wait_for_workers(len(devices))
        yield client


def dask_part(seed: int, least: float) -> tuple[str, int]:
    """One task: runs on the default device of its worker."""
    total = wd.zeros(1, u32)
    count_above.dispatch(groups, wd.array(numbers(seed)), least, total)
    return total.device.name, int(total.numpy()[0])


def dask_workers(devices: list[str]) -> str:
    with dask_client(devices) as client:
        tasks = [client.submit(dask_part, seed, 0.75, pure=False) for seed in range(4 * len(devices))]
        found = client.gather(tasks)
    for seed, (_, count) in enumerate(found):
        assert count == int((numbers(seed) >= 0.75).sum()), (seed, count)
    return f"{len(found)} tasks on {sorted({name for name, _ in found})}"


def tuning_by_workers(devices: list[str]) -> str:
    configs = wd.configs(constants={"waves": (2, 4, 8)}, unchecked=(False, True))
    arguments = (numbers(1), numbers(2), 2.0)
    with dask_client(devices) as client:
        table = wd.tune(
            saxpy_of_waves,
            configs,
            arguments,
            groups=groups_at,
            check=right,
            restore=True,
            executor=client.get_executor(),
            measure="workers",
        )
    assert all(row.outcome == "measured" for row in table), str(table)
    print(table)
    return f"{len(table)} configurations on {sorted({row.device for row in table})}"


def saxpy_of_waves(waves: int) -> wd.Kernel:
    """Makes the kernel for a number of waves."""

    @wd.kernel(num_waves=waves)
    def saxpy(x: wd.Buffer[f32], y: wd.RWBuffer[f32], a: f32):
        i = wd.group_id().x * waves * wd.wave_lane_count() + wd.group_wave_index() * wd.wave_lane_count()
        i += wd.wave_lane_index()
        y[i] = a * x[i] + y[i]

    return saxpy


# torch.distributed.


def ranks(devices: list[str]) -> str:
    import torch

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    torch.multiprocessing.spawn(rank_part, (devices, port), nprocs=len(devices))
    return f"{len(devices)} ranks, {backend_of(devices)}"


def backend_of(devices: list[str]) -> str:
    return "nccl" if devices[0].startswith("cuda") else "gloo"


def rank_part(rank: int, devices: list[str], port: int) -> None:
    """One rank: dispatches on its tensors and adds its count to those of the others, in the order of the stream."""
    import torch

    os.environ |= {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(port)}
    device = torch.device(devices[rank])
    if device.type == "cuda":
        torch.cuda.set_device(device)
    torch.distributed.init_process_group(backend_of(devices), rank=rank, world_size=len(devices))
    x = torch.from_numpy(numbers(rank)).to(device)
    total = torch.zeros(1, dtype=torch.int32, device=device)
    count_above.dispatch(groups, x, 0.75, total.view(torch.uint32))
    # Waits for the kernel by PyTorch's current stream.
    torch.distributed.all_reduce(total)
    expected = sum(int((numbers(seed) >= 0.75).sum()) for seed in range(len(devices)))
    assert int(total) == expected, (rank, int(total), expected)
    torch.distributed.destroy_process_group()


PARTS: list[Callable[[list[str]], str]] = [one_process, dask_workers, tuning_by_workers, ranks]


def main() -> int:
    parser = argparse.ArgumentParser(description="Kernels on several GPUs.")
    parser.add_argument("--devices", nargs="+", default=["cuda:0", "cuda:1"])
    options = parser.parse_args()
    failed = 0
    for part in PARTS:
        try:
            print(f"{part.__name__}: {part(options.devices)}", flush=True)
        except ImportError as error:
            print(f"{part.__name__}: left out, {error}", flush=True)
        except Exception:  # noqa: BLE001, the other parts run
            failed += 1
            print(f"{part.__name__}: failed\n{traceback.format_exc()}", flush=True)
    return int(failed != 0)


if __name__ == "__main__":
    sys.exit(main())
