// Example 3 for any number of waves, and of rows of pixels that a wave takes.
#version 450
#extension GL_EXT_control_flow_attributes : require
#extension GL_KHR_shader_subgroup_ballot : require
layout(local_size_x = WAVES * WAVE_SIZE) in;
layout(set = 0, binding = 0) readonly buffer Image { float image[]; };
layout(set = 0, binding = 1) buffer Counter { uint counter[]; };
layout(set = 0, binding = 2) writeonly buffer Pixels { uint pixels[]; };
layout(push_constant) uniform Constants {
  uint width;
  float threshold;
};
shared uint counts[WAVES];
shared uint group_start;

const uint TILE_WIDTH = 16;
const uint ROWS = WAVE_SIZE / TILE_WIDTH;

void main() {
  uint wave = gl_SubgroupID;
  uint first = wave * (WAVE_SIZE * ITEMS) + gl_SubgroupInvocationID;
  uint x = gl_WorkGroupID.x * TILE_WIDTH + first % TILE_WIDTH;
  uint y = gl_WorkGroupID.y * (WAVES * ITEMS * ROWS) + first / TILE_WIDTH;
  float depth[ITEMS];
  [[unroll]] for (uint i = 0; i < ITEMS; ++i) depth[i] = image[(y + i * ROWS) * width + x];
  uint place[ITEMS], count = 0;
  [[unroll]] for (uint i = 0; i < ITEMS; ++i) {
    uvec4 keeping = subgroupBallot(depth[i] > threshold);
    place[i] = count + subgroupBallotExclusiveBitCount(keeping);
    count += subgroupBallotBitCount(keeping);
  }
  if (subgroupElect()) counts[wave] = count;
  barrier();

  uint before = 0, total = 0;
  [[unroll]] for (uint j = 0; j < WAVES; ++j) {
    uint other = counts[j];
    before += j < wave ? other : 0;
    total += other;
  }
  if (wave == 0 && subgroupElect()) group_start = atomicAdd(counter[0], total);
  barrier();

  uint start = group_start + before;
  [[unroll]] for (uint i = 0; i < ITEMS; ++i)
    if (depth[i] > threshold) pixels[start + place[i]] = (x & 0xffff) | ((y + i * ROWS) << 16);
}
