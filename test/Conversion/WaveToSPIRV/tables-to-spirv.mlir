// RUN: wave-opt %s -convert-wave-to-gpu -convert-wave-to-spirv | FileCheck %s

gpu.module @kernels {

// Equal tables are one variable of each invocation; every index is valid.
// CHECK: spirv.module @long
// CHECK: %[[TABLE:.*]] = spirv.Constant dense<[1, 4, 9, 16, 25]> : tensor<5xi32> : !spirv.array<5 x i32>
// CHECK: %[[VARIABLE:.*]] = spirv.Variable init(%[[TABLE]]) : !spirv.ptr<!spirv.array<5 x i32>, Function>
// CHECK-NOT: spirv.Variable
// CHECK: %[[LAST:.*]] = spirv.Constant 4 : i32
// CHECK: %[[INDEX:.*]] = spirv.GL.UMin %{{.*}}, %[[LAST]] : i32
// CHECK: %[[PLACE:.*]] = spirv.AccessChain %[[VARIABLE]][%[[INDEX]]]
// CHECK: spirv.Load "Function" %[[PLACE]] : i32
// CHECK: spirv.AccessChain %[[VARIABLE]][
wave.func @long(%out: memref<?xi32> {wave.binding = #wave.binding<uav, si32>}, %i: i32 {wave.element = ui32})
    kernel num_threads(32, 1, 1) {
  %first = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %next = arith.addi %i, %one : i32
  %a = wave.lookup %i, dense<[1, 4, 9, 16, 25]> : tensor<5xi32> -> i32
  %b = wave.lookup %next, dense<[1, 4, 9, 16, 25]> : tensor<5xi32> -> i32
  %sum = arith.addi %a, %b : i32
  memref.store %sum, %out[%first] : memref<?xi32>
  wave.return
}

// A short table needs no memory.
// CHECK: spirv.module @short
// CHECK-NOT: spirv.Variable
// CHECK-COUNT-3: spirv.Select
wave.func @short(%out: memref<?xi32> {wave.binding = #wave.binding<uav, si32>}, %i: i32 {wave.element = ui32})
    kernel num_threads(32, 1, 1) {
  %first = arith.constant 0 : index
  %a = wave.lookup %i, dense<[1, 4, 9, 16]> : tensor<4xi32> -> i32
  memref.store %a, %out[%first] : memref<?xi32>
  wave.return
}
}
