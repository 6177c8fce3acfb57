// Example 6: all lanes load the same light.
#version 450
layout(local_size_x = WAVE_SIZE) in;
layout(set = 0, binding = 0) readonly buffer Lights { vec4 lights[]; };
layout(set = 0, binding = 1) readonly buffer Lists { uvec2 lists[]; };
layout(set = 0, binding = 2) writeonly buffer Shaded { vec4 shaded[]; };
layout(push_constant) uniform Constants { uint width; };

const uint TILE = 8;

void main() {
  uint lane = gl_LocalInvocationID.x;
  uint x = gl_WorkGroupID.x * TILE + lane % TILE;
  uint y = gl_WorkGroupID.y * (WAVE_SIZE / TILE) + lane / TILE;
  uvec2 start_count = lists[y / TILE * (width / TILE) + x / TILE];
  vec4 total = vec4(0);
  for (uint i = 0; i < start_count.y; ++i) total += lights[start_count.x + i];
  shaded[y * width + x] = total;
}
