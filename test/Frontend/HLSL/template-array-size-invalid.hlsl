// RUN: not wave-hlsl %s 2>&1 | FileCheck %s

RWStructuredBuffer<float> o;

template <uint N> float second(float v[N]) {
  // CHECK: :[[@LINE+1]]:10: error: an array parameter whose size alone depends on a template is not supported: let its elements depend on one, too, as in `template <typename T, uint N> T first(T values[N])` [hlsl-unsupported]
  return v[1];
}

// CHECK-NOT: error:
template <typename T, uint N> T third(T v[N]) { return v[2]; }

[numthreads(32, 1, 1)] void main(uint i : SV_GroupIndex) {
  float v[3] = {1, 2, 3};
  o[i] = second<3>(v) + third<float, 3>(v);
}
