// RUN: wave-opt %s -split-input-file -convert-wave-to-simd="wave-size=8 vector-bits=256" -canonicalize -cse | FileCheck %s
// RUN: wave-opt %s -split-input-file -convert-wave-to-simd="wave-size=8 vector-bits=512" -canonicalize -cse | FileCheck %s --check-prefixes=CHECK,WIDE

// If the last lane is in bounds in the last trip, no trip tests. The sum has 64 bits, so
// that it does not wrap around; neither do the indices then. A test in the other copy has
// one way where masks cost nothing.
// CHECK-LABEL: func internal @wave_groups(
// CHECK-SAME: %arg0: !llvm.ptr {llvm.noalias}, %[[length:arg1]]: i32, %[[first:arg2]]: i32, %[[step:arg3]]: i32
// CHECK-DAG: %[[grown:.*]] = arith.extui %[[step]] : i32 to i64
// CHECK-DAG: %[[wide:.*]] = arith.extui %[[first]] : i32 to i64
// CHECK: %[[span:.*]] = arith.muli %[[grown]], %c9_i64 : i64
// CHECK: %[[last:.*]] = arith.addi %[[wide]], %[[span]] : i64
// CHECK: %[[end:.*]] = arith.addi %[[last]], %c7_i64 : i64
// CHECK: %[[bound:.*]] = arith.extui %[[length]] : i32 to i64
// CHECK: %[[all:.*]] = arith.cmpi ult, %[[end]], %[[bound]] : i64
// CHECK: scf.if %[[all]] {
// CHECK: scf.for
// CHECK-NOT: arith.cmpi
// CHECK: llvm.store %{{.*}} : vector<8xi32>, !llvm.ptr
// CHECK: } else {
// CHECK: scf.for
// WIDE-NOT: scf.if
// CHECK: arith.cmpi ult, %{{.*}} : vector<8xi32>
// WIDE-NOT: scf.if
// CHECK: llvm.intr.masked.store
// CHECK: return
wave.func @steps(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %first: i32 {wave.element = ui32}, %step: i32 {wave.element = ui32}) kernel num_waves(1) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c10 = arith.constant 10 : i32
  %zero = arith.constant 0 : index
  %length = memref.dim %out, %zero : memref<?xi32>
  scf.for unsigned %k = %c0 to %c10 step %c1 : i32 {
    %l = wave.lane_index : i32
    %s = arith.muli %k, %step : i32
    %t = arith.addi %first, %s : i32
    %i = arith.addi %t, %l : i32
    %place = arith.index_castui %i : i32 to index
    %p = arith.cmpi ult, %place, %length : index
    scf.if %p {
      memref.store %k, %out[%place] : memref<?xi32>
    }
  }
}

// -----

// An index that does not grow by the same number in each trip is tested in each.
// CHECK-LABEL: func internal @wave_groups(
// CHECK: scf.for
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: return
wave.func @squares(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c10 = arith.constant 10 : i32
  %zero = arith.constant 0 : index
  %length = memref.dim %out, %zero : memref<?xi32>
  scf.for unsigned %k = %c0 to %c10 step %c1 : i32 {
    %l = wave.lane_index : i32
    %s = arith.muli %k, %k : i32
    %i = arith.addi %s, %l : i32
    %place = arith.index_castui %i : i32 to index
    %p = arith.cmpi ult, %place, %length : index
    scf.if %p {
      memref.store %k, %out[%place] : memref<?xi32>
    }
  }
}

// -----

// Another number than a length often ends in the last trip; it is tested in each.
// CHECK-LABEL: func internal @wave_groups(
// CHECK: scf.for
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: return
wave.func @numbers(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %c0 = arith.constant 0 : i32
  %c8 = arith.constant 8 : i32
  %c80 = arith.constant 80 : i32
  scf.for unsigned %k = %c0 to %c80 step %c8 : i32 {
    %l = wave.lane_index : i32
    %i = arith.addi %k, %l : i32
    %p = arith.cmpi ult, %i, %n : i32
    scf.if %p {
      %place = arith.index_castui %i : i32 to index
      memref.store %k, %out[%place] : memref<?xi32>
    }
  }
}

// -----

// Each lane has a bound of its own: one test of the last lane says nothing about the others.
// CHECK-LABEL: func internal @wave_groups(
// CHECK: scf.for
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: return
wave.func @bounds_of_lanes(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : i32
  %c8 = arith.constant 8 : i32
  %c80 = arith.constant 80 : i32
  %dim = arith.constant 0 : index
  %length = memref.dim %out, %dim : memref<?xi32>
  %l = wave.lane_index : i32
  %lane = arith.index_castui %l : i32 to index
  %bound = arith.subi %length, %lane : index
  scf.for unsigned %k = %c0 to %c80 step %c8 : i32 {
    %i = arith.addi %k, %l : i32
    %place = arith.index_castui %i : i32 to index
    %p = arith.cmpi ult, %place, %bound : index
    scf.if %p {
      memref.store %k, %out[%place] : memref<?xi32>
    }
  }
  wave.return
}
