// A block goes through groupshared memory, with a barrier.
#version 450
layout(local_size_x = WAVE_SIZE) in;
layout(set = 0, binding = 0) readonly buffer Matrix { uint matrix[]; };
layout(set = 0, binding = 1) writeonly buffer Transposed { uint transposed[]; };
layout(push_constant) uniform Constants {
  uint height;
  uint width;
};
shared uint block[WAVE_SIZE];

void main() {
  const uint rows = 1u << (findMSB(WAVE_SIZE) / 2);
  const uint columns = WAVE_SIZE / rows;
  uint lane = gl_LocalInvocationID.x;
  uint top = gl_WorkGroupID.y * rows, left = gl_WorkGroupID.x * columns;
  block[lane] = matrix[(top + lane / columns) * width + left + lane % columns];
  barrier();
  transposed[(left + lane / rows) * height + top + lane % rows] = block[lane % rows * columns + lane / rows];
}
