// RUN: wave-hlsl %s | FileCheck %s
// RUN: not wave-hlsl %s -D INVALID 2>&1 | FileCheck %s --check-prefix=ERROR

// Elements have names, zero-based and one-based.
struct Own {
  float _m02;
  float2x2 m;
  float2x2 get() { return m; }
};
RWStructuredBuffer<float4> Out : register(u0);
StructuredBuffer<float> In : register(t0);
cbuffer C {
  float3x2 constants;
}
#define ELEMENT(matrix) matrix._m01
#define DIAGONAL(matrix) matrix._m00_m11

template <typename M> float2 antidiagonal(M m) {
  return m._m01_m10;
}

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
  // Several rows, more elements than columns, and a swizzle.
  // CHECK: vector.from_elements %[[C]], %[[B]], %[[A]], %[[C]]
  Out[1] = float4(m._22_21_12_22.xyz, DIAGONAL(m).y);
  // A column becomes values.
  // CHECK: %[[D:.*]] = memref.load %arg1[%c3
  // CHECK: %[[E:.*]] = memref.load %arg1[%c4
  // CHECK: vector.from_elements %[[D]], %[[A]], %[[E]], %[[C]]
  m._m00_m10 = float2(In[3], In[4]);
  Out[2] = float4(m[0], m[1]);
  // A part of what is assigned to, and the field of a struct.
  // CHECK: %[[F:.*]] = memref.load %arg1[%c5
  // CHECK: %[[G:.*]] = arith.addf %[[F]],
  // CHECK: vector.from_elements %[[D]], %[[G]], %[[F]], %[[C]]
  own.m = m;
  own.m._m01_m10 = In[5];
  own.m._m01_m10.x += 1;
  Out[3] = float4(own.get()._m00_m01, own.get()._m10_m11);
  // Element 01 is in the second column, and element 20 in the first.
  // CHECK: memref.load %arg2[%c4{{.*}}] : memref<8xi32>
  // CHECK: memref.load %arg2[%c2{{.*}}] : memref<8xi32>
  Out[4].xy = constants._m01_m20;
  // CHECK: memref.store %[[G]], %arg0[%c20]
  // CHECK: memref.store %[[F]], %arg0[%c21]
  Out[5].xy = antidiagonal(own.m);
#ifdef INVALID
  // ERROR: [[#@LINE+1]]:{{[0-9]+}}: error: an element is assigned to twice: name each element once [hlsl-type]
  m._m00_m11_m00 = 1;
  // ERROR: [[#@LINE+1]]:{{[0-9]+}}: error: a matrix of the type {{.*}} has no element _m22 [hlsl-type]
  Out[6].xy = m._m00_m22;
  // ERROR: [[#@LINE+1]]:{{[0-9]+}}: error: elements of a constant or of a value cannot be assigned to [hlsl-type]
  own.get()._m00_m11 = 1;
#endif
}
