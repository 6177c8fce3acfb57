// One atomic for each element. OPERATION: 0 adds, 1 takes the greatest, 2 joins the bits.
#version 450
layout(local_size_x = WAVES * WAVE_SIZE) in;
layout(set = 0, binding = 0) readonly buffer Values { uint values[]; };
layout(set = 0, binding = 1) buffer Result { uint result[]; };

void main() {
  uint wave = gl_WorkGroupID.x * WAVES + gl_LocalInvocationID.x / WAVE_SIZE;
  uint first = wave * (WAVE_SIZE * ITEMS) + gl_LocalInvocationID.x % WAVE_SIZE;
  for (uint i = 0; i < ITEMS; ++i) {
    uint value = values[first + i * WAVE_SIZE];
#if OPERATION == 0
    atomicAdd(result[0], value);
#elif OPERATION == 1
    atomicMax(result[0], value);
#else
    atomicOr(result[0], value & 0xf0f0f0);
#endif
  }
}
