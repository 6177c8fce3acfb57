// RUN: wave-opt %s -convert-wave-to-simd=wave-size=8 -split-input-file | FileCheck %s

// The group's numbers and its payload go to the host's arrays behind the arguments.

// CHECK-LABEL: llvm.func internal @wave_groups
// CHECK-SAME: %[[N:[^:]*]]: i32, %[[COUNTS:[^:]*]]: !llvm.ptr, %[[PAYLOADS:[^:]*]]: !llvm.ptr
// CHECK: scf.for %[[GROUP:.*]] = %{{.*}} to
// CHECK:   %[[C3:.*]] = arith.constant 3 : i64
// CHECK:   %[[FIRST:.*]] = arith.muli %[[GROUP]], %[[C3]] : i64
// CHECK:   %[[ROW:.*]] = llvm.getelementptr %[[COUNTS]][%[[FIRST]]]
// CHECK:   %[[PLACE:.*]] = llvm.getelementptr %[[ROW]][0]
// CHECK:   llvm.store %[[N]], %[[PLACE]] : i32
// CHECK:   llvm.getelementptr %[[ROW]][1]
// CHECK:   llvm.getelementptr %[[ROW]][2]
// CHECK:   %[[START:.*]] = arith.muli %[[GROUP]], %c40
// CHECK:   %[[TO:.*]] = llvm.getelementptr %[[PAYLOADS]][%[[START]]] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK:   %[[SIZE:.*]] = arith.constant 40 : i64
// CHECK:   "llvm.intr.memcpy"(%[[TO]], %{{.*}}, %[[SIZE]])
// CHECK: @wave_kernel_info(dense<[1, 64, {{[0-9]+}}, 8, 40]>
wave.func @with_payload(%n: i32 {wave.element = ui32}) kernel stage(amplification) num_waves(2) {
  %c1 = arith.constant 1 : i32
  %p = wave.groupshared : memref<10xf32, #gpu.address_space<workgroup>>
  wave.dispatch_mesh %n, %c1, %c1 payload(%p : memref<10xf32, #gpu.address_space<workgroup>>)
}

// -----

// The waves have run to there one after the other, and the first one's number counts.

// CHECK-LABEL: llvm.func internal @wave_groups
// CHECK: scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} : i32 {
// CHECK:   llvm.freeze
// CHECK:   llvm.store %{{.*}}, %{{.*}} : vector<8xi32>
// CHECK: }
// CHECK: %[[LOADED:.*]] = llvm.load %{{.*}} : !llvm.ptr -> vector<8xi32>
// CHECK-NEXT: %[[COUNT:.*]] = vector.extract %[[LOADED]][0]
// CHECK: llvm.store %[[COUNT]], %{{.*}} : i32
// CHECK-NOT: memcpy
// CHECK: @wave_kernel_info(dense<[1, 0, {{[0-9]+}}, 8, 0]>
wave.func @of_the_first_wave(%b: memref<?xi32> {wave.binding = #wave.binding<uav, i32>})
    kernel stage(amplification) num_waves(2) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : i32
  %lane = wave.lane_index : i32
  %i = arith.index_castui %lane : i32 to index
  %n = wave.atomic_rmw add %c1, %b[%i] : memref<?xi32>
  wave.dispatch_mesh %n, %c1, %c1
}
