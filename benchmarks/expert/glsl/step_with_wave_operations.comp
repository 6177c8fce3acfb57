// The wave agrees on what all of its lanes have already.
#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = WAVES * WAVE_SIZE) in;
layout(set = 0, binding = 0) readonly buffer Values { uint values[]; };
layout(set = 0, binding = 1) readonly buffer Steps { uint steps[]; };
layout(set = 0, binding = 2) writeonly buffer Stepped { uint stepped[]; };

const uint STEPS = 64;

void main() {
  uint first = (gl_WorkGroupID.x * WAVES + gl_SubgroupID) * (WAVE_SIZE * ITEMS) + gl_SubgroupInvocationID;
  for (uint i = 0; i < ITEMS; ++i) {
    uint step = steps[(gl_WorkGroupID.x + i) % STEPS];
    uint total = subgroupAdd(step), greatest = subgroupMax(step), offset = subgroupExclusiveAdd(step);
    stepped[first + i * WAVE_SIZE] = values[first + i * WAVE_SIZE] * total + (greatest ^ offset);
  }
}
