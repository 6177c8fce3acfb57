// Declarations that an entry point does not use may need what is not supported.

// RUN: wave-hlsl %s -E main | FileCheck %s
// RUN: wave-hlsl %s -E main -Fo %t.dxil
// RUN: not wave-hlsl %s -E macros 2>&1 | FileCheck %s --check-prefix=MACRO
// RUN: not wave-hlsl %s -E traced 2>&1 | FileCheck %s --check-prefix=TRACED --implicit-check-not=error:
// RUN: not wave-hlsl %s -E mistyped -D MISTYPED 2>&1 | FileCheck %s --check-prefix=MISTYPED --implicit-check-not=error:

// CHECK: wave.func @main

struct Vertex { float4 place : SV_Position; uint number : SV_VertexID; };
RWBuffer<float> Out : register(u0);
SamplerState Linear : register(s0);
RasterizerOrderedTexture2D<float4> Ordered : register(u3);
FeedbackTexture2D<SAMPLER_FEEDBACK_MIN_MIP> Feedback : register(u4);
// TRACED: :[[#@LINE+1]]:1: error: 'RaytracingAccelerationStructure' is not supported: WaveDialect has no ray tracing [hlsl-unsupported]
RaytracingAccelerationStructure Scene : register(t9);

[maxvertexcount(3)] void geometry(triangle Vertex corners[3], inout TriangleStream<Vertex> stream) {
  stream.Append(corners[0]);
  stream.RestartStrip();
}
[domain("tri")] Vertex domain(const OutputPatch<Vertex, 3> patch, float3 place : SV_DomainLocation) { return patch[0]; }
float4 pixel(Vertex vertex, bool front : SV_IsFrontFace) : SV_Target0 {
// MACRO: :[[#@LINE+1]]:3: error: 'clip' is not supported
  clip(vertex.place.x);
  return ddx(vertex.place) + Ordered[uint2(0, 0)];
}
Vertex vertex(uint id : SV_VertexID) { Vertex made; made.place = id; return made; }
void trace(uint2 place) {
  // TRACED: :[[#@LINE+1]]:3: error: 'RayDesc' is not supported
  RayDesc ray;
  ray.Origin = 0;
  // TRACED: :[[#@LINE+1]]:12: error: 'RAY_FLAG_NONE' is not supported
  RayQuery<RAY_FLAG_NONE> query;
  query.TraceRayInline(Scene, 0, 0xff, ray);
}
[shader("raygeneration")] void generate() { Out[0] = DispatchRaysIndex().x; }
[shader("pixel")] float4 second(float4 place : SV_Position, bool front : SV_IsFrontFace) : SV_Target { return 1; }
namespace debug {
void write(uint value) { printf("%u", value); }
}
#define DRAW(vertex) pixel(vertex, true)

[numthreads(8, 1, 1)] void main(uint id : SV_DispatchThreadID) { Out[id] = 1; }
[numthreads(8, 1, 1)] void traced(uint id : SV_DispatchThreadID) { trace(id); }
[numthreads(8, 1, 1)] void macros(uint id : SV_DispatchThreadID) { Out[id] = DRAW((Vertex)0).x; }
#ifdef MISTYPED
[numthreads(8, 1, 1)] void mistyped(uint id : SV_DispatchThreadID) {
  // MISTYPED: :[[#@LINE+1]]:13: error: use of undeclared identifier 'nothing'
  Out[id] = nothing;
}
#endif
