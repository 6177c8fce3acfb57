// RUN: wave-hlsl %s 2>&1 | FileCheck %s --implicit-check-not=warning:

// Functions of arguments of several sizes take the rows, columns or components that all
// have, and warn, as with dxc.

RWStructuredBuffer<float4> o;
cbuffer C {
  float2x2 c2;
  float3x3 c3;
  float2x3 a;
  float3x2 b;
  float2 v2;
  float3 v3;
};

[numthreads(1, 1, 1)]
void main() {
  // CHECK: :[[@LINE+1]]:21: warning: implicit conversion truncates matrix: 'float3x3' to 'float2x2' [hlsl-type]
  o[0].xy = max(c2, c3)[0];
  // CHECK: :[[@LINE+1]]:17: warning: implicit conversion truncates matrix: 'float3x3' to 'float2x2'
  o[0].xy = min(c3, c2)[1];
  // CHECK: :[[@LINE+2]]:18: warning: implicit conversion truncates matrix: 'float2x3' to 'float2x2'
  // CHECK: :[[@LINE+1]]:21: warning: implicit conversion truncates matrix: 'float3x2' to 'float2x2'
  o[0].xy = fmod(a, b)[1];
  // CHECK: :[[@LINE+1]]:23: warning: implicit conversion truncates matrix: 'float3x3' to 'float2x2'
  o[0].xy = clamp(c2, c3, c2)[1];
  // CHECK: :[[@LINE+1]]:21: warning: implicit conversion truncates vector: 'float3' to 'float2'
  o[0].xy = min(v2, v3);
  // CHECK: :[[@LINE+2]]:18: warning: implicit conversion truncates vector: 'float3' to 'float2'
  // CHECK: :[[@LINE+1]]:22: warning: implicit conversion truncates vector: 'float3' to 'float2'
  o[0].xy = lerp(v3, v3, v2);
  // CHECK: :[[@LINE+1]]:20: warning: implicit conversion truncates vector: 'float3' to 'float2'
  o[0].x = dot(v2, v3);
  o[0].xyz = max(v3, 1) + max(v3, v3) + clamp(v3, 0, 1) + max(c3, c3)[0] + max(c3, 1)[1] + mul(c3, v3);
  o[0].xyz = max((float2x2)c3, c2)[0].xyx;
}
