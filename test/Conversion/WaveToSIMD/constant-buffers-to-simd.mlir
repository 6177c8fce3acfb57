// RUN: wave-opt %s -convert-wave-to-simd="wave-size=8 vector-bits=256" -canonicalize -cse | FileCheck %s

// A constant buffer is read-only memory. A load at a uniform index is one load; at an index that is in bounds, it needs no
// active lane.

// CHECK-LABEL: func internal @wave_groups(
// CHECK-SAME: %[[c:arg0]]: !llvm.ptr {llvm.noalias, llvm.readonly}, %arg1: i32, %[[out:arg2]]: !llvm.ptr {llvm.noalias}, %arg3: i32, %[[n:arg4]]: i32
// CHECK: %[[a:.*]] = llvm.getelementptr %[[c]][3]
// CHECK: llvm.load %[[a]] {alignment = 4 : i64} : !llvm.ptr -> i32
// CHECK: %[[a:.*]] = llvm.getelementptr %[[c]][%[[n]]]
// CHECK: llvm.load %[[a]] {alignment = 4 : i64} : !llvm.ptr -> i32
// CHECK: llvm.intr.masked.gather
// CHECK: %[[a:.*]] = llvm.getelementptr %[[c]][5]
// CHECK: llvm.load %[[a]] {alignment = 4 : i64} : !llvm.ptr -> i32
wave.func @loads(%c: memref<8xi32> {wave.binding = #wave.binding<cbv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %l = wave.lane_index : i32
  %li = arith.index_castui %l : i32 to index
  %j = arith.muli %l, %l : i32
  %ji = arith.index_castui %j : i32 to index
  %ni = arith.index_castui %n : i32 to index
  %length = memref.dim %c, %c0 : memref<8xi32>
  %m = arith.index_castui %length : index to i32
  %0 = memref.load %c[%c3] : memref<8xi32>
  %1 = memref.load %c[%ni] : memref<8xi32>
  %2 = memref.load %c[%ji] : memref<8xi32>
  %odd = arith.cmpi ult, %l, %n : i32
  %3 = scf.if %odd -> (i32) {
    %x = memref.load %c[%c5] : memref<8xi32>
    %y = arith.addi %x, %l : i32
    scf.yield %y : i32
  } else {
    scf.yield %m : i32
  }
  %4 = arith.addi %0, %1 : i32
  %5 = arith.addi %2, %3 : i32
  %6 = arith.addi %4, %5 : i32
  memref.store %6, %out[%li] : memref<?xi32>
}
