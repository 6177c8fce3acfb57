// RUN: wave-hlsl %s -Fo %t.dxil 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: wave-hlsl %s -no-warnings -WX -Fo %t.dxil 2>&1 | count 0

RWStructuredBuffer<float> Out : register(u0);
cbuffer Sizes { uint Count; }
float sum(uint count) {
  float total = 0;
  [unroll] for (uint i = 0; i < count; ++i)
    total += Out[i];
  return total;
}

[numthreads(8, 8, 1)]
void main(uint index : SV_GroupIndex) {
  float total = sum(4);
  // CHECK: :[[#@LINE+2]]:4: warning: this loop cannot be unrolled: its number of iterations is not a constant [unroll-not-constant]
  // CHECK: help: remove `[unroll]`
  [unroll] for (uint i = 0; i < Count; ++i)
    total += Out[i];
  // With a number, dxc accepts any loop.
  [unroll(2)] for (uint j = 0; j < Count; ++j)
    total += j;
  [loop] for (uint k = 0; k < Count; ++k)
    total += k;
  [unroll] for (uint l = 0, m = 3; l < m; ++l)
    total += l;
  Out[index] = total;
}
