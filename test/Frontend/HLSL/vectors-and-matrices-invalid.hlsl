// A function takes no vector together with a matrix, as with dxc.
// RUN: not wave-hlsl %s 2>&1 | FileCheck %s --implicit-check-not=error:

RWStructuredBuffer<float4> values;

[numthreads(1, 1, 1)]
void main() {
  float4 a = values[0];
  float2x2 m = values[1].x;
  // CHECK: :[[#@LINE+1]]:15: error: no matching function for call to 'lerp' [hlsl-type]
  values[2] = lerp(a, m, 0.5);
  // CHECK: :[[#@LINE+1]]:15: error: no matching function for call to 'max' [hlsl-type]
  values[3] = max(a, m);
  // CHECK: :[[#@LINE+1]]:15: error: no matching function for call to 'clamp' [hlsl-type]
  values[4] = clamp(m, a, 1);
  values[5] = max((float2x2)a, m)[0].xyxy;
}
