// A vector that becomes a scalar loses components, as one that becomes a shorter vector.
// RUN: wave-hlsl %s 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

RWStructuredBuffer<float> result;
StructuredBuffer<float4> texels;

[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: implicit conversion truncates vector: 'float4' to 'float' [hlsl-type]
  float first = texels[id.x];
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: implicit conversion truncates vector: 'float4' to 'float2' [hlsl-type]
  float2 pair = texels[id.x];
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: implicit conversion truncates vector: 'uint3' to 'uint' [hlsl-type]
  uint x = id;
  result[x] = first;
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: the bool is the first component of the vector: use any() or all() [hlsl-type]
  bool positive = pair > 0;
  if (positive)
    result[1] = pow(pair.x, 2);
  // Nothing is lost, or the text says so.
  float1 only = pair.y;
  result[2] = only;
  result[3] = (float)texels[0];
  float4 all = first;
  result[4] = max(all, 2).x + dot(all, all);
}
