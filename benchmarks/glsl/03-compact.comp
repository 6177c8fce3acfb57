// examples/03 in GLSL. Constant 0 is the threads of the group: four times the waves' size. GLSL's barriers must be
// reached by all waves, so that none leaves early.
#version 450
#extension GL_KHR_shader_subgroup_ballot : require
layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint wave_size = 32;
layout(set = 0, binding = 0) readonly buffer Image { float image[]; };
layout(set = 0, binding = 1) buffer Counter { uint counter[]; };
layout(set = 0, binding = 2) buffer Pixels { uint pixels[]; };
layout(push_constant) uniform Constants {
  uint width;
  float threshold;
};

const uint TILE_WIDTH = 16;
const uint WAVES = 4;
shared uint wave_store[WAVES - 1];

void main() {
  uint wave = gl_SubgroupID;
  uint lane = gl_SubgroupInvocationID;
  uint wave_height = wave_size / TILE_WIDTH;
  uint tile_height = wave_height * WAVES;
  uint x = gl_WorkGroupID.x * TILE_WIDTH + lane % TILE_WIDTH;
  uint y = gl_WorkGroupID.y * tile_height + wave * wave_height + lane / TILE_WIDTH;
  uint at = y * width + x;
  bool keep = (at < image.length() ? image[at] : 0.0) > threshold;
  uvec4 kept = subgroupBallot(keep);
  uint count = subgroupBallotBitCount(kept);

  if (wave != 0) wave_store[wave - 1] = count;
  barrier();

  uint offset = 0;
  if (wave == 0) {
    if (subgroupElect()) {
      uint total = count;
      for (uint j = 0; j < WAVES - 1; ++j) total += wave_store[j];
      offset = counter.length() > 0 ? atomicAdd(counter[0], total) : 0;
      uint next_offset = offset + count;
      for (uint j = 0; j < WAVES - 1; ++j) {
        uint wave_count = wave_store[j];
        wave_store[j] = next_offset;
        next_offset += wave_count;
      }
    }
    offset = subgroupBroadcastFirst(offset);
  }
  barrier();

  if (wave != 0) offset = wave_store[wave - 1];
  uint index = offset + subgroupBallotExclusiveBitCount(kept);
  if (keep && index < pixels.length()) pixels[index] = (x & 0xffff) | (y << 16);
}
