// Example 9.
#version 450
#extension GL_KHR_shader_subgroup_shuffle : require
layout(local_size_x = WAVE_SIZE) in;
layout(set = 0, binding = 0) readonly buffer Matrix { uint matrix[]; };
layout(set = 0, binding = 1) writeonly buffer Transposed { uint transposed[]; };
layout(push_constant) uniform Constants {
  uint height;
  uint width;
};

void main() {
  const uint rows = 1u << (findMSB(WAVE_SIZE) / 2);
  const uint columns = WAVE_SIZE / rows;
  uint lane = gl_SubgroupInvocationID;
  uint top = gl_WorkGroupID.y * rows, left = gl_WorkGroupID.x * columns;
  uint value = matrix[(top + lane / columns) * width + left + lane % columns];
  value = subgroupShuffle(value, lane % rows * columns + lane / rows);
  transposed[(left + lane / rows) * height + top + lane % rows] = value;
}
