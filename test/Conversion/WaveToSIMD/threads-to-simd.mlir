// RUN: wave-opt %s -split-input-file -convert-wave-to-simd="unroll-cost=0 wave-size=8 vector-bits=256" -canonicalize -cse | FileCheck %s
// RUN: wave-opt %s -split-input-file -convert-wave-to-simd="unroll-cost=0 wave-size=8 vector-bits=256 placed=true" -canonicalize -cse | FileCheck %s --check-prefix=PLACED

// Numbers of groups, waves, lanes and threads. Lanes take threads in order: the number of
// waves is known, and numbers of threads are arithmetic. Or they take them from a table of
// the launch, which says how many waves there are, too.

// CHECK-LABEL: func internal @wave_groups(
// CHECK-SAME: %[[out:arg0]]:
// CHECK: scf.for %{{.*}} iter_args(%[[g:[a-z0-9]*]] = %{{.*}} : i64 {
// CHECK: scf.for %[[w:.*]] = %c0_i32 to %c8_i32 step %c1_i32 : i32 {
// CHECK-NEXT: %[[first:.*]] = arith.muli %[[w]], %c8_i32 : i32
// CHECK-NEXT: %[[group:.*]] = arith.muli %[[g]], %c64_i32 : i32
// CHECK-NEXT: %[[x:.*]] = arith.addi %[[first]], %[[group]] : i32
// CHECK: %[[place:.*]] = llvm.getelementptr %[[out]][%[[x]]] : (!llvm.ptr, i32)
// CHECK-NEXT: llvm.store %{{.*}}, %[[place]] {alignment = 4 : i64} : vector<8xi32>
// CHECK-NEXT: %[[place:.*]] = llvm.getelementptr %[[out]][%[[first]]] : (!llvm.ptr, i32)
// CHECK-NEXT: llvm.store %{{.*}}, %[[place]] {alignment = 4 : i64} : vector<8xi32>
//
// PLACED: func internal @wave_groups(
// PLACED-SAME: %[[waves:arg5]]: i32, %arg6: i32, %[[table:arg7]]: !llvm.ptr, %arg8: !llvm.ptr, %arg9: !llvm.ptr {llvm.noalias}
// PLACED: scf.for %[[w:.*]] = %c0_i32 to %[[waves]] step %c1_i32 : i32 {
// PLACED-NEXT: %[[first:.*]] = arith.muli %[[w]], %c8_i32 : i32
// PLACED-NEXT: %[[row:.*]] = llvm.getelementptr %[[table]][%[[first]]] : (!llvm.ptr, i32) -> !llvm.ptr, i32
// PLACED-NEXT: %[[threads:.*]] = llvm.load %[[row]] {alignment = 4 : i64} : !llvm.ptr -> vector<8xi32>
// PLACED-NEXT: %[[mask:.*]] = arith.cmpi sge, %[[threads]], %{{.*}} : vector<8xi32>
// PLACED: llvm.intr.masked.scatter %[[threads]], %{{.*}}, %[[mask]]
// PLACED: llvm.intr.masked.scatter %{{.*}}, %{{.*}}, %[[mask]]
wave.func @line(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(64, 1, 1) {
  %x = wave.dispatch_thread_id x : i32
  %y = wave.group_thread_id y : i32
  %g = wave.group_index : i32
  %i = arith.index_castui %x : i32 to index
  %j = arith.index_castui %g : i32 to index
  memref.store %g, %out[%i] : memref<?xi32>
  memref.store %y, %out[%j] : memref<?xi32>
}

// -----

// The last wave is cut off: lanes without a thread have no part in anything.
// CHECK-LABEL: func internal @wave_groups(
// CHECK: scf.for %[[w:.*]] = %c0_i32 to %c3_i32 step %c1_i32 : i32 {
// CHECK-NEXT: %[[first:.*]] = arith.muli %[[w]], %c8_i32 : i32
// CHECK-NEXT: %[[firsts:.*]] = vector.broadcast %[[first]]
// CHECK-NEXT: %[[x:.*]] = arith.addi %[[firsts]],
// CHECK-NEXT: %[[mask:.*]] = arith.cmpi ult, %[[x]], %{{.*}} : vector<8xi32>
// CHECK-NEXT: %[[active:.*]] = arith.select %[[mask]], %[[x]],
// CHECK-NEXT: vector.reduction <add>, %[[active]]
// CHECK: llvm.intr.masked.store %{{.*}}, %{{.*}}, %[[mask]]
//
// PLACED: func internal @wave_groups(
// PLACED: %[[threads:.*]] = llvm.load %{{.*}} -> vector<8xi32>
// PLACED: %[[mask:.*]] = arith.cmpi sge, %[[threads]],
// PLACED: %[[active:.*]] = arith.select %[[mask]], %[[threads]],
// PLACED: vector.reduction <add>, %[[active]]
wave.func @cut_off(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(20, 1, 1) {
  %x = wave.group_thread_id x : i32
  %i = arith.index_castui %x : i32 to index
  %s = wave.reduce add %x : i32
  memref.store %s, %out[%i] : memref<?xi32>
}

// -----

// A wave stands in one row of the group: its y and z are one number each.
// CHECK-LABEL: func internal @wave_groups(
// CHECK: iter_args(%[[gx:.*]] = %{{.*}}, %[[gy:.*]] = %{{.*}}, %{{.*}} = %{{.*}}) -> (i32, i32, i32)
// CHECK: scf.for %[[w:.*]] = %c0_i32 to %c16_i32
// CHECK: %[[first:.*]] = arith.muli %[[w]], %c8_i32 : i32
// CHECK-DAG: %[[x:.*]] = arith.remui %[[first]], %c16_i32 : i32
// CHECK-DAG: %[[px:.*]] = arith.muli %[[gx]], %c16_i32 : i32
// CHECK-DAG: arith.addi %[[x]], %[[px]] : i32
// CHECK-DAG: %[[row:.*]] = arith.divui %[[first]], %c16_i32 : i32
// CHECK-DAG: %[[y:.*]] = arith.remui %[[row]], %c4_i32 : i32
// CHECK-DAG: %[[py:.*]] = arith.muli %[[gy]], %c4_i32 : i32
// CHECK-DAG: arith.addi %[[y]], %[[py]] : i32
// CHECK-DAG: arith.divui %[[first]], %c64_i32 : i32
// CHECK: llvm.store %{{.*}} : vector<8xi32>
//
// PLACED: func internal @wave_groups(
// PLACED-SAME: %[[waves:arg5]]: i32, %[[count:arg6]]: i32
// PLACED: scf.for %{{.*}} = %c0_i32 to %[[waves]]
// PLACED: %[[threads:.*]] = llvm.load %{{.*}} -> vector<8xi32>
// PLACED-DAG: arith.remui %[[threads]], %{{.*}} : vector<8xi32>
// PLACED-DAG: %[[row:.*]] = arith.divui %[[threads]], %{{.*}} : vector<8xi32>
// PLACED-DAG: arith.remui %[[row]], %{{.*}} : vector<8xi32>
// Idle waves count, but are not run.
// PLACED-DAG: vector.broadcast %[[count]]
// PLACED: llvm.intr.masked.scatter
wave.func @rows(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(16, 4, 2) {
  %x = wave.dispatch_thread_id x : i32
  %y = wave.dispatch_thread_id y : i32
  %z = wave.group_thread_id z : i32
  %c = wave.group_wave_count : i32
  %a = arith.muli %y, %c : i32
  %b = arith.addi %a, %x : i32
  %d = arith.addi %b, %z : i32
  %i = arith.index_castui %d : i32 to index
  memref.store %x, %out[%i] : memref<?xi32>
}

// -----

// Rows that end within a wave.
// CHECK-LABEL: func internal @wave_groups(
// CHECK: scf.for %{{.*}} = %c0_i32 to %c3_i32
// CHECK: %[[threads:.*]] = arith.addi %{{.*}} : vector<8xi32>
// CHECK-NEXT: %[[x:.*]] = arith.remui %[[threads]], %[[six:.*]] : vector<8xi32>
// CHECK-NEXT: %[[y:.*]] = arith.divui %[[threads]], %[[six]] : vector<8xi32>
// CHECK: llvm.intr.masked.scatter %[[y]],
//
// PLACED: func internal @wave_groups(
// PLACED: arith.remui
wave.func @tile(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(6, 4, 1) {
  %x = wave.group_thread_id x : i32
  %y = wave.group_thread_id y : i32
  %i = arith.index_castui %x : i32 to index
  memref.store %y, %out[%i] : memref<?xi32>
}

// -----

// Under `num_waves` all lanes take part, and there is nothing to place.
// CHECK-LABEL: func internal @wave_groups(
// CHECK-SAME: %[[out:arg0]]: {{[^,]*}}, %arg1: i32, %arg2: i32, %[[h:arg3]]: i32
// CHECK: %[[g:.*]] = arith.muli %{{.*}}, %[[h]] : i32
// CHECK-NEXT: scf.for %[[w:.*]] = %c0_i32 to %c3_i32 step %c1_i32 : i32 {
// CHECK-NEXT: %[[first:.*]] = arith.muli %[[w]], %c8_i32 : i32
// CHECK-NEXT: %[[a:.*]] = arith.addi %[[first]], %c3_i32 : i32
// CHECK-NEXT: %[[b:.*]] = arith.addi %[[g]], %[[a]] : i32
// CHECK-NEXT: %[[v:.*]] = vector.broadcast %[[b]]
// CHECK-NEXT: llvm.store %[[v]], %[[out]]
//
// PLACED: func internal @wave_groups(
// PLACED: scf.for %{{.*}} = %c0_i32 to %c3_i32
// PLACED-NEXT: arith.muli
// PLACED-NOT: llvm.intr.masked
// PLACED: llvm.return
wave.func @waves(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(3) {
  %l = wave.lane_index : i32
  %n = wave.lane_count : i32
  %w = wave.group_wave_index : i32
  %c = wave.group_wave_count : i32
  %g = wave.group_id z : i32
  %h = wave.group_count y : i32
  %0 = arith.muli %w, %n : i32
  %1 = arith.addi %0, %c : i32
  %2 = arith.muli %g, %h : i32
  %3 = arith.addi %2, %1 : i32
  %i = arith.index_castui %l : i32 to index
  memref.store %3, %out[%i] : memref<?xi32>
}

// -----

// A kernel that asks the machine for a wave's number has waves that retire at entry: the
// launch says how many.
// CHECK-LABEL: func internal @wave_groups(
// CHECK-SAME: %[[waves:arg5]]: i32
// CHECK: scf.for %[[w:.*]] = %c0_i32 to %[[waves]] step %c1_i32 : i32 {
// CHECK-NEXT: %[[p:.*]] = arith.cmpi ult, %[[w]], %c2_i32 : i32
// CHECK-NEXT: scf.if %[[p]] {
// CHECK: llvm.store
wave.func @extra_waves(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(16, 1, 1) {
  %c2 = arith.constant 2 : i32
  %w = gpu.subgroup_id : index
  %n = arith.index_castui %w : index to i32
  %p = arith.cmpi ult, %n, %c2 : i32
  scf.if %p {
    %l = wave.lane_index : i32
    %i = arith.index_castui %l : i32 to index
    memref.store %n, %out[%i] : memref<?xi32>
  }
}

// -----

// The number of the only thread is 0 in any order, no vector.
// CHECK-LABEL: func internal @wave_groups(
// PLACED: func internal @wave_groups(
// CHECK: llvm.store %[[group:.*]], %{{.*}} : i32
// PLACED: llvm.store %[[group:.*]], %{{.*}} : i32
wave.func @one_thread(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(1, 1, 1) {
  %c0 = arith.constant 0 : index
  %g = wave.group_id x : i32
  %t = wave.group_index : i32
  %0 = arith.addi %g, %t : i32
  memref.store %0, %out[%c0] : memref<?xi32>
}
