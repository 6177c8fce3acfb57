// RUN: not wave-hlsl %s 2>&1 | FileCheck %s --implicit-check-not=error:

// CHECK: [[@LINE+1]]:13: error: an array has at least one element [hlsl-type]
uint global[0];
// CHECK: [[@LINE+1]]:25: error: an array has at least one element
groupshared uint shared[0];
// CHECK: [[@LINE+1]]:31: error: an array has at least one element
cbuffer Values { uint each[2][0]; }
// CHECK: [[@LINE+1]]:24: error: an array has at least one element
RWBuffer<uint> buffers[0];
// CHECK: [[@LINE+2]]:42: error: an array has at least one element
template <uint N>
struct List { uint count;  uint elements[N]; };
RWStructuredBuffer<uint> result;

[numthreads(32, 1, 1)]
void main(uint i : SV_GroupIndex) {
  List<0> list;
  list.count = 0;
  // CHECK: [[@LINE+1]]:14: error: an array has at least one element
  uint local[0];
  result[i] = list.count;
}
