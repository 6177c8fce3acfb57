// RUN: not wave-hlsl %s 2>&1 | FileCheck %s

RWStructuredBuffer<float4> o;
cbuffer Numbers {
  float2x3 view;
};

[numthreads(1, 1, 1)]
void main() {
  float2x3 m = 1;
  // CHECK: :[[@LINE+1]]:14: error: the index is out of range: the matrix has the rows 0 to 1 [index-range]
  o[0].x = m[2][0];
  // CHECK: :[[@LINE+1]]:17: error: the index is out of range: the matrix has the columns 0 to 2 [index-range]
  o[0].x = m[1][3];
  // CHECK: :[[@LINE+1]]:17: error: the index is out of range: the matrix has the rows 0 to 1 [index-range]
  o[0].x = view[-1][0];
}
