"""The three kernels of the numWaves proposal (HLSL proposal 0054), corrected, with buffers in place of its textures."""

ONE_WAVE = """
TILE = 8
LARGE = 3.4028234663852886e38


def kernel(depth: wd.Buffer[f32], near: wd.RWBuffer[f32], far: wd.RWBuffer[f32], width: u32):
    low, high = f32(LARGE), f32(-LARGE)
    lane = wd.wave_lane_index()
    x = wd.group_id().x * TILE + lane % TILE
    y = wd.group_id().y * TILE + lane // TILE
    for _ in range((TILE * TILE) // wd.wave_lane_count()):
        z = depth[y * width + x]
        low = min(low, wd.wave_active_min(z))
        high = max(high, wd.wave_active_max(z))
        y += wd.wave_lane_count() // TILE
    if wd.wave_is_first_lane():
        tile = wd.group_id().y * wd.group_count().x + wd.group_id().x
        near[tile] = low
        far[tile] = high
"""

TWO_WAVES = """
TILE = 8
LARGE = 3.4028234663852886e38


def kernel(depth: wd.Buffer[f32], near: wd.RWBuffer[f32], far: wd.RWBuffer[f32], width: u32):
    wave1 = wd.groupshared(f32, wd.group_wave_count())
    low, high = f32(LARGE), f32(-LARGE)
    lane = wd.wave_lane_index()
    x = wd.group_id().x * TILE + lane % TILE
    y = wd.group_id().y * TILE + lane // TILE
    y += wd.group_wave_index() * (TILE // wd.group_wave_count())
    for _ in range((TILE * TILE) // wd.group_wave_count() // wd.wave_lane_count()):
        z = depth[y * width + x]
        low = min(low, wd.wave_active_min(z))
        high = max(high, wd.wave_active_max(z))
        y += wd.wave_lane_count() // TILE
    if wd.group_wave_index() != 0:
        wave1[0] = low
        wave1[1] = high
        return
    wd.group_memory_barrier_with_group_sync()
    if wd.wave_is_first_lane():
        tile = wd.group_id().y * wd.group_count().x + wd.group_id().x
        near[tile] = min(low, wave1[0])
        far[tile] = max(high, wave1[1])
"""

COMPACTION = """
TILE_WIDTH = 16


def kernel(src: wd.Buffer[u32], count: wd.RWBuffer[u32], out: wd.RWBuffer[u32], width: u32, wanted: u32):
    store = wd.groupshared(u32, wd.group_wave_count() - 1)
    lane, wave = wd.wave_lane_index(), wd.group_wave_index()
    wave_height = wd.wave_lane_count() // TILE_WIDTH
    x = wd.group_id().x * TILE_WIDTH + lane % TILE_WIDTH
    y = wd.group_id().y * (wave_height * wd.group_wave_count()) + wave * wave_height + lane // TILE_WIDTH
    export = src[y * width + x] == wanted
    kept = wd.wave_active_count_bits(export)
    if wave != 0:
        store[wave - 1] = kept
        if kept == 0:
            return
    wd.group_memory_barrier_with_group_sync()
    offset = u32(0)
    if wave == 0:
        if wd.wave_is_first_lane():
            total = kept
            for j in range(wd.group_wave_count() - 1):
                total += store[j]
            offset = wd.atomic_add(count, 0, total)
            following = offset + kept
            for j in range(wd.group_wave_count() - 1):
                waiting = store[j]
                store[j] = following
                following += waiting
        offset = wd.wave_read_lane_first(offset)
    wd.group_memory_barrier_with_group_sync()
    if wave != 0:
        offset = store[wave - 1]
    place = offset + wd.wave_prefix_count_bits(export)
    if export:
        out[place] = (x & 0xFFFF) | (y << 16)
"""
