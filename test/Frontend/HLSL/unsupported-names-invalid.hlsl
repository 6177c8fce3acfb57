// RUN: not wave-hlsl %s -E main 2>&1 | FileCheck %s
// RUN: not wave-hlsl %s -E mesh 2>&1 | FileCheck %s --check-prefix=MESH

RWStructuredBuffer<uint> Out : register(u0);

[numWaves(1)]
void main() {
  // CHECK: :[[#@LINE+1]]:3: error: 'RayQuery' is not supported: WaveDialect has no ray tracing [hlsl-unsupported]
  RayQuery<0> query;
  // CHECK: :[[#@LINE+1]]:3: error: 'TraceRay' is not supported: WaveDialect has no ray tracing [hlsl-unsupported]
  TraceRay(1);
  // CHECK: :[[#@LINE+1]]:35: error: 'ResourceDescriptorHeap' is not supported: WaveDialect has no descriptor heaps; declare the resource and give it a register [hlsl-unsupported]
  RWStructuredBuffer<uint> heap = ResourceDescriptorHeap[0];
  // CHECK: :[[#@LINE+1]]:3: error: 'ThreadNodeInputRecord' is not supported: WaveDialect has no work graphs [hlsl-unsupported]
  ThreadNodeInputRecord<uint> record;
  // CHECK: :[[#@LINE+1]]:3: error: 'printf' is not supported: WaveDialect has no printing; write the values to a RWByteAddressBuffer [hlsl-unsupported]
  printf("text");
}

// MESH: :[[#@LINE+1]]:2: error: 'outputtopology' is not supported: WaveDialect has no mesh shaders [hlsl-unsupported]
[outputtopology("triangle")]
[numthreads(1, 1, 1)]
void mesh() {}
