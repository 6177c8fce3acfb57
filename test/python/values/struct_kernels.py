"""Structs, and kernels that use them."""

from __future__ import annotations

import wavedialect as wd
from wavedialect import f16, f32, f64, i16, i32, i64, u16, u32, u64


@wd.struct
class Particle:
    position: wd.float3
    mass: f32
    velocity: wd.float3
    hits: i32

    @wd.func
    def momentum(self, factor):
        return self.velocity * (self.mass * factor)


@wd.struct
class Ray:
    """All fields have one scalar type."""

    origin: wd.float3
    direction: wd.float3
    far: f32


@wd.struct
class Box:
    low: wd.int2
    high: wd.int2


@wd.struct
class Node:
    """Nested structs, arrays, bools, and every width."""

    box: Box
    children: (u32, 3)
    leaf: bool
    weight: f64
    boxes: (Box, 2)
    key: u64
    flags: wd.bool2


@wd.struct
class Packed:
    """Sixteen bits are the smallest field."""

    tag: u16
    half: f16
    level: i16
    number: f32
    wide: wd.double2
    on: bool
    halves: wd.half3
    count: i64


@wd.struct
class Wide:
    """Every field has 64 bits."""

    a: f64
    b: u64
    c: wd.int64_t2


@wd.struct
class Counter:
    hits: u32
    lowest: i32
    last: f32


@wd.kernel(num_waves=1)
def copy_particles(src: wd.Buffer[Particle], out: wd.RWBuffer[Particle]):
    i = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    out[i] = src[i]


@wd.kernel(num_waves=1)
def copy_rays(src: wd.Buffer[Ray], out: wd.RWBuffer[Ray]):
    i = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    out[i] = src[i]


@wd.kernel(num_waves=1)
def copy_nodes(src: wd.Buffer[Node], out: wd.RWBuffer[Node]):
    i = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    out[i] = src[i]


@wd.kernel(num_waves=1)
def copy_packed(src: wd.Buffer[Packed], out: wd.RWBuffer[Packed]):
    i = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    out[i] = src[i]


@wd.kernel(num_waves=1)
def copy_wide(src: wd.Buffer[Wide], out: wd.RWBuffer[Wide]):
    i = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    out[i] = src[i]


COPIES = {Particle: copy_particles, Ray: copy_rays, Node: copy_nodes, Packed: copy_packed, Wide: copy_wide}


@wd.kernel(num_waves=1)
def change_fields(nodes: wd.RWBuffer[Node], out: wd.RWBuffer[u32]):
    i = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    if i < len(nodes):
        nodes[i].box.low.x = i32(i)
        nodes[i].box.high = nodes[i].box.low.yx
        nodes[i].children[1] += u32(7)
        nodes[i].leaf = not nodes[i].leaf
        nodes[i].weight *= 2.0
        nodes[i].boxes[1] = nodes[i].box
        nodes[i].key = nodes[i].key << 33
        nodes[i].flags.y = nodes[i].flags.x
        out[i] = nodes[i].children[2]


@wd.kernel(num_waves=1)
def change_packed(packed: wd.RWBuffer[Packed]):
    i = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    if i < len(packed):
        p = packed[i]
        p.tag += u16(1)
        p.half = p.half * f16(2.0)
        p.wide.y = f64(p.number)
        p.on = p.level < 0
        p.halves.z = f16(0.5)
        p.count = i64(-1) - p.count
        packed[i].tag = p.tag
        packed[i].half = p.half
        packed[i].wide.y = p.wide.y
        packed[i].on = p.on
        packed[i].halves.z = p.halves.z
        packed[i].count = p.count


@wd.func
def pushed(p: Particle, by) -> Particle:
    if p.mass <= 0.0:
        return p
    p.velocity += by / p.mass
    return p


@wd.func
def lighter(a, b):
    return a if a.mass < b.mass else b


