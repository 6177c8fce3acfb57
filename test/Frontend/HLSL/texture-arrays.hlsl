// RUN: wave-hlsl %s | FileCheck %s

Texture2DArray<float4> source : register(t0);
RWTexture2DArray<uint> counts : register(u0);
RWBuffer<uint> sizes : register(u1);

// CHECK-LABEL: wave.func @main
// CHECK-SAME: %[[SOURCE:[a-z0-9]+]]: !wave.image<2d_array, f32, 4> {wave.binding = #wave.binding<srv, 0, 0, f32>
// CHECK-SAME: %[[COUNTS:[a-z0-9]+]]: !wave.image<2d_array, i32, 1> {wave.binding = #wave.binding<uav, 0, 0, ui32>
[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  // CHECK-DAG: %[[X:.*]] = wave.dispatch_thread_id x
  // CHECK-DAG: %[[Y:.*]] = wave.dispatch_thread_id y
  // CHECK-DAG: %[[Z:.*]] = wave.dispatch_thread_id z
  // CHECK: wave.image_load %[[SOURCE]][%[[X]], %[[Y]], %[[Z]]] : !wave.image<2d_array, f32, 4> -> vector<4xf32>
  float4 texel = source[id];
  // CHECK: %[[RIGHT:.*]] = arith.addi %[[X]], %{{.*}}
  // CHECK: wave.image_load %[[SOURCE]][%[[RIGHT]], %[[Y]], %[[Z]]]
  texel += source.Load(int4(id, 0), int2(1, 0));
  // CHECK: wave.image_store %{{.*}}, %[[COUNTS]][%[[X]], %[[Y]], %[[Z]]] : i32, !wave.image<2d_array, i32, 1>
  counts[id] = (uint)texel.x + counts.Load(int3(id));
  // CHECK: wave.image_atomic_rmw add %{{.*}}, %[[COUNTS]][%[[X]], %[[Y]], %[[Z]]] : !wave.image<2d_array, i32, 1>
  InterlockedAdd(counts[id], 1);
  uint width, height, layers;
  // CHECK-DAG: wave.image_size x %[[COUNTS]]
  // CHECK-DAG: wave.image_size z %[[COUNTS]]
  counts.GetDimensions(width, height, layers);
  sizes[0] = width * layers;
}
