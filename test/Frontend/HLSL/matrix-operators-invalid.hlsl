// RUN: not wave-hlsl %s 2>&1 | FileCheck %s --implicit-check-not=error:

struct Operand { int value; };
template <typename T> struct Left { T value; };

[numthreads(1, 1, 1)]
void main() {
  float2x2 m = 1;
  float3x3 n = 2;
  // CHECK: :[[#@LINE+1]]:17: error: the operator does not take these matrices: they must have one size, or one operand is a scalar; operators of bits take integers, and mul() multiplies matrices and vectors [hlsl-type]
  bool2x2 b = m == n;
  // CHECK: :[[#@LINE+1]]:9: error: the operator does not take these matrices
  b = m & m;
  // CHECK: :[[#@LINE+1]]:7: error: the operator does not take this matrix: ~ takes integers, and - numbers [hlsl-type]
  b = ~m;
  // CHECK: :[[#@LINE+1]]:5: error: the operator does not take these matrices
  m %= n;
  // CHECK: :[[#@LINE+1]]:9: error: '&&' takes scalars: write and(a, b) for vectors and matrices [hlsl-type]
  b = b && b;
  Operand operand = {1};
  // CHECK: :[[#@LINE+1]]:15: error: invalid operands to binary expression ('Operand' and 'Operand') [hlsl-type]
  m = operand + operand;
  Left<int> left = {1};
  // CHECK: :[[#@LINE+1]]:12: error: invalid operands to binary expression ('Left<int>' and 'Left<int>') [hlsl-type]
  m = left * left;
}
