// RUN: wave-hlsl %s | FileCheck %s

RWStructuredBuffer<float> values : register(u0);

struct Light {
  float3 color;
  float radius;
};

// Rows of 16 bytes, which no vector crosses; each element of an array begins a row.
// CHECK: %arg1: memref<36xi32> {wave.binding = #wave.binding<cbv, 2, 3, ui32>, wave.fields = [
// CHECK-SAME: {name = "a", offset = 0 : i64, type = f32}
// CHECK-SAME: {name = "b", offset = 16 : i64, type = vector<4xf32>}
// CHECK-SAME: {count = 2 : i64, name = "c", offset = 32 : i64, stride = 16 : i64, type = f32}
// CHECK-SAME: {name = "d", offset = 52 : i64, type = vector<2xui32>}
// CHECK-SAME: {count = 3 : i64, name = "m", offset = 64 : i64, stride = 16 : i64, type = vector<2xf32>}
// CHECK-SAME: {name = "light.color", offset = 112 : i64, type = vector<3xf32>}
// CHECK-SAME: {name = "light.radius", offset = 124 : i64, type = f32}
// CHECK-SAME: {name = "last", offset = 128 : i64, type = si32}
cbuffer Constants : register(b3, space2) {
  float a;
  float4 b;
  float c[2];
  uint2 d;
  float2x3 m;
  Light light;
  int last;
};
// CHECK-SAME: %arg2: memref<4xi32> {wave.binding = #wave.binding<cbv, 0, 0, ui32>{{.*}}wave.name = "$Globals"
float scale;

// Constants in an array that lanes index are a table.
static const float table[4] = {1, 2, 4, 8};

[numthreads(32, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  // CHECK: vector.load %arg1[%c4] : memref<36xi32>, vector<4xi32>
  float sum = dot(b, b);
  // CHECK: %[[ROW:.*]] = arith.muli %{{.*}}, %c4_i32
  // CHECK: arith.addi %[[ROW]], %c8_i32
  sum += c[id.x];
  // The second row of a matrix whose columns are in memory.
  // CHECK: memref.load %arg1[%c25]
  sum += m[1][2];
  // CHECK: memref.load %arg2[%c0{{.*}}]
  sum *= scale;
  // CHECK: wave.lookup %{{.*}}, dense<[1.000000e+00, 2.000000e+00, 4.000000e+00, 8.000000e+00]> : tensor<4xf32> -> f32
  sum += table[id.x & 3];
  values[id.x] = sum + light.radius + last;
}
