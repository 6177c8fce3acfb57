// RUN: wave-hlsl %s -emit-wave 2>&1 | FileCheck %s --implicit-check-not=warning:

RWStructuredBuffer<uint> result;
// CHECK: :[[@LINE+1]]:18: warning: the initializer of the groupshared variable 'count' is ignored [groupshared-initializer]
groupshared uint count = 3;
// CHECK: :[[@LINE+1]]:20: warning: the initializer of the groupshared variable 'list' is ignored
groupshared float2 list[2] = {1, 2, 3, 4};
struct Pair { uint a, b; };
groupshared Pair plain;

[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex) {
  if (i == 0) {
    count = 0;
    plain.a = 1;
    list[1] = 2;
  }
  GroupMemoryBarrierWithGroupSync();
  result[i] = count + plain.a + list[1].x;
}
