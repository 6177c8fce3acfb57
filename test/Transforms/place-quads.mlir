// RUN: wave-opt %s -wave-place-quads -canonicalize -cse | FileCheck %s

!buffer = memref<?xi32>
#buffer = #wave.binding<uav, ui32>

// CHECK-LABEL: wave.func @ids
// CHECK-DAG:  %[[one:.*]] = arith.constant 1 : i32
// CHECK-DAG:  %[[two:.*]] = arith.constant 2 : i32
// CHECK-DAG:  %[[four:.*]] = arith.constant 4 : i32
// CHECK-DAG:  %[[eight:.*]] = arith.constant 8 : i32
// CHECK:      %[[lane:.*]] = wave.group_index : i32
// CHECK-NEXT: %[[quad:.*]] = arith.shrui %[[lane]], %[[two]]
// CHECK-NEXT: %[[column:.*]] = arith.remui %[[quad]], %[[four]]
// CHECK-NEXT: %[[left:.*]] = arith.shli %[[column]], %[[one]]
// CHECK-NEXT: %[[right:.*]] = arith.andi %[[lane]], %[[one]]
// CHECK-NEXT: %[[x:.*]] = arith.addi %[[left]], %[[right]]
// CHECK-NEXT: %[[group:.*]] = wave.group_id x : i32
// CHECK-NEXT: %[[start:.*]] = arith.muli %[[group]], %[[eight]]
// CHECK-NEXT: %[[id:.*]] = arith.addi %[[start]], %[[x]]
// CHECK-NEXT: wave.quad_read_across x %[[id]]
wave.func @ids(%out: !buffer {wave.binding = #buffer}) kernel num_threads(8, 4, 1) {
  %x = wave.group_thread_id x : i32
  %id = wave.dispatch_thread_id x : i32
  %other = wave.quad_read_across x %id : i32
  %sum = arith.addi %other, %x : i32
  %i = arith.index_castui %id : i32 to index
  memref.store %sum, %out[%i] : !buffer
}

// The slices of a group of three dimensions follow each other.
// CHECK-LABEL: wave.func @slices
// CHECK:      %[[lane:.*]] = wave.group_index : i32
// CHECK-NEXT: %[[quad:.*]] = arith.shrui %[[lane]], %c2
// CHECK-NEXT: %[[row:.*]] = arith.divui %[[quad]], %c3
// CHECK-NEXT: %[[y:.*]] = arith.remui %[[row]], %c2
// CHECK:      %[[z:.*]] = arith.divui %[[row]], %c2
wave.func @slices(%out: !buffer {wave.binding = #buffer}) kernel num_threads(6, 4, 2) {
  %y = wave.group_thread_id y : i32
  %z = wave.group_thread_id z : i32
  %other = wave.quad_read_across y %y : i32
  %i = arith.index_castui %other : i32 to index
  memref.store %z, %out[%i] : !buffer
}

// With an odd side, a quad is four threads in a row.
// CHECK-LABEL: wave.func @odd
// CHECK-DAG:  %[[width:.*]] = arith.constant 8 : i32
// CHECK-DAG:  %[[height:.*]] = arith.constant 3 : i32
// CHECK:      %[[lane:.*]] = wave.group_index : i32
// CHECK-NEXT: %[[row:.*]] = arith.divui %[[lane]], %[[width]]
// CHECK-NEXT: %[[y:.*]] = arith.remui %[[row]], %[[height]]
// CHECK-NEXT: wave.quad_read_across x %[[y]]
wave.func @odd(%out: !buffer {wave.binding = #buffer}) kernel num_threads(8, 3, 1) {
  %y = wave.group_thread_id y : i32
  %other = wave.quad_read_across x %y : i32
  %i = arith.index_castui %other : i32 to index
  memref.store %other, %out[%i] : !buffer
}

// CHECK-LABEL: wave.func @one_row
// CHECK:      wave.group_thread_id x
wave.func @one_row(%out: !buffer {wave.binding = #buffer}) kernel num_threads(64, 1, 1) {
  %x = wave.group_thread_id x : i32
  %other = wave.quad_read_across x %x : i32
  %i = arith.index_castui %x : i32 to index
  memref.store %other, %out[%i] : !buffer
}

// CHECK-LABEL: wave.func @no_quads
// CHECK:      wave.group_thread_id x
wave.func @no_quads(%out: !buffer {wave.binding = #buffer}) kernel num_threads(8, 4, 1) {
  %x = wave.group_thread_id x : i32
  %i = arith.index_castui %x : i32 to index
  memref.store %x, %out[%i] : !buffer
}
