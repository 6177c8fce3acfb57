// Operators of matrices that Clang does not have, and operands of several scalar types.

// RUN: wave-hlsl %s -WX -spirv -Fo %t.spv
// RUN: wave-hlsl %s -WX -Fo %t.dxil
// RUN: wave-hlsl %s -WX | wave-opt --canonicalize | FileCheck %s

#define NEGATE(x) (-x)

RWStructuredBuffer<float> Out;
RWStructuredBuffer<float2x2> Matrices;

template <typename T> T negated(T a) { return -a; }
template <typename T> bool isLess(T a, T b) { return all(a < b); }

// CHECK: wave.func @main
[numthreads(1, 1, 1)]
void main() {
  int2x2 i = {1, 2, 3, 4};
  float2x2 m = {-1, 2, -3, 4};
  float f = 2.5;
  // The scalar's type is that of the product.
  // CHECK-DAG: %[[TEN:.*]] = arith.constant 1.000000e+01 : f32
  // CHECK-DAG: %[[SEVEN:.*]] = arith.constant 7.000000e+00 : f32
  // CHECK-DAG: %[[MINUS:.*]] = arith.constant -1.000000e+00 : f32
  // CHECK-DAG: %[[ONE:.*]] = arith.constant 1.000000e+00 : f32
  // CHECK: memref.store %[[TEN]], %arg0[%c0]
  Out[0] = (i * f)[1][1];
  i *= f;
  // CHECK: memref.store %[[SEVEN]], %arg0[%c1]
  Out[1] = i[1][0];
  // CHECK: memref.store %[[MINUS]], %arg0[%c2]
  Out[2] = (NEGATE(m) - -m * 2)[0][0];
  // CHECK: memref.store %[[ONE]], %arg0[%c3]
  Out[3] = negated(m)[0][0];
  // The values of others: test_matrix_operators.py.
  Out[4] = isLess(m, m + 1);
  // CHECK: arith.negf
  // CHECK: wave.return
  Matrices[0] = -Matrices[1];
}
