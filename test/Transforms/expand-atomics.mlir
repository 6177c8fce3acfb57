// RUN: wave-opt %s -wave-expand-atomics | FileCheck %s
// RUN: wave-opt %s -wave-expand-atomics=unchecked | FileCheck %s --check-prefix=UNCHECKED
// RUN: wave-opt %s -wave-expand-atomics=extremes-only | FileCheck %s --check-prefix=EXTREMES
// RUN: wave-opt %s -wave-expand-atomics -canonicalize -cse -wave-verify | FileCheck %s --check-prefix=ACCEPTED

// The result is accepted, and no atomic combines floats.
// ACCEPTED-NOT: wave.atomic_rmw {{add|minnumf|maxnumf}} {{.*}}f{{32|64}}

// Sums remain for a target that has them.
// EXTREMES: wave.atomic_rmw add {{.*}}f32
// EXTREMES-NOT: wave.atomic_rmw {{minnumf|maxnumf}} {{.*}}f{{32|64}}

!shared = memref<4xf64, #gpu.address_space<workgroup>>

// CHECK-LABEL: wave.func @add
// CHECK: %[[length:.*]] = memref.dim %[[memory:.*]], %{{.*}} : memref<?xf32>
// CHECK: %[[inside:.*]] = arith.cmpi ult, %[[i:.*]], %[[length]] : index
// CHECK: %[[bits:.*]] = scf.if %[[inside]] -> (i32) {
// CHECK:   %[[zero:.*]] = arith.constant 0 : i32
// CHECK:   %[[last:.*]] = scf.while (%[[guess:.*]] = %[[zero]]) : (i32) -> i32 {
// CHECK:     %[[float:.*]] = arith.bitcast %[[guess]] : i32 to f32
// CHECK:     %[[sum:.*]] = arith.addf %[[float]], %{{[^ ]*}} : f32
// CHECK:     %[[expected:.*]] = arith.bitcast %[[guess]] : i32 to f32
// CHECK:     %[[old:.*]] = wave.atomic_cas %[[expected]], %[[sum]], %[[memory]][%[[i]]] {wave.expanded = "wave.atomic_rmw add"} : memref<?xf32>
// CHECK:     %[[found:.*]] = arith.bitcast %[[old]] : f32 to i32
// CHECK:     %[[differs:.*]] = arith.cmpi ne, %[[found]], %[[guess]] : i32
// CHECK:     scf.condition(%[[differs]]) %[[found]] : i32
// CHECK:   scf.yield %[[last]]
// CHECK: } else {
// CHECK: %[[result:.*]] = arith.bitcast %[[bits]] : i32 to f32
// CHECK: memref.store %[[result]]
// UNCHECKED-LABEL: wave.func @add
// UNCHECKED-NOT: scf.if
// UNCHECKED: scf.while
wave.func @add(%memory: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %x: f32 {wave.element = f32}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %i = arith.index_castui %n : i32 to index
  %old = wave.atomic_rmw add %x, %memory[%i] : memref<?xf32>
  memref.store %old, %memory[%i] : memref<?xf32>
}

// An array has no bounds to test. The key of the operand is outside of the loop: all bits
// of a negative number but the sign are inverted, and a NaN is greater than all numbers.
// CHECK-LABEL: wave.func @min
// CHECK-NOT: scf.if
// CHECK: %[[x:.*]] = arith.bitcast %{{.*}} : f64 to i64
// CHECK: %[[all:.*]] = arith.constant 9223372036854775807 : i64
// CHECK: %[[magnitude:.*]] = arith.andi %[[x]], %[[all]] : i64
// CHECK: %[[infinity:.*]] = arith.constant 9218868437227405312 : i64
// CHECK: %[[nan:.*]] = arith.cmpi ugt, %[[magnitude]], %[[infinity]] : i64
// CHECK: arith.shrsi %[[x]]
// CHECK: %[[key:.*]] = arith.select %[[nan]], %{{.*}}, %{{.*}} : i64
// CHECK: scf.while
// CHECK: %[[wins:.*]] = arith.cmpi slt, %[[key]], %{{.*}} : i64
// CHECK: arith.select %[[wins]], %[[x]], %{{.*}} : i64
// CHECK: wave.atomic_cas
wave.func @min(%x: f64 {wave.element = f64}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %shared = wave.groupshared : !shared
  %old = wave.atomic_rmw minnumf %x, %shared[%c0] : !shared
}

// The key of a NaN is less than that of all numbers.
// CHECK-LABEL: wave.func @max
// CHECK: %[[lowest:.*]] = arith.constant -2147483648 : i32
// CHECK: arith.cmpi sgt
wave.func @max(%memory: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %x: f32 {wave.element = f32}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %old = wave.atomic_rmw maxnumf %x, %memory[%c0] : memref<?xf32>
}

// Integers, and what machines have for floats, stay.
// CHECK-LABEL: wave.func @others
// CHECK-NOT: scf.while
wave.func @others(%a: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %b: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %n: i32 {wave.element = ui32}, %x: f32 {wave.element = f32}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %0 = wave.atomic_rmw add %n, %a[%c0] : memref<?xi32>
  %1 = wave.atomic_exchange %x, %b[%c0] : memref<?xf32>
  %2 = wave.atomic_cas %x, %x, %b[%c0] : memref<?xf32>
}
