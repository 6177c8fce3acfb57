// Bit-fields, with the layout of dxc: adjacent ones whose types have the same size are in one integer, the first one in
// its lowest bits.

// RUN: wave-hlsl %s -E main | FileCheck %s
// RUN: wave-hlsl %s -E main -spirv -Fo %t.spv
// RUN: wave-hlsl %s -E main -Fo %t.dxil
// RUN: wave-hlsl %s -E sizes -enable-16bit-types | FileCheck %s --check-prefix=SIZES

enum Kind { First, Second, Last = 5 };
struct Packed {
  uint a : 4;
  uint b : 12;
  int c : 20;
  uint plain;
  int d : 3;
  int e : 29;
  bool flag : 1;
  Kind kind : 8;
  uint : 4;
  uint f : 3;
  uint : 0;
  uint g : 9;
};
struct Vertex { float3 place; uint material : 24; uint layer : 8; uint rest : 1; float2 uv; };

// CHECK: wave.func @main
// CHECK-SAME: bytes = 24
// CHECK-SAME: name = "a_b", offset = 0 :
// CHECK-SAME: name = "c", offset = 4 :
// CHECK-SAME: name = "plain", offset = 8 :
// CHECK-SAME: name = "d_e", offset = 12 :
// CHECK-SAME: name = "flag_kind_f", offset = 16 :
// CHECK-SAME: name = "g", offset = 20 :
// CHECK-SAME: name = "vertex.material_layer", offset = 12 :
// CHECK-SAME: name = "vertex.rest", offset = 16 :
// CHECK-SAME: name = "vertex.uv", offset = 20 :
RWStructuredBuffer<Packed> Items : register(u0);
RWStructuredBuffer<int> Out : register(u1);
cbuffer Constants { Vertex vertex; };

[numthreads(1, 1, 1)]
void main() {
  // A read shifts and masks; a signed bit-field has its sign.
  // CHECK: %[[LOW:.+]] = memref.load %arg0[%c0
  // CHECK: %[[A:.+]] = arith.andi %[[LOW]], %c15_i32
  // CHECK: memref.store %[[A]], %arg1
  Out[0] = Items[0].a;
  // CHECK: %[[C:.+]] = memref.load %arg0
  // CHECK: %[[UP:.+]] = arith.shli %[[C]], %c12_i32
  // CHECK: arith.shrsi %[[UP]], %c12_i32
  Out[1] = Items[0].c;
  // No bit-field is promoted to int, so the comparison is one of uint.
  // CHECK: arith.cmpi ult
  Out[2] = Items[0].a - 5 < Items[0].b;
  // A write keeps the other bits.
  // CHECK: %[[OLD:.+]] = memref.load %arg0
  // CHECK: %[[KEPT:.+]] = arith.andi %[[OLD]], %c-65521_i32
  // CHECK: %[[NEW:.+]] = arith.ori %[[KEPT]], %c16_i32
  // CHECK: memref.store %[[NEW]], %arg0
  Items[0].b = 4097;
  // CHECK: wave.return
  Out[3] = vertex.layer;
}

// SIZES: wave.func @sizes
// SIZES-SAME: bytes = 24
// SIZES-SAME: name = "a", offset = 0 :
// SIZES-SAME: name = "b", offset = 8 :
// SIZES-SAME: name = "c", offset = 16 :
// SIZES-SAME: name = "d_e", offset = 20 :
// SIZES-SAME: name = "f", offset = 22 :
#if __HLSL_ENABLE_16_BIT
struct Sizes { uint a : 8; uint64_t b : 8; uint c : 8; uint16_t d : 5; uint16_t e : 5; uint16_t f : 7; };
RWStructuredBuffer<Sizes> Others;
[numthreads(1, 1, 1)] void sizes() { Others[0].f = 1; }
#endif