@wd.kernel(num_waves=1)
def step_values(src: wd.Buffer[Particle], out: wd.RWBuffer[Particle], dt: f32):
    i = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    if i < len(src):
        p = src[i]
        q = Particle(wd.float3(1.0, 2.0, 3.0), velocity=p.velocity.zyx, mass=1.5, hits=0)
        for _ in range(i % 5):
            p = pushed(p, wd.float3(dt, 0.0, 0.0))
            p.hits += 1
            if p.hits > 3:
                q.mass = -1.0
                break
        while q.mass > 0.0:
            q.mass = q.mass - 1.0
            q.position.y += p.position.y
        best = lighter(p, q)
        chosen = wd.select(i % 2 == 0, best, p)
        pair = (chosen, q)
        if i % 3 == 0:
            pair = (q, chosen)
        first, second = pair
        first.position = second.position + first.momentum(2.0)
        out[i] = first


@wd.kernel(num_waves=1)
def through_arrays(src: wd.Buffer[Particle], out: wd.RWBuffer[Particle]):
    lane, lanes = wd.wave_lane_index(), wd.wave_lane_count()
    i = wd.group_id().x * lanes + lane
    shared = wd.groupshared(Particle, lanes)
    mine = wd.local_array(Particle, 3)
    for k in range(3):
        mine[k] = src[i]
        mine[k].hits = k
    mine[i % 3].mass = 9.0
    shared[lane] = mine[(i + 1) % 3]
    wd.group_memory_barrier_with_group_sync()
    other = shared[lanes - 1 - lane]
    other.velocity.z = shared[lane].position.x
    if i < len(out):
        out[i] = other


@wd.kernel(num_waves=1)
def count_by_fields(counters: wd.RWBuffer[Counter], src: wd.Buffer[i32], old: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    i = wd.group_id().x * wd.wave_lane_count() + lane
    local = wd.groupshared(Counter, 2)
    if lane < 2:
        local[lane] = Counter(0, 1000, 0.0)
    wd.group_memory_barrier_with_group_sync()
    if i < len(src):
        wd.atomic_add(local[i % 2].hits, 1)
        wd.atomic_min(local[i % 2].lowest, src[i])
        wd.atomic_max(counters[2].lowest, src[i])
        if i == 5:
            wd.atomic_exchange(counters[3].last, 2.5)
            old[0] = wd.atomic_compare_exchange(counters[3].hits, 77, 78)
    wd.group_memory_barrier_with_group_sync()
    if lane < 2:
        wd.atomic_add(counters[lane].hits, local[lane].hits)
        wd.atomic_min(counters[lane].lowest, local[lane].lowest)


@wd.kernel(num_waves=1)
def beyond_the_end(particles: wd.RWBuffer[Particle], out: wd.RWBuffer[f32], far: u32):
    lane = wd.wave_lane_index()
    n = len(particles)
    out[lane] = particles[n + lane].mass + particles[far].position.y + particles[n - 1].mass
    particles[n + lane] = particles[0]
    particles[far].mass = 5.0


@wd.kernel(num_waves=1)
def between_lanes(src: wd.Buffer[Counter], out: wd.RWBuffer[Counter], most: wd.RWBuffer[Counter]):
    lane = wd.wave_lane_index()
    i = wd.group_id().x * wd.wave_lane_count() + lane
    mine = src[i]
    out[i] = wd.wave_read_lane_at(mine, lane ^ 1)
    greatest = wd.wave_active_max(mine)
    if wd.wave_is_first_lane():
        most[wd.group_id().x] = greatest


@wd.struct
class Meshlet:
    first: u32
    bounds: wd.float2


@wd.kernel(num_waves=1, stage="amplification")
def launch_meshlets(src: wd.Buffer[f32]):
    lane = wd.wave_lane_index()
    meshlets = wd.groupshared(Meshlet, 2)
    if lane < 2:
        meshlets[lane] = Meshlet(wd.group_id().x * 2 + lane, wd.float2(src[lane], 0.5))
    wd.group_memory_barrier_with_group_sync()
    wd.dispatch_mesh(2, 1, 1, meshlets)
