// RUN: wave-hlsl %s | FileCheck %s

// The elements of a matrix in a list are row by row.
StructuredBuffer<float> In : register(t0);
RWStructuredBuffer<float4> Out : register(u0);

[numthreads(32, 1, 1)]
void main() {
  // CHECK: %[[A:.*]] = memref.load %arg0[%c0
  // CHECK: %[[B:.*]] = memref.load %arg0[%c1
  float2x2 m = float2x2(In[0], In[1], 3, 4);
  float2x4 both = {m, m};
  // CHECK: vector.from_elements %[[A]], %[[B]], %{{.*}}, %{{.*}}
  Out[0] = both[0];
}
