// RUN: wave-opt %s --convert-wave-to-gpu --convert-wave-to-spirv | FileCheck %s

gpu.module @kernels {
  // A barrier without sync is one that the host may switch off.
  // CHECK-LABEL: spirv.module {{.*}}@memory_barrier {{.*}}memory_barriers = {
  // CHECK: spirv.SpecConstant @memory_barriers spec_id(2) = true
  // CHECK: %[[wanted:.*]] = spirv.mlir.referenceof @memory_barriers : i1
  // CHECK: spirv.BranchConditional %[[wanted]]
  // CHECK: spirv.MemoryBarrier <Workgroup>
  wave.func @memory_barrier() kernel num_waves(2) {
    wave.barrier group
  }

  // A boolean that a loop carries is an integer.
  // CHECK-LABEL: spirv.module {{.*}}@carried_boolean
  // CHECK: spirv.mlir.loop
  // CHECK-NOT: ^bb1(%{{.*}}: i1
  // CHECK: ^bb1(%{{.*}}: i32
  wave.func @carried_boolean(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %flag: i1 {wave.element = i1}) kernel num_waves(2) {
    %c0 = arith.constant 0 : index
    %end = scf.while (%a = %flag) : (i1) -> i1 {
      %b = wave.any %a
      scf.condition(%b) %a : i1
    } do {
    ^bb0(%a: i1):
      %v = memref.load %out[%c0] : memref<?xi32>
      %zero = arith.constant 0 : i32
      %next = arith.cmpi eq, %v, %zero : i32
      scf.yield %next : i1
    }
    %r = arith.extui %end : i1 to i32
    memref.store %r, %out[%c0] : memref<?xi32>
  }

  // The results of a loop without a trip are its initial values.
  // CHECK-LABEL: spirv.module {{.*}}@loop_without_a_trip
  // CHECK: spirv.mlir.loop
  // CHECK: ^bb1(%[[i:.*]]: i32, %[[sum:.*]]: i32)
  // CHECK: spirv.Store "Function" %{{.*}}, %[[sum]] : i32
  // CHECK: spirv.BranchConditional
  wave.func @loop_without_a_trip(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %sum = scf.for %i = %zero to %n step %one iter_args(%s = %n) -> (i32) : i32 {
      %t = arith.addi %s, %i : i32
      scf.yield %t : i32
    }
    memref.store %sum, %out[%c0] : memref<?xi32>
  }
}
