// RUN: wave-hlsl %s -E signed_indices | FileCheck %s
// RUN: not wave-hlsl %s -DREAL -E real 2>&1 | FileCheck %s --check-prefix=REAL

RWStructuredBuffer<int> result;

// CHECK-LABEL: wave.func @signed_indices
// CHECK: %[[x:.*]] = wave.dispatch_thread_id x
// CHECK: wave.group_thread_id y
// CHECK: %[[i:.*]] = wave.group_index
// CHECK: memref.store
[numthreads(8, 8, 1)]
void signed_indices(int3 id : SV_DispatchThreadID, int2 thread : SV_GroupThreadID, int i : SV_GroupIndex) {
  result[id.x] = thread.y - i;
}

#ifdef REAL
[numthreads(32, 1, 1)]
// REAL: :[[@LINE+1]]:18: error: 'SV_DispatchThreadID' must be a uint or a vector of up to three uint [hlsl-semantic]
void real(float3 id : SV_DispatchThreadID) {
  result[0] = 1;
}
#endif
