// One atomic for each element that passes.
#version 450
layout(local_size_x = WAVES * WAVE_SIZE) in;
layout(set = 0, binding = 0) readonly buffer Values { uint values[]; };
layout(set = 0, binding = 1) buffer Result { uint result[]; };
layout(push_constant) uniform Constants { uint least; };

void main() {
  uint wave = gl_WorkGroupID.x * WAVES + gl_LocalInvocationID.x / WAVE_SIZE;
  uint first = wave * (WAVE_SIZE * ITEMS) + gl_LocalInvocationID.x % WAVE_SIZE;
  for (uint i = 0; i < ITEMS; ++i)
    if (values[first + i * WAVE_SIZE] >= least) atomicAdd(result[0], 1);
}
