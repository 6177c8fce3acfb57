// mul() takes as many columns of its first operand as its second one has rows. dxc truncates the longer operand, too.
// RUN: wave-hlsl %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

RWStructuredBuffer<float4> values;

[numthreads(1, 1, 1)]
void main() {
  float4x4 m = values[0].x;
  float3x3 n = values[1].x;
  float3 v = values[2].xyz;
  float4 w = values[3];
  // CHECK: :[[#@LINE+1]]:19: warning: implicit conversion truncates matrix: 'float4x4' to 'float4x3' [hlsl-type]
  values[0] = mul(m, v);
  // CHECK: :[[#@LINE+1]]:22: warning: implicit conversion truncates matrix: 'float4x4' to 'float3x4' [hlsl-type]
  values[1] = mul(v, m);
  // CHECK: :[[#@LINE+1]]:26: warning: implicit conversion truncates vector: 'float4' to 'float3' [hlsl-type]
  values[2].xyz = mul(n, w);
  // CHECK: :[[#@LINE+1]]:24: warning: implicit conversion truncates vector: 'float4' to 'float3' [hlsl-type]
  values[3].x = mul(v, w);
  // CHECK: :[[#@LINE+1]]:20: warning: implicit conversion truncates matrix: 'float4x4' to 'float4x3' [hlsl-type]
  float4x3 p = mul(m, n);
  values[4].xyz = p[3];
  values[5] = mul(m, w);
}
