// One atomic for each pixel that is kept; their order is lost.
#version 450
layout(local_size_x = WAVES * WAVE_SIZE) in;
layout(set = 0, binding = 0) readonly buffer Image { float image[]; };
layout(set = 0, binding = 1) buffer Counter { uint counter[]; };
layout(set = 0, binding = 2) writeonly buffer Pixels { uint pixels[]; };
layout(push_constant) uniform Constants {
  uint width;
  float threshold;
};

const uint TILE_WIDTH = 16;

void main() {
  uint wave = gl_LocalInvocationID.x / WAVE_SIZE;
  uint first = wave * (WAVE_SIZE * ITEMS) + gl_LocalInvocationID.x % WAVE_SIZE;
  uint top = gl_WorkGroupID.y * (WAVES * ITEMS * WAVE_SIZE / TILE_WIDTH);
  for (uint i = 0; i < ITEMS; ++i) {
    uint place = first + i * WAVE_SIZE;
    uint x = gl_WorkGroupID.x * TILE_WIDTH + place % TILE_WIDTH;
    uint y = top + place / TILE_WIDTH;
    if (image[y * width + x] > threshold) pixels[atomicAdd(counter[0], 1)] = (x & 0xffff) | (y << 16);
  }
}
