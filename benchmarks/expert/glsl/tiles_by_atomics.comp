// Two atomics for each depth, on its bits: all are above 0.
#version 450
layout(local_size_x = WAVES * WAVE_SIZE) in;
layout(set = 0, binding = 0) readonly buffer Depth { float depth[]; };
layout(set = 0, binding = 1) buffer TileMin { uint tile_min[]; };
layout(set = 0, binding = 2) buffer TileMax { uint tile_max[]; };
layout(push_constant) uniform Constants { uint width; };

const uint TILE = 8;

void main() {
  uint index = gl_WorkGroupID.y * (width / TILE) + gl_WorkGroupID.x;
  for (uint i = gl_LocalInvocationID.x; i < TILE * TILE; i += WAVES * WAVE_SIZE) {
    uint x = gl_WorkGroupID.x * TILE + i % TILE;
    uint y = gl_WorkGroupID.y * TILE + i / TILE;
    uint bits = floatBitsToUint(depth[y * width + x]);
    atomicMin(tile_min[index], bits);
    atomicMax(tile_max[index], bits);
  }
}
