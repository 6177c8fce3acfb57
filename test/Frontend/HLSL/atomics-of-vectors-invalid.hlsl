// RUN: not wave-hlsl %s 2>&1 | FileCheck %s --implicit-check-not=error:

RWStructuredBuffer<uint2> pairs;
RWBuffer<uint2> texels;
groupshared uint2 shared_pairs[4];

[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex) {
  // CHECK: :[[@LINE+1]]:3: error: 'InterlockedAdd' needs a scalar: take a component of the vector or matrix [atomic-element]
  InterlockedAdd(pairs[i], 1);
  // CHECK: :[[@LINE+1]]:3: error: 'InterlockedOr' needs a scalar:
  InterlockedOr(texels[i], 1);
  // CHECK: :[[@LINE+1]]:3: error: 'InterlockedMax' needs a scalar:
  InterlockedMax(shared_pairs[i], 1);
  InterlockedAdd(pairs[i].y, 1);
}
