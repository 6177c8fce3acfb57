struct Big { float data[600]; uint n; };
struct State { int low; float3 dir; };
RWStructuredBuffer<uint> bufs[2];
RWStructuredBuffer<uint> result;
RWBuffer<float4> typed;
groupshared State state;
groupshared Big big;
groupshared float3 dir;
groupshared int one[1];
groupshared uint half_used[4];
[numthreads(4, 2, 1)]
void main(uint index : SV_GroupIndex, uint3 g : SV_GroupThreadID) {
  if (index == 0) { state.low = -7; dir = float3(1, 2, 3); one[0] = 4; big.n = 2; }
  big.data[index * 3] = index;
  half_used[index & 1] = index;
  GroupMemoryBarrierWithGroupSync();
  bufs[1][index] = index;
  typed[index] = float4(index, 0, 0, 1);
  [unroll] for (uint k = 0; k < 2; ++k) { result[index] += k + state.low; }
  uint w; float e; float f = frexp((float)index, e);
  switch (index) { case 0: w = 1; break; case 1: w = 2; break; default: w = 3; }
  result[index] += w;
}
