// RUN: wave-opt %s -split-input-file -convert-wave-to-simd="wave-size=8 vector-bits=512" -canonicalize -cse | FileCheck %s

// The trips of a loop that accesses memory and that each lane begins at its own number: first
// those with all lanes, without masks, then the rest from where they ended.
// CHECK-LABEL: func internal @wave_groups(
// CHECK: %[[whole:.*]]:2 = scf.while (%{{.*}} = %{{.*}}, %[[next:.*]] = %{{.*}}) : (i32, vector<8xi1>) -> (i32, vector<8xi1>)
// CHECK: %[[bits:.*]] = llvm.bitcast %[[next]] : vector<8xi1> to i8
// CHECK: arith.cmpi eq, %[[bits]], %c-1_i8 : i8
// CHECK: llvm.store %{{.*}} : vector<8xi32>, !llvm.ptr
// CHECK-NOT: llvm.store
// CHECK: scf.while (%{{.*}} = %{{.*}}, %{{.*}} = %[[whole]]#0, %{{.*}} = %[[whole]]#1) : (vector<8xi1>, i32, vector<8xi1>) -> (vector<8xi1>, i32)
// CHECK: llvm.intr.masked.store
// CHECK: return
wave.func @strides(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %c8 = arith.constant 8 : i32
  %l = wave.lane_index : i32
  scf.for unsigned %k = %l to %n step %c8 : i32 {
    %i = arith.index_castui %k : i32 to index
    memref.store %k, %out[%i] : memref<?xi32>
  }
}

// -----

// Without an access, with a loop inside, or where not all lanes begin the loop, it is one loop.
// CHECK-LABEL: func internal @wave_groups(
// CHECK: scf.while
// CHECK-NOT: scf.while
// CHECK: return
wave.func @without_access(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %c8 = arith.constant 8 : i32
  %l = wave.lane_index : i32
  %r = scf.for unsigned %k = %l to %n step %c8 iter_args(%a = %l) -> (i32) : i32 {
    %b = arith.muli %a, %k : i32
    scf.yield %b : i32
  }
  %i = arith.index_castui %l : i32 to index
  memref.store %r, %out[%i] : memref<?xi32>
}

// -----

// CHECK-LABEL: func internal @wave_groups(
// CHECK: scf.while
// CHECK-NOT: scf.while
// CHECK: return
wave.func @not_all_lanes(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %c3 = arith.constant 3 : i32
  %c8 = arith.constant 8 : i32
  %l = wave.lane_index : i32
  %few = arith.cmpi ult, %l, %c3 : i32
  scf.if %few {
    scf.for unsigned %k = %l to %n step %c8 : i32 {
      %i = arith.index_castui %k : i32 to index
      memref.store %k, %out[%i] : memref<?xi32>
    }
  }
}
