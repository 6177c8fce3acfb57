// RUN: not wave-hlsl %s 2>&1 | FileCheck %s --implicit-check-not=error:

RWStructuredBuffer<uint> result;

void fill(uint i) {
  // CHECK: groupshared-in-function-invalid.hlsl:[[@LINE+1]]:20: error: the groupshared variable 'row' is in a function: declare it outside of functions [hlsl-type]
  groupshared uint row[64];
  row[i] = i;
}

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex) {
  fill(i);
  // CHECK: :[[@LINE+1]]:20: error: the groupshared variable 'sum' is in a function
  groupshared uint sum;
  sum = i;
  result[i] = sum;
}
