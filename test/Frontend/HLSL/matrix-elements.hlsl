// RUN: wave-hlsl %s | FileCheck %s
// RUN: not wave-hlsl %s -D SEVERAL_ROWS 2>&1 | FileCheck %s --check-prefix=ERROR

// Elements of one row have names, zero-based and one-based.
struct Own {
  float _m02;
};
RWStructuredBuffer<float4> Out : register(u0);
StructuredBuffer<float> In : register(t0);
#define ELEMENT(matrix) matrix._m01

// CHECK-LABEL: wave.func @main
[numthreads(32, 1, 1)]
void main() {
  // CHECK-DAG: %[[A:.*]] = memref.load %arg1[%c0
  // CHECK-DAG: %[[B:.*]] = memref.load %arg1[%c1
  // CHECK-DAG: %[[C:.*]] = memref.load %arg1[%c2
  float2x2 m = 0;
  m._12 = In[0];
  m._m10_m11 = float2(In[1], In[2]);
  Own own;
  own._m02 = 5;
  // CHECK-DAG: %[[FIVE:.*]] = arith.constant 5.000000e+00 : f32
  // CHECK: vector.from_elements %[[A]], %[[C]], %[[B]], %[[FIVE]]
  Out[0] = float4(ELEMENT(m), m._22_21, own._m02);
#ifdef SEVERAL_ROWS
  // ERROR: [[#@LINE+1]]:16: error: elements of several rows of a matrix have no name: write m[row][column] for each
  Out[1].xy = m._m00_m10;
#endif
}
