struct Sun {
  float3 color;
  int ids[2];
};

cbuffer Params {
  float4x4 world;
  float2 points[2];
  Sun sun;
  bool on;
};
ConstantBuffer<Sun> other;
RWStructuredBuffer<float> result;

[numthreads(4, 1, 1)]
void main(uint index : SV_GroupIndex) {
  float sum = world[0][1] + points[1].x + sun.color.y + other.color.x + on;
  result[index] = sum;
}
