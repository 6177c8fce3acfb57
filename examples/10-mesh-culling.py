"""Passes visible meshlets to mesh shaders: a group packs their indices into the payload of one launch.

Each lane of an amplification kernel tests one meshlet, and waves without visible meshlets return. HLSL proposal 0054 has
`num_waves` for amplification and for compute. There is no mesh shader here: on the CPU and in the interpreter, `dispatch`
returns what each group would launch. `cull.compile(target="spirv")` is the task shader.

    python examples/10-mesh-culling.py --device interpreter --wave-size 32
"""

import argparse

import numpy as np

import wavedialect as wd
from wavedialect import u32

WAVES = 2
PLANES = 6


@wd.kernel(num_waves=WAVES, stage="amplification")
def cull(spheres: wd.Buffer[wd.float4], planes: wd.Buffer[wd.float4], count: u32):
    wave_store = wd.groupshared(u32, wd.group_wave_count())
    meshlets = wd.groupshared(u32, wd.group_wave_count() * wd.wave_lane_count())
    wave = wd.group_wave_index()
    first = (wd.group_id().x * wd.group_wave_count() + wave) * wd.wave_lane_count()
    meshlet = first + wd.wave_lane_index()

    # A sphere is invisible if it is entirely behind one of the planes.
    visible = meshlet < count
    sphere = spheres[wd.min(meshlet, count - 1)]
    for i in range(PLANES):
        plane = planes[i]
        visible = visible and wd.dot(plane.xyz, sphere.xyz) + plane.w >= -sphere.w

    seen = wd.wave_active_count_bits(visible)
    if wd.wave_is_first_lane():
        wave_store[wave] = seen
    if seen == 0:
        return  # The wave has no visible meshlet. If all waves return, the group launches nothing.
    wd.group_memory_barrier_with_group_sync()

    # The meshlets of a group are in order: those of wave 0 come first, then those of wave 1.
    total = u32(0)
    offset = u32(0)
    for j in range(wd.group_wave_count()):
        offset += wave_store[j] if j < wave else 0
        total += wave_store[j]
    if visible:
        meshlets[offset + wd.wave_prefix_count_bits(visible)] = meshlet
    wd.dispatch_mesh(total, 1, 1, meshlets)


def run(
    spheres: np.ndarray, planes: np.ndarray, device: str | wd.Device | None = None, wave_size: int | None = None
) -> wd.MeshDispatches:
    """Returns what each group launches."""
    lanes = cull.committed_wave_size(device, wave_size=wave_size)
    groups = -(-len(spheres) // meshlets_per_group(lanes))
    return cull.dispatch(groups, spheres, planes, len(spheres), device=device, wave_size=wave_size)


def meshlets_per_group(lanes: int) -> int:
    """One meshlet per lane."""
    return WAVES * lanes


def expected(spheres: np.ndarray, planes: np.ndarray) -> np.ndarray:
    """Whether each meshlet is visible, computed by NumPy."""
    distances = spheres[:, :3] @ planes[:, :3].T + planes[:, 3]
    return (distances >= -spheres[:, 3:]).all(axis=1)


def check(dispatch: wd.MeshDispatches, visible: np.ndarray) -> None:
    """Checks that each group launches one mesh group per visible meshlet, with the indices of these meshlets as payload."""
    size = meshlets_per_group(dispatch.wave_size)
    for group, (counts, payload) in enumerate(zip(dispatch.counts, dispatch.payload, strict=True)):
        seen = np.flatnonzero(visible[group * size : (group + 1) * size]) + group * size
        assert tuple(counts) == ((len(seen), 1, 1) if len(seen) else (0, 0, 0))
        # Mesh groups do not read the elements after these.
        np.testing.assert_array_equal(payload[: len(seen)], seen)


def scene() -> tuple[np.ndarray, np.ndarray]:
    """Spheres around the camera, from behind it to the front, and the planes of a view along z."""
    random = np.random.default_rng(10)
    # Halves and quarters: rounding does not decide which meshlets are visible.
    centers = np.round(random.uniform(-24, 24, (1500, 3)) * 4) / 4
    centers = centers[np.argsort(centers[:, 2], kind="stable")]
    spheres = np.column_stack([centers, np.full(len(centers), 0.5)]).astype(np.float32)
    planes = [[1, 0, 1, 0], [-1, 0, 1, 0], [0, 1, 1, 0], [0, -1, 1, 0], [0, 0, 1, -1], [0, 0, -1, 24]]
    return spheres, np.array(planes, np.float32)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--device", help="cpu or interpreter; the default is cpu")
    parser.add_argument("--wave-size", type=int, help="4 to 64; the default is the device's own")
    options = parser.parse_args()

    spheres, planes = scene()
    visible = expected(spheres, planes)
    dispatch = run(spheres, planes, options.device, options.wave_size)
    check(dispatch, visible)
    launching = np.count_nonzero(dispatch.counts[:, 0])
    print(
        f"{np.count_nonzero(visible)} of {len(visible)} meshlets are seen, in {launching} of {len(dispatch.counts)} "
        f"launches, on {dispatch.device.name} with {dispatch.wave_size} lanes"
    )


if __name__ == "__main__":
    main()
