// Example 6: each lane loads another light, and the wave reads them lane by lane.
#version 450
#extension GL_KHR_shader_subgroup_shuffle : require
layout(local_size_x = WAVE_SIZE) in;
layout(set = 0, binding = 0) readonly buffer Lights { vec4 lights[]; };
layout(set = 0, binding = 1) readonly buffer Lists { uvec2 lists[]; };
layout(set = 0, binding = 2) writeonly buffer Shaded { vec4 shaded[]; };
layout(push_constant) uniform Constants { uint width; };

const uint TILE = 8;

void main() {
  uint lane = gl_SubgroupInvocationID;
  uint x = gl_WorkGroupID.x * TILE + lane % TILE;
  uint y = gl_WorkGroupID.y * (WAVE_SIZE / TILE) + lane / TILE;
  uvec2 start_count = lists[y / TILE * (width / TILE) + x / TILE];
  vec4 total = vec4(0);
  for (uint first = 0; first < start_count.y; first += WAVE_SIZE) {
    uint rest = min(WAVE_SIZE, start_count.y - first);
    vec4 light = lights[start_count.x + first + min(lane, rest - 1)];
    for (uint i = 0; i < rest; ++i) total += subgroupShuffle(light, i);
  }
  shaded[y * width + x] = total;
}
