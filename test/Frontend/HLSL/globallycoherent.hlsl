// RUN: wave-hlsl %s -E publish | FileCheck %s
// RUN: wave-hlsl %s -E parts | FileCheck %s --check-prefix=PARTS
// RUN: wave-hlsl %s -E unused | FileCheck %s --check-prefix=UNUSED
// RUN: not wave-hlsl %s -E parameters 2>&1 | FileCheck %s --check-prefix=ERROR

globallycoherent RWStructuredBuffer<uint> flags : register(u0);
globallycoherent RWByteAddressBuffer bytes : register(u1);
globallycoherent RWStructuredBuffer<float4> vectors : register(u2);
globallycoherent RWTexture2D<uint> texels : register(u3);
reordercoherent RWStructuredBuffer<uint> plain : register(u4);
RWStructuredBuffer<uint> other : register(u5);

// CHECK: wave.func @publish(%[[flags:[^:]*]]: memref<?xi32> {{{[^%]*}}wave.coherent{{[^%]*}}%[[bytes:[^:]*]]: memref<?xi32> {{{[^%]*}}wave.coherent{{[^%]*}}%[[vectors:[^:]*]]: memref<?xf32> {{{[^%]*}}wave.coherent{{[^%]*}}%[[texels:[^:]*]]: !wave.image<2d, i32, 1> {{{[^%]*}}wave.coherent{{[^%]*}}%[[plain:[^:]*]]: memref<?xi32>
// CHECK-NOT: wave.coherent}
// CHECK: scf.while
// CHECK: wave.coherent_load %[[flags]]
// A vector is one access for each component.
// CHECK-COUNT-4: wave.coherent_load %[[vectors]]
// CHECK-COUNT-2: wave.coherent_store %{{.*}}, %[[bytes]]
// CHECK: wave.image_store
// CHECK: wave.atomic_exchange %{{.*}}, %[[flags]]
// CHECK: memref.store %{{.*}}, %[[plain]]
[numthreads(32, 1, 1)]
void publish(uint i : SV_GroupIndex) {
  while (flags[0] == 0) {
  }
  float4 v = vectors[i];
  bytes.Store2(8 * i, asuint(v.xy));
  texels[uint2(i, 0)] = 1;
  uint before;
  InterlockedExchange(flags[1], 1, before);
  plain[i] = before;
}

struct Part {
  globallycoherent RWStructuredBuffer<uint> flags;
  RWStructuredBuffer<uint> data;
};
Part both;
globallycoherent RWStructuredBuffer<uint> list[2];

// PARTS: wave.func @parts({{.*}}wave.coherent, {{[^%]*}}wave.name = "both.flags"
// PARTS-SAME: %[[data:[^:]*]]: memref<?xi32> {wave.binding = {{[^,]*}}, {{[^%]*}}wave.name = "both.data"
// PARTS: wave.coherent_store
// PARTS: wave.coherent_store
// PARTS: memref.store %{{.*}}, %[[data]]
[numthreads(32, 1, 1)]
void parts(uint i : SV_GroupIndex) {
  both.flags[i] = 1;
  list[1][i] = 2;
  both.data[i] = 3;
}

// UNUSED-LABEL: wave.func @unused
// UNUSED: wave.image_load
[numthreads(32, 1, 1)]
void unused() {
  uint texel = texels[uint2(0, 0)];
}

void write(globallycoherent RWStructuredBuffer<uint> target, uint i) {
  target[i] = i;
}

// ERROR: :[[@LINE-4]]:54: error: 'target' is globallycoherent, but 'other' is not: declare 'other' globallycoherent [hlsl-type]
[numthreads(32, 1, 1)]
void parameters(uint i : SV_GroupIndex) {
  write(flags, i);
  write(other, i);
}
