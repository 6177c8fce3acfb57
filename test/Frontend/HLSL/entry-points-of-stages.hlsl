// Without -E, the only entry point with a group is chosen; those of graphics stages are not.

// RUN: wave-hlsl %s | FileCheck %s
// RUN: not wave-hlsl %s -E pixel 2>&1 | FileCheck %s --check-prefix=PIXEL

// CHECK: wave.func @filter
// PIXEL: :[[#@LINE+1]]:2: error: pixel shaders are not supported
[shader("pixel")] float4 pixel(float4 place : SV_Position) : SV_Target { return place; }
[shader("vertex")] float4 vertex(uint number : SV_VertexID) : SV_Position { return number; }

RWBuffer<uint> Out;
[numthreads(8, 1, 1)] void filter(uint id : SV_DispatchThreadID) { Out[id] = 1; }
