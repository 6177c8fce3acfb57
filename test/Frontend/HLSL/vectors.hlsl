// RUN: wave-hlsl %s | FileCheck %s

RWStructuredBuffer<float4> values : register(u0);
RWStructuredBuffer<uint2> indices : register(u1);
groupshared float2 shared_rows[4][8];

// CHECK-LABEL: wave.func @main
[numthreads(32, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  // CHECK: %[[SHARED:.*]] = wave.groupshared {wave.parts = ["0 [4*16][8*2].x", "1 [4*16][8*2].y"]} : memref<64xf32, #gpu.address_space<workgroup>>
  // CHECK: %[[V:.*]] = vector.load %arg0
  float4 v = values[id.x];
  // CHECK: vector.extract %[[V]][3]
  // CHECK: vector.insert %{{.*}}, %[[V]] [0]
  v.xyz = v.wzy;
  // A component at an index that lanes compute.
  // CHECK-COUNT-4: arith.cmpi eq
  v[id.x] = 1;
  // A component in memory is stored by itself.
  // CHECK: memref.store %{{.*}}, %arg0
  // CHECK: memref.store %{{.*}}, %arg0
  values[id.x].zy = v.xw;
  // CHECK: %[[ROW:.*]] = arith.muli %{{.*}}, %c16_i32
  // CHECK: %[[COLUMN:.*]] = arith.muli %{{.*}}, %c2_i32
  // CHECK: arith.addi %[[ROW]], %[[COLUMN]]
  // CHECK: vector.store %{{.*}}, %[[SHARED]]
  shared_rows[id.y][id.z] = v.xx;
  // A swizzle of a scalar.
  // CHECK: vector.broadcast %{{.*}} : i32 to vector<2xi32>
  uint scalar = id.x;
  indices[scalar.x] = scalar.xx;
  // CHECK: wave.reduce add %{{.*}} : vector<2xf32>
  // CHECK: vector.store %{{.*}}, %arg0
  values[0] = float4(WaveActiveSum(v.xy), 2, 3);
}
