// A comma operator in brackets has the value of its last operand, which is rarely meant where a vector follows.
// RUN: wave-hlsl %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

RWStructuredBuffer<float4> values;

[numthreads(1, 1, 1)]
void main() {
  float x = values[0].x;
  // Clang's warnings come first.
  // CHECK: :[[#@LINE+1]]:8: warning: left operand of comma operator has no effect [hlsl-type]
  x = (1, x);
  // CHECK: :[[#@LINE+1]]:14: warning: each component is the last value in the brackets: write 'float4(1, 2, 3, 4)' for a vector of them [hlsl-type]
  float4 q = (1, 2, 3, 4);
  // CHECK: :[[#@LINE+1]]:15: warning: each component is the last value in the brackets: write 'float4(x, 0.5)' for a vector of them [hlsl-type]
  values[1] = (x, 0.5);
  values[2] = q + float4(1, 2, 3, x);
}
