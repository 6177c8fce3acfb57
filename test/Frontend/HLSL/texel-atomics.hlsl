// RUN: wave-hlsl %s | FileCheck %s
// RUN: not wave-hlsl -DREAD_ONLY %s 2>&1 | FileCheck %s --check-prefix=READ
// RUN: not wave-hlsl -DVECTOR %s 2>&1 | FileCheck %s --check-prefix=VECTOR

RWTexture2D<uint> counts : register(u0);
RWTexture2D<int> extremes : register(u1);
RWTexture2D<uint2> pairs : register(u2);
Texture2D<uint> source : register(t0);

// CHECK-LABEL: wave.func @main
// CHECK-SAME: %[[COUNTS:[a-z0-9]+]]: !wave.image<2d, i32, 1> {wave.binding = #wave.binding<uav, 0, 0, ui32>
// CHECK-SAME: %[[EXTREMES:[a-z0-9]+]]: !wave.image<2d, i32, 1> {wave.binding = #wave.binding<uav, 0, 1, si32>
[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  uint old;
  // CHECK: %[[OLD:.*]] = wave.image_atomic_rmw add %{{.*}}, %[[COUNTS]][%[[X:.*]], %[[Y:.*]]] : !wave.image<2d, i32, 1>
  InterlockedAdd(counts[id.xy], 1, old);
  // CHECK: wave.image_atomic_rmw maxui %[[OLD]], %[[COUNTS]]
  InterlockedMax(counts[id.yx], old);
  // CHECK: wave.image_atomic_rmw minsi %{{.*}}, %[[EXTREMES]]
  InterlockedMin(extremes[id.xy], (int)id.x);
  // CHECK: %[[BEFORE:.*]] = wave.image_atomic_exchange %{{.*}}, %[[COUNTS]]
  InterlockedExchange(counts[id.xy], 2, old);
  // CHECK: wave.image_atomic_cas %[[BEFORE]], %{{.*}}, %[[COUNTS]]
  InterlockedCompareStore(counts[id.xy], old, 3);
#ifdef READ_ONLY
  // READ: :[[@LINE+1]]:3: error: 'InterlockedAdd' writes 'source[id.xy]', which is read-only: declare a resource with RW, such as RWStructuredBuffer, and a variable without const [hlsl-type]
  InterlockedAdd(source[id.xy], 1);
#endif
#ifdef VECTOR
  // VECTOR: :[[@LINE+1]]:3: error: 'InterlockedAdd' needs texels of int or uint, which 'pairs' does not have [atomic-type]
  InterlockedAdd(pairs[id.xy].y, 1);
#endif
}
