// RUN: wave-opt %s -wave-to-spirv=disable=elide-barriers -split-input-file | FileCheck %s

// Lanes that have no thread stay in no loop where the host says that the machine would keep them.

// CHECK-LABEL: spirv.module
// CHECK: spirv.SpecConstant @wave_numbers spec_id(3) = true
gpu.module @ragged_rows {
  // CHECK: spirv.func @ragged
  wave.func @ragged(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>})
      kernel num_threads(10, 1, 1) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %i0 = arith.constant 0 : index
    %n = memref.load %in[%i0] : memref<?xi32>
    // CHECK: spirv.mlir.loop
    // CHECK: %[[IN:.*]] = spirv.ULessThan
    // CHECK: %[[TEN:.*]] = spirv.Constant 10
    // CHECK: %[[THREAD:.*]] = spirv.ULessThan %{{.*}}, %[[TEN]]
    // CHECK: %[[MACHINE:.*]] = spirv.mlir.referenceof @wave_numbers
    // CHECK: %[[STAYS:.*]] = spirv.LogicalOr %[[MACHINE]], %[[THREAD]]
    // CHECK: %[[GOES:.*]] = spirv.LogicalAnd %[[IN]], %[[STAYS]]
    // CHECK: spirv.BranchConditional %[[GOES]]
    scf.for unsigned %i = %c0 to %n step %c1 : i32 {
      wave.barrier group sync
    }
    memref.store %n, %out[%i0] : memref<?xi32>
    wave.return
  }
}

// -----

// Rows of 16 threads fill every wave of that machine.
// CHECK-LABEL: spirv.module
// CHECK-NOT: wave_numbers
gpu.module @whole_rows {
  wave.func @whole(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>})
      kernel num_threads(16, 2, 1) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %i0 = arith.constant 0 : index
    %n = memref.load %in[%i0] : memref<?xi32>
    scf.for unsigned %i = %c0 to %n step %c1 : i32 {
      wave.barrier group sync
    }
    memref.store %n, %out[%i0] : memref<?xi32>
    wave.return
  }
}
