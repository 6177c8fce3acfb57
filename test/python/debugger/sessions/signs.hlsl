struct Body {
  float3 position;
  int count;
};

Texture2D<float4> picture : register(t0);
RWStructuredBuffer<int> result : register(u0);
groupshared int kept[8];
groupshared Body bodies[4];
groupshared int4 quads[4];
groupshared int table[2][4];
groupshared bool flags[8];
static const int OFFSET = -3;

[numthreads(8, 1, 1)]
void main(uint index : SV_GroupIndex) {
  int value = OFFSET - int(index);
  int local[3];
  local[0] = value;
  kept[index] = value * 2;
  bodies[index % 4].count = value;
  quads[index % 4] = int4(value, 1, 2, 3);
  table[index / 4][index % 4] = local[0];
  flags[index] = value < -5;
  int old;
  InterlockedAdd(kept[1], -1, old);
  GroupMemoryBarrierWithGroupSync();
  result[index] = kept[7 - index] + int(picture.Load(int3(index, 0, 0)).x) + old;
}
