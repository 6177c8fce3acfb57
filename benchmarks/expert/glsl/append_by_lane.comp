// One atomic for each element that is kept.
#version 450
layout(local_size_x = WAVES * WAVE_SIZE) in;
layout(set = 0, binding = 0) readonly buffer Values { uint values[]; };
layout(set = 0, binding = 1) buffer Counter { uint counter[]; };
layout(set = 0, binding = 2) writeonly buffer Kept { uint kept[]; };
layout(push_constant) uniform Constants { uint least; };

void main() {
  uint wave = gl_WorkGroupID.x * WAVES + gl_LocalInvocationID.x / WAVE_SIZE;
  uint first = wave * (WAVE_SIZE * ITEMS) + gl_LocalInvocationID.x % WAVE_SIZE;
  for (uint i = 0; i < ITEMS; ++i) {
    uint value = values[first + i * WAVE_SIZE];
    if (value >= least) kept[atomicAdd(counter[0], 1)] = value;
  }
}
