// RUN: wave-hlsl %s | FileCheck %s

StructuredBuffer<float2x3> by_columns : register(t0);
struct Rows {
  row_major float2x3 m;
};
StructuredBuffer<Rows> by_rows : register(t1);
RWStructuredBuffer<float3> values : register(u0);

// CHECK-LABEL: wave.func @main
[numthreads(32, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  // A row of a matrix that is in memory column by column consists of scalars that are apart.
  // CHECK-COUNT-6: memref.load %arg0
  float2x3 a = by_columns[id.x];
  // CHECK: vector.load %arg1[%{{.*}}] : memref<?xf32>, vector<3xf32>
  // CHECK: vector.load %arg1[%{{.*}}] : memref<?xf32>, vector<3xf32>
  float2x3 b = by_rows[id.x].m;
  // CHECK: arith.addf %{{.*}} : vector<3xf32>
  // CHECK: arith.addf %{{.*}} : vector<3xf32>
  float2x3 c = a + b;
  // CHECK: %[[X:.*]] = vector.from_elements
  // CHECK: vector.store %[[X]]
  values[id.x] = float3(c[0][1], c[1][2], mul(c, float3(1, 2, 3)).y);
}
