// A static variable without an initializer is zero, so are the elements of an array.
// RUN: wave-hlsl %s | FileCheck %s

RWStructuredBuffer<float> result;
struct Item {
  float3 weights[2];
  uint count;
};
static float few[4];
static Item item;
static uint many[64];

// CHECK-DAG: %[[FEW:.*]] = memref.alloca() : memref<4xf32>
// CHECK-DAG: %[[ITEM:.*]] = memref.alloca() {wave.parts = ["0 .weights[2*3].x", "1 .weights[2*3].y", "2 .weights[2*3].z", "6 .count"]} : memref<7xi32>
// CHECK-DAG: %[[MANY:.*]] = memref.alloca() : memref<64xi32>
// CHECK: %[[ZEROS:.*]] = arith.constant dense<0.000000e+00> : vector<4xf32>
// CHECK: vector.store %[[ZEROS]], %[[FEW]]
// CHECK: vector.store %{{.*}}, %[[ITEM]]
// CHECK: scf.for %[[I:.*]] = %c0_i32{{.*}} to %c64_i32 step
// CHECK: %[[INDEX:.*]] = arith.index_castui %[[I]]
// CHECK: memref.store %c0_i32{{.*}}, %[[MANY]][%[[INDEX]]]
// CHECK: wave.group_index
[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex) {
  few[i] += 1;
  many[i] += 1;
  result[i] = few[i] + many[i] + item.weights[i % 2].x + item.count;
}
