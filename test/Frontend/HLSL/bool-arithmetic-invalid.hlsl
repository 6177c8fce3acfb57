// RUN: not wave-hlsl %s 2>&1 | FileCheck %s
// RUN: wave-hlsl %s -DGOOD

struct Doubled {
  template <typename T> T of(T x) { return x + x; }
};
RWStructuredBuffer<int> result;

[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex) {
  bool a = i > 3, b = i > 5;
  result[0] = all(bool2(a & b, a | b)) + WaveActiveSum(a + b);
#ifndef GOOD
  // Clang has chosen the method for a bool, where HLSL has an int.
  Doubled doubled;
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: the sum of bools and the like is not supported as this argument: convert the bools to int before [hlsl-unsupported]
  result[1] = doubled.of(a + b);
#endif
}
