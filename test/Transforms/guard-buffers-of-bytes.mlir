// RUN: wave-opt %s -wave-guard-buffers=hardware=true | FileCheck %s --check-prefixes=CHECK,HARD
// RUN: wave-opt %s -wave-guard-buffers=api-checks=true | FileCheck %s --check-prefixes=CHECK,ONLY

// Elements smaller than the unit in which the API checks. The index just behind the end may pass that check, so the index of
// an access out of bounds is one that never passes.

// CHECK-LABEL: wave.func @bytes
// CHECK-SAME: (%[[in:[^:]*]]: memref<?xi8> {{.*}}, %[[out:[^:]*]]: memref<?xi8> {{.*}}, %[[n:[^:]*]]: i32
// CHECK-DAG: %[[length:.*]] = memref.dim %[[in]],
// HARD-DAG: %[[outside:.*]] = arith.addi %[[length]], %c3
wave.func @bytes(%in: memref<?xi8> {wave.binding = #wave.binding<srv, ui8>}, %out: memref<?xi8> {wave.binding = #wave.binding<uav, ui8>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  // CHECK: %[[i:.*]] = arith.index_castui %[[n]]
  %i = arith.index_castui %n : i32 to index
  // CHECK: %[[may:.*]] = arith.cmpi ult, %[[i]], %[[length]]
  // HARD: scf.if %{{.*}} -> (i32) {
  // HARD-NEXT: %[[near:.*]] = arith.select %[[may]], %[[i]], %[[outside]]
  // HARD-NEXT: wave.byte_load %[[in]][%[[near]]]
  // ONLY: scf.if %[[may]] -> (i32) {
  // ONLY-NEXT: wave.byte_load %[[in]][%[[i]]]
  %x = wave.byte_load %in[%i] : memref<?xi8>
  // CHECK: scf.if
  // HARD-NEXT: arith.select
  // CHECK-NEXT: wave.byte_store
  wave.byte_store %x, %out[%i] : memref<?xi8>
}

// CHECK-LABEL: wave.func @halves
// HARD: scf.if
// HARD-NEXT: arith.select
// CHECK: memref.load
// HARD: scf.if
// HARD-NEXT: arith.select
// ONLY-NOT: scf.if
// CHECK: memref.store
wave.func @halves(%in: memref<?xf16> {wave.binding = #wave.binding<srv, f16>}, %out: memref<?xf16> {wave.binding = #wave.binding<uav, f16>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %i = arith.index_castui %n : i32 to index
  %x = memref.load %in[%i] : memref<?xf16>
  memref.store %x, %out[%i] : memref<?xf16>
}
