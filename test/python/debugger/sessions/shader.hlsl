struct Light {
  float3 color;
  uint kind;
};

StructuredBuffer<uint> values : register(t0);
RWStructuredBuffer<uint> result : register(u0);
groupshared uint shared_values[8];

uint twice(uint v) {
  uint doubled = v * 2;
  return doubled;
}

uint quadruple(uint v) {
  uint first = twice(v);
  return twice(first);
}

[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint index : SV_GroupIndex) {
  uint value = values[id.x];
  uint copy = value;
  Light light;
  light.color = float3(value, 0.5, 1);
  light.kind = index;
  float2x2 m = float2x2(1, 2, 3, value);
  for (uint i = 0; i < value; ++i) {
    copy += i;
    if (copy > 4)
      break;
  }
  shared_values[index] = quadruple(copy);
  GroupMemoryBarrierWithGroupSync();
  result[id.x] = shared_values[7 - index] + light.kind;
}
