// RUN: wave-hlsl %s -E constant | FileCheck %s --check-prefix=CONSTANT
// RUN: wave-hlsl %s -E unrolled | FileCheck %s --check-prefix=UNROLLED
// RUN: wave-hlsl %s -E leaving | FileCheck %s --check-prefix=LEAVING
// RUN: wave-hlsl %s -E dynamic | FileCheck %s --check-prefix=DYNAMIC
// RUN: wave-hlsl %s -E arguments | FileCheck %s --check-prefix=ARGUMENTS
// RUN: wave-hlsl %s -E constants | FileCheck %s --check-prefix=CONSTANTS
// RUN: wave-hlsl %s -E numbered | FileCheck %s --check-prefix=NUMBERED
// RUN: wave-hlsl %s -E unsized | FileCheck %s --check-prefix=UNSIZED
// RUN: wave-hlsl %s -E constant -dxil -wave-size 32 -Fo %t.dxil
// RUN: wave-hlsl %s -E dynamic -spirv -Fo %t.spv

RWStructuredBuffer<uint> outs[2][3] : register(u4, space1);
RWStructuredBuffer<uint> result : register(u0);

// Only the elements that are used are arguments, with the registers of their places.
// CONSTANT: wave.func @constant(
// CONSTANT-SAME: %[[A:[a-z0-9]+]]: memref<?xi32> {wave.binding = #wave.binding<uav, 1, 6, ui32>, wave.name = "outs[0][2]"},
// CONSTANT-SAME: %[[B:[a-z0-9]+]]: memref<?xi32> {wave.binding = #wave.binding<uav, 1, 8, ui32>, wave.name = "outs[1][1]"})
// CONSTANT: memref.store %{{.*}}, %[[B]]
// CONSTANT: memref.store %{{.*}}, %[[A]]
[numthreads(4, 1, 1)]
void constant(uint i : SV_GroupIndex) {
  outs[1][1][i] = 1;
  outs[0][2][i] = 2;
}

// UNROLLED: wave.func @unrolled(
// UNROLLED-NOT: scf
// UNROLLED-COUNT-6: memref.store
// UNROLLED-NOT: scf
[numthreads(4, 1, 1)]
void unrolled(uint i : SV_GroupIndex) {
  for (int y = 1; y >= 0; --y)
    for (uint x = 0; x != 3; x++)
      outs[y][x][i] = 3 * y + x;
}

// Lanes that leave an unrolled loop do not take part in what follows.
// LEAVING: wave.func @leaving(
// LEAVING-NOT: scf.while
// LEAVING: scf.if
// LEAVING: memref.store
[numthreads(4, 1, 1)]
void leaving(uint i : SV_GroupIndex) {
  for (uint x = 0; x < 3; ++x) {
    if (i == x)
      break;
    if (i == x + 1)
      continue;
    outs[0][x][i] = WaveActiveSum(1);
  }
}

// Each lane accesses its own element; an index out of range accesses none.
// DYNAMIC: wave.func @dynamic(%[[A:[a-z0-9]+]]: memref<?xi32> {{.*}} "outs[1][0]"}, %[[B:[a-z0-9]+]]: memref<?xi32> {{.*}} "outs[1][1]"}, %[[C:[a-z0-9]+]]: memref<?xi32> {{.*}} "outs[1][2]"})
// DYNAMIC: scf.if
// DYNAMIC: memref.store %{{.*}}, %[[A]]
// DYNAMIC: scf.if
// DYNAMIC: memref.store %{{.*}}, %[[B]]
// DYNAMIC: scf.if
// DYNAMIC: memref.store %{{.*}}, %[[C]]
// DYNAMIC-NEXT: }
// DYNAMIC-NEXT: }
// DYNAMIC-NEXT: }
// DYNAMIC-NEXT: wave.return
[numthreads(4, 1, 1)]
void dynamic(uint i : SV_GroupIndex) {
  outs[1][NonUniformResourceIndex(i)][i] = 7;
}

uint sum(RWStructuredBuffer<uint> row[3], uint i) {
  uint made = 0;
  for (uint x = 0; x < 3; ++x)
    made += row[x][i];
  return made;
}
// ARGUMENTS: wave.func @arguments(
// ARGUMENTS-NOT: scf
// ARGUMENTS-COUNT-6: memref.load
// ARGUMENTS-NOT: memref.load
[numthreads(4, 1, 1)]
void arguments(uint i : SV_GroupIndex) {
  for (uint y = 0; y < 2; ++y)
    result[i] = sum(outs[y], i);
}

struct Light {
  float3 color;
  uint mask;
};
ConstantBuffer<Light> lights[2] : register(b3);
// CONSTANTS: wave.func @constants(
// CONSTANTS-SAME: %[[A:[a-z0-9]+]]: memref<4xi32> {wave.binding = #wave.binding<cbv, 0, 3, ui32>, wave.fields = [{name = "color", offset = 0 : i64, type = vector<3xf32>}, {name = "mask", offset = 12 : i64, type = ui32}], wave.name = "lights[0]"}
// CONSTANTS-SAME: %[[B:[a-z0-9]+]]: memref<4xi32> {wave.binding = #wave.binding<cbv, 0, 4, ui32>
// CONSTANTS: memref.load %[[B]][%c3]
// CONSTANTS: scf.if
// CONSTANTS: memref.load %[[A]]
[numthreads(4, 1, 1)]
void constants(uint i : SV_GroupIndex) {
  ConstantBuffer<Light> one = lights[i % 2];
  result[i] = lights[1].mask + one.mask;
}

// An array without a register has numbers that follow each other.
RWBuffer<uint> first;
RWBuffer<uint> fixed : register(u1);
RWBuffer<uint> row[3];
RWBuffer<uint> last;
// NUMBERED: #wave.binding<uav, 0, 0, ui32>, wave.name = "first"
// NUMBERED-SAME: #wave.binding<uav, 0, 1, ui32>, wave.name = "fixed"
// NUMBERED-SAME: #wave.binding<uav, 0, 4, ui32>, wave.name = "row[2]"
// NUMBERED-SAME: #wave.binding<uav, 0, 5, ui32>, wave.name = "last"
[numthreads(4, 1, 1)]
void numbered(uint i : SV_GroupIndex) {
  first[i] = fixed[i] + row[2][i] + last[i];
}

// The elements of an array without a size follow the declarations before it.
RWBuffer<uint> unsizedRows[][2] : register(u8);
RWBuffer<uint> after : register(u0, space1);
// UNSIZED: #wave.binding<uav, 0, 8, ui32>, wave.name = "unsizedRows[0][0]"
// UNSIZED-SAME: #wave.binding<uav, 0, 13, ui32>, wave.name = "unsizedRows[2][1]"
// UNSIZED-SAME: wave.name = "after"
[numthreads(4, 1, 1)]
void unsized(uint i : SV_GroupIndex) {
  after[i] = unsizedRows[2][1][i] + unsizedRows[0][0][i];
}
