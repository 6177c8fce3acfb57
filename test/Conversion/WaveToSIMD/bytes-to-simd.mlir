// RUN: wave-opt %s -split-input-file -convert-wave-to-simd="wave-size=8 vector-bits=256" -canonicalize -cse | FileCheck %s

// Bytes are loaded and stored as bytes; a store never reads the bytes beside it.

// CHECK-LABEL: func internal @wave_groups(
// CHECK-SAME: %[[in:arg0]]: !llvm.ptr {llvm.noalias, llvm.readonly}, %arg1: i32, %[[out:arg2]]: !llvm.ptr {llvm.noalias}, %arg3: i32, %[[n:arg4]]: i32
// CHECK: %[[a:.*]] = llvm.getelementptr %[[in]][%[[n]]] : (!llvm.ptr, i32) -> !llvm.ptr, i8
// CHECK: %[[x:.*]] = llvm.load %[[a]] {alignment = 1 : i64} : !llvm.ptr -> i8
// CHECK: %[[wideX:.*]] = arith.extui %[[x]] : i8 to i32
// CHECK: %[[y:.*]] = llvm.load %[[a]] {alignment = 1 : i64} : !llvm.ptr -> vector<8xi8>
// CHECK: %[[wideY:.*]] = arith.extsi %[[y]] : vector<8xi8> to vector<8xi32>
// CHECK: %[[z:.*]] = llvm.intr.masked.gather %{{.*}} {alignment = 1 : i32} {{.*}} -> vector<8xi8>
// CHECK: %[[wideZ:.*]] = arith.extui %[[z]] : vector<8xi8> to vector<8xi32>
// CHECK: %[[low:.*]] = arith.trunci %{{.*}} : i32 to i8
// CHECK: llvm.store %[[low]], %{{.*}} {alignment = 1 : i64} : i8, !llvm.ptr
// CHECK: %[[low:.*]] = arith.trunci %{{.*}} : vector<8xi32> to vector<8xi8>
// CHECK: llvm.store %[[low]], %{{.*}} {alignment = 1 : i64} : vector<8xi8>, !llvm.ptr
// CHECK: llvm.intr.masked.scatter %{{.*}} {alignment = 1 : i32}
wave.func @places(%in: memref<?xi8> {wave.binding = #wave.binding<srv, ui8>}, %out: memref<?xi8> {wave.binding = #wave.binding<uav, ui8>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %c2 = arith.constant 2 : i32
  %l = wave.lane_index : i32
  %i = arith.addi %l, %n : i32
  %j = arith.muli %i, %c2 : i32
  %ni = arith.index_castui %n : i32 to index
  %ii = arith.index_castui %i : i32 to index
  %ji = arith.index_castui %j : i32 to index
  %x = wave.byte_load %in[%ni] : memref<?xi8>
  %y = wave.byte_load signed %in[%ii] : memref<?xi8>
  %z = wave.byte_load %in[%ji] : memref<?xi8>
  %xn = arith.addi %x, %n : i32
  %yn = arith.addi %y, %n : i32
  %zn = arith.addi %z, %n : i32
  wave.byte_store %xn, %out[%ni] : memref<?xi8>
  wave.byte_store %yn, %out[%ii] : memref<?xi8>
  wave.byte_store %zn, %out[%ji] : memref<?xi8>
}
