// RUN: wave-opt %s -split-input-file -convert-wave-to-simd="wave-size=8 vector-bits=256" -canonicalize -cse | FileCheck %s
// RUN: wave-opt %s -split-input-file -convert-wave-to-simd="wave-size=8 vector-bits=512" -canonicalize -cse | FileCheck %s

// In a loop, a branch under a test of a range: without masks if the last lane passes the test.
// Otherwise not all lanes are active, so no access asks for that.
// CHECK-LABEL: func internal @wave_groups(
// CHECK: %[[last:.*]] = arith.addi %{{.*}}, %c7_i64 : i64
// CHECK: %[[whole:.*]] = arith.cmpi ult, %[[last]], %{{.*}} : i64
// CHECK: scf.if %[[whole]]
// CHECK: llvm.load %{{.*}} -> vector<8xf32>
// CHECK: vector.reduction <add>
// CHECK: llvm.store %{{.*}} : vector<8xf32>, !llvm.ptr
// CHECK: } else {
// CHECK: %[[any:.*]] = arith.cmpi ne, %{{.*}} : i8
// CHECK: scf.if %[[any]]
// CHECK-NOT: scf.if
// CHECK: llvm.intr.masked.load
// CHECK-NOT: scf.if
// CHECK: llvm.intr.masked.store
// CHECK: return
wave.func @rows(%in: memref<?xf32> {wave.binding = #wave.binding<srv, f32>}, %out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %c0 = arith.constant 0 : i32
  %c8 = arith.constant 8 : i32
  %c80 = arith.constant 80 : i32
  scf.for unsigned %k = %c0 to %c80 step %c8 : i32 {
    %l = wave.lane_index : i32
    %i = arith.addi %k, %l : i32
    %p = arith.cmpi ult, %i, %n : i32
    scf.if %p {
      %place = arith.index_castui %i : i32 to index
      %x = memref.load %in[%place] : memref<?xf32>
      %s = wave.reduce add %x : f32
      %y = arith.addf %x, %s : f32
      memref.store %y, %out[%place] : memref<?xf32>
    }
  }
}

// -----

// A test of other numbers may hold for all lanes or for few: masks alone.
// CHECK-LABEL: func internal @wave_groups(
// CHECK-NOT: } else {
// CHECK: llvm.intr.masked.load
// CHECK: return
wave.func @other_tests(%in: memref<?xf32> {wave.binding = #wave.binding<srv, f32>}, %out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c80 = arith.constant 80 : i32
  %l = wave.lane_index : i32
  %place = arith.index_castui %l : i32 to index
  scf.for unsigned %k = %c0 to %c80 step %c1 : i32 {
    %i = arith.muli %k, %l : i32
    %p = arith.cmpi ult, %i, %n : i32
    scf.if %p {
      %x = memref.load %in[%place] : memref<?xf32>
      %s = wave.reduce add %x : f32
      %q = wave.is_first_lane : i1
      scf.if %q {
        memref.store %s, %out[%place] : memref<?xf32>
      }
    }
  }
}
