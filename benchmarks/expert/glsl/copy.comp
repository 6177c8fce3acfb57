// ITEMS words a lane, all of which are read before one is written.
#version 450
#extension GL_EXT_control_flow_attributes : require
layout(local_size_x = WAVES * WAVE_SIZE) in;
layout(set = 0, binding = 0) readonly buffer Values { uint values[]; };
layout(set = 0, binding = 1) writeonly buffer Copied { uint copied[]; };

void main() {
  uint wave = gl_WorkGroupID.x * WAVES + gl_LocalInvocationID.x / WAVE_SIZE;
  uint first = wave * (WAVE_SIZE * ITEMS) + gl_LocalInvocationID.x % WAVE_SIZE;
  uint mine[ITEMS];
  [[unroll]] for (uint i = 0; i < ITEMS; ++i) mine[i] = values[first + i * WAVE_SIZE];
  [[unroll]] for (uint i = 0; i < ITEMS; ++i) copied[first + i * WAVE_SIZE] = mine[i];
}
