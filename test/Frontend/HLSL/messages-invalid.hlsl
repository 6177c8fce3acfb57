// RUN: not wave-hlsl %s -E structured 2>&1 | FileCheck %s --check-prefix=READ
// RUN: not wave-hlsl %s -DJUMP -E jump 2>&1 | FileCheck %s --check-prefix=GOTO
// RUN: not wave-hlsl %s -DLAMBDA -E lambda 2>&1 | FileCheck %s --check-prefix=LAMBDA
// RUN: not wave-hlsl %s -DMESH -E mesh 2>&1 | FileCheck %s --check-prefix=MESH
// RUN: not wave-hlsl %s -DSIZES -E sizes -T cs_6_6 -Fo %t 2>&1 | FileCheck %s --check-prefix=SIZES
// RUN: not wave-hlsl %s -DBIG -E big -Fo %t 2>&1 | FileCheck %s --check-prefix=BIG

StructuredBuffer<float> read;
Texture2D<float4> texels;
ByteAddressBuffer bytes;
RWStructuredBuffer<float> written;

#if !defined(JUMP) && !defined(LAMBDA) && !defined(MESH) && !defined(SIZES) && !defined(BIG)
[numthreads(32, 1, 1)]
void structured(uint3 id : SV_DispatchThreadID) {
  // READ: :[[@LINE+1]]:{{[0-9]+}}: error: a StructuredBuffer is read-only: declare a RWStructuredBuffer with a u register [read-only-buffer]
  read[id.x] = 1;
  // READ: :[[@LINE+1]]:{{[0-9]+}}: error: a Texture2D is read-only: declare a RWTexture2D
  texels[id.xy] = 1;
  // READ: :[[@LINE+1]]:{{[0-9]+}}: error: a ByteAddressBuffer is read-only: declare a RWByteAddressBuffer
  bytes.Store(0, 1);
  // READ: :[[@LINE+1]]:{{[0-9]+}}: error: no 'InterlockedAdd' takes these arguments: {{.*}} of an integer type
  InterlockedAdd(written[0], 1.0);
}
#endif

#ifdef JUMP
[numthreads(32, 1, 1)]
void jump(uint3 id : SV_DispatchThreadID) {
  if (id.x == 1)
    // GOTO: :[[@LINE+1]]:5: error: `goto` is not supported [hlsl-unsupported]
    goto end;
  written[id.x] = 1;
end:
  written[id.x] = 2;
}
#endif

#ifdef LAMBDA
[numthreads(32, 1, 1)]
void lambda() {
  // LAMBDA: :[[@LINE+1]]:{{[0-9]+}}: error: a lambda function is not supported [hlsl-unsupported]
  auto same = [](float x) { return x; };
  written[0] = same(1);
}
#endif

#ifdef MESH
struct Payload {
  uint x;
};
groupshared Payload payload;
[numthreads(32, 1, 1)]
void mesh() {
  // MESH: :[[@LINE+1]]:3: error: DispatchMesh launches mesh groups, {{.*}}: compile with -T as_6_5 or newer [dispatch-mesh-stage]
  DispatchMesh(1, 1, 1, payload);
}
#endif

#ifdef SIZES
// SIZES: error: the entry point has several wave sizes, {{.*}}: compile with -T cs_6_8 or newer, or write [WaveSize(L)] with one size
[WaveSize(16, 64)]
[numthreads(32, 1, 1)]
void sizes() {
  written[0] = 1;
}
#endif

#ifdef BIG
groupshared float memory[20000];
// BIG: error: the entry point uses 80000 bytes of groupshared memory; the limit of a group is 32768: use less [groupshared-limit]
[numthreads(32, 1, 1)]
void big(uint3 id : SV_DispatchThreadID) {
  memory[id.x] = 1;
  written[0] = memory[id.x];
}
#endif
