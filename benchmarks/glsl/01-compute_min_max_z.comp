// examples/01 in GLSL. Constant 0 is the threads of the group: the waves' size.
#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint wave_size = 32;
layout(set = 0, binding = 0) readonly buffer Depth { float depth[]; };
layout(set = 0, binding = 1) buffer TileMin { float tile_min[]; };
layout(set = 0, binding = 2) buffer TileMax { float tile_max[]; };
layout(push_constant) uniform Constants { uint width; };

const uint TILE_SIZE = 8;

void main() {
  float min_z = 3.402823466e38, max_z = -3.402823466e38;
  uint lane = gl_SubgroupInvocationID;
  uint x = gl_WorkGroupID.x * TILE_SIZE + lane % TILE_SIZE;
  uint y = gl_WorkGroupID.y * TILE_SIZE + lane / TILE_SIZE;
  uint iterations = (TILE_SIZE * TILE_SIZE) / wave_size;
  for (uint i = 0; i < iterations; ++i) {
    uint at = y * width + x;
    float z = at < depth.length() ? depth[at] : 0.0;
    min_z = min(min_z, subgroupMin(z));
    max_z = max(max_z, subgroupMax(z));
    y += wave_size / TILE_SIZE;
  }
  if (subgroupElect()) {
    uint index = gl_WorkGroupID.y * (width / TILE_SIZE) + gl_WorkGroupID.x;
    if (index < tile_min.length()) tile_min[index] = min_z;
    if (index < tile_max.length()) tile_max[index] = max_z;
  }
}
