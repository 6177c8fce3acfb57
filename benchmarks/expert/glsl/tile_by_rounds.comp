// Examples 1 and 2: a reduction of the wave in every round, although one at the end would do.
#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = WAVES * WAVE_SIZE) in;
layout(set = 0, binding = 0) readonly buffer Depth { float depth[]; };
layout(set = 0, binding = 1) writeonly buffer TileMin { float tile_min[]; };
layout(set = 0, binding = 2) writeonly buffer TileMax { float tile_max[]; };
layout(push_constant) uniform Constants { uint width; };
shared float other_min[WAVES], other_max[WAVES];

const uint TILE = 8;

void main() {
  float min_z = 3.402823466e38, max_z = -3.402823466e38;
  uint lane = gl_SubgroupInvocationID;
  uint wave = gl_SubgroupID;
  uint x = gl_WorkGroupID.x * TILE + lane % TILE;
  uint y = gl_WorkGroupID.y * TILE + lane / TILE + wave * (TILE / WAVES);
  for (uint i = 0; i < TILE * TILE / WAVES / WAVE_SIZE; ++i) {
    float z = depth[y * width + x];
    min_z = min(min_z, subgroupMin(z));
    max_z = max(max_z, subgroupMax(z));
    y += WAVE_SIZE / TILE;
  }
#if WAVES > 1
  other_min[wave] = min_z;
  other_max[wave] = max_z;
  barrier();
  for (uint other = 0; other < WAVES; ++other) {
    min_z = min(min_z, other_min[other]);
    max_z = max(max_z, other_max[other]);
  }
#endif
  if (wave == 0 && subgroupElect()) {
    uint index = gl_WorkGroupID.y * (width / TILE) + gl_WorkGroupID.x;
    tile_min[index] = min_z;
    tile_max[index] = max_z;
  }
}
