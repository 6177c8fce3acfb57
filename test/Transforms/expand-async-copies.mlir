// RUN: wave-opt %s -wave-expand-async-copies -split-input-file | FileCheck %s --implicit-check-not=wave.async_copy

!shared = memref<2112xf32, #gpu.address_space<workgroup>>

// The lanes share the elements of each row, from a column to the next.
// CHECK-LABEL: wave.func @tile(
// CHECK-SAME: %[[a:.*]]: memref<?xf32>{{.*}}, %[[y:.*]]: i32{{.*}}, %[[x:.*]]: i32{{.*}}, %[[height:.*]]: i32{{.*}}, %[[width:.*]]: i32{{.*}}, %[[pitch:[^:]*]]: i32
// CHECK-DAG: %[[rows:.*]] = arith.constant 64 : i32
// CHECK-DAG: %[[columns:.*]] = arith.constant 32 : i32
// CHECK: %[[tile:.*]] = wave.groupshared
// CHECK-DAG: %[[lane:.*]] = wave.lane_index
// CHECK-DAG: %[[lanes:.*]] = wave.lane_count
// CHECK: scf.for unsigned %[[r:.*]] = %{{.*}} to %[[rows]] step %{{.*}} : i32 {
// CHECK: scf.for unsigned %[[first:.*]] = %{{.*}} to %[[columns]] step %[[lanes]] : i32 {
// CHECK: %[[c:.*]] = arith.addi %[[first]], %[[lane]]
// CHECK: %[[has:.*]] = arith.cmpi ult, %[[c]], %[[columns]]
// CHECK: scf.if %[[has]] {
// CHECK: %[[row:.*]] = arith.addi %[[y]], %[[r]]
// CHECK: %[[column:.*]] = arith.addi %[[x]], %[[c]]
// CHECK-DAG: arith.cmpi ult, %[[row]], %[[height]]
// CHECK-DAG: arith.cmpi ult, %[[column]], %[[width]]
// CHECK: %[[exists:.*]] = arith.andi
// CHECK: %[[value:.*]] = scf.if %[[exists]] -> (f32) {
// CHECK: %[[begin:.*]] = arith.muli %[[row]], %[[pitch]]
// CHECK: memref.load %[[a]][%{{.*}}] {wave.async, wave.in_bounds}
// CHECK: } else {
// CHECK: arith.constant 0.000000e+00 : f32
// CHECK: memref.store %[[value]], %[[tile]][%{{.*}}] {wave.async}
// CHECK: } {wave.async}
gpu.module @kernels {
wave.func @tile(%a: memref<?xf32> {wave.binding = #wave.binding<srv, f32>}, %y: i32 {wave.element = ui32}, %x: i32 {wave.element = ui32},
                %height: i32 {wave.element = ui32}, %width: i32 {wave.element = ui32}, %pitch: i32 {wave.element = ui32}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c33 = arith.constant 33 : i32
  %c64 = arith.constant 64 : i32
  %c32 = arith.constant 32 : i32
  %tile = wave.groupshared : !shared
  wave.async_copy %tile[%c0, %c33], %a[%c0, %pitch] at [%y, %x] of [%height, %width] size [%c64, %c32] : !shared, memref<?xf32>
  wave.barrier group sync
}
}

// -----

// Short rows: the lanes share the elements of the tile. The active lanes do if the last
// wave may be partial.
// CHECK-LABEL: wave.func @short_rows
// CHECK: %[[rank:.*]] = wave.prefix_count_bits
// CHECK: %[[lanes:.*]] = wave.count_bits
// CHECK: %[[count:.*]] = arith.muli
// CHECK: scf.for unsigned %[[first:.*]] = %{{.*}} to %[[count]] step %[[lanes]] : i32 {
// CHECK: %[[place:.*]] = arith.addi %[[first]], %[[rank]]
// CHECK-DAG: arith.divui %[[place]]
// CHECK-DAG: arith.remui %[[place]]
// CHECK: vector.load {{.*}} {wave.async, wave.in_bounds} : memref<?xf16>, vector<2xf16>
// CHECK: vector.store {{.*}} {wave.async}
!short = memref<128xf16, #gpu.address_space<workgroup>>
gpu.module @kernels {
wave.func @short_rows(%a: memref<?xf16> {wave.binding = #wave.binding<srv, vector<2xf16>>}, %n: i32 {wave.element = ui32}) kernel num_threads(50, 1, 1) {
  %c0 = arith.constant 0 : i32
  %c8 = arith.constant 8 : i32
  %tile = wave.groupshared : !short
  wave.async_copy %tile[%c0, %c8], %a[%c0, %n] at [%n, %n] of [%n, %n] size [%c8, %c8] {components = 2 : i32} : !short, memref<?xf16>
  wave.barrier group sync
}
}

// -----

// CHECK-LABEL: wave.func @run
// CHECK-COUNT-1: scf.for
// CHECK-NOT: scf.for
!long = memref<128xi64, #gpu.address_space<workgroup>>
gpu.module @kernels {
wave.func @run(%a: memref<?xi64> {wave.binding = #wave.binding<srv, ui64>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %tile = wave.groupshared : !long
  wave.async_copy %tile[%c0, %c0], %a[%c0, %c0] at [%c0, %n] of [%c1, %n] size [%c1, %n] : !long, memref<?xi64>
  wave.barrier wave sync
}
}
