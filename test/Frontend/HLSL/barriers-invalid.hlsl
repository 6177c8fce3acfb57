// The errors of dxc, and flags that are not constants.
// RUN: not wave-hlsl %s 2>&1 | FileCheck %s

groupshared uint counts[8];
StructuredBuffer<uint> data;
RWStructuredBuffer<uint> result;

[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex) {
  counts[i] = data[i];
  // CHECK: :[[@LINE+1]]:11: error: the flags of 'Barrier' must be constants: UAV_MEMORY and GROUP_SHARED_MEMORY [barrier-flags]
  Barrier(i, GROUP_SYNC);
  // CHECK: :[[@LINE+1]]:11: error: the flags 16 of 'Barrier' have no meaning: combine UAV_MEMORY and GROUP_SHARED_MEMORY, or use 0 [barrier-flags]
  Barrier(16, GROUP_SYNC);
  // CHECK: :[[@LINE+1]]:23: error: the flags 8 of 'Barrier' have no meaning: combine GROUP_SYNC, GROUP_SCOPE and DEVICE_SCOPE, or use 0 [barrier-flags]
  Barrier(UAV_MEMORY, 8);
  // CHECK: :[[@LINE+1]]:11: error: NODE_INPUT_MEMORY and NODE_OUTPUT_MEMORY are for work graphs: use UAV_MEMORY and GROUP_SHARED_MEMORY [barrier-flags]
  Barrier(NODE_INPUT_MEMORY, GROUP_SYNC);
  // CHECK: :[[@LINE+1]]:32: error: DEVICE_SCOPE needs memory of this scope: state UAV_MEMORY, or use GROUP_SCOPE [barrier-flags]
  Barrier(GROUP_SHARED_MEMORY, DEVICE_SCOPE);
  // CHECK: :[[@LINE+1]]:19: error: DEVICE_SCOPE needs memory of this scope: state UAV_MEMORY, or use GROUP_SCOPE [barrier-flags]
  Barrier(counts, DEVICE_SCOPE);
  // CHECK: :[[@LINE+1]]:14: error: GROUP_SCOPE needs memory: state UAV_MEMORY or GROUP_SHARED_MEMORY [barrier-flags]
  Barrier(0, GROUP_SCOPE);
  // CHECK: :[[@LINE+1]]:11: error: 'data' is read-only, so that no barrier is needed: 'Barrier' takes a writable resource or a groupshared variable [barrier-flags]
  Barrier(data, GROUP_SYNC);
  // CHECK: :[[@LINE+1]]:11: error: 'Barrier' takes flags of memory, a writable resource or a groupshared variable [barrier-flags]
  Barrier(1.5, GROUP_SYNC);
  result[i] = counts[7 - i];
}
