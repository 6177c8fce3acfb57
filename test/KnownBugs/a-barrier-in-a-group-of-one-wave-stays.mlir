// RUN: wave-test-opt %s --canonicalize --cse --loop-invariant-code-motion | FileCheck %s
// RUN: wave-test-opt %s --test-wave-as-pure=also-writes --canonicalize --cse --test-wave-from-pure | not FileCheck %s

// Lanes of one wave are not in lockstep: an exchange through groupshared memory needs its
// barrier in the smallest group too. HansKristian-Work/dxil-spirv
// (GROUP_SHARED_AUTO_BARRIER), HansKristian-Work/vkd3d-proton#3111.

// CHECK-LABEL: wave.func @exchange
wave.func @exchange(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) wave_size(4) {
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %shared = wave.groupshared(%c4) : memref<?xi32, #gpu.address_space<workgroup>>
  %l = wave.lane_index : i32
  %other = arith.xori %l, %c1 : i32
  %place = arith.index_castui %l : i32 to index
  %next = arith.index_castui %other : i32 to index
  // CHECK: memref.store
  // CHECK: wave.barrier group sync
  // CHECK: memref.load
  memref.store %l, %shared[%place] : memref<?xi32, #gpu.address_space<workgroup>>
  wave.barrier group sync
  %v = memref.load %shared[%next] : memref<?xi32, #gpu.address_space<workgroup>>
  memref.store %v, %out[%place] : memref<?xi32>
}
