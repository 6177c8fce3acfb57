// What the wave agrees on is asked for once.
#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = WAVES * WAVE_SIZE) in;
layout(set = 0, binding = 0) readonly buffer Values { float values[]; };
layout(set = 0, binding = 1) writeonly buffer Scaled { float scaled[]; };

void main() {
  uint first = (gl_WorkGroupID.x * WAVES + gl_SubgroupID) * (WAVE_SIZE * ITEMS) + gl_SubgroupInvocationID;
  float own = values[first];
  float least = subgroupMin(own), greatest = subgroupMax(own);
  for (uint i = 0; i < ITEMS; ++i) {
    scaled[first + i * WAVE_SIZE] = (values[first + i * WAVE_SIZE] - least) * (greatest - least);
  }
}
