// RUN: wave-opt %s -wave-guard-buffers | FileCheck %s --check-prefixes=CHECK,PLAIN
// RUN: wave-opt %s -wave-guard-buffers=hardware=true | FileCheck %s --check-prefixes=CHECK,HARD

// CHECK-LABEL: wave.func @accesses
// CHECK-SAME: (%[[in:[^:]*]]: memref<?xi32> {{.*}}, %[[out:[^:]*]]: memref<?xi32> {{.*}}, %[[n:[^:]*]]: i32
// HARD: %[[robust:.*]] = wave.setting robust_buffers : i1
// CHECK-DAG: %[[inLength:.*]] = memref.dim %[[in]],
// CHECK-DAG: %[[outLength:.*]] = memref.dim %[[out]],
wave.func @accesses(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %i = arith.index_castui %n : i32 to index
  // CHECK: %[[i:.*]] = arith.index_castui %[[n]]
  // A load out of bounds gives 0.
  // CHECK: %[[may:.*]] = arith.cmpi ult, %[[i]], %[[inLength]]
  // PLAIN: %[[x:.*]] = scf.if %[[may]] -> (i32) {
  // An address of 32 bits must not wrap around on its way to the API's own check.
  // HARD: %[[limit:.*]] = arith.constant 536870912 : index
  // HARD: %[[small:.*]] = arith.cmpi ult, %[[i]], %[[limit]]
  // HARD: %[[checked:.*]] = arith.andi %[[small]], %[[robust]]
  // HARD: %[[let:.*]] = arith.ori %[[may]], %[[checked]]
  // HARD: %[[x:.*]] = scf.if %[[let]] -> (i32) {
  // CHECK-NEXT: %[[loaded:.*]] = memref.load %[[in]][%[[i]]]
  // CHECK-NEXT: scf.yield %[[loaded]]
  // CHECK-NEXT: } else {
  // CHECK-NEXT: %[[zero:.*]] = arith.constant 0 : i32
  // CHECK-NEXT: scf.yield %[[zero]]
  %x = memref.load %in[%i] : memref<?xi32>
  // A store there does nothing.
  // CHECK: arith.cmpi ult, %[[i]], %[[outLength]]
  // CHECK: scf.if %{{.*}} {
  // CHECK-NEXT: memref.store %[[x]], %[[out]][%[[i]]]
  // CHECK-NEXT: }
  memref.store %x, %out[%i] : memref<?xi32>
  // Neither does an atomic.
  // CHECK: scf.if %{{.*}} {
  // CHECK-NEXT: wave.atomic_rmw add
  // CHECK-NEXT: }
  %unused = wave.atomic_rmw add %x, %out[%i] : memref<?xi32>
  // CHECK: scf.if %{{.*}} -> (i32) {
  // CHECK-NEXT: wave.atomic_rmw add
  // CHECK-NEXT: scf.yield
  // CHECK: else
  %old = wave.atomic_rmw add %x, %out[%i] : memref<?xi32>
  memref.store %old, %out[%i] : memref<?xi32>
}

// Memory of the group and of a lane is undefined there.
// CHECK-LABEL: wave.func @other_memory
// CHECK-NOT: scf.if
// CHECK: wave.return
wave.func @other_memory(%n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %i = arith.index_castui %n : i32 to index
  %shared = wave.groupshared : memref<4xi32, #gpu.address_space<workgroup>>
  %local = memref.alloca() : memref<4xi32>
  memref.store %n, %shared[%i] : memref<4xi32, #gpu.address_space<workgroup>>
  memref.store %n, %local[%i] : memref<4xi32>
}

// CHECK-LABEL: wave.func @nothing_to_guard
// CHECK-NEXT: wave.return
wave.func @nothing_to_guard(%out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}) kernel num_waves(1) {
}
