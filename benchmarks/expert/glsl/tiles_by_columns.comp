// Tiles side by side: a wave reads whole rows of a lane each, a lane reduces its column, and eight neighboring lanes put
// theirs together. A wave takes ITEMS rows of tiles.
#version 450
#extension GL_EXT_control_flow_attributes : require
#extension GL_KHR_shader_subgroup_shuffle : require
layout(local_size_x = WAVES * WAVE_SIZE) in;
layout(set = 0, binding = 0) readonly buffer Depth { float depth[]; };
layout(set = 0, binding = 1) writeonly buffer TileMin { float tile_min[]; };
layout(set = 0, binding = 2) writeonly buffer TileMax { float tile_max[]; };
layout(push_constant) uniform Constants { uint width; };

const uint TILE = 8;

void main() {
  uint lane = gl_SubgroupInvocationID;
  uint x = (gl_WorkGroupID.x * WAVES + gl_SubgroupID) * WAVE_SIZE + lane;
  [[unroll]] for (uint i = 0; i < ITEMS; ++i) {
    uint row = gl_WorkGroupID.y * ITEMS + i;
    uint first = row * TILE * width + x;
    float min_z = depth[first], max_z = min_z;
    [[unroll]] for (uint j = 1; j < TILE; ++j) {
      float z = depth[first + j * width];
      min_z = min(min_z, z);
      max_z = max(max_z, z);
    }
    [[unroll]] for (uint distance = 1; distance < TILE; distance *= 2) {
      min_z = min(min_z, subgroupShuffleXor(min_z, distance));
      max_z = max(max_z, subgroupShuffleXor(max_z, distance));
    }
    if (lane % TILE == 0) {
      uint index = row * (width / TILE) + x / TILE;
      tile_min[index] = min_z;
      tile_max[index] = max_z;
    }
  }
}
